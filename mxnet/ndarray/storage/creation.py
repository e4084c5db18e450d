"""Creates sparse arrays: from parts, from dense or sparse ones, from SciPy, from scratch."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...core.copies import from_host
from ...core.device import Context, home_context
from ...core.dtype import to_torch
from ...core.errors import MXNetError
from ...core.storage import check_storage
from ..array import NDArray
from ..creation import _kind, _sizes, _values_of
from ..creation import array as dense_array
from ..creation import zeros as dense_zeros
from . import forms
from .arrays import CLASSES, BaseSparseNDArray, CSRNDArray, RowSparseNDArray, make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike



def csr_matrix(arg1: Any, shape: int | Sequence[int] | None = None, ctx: Context | None = None,
               dtype: DTypeLike | None = None) -> CSRNDArray:
    """Make a csr matrix.

    Parameters
    ----------
    arg1 : array_like, CSRNDArray, scipy.sparse matrix or tuple
        A dense matrix, a sparse one, ``(rows, columns)`` for zeros, ``(data, indices, indptr)``, or
        ``(data, (row, column))``, where duplicate elements are summed.
    shape : int | Sequence[int], optional
        Its shape; without it the largest index decides.
    ctx : Context, optional
        Its context; the current one by default.
    dtype : DTypeLike, optional
        Its type; by default that of a given array, otherwise float32.

    Returns
    -------
    CSRNDArray
        The matrix.

    Raises
    ------
    ValueError
        If shapes do not agree.

    Examples
    --------
    >>> mx.nd.sparse.csr_matrix(([1, 2], [1, 0], [0, 1, 2]), shape=(2, 3)).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]]
    """
    if isinstance(arg1, tuple):
        if len(arg1) == 2 and isinstance(arg1[1], tuple) and len(arg1[1]) == 2:
            return _from_coordinates(arg1[0], *arg1[1], shape, ctx, dtype)
        if len(arg1) == 2:
            _agree(arg1, shape)
            return empty("csr", arg1, ctx, dtype)  # type: ignore[return-value]
        if len(arg1) == 3:
            return _from_definition(*arg1, shape, ctx, dtype)
        raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
    if isinstance(arg1, CSRNDArray) or _of_scipy(arg1):
        _agree(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError("Unexpected input type: RowSparseNDArray")
    return _from_dense("csr", arg1, shape, ctx, dtype)


def row_sparse_array(arg1: Any, shape: int | Sequence[int] | None = None, ctx: Context | None = None,
                     dtype: DTypeLike | None = None) -> RowSparseNDArray:
    """Make an array of which only some rows are stored.

    Parameters
    ----------
    arg1 : array_like, RowSparseNDArray or tuple
        A dense array, a sparse one, a shape for zeros, or ``(data, indices)`` with ascending indices.
    shape : int | Sequence[int], optional
        Its shape; without it the last index decides.
    ctx : Context, optional
        Its context; the current one by default.
    dtype : DTypeLike, optional
        Its type; by default that of a given array, otherwise float32.

    Returns
    -------
    RowSparseNDArray
        The array.

    Raises
    ------
    ValueError
        If shapes do not agree.

    Examples
    --------
    >>> mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2)).asnumpy().tolist()
    [[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]]
    """
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if len(arg1) > 2 or all(isinstance(item, int | np.integer) for item in arg1):
            _agree(arg1, shape)
            return empty("row_sparse", arg1, ctx, dtype)  # type: ignore[return-value]
        return _from_rows(arg1[0], arg1[1], shape, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        _agree(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    if isinstance(arg1, CSRNDArray):
        raise ValueError("Unexpected input type: CSRNDArray")
    return _from_dense("row_sparse", arg1, shape, ctx, dtype)


def array(source_array: Any, ctx: Context | None = None,
          dtype: DTypeLike | None = None) -> Any:
    """Copy a sparse array or a matrix of scipy.sparse.

    Parameters
    ----------
    source_array : BaseSparseNDArray or scipy.sparse matrix
        What is copied.
    ctx : Context, optional
        Context of the copy; the current one by default.
    dtype : DTypeLike, optional
        Its type; that of the source by default.

    Returns
    -------
    CSRNDArray or RowSparseNDArray
        The copy.

    Raises
    ------
    ValueError
        If the source is not sparse.
    """
    ctx = home_context(ctx)
    if isinstance(source_array, BaseSparseNDArray):
        kind = _type_of(source_array, dtype)
        values, *places = source_array._stored()
        device = ctx.torch_device
        parts = (values.to(device, kind, copy=True), *(place.to(device, copy=True) for place in places))
        return make(type(source_array), parts, source_array.shape, ctx)
    if _of_scipy(source_array):
        matrix = source_array.tocsr()
        if not matrix.has_canonical_format:
            matrix = matrix.copy()
            matrix.sum_duplicates()
        return _from_definition(matrix.data, matrix.indices, matrix.indptr, matrix.shape, ctx,
                                matrix.dtype if dtype is None else dtype)
    raise ValueError(f"Please use mx.nd.array to create an NDArray with source_array of type {type(source_array)}")


def zeros(stype: str, shape: int | Sequence[int], ctx: Context | None = None, dtype: DTypeLike | None = None,
          **kwargs: Any) -> NDArray:
    """Make an array of zeros with a storage type; a sparse one stores nothing.

    Parameters
    ----------
    stype : str
        ``'default'``, ``'csr'`` or ``'row_sparse'``.
    shape : int | Sequence[int]
        Its shape.
    ctx : Context, optional
        Its context; the current one by default.
    dtype : DTypeLike, optional
        Its type, float32 by default.
    **kwargs
        ``out``: where the result is written.

    Returns
    -------
    NDArray
        The array.

    Raises
    ------
    ValueError
        If there is no such storage type.

    Examples
    --------
    >>> mx.nd.sparse.zeros("csr", (2, 3))
    <BLANKLINE>
    <CSRNDArray 2x3 @cpu(0)>
    """
    if stype not in ("default", *CLASSES):
        raise ValueError(f"unknown storage type{stype}")
    if stype == "default":
        return dense_zeros(shape, ctx, dtype, **kwargs)
    ctx, sizes = home_context(ctx), _sizes(shape)
    if not sizes:
        raise MXNetError(f"a {stype} array has at least one dimension")
    build = forms.empty_csr if stype == "csr" else forms.empty_rows
    made = make(CLASSES[stype], build(sizes, _kind(dtype), ctx.torch_device), sizes, ctx)
    out = kwargs.get("out")
    if out is None:
        return made
    out._take(made)
    return out


def empty(stype: str, shape: int | Sequence[int], ctx: Context | None = None,
          dtype: DTypeLike | None = None) -> NDArray:
    """Make an array without setting its values; a sparse one stores nothing.

    Parameters
    ----------
    stype : str
        ``'default'``, ``'csr'`` or ``'row_sparse'``.
    shape : int | Sequence[int]
        Its shape.
    ctx : Context, optional
        Its context; the current one by default.
    dtype : DTypeLike, optional
        Its type, float32 by default.

    Returns
    -------
    NDArray
        The array.

    Raises
    ------
    ValueError
        If there is no such storage type.
    """
    check_storage(stype)
    return zeros(stype, shape, ctx, dtype)


# ---- ways in ------------------------------------------------------------------------------------

def _of_scipy(source) -> bool:
    """Return whether an object is a scipy.sparse matrix, without importing it."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(source)


