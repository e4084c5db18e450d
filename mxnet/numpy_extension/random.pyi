"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from mxnet.ndarray.numpy.array import ndarray

def bernoulli(prob: float | ndarray | None = None, logit: float | ndarray | None = None, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None, out: ndarray | None = None) -> ndarray:
    """Draw zeros and ones, given the probability of a one or the logarithm of its odds."""

def normal_n(loc: float | ndarray = 0.0, scale: float | ndarray = 1.0, batch_shape: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from normal distributions, a batch of numbers for every element of the params."""

def seed(seed: int, ctx: Context | str = 'all') -> None:
    """Seed the generators of random numbers, so that a program draws the same ones again."""

def uniform_n(low: float | ndarray = 0.0, high: float | ndarray = 1.0, batch_shape: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Draw from uniform distributions, a batch of numbers for every element of the params."""
