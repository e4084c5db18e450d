"""Elements selected by conditions and indices; insertion and deletion."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import MXNetError
from .functions import Array, function, is_number


@function()
def where(F, condition: Array | float, x: Array | float | None = None, y: Array | float | None = None) -> Any:
    """Select elements from two operands by a condition.

    Parameters
    ----------
    condition
        Where it is nonzero the element of ``x`` is taken, otherwise that of ``y``.
    x
        Array or number.
    y
        Array or number; all three broadcast.

    Returns
    -------
    ndarray or tuple of ndarray
        The selected elements; float32 for two numbers. With ``condition`` alone, the result of `nonzero`.

    Examples
    --------
    >>> a = mx.np.array([1, -2, 3])
    >>> mx.np.where(a > 0, a, 0).tolist()
    [1.0, 0.0, 3.0]
    """
    if x is None and y is None:
        return nonzero(F, condition)
    if is_number(condition):
        return x if condition != 0 else y
    if F.is_array(x) and F.is_array(y):
        return F.call("_npi_where", condition, x, y)
    if F.is_array(y) and is_number(x):
        return F.call("_npi_where_lscalar", condition, y, scalar=float(x))  # type: ignore[arg-type]
    if F.is_array(x) and is_number(y):
        return F.call("_npi_where_rscalar", condition, x, scalar=float(y))  # type: ignore[arg-type]
    if is_number(x) and is_number(y):
        return F.call("_npi_where_scalar2", condition, x=float(x), y=float(y))  # type: ignore[arg-type]
    raise TypeError(f"type {type(x)} and {type(y)} not supported")


@function(arrays_only=True)
def nonzero(F, a: Array) -> tuple[Array, ...]:
    """Return the indices of the nonzero elements.

    Parameters
    ----------
    a
        Input array.

    Returns
    -------
    tuple of ndarray
        One vector of int64 per axis: together they index the elements, row by row.

    Examples
    --------
    >>> rows, columns = mx.np.nonzero(mx.np.array([[1, 0], [0, 2]]))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [0, 1])
    """
    return tuple(F.call("_np_transpose", F.call("_npi_nonzero", a)))


@function()
def take(F, a: Array, indices: Array, axis: int | None = None, mode: str = "raise", out: Array | None = None) -> Array:
    """Take elements, or slices along an axis, by their indices.

    Parameters
    ----------
    a
        Array to take from.
    indices
        Array of indices, of any shape.
    axis
        Axis that the indices count along; None takes from the flattened array.
    mode
        What to do with an index out of range: ``"raise"`` an error, ``"clip"`` it to the ends, or ``"wrap"`` it
        around.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        The shape of ``a`` with that of ``indices`` in place of the axis.

    Examples
    --------
    >>> mx.np.take(mx.np.array([10, 20, 30]), mx.np.array([2, 0])).tolist()
    [30.0, 10.0]
    """
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    if axis is None:
        a, axis = F.call("_npi_reshape", a, newshape=-1), 0
    return F.call("_npi_take", a, indices, axis=axis, mode=mode, out=out)


@function()
def unique(F, ar: Array, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: int | None = None) -> Array | tuple[Array, ...]:
    """Return the distinct elements in ascending order.

    Parameters
    ----------
    ar
        Input array.
    return_index
        Whether to return the first position of each distinct element.
    return_inverse
        Whether to return the index, among the distinct ones, of every element.
    return_counts
        Whether to return how often each one occurs.
    axis
        Axis whose slices are compared; None compares the elements of the flattened array.

    Returns
    -------
    ndarray or tuple of ndarray
        The distinct elements, then what was requested, in the order of the parameters and of type int64.

    Examples
    --------
    >>> values, counts = mx.np.unique(mx.np.array([2, 1, 2]), return_counts=True)
    >>> values.tolist(), counts.tolist()
    ([1.0, 2.0], [1, 2])
    """
    made = F.call("_npi_unique", ar, return_index=return_index, return_inverse=return_inverse,
                  return_counts=return_counts, axis=axis)
    return tuple(made) if isinstance(made, list) else made


def _places(F, obj) -> dict | None:
    """Return the params that say where; None if an array does."""
    if isinstance(obj, slice):
        return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}
    if isinstance(obj, (int, np.integer)):
        return {"int_ind": int(obj)}
    if F.is_array(obj):
        return None
    raise TypeError(f"'obj' can not support type {type(obj)}")


@function()
def delete(F, arr: Array, obj: int | slice | Array, axis: int | None = None) -> Array:
    """Return an array without some of its elements, or slices along an axis.

    Parameters
    ----------
    arr
        Input array.
    obj
        What to remove: an index, a slice, or an array of indices. Lists, which NumPy takes, are not supported.
    axis
        Axis that the indices count along; None means the flattened array.

    Returns
    -------
    ndarray
        A copy of the rest.

    Raises
    ------
    TypeError
        If ``arr`` is not an array, or ``obj`` is of another kind.

    Examples
    --------
    >>> mx.np.delete(mx.np.array([10, 20, 30]), 1).tolist()
    [10.0, 30.0]
    """
    if not F.is_array(arr):
        raise TypeError(f"'arr' can not support type {type(arr)}")
    places = _places(F, obj)
    if places is None:
        return F.call("_npi_delete", arr, obj, axis=axis)
    return F.call("_npi_delete", arr, axis=axis, **places)


@function()
def insert(F, arr: Array, obj: int | slice | Array, values: float | Array, axis: int | None = None) -> Array:
    """Return an array with values inserted before some of its indices.

    Parameters
    ----------
    arr
        Input array.
    obj
        Where to insert: an index, a slice, or an array of indices. Lists, which NumPy takes, are not supported.
    values
        Number or array to insert.
    axis
        Axis that the indices count along; None means the flattened array.

    Returns
    -------
    ndarray
        A longer copy.

    Raises
    ------
    TypeError
        If ``arr`` is not an array, or another argument is of another kind.

    Examples
    --------
    >>> mx.np.insert(mx.np.array([1, 2]), 1, 9).tolist()
    [1.0, 9.0, 2.0]
    """
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
def unravel_index(F, indices: int | Array, shape: Sequence[int], order: str = "C") -> Any:
    """Convert indices into the flattened array to one index per axis.

    Parameters
    ----------
    indices
        Index, or array of them.
    shape
        Shape of the array that they point into.
    order
        How it was flattened. Only ``"C"``, row by row, is supported.

    Returns
    -------
    tuple of ndarray
        One array of indices per axis, of the type of ``indices``; a tuple of ints for one number.

    Examples
    --------
    >>> rows, columns = mx.np.unravel_index(mx.np.array([1, 5], dtype='int32'), (2, 3))
    >>> rows.tolist(), columns.tolist()
    ([0, 1], [1, 2])
    """
    if order != "C":
        raise NotImplementedError("Do not support column-major (Fortran-style) order at this moment")
    if is_number(indices):
        return np.unravel_index(indices, shape)  # type: ignore[arg-type, call-overload]
    if F.symbolic:
        return F.call("_npi_Custom", indices, op_type="unravel_index_fallback", shape=shape)
    if indices.dtype.kind == "f" and indices.size:
        raise MXNetError(f"unravel_index: indices are whole numbers, got {indices.dtype}")
    return tuple(F.array(found.astype(indices.dtype))
                 for found in np.unravel_index(indices.asnumpy().astype(np.int64), shape))


def _shared(F, a, b):
    made = F.call("_npi_share_memory", a, b)
    return made if F.symbolic else made.item()


@function()
def shares_memory(F, a: Array, b: Array, max_work: int | None = None) -> bool:
    """Return whether two arrays overlap in memory.

    Parameters
    ----------
    a
        First array.
    b
        Second array.
    max_work
        NumPy's limit of effort, which is ignored.

    Returns
    -------
    bool
        Whether a write to one can change the other.

    Examples
    --------
    >>> a = mx.np.zeros(3)
    >>> mx.np.shares_memory(a, a[1:]), mx.np.shares_memory(a, a.copy())
    (True, False)
    """
    return _shared(F, a, b)


@function()
def may_share_memory(F, a: Array, b: Array, max_work: int | None = None) -> bool:
    """Return whether two arrays overlap in memory, as `shares_memory` does.

    Parameters
    ----------
    a
        First array.
    b
        Second array.
    max_work
        NumPy's limit of effort, which is ignored.

    Returns
    -------
    bool
        Whether a write to one can change the other: the exact answer, where NumPy may give True by mistake.

    Examples
    --------
    >>> a = mx.np.zeros(3)
    >>> mx.np.may_share_memory(a, a)
    True
    """
    return _shared(F, a, b)
