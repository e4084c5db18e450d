"""Operators that make larger arrays: joins, repetition, padding."""
from typing import Annotated

import torch
import torch.nn.functional as F

from .. import npmode
from ..errors import LateError, MXNetError, NotYet
from ..op import Array, Double, Ints, Range, Shape, op
from ..op.frames import Mismatch
from ..op.shapes import ShapeFrame, known, show, unify
from .layout import axis_of
from .slicing import axis_without

# ---- joins --------------------------------------------------------------------------------------

@op("Concat", aliases=("concat", "_sparse_concat"))
def concat(*data: Annotated[Array, Range(1)], dim: int = 1) -> Array:
    """Concatenate arrays along an existing axis.

    Parameters
    ----------
    data
        Arrays of one rank, with equal sizes except along ``dim``.
    dim
        Axis along which they are concatenated; a negative one counts from the last.

    Returns
    -------
    One array, whose size along ``dim`` is the sum of theirs.

    Examples
    --------
    >>> x, y = mx.nd.zeros((2, 2)), mx.nd.ones((2, 1))
    >>> mx.nd.concat(x, y, dim=1).asnumpy().tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    """
    if not data:
        raise MXNetError("at least one array is needed")
    axis = axis_of(dim, data[0].dim())
    _check_join([tuple(item.shape) for item in data], axis)
    return torch.cat(data, axis)


def _check_join(found: list[tuple], axis: int) -> None:
    """torch would skip an empty vector among matrices; MXNet requires one rank."""
    first = found[0]
    for other in found[1:]:
        if len(other) != len(first) or axis_without(other, axis) != axis_without(first, axis):
            raise MXNetError("Incompatible input shape: expected "
                             f"{show((*first[:axis], -1, *first[axis + 1:]))}, got {show(other)}")


@concat.infer_shape
def concat_shape(shape: ShapeFrame, p, limit: int = 1) -> None:
    """Up to ``limit`` inputs may be unknown; the output then determines them."""
    axis, total = _join(shape, p.dim)
    if total != -1:
        shape.out = (*shape.out[:axis], total, *shape.out[axis + 1:])
    elif shape.out[axis] != -1:
        _fill_rest(shape, axis, limit)


def _join(shape: ShapeFrame, dim: int) -> tuple[int, int]:
    """Unify everything but the joined axis; return that axis and its total size, -1 if unknown."""
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
    """Divide the output's size minus that of the known inputs among the unknown ones."""
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
    """Concatenate the parameters of a recurrent layer into the one array that `RNN` takes.

    It is `concat` except for inference: two of the inputs may have an unknown size, which is inferred as equal parts of
    the result's.

    Parameters
    ----------
    data
        Arrays of one rank, with equal sizes except along ``dim``.
    dim
        Axis along which they are concatenated.

    Returns
    -------
    One array, whose size along ``dim`` is the sum of theirs.

    Examples
    --------
    >>> x, y = mx.nd.zeros((3,)), mx.nd.ones((2,))
    >>> mx.nd._internal._rnn_param_concat(x, y, dim=0).shape
    (5,)
    """
    return torch.cat(data, axis_of(dim, data[0].dim()))


rnn_param_concat.infer_shape(lambda shape, p: concat_shape(shape, p, limit=2))


@op("stack")
def stack(*data: Annotated[Array, Range(1)], axis: int = 0) -> Array:
    """Stack arrays of one shape along a new axis.

    Parameters
    ----------
    data
        Arrays of one shape.
    axis
        Position of the new axis in the result; a negative number counts from its last axis.

    Returns
    -------
    Array with one more axis, whose size is the number of arrays.

    Examples
    --------
    >>> x, y = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    >>> mx.nd.stack(x, y, axis=1).asnumpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """
    if not data:
        raise MXNetError("at least one array is needed")
    axis = axis_of(axis, data[0].dim() + 1)
    for index, item in enumerate(data):
        if item.shape != data[0].shape:
            # Late, as in MXNet: a loop may collect step outputs that grow, and never read them.
            raise LateError(f"input {index}: expected shape {show(data[0].shape)}, got {show(item.shape)}")
    return torch.stack(data, axis)


