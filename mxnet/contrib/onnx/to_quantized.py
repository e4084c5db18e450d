"""Exports 8-bit layers to ONNX: float layers between QuantizeLinear and DequantizeLinear, which runtimes run in 8 bits.

A quantized value is represented by its float value after DequantizeLinear; ranges are not values there, as calibrated
ones are constant. Models without calibration cannot be exported.
"""
import numpy as np
import torch

from ...core.ops.nn.pool import Plan
from ...core.ops.quantization import WIDE_RANGE
from ...core.ops.quantization_joined import convolution_levels, dense_levels, out_type, scale_of
from ...core.ops.quantization_layers import norm_factors, past_end, pool_plan
from .writing import TRANSLATORS, Call, Writer, translates


def _range(to: Writer, call: Call, low: str, high: str) -> tuple[float, float]:
    """Return the ends of a calibrated, and therefore constant, range."""
    found = to.values.get(low), to.values.get(high)
    if found[0] is None or found[1] is None:
        call.refuse("its ranges are found while the model runs; calibrate the model")
    return float(found[0].reshape(-1)[0]), float(found[1].reshape(-1)[0])


def _scale(kind: torch.dtype, low: float, high: float) -> float:
    return float(scale_of(kind, torch.tensor([low]), torch.tensor([high])))


def _quantized(to: Writer, call: Call, value: str, kind: torch.dtype, scale: float) -> None:
    """Write a float as bytes and back, as output 0 of a call."""
    step, zero = to.constant(np.float32(1 / scale), hint="step"), to.constant(np.zeros((), str(kind)[6:]), hint="zero")
    whole = to.call("QuantizeLinear", [value, step, zero])
    to.call("DequantizeLinear", [whole, step, zero], call.outs[:1])


def _known(to: Writer, call: Call, low: float, high: float) -> None:
    """Record the range of a call's output, which no node computes."""
    for name, end in zip(call.outs[1:], (low, high)):
        to.values[name] = np.array([end], np.float32)


def _weight(to: Writer, call: Call, whole: torch.Tensor, scales: torch.Tensor) -> str:
    """Write integers and their dequantization, with one scale or one per filter."""
    name = to.fresh(f"{call.node.name}_weight")
    to.parameter(name, whole.numpy())
    single = scales.numel() == 1
    steps = (1 / scales.double()).float().numpy()
    step = to.constant(steps.reshape(()) if single else steps, hint="steps")
    zero = to.constant(np.zeros(() if single else len(steps), np.int8), hint="zeros")
    return to.call("DequantizeLinear", [name, step, zero], axis=None if single else 0)


def _parameters(to: Writer, call: Call, names: list[str]) -> list[torch.Tensor]:
    lacking = [name for name in names if name not in to.values]
    if lacking:
        call.refuse(f"its parameter {lacking[0]} is computed while the model runs")
    return [torch.from_numpy(np.array(to.values[name])) for name in names]


def _activated(to: Writer, call: Call, value: str, outs: list[str] | int = 1) -> str:
    kind = call.p.activation
    if kind == "none":
        return value if outs == 1 else to.call("Identity", [value], outs)
    if kind == "clip":
        ends = [to.constant(np.float32(end), hint="bound") for end in (0.0, call.p.bound)]
        return to.call("Clip", [value, *ends], outs)
    if kind not in ("relu", "leaky", "abs"):
        call.refuse(f"activation {kind} is not written")
    return to.call({"relu": "Relu", "leaky": "LeakyRelu", "abs": "Abs"}[kind], [value], outs,
                   alpha=call.p.slope if kind == "leaky" else None)


@translates("_contrib_quantize_v2")
def quantize(to: Writer, call: Call) -> None:
    p, kind = call.p, call.out_types[0]
    if p.min_calib_range is None or p.max_calib_range is None:
        call.refuse("its range is found while the model runs; calibrate the model")
    reach = max(abs(p.min_calib_range), abs(p.max_calib_range))
    ends = (-reach, reach) if kind is torch.int8 else (p.min_calib_range, p.max_calib_range)
    _quantized(to, call, call.ins[0], kind, _scale(kind, *ends))
    _known(to, call, *ends)


