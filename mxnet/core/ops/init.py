"""Array creation: zeros, ones, full, ranges, identity, and constants written to ``out``."""
from math import ceil
from typing import Any

import torch

from .. import npmode
from ..dtype import to_torch
from ..errors import MXNetError, NotYet
from ..op import Array, Device, Double, DType, Long, Params, Positive, Shape, document, op, types
from .arithmetic import to_whole, wrap_scalar


def shape_from_param(shape, p) -> None:
    """Take the output's shape from the param; an unknown dimension (0, or -1 with NumPy shapes on)
    and an empty shape are left for a graph to infer."""
    if p.shape is None or (not p.shape and not npmode.get_shape()):
        raise NotYet
    unknown = -1 if npmode.get_shape() else 0
    shape.out = tuple(-1 if size in (unknown, -1) else size for size in p.shape)


def completed_shape(p, shape) -> Params:
    """Replace a partially given shape by the one that a graph inferred."""
    return Params(p, shape=tuple(shape))


def _sizes(shape) -> tuple:
    if not npmode.get_shape() and (not shape or 0 in shape):
        raise MXNetError(f"the shape {shape} is not known: zero stands for any size unless NumPy shapes are on")
    return tuple(shape)


def _declare_filled(name: str, kernel, what: str, result: str) -> None:
    def body(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
        return kernel(_sizes(shape), dtype=dtype, device=device)
    body.__doc__ = document(f"Make an array of {what}.", parameters={"shape": "Shape of the array.",
                                                                     "dtype": "Type of the elements."},
                            returns="Array of shape ``shape``.",
                            example=f">>> mx.nd._internal.{name}(shape=(2, 2)).asnumpy().tolist()\n{result}")
    made = op(name, shapes=shape_from_param, types=types.from_param, differentiable=False)(body)
    made.complete(completed_shape)


_declare_filled("_zeros", torch.zeros, "zeros", "[[0.0, 0.0], [0.0, 0.0]]")
_declare_filled("_ones", torch.ones, "ones", "[[1.0, 1.0], [1.0, 1.0]]")


@op("_full", shapes=shape_from_param, types=types.from_param, differentiable=False)
def full(*, shape: Shape | None = None, ctx: str = "", dtype: DType = torch.float32, value: Double,
         device: Device):
    """Make an array with one value everywhere.

    Parameters
    ----------
    shape
        Shape of the array.
    dtype
        Type of the elements.
    value
        The value.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd._internal._full(shape=(2, 2), value=7, dtype="int32").asnumpy().tolist()
    [[7, 7], [7, 7]]
    """
    if dtype is torch.bool:
        value = bool(value)
    elif not dtype.is_floating_point:
        value = wrap_scalar(value, dtype)
    return torch.full(_sizes(shape), value, dtype=dtype, device=device)


full.complete(completed_shape)


@op("_zeros_without_dtype", shapes=shape_from_param, differentiable=False)
def zeros_without_dtype(*, shape: Shape | None = None, ctx: str = "", dtype: Any = -1, device: Device):
    """Make zeros whose type may be left for a graph to infer.

    Parameters
    ----------
    shape
        Shape of the array.
    dtype
        Type of the elements, by name or by MXNet's number; -1 leaves it to the graph, and means float32 outside a
        graph.

    Returns
    -------
    Array of shape ``shape``.

    Examples
    --------
    >>> mx.nd._internal._zeros_without_dtype(shape=(2,), dtype=0).asnumpy().tolist()
    [0.0, 0.0]
    """
    return torch.zeros(_sizes(shape), dtype=_flagged(dtype) or torch.float32, device=device)


def _flagged(dtype):
    if isinstance(dtype, str) and dtype.lstrip("-").isdigit():
        dtype = int(dtype)
    return None if dtype == -1 else to_torch(dtype)


@zeros_without_dtype.infer_type
def zeros_without_dtype_type(types, p) -> None:
    if _flagged(p.dtype) is not None:
        types.set_out(0, _flagged(p.dtype))
    elif types.outs[0] is None:
        raise NotYet


zeros_without_dtype.complete(completed_shape)


# ---- ranges -------------------------------------------------------------------------------------

def _bounds(start: float, stop: float | None, step: float) -> tuple:
    if stop is None:
        start, stop = 0.0, start
    if step == 0:
        raise MXNetError("Range does not support step=0")
    if (stop - start) * step <= 0:
        raise MXNetError(f"Invalid range (start, stop, step) = ({start:g},{stop:g},{step:g})")
    return start, stop


@op("_arange", types=types.from_param, differentiable=False)
def arange(*, start: Double, stop: Double | None = None, step: Double = 1.0, repeat: Positive = 1,
           infer_range: bool = False, ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make evenly spaced numbers from ``start`` up to, but not including, ``stop``.

    Parameters
    ----------
    start
        First number; without ``stop`` the end, and the first number is 0.
    stop
        End of the range, exclusive.
    step
        Distance between numbers; negative to count down.
    repeat
        How often each number is repeated.
    infer_range
        Infer the length of the result from the graph if ``stop`` is not given.
    dtype
        Type of the elements.

    Returns
    -------
    Vector of ``ceil((stop - start) / step) * repeat`` elements.

    Examples
    --------
    >>> mx.nd._internal._arange(start=1, stop=6, step=2).asnumpy().tolist()
    [1.0, 3.0, 5.0]
    >>> mx.nd._internal._arange(start=2, repeat=2, dtype="int32").asnumpy().tolist()
    [0, 0, 1, 1]
    """
    if infer_range and stop is None:
        raise MXNetError("infer_range takes the length from a graph, and there is none here")
    start, stop = _bounds(start, stop, step)
    return progression(start, step, ceil((stop - start) / step), repeat, dtype, device)


def progression(start, step, count: int, repeat: int, dtype: torch.dtype, device) -> Array:
    """Make ``start + i * step`` for each i, ``repeat`` times, in the type of the result."""
    if dtype.is_floating_point:
        made = (torch.arange(count, dtype=torch.float64, device=device) * step + start).to(dtype)
    else:
        made = to_whole(torch.arange(count, device=device) * int(step) + int(start), dtype)
    return made.repeat_interleave(repeat, output_size=count * repeat) if repeat > 1 else made


@arange.infer_shape
def arange_shape(shape, p) -> None:
    if p.infer_range and p.stop is None:
        shape.out = (-1,)
        return
    start, stop = _bounds(p.start, p.stop, p.step)
    shape.out = (ceil((stop - start) / p.step) * p.repeat,)


@arange.complete
def arange_params(p, shape) -> Params:
    if not p.infer_range or p.stop is not None:
        return p
    # Half a step past the last number: rounding cannot add another one.
    steps = shape[0] // p.repeat - 0.5
    return Params(p, stop=p.start + p.step * steps)


@op("_linspace", types=types.from_param, differentiable=False)
def linspace(*, start: Double, stop: Double, num: int, endpoint: bool = True, ctx: str = "",
             dtype: DType = torch.float32, device: Device):
    """Make a given number of evenly spaced numbers from ``start`` to ``stop``.

    Parameters
    ----------
    start
        First number.
    stop
        Last number, or the exclusive end.
    num
        How many numbers.
    endpoint
        Whether ``stop`` is one of them.
    dtype
        Type of the elements.

    Returns
    -------
    Vector of ``num`` elements.

    Examples
    --------
    >>> mx.nd._internal._linspace(start=0, stop=1, num=5).asnumpy().tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    if num < 0:
        raise MXNetError(f"Number of sequence should be non-negative, got {num}")
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    made = torch.arange(num, dtype=torch.float64, device=device) * step + start
    return made.to(dtype) if dtype.is_floating_point else to_whole(made, dtype)


@op("_eye", types=types.from_param, differentiable=False)
def eye(*, N: Long, M: Long = 0, k: Long = 0, ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N
        Number of rows.
    M
        Number of columns; 0 means as many as rows.
    k
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    dtype
        Type of the elements.

    Returns
    -------
    Matrix of shape ``(N, M)``.

    Examples
    --------
    >>> mx.nd._internal._eye(N=2, M=3, k=1).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    made = torch.zeros(N, M or N, dtype=dtype, device=device)
    if -N < k < (M or N):
        made.diagonal(k).fill_(1)
    return made


# ---- what writes into its output ----------------------------------------------------------------

@op("_set_value", dynamic=True, types=types.always(torch.float32), differentiable=False)
def set_value(*, src: float, device: Device):
    """Write one number to every element of ``out``.

    Parameters
    ----------
    src
        The number.

    Returns
    -------
    The array given as ``out``; without one, an array of shape ``(1,)``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 2))
    >>> _ = mx.nd._internal._set_value(src=3, out=x)
    >>> x.asnumpy().tolist()
    [[3.0, 3.0], [3.0, 3.0]]
    """
    return torch.full((1,), src, device=device)


@set_value.into
def set_value_into(p, old, new):
    return torch.full_like(old, p.src)
