"""Python's operators on arrays, and calls of operators: arguments, out, errors, other libraries."""
import ctypes

import numpy as np
import pytest
import torch

import mxnet as mx

BINARY = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "%": lambda a, b: a % b, "**": lambda a, b: a ** b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
}
VALUES = np.array([[1.0, 2.0, 3.0], [4.0, 2.0, 0.5]])


@pytest.mark.parametrize("sign", BINARY)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("other", [VALUES[::-1].copy(), VALUES[:1], 2, 2.5, np.float32(2)], ids=str)
def test_binary(sign, dtype, other):
    function = BINARY[sign]
    left, right = mx.nd.array(VALUES, dtype=dtype), other
    if isinstance(other, np.ndarray):
        right = mx.nd.array(other, dtype=dtype)
    for one, two in ((left, right), (right, left)):
        found = function(one, two)
        plain = [x.asnumpy().astype("float64") if isinstance(x, mx.nd.NDArray) else float(x) for x in (one, two)]
        assert isinstance(found, mx.nd.NDArray)
        assert found.dtype == np.dtype(dtype)
        tolerance = 2e-3 if dtype == "float16" else 1e-5
        np.testing.assert_allclose(found.asnumpy(), function(*plain), rtol=tolerance)


@pytest.mark.parametrize("sign", BINARY)
def test_binary_with_numpy(sign):
    function, a = BINARY[sign], mx.nd.array(VALUES)
    for one, two in ((a, VALUES), (VALUES, a), (np.float64(2), a)):
        found = function(one, two)
        assert isinstance(found, mx.nd.NDArray)
        np.testing.assert_allclose(found.asnumpy(), function(np.asarray(one), np.asarray(two)), rtol=1e-6)


@pytest.mark.parametrize(("statement", "wanted"), [
    ("a / 2", [3, -3]), ("a % 3", [1, 2]), ("a ** 2", [49, 49]), ("a + 1.7", [8, -6]), ("a * 2", [14, -14]),
    ("a / b", [3, -3]), ("-a", [-7, 7]), ("abs(a)", [7, 7]), ("a > 0", [1, 0]), ("10 - a", [3, 17])])
def test_whole_numbers(statement, wanted):
    a, b = mx.nd.array([7, -7], dtype="int32"), mx.nd.array([2, 2], dtype="int32")
    found = eval(statement, {"a": a, "b": b, "abs": abs})
    assert (found.dtype, found.asnumpy().tolist()) == (np.int32, wanted)


@pytest.mark.parametrize(("sign", "wanted"), [("+=", [[3, 4, 5], [6, 4, 2.5]]), ("-=", [[-1, 0, 1], [2, 0, -1.5]]),
                                              ("*=", [[2, 4, 6], [8, 4, 1]]), ("/=", [[0.5, 1, 1.5], [2, 1, 0.25]]),
                                              ("%=", [[1, 0, 1], [0, 0, 0.5]])])
@pytest.mark.parametrize("operand", [2, np.float32(2), "array", "row", "numpy"])
def test_in_place(sign, wanted, operand):
    other = {"array": mx.nd.full((2, 3), 2), "row": mx.nd.full((1, 3), 2), "numpy": np.full((2, 3), 2.0)}.get(
        operand, operand)
    a = mx.nd.array(VALUES)
    view, before = a[:1], a
    space = {"a": a, "b": other}
    exec(f"a {sign} b", space)
    assert space["a"] is before
    np.testing.assert_allclose(a.asnumpy(), wanted, rtol=1e-6)
    np.testing.assert_allclose(view.asnumpy(), wanted[:1], rtol=1e-6)


def test_in_place_keeps_shape_and_type():
    a = mx.nd.ones((1, 3))
    with pytest.raises(mx.MXNetError, match="expected"):
        a += mx.nd.ones((2, 3))
    b = mx.nd.array([1, 2], dtype="int32")
    b += 1.9
    assert b.asnumpy().tolist() == [2, 3]
    with pytest.raises(TypeError):
        a += "x"


@pytest.mark.parametrize("call", [lambda a: a + "x", lambda a: a + None, lambda a: a * [1], lambda a: a < "x",
                                  lambda a: "x" - a, lambda a: mx.nd.add(a, "x"), lambda a: mx.nd.add(object(), a)])
