"""Methods of `mx.np.ndarray` that are functions of `mx.np`, and those of NDArray that it does not have."""
from collections.abc import Callable
from typing import Any, NoReturn

from ...core.numpy.functions import METHODS
from ...core.numpy.words import as_method
from ..methods import FLUENT
from .array import ndarray

# of NDArray, besides those generated from operators
_LEGACY = "broadcast_axes broadcast_like expand_dims split_v2".split()


def _method(function: Callable) -> Callable:
    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)
    return as_method(method, function, "ndarray", "mx.np")


def _refusal(name: str) -> Callable:
    def method(self, *args, **kwargs) -> NoReturn:
        raise AttributeError(f"mxnet.numpy.ndarray object has no attribute {name}; mx.np or mx.npx may have a function "
                             "of that name")
    method.__name__, method.__qualname__ = name, f"ndarray.{name}"
    method.__doc__ = "Raise: arrays with NumPy's interface have no such method."
    return method


def _clip(function: Callable) -> Callable:
    def clip(self, min=None, max=None, out=None):
        """Clip each element to two bounds.

        Parameters
        ----------
        min : float, optional
            Lower bound.
        max : float, optional
            Upper bound; one of the two must be given.
        out : ndarray, optional
            Array to write the result to, which is then returned.

        Returns
        -------
        ndarray
            An array of the same shape and type.

        Examples
        --------
        >>> mx.np.array([-1, 0.5, 7]).clip(0, 1).tolist()
        [0.0, 0.5, 1.0]
        """
        return function(self, min, max, out=out)
    return clip


def attach_methods(functions: dict[str, Callable[..., Any]]) -> None:
    """Add the methods to the class."""
    for name in METHODS:
        setattr(ndarray, name, _method(functions[name]))
    ndarray.clip = _clip(functions["clip"])
    for name in (*FLUENT, *_LEGACY):
        if name not in vars(ndarray):
            setattr(ndarray, name, _refusal(name))
