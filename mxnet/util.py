"""Switches for NumPy semantics with their scopes and decorators; questions about the machine."""
import functools
import inspect
import logging
import os
from collections.abc import Callable
from typing import Any

from .core import npmode
from .core.borrowed import borrowed as _borrowed
from .core.errors import MXNetError

__all__ = ["get_cuda_compute_capability", "get_gpu_count", "get_gpu_memory", "getenv",
           "is_np_array", "is_np_shape", "np_array", "np_shape", "np_ufunc_legal_option",
           "reset_np", "set_module", "set_np", "set_np_shape", "setenv", "use_np",
           "use_np_array", "use_np_shape", "wrap_np_binary_func", "wrap_np_unary_func"]

# ---- the two switches

_announced: set[str] = set()


def _announce(kind: str, text: str) -> None:
    if kind not in _announced:
        _announced.add(kind)
        logging.info(text)


def is_np_shape() -> bool:
    """Tell whether `()` and zero-size shapes are real shapes in this thread (off by default)."""
    return npmode.get_shape()


def set_np_shape(active: "bool | int") -> bool:
    """Turn NumPy shape semantics on or off and return the state before.

    Parameters
    ----------
    active : 0 or False: off. 1 or True: on in this thread. 2: on in all threads.
    """
    if active:
        _announce("shape", "NumPy-shape semantics is now active: () is a scalar's shape and a "
                           "dimension of 0 means empty, not unknown.")
    elif npmode.get_array():
        raise ValueError("NumPy shape semantics cannot be turned off while NumPy array semantics "
                         "is on; call `npx.reset_np()` to turn off both.")
    return npmode.set_shape(active)


def is_np_array() -> bool:
    """Tell whether Gluon and operators make `mx.np.ndarray` in this thread (off by default)."""
    return npmode.get_array()


def _set_np_array(active: bool) -> bool:
    if active:
        _announce("array", "NumPy array semantics is now active: blocks make and take "
                           "mx.np.ndarray.")
    return npmode.set_array(active)


def set_np(shape: bool = True, array: bool = True) -> None:
    """Set both switches for this thread; arrays need shapes."""
    if array and not shape:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    _set_np_array(array)
    set_np_shape(shape)


def reset_np() -> None:
    """Turn both switches off."""
    set_np(shape=False, array=False)


class _NumpyShapeScope:
    """What `np_shape` returns; `None` leaves the switch as it is."""

    def __init__(self, is_np_shape: bool | None):
        self._wanted = is_np_shape
        self._before: list[bool] = []

    def __enter__(self) -> None:
        if self._wanted is not None:
            self._before.append(set_np_shape(self._wanted))

    def __exit__(self, *exc: Any) -> None:
        if self._wanted is not None:
            before = self._before.pop()
            if before != self._wanted:
                set_np_shape(before)


class _NumpyArrayScope:
    """What `np_array` returns."""

    def __init__(self, is_np_array: bool):
        self._is_np_array = is_np_array
        self._before: list[bool] = []

    def __enter__(self) -> "_NumpyArrayScope":
        self._before.append(npmode.set_array(self._is_np_array))
        return self

    def __exit__(self, *exc: Any) -> None:
        npmode.set_array(self._before.pop())


def np_shape(active: bool = True) -> _NumpyShapeScope:
    """Return a `with` block inside which NumPy shape semantics is on (or off).

    >>> with mx.np_shape():
    ...     print(mx.nd.ones(shape=()).shape)
    ()
    """
    return _NumpyShapeScope(active)


def np_array(active: bool = True) -> _NumpyArrayScope:
    """Return a `with` block inside which NumPy array semantics is on (or off)."""
    return _NumpyArrayScope(active)


# ---- decorators

def _scoped_function(func: Callable, scope: Callable) -> Callable:
    @functools.wraps(func)
    def run(*args, **kwargs):
        with scope(True):
            return func(*args, **kwargs)
    return run


def _scoped(target: Any, scope: Callable, name: str) -> Any:
    """Wrap a callable, or every method and property a class has, inherited ones included."""
    if inspect.isclass(target):
        for key in dir(target):
            member = inspect.getattr_static(target, key)
            if inspect.isfunction(member):
                setattr(target, key, _scoped_function(member, scope))
            elif isinstance(member, (staticmethod, classmethod)) \
                    and inspect.isfunction(member.__func__):
                setattr(target, key, type(member)(_scoped_function(member.__func__, scope)))
            elif isinstance(member, property):
                get, put, delete = (f and _scoped_function(f, scope)
                                    for f in (member.fget, member.fset, member.fdel))
                setattr(target, key, property(get, put, delete, member.__doc__))
        return target
    if callable(target):
        return _scoped_function(target, scope)
    raise TypeError(f"{name} can only decorate classes and callable objects, "
                    f"while received a {type(target)}")


