"""Sparse kernels that touch only stored elements: elementwise ones, and parts of CSR matrices."""
from typing import Any

import torch

from ...core.errors import MXNetError, OperatorError
from ...core.mode import mode
from ...core.ops.storage import KEEP_ZERO, PAIRS, ZERO_OF_ZERO
from ...core.rng import generator
from ...core.storage import CSR, DENSE, ROWS
from ..invoke import wrap
from . import forms
from .arrays import CSRNDArray, RowSparseNDArray, make
from .dispatch import dense, kernel


def _run(bound, array, *tensors):
    """Run the operator itself on tensors of stored values."""
    made = bound.run(tensors, mode.training, lambda: generator(array._ctx), array._ctx.torch_device)
    made = made[0] if made.__class__ is tuple else made
    return made.clone() if bound.view else made


@kernel(*KEEP_ZERO - {"zeros_like"}, *ZERO_OF_ZERO, "clip", "_contrib_quadratic")
def keep_zero(bound: Any, arrays: Any, stype: Any) -> Any:
    """Apply to the stored values; zeros stay zero."""
    if stype == DENSE:
        return None
    array, = arrays
    values, *places = array._stored()
    return make(type(array), (_run(bound, array, values), *places), array.shape, array._ctx)


@kernel("zeros_like")
def zeros_like(bound: Any, arrays: Any, stype: Any) -> Any:
    """Store nothing."""
    array, = arrays
    empty = forms.empty_csr if stype == CSR else forms.empty_rows
    values = array._stored()[0]
    return make(type(array), empty(array.shape, values.dtype, values.device), array.shape, array._ctx)


@kernel("cast_storage")
def cast_storage(bound: Any, arrays: Any, stype: Any) -> Any:
    """Return a copy in the requested storage type."""
    array, = arrays
    if array.stype == stype:
        return array.copy()
    if DENSE not in (stype, array.stype):
        raise MXNetError(f"cast_storage from {array.stype} to {stype} is not supported")
    if stype == CSR and array.ndim != 2:
        raise MXNetError(f"cast_storage to csr takes an array of 2 dimensions, got shape {array.shape}")
    return array._dense() if stype == DENSE else None


# ---- two sparse operands ------------------------------------------------------------------------

def _alike(bound, arrays) -> None:
    shape = arrays[0].shape
    for index, array in enumerate(arrays):
        if array.shape != shape:
            raise OperatorError(bound.op.name, f"Incompatible attr in node  at {index}-th input: expected "
                                f"{list(shape)}, got {list(array.shape)}")
        if array.dtype is not arrays[0].dtype:
            raise OperatorError(bound.op.name, f"Incompatible attr in node  at {index}-th input: expected "
                                f"{arrays[0].dtype.__name__}, got {array.dtype.__name__}")


def _united(values: list[torch.Tensor], places: list[torch.Tensor]) -> tuple[list[torch.Tensor], torch.Tensor]:
    """Return every operand's values at the union of their positions, zeros elsewhere, and the positions."""
    first = places[0]
    if all(other is first or torch.equal(other, first) for other in places[1:]):
        return values, first
    union, found = forms.united(torch.cat(places))
    wide = [torch.zeros((union.numel(), *data.shape[1:]), dtype=data.dtype, device=data.device) for data in values]
    for target, data, there in zip(wide, values, found.split([len(part) for part in places]), strict=True):
        target.index_copy_(0, there, data)
    return wide, union


@kernel(*PAIRS, "elemwise_mul", "add_n")
def combine(bound: Any, arrays: Any, stype: Any) -> Any:
    """Apply to the union of the stored elements."""
    if any(array.stype == DENSE for array in arrays):
        return _by_dense(bound, arrays, stype)
    if stype == DENSE:
        return None
    _alike(bound, arrays)
    first = arrays[0]
    if stype == ROWS:
        parts = [array._stored() for array in arrays]
        operands, union = _united([data for data, _ in parts], [indices for _, indices in parts])
        return make(RowSparseNDArray, (_run(bound, first, *operands), union), first.shape, first._ctx)
    width = max(first.shape[1], 1)
    parts = [array._stored() for array in arrays]
    places = [forms.row_numbers(indptr) * width + indices for _, indptr, indices in parts]
    operands, union = _united([data for data, _, _ in parts], places)
    values = _run(bound, first, *operands)
    kept = values != 0  # as in MXNet, a csr result stores no zeros
    if not kept.all():
        values, union = values[kept], union[kept]
    rows = union // width
    return make(CSRNDArray, (values, forms.pointers(rows, first.shape[0]), union.sub_(rows, alpha=width)),
                first.shape, first._ctx)


