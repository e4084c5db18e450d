"""`mx.nd.random`: distributions over numbers, or over arrays of params, one sample set an element.

The operators that draw like another array (`uniform_like` ...) are filled in from the registry.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import _Null
from ..core.borrowed import borrowed as _borrowed
from ..core.device import Context, current_context, home_context  # noqa: F401  -- programs find the second one here
from ..core.errors import BadType
from ..core.op import find
from .array import NDArray
from .invoke import invoke

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike

__all__ = ["exponential", "gamma", "generalized_negative_binomial", "multinomial",
           "negative_binomial", "normal", "poisson", "randint", "randn", "shuffle", "uniform"]


def _draw(name: str, params: dict, shape, dtype, ctx: Context | None, out, extra: dict):
    """Call ``_random_<name>`` on numbers or ``_sample_<name>`` on arrays; a mix is refused."""
    first = next(iter(params.values()))
    kind = NDArray if isinstance(first, NDArray) else (int, float, np.generic)
    if not isinstance(first, kind):
        raise ValueError("Distribution parameters must be either NDArray or numbers, but got "
                         f"{type(first)}.")
    for other in params.values():
        if not isinstance(other, kind):
            raise BadType("Distribution parameters must all have the same type, but got both "
                            f"{type(first)} and {type(other)}.")
    extra.pop("name", None)
    if shape is not _Null:
        extra["shape"] = shape
    if dtype is not _Null:
        extra["dtype"] = dtype
    if kind is NDArray:
        return invoke(find(f"_sample_{name}").bind(extra), tuple(params.values()), out)
    if shape is _Null and out is None:
        extra["shape"] = 1
    if ctx is None:
        ctx = out._ctx if isinstance(out, NDArray) else None
    return invoke(find(f"_random_{name}").bind({**params, **extra}), (), out, home_context(ctx))


def uniform(low: NDArray | float = 0, high: NDArray | float = 1, shape: int | Sequence[int] = _Null,
            dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw evenly from [low, high).

    Parameters
    ----------
    low, high : two numbers, or two arrays; then ``shape`` is drawn for each of their elements.
    shape : default one number, or one for each element.

    Examples
    --------
    >>> mx.nd.random.uniform(0, 1, shape=(2, 3)).shape
    (2, 3)
    >>> mx.nd.random.uniform(mx.nd.zeros((4,)), mx.nd.ones((4,)), shape=(2, 3)).shape
    (4, 2, 3)
    """
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def normal(loc: NDArray | float = 0, scale: NDArray | float = 1, shape: int | Sequence[int] = _Null,
           dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from normal distributions of mean ``loc`` and standard deviation ``scale``."""
    names = ("mu", "sigma") if isinstance(loc, NDArray) else ("loc", "scale")
    return _draw("normal", dict(zip(names, (loc, scale), strict=True)), shape, dtype, ctx, out,
                 kwargs)


def randn(*shape: int, loc: NDArray | float = 0, scale: NDArray | float = 1, dtype: DTypeLike = _Null,
          ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from a normal distribution; the sizes are the positional arguments."""
    return normal(loc, scale, shape or _Null, dtype, ctx, out, **kwargs)


def poisson(lam: NDArray | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw counts from Poisson distributions of rate ``lam``, as floats."""
    return _draw("poisson", {"lam": lam}, shape, dtype, ctx, out, kwargs)


def exponential(scale: NDArray | float = 1, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from exponential distributions of mean ``scale``."""
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def gamma(alpha: NDArray | float = 1, beta: NDArray | float = 1, shape: int | Sequence[int] = _Null,
          dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from gamma distributions of shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs)


def negative_binomial(k: NDArray | float = 1, p: NDArray | float = 1, shape: int | Sequence[int] = _Null,
                      dtype: DTypeLike = _Null, ctx: Context | None = None, out: NDArray | None = None,
                      **kwargs: Any) -> NDArray:
    """Draw how many successes come before ``k`` failures, each of probability ``p``."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(mu: NDArray | float = 1, alpha: NDArray | float = 1,
                                  shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
                                  ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw from negative binomial distributions given by mean ``mu`` and dispersion ``alpha``."""
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, ctx,
                 out, kwargs)


def randint(low: NDArray | float, high: NDArray | float, shape: int | Sequence[int] = _Null, dtype: DTypeLike = _Null,
            ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray:
    """Draw whole numbers evenly from [low, high), int32 unless ``dtype`` says int64."""
    if isinstance(low, NDArray):
        raise ValueError("randint: low and high must be numbers, but got NDArray")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def multinomial(data: NDArray, shape: int | Sequence[int] = _Null, get_prob: bool = False, out: NDArray | None = None,
                dtype: DTypeLike = "int32", **kwargs: Any) -> NDArray | Any:
    """Draw classes by the probabilities in the last axis of ``data``.

    With ``get_prob`` the log-probability of each draw comes too; its gradient reaches ``data``,
    as REINFORCE needs it.
    """
    kwargs.pop("name", None)
    given = {"get_prob": get_prob, "dtype": dtype, **kwargs}
    if shape is not _Null:
        given["shape"] = shape
    return invoke(find("_sample_multinomial").bind(given), (data,), out)


def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """Give the slices of the first axis in random order."""
    return invoke(find("_shuffle").bind({}), (data,), kwargs.get("out"))


_borrowed(__name__)
