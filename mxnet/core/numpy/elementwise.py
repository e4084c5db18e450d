"""Tables of the functions of one array and of two: which operator computes them, and NumPy's for plain numbers."""
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .functions import function, is_number

# name: (operator, NumPy's function); NumPy's has the same name where None is given
UNARY: dict[str, tuple[str, Callable]] = {
    **{name: (f"_npi_{name}", getattr(np, name)) for name in (
        "absolute arccos arccosh arcsin arcsinh arctan arctanh bitwise_not cbrt ceil cos cosh degrees exp expm1 fix "
        "floor isfinite isinf isnan isneginf isposinf log log10 log1p log2 logical_not negative radians reciprocal "
        "rint sign sin sinh sqrt square tan tanh trunc").split()},
    "abs": ("_npi_absolute", np.abs), "fabs": ("_npi_absolute", np.abs), "invert": ("_npi_bitwise_not", np.bitwise_not),
    "rad2deg": ("_npi_degrees", np.rad2deg), "deg2rad": ("_npi_radians", np.deg2rad),
}


TESTS = ("isfinite", "isinf", "isnan", "isneginf", "isposinf")


class Binary(NamedTuple):
    """One function of two operands."""

    both: str        # operator of two arrays
    scalar: str      # of an array and a number
    turned: str      # of a number and an array, called with the array first
    plain: Callable  # of two numbers


def _row(name: str, turned: str | None = None, plain: Callable | None = None) -> Binary:
    scalar = f"_npi_{name}_scalar"
    return Binary(f"_npi_{name}", scalar, f"_npi_{turned}_scalar" if turned else scalar, plain or getattr(np, name))


BINARY: dict[str, Binary] = {
    "add": _row("add"), "subtract": _row("subtract", "rsubtract"), "multiply": _row("multiply"),
    "divide": _row("true_divide", "rtrue_divide"), "true_divide": _row("true_divide", "rtrue_divide"),
    "mod": _row("mod", "rmod"), "remainder": _row("mod", "rmod"), "power": _row("power", "rpower"),
    "maximum": _row("maximum"), "minimum": _row("minimum"), "hypot": _row("hypot"),
    "copysign": _row("copysign", "rcopysign"), "arctan2": _row("arctan2", "rarctan2"),
    "ldexp": _row("ldexp", "rldexp"), "lcm": _row("lcm"), "bitwise_and": _row("bitwise_and"),
    "bitwise_or": _row("bitwise_or"), "bitwise_xor": _row("bitwise_xor"), "equal": _row("equal"),
    "not_equal": _row("not_equal"), "greater": _row("greater", "less"), "less": _row("less", "greater"),
    "greater_equal": _row("greater_equal", "less_equal"), "less_equal": _row("less_equal", "greater_equal"),
}
# these take only operands and out
STRICT = ("equal", "not_equal", "greater", "less", "greater_equal", "less_equal", "true_divide")


def unary(F: Any, name: str, x: Any, out: Any = None) -> Any:
    """Compute a function of one operand."""
    operator, plain = UNARY[name]
    if F.is_array(x):
        if name in TESTS and F.is_array(out) and not F.symbolic and out.dtype != np.bool_:
            raise TypeError("the `out` parameter should be a boolean array")
        return F.call(operator, x, out=out)
    if is_number(x):
        return plain(x)
    raise TypeError(f"type {type(x)} not supported")


def binary(F: Any, row: Binary, x1: Any, x2: Any, out: Any = None) -> Any:
    """Compute a function of two operands, either of which may be a number."""
    if F.is_array(x1):
        if F.is_array(x2):
            return F.call(row.both, x1, x2, out=out)
        if is_number(x2):
            return F.with_number(row.scalar, x1, x2, out)
    elif is_number(x1):
        if F.is_array(x2):
            return F.with_number(row.turned, x2, x1, out, turned=row.turned != row.scalar)
        if is_number(x2):
            return row.plain(x1, x2)
    raise TypeError(f"type {type(x2 if F.is_array(x1) or is_number(x1) else x1)} not supported")


@function("np", "round", "round_")
def around(F, x, decimals=0, out=None, **kwargs):
    """Round to a number of decimals."""
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    return F.call("_npi_around", x, decimals=decimals, out=out)


@function()
def clip(F, a, a_min, a_max, out=None):
    """Keep each element between two bounds; one of them may be None."""
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    low = -np.inf if a_min is None else a_min
    return F.call("_npi_clip", a, a_min=low, a_max=np.inf if a_max is None else a_max, out=out)


@function()
def nan_to_num(F, x, copy=True, nan=0.0, posinf=None, neginf=None, **kwargs):
    """Put numbers in place of nan and the infinities."""
    if is_number(x):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    if not F.symbolic and x.dtype.kind in "iu":
        return x
    into = {} if copy or F.symbolic else {"out": x}
    return F.call("_npi_nan_to_num", x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, **into)
