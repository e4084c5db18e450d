"""8-bit layers as one call each: a convolution or a dense layer with its batch norm, sum and activation.

MXNet's oneDNN backend made such nodes (`_sg_mkldnn_conv`, `_sg_mkldnn_fully_connected`), each with the layer that it
was made from as its subgraph. One that is not quantized stands for that subgraph. A quantized one stands for one call
of an operator below, which does all of it: products of bytes summed in 32 bits, the rest applied to the sums.
"""
from typing import Any, Literal, NamedTuple

import torch
from torch.nn import functional

from ..errors import MXNetError
from ..op import Array, Aux, Double, Long, Params, Positive, Shape, Subgraphs, Window, op
from .control_shapes import through_body
from .nn.conv import WORDS as CONVOLUTION_WORDS
from .nn.conv import check, convolution_shape, geometry
from .quantization import (
    WIDE_RANGE,
    WORDS,
    calibrated,
    check_types,
    largest,
    ratio,
    rounded,
    scalar,
    single,
)
from .quantization_layers import convolved, dense_shape, product, product_range

BYTES = (torch.int8, torch.uint8)
Kind = Literal["none", "relu", "leaky", "clip", "gelu", "elu", "abs"]
_GREATEST = float(2**31 - 1)  # the scale of an all-zero array
_FULL_BIAS = float(2**30)     # the largest bias in 32 bits; MXNet leaves the kernel as much headroom


# ---- scales: how many steps of 8 bits a one is ----------------------------------------------------

def scale_of(kind: torch.dtype, low: Array, high: Array) -> Array:
    """Return the scale of bytes that represent a range."""
    reach = largest(low, high)
    return torch.where(reach == 0, _GREATEST, ratio(WIDE_RANGE[kind], reach))


def _filter_scales(weight: Array, bias: Array | None, data_scale: Array) -> Array:
    """Return one scale per filter, such that the filter's bias fits 32 bits as well."""
    reach = weight.flatten(1).abs().amax(1)
    scales = torch.where(reach == 0, _GREATEST, ratio(WIDE_RANGE[torch.int8], reach))
    if bias is None:
        return scales
    room = torch.where(bias == 0, torch.inf, ratio(_FULL_BIAS, bias.abs()) / data_scale)
    return torch.minimum(scales, room)


class Levels(NamedTuple):
    """A layer's parameters as integers, cached until the originals are written to."""

    weight: Array         # int8
    scales: Array         # of the weight: one, or one per filter
    bias: Array | None    # int32, in steps of the data's scale times the weight's
    low: Array | None     # ends of the weight's range, where its scale is one
    high: Array | None


def floats_to_levels(weight: Array, bias: Array | None, data_scale: Array, per_filter: bool) -> Levels:
    """Quantize a layer's float parameters, by one scale or one per filter."""
    low = high = None
    if per_filter:
        scales = _filter_scales(weight, bias, data_scale)
    else:
        low, high = (end.reshape(1) for end in torch.aminmax(weight))
        scales = scale_of(torch.int8, low, high)
    whole = rounded(weight * scales.view(-1, *(1,) * (weight.dim() - 1)), torch.int8)
    bias = None if bias is None else rounded(bias * (scales * data_scale), torch.int32)
    return Levels(whole, scales, bias, low, high)


def bytes_to_levels(weight: Array, bias: Array | None, data_scale: Array, ends: tuple) -> Levels:
    """Rescale a bias of bytes, with its own range, to the scale of the products."""
    low, high, *bias_ends = ends
    scale = scale_of(torch.int8, low, high)
    if bias is None:
        return Levels(weight, scale, None, low, high)
    own, reach = scale_of(torch.int8, *bias_ends), largest(*bias_ends)
    factor, most = data_scale * scale / own, (_FULL_BIAS - 1) / reach / own
    if bool(factor > most):  # else the bias would not fit 32 bits
        smaller = most * own / data_scale / scale
        weight, scale, factor = _away(weight * smaller).to(torch.int8), scale * smaller, most
    return Levels(weight, scale, _away(bias * factor).to(torch.int32), low, high)


def _away(values: Array) -> Array:
    """Round to the nearest integer, half away from zero."""
    return (values.abs() + 0.5).floor_().copysign_(values)


