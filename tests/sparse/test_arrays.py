"""What a sparse array is and turns into: creation, conversion, writing, text, copies, pickles, its dense window."""
import pickle
import subprocess
import sys

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.ndarray.sparse import CSRNDArray, RowSparseNDArray

VALUES = np.float32([[0, 1, 0], [0, 0, 0], [2, 0, 3], [0, -1, 0]])
KINDS = ["csr", "row_sparse"]


def make(stype, values=VALUES):
    return mx.nd.array(values).tostype(stype)


# ---- creation ----

@pytest.mark.parametrize("stype", KINDS)
@pytest.mark.parametrize("source", [VALUES, VALUES.astype("float64"), VALUES.astype("int32"), VALUES.tolist()])
def test_made_of_dense_values(stype, source):
    create = mx.nd.sparse.csr_matrix if stype == "csr" else mx.nd.sparse.row_sparse_array
    array = create(source)
    wanted = getattr(source, "dtype", np.dtype("float32"))
    assert array.stype == stype and array.dtype == wanted
    np.testing.assert_array_equal(array.asnumpy(), VALUES)
    assert create(source, dtype="float16").dtype == np.float16
    with pytest.raises(ValueError, match="Shape mismatch"):
        create(source, shape=(4, 4))


def test_made_of_scipy():
    scipy = pytest.importorskip("scipy.sparse")
    for create in (mx.nd.sparse.csr_matrix, mx.nd.sparse.array, mx.nd.array):
        array = create(scipy.csr_matrix(VALUES))
        assert isinstance(array, CSRNDArray) and array.dtype == np.float32
        np.testing.assert_array_equal(array.asnumpy(), VALUES)
    assert (array.asscipy() != scipy.csr_matrix(VALUES)).nnz == 0
    doubled = scipy.csr_matrix((np.float32([1, 2, 3]), [2, 0, 2], [0, 3]), shape=(1, 3))
    array = mx.nd.array(doubled)  # a column that comes twice is added up, and columns are sorted
    array.check_format()
    assert array.asnumpy().tolist() == [[2, 0, 4]] and doubled.nnz == 3


def test_scipy_is_only_imported_where_it_is_used():
    code = "import mxnet as mx, sys; mx.nd.ones((2, 2)).tostype('csr'); assert 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.parametrize("call, error, words", [
    (lambda s: s.csr_matrix(([1.0], [0], [0, 1], [0])), ValueError, "length of input tuple: 4"),
    (lambda s: s.csr_matrix(([], [], [0, 0])), ValueError, "invalid shape"),
    (lambda s: s.csr_matrix(([[1.0]], [0], [0, 1])), ValueError, "invalid shape"),
    (lambda s: s.csr_matrix(([1.0], ([0], [5])), shape=(2, 2)), ValueError, "exceeds the shape"),
    (lambda s: s.csr_matrix(([1.0], ([-1], [1]))), ValueError, "negative"),
    (lambda s: s.csr_matrix(s.zeros("row_sparse", (2, 2))), ValueError, "RowSparseNDArray"),
    (lambda s: s.row_sparse_array(s.zeros("csr", (2, 2))), ValueError, "CSRNDArray"),
    (lambda s: s.row_sparse_array(([[1.0, 2.0]], [[1]]), shape=(3, 2)), ValueError, "invalid shape"),
    (lambda s: s.row_sparse_array(((2, 3),)), ValueError, "length of input tuple: 1"),
    (lambda s: s.zeros("coo", (2, 2)), ValueError, "unknown storage type"),
    (lambda s: s.array(np.ones((2, 2))), ValueError, "Please use mx.nd.array"),
    (lambda s: mx.nd.ones((2,)).tostype("csr"), ValueError, "should be 2 Dimensional"),
    (lambda s: s.zeros("csr", (2, 2)).tostype("row_sparse"), ValueError, "from csr to row_sparse"),
    (lambda s: mx.nd.cast_storage(s.zeros("csr", (2, 2)), stype="row_sparse"), mx.MXNetError, "csr to row_sparse"),
    (lambda s: mx.nd.ones((2, 2)).tostype("coo"), mx.MXNetError, "coo"),
])
def test_what_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call(mx.nd.sparse)


@pytest.mark.parametrize("parts, shape", [
    (([1.0, 2.0], [0, 3], [0, 1, 2]), (2, 3)), (([1.0, 2.0], [0, -1], [0, 1, 2]), (2, 3)),
    (([1.0, 2.0], [0, 1], [0, 3, 2]), (2, 3)), (([1.0, 2.0], [0, 1], [1, 1, 2]), (2, 3)),
    (([1.0, 2.0], [0, 1], [0, 1, 9]), (2, 3)), (([1.0, 2.0], [0, 1], [0, 2]), (2, 3)),
    (([1.0, 2.0], [0], [0, 1, 2]), (2, 3))])
