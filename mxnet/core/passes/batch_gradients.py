"""Finds nodes that share their parameters, so that backward can sum their gradients in one call.

An unrolled recurrent network calls the same layer at every step. The gradient of its weights is a sum of products over
the steps, which equals one product over all rows; otherwise each step would produce a gradient as large as the weights.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..graph import Entry, Node
from ..op.lowering import Call, Kernel

if TYPE_CHECKING:
    from ..compile import Compiled


class Shared:
    """Nodes that share all inputs but the first; collects their inputs and output gradients for backward."""

    def __init__(self, node: Node, to_others: Callable[..., Any]) -> None:
        self.node: Node = node
        self.to_others: Callable[..., Any] = to_others
        self.to_first: Kernel | None = None  # made for the first node that needs it
        self.grads: list[str] = []
        self.firsts: list[str] = []


def find_shared(nodes: Iterable[Node], c: Compiled) -> dict[Node, Shared]:
    """Return, for each node that shares its parameters with others, what they have in common."""
    alike: dict[tuple, list[Node]] = defaultdict(list)
    for node in nodes:
        others = node.inputs[1:]
        if others and "backward" in node.op.lowerings and all(
                entry.node.op is None and entry.node not in c.by_rows for entry in others):
            alike[_key(node, c)].append(node)
    found: dict[Node, Shared] = {}
    for group in alike.values():
        first = group[0]
        kernel = first.op.lowered(Call("backward", first.params, c.input_specs(first), needs=c.needs(first),
                                       group=[node.params for node in group])) if len(group) > 1 else None
        if kernel is not None and kernel.batches:
            found.update(dict.fromkeys(group, Shared(first, kernel.run)))
    return found


def _key(node: Node, c: Compiled) -> tuple:
    places = [c.places[node], *(c.places[entry.node] for entry in node.inputs)]
    return (node.op, frozenset(node.params.items()), tuple(node.inputs[1:]), c.needs(node)[1:], *places,
            *(c.shapes[entry] for entry in node.inputs), c.types[Entry(node)])
