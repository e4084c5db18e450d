"""Normalization of single samples: over a layer, a group, an instance, a vector, neighbouring channels."""
from math import prod
from typing import Literal

import torch

from ...errors import MXNetError
from ...op import Array, Positive, op, shapes, types
from ...tuning import LAYER_NORM_BLOCK_ROWS, SERIAL_SUM_UP_TO_ELEMENTS
from ..constant import number
from .statistics import beside

_layer_norm = torch.native_layer_norm
_layer_norm_backward = torch.ops.aten.native_layer_norm_backward.default
_HALF = (torch.float16, torch.bfloat16)


def _with_statistics(p) -> int:
    return 3 if p.output_mean_var else 1


# ---- layers ---------------------------------------------------------------------------------------

def _layer_normed(data: Array, gamma: Array, beta: Array, axis: int, eps: float) -> tuple:
    """Return output, mean and inverse deviation."""
    last = axis % data.dim() == data.dim() - 1
    inner = data if last else data.movedim(axis, -1)
    out, mean, inverse = _layer_norm(inner, gamma.shape, gamma, beta, eps)
    if not last:
        out, mean, inverse = (part.movedim(-1, axis).contiguous() for part in (out, mean, inverse))
    return out, mean, inverse


@op("LayerNorm", outputs=3, output_names=["output", "mean", "std"], visible=_with_statistics)
def layer_norm(data: Array, gamma: Array, beta: Array, *, axis: int = -1, eps: float = 1e-5,
               output_mean_var: bool = False):
    """Normalize over one axis, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance along ``axis``.

    Parameters
    ----------
    data
        Array of any shape.
    gamma, beta
        Scale and shift, of shape ``(data.shape[axis],)``.
    axis
        The axis that is normalized.
    eps
        Added to the variance.
    output_mean_var
        Return the mean and the deviation too.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the deviation
    ``sqrt(var + eps)``; both have length 1 along ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [10, 20, 30]])
    >>> mx.nd.LayerNorm(x, mx.nd.ones(3), mx.nd.zeros(3)).asnumpy().tolist()
    [[-1.2247, 0.0, 1.2247], [-1.2247, 0.0, 1.2247]]
    """
    if gamma.numel() != data.shape[axis]:
        raise MXNetError(f"gamma has {gamma.numel()} elements, expected {data.shape[axis]}")
    out, mean, inverse = _layer_normed(data, gamma, beta, axis, eps)
    mean, inverse = mean.to(data.dtype), inverse.to(data.dtype)
    return out, beside(mean, out), beside(inverse.reciprocal(), out)


@layer_norm.infer_shape
def layer_norm_shape(shape, p) -> None:
    data = shape.data
    if not -len(data) <= p.axis < len(data):
        raise MXNetError(f"Channel axis out of range: {p.axis}; data has {len(data)} axes")
    shape.gamma = shape.beta = (data[p.axis],)
    shape.output = data
    reduced = list(data)
    reduced[p.axis] = 1
    shape.mean = shape.std = tuple(reduced)


@layer_norm.forward_train
def layer_norm_train(data, gamma, beta, *, axis, eps, output_mean_var):
    out, mean, inverse = _layer_normed(data, gamma, beta, axis, eps)
    std = inverse.reciprocal() if output_mean_var else inverse
    return (out, mean, std), (mean, std)  # backward reads what a user sees, and may write to


def _layer_norm_gradients(grad, data, gamma, beta, mean, inverse, needs) -> tuple:
    rows = mean.numel()
    if rows <= LAYER_NORM_BLOCK_ROWS or data.device.type != "cpu" or not (needs[1] or needs[2]):
        return _layer_norm_backward(grad, data, gamma.shape, mean, inverse, gamma, beta, list(needs))
    # torch's CPU kernel sums rows sequentially; sums over blocks keep two more digits.
    to_data = _layer_norm_backward(grad, data, gamma.shape, mean, inverse, gamma, beta,
                                   [needs[0], False, False])[0] if needs[0] else None
    blocks = zip(*(t.reshape(rows, -1).split(LAYER_NORM_BLOCK_ROWS) for t in (grad, data, mean, inverse)))
    parts = [_layer_norm_backward(g, d, gamma.shape, m, i, gamma, beta, [False, *needs[1:3]])[1:]
             for g, d, m, i in blocks]
    sums = [torch.stack(kind).sum(0) if need else None for kind, need in zip(zip(*parts), needs[1:])]
    return to_data, *sums


