"""Reading and writing by keys of every form, against NumPy, over many keys drawn at random."""
import re

import numpy as np
import pytest

import mxnet as mx

KEYS = 400


def random_slice(rng, size):
    def bound():
        return None if rng.random() < 0.35 else int(rng.integers(-size - 2, size + 3))
    return slice(bound(), bound(), [None, 1, 2, 3, -1, -2][rng.integers(6)])


def random_index(rng, size, shape):
    """Give (what the array is indexed with, what NumPy is)."""
    index = rng.integers(-size, size, size=shape)
    form = rng.integers(5)
    if form == 0:
        return index.tolist(), index
    if form == 1:
        return index, index
    kind = ("int32", "int64", "float32")[form - 2]
    return mx.nd.array(index, dtype=kind), index


def random_key(rng, shape):
    by_arrays = rng.random() < 0.5
    blocks = [[(2,)], [(3,)], [(2, 3), (3,), (1, 3), (2, 1), (1,)], [(1,)]][rng.integers(4)]
    ours, numpys, seen = [], [], False
    for size in shape[:rng.integers(0, len(shape) + 1)]:
        draw = rng.random()
        if by_arrays and draw < 0.5:
            one, other = random_index(rng, size, blocks[rng.integers(len(blocks))])
            seen = True
        elif draw < 0.65:
            one = other = random_slice(rng, size)
        else:
            one = other = int(rng.integers(-size, size))
        ours.append(one)
        numpys.append(other)
    if rng.random() < 0.3 and not seen:  # beside arrays MXNet puts these elsewhere; see below
        place = rng.integers(len(ours) + 1)
        ours.insert(place, None)
        numpys.insert(place, None)
    if rng.random() < 0.2:
        ours.append(...)
        numpys.append(...)
    if len(ours) == 1 and rng.random() < 0.5:
        return ours[0], numpys[0]
    return tuple(ours), tuple(numpys)


def cases():
    rng = np.random.default_rng(5)
    for number in range(KEYS):
        shape = tuple(int(n) for n in rng.integers(1, 5, size=rng.integers(1, 5)))
        values = rng.integers(0, 100, size=shape).astype(["float32", "int32", "float64", "uint8"][number % 4])
        yield pytest.param(values, *random_key(rng, shape), int(rng.integers(1 << 30)), id=str(number))


@pytest.mark.parametrize(("values", "key", "plain", "seed"), list(cases()))
def test_key(values, key, plain, seed):
    array = mx.nd.array(values, dtype=values.dtype)
    wanted = values[plain]
    found = array[key]
    assert found.dtype == values.dtype
    assert found.shape == (np.shape(wanted) or (1,))
    np.testing.assert_array_equal(found.asnumpy().reshape(np.shape(wanted)), wanted)

    # a view writes through exactly where the selected memory is contiguous
    basic = not any(isinstance(part, (list, np.ndarray, mx.nd.NDArray))
                    for part in (key if isinstance(key, tuple) else (key,)))
    if found.size:
        found[:] = 101
        shared = basic and (np.size(wanted) <= 1 or wanted.flags.c_contiguous)
        assert bool((array.asnumpy() == 101).any()) == shared

    rng = np.random.default_rng(seed)
    for value in (7, rng.integers(0, 50, size=np.shape(wanted)),
                  mx.nd.array(rng.integers(0, 50, size=(1, *np.shape(wanted))) if np.shape(wanted) else [3])):
        array, copy = mx.nd.array(values, dtype=values.dtype), values.copy()
        array[key] = value
        plain_value = value.asnumpy() if isinstance(value, mx.nd.NDArray) else value
        if np.ndim(plain_value) > np.ndim(wanted):
            plain_value = plain_value.reshape(np.shape(wanted))
        if not (basic or np.size(value) == 1) and len(np.unique(np.arange(values.size).reshape(
                values.shape)[plain])) < np.size(wanted):
            continue  # an element written twice keeps either value
        copy[plain] = plain_value
        np.testing.assert_array_equal(array.asnumpy(), copy)

    if values.dtype.kind == "f":
        array = mx.nd.array(values, dtype=values.dtype)
        array.attach_grad()
        with mx.autograd.record():
            result = array[key] * 2
        result.backward()
        slopes = np.zeros(values.shape)
        np.add.at(slopes, plain, 2)
        np.testing.assert_array_equal(array.grad.asnumpy(), slopes)


