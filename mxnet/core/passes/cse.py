"""Common subexpression elimination: merges calls with the same operator, attributes and inputs. Called by bind.

Nodes that draw random numbers, change state, hold subgraphs or run user code are not merged, and neither are losses:
each makes its own gradient.
"""
from __future__ import annotations

from ..graph import Entry, Graph, Node


def merge(graph: Graph) -> Graph:
    """Return a graph in which nothing is computed twice; the given one if there is nothing to do.

    Several outputs may become one entry.
    """
    first: dict[tuple, Node] = {}

    def merged(node: Node, inputs: list[Entry]) -> Node:
        if node.op is None:
            return node
        made = node if inputs == node.inputs else node.rewired(inputs)
        if not _is_pure(node):
            return made
        return first.setdefault((node.op, frozenset(node.attrs.items()), tuple(inputs)), made)
    return graph.rebuilt(merged)


def _is_pure(node: Node) -> bool:
    op = node.op
    return not (op.wants_rng or op.takes_extra or node.subgraphs or node.mutable_inputs() or op.is_head(node.params))


def repeated(outputs: list[Entry]) -> set[int]:
    """Return the positions of outputs that are repeated later; call it before `merge`."""
    last = {(id(entry.node), entry.index): place for place, entry in enumerate(outputs)}
    return set(range(len(outputs))) - set(last.values())
