"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

def exponential(scale: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw from exponential distributions.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    scale : Symbol | float, default=1
        Mean: one divided by the rate.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.exponential(2, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

def exponential_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from an exponential distribution of mean ``1 / lam``, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution.
    name : str, optional
        Name of the node; automatic by default.
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
    """Draw from gamma distributions.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    alpha : Symbol | float, default=1
        Shape of the distribution.
    beta : Symbol | float, default=1
        Scale of the distribution.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.gamma(2, 1, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

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
        Name of the node; automatic by default.
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
    """Draw from negative binomial distributions parametrized by mean and dispersion.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    mu : Symbol | float, default=1
        Mean.
    alpha : Symbol | float, default=1
        Dispersion: the variance is ``mu + alpha * mu ** 2``.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.generalized_negative_binomial(3, 0.5, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

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
        Name of the node; automatic by default.
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
    """Draw class numbers by probabilities.

    With ``get_prob`` the logarithm of each sample's probability is returned too; it has a gradient with respect to
    ``data``, for REINFORCE.

    Parameters
    ----------
    data : Symbol
        Probabilities, which add up to one along the last axis; a vector, or a matrix of one distribution per row.
    shape : int or Sequence[int], optional
        How many to draw from each distribution; one by default.
    get_prob : bool, default=True
        Whether to return the logarithms too.
    dtype : str or type, default='int32'
        Type of the class numbers.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        Class numbers; with ``get_prob`` a group of these and the logarithms.
    """

def negative_binomial(k: Symbol | float = 1, p: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw the number of successes before a number of failures.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    k : Symbol | float, default=1
        Number of failures.
    p : Symbol | float, default=1
        Probability of a failure.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.negative_binomial(3, 0.5, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

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
        Name of the node; automatic by default.
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
    """Draw from normal distributions.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    loc : Symbol | float, default=0
        Mean.
    scale : Symbol | float, default=1
        Standard deviation.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.normal(0, 1, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

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
        Name of the node; automatic by default.
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
    """Draw counts from Poisson distributions, as floats.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    lam : Symbol | float, default=1
        Rate: the mean, and the variance.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.poisson(4, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

def poisson_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw samples from a Poisson distribution, as floats, in the shape of another array.

    Parameters
    ----------
    data : Symbol
        Array whose shape, type and device the result has; its values are not read.
    lam : float, optional, default=1.0
        Rate of the distribution, which is its mean.
    name : str, optional
        Name of the node; automatic by default.
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
    """Draw integers uniformly.

    Parameters
    ----------
    low : Symbol | float
        The smallest number.
    high : Symbol | float
        One more than the largest number.
    shape : int or Sequence[int], optional
        Shape of the samples; one number by default.
    dtype : str or type, optional
        Type of the result: int32 (default) or int64.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.randint(0, 10, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw from a normal distribution; the sizes of the axes are positional arguments.

    Parameters
    ----------
    *shape
        Sizes of the axes; without them, a single sample.
    **kwargs
        ``loc`` and ``scale``, 0 and 1 by default, ``dtype``, and ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.randn(2, 3, loc=5).infer_shape()[1]
    [(2, 3)]
    """

def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Return the slices of the first axis in random order.

    Parameters
    ----------
    data : Symbol
        The symbol.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The shuffled array.
    """

def uniform(low: Symbol | float = 0, high: Symbol | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., **kwargs: Any) -> Symbol:
    """Draw uniformly from an interval.

    The parameters of the distribution are numbers, or symbols with one distribution per element.

    Parameters
    ----------
    low : Symbol | float, default=0
        Lower end of the interval, inclusive.
    high : Symbol | float, default=1
        Upper end, exclusive.
    shape : int or Sequence[int], optional
        Shape of the samples, per element for symbols; a single sample by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    **kwargs
        ``name`` and ``attr`` of the node.

    Returns
    -------
    Symbol
        The samples.

    Examples
    --------
    >>> mx.sym.random.uniform(0, 1, shape=(2, 3)).infer_shape()[1]
    [(2, 3)]
    """

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
        Name of the node; automatic by default.
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
