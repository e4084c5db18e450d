"""Random symbols: numeric parameters define one distribution, symbols one distribution per element.

The ``*_like`` functions are added from the registry when `mxnet.symbol` is imported.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base import _Null, numeric_types
from . import _internal
from .symbol import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike

__all__ = ["exponential", "gamma", "generalized_negative_binomial", "multinomial",
           "negative_binomial", "normal", "poisson", "randint", "randn", "shuffle", "uniform"]


def _draw(kind: str, params: dict[str, Any], shape: Any, dtype: Any, kwargs: dict) -> Symbol:
    first = next(iter(params.values()))
    for wanted, prefix in ((Symbol, "_sample_"), (numeric_types, "_random_")):
        if isinstance(first, wanted):
            for value in params.values():
                if not isinstance(value, wanted):
                    raise AssertionError("Distribution parameters must all have the same type, but "
                                         f"got both {type(first)} and {type(value)}.")
            return getattr(_internal, prefix + kind)(*params.values(), shape=shape, dtype=dtype,
                                                     **kwargs)
    raise ValueError("Distribution parameters must be either Symbol or numbers, "
                     f"but got {type(first)}.")


def uniform(low: Symbol | float = 0, high: Symbol | float = 1, shape: int | Sequence[int] = _Null,
            dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
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
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc: Symbol | float = 0, scale: Symbol | float = 1, shape: int | Sequence[int] = _Null,
           dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
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
    return _draw("normal", {"loc": loc, "scale": scale}, shape, dtype, kwargs)


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
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    return normal(loc, scale, shape=shape, dtype=kwargs.pop("dtype", _Null), **kwargs)


def poisson(lam: Symbol | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            **kwargs: Any) -> Symbol:
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
    return _draw("poisson", {"lam": lam}, shape, dtype, kwargs)


def exponential(scale: Symbol | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                **kwargs: Any) -> Symbol:
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
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, kwargs)


def gamma(alpha: Symbol | float = 1, beta: Symbol | float = 1, shape: int | Sequence[int] = _Null,
          dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
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
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k: Symbol | float = 1, p: Symbol | float = 1, shape: int | Sequence[int] = _Null,
                      dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
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
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(mu: Symbol | float = 1, alpha: Symbol | float = 1, shape: int | Sequence[int] = _Null,
                                  dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
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
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


def multinomial(data: Symbol, shape: int | Sequence[int] = _Null, get_prob: bool = True, dtype: DTypeLike = "int32",
                **kwargs: Any) -> Symbol:
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
    return _internal._sample_multinomial(data, shape, get_prob, dtype=dtype, **kwargs)


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
    return _internal._shuffle(data, **kwargs)


def randint(low: Symbol | float, high: Symbol | float, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            **kwargs: Any) -> Symbol:
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
    return _internal._random_randint(low, high, shape=shape, dtype=dtype, **kwargs)
