"""Programs in segments: runs of steps that something takes as a whole, a CUDA graph or a compiler, and what it cannot
have between them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..program import Program, Step


class Segment(NamedTuple):
    """Steps in a row that are taken as a whole, or stay ``outside`` of graphs."""

    program: Program
    outside: bool
    takes: list[str]
    gives: list[str]
    labels: list[str]


class Placement:
    """Where values are: ``fresh`` ones are other tensors at every call, and ``varying`` ones of other shapes."""

    def __init__(self) -> None:
        self.fresh: set[str] = set()
        self.unplaced: set[str] = set()  # the fresh ones that cannot be copied to a fixed place
        self.varying: set[str] = set()

    def renamed(self, names: dict[str, str]) -> Placement:
        """Return the same of some values under other names."""
        made = Placement()
        for mine, theirs in zip(vars(made).values(), vars(self).values()):
            mine.update(new for new, old in names.items() if old in theirs)
        return made


def split(program: Program, apart: set[int], placed: Placement) -> list[Segment]:
    """Cut a program at the steps that stay outside, those with numbers in ``apart`` among them; adds to ``placed``."""
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
    """Return a program that does the same by calling what ``make`` makes of segments; None leaves one as it is.

    Such a function takes the values in a list that it empties, and gives a list.
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
