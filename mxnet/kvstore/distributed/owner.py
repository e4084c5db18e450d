"""What a rank does for the keys that it owns: sum the contributions of a round, update, and answer requests.

A round of a synchronous store is complete when every worker has contributed; contributions are filed by key and round,
so workers may push in any order, and are summed in rank order, so results are bitwise reproducible. In an asynchronous
store each contribution is a round. Both the receiving threads and the program's own thread call in here.
"""
from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import torch

from ...core.device import Context
from ...core.errors import MXNetError
from ...core.storage import DENSE, ROWS
from ...ndarray import add_n
from ...ndarray.array import NDArray
from ...ndarray.sparse import retain
from ...ndarray.tensors import tensor_of, wrap, write
from .group import ranks
from .keys import Block, Key
from .message import Kind, Message, Packing, texted
from .pieces import Lent, Piece, Rows, kept

_HALF = (torch.float16, torch.bfloat16)


class Round:
    """The contributions to a block in one round, and how many optimizers their senders had set.

    ``steps`` is the number of updates of the key updated most often, as one process would count them at this push;
    ``group`` are the keys that this rank pushed with it, if they must be updated together.
    """

    __slots__ = ("group", "mark", "pieces", "steps")

    def __init__(self) -> None:
        self.pieces: dict[int, Piece] = {}
        self.mark: int = 0
        self.steps: int = 0
        self.group: list[Held] | None = None


class Held:
    """A block that this rank owns."""

    arrived: int
    block: Block
    key: Key
    value: NDArray
    version: int

    __slots__ = ("arrived", "block", "error", "key", "rounds", "total", "value", "version")

    def __init__(self, key: Key, block: Block, value: NDArray) -> None:
        self.key, self.block, self.value = key, block, value
        self.version = self.arrived = 0
        self.rounds: dict[int, Round] = {}
        self.error: str = ""
        self.total: NDArray | None = None

    def renewed(self, total: NDArray) -> NDArray:
        """Return the sum in the array that had the last one, as a program's gradients are: LBSGD relies on it."""
        last = self.total
        if last is None or (last.stype, last.dtype) != (total.stype, total.dtype):
            self.total = total
            return total
        last._take(total)
        return last


class Ask(NamedTuple):
    """A request for keys, each after so many rounds: for their values, or for what ``reply`` makes of them.

    ``counted`` are the rounds by the owner's count, which differs from the requester's in an asynchronous store.
    """

    peer: int
    wanted: dict[int, int]
    reply: Callable[[], Message] | None = None
    counted: dict[int, int] | None = None


Answer = Callable[[int, Message], None]


