"""Programs as CUDA graphs: what a warm program does on a GPU is recorded once and then replayed.

The executor has one `Recorder`. A program runs as it is at first; the second time it is watched for steps
that wait for the GPU; the third time it is recorded. Steps that no graph can hold (Python of the user's, shapes
that depend on values, waiting) stay calls of their own between graphs.

All graphs of a family of executors (an executor, its reshaped ones, the other buckets) share one pool of
memory. What must outlive the next replay lies elsewhere: arguments, states, gradients. What the forward pass
keeps for backward lies in the pool, so backward may only follow at once; `Graphs.turn` tells.
"""
from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from operator import is_

import torch

from .. import trace
from ..device import Context
from ..program import Program, Step
from ..torch_private import foreach
from ..tuning import CAPTURE_AFTER_CALLS, CAPTURE_ATTEMPTS, CAPTURES_OF_A_STEP, VAIN_CAPTURES
from .graph_pool import Graphs

_log = logging.getLogger(__name__)


def wanted(contexts: set[Context]) -> bool:
    """Tell whether programs over these contexts should be recorded: one CUDA device, and not switched off."""
    if os.environ.get("MXNET_CUDA_GRAPHS", "1") == "0" or len(contexts) != 1:
        return False
    ctx, = contexts
    return ctx.device_typeid == 2 and ctx.torch_device.type == "cuda"


class Stale(Exception):
    """What the forward pass kept was overwritten since."""


class Kept(list):
    """What a replayed forward pass kept for backward; good while its turn is the pool's."""

    turn: object = None


class Repeated:
    """Work that is the same again and again on the same tensors: recorded when it has been so for a while.

    For ``what`` follows the network's own programs: an optimizer's step, a metric's update. What would change it,
    as a rate does, is part of ``key``; calls with another one run as they are.
    """

    def __init__(self, ctx: Context, what: str) -> None:
        self._graphs, self._what = Graphs(ctx), what
        self._key: tuple | None = None
        self._fixed: list = []
        self._seen = self._made = self._failed = 0
        self._replay: Callable | None = None

    def again(self, key: tuple, fixed: list) -> bool:
        """Replay, if the very same work is recorded; tell whether it was."""
        if self._replay is None or key != self._key or trace.report is not None or not _same(fixed, self._fixed):
            return False
        self._replay()
        return True

    def run(self, key: tuple, fixed: list, work: Callable) -> None:
        """Do work, or replay it."""
        if self.again(key, fixed):
            return
        if key != self._key or not _same(fixed, self._fixed):
            self._key, self._fixed, self._seen, self._replay = key, fixed, 0, None
        if self._seen >= CAPTURE_AFTER_CALLS and self._made < CAPTURES_OF_A_STEP and trace.report is None:
            self._made += 1
            try:
                self._replay, _ = self._graphs.record(work)
            except RuntimeError as error:
                self._failed, self._seen = self._failed + 1, 0  # it runs warm again first
                if self._failed == CAPTURE_ATTEMPTS:
                    self._made = CAPTURES_OF_A_STEP
                    _log.warning("%s is not recorded: %s", self._what, str(error).splitlines()[0])
        self._seen += 1
        if not self.again(key, fixed):
            work()


def _same(some: list, others: list) -> bool:
    """Tell whether two lists hold the very same objects."""
    return len(some) == len(others) and all(map(is_, some, others))


