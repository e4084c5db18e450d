"""Batch normalization and its variants.

MXNet's behaviour, kept on purpose: ``fix_gamma`` (the default) writes 1 into gamma and gives it a zero gradient; the
output called "var" of `BatchNorm` is the inverse standard deviation; moving averages use the biased variance, and are
updated in the backward pass, not in the forward pass.
"""
from functools import lru_cache, partial

import numpy as np
import torch

from ...errors import MXNetError
from ...mode import mode
from ...op import Array, Aux, Double, Kernel, Params, op
from ...ownership import written_beside
from ...torch_private import batch_norm_chosen, batch_norm_chosen_backward, cudnn_enabled, foreach
from ..constant import number
from .statistics import beside

_forward = torch.native_batch_norm
_backward = torch.ops.aten.native_batch_norm_backward.default
_STARTS = {3: '["zero", {}]', 4: '["one", {}]'}  # of the moving averages
_PER_CHANNEL = ("gamma", "beta", "moving_mean", "moving_var", "mean", "var")

_WORDS = {
    "data": "Array of shape ``(batch, channels, ...)``, or with the channels on another axis.",
    "gamma": "Scale of each channel, of shape ``(channels,)``.",
    "beta": "Shift of each channel, of shape ``(channels,)``.",
    "moving_mean": "Moving average of the mean of each channel, of shape ``(channels,)``.",
    "moving_var": "Moving average of the variance of each channel, of shape ``(channels,)``.",
    "eps": "Added to the variance, which may be zero.",
    "momentum": "How much of the moving averages stays at each step.",
    "fix_gamma": "Write 1 into gamma, and give it no gradient.",
    "use_global_stats": "Normalize with the moving averages in training too.",
    "output_mean_var": "Return the statistics that were used too.",
    "axis": "The axis of the channels.",
    "min_calib_range": "Smallest output that calibration has seen; read where a network is quantized.",
    "max_calib_range": "Largest output that calibration has seen; read where a network is quantized.",
}


def visible_outputs(p) -> int:
    return 3 if p.output_mean_var else 1


def batch_norm_shape(shape, p) -> None:
    data, axis = shape.data, p.get("axis", 1)
    if not -len(data) <= axis < len(data):
        raise MXNetError(f"Channel axis out of range: {axis}; data has {len(data)} axes")
    for name in _PER_CHANNEL:
        setattr(shape, name, (data[axis],))
    shape.output = data
    if "workspace" in shape.output_names:
        shape.workspace = data


def batch_norm_type(types, p) -> None:
    """Half-precision data has float32 parameters and statistics."""
    data = types.peek("data") or types.peek("output")
    if data is None:
        return
    types.data = types.output = data
    wide = torch.float32 if data in (torch.float16, torch.bfloat16) else data
    for name in (*_PER_CHANNEL, "workspace"):
        if name != "workspace" or name in types.output_names:
            setattr(types, name, wide)


@lru_cache(maxsize=256)
def as_single(value: float) -> float:
    """Round to float32, as MXNet stores params of type float."""
    return float(np.float32(value))


def variance_of(inverse: Array, eps: float) -> Array:
    """Invert 1 / sqrt(variance + eps): the kernel returns no variance."""
    return inverse.pow(-2).sub_(number(eps, inverse))


def move_statistics(moving_mean, moving_var, mean, inverse, momentum: float, eps: float) -> None:
    """Update the moving averages with a batch; `.data` because the tape must not see it."""
    if not _by_batch(True):
        return
    foreach.lerp_([moving_mean.data, moving_var.data], [mean, variance_of(inverse, eps)],
                  1 - as_single(momentum))
    if not torch.compiler.is_compiling():
        written_beside(moving_mean, moving_var)


APART = "apart"  # fix_gamma of a node that uses ones for gamma, and leaves the array alone


def held_at_one(gamma: Array, fix_gamma: bool | str) -> Array:
    """Return a gamma that is fixed: with ones written into it, or `APART`."""
    if fix_gamma == APART:
        return torch.ones_like(gamma)
    gamma.data.fill_(1)  # .data because the tape must not see it
    if not torch.compiler.is_compiling():
        written_beside(gamma)
    return gamma