@layer_norm.fast_gradient
def layer_norm_gradient(grad, data, gamma, beta, saved, *, p, needs):
    mean, inverse = saved[0], saved[1].reciprocal() if p.output_mean_var else saved[1]
    last = p.axis % data.dim() == data.dim() - 1
    if not last:
        grad, data, mean, inverse = (t.movedim(p.axis, -1) for t in (grad, data, mean, inverse))
    to_data, to_gamma, to_beta = _layer_norm_gradients(grad, data, gamma, beta, mean, inverse, needs)
    if needs[0] and not last:
        to_data = to_data.movedim(-1, p.axis)
    return to_data, to_gamma, to_beta


# ---- groups and instances -------------------------------------------------------------------------

def _centred(data: Array, axes: tuple, eps: float) -> tuple:
    """Return normalized data, mean and deviation over some axes."""
    mean = data.mean(axes, keepdim=True)
    centred = data - mean
    deviation = ((centred * centred).mean(axes, keepdim=True) + eps).sqrt()
    return centred / deviation, mean, deviation


def _wide(data: Array) -> Array:
    return data.float() if data.dtype in _HALF else data


@op("GroupNorm", outputs=3, output_names=["output", "mean", "std"], visible=_with_statistics)
def group_norm(data: Array, gamma: Array, beta: Array, *, num_groups: Positive = 1, eps: float = 1e-5,
               output_mean_var: bool = False):
    """Normalize over groups of channels; gamma and beta have one value per group.

    The channels are divided into ``num_groups`` groups of neighbours. Within each group of each sample
    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``.

    Parameters
    ----------
    data
        Array of shape ``(batch, channels, ...)`` with three axes or more.
    gamma, beta
        Scale and shift, of shape ``(num_groups,)``.
    num_groups
        Number of groups; it divides the number of channels.
    eps
        Added to the variance.
    output_mean_var
        Return the mean and the deviation too.

    Returns
    -------
    Array of the shape of ``data``. With ``output_mean_var`` a list of three, with the mean and the deviation
    ``sqrt(var + eps)``, of shape ``(batch, num_groups)``.

    Examples
    --------
    >>> x = mx.nd.array([1, 3, 10, 30]).reshape((1, 4, 1))
    >>> mx.nd.GroupNorm(x, mx.nd.ones(2), mx.nd.zeros(2), num_groups=2).asnumpy().ravel().tolist()
    [-1.00, 1.00, -1.00, 1.00]
    """
    return group_norm_train(data, gamma, beta, num_groups=num_groups, eps=eps)[0]


@group_norm.forward_train
def group_norm_train(data, gamma, beta, *, num_groups, eps, **params):
    _check_groups(data.shape, num_groups)
    if gamma.shape != (num_groups,) or beta.shape != (num_groups,):
        raise MXNetError(f"gamma and beta have shapes {list(gamma.shape)} and {list(beta.shape)}, "
                         f"expected [{num_groups}]")
    rows = _wide(data).reshape(data.shape[0], num_groups, -1)
    normal, mean, deviation = _centred(rows, (2,), eps)
    out = normal * gamma.unsqueeze(1) + beta.unsqueeze(1)
    out = out.view(data.shape).to(data.dtype)
    mean, deviation = beside(mean.squeeze(2).to(data.dtype), out), beside(deviation.squeeze(2).to(data.dtype), out)
    return (out, mean, deviation), (mean, deviation)


@group_norm.fast_gradient
def group_norm_gradient(grad, data, gamma, saved, *, needs):
    return _by_rows_gradient(grad, data, gamma, *saved, needs)


def _by_rows_gradient(grad, data, gamma, mean, deviation, needs) -> tuple:
    """Return the gradients of a normalization over rows, for each of which there are a mean and a deviation."""
    size = prod(data.shape[1:]) // mean.shape[1] if mean.numel() else 0
    rows, heads = (_wide(item).reshape(*mean.shape, size) for item in (data, grad))
    mean, deviation = _wide(mean).unsqueeze(2), _wide(deviation).unsqueeze(2)
    normal, to_data = (rows - mean) / deviation, None
    if needs[0]:
        scaled = heads * gamma.unsqueeze(1)
        to_data = scaled - scaled.mean(2, keepdim=True) - normal * (scaled * normal).mean(2, keepdim=True)
        to_data = (to_data / deviation).view(data.shape).to(data.dtype)
    return (to_data, (heads * normal).sum((0, 2)).to(gamma.dtype) if needs[1] else None,
            heads.sum((0, 2)).to(gamma.dtype) if needs[2] else None)


