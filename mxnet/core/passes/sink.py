"""Sinks activations below the max pooling that follows them: a monotonic function preserves the maximum.

``pool(tanh(x))`` becomes ``tanh(pool(x))``, and likewise for every monotonic function: forward and backward of the
activation then process a quarter of the numbers or fewer. At inference relu is fused into the preceding layer at no
cost, so it stays there.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..graph import Entry, Graph, Node
from .fuse import count_uses

if TYPE_CHECKING:
    from ..compile import Compiled


def sink(c: Compiled) -> tuple[Any, ...] | None:
    """Return the graph that programs are written from, and what is known of it; None: unchanged."""
    sunk = _pairs(c.graph, c.trains) if c.may_regroup() else []
    if not sunk:
        return None
    graph, origin = _sunk(c.graph, sunk)
    return c.regrouped(graph, c.shapes.carried(graph, origin), c.types.carried(graph, origin))


def _pairs(graph: Graph, trains: bool) -> list[Node]:
    """Return the poolings whose input is an activation with no other reader."""
    found = [node for node in graph.nodes if _pools(node, trains)]
    uses = count_uses(graph) if found else {}
    return [node for node in found if uses[node.inputs[0].node, 0] == 1]


def _pools(node: Node, trains: bool) -> bool:
    """Return whether a call takes the maximum of the output of an activation that takes time."""
    op = node.op
    if op is None or op.takes_largest is None or not op.takes_largest(node.params):
        return False
    above = node.inputs[0].node
    return above.op is not None and above.op.keeps_order and (
        trains or above.op.free is None or not above.op.free(above.params))


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

