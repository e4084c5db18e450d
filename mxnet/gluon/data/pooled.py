"""Batches made by an externally owned pool of processes or threads.

`DataLoader` does not use this: torch runs its workers. Libraries derive their own loaders from parts of MXNet's: a pool
whose tasks draw samples and return a pickled batch, and the iterator below, which keeps some tasks ahead.
"""
from __future__ import annotations

import io
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from multiprocessing import reduction
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ...context import Context, cpu_pinned
from ...ndarray.ndarray import NDArray, _new_from_shared_mem
from ...util import set_np
from .batchify import _as_in_context

_worker_dataset: Any = None  # of a worker process, which reads files through its own handles


def _worker_initializer(dataset: Any, active_shape: bool, active_array: bool) -> None:
    """Initialize a worker process with its data set and its parent's switches."""
    global _worker_dataset
    _worker_dataset = dataset
    set_np(shape=active_shape, array=active_array)


def _worker_fn(samples: list, batchify_fn: Callable, dataset: Any = None) -> bytes:
    """Make one batch in a worker process, pickled."""
    buffer = io.BytesIO()
    ForkingPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(batchify_fn([_worker_dataset[place] for place in samples]))
    return buffer.getvalue()


def _thread_worker_fn(samples: list, batchify_fn: Callable, dataset: Any) -> Any:
    """Make one batch in a thread."""
    return batchify_fn([dataset[place] for place in samples])


def reduce_ndarray(data: NDArray) -> tuple[Callable, tuple]:
    """Put an array into shared memory, for queues and pipes registered with ``ForkingPickler.register``.

    Parameters
    ----------
    data : NDArray
        What is sent.

    Returns
    -------
    tuple
        What pickles keep: `rebuild_ndarray` and its arguments.
    """
    held = data.as_in_context(Context("cpu_shared", 0))  # until its descriptor is duplicated
    owner, descriptor, shape, dtype = held._to_shared_mem()
    return rebuild_ndarray, (owner, reduction.DupFd(descriptor), shape, dtype)


def rebuild_ndarray(pid: int, fd: Any, shape: tuple[int, ...], dtype: Any) -> NDArray:
    """Return the array that another process put into shared memory.

    Parameters
    ----------
    pid : int
        The process.
    fd : multiprocessing.reduction.DupFd
        Brings the descriptor.
    shape : tuple[int, ...]
        Sizes of all dimensions.
    dtype : DTypeLike
        Element type.

    Returns
    -------
    NDArray
        An array over the shared memory.
    """
    return NDArray(_new_from_shared_mem(pid, fd.detach(), shape, dtype))


class _MultiWorkerIter:
    """Iterate over the batches of a sampler, with ``prefetch`` of them in progress.

    Without a ``dataset`` tasks return pickled batches, as processes do. Derived classes define a task in `_push_next`.
    """

    def __init__(self, worker_pool: Any, batchify_fn: Callable, batch_sampler: Any, pin_memory: bool = False,
                 pin_device_id: int = 0, worker_fn: Callable = _worker_fn, prefetch: int = 0, dataset: Any = None,
                 data_loader: Any = None, timeout: int = 120) -> None:
        self._worker_pool, self._worker_fn, self._timeout = worker_pool, worker_fn, timeout
        self._batchify_fn, self._batch_sampler, self._dataset = batchify_fn, batch_sampler, dataset
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._data_loader = data_loader  # whose end would end the pool
        self._iter = iter(batch_sampler)
        self._data_buffer: dict[int, Any] = {}  # task number -> its future result
        self._sent_idx = self._rcvd_idx = 0
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> Iterator:
        return self

    def _push_next(self) -> None:
        """Submit the next task to the pool, if there is one."""
        samples = next(self._iter, None)
        if samples is None:
            return
        self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(
            self._worker_fn, (samples, self._batchify_fn, self._dataset))
        self._sent_idx += 1

    def __next__(self) -> Any:
        self._push_next()
        if self._rcvd_idx == self._sent_idx:
            raise StopIteration
        result = self._data_buffer.pop(self._rcvd_idx)
        self._rcvd_idx += 1
        try:
            batch = result.get(self._timeout)
        except multiprocessing.TimeoutError:
            raise multiprocessing.TimeoutError(
                f"no batch came from the worker pool within {self._timeout} seconds; if transforms are slow, raise "
                "timeout") from None
        except Exception:
            self._worker_pool.terminate()
            raise
        if self._dataset is None:
            batch = pickle.loads(batch)
        return _as_in_context(batch, cpu_pinned(self._pin_device_id)) if self._pin_memory else batch

    next = __next__
