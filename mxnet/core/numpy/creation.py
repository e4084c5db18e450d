"""Arrays from nothing, or like another one."""
from math import prod

import numpy as np

from .functions import function, refuse, row_order


def _kind(dtype):
    return "float32" if dtype is None else dtype


@function()
def zeros(F, shape, dtype=None, order="C", ctx=None):
    """Make an array of zeros."""
    row_order(order, "zeros")
    return F.call("_npi_zeros", shape=shape, dtype=_kind(dtype), ctx=ctx)


@function()
def ones(F, shape, dtype=np.float32, order="C", ctx=None):
    """Make an array of ones."""
    row_order(order, "ones")
    return F.call("_npi_ones", shape=shape, dtype=_kind(dtype), ctx=ctx)


@function()
def full(F, shape, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Make an array with one value everywhere, or of an array repeated."""
    row_order(order, "full")
    if F.is_array(fill_value):
        made = F.call("_npi_broadcast_to", fill_value, shape=shape)
        return made if dtype is None else made.astype(dtype)
    if isinstance(fill_value, bool):
        fill_value, dtype = int(fill_value), "bool" if dtype is None else dtype
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    return F.call("_npi_full", shape=shape, value=fill_value, dtype=_kind(dtype), ctx=ctx, out=out)


@function()
def full_like(F, a, fill_value, dtype=None, order="C", ctx=None, out=None):
    """Make an array of another one's shape with one value everywhere."""
    row_order(order, "full_like")
    more = {} if dtype is None else {"dtype": dtype}
    return F.call("_npi_full_like", a, fill_value=int(fill_value) if isinstance(fill_value, bool) else fill_value,
                  out=out, **more)


@function()
def zeros_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Make zeros of another array's shape."""
    return full_like(F, a, 0, dtype, order, ctx, out)


@function()
def ones_like(F, a, dtype=None, order="C", ctx=None, out=None):
    """Make ones of another array's shape."""
    return full_like(F, a, 1, dtype, order, ctx, out)


@function()
def empty_like(F, prototype, dtype=None, order="C", subok=False, shape=None):
    """Make an array of another one's shape, whose values say nothing."""
    row_order(order, "empty_like")
    refuse("empty_like", subok=subok, shape=shape is not None)
    return full_like(F, prototype, 0, dtype)


@function()
def identity(F, n, dtype=None, ctx=None):
    """Make a square matrix with ones on its diagonal."""
    if not isinstance(n, (int, np.integer)):
        raise TypeError("Input 'n' should be an integer")
    if n < 0:
        raise ValueError("Input 'n' cannot be negative")
    return F.call("_npi_identity", shape=(n, n), dtype=_kind(dtype), ctx=ctx)


@function()
def eye(F, N, M=None, k=0, dtype=np.float32, **kwargs):
    """Make ones on a diagonal and zeros elsewhere."""
    if "order" in kwargs:
        raise NotImplementedError("function eye does not support parameter order")
    return F.call("_npi_eye", N=N, M=M, k=k, dtype=_kind(dtype), ctx=kwargs.get("ctx"))


@function()
def arange(F, start, stop=None, step=1, dtype=None, ctx=None):
    """Make evenly spaced numbers from ``start`` up to but without ``stop``."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    if start is None and stop is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    return F.call("_npi_arange", start=start, stop=stop, step=step, dtype=_kind(dtype), ctx=ctx)


def _plain_ends(F, name: str, *ends) -> None:
    if any(F.is_array(end) or isinstance(end, (list, tuple, np.ndarray)) for end in ends):
        raise NotImplementedError(f"{name}: start and stop only support int and float")


@function()
def linspace(F, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, ctx=None):
    """Make ``num`` evenly spaced numbers from ``start`` to ``stop``."""
    _plain_ends(F, "linspace", start, stop)
    refuse("linspace", axis=axis)
    more = {} if dtype is None else {"dtype": dtype}
    made = F.call("_npi_linspace", start=start, stop=stop, num=num, endpoint=endpoint, ctx=ctx, **more)
    return (made, (stop - start) / (num - 1)) if retstep else made


@function()
def logspace(F, start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0, ctx=None):
    """Make numbers evenly spaced on a logarithmic scale."""
    _plain_ends(F, "logspace", start, stop)
    refuse("logspace", axis=axis)
    more = {} if dtype is None else {"dtype": dtype}
    return F.call("_npi_logspace", start=start, stop=stop, num=num, endpoint=endpoint, base=base, ctx=ctx, **more)


@function()
def indices(F, dimensions, dtype=np.int32, ctx=None):
    """Give for each axis of a grid the index of every element along it."""
    if not isinstance(dimensions, (tuple, list)):
        raise ValueError("The dimensions must be sequence of ints")
    return F.call("_npi_indices", dimensions=tuple(dimensions), dtype=dtype, ctx=ctx)


def _window(name: str):
    def made(F, M, dtype=np.float32, ctx=None):
        return F.call(f"_npi_{name}", M=M, dtype=_kind(dtype), ctx=ctx)
    made.__name__, made.__doc__ = name, f"Make the {name} window of ``M`` points."
    function()(made)


for _name in ("hanning", "hamming", "blackman"):
    _window(_name)


@function()
def tril(F, m, k=0):
    """Set what is above a diagonal to zero."""
    return F.call("_npi_tril", m, k=k)


@function()
def resize(F, a, new_shape):
    """Give the elements another shape, repeated as often as it takes, or cut off."""
    if F.symbolic:
        return F.call("_npi_Custom", a, op_type="resize_fallback", new_shape=new_shape)
    shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    wanted, flat = prod(shape), F.call("_npi_reshape", a, newshape=(-1,))
    if not wanted or not a.size:
        return F.call("_npi_zeros", shape=shape, dtype=a.dtype, ctx=a.ctx)
    repeated = F.call("_npi_tile", flat, reps=(-(-wanted // a.size),))
    return F.call("_npi_reshape", repeated[:wanted], newshape=shape)
