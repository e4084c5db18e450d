"""Operators that read and write by index: take, pick, gather and scatter, masks, embeddings."""
from typing import Literal

import torch

from ..dtype import dtype_name
from ..errors import LateError, MXNetError, NotYet
from ..op import Array, Double, DType, Ints, Positive, Shape, op, types
from ..op.frames import TypeFrame
from ..op.shapes import ShapeFrame, known, like_first, show, unify
from ..storage import wants_rows
from .layout import axis_of

_compiling = torch.compiler.is_compiling  # what is traced must say what becomes of bad indices


def _whole(index: Array) -> Array:
    """Cut indices, which MXNet keeps in any type, to whole numbers."""
    return index.long()


def _within(index: Array, size: int, mode: str) -> Array:
    """Bring indices into range by clipping or wrapping."""
    index = _whole(index)
    return index.clamp(0, max(size - 1, 0)) if mode == "clip" else index.remainder(max(size, 1))


# ---- along one axis -----------------------------------------------------------------------------

def _looked_up(kernel, data: Array, axis: int, index: Array, mode: str) -> tuple[Array, Array]:
    """Read data by a kernel of (data, axis, whole indices), with those brought into range; give them as well."""
    index = _whole(index)
    if mode == "clip" and data.is_cpu and data.__class__ is Array and not _compiling():
        try:  # kernels of the CPU look at every index anyway, and refuse bad ones
            return kernel(data, axis, index), index
        except (IndexError, RuntimeError):
            pass
    index = _within(index, data.shape[axis], mode)
    return kernel(data, axis, index), index


def _slices(data: Array, axis: int, index: Array) -> Array:
    if index.dim() == 1:
        return torch.index_select(data, axis, index)
    found = torch.index_select(data, axis, index.reshape(-1))
    return found.view((*data.shape[:axis], *index.shape, *data.shape[axis + 1:]))


@op("take", types=types.free)
def take(a: Array, indices: Array, *, axis: int = 0,
         mode: Literal["clip", "raise", "wrap"] = "clip") -> Array:
    """Take slices of an axis; indices out of range are clipped, wrapped or refused."""
    axis = axis_of(axis, a.dim(), "Axis")
    if mode == "raise":
        index, size = _whole(indices), a.shape[axis]
        if not index.is_meta and bool(((index < 0) | (index >= size)).any()):
            raise LateError("take operator contains indices out of bound")
        return _slices(a, axis, index)
    return _looked_up(_slices, a, axis, indices, mode)[0]


@take.infer_shape
def take_shape(shape: ShapeFrame, p) -> None:
    axis = axis_of(p.axis, len(shape.a), "Axis")
    shape.out = (*shape.a[:axis], *shape.indices, *shape.a[axis + 1:])


@op("batch_take", no_gradient=True, shapes=None)
def batch_take(a: Array, indices: Array) -> Array:
    """Take one element of each row; indices are clipped."""
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


@op("pick", aliases=("choose_element_0index",), types=types.free)
def pick(data: Array, index: Array, *, axis: int | None = -1, keepdims: bool = False,
         mode: Literal["clip", "wrap"] = "clip") -> Array:
    """Pick one element along an axis for every position of the other axes."""
    return _pick(data, index, axis, keepdims, mode)[0]


def _pick(data: Array, index: Array, axis: int | None, keepdims: bool, mode: str) -> tuple[Array, tuple]:
    """Give the elements, and (where they are along which axis of which shape)."""
    axis, rest = _picked(data.shape, axis)
    kept = rest[:axis] + (1,) + rest[axis:]
    if index.shape != kept:
        if index.shape != rest and not (rest == () and index.numel() == 1):
            raise MXNetError(f"index: Shape inconsistent, Provided = {show(index.shape)}, "
                             f"inferred shape={show(rest)}")
        index = index.reshape(kept)
    found, place = _looked_up(torch.gather, data, axis, index, mode)
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


@pick.fast_gradient
def pick_gradient(grad, index, saved, *, needs):
    place, axis, shape = saved
    to_data = grad.new_zeros(shape).scatter_(axis, place, grad.reshape(place.shape))
    return to_data, torch.zeros_like(index) if needs[1] else None


def one_hot_type(types: TypeFrame, p) -> None:
    types.out = p.dtype


@op("one_hot", types=one_hot_type, differentiable=False)
def one_hot(indices: Array, *, depth: int, on_value: Double = 1.0, off_value: Double = 0.0,
            dtype: DType = torch.float32) -> Array:
    """Give rows with one value at the index, another elsewhere; an index out of range sets none."""
    if depth < 0:
        raise MXNetError("Dimension size, depth, must be a non-negative integer")
    hot = _whole(indices).unsqueeze(-1) == torch.arange(depth, device=indices.device)
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


# ---- by coordinates -----------------------------------------------------------------------------

def _coordinates(indices: Array) -> tuple:
    return _whole(indices).unbind(0)


def _safe_coordinates(indices: Array, sizes) -> tuple[tuple, Array]:
    """Give coordinates that exist and which of them were asked for: a GPU that is asked for others stops for good."""
    places, inside = [], None
    for place, size in zip(_coordinates(indices), sizes):
        kept = place.clamp(-size, max(size - 1, 0))
        inside = kept == place if inside is None else inside & (kept == place)
        places.append(kept)
    return tuple(places), inside


def _put(out: Array, indices: Array, values: Array) -> Array:
    """Write slices at coordinates, in place; on a GPU those that do not exist are left out."""
    if out.is_cpu or out.is_meta:
        out[_coordinates(indices)] = values
        return out
    places, inside = _safe_coordinates(indices, out.shape)
    kept = inside.nonzero(as_tuple=True)
    out[tuple(place[kept] for place in places)] = values[kept]
    return out


def _check_coordinates(indices: tuple, data: tuple, name: str) -> None:
    if len(indices) < 2:
        raise MXNetError(f"{name} requires index tensor to have at least 2 dimensions")
    if indices[0] > len(data):
        raise MXNetError(f"Number of indices exceeds data dimension: {indices[0]} indices for "
                         f"{show(data)}")


@op("gather_nd", types=types.free)
def gather_nd(data: Array, indices: Array) -> Array:
    """Gather the slices at coordinates: column j of ``indices`` names slice j."""
    _check_coordinates(tuple(indices.shape), tuple(data.shape), "gather_nd")
    if data.is_cpu or data.is_meta:
        return data[_coordinates(indices)]
    places, inside = _safe_coordinates(indices, data.shape)
    found = data[places]
    return found.masked_fill(~inside.view(inside.shape + (1,) * (found.dim() - inside.dim())), 0)


@gather_nd.infer_shape
def gather_nd_shape(shape: ShapeFrame, p) -> None:
    index = shape.indices
    _check_coordinates(index, shape.data, "gather_nd")
    shape.out = (*index[1:], *shape.data[index[0]:])


def _check_scatter(data: tuple, indices: tuple, out: tuple) -> None:
    _check_coordinates(indices, out, "scatter_nd")
    if data != (*indices[1:], *out[indices[0]:]):
        raise MXNetError("Invalid data, indices, and output shape combination for scatter_nd: "
                         f"{show(data)}, {show(indices)}, {show(out)}")


def _first_and_param(shape: ShapeFrame, p) -> None:
    shape.set_out(0, p.shape)


@op("scatter_nd", types=types.free, shapes=_first_and_param)
def scatter_nd(data: Array, indices: Array, *, shape: Shape) -> Array:
    """Put slices at coordinates of an array of zeros; of equal coordinates one wins."""
    _check_scatter(tuple(data.shape), tuple(indices.shape), shape)
    return _put(data.new_zeros(shape), indices, data)


@op("_scatter_set_nd", held=True, types=types.free)
def scatter_set_nd(lhs: Array, rhs: Array, indices: Array, *, shape: Shape) -> Array:
    """Give ``lhs`` with the slices at coordinates replaced."""
    _check_scatter(tuple(rhs.shape), tuple(indices.shape), tuple(lhs.shape))
    return _put(lhs.clone(), indices, rhs)


@scatter_set_nd.infer_shape
def scatter_set_nd_shape(shape: ShapeFrame, p) -> None:
    shape.lhs = p.shape
    shape.out = shape.lhs


def _ravel_shape(shape: tuple) -> tuple:
    if not shape:
        raise MXNetError("Empty shape parameter for ravel operator.")
    return shape


@op("_ravel_multi_index", aliases=("ravel_multi_index",), differentiable=False)
def ravel_multi_index(data: Array, *, shape: Ints | None = None) -> Array:
    """Turn coordinates, one column each, into positions in the flattened array."""
    sizes = _ravel_shape(shape or ())
    if data.dim() != 2 or data.shape[0] != len(sizes):
        raise MXNetError("First dimension of input of ravel operator does not match shape "
                         f"parameter dimension: {show(data.shape)} and {show(sizes)}")
    rows = _whole(data)
    place = rows[0]
    for size, row in zip(sizes[1:], rows[1:]):
        place = place * size + row
    return place.to(data.dtype, copy=True)


@ravel_multi_index.infer_shape
def ravel_multi_index_shape(shape: ShapeFrame, p) -> None:
    rank = len(_ravel_shape(p.shape or ()))
    out = shape.peek("out")
    shape.data = (rank, -1 if out is None else out[0])
    shape.out = (shape.data[1],)


@op("_unravel_index", aliases=("unravel_index",), differentiable=False)
def unravel_index(data: Array, *, shape: Ints | None = None) -> Array:
    """Turn positions in a flattened array into coordinates, one row an axis."""
    place, rows = _whole(data), []
    for size in reversed(_ravel_shape(shape or ())[1:]):
        whole = torch.div(place, size, rounding_mode="trunc")
        rows.append(place - whole * size)
        place = whole
    return torch.stack([place, *rows[::-1]]).to(data.dtype)


@unravel_index.infer_shape
def unravel_index_shape(shape: ShapeFrame, p) -> None:
    out = shape.peek("out")
    if out is not None:
        shape.data = out[1:]
    shape.out = (len(_ravel_shape(p.shape or ())), *shape.data)


# ---- by condition -------------------------------------------------------------------------------

def _where_type(types: TypeFrame, p) -> None:
    common = next((t for t in (*types.ins[1:], *types.outs) if t is not None), None)
    if common is None:
        raise NotYet
    types.x = types.y = types.out = common


@op("where", aliases=("_sparse_where",), types=_where_type)
def where(condition: Array, x: Array, y: Array) -> Array:
    """Take from ``x`` where the condition is non-zero, else from ``y``; a vector chooses rows."""
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
    if not known(shape.condition):  # whether it chooses rows or elements decides everything
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


@op("_contrib_boolean_mask", types=types.free, dynamic=True)
def boolean_mask(data: Array, index: Array, *, axis: int = 0) -> Array:
    """Keep the slices of an axis whose index is non-zero."""
    axis = axis_of(axis, data.dim())
    if index.dim() != 1 or index.shape[0] != data.shape[axis]:
        raise MXNetError(f"index: expected shape [{data.shape[axis]}], got {show(index.shape)}")
    return data.index_select(axis, index.nonzero().reshape(-1))


# ---- rows ---------------------------------------------------------------------------------------

@op("_contrib_index_copy", types=types.free, shapes=like_first)
def index_copy(old_tensor: Array, index_vector: Array, new_tensor: Array) -> Array:
    """Give ``old_tensor`` with the rows that ``index_vector`` names replaced."""
    if index_vector.dim() != 1 or index_vector.shape[0] != new_tensor.shape[0] \
            or new_tensor.shape[1:] != old_tensor.shape[1:]:
        raise MXNetError(f"{show(new_tensor.shape)} cannot be copied to rows "
                         f"{show(index_vector.shape)} of {show(old_tensor.shape)}")
    if old_tensor.is_cpu or old_tensor.is_meta:
        return old_tensor.index_copy(0, _whole(index_vector), new_tensor)
    return _put(old_tensor.clone(), index_vector.unsqueeze(0), new_tensor)


@op("_contrib_index_array", types=types.always(torch.int64), differentiable=False)
def index_array(data: Array, *, axes: Ints | None = None) -> Array:
    """Give every position's own coordinates, all of them or those along ``axes``."""
    rank = data.dim()
    chosen = range(rank) if axes is None else [axis_of(axis, rank) for axis in axes]
    rows = []
    for axis in chosen:
        line = torch.arange(data.shape[axis], device=data.device)
        rows.append(line.reshape(-1, *(1,) * (rank - axis - 1)).expand(data.shape))
    if not rows:  # an array without axes has no coordinates
        return torch.empty(*data.shape, 0, dtype=torch.int64, device=data.device)
    return torch.stack(rows, -1)


def _embedding_type(types: TypeFrame, p) -> None:
    dtype = next((t for t in (types.ins[1], *types.outs) if t is not None), p.dtype)
    types.weight = types.out = dtype


def _embedding_shape(shape: ShapeFrame, p) -> None:
    shape.weight = (p.input_dim, p.output_dim)
    out = shape.peek("out")
    if out is not None:
        shape.data = out[:-1]
    shape.out = (*shape.data, p.output_dim)


def _rows(data: Array, weight: Array, input_dim: int, output_dim: int) -> Array:
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(f"weight: Shape inconsistent, Provided = {show(weight.shape)}, "
                         f"inferred shape=({input_dim},{output_dim})")
    if weight.is_cpu and weight.__class__ is Array and weight.dtype is not torch.bfloat16 \
            and not (_compiling() or (weight.requires_grad and torch.is_grad_enabled())):
        # NumPy copies rows in two thirds of torch's time, and clips on the way
        rows = weight.detach() if weight.requires_grad else weight
        return torch.from_numpy(rows.numpy().take(_whole(data).numpy(), 0, mode="clip"))
    return _looked_up(_embedded, weight, 0, data, "clip")[0]


def _embedded(weight: Array, axis: int, index: Array) -> Array:
    if weight.is_floating_point() and not (weight.requires_grad and torch.is_grad_enabled() and weight.is_cpu):
        return torch.embedding(weight, index)
    return _slices(weight, 0, index)  # its gradient is added up three times as fast on a CPU


@op("Embedding", aliases=("_sparse_Embedding",), types=_embedding_type, shapes=_embedding_shape)
def embedding(data: Array, weight: Array, *, input_dim: Positive, output_dim: Positive,
              dtype: DType = torch.float32, sparse_grad: bool = False) -> Array:
    """Look up one row of ``weight`` an index; indices out of range are clipped."""
    if sparse_grad and wants_rows(weight):
        return _rows_by_rows(data, weight, input_dim)
    return _rows(data, weight, input_dim, output_dim)


def _rows_by_rows(data: Array, weight: Array, count: int) -> Array:
    """Look up rows on the tape so that the gradient is a sparse tensor."""
    return torch.embedding(weight, _whole(data).clamp(0, count - 1), -1, False, True)


@embedding.fast_gradient
def embedding_gradient(grad, data, *, p, needs):
    index = _whole(data).clamp(0, p.input_dim - 1)
    if grad.is_cpu:
        rows = grad.new_zeros(p.input_dim, p.output_dim)
        rows.index_add_(0, index.reshape(-1), grad.reshape(-1, p.output_dim))
    else:
        rows = torch.ops.aten.embedding_dense_backward(grad, index, p.input_dim, -1, False)
    return torch.zeros_like(data) if needs[0] else None, rows


@op("_contrib_SparseEmbedding", types=_embedding_type, shapes=_embedding_shape,
    ignore=("deterministic",))
def sparse_embedding(data: Array, weight: Array, *, input_dim: Positive, output_dim: Positive,
                     dtype: DType = torch.float32, sparse_grad: bool = False) -> Array:
    """Look up one row of ``weight`` an index; the older name of ``Embedding`` with sparse_grad."""
    if wants_rows(weight):
        return _rows_by_rows(data, weight, input_dim)
    return _rows(data, weight, input_dim, output_dim)


# ---- storage types, on their dense forms -------------------------------------------------------------

@op("_sparse_retain", types=types.free, shapes=like_first)
def sparse_retain(data: Array, indices: Array) -> Array:
    """Keep the rows that ``indices`` names and set the others to zero."""
    keep = torch.zeros(data.shape[0], dtype=torch.bool, device=data.device)
    keep[_whole(indices)] = True
    return data * keep.reshape(-1, *(1,) * (data.dim() - 1)).to(data.dtype)


@op("cast_storage", aliases=("_sparse_cast_storage",), shapes=like_first)
def cast_storage(data: Array, *, stype: Literal["csr", "default", "row_sparse"]) -> Array:
    """Convert to another storage type; the value stays, and how it is stored is the front-end's matter."""
    return data.clone()


@op("_contrib_getnnz", no_gradient=True, types=types.always(torch.int64), differentiable=False)
def getnnz(data: Array, *, axis: int | None = None) -> Array:
    """Count the elements that are not zero, all of them or along an axis."""
    if axis is None:
        return (data != 0).sum().reshape(1)
    return (data != 0).sum(axis_of(axis, data.dim()))


@op("_contrib_edge_id", types=types.free, differentiable=False)
def edge_id(data: Array, u: Array, v: Array) -> Array:
    """Read edges (u, v) off an adjacency matrix; -1 where there is none."""
    if u.shape != v.shape or u.dim() != 1 or data.dim() != 2:
        raise MXNetError(f"expected a matrix and two vectors of one size, got {show(data.shape)}, "
                         f"{show(u.shape)} and {show(v.shape)}")
    if data.is_cpu or data.is_meta:
        found = data[_whole(u), _whole(v)]
        return torch.where(found == 0, torch.full_like(found, -1), found)
    places, inside = _safe_coordinates(torch.stack((_whole(u), _whole(v))), data.shape)
    found = data[places]
    return torch.where(inside & (found != 0), found, torch.full_like(found, -1))


# ---- functions of the first releases ------------------------------------------------------------

@op("fill_element_0index", types=types.free, shapes=like_first, differentiable=False)
def fill_element_0index(lhs: Array, mhs: Array, rhs: Array) -> Array:
    """Give ``lhs`` with element ``rhs[i]`` of row i set to ``mhs[i]``."""
    if lhs.dim() != 2 or not mhs.shape == rhs.shape == lhs.shape[:1]:
        raise MXNetError(f"expected a matrix and two vectors with an element a row, got {show(lhs.shape)}, "
                         f"{show(mhs.shape)} and {show(rhs.shape)}")
    return torch.where(_chosen(rhs, lhs), mhs.unsqueeze(1).to(lhs.dtype), lhs)


def _chosen(index: Array, rows: Array) -> Array:
    """Tell which elements of the rows of a matrix are at the index; one out of range is nowhere."""
    return _whole(index).unsqueeze(1) == torch.arange(rows.shape[1], device=rows.device)


@op("_onehot_encode", types=types.free, differentiable=False)
def onehot_encode(lhs: Array, rhs: Array) -> Array:
    """Give one-hot rows of the indices ``lhs`` in the shape of ``rhs``."""
    if rhs.dim() != 2 or lhs.shape != rhs.shape[:1]:
        raise MXNetError(f"expected an index for each row of a matrix, got {show(lhs.shape)} and {show(rhs.shape)}")
    return _chosen(lhs, rhs).to(rhs.dtype)


@onehot_encode.infer_shape
def onehot_encode_shape(shape: ShapeFrame, p) -> None:
    shape.out = shape.rhs
