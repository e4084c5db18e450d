"""Reductions along axes: over all axes they give a zero-dimensional array, over none a copy."""
from functools import lru_cache
from math import nan
from math import prod as prod_of

import torch

from ...errors import MXNetError
from ...op import Array, Double, DType, Shape, document, op, types
from ..arithmetic import indicator, no_kernel_for_bool, to_whole
from ..reduce import gradient_of_product, product, spread


@lru_cache(maxsize=1024)
def axes_of(axis: tuple | None, rank: int) -> tuple:
    """Return sorted axes counted from zero; None means all of them."""
    if axis is None or (not rank and axis in ((0,), (-1,))):  # the one axis an array without dimensions has
        return tuple(range(rank))
    wanted = sorted(a + rank if a < 0 else a for a in axis)
    if wanted and (wanted[0] < 0 or wanted[-1] >= rank):
        raise MXNetError(f"axis {list(axis)} is out of bounds for an array of {rank} dimensions")
    if len(set(wanted)) < len(wanted):
        raise MXNetError(f"duplicate value in axis {list(axis)}")
    return tuple(wanted)


def reduced_shape(shape, p) -> None:
    """The remaining sizes may be known even if the reduced ones are not."""
    data = shape.ins[0]
    if data is None:
        return
    axes = axes_of(p.axis, len(data))
    if p.keepdims:
        shape.set_out(0, tuple(1 if axis in axes else size for axis, size in enumerate(data)))
    else:
        shape.set_out(0, tuple(size for axis, size in enumerate(data) if axis not in axes))


def _narrow(value: Array, kind: torch.dtype) -> Array:
    return value if value.dtype is kind else value.to(kind) if kind.is_floating_point or kind is torch.bool \
        else to_whole(value, kind)


def _sum_type(types, p) -> None:
    kind = types.ins[0]
    if p.dtype is not None:
        types.set_out(0, p.dtype)
    elif kind is not None:
        types.set_out(0, torch.int64 if kind is torch.bool else kind)


def _summed_kind(data: Array, dtype: torch.dtype | None) -> torch.dtype:
    return dtype or (torch.int64 if data.dtype is torch.bool else data.dtype)


def _no_start(initial) -> None:
    if initial is not None:
        raise MXNetError("initial is not supported yet")


# ---- sums and products --------------------------------------------------------------------------

@op("_np_sum", types=_sum_type, shapes=reduced_shape)
def sum_(a: Array, *, axis: Shape | None = None, dtype: DType | None = None, keepdims: bool = False,
         initial: Double | None = None):
    """Sum the elements along axes.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis or axes to reduce; all of them by default.
    dtype
        Type of the sums; that of ``a`` by default, int64 for bool. NumPy widens small types of integers.
    keepdims
        Whether the axes are kept, with size one.
    initial
        NumPy's number to start from; not supported.

    Returns
    -------
    ndarray
        The sums, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [3.0, 7.0]
    """
    _no_start(initial)
    kind, axes = _summed_kind(a, dtype), axes_of(axis, a.dim())
    if not axes:
        return a.to(kind, copy=True)
    if a.dtype is kind and kind.is_floating_point:
        return torch.sum(a, axes, keepdims)
    return _narrow(torch.sum(a if a.is_floating_point() or not kind.is_floating_point else a.to(kind), axes, keepdims),
                   kind)


@sum_.fast_gradient
def sum_gradient(grad, a, *, p):
    return spread(grad, a, axes_of(p.axis, a.dim())).expand_as(a).to(a.dtype)


@op("_np_prod", aliases=("_np_product",), types=_sum_type, shapes=reduced_shape)
def prod(a: Array, *, axis: Shape | None = None, dtype: DType | None = None, keepdims: bool = False,
         initial: Double | None = None):
    """Multiply the elements along axes.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis or axes to reduce; all of them by default.
    dtype
        Type of the products; that of ``a`` by default, int64 for bool. NumPy widens small types of integers.
    keepdims
        Whether the axes are kept, with size one.
    initial
        NumPy's number to start from; not supported.

    Returns
    -------
    ndarray
        The products, without the reduced axes; over all axes a zero-dimensional array.

    Examples
    --------
    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()
    [2.0, 12.0]
    """
    _no_start(initial)
    kind = _summed_kind(a, dtype)
    if not a.numel():  # MXNet then does not compute, and returns zeros
        return torch.zeros(_left(a, axis, keepdims), dtype=kind, device=a.device)
    return product(a.to(kind), axes_of(axis, a.dim()), keepdims).reshape(_left(a, axis, keepdims))


@prod.fast_gradient
def prod_gradient(grad, a, out, *, p):
    return gradient_of_product(grad.to(a.dtype), a, out.to(a.dtype), axes_of(p.axis, a.dim()))


