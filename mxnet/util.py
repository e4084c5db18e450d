"""Switches for NumPy semantics with their scopes and decorators; information about the machine."""
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
    """Return whether NumPy's shapes are on in this thread: ``()`` is a scalar, and a size of zero an empty axis.

    Returns
    -------
    bool
        False unless they were turned on; a shape of ``()`` or a size of 0 means "unknown" then.

    Examples
    --------
    >>> mx.npx.is_np_shape()
    False
    """
    return npmode.get_shape()


def set_np_shape(active: "bool | int") -> bool:
    """Turn NumPy's shapes on or off.

    Parameters
    ----------
    active : bool or int
        0 or False turns them off, 1 or True on in this thread, 2 on in all threads.

    Returns
    -------
    bool
        The state before.

    Raises
    ------
    ValueError
        If they are turned off while NumPy's arrays are on.

    Examples
    --------
    >>> before = mx.util.set_np_shape(True)
    >>> mx.nd.ones(shape=()).shape
    ()
    >>> mx.util.set_np_shape(before)
    True
    """
    if active:
        _announce("shape", "NumPy-shape semantics is now active: () is a scalar's shape and a "
                           "dimension of 0 means empty, not unknown.")
    elif npmode.get_array():
        raise ValueError("NumPy shape semantics cannot be turned off while NumPy array semantics "
                         "is on; call `npx.reset_np()` to turn off both.")
    return npmode.set_shape(active)


def is_np_array() -> bool:
    """Return whether NumPy's arrays are on in this thread: blocks and operators make `mx.np.ndarray`.

    Returns
    -------
    bool
        False unless they were turned on; `mx.nd.NDArray` is made then.

    Examples
    --------
    >>> mx.npx.is_np_array()
    False
    """
    return npmode.get_array()


def _set_np_array(active: bool) -> bool:
    if active:
        _announce("array", "NumPy array semantics is now active: blocks make and take "
                           "mx.np.ndarray.")
    return npmode.set_array(active)


def set_np(shape: bool = True, array: bool = True) -> None:
    """Turn NumPy's semantics on in this thread: shapes of zero dimensions or elements, and `mx.np.ndarray`.

    Parameters
    ----------
    shape : bool, default=True
        Whether ``()`` is a scalar, and a size of zero an empty axis.
    array : bool, default=True
        Whether blocks and operators make `mx.np.ndarray`; this needs ``shape``.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If ``array`` is requested without ``shape``.

    Examples
    --------
    >>> mx.npx.set_np()
    >>> mx.npx.is_np_array()
    True
    >>> mx.npx.reset_np()
    """
    if array and not shape:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    _set_np_array(array)
    set_np_shape(shape)


def reset_np() -> None:
    """Turn NumPy's semantics off in this thread, both shapes and arrays.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.npx.set_np()
    >>> mx.npx.reset_np()
    >>> mx.npx.is_np_array()
    False
    """
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
    """Return a ``with`` block inside which NumPy's shapes are on, or off.

    Parameters
    ----------
    active : bool, default=True
        Whether they are on; None leaves them as they are.

    Returns
    -------
    context manager
        It restores the state before.

    Examples
    --------
    >>> with mx.np_shape():
    ...     print(mx.nd.ones(shape=()).shape)
    ()
    """
    return _NumpyShapeScope(active)


def np_array(active: bool = True) -> _NumpyArrayScope:
    """Return a ``with`` block inside which NumPy's arrays are on, or off.

    Parameters
    ----------
    active : bool, default=True
        Whether blocks and operators make `mx.np.ndarray`.

    Returns
    -------
    context manager
        It restores the state before.

    Examples
    --------
    >>> with mx.np_array():
    ...     print(mx.npx.is_np_array())
    True
    """
    return _NumpyArrayScope(active)


# ---- decorators

def _scoped_function(func: Callable, scope: Callable) -> Callable[..., Any]:
    @functools.wraps(func)
    def run(*args, **kwargs):
        with scope(True):
            return func(*args, **kwargs)
    return run


def _scoped(target: Any, scope: Callable, name: str) -> Any:
    """Wrap a callable, or every method and property of a class, including inherited ones."""
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
    """Run a function, or all methods of a class, with NumPy's shapes: a decorator.

    Parameters
    ----------
    func
        Function or class.

    Returns
    -------
    callable
        A function that does so, or the class itself.

    Examples
    --------
    >>> mx.util.use_np_shape(mx.npx.is_np_shape)()
    True
    """
    return _scoped(func, np_shape, "use_np_shape")


