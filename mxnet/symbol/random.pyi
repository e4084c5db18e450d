"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import DTypeLike

from .symbol import Symbol

def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from an exponential distribution with mean ``scale``."""

def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a gamma distribution with shape ``alpha`` and scale ``beta``."""

def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a negative binomial of mean ``mu`` and dispersion ``alpha``."""

def multinomial(data: Symbol, shape: Any = ..., get_prob: bool = True, dtype: Any = 'int32', **kwargs: Any) -> Symbol:
    """Draw class numbers from rows of probabilities; with ``get_prob`` also their logarithms."""

def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw the number of failures before ``k`` successes of probability ``p``."""

def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a normal distribution with mean ``loc`` and deviation ``scale``."""

def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from a Poisson distribution with rate ``lam``."""

def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw whole numbers from [low, high)."""

def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of the given shape from a normal distribution."""

def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Permute along the first axis."""

def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Symbol:
    """Draw from [low, high)."""
