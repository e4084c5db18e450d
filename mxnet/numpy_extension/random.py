"""`mx.npx.random`: seeds, and samplers that NumPy has not."""
from .. import random as _random
from ..ndarray.numpy_extension.random import *  # noqa: F403
from ..ndarray.numpy_extension.random import __all__ as _native

__all__ = ["seed", *_native]


def seed(seed, ctx="all"):
    """Seed the generators of all contexts, or of one."""
    _random.seed(seed, ctx)
