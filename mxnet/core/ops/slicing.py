"""Operators that take parts of arrays: slices and splits."""
import torch

from ..errors import MXNetError
from ..op import Array, Double, Ints, MaybeInts, Positive, op, types
from ..op.shapes import ShapeFrame, show, unify
from .layout import axis_of

# ---- slices -------------------------------------------------------------------------------------


def _slices(shape: tuple, begin: tuple, end: tuple, step: tuple) -> list[slice]:
    """Convert begin, end and step to one slice per leading axis."""
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
    """Return the sizes after slicing; an unknown one stays unknown."""
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
    """Slice an array by a range, with a step, along each of the leading axes.

    Along axis ``i`` it is ``data[begin[i]:end[i]:step[i]]``; axes that are not named are taken whole.

    Parameters
    ----------
    data
        Array of any shape.
    begin
        First index along each axis; a negative one counts from the end, None means the first element.
    end
        Index after the last one along each axis; None means that the range goes to the end.
    step
        Distance between indices along each axis, negative to go backwards; None or nothing means 1.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x = mx.nd.arange(12).reshape((3, 4))
    >>> mx.nd.slice(x, begin=(0, 1), end=(2, 4)).asnumpy().tolist()
    [[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]
    >>> mx.nd.slice(x, begin=(None, 3), end=(None, None), step=(2, -2)).asnumpy().tolist()
    [[3.0, 1.0], [11.0, 9.0]]
    """
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
    """Slice an array along one axis: ``data[..., begin:end, ...]`` with the range at ``axis``.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axis to slice; a negative one counts from the last.
    begin
        First index; a negative one counts from the end.
    end
        Index after the last one; None means that the range goes to the end.

    Returns
    -------
    Array of the shape of ``data``, except for size ``end - begin`` along ``axis``.

    Examples
    --------
    >>> x = mx.nd.arange(6).reshape((2, 3))
    >>> mx.nd.slice_axis(x, axis=1, begin=1, end=None).asnumpy().tolist()
    [[1.0, 2.0], [4.0, 5.0]]
    """
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


@op("slice_like", constant=("shape_like",), types=types.free, view=True)
def slice_like(data: Array, shape_like: Array, *, axes: Ints = ()) -> Array:
    """Slice an array to the sizes that another array has, from index zero on.

    Parameters
    ----------
    data
        Array to slice.
    shape_like
        Array whose shape is taken; its values are not read.
    axes
        Axes to slice; empty means all, and then both arrays have the same rank.

    Returns
    -------
    Array of the rank of ``data``.

    Examples
    --------
    >>> x, like = mx.nd.ones((3, 4)), mx.nd.ones((2, 3))
    >>> mx.nd.slice_like(x, like).shape, mx.nd.slice_like(x, like, axes=(0,)).shape
    ((2, 3), (2, 4))
    """
    new = _like(tuple(data.shape), tuple(shape_like.shape), axes)
    return data[tuple(slice(size) for size in new)]


@slice_like.infer_shape
def slice_like_shape(shape: ShapeFrame, p) -> None:
    shape.out = _like(shape.data, shape.shape_like, p.axes)


@op("_slice_assign", aliases=("_crop_assign",))
def slice_assign(lhs: Array, rhs: Array, *, begin: MaybeInts, end: MaybeInts,
                 step: MaybeInts = ()) -> Array:
    """Return a copy of ``lhs`` with a region replaced by ``rhs``; what ``lhs[begin:end:step] = rhs`` does to an array.

    Parameters
    ----------
    lhs
        Array of any shape.
    rhs
        The new values; of the shape of the region.
    begin
        First index along each leading axis, as in `slice`.
    end
        Index after the last one along each of them.
    step
        Distance between indices along each of them.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, part = mx.nd.zeros((2, 3)), mx.nd.ones((1, 2))
    >>> mx.nd._internal._slice_assign(x, part, begin=(0, 1), end=(1, 3)).asnumpy().tolist()
    [[0.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
    """
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
    """Return a copy of an array with every element of a region set to one number.

    Parameters
    ----------
    data
        Array of any shape.
    scalar
        The number.
    begin
        First index along each leading axis, as in `slice`.
    end
        Index after the last one along each of them.
    step
        Distance between indices along each of them.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.nd._internal._slice_assign_scalar(x, scalar=5, begin=(1,), end=(2,)).asnumpy().tolist()
    [[0.0, 0.0, 0.0], [5.0, 5.0, 5.0]]
    """
    value = scalar if data.is_floating_point() else int(scalar)
    return _replaced(data, _slices(data.shape, begin, end, step), value)


# ---- splits -------------------------------------------------------------------------------------

def axis_without(shape: tuple, axis: int) -> tuple:
    """Return the sizes of all axes but one."""
    return (*shape[:axis], *shape[axis + 1:])


@op("SliceChannel", aliases=("split",), named_input=True, outputs=lambda p: p.num_outputs, view=True,
    output_names=lambda p: [f"output{i}" for i in range(p.num_outputs)])
def split(data: Array, *, num_outputs: Positive, axis: int = 1, squeeze_axis: bool = False):
    """Split an axis into parts of equal size.

    Parameters
    ----------
    data
        Array of any shape.
    num_outputs
        Number of parts; it divides the size of ``axis``.
    axis
        Axis to split; a negative one counts from the last.
    squeeze_axis
        Remove ``axis`` from the parts; each of them then has size one there.

    Returns
    -------
    ``num_outputs`` arrays as a list, each of size ``data.shape[axis] / num_outputs`` along ``axis``; a single part
    is an array, not a list.

    Examples
    --------
    >>> x = mx.nd.arange(6).reshape((3, 2))
    >>> left, right = mx.nd.split(x, num_outputs=2, axis=1)
    >>> left.asnumpy().tolist()
    [[0.0], [2.0], [4.0]]
    >>> [part.shape for part in mx.nd.split(x, num_outputs=3, axis=0, squeeze_axis=True)]
    [(2,), (2,), (2,)]
    """
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
    one = axis_without(data, axis) if p.squeeze_axis else (*data[:axis], part, *data[axis + 1:])
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
    """Return where each part starts, and the end of the last one."""
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
    """Split an axis at given indices, or into parts whose sizes differ by at most one.

    `mx.nd.split_v2` is the function to call: it makes ``indices`` of either an int or a list.

    Parameters
    ----------
    data
        Array of any shape.
    indices
        Where each part starts; the first one is 0. Not read if there are ``sections``.
    axis
        Axis to split; a negative one counts from the last.
    squeeze_axis
        Remove ``axis`` from the parts; each of them then has size one there.
    sections
        Number of parts of sizes as equal as possible; the larger ones come first.

    Returns
    -------
    The parts as a list of arrays; a single part is an array.

    Examples
    --------
    >>> x = mx.nd.arange(5)
    >>> parts = mx.nd._internal._split_v2(x, indices=(0, 1, 3), axis=0)
    >>> [part.asnumpy().tolist() for part in parts]
    [[0.0], [1.0, 2.0], [3.0, 4.0]]
    >>> [part.shape for part in mx.nd._internal._split_v2(x, indices=(), axis=0, sections=2)]
    [(3,), (2,)]
    """
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
        shape.set_out(index, axis_without(data, axis) if p.squeeze_axis
                      else (*data[:axis], size, *data[axis + 1:]))


split_v2.fast_gradient(split_gradient)
