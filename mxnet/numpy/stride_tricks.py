"""Arrays repeated to one shape."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as onp

from ..ndarray.numpy import broadcast_to  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["broadcast_arrays"]


def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    """Repeat arrays to the shape that they broadcast to.

    Parameters
    ----------
    *args : ndarray
        Arrays whose shapes broadcast.

    Returns
    -------
    list of ndarray
        Arrays of one shape: those that have it already, and copies of the others, where NumPy gives views.

    Examples
    --------
    >>> [item.shape for item in mx.np.broadcast_arrays(mx.np.zeros((2, 1)), mx.np.zeros(3))]
    [(2, 3), (2, 3)]
    """
    shape = onp.broadcast_shapes(*[item.shape for item in args])
    return [item if item.shape == shape else broadcast_to(item, shape) for item in args]
