"""Threads that fill batches ahead of their consumer. Used by the image readers.

A `Plan` assigns records of a source to positions in batches; the threads take one position after another and decode
into it, and the batch is ready when all its positions are. Everything but the decoding happens under one lock. The
threads reference the pipeline but not the reader that owns it: they stop when the reader is dropped or closed, or at
program exit.
"""
import os
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from ..core.errors import MXNetError
from .memory import Memory

_JOIN_SECONDS = 10.0


class Source(Protocol):
    """What a plan assigns: passes over the same items, and the state they were drawn from."""

    mark: Any

    def next(self, place: int) -> Any:
        """Return the next item, None at the end of the pass."""

    def rewind(self) -> None:
        """Start a new pass."""

    def restore(self, mark: Any) -> None:
        """Draw again from the random state at `mark`."""


class Batch:
    """One batch while it is being filled."""

    data: np.ndarray
    label: np.ndarray

    __slots__ = ("data", "error", "identity", "label", "left", "mark", "pad", "state", "wraps")

    def __init__(self, data: np.ndarray, label: np.ndarray) -> None:
        self.data, self.label = data, label
        self.identity: np.ndarray = np.zeros(len(data), np.uint64)
        self.left: int = len(data)
        self.pad: int = 0
        self.wraps: bool = False
        self.error: tuple[int, BaseException] | None = None
        self.mark: Any = None       # of the source, when the last position was assigned
        self.state: Any = None      # of the work, when the last position was done

    def failed(self, place: int, error: BaseException) -> None:
        """Keep the error of the first position that has one."""
        if self.error is None or place < self.error[0]:
            self.error = place, error


class Plan:
    """Assigns a source's items to batches, epoch after epoch.

    With `round_batch` the last batch of an epoch is filled from a new pass, and the next epoch continues after it;
    otherwise the rest of it is zeros and counts as `pad`.
    """

    source: Source

    def __init__(self, source: Source, size: int, round_batch: bool, new_batch: Callable[[], Batch]) -> None:
        self.source, self._size, self._round, self._new = source, size, round_batch, new_batch
        self.batch: Batch | None = None
        self.place: int = 0
        self.ended: bool = False

    def deal(self) -> tuple[Batch, int, Any] | None:
        """Return the next item with its batch and position.

        None ends the epoch; an incomplete batch is then still in `batch`.
        """
        item = self.source.next(self.place)
        if item is None:
            item = self._go_on()
            if item is None:
                self.ended = True
                return None
        if self.batch is None:
            self.batch = self._new()
        batch, place = self.batch, self.place
        self.place += 1
        if self.place == self._size:
            batch.mark = self.source.mark
            self.ended = batch.wraps
            self.batch, self.place = None, 0
        return batch, place, item

    def _go_on(self) -> Any:
        """Return the first item of another pass, if there is a batch to fill with it."""
        if self.batch is None:
            return None
        if not self.batch.wraps:
            self.batch.pad = self._size - self.place
            if not self._round:
                return None
            self.batch.wraps = True
            self.source.rewind()
            item = self.source.next(self.place)
            if item is not None:
                return item
        raise MXNetError("number of input images must be bigger than the batch size")

    def restart(self, last: Batch | None, finished: bool) -> None:
        """Start a new epoch.

        Parameters
        ----------
        last : the batch that was taken last.
        finished : whether it was the last there was. If not, what was dealt since is undone.
        """
        if not finished and last is not None:
            self.source.restore(last.mark)
        if not (finished and last is not None and last.wraps):
            self.source.rewind()
        self.batch, self.place, self.ended = None, 0, False


