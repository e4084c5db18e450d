"""`mx.nd.random`: distributions over numbers, or over arrays of params, with one set of samples per element.

The operators that draw like another array (`uniform_like` ...) are filled in from the registry.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import _Null
from ..core.borrowed import borrowed as _borrowed
from ..core.device import Context, current_context, home_context  # noqa: F401  -- programs find the second one here
from ..core.errors import BadType
from ..core.op import find
from .array import NDArray
from .invoke import invoke

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike

__all__ = ["exponential", "gamma", "generalized_negative_binomial", "multinomial",
           "negative_binomial", "normal", "poisson", "randint", "randn", "shuffle", "uniform"]


def _draw(name: str, params: dict, shape, dtype, ctx: Context | None, out, extra: dict):
    """Call ``_random_<name>`` on numbers or ``_sample_<name>`` on arrays; mixing them is refused."""
    first = next(iter(params.values()))
    kind = NDArray if isinstance(first, NDArray) else (int, float, np.generic)
    if not isinstance(first, kind):
        raise ValueError("Distribution parameters must be either NDArray or numbers, but got "
                         f"{type(first)}.")
    for other in params.values():
        if not isinstance(other, kind):
            raise BadType("Distribution parameters must all have the same type, but got both "
                            f"{type(first)} and {type(other)}.")
    extra.pop("name", None)
    if shape is not _Null:
        extra["shape"] = shape
    if dtype is not _Null:
        extra["dtype"] = dtype
    if kind is NDArray:
        return invoke(find(f"_sample_{name}").bind(extra), tuple(params.values()), out)
    if shape is _Null and out is None:
        extra["shape"] = 1
    if ctx is None:
        ctx = out._ctx if isinstance(out, NDArray) else None
    return invoke(find(f"_random_{name}").bind({**params, **extra}), (), out, home_context(ctx))


def uniform(low: NDArray | float = 0, high: NDArray | float = 1, shape: int | Sequence[int] = _Null,
            dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def normal(loc: NDArray | float = 0, scale: NDArray | float = 1, shape: int | Sequence[int] = _Null,
           dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    names = ("mu", "sigma") if isinstance(loc, NDArray) else ("loc", "scale")
    return _draw("normal", dict(zip(names, (loc, scale), strict=True)), shape, dtype, ctx, out,
                 kwargs)


def randn(*shape: int, loc: NDArray | float = 0, scale: NDArray | float = 1, dtype: DTypeLike = _Null,
          ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return normal(loc, scale, shape or _Null, dtype, ctx, out, **kwargs)


def poisson(lam: NDArray | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return _draw("poisson", {"lam": lam}, shape, dtype, ctx, out, kwargs)


def exponential(scale: NDArray | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def gamma(alpha: NDArray | float = 1, beta: NDArray | float = 1, shape: int | Sequence[int] = _Null,
          dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs)


def negative_binomial(k: NDArray | float = 1, p: NDArray | float = 1, shape: int | Sequence[int] = _Null,
                      dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None,
                      **kwargs: Any) -> NDArray:
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
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(mu: NDArray | float = 1, alpha: NDArray | float = 1,
                                  shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                                  ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, ctx,
                 out, kwargs)


def randint(low: NDArray | float, high: NDArray | float, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
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
    if isinstance(low, NDArray):
        raise ValueError("randint: low and high must be numbers, but got NDArray")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def multinomial(data: NDArray, shape: int | Sequence[int] = _Null, get_prob: bool = False, out: NDArray | None = None,
                dtype: DTypeLike = "int32", **kwargs: Any) -> NDArray | Any:
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
    kwargs.pop("name", None)
    given = {"get_prob": get_prob, "dtype": dtype, **kwargs}
    if shape is not _Null:
        given["shape"] = shape
    return invoke(find("_sample_multinomial").bind(given), (data,), out)


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
    return invoke(find("_shuffle").bind({}), (data,), kwargs.get("out"))


_borrowed(__name__)
