"""`mx.np`: arrays with NumPy's interface, its functions and its constants."""
from ..ndarray.numpy import *  # noqa: F403
from ..ndarray.numpy import protocol as _protocol
from ..ndarray.numpy.array import ndarray
from ..ndarray.numpy.creation import array, empty
from . import (
    arrayprint,
    fallback,
    fallback_linalg,
    function_base,
    io,
    linalg,
    multiarray,
    random,
    stride_tricks,
    utils,
)
from .arrayprint import set_printoptions
from .fallback import *  # noqa: F403
from .function_base import meshgrid
from .io import genfromtxt
from .stride_tricks import broadcast_arrays
from .utils import *  # noqa: F403

__all__: list[str] = []
_protocol.register({"np": globals(), "linalg": vars(linalg)})