@translates("_contrib_dequantize")
def dequantize(to: Writer, call: Call) -> None:
    to.call("Identity", call.ins[:1], call.outs)


@translates("_joined_quantized_convolution")
def convolution(to: Writer, call: Call) -> None:
    p, names = call.p, call.node.input_names()
    held = dict(zip(names, call.ins))
    if p.min_calib_range is None or p.max_calib_range is None:
        call.refuse("its output has no calibrated range")
    scale = torch.tensor([_scale(call.types[0], *_range(to, call, held["data_min"], held["data_max"]))])
    weight, bias = (_parameters(to, call, [held[name]])[0] if name in held else None for name in ("weight", "bias"))
    norm = _parameters(to, call, [held[name] for name in ("gamma", "beta", "moving_mean", "moving_var")]) \
        if p.with_bn else []
    levels = convolution_levels(p, scale, weight, bias, tuple(norm))
    ins = [held["data"], _weight(to, call, levels.weight, levels.scales)]
    if levels.bias is not None:
        ins.append(to.constant((levels.bias.double() / (levels.scales * scale)).float().numpy(), hint="bias"))
    rank = len(p.kernel)
    value = to.call("Conv", ins, kernel_shape=list(p.kernel), strides=list(p.stride or (1,) * rank),
                    dilations=list(p.dilate or (1,) * rank), pads=list(p.pad or (0,) * rank) * 2, group=p.num_group)
    if p.with_sum:
        value = to.call("Add", [value, held["sum"]])
    kind = out_type(p)
    _quantized(to, call, _activated(to, call, value), kind, _scale(kind, p.min_calib_range, p.max_calib_range))
    _known(to, call, p.min_calib_range, p.max_calib_range)


@translates("_joined_quantized_fully_connected")
def fully_connected(to: Writer, call: Call) -> None:
    p = call.p
    held = dict(zip(call.node.input_names(), call.ins))
    scale = torch.tensor([_scale(call.types[0], *_range(to, call, held["min_data"], held["max_data"]))])
    if not p.float_output and (p.min_calib_range is None or p.max_calib_range is None):
        call.refuse("its output has no calibrated range")
    ends = [_parameters(to, call, [held[name]])[0] for name in ("min_weight", "max_weight", "min_bias", "max_bias")
            if name in held]
    weight, bias = (_parameters(to, call, [held[name]])[0] if name in held else None for name in ("weight", "bias"))
    levels = dense_levels(p, scale, weight, bias, tuple(ends))
    turned = to.transpose(_weight(to, call, levels.weight, levels.scales), (1, 0))
    data = to.call("Flatten", [held["data"]], axis=1) if p.flatten and call.rank != 2 else held["data"]
    value = to.call("MatMul", [data, turned])
    if levels.bias is not None:
        steps = (levels.bias.double() / (levels.scales * scale)).float().numpy()
        value = to.call("Add", [value, to.constant(steps, hint="bias")])
    if p.float_output:
        _activated(to, call, value, call.outs)
        return
    kind = out_type(p)
    _quantized(to, call, _activated(to, call, value), kind, _scale(kind, p.min_calib_range, p.max_calib_range))
    _known(to, call, p.min_calib_range, p.max_calib_range)


def _on_floats(to: Writer, call: Call, name: str, out: str) -> None:
    """Write a layer as the float layer with the same params."""
    TRANSLATORS[name](to, call._replace(ins=call.ins[:1], outs=[out], types=[torch.float32], out_types=[torch.float32]))


def _passed_on(to: Writer, call: Call, name: str) -> None:
    """Write the float layer, and propagate the range."""
    _on_floats(to, call, name, call.outs[0])
    _known(to, call, *_range(to, call, *call.ins[1:3]))


