"""Shape and slice arithmetic that programs import from `mxnet.ndarray.ndarray`."""
from functools import reduce
from typing import Any

import numpy as np

from ..core.errors import BadArgument
from .array import NDArray
from .indexing import _check_mask

__all__ = ["_NDARRAY_ADVANCED_INDEXING", "_NDARRAY_BASIC_INDEXING", "_NDARRAY_EMPTY_TUPLE_INDEXING",
           "_NDARRAY_NO_ZERO_DIM_BOOL_ARRAY", "_NDARRAY_UNSUPPORTED_INDEXING",
           "_NDARRAY_ZERO_DIM_BOOL_ARRAY_FALSE", "_NDARRAY_ZERO_DIM_BOOL_ARRAY_TRUE",
           "_SIGNED_INT32_UPPER_LIMIT", "_STORAGE_TYPE_CSR", "_STORAGE_TYPE_DEFAULT",
           "_STORAGE_TYPE_ROW_SPARSE", "_STORAGE_TYPE_UNDEFINED", "_broadcast_shapes", "_get_broadcast_shape",
           "_get_dim_size", "_get_index_range", "_get_slice_len", "_int64_enabled", "_int_to_slice",
           "_is_advanced_index", "_shape_for_bcast", "_storage_type", "_ufunc_helper",
           "check_boolean_array_dimension"]

# how keys are executed; `get_indexing_dispatch_code` returns one of the first four
_NDARRAY_UNSUPPORTED_INDEXING, _NDARRAY_BASIC_INDEXING, _NDARRAY_ADVANCED_INDEXING = -1, 0, 1
_NDARRAY_EMPTY_TUPLE_INDEXING = 2
_NDARRAY_NO_ZERO_DIM_BOOL_ARRAY, _NDARRAY_ZERO_DIM_BOOL_ARRAY_FALSE, _NDARRAY_ZERO_DIM_BOOL_ARRAY_TRUE = -1, 0, 1
_STORAGE_TYPE_UNDEFINED, _STORAGE_TYPE_DEFAULT, _STORAGE_TYPE_ROW_SPARSE, _STORAGE_TYPE_CSR = -1, 0, 1, 2
_SIGNED_INT32_UPPER_LIMIT = 2**31 - 1


def check_boolean_array_dimension(array_shape: tuple[Any, ...], axis: int, bool_shape: tuple[Any, ...]) -> None:
    """Refuse a mask whose shape does not match the array's axes from ``axis`` on."""
    _check_mask(bool_shape, axis, array_shape)


def _int64_enabled() -> bool:
    """Return whether arrays may have more than 2**31 elements."""
    return True


def _int_to_slice(idx: int) -> slice:
    """Return the slice that selects one element."""
    return slice(idx, idx + 1 or None)


def _is_advanced_index(idx) -> bool:
    """Return whether part of a key is neither a slice nor a new axis; numbers count as arrays."""
    if idx is None or isinstance(idx, slice):
        return False
    if isinstance(idx, (NDArray, np.ndarray, int, np.integer, list, tuple, range)):
        return True
    raise RuntimeError(f"illegal index type {type(idx)}")


def _get_index_range(start: int | None, stop: int | None, length: int, step: int | None = 1) -> tuple:
    """Return a slice of a sequence with all bounds as numbers; -1 is the position before the first."""
    if step == 0:
        raise ValueError("step size cannot be zero")
    if length < 0:
        raise ValueError("array length cannot be less than zero")
    step = 1 if step is None else step

    def within(bound: int) -> int:
        return min(max(bound + length, 0) if bound < 0 else bound, length)
    first, last = (0, length) if step > 0 else (length - 1, -1)
    return first if start is None else within(start), last if stop is None else within(stop), step


def _get_dim_size(start: int, stop: int, step: int) -> int:
    """Count the elements between bounds that lie in the direction of the step."""
    if step == 0 or (stop - start) * step < 0:
        raise BadArgument(f"a slice from {start} to {stop} by {step} goes nowhere")
    return len(range(start, stop, step))


def _get_slice_len(slc: slice, seq_length: int) -> int:
    """Count the elements that a slice selects of a sequence."""
    return len(range(*slc.indices(seq_length)))


def _get_broadcast_shape(shape1: tuple, shape2: tuple) -> tuple:
    """Return the shape that two shapes broadcast to."""
    try:
        return tuple(map(int, np.broadcast_shapes(tuple(shape1), tuple(shape2))))
    except ValueError:
        raise ValueError(f"shape1={shape1} is not broadcastable to shape2={shape2}") from None


def _broadcast_shapes(seq) -> tuple:
    """Return the shape that arrays broadcast to."""
    return reduce(_get_broadcast_shape, (array.shape for array in seq), ())


def _shape_for_bcast(shape: tuple, target_ndim: int, new_axes) -> tuple:
    """Insert 1s into a shape, at new axes and in front, up to a number of dimensions."""
    if len(shape) >= target_ndim:
        return tuple(shape[len(shape) - target_ndim:])
    rest, made = list(shape), [1] * target_ndim
    free = [axis for axis in range(target_ndim) if axis not in {new % target_ndim for new in new_axes}]
    for axis in reversed(free):
        if rest:
            made[axis] = rest.pop()
    return tuple(made)


def _storage_type(handle) -> int:
    """Return the number of an array's storage type; a handle that is not an array is dense."""
    numbers = {"row_sparse": _STORAGE_TYPE_ROW_SPARSE, "csr": _STORAGE_TYPE_CSR}
    return numbers.get(getattr(handle, "stype", "default"), _STORAGE_TYPE_DEFAULT)


def _ufunc_helper(lhs, rhs, fn_array, fn_scalar, lfn_scalar, rfn_scalar=None):
    """Call the function that matches the operands: two arrays, two numbers, or one of each.

    ``lfn_scalar(array, number)`` serves both orders unless there is ``rfn_scalar``.
    """
    left, right = (isinstance(value, (float, int, np.generic)) for value in (lhs, rhs))
    if left and right:
        return fn_scalar(lhs, rhs)
    if left:
        return (rfn_scalar or lfn_scalar)(rhs, float(lhs))
    if right:
        return lfn_scalar(lhs, float(rhs))
    if not isinstance(rhs, NDArray):
        raise TypeError(f"type {type(rhs)} not supported")
    return fn_array(lhs, rhs)
