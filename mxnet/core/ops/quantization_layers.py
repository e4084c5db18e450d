"""Layers of 8-bit networks. Products are summed in 32 bits; see `quantization` for ranges."""
from math import prod
from typing import Annotated, Literal

import numpy as np
import torch
from torch.nn import functional

from ..errors import MXNetError
from ..op import (
    Array,
    Aux,
    Double,
    Extent,
    Long,
    Params,
    Positive,
    Shape,
    Window,
    op,
    shapes,
)
from ..torch_private import byte_product
from .nn.conv import CONVOLVE, check, convolution_shape, geometry
from .nn.conv import WORDS as CONVOLUTION_WORDS
from .nn.pool import Plan
from .quantization import (
    RANGE,
    WIDE_RANGE,
    WORDS,
    check_types,
    kinds,
    largest,
    ratio,
    rounded,
    scalar,
    single,
)

BYTES = (torch.int8, torch.uint8)
OUT = ["output", "min_output", "max_output"]
FLOAT_OUT = {"min_output": torch.float32, "max_output": torch.float32}


def carrier(data: Array, terms: int) -> torch.dtype:
    """Choose the float type that holds a sum of so many products of bytes exactly.

    Floats have fast kernels; float32 is exact up to 2**24, and only where nothing is rounded to TF32.
    """
    return torch.float32 if data.device.type == "cpu" and terms * 255 * 128 < 2**24 else torch.float64


def product(rows: Array, weight: Array) -> Array:
    """Return ``rows @ weight.T`` of bytes in 32 bits, exactly; a GPU multiplies bytes if it has a kernel."""
    if not multiplies_bytes(rows, weight):
        wide = carrier(rows, rows.shape[-1])
        return (rows.to(wide) @ weight.to(wide).t()).to(torch.int32)
    matrix = rows.reshape(-1, rows.shape[-1]).contiguous()
    if rows.dtype is torch.int8:
        sums = byte_product(matrix, weight.t())
    else:  # the kernel takes signed bytes: subtract 128 from each, which wraps around
        sums = byte_product((matrix - 128).view(torch.int8), weight.t()) + 128 * weight.sum(1, dtype=torch.int32)
    return sums.view(*rows.shape[:-1], weight.shape[0])


def multiplies_bytes(rows: Array, weight: Array) -> bool:
    """Return whether the GPU's kernel accepts a product: it needs more than 16 rows, and sizes divisible by 8."""
    terms = rows.shape[-1]
    return byte_product is not None and rows.is_cuda and torch.version.cuda is not None \
        and rows.numel() > 16 * terms > 0 and terms % 8 == 0 and weight.shape[0] % 8 == 0


def convolved(data: Array, weight: Array, window: tuple, groups: int = 1) -> Array:
    """Convolve bytes, with exact sums in 32 bits; on a GPU a one-pixel kernel is a product of bytes."""
    rank, stride, pad, dilate = window
    size = prod(weight.shape[1:])
    if data.is_cuda and size == weight.shape[1] and set(stride) == {1} and not any(pad) and groups == 1:
        pixels = data.movedim(1, -1)
        if multiplies_bytes(pixels, weight.flatten(1)):
            return product(pixels, weight.flatten(1)).movedim(-1, 1).contiguous()
    wide = carrier(data, size)
    return CONVOLVE[rank](data.to(wide), weight.to(wide), None, stride, pad, dilate, groups).to(torch.int32)


def product_range(low_a: Array, high_a: Array, low_b: Array, high_b: Array, unsigned: bool) -> tuple:
    """Return the range that 32 bits represent when they hold products."""
    one = largest(low_a, high_a) / RANGE[torch.int8]
    two = largest(low_b, high_b) / RANGE[torch.uint8 if unsigned else torch.int8]
    high = one * two * RANGE[torch.int32]
    return -high, high


# ---- convolution and dense layers -----------------------------------------------------------------

