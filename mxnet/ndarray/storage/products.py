"""Matrix products of CSR matrices, on torch's kernels; nothing here converts the matrix to dense."""
import warnings
from typing import Any

import torch

from ...core.errors import MXNetError
from ...core.storage import CSR, DENSE, ROWS
from ..history import Record, Step, parent_of, record_of
from ..invoke import wrap
from . import forms
from .arrays import CSRNDArray, RowSparseNDArray, make
from .dispatch import dense, kernel, stored_as

_warned = False  # torch warns once that its CSR tensors are in beta


def csr_tensor(parts: tuple[Any, ...], shape: tuple[Any, ...]) -> torch.Tensor:
    """Return valid parts as a torch tensor of layout sparse_csr."""
    global _warned
    data, indptr, indices = parts
    if _warned:
        return torch.sparse_csr_tensor(indptr, indices, data, shape, check_invariants=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        _warned = True
        return torch.sparse_csr_tensor(indptr, indices, data, shape, check_invariants=False)


def times(parts: tuple[Any, ...], shape: tuple[Any, ...], right: torch.Tensor) -> torch.Tensor:
    """Return ``matrix @ right``."""
    data, indptr, indices = parts
    if data.dtype in (torch.float32, torch.float64):
        return csr_tensor(parts, shape) @ right
    wide = right.index_select(0, indices) * data[:, None]
    out = torch.zeros((shape[0], right.shape[1]), dtype=wide.dtype, device=wide.device)
    return out.index_add_(0, forms.row_numbers(indptr), wide)


def transposed_times(parts: tuple[Any, ...], shape: tuple[Any, ...], right: torch.Tensor) -> tuple[Any, ...]:
    """Return ``matrix.T @ right`` as (rows, their indices): one per column with stored elements."""
    data, indptr, indices = parts
    rows, places = torch.unique(indices, return_inverse=True)
    out = torch.zeros((rows.numel(), right.shape[1]), dtype=right.dtype, device=right.device)
    out.index_add_(0, places, right.index_select(0, forms.row_numbers(indptr)) * data[:, None])
    return out, rows


def _checked(lhs, rhs, p) -> None:
    left, right = lhs.shape, rhs.shape
    inner = left[0] if p.transpose_a else left[1]
    if len(right) != 2 or inner != (right[1] if p.transpose_b else right[0]):
        raise MXNetError(f"dot shape error: {list(left)} X {list(right)}; the contracted axes must have one size")
    if lhs.dtype is not rhs.dtype:
        raise MXNetError(f"dot: Incompatible attr in node  at 1-th input: expected {lhs.dtype.__name__}, "
                         f"got {rhs.dtype.__name__}")


@kernel("dot")
def dot(bound: Any, arrays: Any, stype: Any) -> Any:
    """Multiply where one side is a csr matrix and the other is not."""
    lhs, rhs = arrays
    p = bound.params
    if lhs.stype == CSR and rhs.stype != CSR and rhs.ndim == 2 and not p.transpose_b:
        _checked(lhs, rhs, p)
        parts, right = lhs._stored(), dense(rhs)._data
        if not p.transpose_a:
            return wrap(times(parts, lhs.shape, right), lhs._ctx) if stype == DENSE else None
        if stype == CSR:
            return None
        values, rows = transposed_times(parts, lhs.shape, right)
        made = make(RowSparseNDArray, (values, rows), (lhs.shape[1], right.shape[1]), lhs._ctx)
        return made if stype == ROWS else made._dense()
    if lhs.stype == DENSE and rhs.stype == CSR and lhs.ndim == 2 and not p.transpose_a and stype != ROWS:
        _checked(lhs, rhs, p)
        parts, left = rhs._stored(), lhs._data
        if p.transpose_b:
            found = times(parts, rhs.shape, left.t().contiguous()).t().contiguous()
            return wrap(found, lhs._ctx) if stype == DENSE else None
        values, columns = transposed_times(parts, rhs.shape, left.t().contiguous())
        count = left.shape[0]
        if stype == CSR:
            indptr = torch.arange(count + 1, device=left.device) * columns.numel()
            return make(CSRNDArray, (values.t().reshape(-1), indptr, columns.repeat(count)),
                        (count, rhs.shape[1]), lhs._ctx)
        found = torch.zeros((count, rhs.shape[1]), dtype=left.dtype, device=left.device)
        found[:, columns] = values.t()
        return wrap(found, lhs._ctx)
    return None


class _Times(torch.autograd.Function):
    """``matrix @ right`` or ``matrix.T @ right`` on torch's tape: the gradient passes to the right side."""

    @staticmethod
    def forward(ctx, right, parts, shape, transposed):
        ctx.parts, ctx.shape, ctx.transposed = parts, shape, transposed
        return _either(parts, shape, right, transposed)

    @staticmethod
    def backward(ctx, grad):
        return _Times.apply(grad.contiguous(), ctx.parts, ctx.shape, not ctx.transposed), None, None, None


class _Product(Step):
    """A recorded product of a csr matrix and an operand that takes a gradient, by rows if requested."""

    __slots__ = ("parts", "shape", "by_rows", "right")

    def __init__(self, bound, lhs, rhs, record: Record) -> None:
        super().__init__(bound, (parent_of(lhs), record.parent), (False, True))
        self.parts, self.shape = lhs._stored(), lhs.shape
        self.by_rows = record.by_rows and not bound.params.transpose_a
        self.right = rhs._data if record.step is None else None

    def gradients(self, heads: list, retained: bool, writer=None) -> tuple:
        grad, transposed = heads[0].contiguous(), self.bound.params.transpose_a
        if not self.by_rows:
            return None, _either(self.parts, self.shape, grad, not transposed)
        values, rows = transposed_times(self.parts, self.shape, grad)
        size = (self.shape[1], grad.shape[1])
        return None, torch.sparse_coo_tensor(rows[None], values, size, check_invariants=False, is_coalesced=True)

    def given(self, place: int) -> torch.Tensor:
        return self.right if place else torch.empty(0)  # a second derivative takes the matrix in sparse form

    def replay(self, places: list) -> tuple:
        return (_Times.apply(places[1], self.parts, self.shape, self.bound.params.transpose_a),)


def _either(parts, shape, right, transposed: bool) -> torch.Tensor:
    if not transposed:
        return times(parts, shape, right)
    values, rows = transposed_times(parts, shape, right)
    return forms.expand_rows((values, rows), (shape[1], right.shape[1]))


def recorded_dot(bound: Any, arrays: Any, stype: str) -> Any:
    """Multiply a csr matrix that needs no gradient with a recorded operand; None if that is not the case."""
    lhs, rhs = arrays
    p, record = bound.params, record_of(rhs)
    if lhs.stype != CSR or record_of(lhs) is not None or rhs.stype == CSR or rhs.ndim != 2 or p.transpose_b \
            or record is None or not record.passes or not rhs._data.is_floating_point():
        return None
    _checked(lhs, rhs, p)
    step = _Product(bound, lhs, rhs, record)
    made = stored_as(stype, wrap(_either(step.parts, lhs.shape, dense(rhs)._data, p.transpose_a), lhs._ctx))
    made._ag = Record(True, step)
    return made