def _check_groups(shape, groups: int) -> None:
    if len(shape) < 3:
        raise MXNetError("input should have at least 3 dims and the first 2 dims should be batch and "
                         f"channel respectively; got {len(shape)}")
    if shape[1] != -1 and shape[1] % groups:
        raise MXNetError(f"# of channels must be divisible by # of groups; got {shape[1]} and {groups}")


@group_norm.infer_shape
def group_norm_shape(shape, p) -> None:
    _check_groups(shape.data, p.num_groups)
    shape.gamma = shape.beta = (p.num_groups,)
    shape.output = shape.data
    shape.mean = shape.std = (shape.data[0], p.num_groups)


@op("InstanceNorm", held=True, outputs=3, output_names=["output", "mean", "var"], visible=1,
    default_type=torch.float32)
def instance_norm(data: Array, gamma: Array, beta: Array, *, eps: float = 1e-3):
    """Normalize each channel of each sample, then scale by gamma and shift by beta.

    ``out = gamma * (data - mean) / sqrt(var + eps) + beta``, with the mean and the variance over all axes but the first
    two.

    Parameters
    ----------
    data
        Array of shape ``(batch, channels, ...)`` with three axes or more.
    gamma, beta
        Scale and shift, of shape ``(channels,)``.
    eps
        Added to the variance.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 3], [10, 30]]])
    >>> mx.nd.InstanceNorm(x, mx.nd.ones(2), mx.nd.array([0, 5]), eps=1e-5).asnumpy().tolist()
    [[[-1.00, 1.00], [4.00, 6.00]]]
    """
    return instance_norm_train(data, gamma, beta, eps=eps)[0]


@instance_norm.forward_train
def instance_norm_train(data, gamma, beta, *, eps):
    if data.dim() < 3:
        raise MXNetError(f"InstanceNorm only supports input tensors of rank >= 3; got {data.dim()}")
    rows = _wide(data).flatten(2)
    mean = rows.mean(2, keepdim=True)
    centred = rows - mean
    variance = (centred * centred).mean(2, keepdim=True)
    deviation = (variance + eps).sqrt()
    out = gamma.unsqueeze(1) * centred / deviation + beta.unsqueeze(1)
    out = out.view(data.shape).to(data.dtype)
    outs = out, mean.squeeze(2).detach().to(data.dtype), variance.squeeze(2).detach().to(data.dtype)
    return outs, (mean.squeeze(2), deviation.squeeze(2))


@instance_norm.fast_gradient
def instance_norm_gradient(grad, data, gamma, saved, *, needs):
    return _by_rows_gradient(grad, data, gamma, *saved, needs)


@instance_norm.infer_shape
def instance_norm_shape(shape, p) -> None:
    if len(shape.data) < 3:
        raise MXNetError(f"InstanceNorm only supports input tensors of rank >= 3; got {len(shape.data)}")
    shape.gamma = shape.beta = (shape.data[1],)
    shape.output = shape.data
    shape.mean = shape.var = shape.data[:2]


# ---- vectors --------------------------------------------------------------------------------------

@op("L2Normalization", accepts=types.FLOATING, outputs=2, output_names=["output", "norm"], visible=1, named_input=True)
def l2_normalization(data: Array, *, eps: float = 1e-10,
                     mode: Literal["channel", "instance", "spatial"] = "instance"):
    """Divide by the L2 norm over a sample, a position or a channel.

    ``out = data / sqrt(sum(data ** 2) + eps)``, the sum being over what ``mode`` says.

    Parameters
    ----------
    data
        Array of shape ``(batch, ...)``; of ``(batch, channels, ...)`` in the modes other than ``instance``.
    eps
        Added to the sum of squares.
    mode
        What is normalized: a whole sample (``instance``); the channels at one position (``channel``); the positions of
        one channel (``spatial``).

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.L2Normalization(mx.nd.array([[3, 4], [0, 2]])).asnumpy().tolist()
    [[0.60, 0.80], [0.0, 1.0]]
    """
    if mode != "instance" and data.dim() < 3:
        raise MXNetError(f"{mode} mode needs data of at least 3 axes, got {data.dim()}")
    wide = _wide(data)
    out, norm = _with_length(wide, mode, eps)
    norm = norm.detach().squeeze(_vector_axes(mode, data.dim()))
    return (out, norm) if wide is data else (out.to(data.dtype), norm.to(data.dtype))


