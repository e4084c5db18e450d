"""Operators that choose by index or condition: take, pick, one-hot vectors, where, masks."""
from typing import Literal

import torch

from ..dtype import dtype_name
from ..errors import LateError, MXNetError, NotYet
from ..op import Array, Double, DType, op, types
from ..op.frames import TypeFrame
from ..op.shapes import ShapeFrame, known, like_first, show, unify
from .layout import axis_of

_compiling = torch.compiler.is_compiling  # traced code must define the result of bad indices


def whole_index(index: Array) -> Array:
    """Truncate indices, which MXNet keeps in any type, to integers."""
    return index.long()


def _within(index: Array, size: int, mode: str) -> Array:
    """Bring indices into range by clipping or wrapping."""
    index = whole_index(index)
    return index.clamp(0, max(size - 1, 0)) if mode == "clip" else index.remainder(max(size, 1))


# ---- along one axis -----------------------------------------------------------------------------

def look_up(kernel, data: Array, axis: int, index: Array, mode: str) -> tuple[Array, Array]:
    """Read data with a kernel of (data, axis, integer indices), with indices clipped or wrapped; return those too."""
    index = whole_index(index)
    if mode == "clip" and data.is_cpu and data.__class__ is Array and not _compiling():
        try:  # CPU kernels check every index anyway, and refuse bad ones
            return kernel(data, axis, index), index
        except (IndexError, RuntimeError):
            pass
    index = _within(index, data.shape[axis], mode)
    return kernel(data, axis, index), index


def slices_at(data: Array, axis: int, index: Array) -> Array:
    if index.dim() == 1:
        return torch.index_select(data, axis, index)
    found = torch.index_select(data, axis, index.reshape(-1))
    return found.view((*data.shape[:axis], *index.shape, *data.shape[axis + 1:]))


@op("take", constant=("indices",), types=types.free)
def take(a: Array, indices: Array, *, axis: int = 0,
         mode: Literal["clip", "raise", "wrap"] = "clip") -> Array:
    """Take slices of an axis: ``out[..., i, ...] = a[..., indices[i], ...]`` with the index at ``axis``.

    Indices may be of any type; fractions are truncated.

    Parameters
    ----------
    a
        Array of any shape.
    indices
        Indices along ``axis``, an array of any shape.
    axis
        Axis that is indexed; a negative one counts from the last.
    mode
        What an index out of range means: ``"clip"`` the nearest one in range, so that negative ones mean 0;
        ``"wrap"`` the remainder by the size; ``"raise"`` an error.

    Returns
    -------
    Array of shape ``a.shape[:axis] + indices.shape + a.shape[axis + 1:]``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.take(x, mx.nd.array([2, 0, 9])).asnumpy().tolist()
    [[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]
    >>> mx.nd.take(x, mx.nd.array([-1]), axis=1, mode="wrap").asnumpy().tolist()
    [[2.0], [4.0], [6.0]]
    """
    axis = axis_of(axis, a.dim(), "Axis")
    if mode == "raise":
        index, size = whole_index(indices), a.shape[axis]
        if not index.is_meta and bool(((index < 0) | (index >= size)).any()):
            raise LateError("take operator contains indices out of bound")
        return slices_at(a, axis, index)
    return look_up(slices_at, a, axis, indices, mode)[0]


@take.infer_shape
def take_shape(shape: ShapeFrame, p) -> None:
    axis = axis_of(p.axis, len(shape.a), "Axis")
    shape.out = (*shape.a[:axis], *shape.indices, *shape.a[axis + 1:])


@op("batch_take", no_gradient=True, shapes=None)
def batch_take(a: Array, indices: Array) -> Array:
    """Take one element of each row: ``out[i] = a[i, indices[i]]``.

    Parameters
    ----------
    a
        Array of at least two axes; its rows are in the last one.
    indices
        One index of type int32 for each row; those out of range are clipped.

    Returns
    -------
    Array of the shape of ``indices``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.batch_take(x, mx.nd.array([1, 0, 1], dtype="int32")).asnumpy().tolist()
    [2.0, 3.0, 6.0]
    """
    if a.dim() < 2:
        raise MXNetError("Data array must have at least 2 dimensional")
    if indices.dtype is not torch.int32:
        raise MXNetError(f"Type inconsistent, Provided = {dtype_name(indices.dtype)}, "
                         "inferred type = int32")
    rows = a.reshape(-1, a.shape[-1])
    if indices.numel() != rows.shape[0]:
        raise MXNetError("Index array's size must be the same as data array's size excluding the "
                         f"last dimension: expected {rows.shape[0]}, got {indices.numel()}")
    index = _within(indices, rows.shape[1], "clip").reshape(-1, 1)
    return rows.gather(1, index).reshape(indices.shape)


