"""Symbols without inputs, and functions that prepare the arguments of their operators."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..base import integer_types
from . import _internal
from .symbol import Symbol

__all__ = ["arange", "eye", "full", "histogram", "linspace", "ones", "split_v2", "zeros"]


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, default=0
        Number of columns; as many as rows if it is 0.
    k : int, default=0
        Which diagonal: 0 is the main one, 1 the one above it.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The matrix.

    Examples
    --------
    >>> mx.sym.eye(2, 3, k=1).eval()[0].asnumpy().tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return _internal._eye(N, M, k, dtype=np.float32 if dtype is None else dtype, **kwargs)


def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array of zeros.

    Parameters
    ----------
    shape : int or Sequence[int]
        Its shape.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The array.
    """
    return _internal._zeros(shape=shape, dtype=np.float32 if dtype is None else dtype, **kwargs)


def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array of ones.

    Parameters
    ----------
    shape : int or Sequence[int]
        Its shape.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The array.

    Examples
    --------
    >>> mx.sym.ones((2,)).eval()[0].asnumpy().tolist()
    [1.0, 1.0]
    """
    return _internal._ones(shape=shape, dtype=np.float32 if dtype is None else dtype, **kwargs)


def full(shape: Any, val: float, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Make an array filled with one value.

    Parameters
    ----------
    shape : int or Sequence[int]
        Its shape.
    val : float
        The value.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The array.
    """
    return _internal._full(shape=shape, dtype=np.float32 if dtype is None else dtype,
                           value=float(val), **kwargs)


def arange(start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1,
           infer_range: bool = False, name: str | None = None, dtype: Any = None) -> Symbol:
    """Make evenly spaced numbers in a half-open interval.

    Parameters
    ----------
    start : float
        First number; if there is no ``stop``, the end, and the first number is 0.
    stop : float, optional
        End, exclusive.
    step : float, default=1.0
        Difference between successive numbers.
    repeat : int, default=1
        How often each number is repeated.
    infer_range : bool, default=False
        Whether the end is inferred from the shape that other operators require.
    name : str, optional
        Name of the node.
    dtype : str or type, optional
        Type of the result, float32 by default.

    Returns
    -------
    Symbol
        The numbers.

    Examples
    --------
    >>> mx.sym.arange(1, 4, repeat=2).eval()[0].asnumpy().tolist()
    [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    """
    return _internal._arange(start=start, stop=stop, step=step, repeat=repeat,
                             infer_range=infer_range, name=name,
                             dtype=np.float32 if dtype is None else dtype)


def linspace(start: float, stop: float, num: int, endpoint: bool = True, name: str | None = None,
             dtype: Any = None) -> Symbol:
    """Make evenly spaced numbers.

    Parameters
    ----------
    start : float
        The first number.
    stop : float
        The last number, or with ``endpoint=False`` the one after it.
    num : int
        How many numbers.
    endpoint : bool, default=True
        Whether ``stop`` is one of them.
    name : str, optional
        Name of the node.
    dtype : str or type, optional
        Type of the result, float32 by default.

    Returns
    -------
    Symbol
        The numbers.

    Examples
    --------
    >>> mx.sym.linspace(0, 1, 3).eval()[0].asnumpy().tolist()
    [0.0, 0.5, 1.0]
    """
    return _internal._linspace(start=start, stop=stop, num=num, endpoint=endpoint, name=name,
                               dtype=np.float32 if dtype is None else dtype)


def histogram(a: Symbol, bins: Any = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """Count values per bin.

    Parameters
    ----------
    a : Symbol
        The values.
    bins : int or Symbol, default=10
        Number of bins, with a range, or a symbol of their edges.
    range : tuple[float, float], optional
        The lowest and the highest edge.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        A group of the counts and the edges.

    Raises
    ------
    ValueError
        If a number of bins is given without a range.

    Examples
    --------
    >>> counts = mx.sym.histogram(mx.sym.Variable("x"), bins=2, range=(0, 4))[0]
    >>> counts.eval(x=mx.nd.array([1, 1, 3]))[0].asnumpy().tolist()
    [2, 1]
    """
    if isinstance(bins, Symbol):
        return _internal._histogram(data=a, bins=bins, **kwargs)
    if isinstance(bins, integer_types):
        if range is None:
            raise ValueError("null range is not supported in symbol mode")
        return _internal._histogram(data=a, bin_cnt=int(bins), range=range, **kwargs)
    raise ValueError("bins argument should be either an integer or an NDArray")


def split_v2(ary: Symbol, indices_or_sections: Any, axis: int = 0,
             squeeze_axis: bool = False) -> Symbol:
    """Split a symbol into parts along an axis.

    Parameters
    ----------
    ary : Symbol
        The symbol to split.
    indices_or_sections : int or tuple of int
        A number of equal parts, or the positions at which new parts start.
    axis : int, default=0
        Axis to split along.
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
