"""The array of mx.np: what it is, its parts, its operators, its gradient; results are MXNet 1.9.1's."""
import pickle
import threading

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx


@pytest.fixture(autouse=True)
def _numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def test_zero_dim_and_zero_size():
    assert np.array(1.5).shape == () and np.zeros((0, 3)).size == 0
    assert float(np.arange(6).reshape(2, 3)[1, 2]) == 5.0 and np.arange(3)[1].shape == ()
    assert repr(np.arange(4).sum()) == "array(6.)"
    assert repr(np.zeros((0, 2))) == "array([], shape=(0, 2))"
    with pytest.raises(TypeError, match="unsized"):
        len(np.array(1))
    with pytest.raises(IndexError, match="scalar tensor"):
        np.array(1)[0]


@pytest.mark.parametrize(("values", "dtype", "shown"), [
    ([1, 2], "int32", "array([1, 2], dtype=int32)"), ([1.5], "float32", "array([1.5])"),
    ([True], "bool", "array([ True])"), ([1], "float64", "array([1.], dtype=float64)")])
def test_printing(values, dtype, shown):
    assert repr(np.array(values, dtype=dtype)) == shown


def test_types_of_new_arrays():
    assert np.array([1, 2]).dtype == onp.float32 and np.array(onp.arange(3)).dtype == onp.int64
    assert np.array(True).dtype == onp.float32 and np.full((2,), True).dtype == onp.bool_


# rows are the left type, columns the right one, in the order of TYPES; - is refused. MXNet subtracts two different
# integer types only if their shapes differ.
TYPES = {"h": "float16", "f": "float32", "d": "float64", "b": "int8", "i": "int32", "l": "int64", "u": "uint8"}
PROMOTION = {
    "add": "hfdhhhh ffdffff ddddddd hfdbil- hfdiili hfdllll hfd-ilu",
    "subtract": "hfdhhhh ffdffff ddddddd hfdbil- hfdiili hfdllll hfd-ilu",
    "true_divide": "h--hhhh -f-ffff --ddddd hfdf--- hfd-f-- hfd--f- hfd---f",
    "maximum": "h------ -f----- --d---- ---b--- ----i-- -----l- ------u",
}


@pytest.mark.parametrize("name", PROMOTION)
def test_promotion(name):
    for left, row in zip(TYPES, PROMOTION[name].split(), strict=True):
        for right, wanted in zip(TYPES, row, strict=True):
            a, b = np.ones((2,)).astype(TYPES[left]), np.ones((2,)).astype(TYPES[right])
            if wanted == "-":
                with pytest.raises(mx.MXNetError):
                    getattr(np, name)(a, b)
            else:
                assert getattr(np, name)(a, b).dtype == TYPES[wanted], (left, right)


# Beside an array with dimensions torch ignores how wide one without dimensions is
SINGLE = [("uint8", 100, "int32", 200, "int32", 300), ("int8", 1, "int64", 2 ** 62, "int64", 2 ** 62 + 1),
          ("float16", 1, "float32", 1e6, "float32", 1e6 + 1), ("float32", 1, "float64", 1e-12, "float64", 1 + 1e-12)]


@pytest.mark.parametrize("row", SINGLE, ids=lambda row: f"{row[0]} {row[2]}")
def test_an_array_without_dimensions_widens(row):
    left, a, right, b, kind, wanted = row
    x, y = np.array([a], dtype=left), np.array(b, dtype=right)
    sym = mx.sym.var("x").as_np_ndarray() + mx.sym.var("y").as_np_ndarray()
    bound = sym.bind(mx.cpu(), {"x": x, "y": y}).forward()[0]
    for made in (x + y, y + x, np.add(x, y), (x * 1 + y), bound):
        assert made.asnumpy().dtype == kind and made.asnumpy()[0] == wanted
    assert (x * y).dtype == kind and (y * x).asnumpy()[0] == onp.asarray(b, right) * a
    with pytest.raises(mx.MXNetError):
        x += y