def _whole_means(to: Writer, call: Call, plan: Plan, past: list[int], out: str) -> None:
    """Write means over whole windows: unlike those of floats, windows on 8 bits count what is past the padding."""
    data = to.call("Pad", [call.ins[0], to.ints(0, 0, *plan.pad, 0, 0, *past), to.scalar(0, torch.float32)],
                   mode="constant")
    to.call("AveragePool", [data], [out], kernel_shape=list(plan.kernel), strides=list(plan.stride))


@translates("_contrib_quantized_pooling")
def pooling(to: Writer, call: Call) -> None:
    plan = pool_plan(call.shapes[0], call.p)
    if call.p.pool_type == "max":
        _passed_on(to, call, "Pooling")
        return
    ends = _range(to, call, *call.ins[1:3])
    value, past = to.fresh("mean"), past_end(plan)
    if plan.include_pad and any(end > pad for end, pad in zip(past, plan.pad)):
        _whole_means(to, call, plan, past, value)
    else:
        _on_floats(to, call, "Pooling", value)
    _quantized(to, call, value, call.types[0], _scale(call.types[0], *ends))
    _known(to, call, *ends)


@translates("_contrib_quantized_flatten")
def flatten(to: Writer, call: Call) -> None:
    _passed_on(to, call, "Flatten")


@translates("_contrib_quantized_act")
def activation(to: Writer, call: Call) -> None:
    to.call("Relu", call.ins[:1], call.outs[:1])
    _known(to, call, *_range(to, call, *call.ins[1:3]))


@translates("_contrib_quantized_batch_norm")
def batch_norm(to: Writer, call: Call) -> None:
    p, value, names = call.p, call.ins[0], call.ins[1:5]
    if p.min_calib_range is None or p.max_calib_range is None:
        call.refuse("its output has no calibrated range")
    ends = torch.tensor(_range(to, call, *call.ins[5:7])).view(2, 1)
    if call.types[0] is torch.uint8:  # it becomes signed first
        value = to.fresh("signed")
        _quantized(to, call._replace(outs=[value]), call.ins[0], torch.int8, _scale(torch.int8, *ends.view(2).tolist()))
    wide = torch.tensor([[-WIDE_RANGE[torch.int8]], [WIDE_RANGE[torch.int8]]])  # of which a step is one
    step = ends.abs().max() / WIDE_RANGE[torch.int8]
    gamma, beta, mean, var = _parameters(to, call, list(names))
    factor, shift = norm_factors(gamma, beta, mean, var, (ends[0], ends[1]), (wide[0], wide[1]), p.eps)
    shape = [-1 if axis == p.axis % call.rank else 1 for axis in range(call.rank)]
    for name, constant in (("Mul", factor / step), ("Add", shift)):
        value = to.call(name, [value, to.constant(constant.view(shape).numpy(), hint="norm")])
    kind = call.out_types[0]
    _quantized(to, call, value, kind, _scale(kind, p.min_calib_range, p.max_calib_range))
    _known(to, call, p.min_calib_range, p.max_calib_range)


@translates("_contrib_quantized_concat")
def concatenated(to: Writer, call: Call) -> None:
    count = call.p.num_args
    ends = [_range(to, call, *call.ins[place:place + 2]) for place in range(count, 3 * count, 2)]
    low, high = min(0.0, *(end[0] for end in ends)), max(0.0, *(end[1] for end in ends))
    value = to.call("Concat", call.ins[:count], axis=call.p.dim)
    _quantized(to, call, value, call.out_types[0], _scale(call.out_types[0], low, high))
    _known(to, call, low, high)


@translates("_contrib_quantized_elemwise_add")
def added(to: Writer, call: Call) -> None:
    p = call.p
    if p.min_calib_range is None or p.max_calib_range is None:
        call.refuse("its output has no calibrated range")
    value = to.call("Add", call.ins[:2])
    _quantized(to, call, value, call.out_types[0], _scale(call.out_types[0], p.min_calib_range, p.max_calib_range))
    _known(to, call, p.min_calib_range, p.max_calib_range)
