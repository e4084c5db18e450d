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
    """Sample classes with replacement from a log-uniform distribution, small numbers more often.

    Parameters
    ----------
    true_classes : NDArray
        Classes whose expected counts are also returned.
    num_sampled : int
        How many classes are drawn.
    range_max : int
        Number of classes.
    ctx : Context, optional
        Context to draw on; the current one by default.

    Returns
    -------
    tuple[NDArray, NDArray, NDArray]
        The sampled classes, as int64, and how often the true and the sampled ones are expected, as float64.

    Examples
    --------
    >>> samples, true, expected = mx.nd.contrib.rand_zipfian(mx.nd.array([0, 3]), 5, 10)
    >>> samples.shape, true.asnumpy().round(3).tolist()
    ((5,), [1.445, 0.465])
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
    """Test elementwise for infinity.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isinf(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [0.0, 0.0, 1.0]
    """
    return data.abs() == math.inf


def isnan(data: NDArray) -> NDArray:
    """Test elementwise for NaN.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isnan(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [0.0, 1.0, 0.0]
    """
    return data != data


def isfinite(data: NDArray) -> NDArray:
    """Test elementwise for finiteness.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    NDArray
        1 where they are, else 0.

    Examples
    --------
    >>> mx.nd.contrib.isfinite(mx.nd.array([1, float("nan"), float("inf")])).asnumpy().tolist()
    [1.0, 0.0, 0.0]
    """
    return (data == data) * (data.abs() != math.inf)


# ---- optimizer steps whose operators take their lists of arrays mixed together -------------------

def _get_rescale_grad(rescale_grad, ctx=cpu()) -> NDArray:
    """Return a factor as an array; programs with custom optimizers import it."""
    if isinstance(rescale_grad, NDArray):
        return rescale_grad.as_in_context(ctx)
    return full((1,), rescale_grad, ctx=ctx)


def _scale(rescale_grad, like: NDArray) -> NDArray:
    return _get_rescale_grad(rescale_grad, like.context)


def _flatten_list(nested_list) -> list:
    """Concatenate lists."""
    return [item for inner in nested_list for item in inner]


def _regroup(args: list, fmt) -> tuple:
    """Invert `_flatten`: return (arrays in the given nesting, remaining arrays)."""
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
    """Take a step of Adam with decoupled weight decay.

    Parameters
    ----------
    weight : NDArray
        The weight.
    grad : NDArray
        Its gradient.
    mean : NDArray
        Moving average of gradients.
    var : NDArray
        Moving average of squared gradients.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : NDArray, optional
        Where the new weight is written.
    name : str, optional
        Accepted and ignored.
    **kwargs
        Further params of the operator.

    Returns
    -------
    NDArray
        The new weight.
    """
    return _update("_adamw_update", [weight, grad, mean, var, _scale(rescale_grad, weight)], out,
                   dict(lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd,
                        clip_gradient=clip_gradient, **kwargs))


def mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray,
                    rescale_grad: NDArray | float, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999,
                    epsilon: float = 1e-8, wd: float = 0, clip_gradient: float = -1, out: NDArray | None = None,
                    name: str | None = None, **kwargs: Any) -> NDArray:
    """Take a step of Adam with decoupled weight decay on the float32 copy of a float16 weight.

    Parameters
    ----------
    weight : NDArray
        The weight.
    grad : NDArray
        Its gradient.
    mean : NDArray
        Moving average of gradients.
    var : NDArray
        Moving average of squared gradients.
    weight32 : NDArray
        The copy.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lr : float
        Learning rate.
    eta : float
        Factor on the whole step.
    beta1 : float, default=0.9
        Fraction of the old value in ``mean``.
    beta2 : float, default=0.999
        Fraction of the old value in ``var``.
    epsilon : float, default=1e-08
        Added to the root of ``var``.
    wd : float, default=0
        Weight decay.
    clip_gradient : float, default=-1
        Largest magnitude of a gradient element; unlimited if not positive.
    out : NDArray, optional
        Where the new weight is written.
    name : str, optional
        Accepted and ignored.
    **kwargs
        Further params of the operator.

    Returns
    -------
    NDArray
        The new weight.
    """
    arrays = [weight, grad, mean, var, weight32, _scale(rescale_grad, weight)]
    return _update("_mp_adamw_update", arrays, out,
                   dict(lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd,
                        clip_gradient=clip_gradient, **kwargs))


def multi_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                       var: Sequence[NDArray], rescale_grad: NDArray | float, lrs: Sequence[float],
                       wds: Sequence[float], etas: Sequence[float], out: Sequence[NDArray] | None = None,
                       name: str | None = None, size: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of Adam with decoupled weight decay for several weights at once.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    etas : Sequence[float]
        Factors on the whole steps.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    name : str, optional
        Accepted and ignored.
    size : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """
    arrays = [*_mixed(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    return _update("_multi_adamw_update", arrays, out,
                   dict(num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs))


def multi_mp_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                          var: Sequence[NDArray], weights32: Sequence[NDArray], rescale_grad: NDArray | float,
                          lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float],
                          out: Sequence[NDArray] | None = None, name: str | None = None, size: int = 0,
                          **kwargs: Any) -> list[NDArray]:
    """Take a step of Adam with decoupled weight decay for several weights at once, on their float32 copies.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    weights32 : Sequence[NDArray]
        The copies.
    rescale_grad : NDArray | float
        Factor of the gradient; if it is not finite, nothing changes.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    etas : Sequence[float]
        Factors on the whole steps.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    name : str, optional
        Accepted and ignored.
    size : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """
    arrays = [*_mixed(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    return _update("_multi_mp_adamw_update", arrays, out,
                   dict(num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs))


def multi_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                      var: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float],
                      out: Sequence[NDArray] | None = None, num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of LAMB for several weights at once.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    step_count : Sequence[int]
        How many steps each weight has taken, this one included.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    num_tensors : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """
    return _update("_multi_lamb_update", _mixed(weights, grads, mean, var), out,
                   dict(num_tensors=num_tensors or len(weights), step_count=step_count,
                        learning_rates=lrs, wds=wds, **kwargs))


def multi_mp_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray],
                         var: Sequence[NDArray], weights32: Sequence[NDArray], step_count: Sequence[int],
                         lrs: Sequence[float], wds: Sequence[float], out: Sequence[NDArray] | None = None,
                         num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """Take a step of LAMB for several weights at once, on their float32 copies.

    Parameters
    ----------
    weights : Sequence[NDArray]
        The weights.
    grads : Sequence[NDArray]
        Their gradients.
    mean : Sequence[NDArray]
        Moving averages of gradients.
    var : Sequence[NDArray]
        Moving averages of squared gradients.
    weights32 : Sequence[NDArray]
        The copies.
    step_count : Sequence[int]
        How many steps each weight has taken, this one included.
    lrs : Sequence[float]
        Learning rates.
    wds : Sequence[float]
        Weight decays.
    out : Sequence[NDArray], optional
        Where the new weights are written.
    num_tensors : int, default=0
        Number of weights; counted by default.
    **kwargs
        Further params of the operator.

    Returns
    -------
    list[NDArray]
        The new weights.
    """
    return _update("_multi_mp_lamb_update", _mixed(weights, grads, mean, var, weights32), out,
                   dict(num_tensors=num_tensors or len(weights), step_count=step_count,
                        learning_rates=lrs, wds=wds, **kwargs))


_borrowed(__name__)
