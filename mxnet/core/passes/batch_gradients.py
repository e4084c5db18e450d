"""Finds nodes that share their parameters, so that backward can sum over all of them in one call.

A recurrent network written out calls the same layer at every step. The gradient of its weights is a sum over steps
of products, which is one product of all rows; by itself each step would make a gradient as large as the weights.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..graph import Entry, Node

if TYPE_CHECKING:
    from ..compile import Compiled as Lowering


class Shared:
    """Nodes that share all inputs but the first; what each of them gets and gave is noted while backward is written."""

    def __init__(self, node: Node, to_first: Callable, to_others: Callable) -> None:
        self.node, self.to_first, self.to_others = node, to_first, to_others
        self.grads: list[str] = []
        self.firsts: list[str] = []


def find_shared(nodes: Iterable[Node], lowering: Lowering) -> dict[Node, Shared]:
    """Give for each node that shares its parameters with others what they have in common."""
    alike: dict[tuple, list[Node]] = defaultdict(list)
    for node in nodes:
        if node.op.shared_gradient is not None and all(entry.node.op is None for entry in node.inputs[1:]):
            alike[_key(node, lowering)].append(node)
    found: dict[Node, Shared] = {}
    for group in alike.values():
        first = group[0]
        rules = first.op.shared_gradient(first.params, lowering.metas(first), lowering.needs(first)) \
            if len(group) > 1 else None
        if rules is not None:
            found.update(dict.fromkeys(group, Shared(first, *rules)))
    return found


def _key(node: Node, lowering: Lowering) -> tuple:
    places = [lowering.places[node], *(lowering.places[entry.node] for entry in node.inputs)]
    return (node.op, frozenset(node.params.items()), tuple(node.inputs[1:]), lowering.needs(node)[1:], *places,
            *(lowering.shapes[entry] for entry in node.inputs), lowering.types[Entry(node)])
