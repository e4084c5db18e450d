"""Random symbols: numbers give one distribution, symbols one distribution an element.

The ``*_like`` functions are filled in from the registry when `mxnet.symbol` is imported.
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
    """Draw from [low, high)."""
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc: Symbol | float = 0, scale: Symbol | float = 1, shape: int | Sequence[int] = _Null,
           dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
    """Draw from a normal distribution with mean ``loc`` and deviation ``scale``."""
    return _draw("normal", {"loc": loc, "scale": scale}, shape, dtype, kwargs)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of the given shape from a normal distribution."""
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    return normal(loc, scale, shape=shape, dtype=kwargs.pop("dtype", _Null), **kwargs)


def poisson(lam: Symbol | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            **kwargs: Any) -> Symbol:
    """Draw from a Poisson distribution with rate ``lam``."""
    return _draw("poisson", {"lam": lam}, shape, dtype, kwargs)


def exponential(scale: Symbol | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                **kwargs: Any) -> Symbol:
    """Draw from an exponential distribution with mean ``scale``."""
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, kwargs)


def gamma(alpha: Symbol | float = 1, beta: Symbol | float = 1, shape: int | Sequence[int] = _Null,
          dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
    """Draw from a gamma distribution with shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k: Symbol | float = 1, p: Symbol | float = 1, shape: int | Sequence[int] = _Null,
                      dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
    """Draw the number of failures before ``k`` successes of probability ``p``."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(mu: Symbol | float = 1, alpha: Symbol | float = 1, shape: int | Sequence[int] = _Null,
                                  dtype: DTypeLike = _Null, **kwargs: Any) -> Symbol:
    """Draw from a negative binomial of mean ``mu`` and dispersion ``alpha``."""
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


def multinomial(data: Symbol, shape: int | Sequence[int] = _Null, get_prob: bool = True, dtype: DTypeLike = "int32",
                **kwargs: Any) -> Symbol:
    """Draw class numbers from rows of probabilities; with ``get_prob`` also their logarithms."""
    return _internal._sample_multinomial(data, shape, get_prob, dtype=dtype, **kwargs)


def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Permute along the first axis."""
    return _internal._shuffle(data, **kwargs)


def randint(low: Symbol | float, high: Symbol | float, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            **kwargs: Any) -> Symbol:
    """Draw whole numbers from [low, high)."""
    return _internal._random_randint(low, high, shape=shape, dtype=dtype, **kwargs)
