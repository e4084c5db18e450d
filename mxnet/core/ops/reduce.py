"""Reductions over axes, and their inverse: broadcasting along axes.

A reduction over every axis gives the shape (1,), never (), unless NumPy shapes are on.
"""
from functools import lru_cache
from math import inf
from math import prod as multiplied
from typing import Annotated

import torch

from ..errors import MXNetError
from ..op import Array, DType, Ints, Range, Shape, document, op, types
from ..op.shapes import known
from .arithmetic import indicator, to_whole


@lru_cache(maxsize=1024)
def resolve_axes(axis, rank: int, exclude: bool = False) -> tuple:
    """Return sorted axes counted from zero; None or an empty list means all of them."""
    if not axis:
        return tuple(range(rank))
    wanted = sorted(a + rank if a < 0 else a for a in axis)
    if len(set(wanted)) < len(wanted):
        raise MXNetError(f"Reduction axes have duplicates {list(axis)}")
    if wanted[0] < 0 or wanted[-1] >= rank:
        raise MXNetError(f"Reduction axis {list(axis)} Exceeds input dimensions: expected axes of "
                         f"{rank} dimensions")
    if exclude:
        return tuple(a for a in range(rank) if a not in wanted)
    return tuple(wanted)


def shaped(result: Array) -> Array:
    """Reshape a full reduction to MXNet's shape, with NumPy shapes on or off."""
    return result.view(1) if result.dim() == 0 else result


def spread(value: Array, data: Array, axes: tuple) -> Array:
    """Expand a reduced array back to its original rank."""
    return value.reshape([1 if a in axes else size for a, size in enumerate(data.shape)])


def _merged(data: Array, axes: tuple) -> Array:
    """Move axes to the end and merge them, for kernels that reduce over one."""
    kept = [a for a in range(data.dim()) if a not in axes]
    return data.permute(*kept, *axes).flatten(len(kept)) if len(axes) != 1 else data.movedim(axes[0], -1)


def _keep(result: Array, data: Array, axes: tuple, keepdims: bool) -> Array:
    return spread(result, data, axes) if keepdims else shaped(result)


def total(data: Array, axes: tuple, keepdims: bool) -> Array:
    if not axes:
        return data.clone()
    if data.is_floating_point():
        return torch.sum(data, axes, keepdims)
    return torch.sum(data, axes, keepdims).to(data.dtype)


def average(data: Array, axes: tuple, keepdims: bool) -> Array:
    if not axes:
        return data.clone()
    if data.is_floating_point():
        return torch.mean(data, axes, keepdims)
    if data.dtype is torch.bool:
        return torch.any(data, axes, keepdims)
    count = 1
    for axis in axes:
        count *= data.shape[axis]
    return torch.div(total(data, axes, keepdims), count, rounding_mode="trunc")


def product(data: Array, axes: tuple, keepdims: bool) -> Array:
    if not axes:
        return data.clone()
    if len(axes) == 1:
        return torch.prod(data, axes[0], keepdims, dtype=data.dtype)
    return _keep(torch.prod(_merged(data, axes), -1, dtype=data.dtype), data, axes, keepdims)


def _without_nan(reduce, neutral: float):
    def reduced(data: Array, axes: tuple, keepdims: bool) -> Array:
        if data.is_floating_point():
            data = torch.where(torch.isnan(data), neutral, data)
        return reduce(data, axes, keepdims)
    return reduced


def _extreme(kernel):
    def reduced(data: Array, axes: tuple, keepdims: bool) -> Array:
        return kernel(data, axes, keepdims) if axes else data.clone()
    return reduced


# Descriptions of the params of reductions.
_WORDS = {
    "data": "Array of any shape.",
    "axis": "Axis or axes that are reduced, negative ones counted from the last; None or ``()`` means all.",
    "keepdims": "Keep the reduced axes, with size one.",
    "exclude": "Reduce all axes but those in ``axis``.",
}
_REST = "Array of the axes that are left; shape ``(1,)`` if there is none."


