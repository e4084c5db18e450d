"""Random arrays by shape, integers, choices and permutations; and the samplers of `mx.npx.random`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .distributions import draw, normal, uniform
from .functions import Array, function

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ..device import Context


@function("random")
def rand(F, *size: int, **kwargs: Any) -> Array:
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
    return uniform(F, 0, 1, size=tuple(size), **kwargs)


@function("random", arrays_only=True)
def randn(F, *size: int, **kwargs: Any) -> Array:
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
    return normal(F, 0, 1, size=tuple(size), **kwargs)


@function("random")
def randint(F, low: int, high: int | None = None, size: int | Sequence[int] | None = None,
            dtype: DTypeLike | None = None, ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw integers, all equally probable, from ``[low, high)``.

    Parameters
    ----------
    low
        Smallest number; or the end, if it is the only one given, and the smallest is 0.
    high
        End, exclusive.
    size
        Shape of the result; one number, zero-dimensional, by default.
    dtype
        Type of integers; int64 by default.
    ctx
        Device to draw on; the current context by default.
    out
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
    low, high = (0, low) if high is None else (low, high)
    shape = () if size is None else size
    return F.call("_npi_random_randint", low=low, high=high, shape=shape, dtype="int64" if dtype in (None, "int", int)
                  else dtype, ctx=ctx, out=out)


@function("random")
def choice(F, a: int | Array, size: int | Sequence[int] | None = None, replace: bool = True, p: Array | None = None,
           ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from ``range(a)``, or from the elements of an array.

    Parameters
    ----------
    a
        Number of choices, or a vector of them.
    size
        Shape of the result; one element, zero-dimensional, by default.
    replace
        Whether an element may be drawn more than once.
    p
        Probability of each choice; all are equally probable by default.
    ctx
        Device to draw on if ``a`` is a number; the current context by default.
    out
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
    size = None if size == () else size
    weights = () if p is None else (p,)
    if F.is_array(a):
        drawn = F.call("_npi_choice", a, *weights, a=None, size=size, replace=replace, weighted=p is not None)
        return F.call("_npi_take", a, drawn)
    return F.call("_npi_choice", *weights, a=a, size=size, replace=replace, weighted=p is not None, ctx=ctx, out=out)


@function("random", arrays_only=True)
def multinomial(F, n: int, pvals: Array | Sequence[float], size: int | Sequence[int] | None = None,
                **kwargs: Any) -> Array:
    """Draw from the multinomial distribution: how often each outcome occurs in ``n`` trials.

    Parameters
    ----------
    n
        Number of trials.
    pvals
        Probability of each outcome: an array, or a sequence of numbers. NumPy arrays are refused.
    size
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
    if F.is_array(pvals):
        return F.call("_npi_multinomial", pvals, n=n, pvals=None, size=size)
    if isinstance(pvals, np.ndarray):
        raise ValueError("numpy ndarray is not supported!")
    if any(isinstance(item, list) for item in pvals):
        raise ValueError("object too deep for desired array")
    return F.call("_npi_multinomial", n=n, pvals=tuple(pvals), size=size)


@function("random")
def multivariate_normal(F, mean: Array, cov: Array, size: int | Sequence[int] | None = None, check_valid: None = None,
                        tol: None = None) -> Array:
    """Draw vectors from normal distributions with given means and covariances.

    Parameters
    ----------
    mean
        Means, of shape ``(..., n)``.
    cov
        Covariances, of shape ``(..., n, n)``, symmetric and positive-definite.
    size
        How many vectors to draw for each distribution: a number or a shape; one by default.
    check_valid
        NumPy's check of ``cov``; not supported.
    tol
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
    for name, value in (("check_valid", check_valid), ("tol", tol)):
        if value is not None:
            raise NotImplementedError(f"Parameter `{name}` is not supported")
    if F.symbolic:
        return F.call("_npi_Custom", mean, cov, op_type="mvn_fallback", size=size)
    shape = () if size is None else (size,) if isinstance(size, (int, np.integer)) else tuple(size)
    root = F.call("_npi_cholesky", cov)
    batch = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    plain = normal(F, 0, 1, (*shape, *batch, mean.shape[-1]), mean.dtype)
    turned = F.call("_npi_matmul", root, F.call("_npi_expand_dims", plain, axis=-1))
    return mean + F.call("_np_squeeze", turned, axis=-1)


@function("random")
def shuffle(F, x: Array) -> None:
    """Shuffle the slices of the first axis, in place.

    Parameters
    ----------
    x
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
    F.call("_npi_shuffle", x, **({} if F.symbolic else {"out": x}))


# ---- mx.npx.random ------------------------------------------------------------------------------

@function("npx_random")
def bernoulli(F, prob: float | Array | None = None, logit: float | Array | None = None,
              size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None,
              out: Array | None = None) -> Array:
    """Draw zeros and ones, given the probability of a one or the logarithm of its odds.

    Parameters
    ----------
    prob
        Probability of a one.
    logit
        Logarithm of ``prob / (1 - prob)``, instead of ``prob``.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type; float32 by default.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    if (prob is None) == (logit is None):
        raise ValueError("Either `prob` or `logit` must be specified, but not both. "
                         f"Received prob={prob}, logit={logit}")
    return draw(F, "_npi_bernoulli", {"prob": prob, "logit": None} if logit is None else
                {"prob": None, "logit": logit}, size, out, is_logit=logit is not None, dtype=dtype or "float32",
                ctx=ctx)


@function("npx_random")
def uniform_n(F, low: float | Array = 0.0, high: float | Array = 1.0, batch_shape: int | Sequence[int] | None = None,
              dtype: DTypeLike | None = None, ctx: Context | None = None) -> Array:
    """Draw from uniform distributions, a batch of numbers for every element of the params.

    Parameters
    ----------
    low
        Lower end, inclusive.
    high
        Upper end, exclusive.
    batch_shape
        How many numbers to draw for each element of the params, as a shape; one by default.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
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
    return draw(F, "_npi_uniform_n", {"low": low, "high": high}, batch_shape, dtype=dtype or "float32", ctx=ctx)


@function("npx_random")
def normal_n(F, loc: float | Array = 0.0, scale: float | Array = 1.0, batch_shape: int | Sequence[int] | None = None,
             dtype: DTypeLike | None = None, ctx: Context | None = None) -> Array:
    """Draw from normal distributions, a batch of numbers for every element of the params.

    Parameters
    ----------
    loc
        Mean.
    scale
        Standard deviation.
    batch_shape
        How many numbers to draw for each element of the params, as a shape; one by default.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
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
    return draw(F, "_npi_normal_n", {"loc": loc, "scale": scale}, batch_shape, dtype=dtype or "float32", ctx=ctx)
