"""What an operator's signature says about the values of a param: ``p: Annotated[float, Range(0, 1)]``."""
import math
from ctypes import c_float
from typing import Annotated, Any

from .errors import MXNetError


class Range:
    """Bound of a number, both ends included: ``p: Annotated[float, Range(0, 1)]``.

    On ``*data`` it bounds how many arrays a call takes.
    """

    low: float
    high: float | None

    def __init__(self, low: float, high: float | None = None) -> None:
        self.low, self.high = low, high

    def __str__(self) -> str:
        return f"at least {self.low}" if self.high is None else f"{self.low} to {self.high}"

    def __contains__(self, value: float) -> bool:
        # MXNet keeps params in single precision; NaN is not less than anything, so it passes there too
        if isinstance(value, float):
            value = c_float(value).value
        return not (value < self.low or (self.high is not None and value > self.high))


class Extent:
    """Bound of a Shape: no dimension is zero, and there are ``rank`` of them, or any number."""

    def __init__(self, rank: int | None = None) -> None:
        self.rank = rank

    def __str__(self) -> str:
        return ("" if self.rank is None else f"{self.rank} ") + "dimensions other than 0"

    def __contains__(self, value: tuple[Any, ...]) -> bool:
        return 0 not in value and self.rank in (None, len(value))


def check_size(*sizes: int) -> None:
    """Refuse an output whose params make it too large, before computing it: MXNet's array sizes have 31 bits."""
    count = math.prod(sizes)
    if count >= 2**31 - 1:
        raise MXNetError(f"an output of shape {list(sizes)} would have {count} elements; expected fewer than 2**31 - 1")


Positive = Annotated[int, Range(1)]
Fraction = Annotated[float, Range(0, 1)]