def folded(weight: Array, bias: Array | None, norm: tuple, eps: float, fix_gamma: bool) -> tuple[Array, Array]:
    """Return the weight and bias of a layer with a following batch norm, of fixed statistics, folded in."""
    gamma, beta, mean, var = norm
    factor = ((1.0 if fix_gamma else gamma) / (var.double() + eps).sqrt()).float()
    shift = -mean if bias is None else bias - mean
    return weight * factor.view(-1, *(1,) * (weight.dim() - 1)), beta + factor * shift


# ---- what is done to sums on the way out ----------------------------------------------------------

def activated(values: Array, p, unit: Array | float = 1.0) -> Array:
    """Apply a layer's activation to values in units of ``unit``."""
    kind = p.activation
    if kind == "relu":
        return values.clamp(min=0)
    if kind == "clip":
        return torch.minimum(values.clamp(min=0), torch.as_tensor(p.bound * unit, device=values.device))
    if kind == "leaky":
        return torch.where(values < 0, values * p.slope, values)
    if kind == "abs":
        return values.abs()
    if kind == "none":
        return values
    real = values / unit
    return (functional.gelu(real) if kind == "gelu" else functional.elu(real, p.slope)) * unit


def out_type(p) -> torch.dtype:
    """Return the output type of a fused layer."""
    if p.float_output:
        return torch.float32
    if not calibrated(p):
        return torch.int32
    return torch.uint8 if p.unsigned else torch.int8


def out_range(p) -> tuple[float, float]:
    """Return the calibrated range of a layer's output. Unsigned bytes hold no negative numbers, whatever it says:

    with ``entropy`` and int8 the range of a relu is symmetric, and MXNet's next layer refuses it.
    """
    low, high = p.min_calib_range, p.max_calib_range
    if p.unsigned and low < 0:
        low, high = 0.0, max(-low, high)
    return low, high


def check_data(signed: bool, low: float) -> None:
    """Refuse unsigned bytes that represent negative numbers."""
    if not signed and low < 0:
        raise MXNetError("Expect int8 when data_min < 0.0, consider quantize model with int8; data is uint8 and "
                         f"stands for numbers from {low:g}")


_WORDS = {
    **CONVOLUTION_WORDS, **WORDS,
    "activation": "What is done to the result last.",
    "slope": "Slope of negative numbers for ``leaky``, their bound for ``elu``.",
    "bound": "Upper bound for ``clip``, whose lower bound is zero.",
    "unsigned": "Give uint8, where the calibrated range is given; otherwise int8.",
    "float_output": "Give floats.",
}


# ---- convolution ----------------------------------------------------------------------------------

_NORM = ("gamma", "beta", "moving_mean", "moving_var")
_ENDS = ("data_min", "data_max", "sum_min", "sum_max")
_UNSUMMED = dict.fromkeys(("sum", "sum_min", "sum_max"), lambda p: not p.with_sum)


def _joined_types(*floats: str):
    def rule(types, p) -> None:
        for name in (*floats, "data_min", "data_max", "sum_min", "sum_max"):
            if name in types.input_names:
                setattr(types, name, torch.float32)
        types.output = out_type(p)
        for name in types.output_names[1:]:
            setattr(types, name, torch.float32)
    return rule


@op("_joined_quantized_convolution", outputs=3, output_names=["output", "output_min", "output_max"],
    words=_WORDS,
    omit={"bias": "no_bias", **dict.fromkeys(_NORM, lambda p: not p.with_bn), **_UNSUMMED}, differentiable=False,
    types=_joined_types("weight", "bias", *_NORM))