def _agree(given, shape) -> None:
    if shape is not None and tuple(given) != tuple(shape):
        raise ValueError(f"Shape mismatch detected. {tuple(given)} v.s. {tuple(shape)}")


def _type_of(source, dtype) -> torch.dtype:
    if dtype is not None:
        return to_torch(dtype)
    known = isinstance(source, NDArray | np.ndarray) or _of_scipy(source)
    return to_torch(source.dtype) if known else torch.float32


def _tensor(source, kind: torch.dtype, ctx: Context) -> torch.Tensor:
    """Return values as a newly allocated tensor."""
    if isinstance(source, NDArray):
        return source._data.detach().to(ctx.torch_device, kind, copy=True)
    values = source if isinstance(source, np.ndarray) else _values_of(source)
    if kind is torch.int64:
        values = values.astype(np.int64)
    return from_host(np.array(values)).to(ctx.torch_device, kind)


def _from_dense(stype: str, source, shape, ctx: Context | None, dtype) -> Any:
    kind = _type_of(source, dtype)
    ctx = home_context(ctx or (source._ctx if isinstance(source, NDArray) else None))
    found = dense_array(source, ctx, kind)  # type: ignore[arg-type]
    _agree(found.shape, shape)
    return found.tostype(stype)


def _from_definition(data, indices, indptr, shape, ctx: Context | None, dtype) -> CSRNDArray:
    ctx = home_context(ctx)
    parts = (_tensor(data, _type_of(data, dtype), ctx), _tensor(indptr, torch.int64, ctx),
             _tensor(indices, torch.int64, ctx))
    if any(part.dim() != 1 for part in parts) or not parts[1].numel():
        raise ValueError("invalid shape: data, indices and indptr have one dimension, and indptr is not empty")
    if shape is None:
        if not parts[2].numel():
            raise ValueError("invalid shape: nothing says how many columns there are")
        shape = (parts[1].numel() - 1, int(parts[2].max()) + 1)
    if len(shape) != 2:
        raise ValueError("invalid shape: a csr matrix has two dimensions")
    return make(CSRNDArray, parts, _sizes(shape), ctx, sound=False)


