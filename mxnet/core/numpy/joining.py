"""Arrays joined along an axis, and split along one."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .functions import Array, function, listed


@function()
def concatenate(F, seq: Sequence[Array], axis: int | None = 0, out: Array | None = None) -> Array:
    """Join arrays along an existing axis.

    Parameters
    ----------
    seq
        Arrays with equal shapes except along ``axis``.
    axis
        Axis to join along; None flattens the arrays first.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        The concatenated arrays.

    Examples
    --------
    >>> mx.np.concatenate([mx.np.array([1, 2]), mx.np.array([3])]).tolist()
    [1.0, 2.0, 3.0]
    """
    return F.call("_npi_concatenate", *seq, axis=axis, out=out)


@function()
def append(F, arr: Array, values: Array, axis: int | None = None) -> Array:
    """Return an array with other values appended.

    Parameters
    ----------
    arr
        Input array.
    values
        Array to append. It must be an array, whereas NumPy also takes numbers and lists.
    axis
        Axis to join along; None flattens both first.

    Returns
    -------
    ndarray
        A new array; ``arr`` is unchanged.

    Examples
    --------
    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3])).tolist()
    [1.0, 2.0, 3.0]
    """
    return F.call("_npi_concatenate", arr, values, axis=axis)


@function()
def stack(F, arrays: Sequence[Array], axis: int = 0, out: Array | None = None) -> Array:
    """Join arrays of the same shape along a new axis.

    Parameters
    ----------
    arrays
        Arrays of one shape.
    axis
        Position of the new axis in the result.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        An array with one more dimension, whose new axis has the size ``len(arrays)``.

    Examples
    --------
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])], axis=1).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """
    return F.call("_npi_stack", *listed(arrays), axis=axis, out=out)


@function()
def vstack(F, arrays: Sequence[Array], out: Array | None = None) -> Array:
    """Stack arrays vertically, along the first axis.

    Parameters
    ----------
    arrays
        Arrays with equal shapes except along the first axis; a vector counts as one row.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        The rows of all arrays.

    Examples
    --------
    >>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])]).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    return F.call("_npi_vstack", *listed(arrays), out=out)


@function()
def row_stack(F, arrays: Sequence[Array]) -> Array:
    """Stack arrays vertically, as `vstack` does.

    Parameters
    ----------
    arrays
        Arrays with equal shapes except along the first axis; a vector counts as one row.

    Returns
    -------
    ndarray
        The rows of all arrays.

    Examples
    --------
    >>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])]).shape
    (2, 2)
    """
    return F.call("_npi_vstack", *listed(arrays))


@function()
def column_stack(F, tup: Sequence[Array]) -> Array:
    """Stack vectors and matrices horizontally into one matrix.

    Parameters
    ----------
    tup
        Arrays of one or two dimensions with equally many rows; a vector counts as one column.

    Returns
    -------
    ndarray
        A matrix of all columns.

    Examples
    --------
    >>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4]))).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """
    return F.call("_npi_column_stack", *tup)


@function()
def hstack(F, arrays: Sequence[Array]) -> Array:
    """Join arrays horizontally: along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays
        Arrays with equal shapes except along the second axis.

    Returns
    -------
    ndarray
        The arrays next to each other.

    Examples
    --------
    >>> mx.np.hstack((mx.np.ones((2, 1)), mx.np.zeros((2, 1)))).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """
    return F.call("_npi_hstack", *arrays)


@function()
def dstack(F, arrays: Sequence[Array]) -> Array:
    """Join arrays along the third axis.

    Parameters
    ----------
    arrays
        Arrays with equal shapes except along the third axis. A vector of n elements counts as (1, n, 1), a matrix
        gets a third axis of size one.

    Returns
    -------
    ndarray
        An array of at least three dimensions.

    Examples
    --------
    >>> mx.np.dstack((mx.np.ones((2, 3)), mx.np.zeros((2, 3)))).shape
    (2, 3, 2)
    """
    return F.call("_npi_dstack", *arrays)