def joined_convolution(data: Array, weight: Array, bias: Array | None, gamma: Array | None, beta: Array | None,
                       moving_mean: Aux | None, moving_var: Aux | None, sum: Array | None, data_min: Array,
                       data_max: Array, sum_min: Array | None = None, sum_max: Array | None = None, *,
                       kernel: Window, stride: Window = (), dilate: Window = (), pad: Shape = (), num_filter: Positive,
                       num_group: Positive = 1, workspace: Long = 1024, no_bias: bool = False,
                       cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                       cudnn_off: bool = False, layout: Literal["NCDHW", "NCHW"] | None = None,
                       with_bn: bool = False, eps: Double = 1e-3, fix_gamma: bool = True, with_sum: bool = False,
                       activation: Kind = "none", slope: float = 0.25, bound: float = 0.0, unsigned: bool = False,
                       float_output: bool = False, min_calib_range: float | None = None,
                       max_calib_range: float | None = None):
    """Convolve bytes with float filters, which are quantized here, with batch norm, sum and activation in one call.

    It does the work of the quantized convolutions in files of MXNet's oneDNN backend.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8, ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    weight
        Filters of type float32, ``(num_filter, C / num_group, *kernel)``.
    bias
        Bias of type float32, ``(num_filter,)``.
    gamma
        Scale of the batch norm; only with ``with_bn``, as the next three.
    beta
        Shift of the batch norm.
    moving_mean
        Mean of the batch norm.
    moving_var
        Variance of the batch norm.
    sum
        Bytes that are added to the result, of its shape; only with ``with_sum``, as their range.
    data_min
        Smallest number that ``data`` represents, an array of one element.
    data_max
        Largest number that ``data`` represents, an array of one element.
    sum_min
        Smallest number that ``sum`` represents, an array of one element.
    sum_max
        Largest number that ``sum`` represents, an array of one element.
    with_bn
        Fold a batch norm into filters and bias.
    eps
        Added to the variance of the batch norm.
    fix_gamma
        Take 1 for ``gamma``.
    with_sum
        Add ``sum`` before the activation.

    Returns
    -------
    Three arrays: the result, ``(N, num_filter, ...)``, and the range that it represents.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 1, 2, 2), dtype="int8"), mx.nd.ones((1, 1, 2, 2))
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> layer = mx.nd._internal._joined_quantized_convolution
    >>> out, least, most = layer(x, weight, low, high, kernel=(2, 2), num_filter=1, no_bias=True)
    >>> out.shape, out.dtype.__name__
    ((1, 1, 1, 1), 'int32')
    """
    check_types(("data", data, BYTES))
    check_data(data.dtype is torch.int8, float(data_min))
    p = Params(kernel=kernel, stride=stride, pad=pad, dilate=dilate, num_filter=num_filter, num_group=num_group,
               layout=layout, activation=activation, slope=slope, bound=bound, unsigned=unsigned,
               float_output=float_output, min_calib_range=min_calib_range, max_calib_range=max_calib_range,
               with_bn=with_bn, eps=eps, fix_gamma=fix_gamma)
    check(data.shape, p)
    data_scale = scale_of(data.dtype, data_min, data_max)
    levels = convolution_levels(p, data_scale, weight, bias, (gamma, beta, moving_mean, moving_var))
    sums = convolution_sums(p, data, levels)
    addend = None if sum is None else (sum, scale_of(sum.dtype, sum_min, sum_max))
    if calibrated(p):
        low, high = (scalar(end, data) for end in out_range(p))
        wanted = scale_of(out_type(p), scalar(min_calib_range, data), high)
        values = sums.float() * (wanted / data_scale / levels.scales).view(-1, *(1,) * len(kernel))
    else:
        wanted = data_scale * levels.scales
        low, high = product_range(levels.low, levels.high, data_min, data_max, data.dtype is torch.uint8)
        values = sums if addend is None and activation == "none" else sums.double()
    if addend is not None:
        values = values + addend[0].to(values.dtype) * (wanted / addend[1])
    return rounded(activated(values, p, wanted), out_type(p)), low, high


def convolution_levels(p, data_scale: Array, weight: Array, bias: Array | None, norm: tuple) -> Levels:
    """Return a convolution's parameters in integers, a batch norm folded in."""
    if p.with_bn:
        weight, bias = folded(weight, bias, norm, p.eps, p.fix_gamma)
    return floats_to_levels(weight, bias, data_scale, calibrated(p))


def convolution_sums(p, data: Array, levels: Levels) -> Array:
    """Return the sums of products in 32 bits, exactly."""
    sums = convolved(data, levels.weight, geometry(p), p.num_group)
    return sums if levels.bias is None else sums + levels.bias.view(-1, *(1,) * len(p.kernel))


