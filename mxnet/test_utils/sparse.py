"""Random sparse NDArrays: row-sparse, and CSR with uniform or power-law rows."""
from typing import Any

import numpy as np

import mxnet as mx

from .samples import assign_each
from .tolerance import default_context, default_dtype


def _validate_csr_generation_inputs(num_rows: int, num_cols: int, density: float,
                                    distribution: str = "uniform") -> None:
    if not 0 <= density <= 1:
        raise ValueError("density has to be between 0 and 1")
    if num_rows <= 0 or num_cols <= 0:
        raise ValueError("num_rows or num_cols should be greater than 0")
    if distribution == "powerlaw" and int(num_rows * num_cols * density) < 2 * num_rows:
        raise ValueError(f"not supported for this density: {density} for this shape "
                         f"({num_rows}, {num_cols}); keep num_rows * num_cols * density >= "
                         "2 * num_rows")


def shuffle_csr_column_indices(csr: Any) -> None:
    """Shuffle the column indices inside each row of a csr matrix, in place.

    Parameters
    ----------
    csr : scipy.sparse.csr_matrix or the like
        An object with ``indptr`` and ``indices``.
    """
    for start, end in zip(csr.indptr[:-1], csr.indptr[1:]):
        row = np.array(csr.indices[start:end])
        np.random.shuffle(row)
        csr.indices[start:end] = row


class _Csr:
    """The three arrays of a CSR matrix, under SciPy's names."""

    def __init__(self, data: np.ndarray, indices: np.ndarray, indptr: np.ndarray):
        self.data, self.indices, self.indptr = data, indices, indptr


def _get_uniform_dataset_csr(num_rows: int, num_cols: int, density: float = 0.1,
                             dtype: Any = None, data_init: Any = None,
                             shuffle_csr_indices: bool = False) -> Any:
    """Return a CSRNDArray whose non-zeros are spread evenly."""
    _validate_csr_generation_inputs(num_rows, num_cols, density)
    count = int(round(density * num_rows * num_cols))
    flat = np.sort(np.random.choice(num_rows * num_cols, count, replace=False))
    rows, columns = flat // num_cols, flat % num_cols
    values = np.random.rand(count).astype(dtype or default_dtype())
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=num_rows))])
    csr = _Csr(values, columns.astype(np.int64), indptr.astype(np.int64))
    if data_init is not None:
        csr.data.fill(data_init)
    if shuffle_csr_indices:
        shuffle_csr_column_indices(csr)
    return mx.nd.sparse.csr_matrix((csr.data, csr.indices, csr.indptr),
                                   shape=(num_rows, num_cols), dtype=dtype)


def _get_powerlaw_dataset_csr(num_rows: int, num_cols: int, density: float = 0.1,
                              dtype: Any = None) -> Any:
    """Return a CSRNDArray with one non-zero in row 0 and twice as many in each next row.

    Every row first gets one element, so that none is empty.
    """
    _validate_csr_generation_inputs(num_rows, num_cols, density, "powerlaw")
    left = int(num_rows * num_cols * density)
    dense = np.zeros((num_rows, num_cols), dtype=dtype)

    def fill(row: int, start: int, stop: int) -> int:
        stop = min(stop, start + left)
        dense[row, start:stop] = 1 + np.random.uniform(0.001, 2, stop - start)
        return left - (stop - start)

    for row in range(num_rows):
        left = fill(row, 0, 1)
    width = 2
    for row in range(num_rows):
        left = fill(row, 1, min(width, num_cols))
        width *= 2
    if left > 0:
        raise ValueError(f"not supported for this density: {density} for this shape "
                         f"({num_rows},{num_cols})")
    return mx.nd.array(dense, dtype=dtype).tostype("csr")