def fixed_apart(p):
    """Leave gamma alone if the mean is not requested: MXNet writes both together."""
    return Params(p, fix_gamma=APART) if p.fix_gamma else p


def _packed(data: Array) -> Array:
    """Return data without gaps: torch's kernels take longer on a slice of an array, and they add up in another order
    than for the copy that an imperative call gets."""
    if data.is_contiguous() or data.dim() == 4 and data.is_contiguous(memory_format=torch.channels_last):
        return data
    return data.contiguous()


def normalize(data, gamma, beta, moving_mean, moving_var, use_batch: bool, eps: float) -> tuple:
    """Normalize along axis 1; returns the output, and the mean and inverse deviation that were used."""
    if use_batch and data.numel():
        return _forward(data, gamma, beta, None, None, True, 0.0, eps)
    moving_mean, moving_var = moving_mean.detach(), moving_var.detach()  # no gradient for states
    if not data.numel():  # torch's kernel divides by the count in its gradient, which crashes the process
        return data.clone(), moving_mean.clone(), moving_var.add(eps).rsqrt_()
    out = _forward(data, gamma, beta, moving_mean, moving_var, False, 0.0, eps)[0]
    return out, moving_mean.clone(), moving_var.add(eps).rsqrt_()


class _Statistics:
    """Updates the moving averages when the gradient of the output arrives."""

    __slots__ = ("parts",)

    def __init__(self, *parts) -> None:
        self.parts = parts

    def __call__(self, grad) -> None:
        move_statistics(*self.parts)


def _check(data, gamma, beta, moving_mean, moving_var, axis: int) -> None:
    if not -data.dim() <= axis < data.dim():
        raise MXNetError(f"Channel axis out of range: {axis}; data has {data.dim()} axes")
    channels = data.shape[axis]
    if not gamma.numel() == beta.numel() == moving_mean.numel() == moving_var.numel() == channels:
        name, array = next((name, array) for name, array in zip(_PER_CHANNEL, (gamma, beta, moving_mean, moving_var))
                           if array.numel() != channels)
        raise MXNetError(f"{name} has shape {list(array.shape)}, expected [{channels}], one number per channel")


def run(data, gamma, beta, moving_mean, moving_var, use_batch: bool, p, axis: int = 1) -> tuple:
    """Return output, mean and inverse deviation; ``p`` is ``(eps, momentum, fix_gamma)``."""
    eps, momentum, fix_gamma = p
    _check(data, gamma, beta, moving_mean, moving_var, axis)
    if fix_gamma:
        gamma = held_at_one(gamma, fix_gamma)
        if gamma.requires_grad and torch.is_grad_enabled():
            gamma = gamma * 0 + 1  # the tape sees a zero gradient
    axis = axis % data.dim()
    inner = data if axis == 1 else data.movedim(axis, 1)
    out, mean, inverse = normalize(inner, gamma, beta, moving_mean, moving_var, use_batch, eps)
    if out.requires_grad:
        if use_batch:
            out.register_hook(_Statistics(moving_mean, moving_var, mean, inverse, momentum, eps))
        mean, inverse = beside(mean, out), beside(inverse, out)
    return out if axis == 1 else out.movedim(1, axis).contiguous(), mean, inverse


def _by_batch(recorded: bool) -> bool:
    """Return whether the gradient passes through the batch statistics: as in forward, or as `autograd.backward` says.

    Where the two differ MXNet takes the other formula with the numbers it has: moving averages, which then stay as
    they are, or what forward normalized with.
    """
    asked = None if torch.compiler.is_compiling() else mode.trains_backward
    return recorded if asked is None else asked


