"""`mx.np.linalg`: linear algebra."""
from ..ndarray.numpy.linalg import *  # noqa: F403
from ..ndarray.numpy.linalg import __all__ as _native
from . import fallback_linalg
from .fallback_linalg import *  # noqa: F403

__all__ = [*_native, *fallback_linalg.__all__]
