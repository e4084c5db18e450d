"""The sums of metrics: they stay double precision, whatever NumPy numbers are added to them."""
from __future__ import annotations

from typing import Any

import numpy as np


class Total(float):
    """A float that adds NumPy numbers of any type in double precision.

    ``0.0 + np.float32(0.1)`` was a float64 when MXNet was written, and is a float32 since NumPy 2: a sum over an epoch
    would lose digits. It prints as a float does.
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        found = float.__add__(self, _wide(other))
        return float(self) + other if found is NotImplemented else Total(found)  # an array keeps its type

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        found = float.__sub__(self, _wide(other))
        return float(self) - other if found is NotImplemented else Total(found)


def summable(value: Any) -> Any:
    """Return what a metric keeps as its sum: numbers as `Total`, and so those in a list, which stays the same list."""
    if value.__class__ is Total:
        return value
    if isinstance(value, (float, np.floating)):
        return Total(value)
    if value.__class__ is list:
        value[:] = map(summable, value)
    return value


def plain(value: Any) -> Any:
    """Return a NumPy number as Python's, which prints as it did before NumPy 2."""
    return value.item() if isinstance(value, np.generic) else value


def _wide(value: Any) -> Any:
    number = isinstance(value, (np.floating, np.integer)) or isinstance(value, np.ndarray) and not value.ndim
    return float(value) if number else value