def _declare(name: str, kernel, *aliases: str, text: str, more: str = "", given: str = "[[1, 2], [3, 4]]",
             results: tuple[str, str]):
    """Declare a reduction; ``results`` are those of the example, over all axes and along axis 1."""
    def body(data: Array, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
        return shaped(kernel(data, resolve_axes(axis, data.dim(), exclude), keepdims))
    body.__doc__ = document(text, more, returns=_REST, example=f""">>> x = mx.nd.array({given})
        >>> mx.nd.{name}(x).asnumpy().tolist(), mx.nd.{name}(x, axis=1).asnumpy().tolist()
        ({results[0]}, {results[1]})""")
    made = op(name, aliases=aliases, words=_WORDS)(body)
    made.infer_shape(_reduced_shape)
    return made


def _reduced_shape(shape, p) -> None:
    """The remaining sizes may be known even if the summed ones are not."""
    data = shape.data
    axes = resolve_axes(p.axis, len(data), p.exclude)
    if p.keepdims:
        shape.output = tuple(1 if axis in axes else size for axis, size in enumerate(data))
    else:
        shape.output = tuple(size for axis, size in enumerate(data) if axis not in axes) or (1,)


_HOLES = "[[1, float('nan')], [3, 4]]"
sum_ = _declare("sum", total, "sum_axis", "_sparse_sum", text="Compute the sum of elements over axes.",
                more="Sums of integers are of their type, and wrap as that does.", results=("[10.0]", "[3.0, 7.0]"))
mean = _declare("mean", average, "_sparse_mean", text="Compute the mean of elements over axes.",
                more="Means of integers are integers, rounded towards zero.", results=("[2.5]", "[1.5, 3.5]"))
prod = _declare("prod", product, text="Compute the product of elements over axes.", results=("[24.0]", "[2.0, 12.0]"))
nansum = _declare("nansum", _without_nan(total, 0.0), text="Compute the sum of elements over axes, with NaN as zero.",
                  given=_HOLES, results=("[8.0]", "[1.0, 7.0]"))
nanprod = _declare("nanprod", _without_nan(product, 1.0), given=_HOLES, results=("[12.0]", "[1.0, 12.0]"),
                   text="Compute the product of elements over axes, with NaN as one.")
max_ = _declare("max", _extreme(torch.amax), "max_axis", text="Compute the maximum of elements over axes.",
                more="All elements that equal it get its whole gradient.", results=("[4.0]", "[2.0, 4.0]"))
min_ = _declare("min", _extreme(torch.amin), "min_axis", text="Compute the minimum of elements over axes.",
                more="All elements that equal it get its whole gradient.", results=("[1.0]", "[1.0, 3.0]"))


@prod.fast_gradient
def prod_gradient(grad, data, out, *, p):
    return gradient_of_product(grad, data, out, resolve_axes(p.axis, data.dim(), p.exclude))


@nanprod.gradient
def nanprod_gradient(grad, data, out, *, p):
    holes = torch.isnan(data)
    found = gradient_of_product(grad, data.masked_fill(holes, 1), out, resolve_axes(p.axis, data.dim(), p.exclude))
    return found.masked_fill(holes, 0)


def gradient_of_product(grad: Array, factors: Array, out: Array, axes: tuple) -> Array:
    """Divide the product by each current factor; where one is zero, multiply the others."""
    if bool((factors == 0).any()):
        with torch.enable_grad():
            taped = factors if factors.requires_grad else factors.detach().requires_grad_()
            return torch.autograd.grad(product(taped, axes, True), taped, spread(grad, factors, axes),
                                       create_graph=factors.requires_grad)[0]
    return spread(grad * out, factors, axes) / factors


@sum_.fast_gradient
def sum_gradient(grad, data, *, p):
    if grad.numel() == data.numel():
        return grad.reshape(data.shape)
    return spread(grad, data, resolve_axes(p.axis, data.dim(), p.exclude)).expand_as(data)


@mean.fast_gradient
def mean_gradient(grad, data, *, p):
    if grad.numel() == data.numel():  # along axes of one element, as in losses with one number per sample
        return grad.reshape(data.shape)
    count = max(data.numel(), 1) / max(grad.numel(), 1)
    return spread(grad / count, data, resolve_axes(p.axis, data.dim(), p.exclude)).expand_as(data)


def _squeezed(call):
    """Copy if every axis to reduce has one element, as in losses with one number per sample."""
    shape, kind = call.specs[0]
    if not known(shape) or not kind.is_floating_point:
        return None
    axes = resolve_axes(call.p.axis, len(shape), call.p.exclude)
    if call.p.keepdims or not axes or len(axes) == len(shape) or any(shape[axis] != 1 for axis in axes):
        return None
    return lambda data: data.squeeze(axes).clone()


def _unsqueezed(call):
    shape = call.specs[0][0]
    return None if _squeezed(call) is None else lambda grad, data: grad.view(shape)


for _reduction in sum_, mean, prod, max_, min_:
    _reduction.lower(_squeezed)
sum_.lower("backward")(_unsqueezed)
mean.lower("backward")(_unsqueezed)


def extreme_gradient(grad, data, out, *, p):
    """Every element that equals the extreme gets all of the gradient, ties included."""
    axes = resolve_axes(p["axis"], data.dim(), p["exclude"])
    return indicator(torch.eq, data, spread(out, data, axes)).mul_(spread(grad, data, axes))


max_.gradient(extreme_gradient)
min_.gradient(extreme_gradient)


@op("_square_sum", words=_WORDS)
def square_sum(data: Array, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
    """Compute the sum of squares over axes: ``sum(data**2)``.

    Parameters
    ----------
    data
        Array of any shape, usually a ``row_sparse`` matrix.

    Returns
    -------
    Array of the other axes; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]]).tostype("row_sparse")
    >>> mx.nd._internal._square_sum(x, axis=1).asnumpy().tolist()
    [5.0, 25.0]
    """
    return shaped(total(data * data, resolve_axes(axis, data.dim(), exclude), keepdims))


def norm_type(types, p) -> None:
    if types.ins[0] is not None:
        types.set_out(0, p.out_dtype or types.ins[0])


@op("norm", aliases=("_sparse_norm",), types=norm_type, words=_WORDS)
def norm(data: Array, *, ord: int = 2, axis: Shape | None = None,
         out_dtype: DType | None = None, keepdims: bool = False):
    """Compute the L1 or L2 norm over axes.

    ``ord=1`` is ``sum(abs(data))``, ``ord=2`` is ``sqrt(sum(data**2))``.

    Parameters
    ----------
    data
        Array of any shape.
    ord
        Which norm, 1 or 2.
    out_dtype
        Type of the result; None means that of ``data``.

    Returns
    -------
    Array of the other axes; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[3, 4], [0, 5]])
    >>> mx.nd.norm(x, axis=1).asnumpy().tolist()
    [5.0, 5.0]
    >>> mx.nd.norm(x, ord=1).asnumpy().tolist()
    [12.0]
    """
    if ord not in (1, 2):
        raise MXNetError(f"norm only supports ord=1 and ord=2, got {ord}")
    axes = resolve_axes(axis, data.dim())
    wanted = out_dtype or data.dtype
    if ord == 2 and data.numel() and not (data.is_floating_point() or wanted.is_floating_point):
        return shaped(to_whole(_whole_norm(data, axes, keepdims), wanted))
    if not data.is_floating_point() or wanted is torch.float64:
        inner = data.double()
    else:
        inner = data.float() if data.dtype in (torch.float16, torch.bfloat16) else data
    value = length(inner, ord, axes, keepdims)
    return shaped(value.to(wanted) if wanted.is_floating_point else to_whole(value, wanted))


def length(data: Array, order: float, axes: tuple, keepdims: bool) -> Array:
    """Compute the norms of vectors, as MXNet does also where powers of the elements are too large or small a number."""
    if order in (0, 1) or order < 0 or order == inf or not data.numel():
        return torch.linalg.vector_norm(data, order, axes, keepdims)
    if data.is_cpu and data.__class__ is Array and not torch.compiler.is_compiling():
        found = torch.linalg.vector_norm(data, order, axes, keepdims)
        least, largest = torch.aminmax(found.detach())
        if least >= _SMALL[data.dtype] ** (2 / order) and largest < inf:
            return found
    scale = data.detach().abs().amax(axes, True)
    scale = torch.where((scale > 0) & (scale < inf), scale, 1)
    found = torch.linalg.vector_norm(data / scale, order, axes, True) * scale
    return found if keepdims else found.squeeze(axes)


# norms above these lose nothing to underflow when elements are squared
_SMALL = {torch.float16: 1e-2, torch.bfloat16: 1e-15, torch.float32: 1e-15, torch.float64: 1e-146}


def _whole_norm(data: Array, axes: tuple, keepdims: bool) -> Array:
    """Return MXNet's norm of integers: it sums squares of quotients by the largest, which are 0 or 1."""
    size = data.double().abs()
    largest = size.amax(axes, True)
    found = largest * (size == largest).sum(axes, True).sqrt()
    return found if keepdims or not axes else found.squeeze(axes)


@norm.fast_gradient
def norm_gradient(grad, data, out, *, p):
    axes = resolve_axes(p.axis, data.dim())
    grad = spread(grad, data, axes).to(data.dtype)
    if p.ord == 1:
        return grad * torch.sgn(data)
    size = spread(out, data, axes)
    return (data / size).masked_fill_(size == 0, 0).to(data.dtype).mul_(grad)


def _whole_mean(data: Array, axes: tuple) -> Array:
    """Return a mean in an integer type: the sum wraps as that type does, the quotient is truncated."""
    count = multiplied(data.shape[axis] for axis in axes)
    return torch.div(data.sum(axes, True, dtype=data.dtype), count, rounding_mode="trunc").to(data.dtype)


@op("moments", outputs=2, words=_WORDS)
def moments(data: Array, *, axes: Shape | None = None, keepdims: bool = False):
    """Compute mean and variance over axes.

    The variance is ``mean((data - mean(data))**2)``, the biased estimate.

    Parameters
    ----------
    data
        Array of any shape.
    axes
        Axes that are reduced; they have to be given.

    Returns
    -------
    Two arrays of the other axes, mean and variance; shape ``(1,)`` if there is none.

    Examples
    --------
    >>> x = mx.nd.array([[1, 3], [2, 6]])
    >>> mean, variance = mx.nd.moments(x, axes=(1,))
    >>> mean.asnumpy().tolist(), variance.asnumpy().tolist()
    ([2.0, 4.0], [1.0, 4.0])
    """
    if not axes:
        raise MXNetError("Empty axes is not supported, if you would like to do global moments, please "
                         "pass all axes to axes argument")
    found = resolve_axes(axes, data.dim())
    if not data.is_floating_point():
        centre = _whole_mean(data, found)
        spread_out = _whole_mean(torch.square(data - centre), found)
        outs = (centre, spread_out) if keepdims else (centre.squeeze(found), spread_out.squeeze(found))
        return shaped(outs[0]), shaped(outs[1])
    centre = torch.mean(data, found, True)
    spread_out = torch.mean(torch.square(data - centre), found, keepdims)
    return shaped(centre if keepdims else torch.mean(data, found)), shaped(spread_out)


@moments.gradient
def moments_gradient(grads, data, outs, *, p):
    """Return the gradient from the computed mean and the current data."""
    axes = resolve_axes(p.axes, data.dim())
    count = max(data.numel(), 1) / max(outs[0].numel(), 1)
    of_mean, of_variance = (None if grad is None else spread(grad, data, axes) / count for grad in grads)
    found = torch.zeros_like(data) if of_mean is None else of_mean.expand_as(data)
    if of_variance is not None:
        found = found + 2 * of_variance * (data - spread(outs[0], data, axes))
    return found


# ---- positions ----------------------------------------------------------------------------------

def _check_axis(axis: int, rank: int) -> None:
    if not -rank <= axis < rank:
        raise MXNetError(f"axis {axis} exceeds the input dimension of {rank}")


def _declare_position(name: str, kernel, what: str, result: str) -> None:
    def body(data: Array, *, axis: int | None = None, keepdims: bool = False):
        if data.dtype is torch.bool:
            raise MXNetError("bool arrays have no order; cast first")
        if axis is None:
            found = kernel(data.reshape(-1), 0)
            return (found.view([1] * data.dim()) if keepdims else shaped(found)).to(data.dtype)
        _check_axis(axis, data.dim())
        return shaped(kernel(data, axis, keepdims)).to(data.dtype)
    body.__doc__ = document(
        f"Give the index of the {what} along an axis, the first one of equals.",
        parameters={"axis": "Axis that is searched, a negative one counts from the last; None means the flattened "
                            "array."},
        returns="Array of the axes that are left, with the type of ``data``; shape ``(1,)`` if there is none.",
        example=f">>> mx.nd.{name}(mx.nd.array([[3, 1, 2], [4, 6, 5]]), axis=1).asnumpy().tolist()\n{result}")
    op(name, differentiable=False, words=_WORDS)(body)


_declare_position("argmax", torch.argmax, "maximum", "[0.0, 1.0]")
_declare_position("argmin", torch.argmin, "minimum", "[1.0, 0.0]")


@op("argmax_channel", no_gradient=True, differentiable=False)
def argmax_channel(data: Array):
    """Return the index of the maximum along axis 1, the first one in a tie.

    Parameters
    ----------
    data
        Array of at least two axes, such as ``(batch, classes)``.

    Returns
    -------
    Array of the shape of ``data`` without axis 1, with the type of ``data``.

    Examples
    --------
    >>> mx.nd.argmax_channel(mx.nd.array([[1, 3, 2], [4, 0, 1]])).asnumpy().tolist()
    [1.0, 0.0]
    """
    _check_axis(1, data.dim())
    return torch.argmax(data, 1).to(data.dtype)


# ---- broadcasting -------------------------------------------------------------------------------

@op("broadcast_axis", aliases=("broadcast_axes",))
def broadcast_axis(data: Array, *, axis: Ints = (), size: Ints = ()):
    """Broadcast an array along axes of size one.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axis or axes along which it is repeated, counted from zero; they have size one.
    size
        The new size of each of them.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1], [2]])
    >>> mx.nd.broadcast_axis(x, axis=1, size=3).asnumpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """
    if len(axis) != len(size):
        raise MXNetError(f"axis and size must have one length, got {len(axis)} and {len(size)}")
    shape = list(data.shape)
    for where, count in zip(axis, size):
        if not 0 <= where < len(shape):
            raise MXNetError(f"axis {where} is out of range for {len(shape)} dimensions")
        if shape[where] != 1:
            raise MXNetError(f"Broadcasting axis must have size 1, axis {where} has {shape[where]}")
        shape[where] = count
    return data.expand(shape).clone(memory_format=torch.contiguous_format)


def _repeated(data: Array, shape: tuple) -> Array:
    if any(a not in (b, 1) for a, b in zip(data.shape, shape)):
        raise MXNetError(f"Array cannot be broadcasted from {list(data.shape)} to {list(shape)}")
    return data.expand(shape).clone(memory_format=torch.contiguous_format)


@op("broadcast_to")
def broadcast_to(data: Array, *, shape: Shape = ()):
    """Broadcast an array to a shape, along axes of size one.

    Parameters
    ----------
    data
        Array of any shape.
    shape
        The shape of the result, of the rank of ``data``; 0 keeps an axis as it is.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> x = mx.nd.array([[1], [2]])
    >>> mx.nd.broadcast_to(x, shape=(0, 3)).asnumpy().tolist()
    [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    """
    if len(shape) != data.dim():
        raise MXNetError(f"Operand of shape {list(data.shape)} cannot be broadcasted to {list(shape)}")
    return _repeated(data, tuple(a if b == 0 else b for a, b in zip(data.shape, shape)))


@op("broadcast_like", constant=("rhs",), types=types.free)
def broadcast_like(lhs: Array, rhs: Array, *, lhs_axes: Ints | None = None, rhs_axes: Ints | None = None):
    """Broadcast an array to the shape of another, along axes of size one.

    Parameters
    ----------
    lhs
        Array that is repeated.
    rhs
        Array whose shape is taken; its values are not read.
    lhs_axes
        Axes of ``lhs`` that are repeated; None means all. Given together with ``rhs_axes``.
    rhs_axes
        Axes of ``rhs`` whose sizes they get, one for each.

    Returns
    -------
    Array of the rank of ``lhs``.

    Examples
    --------
    >>> x, like = mx.nd.ones((1, 2)), mx.nd.ones((3, 2))
    >>> mx.nd.broadcast_like(x, like).shape
    (3, 2)
    >>> mx.nd.broadcast_like(x, mx.nd.ones((5,)), lhs_axes=(0,), rhs_axes=(0,)).shape
    (5, 2)
    """
    if (lhs_axes is None) != (rhs_axes is None):
        raise MXNetError("lhs_axes and rhs_axes must be given together or not at all")
    if lhs_axes is None:
        if lhs.dim() != rhs.dim():
            raise MXNetError(f"Operand of shape {list(lhs.shape)} cannot be broadcasted to "
                             f"{list(rhs.shape)}")
        return _repeated(lhs, tuple(rhs.shape))
    if len(lhs_axes) != len(rhs_axes) or not lhs_axes:
        raise MXNetError(f"lhs_axes and rhs_axes must have one length, got {lhs_axes} and {rhs_axes}")
    shape = list(lhs.shape)
    for left, right in zip(lhs_axes, rhs_axes):
        _check_axis(left, lhs.dim())
        _check_axis(right, rhs.dim())
        shape[left] = rhs.shape[right]
    return _repeated(lhs, tuple(shape))


@op("khatri_rao", accepts=types.FLOATING)
def khatri_rao(*args: Annotated[Array, Range(1)]):
    """Compute the Khatri-Rao product of matrices: each column is the Kronecker product of theirs.

    Of two matrices, ``out[i * M + j, k] = A[i, k] * B[j, k]``, where ``B`` has ``M`` rows.

    Parameters
    ----------
    args
        Matrices with one number of columns.

    Returns
    -------
    Matrix with as many rows as the product of theirs, and their number of columns.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 2]]), mx.nd.array([[1, 1], [10, 10]])
    >>> mx.nd.khatri_rao(A, B).asnumpy().tolist()
    [[1.0, 2.0], [10.0, 20.0]]
    """
    if not args:
        raise MXNetError("at least one matrix is needed")
    made = args[0].clone()
    for item in args:
        if item.dim() != 2 or item.shape[1] != args[0].shape[1]:
            raise MXNetError("all inputs must be matrices with one number of columns, got "
                             + " ".join(str(list(a.shape)) for a in args))
    for item in args[1:]:
        made = (made[:, None, :] * item[None, :, :]).flatten(0, 1)
    return made
