"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from exponential distributions of mean ``scale``."""

def exponential_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from an exponential distribution of mean ``1 / lam``, in the shape of another array."""

def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from gamma distributions of shape ``alpha`` and scale ``beta``."""

def gamma_like(data: NDArray, alpha: float = 1.0, beta: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a gamma distribution of mean ``alpha * beta``, in the shape of another array."""

def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from negative binomial distributions given by mean ``mu`` and dispersion ``alpha``."""

def generalized_negative_binomial_like(data: NDArray, mu: float = 1.0, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a negative binomial distribution given by its mean and dispersion, as floats, in the shape of another array."""

def multinomial(data: Any, shape: Any = ..., get_prob: bool = False, out: Any = None, dtype: Any = 'int32', **kwargs: Any) -> Any:
    """Draw classes by the probabilities in the last axis of ``data``."""

def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw how many successes come before ``k`` failures, each of probability ``p``."""

def negative_binomial_like(data: NDArray, k: int = 1, p: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw how many successes come before ``k`` failures, as floats, in the shape of another array."""

def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from normal distributions of mean ``loc`` and standard deviation ``scale``."""

def normal_like(data: NDArray, loc: float = 0.0, scale: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw from a normal distribution, in the shape of another array."""

def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw counts from Poisson distributions of rate ``lam``, as floats."""

def poisson_like(data: NDArray, lam: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw counts from a Poisson distribution, as floats, in the shape of another array."""

def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw whole numbers evenly from [low, high), int32 unless ``dtype`` says int64."""

def randn(*shape: Any, loc: Any = 0, scale: Any = 1, dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw from a normal distribution; the sizes are the positional arguments."""

def shuffle(data: Any, **kwargs: Any) -> Any:
    """Give the slices of the first axis in random order."""

def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Draw evenly from [low, high)."""

def uniform_like(data: NDArray, low: float = 0.0, high: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Draw evenly from ``[low, high)``, in the shape of another array."""
