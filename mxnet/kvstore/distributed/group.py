"""The workers of a job, as seen by one of them: who has joined, who was lost, and how long to wait.

One `Group` per process serves all of its distributed stores. One thread per peer receives messages and dispatches them
to their store; sends return immediately, and one thread holds their memory until it is free.
"""
from __future__ import annotations

import atexit
import math
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
from .meeting import FOREVER, announce_end, gathered, join, leave
from .message import HEAD, Kind, Message, texted

_GRACE = 4.0    # seconds that a failed worker waits for the others to be told
_BRIEF = 1.0    # and for the table where workers met
_PULSE = 1.0    # seconds between questions whether a worker is still there, at the end

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
        self._failed: set[int] = set()              # of them, those that said why
        self._broken = ""                           # an error after which this worker cannot continue
        self._late = False                          # whether the last wait has ended at the time limit
        self._told = False                          # whether the program knows who was lost
        self._last_sent: dict[int, float] = {}          # when each worker has last sent something
        self._next_pulse = 0.0
        self._stores: list[tuple[Handler, Callable[[int], None]]] = []
        self._early: dict[int, list[tuple[int, Message]]] = {}
        self._open: set[int] = set()
        self._pid = os.getpid()
        self._listeners: list[threading.Thread] = []
        if self.size > 1:
            self._start(place)

    def _start(self, place: Place) -> None:
        self._under_way: SimpleQueue = SimpleQueue()

        def gather() -> tuple[Any, int, Any]:
            store, backend, rank = join(place, limit())
            return store, rank, connect(rank, self.size, backend, self._under_way)

        self._store, self.rank, self._links = gathered(place, limit(), gather)
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
                self._last_sent[peer] = time.monotonic()
                if message.kind == Kind.PING:
                    self.send(peer, Message(Kind.PONG))
                    continue
                if message.kind == Kind.PONG:
                    continue
                if message.kind == Kind.BYE:
                    if error := message.text():
                        self._failed.add(peer)
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
            self._told = True
            raise MXNetError(f"{what}: lost {self._who()}")
        if self._broken:
            raise MXNetError(f"{what}: {self._broken}")

    def _who(self) -> str:
        return ", ".join(f"rank {rank} ({why})" for rank, why in sorted(self._lost.items()))

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
                self._late = False
                return
        self._late = self._told = True
        raise MXNetError(f"{what}: waited {limit():g} seconds (MXNET_KVSTORE_TIMEOUT) for {missing()}")

    # ---- the end --------------------------------------------------------------------------------

    def _close(self) -> None:
        """Leave, and serve the others until all have left; a failed worker waits only briefly."""
        if os.getpid() != self._pid:
            return  # a forked child has none of the threads
        self._last_sent.update(dict.fromkeys(self.peers, time.monotonic()))
        if not self._broken:
            self.send_all(Message(Kind.LEAVE))
            self._linger(self._awaited)
        for peer in self.peers:
            if peer not in self._lost:
                self.send(peer, Message(Kind.BYE, data=texted(self._broken[:1000] or None)))
        remaining = self._linger(lambda: {peer for peer, thread in zip(self.peers, self._listeners)
                                          if thread.is_alive() or self._links[peer].unsent}, limit())
        self._lost = {**dict.fromkeys(remaining, _silent()), **self._lost}
        failed = bool(self._broken or self._lost or self._late)
        announce_end(self._store, failed, _BRIEF if failed else limit())
        self._under_way.put(None)
        self._keeper.join(1.0)
        if set(self._lost) - self._failed and not self._told and not self._broken:
            print(f"rank {self.rank}: lost {self._who()} before all workers had left", file=sys.stderr)
        elif not self._keeper.is_alive() and not any(thread.is_alive() for thread in self._listeners):
            return
        leave()

    def _awaited(self) -> set[int]:
        """Return who may still ask for something; each is asked now and then whether it is there, and lost if not."""
        found, now = set(self.peers) - self.left - set(self._lost), time.monotonic()
        for peer in found if now >= self._next_pulse else ():
            self._next_pulse = now + _PULSE
            if now - self._last_sent[peer] > limit():
                self._lose(peer, _silent())
            else:
                self.send(peer, Message(Kind.PING))
        return found

    def _linger(self, unfinished: Callable[[], set[int]], seconds: float = math.inf) -> set[int]:
        """Wait while there are such workers, but not for long once one was lost or failed; return who remains."""
        end, hurried = time.monotonic() + seconds, False
        while (found := unfinished()) and time.monotonic() < end:
            if not hurried and (self._broken or self._lost or self._late):
                end, hurried = min(end, time.monotonic() + _GRACE), True
            time.sleep(0.005)
        return found


def _silent() -> str:
    return f"no sign of life for {limit():g} seconds"


def _is_closed(error: Exception | str) -> bool:
    return isinstance(error, ConnectionError) or "closed by peer" in str(error)


def ranks(numbers: Any) -> str:
    """Format ranks for a sentence."""
    found = sorted(numbers)
    return "no rank" if not found else ("rank " if len(found) == 1 else "ranks ") + ", ".join(map(str, found))
