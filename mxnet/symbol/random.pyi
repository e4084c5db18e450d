"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from an exponential distribution with mean ``scale``."""

def exponential_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from an exponential distribution of mean ``1 / lam``, in the shape of another array."""

def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a gamma distribution with shape ``alpha`` and scale ``beta``."""

def gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a gamma distribution of mean ``alpha * beta``, in the shape of another array."""

def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a negative binomial of mean ``mu`` and dispersion ``alpha``."""

def generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw counts from a negative binomial distribution given by its mean and dispersion, as floats, in the shape of another array."""

def multinomial(data: Symbol, shape: Any = ..., get_prob: bool = True, dtype: Any = 'int32', **kwargs: Any) -> Symbol:
    """Draw class numbers from rows of probabilities; with ``get_prob`` also their logarithms."""

def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw the number of failures before ``k`` successes of probability ``p``."""

def negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw how many successes come before ``k`` failures, as floats, in the shape of another array."""

def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a normal distribution with mean ``loc`` and deviation ``scale``."""

def normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw from a normal distribution, in the shape of another array."""

def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a Poisson distribution with rate ``lam``."""

def poisson_like(data: Symbol | None = None, lam: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw counts from a Poisson distribution, as floats, in the shape of another array."""

def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw whole numbers from [low, high)."""

def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of the given shape from a normal distribution."""

def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Permute along the first axis."""

def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from [low, high)."""

def uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Draw evenly from ``[low, high)``, in the shape of another array."""
