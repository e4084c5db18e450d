"""Called graphs as CUDA graphs: the programs of one signature of a `CachedOp`.

An executor owns its arrays; a call brings its own, and its outputs are new arrays that a caller may keep.

- Inputs that change from call to call are copied to a fixed buffer first (`_Inputs`).
- Outputs stay in the arena, on loan: a reader gets a copy, and the next replay first copies those that are still held
  (`Loan`). Most are read only by the next captured call, which uses them in place.
- What a recorded call saves or borrows must stay until its backward: while a `Lease` is held, no graph of the arena is
  replayed, and calls run uncaptured.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Container, Sequence
from functools import partial
from operator import is_
from typing import Any, NamedTuple, Protocol

import torch

from . import trace
from .mode import mode
from .ownership import share_memory, version, written
from .program import Program
from .tiers.arena import Arena
from .tiers.captured_programs import CapturedPrograms, Saved, Stale, in_arena
from .torch_private import foreach
from .tuning import BACKWARD_WAITS_CALLS, LENT_INPUT_CALLS


class Targets(Protocol):
    """Where the gradients of a call go.

    Those at the positions in ``lends`` may stay in the arena: they are read before the next replay.
    """

    lends: Container[int]

    def memory(self, places: list[int]) -> list[torch.Tensor | None]:
        """Return where an uncaptured backward may write gradients at these positions as it runs."""

    def key(self) -> tuple[Any, ...]:
        """Return what a captured backward depends on besides tensors."""

    def tensors(self) -> list[torch.Tensor]:
        """Return the tensors that gradients are written into."""

    def put(self, gradients: list[Any]) -> list[Any]:
        """Copy gradients there; return those left for the tape."""

    def done(self, there: list[bool]) -> None:
        """Notify Python which of them were written."""


class Lease:
    """Keeps values in an arena valid; ends when the last reference to it is dropped."""

    __slots__ = ("arena", "__weakref__")

    def __init__(self, arena: CallArena) -> None:
        self.arena: CallArena = arena


class CallArena(Arena):
    """The arena of one called graph, of all its signatures."""

    def __init__(self, ctx: Any) -> None:
        super().__init__(ctx)
        self.lock: Any = threading.RLock()
        self.loans: list[weakref.ref[Any]] = []  # outputs of the last replay
        self.copies: list[tuple[torch.Tensor, weakref.ref[Any]]] = []  # outputs that a reader has a copy of
        self._lease: Callable[[], Lease | None] = _none

    @property
    def is_leased(self) -> bool:
        """Whether it holds values that a backward may still need."""
        return self._lease() is not None

    def lease(self) -> Lease:
        """Keep the contents of the arena as long as the lease is held."""
        found = self._lease()
        if found is None:
            found = Lease(self)
            self._lease = weakref.ref(found)
        return found

    def evacuate(self) -> None:
        """Copy outputs that are still held out of the arena before a graph is replayed."""
        for found in self.loans:
            loan = found()
            if loan is not None:
                loan.take()
        self.loans, self.copies = [], []

    def take_back(self) -> None:
        """Copy writes made to copies of outputs back into the arena: backward reads the current values."""
        for value, found in self.copies:
            copy = found()
            if copy is not None and version(copy) != 0:
                value.copy_(copy)


def _none() -> None:
    return None


class Loan:
    """An output of a replay, in the arena until it is read or until the next replay."""

    shape: Any
    dtype: Any

    __slots__ = ("shape", "dtype", "_value", "_own", "_arena", "__weakref__")

    def __init__(self, value: torch.Tensor, arena: CallArena) -> None:
        self.shape, self.dtype = value.shape, value.dtype
        self._value, self._own, self._arena = value, None, arena
        arena.loans.append(weakref.ref(self))

    def take(self) -> torch.Tensor:
        """Return a tensor that the caller owns."""
        if self._own is None:
            with self._arena.lock:
                if self._own is None:
                    self._own = self._value.clone()
                    self._arena.copies.append((self._value, weakref.ref(self._own)))
        return self._own

    def borrow(self) -> tuple[torch.Tensor, Lease | None]:
        """Return the tensor to be read in place, and the lease that keeps it there."""
        with self._arena.lock:
            return (self._value, self._arena.lease()) if self._own is None else (self._own, None)


class _Ready(NamedTuple):
    """A captured program that was replayed on certain tensors and can be replayed on them again without checks."""

    captured: Any            # the program, while its `Capture` still has it
    replay: Callable[[], None]
    placed: list[Any]             # the inputs, or the output gradients, as placed by `_Inputs`
    fixed: list[Any]              # states; for backward, the tensors that gradients are written to
    key: tuple[Any, ...]
    results: list[Any]            # outputs, or gradients for the tape, in place after a replay
    rest: list[Any] | None        # what forward saves for backward; which gradients exist


class CapturedCalls:
    """Runs the forward and backward programs of one signature, captured where possible."""

    def __init__(self, arena: CallArena, forward: Program, backward: Program | None, call: Callable[..., Any]) -> None:
        self._arena, self._forward, self._backward, self._call = arena, forward, backward, call
        self._keeps = len(forward.returns) > 1  # something for backward
        self._programs = _Programs(arena)
        self._inputs, self._heads = _Inputs(), _Inputs()
        self._ready: dict[str, _Ready] = {}

    def forward(self, args: Any, aux: Any, recorded: bool = False, leases: Sequence[Lease] = ()) -> list[Any]:
        """Run the forward program; outputs may be loans.

        ``recorded`` says whether `backward` may follow; until then ``leases`` are held.
        """
        arena, found = self._arena, None
        if arena.lock.acquire(blocking=False):
            try:
                found = None if arena.is_leased else self._by_graph("train" if recorded else "inference", args, aux)
            finally:
                arena.lock.release()
        if found is None:
            found = self._call(self._forward.run, args, aux)
            if leases:
                _part(found[0] if self._keeps else found, args)
        if recorded and leases:
            if found[1].__class__ is not Saved:
                found = [found[0], Saved(found[1])]
            found[1].leases += leases
        return found

    def _by_graph(self, name: str, args: Any, aux: Any) -> list | None:
        """Run the forward program as a graph, or as a step towards one; None if that is impossible."""
        placed = self._inputs.placed(args)
        if placed is None:
            return None
        ready = self._ready.get(name)
        if ready is not None and ready.placed is placed and self._is_current(name, ready, aux):
            self._bring()
            ready.replay()
            found = self._programs.published(ready.results, ready.rest)
        else:
            found = self._call(self._programs.forward, name, self._forward, placed, list(aux), self._bring, args)
            outputs = self._programs.outputs()
            self._inputs.let_go()
            if outputs is None:
                return found
            self._note(name, placed, list(aux), (), outputs, list(found[1]) if self._keeps else None)
        if aux:
            written(aux)
        if name == "train":
            found[1].leases.append(self._arena.lease())
            self._heads.borrows = not self._programs.taped
        return found

    def _bring(self) -> None:
        if self._arena.loans:
            self._arena.evacuate()
        if self._inputs.homes:
            self._inputs.bring()

    def _is_current(self, name: str, ready: _Ready, fixed: Any) -> bool:
        """Return whether a captured program is still current, and uses exactly these tensors."""
        return all(map(is_, fixed, ready.fixed)) and trace.report is None \
            and self._programs.is_used(name, ready.captured)

    def _note(self, name: str, placed: list, fixed: list, key: tuple, results: list, rest: list | None) -> None:
        """Remember a replay, if repeating it needs nothing else."""
        captured = self._programs.captured(name)
        self._ready.pop(name, None)
        if captured is not None and captured.only is not None and self._programs.is_done:
            self._ready[name] = _Ready(captured, captured.only.replay, placed, fixed, key, results, rest)

    def backward(self, args: Any, aux: Any, saved: list[Any], heads: Any, targets: Targets | None,
                 again: Callable[[], list[Any]], retained: bool) -> list[Any]:
        """Run backward, which empties ``saved`` unless ``retained``; return the gradients left for the tape.

        ``again`` recomputes what forward saves.
        """
        captured = in_arena(saved)
        for lease in getattr(saved, "leases", ()):
            if lease.arena.copies:
                lease.arena.take_back()
        if retained:
            if captured:
                self._materialize(saved, again)
            return self._run(args, aux, list(saved), heads, targets)
        if not self._arena.lock.acquire(blocking=captured):
            return self._run(args, aux, saved, heads, targets)
        try:
            if captured:
                self._inputs.bring_again(args)
            found = self._gradients(args, aux, saved, heads, targets)
        except Stale:
            return self._run(args, aux, again(), heads, targets)
        finally:
            self._arena.lock.release()
        if found.__class__ is _Ready:
            lends = () if targets is None else targets.lends
            return [value if value is None or place in lends else value.clone()
                    for place, value in enumerate(found.results)]
        return found

    def _run(self, args: Any, aux: Any, saved: list, heads: Any, targets: Targets | None) -> list:
        """Run backward uncaptured."""
        assert self._backward is not None
        gradients = self._call(self._backward.run, args, aux, saved, _owned(heads))
        return gradients if targets is None else targets.put(gradients)

    def _materialize(self, saved: Any, again: Callable[[], list]) -> None:
        """Copy what a call saved out of the arena: another backward follows, and a captured one overwrites it there.

        Programs that do this once tend to do it again, so recorded calls are no longer captured.
        """
        with self._arena.lock:
            saved[:], saved.epoch = again(), None
            self._programs.refuse("train", "what it keeps is wanted by several backwards")

    def _gradients(self, args: Any, aux: Any, saved: list, heads: Any, targets: Targets | None) -> Any:
        """Run backward as a graph, or as a step towards one; return gradients, or where a graph puts them."""
        placed, captured = self._heads.placed(heads), in_arena(saved)
        if placed is None:
            if captured:
                raise Stale
            return self._run(args, aux, saved, heads, targets)
        key = (None if targets is None else targets.key(), mode.trains_backward)
        tensors = [] if targets is None else targets.tensors()
        ready = self._ready.get("backward")
        if captured and ready is not None and ready.placed is placed and ready.key == key \
                and self._is_current("backward", ready, tensors) and self._programs.is_next(saved):
            if self._heads.homes:
                self._heads.bring()
            ready.replay()
        else:
            found = self._call(self._on_the_way, args, aux, saved, heads, placed, tensors, targets, key)
            if found.__class__ is not _Ready:
                return found
            ready = found
        if targets is not None:
            written(tensors)
            targets.done(ready.rest)
        return ready

    def _on_the_way(self, args: Any, aux: Any, saved: list, heads: Any, placed: list, tensors: list,
                    targets: Targets | None, key: tuple) -> Any:
        assert self._backward is not None
        found: list = []

        def finish(gradients: list) -> None:
            there = [gradient is not None for gradient in gradients]
            found.append((gradients if targets is None else targets.put(gradients), there))
        waits = self._heads.moves(heads) and not self._programs.taped
        if not self._programs.backward(self._backward, self._inputs.at_home(args), list(aux), saved, placed, tensors,
                                       finish, key, args, self._heads.bring, partial(_owned, heads),
                                       BACKWARD_WAITS_CALLS if waits else 0):
            return found[0][0]
        if found:  # it was just captured
            self._left = found[0]
            for value in self._left[0]:
                _mark(value)
        ready = _Ready(self._programs.captured("backward"), _none, placed, tensors, key, *self._left)
        self._note("backward", *ready[2:])
        return ready

    def describe(self) -> str:
        """Describe what is captured, and what stays outside."""
        return self._programs.describe()


def is_lent(tensor: torch.Tensor | None) -> bool:
    """Return whether a tensor belongs to an arena, or is a shared constant."""
    return getattr(tensor, "lent", False)


def _mark(tensor: torch.Tensor | None) -> None:
    if tensor is not None:
        tensor.lent = True  # type: ignore[attr-defined]


def constant(tensor: torch.Tensor) -> torch.Tensor:
    """Mark a tensor that is never written to: calls read it in place, or copy it once."""
    _mark(tensor)
    tensor.constant = True  # type: ignore[attr-defined]
    return tensor


def _owned(heads: Any) -> list:
    """Return output gradients that may be passed on: a gradient may simply be one of them."""
    return [head.clone() if is_lent(head) else head for head in heads]


def borrow(tensors: list[Any]) -> list[Lease]:
    """Put the tensors of loans in their positions; return the leases."""
    if Loan not in set(map(type, tensors)):
        return []
    leases = []
    for place, tensor in enumerate(tensors):
        if tensor.__class__ is Loan:
            tensors[place], lease = tensor.borrow()
            if lease is not None:
                leases.append(lease)
    return leases


def _part(outputs: list, args: Any) -> None:
    """Copy outputs that are merely borrowed tensors, so that they own their memory."""
    for place, output in enumerate(outputs):
        if any(is_lent(given) and share_memory(output, given) for given in args):
            outputs[place] = output.clone()


class _Programs(CapturedPrograms):
    """Programs whose outputs are lent at every call."""

    arena: CallArena
    _outputs: list | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing is kept for a later capture."""
        return self._saved is None

    def outputs(self) -> list | None:
        """Return where the outputs of the last call are, if a graph ran it."""
        found, self._outputs = self._outputs, None
        return found

    def captured(self, name: str) -> Any:
        """Return the captured program of that name."""
        return self._captures[name].captured

    def is_used(self, name: str, captured: Any) -> bool:
        """Return whether a captured program is still the current one of its name; if so, mark it as used."""
        if self._captures[name].captured is not captured:
            return False
        if len(self.arena.members) > 1:
            self.arena.touch(self)
        return True

    def is_next(self, saved: Any) -> bool:
        """Return whether values are those of the last replay in the arena; they no longer are after this call."""
        found, self.arena.epoch = self.arena.epoch is saved.epoch, None
        return found

    def published(self, outputs: list, kept: list | None) -> list:
        """Return the results of a replay: loans, and what backward needs."""
        self.arena.epoch = epoch = object()
        loans = [Loan(output, self.arena) for output in outputs]
        if kept is None:
            return loans
        saved = Saved(kept)
        saved.epoch = epoch
        return [loans, saved]

    def _copied(self, name: str, outputs: list) -> list:
        self._outputs = outputs
        return [Loan(output, self.arena) for output in outputs]

    def _make_copies(self, name: str, outputs: list, fresh: Container[int] = ()) -> None:
        for output in outputs:
            _mark(output)


