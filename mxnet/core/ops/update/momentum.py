"""Steps along the gradient, with and without momentum: SGD, NAG, their signs, single and many at once.

`rate` and `decay` below are a learning rate and a weight decay: numbers, or 0-d arrays of the device.
"""
import inspect
from itertools import product

import torch

from ...errors import MXNetError
from ...op import Array, Floats
from .declaration import document_many, multi_update, scaled, update


def descend(out: Array, weight: Array, grad: Array, rate, decay) -> None:
    """Write ``(1 - rate * decay) * weight - rate * grad``; ``grad`` may be overwritten."""
    torch.mul(weight, 1 - rate * decay, out=out)
    out.sub_(grad.mul_(rate))


def descend_with_momentum(out: Array, weight: Array, grad: Array, mom: Array, rate, decay,
                          momentum: float) -> None:
    """Update the momentum, and the weight by it; in MXNet the learning rate is part of the momentum."""
    step = grad.add_(weight * decay).mul_(rate)
    mom.mul_(momentum).sub_(step)
    torch.add(weight, mom, out=out)


def descend_ahead(out: Array, weight: Array, grad: Array, mom: Array, rate: float, decay: float,
                  momentum: float) -> None:
    """Nesterov's step: as if the momentum had already moved the weight."""
    step = grad.add_(weight * decay).mul_(rate)
    mom.mul_(momentum).sub_(step)
    torch.add(weight, mom, alpha=momentum, out=out)
    out.sub_(step)


def widened(grad: Array, rescale_grad: float, clip: float) -> Array:
    """Return a low-precision gradient in float32, scaled and clipped."""
    return scaled(grad.float(), rescale_grad, clip)


@update("sgd_update", aliases=("_sparse_sgd_update",))
def sgd_update(out: Array, weight: Array, grad: Array, *, lr: float, wd: float = 0.0,
               rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True):
    """Update a weight by SGD: ``weight - lr * (rescale_grad * grad + wd * weight)``.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0, 2.0]), mx.nd.array([1.0, -1.0])
    >>> mx.nd.sgd_update(weight, grad, lr=0.5).asnumpy().tolist()
    [0.5, 2.5]
    """
    descend(out, weight, scaled(grad, rescale_grad, clip_gradient), lr, wd)


@update("sgd_mom_update", ("mom",), aliases=("_sparse_sgd_mom_update",))
def sgd_mom_update(out: Array, weight: Array, grad: Array, mom: Array, *, lr: float,
                   momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0,
                   clip_gradient: float = -1.0, lazy_update: bool = True):
    """Update a weight by SGD with momentum.

    ``mom = momentum * mom - lr * (rescale_grad * grad + wd * weight)``, then ``weight + mom``. The learning rate is
    part of the momentum.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([1.0]), mx.nd.array([0.5])
    >>> mx.nd.sgd_mom_update(weight, grad, mom, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.75]
    >>> mom.asnumpy().tolist()
    [-0.25]
    """
    descend_with_momentum(out, weight, scaled(grad, rescale_grad, clip_gradient), mom, lr, wd, momentum)


@update("mp_sgd_update", ("weight32",), mixed=True)
def mp_sgd_update(out: Array, weight: Array, grad: Array, weight32: Array, *, lr: float, wd: float = 0.0,
                  rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True):
    """Update a float16 weight by SGD, on its float32 copy.

    ``weight32 - lr * (rescale_grad * grad + wd * weight32)``, as `sgd_update`.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> copy = weight.astype("float32")
    >>> mx.nd.mp_sgd_update(weight, grad, copy, lr=0.5).dtype.__name__, copy.asnumpy().tolist()
    ('float16', [0.5])
    """
    descend(weight32, weight32, widened(grad, rescale_grad, clip_gradient), lr, wd)
    out.copy_(weight32)


@update("mp_sgd_mom_update", ("mom", "weight32"), mixed=True)
def mp_sgd_mom_update(out: Array, weight: Array, grad: Array, mom: Array, weight32: Array, *, lr: float,
                      momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0,
                      clip_gradient: float = -1.0, lazy_update: bool = True):
    """Update a float16 weight by SGD with momentum, on its float32 copy; as `sgd_mom_update`.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> mom, copy = mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_sgd_mom_update(weight, grad, mom, copy, lr=0.5, momentum=0.9).asnumpy().tolist()
    [0.5]
    """
    grad = widened(grad, rescale_grad, clip_gradient)
    descend_with_momentum(weight32, weight32, grad, mom, lr, wd, momentum)
    out.copy_(weight32)


@update("nag_mom_update", ("mom",))
def nag_mom_update(out: Array, weight: Array, grad: Array, mom: Array, *, lr: float,
                   momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0,
                   clip_gradient: float = -1.0):
    """Update a weight by SGD with Nesterov's momentum.

    With ``step = lr * (rescale_grad * grad + wd * weight)``: ``mom = momentum * mom - step``, then
    ``weight + momentum * mom - step``.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([1.0]), mx.nd.zeros((1,))
    >>> mx.nd.nag_mom_update(weight, grad, mom, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.25]
    """
    descend_ahead(out, weight, scaled(grad, rescale_grad, clip_gradient), mom, lr, wd, momentum)


