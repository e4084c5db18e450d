"""Arrays from text."""
import numpy as onp

from ..context import current_context
from ..ndarray.numpy.creation import array

__all__ = ["genfromtxt"]


def genfromtxt(*args, **kwargs):
    """Read an array from text, as numpy.genfromtxt does."""
    ctx = kwargs.pop("ctx", None)
    found = onp.genfromtxt(*args, **kwargs)
    return array(found, dtype=found.dtype, ctx=ctx or current_context())
