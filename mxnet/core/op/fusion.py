"""Fusions: chains of operators that one call computes faster in prediction. Rules live with the operators."""
from __future__ import annotations

from collections.abc import Callable

FUSIONS: list[tuple[tuple[str, ...], Callable]] = []


def fusion(*names: str) -> Callable[[Callable], Callable]:
    """Attach ``rule(params, metas) -> callable or None`` to a chain of operators.

    Each operator takes the one before as its first input. ``params`` has their params in order, ``metas``
    the (shape, type) of the first operator's inputs. The callable gets the inputs of the first operator,
    then the other inputs of each further one, and gives the last one's first output. Longer chains win.
    """
    def attach(rule: Callable) -> Callable:
        FUSIONS.append((names, rule))
        FUSIONS.sort(key=lambda item: -len(item[0]))
        return rule
    return attach