_CONV_RANGES = ("min_data", "max_data", "min_weight", "max_weight", "min_bias", "max_bias")
_NO_BIAS = dict.fromkeys(("bias", "min_bias", "max_bias"), "no_bias")
_PRODUCT_TYPES = {"weight": torch.int8, "bias": torch.int8, **dict.fromkeys(_CONV_RANGES, torch.float32),
                  "output": torch.int32, **FLOAT_OUT}


@op("_contrib_quantized_conv", held=True, outputs=3, output_names=OUT, omit=_NO_BIAS, differentiable=False,
    words={**CONVOLUTION_WORDS, **WORDS}, types=kinds(data=torch.uint8, **_PRODUCT_TYPES))
def quantized_conv(data: Array, weight: Array, bias: Array | None, min_data: Array, max_data: Array,
                   min_weight: Array, max_weight: Array, min_bias: Array | None = None,
                   max_bias: Array | None = None, *, kernel: Window, stride: Window = (), dilate: Window = (),
                   pad: Shape = (), num_filter: Positive, num_group: Positive = 1, workspace: Long = 1024,
                   no_bias: bool = False,
                   cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                   cudnn_off: bool = False,
                   layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"] | None = None):
    """Convolve unsigned bytes with signed filters, with sums in 32 bits; see `Convolution`.

    The bias is added unscaled. Only ``num_group=1`` and the layouts with channels first are supported.

    Parameters
    ----------
    data
        Bytes of type uint8, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    weight
        Filters of type int8, ``(num_filter, C, *kernel)``.
    bias
        Bias of type int8, ``(num_filter,)``.

    Returns
    -------
    Three arrays: sums of type int32, ``(N, num_filter, ...)``, and the range that they represent.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 1, 2, 2), dtype="uint8"), mx.nd.ones((1, 1, 2, 2), dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_conv(x, weight, low, high, low, high, kernel=(2, 2),
    ...                                                 num_filter=1, no_bias=True)
    >>> out.asnumpy().tolist()
    [[[[4]]]]
    """
    check_types(("data", data, torch.uint8), ("weight", weight, torch.int8), ("bias", bias, torch.int8))
    p = Params(kernel=kernel, stride=stride, pad=pad, dilate=dilate, num_filter=num_filter,
               num_group=num_group, layout=layout)
    _check_conv(data.shape, p)
    out = convolved(data, weight, geometry(p))
    if bias is not None:
        out += bias.view(-1, *(1,) * len(kernel))
    return out, *product_range(min_data, max_data, min_weight, max_weight, False)


def _check_conv(data, p) -> None:
    if p.num_group != 1:
        raise MXNetError(f"quantized_conv only supports num_group=1 for now, got {p.num_group}")
    if p.layout not in (None, "NCHW", "NCDHW"):
        raise MXNetError(f"quantized_conv supports NCHW or NCDHW for now, got {p.layout}")
    if len(p.kernel) not in (2, 3):
        raise MXNetError(f"quantized_conv only supports 2d or 3d kernel for now, got {len(p.kernel)}")
    check(data, p)


@quantized_conv.infer_shape
def quantized_conv_shape(shape, p) -> None:
    single(shape, *_CONV_RANGES, "min_output", "max_output")
    _check_conv(shape.data, p)
    convolution_shape(shape, p)


@op("_contrib_quantized_fully_connected", held=True, outputs=3, output_names=OUT, omit=_NO_BIAS, differentiable=False,
    words=WORDS, types=kinds(**_PRODUCT_TYPES))
def quantized_fully_connected(data: Array, weight: Array, bias: Array | None, min_data: Array,
                              max_data: Array, min_weight: Array, max_weight: Array,
                              min_bias: Array | None = None, max_bias: Array | None = None, *,
                              num_hidden: Positive, no_bias: bool = False, flatten: bool = True):
    """Apply the linear map ``data @ weight.T + bias`` to bytes, with sums in 32 bits; see `FullyConnected`.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8, ``(batch, ...)``.
    weight
        Weight of type int8, ``(num_hidden, features)``.
    bias
        Bias of type int8, ``(num_hidden,)``; it is rescaled to the products.
    num_hidden
        Number of output features.
    no_bias
        Add no bias; it and its range are then not given.
    flatten
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.

    Returns
    -------
    Three arrays: sums of type int32, ``(batch, num_hidden)``, and the range that they represent.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 3), dtype="int8"), mx.nd.ones((2, 3), dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_fully_connected(x, weight, low, high, low, high, num_hidden=2,
    ...                                                            no_bias=True)
    >>> out.asnumpy().tolist()
    [[3, 3]]
    """
    check_types(("data", data, BYTES), ("weight", weight, torch.int8), ("bias", bias, torch.int8))
    rows = data.flatten(1) if flatten and data.dim() > 1 else data
    if weight.shape != (num_hidden, rows.shape[-1]):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[num_hidden, rows.shape[-1]]}")
    out = product(rows, weight)
    if bias is not None:
        levels = (ratio(WIDE_RANGE[data.dtype], largest(min_data, max_data))
                  * ratio(WIDE_RANGE[torch.int8], largest(min_weight, max_weight)))
        rescale = levels * largest(min_bias, max_bias) / WIDE_RANGE[torch.int8]
        out += (bias.float() * rescale).to(torch.int32)
    return out, *product_range(min_data, max_data, min_weight, max_weight, data.dtype is torch.uint8)