class Owner:
    """The blocks of one store that belong to this rank."""

    rank: int
    size: int
    asynchronous: bool

    def __init__(self, rank: int, size: int, asynchronous: bool, answer: Answer, news: Callable[[], None]) -> None:
        self.rank, self.size, self.asynchronous = rank, size, asynchronous
        self.held: dict[int, Held] = {}
        self.updater: Any = None          # an Updater, which takes lists
        self.function: Any = None         # or any function of key, sum and value
        self.mark: int = 0                     # how many optimizers this rank has set
        self.in_order: bool = False            # whether updates follow each other as this rank has pushed
        self._groups: deque[list[Held]] = deque()
        self._answer, self._news = answer, news
        self._asks: list[Ask] = []
        self._gone: set[int] = set()
        self.lock: Any = threading.RLock()

    # ---- what comes in --------------------------------------------------------------------------

    def hold(self, key: Key, piece: Piece, context: Context) -> None:
        """Store the first value of a block."""
        block = key.owned_by(self.rank)
        assert block is not None
        shape = key.block_shape(block)
        assert not isinstance(piece, Lent)
        value = kept(piece).array(shape, context) if isinstance(piece, Rows) else wrap(
            piece.to(context.torch_device, copy=True).reshape(shape), context)
        with self.lock:
            self.held[key.number] = Held(key, block, value)

    def move(self, number: int, context: Context) -> None:
        """Move a block to the device where this rank's program has its arrays."""
        with self.lock:
            held = self.held.get(number)
            if held is not None:
                held.value = held.value.as_in_context(context)

    def drop(self, number: int) -> None:
        """Forget a block that another rank owns now."""
        with self.lock:
            self.held.pop(number, None)

    def set_updater(self, updater: Any, function: Any, in_order: bool) -> None:
        """Use an optimizer from the next round on; rounds that waited for it are run."""
        with self.lock:
            self.updater, self.function = updater, function
            self.in_order = in_order and not self.asynchronous
            self.mark += 1
            self._run_ready(list(self.held))

    def contribute(self, sender: int, mark: int, entries: Iterable[tuple[int, int, Piece]], steps: int = 0) -> None:
        """File pieces of (key, round), and run the rounds that are now complete."""
        with self.lock:
            numbers: dict[int, None] = {}
            group: list[Held] | None = [] if self.in_order and sender == self.rank else None
            for number, round_number, piece in entries:
                held = self.held[number]
                if self.asynchronous:
                    held.arrived += 1
                    round_number = held.arrived
                found = held.rounds.setdefault(round_number, Round())
                if sender in found.pieces:
                    raise MXNetError(f"rank {sender} pushed round {round_number} of key {held.key.name} twice")
                found.pieces[sender], found.mark = piece, max(mark, found.mark)
                if steps:
                    found.steps = steps
                if group is not None:
                    group.append(held)
                    found.group = group
                numbers[number] = None
            if group:
                self._groups.append(group)
            self._run_ready(list(numbers))

    def ask(self, ask: Ask) -> None:
        """Answer with values: those that are ready now, and the others once they are."""
        with self.lock:
            self._asks.append(ask._replace(counted={
                number: self.held[number].arrived if self.asynchronous else round_
                for number, round_ in ask.wanted.items()}))
            self._serve()

    def depart(self, rank: int) -> None:
        """Refuse what can never be answered, now that a rank has left."""
        with self.lock:
            self._gone.add(rank)
            self._serve()

    # ---- rounds ---------------------------------------------------------------------------------

    def _run_ready(self, numbers: list[int]) -> None:
        """Run all rounds of these keys that can run, many keys at once."""
        ran = False
        while ready := self._ready(numbers):
            rounds = [held.rounds.pop(held.version + 1) for held in ready]
            try:
                self._run(ready, rounds)
            except Exception as error:  # whoever waits for these keys is told
                for held in ready:
                    held.error = f"{type(error).__name__}: {error}"
            for held in ready:
                held.version += 1
            numbers, ran = [held.key.number for held in ready], True
        if ran:
            self._serve()
            self._news()

    def _ready(self, numbers: list[int]) -> list[Held]:
        """Return which of these keys can be updated; in order, all keys of the next push or none."""
        ready = [held for held in map(self.held.__getitem__, numbers) if self._is_ready(held, None)]
        if not ready and self._groups and all(self._is_ready(held, self._groups[0]) for held in self._groups[0]):
            return self._groups.popleft()
        return ready

    def _is_ready(self, held: Held, group: list[Held] | None) -> bool:
        found = held.rounds.get(held.version + 1)
        return found is not None and found.group is group and found.mark <= self.mark \
            and (self.asynchronous or len(found.pieces) == self.size)

    def _run(self, ready: list[Held], rounds: list[Round]) -> None:
        sums = [self._summed(held, found) for held, found in zip(ready, rounds)]
        if self.function is None:
            for held, total in zip(ready, sums):
                _assign(held, total)
            return
        if self.in_order:
            sums = [held.renewed(total) for held, total in zip(ready, sums)]
        names, values = [held.key.name for held in ready], [held.value for held in ready]
        if self.updater is None:
            for name, total, value in zip(names, sums, values):
                self.function(name, total, value)
            return
        steps = [0 if self.in_order else found.steps for found in rounds]
        for step in sorted(set(steps)):  # keys of one step are updated in one call
            if step:  # keys that others own are counted too: a scheduler's rate depends on the key updated most often
                self.updater.optimizer.num_update = step
            here = [place for place, found in enumerate(steps) if found == step]
            self.updater(*([column[place] for place in here] for column in (names, sums, values)))

    def _summed(self, held: Held, found: Round) -> NDArray:
        """Sum contributions in rank order, in memory that is ours: any piece that is not lent."""
        pieces = [found.pieces[rank] for rank in sorted(found.pieces)]
        value = held.value
        if any(isinstance(piece, Rows) for piece in pieces):
            shape = held.key.block_shape(held.block)
            arrays = [piece.array(shape, value._ctx) if isinstance(piece, Rows)
                      else wrap(kept(piece) if isinstance(piece, Lent) else piece, value._ctx) for piece in pieces]
            return arrays[0] if len(arrays) == 1 else add_n(*arrays)
        device = value._ctx.torch_device
        tensors = [(piece.values if isinstance(piece, Lent) else piece).to(device) for piece in pieces]
        total, *others = tensors
        if total.dtype in _HALF and getattr(getattr(self.updater, "optimizer", None), "multi_precision", False):
            total = total.float()
        elif isinstance(pieces[0], Lent):
            total = torch.add(total, others[0], out=others.pop(0)) if others else total.clone()
        for other in others:
            total.add_(other)
        return wrap(total, value._ctx)

    def keep_own(self) -> None:
        """Copy what the program has lent, as it no longer waits."""
        with self.lock:
            for held in self.held.values():
                for found in held.rounds.values():
                    found.pieces.update({rank: kept(piece) for rank, piece in found.pieces.items()
                                         if isinstance(piece, Lent)})

    # ---- answers --------------------------------------------------------------------------------

    def _serve(self) -> None:
        """Answer what can be answered; equal answers to several ranks are packed once."""
        packed: dict[tuple, Packing] = {}
        left = []
        for ask in self._asks:
            assert ask.counted is not None
            rest = {number: round_ for number, round_ in ask.counted.items() if self.held[number].version < round_}
            if ask.reply is None:
                self._give(ask, [number for number in ask.counted if number not in rest], packed)
            elif not rest:
                self._answer(ask.peer, ask.reply())
            for number in [number for number, round_ in rest.items() if self._gone & self.missing(number, round_)]:
                absent = self._gone & self.missing(number, rest.pop(number))
                self._refuse(ask.peer, [number], f"{ranks(absent)} left without it")
            if rest:
                left.append(ask._replace(counted=rest))
        self._asks = left

    def _give(self, ask: Ask, numbers: list[int], packed: dict[tuple, Packing]) -> None:
        """Send the values of keys, and refuse those whose update failed."""
        bad = [number for number in numbers if self.held[number].error]
        if bad:
            self._refuse(ask.peer, bad, f"the update failed in rank {self.rank}: {self.held[bad[0]].error}")
        good = tuple(number for number in numbers if number not in bad)
        if good:
            if good not in packed:
                packed[good] = Packing(tensor_of(self.held[number].value) for number in good)
            self._answer(ask.peer, Message(Kind.ANSWER, ints=[part for number in good
                                                              for part in (number, ask.wanted[number])],
                                           data=packed[good]))

    def _refuse(self, peer: int, numbers: list[int], why: str) -> None:
        self._answer(peer, Message(Kind.REFUSE, ints=numbers, data=texted(why)))

    def rows(self, number: int, wanted: torch.Tensor) -> torch.Tensor:
        """Return rows of a row-sparse block, with zeros for those that are not stored."""
        with self.lock:
            held = self.held[number]
            if held.value.stype != ROWS:
                return tensor_of(held.value)[wanted]
            if not len(wanted):
                return torch.empty((0, *held.key.shape[1:]), dtype=held.key.dtype)
            return retain(held.value, wrap(wanted.to(held.value._ctx.torch_device), held.value._ctx))._stored()[0]

    def reached(self, number: int, round_: int) -> bool:
        """Return whether a key of this rank has completed so many rounds."""
        held = self.held[number]
        return self.asynchronous or held.version >= round_ or bool(held.error)

    def missing(self, number: int, round_: int) -> set[int]:
        """Return the ranks that a round of a key waits for."""
        held = self.held[number]
        if self.asynchronous or held.version >= round_:
            return set()
        absent = self._absent(held)
        if not absent and held.rounds[held.version + 1].group is not None:  # complete, but keys before it are not
            absent = set().union(*map(self._absent, self._groups[0]))
        return absent or {self.rank}

    def _absent(self, held: Held) -> set[int]:
        found = held.rounds.get(held.version + 1)
        return set(range(self.size)) - set(found.pieces if found is not None else ())

    def told(self, number: int, round_: int) -> str:
        """Describe what a round of a key waits for."""
        absent = self.missing(number, round_)
        found = self.held[number].rounds.get(self.held[number].version + 1)
        if found is not None and found.mark > self.mark:
            return f"rank {self.rank}, which owns it, to call set_optimizer as the others did"
        if found is not None and found.group is not None and not self._absent(self.held[number]):
            before = next((held.key.name for held in self._groups[0] if self._absent(held)), "")
            return f"{ranks(absent)} to push key {before}, which this optimizer updates before it"
        return f"{ranks(absent)} to push it"


def _assign(held: Held, total: NDArray) -> None:
    """Assign the sum as the value."""
    value = held.value
    if total.__class__ is NDArray and value.__class__ is NDArray:
        write(value, tensor_of(total))
    elif value.stype in (DENSE, total.stype):
        value._take(total)
    else:
        held.value = total.copy()