@joined_convolution.infer_shape
def joined_convolution_shape(shape, p) -> None:
    single(shape, *_ENDS, "output_min", "output_max")
    convolution_shape(shape, p)
    for name in _NORM:
        if name in shape.input_names:
            setattr(shape, name, (p.num_filter,))
    if "sum" in shape.input_names:
        shape.sum = shape.output
        shape.output = shape.sum


# ---- dense layers ---------------------------------------------------------------------------------

_RANGES = ("min_data", "max_data", "min_weight", "max_weight", "min_bias", "max_bias")
_NO_BIAS = dict.fromkeys(("bias", "min_bias", "max_bias"), lambda p: p.no_bias)


def _dense_types(types, p) -> None:
    for name in ("weight", "bias", *_RANGES):
        if name in types.input_names:
            whole = not p.channel_wise and name in ("weight", "bias")
            setattr(types, name, torch.int8 if whole else torch.float32)
    types.output = out_type(p)
    for name in types.output_names[1:]:
        setattr(types, name, torch.float32)


@op("_joined_quantized_fully_connected", outputs=lambda p: 1 if p.float_output else 3,
    words=_WORDS, output_names=["output", "min_output", "max_output"], differentiable=False, types=_dense_types,
    omit={"bias": "no_bias", "min_weight": "channel_wise", "max_weight": "channel_wise",
          **dict.fromkeys(("min_bias", "max_bias"), lambda p: p.no_bias or p.channel_wise)})
def joined_fully_connected(data: Array, weight: Array, bias: Array | None, min_data: Array, max_data: Array,
                           min_weight: Array | None = None, max_weight: Array | None = None,
                           min_bias: Array | None = None, max_bias: Array | None = None, *, num_hidden: Positive,
                           no_bias: bool = False, flatten: bool = True, activation: Kind = "none",
                           slope: float = 0.25, bound: float = 0.0, unsigned: bool = False,
                           float_output: bool = False, channel_wise: bool = False,
                           min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Apply a linear map to bytes and an activation in one call, with byte weights or floats that are quantized here.

    It does the work of the quantized dense layers in files of MXNet's oneDNN backend.

    Parameters
    ----------
    data
        Bytes of type int8 or uint8, ``(batch, ...)``.
    weight
        Weight, ``(num_hidden, features)``: of type int8, or float32 with ``channel_wise``.
    bias
        Bias, ``(num_hidden,)``, of the type of ``weight``.
    num_hidden
        Number of output features.
    no_bias
        Add no bias; it and its range are then not given.
    flatten
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.
    channel_wise
        Take float weight and bias, without ranges, and quantize each row with its own scale.

    Returns
    -------
    Three arrays: the result, ``(batch, num_hidden)``, and the range that it represents; one array of type float32
    with ``float_output``.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 3), dtype="int8"), mx.nd.ones((2, 3), dtype="int8")
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> layer = mx.nd._internal._joined_quantized_fully_connected
    >>> out, least, most = layer(x, weight, low, high, low, high, num_hidden=2, no_bias=True)
    >>> out.asnumpy().tolist()
    [[3, 3]]
    """
    check_types(("data", data, BYTES))
    p = Params(activation=activation, slope=slope, bound=bound, unsigned=unsigned, float_output=float_output,
               min_calib_range=min_calib_range, max_calib_range=max_calib_range, channel_wise=channel_wise)
    rows = data.flatten(1) if flatten and data.dim() > 1 else data
    if weight.shape != (num_hidden, rows.shape[-1]):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[num_hidden, rows.shape[-1]]}")
    data_scale = scale_of(data.dtype, min_data, max_data)
    levels = dense_levels(p, data_scale, weight, bias, (min_weight, max_weight, min_bias, max_bias))
    sums = product(rows, levels.weight)
    if levels.bias is not None:
        sums = sums + levels.bias
    if float_output:
        return activated(sums.float() * (ratio(1.0, data_scale) / levels.scales), p)
    if not calibrated(p):
        ends = product_range(min_data, max_data, levels.low, levels.high, data.dtype is torch.uint8)
        return rounded(activated(sums, p, data_scale * levels.scales), torch.int32), *ends
    low, high = (scalar(end, data) for end in out_range(p))
    wanted = scale_of(out_type(p), scalar(min_calib_range, data), high)
    if activation == "none":
        values = sums.float() * (wanted / data_scale / levels.scales)
    else:
        values = activated(sums.float() * (ratio(1.0, data_scale) / levels.scales), p) * wanted
    return rounded(values, out_type(p)), low, high


def dense_levels(p, data_scale: Array, weight: Array, bias: Array | None, ends: tuple) -> Levels:
    """Return a dense layer's parameters in integers."""
    if not p.channel_wise:
        return bytes_to_levels(weight, bias, data_scale, ends)
    if not (p.float_output or calibrated(p)):
        raise MXNetError("weights with a scale of their own a row need a calibrated range, min_calib_range and "
                         "max_calib_range, or a float output, enable_float_output")
    return floats_to_levels(weight, bias, data_scale, True)


