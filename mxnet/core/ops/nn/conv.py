"""Convolution in one to three dimensions."""
from functools import lru_cache
from math import gcd
from typing import Literal

import torch

from ... import order
from ...errors import MXNetError
from ...matmul import by_onednn, pays
from ...op import Array, Kernel, Long, Params, Positive, Shape, op, types
from ...tuning import (
    CHANNELS_FIRST_GRADIENT_FILTERS_PER_IMAGES,
    CHANNELS_FIRST_GRADIENT_FROM_ELEMENTS,
    CHANNELS_FIRST_GRADIENT_UP_TO_CHANNELS,
    VECTOR_ELEMENTS,
)
from . import pairs, winograd
from .packing import computes
from .phases import phase_gradient
from .spatial import channels_last, first, last, per_axis, to_first, to_last
from .sums import summed_gradient

_backward = torch.ops.aten.convolution_backward.default
CONVOLVE = {1: torch.conv1d, 2: torch.conv2d, 3: torch.conv3d}
_NAMES = {1: "3D in batch-num_filter-x", 2: "4D in batch-num_filter-y-x", 3: "5D in batch-num_filter-depth-y-x"}

# Descriptions of the inputs and params of convolutions.
WORDS = {
    "data": "Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.",
    "weight": "Filters of shape ``(num_filter, channels / num_group, *kernel)``; the channels are last where "
              "``layout`` has them last.",
    "bias": "Vector of shape ``(num_filter,)``, a number that is added to each channel of the output.",
    "kernel": "Size of the filters, per axis.",
    "stride": "Distance between the places where a filter is applied, per axis; 1 by default.",
    "dilate": "Distance between the elements of the data that a filter reads, per axis; 1 by default.",
    "pad": "Zeros on both sides of the data, per axis; 0 by default.",
    "num_filter": "Number of filters, and of channels of the output.",
    "num_group": "Number of groups that the channels are cut into; each has filters of its own. With as many groups as "
                 "channels it is a depthwise convolution.",
    "no_bias": "Leave out the bias; the operator has two inputs then.",
    "layout": "The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by "
              "default.",
}


def geometry(p) -> tuple:
    """Return (rank, stride, pad, dilate) of a convolution's params.

    Filters of one element have no distances along that axis. oneDNN would take them at their word, and may read memory
    that is not its own.
    """
    rank = len(p.kernel)
    if rank not in CONVOLVE:
        raise MXNetError(f"kernel has {rank} axes, expected 1, 2 or 3")
    dilate = per_axis(p.dilate, rank, 1, "dilate")
    return (rank, per_axis(p.stride, rank, 1, "stride"), per_axis(p.pad, rank, 0, "pad"),
            tuple([min(apart, 1) if size == 1 else apart for size, apart in zip(p.kernel, dilate)]))


def check(data_shape, p) -> None:
    """Refuse what the kernels would accept, or refuse with a different message."""
    rank = len(p.kernel)
    if len(data_shape) != rank + 2:
        raise MXNetError(f"Input data should be {_NAMES[rank]}; got {len(data_shape)} axes")
    if p.num_filter % p.num_group:
        raise MXNetError(f"output num_filter {p.num_filter} must divide group size {p.num_group}")
    if min(p.kernel) < 1:
        raise MXNetError(f"incorrect kernel size: {p.kernel}")


@lru_cache(maxsize=1024)
def _planned(rank, kernel, stride, pad, dilate, num_filter, num_group, layout) -> tuple:
    """Check the params for data of a rank; return (kernel function, stride, pad, dilate, turned)."""
    p = Params(kernel=kernel, stride=stride, pad=pad, dilate=dilate, num_filter=num_filter,
               num_group=num_group)
    axes, stride, pad, dilate = geometry(p)
    check((0,) * rank, p)
    return CONVOLVE[axes], stride, pad, dilate, channels_last(layout, axes)