def test_gradients_keep_the_types_of_their_operands():
    x, y = np.array([1, 2], dtype="float32"), np.array(3, dtype="float64")
    for array in (x, y):
        array.attach_grad()
    with mx.autograd.record():
        z = (x * y + y + x).sum()
    z.backward()
    assert (x.grad.dtype, y.grad.dtype, z.dtype) == ("float32", "float64", "float64")
    assert x.grad.tolist() == [4, 4] and y.grad.item() == 5


def test_whole_numbers_beside_a_number_stay_whole():
    x = np.array([3, 5], dtype="int32")
    assert (x + 1.5).tolist() == [4, 6] and (x + 1.5).dtype == onp.int32
    assert (x / 2).tolist() == [1.5, 2.5] and (x / 2).dtype == onp.float32
    assert (2 ** x).tolist() == [8, 32] and (x == 3.5).tolist() == [True, False]
    assert (x.astype("uint8") - 7).tolist() == [252, 254]


def test_comparisons_give_masks():
    a = np.arange(6).reshape(2, 3)
    assert (a > 3).dtype == onp.bool_ and a[a > 3].tolist() == [4.0, 5.0]
    assert a[[True, False]].shape == (1, 3) and a[onp.array([False, True])].tolist() == [[3.0, 4.0, 5.0]]
    assert a[True].shape == (1, 2, 3) and a[False].shape == (0, 2, 3)
    a[a > 3] = -1
    assert a.tolist() == [[0, 1, 2], [3, -1, -1]]


def test_views_write_through_where_memory_is_contiguous():
    a = np.arange(6).reshape(2, 3)
    a[0][:] = 9
    assert a.tolist() == [[9, 9, 9], [3, 4, 5]]
    a.reshape(3, 2)[:] = 7          # a copy, as in MXNet
    a[:, 1][:] = 1
    assert a.tolist() == [[9, 9, 9], [3, 4, 5]]


def test_scalar_arrays_are_written_by_the_empty_key():
    a = np.array(1.0)
    a[()] = 5
    assert a.item() == 5.0
    with pytest.raises(ValueError, match="sequence"):
        a[()] = [1, 2]


@pytest.mark.parametrize("use", [lambda a: a // 2, lambda a: a + onp.ones(3), lambda a: a + mx.nd.ones(3), lambda a: +a,
                                 lambda a: a + [1, 2, 3], lambda a: a == None])  # noqa: E711
def test_what_mxnet_refuses(use):
    with pytest.raises(TypeError):
        use(np.ones(3))


def test_both_faces_share_memory_and_history():
    legacy = mx.nd.ones((2,))
    legacy.attach_grad()
    with mx.autograd.record():
        y = (legacy.as_np_ndarray() * 3).as_nd_ndarray()
    y.backward()
    assert legacy.grad.asnumpy().tolist() == [3.0, 3.0]
    face = legacy.as_np_ndarray()
    face[:] = 4
    assert legacy.asnumpy().tolist() == [4.0, 4.0] and type(face.grad) is np.ndarray


def test_gradients_pass_parts_and_functions():
    a = np.arange(6).reshape(2, 3)
    a.attach_grad()
    with mx.autograd.record():
        y = (np.sin(a) * a[1]).sum() + a[a > 4].sum() + a.mean()
    y.backward()
    x = onp.arange(6.0).reshape(2, 3)
    wanted = onp.cos(x) * x[1] + (x > 4) + 1 / 6
    wanted[1] += onp.sin(x).sum(0)
    onp.testing.assert_allclose(a.grad.asnumpy(), wanted, rtol=1e-5)


def test_pickles():
    for array in (np.arange(6).reshape(2, 3), np.array(2.5), np.zeros((0, 2)), np.array([True])):
        again = pickle.loads(pickle.dumps(array))
        assert type(again) is np.ndarray and again.shape == array.shape and again.tolist() == array.tolist()


def test_numpys_functions_answer_with_arrays_of_mxnet():
    a = np.arange(6).reshape(2, 3)
    assert type(onp.mean(a)) is np.ndarray and type(onp.concatenate([a, a])) is np.ndarray
    assert type(onp.add(a, a)) is np.ndarray and type(onp.fmax(a, a)) is np.ndarray
    assert np.cov(a).shape == (2, 2) and type(np.cov(a)) is np.ndarray
    with mx.autograd.record(), pytest.raises(ValueError, match="autograd"):
        onp.cov(a)


