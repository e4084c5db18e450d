"""Layers of networks on 8 bits. Products are summed in 32 bits; see `quantization` for ranges."""
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
    DType,
    Extent,
    Long,
    Params,
    Positive,
    Shape,
    Window,
    op,
    shapes,
)
from .nn.conv import CONVOLVE, check, convolution_shape, geometry
from .nn.pool import Plan
from .quantization import (
    RANGE,
    WIDE_RANGE,
    calibrated,
    check_types,
    kinds,
    largest,
    ratio,
    rounded,
    scalar,
    single,
)

_BYTES = (torch.int8, torch.uint8)
_OUT = ["output", "min_output", "max_output"]
_FLOAT_OUT = {"min_output": torch.float32, "max_output": torch.float32}


def carrier(data: Array, terms: int) -> torch.dtype:
    """Choose the float that holds a sum of so many products of bytes exactly.

    Floats have fast kernels; float32 is exact up to 2**24, and only where nothing is rounded to TF32.
    """
    return torch.float32 if data.device.type == "cpu" and terms * 255 * 128 < 2**24 else torch.float64


def product_range(low_a: Array, high_a: Array, low_b: Array, high_b: Array, unsigned: bool) -> tuple:
    """Give the range that 32 bits stand for when they hold products."""
    one = largest(low_a, high_a) / RANGE[torch.int8]
    two = largest(low_b, high_b) / RANGE[torch.uint8 if unsigned else torch.int8]
    high = one * two * RANGE[torch.int32]
    return -high, high


# ---- convolution and dense layers -----------------------------------------------------------------

_CONV_RANGES = ("min_data", "max_data", "min_weight", "max_weight", "min_bias", "max_bias")
_NO_BIAS = dict.fromkeys(("bias", "min_bias", "max_bias"), "no_bias")
_PRODUCT_TYPES = {"weight": torch.int8, "bias": torch.int8, **dict.fromkeys(_CONV_RANGES, torch.float32),
                  "output": torch.int32, **_FLOAT_OUT}


@op("_contrib_quantized_conv", held=True, outputs=3, output_names=_OUT, omit=_NO_BIAS, differentiable=False,
    types=kinds(data=torch.uint8, **_PRODUCT_TYPES))
def quantized_conv(data: Array, weight: Array, bias: Array | None, min_data: Array, max_data: Array,
                   min_weight: Array, max_weight: Array, min_bias: Array | None = None,
                   max_bias: Array | None = None, *, kernel: Window, stride: Window = (), dilate: Window = (),
                   pad: Shape = (), num_filter: Positive, num_group: Positive = 1, workspace: Long = 1024,
                   no_bias: bool = False,
                   cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                   cudnn_off: bool = False,
                   layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"] | None = None):
    """Convolve unsigned bytes with signed ones into 32 bits; the bias is added as it is."""
    check_types(("data", data, torch.uint8), ("weight", weight, torch.int8), ("bias", bias, torch.int8))
    p = Params(kernel=kernel, stride=stride, pad=pad, dilate=dilate, num_filter=num_filter,
               num_group=num_group, layout=layout)
    _check_conv(data.shape, p)
    rank, stride, pad, dilate = geometry(p)
    wide = carrier(data, prod(weight.shape[1:]))
    out = CONVOLVE[rank](data.to(wide), weight.to(wide), None, stride, pad, dilate).to(torch.int32)
    if bias is not None:
        out += bias.view(-1, *(1,) * rank)
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


@op("_contrib_quantized_fully_connected", held=True, outputs=3, output_names=_OUT, omit=_NO_BIAS, differentiable=False,
    types=kinds(**_PRODUCT_TYPES))
def quantized_fully_connected(data: Array, weight: Array, bias: Array | None, min_data: Array,
                              max_data: Array, min_weight: Array, max_weight: Array,
                              min_bias: Array | None = None, max_bias: Array | None = None, *,
                              num_hidden: Positive, no_bias: bool = False, flatten: bool = True):
    """Apply the linear map ``data @ weight.T + bias`` to bytes, in 32 bits."""
    check_types(("data", data, _BYTES), ("weight", weight, torch.int8), ("bias", bias, torch.int8))
    rows = data.flatten(1) if flatten and data.dim() > 1 else data
    if weight.shape != (num_hidden, rows.shape[-1]):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[num_hidden, rows.shape[-1]]}")
    wide = carrier(data, rows.shape[-1])
    out = (rows.to(wide) @ weight.to(wide).t()).to(torch.int32)
    if bias is not None:
        levels = (ratio(WIDE_RANGE[data.dtype], largest(min_data, max_data))
                  * ratio(WIDE_RANGE[torch.int8], largest(min_weight, max_weight)))
        rescale = levels * largest(min_bias, max_bias) / WIDE_RANGE[torch.int8]
        out += (bias.float() * rescale).to(torch.int32)
    return out, *product_range(min_data, max_data, min_weight, max_weight, data.dtype is torch.uint8)