@joined_fully_connected.infer_shape
def joined_fully_connected_shape(shape, p) -> None:
    single(shape, *_RANGES, "min_output", "max_output")
    dense_shape(shape, p)


# ---- the nodes of files ---------------------------------------------------------------------------

def _layers(node, first: str) -> dict[str, Any]:
    """Return the operators of a fused node's subgraph by name; there is one of each."""
    found = {inner.op.name: inner for inner in node.subgraphs[0].nodes if inner.op is not None}
    if first not in found:
        raise MXNetError(f"{node.op.name}({node.name}): its subgraph has no {first}, only "
                         f"{', '.join(found) or 'nothing'}")
    return found


def _activation(node, found: dict[str, Any]) -> dict[str, str]:
    """Return the activation of a fused layer as params of the call that computes it."""
    known = {"Activation", "LeakyReLU", "clip", "abs"} & found.keys()
    if not known:
        return {"activation": "none"}
    name, = known
    p = found[name].params
    if name == "abs":
        return {"activation": "abs"}
    if name == "clip":
        return {"activation": "clip", "bound": str(p.a_max)}
    if name == "LeakyReLU" and p.act_type in ("leaky", "gelu", "elu"):
        return {"activation": "relu" if p.act_type == "leaky" and p.slope == 0 else p.act_type, "slope": str(p.slope)}
    if name == "Activation" and p.act_type == "relu":
        return {"activation": "relu"}
    raise MXNetError(f"{node.op.name}({node.name}): {name} {p.act_type} has no form on 8 bits; exclude the layer from "
                     "quantization")


def _refuse(node, found: dict[str, Any], known: set[str]) -> None:
    unknown = found.keys() - known
    if unknown:
        raise MXNetError(f"{node.op.name}({node.name}): its subgraph has {', '.join(sorted(unknown))}; expected only "
                         f"{', '.join(sorted(known))}")


def _shown(attrs: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in attrs.items() if not (key.startswith("__") and key.endswith("__"))}


def _range(node) -> dict[str, str]:
    return {key: node.attrs[key] for key in ("min_calib_range", "max_calib_range") if key in node.attrs}


def _convolution_call(node) -> tuple[str, dict[str, str]] | None:
    """Return the call that a quantized `_sg_mkldnn_conv` stands for."""
    p = node.params
    if not p.quantized:
        return None
    found = _layers(node, "Convolution")
    _refuse(node, found, {"Convolution", "BatchNorm", "elemwise_add", "Activation", "LeakyReLU", "clip"})
    act = _activation(node, found)
    attrs = {**_shown(found["Convolution"].attrs), **act, **_range(node),
             "unsigned": str(act["activation"] in ("relu", "clip")), "with_sum": str("elemwise_add" in found)}
    if "BatchNorm" in found:
        norm = found["BatchNorm"].params
        attrs.update(with_bn="True", eps=repr(norm.eps), fix_gamma=str(bool(norm.fix_gamma)))
    return "_joined_quantized_convolution", attrs