def square():
    return mx.nd.array(np.arange(12).reshape(3, 4))


# ---- what MXNet does its own way ----

@pytest.mark.parametrize("key", [np.array([True, False, True]), [True, False, True]])
def test_booleans_of_numpy_are_numbers(key):
    np.testing.assert_array_equal(square()[key].asnumpy(), np.arange(12).reshape(3, 4)[[1, 0, 1]])


def test_a_boolean_reads_as_a_number_and_writes_as_all_or_nothing():
    a = square()
    assert a[True].asnumpy().tolist() == [4, 5, 6, 7]
    a[False] = 5
    assert a[0, 0].asscalar() == 0
    a[True] = 5
    assert (a.asnumpy() == 5).all()


def test_boolean_arrays_are_masks():
    a = square()
    rows = mx.nd.array([1, 0, 1], dtype="bool")
    np.testing.assert_array_equal(a[rows].asnumpy(), a.asnumpy()[[0, 2]])
    large = mx.nd.array(a.asnumpy() > 6, dtype="bool")
    assert a[large].asnumpy().tolist() == [7, 8, 9, 10, 11]
    a[large] = 0
    assert a.asnumpy().max() == 6
    a[rows] = mx.nd.ones((2, 4))
    assert a.asnumpy()[[0, 2]].tolist() == [[1] * 4] * 2
    with pytest.raises(IndexError, match="boolean index did not match"):
        a[mx.nd.array([1, 0], dtype="bool")]


def test_new_axes_behind_arrays_come_out_in_front():
    a = square()
    assert a[[0, 2, 1], None].shape == (1, 3, 4)
    assert a[:, [0, 1], None].shape == (3, 1, 2)
    assert a[None, [0, 1]].shape == (1, 2, 4)
    assert a[[0, 1], None, [1, 2]].shape == (2, 1)
    a[[0, 2], None] = mx.nd.ones((2, 4))
    assert a.asnumpy()[[0, 2]].tolist() == [[1] * 4] * 2
    a[None, [1], ::-2] = mx.nd.array([[[8, 9]]])
    assert a.asnumpy()[1].tolist() == [4, 9, 6, 8]


def test_numbers_beside_arrays_count_as_arrays():
    a = mx.nd.array(np.arange(24).reshape(2, 3, 4))
    np.testing.assert_array_equal(a[0, :, [0, 1]].asnumpy(), a.asnumpy()[0, :, [0, 1]])
    assert a[0, :, [0, 1]].shape == (2, 3)


def test_whole_array_is_itself():
    a = square()
    assert a[:] is a
    assert a[()] is a
    assert a[...] is not a


def test_one_element_has_one_dimension():
    a = square()
    assert a[1, 2].shape == (1,)
    assert a[1][2].shape == (1,)
    assert mx.nd.array([5])[0].shape == (1,)
    with mx.util.np_shape(True):
        assert a[1, 2].shape == ()
        assert mx.nd.ones(())[()].shape == ()
    element = a[1, 2]
    element[:] = -1
    assert a.asnumpy()[1, 2] == -1


def test_empty_selections():
    a = square()
    assert a[1:1].shape == (0, 4)
    assert a[:, 2:2].shape == (3, 0)
    assert a[[]].shape == (0, 4)
    a[1:1] = 5
    a[[]] = 5
    assert a.asnumpy().max() == 11
    empty = mx.nd.array([])
    empty[:] = 3
    assert empty.shape == (0,)