@stack.infer_shape
def stack_shape(shape: ShapeFrame, p) -> None:
    common = next(filter(known, shape.ins), None)
    for index, cell in enumerate(shape.ins):
        if common is None or not known(cell):  # known ones are compared when they are stacked, see there
            common = unify(common, cell, f"input {index}")
    out = shape.peek("out")
    if out is not None:
        axis = axis_of(p.axis, len(out))
        common = unify(common, axis_without(out, axis), "output")
    if common is None:
        raise NotYet
    axis = axis_of(p.axis, len(common) + 1)
    for index, cell in enumerate(shape.ins):
        if not known(cell):
            shape.set_in(index, common)
    shape.out = (*common[:axis], len(shape.ins), *common[axis:])


@stack.fast_gradient
def stack_gradient(grad, *, p):
    return grad.unbind(p.axis)


# ---- repetition and padding ---------------------------------------------------------------------

@op("tile", named_input=True)
def tile(data: Array, *, reps: Ints) -> Array:
    """Tile an array: repeat the whole of it along each axis.

    Parameters
    ----------
    data
        Array of any shape.
    reps
        How often it is repeated along each axis, the last one last. More numbers than axes add leading
        axes; fewer leave the leading ones as they are.

    Returns
    -------
    Array of shape ``data.shape[i] * reps[i]`` along each axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2]])
    >>> mx.nd.tile(x, reps=(2, 2)).asnumpy().tolist()
    [[1.0, 2.0, 1.0, 2.0], [1.0, 2.0, 1.0, 2.0]]
    """
    if any(count < 0 for count in reps):
        raise MXNetError(f"invalid reps = {reps}; repetitions cannot be negative")
    if 0 in reps and not npmode.get_shape():
        raise MXNetError(f"reps {reps} makes an empty array, which needs NumPy shapes")
    return data.repeat((1,) * (data.dim() - len(reps)) + tuple(reps))


@op("repeat")
def repeat(data: Array, *, repeats: int, axis: int | None = None) -> Array:
    """Repeat each element along an axis; equal elements are adjacent.

    Parameters
    ----------
    data
        Array of any shape.
    repeats
        How often each element is repeated; 0 gives an empty vector.
    axis
        Axis along which they are repeated; None means the flattened array.

    Returns
    -------
    Array ``repeats`` times as large along ``axis``, or a vector without one.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.repeat(x, repeats=2).asnumpy().tolist()
    [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]
    >>> mx.nd.repeat(x, repeats=2, axis=0).asnumpy().tolist()
    [[1.0, 2.0], [1.0, 2.0], [3.0, 4.0], [3.0, 4.0]]
    """
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
    """Pad the spatial dimensions of a batch with a constant, the values at the edge or their mirror image.

    Parameters
    ----------
    data
        Floats of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``.
    mode
        The padding: ``"constant"``; ``"edge"``, the nearest element; or ``"reflect"``, the elements mirrored at the
        edge, which itself is not repeated.
    pad_width
        How much is added before and after each axis, two numbers each, from the first axis on; the first
        four are zero.
    constant_value
        The value of mode ``"constant"``.

    Returns
    -------
    Array of size ``data.shape[i] + pad_width[2 * i] + pad_width[2 * i + 1]`` along each axis.

    Examples
    --------
    >>> x = mx.nd.array([1, 2, 3]).reshape((1, 1, 1, 3))
    >>> mx.nd.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 0, 0, 2, 1)).asnumpy().tolist()
    [[[[3.0, 2.0, 1.0, 2.0, 3.0, 2.0]]]]
    >>> mx.nd.pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 0, 0, 0), constant_value=9).shape
    (1, 1, 2, 3)
    """
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
