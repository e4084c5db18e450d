"""The programs of an executor as CUDA graphs.

A program is watched before it is captured. Steps that no graph can hold (user Python code, data-dependent shapes,
synchronization with the GPU) remain separate calls between graphs.

All graphs of executors that share an arena use the same memory. What must outlive the next replay is stored elsewhere:
arguments, states, gradients. What forward saves for backward is in the arena, so backward must follow before the next
replay; `Arena.epoch` checks that.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Container, Iterable
from functools import partial
from typing import Any

import torch

from .. import trace
from ..donation import restored_on_error
from ..mode import mode
from ..program import Program, Step
from ..torch_private import foreach
from ..tuning import CAPTURE_AFTER_CALLS, VAIN_CAPTURES
from .arena import Arena, CapturedGraph
from .capture import Capture, Work
from .segments import Placement, Segment, regrouped, split


class Stale(Exception):
    """What the forward pass saved has been overwritten."""


class Saved(list[Any]):
    """What a replayed forward pass saved for backward; valid while its epoch is the arena's."""

    epoch: object = None  # None: it is stored elsewhere

    def __init__(self, values: Iterable[Any] = ()) -> None:
        super().__init__(values)
        self.leases: list[Any] = []  # what keeps that, and what it was computed from, in arenas


def in_arena(saved: list[Any]) -> bool:
    """Return whether values are stored where other graphs may overwrite them."""
    return saved.__class__ is Saved and saved.epoch is not None  # type: ignore[attr-defined]


