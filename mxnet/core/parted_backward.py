"""Backward in parts: gradients are written to their arrays, and reported, as soon as they are final.

A distributed store sends them while the rest of backward runs. The program stays one function; after the step that
makes the last gradient of a part it calls `PartedBackward`.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .donation import Gradients
from .program import Program, Step
from .tuning import GRADIENT_PART_BYTES, GRADIENT_PART_CALLS


class PartedBackward:
    """A backward program that writes gradients to their arrays as it runs; ``report`` is called with those arrays."""

    def __init__(self, source: Program, gradients: Gradients) -> None:
        self.source, self._gradients = source, gradients
        self.report: Callable[[list], None] | None = None
        self.program = self._divided(source)

    def _divided(self, source: Program) -> Program:
        """Return the program with a call after each part, which takes its gradients: nothing is returned at the end."""
        names, = source.returns
        last = source.last_uses()
        final = {place: last.get(name, -1) for place, name in enumerate(names)}  # after that nothing else reads it
        calls: dict[int, list[list[int]]] = {}
        for places in self._parts(sorted(final, key=final.__getitem__)):
            calls.setdefault(final[places[-1]], []).append(places)
        steps = [step for number in range(-1, len(source.steps)) for step in
                 (*source.steps[max(number, 0):number + 1],
                  *(Step(partial(self._write, places), "write", [names[place] for place in places], [], "boxed",
                         untraced=True) for places in calls.get(number, ())))]
        made = source.with_steps(steps)
        made.returns = [[]]
        return made

    def _parts(self, places: list[int]) -> list[list[int]]:
        """Divide gradients, in the order in which they are computed, into a few parts of some size."""
        sizes = self._gradients.sizes()
        least = max(GRADIENT_PART_BYTES, sum(sizes) // GRADIENT_PART_CALLS)
        parts: list[list[int]] = [[]]
        size = 0
        for place in places:
            if size >= least:
                parts.append([])
                size = 0
            parts[-1].append(place)
            size += sizes[place]
        return parts

    def _write(self, places: list[int], values: list) -> None:
        self._gradients.put(values, places=places)
        if self.report is not None:
            self.report([self._gradients.arrays[place] for place in places])
