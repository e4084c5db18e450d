"""NumPy's own functions called on `mx.np.ndarray`: through a function of mx.np if there is one, otherwise in NumPy.

NumPy's results are returned as mx.np arrays; they cannot be part of a recorded graph, so recording refuses them.
"""
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.mode import mode
from .array import ndarray
from .creation import array

# by MXNet's names; some are one function in NumPy, some no longer exist there
FUNCTIONS = """all any sometrue argmin argmax around round round_ argsort sort append broadcast_arrays broadcast_to
clip concatenate copy cumsum diag diagonal diagflat dot expand_dims fix flip flipud fliplr inner insert max amax
mean min amin nonzero ones_like atleast_1d atleast_2d atleast_3d prod product ravel repeat reshape roll split
array_split hsplit vsplit dsplit squeeze stack std sum swapaxes take tensordot tile transpose unique unravel_index
diag_indices_from delete var vdot vstack column_stack hstack dstack zeros_like linalg.norm linalg.cholesky
linalg.inv linalg.solve linalg.tensorinv linalg.tensorsolve linalg.pinv linalg.eigvals linalg.eig linalg.eigvalsh
linalg.eigh shape trace tril meshgrid outer einsum polyval shares_memory may_share_memory quantile percentile diff
ediff1d resize where full_like bincount empty_like nan_to_num isnan isfinite isposinf isneginf isinf pad""".split()
UFUNCS = """abs fabs add arctan2 copysign degrees hypot lcm subtract multiply true_divide negative power mod matmul
absolute rint sign exp log log2 log10 expm1 sqrt square cbrt reciprocal invert bitwise_not remainder sin cos tan
sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh maximum minimum ceil trunc floor bitwise_and
bitwise_xor bitwise_or logical_not equal not_equal less less_equal greater greater_equal""".split()
_functions: dict[Callable, Callable] = {}
_ufuncs: dict[Callable, Callable] = {}


def register(spaces: dict[str, Any]) -> None:
    """Register which functions implement NumPy's; names that NumPy no longer has are skipped."""
    for name in FUNCTIONS:
        space, _, short = name.rpartition(".")
        home = getattr(np, space) if space else np
        ours = spaces["linalg"] if space else spaces["np"]
        if hasattr(home, short):
            theirs = getattr(home, short)
            (_ufuncs if isinstance(theirs, np.ufunc) else _functions)[theirs] = ours[short]
    for name in UFUNCS:
        _ufuncs[getattr(np, name)] = spaces["np"][name]


def array_function(self: ndarray, function: Callable[..., Any], types: Any, args: tuple[Any, ...],
                   kwargs: dict[Any, Any]) -> Any:
    """Handle a NumPy function."""
    ours = _functions.get(function)
    if ours is None:
        return in_numpy(function, args, kwargs)
    if not all(issubclass(kind, ndarray) for kind in types):
        return NotImplemented
    return ours(*args, **kwargs)


def array_ufunc(self: ndarray, ufunc: Callable[..., Any], method: str, *inputs: Any, **kwargs: Any) -> Any:
    """Handle a call of a NumPy ufunc; its other methods are not supported."""
    if method != "__call__":
        return NotImplemented
    if "out" in kwargs:
        if len(kwargs["out"]) != 1:
            raise ValueError("The `out` parameter must have exactly one ndarray")
        kwargs["out"] = kwargs["out"][0]
    ours = _ufuncs.get(ufunc)
    return in_numpy(ufunc, inputs, kwargs) if ours is None else ours(*map(_number, inputs), **kwargs)


def _number(value: Any) -> Any:
    # NumPy's comparisons make an array without dimensions of their own number before they ask for this protocol
    return value[()] if value.__class__ is np.ndarray and not value.ndim else value


def in_numpy(function: Callable[..., Any], args: Any, kwargs: dict[Any, Any]) -> Any:
    """Compute in NumPy, and return mx.np arrays on the context of the given ones."""
    if mode.recording:
        raise ValueError(f"Falling back to NumPy operator {getattr(function, '__name__', function)} with autograd "
                         "active is not supported. Please consider moving it to the outside of the autograd scope.")
    contexts: list = []
    found = function(*_plain(args, contexts), **{key: _plain(value, contexts) for key, value in kwargs.items()})
    if any(context is not contexts[0] for context in contexts):
        raise ValueError("the arrays lie on different contexts, so that the result has none: "
                         + " and ".join(dict.fromkeys(map(str, contexts))))
    return as_arrays(found, contexts[0] if contexts else None)


def _plain(value: Any, contexts: list) -> Any:
    if isinstance(value, ndarray):
        contexts.append(value._ctx)
        return value.asnumpy()
    if value.__class__ in (list, tuple):
        return value.__class__(_plain(item, contexts) for item in value)
    return value


def as_arrays(value: Any, ctx: Any = None) -> Any:
    """Convert NumPy arrays to mx.np arrays; numbers and types are unchanged."""
    if isinstance(value, np.ndarray):
        return array(value, dtype=value.dtype, ctx=ctx)
    if isinstance(value, np.bool_):
        return array(value, dtype=np.bool_, ctx=ctx)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value.__class__(*[as_arrays(item, ctx) for item in value])
    if isinstance(value, (list, tuple)):
        return value.__class__(as_arrays(item, ctx) for item in value)
    return value


ndarray.__array_function__ = array_function
ndarray.__array_ufunc__ = array_ufunc
