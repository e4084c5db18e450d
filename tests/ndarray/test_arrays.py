"""What an array is and turns into: creation, types, contexts, copies, views, text, pickles."""
import copy
import pickle

import numpy as np
import pytest
import torch

import mxnet as mx

KINDS = ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"]


# ---- creation ----

@pytest.mark.parametrize(("source", "dtype", "wanted"), [
    ([1, 2], None, "float32"), (np.array([1, 2]), None, "float32"), (np.array([1.0]), None, "float32"),
    (np.array([True]), None, "float32"), ((1, 2), None, "float32"), (range(3), None, "float32"), (3, None, "float32"),
    ([1, 2], "int32", "int32"), ([1, 2], np.int8, "int8"), ([1, 2], np.dtype("uint8"), "uint8"), ([1], int, "int64"),
    ([1, 2], "bfloat16", "bfloat16")])
def test_array_is_float32_unless_told(source, dtype, wanted):
    made = mx.nd.array(source, dtype=dtype)
    assert (made.dtype == "bfloat16") if wanted == "bfloat16" else made.dtype == np.dtype(wanted)
    np.testing.assert_array_equal(made.asnumpy(), np.asarray(source))


def test_array_of_an_array_keeps_its_type_and_copies():
    a = mx.nd.array([1, 2], dtype="int32")
    b = mx.nd.array(a)
    b[:] = 7
    assert (b.dtype, a.asnumpy().tolist()) == (np.int32, [1, 2])
    assert mx.nd.array(a, dtype="float64").dtype == np.float64
    assert mx.nd.array([a, b]).shape == (2, 2)


def test_array_copies_numpy():
    values = np.ones((2, 3), "float32")
    made = mx.nd.array(values)
    values[:] = 5
    assert (made.asnumpy() == 1).all()
    assert mx.nd.array(values[:, ::2]).shape == (2, 2)
    values.flags.writeable = False
    mx.nd.array(values)[:] = 3
    mx.nd.array(np.array([1, 2], "uint16"), dtype="int32")
    mx.nd.array(values[::-1])


@pytest.mark.parametrize("source", ["abc", [[1, 2], [3]], object(), [object()]])
def test_array_refuses(source):
    with pytest.raises(TypeError, match="array like"):
        mx.nd.array(source)


def test_unknown_types_are_named():
    with pytest.raises(mx.MXNetError, match="int16.*did you mean"):
        mx.nd.array([1], dtype="int16")
    with pytest.raises(mx.MXNetError, match="unknown dtype"):
        mx.nd.zeros((2,), dtype="real")


def test_filled():
    assert mx.nd.zeros(3).asnumpy().tolist() == [0, 0, 0]
    assert mx.nd.ones((1, 2), dtype="int32").asnumpy().tolist() == [[1, 1]]
    assert mx.nd.full((2,), 7.9, dtype="int32").asnumpy().tolist() == [7, 7]
    out = mx.nd.zeros((2,))
    assert mx.nd.full((2,), 7, out=out) is out
    assert mx.nd.ones((2,), out=out) is out
    assert out.asnumpy().tolist() == [1, 1]
    assert mx.nd.empty((2, 3), mx.cpu(1), "float64").dtype == np.float64
    assert mx.nd.empty(2).shape == (2,)
    for shape in ((0, 2), ()):
        with pytest.raises(mx.MXNetError, match="not known"):
            mx.nd.zeros(shape)


def test_ranges():
    assert mx.nd.arange(3).asnumpy().tolist() == [0, 1, 2]
    assert mx.nd.arange(2, 6, 2, repeat=2, dtype="int32").asnumpy().tolist() == [2, 2, 4, 4]
    np.testing.assert_allclose(mx.nd.linspace(0, 1, 5).asnumpy(), np.linspace(0, 1, 5))
    np.testing.assert_allclose(mx.nd.linspace(0, 1, 4, endpoint=False).asnumpy(), np.arange(4) / 4)
    np.testing.assert_array_equal(mx.nd.eye(2, 3, 1).asnumpy(), np.eye(2, 3, 1))


