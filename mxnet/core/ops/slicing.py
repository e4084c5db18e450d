"""Operators that take parts of arrays and put arrays together: slices, splits, joins, padding."""
from typing import Annotated

import torch
import torch.nn.functional as F

from .. import npmode
from ..errors import MXNetError, NotYet
from ..op import Array, Double, Ints, MaybeInts, Positive, Range, Shape, op, types
from ..op.frames import Mismatch
from ..op.shapes import ShapeFrame, known, show, unify
from .layout import axis_of

# ---- slices -------------------------------------------------------------------------------------


def _slices(shape: tuple, begin: tuple, end: tuple, step: tuple) -> list[slice]:
    """Read begin, end and step as one slice a leading axis."""
    if max(len(begin), len(end)) > len(shape):
        raise MXNetError(f"Slicing axis exceeds data dimensions: begin {begin}, end {end}, "
                         f"shape {show(shape)}")
    if len(begin) != len(end):
        raise MXNetError(f"begin and end must have the same length, got {begin} and {end}")
    if step and len(step) != len(begin):
        raise MXNetError(f"step and begin must have the same length, got {step} and {begin}")
    step = step or (None,) * len(begin)
    if 0 in step:
        raise MXNetError(f"slice op step[{step.index(0)}] cannot be 0")
    return [slice(*part) for part in zip(begin, end, step)]


def _sizes(shape: tuple, parts: list[slice]) -> tuple:
    """Give the sizes that slices leave; an unknown one stays unknown."""
    left = [-1 if size == -1 else len(range(*part.indices(size)))
            for size, part in zip(shape, parts)]
    return (*left, *shape[len(parts):])


def take_slices(data: Array, parts: list[slice]) -> Array:
    """Slice a tensor; unlike torch's own indexing, steps may be negative."""
    forward, flipped = [], []
    for axis, part in enumerate(parts):
        chosen = range(*part.indices(data.shape[axis]))
        if chosen.step < 0:
            flipped.append(axis)
            chosen = chosen[::-1]
        forward.append(slice(chosen.start, max(chosen.stop, chosen.start), chosen.step))
    found = data[tuple(forward)]
    return found.flip(flipped) if flipped else found


@op("slice", aliases=("_sparse_slice", "crop"), view=True)
def slice_(data: Array, *, begin: MaybeInts, end: MaybeInts, step: MaybeInts = ()) -> Array:
    """Take a strided region; None stands for the end of an axis."""
    return take_slices(data, _slices(data.shape, begin, end, step))


@slice_.infer_shape
def slice_shape(shape: ShapeFrame, p) -> None:
    shape.out = _sizes(shape.data, _slices(shape.data, p.begin, p.end, p.step))


def _axis_range(size: int, begin: int, end: int | None) -> tuple[int, int]:
    first = begin + size if begin < 0 else begin
    last = size if end is None else end + size if end < 0 else end
    if size == 0:
        return 0, 0
    if last > size:
        raise MXNetError(f"Invalid end for end={last} as axis_size is {size}")
    if not 0 <= first < last:
        raise MXNetError(f"Invalid begin, end, get begin={begin}, end={end}")
    return first, last


@op("slice_axis", view=True)
def slice_axis(data: Array, *, axis: int, begin: int, end: int | None) -> Array:
    """Take a range of one axis."""
    axis = axis_of(axis, data.dim())
    first, last = _axis_range(data.shape[axis], begin, end)
    return data.narrow(axis, first, last - first)


@slice_axis.infer_shape
def slice_axis_shape(shape: ShapeFrame, p) -> None:
    new = list(shape.data)
    axis = axis_of(p.axis, len(new))
    if new[axis] != -1:
        first, last = _axis_range(new[axis], p.begin, p.end)
        new[axis] = last - first
    shape.out = tuple(new)


@slice_axis.forward_train
def slice_axis_train(data: Array, *, axis: int, begin: int, end: int | None):
    axis = axis_of(axis, data.dim())
    first, last = _axis_range(data.shape[axis], begin, end)
    return data.narrow(axis, first, last - first), (data.shape, axis, first, last)