def run_gradient(grad, data, gamma, moving_mean, moving_var, saved, p, needs) -> tuple:
    """Return the gradients."""
    if not data.numel():
        return (*(torch.zeros_like(a) if need else None for a, need in zip((data, gamma, gamma), needs)),
                None, None)
    mean, inverse, *rest = saved
    axis, fix_gamma = p.get("axis", 1) % data.dim(), p["fix_gamma"]
    use_batch = not p["use_global_stats"] and _by_batch(rest != [None])
    if axis != 1:
        grad, data = grad.movedim(axis, 1), data.movedim(axis, 1)
    else:
        data = _packed(data)
    if fix_gamma:
        gamma = torch.ones_like(gamma)  # it held ones after forward, but may have been written since
    mask = [needs[0], needs[1] and not fix_gamma, needs[2]]
    if len(rest) == 2 and use_batch:
        reserve, kind = rest
        to_data, to_gamma, to_beta = batch_norm_chosen_backward(kind, data, grad, gamma, None, None, mean,
                                                                inverse, True, p.eps, mask, reserve)
        if fix_gamma or not needs[1]:
            to_gamma = None  # cuDNN always gives one
    else:
        to_data, to_gamma, to_beta = _backward(grad, data, gamma, moving_mean, moving_var, mean, inverse,
                                               use_batch, p["eps"], mask)
    if axis != 1 and needs[0]:
        to_data = to_data.movedim(1, axis)
    if needs[1] and fix_gamma:
        to_gamma = torch.zeros_like(gamma)
    return to_data, to_gamma, to_beta, None, None


def _sums_gradient(p, needs, rank: int) -> int | None:
    """Return the axis of the channels if beta alone has a gradient that depends on that of the output."""
    return None if needs[0] or needs[1] and not p.fix_gamma else p.axis % rank


# ---- the operators --------------------------------------------------------------------------------

@op("BatchNorm", outputs=3, output_names=["output", "mean", "var"], visible=visible_outputs,
    shapes=batch_norm_shape, types=batch_norm_type, cheap=True, fresh_gradients=True, unless_asked=(1, fixed_apart),
    sums_gradient=_sums_gradient, starts=_STARTS, words=_WORDS)
def batch_norm(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux, *,
               eps: Double = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool = True,
               use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1,
               cudnn_off: bool = False, min_calib_range: float | None = None,
               max_calib_range: float | None = None, is_train: bool):
    """Normalize each channel over the batch, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance of each channel over all
    other axes. At inference, and with ``use_global_stats``, the moving averages are used instead. These are updated in
    backward: ``moving = momentum * moving + (1 - momentum) * batch``.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the inverse deviation,
    ``1 / sqrt(var + eps)``, of each channel.

    Examples
    --------
    >>> x = mx.nd.array([[1, 10], [3, 30]])
    >>> ones, zeros = mx.nd.ones(2), mx.nd.zeros(2)
    >>> with mx.autograd.train_mode():
    ...     out = mx.nd.BatchNorm(x, ones, zeros, zeros.copy(), ones.copy(), eps=1e-5)
    >>> out.asnumpy().tolist()
    [[-1.00, -1.00], [1.00, 1.00]]
    """
    return run(data, gamma, beta, moving_mean, moving_var, is_train and not use_global_stats,
               (eps, momentum, fix_gamma), axis)


@batch_norm.forward_train
def batch_norm_train(data, gamma, beta, moving_mean, moving_var, *, axis, eps, fix_gamma, use_global_stats, is_train,
                     **params):
    if is_train and not use_global_stats and axis == 1 and data.numel():
        _check(data, gamma, beta, moving_mean, moving_var, axis)
        data = _packed(data)
        if fix_gamma:
            gamma = held_at_one(gamma, fix_gamma)
        if data.is_cuda:
            # Not while a compiler traces: it could not fuse cuDNN's kernel with its neighbours.
            cudnn = cudnn_enabled() and type(data) is torch.Tensor
            *outs, reserve, kind = batch_norm_chosen(data, gamma, beta, None, None, True, 0.0, eps, cudnn)
            return tuple(outs), (*outs[1:], reserve, kind)
        outs = _forward(data, gamma, beta, None, None, True, 0.0, eps)
        return outs, outs[1:]
    outs = batch_norm.function(data, gamma, beta, moving_mean, moving_var, axis=axis, eps=eps, fix_gamma=fix_gamma,
                               use_global_stats=use_global_stats, is_train=is_train, **params)
    return outs, outs[1:3] if is_train else (*outs[1:3], None)  # constants that no gradient passes through


batch_norm_train.keeps_output = False


