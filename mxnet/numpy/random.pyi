"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.ndarray.numpy.array import ndarray

def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from a beta distribution."""

def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from a chi-square distribution."""

def choice(a: Any, size: Any = None, replace: Any = True, p: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a range or an array, evenly or by weights."""

def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from an exponential distribution."""

def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a gamma distribution."""

def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a Gumbel distribution."""

def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a logistic distribution."""

def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw numbers whose logarithm is normal."""

def multinomial(n: Any, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """Count how often each of several outcomes comes in ``n`` draws."""

def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Draw from normal distributions of several dimensions."""

def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a normal distribution."""

def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a Pareto distribution that starts at zero."""

def power(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from [0, 1] with a density that is a power."""

def rand(*size: Any, **kwargs: Any) -> Any:
    """Draw evenly from [0, 1) in a shape."""

def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw whole numbers evenly from [low, high), or from [0, low)."""

def randn(*size: Any, **kwargs: Any) -> Any:
    """Draw from the standard normal distribution in a shape."""

def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a Rayleigh distribution."""

def shuffle(x: Any) -> Any:
    """Put the slices of the first axis into random order, in place."""

def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw evenly from [low, high)."""

def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw from a Weibull distribution."""
