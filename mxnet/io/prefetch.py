"""`PrefetchingIter`: the next batch is read by a thread while the current one is in use."""
import os
import weakref
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ..core.errors import MXNetError
from .batch import DataBatch, DataDesc
from .iterator import DataIter, Holding


def _renamed(descriptions: list, names: dict[str, str]) -> list[DataDesc]:
    return [DataDesc(names[d.name], d.shape, d.dtype) if isinstance(d, DataDesc) else DataDesc(*d)
            for d in descriptions]


def _read(source: DataIter) -> DataBatch | None:
    # a future must not carry StopIteration, so the end of the data is None
    try:
        return source.next()
    except StopIteration:
        return None


def _end(pool: ThreadPoolExecutor, pid: int) -> None:
    if pid == os.getpid():      # in a forked process there are no threads to end, and locks may be held forever
        pool.shutdown(wait=False, cancel_futures=True)


class PrefetchingIter(Holding):
    """Read one or several iterators in threads, ahead of the program, and join their batches.

    An error in a reading thread is raised by the next call here. The threads end with the object, or with `close`. In a
    forked process, which does not have them, `reset` starts new ones.

    Parameters
    ----------
    iters : DataIter or list of DataIter
        The iterators; all must give batches of the same pad, and equally many.
    rename_data : list of dict, optional
        New names of the data arrays, a dict per iterator.
    rename_label : list of dict, optional
        New names of the label arrays, a dict per iterator.

    Examples
    --------
    >>> with_labels = mx.io.NDArrayIter(mx.nd.ones((4, 2)), mx.nd.zeros(4), batch_size=2)
    >>> ahead = mx.io.PrefetchingIter(with_labels)
    >>> [batch.data[0].shape for batch in ahead]
    [(2, 2), (2, 2)]
    """

    def __init__(self, iters: Any, rename_data: Any = None, rename_label: Any = None) -> None:
        super().__init__()
        self.iters: list[Any] = iters if isinstance(iters, list) else [iters]
        self.n_iter: int = len(self.iters)
        if not self.iters:
            raise ValueError("PrefetchingIter needs at least one iterator")
        self.rename_data = rename_data
        self.rename_label = rename_label
        self.batch_size: int = self.provide_data[0][1][0]
        self._pending: list[Future] = []
        self._start()
        self._fetch()

    def _start(self) -> None:
        self._pid = os.getpid()
        self._pool = ThreadPoolExecutor(self.n_iter, thread_name_prefix="mxnet-prefetch")
        self._close = weakref.finalize(self, _end, self._pool, self._pid)

    def _fetch(self) -> None:
        self._pending = [self._pool.submit(_read, source) for source in self.iters]

    def close(self) -> None:
        """End the threads; the iterator yields no more batches."""
        self._close()

    def _describe(self, kind: str, renames: Any) -> list[DataDesc]:
        lists = [getattr(source, kind) for source in self.iters]
        if renames is not None:
            lists = [_renamed(one, names) for one, names in zip(lists, renames, strict=True)]
        return [description for one in lists for description in one]

    @property
    def provide_data(self) -> list[DataDesc]:
        """Descriptions of all iterators' data arrays."""
        return self._describe("provide_data", self.rename_data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """Descriptions of all iterators' label arrays."""
        return self._describe("provide_label", self.rename_label)

    def reset(self) -> None:
        """Return to the first batch; what was being read is dropped, with any error in it."""
        if self._pid == os.getpid():
            for future in self._pending:
                future.exception()
        else:
            self._close.detach()
            self._start()
        for source in self.iters:
            source.reset()
        self._fetch()

    def iter_next(self) -> bool:
        if not self._close.alive:
            raise MXNetError("PrefetchingIter: closed")
        if self._pid != os.getpid():
            raise MXNetError("Forbidden operation in multiple processes: the iterator belongs to the process that "
                             "made it; call reset() in this one")
        pending = self._pending
        batches = [future.result() for future in pending]
        first = batches[0]
        if any((batch is None) != (first is None) for batch in batches) \
                or first is not None and any(batch.pad != first.pad for batch in batches):
            raise MXNetError("Number of entry mismatches between iterators")
        if first is None:
            return False
        self._fetch()
        labels = [batch.label or [] for batch in batches]
        self.current_batch: Any = DataBatch(
            [array for batch in batches for array in batch.data],
            [array for label in labels for array in label], first.pad, first.index,
            bucket_key=first.bucket_key, provide_data=first.provide_data or self.provide_data,
            provide_label=first.provide_label or self.provide_label)
        return True

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        return self.current_batch