@slice_axis.fast_gradient
def slice_axis_gradient(grad, saved):
    shape, axis, first, last = saved
    return torch.ops.aten.slice_backward(grad, shape, axis, first, last, 1)


def _like(data: tuple, like: tuple, axes: tuple) -> tuple:
    if not axes and len(data) != len(like):
        raise MXNetError("By default slice_like slices all axes, but ndim mismatch for inputs: "
                         f"{len(data)} vs. {len(like)}")
    new = list(data)
    for axis in axes or range(len(data)):
        place = axis + len(data) if axis < 0 else axis
        if not 0 <= place < min(len(data), len(like)):
            raise MXNetError(f"Slice axis: {axis} is not in both inputs, {show(data)} and "
                             f"{show(like)}")
        if -1 not in (data[place], like[place]) and data[place] < like[place]:
            raise MXNetError(f"Slice axis {place} with size {like[place]} exceeds limit of input "
                             f"with size {data[place]}")
        new[place] = like[place]
    return tuple(new)


@op("slice_like", types=types.free, view=True)
def slice_like(data: Array, shape_like: Array, *, axes: Ints = ()) -> Array:
    """Cut axes down to the sizes that another array has there."""
    new = _like(tuple(data.shape), tuple(shape_like.shape), axes)
    return data[tuple(slice(size) for size in new)]


@slice_like.infer_shape
def slice_like_shape(shape: ShapeFrame, p) -> None:
    shape.out = _like(shape.data, shape.shape_like, p.axes)


@op("_slice_assign", aliases=("_crop_assign",))
def slice_assign(lhs: Array, rhs: Array, *, begin: MaybeInts, end: MaybeInts,
                 step: MaybeInts = ()) -> Array:
    """Give ``lhs`` with a region replaced by ``rhs``."""
    parts = _slices(lhs.shape, begin, end, step)
    wanted = _sizes(tuple(lhs.shape), parts)
    if tuple(rhs.shape) != wanted:
        raise MXNetError(f"rhs: expected shape {show(wanted)}, got {show(rhs.shape)}")
    return _replaced(lhs, parts, rhs)


def _replaced(data: Array, parts: list[slice], value) -> Array:
    out = data.clone()
    # Forward slices with the values flipped: torch cannot assign to negative steps.
    for axis, part in enumerate(parts):
        chosen = range(*part.indices(data.shape[axis]))
        if chosen.step < 0:
            chosen = chosen[::-1]
            value = value.flip(axis) if isinstance(value, Array) else value
        parts[axis] = slice(chosen.start, max(chosen.stop, chosen.start), chosen.step)
    out[tuple(parts)] = value
    return out


@slice_assign.infer_shape
def slice_assign_shape(shape: ShapeFrame, p) -> None:
    shape.lhs = shape.peek("out")
    shape.out = shape.lhs
    shape.rhs = _sizes(shape.lhs, _slices(shape.lhs, p.begin, p.end, p.step))


@op("_slice_assign_scalar", aliases=("_crop_assign_scalar",))
def slice_assign_scalar(data: Array, *, scalar: Double = 0.0, begin: MaybeInts, end: MaybeInts,
                        step: MaybeInts = ()) -> Array:
    """Give an array with a region set to one number."""
    value = scalar if data.is_floating_point() else int(scalar)
    return _replaced(data, _slices(data.shape, begin, end, step), value)


# ---- splits -------------------------------------------------------------------------------------

def _axis_without(shape: tuple, axis: int) -> tuple:
    return (*shape[:axis], *shape[axis + 1:])


@op("SliceChannel", aliases=("split",), named_input=True, outputs=lambda p: p.num_outputs, view=True,
    output_names=lambda p: [f"output{i}" for i in range(p.num_outputs)])
def split(data: Array, *, num_outputs: Positive, axis: int = 1, squeeze_axis: bool = False):
    """Split an axis into parts of equal size; a part of size one may lose the axis."""
    axis = axis_of(axis, data.dim())
    _check_split(data.shape, num_outputs, axis, squeeze_axis)
    if num_outputs == 1:
        return data.squeeze(axis) if squeeze_axis else data[:]
    return data.unbind(axis) if squeeze_axis else data.chunk(num_outputs, axis)


