"""Steps with per-element step sizes: Adam and its variants, RMSProp, FTRL, FTML, AdaGrad."""
import math

import torch

from ...errors import MXNetError
from ...op import Array, Double, Floats, Fraction
from ...ownership import written
from ...torch_private import fused_adam_
from ..constant import number
from .declaration import document_many, multi_update, scaled, update


def track_moments(mean: Array, var: Array, grad: Array, beta1: float, beta2: float) -> None:
    """Update the running means of gradients and of their squares."""
    mean.mul_(number(beta1, mean)).add_(grad, alpha=1 - beta1)
    var.mul_(number(beta2, var)).addcmul_(grad, grad, value=1 - beta2)


def with_decay(weight: Array, grad: Array, rescale_grad: float, wd: float, clip: float) -> Array:
    """Return ``rescale_grad * grad + wd * weight``, clipped as a whole."""
    grad = torch.add(grad, weight, alpha=wd) if rescale_grad == 1 else (grad * rescale_grad).add_(weight, alpha=wd)
    return grad.clamp_(-clip, clip) if clip >= 0 else grad


_LATE = torch.tensor(1e9, device="cpu")  # a step count from which on torch's own bias corrections are 1


def _is_fused(weight: Array, *others: Array) -> bool:
    """Return whether torch's fused step kernel accepts these; on the host it reads and writes each number once."""
    if not (weight.is_cpu and weight.dtype in (torch.float32, torch.float64) and weight.numel()
            and weight.is_contiguous()) or torch.compiler.is_compiling():
        return False
    for other in others:
        if other.shape != weight.shape or other.dtype is not weight.dtype or not other.is_contiguous() \
                or other.__class__ is not Array:
            return False
    return True


@update("adam_update", ("mean", "var"), aliases=("_sparse_adam_update",))
def adam_update(out: Array, weight: Array, grad: Array, mean: Array, var: Array, *, lr: float,
                beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0.0,
                rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True):
    """Update a weight by Adam, without bias correction.

    With ``g = rescale_grad * grad + wd * weight``, clipped as a whole: ``mean = beta1 * mean + (1 - beta1) * g``,
    ``var = beta2 * var + (1 - beta2) * g**2``, then ``weight - lr * mean / (sqrt(var) + epsilon)``. The optimizer
    corrects the bias by the learning rate: ``lr * sqrt(1 - beta2**t) / (1 - beta1**t)``.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> mean, var = mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.adam_update(weight, grad, mean, var, lr=0.1, beta1=0.5, beta2=0.75).asnumpy().tolist()
    [0.90]
    """
    if out is weight and clip_gradient < 0 and 0 <= beta1 < 1 and 0 <= beta2 < 1 and _is_fused(weight, grad, mean, var):
        fused_adam_([weight], [grad if rescale_grad == 1 else grad * rescale_grad], [mean], [var], [],
                    [_LATE], lr=lr, beta1=beta1, beta2=beta2, weight_decay=wd, eps=epsilon, amsgrad=False,
                    maximize=False)
        written((weight, mean, var))
        return
    track_moments(mean, var, with_decay(weight, grad, rescale_grad, wd, clip_gradient), beta1, beta2)
    torch.addcdiv(weight, mean, var.sqrt().add_(number(epsilon, var)), value=-lr, out=out)


# ---- AdamW: the scale of the gradient is an array, and a bad one means that nothing happens -----

def usable_scale(rescale_grad: Array) -> float | None:
    """Return the scale as a number, or None if the step must be skipped."""
    if not rescale_grad.numel():
        raise MXNetError(f"rescale_grad must hold a number, got shape {list(rescale_grad.shape)}")
    value = rescale_grad.reshape(-1)[0].item()  # the first one, as in MXNet
    return value if math.isfinite(value) and value != 0 else None


def step_adamw(weight: Array, out: Array, grad: Array, mean: Array, var: Array, lr, wd, eta,
               beta1: float, beta2: float, epsilon: float) -> None:
    track_moments(mean, var, grad, beta1, beta2)
    step = (mean / var.sqrt().add_(epsilon)).mul_(lr).add_(weight, alpha=wd)
    torch.sub(weight, step, alpha=eta, out=out)