def test_operands_that_are_none(call):
    with pytest.raises(TypeError):
        call(mx.nd.ones((2,)))


def test_types_do_not_mix():
    with pytest.raises(mx.MXNetError, match="expected int32, got float32"):
        mx.nd.array([1], dtype="int32") + mx.nd.array([1])
    with pytest.raises(mx.MXNetError, match="broadcast_add"):
        mx.nd.ones((2, 2)) + mx.nd.ones((3,))


@pytest.mark.parametrize(("name", "plain"), [
    ("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply), ("divide", np.divide), ("modulo", np.mod),
    ("power", np.power), ("maximum", np.maximum), ("minimum", np.minimum), ("equal", np.equal), ("greater", np.greater),
    ("not_equal", np.not_equal), ("lesser", np.less), ("lesser_equal", np.less_equal), ("logical_and", np.logical_and),
    ("greater_equal", np.greater_equal), ("logical_or", np.logical_or), ("logical_xor", np.logical_xor)])
def test_functions_of_two(name, plain):
    function, a = getattr(mx.nd, name), mx.nd.array(VALUES)
    for one, two in ((a, a), (a, 2), (2, a), (3.0, 2.0)):
        found = function(one, two)
        wanted = plain(*(x.asnumpy() if isinstance(x, mx.nd.NDArray) else x for x in (one, two)))
        np.testing.assert_allclose(found.asnumpy() if isinstance(found, mx.nd.NDArray) else found, wanted, rtol=1e-5)


# ---- calls ----

def test_arguments_by_position_and_keyword():
    a = mx.nd.array(VALUES)
    wanted = VALUES.sum(1)
    for found in (mx.nd.sum(a, 1), mx.nd.sum(a, axis=1), mx.nd.sum(data=a, axis=(1,)), mx.nd.sum(a, axis="1"), a.sum(1),
                  a.sum(axis=1), mx.nd.sum(a, axis=1, name="total"), mx.nd.op.sum(a, [1])):
        np.testing.assert_allclose(found.asnumpy(), wanted)
    joined = mx.nd.concat(a, a, dim=1)
    assert mx.nd.concat(*[a, a], dim=1).shape == mx.nd.Concat(a, a, dim=1, num_args=2).shape == joined.shape


def test_out():
    a, out = mx.nd.array(VALUES), mx.nd.zeros((2, 3))
    assert mx.nd.relu(a, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), VALUES)
    parts = [mx.nd.zeros((2, 1)) for _ in range(3)]
    assert mx.nd.split(a, num_outputs=3, axis=1, out=parts) is parts
    np.testing.assert_array_equal(parts[2].asnumpy(), VALUES[:, 2:])
    mx.nd.transpose(a, out=a.reshape((3, 2)))
    with pytest.raises(mx.MXNetError, match=r"expected \[2, 3\], got \[3, 3\]"):
        mx.nd.relu(a, out=mx.nd.zeros((3, 3)))
    with pytest.raises(mx.MXNetError, match="expected float32, got int32"):
        mx.nd.relu(a, out=mx.nd.zeros((2, 3), dtype="int32"))


@pytest.mark.parametrize(("call", "words"), [
    (lambda a: mx.nd.sum(a, foo=1), "Cannot find argument 'foo'"),
    (lambda a: mx.nd.FullyConnected(a, a), "Required parameter num_hidden of int is not presented"),
    (lambda a: mx.nd.sum(a, axis="x"), "Invalid Parameter format for axis"),
    (lambda a: mx.nd.FullyConnected(a, num_hidden=3, no_bias=True), "expects 2 inputs, but got 1"),
    (lambda a: mx.nd.sum(a, axis=5), "sum: "),
    (lambda a: mx.nd.gather_nd(a, mx.nd.array([[9]])), "out of bounds"),
])
def test_errors_name_the_operator(call, words):
    with pytest.raises(mx.MXNetError, match=words):
        call(mx.nd.array(VALUES))


def test_index_errors_are_both_kinds():
    with pytest.raises(IndexError):
        mx.nd.gather_nd(mx.nd.ones((2,)), mx.nd.array([[5]]))