@pytest.mark.parametrize("call", [
    lambda n, z: np.arange(n), lambda n, z: np.arange(-z, z, z / 2), lambda n, z: np.eye(n),
    lambda n, z: np.full_like(np.ones(2), z), lambda n, z: np.clip(np.arange(5), 1, z),
    lambda n, z: np.ones(2).clip(z, 5), lambda n, z: np.repeat(np.ones(2), n), lambda n, z: np.tile(np.ones(2), n),
    lambda n, z: np.expand_dims(np.ones(2), n - 3),
    lambda n, z: np.sum(np.ones((2, 2)), axis=n - 3), lambda n, z: npx.one_hot(np.array([1]), n),
    lambda n, z: npx.topk(np.array([1.0, 3.0, 2.0, 5.0]), k=n)], ids=range(12))
def test_an_array_without_axes_is_a_number_where_one_is_asked_for(call):
    count, bound = np.array(3, dtype="int32"), np.array(2.0)
    assert call(count, bound).tolist() == call(3, 2.0).tolist()


def test_a_number_in_an_array_is_read_at_every_call():
    count = np.array(2, dtype="int32")
    assert npx.topk(np.arange(4), k=count).shape == (2,)
    count[()] = 3
    assert npx.topk(np.arange(4), k=count).shape == (3,) and np.tile(np.ones(2), count).shape == (6,)


def test_pickles_made_and_read_in_threads_without_the_mode():
    arrays, found = [np.array(3.0), np.zeros((0, 2)), np.arange(3, dtype="int32")], []

    def there_and_back():
        found.extend(pickle.loads(pickle.dumps(arrays)))
    thread = threading.Thread(target=there_and_back)  # as a pool of processes does; the mode is a thread's own
    thread.start()
    thread.join()
    assert [(type(item), item.shape, item.tolist()) for item in found] \
        == [(np.ndarray, item.shape, item.tolist()) for item in arrays]
    npx.reset_np()
    assert pickle.loads(pickle.dumps(arrays[0])).shape == ()


@pytest.mark.parametrize("number", [onp.float32(2), onp.float64(2), onp.int64(2), onp.array(2.0)])
def test_compares_with_numpy_numbers_on_the_left(number):
    x = np.array([1.0, 2.0, 3.0])
    assert (number >= x).asnumpy().tolist() == [True, True, False]
    assert (number < x).asnumpy().tolist() == [False, False, True]
    assert max(np.array(1.0), number) == 2.0 and onp.maximum(number, x).asnumpy().tolist() == [2.0, 2.0, 3.0]
    with pytest.raises(TypeError, match="numpy.ndarray"):
        onp.less(onp.ones(3), x)


@pytest.mark.parametrize("key, shape", [
    ((1, 0), (6,)), ((0, 1), (6,)), ((1, 0, 3), ()), ((1, slice(None), 0), (5,)), ((slice(None), 0, 1), (4,)),
    ((1, 0, None), (1, 6)), ((1, ..., 0), (5,)), ((1, [2], 0), (1,))])
def test_numbers_beside_an_index_without_dimensions_make_no_axis(key, shape):
    """Where 0 stands for an array of the number 2."""
    values = onp.arange(120, dtype=onp.int32).reshape(4, 5, 6)
    ours = tuple(np.array(2, dtype="int32") if part == 0 else part for part in key)
    plain = tuple(2 if part == 0 else part for part in key)
    x = np.array(values, dtype="int32")
    assert x[ours].shape == shape and onp.array_equal(x[ours].asnumpy().ravel(), values[plain].ravel())
    x[ours] = -1
    values[plain] = -1
    assert onp.array_equal(x.asnumpy(), values)


@pytest.mark.parametrize("function", [np.percentile, np.quantile])
@pytest.mark.parametrize("given, made", [("float16", "float32"), ("float64", "float64"), ("int8", "float32")])
def test_quantiles_have_32_bits_at_least(function, given, made):
    found = function(np.array([1, 2, 4], dtype=given), np.array([0, 1]), interpolation="midpoint")
    assert found.dtype == made and float(found[0]) == 1.0
