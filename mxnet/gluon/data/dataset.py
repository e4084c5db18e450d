"""Data sets: samples by index, and data sets made from others."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import ndarray, recordio
from ...core.borrowed import borrowed as _borrowed
from ..faces import shown
from .late import batch_of, parts_of
from .sampler import FilterSampler, Sampler, SequentialSampler

__all__ = ["Dataset", "SimpleDataset", "ArrayDataset", "RecordFileDataset"]


class Dataset:
    """Base of data sets: ``__getitem__`` gives a sample, ``__len__`` says how many there are."""

    def __getitem__(self, idx: int) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no __getitem__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} has no __len__")

    def filter(self, fn: Callable[[Any], bool]) -> Dataset:
        """Keep the samples for which a function returns true.

        Parameters
        ----------
        fn : Callable[[Any], bool]
            Function of a sample.

        Returns
        -------
        Dataset
            These samples.

        Examples
        --------
        >>> list(mx.gluon.data.SimpleDataset([1, 2, 3, 4]).filter(lambda x: x % 2 == 0))
        [2, 4]
        """
        return _SampledDataset(self, FilterSampler(fn, self))

    def shard(self, num_shards: int, index: int) -> Dataset:
        """Return one of several parts of nearly equal length; the first ones are longer by one.

        Parameters
        ----------
        num_shards : int
            Number of parts.
        index : int
            Which part.

        Returns
        -------
        Dataset
            The part.

        Examples
        --------
        >>> list(mx.gluon.data.SimpleDataset([1, 2, 3]).shard(2, 0))
        [1, 2]
        """
        if num_shards < 1 or not 0 <= index < num_shards:
            raise AssertionError(f"shard: there is no part {index} of {num_shards}")
        length, longer = divmod(len(self), num_shards)
        return _SampledDataset(self, SequentialSampler(length + (index < longer), length * index + min(index, longer)))

    def take(self, count: int | None) -> Dataset:
        """Return the first samples.

        Parameters
        ----------
        count : int or None
            How many; None for all.

        Returns
        -------
        Dataset
            These samples.
        """
        return _SampledDataset(self, SequentialSampler(len(self) if count is None else min(count, len(self))))

    def sample(self, sampler: Sampler) -> Dataset:
        """Return the samples that a sampler lists.

        Parameters
        ----------
        sampler : Sampler
            The sampler.

        Returns
        -------
        Dataset
            These samples, in its order.
        """
        if not isinstance(sampler, Sampler):
            raise TypeError(f"sample takes a gluon.data.Sampler, got {type(sampler).__name__}")
        return _SampledDataset(self, sampler)

    def transform(self, fn: Callable[..., Any], lazy: bool = True) -> Dataset:
        """Apply a function to each sample.

        Parameters
        ----------
        fn : Callable[..., Any]
            Function of a sample; the parts of a tuple are its arguments.
        lazy : bool, default=True
            Whether it is applied whenever a sample is requested; otherwise immediately.

        Returns
        -------
        Dataset
            The results.

        Examples
        --------
        >>> list(mx.gluon.data.SimpleDataset([1, 2]).transform(lambda x: x * 10))
        [10, 20]
        """
        made = _LazyTransformDataset(self, fn)
        return made if lazy else SimpleDataset([made[place] for place in range(len(made))])

    def transform_first(self, fn: Callable[..., Any], lazy: bool = True) -> Dataset:
        """Apply a function to the first part of each sample, such as the image before its label.

        Parameters
        ----------
        fn : Callable[..., Any]
            Function of that part.
        lazy : bool, default=True
            Whether it is applied whenever a sample is requested; otherwise immediately.

        Returns
        -------
        Dataset
            The results.
        """
        return self.transform(_TransformFirstClosure(fn), lazy)

    def _batch(self, places: list[int]) -> Any:
        """Return several samples as one batch, if that is faster than one by one; otherwise None."""
        return None


class SimpleDataset(Dataset):
    """Elements of a list, or of any other sequence, as a data set.

    Parameters
    ----------
    data
        The list.
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: int) -> Any:
        return self._data[idx]


class _LazyTransformDataset(Dataset):
    """A data set with a function applied."""

    def __init__(self, data: Any, fn: Callable) -> None:
        self._data, self._fn = data, fn

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: int) -> Any:
        item = self._data[idx]
        return self._fn(*item) if isinstance(item, tuple) else self._fn(item)

    def _batch(self, places: list[int]) -> Any:
        of_first = type(self) is _LazyTransformDataset and type(self._fn) is _TransformFirstClosure
        parts = parts_of(self._fn._fn) if of_first else None
        return None if parts is None else batch_of(self._data, places, parts)