def test_a_matrix_of_bad_parts_is_never_computed_with(parts, shape):
    array = mx.nd.sparse.csr_matrix(parts, shape=shape)
    for use in (array.check_format, array.asnumpy, lambda: array[0], lambda: array * 2,
                lambda: mx.nd.dot(array, mx.nd.ones((3, 2))), lambda: mx.nd.exp(array), lambda: array.data):
        with pytest.raises(mx.MXNetError):
            use()


def test_rows_in_disorder():
    array = mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [2, 0]), shape=(3, 2))
    with pytest.raises(mx.MXNetError, match="must rise"):
        array.check_format()
    assert array.asnumpy().tolist() == [[3, 4], [0, 0], [1, 2]]
    for bad in ([1, 5], [-1, 0]):
        with pytest.raises(mx.MXNetError, match="row index"):
            mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], bad), shape=(3, 2)).asnumpy()
    with pytest.raises(mx.MXNetError, match="twice"):
        mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 1]), shape=(3, 2)).asnumpy()


# ---- what it is ----

@pytest.mark.parametrize("stype", KINDS)
def test_what_it_says_about_itself(stype):
    array = make(stype)
    name = {"csr": "CSRNDArray", "row_sparse": "RowSparseNDArray"}[stype]
    assert repr(array) == f"\n<{name} 4x3 @{mx.current_context()}>" and str(array) == repr(array)
    assert (array.shape, array.ndim, len(array), array.stype) == ((4, 3), 2, 4, stype)
    assert array._num_aux == len(array._aux_types) == (2 if stype == "csr" else 1)
    assert array.indices.dtype is np.int64 and isinstance(array, mx.nd.NDArray)
    assert type(array).__module__ == "mxnet.ndarray.sparse"
    for use in (lambda: array.size, lambda: setattr(array, "data", 1), lambda: setattr(array, "indices", 1)):
        with pytest.raises(NotImplementedError):
            use()
    with pytest.raises(mx.base.NotSupportedForSparseNDArray):
        array.reshape((12,))
    array.data[:] = 7  # a copy
    np.testing.assert_array_equal(array.asnumpy(), VALUES)


def test_reading_by_index():
    array = make("csr")
    for key in (0, -1, 2, np.int64(1), slice(1, 3), slice(-3, None), slice(None, 2)):
        part = array[key]
        rows = slice(key, key + 1 or None) if not isinstance(key, slice) else key
        assert part.stype == "csr"
        np.testing.assert_array_equal(part.asnumpy(), VALUES[rows])
    assert array[:] is array and len(list(array)) == 4
    for key, error in ((4, IndexError), ((0, 1), ValueError), (slice(0, 4, 2), ValueError), ([0], ValueError)):
        with pytest.raises(error):
            array[key]
    rows = make("row_sparse")
    assert rows[:] is rows
    for key in (0, slice(0, 2)):
        with pytest.raises(mx.MXNetError, match=r"only supports \[:\]"):
            rows[key]


@pytest.mark.parametrize("stype", KINDS)
def test_writing_all(stype):
    for value in (mx.nd.array(VALUES * 2), make(stype, VALUES * 2)):
        array = mx.nd.zeros((4, 3), stype=stype)
        array[:] = value
        assert array.stype == stype
        array.check_format()
        np.testing.assert_array_equal(array.asnumpy(), VALUES * 2)
    with pytest.warns(RuntimeWarning, match="not efficient"):
        array[:] = VALUES
    np.testing.assert_array_equal(array.asnumpy(), VALUES)
    for key, error in ((0, TypeError), (slice(0, 2), ValueError)):
        with pytest.raises(error):
            array[key] = 1
    with pytest.raises(TypeError):
        array[:] = "words"
    if stype == "csr":
        with pytest.raises(ValueError, match="numeric types"):
            array[:] = 1
    with pytest.raises(mx.MXNetError, match="expected"):
        array[:] = mx.nd.ones((3, 3))


@pytest.mark.parametrize("stype", KINDS)
@pytest.mark.parametrize("target", ["default", *KINDS])
def test_copyto(stype, target):
    source, other = make(stype), make(target, np.ones_like(VALUES))
    if target not in ("default", stype):
        with pytest.raises(TypeError, match="destination"):
            source.copyto(other)
        return
    assert source.copyto(other) is other
    np.testing.assert_array_equal(other.asnumpy(), VALUES)
    there = source.copyto(mx.cpu(1))
    assert there.stype == stype and there.context == mx.cpu(1)
    assert source.as_in_context(mx.current_context()) is source
    back = mx.nd.zeros((4, 3), stype=stype)
    mx.nd.array(VALUES).copyto(back)
    np.testing.assert_array_equal(back.asnumpy(), VALUES)


@pytest.mark.parametrize("stype", KINDS)
def test_in_place_arithmetic(stype):
    array = make(stype)
    same = array
    array += make(stype)
    array *= 2
    array -= make(stype)
    array /= 3
    assert array is same and array.stype == stype
    np.testing.assert_allclose(array.asnumpy(), VALUES)
    dense = mx.nd.ones((4, 3))
    dense += array
    np.testing.assert_allclose(dense.asnumpy(), VALUES + 1)
    assert dense.stype == "default"


