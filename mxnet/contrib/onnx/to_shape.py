"""Exports operators that move elements to ONNX: shapes, slices, concatenation, indices."""
import numpy as np
import torch

from .writing import Call, Writer, numpy_type, translates


@translates("Reshape")
def reshape(to: Writer, call: Call) -> None:
    p = call.p
    codes = p.shape
    # 0 (unchanged) and -1 (the rest) mean the same in ONNX, and keep the batch dynamic
    if codes and not p.reverse and all(code >= -1 for code in codes) \
            and all(code or place < call.rank for place, code in enumerate(codes)):
        to.reshape(call.ins[0], codes, call.outs)
    else:
        to.reshape(call.ins[0], call.out_shapes[0], call.outs)


@translates("reshape_like")
def reshape_like(to: Writer, call: Call) -> None:
    to.call("Reshape", [call.ins[0], to.sizes(call.out_shapes[0], *reversed(call.ins))], call.outs)


@translates("transpose")
def transpose(to: Writer, call: Call) -> None:
    order = [call.axis(axis) for axis in call.p.axes] or range(call.rank)[::-1]
    to.transpose(call.ins[0], order, call.outs)


@translates("SwapAxis")
def swap_axes(to: Writer, call: Call) -> None:
    order = list(range(call.rank))
    a, b = call.axis(call.p.dim1), call.axis(call.p.dim2)
    order[a], order[b] = b, a
    to.transpose(call.ins[0], order, call.outs)


@translates("expand_dims")
def expand_dims(to: Writer, call: Call) -> None:
    to.unsqueeze(call.ins[0], [call.axis(call.p.axis, call.rank + 1)], call.outs)


@translates("squeeze")
def squeeze(to: Writer, call: Call) -> None:
    axes = [i for i, size in enumerate(call.shapes[0]) if size == 1] if call.p.axis is None else \
        [call.axis(axis) for axis in call.p.axis]
    if len(axes) == call.rank:  # MXNet keeps one axis
        to.reshape(call.ins[0], (1,), call.outs)
    else:
        to.squeeze(call.ins[0], axes, call.outs)


@translates("Concat", "_rnn_param_concat")
def concat(to: Writer, call: Call) -> None:
    to.call("Concat", call.ins, call.outs, axis=call.axis(call.p.dim))


@translates("stack")
def stack(to: Writer, call: Call) -> None:
    axis = call.axis(call.p.axis, call.rank + 1)
    to.call("Concat", [to.unsqueeze(name, [axis]) for name in call.ins], call.outs, axis=axis)


@translates("SliceChannel")
def slice_channel(to: Writer, call: Call) -> None:
    axis, outs = call.axis(call.p.axis), call.outs
    parts = outs if not call.p.squeeze_axis else len(outs)
    if len(outs) == 1:
        made = [call.ins[0]]
        if not call.p.squeeze_axis:
            to.call("Identity", made, outs)
            return
    else:
        size = call.shapes[0][axis] // len(outs)
        made = to.call("Split", [call.ins[0], to.ints(*[size] * len(outs))], parts, axis=axis)
    for name, out in zip(made, outs) if call.p.squeeze_axis else ():
        to.squeeze(name, [axis], [out])


