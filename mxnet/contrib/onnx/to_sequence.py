"""Exports sequences, attention and random draws to ONNX."""
from math import prod
from typing import Any

import numpy as np
import torch

from .writing import Call, Writer, onnx_type, translates

# ---- sequences of different lengths -----------------------------------------------------------------


def beyond(to: Writer, lengths: str, shape: tuple[Any, ...], axis: int, spread: tuple[Any, ...]) -> str:
    """Return for each position along an axis whether it is beyond the end; ``spread`` is the shape of lengths."""
    steps = np.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    ends = to.reshape(to.cast(lengths, torch.int64), spread)
    return to.call("GreaterOrEqual", [to.constant(steps, np.int64, hint="steps"), ends])


def _spread(call: Call) -> tuple:
    """Return the shape in which lengths, one per sample, broadcast with data."""
    return tuple(-1 if i == 1 - call.p.axis else 1 for i in range(call.rank))


@translates("SequenceMask")
def sequence_mask(to: Writer, call: Call) -> None:
    if not call.p.use_sequence_length:
        to.call("Identity", call.ins[:1], call.outs)
        return
    past = beyond(to, call.ins[1], call.shapes[0], call.p.axis, _spread(call))
    to.call("Where", [past, to.scalar(call.p.value, call.types[0]), call.ins[0]], call.outs)


@translates("SequenceLast")
def sequence_last(to: Writer, call: Call) -> None:
    axis, shape = call.p.axis, list(call.shapes[0])
    if not call.p.use_sequence_length:
        last = to.slice(call.ins[0], axis, shape[axis] - 1, shape[axis])
    else:
        places = to.call("Sub", [to.cast(call.ins[1], torch.int64), to.ints(1)])
        shape[axis] = 1
        places = to.call("Expand", [to.reshape(places, _spread(call)), to.sizes(shape, call.ins[0])])
        last = to.call("GatherElements", [call.ins[0], places], axis=axis)
    to.squeeze(last, [axis], call.outs)


# ---- attention --------------------------------------------------------------------------------------

def _part(to: Writer, name: str, shape: tuple, heads: int, parts: int, index: int) -> str:
    """Return one of the interleaved projections as (batch * heads, time, width)."""
    time, batch, width = shape
    apart = to.reshape(name, (time, batch * heads, parts, width // heads // parts))
    one = to.squeeze(to.slice(apart, 2, index, index + 1), [2])
    return to.transpose(one, (1, 0, 2))


def _scores(to: Writer, call: Call, queries: str, keys: str, width: int) -> None:
    scaled = to.call("Mul", [queries, to.scalar(width ** -0.5, call.types[0])])
    to.call("MatMul", [scaled, to.transpose(keys, (0, 2, 1))], call.outs)


@translates("_contrib_interleaved_matmul_selfatt_qk")
def selfatt_qk(to: Writer, call: Call) -> None:
    heads, shape = call.p.heads, call.shapes[0]
    queries, keys = (_part(to, call.ins[0], shape, heads, 3, i) for i in (0, 1))
    _scores(to, call, queries, keys, shape[2] // heads // 3)


@translates("_contrib_interleaved_matmul_encdec_qk")
def encdec_qk(to: Writer, call: Call) -> None:
    heads = call.p.heads
    _scores(to, call, _part(to, call.ins[0], call.shapes[0], heads, 1, 0),
            _part(to, call.ins[1], call.shapes[1], heads, 2, 0), call.shapes[0][2] // heads)


@translates("_contrib_interleaved_matmul_selfatt_valatt", "_contrib_interleaved_matmul_encdec_valatt")
def attention_values(to: Writer, call: Call) -> None:
    parts = 3 if "selfatt" in call.node.op_name else 2
    values = _part(to, call.ins[0], call.shapes[0], call.p.heads, parts, parts - 1)
    mixed = to.call("MatMul", [call.ins[1], values])
    to.reshape(to.transpose(mixed, (1, 0, 2)), call.out_shapes[0], call.outs)


# ---- random draws: the distribution is the same, the numbers are not ------------------------------------

def _drawn(to: Writer, call: Call, op: str, **range_of: float) -> None:
    dtype = torch.float64 if call.out_types[0] is torch.float64 else torch.float32  # runtimes support no other types
    made = to.call(op, [], shape=list(call.out_shapes[0]), dtype=onnx_type(dtype), **range_of)
    to.cast(made, call.out_types[0], call.outs)


@translates("_random_uniform", "_random_uniform_like")
def random_uniform(to: Writer, call: Call) -> None:
    _drawn(to, call, "RandomUniform", low=float(call.p.low), high=float(call.p.high))


@translates("_random_normal", "_random_normal_like")
def random_normal(to: Writer, call: Call) -> None:
    _drawn(to, call, "RandomNormal", mean=float(call.p.loc), scale=float(call.p.scale))


@translates("_sample_multinomial")
def sample_multinomial(to: Writer, call: Call) -> None:
    if call.p.get_prob:
        call.refuse("get_prob has no form in ONNX")
    size = prod(call.out_shapes[0]) // prod(call.shapes[0][:-1])
    odds = to.call("Log", [to.cast(call.ins[0], torch.float32)])
    drawn = to.call("Multinomial", [to.reshape(odds, (-1, call.shapes[0][-1]))], sample_size=size,
                    dtype=onnx_type(torch.int64))
    to.cast(to.reshape(drawn, call.out_shapes[0]), call.out_types[0], call.outs)
