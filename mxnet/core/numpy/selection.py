"""Elements chosen by conditions and indices; inserted and deleted ones."""
import numpy as np

from .functions import function, is_number


@function()
def where(F, condition, x=None, y=None):
    """Take from one operand where a condition holds, and from another elsewhere; alone, give where it holds."""
    if x is None and y is None:
        return nonzero(F, condition)
    if is_number(condition):
        return x if condition != 0 else y
    if F.is_array(x) and F.is_array(y):
        return F.call("_npi_where", condition, x, y)
    if F.is_array(y) and is_number(x):
        return F.call("_npi_where_lscalar", condition, y, scalar=float(x))
    if F.is_array(x) and is_number(y):
        return F.call("_npi_where_rscalar", condition, x, scalar=float(y))
    if is_number(x) and is_number(y):
        return F.call("_npi_where_scalar2", condition, x=float(x), y=float(y))
    raise TypeError(f"type {type(x)} and {type(y)} not supported")


@function(arrays_only=True)
def nonzero(F, a):
    """Give the indices of elements that are not zero, an array for each axis."""
    return tuple(F.call("_np_transpose", F.call("_npi_nonzero", a)))


@function()
def take(F, a, indices, axis=None, mode="raise", out=None):
    """Take elements, or slices of an axis, by indices."""
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    if axis is None:
        a, axis = F.call("_npi_reshape", a, newshape=-1), 0
    return F.call("_npi_take", a, indices, axis=axis, mode=mode, out=out)


@function()
def unique(F, ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Give the different elements in order; and where they are first, which they are, how many."""
    made = F.call("_npi_unique", ar, return_index=return_index, return_inverse=return_inverse,
                  return_counts=return_counts, axis=axis)
    return tuple(made) if isinstance(made, list) else made


def _places(F, obj) -> dict | None:
    """Give the params that say where, None where an array does."""
    if isinstance(obj, slice):
        return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}
    if isinstance(obj, (int, np.integer)):
        return {"int_ind": int(obj)}
    if F.is_array(obj):
        return None
    raise TypeError(f"'obj' can not support type {type(obj)}")


@function()
def delete(F, arr, obj, axis=None):
    """Leave out elements of an axis, or of the flattened array."""
    if not F.is_array(arr):
        raise TypeError(f"'arr' can not support type {type(arr)}")
    places = _places(F, obj)
    if places is None:
        return F.call("_npi_delete", arr, obj, axis=axis)
    return F.call("_npi_delete", arr, axis=axis, **places)


@function()
def insert(F, arr, obj, values, axis=None):
    """Insert values before indices of an axis, or of the flattened array."""
    if not F.is_array(arr):
        raise TypeError(f"'arr' can not support type {type(arr)}")
    number = is_number(values)
    if not number and not F.is_array(values):
        raise TypeError(f"'values' can not support type {type(values)}")
    places = _places(F, obj)
    given = {"val": values} if number else {}
    arrays = (arr,) if number else (arr, values)
    if places is None:
        return F.call("_npi_insert_tensor", *arrays, obj, axis=axis, **given)
    operator = "_npi_insert_scalar" if "int_ind" in places else "_npi_insert_slice"
    return F.call(operator, *arrays, axis=axis, **places, **given)


@function()
def unravel_index(F, indices, shape, order="C"):
    """Turn indices into the flattened array into one for each axis."""
    if order != "C":
        raise NotImplementedError("Do not support column-major (Fortran-style) order at this moment")
    if is_number(indices):
        return np.unravel_index(indices, shape)
    if F.symbolic:
        return F.call("_npi_Custom", indices, op_type="unravel_index_fallback", shape=shape)
    return tuple(F.array(found) for found in np.unravel_index(indices.asnumpy().astype(np.int64), shape))


def _shared(F, a, b, max_work=None):
    made = F.call("_npi_share_memory", a, b)
    return made if F.symbolic else made.item()


@function()
def shares_memory(F, a, b, max_work=None):
    """Tell whether two arrays lie in one memory."""
    return _shared(F, a, b)


@function()
def may_share_memory(F, a, b, max_work=None):
    """Tell whether two arrays lie in one memory."""
    return _shared(F, a, b)