def _check_split(shape: tuple, count: int, axis: int, squeeze: bool) -> None:
    size = shape[axis]
    if size == -1:
        return
    if count < 1 or size % count:
        raise MXNetError(f"You are trying to split the {axis}-th axis of input tensor with shape "
                         f"{show(shape)} into num_outputs={count} evenly sized chunks, but this is "
                         f"not possible because {count} does not evenly divide {size}")
    if squeeze and size != count:
        raise MXNetError("If squeeze axis is True, the size of the sliced axis must be the same as "
                         f"num_outputs. Input shape={show(shape)}, axis={axis}, "
                         f"num_outputs={count}.")


@split.infer_shape
def split_shape(shape: ShapeFrame, p) -> None:
    data = shape.data
    axis, count = axis_of(p.axis, len(data)), p.num_outputs
    _check_split(data, count, axis, p.squeeze_axis)
    part = data[axis] // count if data[axis] != -1 else -1
    one = _axis_without(data, axis) if p.squeeze_axis else (*data[:axis], part, *data[axis + 1:])
    for index in range(count):
        one = unify(one, shape.outs[index], f"output {index}")
    for index in range(count):
        shape.set_out(index, one)
    if p.squeeze_axis:
        shape.data = (*one[:axis], count, *one[axis:])
    else:
        whole = one[axis] * count if one[axis] != -1 else -1
        shape.data = (*one[:axis], whole, *one[axis + 1:])


@split.fast_gradient
def split_gradient(grads, *, p):
    return torch.stack(grads, p.axis) if p.squeeze_axis else torch.cat(grads, p.axis)


def _boundaries(size: int, indices: tuple, sections: int) -> list[int]:
    """Give where each part starts, and the end of the last one."""
    if sections > 0:
        small, larger = divmod(size, sections)
        return [index * small + min(index, larger) for index in range(sections + 1)]
    if not size:
        return [0] * (len(indices) + 1)
    edges = [*indices, size]
    for index, (start, stop) in enumerate(zip(edges, edges[1:])):
        if start > stop or stop > size:
            raise MXNetError(f"start {start} and end {stop} are no range for subarray {index} of "
                             f"an axis of size {size}")
    return edges


@op("_split_v2", outputs=lambda p: p.sections if p.sections > 0 else len(p.indices), view=True)
def split_v2(data: Array, *, indices: Ints, axis: int = 1, squeeze_axis: bool = False,
             sections: int = 0) -> tuple:
    """Split an axis at indices (the first is 0), or into sections that differ by one at most."""
    axis = axis_of(axis, data.dim())
    edges = _boundaries(data.shape[axis], indices, sections)
    parts = tuple(data.narrow(axis, start, stop - start) for start, stop in zip(edges, edges[1:]))
    if squeeze_axis:
        for part in parts:
            if part.shape[axis] != 1:
                raise MXNetError(f"expected axis size of 1 but got {part.shape[axis]}")
        parts = tuple(part.squeeze(axis) for part in parts)
    return parts if len(parts) > 1 else parts[0]


@split_v2.infer_shape
def split_v2_shape(shape: ShapeFrame, p) -> None:
    data = shape.data
    axis = axis_of(p.axis, len(data))
    count = p.sections if p.sections > 0 else len(p.indices)
    edges = _boundaries(data[axis], p.indices, p.sections) if data[axis] != -1 else None
    for index in range(count):
        size = -1 if edges is None else edges[index + 1] - edges[index]
        shape.set_out(index, _axis_without(data, axis) if p.squeeze_axis
                      else (*data[:axis], size, *data[axis + 1:]))


split_v2.fast_gradient(split_gradient)


# ---- joins --------------------------------------------------------------------------------------

@op("Concat", aliases=("concat", "_sparse_concat"))
def concat(*data: Annotated[Array, Range(1)], dim: int = 1) -> Array:
    """Join arrays along an axis that exists."""
    if not data:
        raise MXNetError("at least one array is needed")
    axis = axis_of(dim, data[0].dim())
    _check_join([tuple(item.shape) for item in data], axis)
    return torch.cat(data, axis)