@pytest.mark.parametrize(("key", "error", "words"), [
    (5, IndexError, "index 5 is out of bounds for axis 0 with size 3"),
    (-5, IndexError, "index -5 is out of bounds for axis 0 with size 3"),
    ((0, 9), IndexError, "index 9 is out of bounds for axis 1 with size 4"),
    ((slice(None), 9), IndexError, "index 9 is out of bounds for axis 1 with size 4"),
    ([0, 9], IndexError, "index 9 is out of bounds for axis 0 with size 3"),
    ((1, 2, 3), IndexError, r"too many indices \(3\) for array with 2 dimensions"),
    ((..., ...), IndexError, "more than one ellipsis"),
    (1.0, ValueError, "does not support slicing with key 1.0 of type <class 'float'>"),
    ("x", ValueError, "does not support slicing"),
    (["x"], ValueError, "does not support slicing"),
    (slice(None, None, 0), ValueError, "slice step cannot be zero"),
    (((),), ValueError, "is not supported"),
])
def test_bad_keys(key, error, words):
    with pytest.raises(error, match=words):
        square()[key]
    with pytest.raises(error, match=words):
        square()[key] = 1


@pytest.mark.parametrize(("key", "value", "error", "words"), [
    (0, [1, 2, 3], ValueError, "could not be broadcast"), (slice(None), np.ones((2, 4)), ValueError, "broadcast"),
    (slice(None), mx.nd.ones((3, 3)), ValueError, "broadcast"), ([0, 1], mx.nd.ones((3, 4)), ValueError, "broadcast"),
    (0, "abc", TypeError, "does not support assignment with non-array-like"),
    (0, object(), TypeError, "does not support assignment"),
])
def test_bad_values(key, value, error, words):
    with pytest.raises(error, match=words):
        square()[key] = value


@pytest.mark.parametrize(("value", "dtype", "wanted"), [
    (2.7, "int32", 2), (-1, "uint8", 255), (300, "uint8", 44), (float("nan"), "int32", -2**31), (True, "float32", 1),
    (2**40, "int64", 2**40), (1e6, "float16", np.inf), (np.float32(0.5), "float64", 0.5), (np.int8(-3), "int64", -3)])
@pytest.mark.parametrize("key", [slice(None), 0, [0], (slice(0, 1), 1)])
def test_numbers_are_cast_as_c_does(key, value, dtype, wanted):
    a = mx.nd.zeros((2, 2), dtype=dtype)
    a[key] = value
    assert a.asnumpy()[key].ravel()[0] == np.array(wanted, dtype)


def test_values_of_other_types_and_places():
    a = mx.nd.zeros((2, 3), dtype="int32")
    a[:] = mx.nd.array([[1.9, -1.9, 3]] * 2, ctx=mx.cpu(1))
    assert a.asnumpy().tolist() == [[1, -1, 3]] * 2
    a[0] = [4, 5, 6]
    a[1] = mx.nd.array([7, 8, 9])._data
    assert a.asnumpy().tolist() == [[4, 5, 6], [7, 8, 9]]
    a[:, 1] = [1, 2]
    assert a.asnumpy()[:, 1].tolist() == [1, 2]
    a[:] = a
    b = mx.nd.zeros((2,))
    b[0] = None
    assert np.isnan(b.asnumpy()[0])


def test_indices_of_other_forms():
    a = square()
    for key in (range(2), np.int32(1), np.uint8(1), np.array(1), (0, 1), [mx.nd.array([0]), mx.nd.array([1])]):
        plain = [x.asnumpy().astype(int) for x in key] if isinstance(key, list) else key
        np.testing.assert_array_equal(a[key].asnumpy().ravel(), a.asnumpy()[plain].ravel())


def test_iteration_and_length():
    a = square()
    assert len(a) == 3
    assert [row.asnumpy().tolist() for row in a] == a.asnumpy().tolist()
    for row in a:
        row[:] = 1
    assert (a.asnumpy() == 1).all()


def test_public_parts():
    keys = mx.nd.indexing_key_expand_implicit_axes
    full = slice(None)
    assert keys(0, (3, 4, 5)) == ((0, full, full), -1)
    assert keys((slice(0, 2), None, 0, ...), (3, 4, 5)) == ((slice(0, 2), None, 0, full), -1)
    assert mx.nd.get_indexing_dispatch_code((0, full, None)) == 0
    assert mx.nd.get_indexing_dispatch_code((0, [1])) == 1
    assert mx.nd.get_indexing_dispatch_code(((),)) == 2
    with pytest.raises(ValueError, match="slicing"):
        mx.nd.get_indexing_dispatch_code(("x",))
    assert mx.nd.get_oshape_of_gather_nd_op((3, 4, 5), (2, 7)) == (7, 5)


