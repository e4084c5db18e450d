"""How arrays are printed."""
import numpy as onp

__all__ = ["set_printoptions"]


def set_printoptions(precision=None, threshold=None, **kwarg):
    """Set the digits that are printed, and the size from which arrays are shortened."""
    if kwarg:
        raise NotImplementedError(f"set_printoptions only supports precision and threshold, got {list(kwarg)}")
    onp.set_printoptions(precision=precision, threshold=threshold)