def _with_length(data: Array, mode: str, eps: float) -> tuple:
    """Return unit vectors, and their norms with as many axes."""
    norm = _length(data, _vector_axes(mode, data.dim()), eps)
    return data / norm, norm


def _vector_axes(mode: str, rank: int) -> tuple:
    return (1,) if mode == "channel" else tuple(range(2 if mode == "spatial" else 1, rank))


def _length(data: Array, axes: tuple, eps: float) -> Array:
    """Return the square root of the sum of squares over some axes plus eps."""
    root = number(eps ** 0.5, data)
    if data.numel() <= SERIAL_SUM_UP_TO_ELEMENTS and axes and root.__class__ is Array \
            and not (data.requires_grad and torch.is_grad_enabled()):
        return torch.hypot(torch.linalg.vector_norm(data, 2, axes, True), root)
    squares = data * data  # torch's square has a slower gradient
    return ((squares.sum(axes, keepdim=True) if axes else squares) + eps).sqrt()


@l2_normalization.forward_train
def l2_normalization_train(data, *, eps, mode):
    outs = l2_normalization.function(data, eps=eps, mode=mode) if data.dtype in _HALF \
        else _with_length(data, mode, eps)  # the rule reads the hidden one, of any shape
    return outs, ()


@l2_normalization.fast_gradient
def l2_normalization_gradient(grad, data, outs, *, p):
    mode, (out, norm) = p["mode"], outs
    if data.dtype in _HALF:  # the outputs are already rounded
        grad, (out, norm) = grad.float(), _with_length(data.float(), mode, p["eps"])
    axes = _vector_axes(mode, out.dim())
    if norm.dim() != out.dim():
        norm = norm.view([1 if axis in axes else size for axis, size in enumerate(out.shape)])
    along = grad * out
    found = torch.addcmul(grad, out, along.sum(axes, keepdim=True) if axes else along, value=-1).div_(norm)
    return found if found.dtype is data.dtype else found.to(data.dtype)


@l2_normalization.infer_shape
def l2_normalization_shape(shape, p) -> None:
    shape.output = shape.data
    kept = {"instance": shape.data[:1], "spatial": shape.data[:2],
            "channel": shape.data[:1] + shape.data[2:]}[p.mode]
    shape.norm = kept


# ---- near channels --------------------------------------------------------------------------------

def _window_sums(data: Array, width: int) -> Array:
    """Sum over ``width`` channels around each one."""
    shape = data.shape
    rows = data.reshape(shape[0], 1, shape[1], -1)
    sums = torch.nn.functional.avg_pool2d(rows, (width, 1), 1, (width // 2, 0), False, True, 1)
    return sums.view(shape)


@op("LRN", accepts=types.FLOATING, outputs=2, output_names=["output", "tmp_norm"], visible=1, shapes=shapes.same,
    named_input=True)
def lrn(data: Array, *, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: Positive):
    """Divide by a power of the sum of squares over ``nsize`` neighbouring channels.

    ``out[c] = data[c] / (knorm + alpha / nsize * sum(data[k] ** 2)) ** beta``, with ``k`` over the ``nsize`` channels
    around ``c``: local response normalization, from AlexNet.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    alpha
        Factor of the mean square.
    beta
        Exponent.
    knorm
        What is added to the mean square.
    nsize
        Number of channels; an odd one.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.LRN(mx.nd.ones((1, 3, 1, 1)), alpha=3, beta=1, knorm=1, nsize=3).asnumpy().ravel().tolist()
    [0.3333, 0.25, 0.3333]
    """
    if nsize % 2 != 1:
        raise MXNetError(f"LRN only supports odd values for nsize, got {nsize}")
    wide = _wide(data)
    if data.dim() != 4:
        raise MXNetError(f"data has 4 axes, got {data.dim()}")
    norm = _window_sums(wide * wide, nsize) * (alpha / nsize) + knorm
    return (wide * norm.pow(-beta)).to(data.dtype), norm.to(data.dtype)


@lrn.fast_gradient
def lrn_gradient(grad, data, outs, *, p):
    norm = outs[1]
    scale = norm.pow(-p.beta)
    near = _window_sums(grad * data * (scale / norm), p.nsize)
    return grad * scale - (2 * p.beta * p.alpha / p.nsize) * near * data