def _cuts(given) -> dict:
    """Return the params that say where to split: a number of sections, or the indices at which parts start."""
    if isinstance(given, (int, np.integer)):
        return {"indices": [], "sections": int(given)}
    if isinstance(given, (list, set, tuple)):
        return {"indices": [0, *given], "sections": 0}
    raise ValueError("indices_or_sections must be either int, or tuple / list / set of ints")


def _parts(F, operator: str, ary, given, axis: int):
    cuts = _cuts(given)
    made = F.call(operator, ary, indices=cuts["indices"], axis=axis, squeeze_axis=False, sections=cuts["sections"])
    if F.symbolic:
        return list(made) if made.num_outputs > 1 else [made]
    return made if isinstance(made, list) else [made]


@function()
def split(F, ary: Array, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[Array]:
    """Split an array along an axis.

    Parameters
    ----------
    ary
        Array to split.
    indices_or_sections
        A number of equal parts, or the indices at which new parts start.
    axis
        Axis to split along.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Raises
    ------
    ValueError
        If a number of parts does not divide the size of the axis.

    Examples
    --------
    >>> [part.tolist() for part in mx.np.split(mx.np.arange(4), 2)]
    [[0.0, 1.0], [2.0, 3.0]]
    >>> [part.tolist() for part in mx.np.split(mx.np.arange(4), [1, 3])]
    [[0.0], [1.0, 2.0], [3.0]]
    """
    if not F.symbolic and not -len(ary.shape) <= axis < len(ary.shape):
        raise IndexError(f"split: axis {axis} is out of bounds for an array of {len(ary.shape)} dimensions")
    if not F.symbolic and isinstance(indices_or_sections, (int, np.integer)) \
            and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return _parts(F, "_npi_split", ary, indices_or_sections, axis)


@function()
def array_split(F, ary: Array, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[Array]:
    """Split an array along an axis, whose sizes may differ by one.

    Parameters
    ----------
    ary
        Array to split.
    indices_or_sections
        A number of parts, which need not divide the axis, or the indices at which new parts start.
    axis
        Axis to split along.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views. The first ones are larger if the sizes differ.

    Examples
    --------
    >>> [part.tolist() for part in mx.np.array_split(mx.np.arange(3), 2)]
    [[0.0, 1.0], [2.0]]
    """
    return _parts(F, "_npi_split", ary, indices_or_sections, axis)


def _needs(F, ary, rank: int, name: str) -> None:
    if not F.symbolic and len(ary.shape) < rank:
        raise ValueError(f"{name} only works on arrays of {rank} or more dimensions")


@function()
def hsplit(F, ary: Array, indices_or_sections: int | Sequence[int]) -> list[Array]:
    """Split an array along its second axis, a vector along its only one.

    Parameters
    ----------
    ary
        Array of at least one dimension.
    indices_or_sections
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.hsplit(mx.np.zeros((2, 4)), 2)]
    [(2, 2), (2, 2)]
    """
    _needs(F, ary, 1, "hsplit")
    return _parts(F, "_npi_hsplit", ary, indices_or_sections, 1)


@function()
def vsplit(F, ary: Array, indices_or_sections: int | Sequence[int]) -> list[Array]:
    """Split an array along its first axis.

    Parameters
    ----------
    ary
        Array of at least two dimensions.
    indices_or_sections
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.vsplit(mx.np.zeros((4, 2)), 2)]
    [(2, 2), (2, 2)]
    """
    _needs(F, ary, 2, "vsplit")
    return split(F, ary, indices_or_sections, 0)


@function()
def dsplit(F, ary: Array, indices_or_sections: int | Sequence[int]) -> list[Array]:
    """Split an array along its third axis.

    Parameters
    ----------
    ary
        Array of at least three dimensions.
    indices_or_sections
        A number of equal parts, or the indices at which new parts start.

    Returns
    -------
    list of ndarray
        The parts: copies, whereas NumPy returns views.

    Examples
    --------
    >>> [part.shape for part in mx.np.dsplit(mx.np.zeros((2, 3, 4)), 2)]
    [(2, 3, 2), (2, 3, 2)]
    """
    _needs(F, ary, 3, "dsplit")
    return _parts(F, "_npi_dsplit", ary, indices_or_sections, 2)
