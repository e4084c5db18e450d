"""Which functions and ufuncs of NumPy the arrays of mx.np answer by functions of mx.np."""
from typing import TypeVar

from . import numpy as _np  # noqa: F401  it registers them
from .ndarray.numpy.protocol import FUNCTIONS as _NUMPY_ARRAY_FUNCTION_LIST
from .ndarray.numpy.protocol import UFUNCS as _NUMPY_ARRAY_UFUNC_LIST

_F = TypeVar("_F")

__all__ = ["_NUMPY_ARRAY_FUNCTION_LIST", "_NUMPY_ARRAY_UFUNC_LIST", "with_array_function_protocol",
           "with_array_ufunc_protocol"]


def with_array_function_protocol(func: _F) -> _F:
    """Return the function itself: every NumPy that is supported has the protocol."""
    return func


with_array_ufunc_protocol = with_array_function_protocol