def test_wrong_arguments():
    a = mx.nd.ones((2,))
    with pytest.raises(TypeError, match="twice"):
        mx.nd.sum(a, data=a)
    with pytest.raises((TypeError, AssertionError), match="NDArray"):
        mx.nd.relu(5)
    with pytest.raises(TypeError, match="NDArray"):
        mx.nd.concat(a, 5)
    with pytest.raises(AttributeError, match="did you mean 'softmax'"):
        getattr(mx.nd, "softmacks")  # noqa: B009


def test_methods_are_the_operators():
    a = mx.nd.array(VALUES)
    np.testing.assert_allclose(a.transpose((1, 0)).asnumpy(), VALUES.T)
    np.testing.assert_allclose(a.transpose(axes=(1, 0)).asnumpy(), a.transpose().asnumpy())
    assert a.tile((1, 2)).shape == (2, 6)
    assert [p.shape for p in a.split_v2(3, axis=1)] == [(2, 1)] * 3
    assert a.broadcast_like(mx.nd.ones((2, 3))).shape == (2, 3)
    assert mx.nd.ones((3,)).broadcast_to((2, 3)).shape == (2, 3)
    with pytest.raises(ValueError, match="could not be broadcast"):
        a.broadcast_to((3, 3))
    with pytest.raises(ValueError, match="2 Dimensional"):
        mx.nd.ones((2,)).tostype("csr")


def test_joining_and_splitting():
    a = mx.nd.array(VALUES)
    assert mx.nd.concatenate([a, a]).shape == (4, 3)
    assert mx.nd.concatenate([a], always_copy=False) is a
    assert mx.nd.concatenate([a], axis=1) is not a
    with pytest.raises(mx.MXNetError, match="at least one"):
        mx.nd.concatenate([])
    assert mx.nd.moveaxis(mx.nd.ones((2, 3, 4)), [0, 1], [-1, 0]).shape == (3, 4, 2)
    for source, destination in ((5, 0), ([0, 1], [0]), ([0, 0], [1, 2])):
        with pytest.raises(ValueError):
            mx.nd.moveaxis(mx.nd.ones((2, 3, 4)), source, destination)
    with pytest.raises(ValueError, match="equal division"):
        mx.nd.split_v2(mx.nd.arange(6), 4)
    with pytest.raises(ValueError, match="indices_or_sections"):
        mx.nd.split_v2(mx.nd.arange(6), 2.5)


def test_histogram():
    a = mx.nd.array([1, 2, 2, 3, 10])
    with pytest.warns(UserWarning, match="range is not specified"):
        counts, edges = mx.nd.histogram(a, bins=3)
    assert (counts.asnumpy().tolist(), edges.asnumpy().tolist()) == ([4, 0, 1], [1, 4, 7, 10])
    counts, _ = mx.nd.histogram(a, bins=2, range=(0, 4))
    assert counts.asnumpy().tolist() == [1, 3]
    counts, _ = mx.nd.histogram(a, bins=mx.nd.array([0, 2, 20]))
    assert counts.asnumpy().tolist() == [1, 4]
    with pytest.raises(ValueError, match="bins argument"):
        mx.nd.histogram(a, bins="many")


# ---- other libraries ----

def test_numpy_functions():
    a = mx.nd.array(VALUES)
    np.testing.assert_allclose(np.asarray(a), VALUES)
    assert np.array(a, dtype="int64").dtype == np.int64
    assert isinstance(np.mean(a), np.floating)
    assert isinstance(np.sum(a), mx.nd.NDArray)  # as MXNet's arrays always answered
    assert isinstance(np.sin(a), np.ndarray)
    assert np.concatenate([a, VALUES]).shape == (4, 3)
    assert np.all(a == VALUES)
    assert np.array_equal(a, VALUES)
    target = np.ones((2, 3))
    target += a
    np.testing.assert_allclose(target, VALUES + 1)
    np.testing.assert_allclose(np.add.reduce(a), VALUES.sum(0))
    np.testing.assert_allclose(a, VALUES)