def dense_shape(shape, p) -> None:
    """Infer the parameters and the output of a dense layer from its data."""
    data = shape.data
    width = shapes.prod(data[1:]) if p.flatten else data[-1]
    shape.weight = (p.num_hidden, width)
    if shape.has("bias"):
        shape.bias = (p.num_hidden,)
    shape.output = (data[0], p.num_hidden) if p.flatten else (*data[:-1], p.num_hidden)


@quantized_fully_connected.infer_shape
def quantized_fully_connected_shape(shape, p) -> None:
    single(shape, *_CONV_RANGES, "min_output", "max_output")
    dense_shape(shape, p)
    shape.data = (shape.output[0], *shape.data[1:])


# ---- pooling, activation, normalization -----------------------------------------------------------

def pool_plan(shape, p) -> Plan:
    """Plan the windows over an array of bytes; refuses what there is no kernel for."""
    if p.pool_type not in ("max", "avg"):
        raise MXNetError(f"QuantizedPoolingOp only supports pool_type=max/avg for now, got {p.pool_type}")
    if len(shape) not in (4, 5):
        raise MXNetError("quantized pooling: input should be 4D in (batch, channel, y, x) or 5D in "
                         f"(batch, channel, d, y, x); got {len(shape)} axes")
    if p.layout not in (None, "NCHW", "NCDHW"):
        raise MXNetError(f"quantized pooling supports NCHW/NCDHW layout for now, got {p.layout}")
    return Plan(shape, p)


def past_end(plan: Plan) -> list[int]:
    """Return the padding after the data that completes every window."""
    return [max((count - 1) * s + k - size - q, 0)
            for size, k, s, q, count in zip(plan.sizes, plan.kernel, plan.stride, plan.pad, plan.counts)]


def _margins(plan: Plan) -> list[int]:
    """Return the padding that completes every window, last axis first."""
    pairs = zip(plan.pad, past_end(plan))
    return [amount for pair in reversed(list(pairs)) for amount in pair]


def _averages(data: Array, plan: Plan) -> Array:
    """Return means over whole windows, or over their data only."""
    average = {2: functional.avg_pool2d, 3: functional.avg_pool3d}[len(plan.kernel)]

    margins = _margins(plan)

    def total(values: Array) -> Array:
        whole = functional.pad(values, margins) if any(margins) else values
        return average(whole, plan.kernel, plan.stride, 0, False, True, 1)
    if plan.include_pad:
        return total(data) / prod(plan.kernel)
    return total(data) / total(torch.ones_like(data[:1, :1])).clamp(min=1)