@update("_adamw_update", ("mean", "var"), scalars=("rescale_grad",))
def adamw_update(out: Array, weight: Array, grad: Array, mean: Array, var: Array, rescale_grad: Array, *,
                 lr: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 wd: float = 0.0, eta: float, clip_gradient: float = -1.0):
    """Update a weight by AdamW, whose weight decay does not pass through the gradient.

    With ``g = rescale_grad * grad``, clipped: the moments as in `adam_update`, then
    ``weight - eta * (lr * mean / (sqrt(var) + epsilon) + wd * weight)``. Nothing happens if ``rescale_grad`` is
    zero or not finite, as after an overflow in mixed precision.

    Parameters
    ----------
    rescale_grad
        Factor of the gradient, as an array of one element.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, scale = mx.nd.array([1.0]), mx.nd.array([2.0]), mx.nd.array([1.0])
    >>> mean, var = mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> step = mx.nd._internal._adamw_update
    >>> step(weight, grad, mean, var, scale, lr=0.1, eta=1, beta1=0.5, beta2=0.75, wd=0.5).asnumpy().tolist()
    [0.40]
    """
    scale = usable_scale(rescale_grad)
    if scale is None:
        out.copy_(weight)
    else:
        step_adamw(weight, out, scaled(grad, scale, clip_gradient), mean, var, lr, wd, eta, beta1, beta2,
                   epsilon)


@update("_mp_adamw_update", ("mean", "var", "weight32"), mixed=True, scalars=("rescale_grad",))
def mp_adamw_update(out: Array, weight: Array, grad: Array, mean: Array, var: Array, weight32: Array,
                    rescale_grad: Array, *, lr: float, beta1: float = 0.9, beta2: float = 0.999,
                    epsilon: float = 1e-8, wd: float = 0.0, eta: float, clip_gradient: float = -1.0):
    """Update a float16 weight by AdamW, on its float32 copy; as `_adamw_update`.

    Parameters
    ----------
    rescale_grad
        Factor of the gradient, as an array of one element.

    Returns
    -------
    The new weight in its own type; ``out=weight`` changes it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0], dtype="float16"), mx.nd.array([2.0], dtype="float16")
    >>> mean, var, copy, scale = mx.nd.zeros((1,)), mx.nd.zeros((1,)), weight.astype("float32"), mx.nd.ones((1,))
    >>> out = mx.nd._internal._mp_adamw_update(weight, grad, mean, var, copy, scale, lr=0.1, eta=1)
    >>> out.dtype.__name__, mean.asnumpy().tolist()
    ('float16', [0.20])
    """
    scale = usable_scale(rescale_grad)
    if scale is None:
        out.copy_(weight)
        return
    step_adamw(weight32, weight32, scaled(grad.float(), scale, clip_gradient), mean, var, lr, wd, eta,
               beta1, beta2, epsilon)
    out.copy_(weight32)


def _declare_many_adamw(name: str, stride: int) -> None:
    @multi_update(name, stride, extra=1)
    def kernel(outs: list, *data: Array, lrs: Floats, beta1: float = 0.9, beta2: float = 0.999,
               epsilon: float = 1e-8, wds: Floats, etas: Floats, clip_gradient: float = -1.0, num_weights: int = 1):
        *data, rescale_grad = data
        scale = usable_scale(rescale_grad)
        for index, (out, lr, wd, eta) in enumerate(zip(outs, lrs, wds, etas)):
            weight, grad, mean, var, *master = data[index * stride:(index + 1) * stride]
            if scale is None:
                out.copy_(weight)
                continue
            source, target = (master[0], master[0]) if master else (weight, out)
            grad = scaled(grad.float() if master else grad, scale, clip_gradient)
            step_adamw(source, target, grad, mean, var, lr, wd, eta, beta1, beta2, epsilon)
            if master:
                out.copy_(target)
    kernel.__doc__ = kernel.function.__doc__ = document_many(
        name, "AdamW", ("mean", "variance"), stride == 5,
        "lrs=(0.1, 0.2), wds=(0, 0), etas=(1, 1), beta1=0.5, beta2=0.75, num_weights=2", "[[0.90], [0.80]]",
        ("Then the factor of the gradients, an array of one element.", ", mx.nd.ones((1,))"))


_declare_many_adamw("_multi_adamw_update", 4)
_declare_many_adamw("_multi_mp_adamw_update", 5)


# ---- others -------------------------------------------------------------------------------------