def test_from_numpy():
    values = np.array([1.0, 2.0])
    shared = mx.nd.from_numpy(values)
    assert not values.flags.writeable
    shared[:] = 5
    assert values.tolist() == [5, 5]
    copied = mx.nd.from_numpy(np.ones(2), zero_copy=False)
    copied[:] = 3
    with pytest.raises(ValueError, match="c-contiguous"):
        mx.nd.from_numpy(np.asfortranarray(np.ones((2, 3))))
    with pytest.raises(TypeError, match="from_numpy"):
        mx.nd.from_numpy([1, 2])


def test_torch_shares_memory():
    a = mx.nd.ones((2,))
    a.as_torch()[0] = 7
    assert a.asnumpy().tolist() == [7, 1]
    tensor = torch.zeros(2, requires_grad=True)
    b = mx.nd.from_torch(tensor)
    b[:] = 3
    assert tensor.tolist() == [3, 3]
    with pytest.raises(mx.MXNetError, match="no type"):
        mx.nd.from_torch(torch.zeros(2, dtype=torch.complex64))


@pytest.mark.parametrize("give", [lambda a: a.to_dlpack_for_read(), lambda a: a.to_dlpack_for_write(),
                                  mx.nd.to_dlpack_for_read, mx.nd.to_dlpack_for_write, lambda a: a])
def test_dlpack(give):
    a = mx.nd.ones((2,))
    b = mx.nd.from_dlpack(give(a))
    b[:] = 4
    assert a.asnumpy().tolist() == [4, 4]
    np.testing.assert_array_equal(np.from_dlpack(a), [4, 4])
    assert torch.from_dlpack(a).tolist() == [4, 4]


def test_the_library_that_is_not_there():
    from mxnet.base import _LIB
    with pytest.raises(mx.MXNetError, match="no C library"):
        _LIB.MXNDArrayCreate()
    names, size = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_uint()
    assert _LIB.MXListAllOpNames(ctypes.byref(size), ctypes.byref(names)) == 0
    assert {"FullyConnected", "split", "amp_cast"} <= {names[i].decode() for i in range(size.value)}


def test_arrays_are_used_from_threads():
    from concurrent.futures import ThreadPoolExecutor
    a = mx.nd.array(VALUES)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: float((a * n).sum().asscalar()), range(50)))
    np.testing.assert_allclose(found, VALUES.sum() * np.arange(50), rtol=1e-5)


def test_the_output_may_stand_behind_the_params():
    x, y = mx.nd.array([[0.0, 1.0]]), mx.nd.zeros((1, 2))
    assert mx.nd.sin(x, y) is y
    np.testing.assert_allclose(y.asnumpy(), np.sin(x.asnumpy()), rtol=1e-6)
    total = mx.nd.zeros((1,))
    assert mx.nd.sum(x, 1, False, False, total) is total and total.asscalar() == 1
    with pytest.raises(TypeError, match="'out' is given twice"):
        mx.nd.sin(x, y, out=y)
    with pytest.raises(TypeError, match="out must be an NDArray"):
        mx.nd.sin(x, 3)
    with pytest.raises(mx.MXNetError, match="takes at most 3 arguments"):
        mx.nd.sin(x, y, "sine", y)


@pytest.mark.parametrize("call", [
    lambda x: mx.nd.Concat(x, x, num_args=3), lambda x: mx.nd.add_n(x, x, num_args=1),
    lambda x: mx.nd.UpSampling(x, scale=2, sample_type="nearest", num_args=2),
    lambda x: mx.nd.linalg.syevd(x, out=x),
])
def test_the_number_of_inputs_and_outputs_is_held(call):
    with pytest.raises(mx.MXNetError, match="expects . (in|out)puts, but got"):
        call(mx.nd.ones((1, 1, 2, 2)))


def test_a_count_that_decides_nothing_is_not_read():
    x, weight = mx.nd.ones((1, 2, 3, 3)), mx.nd.ones((2, 1, 4, 4))
    found = mx.nd.UpSampling(x, weight, scale=2, sample_type="bilinear", num_filter=2, num_args=3)
    assert found.shape == (1, 2, 6, 6)