def use_np_array(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy's arrays: a decorator.

    Parameters
    ----------
    func
        Function or class.

    Returns
    -------
    callable
        A function that does so, or the class itself.

    Examples
    --------
    >>> mx.util.use_np_array(mx.npx.is_np_array)()
    True
    """
    return _scoped(func, np_array, "use_np_array")


def use_np(func: Any) -> Any:
    """Run a function, or all methods of a class, with NumPy's shapes and arrays: a decorator.

    Parameters
    ----------
    func
        Function or class, such as a block.

    Returns
    -------
    callable
        A function that does so, or the class itself.

    Examples
    --------
    >>> @mx.npx.use_np
    ... def modes():
    ...     return mx.npx.is_np_shape(), mx.npx.is_np_array()
    >>> modes()
    (True, True)
    """
    return use_np_shape(use_np_array(func))


def set_module(module: str | None) -> Callable[..., Any]:
    """Return a decorator that sets ``__module__``, so that the public module is shown.

    Parameters
    ----------
    module : str or None
        Name of the module; None leaves it.

    Returns
    -------
    callable
        The decorator.
    """
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
    """Return whether NumPy itself accepts a keyword of universal functions.

    Parameters
    ----------
    key : str
        The keyword, such as ``"casting"``.
    value
        What is given for it.

    Returns
    -------
    bool
        Whether NumPy knows the keyword and takes the value.

    Examples
    --------
    >>> mx.util.np_ufunc_legal_option("casting", "safe")
    True
    """
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
    """Refuse NumPy's keywords of universal functions with anything but their defaults.

    Parameters
    ----------
    name : str
        Name of the function, for the message.
    options : dict[str, Any]
        Keywords and values.

    Raises
    ------
    TypeError
        If NumPy has no such keyword or does not take the value.
    NotImplementedError
        If NumPy takes it, and this package does not.
    """
    for key, value in options.items():
        if key not in _np_ufunc_default_kwargs:
            raise TypeError(f"{key} is an invalid keyword to function '{name}'")
        if value != _np_ufunc_default_kwargs[key]:
            if np_ufunc_legal_option(key, value):
                raise NotImplementedError(
                    f"{key}={value} is not implemented yet for operator {name}")
            raise TypeError(f"{key}={value} not understood for operator {name}")


def wrap_np_unary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function of one array the keywords of NumPy's universal functions: a decorator.

    Parameters
    ----------
    func : Callable
        Function of ``x`` and ``out``.

    Returns
    -------
    callable
        The function, which takes the keywords with their defaults.
    """
    @functools.wraps(func)
    def unary(x, out=None, **kwargs):
        check_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)
    return unary


def wrap_np_binary_func(func: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function of two arrays the keywords of NumPy's universal functions: a decorator.

    Parameters
    ----------
    func : Callable
        Function of ``x1``, ``x2`` and ``out``.

    Returns
    -------
    callable
        The function, which takes the keywords with their defaults.
    """
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
    """Count the GPUs that torch can use.

    Returns
    -------
    int
        0 without a GPU.

    Examples
    --------
    >>> mx.util.get_gpu_count() >= 0
    True
    """
    import torch
    return torch.cuda.device_count() if torch.cuda.is_available() else 0


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Return the free and the total memory of a GPU.

    Parameters
    ----------
    gpu_dev_id : int
        Index of the GPU.

    Returns
    -------
    tuple of int
        Free and total bytes.

    Raises
    ------
    MXNetError
        If there is no such GPU.
    """
    import torch
    count = get_gpu_count()
    if not 0 <= gpu_dev_id < count:
        raise MXNetError(f"gpu({gpu_dev_id}): no such device; torch sees {count} GPU(s)")
    return torch.cuda.mem_get_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Any) -> int:
    """Return the compute capability of a GPU as one number.

    Parameters
    ----------
    ctx
        A GPU context.

    Returns
    -------
    int
        Ten times the major number plus the minor one: 90 for sm_90.

    Raises
    ------
    ValueError
        If the context is not a GPU.
    OSError
        If there is no such GPU.

    Examples
    --------
    >>> mx.npx.get_cuda_compute_capability(mx.cpu())
    Traceback (most recent call last):
    ValueError: Expecting a gpu context to get cuda compute capability, while received ctx cpu(0)
    """
    if ctx.device_type != "gpu":
        raise ValueError("Expecting a gpu context to get cuda compute capability, "
                         f"while received ctx {ctx}")
    import torch
    if ctx.device_id >= get_gpu_count():
        raise OSError(f"{ctx}: no such device; torch sees {get_gpu_count()} CUDA device(s)")
    major, minor = torch.cuda.get_device_capability(ctx.device_id)
    return major * 10 + minor


def getenv(name: str) -> str | None:
    """Return the value of an environment variable.

    Parameters
    ----------
    name : str
        Name of the variable.

    Returns
    -------
    str or None
        None if it is not set.
    """
    return os.environ.get(name)


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable, or remove it.

    Parameters
    ----------
    name : str
        Name of the variable.
    value : str or None
        New value; None removes the variable.
    """
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


_borrowed(__name__)
