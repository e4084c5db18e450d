"""Grids of coordinates."""
from .stride_tricks import broadcast_arrays

__all__ = ["meshgrid"]


def meshgrid(*xi, **kwargs):
    """Make matrices of coordinates from vectors of them."""
    indexing = kwargs.pop("indexing", "xy")
    for name, wanted in (("copy", True), ("sparse", False)):
        if bool(kwargs.pop(name, wanted)) is not wanted:
            raise NotImplementedError(f"meshgrid: {name}={not wanted} is not implemented")
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    order = list(range(len(xi)))
    if indexing == "xy" and len(xi) > 1:
        order[:2] = [1, 0]
    shaped = [item.reshape([-1 if axis == order[place] else 1 for axis in range(len(xi))])
              for place, item in enumerate(xi)]
    return broadcast_arrays(*shaped)