def _by_dense(bound, arrays, stype):
    """Multiply stored values by the dense operand's values at the same positions."""
    if stype == DENSE or bound.op.name != "elemwise_mul":
        return None
    _alike(bound, arrays)
    place = 0 if arrays[0].stype != DENSE else 1
    return _at_stored(bound, arrays, place)


def _at_stored(bound, arrays, place: int):
    array, other = arrays[place], arrays[1 - place]._data
    values, *places = array._stored()
    there = other[forms.row_numbers(places[0]), places[1]] if array.stype == CSR \
        else other.index_select(0, places[0])
    operands = (values, there) if place == 0 else (there, values)
    return make(type(array), (_run(bound, array, *operands), *places), array.shape, array._ctx)


@kernel("broadcast_mul", "broadcast_div")
def broadcast(bound: Any, arrays: Any, stype: Any) -> Any:
    """Multiply or divide a csr matrix by a dense array that is broadcast to it."""
    if stype == DENSE:
        return None
    matrix, other = arrays
    try:
        wide = other._data.expand(matrix.shape)
    except RuntimeError:
        return None  # the dense path broadcasts the matrix, or reports the error
    data, indptr, indices = matrix._stored()
    values = _run(bound, matrix, data, wide[forms.row_numbers(indptr), indices])
    return make(CSRNDArray, (values, indptr, indices), matrix.shape, matrix._ctx)


@kernel("_scatter_elemwise_div")
def scatter_divide(bound: Any, arrays: Any, stype: Any) -> Any:
    """Divide only stored rows."""
    if stype == DENSE:
        return None
    _alike(bound, arrays)
    return _at_stored(bound, (arrays[0], dense(arrays[1])), 0)


# ---- rows ---------------------------------------------------------------------------------------

@kernel("_sparse_retain")
def retain(bound: Any, arrays: Any, stype: Any) -> Any:
    """Keep the named rows, with zeros for those that are not stored."""
    array, wanted = arrays
    if array.stype != ROWS or wanted.stype != DENSE:
        raise MXNetError("sparse_retain takes a row_sparse array and dense indices, "
                         f"got {array.stype} and {wanted.stype}")
    data, indices = array._stored()
    rows = torch.unique(wanted._data.reshape(-1).long())
    if rows.numel() and (bool(rows[0] < 0) or bool(rows[-1] >= array.shape[0])):
        raise MXNetError(f"sparse_retain: an index is not in [0, {array.shape[0]})")
    kept = torch.zeros((rows.numel(), *data.shape[1:]), dtype=data.dtype, device=data.device)
    here = torch.isin(indices, rows)
    kept[torch.searchsorted(rows, indices[here])] = data[here]
    return make(RowSparseNDArray, (kept, rows), array.shape, array._ctx)


@kernel("_square_sum")
def square_sum(bound: Any, arrays: Any, stype: Any) -> Any:
    """Sum the squares of stored rows."""
    if stype == DENSE:
        return None
    array, = arrays
    data, indices = array._stored()
    return make(RowSparseNDArray, (data.square().sum(1, keepdim=True), indices), (array.shape[0], 1), array._ctx)


# ---- parts of CSR matrices ----------------------------------------------------------------------

def _rows_of(parts: tuple, rows: torch.Tensor, width: int) -> tuple:
    """Return the parts of a matrix with some rows, in any order and number."""
    data, indptr, indices = parts
    counts = (indptr[1:] - indptr[:-1])[rows]
    begins = torch.zeros(rows.numel() + 1, dtype=torch.int64, device=rows.device)
    torch.cumsum(counts, 0, out=begins[1:])
    places = torch.repeat_interleave(indptr[:-1][rows] - begins[:-1], counts)
    places += torch.arange(places.numel(), device=rows.device)
    return data[places], begins, indices[places]