@update("ftml_update", ("d", "v", "z"))
def ftml_update(out: Array, weight: Array, grad: Array, d: Array, v: Array, z: Array, *, lr: float,
                beta1: Fraction = 0.6, beta2: Fraction = 0.999, epsilon: Double = 1e-8, t: int, wd: float = 0.0,
                rescale_grad: float = 1.0, clip_grad: float = -1.0):
    """Update a weight by FTML, follow the moving leader.

    With ``g = rescale_grad * grad + wd * weight``, clipped: ``v = beta2 * v + (1 - beta2) * g**2``,
    ``d_t = (1 - beta1**t) / lr * (sqrt(v / (1 - beta2**t)) + epsilon)``,
    ``z = beta1 * z + (1 - beta1) * g - (d_t - beta1 * d) * weight``, then ``-z / d_t``.

    Parameters
    ----------
    d
        State, the last ``d_t``; of the weight's shape, updated in place.
    v
        Moving mean of squared gradients; of the weight's shape, updated in place.
    z
        State, the accumulated direction; of the weight's shape, updated in place.
    t
        Number of the step, counted from one.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> d, v, z = mx.nd.zeros((1,)), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.ftml_update(weight, grad, d, v, z, lr=0.1, t=1).asnumpy().tolist()
    [0.90]
    """
    grad = with_decay(weight, grad, rescale_grad, wd, clip_grad)
    v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    spread = (v / (1 - beta2 ** t)).sqrt_().add_(epsilon).mul_((1 - beta1 ** t) / lr)
    z.mul_(beta1).add_(grad, alpha=1 - beta1).sub_((spread - d * beta1) * weight)
    d.copy_(spread)
    torch.div(z, spread, out=out)
    out.neg_()


@update("ftrl_update", ("z", "n"), aliases=("_sparse_ftrl_update",))
def ftrl_update(out: Array, weight: Array, grad: Array, z: Array, n: Array, *, lr: float,
                lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0,
                clip_gradient: float = -1.0):
    """Update a weight by FTRL, follow the regularized leader; weights become exactly zero.

    With ``g = rescale_grad * grad``, clipped: ``z = z + g - (sqrt(n + g**2) - sqrt(n)) / lr * weight`` and
    ``n = n + g**2``, then ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, and
    zero elsewhere.

    Parameters
    ----------
    z
        State, the accumulated direction; of the weight's shape, updated in place.
    n
        Sum of squared gradients; of the weight's shape, updated in place.
    lamda1
        Strength of the L1 regularization.
    beta
        Added to the root of ``n``, so that the first steps are not too large.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, z, n = mx.nd.zeros((1,)), mx.nd.array([2.0]), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.ftrl_update(weight, grad, z, n, lr=1, lamda1=0.5).asnumpy().tolist()
    [-0.5]
    """
    grad = scaled(grad, rescale_grad, clip_gradient)
    before = n.sqrt()
    n.addcmul_(grad, grad)
    after = n.sqrt()
    z.add_(grad).sub_((after - before) * weight, alpha=1 / lr)
    spread = after.add_(beta).div_(lr).add_(wd)
    made = (torch.sign(z) * lamda1 - z).div_(spread).mul_(z.abs() > lamda1)
    out.copy_(made)


@update("rmsprop_update", ("n",))
def rmsprop_update(out: Array, weight: Array, grad: Array, n: Array, *, lr: float, gamma1: float = 0.95,
                   epsilon: float = 1e-8, wd: float = 0.0, rescale_grad: float = 1.0,
                   clip_gradient: float = -1.0, clip_weights: float = -1.0):
    """Update a weight by RMSProp, in Tieleman and Hinton's form.

    With ``g = rescale_grad * grad + wd * weight``, clipped: ``n = gamma1 * n + (1 - gamma1) * g**2``, then
    ``weight - lr * g / sqrt(n + epsilon)``.

    Parameters
    ----------
    n
        Moving mean of squared gradients; of the weight's shape, updated in place.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, n = mx.nd.array([1.0]), mx.nd.array([2.0]), mx.nd.zeros((1,))
    >>> mx.nd.rmsprop_update(weight, grad, n, lr=0.1, gamma1=0.75).asnumpy().tolist()
    [0.80]
    """
    grad = with_decay(weight, grad, rescale_grad, wd, clip_gradient)
    n.mul_(gamma1).addcmul_(grad, grad, value=1 - gamma1)
    torch.addcdiv(weight, grad, (n + epsilon).sqrt_(), value=-lr, out=out)
    if clip_weights >= 0:
        out.clamp_(-clip_weights, clip_weights)