def test_contexts():
    assert mx.nd.ones((1,)).context == mx.cpu(0)
    assert mx.nd.ones((1,), ctx=mx.cpu(2)).ctx == mx.cpu(2)
    assert mx.nd.ones((1,), ctx=mx.cpu_pinned()).context == mx.cpu_pinned()
    with mx.cpu(3):
        assert mx.nd.zeros((1,)).context == mx.nd.array([1]).context == mx.nd.arange(2).context == mx.cpu(3)
    a, b = mx.nd.ones((2,), ctx=mx.cpu(1)), mx.nd.ones((2,))
    assert (a + b).context == mx.cpu(1)
    assert a.as_in_context(mx.cpu(1)) is a
    moved = a.as_in_context(mx.cpu(0))
    moved[:] = 5
    assert (moved.context, a.asnumpy().tolist()) == (mx.cpu(0), [1, 1])
    assert a.copyto(mx.cpu(4)).context == mx.cpu(4)
    with pytest.raises(mx.MXNetError, match="does not exist"):
        mx.nd.ones((1,), ctx=mx.gpu(77))


# ---- what it is ----

@pytest.mark.parametrize("dtype", KINDS)
def test_properties(dtype):
    a = mx.nd.zeros((2, 3), dtype=dtype)
    assert (a.shape, a.ndim, a.size, len(a), a.stype) == ((2, 3), 2, 6, 2, "default")
    assert a.dtype is np.dtype(dtype).type
    assert a.asnumpy().dtype == np.dtype(dtype)
    assert type(a.shape) is tuple


@pytest.mark.parametrize(("array", "text"), [
    (lambda: mx.nd.array([1.5, 2]), "\n[1.5 2. ]\n<NDArray 2 @cpu(0)>"),
    (lambda: mx.nd.array([[1, 0], [2, 3]], dtype="int32"), "\n[[1 0]\n [2 3]]\n<NDArray 2x2 @cpu(0)>"),
    (lambda: mx.nd.array([True, False], dtype="bool"), "\n[ True False]\n<NDArray 2 @cpu(0)>"),
    (lambda: mx.nd.array([]), "\n[]\n<NDArray 0 @cpu(0)>"),
    (lambda: mx.nd.ones((1,), ctx=mx.cpu(3)), "\n[1.]\n<NDArray 1 @cpu(3)>")])
def test_text(array, text):
    assert repr(array()) == str(array()) == text


def test_conversion_to_numbers():
    assert mx.nd.array([3]).asscalar() == 3
    assert isinstance(mx.nd.array([3]).asscalar(), np.float32)
    assert mx.nd.array([[2]], dtype="int32").asscalar() == 2
    assert (int(mx.nd.array([3.7])), float(mx.nd.array([3.5]))) == (3, 3.5)
    assert [10, 20, 30][mx.nd.array([1], dtype="int32")] == 20
    assert bool(mx.nd.array([2])) and not mx.nd.array([0]) and not mx.nd.array([])
    for convert, error in ((lambda a: a.asscalar(), ValueError), (bool, ValueError), (float, TypeError)):
        with pytest.raises(error):
            convert(mx.nd.ones((2,)))
    with pytest.raises(TypeError, match="integer"):
        [1][mx.nd.array([0.0])]


def test_asnumpy_copies():
    a = mx.nd.ones((2,))
    values = a.asnumpy()
    values[:] = 5
    assert a.asnumpy().tolist() == [1, 1]


def test_hash_and_equality():
    a, b = mx.nd.ones((2,)), mx.nd.ones((2,))
    assert {a: 1, b: 2}[a] == 1
    assert (a == b).asnumpy().tolist() == [1, 1]
    assert (a == b).dtype == np.float32
    for compare in (lambda: a == None, lambda: a != None, lambda: a < None):  # noqa: E711
        with pytest.raises(TypeError, match="not supported"):
            compare()


# ---- types ----