def rand_sparse_ndarray(shape: tuple[int, ...], stype: str, density: Any = None, dtype: Any = None,
                        distribution: Any = None, data_init: Any = None, rsp_indices: Any = None,
                        modifier_func: Any = None, shuffle_csr_indices: bool = False,
                        ctx: Any = None) -> tuple[Any, Any]:
    """Draw a sparse NDArray.

    Parameters
    ----------
    shape : tuple[int, ...]
        Its shape.
    stype : str
        ``'csr'`` or ``'row_sparse'``.
    density : float, optional
        Fraction of stored elements, or rows; random by default.
    dtype : str or type, optional
        Its type, float32 by default.
    distribution : str, optional
        Distribution of elements over the rows of a csr matrix: ``'uniform'`` or ``'powerlaw'``.
    data_init : float, optional
        The value of all elements; random by default.
    rsp_indices : array_like, optional
        The rows of a row_sparse array.
    modifier_func : Callable, optional
        Function of each element.
    shuffle_csr_indices : bool, default=False
        Whether columns of a csr matrix are in random order.
    ctx : Context, optional
        Its context; the current one by default.

    Returns
    -------
    tuple
        The array and its parts: (values, indices) of a row_sparse array, (indptr, indices, data) of a csr matrix.

    Raises
    ------
    ValueError
        If there is no such storage type or distribution.

    Examples
    --------
    >>> array, (values, rows) = mx.test_utils.rand_sparse_ndarray((4, 2), "row_sparse", rsp_indices=[1, 3])
    >>> rows.tolist()
    [1, 3]
    """
    ctx = ctx or default_context()
    density = np.random.rand() if density is None else density
    dtype = default_dtype() if dtype is None else dtype
    distribution = distribution or "uniform"
    if stype == "row_sparse":
        if distribution != "uniform":
            raise ValueError(f"Distribution {distribution} not supported for row_sparse")
        return _rand_row_sparse(shape, density, dtype, data_init, rsp_indices, modifier_func, ctx)
    if stype != "csr":
        raise ValueError(f"unknown storage type {stype!r}; expected 'row_sparse' or 'csr'")
    if len(shape) != 2:
        raise ValueError(f"csr needs two dimensions, got shape {shape}")
    if distribution == "uniform":
        csr = _get_uniform_dataset_csr(*shape, density, data_init=data_init, dtype=dtype,
                                       shuffle_csr_indices=shuffle_csr_indices)
    elif distribution == "powerlaw":
        csr = _get_powerlaw_dataset_csr(*shape, density=density, dtype=dtype)
    else:
        raise ValueError(f"Distribution not supported: {distribution}")
    csr = csr.as_in_context(ctx)
    return csr, (csr.indptr, csr.indices, csr.data)


def _rand_row_sparse(shape: tuple, density: float, dtype: Any, data_init: Any, rsp_indices: Any,
                     modifier_func: Any, ctx: Any) -> tuple:
    if rsp_indices is None:
        indices = np.flatnonzero(np.random.rand(shape[0]) < density)
    else:
        indices = np.asarray(rsp_indices)
        if len(indices) > shape[0]:
            raise ValueError(f"{len(indices)} row indices for {shape[0]} rows")
    if len(indices) == 0:
        empty = mx.nd.zeros(shape, stype="row_sparse", dtype=dtype, ctx=ctx)
        return empty, (np.array([], dtype=dtype), np.array([]))
    values = np.random.rand(len(indices), *shape[1:]).astype(dtype)
    if data_init is not None:
        values.fill(data_init)
    if modifier_func is not None:
        values = assign_each(values, modifier_func)
    array = mx.nd.sparse.row_sparse_array((values, indices), shape=shape, dtype=dtype, ctx=ctx)
    return array, (values, indices)


def create_sparse_array(shape: tuple[int, ...], stype: str, data_init: Any = None, rsp_indices: Any = None,
                        dtype: Any = None, modifier_func: Any = None, density: float = 0.5,
                        shuffle_csr_indices: bool = False) -> Any:
    """Draw a sparse NDArray.

    Parameters
    ----------
    shape : tuple[int, ...]
        Its shape.
    stype : str
        ``'csr'`` or ``'row_sparse'``.
    data_init : float, optional
        The value of all elements; random by default.
    rsp_indices : array_like, optional
        The rows of a row_sparse array.
    dtype : str or type, optional
        Its type, float32 by default.
    modifier_func : Callable, optional
        Function of each element.
    density : float, default=0.5
        Fraction of stored elements, or rows.
    shuffle_csr_indices : bool, default=False
        Whether columns of a csr matrix are in random order.

    Returns
    -------
    CSRNDArray or RowSparseNDArray
        The array.
    """
    if stype == "row_sparse" and rsp_indices is not None:
        rsp_indices = np.sort(np.asarray(rsp_indices))
    return rand_sparse_ndarray(shape, stype, density=density, data_init=data_init,
                               rsp_indices=rsp_indices, dtype=dtype, modifier_func=modifier_func,
                               shuffle_csr_indices=shuffle_csr_indices)[0]


def create_sparse_array_zd(shape: tuple[int, ...], stype: str, density: float, data_init: Any = None,
                           rsp_indices: Any = None, dtype: Any = None, modifier_func: Any = None,
                           shuffle_csr_indices: bool = False) -> Any:
    """Draw a sparse NDArray; a row_sparse one has the given rows only.

    Parameters
    ----------
    shape : tuple[int, ...]
        Its shape.
    stype : str
        ``'csr'`` or ``'row_sparse'``.
    density : float
        Fraction of stored elements of a csr matrix.
    data_init : float, optional
        The value of all elements; random by default.
    rsp_indices : array_like, optional
        The rows of a row_sparse array.
    dtype : str or type, optional
        Its type, float32 by default.
    modifier_func : Callable, optional
        Function of each element.
    shuffle_csr_indices : bool, default=False
        Whether columns of a csr matrix are in random order.

    Returns
    -------
    CSRNDArray or RowSparseNDArray
        The array.
    """
    if stype == "row_sparse":
        density = 0.0
    return create_sparse_array(shape, stype, data_init=data_init, rsp_indices=rsp_indices,
                               dtype=dtype, modifier_func=modifier_func, density=density,
                               shuffle_csr_indices=shuffle_csr_indices)
