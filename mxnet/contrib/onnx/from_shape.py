"""Imports operators that move elements from ONNX: shapes, slices, concatenation, indices, and constants."""
import numpy as np

from ... import symbol as sym
from ...symbol import Symbol
from .from_extra import flat_places
from .reading import Call, Reader, folds, reads, tensor_value

_LARGEST = 1 << 24  # maximum elements of a constant that a few bytes of a file may request


def _axes(reader: Reader, call: Call) -> list[int] | None:
    if call.has(1):
        return [int(axis) for axis in reader.need(call, 1, "axes").reshape(-1)]
    return call.get("axes")


@reads("Reshape")
def reshape(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    shape = call.get("shape") if not call.has(1) else reader.need(call, 1, "shape").tolist()
    if not shape:
        return sym.Reshape(data, shape=(1,), name=reader.name(call.name))
    return sym.Reshape(data, shape=tuple(shape), name=reader.name(call.name))


@reads("Flatten")
def flatten(reader: Reader, call: Call) -> Symbol:
    data, axis = reader.array(call.ins[0]), call.get("axis", 1)
    if axis == 1:
        return sym.Flatten(data, name=reader.name(call.name))
    shape = reader.shape(call, data)
    axis = axis % len(shape) if axis < 0 else axis
    return sym.Reshape(data, shape=(int(np.prod(shape[:axis])), -1), name=reader.name(call.name))


@reads("Transpose")
def transpose(reader: Reader, call: Call) -> Symbol:
    return sym.transpose(reader.array(call.ins[0]), axes=tuple(call.get("perm", ())), name=reader.name(call.name))


@reads("Squeeze")
def squeeze(reader: Reader, call: Call) -> Symbol:
    axes = _axes(reader, call)
    return sym.squeeze(reader.array(call.ins[0]), axis=tuple(axes) if axes else None, name=reader.name(call.name))


@reads("Unsqueeze")
def unsqueeze(reader: Reader, call: Call) -> Symbol:
    made = reader.array(call.ins[0])
    axes = _axes(reader, call)
    if any(axis < 0 for axis in axes):
        rank = reader.rank(call, made) + len(axes)
        axes = [axis % rank for axis in axes]
    for axis in sorted(axes):
        made = sym.expand_dims(made, axis=axis)
    return made


@reads("Concat")
def concat(reader: Reader, call: Call) -> Symbol:
    return sym.Concat(*(reader.array(name) for name in call.ins), dim=call.get("axis"), name=reader.name(call.name))


@reads("Split")
def split(reader: Reader, call: Call) -> list[Symbol]:
    data, axis = reader.array(call.ins[0]), call.get("axis", 0)
    sizes = reader.need(call, 1, "split").tolist() if call.has(1) else call.get("split")
    if sizes is None and call.get("num_outputs"):  # the last part may be smaller
        total, count = reader.shape(call, data)[axis], call.get("num_outputs")
        each = -(-total // count)
        sizes = [each] * (count - 1) + [total - each * (count - 1)]
    if sizes is None or len(set(sizes)) == 1:
        made = sym.SliceChannel(data, num_outputs=len(call.outs), axis=axis, name=reader.name(call.name))
        return [made] if len(call.outs) == 1 else [made[i] for i in range(len(call.outs))]
    ends = np.cumsum(sizes).tolist()
    return [sym.slice_axis(data, axis=axis, begin=end - size, end=end) for size, end in zip(sizes, ends)]


@reads("Slice")
def slices(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    if call.opset < 10:
        begins, ends = call.get("starts"), call.get("ends")
        axes, steps = call.get("axes", list(range(len(begins)))), [1] * len(begins)
    else:
        begins, ends = (reader.need(call, i, word).tolist() for i, word in ((1, "starts"), (2, "ends")))
        axes = reader.need(call, 3, "axes").tolist() if call.has(3) else list(range(len(begins)))
        steps = reader.need(call, 4, "steps").tolist() if call.has(4) else [1] * len(begins)
    rank = reader.rank(call, data)
    begin, end, step = [None] * rank, [None] * rank, [None] * rank
    for axis, first, last, by in zip(axes, begins, ends, steps):
        axis %= rank
        far = 1 << 30
        begin[axis] = None if (by > 0 and first <= -far) or (by < 0 and first >= far) else first
        end[axis] = None if abs(last) >= far else last
        step[axis] = None if by == 1 else by
    return sym.slice(data, begin=tuple(begin), end=tuple(end), step=tuple(step), name=reader.name(call.name))


@reads("Gather")
def gather(reader: Reader, call: Call) -> Symbol:
    axis = call.get("axis", 0)
    data, index = reader.array(call.ins[0]), reader.known(call.ins[1])
    if index is not None and index.ndim == 0:
        at = int(index)
        picked = sym.slice_axis(data, axis=axis, begin=at, end=at + 1 if at != -1 else None)
        return sym.squeeze(picked, axis=(axis,), name=reader.name(call.name))
    table = reader.known(call.ins[0])
    if table is not None and table.ndim == 2 and axis == 0 and index is None:
        return sym.Embedding(reader.array(call.ins[1]), data, input_dim=table.shape[0], output_dim=table.shape[1],
                             name=reader.name(call.name))
    # an index of -1 counts from the end in ONNX
    return sym.take(data, reader.array(call.ins[1]), axis=axis, mode="wrap", name=reader.name(call.name))


@reads("GatherND")
def gather_nd(reader: Reader, call: Call) -> Symbol:
    index = reader.array(call.ins[1])
    if call.get("batch_dims", 0):
        lead = reader.shape(call, index)[:-1]
        own = np.indices(lead)[:call.get("batch_dims")]  # the position of each slice in the batch
        own = reader.parameter(f"{call.name}_batch", np.moveaxis(own, 0, -1).astype(np.int64))
        index = sym.Concat(own, sym.Cast(index, dtype="int64"), dim=len(lead))
    rank = reader.rank(call, index)
    return sym.gather_nd(reader.array(call.ins[0]), sym.transpose(index, axes=(rank - 1, *range(rank - 1))),
                         name=reader.name(call.name))


@reads("GatherElements")
def gather_elements(reader: Reader, call: Call) -> Symbol:
    data, index = (reader.array(name) for name in call.ins)
    axis = call.get("axis", 0) % reader.rank(call, data)
    if (reader.partial(index) or ())[axis:axis + 1] != (1,) or _differ(reader, call, data, index, axis):
        places = flat_places(reader, call, index, reader.shape(call, data), axis)
        return sym.take(sym.Reshape(data, shape=(-1,)), places, name=reader.name(call.name))
    return sym.pick(data, sym.squeeze(index, axis=(axis,)), axis=axis, keepdims=True, name=reader.name(call.name))


def _differ(reader: Reader, call: Call, data: Symbol, index: Symbol, axis: int) -> bool:
    """Return whether the index is smaller than data along other axes."""
    shapes = reader.shape(call, data), reader.shape(call, index)
    return any(a != b for place, (a, b) in enumerate(zip(*shapes)) if place != axis)


@reads("OneHot")
def one_hot(reader: Reader, call: Call) -> Symbol:
    depth = int(reader.need(call, 1, "depth").reshape(()))
    off, on = reader.need(call, 2, "values").tolist()
    index = reader.array(call.ins[0])
    index = sym.where(index < 0, index + depth, index)  # counted from the end; empty if out of range on both sides
    made = sym.one_hot(index, depth=depth, on_value=on, off_value=off, name=reader.name(call.name))
    axis = call.get("axis", -1)
    if axis != -1:
        last = reader.rank(call, made) - 1
        axis %= last + 1
        made = sym.transpose(made, axes=(*range(axis), last, *range(axis, last)))
    return made


@reads("Pad")
def pad(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    pads = call.get("pads") if not call.has(1) else reader.need(call, 1, "pads").tolist()
    fill = reader.need(call, 2, "the value") if call.has(2) else call.get("value", 0.0)
    mode, rank = call.get("mode", "constant"), len(pads) // 2
    if not any(pads):
        return sym.identity(data, name=reader.name(call.name))
    if rank not in (4, 5) or any(pads[i] for i in (0, 1, rank, rank + 1)):
        return _pad_by_parts(reader, call, data, pads, float(np.asarray(fill).reshape(())), mode)
    width = tuple(side for pair in zip(pads[:rank], pads[rank:]) for side in pair)
    return sym.Pad(data, mode=mode, pad_width=width, constant_value=float(np.asarray(fill).reshape(())),
                   name=reader.name(call.name))


def _pad_by_parts(reader: Reader, call: Call, data: Symbol, pads: list, fill: float, mode: str) -> Symbol:
    """Pad axes with constants that MXNet's Pad does not support."""
    if mode != "constant" or min(pads) < 0:
        call.refuse(f"mode {mode!r} pads the spatial axes of images and volumes only")
    rank = len(pads) // 2
    for axis in range(rank):
        shape = list(reader.shape(call, data))
        for amount, behind in ((pads[axis], False), (pads[axis + rank], True)):
            if amount:
                shape[axis] = amount
                block = sym.full(tuple(shape), fill, name=reader.name(f"{call.name}_fill"))
                data = sym.Concat(*((data, block) if behind else (block, data)), dim=axis)
                shape = list(reader.shape(call, data))
    return data


@reads("Tile")
def tile(reader: Reader, call: Call) -> Symbol:
    return sym.tile(reader.array(call.ins[0]), reps=tuple(reader.need(call, 1, "repeats").tolist()),
                    name=reader.name(call.name))


@reads("Expand")
def expand(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    shape = reader.shape(call, data)
    full = np.broadcast_shapes(shape, tuple(reader.need(call, 1, "shape").tolist()))
    if len(full) > len(shape):
        data = sym.Reshape(data, shape=(1,) * (len(full) - len(shape)) + shape)
    return sym.broadcast_to(data, shape=full, name=reader.name(call.name))


@reads("DepthToSpace")
def depth_to_space(reader: Reader, call: Call) -> Symbol:
    data, block = reader.array(call.ins[0]), call.get("blocksize")
    if call.get("mode", "DCR") == "DCR":
        return sym.depth_to_space(data, block_size=block, name=reader.name(call.name))
    n, c, h, w = reader.shape(call, data)
    parts = sym.Reshape(data, shape=(n, c // block ** 2, block, block, h, w))
    turned = sym.transpose(parts, axes=(0, 1, 4, 2, 5, 3))
    return sym.Reshape(turned, shape=(n, c // block ** 2, h * block, w * block), name=reader.name(call.name))


@reads("SpaceToDepth")
def space_to_depth(reader: Reader, call: Call) -> Symbol:
    if call.get("mode", "DCR") != "DCR":
        call.refuse("only mode DCR is there")
    return sym.space_to_depth(reader.array(call.ins[0]), block_size=call.get("blocksize"), name=reader.name(call.name))


@reads("ReverseSequence")
def reverse_sequence(reader: Reader, call: Call) -> Symbol:
    axes = call.get("time_axis", 0), call.get("batch_axis", 1)
    if axes not in ((0, 1), (1, 0)):
        call.refuse("time and batch must be the first two axes")
    lengths = sym.Cast(reader.array(call.ins[1]), dtype="float32")
    data = reader.array(call.ins[0])
    if axes == (0, 1):
        return sym.SequenceReverse(data, sequence_length=lengths, use_sequence_length=True,
                                   name=reader.name(call.name))
    turned = sym.SequenceReverse(sym.SwapAxis(data, dim1=0, dim2=1), sequence_length=lengths, use_sequence_length=True)
    return sym.SwapAxis(turned, dim1=0, dim2=1, name=reader.name(call.name))


# ---- on constants -----------------------------------------------------------------------------------

@folds("Constant")
def constant(call: Call) -> np.ndarray:
    if "value" in call.attrs:
        return tensor_value(call.attrs["value"])
    for key, dtype in (("value_float", np.float32), ("value_floats", np.float32), ("value_int", np.int64),
                       ("value_ints", np.int64)):
        if key in call.attrs:
            return np.array(call.attrs[key], dtype)
    call.refuse(f"its value is of kind {', '.join(call.attrs)}")


@folds("ConstantOfShape")
def constant_of_shape(call: Call, shape: np.ndarray) -> np.ndarray:
    sizes = [int(size) for size in shape.reshape(-1)]
    if min(sizes, default=0) < 0 or np.prod([float(size) for size in sizes]) > _LARGEST:
        call.refuse(f"a constant of shape {sizes} is refused")
    value = tensor_value(call.attrs["value"]) if "value" in call.attrs else np.zeros(1, np.float32)
    return np.full(sizes, value.reshape(-1)[0], value.dtype)


@folds("Range")
def arange(call: Call, start: np.ndarray, limit: np.ndarray, delta: np.ndarray) -> np.ndarray:
    first, last, step = (array.reshape(-1)[0] for array in (start, limit, delta))
    if not step or (float(last) - float(first)) / float(step) > _LARGEST:
        call.refuse(f"a range from {first} to {last} by {step} is refused")
    return np.arange(first, last, step, dtype=start.dtype)


@folds("Shape")
def shape(call: Call, array: np.ndarray) -> np.ndarray:
    return np.array(array.shape[call.get("start", 0):call.get("end")], np.int64)


@folds("Concat")
def fold_concat(call: Call, *arrays: np.ndarray) -> np.ndarray:
    return np.concatenate(arrays, axis=call.get("axis"))


@folds("Gather")
def fold_gather(call: Call, array: np.ndarray, index: np.ndarray) -> np.ndarray:
    return np.take(array, index.astype(np.int64), axis=call.get("axis", 0))


@folds("Unsqueeze")
def fold_unsqueeze(call: Call, array: np.ndarray, axes: np.ndarray | None = None) -> np.ndarray:
    chosen = call.get("axes") if axes is None else axes.reshape(-1).tolist()
    return np.expand_dims(array, tuple(chosen))


@folds("Squeeze")
def fold_squeeze(call: Call, array: np.ndarray, axes: np.ndarray | None = None) -> np.ndarray:
    chosen = call.get("axes") if axes is None else axes.reshape(-1).tolist()
    return np.squeeze(array, tuple(chosen) if chosen else None)


@folds("Reshape")
def fold_reshape(call: Call, array: np.ndarray, shape: np.ndarray) -> np.ndarray:
    sizes = [array.shape[place] if size == 0 else int(size) for place, size in enumerate(shape.tolist())]
    return array.reshape(sizes)


@folds("Transpose")
def fold_transpose(call: Call, array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array.transpose(call.get("perm")))


@folds("Slice")
def fold_slice(call: Call, array: np.ndarray, *bounds: np.ndarray) -> np.ndarray:
    if bounds:
        begins, ends = bounds[0].tolist(), bounds[1].tolist()
        axes = bounds[2].tolist() if len(bounds) > 2 and bounds[2] is not None else range(len(begins))
        steps = bounds[3].tolist() if len(bounds) > 3 and bounds[3] is not None else [1] * len(begins)
    else:
        begins, ends = call.get("starts"), call.get("ends")
        axes, steps = call.get("axes", range(len(begins))), [1] * len(begins)
    parts = [slice(None)] * array.ndim
    for axis, begin, end, step in zip(axes, begins, ends, steps):
        parts[axis] = slice(begin, None if step < 0 and end <= -(1 << 30) else end, step)
    return np.ascontiguousarray(array[tuple(parts)])


@folds("Expand")
def fold_expand(call: Call, array: np.ndarray, shape: np.ndarray) -> np.ndarray:
    full = np.broadcast_shapes(array.shape, tuple(int(size) for size in shape))
    if np.prod([float(size) for size in full]) > _LARGEST:
        call.refuse(f"a constant of shape {list(full)} is refused")
    return np.ascontiguousarray(np.broadcast_to(array, full))