@translates("_split_v2")
def split_v2(to: Writer, call: Call) -> None:
    p, axis = call.p, call.axis(call.p.axis)
    size = call.shapes[0][axis]
    starts = [size // p.sections * i for i in range(p.sections)] if p.sections else list(p.indices)
    for name, begin, end in zip(call.outs, starts, [*starts[1:], size]):
        part = to.slice(call.ins[0], axis, begin, end, 1 if p.squeeze_axis else [name])
        if p.squeeze_axis:
            to.squeeze(part, [axis], [name])


@translates("slice")
def slices(to: Writer, call: Call) -> None:
    p, far = call.p, (1 << 31) - 1  # ONNX counts from the end and clips indices out of range, as Python does
    steps = [1 if step is None else step for step in p.step or (None,) * len(p.begin)]
    begins = [(0 if step > 0 else far) if begin is None else begin for begin, step in zip(p.begin, steps)]
    ends = [(far if step > 0 else -far) if end is None else end for end, step in zip(p.end, steps)]
    to.call("Slice", [call.ins[0], to.ints(*begins), to.ints(*ends), to.ints(*range(len(begins))),
                      to.ints(*steps)], call.outs)


@translates("slice_axis")
def slice_axis(to: Writer, call: Call) -> None:
    p = call.p
    to.slice(call.ins[0], call.axis(p.axis), p.begin, (1 << 31) - 1 if p.end is None else p.end, call.outs)


@translates("slice_like")
def slice_like(to: Writer, call: Call) -> None:
    axes = [call.axis(axis) for axis in call.p.axes] or range(call.rank)
    ends = to.sizes([call.out_shapes[0][axis] for axis in axes], call.ins[1], call.ins[0])
    to.call("Slice", [call.ins[0], to.ints(*[0] * len(axes)), ends, to.ints(*axes)], call.outs)


@translates("reverse")
def reverse(to: Writer, call: Call) -> None:
    axes, low = list(call.p.axis), -(1 << 31)
    to.call("Slice", [call.ins[0], to.ints(*[-1] * len(axes)), to.ints(*[low] * len(axes)), to.ints(*axes),
                      to.ints(*[-1] * len(axes))], call.outs)


@translates("Pad")
def pad(to: Writer, call: Call) -> None:
    width, p = call.p.pad_width, call.p
    extra = [to.scalar(p.constant_value, call.types[0])] if p.mode == "constant" else []
    to.call("Pad", [call.ins[0], to.ints(*width[::2], *width[1::2]), *extra], call.outs, mode=p.mode)


@translates("tile")
def tile(to: Writer, call: Call) -> None:
    data, reps = call.ins[0], list(call.p.reps)
    if len(reps) > call.rank:
        data = to.unsqueeze(data, range(len(reps) - call.rank))
    reps = [1] * (call.rank - len(reps)) + reps
    to.call("Tile", [data, to.ints(*reps)], call.outs)


@translates("repeat")
def repeat(to: Writer, call: Call) -> None:
    data, shape, axis = call.ins[0], list(call.shapes[0]), call.p.axis
    if axis is None:
        data, shape, axis = to.reshape(data, (-1,)), [int(np.prod(shape))], 0
    axis = axis % len(shape)
    reps = [1] * (len(shape) + 1)
    reps[axis + 1] = call.p.repeats
    spread = to.call("Tile", [to.unsqueeze(data, [axis + 1]), to.ints(*reps)])
    to.reshape(spread, call.out_shapes[0], call.outs)


@translates("broadcast_to", "broadcast_axis", "broadcast_like")
def broadcast(to: Writer, call: Call) -> None:
    to.call("Expand", [call.ins[0], to.sizes(call.out_shapes[0], *call.ins)], call.outs)


# ---- indices --------------------------------------------------------------------------------------------

def _bounded(to: Writer, name: str, size: int, mode: str) -> str:
    """Cast indices to integers and clip or wrap them, as the operator does."""
    index = to.cast(name, torch.int64)
    if mode == "wrap":
        return to.call("Mod", [index, to.constant(np.array(size), hint="size")])
    index = to.call("Max", [index, to.constant(np.array(0), hint="first")])
    return to.call("Min", [index, to.constant(np.array(size - 1), hint="last")])


@translates("take")
def take(to: Writer, call: Call) -> None:
    axis = call.axis(call.p.axis)
    index = _bounded(to, call.ins[1], call.shapes[0][axis], call.p.mode)
    to.call("Gather", [call.ins[0], index], call.outs, axis=axis)


@translates("pick")
def pick(to: Writer, call: Call) -> None:
    p = call.p
    if p.axis is None:
        call.refuse("axis=None has no form in ONNX")
    axis = call.axis(p.axis)
    index = _bounded(to, call.ins[1], call.shapes[0][axis], p.mode)
    if len(call.shapes[1]) < call.rank:
        index = to.unsqueeze(index, [axis])
    found = to.call("GatherElements", [call.ins[0], index], call.outs if p.keepdims else 1, axis=axis)
    if not p.keepdims:
        to.reshape(found, call.out_shapes[0], call.outs)


@translates("gather_nd")
def gather_nd(to: Writer, call: Call) -> None:
    to.call("GatherND", [call.ins[0], _coordinates(to, call.ins[1], len(call.shapes[1]))], call.outs)


@translates("batch_take")
def batch_take(to: Writer, call: Call) -> None:
    width = call.shapes[0][-1]
    index = to.reshape(_bounded(to, call.ins[1], width, "clip"), (-1, 1))
    found = to.call("GatherElements", [to.reshape(call.ins[0], (-1, width)), index], axis=1)
    to.reshape(found, call.out_shapes[0], call.outs)


def _coordinates(to: Writer, name: str, rank: int) -> str:
    """Convert index columns to rows, as in ONNX."""
    return to.transpose(to.cast(name, torch.int64), (*range(1, rank), 0))


@translates("scatter_nd", "_scatter_set_nd")
def scatter_nd(to: Writer, call: Call) -> None:
    if call.node.op_name == "_scatter_set_nd":
        base, data, index, rank = call.ins[0], call.ins[1], call.ins[2], len(call.shapes[2])
    else:
        base = to.constant(np.zeros(call.p.shape, numpy_type(call.types[0])), hint="zeros")
        data, index, rank = call.ins[0], call.ins[1], len(call.shapes[1])
    to.call("ScatterND", [base, _coordinates(to, index, rank), data], call.outs)


@translates("_slice_assign", "_slice_assign_scalar")
def slice_assign(to: Writer, call: Call) -> None:
    p, shape = call.p, call.shapes[0]
    numbers = np.arange(int(np.prod(shape))).reshape(shape)
    parts = tuple(slice(*part) for part in zip(p.begin, p.end, p.step or (None,) * len(p.begin)))
    places = numbers[parts].reshape(-1, 1)
    if call.node.op_name == "_slice_assign":
        value = to.reshape(call.ins[1], (-1,))
    else:
        value = to.constant(np.full(len(places), p.scalar, numpy_type(call.types[0])), hint="value")
    flat = to.reshape(call.ins[0], (-1,))
    to.reshape(to.call("ScatterND", [flat, to.constant(places, np.int64, hint="places"), value]), shape, call.outs)


@translates("diag")
def diagonal(to: Writer, call: Call) -> None:
    p, shape = call.p, call.shapes[0]
    numbers = np.arange(int(np.prod(shape))).reshape(shape)
    if call.rank == 1:  # a vector becomes a matrix
        size = call.out_shapes[0][0]
        spread = np.eye(size, k=p.k, dtype=bool)
        places = np.zeros((size, size), np.int64)
        places[spread] = numbers
        made = to.call("Gather", [call.ins[0], to.constant(places, hint="places")], axis=0)
        to.call("Where", [to.constant(spread, hint="there"), made, to.scalar(0, call.types[0])], call.outs)
        return
    places = np.diagonal(numbers, p.k, p.axis1, p.axis2)
    to.call("Gather", [to.reshape(call.ins[0], (-1,)), to.constant(places, np.int64, hint="places")], call.outs, axis=0)


@translates("_ravel_multi_index")
def ravel_multi_index(to: Writer, call: Call) -> None:
    strides = np.cumprod([1, *call.p.shape[:0:-1]])[::-1].reshape(-1, 1)
    index = to.cast(call.ins[0], torch.int64)
    total = to.reduce("ReduceSum", to.call("Mul", [index, to.constant(strides, np.int64, hint="strides")]), [0], False)
    to.cast(total, call.out_types[0], call.outs)


@translates("_unravel_index")
def unravel_index(to: Writer, call: Call) -> None:
    left, rows = to.cast(call.ins[0], torch.int64), []
    for size in call.p.shape[:0:-1]:
        divisor = to.constant(np.array(size), np.int64, hint="size")
        rows.append(to.unsqueeze(to.call("Mod", [left, divisor]), [0]))
        left = to.call("Div", [left, divisor])
    rows.append(to.unsqueeze(left, [0]))
    to.cast(to.call("Concat", rows[::-1], axis=0) if len(rows) > 1 else rows[0], call.out_types[0], call.outs)


@translates("one_hot")
def one_hot(to: Writer, call: Call) -> None:
    p, dtype = call.p, numpy_type(call.out_types[0])
    index = to.cast(call.ins[0], torch.int64)
    # MXNet returns a row of off_value for an index out of range; ONNX counts -1 from the end
    inside = to.call("Less", [index, to.constant(np.array(0), hint="first")])
    index = to.call("Where", [inside, to.constant(np.array(p.depth), hint="depth"), index])
    values = to.constant(np.array([p.off_value, p.on_value], dtype), hint="values")
    to.call("OneHot", [index, to.constant(np.array(p.depth), hint="depth"), values], call.outs, axis=-1)


@translates("SequenceReverse")
def sequence_reverse(to: Writer, call: Call) -> None:
    if call.p.use_sequence_length:
        lengths = to.cast(call.ins[1], torch.int64)
        to.call("ReverseSequence", [call.ins[0], lengths], call.outs, time_axis=0, batch_axis=1)
    else:
        to.call("Slice", [call.ins[0], to.ints(-1), to.ints(-(1 << 31)), to.ints(0), to.ints(-1)], call.outs)