def _convolve(data, weight, bias, kernel, stride, pad, dilate, num_filter, num_group, layout):
    function, stride, pad, dilate, turned = _planned(data.dim(), kernel, stride, pad, dilate, num_filter,
                                                     num_group, layout)
    if turned:
        data, weight = first(data), first(weight)
    if weight.shape[2:] != kernel or weight.shape[0] != num_filter:
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {num_filter} filters of kernel "
                         f"{list(kernel)}")
    out = _run(function, data, weight, bias, stride, pad, dilate, num_group)
    return last(out) if turned else out


def _run(function, data, weight, *rest):
    """Convolve; on one thread torch multiplies a single image by 1 x 1 filters as matrices, which may pay elsewhere."""
    if max(weight.shape[2:]) == 1 and pays(data.numel() * weight.shape[0], data) and data.shape[0] == 1:
        with by_onednn():
            return function(data, weight, *rest)
    return function(data, weight, *rest)


def _reads_last(shapes: list, p: Params) -> tuple[int, ...]:
    """Say which inputs go to kernels for channels last: batches of images and their filters, of several channels."""
    data, weight = shapes[0], shapes[1]
    if len(data or ()) != 4 or data[0] == 1 or channels_last(p.layout, 2):
        return ()
    return tuple(place for place, shape in enumerate((data, weight)) if shape[1] != 1)


@op("Convolution", accepts=types.FLOATING, omit={"bias": "no_bias"}, fresh_gradients=True, spreads=True, words=WORDS,
    reads_last=_reads_last)
