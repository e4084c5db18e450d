"""Programs in segments: runs of steps that a CUDA graph or a compiler takes as a whole, and the steps between them that
it cannot take."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..program import Program, Step


class Segment(NamedTuple):
    """Consecutive steps that are taken as a whole, or stay ``outside`` graphs."""

    program: Program
    outside: bool
    takes: list[str]
    gives: list[str]
    labels: list[str]


class Placement:
    """Where values are: ``fresh`` ones are different tensors at every call, ``varying`` ones also differ in shape."""

    def __init__(self) -> None:
        self.fresh: set[str] = set()
        self.unplaced: set[str] = set()  # fresh values that cannot be copied to a fixed buffer
        self.varying: set[str] = set()

    def renamed(self, names: dict[str, str]) -> Placement:
        """Return the same for some values under other names."""
        made = Placement()
        for mine, theirs in zip(vars(made).values(), vars(self).values()):
            mine.update(new for new, old in names.items() if old in theirs)
        return made


def split(program: Program, apart: set[int], placed: Placement) -> list[Segment]:
    """Cut a program at the steps that stay outside, including those with numbers in ``apart``; adds to ``placed``."""
    runs: list[tuple[bool, list[Step]]] = []
    for number, step in enumerate(program.steps):
        read = step.reads()
        outside = bool(step.outside) or number in apart or not placed.unplaced.isdisjoint(read)
        if outside:
            placed.fresh.update(step.results)
            if step.outside == "shape" or not placed.varying.isdisjoint(read):
                placed.varying.update(step.results)
                placed.unplaced.update(step.results)
            elif step.pattern == "saved":
                placed.unplaced.add(step.results[-1])
        if not runs or runs[-1][0] is not outside:
            runs.append((outside, []))
        runs[-1][1].append(step)
    pieces = program.pieces([steps for _, steps in runs])
    return [Segment(part, outside, takes, gives, [step.label for step in steps] if outside else [])
            for (outside, steps), (part, takes, gives) in zip(runs, pieces)]


def regrouped(program: Program, segments: list[Segment],
              make: Callable[[Segment], Callable[..., Any] | None]) -> Program:
    """Return an equivalent program that calls what ``make`` makes of segments; None leaves a segment unchanged.

    Such a function takes its values in a list, which it empties, and returns a list.
    """
    made = program.with_steps([])
    for segment in segments:
        function = None if segment.outside else make(segment)
        if function is None:
            made.steps += segment.program.steps
        else:
            made.call(function, f"{type(function).__name__.lower()}_{segment.program.name}", segment.takes,
                      segment.gives, "boxed", f"{len(segment.program.steps)} calls")
    return made