class CapturedPrograms:
    """Runs the programs of one executor, captured where possible."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._captures = {name: Capture(arena, f"{name} of an executor", 1 + VAIN_CAPTURES)
                          for name in ("inference", "train", "backward", "step")}
        self._captures["training step"] = Capture(arena, "training step of an executor")
        self._apart: dict[str, set[int]] = {}  # program -> numbers of the steps that no graph can hold
        self._copies: dict[str, dict[int, torch.Tensor]] = {}  # outputs by position that are outside the arena
        self._saved: list | None = None        # by the captured forward pass, until backward is captured
        self.taped: bool = False                     # whether it contains more than tensors, such as torch's tape
        self._held = 0                         # bytes that forward saves for backward
        self._then: tuple[Work, ...] = ()      # whose tensors the captured training step writes to

    @property
    def is_one_graph(self) -> bool:
        """Whether one graph can hold a training step; known once it is warm."""
        return self._apart.get("train") == self._apart.get("backward") == set()

    def forget(self) -> None:
        """Drop all graphs; programs are captured again once they are warm again."""
        for capture in self._captures.values():
            capture.forget()
        self._saved = None
        self.arena.members.pop(id(self), None)

    def refuse(self, name: str, why: str) -> None:
        """Stop capturing a program."""
        self._captures[name].refusal = why
        self.forget()

    def forward(self, name: str, program: Program, args: list[Any], aux: list[Any],
                bring: Callable[..., Any] | None = None, given: list[Any] | None = None) -> list[Any]:
        """Run a forward program; the second group of its results, if any, is for `backward`.

        If a caller has different tensors at every call, these are ``given``, and ``bring`` copies their values to
        ``args`` before a graph runs.
        """
        capture, fixed = self._captures[name], [*args, *aux]
        ready = self._is_ready(name, (), fixed)
        if not ready and not capture.is_due((), fixed):
            return self._warm(name, program, (given or args, aux))
        if bring is not None:
            bring()
        if ready:
            result = capture.captured.run(args, aux)
        else:
            result = self._capture(name, program, (args, aux))
            if result is None:
                return program.run(given or args, aux)
            if name == "train":
                self._saved, self._captures["backward"].captured = list(result[1]), None
                self.taped = not all(map(_is_plain, self._saved))
        self.arena.epoch = epoch = object()
        if len(program.returns) == 1:
            return self._copied(name, result)
        outputs, kept = result
        saved = Saved(held if mine is None else mine for mine, held in zip(kept, self._saved or kept))
        saved.epoch = epoch
        return [self._copied(name, outputs), saved]

    def backward(self, program: Program, args: list[Any], aux: list[Any], saved: list[Any], heads: list[Any],
                 targets: list[Any], finish: Callable[..., Any], key: tuple[Any, ...] = (),
                 given: list[Any] | None = None, bring: Callable[..., Any] | None = None,
                 given_heads: Callable[[], list[Any]] | None = None, later: int = 0) -> bool:
        """Run backward; ``finish`` puts the gradients into ``targets``, and is captured with it.

        ``given`` are the arguments of an uncaptured forward pass, if these are different tensors at every call. With
        ``bring`` the output gradients are fixed tensors too, to which it copies values; ``given_heads`` returns the
        originals. It is captured ``later`` calls later than possible. Returns whether a graph did it. Raises `Stale` if
        the forward pass must be run again first.
        """
        capture, fixed, groups = self._captures["backward"], [*args, *aux, *targets], (args, aux, saved, heads)
        if bring is not None:
            fixed += heads
        captured = in_arena(saved)
        if captured and saved.epoch is not self.arena.epoch:
            raise Stale
        if captured:
            self.arena.epoch = None
        if captured and self._is_ready("backward", key, fixed):
            if bring is not None:
                bring()
            capture.captured.run(*groups)
            return True
        if captured and self._saved is None:  # its memory went to a graph that is gone or has other arrays
            if trace.report is None:
                self.forget()
            raise Stale
        if not capture.is_due(key, fixed, later=later) or not captured:
            groups = (args if captured else given or args, aux, saved, heads if given_heads is None else given_heads())
            finish(self._warm("backward", program, groups) if not captured else self._once_more(program, groups))
            return False
        self._saved = None
        if bring is not None:
            bring()
        if self._capture("backward", program, groups, finish, bring is not None) is None:
            raise Stale
        return True

    def replay_step(self, fixed: list[Any], then: tuple[Work, ...] = ()) -> list[Any] | None:
        """Replay a whole step and return its outputs; None if it is not captured."""
        name, key = _named(then)
        if not self._is_ready(name, key, fixed):
            return None
        captured = self._captures[name].captured
        captured.replay()
        self.arena.epoch = None
        return self._copied(name, captured.result)

    def step(self, work: Callable[[bool], list[Any]], arrays: list[Any], fixed: Callable[[], list[Any]],
             then: tuple[Work, ...] = ()) -> list[Any] | None:
        """Capture forward, backward and ``then`` as one graph and run it; None if that is impossible, or not yet due.

        ``work(donated)`` is the whole step and may replace the memory of ``arrays``: gradients are donated if there was
        no earlier graph, since it could not write to the new memory. ``fixed`` returns the tensors that the step reads
        and writes, before and after that.
        """
        name, key = _named(then)
        capture = self._captures[name]
        warm = all(self._captures[part].calls >= CAPTURE_AFTER_CALLS for part in ("train", "backward"))
        if not capture.is_due(key, fixed(), warm) or not self.is_one_graph:
            return None

        def build() -> CapturedGraph:
            with restored_on_error(arrays):
                return self.arena.capture(partial(work, not self.arena.members), self._held)
        if not self._attempt(capture, build):
            return None
        self._make_copies(name, capture.captured.result)
        capture.fixed, self._then = fixed(), then
        return self.replay_step(capture.fixed, then)

    # ---- warming up, capturing -----------------------------------------------------------------------

    def _is_ready(self, name: str, key: tuple, fixed: list) -> bool:
        ready = self._captures[name].is_ready(key, fixed)
        if ready and len(self.arena.members) > 1:
            self.arena.touch(self)
        return ready

    def _warm(self, name: str, program: Program, groups: tuple) -> list:
        """Run a program uncaptured; its last warm-up call is watched."""
        capture = self._captures[name]
        if capture.calls != CAPTURE_AFTER_CALLS or capture.refusal or trace.report is not None:
            return program.run(*groups)
        before = torch.cuda.memory_allocated(self.arena.device)
        result, self._apart[name] = watch(program, groups)
        if name == "train":
            self._held = torch.cuda.memory_allocated(self.arena.device) - before
        return result

    def _once_more(self, program: Program, groups: tuple) -> list:
        """Run backward uncaptured on values that replays recompute; a tape among them may not allow that."""
        before, mode.retaining = mode.retaining, True
        try:
            return self._warm("backward", program, groups)
        except RuntimeError as error:
            if not self.taped:
                raise
            self.forget()
            raise Stale from error
        finally:
            mode.retaining = before

    def _capture(self, name: str, program: Program, groups: tuple, finish: Callable | None = None,
                 placed: bool = False) -> Any:
        """Capture a program, which runs it; return its results, or None if that failed."""
        after = self._captures["train"].captured if name == "backward" else None
        results = []

        def build() -> CapturedProgram:
            captured = CapturedProgram(self.arena, program, self._apart.get(name, set()), after, finish, placed)
            results.append(captured.run(*groups))
            return captured
        if not self._attempt(self._captures[name], build):
            return None
        outputs = results[0][0] if len(program.returns) > 1 else results[0]
        self._make_copies(name, outputs, self._captures[name].captured.fresh_outputs)
        return results[0]

    def _attempt(self, capture: Capture, build: Callable[[], Any]) -> bool:
        try:
            made = capture.attempt(build)
        except BaseException:  # of a user's operator: a half-finished capture is useless
            self.forget()
            raise
        if made:
            self.arena.touch(self)
        else:
            self.forget()
        return made

    def _make_copies(self, name: str, outputs: list, fresh: Container[int] = ()) -> None:
        """Copy outputs out of the arena if graphs of others may write to it."""
        self._copies[name] = {place: output.clone() for place, output in enumerate(outputs) if place not in fresh} \
            if self.arena.is_shared(self) else {}

    def _copied(self, name: str, outputs: list) -> list:
        copies = self._copies[name]
        if not copies:
            return outputs
        foreach.copy_(list(copies.values()), [outputs[place] for place in copies])
        return [copies.get(place, output) for place, output in enumerate(outputs)]

    def describe(self) -> str:
        """Describe what is captured, and what stays outside."""
        made = {name: capture.captured for name, capture in self._captures.items() if capture.captured is not None}
        if made:
            return "\n".join([f"CUDA graphs of {', '.join(made)}", *(
                f"  {name}: {captured.count} graph(s)"
                + (f", outside: {', '.join(captured.outside)}" if captured.outside else "")
                for name, captured in made.items())])
        refusals = [f"{name}: {capture.refusal}" for name, capture in self._captures.items() if capture.refusal]
        return "CUDA graphs: none" + (f", {'; '.join(refusals)}" if refusals else
                                      f" yet, {CAPTURE_AFTER_CALLS} calls of a program come before it is captured")


def _is_plain(value: Any) -> bool:
    """Return whether a value consists of tensors without a tape."""
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return value is None or value.__class__ is torch.Tensor and not value.requires_grad


def _named(then: tuple[Work, ...]) -> tuple[str, tuple]:
    """Name the step that ends with ``then``, and return its key."""
    return ("training step", tuple((work.capture, work.key) for work in then)) if then else ("step", ())


def watch(program: Program, groups: tuple[Any, ...]) -> tuple[list[Any], set[int]]:
    """Run a program; return its results and the steps that no graph can hold: torch warns about synchronization."""
    apart = {number for number, step in enumerate(program.steps) if step.outside}
    mode = torch.cuda.get_sync_debug_mode()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        def watched(number: int, step: Step) -> Step:
            def run(*args):
                before = len(caught)
                result = step.function(*args)
                if any("synchronizing CUDA operation" in str(found.message) for found in caught[before:]):
                    apart.add(number)
                return result
            return step.calling(run)
        program = program.with_steps([watched(number, step) for number, step in enumerate(program.steps)])
        torch.cuda.set_sync_debug_mode("warn")
        try:
            result = program.run(*groups)
        finally:
            torch.cuda.set_sync_debug_mode(mode)
    for found in caught:
        if "ynchroniz" not in str(found.message):
            warnings.warn_explicit(found.message, found.category, found.filename, found.lineno)
    return result, apart


class CapturedProgram:
    """A program whose segments are graphs, captured at its first run.

    ``after`` is the forward program whose values backward takes; ``finish`` takes the results instead of the caller.
    ``placed`` says that output gradients are the same tensors at every call.
    """

    only: Graph | None

    def __init__(self, arena: Arena, program: Program, apart: set[int], after: CapturedProgram | None = None,
                 finish: Callable[..., Any] | None = None, placed: bool = False) -> None:
        self._program, values, names = program, Placement(), []
        if after is not None:  # what forward saves has other names here; output gradients are new each time
            (_, names, _), (_, heads, _) = program.groups[2:]
            values = after._placed.renamed(dict(zip(names, after._program.returns[1])))
            if not placed:
                values.fresh.update(heads)
        if finish is not None:
            program = program.with_steps([*program.steps, Step(finish, "finish", program.returns[0], [], "boxed")])
            program.returns = [[]]
        self._placed, segments = values, split(program, apart, values)
        called = {name for segment in segments if segment.outside for name in segment.takes}
        shown = called.union(program.returns[0])
        graphs: list[Graph] = []

        def made(segment: Segment) -> Graph:
            graphs.append(Graph(arena, segment, values.fresh, shown))
            return graphs[-1]
        self._made = regrouped(program, segments, made)
        self.only = graphs[0] if len(segments) == len(graphs) == 1 else None  # the graph that is all of it
        # What backward's calls between graphs read from a graph: the forward pass does not expose it.
        self._held: dict[int, Any] = {place: None for place, name in enumerate(names) if name in called - values.fresh}
        self.count: int = sum(not segment.outside for segment in segments)
        self.outside: list[str] = [label for segment in segments for label in segment.labels]
        self.fresh_outputs: set[int] = {place for place, name in enumerate(program.returns[0]) if name in values.fresh}

    def run(self, *groups: Any) -> Any:
        """Run the program; the first run captures it."""
        for place, value in self._held.items():
            if value is None:
                self._held[place] = groups[2][place]
            else:
                groups[2][place] = value
        return self._made.run(*groups)


class Graph:
    """A segment as one CUDA graph, captured at its first call and replayed at all others.

    Values that are ``fresh`` at every call are copied to a fixed buffer first. Replays return the values that are
    ``shown`` outside graphs; the memory of others is free for later captures.
    """

    def __init__(self, arena: Arena, segment: Segment, fresh: set[str], shown: set[str]) -> None:
        self._arena, self._program = arena, segment.program
        self._fresh = [place for place, name in enumerate(segment.takes) if name in fresh]
        self._shown = [name in shown for name in segment.gives]
        self._graph: CapturedGraph | None = None

    def replay(self) -> None:
        """Replay what was captured, on the same tensors."""
        assert self._graph is not None
        self._graph.replay()

    def __call__(self, values: list[Any]) -> list[Any]:
        if self._graph is None:
            return self._capture(values)
        for place, home in self._homes:
            home.copy_(values[place])
        values.clear()
        self._graph.replay()
        return self._outputs

    def _capture(self, values: list) -> list:
        self._homes = [(place, values[place].clone()) for place in self._fresh
                       if isinstance(values[place], torch.Tensor)]
        for place, home in self._homes:
            values[place] = home
        self._graph = graph = self._arena.capture(partial(self._program.run, values))
        outputs, graph.result = graph.result, None
        graph.replay()
        self._outputs = [output if shown else None for output, shown in zip(outputs, self._shown)]
        return outputs
