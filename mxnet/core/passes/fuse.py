"""Finds chains of nodes that one call can compute in prediction (see `core/op/fusion`)."""
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..graph import Entry, Graph, Node
from ..op.fusion import FUSIONS


class Chain(NamedTuple):
    """Nodes computed by one call; ``inputs`` are the entries it takes."""

    nodes: list[Node]
    inputs: list[Entry]
    kernel: Callable


def count_uses(graph: Graph) -> Counter:
    """Count how often each entry is read; an output of the graph counts as a use."""
    uses: Counter = Counter()
    for node in graph.nodes:
        uses.update((e.node, e.index) for e in node.inputs)
    uses.update((e.node, e.index) for e in graph.outputs)
    return uses


def wanted() -> bool:
    """Tell whether calls may be joined; MXNET_SUBGRAPH_BACKEND=NONE switches it off, as in MXNet."""
    return os.environ.get("MXNET_SUBGRAPH_BACKEND", "") != "NONE"


def find_chains(graph: Graph, places: Mapping, metas: Callable, params: Callable) -> dict[Node, Chain]:
    """Give chains by their last node; ``metas`` and ``params`` tell those of a node."""
    if not wanted():
        return {}
    uses = count_uses(graph)
    users = {(e.node, e.index): node for node in graph.nodes for e in node.inputs}
    taken: set[Node] = set()
    chains: dict[Node, Chain] = {}
    for node in graph.nodes:
        if node.op is None or node in taken or places[node].device_typeid == 2:
            continue
        for names, rule in FUSIONS:
            nodes = _match(node, names, uses, users, places)
            if nodes is None or taken.intersection(nodes):
                continue
            kernel = rule([params(n) for n in nodes], metas(node))
            if kernel is not None:
                inputs = [*node.inputs, *(e for n in nodes[1:] for e in n.inputs[1:])]
                chains[nodes[-1]] = Chain(nodes, inputs, kernel)
                taken.update(nodes)
                break
    return chains


def _match(node: Node, names: tuple, uses: Counter, users: dict, places: Mapping) -> list[Node] | None:
    if node.op.name != names[0]:
        return None
    nodes = [node]
    for name in names[1:]:
        last = nodes[-1]
        if uses[last, 0] != 1 or any(uses[last, i] for i in range(1, last.num_outputs)):
            return None
        following = users.get((last, 0))
        if following is None or following.op.name != name or places[following] is not places[node] \
                or following.inputs[0].node is not last:
            return None
        nodes.append(following)
    return nodes if not any(uses[nodes[-1], i] for i in range(1, nodes[-1].num_outputs)) else None
