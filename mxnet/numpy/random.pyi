"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from mxnet.ndarray.numpy.array import ndarray

def beta(a: float | ndarray, b: float | ndarray, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from the beta distribution, numbers between 0 and 1."""

def chisquare(df: float | ndarray, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from the chi-square distribution."""

def choice(a: int | ndarray, size: int | Sequence[int] | None = None, replace: bool = True, p: ndarray | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from ``range(a)``, or from the elements of an array."""

def exponential(scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the exponential distribution."""

def gamma(shape: float | ndarray, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the gamma distribution."""

def gumbel(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Gumbel distribution."""

def logistic(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the logistic distribution."""

def lognormal(mean: float | ndarray = 0.0, sigma: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw numbers whose logarithm is normally distributed."""

def multinomial(n: int, pvals: ndarray | Sequence[float], size: int | Sequence[int] | None = None, **kwargs: Any) -> ndarray:
    """Draw from the multinomial distribution: how often each outcome comes up in ``n`` trials."""

def multivariate_normal(mean: ndarray, cov: ndarray, size: int | Sequence[int] | None = None, check_valid: None = None, tol: None = None) -> ndarray:
    """Draw vectors from normal distributions with given means and covariances."""

def normal(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the normal (Gaussian) distribution."""

def pareto(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Pareto distribution that starts at zero (Lomax)."""

def power(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from ``[0, 1]`` with the density ``a * x ** (a - 1)``."""

def rand(*size: int, **kwargs: Any) -> ndarray:
    """Draw from the uniform distribution over ``[0, 1)``, in a shape given by the arguments."""

def randint(low: int, high: int | None = None, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw whole numbers, all equally probable, from ``[low, high)``."""

def randn(*size: int, **kwargs: Any) -> ndarray:
    """Draw from the standard normal distribution, in a shape given by the arguments."""

def rayleigh(scale: float | ndarray = 1.0, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Rayleigh distribution."""

def shuffle(x: ndarray) -> None:
    """Put the slices of the first axis into random order, in place."""

def uniform(low: float | ndarray = 0.0, high: float | ndarray = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the uniform distribution over ``[low, high)``."""

def weibull(a: float | ndarray, size: int | Sequence[int] | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw from the Weibull distribution with a scale of one."""
