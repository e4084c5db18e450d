"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .array import NDArray

def exponential(scale: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from exponential distributions of mean ``scale``."""

def exponential_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from an exponential distribution of mean ``1 / lam``, in the shape of another array.

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

def gamma(alpha: NDArray | float = 1, beta: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from gamma distributions of shape ``alpha`` and scale ``beta``."""

def gamma_like(data: NDArray, alpha: float = 1.0, beta: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a gamma distribution of mean ``alpha * beta``, in the shape of another array.

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

def generalized_negative_binomial(mu: NDArray | float = 1, alpha: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from negative binomial distributions given by mean ``mu`` and dispersion ``alpha``."""

def generalized_negative_binomial_like(data: NDArray, mu: float = 1.0, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a negative binomial distribution given by its mean and dispersion, in the shape of another array.

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

def multinomial(data: NDArray, shape: int | Sequence[int] = ..., get_prob: bool = False, out: NDArray | None = None, dtype: DTypeLike = 'int32', **kwargs: Any) -> NDArray | Any:
    """Draw classes by the probabilities in the last axis of ``data``.

    With ``get_prob`` the log-probability of each draw comes too; its gradient reaches ``data``,
    as REINFORCE needs it.
    """

def negative_binomial(k: NDArray | float = 1, p: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw how many successes come before ``k`` failures, each of probability ``p``."""

def negative_binomial_like(data: NDArray, k: int = 1, p: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a negative binomial distribution: successes before ``k`` failures, in the shape of another array.

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

def normal(loc: NDArray | float = 0, scale: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from normal distributions of mean ``loc`` and standard deviation ``scale``."""

def normal_like(data: NDArray, loc: float = 0.0, scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a normal (Gaussian) distribution, in the shape of another array.

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

def poisson(lam: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw counts from Poisson distributions of rate ``lam``, as floats."""

def poisson_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a Poisson distribution, as floats, in the shape of another array.

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

def randint(low: NDArray | float, high: NDArray | float, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw whole numbers evenly from [low, high), int32 unless ``dtype`` says int64."""

def randn(*shape: int, loc: NDArray | float = 0, scale: NDArray | float = 1, dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from a normal distribution; the sizes are the positional arguments."""

def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """Give the slices of the first axis in random order."""

def uniform(low: NDArray | float = 0, high: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw evenly from [low, high).

    Parameters
    ----------
    low, high : two numbers, or two arrays; then ``shape`` is drawn for each of their elements.
    shape : default one number, or one for each element.

    Examples
    --------
    >>> mx.nd.random.uniform(0, 1, shape=(2, 3)).shape
    (2, 3)
    >>> mx.nd.random.uniform(mx.nd.zeros((4,)), mx.nd.ones((4,)), shape=(2, 3)).shape
    (4, 2, 3)
    """

def uniform_like(data: NDArray, low: float = 0.0, high: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw samples from a uniform distribution over ``[low, high)``, in the shape of another array.

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