@update("rmspropalex_update", ("n", "g", "delta"))
def rmspropalex_update(out: Array, weight: Array, grad: Array, n: Array, g: Array, delta: Array, *,
                       lr: float, gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-8,
                       wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
                       clip_weights: float = -1.0):
    """Update a weight by RMSProp, in Graves's form: centred, and with momentum.

    With ``grad' = rescale_grad * grad + wd * weight``, clipped: ``n = gamma1 * n + (1 - gamma1) * grad'**2``,
    ``g = gamma1 * g + (1 - gamma1) * grad'``, ``delta = gamma2 * delta - lr * grad' / sqrt(n - g**2 + epsilon)``,
    then ``weight + delta``.

    Parameters
    ----------
    n
        Moving mean of squared gradients; of the weight's shape, updated in place.
    g
        Moving mean of gradients; of the weight's shape, updated in place.
    delta
        The last step; of the weight's shape, updated in place.
    gamma2
        Part of the last step that is repeated.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1.0]), mx.nd.array([2.0])
    >>> n, g, delta = mx.nd.zeros((1,)), mx.nd.zeros((1,)), mx.nd.zeros((1,))
    >>> mx.nd.rmspropalex_update(weight, grad, n, g, delta, lr=0.1, gamma1=0.5).asnumpy().tolist()
    [0.80]
    """
    grad = with_decay(weight, grad, rescale_grad, wd, clip_gradient)
    n.mul_(gamma1).addcmul_(grad, grad, value=1 - gamma1)
    g.mul_(gamma1).add_(grad, alpha=1 - gamma1)
    delta.mul_(gamma2).addcdiv_(grad, (n - g * g).add_(epsilon).sqrt_(), value=-lr)
    torch.add(weight, delta, out=out)
    if clip_weights >= 0:
        out.clamp_(-clip_weights, clip_weights)


@update("_sparse_adagrad_update", ("history",))
def adagrad_update(out: Array, weight: Array, grad: Array, history: Array, *, lr: float,
                   epsilon: float = 1e-7, wd: float = 0.0, rescale_grad: float = 1.0,
                   clip_gradient: float = -1.0):
    """Update a weight by AdaGrad.

    With ``g = rescale_grad * grad``, clipped: ``history = history + g**2``, then
    ``weight - lr * g / sqrt(history + epsilon)``.

    Parameters
    ----------
    history
        Sum of squared gradients; of the weight's shape, updated in place.
    wd
        Zero: there is no weight decay here.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, history = (mx.nd.array([[x]]).tostype("row_sparse") for x in (1, 2, 0))
    >>> mx.nd.sparse.adagrad_update(weight, grad, history, lr=0.1, out=weight).asnumpy().tolist()
    [[0.90]]
    """
    if wd != 0:
        raise MXNetError("sparse adagrad_update does not support wd.")
    grad = scaled(grad, rescale_grad, clip_gradient)
    history.addcmul_(grad, grad)
    torch.addcdiv(weight, grad, (history + epsilon).sqrt_(), value=-lr, out=out)


@update("_contrib_group_adagrad_update", ("history",), scalars=("history",))
def group_adagrad_update(out: Array, weight: Array, grad: Array, history: Array, *, lr: float,
                         rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-5):
    """Update a weight by AdaGrad with one history per row of the weight, as for embeddings.

    With ``g = rescale_grad * grad``, clipped: ``history = history + mean(g**2)`` of each row, then
    ``weight - lr * g / sqrt(history + epsilon)``.

    Parameters
    ----------
    history
        Sum of mean squared gradients, one for each row; changed in place.

    Returns
    -------
    The new weight; ``out=weight`` updates it in place.

    Examples
    --------
    >>> weight, grad, history = mx.nd.ones((1, 2)), mx.nd.array([[3.0, 4.0]]), mx.nd.zeros((1, 1))
    >>> _ = mx.nd.contrib.group_adagrad_update(weight, grad, history, lr=0.1)
    >>> history.asnumpy().tolist()
    [[12.5]]
    """
    rows = weight.shape[0]
    if history.numel() != rows:
        raise MXNetError(f"expected one history for each of {rows} rows, got {list(history.shape)}")
    grad = scaled(grad, rescale_grad, clip_gradient)
    history.add_((grad * grad).reshape(rows, -1).mean(1).view(history.shape))
    spread = (history + epsilon).sqrt_().view(rows, *[1] * (weight.dim() - 1))
    torch.addcdiv(weight, grad, spread.expand_as(grad), value=-lr, out=out)