@kernel("take")
def take(bound: Any, arrays: Any, stype: Any) -> Any:
    """Take rows of a csr matrix."""
    if stype == DENSE or arrays[1].ndim != 1 or arrays[0].ndim != 2:
        return None
    matrix, wanted = arrays
    count, rows = matrix.shape[0], wanted._data.long()
    if bound.params.mode == "raise":
        return None
    rows = rows.clamp(0, count - 1) if bound.params.mode == "clip" else rows.remainder(count)
    return make(CSRNDArray, _rows_of(matrix._stored(), rows, matrix.shape[1]), (rows.numel(), matrix.shape[1]),
                matrix._ctx)


@kernel("slice")
def take_slice(bound: Any, arrays: Any, stype: Any) -> Any:
    """Take a block of a csr matrix."""
    if stype == DENSE:
        return None
    matrix, = arrays
    p, ranges = bound.params, []
    for axis, size in enumerate(matrix.shape):
        begin = p.begin[axis] if axis < len(p.begin) else None
        end = p.end[axis] if axis < len(p.end) else None
        first, last, _ = slice(begin, end).indices(size)
        if first >= last:
            raise MXNetError(f"Invalid begin, end: [{begin}, {end}) selects nothing of axis {axis} with size {size}")
        ranges.append((first, last))
    (top, bottom), (left, right) = ranges
    data, indptr, indices = matrix._stored()
    begin, end = int(indptr[top]), int(indptr[bottom])
    data, indices, indptr = data[begin:end], indices[begin:end], indptr[top:bottom + 1] - begin
    if (left, right) == (0, matrix.shape[1]):
        data, indices = data.clone(), indices.clone()
    else:
        inside = (indices >= left) & (indices < right)
        rows = forms.row_numbers(indptr)[inside]
        data, indices, indptr = data[inside], indices[inside] - left, forms.pointers(rows, bottom - top)
    return make(CSRNDArray, (data, indptr, indices), (bottom - top, right - left), matrix._ctx)


@kernel("Concat")
def concat(bound: Any, arrays: Any, stype: Any) -> Any:
    """Concatenate csr matrices vertically."""
    if stype == DENSE:
        return None
    width = arrays[0].shape[1]
    parts = [array._stored() for array in arrays]
    if any(array.shape[1] != width or array.dtype is not arrays[0].dtype for array in arrays):
        return None  # the dense path reports the error
    begin, tables = 0, [parts[0][1][:1]]
    for _, indptr, _ in parts:
        tables.append(indptr[1:] + begin)
        begin = begin + indptr[-1]
    joined = (torch.cat([p[0] for p in parts]), torch.cat(tables), torch.cat([p[2] for p in parts]))
    return make(CSRNDArray, joined, (sum(array.shape[0] for array in arrays), width), arrays[0]._ctx)


@kernel("sum", "mean")
def reduce(bound: Any, arrays: Any, stype: Any) -> Any:
    """Sum a csr matrix along one axis; the result is dense."""
    array, p = arrays[0], bound.params
    axis = p.axis if isinstance(p.axis, tuple) else (p.axis,)
    if array.stype != CSR or axis not in ((0,), (1,), (-1,)) or p.exclude or not array._stored()[0].is_floating_point():
        return None
    data, indptr, indices = array._stored()
    over_rows = axis == (0,)
    total = torch.zeros(array.shape[1] if over_rows else array.shape[0], dtype=data.dtype, device=data.device)
    total.index_add_(0, indices if over_rows else forms.row_numbers(indptr), data)
    if bound.op.name == "mean":
        total /= array.shape[0 if over_rows else 1]
    return wrap(total.unsqueeze(0 if over_rows else 1) if p.keepdims else total, array._ctx)


@kernel("_contrib_getnnz")
def getnnz(bound: Any, arrays: Any, stype: Any) -> Any:
    """Count the stored elements of a csr matrix."""
    matrix, = arrays
    if matrix.stype != CSR:
        return None
    data, indptr, _ = matrix._stored()
    axis = bound.params.axis
    if axis is None:
        return wrap(torch.tensor([data.numel()], device=data.device), matrix._ctx)
    return wrap(indptr[1:] - indptr[:-1], matrix._ctx) if axis in (1, -1) else None
