"""How arrays are printed."""
from __future__ import annotations

from typing import Any

import numpy as onp

__all__ = ["set_printoptions"]


def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how arrays are printed, those of NumPy as well.

    Parameters
    ----------
    precision : int, optional
        Digits behind the decimal point.
    threshold : int, optional
        Number of elements from which an array is shortened by dots.
    **kwarg
        NumPy's other options are not supported, and raise NotImplementedError.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.np.set_printoptions(precision=2)
    >>> mx.np.array([1 / 3])
    array([0.33])
    >>> mx.np.set_printoptions(precision=8)
    """
    if kwarg:
        raise NotImplementedError(f"set_printoptions only supports precision and threshold, got {list(kwarg)}")
    onp.set_printoptions(precision=precision, threshold=threshold)
