"""Samples from continuous distributions, whose params are numbers or arrays."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .functions import Array, function

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ..device import Context


def draw(F, operator: str, params: dict, size, out=None, **more):
    """Call an operator whose params are numbers, or arrays, which are its inputs."""
    arrays = [value for value in params.values() if F.is_array(value)]
    numbers = {name: None if F.is_array(value) else value for name, value in params.items()}
    return F.call(operator, *arrays, size=None if size == () else size, out=out, **numbers, **more)


@function("random")
def uniform(F, low: float | Array = 0.0, high: float | Array = 1.0, size: int | Sequence[int] | None = None,
            dtype: DTypeLike | None = None, ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from the uniform distribution over ``[low, high)``.

    Parameters
    ----------
    low
        Lower end, inclusive.
    high
        Upper end, exclusive.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_uniform", {"low": low, "high": high}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def normal(F, loc: float | Array = 0.0, scale: float | Array = 1.0, size: int | Sequence[int] | None = None,
           dtype: DTypeLike | None = None, ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from the normal (Gaussian) distribution.

    Parameters
    ----------
    loc
        Mean.
    scale
        Standard deviation.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_normal", {"loc": loc, "scale": scale}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def lognormal(F, mean: float | Array = 0.0, sigma: float | Array = 1.0, size: int | Sequence[int] | None = None,
              dtype: DTypeLike | None = None, ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw numbers whose logarithm is normally distributed.

    Parameters
    ----------
    mean
        Mean of the logarithm.
    sigma
        Standard deviation of the logarithm.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return F.call("_npi_exp", normal(F, mean, sigma, size, dtype, ctx, out))


@function("random")
def gamma(F, shape: float | Array, scale: float | Array = 1.0, size: int | Sequence[int] | None = None,
          dtype: DTypeLike | None = None, ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from the gamma distribution.

    Parameters
    ----------
    shape
        Shape of the distribution, positive; its mean is ``shape * scale``.
    scale
        Scale of the distribution, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    if out is not None:
        size = out.shape
    return draw(F, "_npi_gamma", {"shape": shape, "scale": scale}, size, out, dtype=dtype or "float32", ctx=ctx)


@function("random")
def beta(F, a: float | Array, b: float | Array, size: int | Sequence[int] | None = None,
         dtype: DTypeLike | None = None, ctx: Context | None = None) -> Array:
    """Draw from the beta distribution, numbers between 0 and 1.

    Parameters
    ----------
    a
        First shape of the distribution, positive; its mean is ``a / (a + b)``.
    b
        Second shape, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
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
    left = gamma(F, a, 1, size, "float64", ctx)
    right = gamma(F, b, 1, size, "float64", ctx)
    return (left / (left + right)).astype(dtype or "float32")


@function("random")
def chisquare(F, df: float | Array, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None,
              ctx: Context | None = None) -> Array:
    """Draw from the chi-square distribution.

    Parameters
    ----------
    df
        Degrees of freedom, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    dtype
        Element type, a floating point type; float32 by default.
    ctx
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
    return gamma(F, df / 2, 1 / 2, size, dtype, ctx)


@function("random")
def logistic(F, loc: float | Array = 0.0, scale: float | Array = 1.0, size: int | Sequence[int] | None = None,
             ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from the logistic distribution.

    Parameters
    ----------
    loc
        Mean.
    scale
        Scale, positive: the deviation is ``scale * pi / sqrt(3)``.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_logistic", {"loc": loc, "scale": scale}, size, out, ctx=ctx)


@function("random")
def gumbel(F, loc: float | Array = 0.0, scale: float | Array = 1.0, size: int | Sequence[int] | None = None,
           ctx: Context | None = None, out: Array | None = None) -> Array:
    """Draw from the Gumbel distribution.

    Parameters
    ----------
    loc
        Mode, the most probable value.
    scale
        Scale, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_gumbel", {"loc": loc, "scale": scale}, size, out, ctx=ctx)


@function("random")
def exponential(F, scale: float | Array = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None,
                out: Array | None = None) -> Array:
    """Draw from the exponential distribution.

    Parameters
    ----------
    scale
        Mean, positive; the inverse of the rate.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_exponential", {"scale": scale}, size, out, ctx=ctx)


@function("random")
def rayleigh(F, scale: float | Array = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None,
             out: Array | None = None) -> Array:
    """Draw from the Rayleigh distribution.

    Parameters
    ----------
    scale
        Mode, the most probable value, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_rayleigh", {"scale": scale}, size, out, ctx=ctx)


@function("random")
def weibull(F, a: float | Array, size: int | Sequence[int] | None = None, ctx: Context | None = None,
            out: Array | None = None) -> Array:
    """Draw from the Weibull distribution with a scale of one.

    Parameters
    ----------
    a
        Shape of the distribution, positive; 1 is the exponential distribution.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_weibull", {"a": a}, size, out, ctx=ctx)


@function("random")
def pareto(F, a: float | Array, size: int | Sequence[int] | None = None, ctx: Context | None = None,
           out: Array | None = None) -> Array:
    """Draw from the Pareto distribution that starts at zero (Lomax).

    Parameters
    ----------
    a
        Shape of the distribution, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Device to draw on if no param is an array; the current context by default.
    out
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
    return draw(F, "_npi_pareto", {"a": a}, size, out, ctx=ctx)


@function("random")
def power(F, a: float | Array, size: int | Sequence[int] | None = None, ctx: Context | None = None,
          out: Array | None = None) -> Array:
    """Draw from ``[0, 1]`` with the density ``a * x ** (a - 1)``.

    Parameters
    ----------
    a
        Exponent of the distribution function, positive.
    size
        Shape of the result; by default that of the params, broadcast.
    ctx
        Accepted and ignored: numbers are drawn on the current context.
    out
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
    return draw(F, "_npi_powerd", {"a": a}, size, out)