@batch_norm.lower("train")
def batch_norm_train_kernel(call):
    """Write into given memory where the batch is normalized with its own statistics."""
    p, is_train = call.p, call.is_train
    plain = partial(batch_norm_train, **p, is_train=is_train)
    if not is_train or p.use_global_stats or p.axis != 1 or call.device.type != "cpu" or 0 in call.specs[0][0]:
        return plain
    eps, fix_gamma = p.eps, p.fix_gamma

    def into(data, gamma, beta, moving_mean, moving_var, memory):
        _check(data, gamma, beta, moving_mean, moving_var, 1)
        data = _packed(data)
        if fix_gamma:
            gamma = held_at_one(gamma, fix_gamma)
        outs = _forward(data, gamma, beta, None, None, True, 0.0, eps, out=_outputs(data, gamma, memory))
        return outs, outs[1:]
    return Kernel(plain, into=into)


def _outputs(data: Array, gamma: Array, memory: Array) -> tuple[Array, Array, Array]:
    """Return what a kernel writes to: memory in the order of data, and statistics in the type of the parameters.

    The kernel knows the size of these itself.
    """
    return memory.as_strided(data.shape, data.stride()), gamma.new_empty(0), gamma.new_empty(0)


@batch_norm.lower("recompute")
def batch_norm_again(call):
    """Normalize with the statistics of the forward pass, leaving the moving averages alone.

    The kernel is given a variance of one and multiplies by ``gamma * inverse``, which is the factor of the forward
    pass to the last bit.
    """
    axis = call.p.axis

    def kernel(data, gamma, beta, moving_mean, moving_var, saved):
        mean, inverse = saved[:2]
        inner = _packed(data) if axis == 1 else data.movedim(axis, 1)  # as forward took it
        out = _forward(inner, gamma * inverse, beta, mean, torch.ones_like(mean), False, 0.0, 0.0)[0]
        return out if axis == 1 else out.movedim(1, axis)

    def into(data, gamma, beta, moving_mean, moving_var, saved, memory):
        (mean, inverse), data = saved[:2], _packed(data)
        return _forward(data, gamma * inverse, beta, mean, torch.ones_like(mean), False, 0.0, 0.0,
                        out=_outputs(data, gamma, memory))[0]
    return Kernel(kernel, into=into if axis == 1 and call.device.type == "cpu" else None)


@batch_norm.fast_gradient
def batch_norm_gradient(grad, data, gamma, moving_mean, moving_var, saved, *, p, needs):
    return run_gradient(grad, data, gamma, moving_mean, moving_var, saved, p, needs)



@batch_norm.lower("backward")
def batch_norm_sums(call):
    """Return the sums of the output gradient that are given in its place."""
    to_gamma = call.needs[1]

    def kernel(sums, data, gamma, *rest):
        return None, torch.zeros_like(gamma) if to_gamma else None, sums, None, None
    return kernel if call.summed else None


@batch_norm.lower("states")
def batch_norm_moves(call):
    """Update the averages of all layers in a few calls: each alone would cost more than a small convolution."""
    ps = call.group
    if len(ps) == 1 and not ps[0].use_global_stats:
        eps, momentum = ps[0].eps, ps[0].momentum
        return lambda layer: move_statistics(*layer[0], *layer[1][:2], momentum, eps)
    groups: dict[float, list[int]] = {}
    for place, p in enumerate(ps):
        if not p.use_global_stats:
            groups.setdefault(p.momentum, []).append(place)

    def move(*layers):
        for momentum, places in groups.items() if _by_batch(True) else ():
            means, inverses = ([layers[place][1][kind] for place in places] for kind in (0, 1))
            moving, variances = [layers[place][0] for place in places], foreach.pow(inverses, -2)
            foreach.sub_(variances, [ps[place].eps for place in places])
            foreach.lerp_([aux[0] for aux in moving] + [aux[1] for aux in moving],
                          [*means, *variances], 1 - as_single(momentum))
    return move


def _filled(gamma: Array) -> Array:
    return gamma.fill_(1)


@batch_norm.lower
def batch_norm_kernel(call):
    p = call.p
    if p.output_mean_var or p.axis != 1 or (call.is_train and not p.use_global_stats):
        return None
    eps = p.eps
    if p.fix_gamma:
        one = torch.ones_like if p.fix_gamma == APART else _filled

        def kernel(data, gamma, beta, moving_mean, moving_var):
            return _forward(data, one(gamma), beta, moving_mean, moving_var, False, 0.0, eps)
    else:
        def kernel(data, gamma, beta, moving_mean, moving_var):
            return _forward(data, gamma, beta, moving_mean, moving_var, False, 0.0, eps)
    return kernel


