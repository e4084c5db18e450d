"""Sinks activations below the max pooling that follows them: a monotonic function preserves the maximum. For training.

``pool(relu(x))`` becomes ``relu(pool(x))``, and likewise for every monotonic function: forward and backward of the
activation then process a quarter of the numbers or fewer. At inference the activation is fused into the preceding layer
at no cost, so it stays there.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..graph import Entry, Graph, Node
from .fuse import count_uses

if TYPE_CHECKING:
    from ..compile import Compiled


def sink(c: Compiled) -> tuple[Any, ...] | None:
    """Return the graph that training programs are written from, and what is known of it; None: unchanged."""
    sunk = _pairs(c.graph) if c.trains and c.may_regroup() else []
    if not sunk:
        return None
    graph, origin = _sunk(c.graph, sunk)
    return c.regrouped(graph, c.shapes.carried(graph, origin), c.types.carried(graph, origin))


def _pairs(graph: Graph) -> list[Node]:
    """Return the poolings whose input is an activation with no other reader."""
    uses = count_uses(graph)
    return [node for node in graph.nodes if _pools(node) and uses[node.inputs[0].node, 0] == 1]


def _pools(node: Node) -> bool:
    """Return whether a call takes the maximum of an activation's output."""
    op = node.op
    if op is None or op.takes_largest is None or not op.takes_largest(node.params):
        return False
    above = node.inputs[0].node.op
    return above is not None and above.keeps_order


def _sunk(graph: Graph, poolings: list[Node]) -> tuple[Graph, dict[Node, Node]]:
    """Exchange activations and poolings; also return the new nodes' origins, for an exchanged one the pooling."""
    chosen, origin = set(poolings), {}

    def made(node: Node, inputs: list[Entry]) -> Node:
        found = node if node.op is None else node.rewired(inputs)
        if node in chosen:
            above = inputs[0].node
            pooled = node.rewired(above.inputs)
            found, origin[pooled] = above.rewired([Entry(pooled)]), node
        origin[found] = node
        return found
    return graph.rebuilt(made), origin

