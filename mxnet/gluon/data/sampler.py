"""Samplers: in which order samples come, and how they are put into batches."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.borrowed import borrowed as _borrowed

__all__ = ["Sampler", "SequentialSampler", "RandomSampler", "FilterSampler", "BatchSampler"]


class Sampler:
    """Base of samplers: `__iter__` gives places in a data set, `__len__` how many."""

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} has no __len__")


class SequentialSampler(Sampler):
    """Give ``start``, ``start + 1``, ... , ``length`` places in all."""

    def __init__(self, length: int, start: int = 0) -> None:
        self._length, self._start = length, start

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._start, self._start + self._length))

    def __len__(self) -> int:
        return self._length


class RandomSampler(Sampler):
    """Give all places in random order, by NumPy's generator."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[int]:
        places = np.arange(self._length)
        np.random.shuffle(places)
        return iter(places)

    def __len__(self) -> int:
        return self._length


class FilterSampler(Sampler):
    """Give the places of samples that a function says yes to."""

    def __init__(self, fn: Callable[[Any], bool], dataset: Any) -> None:
        self._fn, self._dataset = fn, dataset
        self._indices = [place for place in range(len(dataset)) if fn(dataset[place])]

    def __iter__(self) -> Iterator[int]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Give lists of ``batch_size`` places from another sampler.

    ``last_batch``: an incomplete one is kept (``keep``), left out (``discard``), or begins the next epoch
    (``rollover``).

    Examples
    --------
    >>> list(mx.gluon.data.BatchSampler(mx.gluon.data.SequentialSampler(5), 2))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Sampler, batch_size: int, last_batch: str = "keep") -> None:
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        self._prev: list = []

    def _check(self) -> None:
        if self._last_batch not in ("keep", "discard", "rollover"):
            raise ValueError(f"last_batch is 'keep', 'discard' or 'rollover', got {self._last_batch!r}")

    def __iter__(self) -> Iterator[list[int]]:
        batch, self._prev = self._prev, []
        for place in self._sampler:
            batch.append(place)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if not batch:
            return
        self._check()
        if self._last_batch == "keep":
            yield batch
        elif self._last_batch == "rollover":
            self._prev = batch

    def __len__(self) -> int:
        self._check()
        if self._last_batch == "keep":
            return -(-len(self._sampler) // self._batch_size)
        return (len(self._prev) + len(self._sampler)) // self._batch_size


_borrowed(__name__)
