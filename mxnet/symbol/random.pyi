"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

def exponential(scale: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from an exponential distribution with mean ``scale``."""

def exponential_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from an exponential distribution of mean ``1 / lam``, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.exponential_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def gamma(alpha: Symbol | float = 1, beta: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from a gamma distribution with shape ``alpha`` and scale ``beta``."""

def gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a gamma distribution of mean ``alpha * beta``, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    alpha : float, optional, default=1.0
        Shape of the distribution.
    beta : float, optional, default=1.0
        Scale of the distribution, the reciprocal of its rate.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.gamma_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def generalized_negative_binomial(mu: Symbol | float = 1, alpha: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from a negative binomial of mean ``mu`` and dispersion ``alpha``."""

def generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution given by its mean and dispersion, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    mu : float, optional, default=1.0
        Mean of the distribution.
    alpha : float, optional, default=1.0
        Dispersion: the variance of the distribution is ``mu + alpha * mu**2``.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.generalized_negative_binomial_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def multinomial(data: Symbol, shape: int | Sequence[int] = ..., get_prob: bool = True, dtype: DTypeLike = 'int32', **kwargs: Any) -> Symbol:
    """Draw class numbers from rows of probabilities; with ``get_prob`` also their logarithms."""

def negative_binomial(k: Symbol | float = 1, p: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw the number of failures before ``k`` successes of probability ``p``."""

def negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a negative binomial distribution: successes before ``k`` failures, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    k : int, optional, default=1
        Number of failures.
    p : float, optional, default=1.0
        Probability of a failure.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.negative_binomial_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def normal(loc: Symbol | float = 0, scale: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from a normal distribution with mean ``loc`` and deviation ``scale``."""

def normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a normal (Gaussian) distribution, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    loc : float, optional, default=0.0
        Mean of the distribution.
    scale : float, optional, default=1.0
        Standard deviation of the distribution.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.normal_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def poisson(lam: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from a Poisson distribution with rate ``lam``."""

def poisson_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a Poisson distribution, as floats, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution, which is its mean.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.poisson_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """

def randint(low: Symbol | float, high: Symbol | float, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw whole numbers from [low, high)."""

def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of the given shape from a normal distribution."""

def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Permute along the first axis."""

def uniform(low: Symbol | float = 0, high: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from [low, high)."""

def uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a uniform distribution over ``[low, high)``, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    low : float, optional, default=0.0
        Lower end of the interval.
    high : float, optional, default=1.0
        Upper end of the interval, which is not drawn.
    name : str, optional
        Name of the node; made up where it is not given.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.random.uniform_like(mx.nd.ones((2, 3))).shape
    (2, 3)
    """
