"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.ndarray.numpy.array import ndarray

def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw ones by a probability, or by the logarithm of its odds."""

def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from normal distributions, a batch of samples for every element of the params."""

def seed(seed: Any, ctx: Any = 'all') -> Any:
    """Seed the generators of all contexts, or of one."""

def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw evenly, a batch of samples for every element of the params."""
