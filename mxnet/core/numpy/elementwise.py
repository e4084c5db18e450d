"""Functions of one and two arrays, generated from tables; rounding and clipping."""
from __future__ import annotations

from typing import Any

import numpy as np

from .functions import Array, function, is_number
from .tables import BINARY, STRICT, TESTS, UNARY, Binary

__all__ = ["BINARY", "STRICT", "TESTS", "UNARY", "Binary", "around", "binary", "clip", "nan_to_num", "unary"]


def unary(F: Any, name: str, x: Any, out: Any = None) -> Any:
    """Compute a function of one operand."""
    row = UNARY[name]
    if F.is_array(x):
        if name in TESTS and F.is_array(out) and not F.symbolic and out.dtype != np.bool_:
            raise TypeError("the `out` parameter should be a boolean array")
        return F.call(row.operator, x, out=out)
    if is_number(x):
        return row.plain(x)
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
def around(F, x: Array | float, decimals: int = 0, out: Array | None = None, **kwargs: Any) -> Array:
    """Round each element to a number of decimals.

    Parameters
    ----------
    x
        Array, or a number, which NumPy's function handles.
    decimals
        How many decimals to keep; negative numbers round to tens, hundreds and so on.
    out
        Array to write the result to, which is then returned.
    **kwargs
        Accepted for compatibility with NumPy and ignored for arrays.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``. A half is rounded to the even neighbour; integers are cut, not
        rounded, to tens and hundreds.

    Examples
    --------
    >>> mx.np.around(mx.np.array([1.25, 2.5, 3.5])).tolist()
    [1.0, 2.0, 4.0]
    """
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    return F.call("_npi_around", x, decimals=decimals, out=out)


@function()
def clip(F, a: Array | float, a_min: float | None, a_max: float | None, out: Array | None = None) -> Array:
    """Clip each element to two bounds.

    Parameters
    ----------
    a
        Array, or a number, which NumPy's function handles.
    a_min
        Lower bound, a number; None for none.
    a_max
        Upper bound, a number; None for none. NumPy takes arrays as bounds too.
    out
        Array to write the result to, which is then returned.

    Returns
    -------
    ndarray
        An array of the shape and type of ``a``.

    Raises
    ------
    ValueError
        If both bounds are None.

    Examples
    --------
    >>> mx.np.clip(mx.np.array([-1, 0.5, 7]), 0, 1).tolist()
    [0.0, 0.5, 1.0]
    """
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        if F.is_array(a_min) or F.is_array(a_max):  # NumPy's function would call this one
            raise TypeError("clip: the bounds of a number must be numbers")
        return np.clip(a, a_min, a_max)
    low = -np.inf if a_min is None else a_min
    return F.call("_npi_clip", a, a_min=low, a_max=np.inf if a_max is None else a_max, out=out)


@function()
def nan_to_num(F, x: Array | float, copy: bool = True, nan: float = 0.0, posinf: float | None = None,
               neginf: float | None = None, **kwargs: Any) -> Array:
    """Replace nan and the infinities by finite numbers.

    Parameters
    ----------
    x
        Array, or a number, which NumPy's function handles.
    copy
        Whether to return a new array; otherwise ``x`` itself is changed.
    nan
        Replacement for nan.
    posinf
        Replacement for plus infinity; the largest number of the type by default.
    neginf
        Replacement for minus infinity; the smallest number of the type by default.
    **kwargs
        Accepted and ignored.

    Returns
    -------
    ndarray
        An array of the shape and type of ``x``; integer arrays are returned unchanged.

    Examples
    --------
    >>> mx.np.nan_to_num(mx.np.array([mx.np.nan, 1]), nan=7).tolist()
    [7.0, 1.0]
    """
    if is_number(x):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    if not F.symbolic and x.dtype.kind in "iu":
        return x
    into = {} if copy or F.symbolic else {"out": x}
    return F.call("_npi_nan_to_num", x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, **into)
