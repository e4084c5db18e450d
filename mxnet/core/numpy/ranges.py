"""Sequences of numbers: evenly spaced ones, indices of a grid, windows of signals."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .creation import kind_of
from .functions import Array, function, refuse

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ..device import Context


@function()
def arange(F, start: float, stop: float | None = None, step: float = 1, dtype: DTypeLike | None = None,
           ctx: Context | None = None) -> Array:
    """Create evenly spaced numbers from ``start`` up to, but not including, ``stop``.

    Parameters
    ----------
    start
        First number; or the end, if it is the only argument, and the numbers start at 0.
    stop
        End of the interval, exclusive.
    step
        Distance between neighbours; negative to count down.
    dtype
        Element type; None means float32, also for integers, of which NumPy would make int64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``ceil((stop - start) / step)`` numbers, empty if that is negative.

    Raises
    ------
    ZeroDivisionError
        If ``step`` is 0.

    Examples
    --------
    >>> mx.np.arange(2, 8, 2).tolist()
    [2.0, 4.0, 6.0]
    >>> mx.np.arange(3, dtype="int32").tolist()
    [0, 1, 2]
    """
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    if start is None and stop is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    return F.call("_npi_arange", start=start, stop=stop, step=step, dtype=kind_of(dtype), ctx=ctx)


def _plain_ends(F, name: str, *ends) -> None:
    if any(F.is_array(end) or isinstance(end, (list, tuple, np.ndarray)) for end in ends):
        raise NotImplementedError(f"{name}: start and stop only support int and float")


@function()
def linspace(F, start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: bool = False,
             dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> Array | tuple[Array, float]:
    """Create a given number of evenly spaced numbers over an interval.

    Parameters
    ----------
    start
        First number. Arrays, which NumPy takes, are not supported.
    stop
        Last number.
    num
        How many numbers.
    endpoint
        Whether ``stop`` itself is the last of them.
    retstep
        Whether to return the distance between neighbours too.
    dtype
        Element type; float32 by default.
    axis
        NumPy's axis for ends that are arrays; only 0 is supported.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray or (ndarray, float)
        A vector of ``num`` numbers; with ``retstep`` also their distance, ``(stop - start) / (num - 1)``.

    Examples
    --------
    >>> mx.np.linspace(0, 1, num=5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    _plain_ends(F, "linspace", start, stop)
    refuse("linspace", axis=axis)
    more = {} if dtype is None else {"dtype": dtype}
    made = F.call("_npi_linspace", start=start, stop=stop, num=num, endpoint=endpoint, ctx=ctx, **more)
    return (made, (stop - start) / (num - 1)) if retstep else made


@function()
def logspace(F, start: float, stop: float, num: int = 50, endpoint: bool = True, base: float = 10.0,
             dtype: DTypeLike | None = None, axis: int = 0, ctx: Context | None = None) -> Array:
    """Create numbers that are evenly spaced on a logarithmic scale.

    Parameters
    ----------
    start
        Exponent of the first number, ``base ** start``. Arrays, which NumPy takes, are not supported.
    stop
        Exponent of the last number, ``base ** stop``.
    num
        How many numbers.
    endpoint
        Whether ``base ** stop`` itself is the last of them.
    base
        Base of the powers.
    dtype
        Element type; float32 by default.
    axis
        NumPy's axis for ends that are arrays; only 0 is supported.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``num`` numbers.

    Examples
    --------
    >>> mx.np.logspace(0, 3, num=4, base=2).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    _plain_ends(F, "logspace", start, stop)
    refuse("logspace", axis=axis)
    more = {} if dtype is None else {"dtype": dtype}
    return F.call("_npi_logspace", start=start, stop=stop, num=num, endpoint=endpoint, base=base, ctx=ctx, **more)


@function()
def indices(F, dimensions: Sequence[int], dtype: DTypeLike = np.int32, ctx: Context | None = None) -> Array:
    """Return, for each axis of a grid, the index of every grid point along it.

    Parameters
    ----------
    dimensions
        Shape of the grid.
    dtype
        Element type; int32 by default, whereas NumPy uses int64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        Shape ``(len(dimensions), *dimensions)``: one grid of indices per axis.

    Raises
    ------
    ValueError
        If ``dimensions`` is neither a list nor a tuple.

    Examples
    --------
    >>> mx.np.indices((2, 2)).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    """
    if not isinstance(dimensions, (tuple, list)):
        raise ValueError("The dimensions must be sequence of ints")
    return F.call("_npi_indices", dimensions=tuple(dimensions), dtype=dtype, ctx=ctx)


@function()
def hanning(F, M: int, dtype: DTypeLike | None = np.float32, ctx: Context | None = None) -> Array:
    """Create a Hann window, ``0.5 - 0.5 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M
        Number of points.
    dtype
        Element type; float32 by default, whereas NumPy uses float64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> mx.np.hanning(5).round(2).tolist()
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    return F.call("_npi_hanning", M=M, dtype=kind_of(dtype), ctx=ctx)


@function()
def hamming(F, M: int, dtype: DTypeLike | None = np.float32, ctx: Context | None = None) -> Array:
    """Create a Hamming window, ``0.54 - 0.46 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M
        Number of points.
    dtype
        Element type; float32 by default, whereas NumPy uses float64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0.08 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> (mx.np.hamming(3) * 100).astype("int32").tolist()
    [8, 100, 8]
    """
    return F.call("_npi_hamming", M=M, dtype=kind_of(dtype), ctx=ctx)


@function()
def blackman(F, M: int, dtype: DTypeLike | None = np.float32, ctx: Context | None = None) -> Array:
    """Create a Blackman window, ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)`` with ``t = 2 * pi * n / (M - 1)``.

    Parameters
    ----------
    M
        Number of points.
    dtype
        Element type; float32 by default, whereas NumPy uses float64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A vector of ``M`` weights: 0 at both ends, and 1 in the middle if ``M`` is odd.

    Examples
    --------
    >>> abs(mx.np.blackman(3)).round(2).tolist()
    [0.0, 1.0, 0.0]
    """
    return F.call("_npi_blackman", M=M, dtype=kind_of(dtype), ctx=ctx)