OVERLAPPING = """
a[[0, 1]] = a[0]            a[[0, 1]] = a[1]          a[[3, 2, 1, 0]] = a     a[1:] = a[:-1]        a[:-1] = a[1:]
a[::-1] = a                 a[:, ::-1] = a            a[:, 1:] = a[:, :-1]    a[[1, 0]] = a[0:2]    a[1:4:2] = a[0:2]
a[3:0:-1] = a[0:3]          a[[0, 1], [0, 1]] = a[0, :2]                      a[1:, [0, 2]] = a[0, :2]
a[0, [0, 1]] = a[1, 1]      a[:] = a.reshape((12,))[1:4]                      a[:] = a.reshape((12,))[4:7]
a[1:3] = a.reshape((12,))[2:8].reshape((2, 3))        a[1:3][:] = a[0:2]      a[2][[0, 1]] = a[2][1:]
a += a[0]                   a -= a[3:]                a[1:] += a[:-1]         a *= a.reshape((12,))[4:7]
"""


@pytest.mark.parametrize("dtype", ["float32", "float16", "int32"])
@pytest.mark.parametrize("statement", [one for one in re.split(r"\n|\s{4,}", OVERLAPPING) if one])
def test_a_value_that_lies_in_the_same_memory_is_read_before_it_is_written(statement, dtype):
    expected = np.arange(12, dtype=dtype).reshape(4, 3)
    a = mx.nd.array(expected, dtype=dtype)
    exec(statement, {"a": a})
    place, value = re.split(r"(?<== )", statement, maxsplit=1)
    value = eval(value, {"a": expected}).copy()  # NumPy 1.26 reads what it has just written
    exec(f"{place} value", {"a": expected, "value": value})
    np.testing.assert_array_equal(a.asnumpy(), expected)


def test_copyto_between_parts_of_one_array():
    a = mx.nd.arange(4)
    a[:-1].copyto(a[1:])
    assert a.asnumpy().tolist() == [0, 0, 1, 2]
    a[1:].copyto(a[:-1])
    assert a.asnumpy().tolist() == [0, 1, 2, 2]


def test_a_refused_write_says_what_is_wrong():
    a = mx.nd.zeros((4, 3))
    with pytest.raises(ValueError, match=r"broadcast.*\(2, 2\).*\(2, 3\)"):
        a[[0, 1]] = mx.nd.ones((2, 2))
    with pytest.raises(ValueError, match=r"broadcast.*\(3, 3\).*\(2, 3\)"):
        a[[0, 1]] = a[:3]
    with pytest.raises(IndexError, match="index 9 is out of bounds for axis 0 with size 4"):
        a[[0, 9]] = a[0]


@pytest.mark.gpu
def test_a_gpu_is_not_asked_for_what_does_not_exist():
    gpu = mx.gpu(0)
    array = mx.nd.array([[1, 2], [3, 4], [5, 6]], ctx=gpu)
    for key in ([7], np.array([-4]), mx.nd.array([7], ctx=gpu), (slice(None), mx.nd.array([2], ctx=gpu))):
        with pytest.raises(IndexError, match="is out of bounds for axis"):
            array[key]
        with pytest.raises(IndexError, match="is out of bounds for axis"):
            array[key] = 9
    graph = mx.nd.array([[1, 0], [5, 2]], ctx=gpu)
    found = mx.nd.contrib.edge_id(graph, mx.nd.array([0, 1, 7], ctx=gpu), mx.nd.array([7, 0, 0], ctx=gpu))
    assert found.asnumpy().tolist() == [-1, 5, -1]
    ones = mx.nd.ones((1, 2), ctx=gpu)
    marks = mx.nd.array([[9, 0]], gpu, "int32")
    likelihood = mx.nd.contrib.hawkesll(ones, ones[0] * 0.2, ones[0], ones * 0, ones, marks,
                                        mx.nd.array([2], gpu), mx.nd.array([3], gpu))[0]
    assert np.isnan(likelihood.asnumpy()).all()
    assert array[mx.nd.array([2], ctx=gpu)].asnumpy().tolist() == [[5, 6]]  # and it goes on