@update("mp_nag_mom_update", ("mom", "weight32"), mixed=True)
def mp_nag_mom_update(out: Array, weight: Array, grad: Array, mom: Array, weight32: Array, *, lr: float,
                      momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0,
                      clip_gradient: float = -1.0):
    """Update a float16 weight by SGD with Nesterov's momentum, on its float32 copy.

    As `nag_mom_update`, except that the momentum decays by the new weight, as in MXNet.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([1.0], dtype="float16")
    >>> mom, copy = mx.nd.zeros((1,)), weight.astype("float32")
    >>> mx.nd.mp_nag_mom_update(weight, grad, mom, copy, lr=0.5, momentum=0.5).asnumpy().tolist()
    [0.25]
    """
    grad = widened(grad, rescale_grad, clip_gradient)
    mom.mul_(momentum)
    step = (grad + weight32 * wd).mul_(lr)
    weight32.add_(mom, alpha=momentum).sub_(step, alpha=momentum + 1)
    # The weight that decays the momentum is the new one here: a quirk of the reference.
    mom.sub_(grad.add_(weight32, alpha=wd).mul_(lr))
    out.copy_(weight32)


@update("signsgd_update")
def signsgd_update(out: Array, weight: Array, grad: Array, *, lr: float, wd: float = 0.0,
                   rescale_grad: float = 1.0, clip_gradient: float = -1.0):
    """Update a weight by signSGD, against the sign of the gradient: ``(1 - lr * wd) * weight - lr * sign(grad)``.

    Parameters
    ----------
    rescale_grad
        Accepted and ignored: a sign has no size.
    clip_gradient
        Accepted and ignored: a sign has no size.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0, 2.0]), mx.nd.array([0.1, -7.0])
    >>> mx.nd.signsgd_update(weight, grad, lr=0.5).asnumpy().tolist()
    [0.5, 2.5]
    """
    descend(out, weight, torch.sign(grad), lr, wd)


@update("signum_update", ("mom",))
def signum_update(out: Array, weight: Array, grad: Array, mom: Array, *, lr: float, momentum: float = 0.0,
                  wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
                  wd_lh: float = 0.0):
    """Update a weight by Signum, along the sign of the momentum.

    ``mom = momentum * mom - (1 - momentum) * (rescale_grad * grad + wd * weight)``, then
    ``(1 - lr * wd_lh) * weight + lr * sign(mom)``.

    Parameters
    ----------
    wd_lh
        Weight decay that is applied to the weight itself, not by the gradient.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1.0]), mx.nd.array([0.1]), mx.nd.zeros((1,))
    >>> mx.nd.signum_update(weight, grad, mom, lr=0.5, momentum=0.9).asnumpy().tolist()
    [0.5]
    """
    step = scaled(grad, rescale_grad, clip_gradient).add_(weight * wd)
    mom.mul_(momentum).sub_(step, alpha=1 - momentum)
    torch.mul(weight, 1 - lr * wd_lh, out=out)
    out.add_(torch.sign(mom), alpha=lr)


# ---- many at once -------------------------------------------------------------------------------

def step_many(outs, groups, rates, decays, momentum: float, rescale_grad: float, clip: float,
              has_momentum: bool, mixed: bool) -> None:
    """Step groups of (weight, gradient[, momentum][, master weight])."""
    if not len(rates) == len(decays) == len(outs):
        raise MXNetError(f"{len(outs)} weights take as many rates and decays, got {len(rates)} and {len(decays)}")
    for out, group, rate, decay in zip(outs, groups, rates, decays):
        grad = widened(group[1], rescale_grad, clip) if mixed else scaled(group[1], rescale_grad, clip)
        weight, target = (group[-1], group[-1]) if mixed else (group[0], out)
        if has_momentum:
            descend_with_momentum(target, weight, grad, group[2], rate, decay, momentum)
        else:
            descend(target, weight, grad, rate, decay)
        if mixed:
            out.copy_(weight)


_PRELOADED = ("Then an array of learning rates and one of weight decays.",
              ", mx.nd.array([0.5, 0.25]), mx.nd.zeros((2,))")


def _declare_many(has_momentum: bool, mixed: bool, preloaded: bool) -> None:
    """Declare a step over many weights; a preloaded one takes rates and decays in two arrays after its inputs."""
    stride = 2 + has_momentum + mixed

    def kernel(outs: list, *data: Array, lrs: Floats = (), wds: Floats = (), momentum: float = 0.0,
               rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1):
        if preloaded:
            *data, lrs, wds = data
        groups = [data[i:i + stride] for i in range(0, len(data), stride)]
        step_many(outs, groups, lrs, wds, momentum, rescale_grad, clip_gradient, has_momentum, mixed)

    signature = inspect.signature(kernel)
    left_out = {"momentum"} if not has_momentum else set()
    left_out |= {"lrs", "wds"} if preloaded else set()
    kernel.__signature__ = signature.replace(parameters=[
        item.replace(default=item.empty) if item.name in ("lrs", "wds") else item
        for item in signature.parameters.values() if item.name not in left_out])
    name = "mp_" * mixed + "sgd_" + "mom_" * has_momentum + "update"
    name = f"{'preloaded_' if preloaded else ''}multi_{name}"
    kernel.__doc__ = document_many(
        name, "SGD with momentum" if has_momentum else "SGD", ("momentum",) * has_momentum, mixed,
        "num_weights=2" if preloaded else "lrs=(0.5, 0.25), wds=(0, 0), num_weights=2", "[[0.5], [0.75]]",
        _PRELOADED if preloaded else ("", ""))
    multi_update(name, stride, extra=2 * preloaded)(kernel)


for _preloaded, _mixed, _has_momentum in product((False, True), repeat=3):
    _declare_many(_has_momentum, _mixed, _preloaded)
