"""Arithmetic and comparison of symbols: operator methods, and functions that also accept numbers.

Results are named after the operator alias that MXNet uses: ``a + b`` is ``_plus0``, ``a + 1`` is
``_plusscalar0``.
"""
from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any

import numpy as np

from ..base import NotImplementedForSymbol, numeric_types
from .register import slots
from .symbol import Symbol

__all__ = ["hypot", "maximum", "minimum", "pow", "power"]


def _call(name: str, *inputs: Symbol, **params: Any) -> Symbol:
    return slots["_internal", name].call(*inputs, **params)


def _operator(method: str, both: str, scalar: str, numbers: tuple = (Number,)) -> Callable:
    def operate(self: Symbol, other: Any) -> Symbol:
        if isinstance(other, Symbol):
            return _call(both, self, other)
        if isinstance(other, numbers):
            return _call(scalar, self, scalar=other)
        raise TypeError(f"type {type(other)} not supported")
    operate.__name__, operate.__qualname__ = method, f"Symbol.{method}"
    return operate


def _reversed(method: str, forward: str, scalar: str) -> Callable:
    def operate(self: Symbol, other: Any) -> Symbol:
        if isinstance(other, Symbol):
            return getattr(other, forward)(self)
        if isinstance(other, Number):
            return _call(scalar, self, scalar=other)
        raise TypeError(f"type {type(other)} not supported")
    operate.__name__, operate.__qualname__ = method, f"Symbol.{method}"
    return operate


def _refused(method: str, spelled: str) -> Callable:
    def operate(self: Symbol, other: Any) -> Symbol:
        raise NotImplementedForSymbol(getattr(self, method), spelled, other)
    operate.__name__, operate.__qualname__ = method, f"Symbol.{method}"
    return operate


# method: (both symbols, with a number, number on the left or None where the order does not matter)
ARITHMETIC = {
    "add": ("_Plus", "_PlusScalar", None),
    "sub": ("_Minus", "_MinusScalar", "_RMinusScalar"),
    "mul": ("_Mul", "_MulScalar", None),
    "truediv": ("_Div", "_DivScalar", "_RDivScalar"),
    "mod": ("_Mod", "_ModScalar", "_RModScalar"),
    "pow": ("_Power", "_PowerScalar", "_rpower_scalar"),
}
COMPARISONS = {"eq": "_equal", "ne": "_not_equal", "gt": "_greater", "ge": "_greater_equal",
               "lt": "_lesser", "le": "_lesser_equal"}

for _word, (_both, _scalar, _turned) in ARITHMETIC.items():
    _forward = f"__{_word}__"
    setattr(Symbol, _forward, _operator(_forward, _both, _scalar))
    setattr(Symbol, f"__r{_word}__", getattr(Symbol, _forward) if _turned is None
            else _reversed(f"__r{_word}__", _forward, _turned))
for _word, _both in COMPARISONS.items():
    setattr(Symbol, f"__{_word}__", _operator(f"__{_word}__", _both, f"{_both}_scalar",
                                              numeric_types))
for _word, _spelled in {"add": "+=", "sub": "-=", "mul": "*=", "truediv": "/="}.items():
    setattr(Symbol, f"__i{_word}__", _refused(f"__i{_word}__", _spelled))
Symbol.__div__, Symbol.__rdiv__ = Symbol.__truediv__, Symbol.__rtruediv__
Symbol.__idiv__ = Symbol.__itruediv__
Symbol.__neg__ = lambda self: self * -1.0
Symbol.__abs__ = lambda self: self.abs()
Symbol.__hash__ = None


def _choose(left: Any, right: Any, both: str, scalar: str, turned: str, plain: Callable) -> Any:
    """Pick the operator for symbols and numbers in any combination."""
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return _call(both, left, right)
    if isinstance(left, Symbol) and isinstance(right, Number):
        return _call(scalar, left, scalar=right)
    if isinstance(left, Number) and isinstance(right, Symbol):
        return _call(turned, right, scalar=left)
    if isinstance(left, Number) and isinstance(right, Number):
        return plain(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def pow(base: Any, exp: Any) -> Any:
    """Raise to a power, element by element.

    Parameters
    ----------
    base : Symbol or number
        The base.
    exp : Symbol or number
        The exponent.

    Returns
    -------
    Symbol or number
        The result; a number if both are.

    Examples
    --------
    >>> y = mx.sym.pow(mx.sym.Variable("x"), 2)
    >>> y.eval(x=mx.nd.array([2, 3]))[0].asnumpy().tolist()
    [4.0, 9.0]
    """
    return _choose(base, exp, "_Power", "_PowerScalar", "_RPowerScalar", lambda x, y: x**y)


def power(base: Any, exp: Any) -> Any:
    """Raise to a power, element by element: `pow` under another name.

    Parameters
    ----------
    base : Symbol or number
        The base.
    exp : Symbol or number
        The exponent.

    Returns
    -------
    Symbol or number
        The result; a number if both are.
    """
    return pow(base, exp)


def maximum(left: Any, right: Any) -> Any:
    """Compute the elementwise maximum.

    Parameters
    ----------
    left : Symbol or number
        One operand.
    right : Symbol or number
        The other operand.

    Returns
    -------
    Symbol or number
        The result; a number if both are.

    Examples
    --------
    >>> y = mx.sym.maximum(mx.sym.Variable("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy().tolist()
    [2.0, 3.0]
    """
    return _choose(left, right, "_Maximum", "_MaximumScalar", "_MaximumScalar", max)


def minimum(left: Any, right: Any) -> Any:
    """Compute the elementwise minimum.

    Parameters
    ----------
    left : Symbol or number
        One operand.
    right : Symbol or number
        The other operand.

    Returns
    -------
    Symbol or number
        The result; a number if both are.
    """
    return _choose(left, right, "_Minimum", "_MinimumScalar", "_MinimumScalar", min)


def hypot(left: Any, right: Any) -> Any:
    """Return ``sqrt(left**2 + right**2)``, element by element.

    Parameters
    ----------
    left : Symbol or number
        One operand.
    right : Symbol or number
        The other operand.

    Returns
    -------
    Symbol or number
        The result; a number if both are.

    Examples
    --------
    >>> mx.sym.hypot(mx.sym.Variable("x"), 4).eval(x=mx.nd.array([3]))[0].asnumpy().tolist()
    [5.0]
    """
    return _choose(left, right, "_Hypot", "_HypotScalar", "_HypotScalar", np.hypot)


