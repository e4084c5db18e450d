"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from mxnet.ndarray.numpy.array import ndarray

def beta(a: float | ndarray, b: float | ndarray, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from the beta distribution, numbers between 0 and 1.

    Parameters
    ----------
    a : float or ndarray
        First shape of the distribution, positive; its mean is ``a / (a + b)``.
    b : float or ndarray
        Second shape, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.

    Returns
    -------
    ndarray
        The numbers drawn.

    Examples
    --------
    >>> mx.np.random.beta(1, 2, size=4).shape
    (4,)
    """

def chisquare(df: float | ndarray, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from the chi-square distribution.

    Parameters
    ----------
    df : float or ndarray
        Degrees of freedom, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.

    Returns
    -------
    ndarray
        The numbers drawn. Their mean is ``df / 4``, as in MXNet; that of NumPy's is ``df``.

    Examples
    --------
    >>> mx.np.random.chisquare(2, size=4).shape
    (4,)
    """

def choice(a: int | ndarray, size: int | Sequence[int] | None = None, replace: bool = True, p: ndarray | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from ``range(a)``, or from the elements of an array.

    Parameters
    ----------
    a : int or ndarray
        Number of choices, or a vector of them.
    size : int or Sequence[int], optional
        Shape of the result; one element, zero-dimensional, by default.
    replace : bool, optional, default=True
        Whether an element may be drawn more than once.
    p : ndarray, optional
        Probability of each choice; all are equally probable by default.
    ctx : Context, optional
        Device to draw on if ``a`` is a number; the current context by default.
    out : ndarray, optional
        Array to write the numbers to if ``a`` is a number.

    Returns
    -------
    ndarray
        Indices of type int64, or elements of ``a``.

    Examples
    --------
    >>> sorted(mx.np.random.choice(4, size=4, replace=False).tolist())
    [0, 1, 2, 3]
    """

def exponential(scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the exponential distribution.

    Parameters
    ----------
    scale : float or ndarray, optional, default=1.0
        Mean, positive; the inverse of the rate.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32 and not negative.

    Examples
    --------
    >>> mx.np.random.exponential(size=(2, 3)).shape
    (2, 3)
    """

def gamma(shape: float | ndarray, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the gamma distribution.

    Parameters
    ----------
    shape : float or ndarray
        Shape of the distribution, positive; its mean is ``shape * scale``.
    scale : float or ndarray, optional, default=1.0
        Scale of the distribution, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, all positive.

    Examples
    --------
    >>> mx.np.random.gamma(2, 3, size=(2, 3)).shape
    (2, 3)
    """

def gumbel(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Gumbel distribution.

    Parameters
    ----------
    loc : float or ndarray, optional, default=0.0
        Mode, the most probable value.
    scale : float or ndarray, optional, default=1.0
        Scale, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32.

    Examples
    --------
    >>> mx.np.random.gumbel(size=(2, 3)).shape
    (2, 3)
    """

def logistic(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the logistic distribution.

    Parameters
    ----------
    loc : float or ndarray, optional, default=0.0
        Mean.
    scale : float or ndarray, optional, default=1.0
        Scale, positive: the deviation is ``scale * pi / sqrt(3)``.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32.

    Examples
    --------
    >>> mx.np.random.logistic(size=(2, 3)).shape
    (2, 3)
    """

def lognormal(mean: float | ndarray = 0.0, sigma: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw numbers whose logarithm is normally distributed.

    Parameters
    ----------
    mean : float or ndarray, optional, default=0.0
        Mean of the logarithm.
    sigma : float or ndarray, optional, default=1.0
        Standard deviation of the logarithm.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array that the normal numbers are written to; the result itself is a new array.

    Returns
    -------
    ndarray
        The numbers drawn, all positive.

    Examples
    --------
    >>> bool((mx.np.random.lognormal(size=5) > 0).all())
    True
    """

def multinomial(n: int, pvals: ndarray | Sequence[float], size: int | Sequence[int] | None = None, **kwargs: Any) -> ndarray:
    """Draw from the multinomial distribution: how often each outcome occurs in ``n`` trials.

    Parameters
    ----------
    n : int
        Number of trials.
    pvals : ndarray or Sequence[float]
        Probability of each outcome: an array, or a sequence of numbers. NumPy arrays are refused.
    size : int or Sequence[int], optional
        Number of experiments, or their shape; one by default.
    **kwargs
        Accepted and ignored.

    Returns
    -------
    ndarray
        Counts of type int64, of shape ``(*size, len(pvals))``; each row adds up to ``n``.

    Examples
    --------
    >>> mx.np.random.multinomial(10, [0.5, 0.5], size=3).sum(axis=1).tolist()
    [10, 10, 10]
    """

def multivariate_normal(mean: ndarray, cov: ndarray, size: int | Sequence[int] | None = None, check_valid: None = None, tol: None = None) -> ndarray:
    """Draw vectors from normal distributions with given means and covariances.

    Parameters
    ----------
    mean : ndarray
        Means, of shape ``(..., n)``.
    cov : ndarray
        Covariances, of shape ``(..., n, n)``, symmetric and positive-definite.
    size : int or Sequence[int], optional
        How many vectors to draw for each distribution: a number or a shape; one by default.
    check_valid : None, optional
        NumPy's check of ``cov``; not supported.
    tol : None, optional
        NumPy's tolerance of that check; not supported.

    Returns
    -------
    ndarray
        Vectors, of shape ``(*size, ..., n)``. NumPy has no batches of means.

    Examples
    --------
    >>> mx.np.random.multivariate_normal(mx.np.zeros(2), mx.np.eye(2), size=3).shape
    (3, 2)
    """

def normal(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the normal (Gaussian) distribution.

    Parameters
    ----------
    loc : float or ndarray, optional, default=0.0
        Mean.
    scale : float or ndarray, optional, default=1.0
        Standard deviation.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn.

    Examples
    --------
    >>> mx.np.random.normal(mx.np.array([0, 100, 200]), 1).shape
    (3,)
    """

def pareto(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Pareto distribution that starts at zero (Lomax).

    Parameters
    ----------
    a : float or ndarray
        Shape of the distribution, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32 and not negative; add 1 for the classical distribution.

    Examples
    --------
    >>> mx.np.random.pareto(2, size=(2, 3)).shape
    (2, 3)
    """

def power(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from ``[0, 1]`` with the density ``a * x ** (a - 1)``.

    Parameters
    ----------
    a : float or ndarray
        Exponent of the distribution function, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Accepted and ignored: numbers are drawn on the current context.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32.

    Examples
    --------
    >>> mx.np.random.power(2, size=(2, 3)).shape
    (2, 3)
    """

def rand(*size: int, **kwargs: Any) -> ndarray:
    """Draw from the uniform distribution over ``[0, 1)``, in a shape given by the arguments.

    Parameters
    ----------
    *size
        Size of each axis.
    **kwargs
        ``dtype``, ``ctx`` and ``out``, as `uniform` takes them.

    Returns
    -------
    ndarray
        The numbers drawn, float32 by default.

    Examples
    --------
    >>> mx.np.random.rand(2, 3).shape
    (2, 3)
    """

def randint(low: int, high: int | None = None, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw integers, all equally probable, from ``[low, high)``.

    Parameters
    ----------
    low : int
        Smallest number; or the end, if it is the only one given, and the smallest is 0.
    high : int, optional
        End, exclusive.
    size : int or Sequence[int], optional
        Shape of the result; one number, zero-dimensional, by default.
    dtype : DTypeLike, optional
        Type of integers; int64 by default.
    ctx : Context, optional
        Device to draw on; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn.

    Examples
    --------
    >>> set(mx.np.random.randint(2, 4, size=100).tolist())
    {2, 3}
    """

def randn(*size: int, **kwargs: Any) -> ndarray:
    """Draw from the standard normal distribution, in a shape given by the arguments.

    Parameters
    ----------
    *size
        Size of each axis.
    **kwargs
        ``dtype``, ``ctx`` and ``out``, as `normal` takes them.

    Returns
    -------
    ndarray
        The numbers drawn, float32 by default.

    Examples
    --------
    >>> mx.np.random.randn(2, 3).shape
    (2, 3)
    """

def rayleigh(scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Rayleigh distribution.

    Parameters
    ----------
    scale : float or ndarray, optional, default=1.0
        Mode, the most probable value, positive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32 and not negative.

    Examples
    --------
    >>> mx.np.random.rayleigh(size=(2, 3)).shape
    (2, 3)
    """

def shuffle(x: ndarray) -> None:
    """Shuffle the slices of the first axis, in place.

    Parameters
    ----------
    x : ndarray
        Array to shuffle.

    Returns
    -------
    None
        The array itself is changed.

    Examples
    --------
    >>> a = mx.np.arange(4)
    >>> mx.np.random.shuffle(a)
    >>> sorted(a.tolist())
    [0.0, 1.0, 2.0, 3.0]
    """

def uniform(low: float | ndarray = 0.0, high: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the uniform distribution over ``[low, high)``.

    Parameters
    ----------
    low : float or ndarray, optional, default=0.0
        Lower end, inclusive.
    high : float or ndarray, optional, default=1.0
        Upper end, exclusive.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    dtype : DTypeLike, optional
        Element type, a floating point type; float32 by default.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn.

    Examples
    --------
    >>> mx.np.random.uniform(0, 10, size=(2, 3)).shape
    (2, 3)
    """

def weibull(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Weibull distribution with a scale of one.

    Parameters
    ----------
    a : float or ndarray
        Shape of the distribution, positive; 1 is the exponential distribution.
    size : int or Sequence[int], optional
        Shape of the result; by default that of the params, broadcast.
    ctx : Context, optional
        Device to draw on if no param is an array; the current context by default.
    out : ndarray, optional
        Array to write the numbers to.

    Returns
    -------
    ndarray
        The numbers drawn, of type float32 and not negative.

    Examples
    --------
    >>> mx.np.random.weibull(2, size=(2, 3)).shape
    (2, 3)
    """