def _check_join(found: list[tuple], axis: int) -> None:
    """torch would skip an empty vector among matrices; MXNet wants one rank."""
    first = found[0]
    for other in found[1:]:
        if len(other) != len(first) or _axis_without(other, axis) != _axis_without(first, axis):
            raise MXNetError("Incompatible input shape: expected "
                             f"{show((*first[:axis], -1, *first[axis + 1:]))}, got {show(other)}")


@concat.infer_shape
def concat_shape(shape: ShapeFrame, p, limit: int = 1) -> None:
    """As many inputs as ``limit`` may be left open; the output then decides them."""
    axis, total = _join(shape, p.dim)
    if total != -1:
        shape.out = (*shape.out[:axis], total, *shape.out[axis + 1:])
    elif shape.out[axis] != -1:
        _fill_rest(shape, axis, limit)


def _join(shape: ShapeFrame, dim: int) -> tuple[int, int]:
    """Unify everything but the joined axis; give that axis and its total size, -1 when unknown."""
    cells = [cell for cell in (*shape.ins, *shape.outs) if cell is not None]
    if not cells:
        raise NotYet
    axis = axis_of(dim, len(cells[0]))
    common = None
    for index, cell in enumerate(cells):
        if len(cell) != len(cells[0]):
            raise Mismatch(f"Incompatible input shape: expected {show(cells[0])}, got {show(cell)}")
        common = unify(common, (*cell[:axis], -1, *cell[axis + 1:]), f"input {index}")
    for index in range(len(shape.ins)):
        shape.set_in(index, common)
    shape.set_out(0, common)
    sizes = [cell[axis] for cell in shape.ins]
    return axis, -1 if -1 in sizes else sum(sizes)


