"""DataLoader: batches of a data set, made in this process, in threads or in worker processes.

Worker processes are torch's: its loader starts and monitors them, and forwards their exceptions with tracebacks.
Batches are sent through an `Arena`, or as torch sends tensors if that is full. This module adds MXNet's parameters and
rules.
"""
from __future__ import annotations

import multiprocessing
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.utils.data

from ... import random as mx_random
from ...context import cpu_pinned
from ...core import npmode, rng
from ...core.borrowed import borrowed as _borrowed
from ...core.errors import MXNetError
from ...core.torch_private import forget_workers
from ...core.tuning import HELD_BATCHES
from .arena import Arena, arena_or_none
from .batchify import _as_in_context, default_batchify_fn, default_mp_batchify_fn, packed, unpacked
from .pooled import (
    _MultiWorkerIter,
    _thread_worker_fn,
    _worker_fn,
    _worker_initializer,
    rebuild_ndarray,
    reduce_ndarray,
)
from .sampler import BatchSampler, RandomSampler, SequentialSampler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ndarray import NDArray
    from . import Dataset, Sampler

__all__ = ["DataLoader"]
# Names from which libraries derive loaders.
_IMPORTED = (_MultiWorkerIter, _worker_fn, _worker_initializer, _thread_worker_fn, default_mp_batchify_fn,
             rebuild_ndarray, reduce_ndarray)


