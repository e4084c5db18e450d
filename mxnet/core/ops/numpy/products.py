"""Sums of products: dot, matmul, tensordot, einsum."""
import functools
from math import prod
from typing import Annotated

import torch

from ...errors import MXNetError
from ...matmul import matmul as _matmul
from ...matmul import mm
from ...op import Array, Ints, Range, op


def _of_floats(product):
    """Refuse operands of two types, and of integers unless the product is empty, as in MXNet."""
    @functools.wraps(product)
    def computed(a: Array, b: Array, **params):
        kind = a.dtype
        if b.dtype is not kind:
            raise MXNetError(f"takes arrays of one type, got {str(kind)[6:]} and {str(b.dtype)[6:]}")
        if kind.is_floating_point:
            return product(a, b, **params)
        empty = product(a.float(), b.float(), **params).to(kind)
        if empty.numel():
            raise MXNetError(f"only floating types are supported, got {str(kind)[6:]}")
        return empty
    return computed


@op("_np_dot")
@_of_floats
def dot(a: Array, b: Array):
    """Compute the dot product of two arrays.

    Parameters
    ----------
    a
        Left operand, of a floating point type: NumPy takes integers as well.
    b
        Right operand, of the same type.

    Returns
    -------
    ndarray
        Two vectors give the sum of their products, matrices the matrix product; a zero-dimensional array scales the
        other one. In general, products are summed over the last axis of ``a`` and the last but one of ``b``.

    Examples
    --------
    >>> mx.np.dot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """
    if not a.dim() or not b.dim():
        return a * b
    if a.dim() == 1 and b.dim() == 1:
        return torch.dot(a, b)
    if a.dim() == 2 and b.dim() == 2:
        return mm(a, b)
    if b.dim() == 1:
        return _matmul(a, b)
    return torch.tensordot(a, b, ([a.dim() - 1], [b.dim() - 2]))


@dot.infer_shape
def dot_shape(shape, p) -> None:
    """A weight whose number of rows is unknown takes it from the other operand."""
    left, right = shape.a, shape.b
    if len(left) and len(right) >= 1:
        axis = max(len(right) - 2, 0)
        if right[axis] == -1:
            shape.b = (*right[:axis], left[-1], *right[axis + 1:])
        elif left[-1] == -1:
            shape.a = (*left[:-1], right[axis])


@dot.fast_gradient
def dot_gradient(grad, a, b, *, needs):
    if not a.dim() or not b.dim():
        return ((grad * b).sum_to_size(a.shape) if needs[0] else None,
                (grad * a).sum_to_size(b.shape) if needs[1] else None)
    if b.dim() < 3:
        return _product_gradient(grad, a, b, needs=needs)
    kept = list(range(a.dim() - 1))
    others = [*range(b.dim() - 2), b.dim() - 1]
    return (torch.tensordot(grad, b, (list(range(len(kept), grad.dim())), others)) if needs[0] else None,
            torch.tensordot(a, grad, (kept, kept)).movedim(0, -2) if needs[1] else None)


def _product_gradient(grad, a, b, *, needs):
    """Return the gradients of a product of stacks of matrices; a vector is a row on the left, a column on the right."""
    left, right = a.unsqueeze(0) if a.dim() == 1 else a, b.unsqueeze(1) if b.dim() == 1 else b
    if b.dim() == 1:
        grad = grad.unsqueeze(-1)
    if a.dim() == 1:
        grad = grad.unsqueeze(-2)
    first = second = None
    if needs[0]:
        first = _matmul(grad, right.mT).sum_to_size(left.shape).reshape(a.shape)
    if needs[1]:
        if right.dim() == 2:  # one product, instead of a sum of many
            rows = prod(left.shape[:-1])
            second = mm(left.reshape(rows, left.shape[-1]).t(), grad.reshape(rows, grad.shape[-1]))
        else:
            second = _matmul(left.mT, grad).sum_to_size(right.shape)
        second = second.reshape(b.shape)
    return first, second


@op("_npi_matmul")
@_of_floats
def matmul(a: Array, b: Array):
    """Multiply matrices in the last two axes; the others broadcast."""
    if not a.dim() or not b.dim():
        raise MXNetError("Multiplication by scalars is not allowed.")
    return _matmul(a, b)


matmul.fast_gradient(_product_gradient)


@op("_npi_tensordot")
@_of_floats
def tensordot(a: Array, b: Array, *, a_axes_summed: Ints, b_axes_summed: Ints):
    """Sum products over pairs of axes."""
    return _contracted(a, b, a_axes_summed, b_axes_summed)


def _contracted(a: Array, b: Array, left: tuple, right: tuple) -> Array:
    if len(left) != len(right) or any(a.shape[i] != b.shape[j] for i, j in zip(left, right)):
        raise MXNetError(f"shape-mismatch for sum: axes {list(left)} of {list(a.shape)} and {list(right)} of "
                         f"{list(b.shape)}")
    if not a.numel() or not b.numel():
        lefts, rights = {i % a.dim() for i in left}, {j % b.dim() for j in right}
        sizes = [size for i, size in enumerate(a.shape) if i not in lefts]
        sizes += [size for j, size in enumerate(b.shape) if j not in rights]
        return torch.zeros(sizes, dtype=a.dtype, device=a.device) + 0 * (a.sum() + b.sum())
    return torch.tensordot(a, b, (list(left), list(right)))


@op("_npi_tensordot_int_axes")
@_of_floats
def tensordot_int_axes(a: Array, b: Array, *, axes: int):
    """Sum products over the last axes of one array and the first ones of the other."""
    return _contracted(a, b, tuple(range(a.dim() - axes, a.dim())), tuple(range(axes)))


@op("_npi_einsum", view=True)
def einsum(*data: Annotated[Array, Range(1)], subscripts: str = "", optimize: int = 0):
    """Sum products over the axes that a text names."""
    kind = data[0].dtype
    if not kind.is_floating_point and prod(data[0].shape) >= 0:  # torch multiplies only float matrices
        wide = torch.einsum(subscripts, *[item.double() for item in data])
        return wide.round_().to(kind)
    return torch.einsum(subscripts, *data).clone(memory_format=torch.contiguous_format)