class _Inputs:
    """Where graphs find the inputs of calls: in the caller's tensors while these stay the same, otherwise in fixed
    buffers that values are copied to. Tensors of another arena are read in place."""

    def __init__(self) -> None:
        self._first: list | None = None   # weak references to the first call's tensors, which need not recur
        self._last: list = []
        self._changes: list[int] = []
        self.homes: dict[int, torch.Tensor] = {}
        self.borrows = True               # whether tensors of an arena are read in place
        self._strict: set[int] = set()    # positions that are copied anyway
        self._brought: list[tuple[torch.Tensor, int, float]] = []  # buffers, positions, versions of what was copied
        self._constants: dict[int, torch.Tensor] = {}  # which of these were constants
        self._given: Any = ()

    def placed(self, given: Any) -> list | None:
        """Return the tensors that a graph would read in this call; None if that is not known yet."""
        if self._first is None:
            self._first = [_none if tensor is None else weakref.ref(tensor) for tensor in given]
            self._changes = [0] * len(given)
            return None
        self._given = given
        placed = self.at_home(given) if self.homes else given
        if self._last and all(map(is_, placed, self._last)):
            return self._last
        if any(tensor.__class__ not in _PLAIN for tensor in given):  # one that may be unreadable
            return None
        return self._moved(list(placed))

    def moves(self, given: Any) -> bool:
        """Return whether something has to be copied to its buffer."""
        return any(self._moves(place, given[place]) for place in self.homes)

    def _moves(self, place: int, tensor: torch.Tensor) -> bool:
        return not self.borrows or place in self._strict or not is_lent(tensor)

    def at_home(self, given: Any) -> list:
        """Return inputs, with buffers for those that have one."""
        placed = list(given)
        for place, home in self.homes.items():
            if self._moves(place, given[place]):
                placed[place] = home
        return placed

    def _moved(self, placed: list) -> list:
        """Allocate a buffer for an input that has changed for the second time."""
        last = self._last or [seen() for seen in self._first or ()]
        for place, (tensor, before) in enumerate(zip(placed, last)):
            if tensor is before or tensor is None or before is None:
                continue
            self._changes[place] += 1
            if is_lent(tensor):
                if self._changes[place] <= LENT_INPUT_CALLS:
                    continue
                self._strict.add(place)
            elif is_lent(before) and place in self.homes:
                self._strict.add(place)  # from an arena and from elsewhere by turns: recapturing costs more than a copy
            if self._changes[place] > 1 and place not in self.homes:
                self.homes[place] = torch.empty_like(tensor)
        self._last = placed = self.at_home(placed)
        return placed

    def bring(self) -> None:
        """Copy this call's values into the buffers."""
        given, self._given = self._given, ()
        brought: list[tuple[torch.Tensor, int, float]] = []
        moved = []
        for place, home in self.homes.items():
            tensor = given[place]
            if self._moves(place, tensor):
                brought.append((home, place, version(tensor)))
                if self._constants.get(place) is not tensor:
                    moved.append((home, tensor))
        self._brought = brought
        if len(moved) == 1:
            moved[0][0].copy_(moved[0][1])
        elif moved:
            foreach.copy_([home for home, _ in moved], [value for _, value in moved])
        if moved:
            self._constants = {place: given[place] for _, place, _ in brought if hasattr(given[place], "constant")}

    def let_go(self) -> None:
        """Drop what is held of a call that no graph ran."""
        self._given = ()

    def bring_again(self, given: Any) -> None:
        """Copy what has been written to since: backward reads the current inputs."""
        for home, place, before in self._brought:
            if version(given[place]) != before:
                home.copy_(given[place])


_PLAIN = (torch.Tensor, torch.nn.Parameter, type(None))