class DataLoader:
    """Iterate over batches of a data set, one epoch per ``for`` loop.

    Parameters
    ----------
    dataset : Dataset or Sequence[Any] or NDArray or np.ndarray
        Anything with ``__getitem__`` and ``__len__``.
    batch_size : int, optional
        Number of samples in a batch.
    shuffle : bool, default=False
        Whether samples come in random order.
    sampler : Sampler, optional
        Determines the order, instead of ``shuffle``.
    last_batch : {'keep', 'discard', 'rollover'}, optional
        What happens to an incomplete batch: it is kept (the default), left out, or begins the next epoch.
    batch_sampler : Sampler, optional
        Yields lists of indices, instead of the four above.
    batchify_fn : Callable[[list[Any]], Any], optional
        Function of a list of samples that makes a batch; by default arrays are stacked.
    num_workers : int, default=0
        Number of processes, or threads with ``thread_pool``, that prefetch batches; 0 for none.
    pin_memory : bool, default=False
        Whether to put batches into pinned memory, from which copies to a GPU are faster.
    pin_device_id : int, default=0
        Index of that GPU.
    prefetch : int, optional
        Number of batches to prefetch; two per worker by default.
    thread_pool : bool, default=False
        Whether workers are threads, not processes.
    timeout : int, default=120
        Seconds to wait for a batch of a worker.
    auto_reload : bool, default=False
        Whether to start the next epoch as soon as one ends.

    Examples
    --------
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.arange(6).reshape((3, 2)), [5, 6, 7])
    >>> [label.asnumpy().tolist() for _, label in mx.gluon.data.DataLoader(data, batch_size=2)]
    [[5, 6], [7]]
    """

    def __init__(self, dataset: Dataset | Sequence[Any] | NDArray | np.ndarray, batch_size: int | None = None,
                 shuffle: bool = False, sampler: Sampler | None = None, last_batch: str | None = None,
                 batch_sampler: Sampler | None = None, batchify_fn: Callable[[list[Any]], Any] | None = None,
                 num_workers: int = 0, pin_memory: bool = False, pin_device_id: int = 0, prefetch: int | None = None,
                 thread_pool: bool = False, timeout: int = 120, auto_reload: bool = False) -> None:
        if timeout <= 0:
            raise AssertionError(f"DataLoader: timeout is a number of seconds above 0, got {timeout}")
        self._dataset, self._timeout, self._thread_pool = dataset, timeout, thread_pool
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._batch_sampler = _batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler)
        self._num_workers = max(0, num_workers)
        self._prefetch = max(0, 2 * self._num_workers if prefetch is None else int(prefetch))
        self._batchify_fn = batchify_fn or (default_mp_batchify_fn if self._num_workers else default_batchify_fn)
        self._make = _Maker(dataset, self._batchify_fn, batchify_fn is None)
        self._worker_pool: Any = None
        self._busy = False  # whether the pool's workers are busy with an epoch
        self.auto_reload = auto_reload
        self._iter: Iterator | None = None
        if auto_reload:
            self.refresh()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> Iterator[NDArray | Any]:
        batches, self._iter = self._iter or self._prefetch_iter(), None
        yield from batches
        if self._iter is None and self.auto_reload:
            self.refresh()

    def refresh(self) -> None:
        """Start an epoch before the loop that will request it."""
        self._iter = self._prefetch_iter()

    def clean(self) -> None:
        """Drop an epoch that was started ahead."""
        self._iter = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_worker_pool": None, "_iter": None, "_busy": False}

    # ---- where batches are made -------------------------------------------------------------------

    def _prefetch_iter(self) -> Iterator:
        if not self._num_workers:
            batches: Iterable = map(self._make, self._batch_sampler)
        elif self._thread_pool:
            batches = self._from_threads()
        else:
            batches = self._from_processes()
        if not self._pin_memory:
            return iter(batches)
        return (_as_in_context(batch, cpu_pinned(self._pin_device_id)) for batch in batches)

    def _from_threads(self) -> Iterator:
        if self._worker_pool is None:
            modes = npmode.get_shape(), npmode.get_array()
            self._worker_pool = ThreadPoolExecutor(self._num_workers, initializer=_like_parent, initargs=modes)
        places, waiting = iter(self._batch_sampler), deque()
        for batch in places:
            waiting.append(self._worker_pool.submit(self._make, batch))
            if len(waiting) > self._prefetch:
                yield self._in_time(waiting.popleft())
        while waiting:
            yield self._in_time(waiting.popleft())

    def _in_time(self, future: Any) -> Any:
        try:
            return future.result(self._timeout)
        except FutureTimeout:
            raise self._late() from None

    def _late(self) -> Exception:
        return multiprocessing.TimeoutError(
            f"DataLoader: no batch came within {self._timeout} seconds. If transforms are slow, raise timeout; if "
            "shared memory is short (a container's /dev/shm), use fewer workers or thread_pool=True")

    def _from_processes(self) -> Iterator:
        # Workers are kept between epochs. A nested loop over the same loader has its own workers.
        inner = self._busy
        pool = self._torch_loader(keep=False) if inner else self._worker_pool
        if pool is None:
            pool = self._worker_pool = self._torch_loader(keep=True)
        self._busy, failure = True, None
        try:
            batches = iter(pool)
            while failure is None:
                try:
                    batch = next(batches)
                except StopIteration:
                    return
                except Exception as error:
                    # Frames of its traceback hold the workers, and torch raises again whenever one of them exits.
                    failure = self._explained(error).with_traceback(None)
                else:
                    yield pool.sampler.received(*batch)
        finally:
            self._busy = inner
        self._worker_pool = failure.__cause__ = failure.__context__ = None
        forget_workers(batches)
        del batches, pool
        raise failure

    def _explained(self, error: Exception) -> Exception:
        told = str(error)
        if type(error) is RuntimeError and "timed out" in told:
            return self._late()
        if isinstance(error, (ConnectionError, EOFError)) or type(error) is RuntimeError and (
                "exited unexpectedly" in told or "is killed by signal" in told):
            return MXNetError(f"DataLoader: a worker process has died: {told}")
        return error

    def _torch_loader(self, keep: bool) -> torch.utils.data.DataLoader:
        ahead = max(1, -(-self._prefetch // self._num_workers))
        arena = arena_or_none(ahead * self._num_workers + HELD_BATCHES)
        return torch.utils.data.DataLoader(
            _Batches(self._make, arena), batch_size=None, sampler=_Drawn(self._batch_sampler, arena),
            num_workers=self._num_workers,
            collate_fn=_as_it_is, timeout=self._timeout, prefetch_factor=ahead, persistent_workers=keep,
            worker_init_fn=partial(_begin_worker, rng.current_seed(), npmode.get_shape(), npmode.get_array()),
            generator=torch.Generator().manual_seed(0), multiprocessing_context=_start_method())


class DataLoaderV1(DataLoader):
    """The loader of MXNet before 1.4, under its name: a `DataLoader` without the later options.

    Parameters are those of `DataLoader`.
    """

    def __init__(self, dataset: Dataset | Sequence[Any] | NDArray | np.ndarray, batch_size: int | None = None,
                 shuffle: bool = False, sampler: Sampler | None = None, last_batch: str | None = None,
                 batch_sampler: Sampler | None = None, batchify_fn: Callable[[list[Any]], Any] | None = None,
                 num_workers: int = 0, pin_memory: bool = False, pin_device_id: int = 0) -> None:
        super().__init__(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler, batchify_fn, num_workers,
                         pin_memory, pin_device_id)


class _Drawn:
    """The batches of a sampler as torch's loader takes them: the key is a list of indices and a slot to write to."""

    def __init__(self, batch_sampler: Any, arena: Arena | None) -> None:
        self._batch_sampler, self._arena = batch_sampler, arena

    def __iter__(self) -> Iterator:
        if self._arena is None:
            return ((places, None) for places in self._batch_sampler)
        return self._with_slots(self._arena)

    def _with_slots(self, arena: Arena) -> Iterator:
        arena.take_back_all()  # when an epoch begins, workers have finished the previous one
        for places in self._batch_sampler:
            yield places, arena.take()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def received(self, number: int | None, batch: Any) -> Any:
        """Return a batch received from a worker."""
        return unpacked(batch, None if self._arena is None or number is None else self._arena.come_back(number))


class _Maker:
    """Makes a batch from a list of indices; separate, so that workers do not hold their loader."""

    def __init__(self, dataset: Any, batchify_fn: Callable, plain: bool) -> None:
        self._dataset, self._batchify_fn = dataset, batchify_fn
        self._whole = plain and hasattr(dataset, "_batch")  # batches that the data set makes in one call

    def __call__(self, places: list) -> Any:
        if self._whole:
            found = self._dataset._batch(places)
            if found is not None:
                return found
        return self._batchify_fn([self._dataset[place] for place in places])


class _Batches(torch.utils.data.Dataset):
    """Batches by key, in transfer form; what a worker process holds."""

    def __init__(self, make: _Maker, arena: Arena | None) -> None:
        self._make, self._arena = make, arena

    def __getitem__(self, key: tuple[list, int | None]) -> Any:
        places, number = key
        return number, packed(self._make(places),
                              None if self._arena is None or number is None else self._arena.slot(number))


def _as_it_is(batch: Any) -> Any:
    return batch


def _start_method() -> str:
    """Fork if possible, as MXNet does: data sets then need not be pickled. Spawn if the program requested it."""
    spawns = multiprocessing.get_start_method(allow_none=True) == "spawn"
    return "fork" if "fork" in multiprocessing.get_all_start_methods() and not spawns else "spawn"


def _like_parent(shape: bool, array: bool) -> None:
    npmode.set_shape(int(shape))
    npmode.set_array(array)


def _begin_worker(seed: int, shape: bool, array: bool, number: int) -> None:
    """Seed a worker process with its own random numbers, the same in every run, and restrict it to one core."""
    _like_parent(shape, array)
    cv2 = sys.modules.get("cv2")
    if cv2 is not None:
        cv2.setNumThreads(0)  # there are as many workers as cores; and a fork has none of the existing threads
    own = (seed * 1_000_003 + number + 1) % (1 << 32)
    random.seed(own)
    np.random.seed(own)
    mx_random.seed(own % (1 << 31))


def _batch_sampler(dataset: Any, batch_size: int | None, shuffle: bool, sampler: Any, last_batch: str | None,
                   batch_sampler: Any) -> Any:
    """Return the batch sampler that a loader's parameters describe."""
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError("DataLoader: batch_size, shuffle, sampler and last_batch do not go with batch_sampler, "
                             "which draws whole batches")
        return batch_sampler
    if batch_size is None:
        raise ValueError("DataLoader: give batch_size, or a batch_sampler")
    if sampler is None:
        sampler = RandomSampler(len(dataset)) if shuffle else SequentialSampler(len(dataset))
    elif shuffle:
        raise ValueError("DataLoader: shuffle does not go with sampler, which decides the order")
    return BatchSampler(sampler, batch_size, last_batch or "keep")


_borrowed(__name__)
