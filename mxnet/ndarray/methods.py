"""Fluent methods: ``a.sum(axis=1)`` is ``mx.nd.sum(a, axis=1)``."""
from collections.abc import Callable
from typing import Any

from ..core.op import find
from ..core.words import of_method

# Operators that are also methods of MXNet's NDArray.
FLUENT = """abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort broadcast_axes
cbrt ceil clip cos cosh degrees depth_to_space diag exp expm1 fix flip floor log log10 log1p log2 log_softmax
log_sigmoid max mean mish min nanprod nansum norm one_hot ones_like pad pick prod radians rcbrt reciprocal relu
repeat reshape_like rint round rsqrt shape_array sigmoid sign sin sinh size_array slice slice_axis slice_like
softmax softmin sort space_to_depth split sqrt square sum swapaxes take tan tanh tile topk transpose trunc
zeros_like""".split()


def _method(name: str, function: Callable, first: str) -> Callable:
    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)
    method.__name__ = name
    method.__qualname__ = f"NDArray.{name}"
    method.__doc__ = of_method(function.__doc__, f"mx.nd.{name}", first)
    return method


def _first(name: str) -> str:
    """Name the input that the array itself is."""
    return find(name).input_order[0]


def attach_methods(cls: type[Any], functions: dict[Any, Any]) -> None:
    """Add every fluent method to a class whose operator is registered and that it does not define itself."""
    for name in FLUENT:
        if name in functions and name not in vars(cls):
            setattr(cls, name, _method(name, functions[name], _first(name)))
    if "transpose" in functions:
        cls.transpose = _transpose(functions["transpose"])
    if "split_v2" not in vars(cls):
        from .functions import split_v2
        cls.split_v2 = _method("split_v2", split_v2, "ary")


def _transpose(function: Callable) -> Callable:
    def transpose(self, *axes, **kwargs):
        """Permute the axes: ``a.transpose(1, 0)``, ``a.transpose((1, 0))`` or ``a.transpose(axes=(1, 0))``.

        Parameters
        ----------
        *axes : int or Sequence[int]
            The axes in their new order, one by one or as one sequence; reversed where there are none.
        **kwargs
            ``axes``, as a keyword.

        Returns
        -------
        NDArray
            The array with its axes permuted.

        Examples
        --------
        >>> mx.nd.zeros((2, 3, 4)).transpose(2, 0, 1).shape
        (4, 2, 3)
        """
        if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
            axes = tuple(axes[0])
        return function(self, axes=axes, **kwargs) if axes else function(self, **kwargs)
    return transpose