def _from_coordinates(data, row, column, shape, ctx: Context | None, dtype) -> CSRNDArray:
    """Sort elements by position, and sum duplicates."""
    ctx = home_context(ctx)
    kind = _type_of(data, dtype)
    values, rows, columns = _tensor(data, kind, ctx), _tensor(row, torch.int64, ctx), _tensor(column, torch.int64, ctx)
    if not values.shape == rows.shape == columns.shape or values.dim() != 1:
        raise ValueError("data, row and column must have one dimension and one length")
    if rows.numel() and (bool(rows.min() < 0) or bool(columns.min() < 0)):
        raise ValueError("negative row or column index found")
    if shape is None:
        if not rows.numel():
            raise ValueError("cannot infer dimensions from zero sized index arrays")
        shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    shape = _sizes(shape)
    if rows.numel() and (int(rows.max()) >= shape[0] or int(columns.max()) >= shape[1]):
        raise ValueError(f"a row or column index exceeds the shape {shape}")
    width = max(shape[1], 1)
    places, which = torch.unique(rows * width + columns, return_inverse=True)
    summed = torch.zeros(places.numel(), dtype=kind, device=values.device).index_add_(0, which, values)
    parts = (summed, forms.pointers(places // width, shape[0]), places % width)
    return make(CSRNDArray, parts, shape, ctx)


def _from_rows(data, indices, shape, ctx: Context | None, dtype) -> RowSparseNDArray:
    ctx = home_context(ctx)
    values, rows = _tensor(data, _type_of(data, dtype), ctx), _tensor(indices, torch.int64, ctx)
    if shape is None:
        if not rows.numel():
            raise ValueError("invalid shape: nothing says how many rows there are")
        shape = (int(rows.reshape(-1)[-1]) + 1, *values.shape[1:])
    shape = _sizes(shape)
    if values.dim() != len(shape) or rows.dim() != 1 or 0 in shape[1:]:
        raise ValueError(f"invalid shape: data {tuple(values.shape)} and indices {tuple(rows.shape)} "
                         f"for an array of shape {shape}")
    return make(RowSparseNDArray, (values, rows), shape, ctx, sound=False)