class Recorder:
    """Runs the programs of one executor, recorded where they can be."""

    def __init__(self, graphs: Graphs) -> None:
        self.graphs = graphs
        self.refusal = ""                              # why nothing is recorded any more
        self._calls: dict[str, int] = {}
        self._waiting: dict[str, dict[int, str]] = {}  # program -> numbers of its steps that wait, and why
        self._recorded: dict[str, Recording] = {}
        self._kept: list | None = None                 # by the recorded forward pass, until backward is recorded
        self._vain = self._failed = 0
        self._held = 0  # bytes that forward keeps for backward

    @property
    def steady(self) -> bool:
        """Whether programs are replayed, so that their outputs are the same tensors each time."""
        return bool(self._recorded) and trace.report is None

    def forget(self) -> None:
        """Drop all graphs; programs are recorded again when they are warm again."""
        self._recorded.clear()
        self._calls.clear()
        self._kept = None
        self.graphs.members.pop(id(self), None)

    def forward(self, key: str, program: Program, args: list, aux: list) -> list:
        """Run a forward program; the second group of its results, if any, is for `backward`."""
        recording = self._ready(key, [*args, *aux])
        if recording is None:
            work = partial(program.run, args, aux)
            if not self._due(key):
                return self._warm(key, program, work, (args, aux))
            recording = self._record(key, program, [*args, *aux], (args, aux))
            if recording is None:
                return work()
            if len(program.returns) > 1:
                self._kept = recording.take_group(1)
        else:
            recording.replay()
        self.graphs.turn = turn = object()
        if len(program.returns) == 1:
            return recording.group(0)
        kept = Kept(self._kept or [None] * len(program.returns[1]))
        kept.turn = turn
        for position, name in recording.loose(1):  # those of this very call
            kept[position] = recording.values[name]
        return [recording.group(0), kept]

    def backward(self, program: Program, args: list, aux: list, saved: list, heads: list, targets: list,
                 finish: Callable) -> None:
        """Run backward; ``finish`` puts the gradients where they belong, ``targets``, and is recorded with it.

        Raises `Stale` where the forward pass must be run again first.
        """
        groups = (args, aux, saved, heads)
        if not isinstance(saved, Kept):
            finish(self._warm("backward", program, partial(program.run, *groups), groups))
            return
        if saved.turn is not self.graphs.turn:
            raise Stale
        self.graphs.turn = None
        fixed = [*args, *aux, *targets]
        recording = self._ready("backward", fixed)
        if recording is not None:
            recording.adopt(program.groups[2][1], saved)
            recording.give(program.groups[3][1], heads)
            recording.replay()
        elif self._kept is None:
            raise Stale  # its memory went to a recording that is no more
        elif not self._due("backward"):
            finish(self._warm("backward", program, partial(program.run, *groups), groups))
        else:
            own = [None if head is None else head.clone() for head in heads]
            self._kept = None
            if self._record("backward", program, fixed, (args, aux, saved, own), finish) is None:
                raise Stale

    def again(self, key: str, fixed: list) -> list | None:
        """Replay what is recorded and give its outputs; None where nothing is."""
        recording = self._ready(key, fixed)
        if recording is None:
            return None
        recording.replay()
        self.graphs.turn = None
        return recording.outputs

    def step(self, forward: Program, backward: Program, args: list, aux: list, landing) -> list | None:
        """Run forward and backward as one graph, for networks whose heads are losses; None where that cannot be.

        ``landing.put(grads, take)`` puts the gradients where they belong and is recorded with it. Arrays may
        ``take`` memory of the pool where no graph was before: none could write into it again. ``settle`` tells
        what the step reads and writes when all is done.
        """
        if not self._whole(forward, backward):
            return None
        first = not self.graphs.members

        def work() -> list:
            outputs, saved = forward.run(args, aux)
            landing.put(backward.run(args, aux, saved, [None] * len(outputs)), first)
            return outputs
        recording = Recording([])
        if not self._attempt(partial(recording.whole, self.graphs, work, self._held)):
            return None
        recording.fixed = landing.settle()
        if self.graphs.shared(self):
            recording.own(0)
        self._recorded["step"] = recording
        self.graphs.touch(self)
        recording.replay()
        self.graphs.turn = None
        recording.outputs = recording.group(0)
        return recording.outputs

    def _whole(self, forward: Program, backward: Program) -> bool:
        """Tell whether both programs are warm, and one graph can hold both."""
        if self.refusal or trace.report is not None or not (self._due("train") and self._due("backward")):
            return False
        return not any(step.alone for step in [*forward.steps, *backward.steps]) \
            and not self._waiting.get("train") and not self._waiting.get("backward")

    # ---- warming up -------------------------------------------------------------------------------

    def _due(self, key: str) -> bool:
        return self._calls.get(key, 0) >= CAPTURE_AFTER_CALLS and not self.refusal and trace.report is None

    def _warm(self, key: str, program: Program, work: Callable, groups: tuple) -> list:
        calls = self._calls[key] = self._calls.get(key, 0) + 1
        if self.refusal or trace.report is not None or calls != CAPTURE_AFTER_CALLS:
            return work()
        waiting: dict[int, str] = {}
        watched = program.twin([step.calling(_watched(step, number, waiting))
                                for number, step in enumerate(program.steps)])
        before = torch.cuda.memory_allocated(self.graphs.device)
        result = _listening(watched, groups)
        if key == "train":
            self._held = torch.cuda.memory_allocated(self.graphs.device) - before
        self._waiting[key] = waiting
        return result

    def _ready(self, key: str, fixed: list) -> Recording | None:
        recording = self._recorded.get(key)
        if recording is None or trace.report is not None:
            return None
        if recording.holds(fixed):
            if len(self.graphs.members) > 1:
                self.graphs.touch(self)
            return recording
        self._vain += 1
        if self._vain > VAIN_CAPTURES:
            self._refuse("bound arrays are exchanged all the time")
        self.forget()
        return None

    def _record(self, key: str, program: Program, fixed: list, groups: tuple,
                finish: Callable | None = None) -> Recording | None:
        recording = Recording(fixed)
        if key == "backward":
            recording.follow(self._recorded["train"], program.groups[2][1])
        build = partial(recording.build, self.graphs, program, groups, self._waiting.get(key, {}), finish)
        if not self._attempt(build):
            return None
        if finish is None and self.graphs.shared(self):
            recording.own(0)
        self._recorded[key] = recording
        self.graphs.touch(self)
        return recording

    def _attempt(self, build: Callable) -> bool:
        try:
            build()
        except RuntimeError as error:
            self.forget()
            self._failed += 1
            if self._failed == CAPTURE_ATTEMPTS:
                self._refuse(str(error).splitlines()[0])
            return False
        except BaseException:  # of a user's operator: what is half recorded is worth nothing
            self.forget()
            raise
        return True

    def _refuse(self, why: str) -> None:
        self.refusal = why
        _log.warning("CUDA graphs are off for this executor: %s", why)

    def describe(self) -> str:
        """Tell what is recorded, and what stays outside and why."""
        if self.refusal:
            return f"CUDA graphs: none, {self.refusal}"
        if not self._recorded:
            return f"CUDA graphs: none yet, {CAPTURE_AFTER_CALLS} calls of a program come before it is recorded"
        lines = [f"CUDA graphs of {', '.join(self._recorded)}"]
        for key, recording in self._recorded.items():
            lines.append(f"  {key}: {recording.graphs} graph(s)"
                         + (f", outside: {', '.join(recording.outside)}" if recording.outside else ""))
        return "\n".join(lines)


