"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from exponential distributions of mean ``scale``."""

def exponential_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from an exponential distribution of mean ``1 / lam``, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.exponential_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from gamma distributions of shape ``alpha`` and scale ``beta``."""

def gamma_like(data: NDArray, alpha: float = 1.0, beta: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a gamma distribution of mean ``alpha * beta``, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    alpha : float, optional, default=1.0
        Shape of the distribution.
    beta : float, optional, default=1.0
        Scale of the distribution, the reciprocal of its rate.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.gamma_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from negative binomial distributions given by mean ``mu`` and dispersion ``alpha``."""

def generalized_negative_binomial_like(data: NDArray, mu: float = 1.0, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a negative binomial distribution given by its mean and dispersion, as floats, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    mu : float, optional, default=1.0
        Mean of the distribution.
    alpha : float, optional, default=1.0
        Dispersion: the variance of the distribution is ``mu + alpha * mu**2``.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.generalized_negative_binomial_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def multinomial(data: Any, shape: Any = ..., get_prob: bool = False, out: Any = None, dtype: Any = 'int32', **kwargs: Any) -> Any:
    """Draw classes by the probabilities in the last axis of ``data``."""

def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw how many successes come before ``k`` failures, each of probability ``p``."""

def negative_binomial_like(data: NDArray, k: int = 1, p: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw how many successes come before ``k`` failures, as floats, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    k : int, optional, default=1
        Number of failures.
    p : float, optional, default=1.0
        Probability of a failure.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.negative_binomial_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from normal distributions of mean ``loc`` and standard deviation ``scale``."""

def normal_like(data: NDArray, loc: float = 0.0, scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a normal distribution, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    loc : float, optional, default=0.0
        Mean of the distribution.
    scale : float, optional, default=1.0
        Standard deviation of the distribution.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.normal_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw counts from Poisson distributions of rate ``lam``, as floats."""

def poisson_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a Poisson distribution, as floats, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution, which is its mean.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.poisson_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw whole numbers evenly from [low, high), int32 unless ``dtype`` says int64."""

def randn(*shape: Any, loc: Any = 0, scale: Any = 1, dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from a normal distribution; the sizes are the positional arguments."""

def shuffle(data: Any, **kwargs: Any) -> Any:
    """Give the slices of the first axis in random order."""

def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw evenly from [low, high)."""

def uniform_like(data: NDArray, low: float = 0.0, high: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from ``[low, high)``, in the shape of another array.

    Parameters
    ----------
    data : NDArray
        Array whose shape, type and device the result has; its values are not read.
    low : float, optional, default=0.0
        Lower end of the interval.
    high : float, optional, default=1.0
        Upper end of the interval, which is not drawn.
    out : NDArray, or a list of them, optional
        Where the result is written; it is returned then.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.uniform_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """
