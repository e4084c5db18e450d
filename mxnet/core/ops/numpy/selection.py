"""Elements selected by conditions, masks and indices; insertion, deletion and counting."""
import torch

from ...errors import MXNetError
from ...op import Array, Double, op, shapes, types
from ...ownership import overlap
from ..layout import axis_of
from . import promotion

# ---- where --------------------------------------------------------------------------------------


def _where_type(types, p) -> None:
    kind = next((kind for kind in types.ins[1:] if kind is not None), None)
    if kind is not None:
        types.set_out(0, kind)


def _where_shape(shape, p) -> None:
    shapes.broadcast(shape, p)


@op("_npi_where", constant=("condition",), types=_where_type, shapes=_where_shape)
def where(condition: Array, x: Array, y: Array):
    """Select from one array where a condition holds, and from another elsewhere."""
    if x.dtype is not y.dtype:
        promotion.any_one(x.dtype, y.dtype)
    return torch.where(_holds(condition), x, y)


def _holds(condition: Array) -> Array:
    return condition if condition.dtype is torch.bool else condition != 0


@where.forward_train
def where_train(condition: Array, x: Array, y: Array):
    return where.function(condition, x, y), ((x.shape, x.dtype), (y.shape, y.dtype))


@where.fast_gradient
def where_gradient(grad, condition, saved, *, needs):
    """Route the gradient to where each element came from; only the shapes of the two arrays are saved."""
    holds, zero = _holds(condition), torch.zeros((), dtype=grad.dtype, device=grad.device)
    sides = torch.where(holds, grad, zero) if needs[1] else None, torch.where(holds, zero, grad) if needs[2] else None
    return (None, *(None if side is None else side.sum_to_size(shape).to(dtype)
                    for side, (shape, dtype) in zip(sides, saved)))


def _declare_where(name: str, argument: str, number_first: bool) -> None:
    def body(condition: Array, x: Array, *, scalar: Double = 0.0):
        holds = condition if condition.dtype is torch.bool else condition != 0
        number = torch.tensor(scalar, dtype=x.dtype, device=x.device)
        return torch.where(holds, number, x) if number_first else torch.where(holds, x, number)
    body.__doc__ = "Take from an array or a number, as a condition says."
    op(name, rename={"x": argument}, constant=("condition",), types=_where_type, shapes=_where_shape)(body)


_declare_where("_npi_where_lscalar", "x", True)
_declare_where("_npi_where_rscalar", "y", False)


def _fresh_float(types, p) -> None:
    types.set_out(0, torch.float32)


@op("_npi_where_scalar2", types=_fresh_float, shapes=shapes.same, differentiable=False)
def where_scalar2(condition: Array, *, x: Double = 0.0, y: Double = 0.0):
    """Select one of two numbers by a condition."""
    holds = condition if condition.dtype is torch.bool else condition != 0
    return torch.where(holds, torch.tensor(x, dtype=torch.float32, device=condition.device),
                       torch.tensor(y, dtype=torch.float32, device=condition.device))


# ---- places -------------------------------------------------------------------------------------

@op("_npx_nonzero", aliases=("_npi_nonzero",), dynamic=True, types=types.always(torch.int64), differentiable=False,
    strided=True)
def nonzero(x: Array):
    """Return the indices of the nonzero elements, one row per element.

    Parameters
    ----------
    x
        Input array.

    Returns
    -------
    ndarray
        A matrix of int64, with a row for each such element and a column for each axis. `mx.np.nonzero` gives
        the columns as a tuple.

    Examples
    --------
    >>> mx.npx.nonzero(mx.np.array([[1, 0], [0, 2]])).tolist()
    [[0, 0], [1, 1]]
    """
    return torch.nonzero(x if x.dim() else x.reshape(1))


def _unique_type(types, p) -> None:
    types.set_out(0, types.ins[0])
    for place in range(1, len(types.outs)):
        types.set_out(place, torch.int64)


def _unique_count(p) -> int:
    return 1 + p.return_index + p.return_inverse + p.return_counts


@op("_npi_unique", outputs=_unique_count, dynamic=True, types=_unique_type, differentiable=False, strided=True)
def unique(data: Array, *, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: int | None = None):
    """Return the unique elements, or slices of an axis, sorted; optionally first positions, inverse and counts."""
    found, inverse, counts = torch.unique(data, sorted=True, return_inverse=True, return_counts=True, dim=axis)
    flat = inverse.reshape(-1)
    made = [found]
    if return_index:
        places = torch.arange(flat.numel(), device=data.device)
        made.append(torch.full((counts.numel(),), flat.numel(), device=data.device).scatter_reduce_(
            0, flat, places, "amin"))
    if return_inverse:
        made.append(flat)
    if return_counts:
        made.append(counts)
    return tuple(made) if len(made) > 1 else found


# ---- masks --------------------------------------------------------------------------------------

def _masked(data: Array, mask: Array, start_axis: int) -> Array:
    """Return a mask with as many dimensions as the array it selects from."""
    if tuple(data.shape[start_axis:start_axis + mask.dim()]) != tuple(mask.shape):
        raise MXNetError(f"boolean index did not match indexed array: mask {list(mask.shape)} at axis {start_axis} of "
                         f"{list(data.shape)}")
    return mask.to(torch.bool).reshape([1] * start_axis + list(mask.shape) + [1] * (
        data.dim() - start_axis - mask.dim()))


@op("_npi_boolean_mask_assign_scalar", constant=("mask",), types=types.free, shapes=shapes.like_first)
def boolean_mask_assign_scalar(data: Array, mask: Array, *, value: Double, start_axis: int = 0):
    """Set the elements that a mask selects to one number."""
    return torch.where(_masked(data, mask, start_axis),
                       torch.tensor(value, dtype=data.dtype, device=data.device), data)


@op("_npi_boolean_mask_assign_tensor", types=types.free, shapes=shapes.like_first)
def boolean_mask_assign_tensor(data: Array, mask: Array, value: Array, *, start_axis: int = 0):
    """Set the elements that a mask selects to the values of another array, in their order."""
    key = (slice(None),) * start_axis + (mask.to(torch.bool),)
    made = data.clone()
    made[key] = value.to(data.dtype)
    return made


# ---- insert and delete --------------------------------------------------------------------------

def _chosen(size: int, start, stop, step, int_ind, device) -> Array:
    """Return the indices that a slice or a number stands for, counted from zero."""
    if int_ind is not None:
        if not -size <= int_ind <= size:
            raise MXNetError(f"index {int_ind} is out of bounds for axis with size {size}")
        return torch.tensor([int_ind + size if int_ind < 0 else int_ind], device=device)
    return torch.tensor(range(*slice(start, stop, step).indices(size)), dtype=torch.int64, device=device)


@op("_npi_delete", dynamic=True, types=types.free, omit={"obj": lambda p: p.int_ind is not None or p.step is not None})
def delete(arr: Array, obj: Array | None = None, *, start: int | None = None, stop: int | None = None,
           step: int | None = None, int_ind: int | None = None, axis: int | None = None):
    """Remove elements of an axis, or of the flattened array."""
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    size = arr.shape[axis_of(axis, arr.dim())]
    if obj is None:
        chosen = _chosen(size, start, stop, step, int_ind, arr.device)
        if int_ind is not None and int(chosen[0]) >= size:
            raise MXNetError(f"index {int_ind} is out of bounds for axis {axis} with size {size}")
    elif obj.dtype is torch.bool:
        chosen = torch.nonzero(obj.reshape(-1)).reshape(-1)
    else:
        chosen = obj.reshape(-1).long()
        chosen = chosen[(chosen >= 0) & (chosen < size)]  # others are ignored
    keep = torch.ones(size, dtype=torch.bool, device=arr.device)
    keep[chosen] = False
    return arr.index_select(axis, torch.nonzero(keep).reshape(-1))


def _spread(values: Array, arr: Array, axis: int, count: int, moved: bool) -> Array:
    """Broadcast values to the shape of what is inserted: so many slices of an axis; one index takes a whole block."""
    if count == 1 and values.dim():
        values = values.reshape([1] * (arr.dim() - values.dim()) + list(values.shape))
        if moved:  # by a number and not by an array: the first axis of the block is the one inserted along
            values = torch.movedim(values, 0, axis)
        count = values.shape[axis]
    wanted = [count if place == axis else size for place, size in enumerate(arr.shape)]
    return values.to(arr.dtype).expand(wanted)


def _inserted(arr: Array, values: Array, places: Array, axis: int | None, moved: bool) -> Array:
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    axis = axis_of(axis, arr.dim())
    size = arr.shape[axis]
    places = torch.where(places < 0, places + size, places)
    if places.numel() and (int(places.min()) < 0 or int(places.max()) > size):
        raise MXNetError(f"index is out of bounds for axis {axis} with size {size}")
    block = _spread(values, arr, axis, places.numel(), moved)
    if places.numel() == 1:
        where = int(places[0])
        return torch.cat([arr.narrow(axis, 0, where), block, arr.narrow(axis, where, size - where)], axis)
    order = torch.argsort(places, stable=True)
    target = torch.empty_like(places)
    target[order] = places[order] + torch.arange(places.numel(), device=arr.device)
    old = torch.ones(size + places.numel(), dtype=torch.bool, device=arr.device)
    old[target] = False
    source = torch.empty(old.numel(), dtype=torch.int64, device=arr.device)
    source[old] = torch.arange(size, device=arr.device)
    source[target] = torch.arange(size, size + places.numel(), device=arr.device)
    return torch.cat([arr, block], axis).index_select(axis, source)


def _value(values: Array | None, val: float | None, arr: Array) -> Array:
    return values if values is not None else torch.tensor(0.0 if val is None else val, dtype=arr.dtype,
                                                          device=arr.device)


def _size_along(arr: Array, axis: int | None) -> int:
    return arr.numel() if axis is None else arr.shape[axis_of(axis, arr.dim())]


def _has_number(p) -> bool:
    return p.val is not None


def _declare_insert(name: str, text: str) -> None:
    def body(arr: Array, values: Array | None = None, *, val: Double | None = None, start: int | None = None,
             stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None):
        places = _chosen(_size_along(arr, axis), start, stop, step, int_ind, arr.device)
        return _inserted(arr, _value(values, val, arr), places, axis, int_ind is not None)
    body.__doc__ = text
    op(name, omit={"values": _has_number}, types=types.free, dynamic=True)(body)


_declare_insert("_npi_insert_scalar", "Insert values before one index of an axis.")
_declare_insert("_npi_insert_slice", "Insert values before the indices of a slice of an axis.")


@op("_npi_insert_tensor", omit={"values": _has_number}, types=types.free, dynamic=True)
def insert_tensor(arr: Array, values: Array | None = None, obj: Array | None = None, *, val: Double | None = None,
                  start: int | None = None, stop: int | None = None, step: int | None = None,
                  int_ind: int | None = None, axis: int | None = None):
    """Insert values before indices of an axis."""
    if obj is None:
        raise MXNetError("insert: the indices are missing")
    return _inserted(arr, _value(values, val, arr), obj.reshape(-1).long(), axis, not obj.dim())


# ---- counts -------------------------------------------------------------------------------------

def _bincount_type(types, p) -> None:
    types.set_out(0, types.ins[1 if p.has_weights else 0])


@op("_npi_bincount", omit={"weights": lambda p: not p.has_weights}, dynamic=True, types=_bincount_type,
    differentiable=False)
def bincount(data: Array, weights: Array | None = None, *, minlength: int = 0, has_weights: bool = False):
    """Count how often each integer occurs, or sum the weights of its occurrences."""
    if data.is_floating_point() or (data.dtype is torch.bool and data.numel()):
        raise MXNetError(f"bincount takes whole numbers, got {str(data.dtype)[6:]}")
    if weights is not None and weights.dtype is torch.bool:
        raise MXNetError("bincount: bool arrays are no weights; cast first")
    if data.dim() != 1 or (data.numel() and weights is not None and weights.shape != data.shape):
        raise MXNetError("bincount takes a vector, and weights of its size; got "
                         + " and ".join(str(list(item.shape)) for item in (data, weights) if item is not None))
    if data.numel() and int(data.min()) < 0:
        raise MXNetError("bincount: the numbers must not be negative")
    if not data.numel():
        return torch.zeros(minlength, dtype=(data if weights is None else weights).dtype, device=data.device)
    found = torch.bincount(data, weights, minlength)
    return found.to(data.dtype if weights is None else weights.dtype)


@op("_npi_share_memory", types=types.always(torch.bool), differentiable=False)
def share_memory(a: Array, b: Array):
    """Return whether two arrays overlap in memory."""
    if a.device.type == "meta":
        return torch.empty((), dtype=torch.bool, device="meta")
    return torch.tensor(overlap(a, b), device=a.device)