class Pipeline:
    """Runs a plan on threads, at most `ahead` batches before the next one to be taken.

    Parameters
    ----------
    source, size, round_batch : see `Plan`.
    work : called with batch, place and item on any of the threads; may have `restore`, which gets
        the last `Batch.state` it left when batches after that are thrown away.
    shapes : shape and type of a batch's data and of its labels.
    """

    def __init__(self, source: Source, size: int, round_batch: bool, work: Callable[..., Any],
                 shapes: tuple[tuple[Any, ...], tuple[Any, ...]], threads: int, ahead: int) -> None:
        self._pid = os.getpid()
        ahead = max(ahead, 1)
        self._memories = [Memory(shape, dtype, ahead + 3) for shape, dtype in shapes]
        self._plan = Plan(source, size, round_batch, self._new_batch)
        self._work, self._ahead = work, ahead
        self._changed = threading.Condition()
        self._queue: deque[Batch] = deque()
        self._last: Batch | None = None
        self._failure: BaseException | None = None
        self._active = 0
        self._held = self._closed = self._broken = False
        self._threads = [threading.Thread(target=self._run, name=f"mxnet-decode-{i}", daemon=True)
                         for i in range(threads)]
        for thread in self._threads:
            thread.start()

    # ---- on the threads --------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._changed:
                job = self._next_job()
                if job is None:
                    return
            batch, place, item = job
            try:
                self._work(batch, place, item)
            except BaseException as error:
                batch.failed(place, error)
            with self._changed:
                self._active -= 1
                batch.left -= 1
                if not batch.left or self._held:
                    self._changed.notify_all()
            # not kept while this thread waits: the memory can be reused
            del job, batch, place, item

    def _next_job(self) -> tuple[Batch, int, Any] | None:
        """Wait for work; None when the pipeline is closed."""
        plan = self._plan
        while not self._closed:
            room = plan.batch is not None or len(self._queue) < self._ahead
            if self._held or plan.ended or self._failure is not None or not room:
                self._changed.wait()
                continue
            try:
                job = plan.deal()
            except Exception as error:
                self._give_up(error)
                continue
            if job is not None:
                self._active += 1
                return job
            self._end_short()
        return None

    def _new_batch(self) -> Batch:
        batch = Batch(*(memory.take() for memory in self._memories))
        self._queue.append(batch)
        return batch

    def _give_up(self, error: BaseException) -> None:
        """The source has failed: the batch that it was to fill will not come."""
        if self._plan.batch is not None:
            self._queue.remove(self._plan.batch)
            self._plan.batch = None
        self._failure = error
        self._changed.notify_all()

    def _end_short(self) -> None:
        """The epoch has ended; drop a batch that it could not fill."""
        batch = self._plan.batch
        if batch is not None:
            batch.data[-batch.pad:] = 0
            batch.label[-batch.pad:] = 0
            batch.left -= batch.pad
            self._plan.batch = None
        self._changed.notify_all()

    # ---- for the reader --------------------------------------------------------------------------

    def take(self) -> Batch | None:
        """Wait for the next batch; None at the end of the epoch. An error in it is raised here."""
        self._check()
        with self._changed:
            while not (self._queue and not self._queue[0].left):
                if not self._queue:
                    if self._failure is not None:
                        failure, self._failure = [self._failure], None
                        self._plan.ended = self._broken = True
                        raise failure.pop()
                    if self._plan.ended:
                        return None
                self._changed.wait()
            batch = self._last = self._queue.popleft()
            self._changed.notify_all()
        if batch.error is not None:
            # not kept here, where the error's own traceback would keep it alive
            failure, batch.error = [batch.error[1]], None
            raise failure.pop()
        return batch

    def restart(self) -> None:
        """Start a new epoch, whatever is in progress."""
        self._check()
        with self._changed:
            self._held = True
            while self._active:
                self._changed.wait()
            finished = self._plan.ended and not self._queue and not self._broken
            self._queue.clear()
            self._failure, self._broken, self._held = None, False, False
            if not finished and self._last is not None and hasattr(self._work, "restore"):
                self._work.restore(self._last.state)
            self._plan.restart(self._last, finished)
            self._changed.notify_all()

    def _check(self) -> None:
        if os.getpid() != self._pid:
            raise MXNetError("Forbidden operation in multiple processes: the iterator belongs to "
                             "the process that made it; make one in this one")
        if self._closed:
            raise MXNetError("the iterator is closed")

    def close(self) -> None:
        """Stop the threads, each after its current image. In a forked child there are none."""
        if os.getpid() != self._pid:
            return
        with self._changed:
            self._closed = True
            # free the memory now, not when the garbage collector finds plan and pipeline
            self._queue.clear()
            self._memories.clear()
            self._last = self._plan.batch = None
            self._changed.notify_all()
        # a reader may be collected on one of its own threads
        if threading.current_thread() not in self._threads:
            for thread in self._threads:
                thread.join(_JOIN_SECONDS)
