"""The old home of the array class and of its functions: a path that programs and pickles use."""
from ..ndarray.numpy import *  # noqa: F403
from ..ndarray.numpy.array import ndarray
from ..ndarray.numpy.creation import array, empty
from .fallback import *  # noqa: F403

__all__ = ["array", "empty", "ndarray"]
