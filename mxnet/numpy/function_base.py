"""Grids of coordinates."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .stride_tricks import broadcast_arrays

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["meshgrid"]


def meshgrid(*xi: ndarray, **kwargs: Any) -> list[ndarray]:
    """Build the grids of coordinates that vectors of coordinates span.

    Parameters
    ----------
    *xi : ndarray
        One vector per axis of the grid.
    **kwargs
        ``indexing``: with ``"xy"``, the default, the first vector runs along the columns and the second along the
        rows; with ``"ij"`` the axes are in the order of the vectors. NumPy's ``sparse=True`` and ``copy=False`` are
        not supported.

    Returns
    -------
    list of ndarray
        One array per vector, all of the shape of the grid.

    Raises
    ------
    ValueError
        If ``indexing`` is another word.

    Examples
    --------
    >>> x, y = mx.np.meshgrid(mx.np.array([1, 2]), mx.np.array([3, 4, 5]))
    >>> x.shape, x[0].tolist(), y[:, 0].tolist()
    ((3, 2), [1.0, 2.0], [3.0, 4.0, 5.0])
    """
    indexing = kwargs.pop("indexing", "xy")
    for name, wanted in (("copy", True), ("sparse", False)):
        if bool(kwargs.pop(name, wanted)) is not wanted:
            raise NotImplementedError(f"meshgrid: {name}={not wanted} is not implemented")
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    order = list(range(len(xi)))
    if indexing == "xy" and len(xi) > 1:
        order[:2] = [1, 0]
    shaped = [item.reshape([-1 if axis == order[place] else 1 for axis in range(len(xi))])
              for place, item in enumerate(xi)]
    return broadcast_arrays(*shaped)