@pytest.mark.parametrize("dtype", KINDS)
def test_astype(dtype):
    a = mx.nd.array([0, 1, 2.75])
    assert a.astype(dtype).dtype == np.dtype(dtype)
    np.testing.assert_array_equal(a.astype(dtype).asnumpy(), np.array([0, 1, 2.75]).astype(dtype))
    assert a.astype("float32", copy=False) is a
    assert a.astype("float32") is not a
    assert a.astype(None).dtype == np.float32


def test_bfloat16():
    a = mx.nd.array([1, 2.5], dtype="bfloat16")
    assert a.dtype == "bfloat16"
    assert a.astype("float32").asnumpy().tolist() == [1, 2.5]
    assert (a + a).asnumpy().tolist() == [2, 5]
    assert pickle.loads(pickle.dumps(a)).dtype == "bfloat16"


# ---- views and copies ----

@pytest.mark.parametrize("view", [
    lambda a: a[1:3], lambda a: a[2], lambda a: a[1, 2:4], lambda a: a.reshape((3, 4)), lambda a: a.reshape(-1),
    lambda a: a.expand_dims(0, inplace=True), lambda a: a.flatten(inplace=True), lambda a: a.detach(),
    lambda a: a[None], lambda a: a[2:1:-1], lambda a: a.reshape((4, 1, 3)).squeeze(inplace=True)])
def test_views_write_through(view):
    a = mx.nd.zeros((4, 3))
    part = view(a)
    part[:] = 1
    assert a.asnumpy().sum() == part.size
    part += 1
    assert a.asnumpy().sum() == 2 * part.size
    a[:] = 9
    assert (part.asnumpy() == 9).all()


@pytest.mark.parametrize("take", [
    lambda a: a[::2], lambda a: a[:, 1], lambda a: a[::-1], lambda a: a[[0, 1]], lambda a: a.copy(), lambda a: a.T,
    lambda a: a.expand_dims(0), lambda a: a.flatten(), lambda a: mx.nd.reshape(a, shape=(3, 4)), lambda a: a.slice_axis(
        axis=0, begin=0, end=2), lambda a: mx.nd.slice(a, begin=(0,), end=(2,)), lambda a: mx.nd.split(a, 2, axis=0)[0],
    lambda a: mx.nd.identity(a), lambda a: a.astype("float32"), lambda a: copy.copy(a), lambda a: copy.deepcopy(a),
    lambda a: a.broadcast_to((4, 3)), lambda a: a.squeeze()])
def test_copies_do_not(take):
    a = mx.nd.zeros((4, 3))
    part = take(a)
    part[:] = 1
    assert a.asnumpy().sum() == 0


def test_reshape():
    a = mx.nd.arange(6).reshape((2, 3))
    assert a.reshape(3, 2).shape == a.reshape((3, 2)).shape == a.reshape(shape=(3, 2)).shape == (3, 2)
    assert a.reshape((-1, 0), reverse=True).shape == (2, 3)
    with pytest.raises(ValueError, match="size is different"):
        a.reshape((4, 2))
    with pytest.raises(TypeError, match="unknown keyword"):
        a.reshape((3, 2), order="C")
    with pytest.raises(TypeError, match="missing"):
        a.reshape()


@pytest.mark.parametrize("shape", [(2, 2), (-1, 4), (4, -1), (4, 2)])
def test_a_shape_of_other_size_is_refused_as_either_kind(shape):
    for kind in (ValueError, mx.MXNetError):
        with pytest.raises(kind, match="reshape"):
            mx.nd.arange(6).reshape((2, 3)).reshape(shape)


def test_shapes_of_size_one():
    a = mx.nd.ones((1, 2, 1))
    assert a.squeeze(axis=0).shape == a.squeeze(axis=0, inplace=True).shape == (2, 1)
    assert a.squeeze(inplace=True).shape == (2,)
    assert mx.nd.ones((1, 1)).squeeze(inplace=True).shape == (1,)
    with pytest.raises(ValueError, match="not equal to one"):
        a.squeeze(axis=1, inplace=True)
    with pytest.raises(ValueError, match="out of range"):
        a.expand_dims(9, inplace=True)