def use_np_shape(func: Any) -> Any:
    """Run the decorated function, or all methods of the class, in NumPy shape semantics."""
    return _scoped(func, np_shape, "use_np_shape")


def use_np_array(func: Any) -> Any:
    """Run the decorated function, or all methods of the class, in NumPy array semantics."""
    return _scoped(func, np_array, "use_np_array")


def use_np(func: Any) -> Any:
    """Run the decorated function or class with both NumPy switches on."""
    return use_np_shape(use_np_array(func))


def set_module(module: str | None) -> Callable:
    """Return a decorator that sets `__module__`, so that a public home is shown."""
    def decorate(func):
        if module is not None:
            func.__module__ = module
        return func
    return decorate


# ---- NumPy's ufunc keywords

_np_ufunc_default_kwargs = {"where": True, "casting": "same_kind", "order": "K", "dtype": None,
                            "subok": True}
_UFUNC_DTYPES = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Tell whether NumPy itself would accept the ufunc keyword `key=value`."""
    if key == "where":
        return True
    if key == "casting":
        return value in ("no", "equiv", "safe", "same_kind", "unsafe")
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        return value in _UFUNC_DTYPES or getattr(value, "__name__", None) in _UFUNC_DTYPES
    return key == "subok" and isinstance(value, bool)


def check_ufunc_options(name: str, options: dict[str, Any]) -> None:
    """Refuse NumPy's ufunc keywords with anything but their defaults."""
    for key, value in options.items():
        if key not in _np_ufunc_default_kwargs:
            raise TypeError(f"{key} is an invalid keyword to function '{name}'")
        if value != _np_ufunc_default_kwargs[key]:
            if np_ufunc_legal_option(key, value):
                raise NotImplementedError(
                    f"{key}={value} is not implemented yet for operator {name}")
            raise TypeError(f"{key}={value} not understood for operator {name}")


def wrap_np_unary_func(func: Callable) -> Callable:
    """Give `func(x, out)` NumPy's ufunc keywords, of which only defaults are implemented."""
    @functools.wraps(func)
    def unary(x, out=None, **kwargs):
        check_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)
    return unary


def wrap_np_binary_func(func: Callable) -> Callable:
    """Give `func(x1, x2, out)` NumPy's ufunc keywords, of which only defaults are implemented."""
    @functools.wraps(func)
    def binary(x1, x2, out=None, **kwargs):
        check_ufunc_options(func.__name__, kwargs)
        return func(x1, x2, out=out)
    return binary


def _sanity_check_params(func_name: str, unsupported_params: Any, param_dict: dict) -> None:
    for name in unsupported_params:
        if name in param_dict:
            raise NotImplementedError(f"function {func_name} does not support parameter {name}")


# ---- the machine

def get_gpu_count() -> int:
    """Return how many GPUs torch can drive here."""
    import torch
    return torch.cuda.device_count() if torch.cuda.is_available() else 0


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Return (free, total) bytes of a GPU."""
    import torch
    count = get_gpu_count()
    if not 0 <= gpu_dev_id < count:
        raise MXNetError(f"gpu({gpu_dev_id}): no such device; torch sees {count} GPU(s)")
    return torch.cuda.mem_get_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Any) -> int:
    """Return the compute capability of a GPU context as one number, 90 for sm_90."""
    if ctx.device_type != "gpu":
        raise ValueError("Expecting a gpu context to get cuda compute capability, "
                         f"while received ctx {ctx}")
    import torch
    if ctx.device_id >= get_gpu_count():
        raise OSError(f"{ctx}: no such device; torch sees {get_gpu_count()} CUDA device(s)")
    major, minor = torch.cuda.get_device_capability(ctx.device_id)
    return major * 10 + minor


def getenv(name: str) -> str | None:
    """Return an environment variable's value, None where it is not set."""
    return os.environ.get(name)


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable, or remove it where `value` is None."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


__getattr__ = _borrowed(__name__)