@pytest.mark.parametrize("stype", KINDS)
@pytest.mark.parametrize("values", [VALUES, np.zeros((4, 3), np.float32), VALUES.astype("float16")])
def test_pickles_and_copies(stype, values):
    array = mx.nd.array(values, dtype=values.dtype).tostype(stype)
    again = pickle.loads(pickle.dumps(array))
    assert type(again) is type(array) and again.dtype == array.dtype
    np.testing.assert_array_equal(again.asnumpy(), values)
    copied = array.copy()
    copied[:] = mx.nd.ones((4, 3), dtype=values.dtype)
    np.testing.assert_array_equal(array.asnumpy(), values)


def test_torch_shares_the_parts():
    csr, rows = make("csr"), make("row_sparse")
    assert csr.as_torch().layout is torch.sparse_csr and rows.as_torch().layout is torch.sparse_coo
    np.testing.assert_array_equal(csr.as_torch().to_dense().cpu().numpy(), VALUES)
    np.testing.assert_array_equal(rows.as_torch().to_dense().cpu().numpy(), VALUES)


# ---- the dense window: what code that knows dense arrays only reads and writes ----

@pytest.mark.parametrize("stype", KINDS)
def test_what_is_written_through_the_window_is_the_value(stype):
    array = make(stype)
    window = array._data
    np.testing.assert_array_equal(window.cpu().numpy(), VALUES)
    window[1, 1] = 5
    assert array.asnumpy()[1, 1] == 5 and array.stype == stype
    array.check_format()
    array[:] = mx.nd.array(VALUES)  # and the other way: who holds the window sees it
    np.testing.assert_array_equal(window.cpu().numpy(), VALUES)
    array._data = window.new_ones(2, 2)
    assert array.shape == (2, 2) and array.asnumpy().tolist() == [[1, 1], [1, 1]]


def test_reading_the_window_keeps_zeros_that_are_stored():
    array = mx.nd.sparse.row_sparse_array(([[0, 0], [1, 1]], [1, 2]), shape=(4, 2))
    mx.nd.add(array, mx.nd.ones((4, 2)))
    assert array._data.sum() == 2 and array.indices.asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize("stype", KINDS)
def test_where_torch_counts_no_writes(stype):
    with torch.inference_mode():
        array = make(stype)
        array._data[1, 1] = 5
        assert array.asnumpy()[1, 1] == 5 and (array * 2).asnumpy()[1, 1] == 10
        array[:] = mx.nd.array(VALUES)
        np.testing.assert_array_equal(array._data.cpu().numpy(), VALUES)


@pytest.mark.parametrize("stype", KINDS)
def test_an_operator_writes_into_a_sparse_array(stype):
    out = mx.nd.zeros((4, 3), stype=stype)
    mx.nd.broadcast_add(mx.nd.array(VALUES), mx.nd.array(VALUES), out=out)
    assert out.stype == stype
    np.testing.assert_array_equal(out.asnumpy(), VALUES * 2)
    mx.nd.sparse.elemwise_add(make(stype), make(stype), out=out)
    np.testing.assert_array_equal(out.asnumpy(), VALUES * 2)


def test_dense_arrays_stay_what_they_were():
    class Mine(mx.nd.NDArray):
        __slots__ = ()

    assert type(mx.nd.ones((2,)) + 1) is mx.nd.NDArray
    mine = Mine(None)
    mine.__setstate__(mx.nd.ones((2,)).__getstate__())
    assert type(mx.nd.exp(mine)) is Mine and type(make("csr")._dense()) is mx.nd.NDArray
    assert isinstance(mx.nd.zeros((2, 2), stype="row_sparse"), RowSparseNDArray)


@pytest.mark.parametrize("make", [mx.nd.sparse.zeros, mx.nd.sparse.empty])
@pytest.mark.parametrize("shape", [(3,), (2, 3, 4), (2, 3, 4, 5)])
def test_a_csr_array_of_other_than_two_axes_has_no_value(make, shape):
    array = make("csr", shape)
    assert array.stype == "csr" and array.shape == shape and array.data.shape == array.indices.shape == (0,)
    for read in (array.asnumpy, lambda: array.tostype("default").asnumpy(), lambda: (array * 2).asnumpy(),
                 lambda: (array + array).asnumpy(), lambda: array.copyto(mx.nd.zeros(shape)).asnumpy()):
        with pytest.raises(mx.MXNetError, match="2 dimensions"):
            read()


def test_csr_is_not_made_of_other_than_two_axes():
    with pytest.raises(mx.MXNetError, match="2 dimensions"):
        mx.nd.cast_storage(mx.nd.ones((2, 3, 4)), stype="csr")
    for stype in ("csr", "row_sparse"):
        with pytest.raises(mx.MXNetError, match="at least one dimension"):
            mx.nd.sparse.zeros(stype, ())
