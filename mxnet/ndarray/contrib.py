"""`mx.nd.contrib`: control flow, tests of numbers, multi-array updates, and operators filled in from
the registry when `mxnet.ndarray` is imported."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ..core.borrowed import borrowed as _borrowed
from ..core.device import cpu, current_context, home_context  # noqa: F401  -- programs find the second one here
from ..core.op import find
from . import random
from .array import NDArray
from .control import _flatten, cond, foreach, while_loop  # noqa: F401
from .creation import full
from .invoke import invoke

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..context import Context

__all__ = ["cond", "foreach", "isfinite", "isinf", "isnan", "rand_zipfian", "while_loop"]


def rand_zipfian(true_classes: NDArray, num_sampled: int, range_max: int,
                 ctx: Context | None = None) -> tuple[NDArray, NDArray, NDArray]:
    """Sample classes below ``range_max``, small ones likelier (log-uniform), with replacement.

    Gives the samples (int64) and how often the true and the sampled classes are expected (float64).
    """
    ctx = home_context(ctx)
    log_range = math.log(range_max + 1)

    def expected_count(classes: NDArray) -> NDArray:
        classes = classes.astype("float64")
        return ((classes + 2.0) / (classes + 1.0)).log() / log_range * num_sampled
    drawn = random.uniform(0, log_range, shape=(num_sampled,), dtype="float64", ctx=ctx)
    samples = (drawn.exp() - 1).astype("int64") % range_max
    return samples, expected_count(true_classes.as_in_context(ctx)), expected_count(samples)


def isinf(data: NDArray) -> NDArray:
    """Give 1 where elements are infinite, else 0."""
    return data.abs() == math.inf


def isnan(data: NDArray) -> NDArray:
    """Give 1 where elements are not a number, else 0."""
    return data != data


def isfinite(data: NDArray) -> NDArray:
    """Give 1 where elements are numbers and not infinite, else 0."""
    return (data == data) * (data.abs() != math.inf)


# ---- optimizer steps whose operators take their lists of arrays mixed together -------------------

def _get_rescale_grad(rescale_grad, ctx=cpu()) -> NDArray:
    """Give a factor as an array; programs with optimizers of their own import it."""
    if isinstance(rescale_grad, NDArray):
        return rescale_grad.as_in_context(ctx)
    return full((1,), rescale_grad, ctx=ctx)


def _scale(rescale_grad, like: NDArray) -> NDArray:
    return _get_rescale_grad(rescale_grad, like.context)


def _flatten_list(nested_list) -> list:
    """Join lists."""
    return [item for inner in nested_list for item in inner]


def _regroup(args: list, fmt) -> tuple:
    """Undo `_flatten`: give (arrays in the form given, arrays left over)."""
    if isinstance(fmt, int):
        return (args[0], args[1:]) if fmt == 0 else (args[:fmt], args[fmt:])
    found = []
    for inner in fmt:
        part, args = _regroup(args, inner)
        found.append(part)
    return found, args


def _update(name: str, arrays: list, out, params: dict):
    params.pop("name", None)
    return invoke(find(name).bind(params), arrays, out)


def _mixed(*lists) -> list:
    return [array for group in zip(*lists, strict=True) for array in group]


def adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray | float, lr: float,
                 eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0,
                 clip_gradient: float = -1, out: NDArray | None = None, name: str | None = None,
                 **kwargs: Any) -> NDArray:
    """Step Adam with decoupled weight decay; ``rescale_grad`` may be a number or an array."""
    return _update("_adamw_update", [weight, grad, mean, var, _scale(rescale_grad, weight)], out,
                   dict(lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd,
                        clip_gradient=clip_gradient, **kwargs))


def mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray,
                    rescale_grad: NDArray | float, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999,
                    epsilon: float = 1e-8, wd: float = 0, clip_gradient: float = -1, out: NDArray | None = None,
                    name: str | None = None, **kwargs: Any) -> NDArray:
    """Like `adamw_update`, with a float32 copy of a float16 weight."""
    arrays = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return _update("_mp_adamw_update", arrays, out,
                   dict(lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd,
                        clip_gradient=clip_gradient, **kwargs))


def multi_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                       var: Sequence[NDArray], rescale_grad: NDArray | float, lrs: Sequence[float],
                       wds: Sequence[float], etas: Sequence[float], out: Sequence[NDArray] | None = None,
                       name: str | None = None, size: int = 0, **kwargs: Any) -> list[NDArray]:
    """Step Adam with decoupled weight decay for several weights at once."""
    arrays = [*_mixed(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    return _update("_multi_adamw_update", arrays, out,
                   dict(num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs))


def multi_mp_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                          var: Sequence[NDArray], weights32: Sequence[NDArray], rescale_grad: NDArray | float,
                          lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float],
                          out: Sequence[NDArray] | None = None, name: str | None = None, size: int = 0,
                          **kwargs: Any) -> list[NDArray]:
    """Like `multi_adamw_update`, with float32 copies of float16 weights."""
    arrays = [*_mixed(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    return _update("_multi_mp_adamw_update", arrays, out,
                   dict(num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs))


def multi_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                      var: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float],
                      out: Sequence[NDArray] | None = None, num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Step LAMB for several weights at once."""
    return _update("_multi_lamb_update", _mixed(weights, grads, mean, var), out,
                   dict(num_tensors=num_tensors or len(weights), step_count=step_count,
                        learning_rates=lrs, wds=wds, **kwargs))


def multi_mp_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                         var: Sequence[NDArray], weights32: Sequence[NDArray], step_count: Sequence[int],
                         lrs: Sequence[float], wds: Sequence[float], out: Sequence[NDArray] | None = None,
                         num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Like `multi_lamb_update`, with float32 copies of float16 weights."""
    return _update("_multi_mp_lamb_update", _mixed(weights, grads, mean, var, weights32), out,
                   dict(num_tensors=num_tensors or len(weights), step_count=step_count,
                        learning_rates=lrs, wds=wds, **kwargs))


_borrowed(__name__)
