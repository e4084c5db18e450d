"""The same elements in another shape or order, where a single operator is not the whole function."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .creation import full
from .functions import Array, function, is_number


@function()
def expand_dims(F, a: Array, axis: int) -> Array:
    """Insert an axis of size one.

    Parameters
    ----------
    a
        Input array.
    axis
        Position of the new axis in the result; negative numbers count from the end.

    Returns
    -------
    ndarray
        The elements with one more dimension.

    Examples
    --------
    >>> mx.np.expand_dims(mx.np.zeros((2, 3)), 1).shape
    (2, 1, 3)
    """
    return F.call("_npi_expand_dims", a, axis=axis)


@function()
def broadcast_to(F, array: Array | float, shape: int | Sequence[int]) -> Array:
    """Repeat an array along axes of size one, and along new ones, up to a shape.

    Parameters
    ----------
    array
        Array or number to repeat.
    shape
        Shape of the result; new axes come first.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view that cannot be written to.

    Examples
    --------
    >>> mx.np.broadcast_to(mx.np.array([1, 2]), (2, 2)).tolist()
    [[1.0, 2.0], [1.0, 2.0]]
    """
    if np.isscalar(array):
        return full(F, shape, array)
    return F.call("_npi_broadcast_to", array, shape=shape)


@function()
def tile(F, A: Array | float, reps: int | Sequence[int]) -> Array:
    """Repeat a whole array along each axis.

    Parameters
    ----------
    A
        Array or number to repeat.
    reps
        How often to repeat it along each axis; a number means the last one.

    Returns
    -------
    ndarray
        As many dimensions as the longer of ``A.shape`` and ``reps`` has.

    Examples
    --------
    >>> mx.np.tile(mx.np.array([1, 2]), 2).tolist()
    [1.0, 2.0, 1.0, 2.0]
    """
    if is_number(A):
        if F.is_array(reps):  # NumPy's function would call this one
            raise TypeError("tile: the repetitions of a number must be integers")
        return np.tile(A, reps)  # type: ignore[arg-type]
    if not F.is_array(A):
        raise TypeError(f"type {type(A)} not supported")
    return F.call("_npi_tile", A, reps=reps)


@function()
def swapaxes(F, a: Array, axis1: int, axis2: int) -> Array:
    """Swap two axes of an array.

    Parameters
    ----------
    a
        Input array.
    axis1
        One axis.
    axis2
        The other one.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.swapaxes(mx.np.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    return F.call("_npi_swapaxes", a, dim1=axis1, dim2=axis2)


@function()
def ravel(F, x: Array | float, order: str = "C") -> Array:
    """Flatten an array to one dimension.

    Parameters
    ----------
    x
        Array or number to flatten.
    order
        How to read it. Column order, ``"F"``, is not supported.

    Returns
    -------
    ndarray
        A vector of all elements, row by row.

    Examples
    --------
    >>> mx.np.ravel(mx.np.array([[1, 2], [3, 4]])).tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    if order == "F":
        raise NotImplementedError(f"order {order} is not supported")
    if is_number(x):
        return np.reshape(x, -1)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    return F.call("_npi_reshape", x, newshape=-1)


@function()
def flip(F, m: Array | float, axis: int | tuple[int, ...] | None = None, out: Array | None = None) -> Array:
    """Reverse the order of elements along axes.

    Parameters
    ----------
    m
        Input array.
    axis
        Axis or axes to reverse; None reverses all of them.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.flip(mx.np.array([1, 2, 3])).tolist()
    [3.0, 2.0, 1.0]
    """
    if is_number(m):
        return np.flip(m, axis)  # type: ignore[arg-type]
    if not F.is_array(m):
        raise TypeError(f"type {type(m)} not supported")
    return F.call("_npi_flip", m, axis=axis, out=out)


@function()
def flipud(F, m: Array) -> Array:
    """Reverse the order of the rows, along the first axis.

    Parameters
    ----------
    m
        Array of at least one dimension.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.flipud(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[3.0, 4.0], [1.0, 2.0]]
    """
    return flip(F, m, 0)


@function()
def fliplr(F, m: Array) -> Array:
    """Reverse the order of the columns, along the second axis.

    Parameters
    ----------
    m
        Array of at least two dimensions.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.fliplr(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[2.0, 1.0], [4.0, 3.0]]
    """
    return flip(F, m, 1)


@function()
def rot90(F, m: Array, k: int = 1, axes: Sequence[int] = (0, 1)) -> Array:
    """Rotate an array by quarter turns in the plane of two axes.

    Parameters
    ----------
    m
        Array of at least two dimensions.
    k
        Number of quarter turns, from the first axis towards the second; negative ones turn back.
    axes
        The two axes of the plane.

    Returns
    -------
    ndarray
        The rotated array, a copy.

    Examples
    --------
    >>> mx.np.rot90(mx.np.array([[1, 2], [3, 4]])).tolist()
    [[2.0, 4.0], [1.0, 3.0]]
    """
    return F.call("_npi_rot90", m, k=k, axes=axes)


# what each mode of `pad` takes besides the widths
_PAD = {"constant": ("constant_values",), "edge": (), "maximum": ("stat_length",), "minimum": ("stat_length",),
        "reflect": ("reflect_type",), "symmetric": ("reflect_type",)}


@function()
def pad(F, x: Array, pad_width: tuple[Any, ...], mode: str = "constant", **kwargs: Any) -> Array:
    """Pad an array.

    Parameters
    ----------
    x
        Input array.
    pad_width
        Widths before and after: a pair of ints for every axis, or a tuple of pairs, one per axis. It must be a
        tuple.
    mode
        Where the new elements come from: ``"constant"``, the ``"edge"``, the ``"maximum"`` or ``"minimum"`` of
        each line, or a reflection, ``"reflect"`` without the edge and ``"symmetric"`` with it. NumPy has more.
    **kwargs
        ``constant_values``, one number for the mode constant (0 by default); ``reflect_type="even"`` and
        ``stat_length=None``, in their modes, are the defaults.

    Returns
    -------
    ndarray
        A larger copy.

    Raises
    ------
    TypeError
        If ``pad_width`` is not a tuple of ints.
    ValueError
        If the mode is not known, or does not take a keyword.

    Examples
    --------
    >>> mx.np.pad(mx.np.array([1, 2]), (1, 1), constant_values=9).tolist()
    [9.0, 1.0, 2.0, 9.0]
    """
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if callable(mode) or mode not in _PAD:
        raise ValueError(f"pad: mode {mode!r} is not supported; expected one of {', '.join(_PAD)}")
    unknown = set(kwargs) - set(_PAD[mode])
    if unknown:
        raise ValueError(f"pad: unsupported keyword arguments for mode {mode!r}: {sorted(unknown)}")
    params = {}
    if mode == "constant":
        value = kwargs.get("constant_values", 0)
        if isinstance(value, tuple):
            raise TypeError("unsupported constant_values type: {'tuple'}.")
        params["constant_value"] = value
    elif kwargs.get("stat_length") is not None or kwargs.get("reflect_type", "even") not in ("even", None):
        raise ValueError(f"pad: {kwargs} is not supported for mode {mode!r}")
    elif mode in ("reflect", "symmetric"):
        params["reflect_type"] = "even"
    return F.call("_npi_pad", x, pad_width=_pairs(pad_width), mode=mode, **params)


def _pairs(given: tuple) -> tuple:
    """Return widths as pairs: ``(1, 2)`` is one pair for every axis."""
    if all(isinstance(width, (int, np.integer)) for width in given):
        return (given if len(given) == 2 else (given[0], given[0]),)
    return tuple(tuple(pair) for pair in given)


@function()
def diag_indices_from(F, arr: Array) -> tuple[Array, ...]:
    """Return the indices of the main diagonal.

    Parameters
    ----------
    arr
        Array of at least two dimensions, all of one size.

    Returns
    -------
    tuple of ndarray
        One vector of int64 per axis; ``arr[indices]`` is the diagonal.

    Examples
    --------
    >>> [found.tolist() for found in mx.np.diag_indices_from(mx.np.zeros((2, 2)))]
    [[0, 1], [0, 1]]
    """
    made = F.call("_npi_diag_indices_from", arr)
    return made if F.symbolic else tuple(made)


@function(arrays_only=True)
def shape(F, a: Array) -> tuple[int, ...]:
    """Return the shape of an array.

    Parameters
    ----------
    a
        Input array.

    Returns
    -------
    tuple of int
        Size of each axis.

    Examples
    --------
    >>> mx.np.shape(mx.np.zeros((2, 3)))
    (2, 3)
    """
    return a.shape
