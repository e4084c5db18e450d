"""Repeated calls of whole graphs, and the backward after them, without repeating all checks.

A step of a small network takes less time than Python needs to inspect its arrays. So a recorded call remembers which
arrays were its parameters (`Repeated`), and a backward through only such calls remembers its path (`Path`). Both
compare identities, and leave everything else to the general path.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from operator import attrgetter, is_
from typing import Any

import torch

from ..core import trace
from ..core.device import Context
from ..core.evaluate import Planned
from ..core.mode import mode
from .array import NDArray
from .gradients import GradientWriter
from .history import Record
from .lent import is_array, ones_for, value_of
from .tensors import tensor_of

_record_of = attrgetter("_ag")


class Repeated:
    """A recorded call: the same arrays at some positions, arrays of the same form at the others."""

    __slots__ = ("_record", "_planned", "_ctx", "_training", "_same", "_arrays", "_values", "_records", "_others",
                 "_tensors", "_parents")

    def __init__(self, record: Callable[..., Any], planned: Planned, ctx: Context, args: Sequence[Any],
                 before: Sequence[int], parents: Sequence[Any]) -> None:
        self._record, self._planned, self._ctx, self._training = record, planned, ctx, mode.training
        self._same = [place for place, array in enumerate(args) if id(array) == before[place]]
        self._arrays = [args[place] for place in self._same]
        self._values, self._records = list(map(value_of, self._arrays)), list(map(_record_of, self._arrays))
        self._tensors: list = [None] * len(args)
        self._parents: list = [None] * len(args)
        for place, value in zip(self._same, self._values):
            self._tensors[place], self._parents[place] = value, parents[place]
        self._others = [(place, value_of(args[place]).shape, value_of(args[place]).dtype, planned.needs[place])
                        for place in range(len(args)) if place not in set(self._same)]

    def __call__(self, args: tuple[Any, ...]) -> list[Any] | None:
        """Return the outputs; None if it is a different call."""
        if mode.training is not self._training or len(args) != len(self._tensors) or trace.report is not None \
                or not all(map(is_, [args[place] for place in self._same], self._arrays)) \
                or not all(map(is_, map(value_of, self._arrays), self._values)) \
                or not all(map(is_, map(_record_of, self._arrays), self._records)):
            return None
        tensors, parents = self._tensors.copy(), self._parents.copy()
        for place, shape, dtype, need in self._others:
            array = args[place]
            if not is_array(array) or array._ctx is not self._ctx:
                return None
            tensors[place] = value = value_of(array)
            if value.shape != shape or value.dtype is not dtype:
                return None
            record: Record | None = array._ag
            if record is None:
                parents[place] = weakref.ref(array)
            elif record.step is None or not record.step.live:
                return None
            else:
                parents[place] = record.step, record.index
            if need is not (record is not None and record.passes):
                return None
        return self._record(self._planned, tensors, tuple(parents), self._ctx, NDArray)


class Path:
    """The path of a backward from one array to variables through consecutive graph calls."""

    __slots__ = ("_kind", "_stages", "_is_captured")

    def __init__(self, kind: type, stages: list[Any], is_captured: bool) -> None:
        self._kind = kind      # of all its steps: graph calls
        self._stages = stages  # (planned, parents that take gradients, position of the next call among them, targets)
        self._is_captured = is_captured

    @staticmethod
    def found(steps: list[Any], writer: GradientWriter) -> Path | None:
        """Return the path of a backward, with the steps in its order; None if it does not qualify."""
        stages, kind = [], steps[0].__class__
        is_captured = steps[0].call.planned.is_captured
        for number, step in enumerate(steps):
            call = getattr(step, "call", None)
            if step.__class__ is not kind or call is None or call.planned.is_captured is not is_captured \
                    or call.planned.on_tape != [True]:
                return None
            parents = [step.parents[place] for place in call.planned.wanted]
            following = [place for place, parent in enumerate(parents) if parent.__class__ is tuple]
            last = number == len(steps) - 1
            if len(following) != (not last) or following and parents[following[0]][0] is not steps[number + 1] \
                    or not all(parent.__class__ is tuple or _is_written(parent, writer) for parent in parents):
                return None
            stages.append((call.planned, [None if parent.__class__ is tuple else parent for parent in parents],
                           None if last else following[0], writer.targets(parents, following)))
        return Path(kind, stages, is_captured)

    def run(self, head: NDArray, step: Any) -> bool:
        """Follow that path again, if it is the same; return whether it is."""
        steps = self._same(step)
        if steps is None:
            return False
        if self._is_captured:
            self._replay([ones_for(head)], steps)
        else:
            self._compute([torch.ones_like(tensor_of(head))], steps)
        return True

    def _same(self, step: Any) -> list | None:
        """Return the steps of the path; None if it differs."""
        steps = []
        for planned, parents, following, _ in self._stages:
            call = step.call if step.__class__ is self._kind else None  # this time it may be an operator
            if call is None or call.planned is not planned or call.saved is None:
                return None
            places = [step.parents[place] for place in planned.wanted]
            steps.append(step)
            if following is not None:
                if places[following].__class__ is not tuple:  # this time it is a variable
                    return None
                step, _ = places[following]
                places[following] = None
            if not all(map(is_, places, parents)):
                return None
        return steps

    def _replay(self, heads: list, steps: list) -> None:
        """Replay the graphs, which write gradients to arrays themselves."""
        for (_, _, following, targets), step in zip(self._stages, steps):
            grads = step.call.gradients(heads, False, targets)
            if following is not None:
                heads = [grads[following]]
            step.end()

    def _compute(self, heads: list, steps: list) -> None:
        """Run the programs, and write their results."""
        writer = GradientWriter(set())
        for (_, parents, following, targets), step in zip(self._stages, steps):
            grads = step.call.gradients(heads, False, targets)
            heads = [] if following is None else [grads[following]]
            for place, parent in enumerate(parents):
                if parent is not None:
                    writer.take(parent, grads, place)
            step.end()
        writer.finish()


def _is_written(parent: Any, writer: GradientWriter) -> bool:
    return parent.__class__ is Record and parent.grad is not None and parent.req != "null" and parent.fresh \
        and parent not in writer.repeated