def _dense_call(node) -> tuple[str, dict[str, str]] | None:
    """Return the call that a quantized `_sg_mkldnn_fully_connected` stands for."""
    p = node.params
    if not p.quantized:
        return None
    found = _layers(node, "FullyConnected")
    _refuse(node, found, {"FullyConnected", "Activation", "LeakyReLU", "clip", "abs"})
    act = _activation(node, found)
    return "_joined_quantized_fully_connected", {
        **_shown(found["FullyConnected"].attrs), **act, **_range(node),
        "unsigned": str(act["activation"] in ("relu", "leaky", "clip", "abs")),
        "float_output": str(p.enable_float_output), "channel_wise": str(bool(p.channel_wise_quantize))}


def _convolution_inputs(node) -> list[str]:
    """Name the inputs of a fused convolution: as the operators in it do, or the call that it stands for."""
    found = {entry.node: name for inner in node.body.nodes if inner.op is not None
             for entry, name in zip(inner.inputs, inner.input_names())}
    told = {"rhs": "sum", "moving_mean": "mean", "moving_var": "var"}
    return [told.get(found[variable], found[variable]) for variable in node.body.variables]


@op("_sg_mkldnn_conv", inline=True, stands_for=_convolution_call, output_names=["output", "output_min", "output_max"],
    words=WORDS, shown_inputs=_convolution_inputs, outputs=lambda p: 3 if p.quantized else 1)
def convolution_of_files(*data: Array, subgraphs: Subgraphs, quantized: bool = False, with_bn: bool = False,
                         with_act: bool = False, with_sum: bool = False, with_postsum_act: bool = False,
                         with_relu: bool = False, with_postsum_relu: bool = False,
                         min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Compute a convolution with what follows it, as stored in a subgraph in files of MXNet's oneDNN backend.

    A quantized one stands for one call of `_joined_quantized_convolution`. Such nodes are made by loading a file or
    by quantizing a network; there is no array function.

    Parameters
    ----------
    data
        The inputs of the subgraph, then the ranges of those that are quantized.
    quantized
        Whether it computes in 8 bits.
    with_bn
        Whether a batch norm follows the convolution.
    with_act
        Whether an activation follows.
    with_sum
        Whether another array is added.
    with_postsum_act
        Whether an activation follows the sum.
    with_relu
        Whether a relu follows; files of older releases have it.
    with_postsum_relu
        Whether a relu follows the sum; files of older releases have it.

    Returns
    -------
    The subgraph's outputs; if it is quantized, three arrays: bytes and the range that they represent.

    Examples
    --------
    >>> from mxnet.core.op import find
    >>> find("_sg_mkldnn_conv").list_outputs(find("_sg_mkldnn_conv").bind({"quantized": "True"}).params)
    ['output', 'output_min', 'output_max']
    """
    body, = subgraphs
    return body(*data)


@op("_sg_mkldnn_fully_connected", inline=True, stands_for=_dense_call,
    words=WORDS, output_names=["output", "min_output", "max_output"],
    outputs=lambda p: 3 if p.quantized and not p.enable_float_output else 1)
def dense_of_files(*data: Array, subgraphs: Subgraphs, quantized: bool = False, enable_float_output: bool = False,
                   with_eltwise: bool = False, with_relu: bool = False, min_calib_range: float | None = None,
                   max_calib_range: float | None = None, channel_wise_quantize: bool | None = None):
    """Compute a dense layer with what follows it, as stored in a subgraph in files of MXNet's oneDNN backend.

    A quantized one stands for one call of `_joined_quantized_fully_connected`. Such nodes are made by loading a
    file or by quantizing a network; there is no array function.

    Parameters
    ----------
    data
        The inputs of the subgraph, then the ranges of those that are quantized.
    quantized
        Whether it computes in 8 bits.
    enable_float_output
        Whether a quantized one returns floats.
    with_eltwise
        Whether an activation follows.
    with_relu
        Whether a relu follows; files of older releases have it.
    channel_wise_quantize
        Whether each row of the weight has a scale of its own.

    Returns
    -------
    The subgraph's outputs; if it is quantized and returns no floats, three arrays: bytes and the range that they
    stand for.

    Examples
    --------
    >>> from mxnet.core.op import find
    >>> find("_sg_mkldnn_fully_connected").list_outputs(find("_sg_mkldnn_fully_connected").bind({}).params)
    ['output']
    """
    body, = subgraphs
    return body(*data)


convolution_of_files.infer_bodies(through_body)
dense_of_files.infer_bodies(through_body)
