"""The workers of a job, as seen by one of them: who has joined, who was lost, and how long to wait.

One `Group` per process serves all of its distributed stores. One thread per peer receives messages and dispatches them
to their store; sends return immediately, and one thread holds their memory until it is free.
"""
from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from ...core.errors import MXNetError
from .environment import Place
from .links import connect
from .meeting import FOREVER, announce_end, join
from .message import HEAD, Kind, Message, texted

_GRACE = 10.0  # seconds that a failed worker waits for the others to be told

Handler = Callable[[int, Message], None]


def limit() -> float:
    """Return how many seconds a worker waits for another, ``MXNET_KVSTORE_TIMEOUT``."""
    text = os.environ.get("MXNET_KVSTORE_TIMEOUT", "300")
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise MXNetError(f"MXNET_KVSTORE_TIMEOUT must be a positive number of seconds, it is {text!r}")
    return seconds


class Group:
    """All workers of a job, as seen by one of them."""

    rank: int
    size: int
    place: Place
    messages: int
    bytes: int

    def __init__(self, place: Place) -> None:
        self.rank, self.size, self.place = place.rank or 0, place.size, place
        self.messages = self.bytes = 0              # sent
        self.news: threading.Condition = threading.Condition()           # something arrived, or a worker left
        self.left: set[int] = set()                 # announced that they will not push or ask any more
        self._lost: dict[int, str] = {}             # disappeared without notice
        self._broken = ""                           # an error after which this worker cannot continue
        self._stores: list[tuple[Handler, Callable[[int], None]]] = []
        self._early: dict[int, list[tuple[int, Message]]] = {}
        self._open: set[int] = set()
        self._pid = os.getpid()
        self._listeners: list[threading.Thread] = []
        if self.size > 1:
            self._start(place)

    def _start(self, place: Place) -> None:
        self._store, backend, self.rank = join(place, limit())
        self._under_way: SimpleQueue = SimpleQueue()
        self._links = connect(self.rank, self.size, backend, self._under_way)
        self._keeper = threading.Thread(target=self._keep, name="kvstore-sends", daemon=True)
        self._keeper.start()
        for peer in self.peers:
            self._listeners.append(threading.Thread(target=self._listen, args=(peer,), daemon=True,
                                                    name=f"kvstore-from-{peer}"))
            self._listeners[-1].start()
        previous = sys.excepthook

        def hook(kind: type, error: BaseException, trace: Any) -> None:
            self._broken = self._broken or f"{kind.__name__}: {error}"
            previous(kind, error, trace)  # type: ignore[arg-type]

        sys.excepthook = hook
        atexit.register(self._close)

    @property
    def peers(self) -> list[int]:
        """The ranks of the others."""
        return [rank for rank in range(self.size) if rank != self.rank]

    # ---- messages -------------------------------------------------------------------------------

    def add_store(self, handler: Handler, departed: Callable[[int], None]) -> int:
        """Number a store; all workers create stores in the same order."""
        with self.news:
            self._stores.append((handler, departed))
            number = len(self._stores) - 1
        return number

    def open_store(self, number: int) -> None:
        """Deliver what arrived for a store before it was created, in order of arrival."""
        while True:
            with self.news:
                waiting = self._early.get(number)
                if not waiting:
                    self._open.add(number)
                    return
                peer, message = waiting.pop(0)
            self._stores[number][0](peer, message)

    def send(self, peer: int, message: Message) -> None:
        """Send a message; its memory must not be written to afterwards, except that of a `Packing`."""
        self.messages += 1
        self.bytes += 8 * HEAD + message.body()
        try:
            self._links[peer].send(message)
        except (RuntimeError, OSError) as error:
            self._lose(peer, error)

    def send_all(self, message: Message) -> None:
        """Send a message to every other worker."""
        for peer in self.peers:
            self.send(peer, message)

    def _keep(self) -> None:
        while True:
            item = self._under_way.get()
            if item is None:
                return
            peer, works, _ = item
            try:
                for work in works:
                    work.wait(FOREVER)
            except RuntimeError as error:
                self._lose(peer, error)
            del item, works, _

    def _listen(self, peer: int) -> None:
        link = self._links[peer]
        try:
            while True:
                message = link.receive()
                if message.kind == Kind.BYE:
                    if error := message.text():
                        self._lose(peer, f"it failed with {error}")
                    return
                if message.kind == Kind.LEAVE:
                    self._depart(peer)
                    continue
                if message.kind == Kind.FAIL:
                    self._break(message.text())
                    continue
                self._deliver(peer, message)
                del message  # its memory may be lent, and is returned when unreferenced
        except (RuntimeError, OSError) as error:
            self._lose(peer, error)

    def _deliver(self, peer: int, message: Message) -> None:
        with self.news:
            if message.store not in self._open:
                self._early.setdefault(message.store, []).append((peer, message))
                return
            handler = self._stores[message.store][0]
        try:
            handler(peer, message)
        except Exception as error:  # the thread keeps serving; waiters are told
            name = Kind(message.kind).name if message.kind in Kind.__members__.values() else message.kind
            self.fail(f"a message from rank {peer} ({name}) could not be served: {type(error).__name__}: {error}")

    # ---- who is there ---------------------------------------------------------------------------

    def fail(self, why: str) -> None:
        """Make everything that waits raise, in this worker and in the others."""
        why = f"rank {self.rank}: {why}"
        self._break(why)
        self.send_all(Message(Kind.FAIL, data=texted(why)))

    def _break(self, why: str) -> None:
        with self.news:
            self._broken = self._broken or why
            self.news.notify_all()

    def _lose(self, peer: int, error: Exception | str) -> None:
        with self.news:
            if peer not in self.left:
                text = str(error).strip().split("\n")[0]
                self._lost.setdefault(peer, "its connection closed" if _is_closed(error) else text or "no word")
            self.news.notify_all()

    def _depart(self, peer: int) -> None:
        with self.news:
            self.left.add(peer)
            stores = list(self._stores)
            self.news.notify_all()
        for _, departed in stores:
            departed(peer)

    def check(self, what: str, keys: Sequence[Any] = ()) -> None:
        """Raise if a worker was lost, or this one cannot continue."""
        if keys and (self._lost or self._broken):
            what = f"{what} of key {', '.join(map(str, keys))}"
        if self._lost:
            ranks = ", ".join(f"rank {rank} ({why})" for rank, why in sorted(self._lost.items()))
            raise MXNetError(f"{what}: lost {ranks}")
        if self._broken:
            raise MXNetError(f"{what}: {self._broken}")

    def wait(self, done: Callable[[], bool], what: str, missing: Callable[[], str],
             needs: Callable[[], set[int]] = set) -> None:
        """Wait for a condition; raise if a worker is lost, or at the time limit, naming who is missing.

        ``needs`` names workers without which it can never hold, once they have left.
        """
        end = time.monotonic() + limit()
        with self.news:
            while not done():
                self.check(what)
                if self.left and self.left & needs():
                    raise MXNetError(f"{what}: {ranks(self.left & needs())} left without it")
                left = end - time.monotonic()
                if left <= 0:
                    break
                self.news.wait(left)
            else:
                return
        raise MXNetError(f"{what}: waited {limit():g} seconds (MXNET_KVSTORE_TIMEOUT) for {missing()}")

    # ---- the end --------------------------------------------------------------------------------

    def _close(self) -> None:
        """Leave, and serve the others until all have left; a failed worker waits only briefly."""
        if os.getpid() != self._pid:
            return  # a forked child has none of the threads
        if not self._broken:
            self.send_all(Message(Kind.LEAVE))
            self._linger(lambda: len(self.left | set(self._lost)) < self.size - 1)
        for peer in self.peers:
            if peer not in self._lost:
                self.send(peer, Message(Kind.BYE, data=texted(self._broken[:1000] or None)))
        self._linger(lambda: any(thread.is_alive() for thread in self._listeners)
                     or any(link.unsent for link in self._links.values()))
        announce_end(self._store, bool(self._broken))
        self._under_way.put(None)
        self._keeper.join(1.0)
        if self._keeper.is_alive() or any(thread.is_alive() for thread in self._listeners):
            # A thread that wakes from C++ while the interpreter shuts down would abort it.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(1)

    def _linger(self, unfinished: Callable[[], bool]) -> None:
        """Wait while a condition holds, but not for long once a worker was lost or failed."""
        end = None
        while unfinished():
            if end is None and (self._broken or self._lost):
                end = time.monotonic() + _GRACE
            if end is not None and time.monotonic() > end:
                return
            time.sleep(0.005)


def _is_closed(error: Exception | str) -> bool:
    return isinstance(error, ConnectionError) or "closed by peer" in str(error)


def ranks(numbers: Any) -> str:
    """Format ranks for a sentence."""
    found = sorted(numbers)
    return "no rank" if not found else ("rank " if len(found) == 1 else "ranks ") + ", ".join(map(str, found))
