"""Products of arrays: dot, and batches of matrix products."""
from typing import Literal

import torch

from ..errors import MXNetError, NotYet
from ..matmul import bmm, matmul, mm
from ..op import Array, op, shapes, types
from ..storage import ROWS
from .reduce import shaped

_STORAGE = Literal["csr", "default", "row_sparse"]


def _flat_left(lhs: Array, transposed: bool) -> tuple:
    """Return the left operand as a matrix (rows, inner) and the shape that its rows stand for."""
    if lhs.dim() == 2:  # it may be sparse, which has no other shapes
        return (lhs.t(), lhs.shape[1:]) if transposed else (lhs, lhs.shape[:-1])
    if transposed:
        return lhs.reshape(lhs.shape[0], -1).t(), lhs.shape[1:]
    return lhs.reshape(-1, lhs.shape[-1]), lhs.shape[:-1]


def _flat_right(rhs: Array, transposed: bool) -> tuple:
    """Return the right operand as a matrix (inner, columns) and the shape that its columns stand for."""
    if transposed:
        return rhs.reshape(-1, rhs.shape[-1]).t(), rhs.shape[:-1]
    return rhs.reshape(rhs.shape[0], -1), rhs.shape[1:]


@op("dot", accepts=types.FLOATING, aliases=("_sparse_dot",), spreads=True)
def dot(lhs: Array, rhs: Array, *, transpose_a: bool = False, transpose_b: bool = False,
        forward_stype: _STORAGE | None = None):
    """Compute the dot product of two arrays, over the last axis of the first and the first axis of the second.

    For matrices it is the matrix product, for vectors the inner product. In general
    ``out[i..., j...] = sum_k lhs[i..., k] * rhs[k, j...]``.

    Parameters
    ----------
    lhs
        Array of shape ``(..., K)``, or ``(K, ...)`` with ``transpose_a``.
    rhs
        Array of shape ``(K, ...)``, or ``(..., K)`` with ``transpose_b``.
    transpose_a
        Sum over the first axis of ``lhs``, which a matrix has transposed.
    transpose_b
        Sum over the last axis of ``rhs``, which a matrix has transposed.
    forward_stype
        Storage type of the result, if an operand is sparse and the default is not wanted.

    Returns
    -------
    Array with the other axes of ``lhs`` and then those of ``rhs``; shape ``(1,)`` for two vectors.

    Examples
    --------
    >>> x, y = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[5, 6], [7, 8]])
    >>> mx.nd.dot(x, y).asnumpy().tolist()
    [[19.0, 22.0], [43.0, 50.0]]
    >>> mx.nd.dot(mx.nd.ones((2, 3, 4)), mx.nd.ones((4, 5))).shape
    (2, 3, 5)
    """
    if lhs.dim() == 2 and rhs.dim() == 2:
        lhs, rhs = lhs.t() if transpose_a else lhs, rhs.t() if transpose_b else rhs
        if lhs.shape[1] != rhs.shape[0]:
            raise _dot_error(lhs, rhs)
        return mm(lhs, rhs)
    if lhs.dim() == 1 and rhs.dim() == 1:
        if transpose_a or transpose_b:
            raise MXNetError("Cannot transpose vectors")
        if lhs.shape != rhs.shape:
            raise _dot_error(lhs, rhs)
        return shaped(torch.dot(lhs, rhs))
    left, rows = _flat_left(lhs, transpose_a)
    right, columns = _flat_right(rhs, transpose_b)
    if left.shape[1] != right.shape[0]:
        raise _dot_error(lhs, rhs)
    return shaped(mm(left, right).reshape(rows + columns))


@dot.infer_shape
def dot_shape(shape, p) -> None:
    lhs, rhs = shape.lhs, shape.rhs
    if shapes.known(lhs) and shapes.known(rhs) or len(lhs) + len(rhs) <= 2:
        return  # the product itself checks
    shape.out = (lhs[1:] if p.transpose_a else lhs[:-1]) + (rhs[:-1] if p.transpose_b else rhs[1:])


def _dot_error(lhs: Array, rhs: Array) -> MXNetError:
    return MXNetError(f"dot shape error: {list(lhs.shape)} X {list(rhs.shape)}; the contracted axes must "
                      "have one size")


