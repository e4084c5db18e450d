"""Second derivatives: the recorded computation repeated on torch's tape, from variables to heads."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from .history import Record, Step, shadow, taping


class Replay:
    """What is behind some heads as a function on torch's tape.

    ``leaves`` are the parents that it starts from: the variables, and those in ``cuts``, arrays with respect to which
    one differentiates, by their parents. ``values`` are the leaves' tensors. ``order`` has the steps as backward
    processes them: torch's engine takes the reverse of the order in which they are repeated.
    """

    leaves: list[Any]
    values: list[Any]

    __slots__ = ("heads", "steps", "leaves", "values")

    def __init__(self, heads: Sequence[Any], cuts: dict[Any, torch.Tensor], order: Sequence[Step]) -> None:
        self.heads: Sequence[Any] = heads
        found: dict[Any, torch.Tensor] = dict(cuts)
        seen: set[Step] = set()
        pending = [head for head in heads if head not in found]
        while pending:
            step = pending.pop()[0]
            if step in seen:
                continue
            seen.add(step)
            for place, (parent, need) in enumerate(zip(step.parents, step.needs)):
                if not need or parent in found:
                    continue
                if parent.__class__ is Record:
                    found[parent] = step.given(place)
                else:
                    pending.append(parent)
        self.steps: list[Step] = [step for step in reversed(order) if step in seen]
        self.leaves, self.values = list(found), [shadow(value.data) for value in found.values()]

    def run(self, places: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Compute the heads from positions on torch's tape, one per leaf."""
        known = dict(zip(self.leaves, places))
        with taping():
            for step in self.steps:
                inputs = [known[parent] if need else step.given(place).detach()
                          for place, (parent, need) in enumerate(zip(step.parents, step.needs))]
                for index, made in enumerate(step.replay(inputs)):
                    known.setdefault((step, index), made)  # cuts stay cut
        return [known[head] for head in self.heads]