class _TransformFirstClosure:
    """A function of the first argument, as a class so that it can be pickled."""

    def __init__(self, fn: Callable) -> None:
        self._fn = fn

    def __call__(self, x: Any, *args: Any) -> Any:
        return (self._fn(x), *args) if args else self._fn(x)


class _SampledDataset(Dataset):
    """Some samples of a data set, in the order of a sampler at construction."""

    def __init__(self, dataset: Dataset, sampler: Sampler) -> None:
        self._dataset, self._sampler = dataset, sampler
        self._indices = list(sampler)

    def __len__(self) -> int:
        return len(self._sampler)

    def __getitem__(self, idx: int) -> Any:
        return self._dataset[self._indices[idx]]

    def _batch(self, places: list[int]) -> Any:
        return self._dataset._batch([self._indices[place] for place in places])


class _FilteredDataset(_SampledDataset):
    """The samples for which a function returns true."""

    def __init__(self, dataset: Dataset, fn: Callable[[Any], bool]) -> None:
        super().__init__(dataset, FilterSampler(fn, dataset))


class ArrayDataset(Dataset):
    """Arrays, lists or data sets of one length, zipped: a sample is a tuple with one part of each.

    Parameters
    ----------
    *args
        The arrays, lists or data sets. With a single one, samples are not tuples.

    Examples
    --------
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.arange(6).reshape((3, 2)), [5, 6, 7])
    >>> data[1][1]
    6
    """

    def __init__(self, *args: Any) -> None:
        if not args:
            raise AssertionError("ArrayDataset: there are no arrays")
        self._length = len(args[0])
        self._data: list = []
        for number, part in enumerate(args):
            if len(part) != self._length:
                raise AssertionError(f"ArrayDataset: array 0 has {self._length} samples, array {number} has "
                                     f"{len(part)}")
            flat = isinstance(part, ndarray.NDArray) and part.ndim == 1
            self._data.append(part.asnumpy() if flat else part)

    def __getitem__(self, idx: int) -> Any:
        if len(self._data) == 1:
            return self._data[0][idx]
        return tuple(part[idx] for part in self._data)

    def __len__(self) -> int:
        return self._length

    def _batch(self, places: list[int]) -> Any:
        found = _rows_of(self._data, places) if type(self).__getitem__ is ArrayDataset.__getitem__ else None
        return found[0] if found is not None and len(found) == 1 else found


def _rows_of(arrays: list, places: list[int]) -> list | None:
    """Take the rows of all arrays at once; None if they are not arrays, or lack such rows."""
    if not all(type(part) is np.ndarray and part.dtype != object or isinstance(part, ndarray.NDArray)
               and part.stype == "default" for part in arrays):
        return None
    rows, count = np.asarray(places), min(map(len, arrays))
    if rows.dtype.kind not in "iu" or rows.ndim != 1 or rows.min() < -count or rows.max() >= count:
        return None  # one by one, the usual error is raised
    return [_rows(part, rows) for part in arrays]


def _rows(part: Any, rows: np.ndarray) -> Any:
    if type(part) is np.ndarray:
        taken = part[rows]
        return shown(ndarray.array(taken, dtype=taken.dtype))
    return shown(ndarray.take(part.as_nd_ndarray(), ndarray.array(rows % len(part), dtype="int64")))


class RecordFileDataset(Dataset):
    """Records of a ``.rec`` file as a data set; located through the ``.idx`` file next to it.

    Parameters
    ----------
    filename : str
        Path of the ``.rec`` file.
    """

    filename: str
    idx_file: str

    def __init__(self, filename: str) -> None:
        self.filename, self.idx_file = filename, os.path.splitext(filename)[0] + ".idx"
        self._record = recordio.MXIndexedRecordIO(self.idx_file, self.filename, "r")

    def __getitem__(self, idx: int) -> Any:
        return self._record.read_idx(self._record.keys[idx])

    def __len__(self) -> int:
        return len(self._record.keys)


class _DownloadedDataset(Dataset):
    """Base of data sets whose files are in a folder; derived classes read them in `_get_data`."""

    def __init__(self, root: str, transform: Callable | None) -> None:
        self._transform = transform
        self._data: list = None
        self._label: Any = None
        self._root = os.path.expanduser(root)
        os.makedirs(self._root, exist_ok=True)
        self._get_data()

    def __getitem__(self, idx: int) -> Any:
        sample = self._data[idx], self._label[idx]
        return sample if self._transform is None else self._transform(*sample)

    def _batch(self, places: list[int]) -> Any:
        plain = self._transform is None and type(self).__getitem__ is _DownloadedDataset.__getitem__
        return _rows_of([self._data, self._label], places) if plain else None

    def __len__(self) -> int:
        return len(self._label)

    def _get_data(self) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no _get_data")


_borrowed(__name__)