@dot.fast_gradient
def dot_gradient(grad, lhs, rhs, *, p, needs):
    if needs[1] == ROWS:
        return _left_gradient(grad, rhs, lhs, False) if needs[0] else None, _rows_of_product(grad, lhs)
    left, _ = _flat_left(lhs, p.transpose_a)
    right, _ = _flat_right(rhs, p.transpose_b)
    grad = grad.reshape(left.shape[0], right.shape[1])
    return (_left_gradient(grad, right, lhs, p.transpose_a) if needs[0] else None,
            _right_gradient(grad, left, rhs, p.transpose_b) if needs[1] else None)


def _rows_of_product(grad: Array, lhs: Array) -> Array:
    """Return the gradient of the right side of a product with a csr matrix: a row for each column with elements."""
    if lhs.layout is torch.strided:
        lhs = lhs.to_sparse_csr()
    values, counts, columns = lhs.values(), lhs.crow_indices().diff(), lhs.col_indices()
    rows, places = torch.unique(columns, return_inverse=True)
    summed = grad.new_zeros((rows.numel(), grad.shape[1]))
    summed.index_add_(0, places, grad.index_select(0, torch.repeat_interleave(counts)) * values[:, None])
    return torch.sparse_coo_tensor(rows[None], summed, (lhs.shape[1], grad.shape[1]), check_invariants=False,
                                   is_coalesced=True)


def _left_gradient(grad, right, lhs, transposed: bool) -> Array:
    return (mm(right, grad.t()) if transposed else mm(grad, right.t())).reshape(lhs.shape)


def _right_gradient(grad, left, rhs, transposed: bool) -> Array:
    return (mm(grad.t(), left) if transposed else mm(left.t(), grad)).reshape(rhs.shape)


@op("batch_dot", accepts=types.FLOATING, spreads=True)
def batch_dot(lhs: Array, rhs: Array, *, transpose_a: bool = False, transpose_b: bool = False,
              forward_stype: _STORAGE | None = None):
    """Multiply matrices in the last two axes, one pair for each index of the leading ones.

    Parameters
    ----------
    lhs
        Array of shape ``(B..., N, K)``, or ``(B..., K, N)`` with ``transpose_a``.
    rhs
        Array of shape ``(B..., K, M)``, or ``(B..., M, K)`` with ``transpose_b``.
    transpose_a
        Transpose the matrices of ``lhs``.
    transpose_b
        Transpose the matrices of ``rhs``.
    forward_stype
        Storage type of the result, if an operand is sparse and the default is not wanted.

    Returns
    -------
    Array of shape ``(B..., N, M)``.

    Examples
    --------
    >>> x, y = mx.nd.ones((2, 3, 4)), mx.nd.ones((2, 5, 4))
    >>> mx.nd.batch_dot(x, y, transpose_b=True).shape
    (2, 3, 5)
    """
    if lhs.dim() != rhs.dim() or lhs.dim() < 3:
        raise MXNetError("batch_dot currently only support N-D*N-D array (N >= 3), got "
                         f"{list(lhs.shape)} v.s. {list(rhs.shape)}")
    if lhs.shape[:-2] != rhs.shape[:-2]:
        raise MXNetError("batch_dot shape error (the leading batch dimensions must be equal): "
                         f"{list(lhs.shape)} X {list(rhs.shape)}")
    lhs, rhs = lhs.mT if transpose_a else lhs, rhs.mT if transpose_b else rhs
    if lhs.shape[-1] != rhs.shape[-2]:
        raise _dot_error(lhs, rhs)
    return bmm(lhs, rhs) if lhs.dim() == 3 else matmul(lhs, rhs)


@batch_dot.infer_shape
def batch_dot_shape(shape, p) -> None:
    lhs, rhs = shape.lhs, shape.rhs
    if shapes.known(lhs) and shapes.known(rhs) or len(lhs) != len(rhs) or len(lhs) < 3:
        return  # the product itself checks
    if -1 in lhs[-2:] + rhs[-2:]:
        raise NotYet
    batch = shapes.unify(lhs[:-2], rhs[:-2], "batch axes")
    shape.out = batch + (lhs[-1 if p.transpose_a else -2], rhs[-2 if p.transpose_b else -1])


@batch_dot.fast_gradient
def batch_dot_gradient(grad, lhs, rhs, *, p, needs):
    left, right = lhs.mT if p.transpose_a else lhs, rhs.mT if p.transpose_b else rhs
    first = second = None
    if needs[0]:
        first = matmul(right, grad.mT) if p.transpose_a else matmul(grad, right.mT)
    if needs[1]:
        second = matmul(grad.mT, left) if p.transpose_b else matmul(left.mT, grad)
    return first, second
