"""Items processed by threads, some ahead of their use, in order. Used by the file readers."""
import os
import threading
import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

from ..core.errors import MXNetError

_JOIN_SECONDS = 10.0


class Ahead:
    """Iterate over the results of a function on items, computed by threads.

    The threads start with the second item, so that a source of one item needs none. They end with `close`, or with this
    object. An error is raised in place of its item, and again on every later request.

    Parameters
    ----------
    items : taken by one thread at a time.
    work : called on any of the threads, several at once.
    depth : how many items may be under way or waiting.
    """

    def __init__(self, items: Iterator[Any], work: Callable[[Any], Any], threads: int = 1, depth: int = 4) -> None:
        self._work, self._threads, self._depth = work, max(threads, 1), max(depth, 1)
        self._crew: _Crew | None = None
        self._finalizer: Any = None
        self._begin(items)

    def _begin(self, items: Iterator) -> None:
        self._line = _Line(items, self._work, self._depth)
        self._pid = os.getpid()
        self._taken = 0

    def restart(self, items: Iterator[Any]) -> None:
        """Continue with other items.

        The threads are kept: new ones would use other arenas of the C library, which are never freed.
        """
        if os.getpid() == self._pid:
            self._line.close()
        else:
            self._crew = self._finalizer = None     # the threads belong to the other process
        self._begin(items)

    def __iter__(self) -> "Ahead":
        return self

    def __next__(self) -> Any:
        self._taken += 1
        if self._taken == 1:
            return self._line.work(next(self._line.items))
        if os.getpid() != self._pid:
            raise MXNetError("Forbidden operation in multiple processes: the iterator belongs to "
                             "the process that made it; make one in this one")
        if self._taken == 2:
            self._start()
        return self._line.take()

    def _start(self) -> None:
        if self._crew is None:
            self._crew = _Crew(self._threads)
            self._finalizer = weakref.finalize(self, self._crew.end, self._pid)
        self._crew.begin(self._line)

    def close(self) -> None:
        """End the threads."""
        if self._finalizer is not None:
            self._finalizer()
            self._crew = self._finalizer = None


class _Crew:
    """Threads that process one queue after another. They do not reference the `Ahead`, so that it can be dropped.
    """

    def __init__(self, count: int):
        self._inbox: SimpleQueue = SimpleQueue()
        self._line: weakref.ref[_Line] | None = None
        self._threads = [threading.Thread(target=_serve, args=(self._inbox,), name="mxnet-read",
                                          daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def begin(self, line: "_Line") -> None:
        self._line = weakref.ref(line)      # a finalizer references this crew, and lives as long as the program
        for _ in self._threads:
            self._inbox.put(line)

    def end(self, pid: int) -> None:
        if os.getpid() != pid:
            return
        line = None if self._line is None else self._line()
        if line is not None:
            line.close()
        for _ in self._threads:
            self._inbox.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_JOIN_SECONDS)


def _serve(inbox: SimpleQueue) -> None:
    while (line := inbox.get()) is not None:
        line.run()
        del line            # with its items, while there are no others


class _Again(Exception):
    """Replaces an error that was raised: its message, for later requests."""


class _Line:
    """Items, and what the threads share about them."""

    def __init__(self, items: Iterator, work: Callable[[Any], Any], depth: int):
        self.items, self.work, self._depth = items, work, depth
        self.changed = threading.Condition()
        self._reading = threading.Lock()    # separate, so that taking a result need not wait for reading an item
        self.closed = False
        self._done: dict[int, tuple[Any, BaseException | None]] = {}
        self._begun = self._taken = 0
        self._last: int | None = None       # the position of the first error, or of the end

    def run(self) -> None:
        """Process one item after another."""
        while (found := self._next()) is not None:
            place, item, error = found
            if error is None:
                try:
                    item = self.work(item)
                except Exception as raised:
                    item, error = None, raised
            with self.changed:
                self._done[place] = item, error
                if error is not None:
                    self._last = place if self._last is None else min(self._last, place)
                self.changed.notify_all()
            del found, item, error

    def _next(self) -> tuple[int, Any, BaseException | None] | None:
        """Wait for capacity and return the next item with its position, or the error that came instead."""
        with self._reading:
            with self.changed:
                while not self.closed and self._last is None \
                        and self._begun - self._taken >= self._depth:
                    self.changed.wait()
                if self.closed or self._last is not None:
                    return None
                place = self._begun
                self._begun += 1
            try:
                return place, next(self.items), None
            except StopIteration as end:     # the end; its traceback would hold us, and we hold it
                return place, None, end.with_traceback(None)
            except Exception as error:
                return place, None, error

    def close(self) -> None:
        """Release the threads."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def take(self) -> Any:
        """Wait for the next result."""
        with self.changed:
            while self._taken not in self._done:
                self.changed.wait()
            item, error = self._done[self._taken]
            if error is None:
                del self._done[self._taken]
                self._taken += 1
                self.changed.notify_all()
                return item
            if not isinstance(error, (StopIteration, _Again)):
                self._done[self._taken] = None, _Again(str(error))
        if isinstance(error, StopIteration):
            raise StopIteration  # a new one, for the same reason: its frames would hold the last batch
        # not kept here: its traceback references everything from this line to the iterator
        raised = [MXNetError(str(error)) if isinstance(error, _Again) else error]
        del error
        raise raised.pop()


def processors(most: int) -> int:
    """Return how many threads to use, at most `most`: more than cores would only wait."""
    try:
        available = len(os.sched_getaffinity(0))
    except AttributeError:
        available = os.cpu_count() or 1
    return max(1, min(most, available))
