"""Items of a generator made on a thread, some ahead of their use. Called by the readers of text."""
import os
import queue
import threading
import weakref
from collections.abc import Iterator
from typing import Any

from ..core.errors import MXNetError

_JOIN_SECONDS = 10.0


class Ahead:
    """Iterate over a generator that a thread runs.

    The thread begins with the second item, so that a source of one item needs none. It ends with
    the items, with `close`, and with this object.
    """

    def __init__(self, items: Iterator, depth: int = 4):
        self._items = items
        self._depth = max(depth, 1)
        self._pid = os.getpid()
        self._taken = 0
        self._queue: queue.Queue | None = None
        self._finalizer: Any = None

    def __iter__(self) -> "Ahead":
        return self

    def __next__(self) -> Any:
        self._taken += 1
        if self._taken == 1:
            return next(self._items)
        if self._queue is None:
            self._start()
        if os.getpid() != self._pid:
            raise MXNetError("Forbidden operation in multiple processes: the iterator belongs to "
                             "the process that made it; make one in this one")
        item, error = self._queue.get()
        if error is not None:
            self._queue.put((None, error))      # and so on, whoever asks
            raise error
        return item

    def _start(self) -> None:
        self._queue, stop = queue.Queue(self._depth), threading.Event()
        thread = threading.Thread(target=_produce, args=(self._items, self._queue, stop),
                                  name="mxnet-read", daemon=True)
        self._finalizer = weakref.finalize(self, _stop, self._queue, stop, thread, self._pid)
        thread.start()

    def close(self) -> None:
        """End the thread."""
        if self._finalizer is not None:
            self._finalizer()


def _produce(items: Iterator, found: queue.Queue, stop: threading.Event) -> None:
    try:
        for item in items:
            found.put((item, None))
            if stop.is_set():
                return
        found.put((None, StopIteration()))
    except Exception as error:
        found.put((None, error))


def _stop(found: queue.Queue, stop: threading.Event, thread: threading.Thread, pid: int) -> None:
    if os.getpid() != pid:
        return
    stop.set()
    # the thread may wait for room, at most once more
    try:
        while True:
            found.get_nowait()
    except queue.Empty:
        pass
    if thread is not threading.current_thread():
        thread.join(_JOIN_SECONDS)