def _fill_rest(shape: ShapeFrame, axis: int, limit: int) -> None:
    """Share what the output has over the known inputs among the unknown ones."""
    unknown = [index for index, cell in enumerate(shape.ins) if cell[axis] == -1]
    rest = shape.out[axis] - sum(cell[axis] for cell in shape.ins if cell[axis] != -1)
    if rest < 0:
        raise Mismatch(f"Input size already exceeds output size. Residual: {rest}")
    if not 0 < len(unknown) <= limit:
        return
    for index in unknown:
        cell = shape.ins[index]
        shape.set_in(index, (*cell[:axis], rest // len(unknown), *cell[axis + 1:]))


@concat.forward_train
def concat_train(*data: Array, dim: int = 1):
    return torch.cat(data, dim), [item.shape[dim] for item in data]


@concat.fast_gradient
def concat_gradient(grad, saved, *, p):
    return grad.split(saved, p.dim)


@op("_rnn_param_concat")
def rnn_param_concat(*data: Annotated[Array, Range(1)], dim: int = 1) -> Array:
    """Join the weights of a recurrent network; up to two of them are inferred from the output."""
    return torch.cat(data, axis_of(dim, data[0].dim()))


rnn_param_concat.infer_shape(lambda shape, p: concat_shape(shape, p, limit=2))


@op("stack")
def stack(*data: Annotated[Array, Range(1)], axis: int = 0) -> Array:
    """Join arrays of one shape along a new axis."""
    if not data:
        raise MXNetError("at least one array is needed")
    axis = axis_of(axis, data[0].dim() + 1)
    for index, item in enumerate(data):
        if item.shape != data[0].shape:
            raise MXNetError(f"input {index}: expected shape {show(data[0].shape)}, "
                             f"got {show(item.shape)}")
    return torch.stack(data, axis)


@stack.infer_shape
def stack_shape(shape: ShapeFrame, p) -> None:
    common = None
    for index, cell in enumerate(shape.ins):
        common = unify(common, cell, f"input {index}")
    out = shape.peek("out")
    if out is not None:
        axis = axis_of(p.axis, len(out))
        common = unify(common, _axis_without(out, axis), "output")
    if common is None:
        raise NotYet
    axis = axis_of(p.axis, len(common) + 1)
    for index in range(len(shape.ins)):
        shape.set_in(index, common)
    shape.out = (*common[:axis], len(shape.ins), *common[axis:])


@stack.fast_gradient
def stack_gradient(grad, *, p):
    return grad.unbind(p.axis)


# ---- repetition and padding ---------------------------------------------------------------------

@op("tile", named_input=True)
def tile(data: Array, *, reps: Ints) -> Array:
    """Repeat a whole array along each axis; more repetitions than axes add leading ones."""
    if any(count < 0 for count in reps):
        raise MXNetError(f"invalid reps = {reps}; repetitions cannot be negative")
    if 0 in reps and not npmode.get_shape():
        raise MXNetError(f"reps {reps} makes an empty array, which needs NumPy shapes")
    return data.repeat((1,) * (data.dim() - len(reps)) + tuple(reps))


@op("repeat")
def repeat(data: Array, *, repeats: int, axis: int | None = None) -> Array:
    """Repeat each element along an axis, or of the flattened array; 0 gives an empty vector."""
    if repeats < 0:
        raise MXNetError("repeats cannot be a negative number")
    if axis is not None and not -data.dim() <= axis < data.dim():
        raise MXNetError(f"axis = {axis} out of bounds")
    if repeats == 0:
        return data.new_empty((0,))
    return torch.repeat_interleave(data, repeats, axis)


@repeat.infer_shape
def repeat_shape(shape: ShapeFrame, p) -> None:
    data = shape.data
    if p.axis is not None and p.repeats > 0:
        axis = axis_of(p.axis, len(data))
        size = data[axis] * p.repeats if data[axis] != -1 else -1
        shape.out = (*data[:axis], size, *data[axis + 1:])


_PAD_MODES = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}


@op("Pad", aliases=("pad",), named_input=True)
def pad(data: Array, *, mode: str, pad_width: Shape, constant_value: Double = 0.0) -> Array:
    """Pad the spatial axes of a batch with a constant, the edge values or their reflection."""
    sizes = _padded(tuple(data.shape), mode, pad_width)
    if not data.is_floating_point():
        raise MXNetError("This operation only support floating point types, not "
                         f"{str(data.dtype)[6:]}")
    # torch counts axes from the last one.
    widths = [w for axis in range(data.dim() - 1, 1, -1) for w in pad_width[2 * axis:2 * axis + 2]]
    if mode == "constant":
        return F.pad(data, widths, "constant", constant_value)
    low = data.dtype in (torch.float16, torch.bfloat16) and data.device.type == "cpu"
    found = F.pad(data.float() if low else data, widths, _PAD_MODES[mode])
    return (found.to(data.dtype) if low else found).reshape(sizes)


def _padded(shape: tuple, mode: str, width: tuple) -> tuple:
    if mode not in _PAD_MODES:
        raise MXNetError(f"Invalid Parameter format for mode expect {{'constant', 'edge', "
                         f"'reflect'}} but value='{mode}'")
    if len(shape) not in (4, 5):
        raise MXNetError("Current implementation only supports 4-D or 5-D input.")
    if len(width) != 2 * len(shape):
        raise MXNetError("Input shape vs padding spec mismatch: pad_width has "
                         f"{len(width)} numbers for {len(shape)} axes")
    if any(width[:4]):
        raise MXNetError("Current implementation expects padding on the first two axes to be zero.")
    if any(w < 0 for w in width):
        raise MXNetError(f"pad_width must not be negative, got {width}")
    if mode == "reflect" and any(
            size != -1 and max(width[2 * axis:2 * axis + 2]) >= size
            for axis, size in enumerate(shape) if axis > 1):
        raise MXNetError("Current implementation of reflection padding only supports padding sizes "
                         "smaller than the input size.")
    return tuple(-1 if size == -1 else size + width[2 * axis] + width[2 * axis + 1]
                 for axis, size in enumerate(shape))


@pad.infer_shape
def pad_shape(shape: ShapeFrame, p) -> None:
    shape.out = _padded(shape.data, p.mode, p.pad_width)
    if known(shape.out) and not known(shape.data):
        width = p.pad_width
        shape.data = tuple(size - width[2 * axis] - width[2 * axis + 1]
                           for axis, size in enumerate(shape.out))