@batch_take.infer_shape
def batch_take_shape(shape: ShapeFrame, p) -> None:
    shape.indices = shape.peek("out")
    shape.out = shape.indices


@batch_take.infer_type
def batch_take_type(types: TypeFrame, p) -> None:
    types.indices = torch.int32
    types.a = types.peek("out")
    types.out = types.a


def _picked(data: tuple, axis: int | None) -> tuple[int, tuple]:
    if axis is None:
        raise MXNetError("axis=None is not supported by pick yet. Must specify an axis.")
    axis = axis_of(axis, len(data))
    return axis, data[:axis] + data[axis + 1:]


@op("pick", constant=("index",), aliases=("choose_element_0index",), types=types.free)
def pick(data: Array, index: Array, *, axis: int | None = -1, keepdims: bool = False,
         mode: Literal["clip", "wrap"] = "clip") -> Array:
    """Pick one element along an axis for every position of the other ones.

    With ``axis=1`` of a matrix it is ``out[i] = data[i, index[i]]``.

    Parameters
    ----------
    data
        Array of any shape.
    index
        Indices along ``axis``, one for every position of the other axes: of the shape of ``data`` without ``axis``, or
        with size one there. Fractions are truncated.
    axis
        Axis that is indexed; a negative one counts from the last.
    keepdims
        Keep ``axis`` in the result, with size one.
    mode
        What an index out of range means: ``"clip"`` the nearest one in range, ``"wrap"`` the remainder by the size.

    Returns
    -------
    Array of the shape of ``data`` without ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.pick(x, mx.nd.array([0, 1, 0])).asnumpy().tolist()
    [1.0, 4.0, 5.0]
    >>> mx.nd.pick(x, mx.nd.array([2, 1]), axis=0, keepdims=True).asnumpy().tolist()
    [[5.0, 4.0]]
    """
    return _pick(data, index, axis, keepdims, mode)[0]


def _pick(data: Array, index: Array, axis: int | None, keepdims: bool, mode: str) -> tuple[Array, tuple]:
    """Return the elements, and (their indices, the axis, the shape)."""
    axis, rest = _picked(data.shape, axis)
    kept = rest[:axis] + (1,) + rest[axis:]
    if index.shape != kept:
        if index.shape != rest and not (rest == () and index.numel() == 1):
            raise MXNetError(f"index: Shape inconsistent, Provided = {show(index.shape)}, "
                             f"inferred shape={show(rest)}")
        index = index.reshape(kept)
    found, place = look_up(torch.gather, data, axis, index, mode)
    return found if keepdims or not rest else found.squeeze(axis), (place, axis, data.shape)


@pick.infer_shape
def pick_shape(shape: ShapeFrame, p) -> None:
    axis, rest = _picked(tuple(shape.data), p.axis)
    kept = (*rest[:axis], 1, *rest[axis:])
    shape.out = kept if p.keepdims else rest or (1,)
    index = shape.peek("index")
    shape.index = kept if index is not None and len(index) == len(kept) and rest else rest or (1,)


@pick.forward_train
def pick_train(data: Array, index: Array, *, axis, keepdims, mode):
    return _pick(data, index, axis, keepdims, mode)


@pick.lower("train")
def pick_train_kernel(call):
    """Skip the checks that known shapes have settled."""
    data, index, p = call.specs[0][0], call.specs[1][0], call.p
    if not (known(data) and known(index)):
        return None
    axis, rest = _picked(data, p.axis)
    kept = (*rest[:axis], 1, *rest[axis:])
    if not rest or index not in (rest, kept):
        return None
    mode, widens, narrows = p.mode, index != kept, not p.keepdims

    def run(data, index):
        found, place = look_up(torch.gather, data, axis, index.unsqueeze(axis) if widens else index, mode)
        return found.squeeze(axis) if narrows else found, (place, axis, data.shape)
    return run