def test_copyto():
    a, b = mx.nd.array([1.7, 2]), mx.nd.zeros((2,), dtype="int32")
    assert a.copyto(b) is b
    assert b.asnumpy().tolist() == [1, 2]
    with pytest.warns(RuntimeWarning, match="copy an array to itself"):
        assert a.copyto(a) is False
    with pytest.raises(mx.MXNetError, match="expected"):
        a.copyto(mx.nd.zeros((3,)))
    with pytest.raises(TypeError, match="does not support"):
        a.copyto(5)


def test_pieces_of_the_old_interface():
    a = mx.nd.arange(6).reshape((2, 3))
    a._sync_copyfrom(np.ones((2, 3)))
    assert (a.asnumpy() == 1).all()
    with pytest.raises(ValueError, match="Shape inconsistent"):
        a._sync_copyfrom(np.ones((3,)))
    assert a._at(0).shape == (3,)
    assert a._slice(0, 1).shape == (1, 3)
    b = mx.nd.zeros((3, 4))
    b.slice_assign(mx.nd.ones((2, 4)), (0, None), (2, None), (None, None))
    b.slice_assign_scalar(5, (2,), (3,), (1,))
    assert b.asnumpy().sum() == 28
    assert a.wait_to_read() is None
    assert mx.nd.waitall() is None
    with pytest.raises(TypeError, match=r"use mx\.nd\.array"):
        mx.nd.NDArray([1, 2])


# ---- pickles ----

@pytest.mark.parametrize("dtype", KINDS)
def test_pickles(dtype):
    a = mx.nd.array([[0, 1], [2, 3]], dtype=dtype, ctx=mx.cpu(0))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        b = pickle.loads(pickle.dumps(a, protocol))
        assert (b.dtype, b.shape, b.context) == (a.dtype, a.shape, a.context)
        np.testing.assert_array_equal(b.asnumpy(), a.asnumpy())


# What MXNet 1.9.1 wrote for mx.nd.array([1, 2]), protocol 2.
OLD_PICKLE = (
    b"\x80\x02cmxnet.ndarray.ndarray\nNDArray\nq\x00N\x85q\x01Rq\x02}q\x03X\x06\x00\x00\x00handleq\x04"
    b"c__builtin__\nbytearray\nq\x05c_codecs\nencode\nq\x06X-\x00\x00\x00\xc3\x89\xc3\xba\xc2\x93\xc3\xb9"
    b"\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x00\x00\x00\x00\x00\xc2\x80?\x00\x00\x00@q\x07X\x06\x00\x00\x00latin1q\x08\x86q\tRq\n\x85q\x0bRq\x0csb.")


def test_pickles_are_mxnets():
    assert pickle.dumps(mx.nd.array([1, 2]), 2) == OLD_PICKLE
    assert pickle.loads(OLD_PICKLE).asnumpy().tolist() == [1, 2]


def test_sizes_past_int32_are_counted_right():
    a = mx.nd.from_torch(torch.empty((2**16, 2**16), dtype=torch.uint8, device="meta"))
    assert a.size == 2**32
    assert a.reshape((-1,)).shape == (2**32,)


def test_zero_size_arrays():
    with mx.util.np_shape(True):
        a = mx.nd.zeros((0, 3))
        assert (a + a).shape == (0, 3)
        assert mx.nd.concat(a, mx.nd.ones((1, 3)), dim=0).shape == (1, 3)
        assert mx.nd.ones(()).shape == ()
        assert (mx.nd.ones(()) * 3).asnumpy() == 3
        scalar = mx.nd.ones(())
        scalar[()] = 5
        assert scalar.asscalar() == 5
        with pytest.raises(IndexError, match="scalar tensor"):
            scalar[0]
        with pytest.raises(TypeError, match="without dimensions"):
            len(scalar)