def dense_shape(shape, p) -> None:
    """Let the parameters and the output of a dense layer follow from its data."""
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
    """Say how windows lie over an array of bytes; refuses what there is no kernel for."""
    if p.pool_type not in ("max", "avg"):
        raise MXNetError(f"QuantizedPoolingOp only supports pool_type=max/avg for now, got {p.pool_type}")
    if len(shape) not in (4, 5):
        raise MXNetError("quantized pooling: input should be 4D in (batch, channel, y, x) or 5D in "
                         f"(batch, channel, d, y, x); got {len(shape)} axes")
    if p.layout not in (None, "NCHW", "NCDHW"):
        raise MXNetError(f"quantized pooling supports NCHW/NCDHW layout for now, got {p.layout}")
    return Plan(shape, p)


def _margins(plan: Plan) -> list[int]:
    """Give the padding that makes every window whole, last axis first."""
    amounts = []
    for size, k, s, q, count in zip(plan.sizes, plan.kernel, plan.stride, plan.pad, plan.counts):
        amounts = [q, max((count - 1) * s + k - size - q, 0), *amounts]
    return amounts


def _averages(data: Array, plan: Plan) -> Array:
    """Give means over whole windows, or over what of them is data."""
    average = {2: functional.avg_pool2d, 3: functional.avg_pool3d}[len(plan.kernel)]

    def total(values: Array) -> Array:
        return average(functional.pad(values, _margins(plan)), plan.kernel, plan.stride, 0, False, True, 1)
    if plan.include_pad:
        return total(data) / prod(plan.kernel)
    return total(data) / total(torch.ones_like(data[:1, :1])).clamp(min=1)


@op("_contrib_quantized_pooling", held=True, outputs=3, output_names=_OUT, differentiable=False,
    types=kinds(min_data=torch.float32, max_data=torch.float32, output=lambda types, p: types.data,
                **_FLOAT_OUT))
