"""Messages between workers: the links of a store, below the interface that programs call.

Requested values arrive in the inbox, by key and owner; every other request has a number that identifies its reply. The
receiving threads call the handlers.
"""
from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import torch

from ...core.device import cpu
from . import states
from .buckets import Buckets
from .group import Group, ranks
from .keys import Key
from .message import Kind, Message, joined, taken, texted
from .owner import Ask, Owner
from .pieces import read

_log = logging.getLogger(__name__)
_PATIENCE = 2.0  # seconds that owners have to say which ranks they wait for


class Service:
    """The part of a distributed store that sends and receives."""

    _name: str
    _updater: Any

    def _open(self, group: Group) -> None:
        """Join the stores with the same number in the other workers."""
        self._group = group
        self._keys: dict[Any, Key] = {}
        self._by_number: dict[int, Key] = {}
        self._round: dict[int, int] = {}             # rounds that this worker has pushed, by key
        self._inbox: dict[tuple[int, int], torch.Tensor] = {}
        self._asked: set[tuple[int, int]] = set()   # (key, owner) whose value was requested
        self._refused: dict[int, str] = {}
        self._replies: dict[int, Message] = {}
        self._numbers = count(2)
        self._came: dict[int, set[int]] = {}        # at barriers, as counted by rank 0
        self._released = 0
        self._votes: dict[int, bool] = {}           # results of barriers, and votes that rank 0 collects
        self._optimizers: dict[int, dict] = {}      # set by rank 0
        self._owner = Owner(group.rank, group.size, "_async" in self._name, self._send, self._tell)
        self._buckets = Buckets(self._send, lambda: self._owner.mark)
        self._number = group.add_store(self._handle, self._owner.depart)
        if group.size > 1:
            group.open_store(self._number)
            self._send_all(Message(Kind.OPEN, data=texted(self._name)))

    def _send(self, peer: int, message: Message) -> None:
        self._group.send(peer, message._replace(store=self._number))

    def _send_all(self, message: Message) -> None:
        self._group.send_all(message._replace(store=self._number))

    def _tell(self) -> None:
        with self._group.news:
            self._group.news.notify_all()

    def _handle(self, peer: int, message: Message) -> None:
        """Handle a message; called by the thread that received it."""
        _HANDLERS[message.kind](self, peer, message)

    def _on_open(self, peer: int, message: Message) -> None:
        theirs = message.text()
        if theirs != self._name:
            self._group.fail(f"store {self._number} is {self._name!r} here and {theirs!r} in rank {peer}: workers make "
                             "their stores in the same order")

    def _on_init(self, peer: int, message: Message) -> None:
        length, form, rows = message.ints
        assert message.data is not None
        text, at = taken(message.data, 0, torch.uint8, (length,))
        key = Key.read(Message(0, data=text).text())
        block = key.owned_by(self._group.rank)
        assert block is not None
        piece, _ = read(form, rows, key, block, message.data, at)
        self._owner.hold(key, piece, cpu())
        self._send(peer, Message(Kind.ANSWER, number=message.number))

    def _on_describe(self, peer: int, message: Message) -> None:
        with self._group.news:
            for found in message.text():
                self._know(Key.read(found))
            self._group.news.notify_all()

    def _know(self, key: Key) -> None:
        self._keys[key.name] = self._by_number[key.number] = key

    def _on_push(self, peer: int, message: Message) -> None:
        assert message.data is not None
        entries, at, ints = [], 0, message.ints
        for place in range(0, len(ints), 4):
            number, round_, form, rows = ints[place:place + 4]
            held = self._owner.held[number]
            piece, at = read(form, rows, held.key, held.block, message.data, at)
            entries.append((number, round_, piece))
        self._owner.contribute(peer, message.mark, entries)
        if message.number:
            self._owner.ask(Ask(peer, {number: round_ for number, round_, _ in entries}))

    def _on_ask(self, peer: int, message: Message) -> None:
        self._owner.ask(Ask(peer, dict(zip(message.ints[::2], message.ints[1::2]))))

    def _on_rows(self, peer: int, message: Message) -> None:
        number, round_, *wanted = message.ints
        rows = torch.tensor(wanted, dtype=torch.int64)
        self._owner.ask(Ask(peer, {number: round_}, lambda: Message(
            Kind.ANSWER, number=message.number, data=joined([self._owner.rows(number, rows)]))))

    def _on_states(self, peer: int, message: Message) -> None:
        wanted = dict(zip(message.ints[::2], message.ints[1::2]))
        self._owner.ask(Ask(peer, wanted, lambda: Message(
            Kind.ANSWER, number=message.number, data=states.pack(self._updater))))

    def _on_answer(self, peer: int, message: Message) -> None:
        with self._group.news:
            if message.number:
                self._replies[message.number] = message
            else:
                self._store_values(peer, message)
            self._group.news.notify_all()

    def _store_values(self, peer: int, message: Message) -> None:
        at = 0
        for number, round_ in zip(message.ints[::2], message.ints[1::2]):
            key = self._by_number[number]
            block = key.owned_by(peer)
            assert block is not None and message.data is not None
            value, at = taken(message.data, at, key.dtype, key.block_shape(block))
            if round_ == self._round[number]:  # otherwise the worker has pushed again and waits for a later one
                self._inbox[number, peer] = value
                self._asked.discard((number, peer))

    def _on_refuse(self, peer: int, message: Message) -> None:
        with self._group.news:
            self._refused.update(dict.fromkeys(message.ints, message.text()))
            self._group.news.notify_all()

    def _on_optimizer(self, peer: int, message: Message) -> None:
        with self._group.news:
            self._optimizers[message.number] = message.text()
        self._compare(message.number)

    def _on_barrier(self, peer: int, message: Message) -> None:
        with self._group.news:
            came = self._came.setdefault(message.number, set())
            came.add(peer)
            self._votes[message.number] = bool(message.ints[0]) or self._votes.get(message.number, False)
            if len(came) < self._group.size:
                return
        released = Message(Kind.RELEASE, number=message.number, ints=[int(self._votes[message.number])])
        self._send_all(released)  # before this worker can leave, and while it knows that all came: some leave at once
        self._on_release(peer, released)
        del self._came[message.number]

    def _on_release(self, peer: int, message: Message) -> None:
        with self._group.news:
            self._released = max(self._released, message.number)
            self._votes[message.number] = bool(message.ints[0])
            self._group.news.notify_all()

    def _on_who(self, peer: int, message: Message) -> None:
        number, round_ = message.ints
        with self._owner.lock:
            text = self._told(round_) if number < 0 else self._owner.told(number, round_)
        self._send(peer, Message(Kind.ANSWER, number=message.number, data=texted(text)))

    def _on_command(self, peer: int, message: Message) -> None:
        head, body = message.text()
        _log.info("rank %d: command %d from rank %d: %s", self._group.rank, head, peer, body)

    def _request(self, peer: int, kind: Kind, ints: Iterable[int] = (), data: torch.Tensor | None = None) -> int:
        """Send a request; return the number that identifies its reply."""
        number = next(self._numbers)
        self._send(peer, Message(kind, number=number, ints=list(ints), data=data))
        return number

    def _await(self, numbers: dict[int, int], what: str) -> list[Message]:
        """Wait for the replies to requests, number -> rank."""
        self._group.wait(lambda: all(number in self._replies for number in numbers), what,
                         lambda: f"{ranks({peer for n, peer in numbers.items() if n not in self._replies})} to answer")
        with self._group.news:
            return [self._replies.pop(number) for number in numbers]

    def _compare(self, mark: int) -> None:
        """Refuse an optimizer that differs from rank 0's."""
        theirs = self._optimizers.get(mark)
        if theirs is None or self._owner.mark != mark:
            return
        ours = states.describe(self._updater)
        other = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
        if other:
            self._group.fail("; ".join(f"{name} of the optimizer is {ours.get(name)} in rank {self._group.rank} and "
                                       f"{theirs.get(name)} in rank 0" for name in other[:4])
                             + ": all workers set the same optimizer")

    def _inquire(self, peers: Iterable[int], ints: tuple[int, int]) -> list[str]:
        """Ask owners, or rank 0, which ranks something waits for."""
        numbers = {self._request(peer, Kind.WHO, ints): peer for peer in peers}
        with self._group.news:
            self._group.news.wait_for(lambda: all(number in self._replies for number in numbers), _PATIENCE)
            replies = {peer: self._replies.pop(number, None) for number, peer in numbers.items()}
        return [f"rank {peer}, which does not answer" if reply is None else reply.text()
                for peer, reply in replies.items()]

    def _absent(self, barrier: int) -> set[int]:
        return set(range(self._group.size)) - self._came.get(barrier, set())

    def _told(self, barrier: int) -> str:
        return f"{ranks(self._absent(barrier))} to come to it"


_HANDLERS: dict[int, Callable] = {
    Kind.OPEN: Service._on_open, Kind.INIT: Service._on_init, Kind.DESCRIBE: Service._on_describe,
    Kind.PUSH: Service._on_push, Kind.ASK: Service._on_ask, Kind.ROWS: Service._on_rows,
    Kind.STATES: Service._on_states, Kind.ANSWER: Service._on_answer, Kind.REFUSE: Service._on_refuse,
    Kind.OPTIMIZER: Service._on_optimizer, Kind.BARRIER: Service._on_barrier,
    Kind.RELEASE: Service._on_release, Kind.WHO: Service._on_who, Kind.COMMAND: Service._on_command,
}