@pick.fast_gradient
def pick_gradient(grad, saved):
    place, axis, shape = saved
    return grad.new_zeros(shape).scatter_(axis, place, grad.reshape(place.shape)), None


@pick.lower("backward")
def pick_gradient_kernel(call):
    (data, kind), zeros, device = call.specs[0], torch.zeros, call.device
    if not known(data) or not call.p.keepdims:
        return None

    def run(grad, saved):
        place, axis, _ = saved
        return zeros(data, dtype=kind, device=device).scatter_(axis, place, grad), None
    return run


def one_hot_type(types: TypeFrame, p) -> None:
    types.out = p.dtype


@op("one_hot", types=one_hot_type, differentiable=False)
def one_hot(indices: Array, *, depth: int, on_value: Double = 1.0, off_value: Double = 0.0,
            dtype: DType = torch.float32) -> Array:
    """Convert indices to one-hot vectors along a new last axis.

    ``out[..., j]`` is ``on_value`` where ``j`` is the index and ``off_value`` elsewhere; an index out of range
    gives ``off_value`` only.

    Parameters
    ----------
    indices
        Indices, an array of any shape.
    depth
        Length of the vectors.
    on_value
        Value at the index.
    off_value
        Value everywhere else.
    dtype
        Type of the result.

    Returns
    -------
    Array of shape ``indices.shape + (depth,)``.

    Examples
    --------
    >>> mx.nd.one_hot(mx.nd.array([1, 0, 5]), depth=3).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    if depth < 0:
        raise MXNetError("Dimension size, depth, must be a non-negative integer")
    hot = whole_index(indices).unsqueeze(-1) == torch.arange(depth, device=indices.device)
    values = torch.tensor([off_value, on_value], dtype=torch.float64)
    if not dtype.is_floating_point:
        values = values.to(torch.int64)  # a negative value then wraps in an unsigned type, as in C
    off, on = values.to(dtype).tolist()
    if (off, on) == (0, 1):
        return hot.to(dtype)
    return torch.full(hot.shape, off, dtype=dtype, device=hot.device).masked_fill_(hot, on)


@one_hot.infer_shape
def one_hot_shape(shape: ShapeFrame, p) -> None:
    out = shape.peek("out")
    if shape.peek("indices") is None and out is not None:
        shape.indices = out[:-1]
    shape.out = (*shape.indices, p.depth)


# ---- by condition -------------------------------------------------------------------------------

def _where_type(types: TypeFrame, p) -> None:
    common = next((t for t in (*types.ins[1:], *types.outs) if t is not None), None)
    if common is None:
        raise NotYet
    types.x = types.y = types.out = common


@op("where", constant=("condition",), aliases=("_sparse_where",), types=_where_type)
def where(condition: Array, x: Array, y: Array) -> Array:
    """Select elements from one of two arrays: ``x`` where the condition is nonzero, ``y`` where it is zero.

    Parameters
    ----------
    condition
        Array of the shape of ``x``, or a vector of its first size that selects whole rows.
    x
        Elements for a nonzero condition.
    y
        Elements for a zero condition; of the shape and type of ``x``.

    Returns
    -------
    Array of the shape and type of ``x``.

    Examples
    --------
    >>> x, y = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[5, 6], [7, 8]])
    >>> mx.nd.where(mx.nd.array([[0, 1], [1, 0]]), x, y).asnumpy().tolist()
    [[5.0, 2.0], [3.0, 8.0]]
    >>> mx.nd.where(mx.nd.array([1, 0]), x, y).asnumpy().tolist()
    [[1.0, 2.0], [7.0, 8.0]]
    """
    if x.shape != y.shape or x.dtype is not y.dtype:
        raise MXNetError(f"x and y must agree: {show(x.shape)} {dtype_name(x.dtype)} and "
                         f"{show(y.shape)} {dtype_name(y.dtype)}")
    if condition.shape != x.shape:
        if condition.dim() != 1 or not x.dim() or condition.shape[0] != x.shape[0]:
            raise MXNetError(f"condition: expected shape {show(x.shape)} or [{x.shape[0]}], got "
                             f"{show(condition.shape)}")
        condition = condition.reshape(-1, *(1,) * (x.dim() - 1))
    return torch.where(condition != 0, x, y)


@where.infer_shape
def where_shape(shape: ShapeFrame, p) -> None:
    if not known(shape.condition):  # whether it selects rows or elements decides everything
        raise NotYet
    common = unify(unify(shape.peek("x"), shape.peek("y"), "y"), shape.peek("out"), "output")
    condition = shape.peek("condition")
    if condition is not None and (len(condition) > 1 or (common and len(common) == 1)):
        common = unify(common, condition, "condition")
    if common is None:
        raise NotYet
    shape.x = shape.y = shape.out = common
    if condition is not None and len(condition) == len(common):
        shape.condition = common


@op("_contrib_boolean_mask", constant=("index",), types=types.free, dynamic=True)
def boolean_mask(data: Array, index: Array, *, axis: int = 0) -> Array:
    """Keep the slices of an axis whose mask entry is nonzero.

    The shape of the result depends on the values of the mask.

    Parameters
    ----------
    data
        Array of any shape.
    index
        The mask, a vector of the size of ``axis``.
    axis
        Axis to which the mask applies; a negative one counts from the last.

    Returns
    -------
    Array of the shape of ``data``, except for the size along ``axis``, the number of nonzero mask entries.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> mx.nd.contrib.boolean_mask(x, mx.nd.array([1, 0, 1])).asnumpy().tolist()
    [[1.0, 2.0], [5.0, 6.0]]
    """
    axis = axis_of(axis, data.dim())
    if index.dim() != 1 or index.shape[0] != data.shape[axis]:
        raise MXNetError(f"index: expected shape [{data.shape[axis]}], got {show(index.shape)}")
    return data.index_select(axis, index.nonzero().reshape(-1))


# ---- functions of the first releases ------------------------------------------------------------

@op("fill_element_0index", types=types.free, shapes=like_first, differentiable=False)
def fill_element_0index(lhs: Array, mhs: Array, rhs: Array) -> Array:
    """Return a copy of a matrix with one element of each row set: ``out[i, rhs[i]] = mhs[i]``.

    Parameters
    ----------
    lhs
        Matrix of shape ``(n, m)``.
    mhs
        The new values, of shape ``(n,)``.
    rhs
        Their columns, of shape ``(n,)``; a column that does not exist sets nothing.

    Returns
    -------
    Matrix of the shape of ``lhs``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> mx.nd.fill_element_0index(x, mx.nd.array([7, 8]), mx.nd.array([0, 2])).asnumpy().tolist()
    [[7.0, 0.0, 0.0], [0.0, 0.0, 8.0]]
    """
    if lhs.dim() != 2 or not mhs.shape == rhs.shape == lhs.shape[:1]:
        raise MXNetError(f"expected a matrix and two vectors with an element a row, got {show(lhs.shape)}, "
                         f"{show(mhs.shape)} and {show(rhs.shape)}")
    return torch.where(_chosen(rhs, lhs), mhs.unsqueeze(1).to(lhs.dtype), lhs)


def _chosen(index: Array, rows: Array) -> Array:
    """Return a mask of the elements at the index in each row of a matrix; none for an index out of range."""
    return whole_index(index).unsqueeze(1) == torch.arange(rows.shape[1], device=rows.device)


@op("_onehot_encode", types=types.free, differentiable=False)
def onehot_encode(lhs: Array, rhs: Array) -> Array:
    """Convert indices to one-hot rows in the shape of a given matrix.

    Parameters
    ----------
    lhs
        Indices, of shape ``(n,)``.
    rhs
        Matrix of shape ``(n, depth)``; only its shape and type are used.

    Returns
    -------
    Matrix of the shape and type of ``rhs``.

    Examples
    --------
    >>> mx.nd._internal._onehot_encode(mx.nd.array([1, 0]), mx.nd.zeros((2, 3))).asnumpy().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    if rhs.dim() != 2 or lhs.shape != rhs.shape[:1]:
        raise MXNetError(f"expected an index for each row of a matrix, got {show(lhs.shape)} and {show(rhs.shape)}")
    return _chosen(lhs, rhs).to(rhs.dtype)


@onehot_encode.infer_shape
def onehot_encode_shape(shape: ShapeFrame, p) -> None:
    shape.out = shape.rhs
