"""Arrays repeated to one shape."""
import numpy as onp

from ..ndarray.numpy import broadcast_to  # type: ignore[attr-defined]

__all__ = ["broadcast_arrays"]


def broadcast_arrays(*args):
    """Repeat arrays to the shape that they broadcast to."""
    shape = onp.broadcast_shapes(*[item.shape for item in args])
    return [item if item.shape == shape else broadcast_to(item, shape) for item in args]