@op("_contrib_quantized_pooling", held=True, outputs=3, output_names=OUT, differentiable=False,
    words=WORDS,
    types=kinds(min_data=torch.float32, max_data=torch.float32, output=lambda types, p: types.data,
                **FLOAT_OUT))
def quantized_pooling(data: Array, min_data: Array, max_data: Array, *, kernel: Annotated[Shape, Extent()] = (),
                      pool_type: Literal["avg", "lp", "max", "sum"] = "max", global_pool: bool = False,
                      cudnn_off: bool = False, pooling_convention: Literal["full", "same", "valid"] = "valid",
                      stride: Annotated[Shape, Extent()] = (), pad: Shape = (), p_value: int | None = None,
                      count_include_pad: bool | None = None,
                      layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"] | None = None):
    """Reduce each window of bytes to its maximum or mean; see `Pooling`.

    Means are rounded. With ``count_include_pad=False`` they leave out the padding.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    kernel
        Size of the window; not needed with ``global_pool``.
    pool_type
        ``"max"`` or ``"avg"``; the others are not supported on bytes.
    global_pool
        Reduce each channel to one number.
    pooling_convention
        How the number of windows is rounded: ``"valid"`` down, ``"full"`` up.
    stride
        Distance between windows; empty means 1.
    pad
        Padding on both sides of each spatial dimension; empty means none.
    p_value
        Accepted and ignored: the power of ``"lp"`` pooling.
    count_include_pad
        Whether padding counts in means, as it does by default.
    layout
        Order of the axes: ``"NCHW"`` or ``"NCDHW"``, as None.

    Returns
    -------
    Three arrays: the bytes, ``(N, C, ...)``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([[[[1, 5], [3, 2]]]], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_pooling(x, low, high, kernel=(2, 2))
    >>> out.asnumpy().tolist()
    [[[[5]]]]
    """
    check_types(("data", data, BYTES))
    plan = pool_plan(data.shape, Params(
        kernel=kernel, pool_type=pool_type, global_pool=global_pool, stride=stride, pad=pad,
        pooling_convention=pooling_convention, p_value=p_value, count_include_pad=count_include_pad,
        layout=layout))
    values = data.float()
    if pool_type == "avg":
        out = _averages(values, plan)
    else:
        maximum = {2: torch.max_pool2d, 3: torch.max_pool3d}[len(plan.kernel)]
        out = maximum(functional.pad(values, _margins(plan), value=-128), plan.kernel, plan.stride)
    return rounded(out, data.dtype), min_data.clone(), max_data.clone()


@quantized_pooling.infer_shape
def quantized_pooling_shape(shape, p) -> None:
    single(shape, "min_data", "max_data", "min_output", "max_output")
    shape.output = pool_plan(shape.data, p).out_shape(shape.data)


def _like_data(shape, p) -> None:
    single(shape, "min_data", "max_data", "min_output", "max_output")
    shape.output = shape.data


@op("_contrib_quantized_act", held=True, outputs=3, output_names=OUT, shapes=_like_data, differentiable=False,
    words=WORDS, types=kinds(min_data=torch.float32, max_data=torch.float32, output=torch.int8, **FLOAT_OUT))
def quantized_act(data: Array, min_data: Array, max_data: Array, *,
                  act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Set negative bytes to zero; see `Activation`.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8 and any shape.
    act_type
        ``"relu"``; there is no other on bytes.

    Returns
    -------
    Three arrays: the bytes, of the shape of ``data``, and their range, which is that of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-3, 4], dtype="int8"), mx.nd.array([-1]), mx.nd.array([1])
    >>> out, least, most = mx.nd.contrib.quantized_act(x, low, high, act_type="relu")
    >>> out.asnumpy().tolist()
    [0, 4]
    """
    if act_type != "relu":
        raise MXNetError(f"_contrib_quantized_act only supports act_type=relu for now, got {act_type}")
    check_types(("data", data, BYTES))
    return data.clamp(min=0).view(torch.int8), min_data.clone(), max_data.clone()


@op("_contrib_quantized_batch_norm", held=True, outputs=3, output_names=OUT, differentiable=False,
    words=WORDS,
    types=kinds(output=torch.int8, **FLOAT_OUT, **dict.fromkeys(
        ("gamma", "beta", "moving_mean", "moving_var", "min_data", "max_data"), torch.float32)))
def quantized_batch_norm(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux,
                         min_data: Array, max_data: Array, *, eps: Double = 1e-3, momentum: float = 0.9,
                         fix_gamma: bool = True, use_global_stats: bool = False,
                         output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False,
                         min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Normalize bytes by moving statistics into a calibrated range; see `BatchNorm`.

    ``(data - moving_mean) / sqrt(moving_var + eps) * gamma + beta`` of the numbers that the bytes stand for. The
    calibrated range has to be given.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8 and any shape.
    gamma
        Scale of each channel.
    beta
        Shift of each channel.
    moving_mean
        Mean of each channel.
    moving_var
        Variance of each channel.
    eps
        Added to the variance.
    momentum
        Accepted and ignored: statistics are not moved.
    fix_gamma
        Accepted and ignored: ``gamma`` counts in any case.
    use_global_stats
        Accepted and ignored: moving statistics are used in any case.
    output_mean_var
        Accepted and ignored.
    axis
        Axis of the channels.

    Returns
    -------
    Three arrays: bytes of type int8, of the shape of ``data``, and the calibrated range.

    Examples
    --------
    >>> x, one, zero = mx.nd.array([[51, 102]], dtype="int8"), mx.nd.ones((2,)), mx.nd.zeros((2,))
    >>> low, high = mx.nd.array([-2.5]), mx.nd.array([2.5])
    >>> out, least, most = mx.nd.contrib.quantized_batch_norm(x, one, zero, zero, one, low, high, eps=1e-5,
    ...                                                       min_calib_range=-2.5, max_calib_range=2.5)
    >>> out.asnumpy().tolist()
    [[51, 102]]
    """
    check_types(("data", data, BYTES))
    if min_calib_range is None or max_calib_range is None:
        raise MXNetError("min_calib_range or max_calib_range is not available. Quantized BN currently don't "
                         "support calib_mode=None")
    values = data.float()
    if data.dtype is torch.uint8:
        values = rounded(values * (WIDE_RANGE[torch.int8] / WIDE_RANGE[torch.uint8]), torch.int8).float()
    low, high = scalar(min_calib_range, data), scalar(max_calib_range, data)
    factor, shift = norm_factors(gamma, beta, moving_mean, moving_var, (min_data, max_data), (low, high), eps)
    view = [-1 if place == axis % data.dim() else 1 for place in range(data.dim())]
    return rounded(values * factor.view(view) + shift.view(view), torch.int8), low, high


def norm_factors(gamma: Array, beta: Array, mean: Array, var: Array, ends: tuple[Array, Array],
                 out_ends: tuple[Array, Array], eps: float) -> tuple[Array, Array]:
    """Return what a batch norm multiplies signed bytes of one range by, and adds, to give those of another."""
    reach, narrow = largest(*out_ends), ratio(1, (var.double() + eps).sqrt()).float()
    # The kernel divides by the deviation again, of a variance set to 1.
    factor = gamma * narrow * largest(*ends) / reach / float(np.sqrt(np.float32(1 + eps)))
    return factor, (beta - mean * gamma * narrow) * WIDE_RANGE[torch.int8] / reach


@quantized_batch_norm.infer_shape
def quantized_batch_norm_shape(shape, p) -> None:
    _like_data(shape, p)
    data = shape.data
    if not -len(data) <= p.axis < len(data):
        raise MXNetError(f"Channel axis out of range: {p.axis}")
    for name in ("gamma", "beta", "moving_mean", "moving_var"):
        setattr(shape, name, (data[p.axis],))