def quantized_pooling(data: Array, min_data: Array, max_data: Array, *, kernel: Annotated[Shape, Extent()] = (),
                      pool_type: Literal["avg", "lp", "max", "sum"] = "max", global_pool: bool = False,
                      cudnn_off: bool = False, pooling_convention: Literal["full", "same", "valid"] = "valid",
                      stride: Annotated[Shape, Extent()] = (), pad: Shape = (), p_value: int | None = None,
                      count_include_pad: bool | None = None,
                      layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"] | None = None):
    """Reduce each window of bytes to its maximum or mean. Without padding a mean is of whole windows."""
    check_types(("data", data, _BYTES))
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


@op("_contrib_quantized_act", held=True, outputs=3, output_names=_OUT, shapes=_like_data, differentiable=False,
    types=kinds(min_data=torch.float32, max_data=torch.float32, output=torch.int8, **_FLOAT_OUT))
def quantized_act(data: Array, min_data: Array, max_data: Array, *,
                  act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Set negative bytes to zero; "relu" is the only activation there is."""
    if act_type != "relu":
        raise MXNetError(f"_contrib_quantized_act only supports act_type=relu for now, got {act_type}")
    check_types(("data", data, _BYTES))
    return data.clamp(min=0).view(torch.int8), min_data.clone(), max_data.clone()


@op("_contrib_quantized_batch_norm", held=True, outputs=3, output_names=_OUT, differentiable=False,
    types=kinds(output=torch.int8, **_FLOAT_OUT, **dict.fromkeys(
        ("gamma", "beta", "moving_mean", "moving_var", "min_data", "max_data"), torch.float32)))
def quantized_batch_norm(data: Array, gamma: Array, beta: Array, moving_mean: Aux, moving_var: Aux,
                         min_data: Array, max_data: Array, *, eps: Double = 1e-3, momentum: float = 0.9,
                         fix_gamma: bool = True, use_global_stats: bool = False,
                         output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False,
                         min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Normalize bytes by moving statistics into a calibrated range. ``fix_gamma`` is not looked at."""
    check_types(("data", data, _BYTES))
    if min_calib_range is None or max_calib_range is None:
        raise MXNetError("min_calib_range or max_calib_range is not available. Quantized BN currently don't "
                         "support calib_mode=None")
    values = data.float()
    if data.dtype is torch.uint8:
        values = rounded(values * (WIDE_RANGE[torch.int8] / WIDE_RANGE[torch.uint8]), torch.int8).float()
    low, high = scalar(min_calib_range, data), scalar(max_calib_range, data)
    reach = largest(low, high)
    narrow = ratio(1, (moving_var.double() + eps).sqrt()).float()
    # The kernel divides by the deviation once more, of a variance that was made 1.
    weight = gamma * narrow * largest(min_data, max_data) / reach / float(np.sqrt(np.float32(1 + eps)))
    shift = (beta - moving_mean * gamma * narrow) * WIDE_RANGE[torch.int8] / reach
    view = [-1 if place == axis % data.dim() else 1 for place in range(data.dim())]
    return rounded(values * weight.view(view) + shift.view(view), torch.int8), low, high


@quantized_batch_norm.infer_shape
def quantized_batch_norm_shape(shape, p) -> None:
    _like_data(shape, p)
    data = shape.data
    if not -len(data) <= p.axis < len(data):
        raise MXNetError(f"Channel axis out of range: {p.axis}")
    for name in ("gamma", "beta", "moving_mean", "moving_var"):
        setattr(shape, name, (data[p.axis],))


# ---- joining --------------------------------------------------------------------------------------

def _concat_names(p) -> list[str]:
    names = [f"arg{i}" for i in range(p.num_args)]
    return names + [f"{name}_{end}" for name in names for end in ("min", "max")]


def _concat_type(types, p) -> None:
    given = types.ins[:p.num_args]
    for index, kind in enumerate(given):
        types.set_in(index, kind if kind is torch.int8 else torch.uint8)
    types.output = torch.int8 if torch.int8 in given else torch.uint8
    for index in range(p.num_args, 3 * p.num_args):
        types.set_in(index, torch.float32)
    types.min_output = types.max_output = torch.float32


@op("_contrib_quantized_concat", outputs=3, output_names=_OUT, num_args="num_inputs",
    input_names=_concat_names, types=_concat_type, differentiable=False)
def quantized_concat(*data: Array, num_args: int, dim: int = 1):
    """Join arrays of bytes, each brought to the widest of their ranges.

    First come the arrays, then the least and greatest number of each. One signed array makes all so.
    """
    if len(data) != 3 * num_args or not num_args:
        raise MXNetError(f"{num_args} arrays and their ranges are {3 * num_args} inputs, got {len(data)}")
    arrays, lows, highs = data[:num_args], data[num_args::2], data[num_args + 1::2]
    check_types(*((f"arg{i}", array, _BYTES) for i, array in enumerate(arrays)))
    kind = torch.int8 if any(a.dtype is torch.int8 for a in arrays) else torch.uint8
    low, high = torch.stack(lows).amin(0).clamp(max=0), torch.stack(highs).amax(0).clamp(min=0)
    wanted = ratio(WIDE_RANGE[kind], largest(low, high))
    parts = []
    for array, least, most in zip(arrays, lows, highs):
        own = ratio(WIDE_RANGE[array.dtype], largest(least, most))
        parts.append(rounded(array.float() * (wanted / own), kind))
    return torch.cat(parts, dim), low, high


@quantized_concat.infer_shape
def quantized_concat_shape(shape, p) -> None:
    for index in range(p.num_args, 3 * p.num_args):
        shape.set_in(index, (1,))
    single(shape, "min_output", "max_output")
    known = [cell for cell in (*shape.ins[:p.num_args], shape.outs[0]) if cell is not None]
    if not known:
        return
    rank = len(known[0])
    if not -rank <= p.dim < rank:
        raise MXNetError(f"dim {p.dim} is not an axis of {rank}")
    axis, common = p.dim % rank, None
    for cell in known:
        common = shape.unify(common, (*cell[:axis], -1, *cell[axis + 1:]), "data")
    for index in range(p.num_args):
        shape.set_in(index, common)
    length = [cell[axis] for cell in shape.ins[:p.num_args]]
    shape.output = (*common[:axis], -1 if -1 in length else sum(length), *common[axis + 1:])


# ---- element by element ---------------------------------------------------------------------------

_PAIR_RANGES = ("lhs_min", "lhs_max", "rhs_min", "rhs_max")


def _pair_shape(shape, p) -> None:
    single(shape, *_PAIR_RANGES, "min_output", "max_output")
    if shape.known("rhs"):
        shape.lhs = shape.rhs
    shape.rhs = shape.output = shape.lhs


def _check_pair(lhs: Array, rhs: Array) -> None:
    if lhs.shape != rhs.shape:
        raise MXNetError(f"lhs and rhs have shapes {list(lhs.shape)} and {list(rhs.shape)}, expected equal ones")


def _sum_type(types, p) -> torch.dtype:
    if not calibrated(p):
        return torch.int32
    return types.lhs if types.lhs is types.rhs else torch.int8


@op("_contrib_quantized_elemwise_add", held=True, outputs=3, output_names=_OUT, shapes=_pair_shape,
    differentiable=False,
    types=kinds(**dict.fromkeys(_PAIR_RANGES, torch.float32), output=_sum_type, **_FLOAT_OUT))
def quantized_elemwise_add(lhs: Array, rhs: Array, lhs_min: Array, lhs_max: Array, rhs_min: Array,
                           rhs_max: Array, *, min_calib_range: float | None = None,
                           max_calib_range: float | None = None):
    """Add bytes of two ranges: into 32 bits, or into 8 with a calibrated range."""
    check_types(("lhs", lhs, _BYTES), ("rhs", rhs, _BYTES))
    _check_pair(lhs, rhs)
    reach = largest(lhs_min, lhs_max), largest(rhs_min, rhs_max)
    mixed = lhs.dtype is not rhs.dtype
    if min_calib_range is not None and max_calib_range is not None:
        kind = torch.int8 if mixed else lhs.dtype
        low, high = scalar(min_calib_range, lhs), scalar(max_calib_range, lhs)
        wanted = ratio(WIDE_RANGE[kind], largest(low, high))
        scales = [wanted / ratio(WIDE_RANGE[a.dtype], own) for a, own in zip((lhs, rhs), reach)]
    else:
        kind, high = torch.int32, reach[0] + reach[1]
        low = -high
        scales = [own * RANGE[kind] / (high * WIDE_RANGE[a.dtype]) for a, own in zip((lhs, rhs), reach)]
    parts = []
    for array, scale in zip((lhs, rhs), scales):
        part = array.float() * scale
        # Beside a signed array an unsigned one becomes signed first. Not so in 32 bits, where MXNet
        # does that too and loses nearly all of it.
        parts.append(rounded(part, kind).float() if mixed and array.dtype is torch.uint8
                     and kind is torch.int8 else part)
    return rounded(parts[0] + parts[1], kind), low, high


@op("_contrib_quantized_elemwise_mul", outputs=lambda p: 1 if p.enable_float_output else 3, output_names=_OUT,
    shapes=_pair_shape, differentiable=False,
    types=kinds(lhs=torch.int8, rhs=torch.int8, **dict.fromkeys(_PAIR_RANGES, torch.float32),
                output=lambda types, p: (torch.float32 if p.enable_float_output
                                         else torch.int8 if calibrated(p) else torch.int32), **_FLOAT_OUT))
def quantized_elemwise_mul(lhs: Array, rhs: Array, lhs_min: Array, lhs_max: Array, rhs_min: Array,
                           rhs_max: Array, *, min_calib_range: float | None = None,
                           max_calib_range: float | None = None, enable_float_output: bool = False):
    """Multiply signed bytes: into 32 bits, into 8 with a calibrated range, or into floats."""
    check_types(("lhs", lhs, torch.int8), ("rhs", rhs, torch.int8))
    _check_pair(lhs, rhs)
    product = lhs.to(torch.int32) * rhs
    level = (largest(lhs_min, lhs_max) / WIDE_RANGE[torch.int8]
             * (largest(rhs_min, rhs_max) / WIDE_RANGE[torch.int8]))
    if enable_float_output:
        return product * level
    if min_calib_range is None or max_calib_range is None:
        return product, *product_range(lhs_min, lhs_max, rhs_min, rhs_max, False)
    low, high = scalar(min_calib_range, lhs), scalar(max_calib_range, lhs)
    scaled = product * (level * WIDE_RANGE[torch.int8] / largest(low, high))
    return scaled.trunc().clamp(-128, 127).to(torch.int8), low, high


# ---- rows and shapes ------------------------------------------------------------------------------

@op("_contrib_quantized_embedding", held=True, outputs=3, output_names=_OUT, differentiable=False,
    types=kinds(weight=torch.int8, min_weight=torch.float32, max_weight=torch.float32, output=torch.int8,
                **_FLOAT_OUT))
def quantized_embedding(data: Array, weight: Array, min_weight: Array, max_weight: Array, *, input_dim: Positive,
                        output_dim: Positive, dtype: DType = torch.float32, sparse_grad: bool = False):
    """Look up rows of bytes; an index beyond the table means its first or last row."""
    check_types(("weight", weight, torch.int8))
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[input_dim, output_dim]}")
    return weight[data.long().clamp(0, input_dim - 1)], min_weight.clone(), max_weight.clone()


@quantized_embedding.infer_shape
def quantized_embedding_shape(shape, p) -> None:
    single(shape, "min_weight", "max_weight", "min_output", "max_output")
    shape.weight = (p.input_dim, p.output_dim)
    shape.output = (*shape.data, p.output_dim)


@op("_contrib_quantized_flatten", held=True, outputs=3, output_names=_OUT, differentiable=False,
    types=kinds(min_data=torch.float32, max_data=torch.float32, output=lambda types, p: types.data,
                **_FLOAT_OUT))
def quantized_flatten(data: Array, min_data: Array, max_data: Array):
    """Make two axes of an array of bytes: the first, and all others."""
    return (data.reshape(data.shape[0], -1).clone(), min_data.clone(), max_data.clone())


@quantized_flatten.infer_shape
def quantized_flatten_shape(shape, p) -> None:
    single(shape, "min_data", "max_data", "min_output", "max_output")
    shape.output = (shape.data[0], shapes.prod(shape.data[1:]))
