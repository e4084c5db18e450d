"""`mx.npx.random`: seeds, and samplers that NumPy does not have."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import random as _random
from ..ndarray.numpy_extension.random import *  # noqa: F403
from ..ndarray.numpy_extension.random import __all__ as _native

if TYPE_CHECKING:
    from ..context import Context

__all__ = ["seed", *_native]


def seed(seed: int, ctx: Context | str = "all") -> None:
    """Seed the generators of random numbers, so that a program draws the same ones again.

    Parameters
    ----------
    seed : int
        Any integer.
    ctx : Context or str, default='all'
        Device whose generator is seeded; all of them by default.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.npx.random.seed(7)
    >>> first = mx.np.random.uniform(size=3).tolist()
    >>> mx.npx.random.seed(7)
    >>> mx.np.random.uniform(size=3).tolist() == first
    True
    """
    _random.seed(seed, ctx)
