"""Fluent methods: ``a.sum(axis=1)`` is ``mx.sym.sum(a, axis=1)``."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.op import find
from ..core.words import of_method
from .creation import split_v2
from .symbol import Symbol

# Operators that MXNet's Symbol also has as methods.
FLUENT = """abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort
broadcast_axes broadcast_like broadcast_to cbrt ceil clip cos cosh degrees depth_to_space exp expm1
fix flip floor log log10 log1p log2 log_softmax max mean min nanprod nansum norm one_hot ones_like
pad pick prod radians rcbrt reciprocal relu repeat reshape reshape_like rint round rsqrt
shape_array sigmoid sign sin sinh size_array slice slice_axis slice_like softmax softmin sort
space_to_depth split sqrt square sum swapaxes take tan tanh tile topk transpose trunc
zeros_like""".split()


def _method(name: str, function: Callable, first: str = "data") -> Callable:
    def method(self: Symbol, *args, **kwargs) -> Symbol:
        return function(self, *args, **kwargs)
    method.__name__, method.__qualname__ = name, f"Symbol.{name}"
    method.__doc__ = of_method(function.__doc__, f"mx.sym.{function.__name__}", first)
    return method


def attach_methods(functions: dict[str, Callable[..., Any]]) -> None:
    """Give Symbol every fluent method whose operator is registered."""
    for name in FLUENT:
        if name in functions:
            setattr(Symbol, name, _method(name, functions[name], find(name).input_order[0]))
    Symbol.split_v2 = _method("split_v2", split_v2, "ary")
    if "cast" in functions:
        Symbol.astype = _method("astype", functions["cast"])

    # `inplace` applies to arrays only; it is accepted so that the same code runs on arrays and symbols.
    def flatten(self: Symbol, inplace: bool = False, **kwargs) -> Symbol:
        """Flatten all axes but the first into one.

        Parameters
        ----------
        inplace : bool, default=False
            Accepted and ignored: it applies to arrays only.
        **kwargs
            ``name`` and ``attr`` of the node.

        Returns
        -------
        Symbol
            A matrix.
        """
        return functions["flatten"](self, **kwargs)

    def expand_dims(self: Symbol, axis: int, inplace: bool = False, **kwargs) -> Symbol:
        """Insert an axis of size one.

        Parameters
        ----------
        axis : int
            Position of the new axis.
        inplace : bool, default=False
            Accepted and ignored: it applies to arrays only.
        **kwargs
            ``name`` and ``attr`` of the node.

        Returns
        -------
        Symbol
            The symbol with one dimension more.
        """
        return functions["expand_dims"](self, axis=axis, **kwargs)

    def squeeze(self: Symbol, axis=None, inplace: bool = False, **kwargs) -> Symbol:
        """Remove axes of size one.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Which axes; all of size one by default.
        inplace : bool, default=False
            Accepted and ignored: it applies to arrays only.
        **kwargs
            ``name`` and ``attr`` of the node.

        Returns
        -------
        Symbol
            The symbol without them.
        """
        return functions["squeeze"](self, axis=axis, **kwargs)

    def diag(self: Symbol, k: int = 0, **kwargs) -> Symbol:
        """Take a diagonal, or make a matrix from one.

        Parameters
        ----------
        k : int, default=0
            Which diagonal: 0 is the main one, positive numbers are above it.
        **kwargs
            ``name`` and ``attr`` of the node.

        Returns
        -------
        Symbol
            Diagonals of matrices, or a matrix of a vector.
        """
        return functions["diag"](self, k, **kwargs)

    # MXNet's internal names of the two methods, which programs that override them call.
    def _infer_shape_impl(self: Symbol, partial: bool, *args, **kwargs) -> tuple:
        return (self.infer_shape_partial if partial else self.infer_shape)(*args, **kwargs)

    def _infer_type_impl(self: Symbol, partial: bool, *args, **kwargs) -> tuple:
        return (self.infer_type_partial if partial else self.infer_type)(*args, **kwargs)
    for method in (flatten, expand_dims, squeeze, diag, _infer_shape_impl, _infer_type_impl):
        method.__qualname__ = f"Symbol.{method.__name__}"
        setattr(Symbol, method.__name__, method)
