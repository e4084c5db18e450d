"""Called graphs as CUDA graphs: the programs of one signature of a `CachedOp`.

An executor owns its arrays; a call brings its own, and its outputs are new arrays that a caller may keep. So inputs
that are other tensors from call to call are copied to a place of their own first, and outputs are copied out of the
arena. A recorded call keeps values there until its backward; in the meantime no graph of the same arena is replayed,
and calls run as they are.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Container
from operator import is_
from typing import Any, Protocol

import torch

from ..mode import mode
from ..ownership import version, written
from ..program import Program
from ..torch_private import foreach
from .arena import Arena
from .captured_programs import CapturedPrograms, Saved, Stale, in_arena


class Targets(Protocol):
    """Where the gradients of a call go."""

    def key(self) -> tuple:
        """Give what a captured backward depends on beside tensors."""

    def tensors(self) -> list[torch.Tensor]:
        """Give the tensors that gradients are written into."""

    def put(self, gradients: list) -> list:
        """Copy gradients there; give those that are left for the tape."""

    def done(self, there: list[bool]) -> None:
        """Tell Python which of them were written."""


class CallArena(Arena):
    """The arena of one called graph: of all its signatures, one of which may be between forward and backward."""

    def __init__(self, ctx: Any) -> None:
        super().__init__(ctx)
        self.lock = threading.Lock()
        self._between: Callable[[], Any] = _nothing

    @property
    def is_kept(self) -> bool:
        """Whether it holds what a backward may still want."""
        return self._between() is not None

    def keep(self, saved: Saved | None) -> None:
        """Note what was kept for backward, as long as somebody has it."""
        self._between = _nothing if saved is None else weakref.ref(saved)


def _nothing() -> None:
    return None


class CapturedCalls:
    """Runs the forward and backward programs of one signature, captured where they can be."""

    def __init__(self, arena: CallArena, forward: Program, backward: Program | None) -> None:
        self._arena, self._forward, self._backward = arena, forward, backward
        self._programs = _Programs(arena)
        self._inputs = _Inputs()
        self._left: list = []         # gradients for the tape, where the captured backward leaves them
        self._there: list[bool] = []  # which gradients it computes

    def forward(self, args: Any, aux: Any, recorded: bool) -> list:
        """Run the forward program; ``recorded`` says whether `backward` may follow."""
        arena = self._arena
        if arena.is_kept or not arena.lock.acquire(blocking=False):  # by another thread, or around this call
            return self._forward.run(args, aux)
        try:
            placed = self._inputs.placed(args)
            if placed is None:
                return self._forward.run(args, aux)
            found = self._programs.forward("train" if recorded else "inference", self._forward, placed, list(aux),
                                           self._inputs.bring, args)
            if recorded and found[1].__class__ is Saved:
                arena.keep(found[1])
            if aux and self._programs.replayed():
                written(aux)
            return found
        finally:
            arena.lock.release()

    def backward(self, args: Any, aux: Any, saved: list, heads: Any, targets: Targets | None,
                 again: Callable[[], list], retained: bool) -> list:
        """Run backward, which empties ``saved`` unless it is ``retained``; give the gradients left for the tape.

        ``again`` computes anew what forward keeps.
        """
        assert self._backward is not None
        captured = in_arena(saved)
        if retained:
            if captured:
                self._materialize(saved, again)
            return self._run(args, aux, list(saved), heads, targets)
        if not self._arena.lock.acquire(blocking=captured):
            return self._run(args, aux, saved, heads, targets)
        try:
            if captured:
                self._arena.keep(None)
                self._inputs.bring_again(args)
                self._programs.take_back()
            return self._captured(args, aux, saved, heads, targets)
        except Stale:
            return self._run(args, aux, again(), heads, targets)
        finally:
            self._arena.lock.release()

    def _run(self, args: Any, aux: Any, saved: list, heads: Any, targets: Targets | None) -> list:
        """Run backward as it is."""
        assert self._backward is not None
        gradients = self._backward.run(args, aux, saved, heads)
        return gradients if targets is None else targets.put(gradients)

    def _materialize(self, saved: Saved, again: Callable[[], list]) -> None:
        """Let a call own what it kept: another backward follows, and a captured one overwrites it in the arena.

        Who did so once will do it again: recorded calls are not captured from now on.
        """
        with self._arena.lock:
            saved[:], saved.epoch = again(), None
            self._arena.keep(None)
            self._programs.refuse("train", "what it keeps is wanted by several backwards")

    def _captured(self, args: Any, aux: Any, saved: list, heads: Any, targets: Targets | None) -> list:
        """Run backward by a graph, or on the way to one."""
        assert self._backward is not None
        tensors = [] if targets is None else targets.tensors()
        key = (tuple([head is None for head in heads]), None if targets is None else targets.key(),
               mode.trains_backward)
        found: list = []

        def finish(gradients: list) -> None:
            there = [gradient is not None for gradient in gradients]
            found.append((gradients if targets is None else targets.put(gradients), there))
        by_graph = self._programs.backward(self._backward, self._inputs.at_home(args), list(aux), saved, list(heads),
                                           tensors, finish, key, args)
        if not by_graph:
            return found[0][0]
        if found:  # it was captured just now
            self._left, self._there = found[0]
        if targets is not None:
            written(tensors)
            targets.done(self._there)
        return [None if value is None else value.clone() for value in self._left]

    def describe(self) -> str:
        """Tell what is captured, and what stays outside."""
        return self._programs.describe()


class _Programs(CapturedPrograms):
    """Programs whose outputs are copied out of the arena at every call."""

    _replayed = False
    _given: list[tuple[torch.Tensor, weakref.ref]] = []  # outputs in the arena, and those that callers got

    def replayed(self) -> bool:
        """Tell whether the last call was a replay, of which torch counts no writes."""
        found, self._replayed = self._replayed, False
        return found

    def _make_copies(self, name: str, outputs: list, fresh: Container[int] = ()) -> None:
        """Make none that stay."""

    def _copied(self, name: str, outputs: list) -> list:
        self._replayed = True
        copies = [output.clone() for output in outputs]
        self._given = [(output, weakref.ref(copy)) for output, copy in zip(outputs, copies)]
        return copies

    def take_back(self) -> None:
        """Copy outputs that were written to since into the arena: backward may read them."""
        for output, given in self._given:
            tensor = given()
            if tensor is not None and version(tensor) != 0:
                output.copy_(tensor)


class _Inputs:
    """Where graphs find the inputs of calls: in the callers' tensors, as long as these are the same ones, else in
    homes, into which values are brought."""

    def __init__(self) -> None:
        self._first: list[weakref.ref] | None = None  # the tensors of the first call, which need not come again
        self._last: list[torch.Tensor] = []
        self._changes: list[int] = []
        self._homes: dict[int, torch.Tensor] = {}
        self._versions: list[float] = []  # of what was brought there
        self._given: Any = ()

    def placed(self, given: Any) -> list | None:
        """Give the tensors that a graph would read in this call; None where there is none to be thought of yet."""
        if self._first is None:
            self._first, self._changes = [weakref.ref(tensor) for tensor in given], [0] * len(given)
            return None
        placed = self.at_home(given)
        if not self._last or not all(map(is_, placed, self._last)):
            if any(tensor.__class__ not in _PLAIN for tensor in given):  # one that cannot be read, perhaps
                return None
            placed = self._moved(placed)
        self._given = given
        return placed

    def at_home(self, given: Any) -> list:
        """Give inputs, with homes for those that have one."""
        placed = list(given)
        for place, home in self._homes.items():
            placed[place] = home
        return placed

    def _moved(self, placed: list) -> list:
        """Give an input that is another tensor for the second time a home of its own."""
        last = self._last or [seen() for seen in self._first or ()]
        for place, (tensor, before) in enumerate(zip(placed, last)):
            if tensor is not before:
                self._changes[place] += 1
                if self._changes[place] > 1:
                    self._homes[place] = placed[place] = torch.empty_like(tensor)
        self._last = placed
        return placed

    def bring(self) -> None:
        """Copy what this call gives into the homes."""
        given, self._given = self._given, ()
        self._versions = [version(given[place]) for place in self._homes]
        if len(self._homes) == 1:
            (place, home), = self._homes.items()
            home.copy_(given[place])
        elif self._homes:
            foreach.copy_(list(self._homes.values()), [given[place] for place in self._homes])

    def bring_again(self, given: Any) -> None:
        """Copy what was written to since: a backward reads inputs as they are then."""
        for (place, home), before in zip(self._homes.items(), self._versions):
            if version(given[place]) != before:
                home.copy_(given[place])


_PLAIN = (torch.Tensor, torch.nn.Parameter)
