"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from mxnet.ndarray.numpy.array import ndarray

def bernoulli(prob: float | ndarray | None = None, logit: float | ndarray | None = None, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw zeros and ones, given the probability of a one or the logarithm of its odds.

    Parameters
    ----------
    prob : float or ndarray, optional
        Probability of a one.
    logit : float or ndarray, optional
        Logarithm of ``prob / (1 - prob)``, instead of ``prob``.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        Zeros and ones.

    Raises
    ------
    ValueError
        If both or none of ``prob`` and ``logit`` are given.

    Examples
    --------
    >>> mx.npx.random.bernoulli(prob=mx.np.array([0.0, 1.0])).tolist()
    [0.0, 1.0]
    """

def normal_n(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, batch_shape: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from normal distributions, a batch of numbers for every element of the params.

    Parameters
    ----------
    loc : float or ndarray, optional, default=0.0
        Mean.
    scale : float or ndarray, optional, default=1.0
        Standard deviation.
    batch_shape : int or Sequence[int], optional
        How many numbers to draw for each element of the params, as a shape; one by default.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.

    Returns
    -------
    ndarray
        The numbers drawn: ``batch_shape``, then the shape of the params.

    Examples
    --------
    >>> mx.npx.random.normal_n(mx.np.zeros(3), 1, batch_shape=(5,)).shape
    (5, 3)
    """

def seed(seed: int, ctx: Context | str = 'all') -> None:
    """Seed the generators of random numbers, so that a program draws the same ones again.

    Parameters
    ----------
    seed : int
        Any integer.
    ctx : Context or str, default='all'
        Device whose generator is seeded; all of them by default.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.npx.random.seed(7)
    >>> first = mx.np.random.uniform(size=3).tolist()
    >>> mx.npx.random.seed(7)
    >>> mx.np.random.uniform(size=3).tolist() == first
    True
    """

def uniform_n(low: float | ndarray = 0.0, high: float | ndarray = 1.0, batch_shape: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from uniform distributions, a batch of numbers for every element of the params.

    Parameters
    ----------
    low : float or ndarray, optional, default=0.0
        Lower end, inclusive.
    high : float or ndarray, optional, default=1.0
        Upper end, exclusive.
    batch_shape : int or Sequence[int], optional
        How many numbers to draw for each element of the params, as a shape; one by default.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.

    Returns
    -------
    ndarray
        The numbers drawn: ``batch_shape``, then the shape of the params.

    Examples
    --------
    >>> mx.npx.random.uniform_n(mx.np.zeros(3), 1, batch_shape=(5,)).shape
    (5, 3)
    """
