"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .array import NDArray

def exponential_like(data: NDArray, lam: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw from an exponential distribution in the shape of another array."""

def gamma_like(data: NDArray, alpha: float = 1.0, beta: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw from a gamma distribution in the shape of another array."""

def generalized_negative_binomial_like(data: NDArray, mu: float = 1.0, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw by mean and dispersion in the shape of another array."""

def negative_binomial_like(data: NDArray, k: int = 1, p: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw from a negative binomial distribution in the shape of another array."""

def normal_like(data: NDArray, loc: float = 0.0, scale: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw from a normal distribution in the shape of another array."""

def poisson_like(data: NDArray, lam: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw counts from a Poisson distribution in the shape of another array."""

def uniform_like(data: NDArray, low: float = 0.0, high: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Draw evenly from [low, high) in the shape of another array."""