@op("BatchNorm_v1", outputs=3, output_names=["output", "mean", "var"], visible=visible_outputs,
    shapes=batch_norm_shape, types=batch_norm_type, starts=_STARTS, words=_WORDS)
def batch_norm_v1(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux, *,
                  eps: float = 1e-3, momentum: float = 0.9, fix_gamma: bool = True,
                  use_global_stats: bool = False, output_mean_var: bool = False, is_train: bool):
    """Normalize each channel over the batch, as in MXNet's first releases: "var" is the variance.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, as `BatchNorm` does; channels are on axis 1.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the variance of each
    channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.BatchNorm_v1(x, ones, zeros, zeros, ones, eps=0).asnumpy().tolist()  # prediction: by the averages given
    [[1.0, 10.0], [3.0, 30.0]]
    """
    eps = as_single(eps)
    out, mean, inverse = run(data, gamma, beta, moving_mean, moving_var, is_train and not use_global_stats,
                             (eps, momentum, fix_gamma))
    return out, mean, variance_of(inverse, eps)


@op("_contrib_SyncBatchNorm", held=True, outputs=3, output_names=["output", "mean", "var"], visible=visible_outputs,
    shapes=batch_norm_shape, types=batch_norm_type, starts=_STARTS, words=_WORDS)
def sync_batch_norm(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux, *,
                    eps: float = 1e-3, momentum: float = 0.9, fix_gamma: bool = True,
                    use_global_stats: bool = False, output_mean_var: bool = False, ndev: int = 1, key: str,
                    is_train: bool):
    """Normalize each channel over the batch of all devices that share ``key``; one device here.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, as `BatchNorm` does. Statistics of several devices are
    gathered by the layer `gluon.contrib.nn.SyncBatchNorm`; the operator alone refuses to train on several.

    Parameters
    ----------
    ndev
        Number of devices; 1 in training.
    key
        Name of the layer, which its calls on other devices share.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the variance of each
    channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.contrib.SyncBatchNorm(x, ones, zeros, zeros, ones, eps=0, key="bn1").asnumpy().tolist()
    [[1.0, 10.0], [3.0, 30.0]]
    """
    if ndev > 1 and is_train:
        raise MXNetError(f"statistics of ndev={ndev} devices are not gathered in graphs; use ndev=1, or the layer "
                         "gluon.contrib.nn.SyncBatchNorm")
    eps = as_single(eps)
    out, mean, inverse = run(data, gamma, beta, moving_mean, moving_var, is_train and not use_global_stats,
                             (eps, momentum, fix_gamma))
    return out, mean, variance_of(inverse, eps)


@op("_contrib_BatchNormWithReLU", outputs=4, output_names=["output", "mean", "var", "workspace"],
    visible=visible_outputs, shapes=batch_norm_shape, types=batch_norm_type, unless_asked=(1, fixed_apart),
    starts=_STARTS, words=_WORDS)
def batch_norm_relu(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux, *,
                    eps: Double = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool = True,
                    use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1,
                    cudnn_off: bool = False, min_calib_range: float | None = None,
                    max_calib_range: float | None = None, is_train: bool):
    """Normalize each channel over the batch, then zero what is negative.

    ``out = max(gamma * (data - mean) / sqrt(var + eps) + beta, 0)``: `BatchNorm` and a relu.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the inverse deviation of
    each channel.

    Examples
    --------
    >>> x, ones, zeros = mx.nd.array([[-1, 10], [3, -30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mx.nd.contrib.BatchNormWithReLU(x, ones, zeros, zeros, ones, eps=1e-9).asnumpy().tolist()
    [[0.0, 10.0], [3.0, 0.0]]
    """
    out, mean, inverse = run(data, gamma, beta, moving_mean, moving_var, is_train and not use_global_stats,
                             (eps, momentum, fix_gamma), axis)
    return torch.relu(out), mean, inverse, out.new_empty(0)