def _watched(step: Step, number: int, waiting: dict) -> Callable:
    """Wrap a step's function: note whether it waits for the GPU."""
    def run(*args):
        before = len(_heard())
        result = step.function(*args)
        if any("synchronizing CUDA operation" in str(found.message) for found in _heard()[before:]):
            waiting[number] = "waits for the GPU"
        return result
    return run


_ears = threading.local()


def _heard() -> list:
    return _ears.heard


def _listening(program: Program, groups: tuple):
    """Run a program while torch warns of everything that waits."""
    mode = torch.cuda.get_sync_debug_mode()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        _ears.heard = heard
        torch.cuda.set_sync_debug_mode("warn")
        try:
            result = program.run(*groups)
        finally:
            torch.cuda.set_sync_debug_mode(mode)
    for found in heard:
        if "ynchroniz" not in str(found.message):
            warnings.warn_explicit(found.message, found.category, found.filename, found.lineno)
    return result


class Recording:
    """One program as graphs, with the steps between them that no graph can hold."""

    def __init__(self, fixed: list) -> None:
        self.fixed = fixed
        self.values: dict = {}      # what parts outside graphs take, and what is returned
        self.parts: list[Callable] = []
        self.outputs: list | None = None  # of a whole step
        self.outside: list[str] = []
        self.graphs = 0
        self._returns: list[list[str]] = []
        self._loose: set[str] = set()   # values that are others at every call
        self._varying: set[str] = set()  # those among them whose shape is another
        self._needed: set[str] = set()  # values that are given or that parts outside graphs read and write

    def holds(self, fixed: list) -> bool:
        """Tell whether the arrays are the very ones that were recorded."""
        return _same(fixed, self.fixed)

    def replay(self) -> None:
        for part in self.parts:
            part()

    def group(self, number: int) -> list:
        return [self.values[name] for name in self._returns[number]]

    def take_group(self, number: int) -> list:
        """Give a group of results away, so that their memory is held by whoever takes them."""
        found = self.group(number)
        shown = {name for names in self._returns[:number] for name in names}
        for name in self._returns[number]:
            if name not in shown and name not in self._needed:
                self.values.pop(name, None)
        return found

    def loose(self, number: int) -> list[tuple[int, str]]:
        """Give (position, name) of the results that are others at every call."""
        return [(position, name) for position, name in enumerate(self._returns[number]) if name in self._loose]

    def give(self, names: list[str], tensors: list) -> None:
        """Copy values of this call into those that were recorded."""
        for name, tensor in zip(names, tensors):
            if tensor is not None:
                self.values[name].copy_(tensor)

    def adopt(self, names: list[str], values: list) -> None:
        """Take over values of this call that are loose."""
        for name, value in zip(names, values):
            if name in self._loose:
                self.values[name] = value

    def own(self, number: int) -> None:
        """Give the results of a group memory outside the pool, filled after each replay."""
        inner = self.group(number)
        outer = [tensor.clone() for tensor in inner]
        if inner:
            self.parts.append(partial(foreach.copy_, outer, inner))
            self.values.update(zip((f"{name} outside" for name in self._returns[number]), outer))
            self._returns[number] = [f"{name} outside" for name in self._returns[number]]

    # ---- making one -------------------------------------------------------------------------------

    def whole(self, graphs: Graphs, work: Callable, room: int) -> None:
        """Record work that one graph holds."""
        replay, outputs = graphs.record(work, room)
        self.parts, self.graphs = [replay], 1
        self._returns = [[f"output{i}" for i in range(len(outputs))]]
        self.values = dict(zip(self._returns[0], outputs))

    def follow(self, forward: Recording, names: list[str]) -> None:
        """Learn from the forward pass which of the values it kept have no fixed place; ``names`` are theirs here."""
        for name, theirs in zip(names, forward._returns[1]):
            if theirs in forward._loose:
                self._loose.add(name)
            if theirs in forward._varying:
                self._varying.add(name)

    def build(self, graphs: Graphs, program: Program, groups: tuple, waiting: dict, finish: Callable | None) -> None:
        """Record a program piece by piece; each piece is done as well, so that the next has its values."""
        self._returns = [list(names) for names in program.returns]
        for (_, names, consumed), group in zip(program.groups, groups):
            self.values.update(zip(names, group))
            if consumed:
                group.clear()
            else:
                self._needed.update(names)
        segments = split(program, waiting, self._loose, self._varying)
        for segment in segments:
            if segment.alone:
                self._needed.update(segment.takes, segment.gives)
        returned = {name for names in self._returns for name in names}
        until = {name: number for number, segment in enumerate(segments) for name in segment.takes}
        for number, segment in enumerate(segments):
            taken = [self.values[name] for name in segment.takes]
            self._drop(name for name in segment.takes if until[name] == number and name not in returned)
            last = finish if number == len(segments) - 1 else None
            if segment.alone:
                self._outside(segment, taken, last)
            else:
                self._inside(graphs, segment, taken, last)
        self._drop(name for name in list(self.values) if finish is not None or name not in returned)

    def _drop(self, names: Iterable[str]) -> None:
        """Let go of values, so that what is recorded next may use their memory."""
        for name in names:
            if name not in self._needed:
                self.values.pop(name, None)

    def _inside(self, graphs: Graphs, segment: Segment, taken: list, finish: Callable | None) -> None:
        def work() -> None:
            self.values.update(zip(segment.gives, segment.program.run(taken)))
            if finish is not None:
                self._finish(finish)
        replay, _ = graphs.record(work)
        replay()
        self.parts.append(replay)
        self.graphs += 1

    def _outside(self, segment: Segment, taken: list, finish: Callable | None) -> None:
        for name, value in zip(segment.gives, segment.program.run(taken)):
            self.values[name] = value.clone() if isinstance(value, torch.Tensor) and name not in self._loose else value
        self.outside += segment.labels
        self.parts.append(partial(self._again, segment))
        if finish is not None:
            self.parts.append(partial(self._finish, finish))
            self._finish(finish)

    def _again(self, segment: Segment) -> None:
        values = self.values
        for name, value in zip(segment.gives, segment.program.run([values[name] for name in segment.takes])):
            if name in self._loose:
                values[name] = value
            elif value is not None:
                values[name].copy_(value)

    def _finish(self, finish: Callable) -> None:
        results = self.group(0)
        self._drop(self._returns[0])
        finish(results)


