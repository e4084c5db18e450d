"""Samplers: which samples a data loader takes, and in what order."""
from __future__ import annotations

from collections.abc import Iterator

from ...data import Sampler

__all__ = ["IntervalSampler"]


class IntervalSampler(Sampler):
    """Take every ``interval``-th of ``length`` samples; with ``rollover`` then the skipped ones, from the second on.

    Parameters
    ----------
    length : int
        Number of samples.
    interval : int
        Distance between consecutive samples.
    rollover : bool, default=True
        Whether to continue with the skipped ones, from the second on, until all were taken.

    Raises
    ------
    AssertionError
        If the interval is larger than the length.

    Examples
    --------
    >>> list(mx.gluon.contrib.data.IntervalSampler(7, interval=3))
    [0, 3, 6, 1, 4, 2, 5]
    >>> list(mx.gluon.contrib.data.IntervalSampler(7, interval=3, rollover=False))
    [0, 3, 6]
    """

    def __init__(self, length: int, interval: int, rollover: bool = True) -> None:
        if interval > length:
            raise AssertionError(f"IntervalSampler: interval {interval} is larger than length {length}")
        self._length, self._interval, self._rollover = length, interval, rollover

    def __iter__(self) -> Iterator[int]:
        for first in range(self._interval if self._rollover else 1):
            yield from range(first, self._length, self._interval)

    def __len__(self) -> int:
        return self._length