def convolution(data: Array, weight: Array, bias: Array | None = None, *, kernel: Shape, stride: Shape = (),
                dilate: Shape = (), pad: Shape = (), num_filter: Positive, num_group: Positive = 1,
                workspace: Long = 1024, no_bias: bool = False,
                cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                cudnn_off: bool = False,
                layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"] | None = None):
    """Convolve data with filters over one to three axes, as many as ``kernel`` has.

    In two dimensions, with ``c`` over the channels of a filter's group and ``u, v`` over the kernel:
    ``out[n, f, y, x] = bias[f] + sum_cuv weight[f, c, u, v] * data[n, c, y * stride + u * dilate - pad, ...]``.
    What lies outside the data is zero. Along each axis ``size`` becomes
    ``(size + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1``.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, or in the requested layout.

    Examples
    --------
    >>> images = mx.nd.ones((1, 3, 5, 5))
    >>> filters = mx.nd.ones((8, 3, 3, 3))
    >>> out = mx.nd.Convolution(images, filters, no_bias=True, kernel=(3, 3), pad=(1, 1), num_filter=8)
    >>> out.shape, out[0, 0, 0, 0].asscalar().item(), out[0, 0, 2, 2].asscalar().item()
    ((1, 8, 5, 5), 12.0, 27.0)
    """
    return _convolve(data, weight, bias, kernel, stride, pad, dilate, num_filter, num_group, layout)


@convolution.infer_shape
def convolution_shape(shape, p) -> None:
    data = shape.data
    rank, stride, pad, dilate = geometry(p)
    check(data, p)
    turned = channels_last(p.layout, rank)
    if turned:
        data = to_first(data)
    channels = data[1]
    if channels != -1 and channels % p.num_group:
        raise MXNetError(f"input num_filter {channels} must divide group size {p.num_group}")
    weight = (p.num_filter, channels // p.num_group if channels != -1 else -1, *p.kernel)
    shape.weight = to_last(weight) if turned else weight
    if shape.has("bias"):
        shape.bias = (p.num_filter,)
    spans = [d * (k - 1) + 1 for d, k in zip(dilate, p.kernel)]
    out = (data[0], p.num_filter,
           *(-1 if size == -1 else (size + 2 * q - span) // s + 1
             for size, q, span, s in zip(data[2:], pad, spans, stride)))
    for size, q, span in zip(data[2:], pad, spans):
        if size != -1 and span > size + 2 * q:
            raise MXNetError(f"kernel size exceed input: {span} > {size} + 2 * {q}")
    shape.out = to_last(out) if turned else out
    # Backwards: the batch always, and the axes of stride 1.
    out = to_first(shape.out) if turned else shape.out
    sizes = (o + span - 1 - 2 * q if o != -1 and s == 1 else size
             for size, o, q, span, s in zip(data[2:], out[2:], pad, spans, stride))
    data = (out[0], data[1], *sizes)
    shape.data = to_last(data) if turned else data


def reads_past(shape: tuple, stride: tuple) -> bool:
    """Return whether oneDNN may read past images with channels last: those of one channel, more columns than rows of
    which are skipped. Where one column of windows is left, it returns what lies behind them in memory."""
    return len(shape) == 4 and shape[1] == 1 and stride[0] < stride[1]


def ordered(tensor: Array) -> Array:
    """Return a batch of images with its channels last in memory: only strides change, the shape stays NCHW.

    Kernels are faster this way, except for single images.
    """
    return tensor if tensor.dim() != 4 or tensor.shape[0] == 1 else order.strided_last(tensor)


@convolution.fast_gradient
def convolution_gradient(grad, data, weight, *, p, needs):
    rank, stride, pad, dilate = geometry(p)
    turned = channels_last(p.layout, rank)
    if turned:
        grad, data, weight = first(grad), first(data), first(weight)
    elif needs[0] or data.shape[1] > CHANNELS_FIRST_GRADIENT_UP_TO_CHANNELS or not grad.is_contiguous():
        grad, data = ordered(grad), ordered(data)
    found = _cheaper_gradients(grad, data, weight, stride, pad, dilate, p.num_group, needs) \
        if grad.is_cpu and p.num_group == 1 else (None,) * 3
    mask = [need and known is None for need, known in zip((*needs, False)[:3], found)]
    rest = _backward(grad, data, weight, [p.num_filter], stride, pad, dilate, False, (0,) * rank, p.num_group,
                     mask) if any(mask) else found
    to_data, to_weight, to_bias = (each if known is None else known for each, known in zip(rest, found))
    if to_weight is not None and to_weight.is_cuda:  # in its array's order; here a compiler may fuse the copy
        to_weight = to_weight.contiguous()
    if turned:
        to_data = last(to_data) if needs[0] else None
        to_weight = last(to_weight) if needs[1] else None
    return to_data, to_weight, to_bias


def _outweighs(weight, data, grad) -> bool:
    """Return whether filters are so much larger than images that their gradient had better be in their own order.

    oneDNN gives it in the order of the images; the other is then made of all filters, before they are copied.
    """
    if weight.dim() != 4 or weight.dtype is not torch.float32 or not computes(grad, data, weight):
        return False
    count = weight.numel()
    return count >= CHANNELS_FIRST_GRADIENT_FROM_ELEMENTS and max(weight.shape[2:]) > 1 and weight.is_contiguous() \
        and count >= CHANNELS_FIRST_GRADIENT_FILTERS_PER_IMAGES * (data.numel() + grad.numel())


def _cheaper_gradients(grad, data, weight, stride, pad, dilate, groups, needs) -> tuple:
    """Return those of the three gradients that there is a better way to than oneDNN's, on the host."""
    plan = winograd.planned(data.shape, data.dtype, weight.shape, stride, pad, dilate, groups)
    if plan is not None and computes(grad, data, weight) and all(map(winograd.is_finite, (grad, data))):
        grad = ordered(grad)
        return *plan.gradients(grad, ordered(data), weight, needs[:2]), _bias_gradient(grad, needs)
    by_phases = needs[0] and max(dilate) == 1
    to_data = phase_gradient(grad, weight, data.shape[2:], stride, pad) if by_phases else None
    if needs[1] and _outweighs(weight, data, grad):
        # With channels first, as the filters have them. oneDNN makes the gradient of filters for that of the bias too.
        return to_data, *_backward(*map(order.contiguous, (grad, data)), weight, [len(weight)], stride, pad, dilate,
                                   False, (0, 0), 1, [False, True, len(needs) > 2 and needs[2]])[1:]
    return to_data, *_gradients_by_pairs(grad, data, weight, stride, pad, dilate, groups, needs)


def _gradients_by_pairs(grad, data, weight, stride, pad, dilate, groups, needs) -> tuple:
    """Return the gradients of filters, by pairs of columns where that is better, and of the bias."""
    if not computes(grad, data, weight) or not grad.is_contiguous(memory_format=torch.channels_last):
        return None, None
    by_pairs = needs[1] and pairs.applies(grad.shape, data, weight.shape, stride, pad, dilate, groups)
    return pairs.filter_gradient(grad, data, weight, pad) if by_pairs else None, _bias_gradient(grad, needs)


def _bias_gradient(grad, needs) -> Array | None:
    """Sum an output gradient that has its channels last, if that is needed, and of float32.

    oneDNN's gradient of filters of three channels takes three times as long if it sums as well, and sums one number
    after another: 200,000 numbers deviated by 0.02, here by 0.0002. Several pixels are summed side by side where their
    channels fill vectors that those of one do not: 20 channels take a quarter of the time.
    """
    if len(needs) < 3 or not needs[2] or grad.dtype is not torch.float32:
        return None
    channels = grad.shape[1]
    pixels = gcd(grad.numel() // channels, VECTOR_ELEMENTS // gcd(channels, VECTOR_ELEMENTS))
    if pixels == 1 or not grad.numel():
        return grad.sum((0, 2, 3))
    return grad.permute(0, 2, 3, 1).reshape(-1, pixels * channels).sum(0).view(pixels, channels).sum(0)


@convolution.lower("backward")
def convolution_gradient_kernel(call):
    """Sum the gradient of the data over each channel, if no more of it is read."""
    p, needs = call.p, (False, *call.needs[1:])
    rank, stride, pad, dilate = geometry(p)
    turned = channels_last(p.layout, rank)
    if call.sums != (rank + 1 if turned else 1) or call.device.type != "cpu" or call.specs[0][1] is not torch.float32:
        return None

    def kernel(grad, data, weight):
        sums = summed_gradient(*map(first, (grad, weight)), data.shape[1:-1], stride, pad, dilate, p.num_group) \
            if turned else summed_gradient(grad, weight, data.shape[2:], stride, pad, dilate, p.num_group)
        return sums, *convolution_gradient(grad, data, weight, p=p, needs=needs)[1:]
    return Kernel(kernel, sums=True)


def convolution_kernel(call):
    p = call.p
    rank, stride, pad, dilate = geometry(p)
    if channels_last(p.layout, rank):
        return None
    convolve, groups = CONVOLVE[rank], p.num_group
    arrange = (lambda data: data) if reads_past(call.specs[0][0], stride) else ordered

    def kernel(data, weight, bias=None):
        return _run(convolve, arrange(data), weight, bias, stride, pad, dilate, groups)

    def by_winograd(data, weight, bias=None):
        if computes(data, weight) and winograd.is_finite(data) and winograd.is_finite(weight):
            return plan.convolve(ordered(data), plan.products(weight), bias)
        return kernel(data, weight, bias)
    (shape, dtype), (weight_shape, _) = call.specs[:2]
    plan = winograd.planned(shape, dtype, weight_shape, stride, pad, dilate, groups) \
        if call.device.type == "cpu" else None
    return kernel if plan is None else by_winograd


@op("Convolution_v1", accepts=types.FLOATING, omit={"bias": "no_bias"}, shapes=convolution_shape, words=WORDS)
def convolution_v1(data: Array, weight: Array, bias: Array | None = None, *, kernel: Shape,
                   stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Positive,
                   num_group: Positive = 1, workspace: Long = 1024, no_bias: bool = False,
                   cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                   cudnn_off: bool = False, layout: Literal["NCDHW", "NCHW", "NDHWC", "NHWC"] | None = None):
    """Convolve data with filters; kept for models of MXNet's first releases.

    It computes what `Convolution` does, over two or three axes.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> filters = mx.nd.ones((4, 3, 3, 3))
    >>> mx.nd.Convolution_v1(mx.nd.ones((1, 3, 5, 5)), filters, no_bias=True, kernel=(3, 3), num_filter=4).shape
    (1, 4, 3, 3)
    """
    return _convolve(data, weight, bias, kernel, stride, pad, dilate, num_filter, num_group, layout)


convolution_v1.fast_gradient(convolution_gradient)
convolution_v1.lower(convolution_kernel)