@pytest.mark.parametrize("call", [
    lambda: mx.nd.contrib.MultiBoxPrior(mx.nd.ones((1, 3, 2, 2)), offsets=(-1, 0.5)),
    lambda: mx.nd.contrib.MultiBoxPrior(mx.nd.ones((1, 3, 2, 2)), offsets=(0.5,)),
    lambda: mx.nd.ROIPooling(mx.nd.ones((1, 1, 4, 4)), mx.nd.ones((1, 6)), pooled_size=(2, 2), spatial_scale=1),
    lambda: mx.nd.lamb_update_phase2(*[mx.nd.ones((3, 2))] * 2, mx.nd.ones((2,)), mx.nd.ones((1,)), lr=0.1),
    lambda: mx.nd.lamb_update_phase2(*[mx.nd.ones((3, 2))] * 2, mx.nd.ones((1,)), mx.nd.ones((2,)), lr=0.1),
    lambda: mx.nd.clip(mx.nd.ones((2,)), 0, 1e50),
    lambda: mx.nd.image.normalize(mx.nd.ones((3, 2, 2)), float("nan"), 1),
])
def test_what_mxnet_refuses(call):
    with pytest.raises(mx.MXNetError):
        call()


def test_norms_of_lamb_are_one_number():
    weight, step = mx.nd.ones((3, 2)), mx.nd.ones((3, 2))
    found = mx.nd.lamb_update_phase2(weight, step, mx.nd.array([[2, 9]]), mx.nd.ones((1,)), lr=0.1)
    np.testing.assert_allclose(found.asnumpy(), 0.8, rtol=1e-6)  # the first one counts
    state = [mx.nd.zeros((3, 2)) for _ in range(2)]
    scaled = mx.nd.contrib.adamw_update(weight, step, *state, mx.nd.array([1, 7]), lr=0.1, eta=1)
    assert scaled.shape == (3, 2)


def test_scalars_have_double_precision():
    x = mx.nd.array([1.0], dtype="float64")
    assert (x * 1e50).asscalar() == 1e50
    assert mx.nd._internal._mul_scalar(x, scalar=1e50).asscalar() == 1e50


HUGE = 46341  # its square is more than an array of MXNet can have


@pytest.mark.parametrize("call", [
    lambda x, r: mx.nd.ROIPooling(x, r, pooled_size=(HUGE, HUGE), spatial_scale=1),
    lambda x, r: mx.nd.contrib.ROIAlign(x, r, pooled_size=(HUGE, HUGE), spatial_scale=1),
    lambda x, r: mx.nd.contrib.RROIAlign(x, mx.nd.ones((1, 6)), pooled_size=(HUGE, HUGE), spatial_scale=1),
    lambda x, r: mx.nd.SpatialTransformer(x, mx.nd.ones((1, 6)), target_shape=(HUGE, HUGE), transform_type="affine",
                                          sampler_type="bilinear"),
    lambda x, r: mx.nd.GridGenerator(mx.nd.ones((1, 6)), target_shape=(HUGE, HUGE), transform_type="affine"),
    lambda x, r: mx.nd.contrib.BilinearResize2D(x, height=HUGE, width=HUGE),
    lambda x, r: mx.nd.contrib.AdaptiveAvgPooling2D(x, output_size=(HUGE, HUGE)),
    lambda x, r: mx.nd.UpSampling(x, scale=HUGE // 2, sample_type="nearest"),
])
def test_outputs_that_no_memory_holds_are_refused_at_once(call):
    with pytest.raises(mx.MXNetError, match="elements; expected fewer than"):
        call(mx.nd.ones((1, 1, 4, 4)), mx.nd.array([[0, 0, 0, 3, 3]]))


@pytest.mark.parametrize("call", [
    lambda x, like: mx.nd.cast(x, dtype=like), lambda x, like: mx.nd.cast(x, like),
    lambda x, like: mx.nd.Cast(data=x, dtype=like), lambda x, like: mx.nd.one_hot(x, 3, dtype=like),
    lambda x, like: mx.nd.argsort(x, dtype=like), lambda x, like: mx.nd.random.uniform(shape=2, dtype=like)])
@pytest.mark.parametrize("shape", [(2, 3), (1,)])
def test_an_array_stands_for_its_element_type(call, shape):
    assert call(mx.nd.array([1, 0]), mx.nd.ones(shape, dtype="float16")).dtype == np.float16


def test_an_array_stands_for_no_other_param():
    with pytest.raises(mx.MXNetError, match="unknown input 'axis'"):
        mx.nd.argsort(mx.nd.ones(2), axis=mx.nd.ones(2))
