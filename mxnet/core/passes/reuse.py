"""Lets calls write to the memory of dead values: fresh pages from the system cost more than the arithmetic.

The C library would reuse such memory too, but not for a block of the same size: it allocates slightly more than the
block, to align it. A dead value may still be referenced outside, so a call checks before it writes.
"""
from __future__ import annotations

from typing import Any

from ..tiers.glue import Reusing
from ..tuning import REUSE_FROM_BYTES
from .writer import Writer


def reuse(writer: Writer, returned: list[str]) -> None:
    """Give the calls of a program that can write into memory the values of the same size that are dead by then."""
    last, steps = writer.last_uses(returned), writer.program.steps
    dying: dict[int, list[str]] = {}
    for name, number in last.items():
        if writer.sizes.get(name, 0) >= REUSE_FROM_BYTES:
            dying.setdefault(number, []).append(name)
    dead: dict[Any, list[str]] = {}  # by their kind
    for number, step in enumerate(steps):
        into = writer.into.get(step.results[0]) if step.results else None
        kind = writer.kinds.get(step.results[0]) if into is not None else None
        waiting = dead.get(kind)
        if waiting and kind is not None:
            memory, result = waiting.pop(), step.results[0]
            steps[number] = step._replace(function=Reusing(step.function, into, kind), label=f"{step.label}_into",
                                          args=[*step.args, memory])
            writer.reuse(result, memory)
            dying.setdefault(last[result], []).append(memory)
        for name in dying.get(number, ()):
            if name in writer.kinds:
                dead.setdefault(writer.kinds[name], []).append(name)