def _left(data: Array, axis, keepdims: bool) -> list:
    axes = axes_of(axis, data.dim())
    return [1 if place in axes else size for place, size in enumerate(data.shape) if keepdims or place not in axes]


def _mean_type(types, p) -> None:
    kind = types.ins[0]
    if p.dtype is not None or kind is not None:
        types.set_out(0, p.dtype or (kind if kind.is_floating_point else torch.float32))


@op("_npi_mean", types=_mean_type, shapes=reduced_shape)
def mean(a: Array, *, axis: Shape | None = None, dtype: DType | None = None, keepdims: bool = False,
         initial: Double | None = None):
    """Average the elements along axes; integers give float32."""
    _no_start(initial)
    kind = dtype or (a.dtype if a.is_floating_point() else torch.float32)
    axes = axes_of(axis, a.dim())
    if not a.numel():  # as of products
        return torch.zeros(_left(a, axis, keepdims), dtype=kind, device=a.device)
    if axes and not (kind.is_floating_point or a.is_floating_point()):  # the sum wraps
        total = to_whole(torch.sum(a, axes, keepdims), kind)
        return torch.div(total, a.numel() // total.numel(), rounding_mode="trunc").to(kind)
    wide = torch.float32 if kind is torch.float16 else kind if kind.is_floating_point else torch.float64
    return _narrow(torch.mean(a.to(wide), axes, keepdims) if axes else a.to(wide, copy=True), kind)


@mean.fast_gradient
def mean_gradient(grad, a, *, p):
    count = max(a.numel(), 1) / max(grad.numel(), 1)
    grad = grad.to(a.dtype) if a.is_floating_point() else grad  # the mean may be in a narrower type
    return spread(grad / count, a, axes_of(p.axis, a.dim())).expand_as(a).to(a.dtype)


def _moment_type(types, p) -> None:
    if p.dtype is not None or types.ins[0] is not None:
        types.set_out(0, p.dtype or types.ins[0])


def _declare_moment(name: str, text: str, finish) -> None:
    def body(a: Array, *, axis: Shape | None = None, dtype: DType | None = None, ddof: int = 0,
             keepdims: bool = False):
        kind = dtype or a.dtype
        if a.dtype is torch.bool:
            return no_kernel_for_bool(torch.empty(_left(a, axis, keepdims), dtype=kind, device=a.device))
        wide = a if a.is_floating_point() and a.dtype is not torch.float16 else a.double()
        axes = axes_of(axis, a.dim())
        if not axes:  # each element by itself
            return _narrow(finish(wide * 0 / (1 - ddof)) if ddof != 1 else torch.full_like(wide, nan), kind)
        count = prod_of(wide.shape[place] for place in axes)
        if count <= ddof:  # torch warns of what NumPy divides by zero
            centred = wide - (wide.mean(axes, True) if count else 0)
            return _narrow(finish((centred * centred).sum(axes, keepdims) / (count - ddof)), kind)
        return _narrow(finish(torch.var(wide, axes, correction=ddof, keepdim=keepdims)), kind)
    body.__doc__ = text
    op(name, types=_moment_type, shapes=reduced_shape, output_names=[name[5:]])(body)


_declare_moment("_npi_var", "Compute the variance along axes.", lambda value: value)
_declare_moment("_npi_std", "Compute the standard deviation along axes.", torch.sqrt)


# ---- extremes and their places ------------------------------------------------------------------

_AXIS = "Axis or axes to reduce; all of them by default."
_KEEPDIMS = "Whether the axes stay, with size one."


def _extreme_words(name: str, word: str, found: str) -> str:
    return document(
        f"Return the {word} element along axes.",
        parameters={"a": "Input array.", "axis": _AXIS, "keepdims": _KEEPDIMS,
                    "initial": "NumPy's number to start from; not supported."},
        returns="\nndarray\n    The extremes, without the reduced axes; over all axes a zero-dimensional array.",
        example=f">>> mx.np.{name}(mx.np.array([[1, 2], [3, 4]]), axis=1).tolist()\n{found}")


def _declare_extreme(name: str, alias: str, kernel, text: str) -> None:
    def body(a: Array, *, axis: Shape | None = None, keepdims: bool = False, initial: Double | None = None):
        _no_start(initial)
        axes = axes_of(axis, a.dim())
        if not axes:
            return a.clone()
        if not a.numel() and any(not a.shape[place] for place in axes):
            raise MXNetError("zero-size array to reduction operation max/min which has no identity")
        return kernel(a, axes, keepdims)
    body.__doc__ = text
    made = op(name, aliases=(alias,), shapes=reduced_shape)(body)

    @made.gradient
    def gradient(grad, a, out, *, p):
        axes = axes_of(p.axis, a.dim())
        return indicator(torch.eq, a, spread(out, a, axes)).mul_(spread(grad, a, axes))


_declare_extreme("_np_max", "_np_amax", torch.amax, _extreme_words("max", "largest", "[2.0, 4.0]"))
_declare_extreme("_np_min", "_np_amin", torch.amin, _extreme_words("min", "smallest", "[1.0, 3.0]"))


def _declare_position(name: str, kernel, text: str) -> None:
    def body(data: Array, *, axis: int | None = None, keepdims: bool = False):
        if data.dtype is torch.bool:
            sizes = _left(data, None if axis is None else (axis,), keepdims)
            return no_kernel_for_bool(torch.empty(sizes, dtype=torch.int64, device=data.device))
        if axis is None or (not data.dim() and axis in (0, -1)):
            found = kernel(data.reshape(-1), 0)
            return found.reshape([1] * data.dim()) if keepdims else found
        axes_of((axis,), data.dim())
        return kernel(data, axis, keepdims)
    body.__doc__ = text
    op(name, types=types.always(torch.int64), differentiable=False)(body)


_declare_position("_npi_argmax", torch.argmax, "Give the index of the first largest element along an axis.")
_declare_position("_npi_argmin", torch.argmin, "Give the index of the first smallest element along an axis.")


def _declare_truth(name: str, aliases: tuple, kernel, text: str) -> None:
    def body(data: Array, *, axis: Shape | None = None, keepdims: bool = False):
        found = data if data.dtype is torch.bool else data != 0
        for place in reversed(axes_of(axis, data.dim())):
            found = kernel(found, place, keepdims)
        return found.clone() if found is data else found
    body.__doc__ = text
    op(name, aliases=aliases, types=types.always(torch.bool), shapes=reduced_shape, differentiable=False)(body)


def _truth_words(name: str, sentence: str, found: str) -> str:
    return document(
        sentence,
        parameters={"data": "Input array; whatever is not zero is true.", "axis": _AXIS, "keepdims": _KEEPDIMS},
        returns="\nndarray\n    An array of bool without the reduced axes; over all axes one without dimensions.",
        example=f">>> mx.np.{name}(mx.np.array([[0, 1], [1, 1]]), axis=0).tolist()\n{found}")


_declare_truth("_np_all", (), torch.all,
               _truth_words("all", "Tell whether all elements along axes are true.", "[False, True]"))
_declare_truth("_np_any", ("_np_sometrue",), torch.any,
               _truth_words("any", "Tell whether some element along axes is true.", "[True, True]"))


# ---- averages by weights ------------------------------------------------------------------------

def _averaged_kind(kind: torch.dtype, weights: torch.dtype | None) -> torch.dtype:
    """Return the type of averages: the array's; whole numbers take the type of weights that are not."""
    if weights is not None and weights.is_floating_point and not kind.is_floating_point:
        return weights
    return torch.float32 if kind is torch.bool else kind


def _average_type(types, p) -> None:
    if types.ins[0] is not None:
        types.set_outs(_averaged_kind(types.ins[0], types.ins[1] if p.weighted else None))


@op("_npi_average", outputs=2, visible=lambda p: 2 if p.returned else 1, omit={"weights": lambda p: not p.weighted},
    types=_average_type)
def average(a: Array, weights: Array | None = None, *, axis: Shape | None = None, returned: bool = False,
            weighted: bool = True):
    """Average along axes with weights; also returns the sum of the weights. Averages of integers are truncated."""
    axes = axes_of(axis, a.dim())
    kind = _averaged_kind(a.dtype, None if weights is None else weights.dtype)
    if weights is not None and weights.dtype is not a.dtype and not kind.is_floating_point:
        raise MXNetError(f"integers take weights of their type or a float, got {str(a.dtype)[6:]} and "
                         f"{str(weights.dtype)[6:]}")
    if not kind.is_floating_point:
        found, scale = average.function(a.double(), None if weights is None else weights.double(), axis=axis,
                                        weighted=weighted)
        return to_whole(found, kind), to_whole(scale, kind)
    a = a.to(kind)
    if weights is None:
        found = torch.mean(a, axes) if axes else a.clone()
        return found, torch.full_like(found, a.numel() / max(found.numel(), 1))
    if weights.shape != a.shape:
        if weights.dim() != 1 or len(axes) != 1 or weights.shape[0] != a.shape[axes[0]]:
            raise MXNetError("weights must have the shape of the array, or be 1-D along the one axis; got "
                             f"{list(weights.shape)} for {list(a.shape)}")
        weights = weights.reshape([-1 if place == axes[0] else 1 for place in range(a.dim())]).expand_as(a)
    weights = weights.to(a.dtype)
    scale = torch.sum(weights, axes)
    return torch.sum(a * weights, axes) / scale, scale
