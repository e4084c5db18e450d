"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .array import NDArray

def exponential(scale: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from exponential distributions.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    scale : NDArray | float, default=1
        Mean: one divided by the rate.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.exponential(2, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw from gamma distributions.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    alpha : NDArray | float, default=1
        Shape of the distribution.
    beta : NDArray | float, default=1
        Scale of the distribution.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.gamma(2, 1, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw from negative binomial distributions given by their mean.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    mu : NDArray | float, default=1
        Mean.
    alpha : NDArray | float, default=1
        Dispersion: the variance is ``mu + alpha * mu ** 2``.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.generalized_negative_binomial(3, 0.5, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw class indices by probabilities.

    With ``get_prob`` the log-probability of each draw is returned too; its gradient reaches ``data``, as needed for
    REINFORCE.

    Parameters
    ----------
    data : NDArray
        Probabilities, which add up to one along the last axis; a vector, or a matrix of one distribution per row.
    shape : int or Sequence[int], optional
        How many to draw from each distribution; one by default.
    get_prob : bool, default=False
        Whether to return the logarithms too.
    dtype : str or type, default='int32'
        Type of the class numbers.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray or list of NDArray
        Class numbers; with ``get_prob`` a list of these and the logarithms.

    Examples
    --------
    >>> mx.nd.random.multinomial(mx.nd.array([0, 1, 0]), shape=4).asnumpy().tolist()
    [1, 1, 1, 1]
    """

def negative_binomial(k: NDArray | float = 1, p: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw how many successes occur before a number of failures.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    k : NDArray | float, default=1
        Number of failures.
    p : NDArray | float, default=1
        Probability of a failure.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.negative_binomial(3, 0.5, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw from normal distributions.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    loc : NDArray | float, default=0
        Mean.
    scale : NDArray | float, default=1
        Standard deviation.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.normal(0, 1, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw counts from Poisson distributions, as floats.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    lam : NDArray | float, default=1
        Rate: the mean, and the variance.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

    Examples
    --------
    >>> mx.nd.random.poisson(4, shape=(2, 3)).shape
    (2, 3)
    """

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
    """Draw integers uniformly.

    Parameters
    ----------
    low : NDArray | float
        The smallest number.
    high : NDArray | float
        One more than the largest number.
    shape : int or Sequence[int], optional
        Shape of the samples; one number by default.
    dtype : str or type, optional
        Type of the result: int32, or int64 where this says so.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Examples
    --------
    >>> mx.nd.random.randint(5, 6, shape=(3,)).asnumpy().tolist()
    [5, 5, 5]
    """

def randn(*shape: int, loc: NDArray | float = 0, scale: NDArray | float = 1, dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from a normal distribution; the sizes of the axes come by position.

    Parameters
    ----------
    *shape
        Sizes of the axes; one number where there are none.
    loc : NDArray | float, default=0
        Mean.
    scale : NDArray | float, default=1
        Standard deviation.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Examples
    --------
    >>> mx.nd.random.randn(2, 3, loc=5).shape
    (2, 3)
    """

def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """Return the slices of the first axis in random order.

    Parameters
    ----------
    data : NDArray
        The array.
    **kwargs
        ``out``: where the result is written.

    Returns
    -------
    NDArray
        A copy with its rows permuted.

    Examples
    --------
    >>> sorted(mx.nd.random.shuffle(mx.nd.array([1, 2, 3])).asnumpy().tolist())
    [1.0, 2.0, 3.0]
    """

def uniform(low: NDArray | float = 0, high: NDArray | float = 1, shape: int | Sequence[int] = ..., dtype: DTypeLike = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw uniformly from an interval.

    The distribution's parameters are numbers, or arrays; for arrays ``shape`` is drawn per element.

    Parameters
    ----------
    low : NDArray | float, default=0
        Lower end of the interval, inclusive.
    high : NDArray | float, default=1
        Upper end, exclusive.
    shape : int or Sequence[int], optional
        Shape of the samples; one number, or one per element, by default.
    dtype : str or type, optional
        Type of the result, float32 by default.
    ctx : Context, optional
        Context to draw on; that of array parameters, otherwise the current one by default.
    out : NDArray, optional
        Where the result is written; it is then returned.
    **kwargs
        ``name`` is accepted and ignored.

    Returns
    -------
    NDArray
        The samples.

    Raises
    ------
    ValueError
        If a parameter is neither a number nor an array.

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
