"""Arrays from text."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as onp

from ..context import current_context
from ..ndarray.numpy.creation import array

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["genfromtxt"]


def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """Read an array from lines of text, some values of which may be missing.

    Parameters
    ----------
    *args
        What ``numpy.genfromtxt`` takes, which reads the text: first a file, its name, or a list of lines.
    **kwargs
        Its keywords, such as ``delimiter``, ``dtype`` and ``skip_header``; and ``ctx``, the device to create the
        array on.

    Returns
    -------
    ndarray
        An array of the type that NumPy found, float64 by default.

    Examples
    --------
    >>> mx.np.genfromtxt(["1,2", "3,4"], delimiter=",").tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    ctx = kwargs.pop("ctx", None)
    found = onp.genfromtxt(*args, **kwargs)
    return array(found, dtype=found.dtype, ctx=ctx or current_context())
