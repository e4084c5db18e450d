"""Samplers: the order of samples, and how they are grouped into batches."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.borrowed import borrowed as _borrowed

__all__ = ["Sampler", "SequentialSampler", "RandomSampler", "FilterSampler", "BatchSampler"]


class Sampler:
    """Base of samplers: ``__iter__`` yields indices into a data set, ``__len__`` is their number."""

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} has no __len__")


class SequentialSampler(Sampler):
    """All indices in order.

    Parameters
    ----------
    length : int
        Number of indices.
    start : int, default=0
        The first one.

    Examples
    --------
    >>> list(mx.gluon.data.SequentialSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int, start: int = 0) -> None:
        self._length, self._start = length, start

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._start, self._start + self._length))

    def __len__(self) -> int:
        return self._length


class RandomSampler(Sampler):
    """All indices in random order, drawn with NumPy's generator.

    Parameters
    ----------
    length : int
        Number of indices.

    Examples
    --------
    >>> sorted(int(place) for place in mx.gluon.data.RandomSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[int]:
        places = np.arange(self._length)
        np.random.shuffle(places)
        return iter(places)

    def __len__(self) -> int:
        return self._length


class FilterSampler(Sampler):
    """Indices of the samples for which a function returns true.

    Parameters
    ----------
    fn : Callable[[Any], bool]
        Function of a sample.
    dataset
        The data set.
    """

    def __init__(self, fn: Callable[[Any], bool], dataset: Any) -> None:
        self._fn, self._dataset = fn, dataset
        self._indices = [place for place in range(len(dataset)) if fn(dataset[place])]

    def __iter__(self) -> Iterator[int]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Lists of indices from another sampler, one per batch.

    Parameters
    ----------
    sampler : Sampler
        The other sampler.
    batch_size : int
        Number of indices in a list.
    last_batch : {'keep', 'discard', 'rollover'}, default='keep'
        What happens to an incomplete batch: it is kept, left out, or begins the next epoch.

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