class Segment:
    """Steps in a row that a graph can hold, or cannot."""

    def __init__(self, program: Program, alone: bool, takes: list[str], gives: list[str], labels: list[str]) -> None:
        self.program, self.alone, self.takes, self.gives, self.labels = program, alone, takes, gives, labels


def split(program: Program, waiting: dict[int, str], loose: set[str], varying: set[str]) -> list[Segment]:
    """Cut a program where a step cannot be in a graph.

    Adds to ``loose`` what has no fixed place in memory, and to ``varying`` what has no fixed shape either.
    """
    runs: list[tuple[bool, list[Step]]] = []
    for number, step in enumerate(program.steps):
        read = step.reads()
        alone = bool(step.alone) or number in waiting or not loose.isdisjoint(read)
        if alone:
            if step.alone == "shape" or not varying.isdisjoint(read):
                varying.update(step.results)
                loose.update(step.results)
            elif step.pattern == "saved":
                loose.add(step.results[-1])
        if not runs or runs[-1][0] is not alone:
            runs.append((alone, []))
        runs[-1][1].append(step)
    pieces = program.pieces([steps for _, steps in runs])
    return [Segment(part, alone, takes, gives, [step.label for step in steps] if alone else [])
            for (alone, steps), (part, takes, gives) in zip(runs, pieces)]

