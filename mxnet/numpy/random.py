"""`mx.np.random`: random arrays."""
from ..ndarray.numpy.random import *  # noqa: F403
from ..ndarray.numpy.random import __all__ as _native

__all__ = [*_native]
