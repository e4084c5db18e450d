"""Symbols without inputs, and functions whose arguments need sorting before the operator."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..base import integer_types
from . import _internal
from .symbol import Symbol

__all__ = ["arange", "eye", "full", "histogram", "linspace", "ones", "split_v2", "zeros"]


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make ones on diagonal ``k`` of an N x M array (M=0: square), zeros elsewhere."""
    return _internal._eye(N, M, k, dtype=np.float32 if dtype is None else dtype, **kwargs)


def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array of zeros."""
    return _internal._zeros(shape=shape, dtype=np.float32 if dtype is None else dtype, **kwargs)


def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array of ones."""
    return _internal._ones(shape=shape, dtype=np.float32 if dtype is None else dtype, **kwargs)


def full(shape: Any, val: float, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array filled with one value."""
    return _internal._full(shape=shape, dtype=np.float32 if dtype is None else dtype,
                           value=float(val), **kwargs)


def arange(start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1,
           infer_range: bool = False, name: str | None = None, dtype: Any = None) -> Symbol:
    """Count from ``start`` to below ``stop`` (from 0 to below ``start`` without one).

    Each number comes ``repeat`` times; ``infer_range`` takes the end from the output's size.
    """
    return _internal._arange(start=start, stop=stop, step=step, repeat=repeat,
                             infer_range=infer_range, name=name,
                             dtype=np.float32 if dtype is None else dtype)


def linspace(start: float, stop: float, num: int, endpoint: bool = True, name: str | None = None,
             dtype: Any = None) -> Symbol:
    """Make ``num`` evenly spaced numbers from ``start`` to ``stop``."""
    return _internal._linspace(start=start, stop=stop, num=num, endpoint=endpoint, name=name,
                               dtype=np.float32 if dtype is None else dtype)


def histogram(a: Symbol, bins: Any = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """Count values per bin; ``bins`` is a number (with a range) or a symbol of edges."""
    if isinstance(bins, Symbol):
        return _internal._histogram(data=a, bins=bins, **kwargs)
    if isinstance(bins, integer_types):
        if range is None:
            raise ValueError("null range is not supported in symbol mode")
        return _internal._histogram(data=a, bin_cnt=int(bins), range=range, **kwargs)
    raise ValueError("bins argument should be either an integer or an NDArray")


def split_v2(ary: Symbol, indices_or_sections: Any, axis: int = 0,
             squeeze_axis: bool = False) -> Symbol:
    """Cut a symbol into parts along an axis.

    Parameters
    ----------
    ary : Symbol
        What to cut.
    indices_or_sections : int or tuple of int
        A number of equal parts, or the positions at which new parts start.
    axis : int, default=0
        Axis to cut along.
    squeeze_axis : bool, default=False
        Whether to drop the axis of parts of size one.

    Returns
    -------
    Symbol
        A symbol with one output per part.
    """
    if isinstance(indices_or_sections, int):
        return _internal._split_v2(ary, [], axis, squeeze_axis, indices_or_sections)
    if isinstance(indices_or_sections, tuple):
        return _internal._split_v2(ary, [0, *indices_or_sections], axis, squeeze_axis, 0)
    raise ValueError("indices_or_sections must either int or tuple of ints")
