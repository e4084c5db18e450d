"""Joins calls over the same parameters that do not wait for each other: one call over all their rows. For lowering.

A recurrent network written out has such calls by the dozen: what a cell does to its input at each step. They
become a Concat of the rows, one call, and a SliceChannel whose outputs stand for theirs.
"""
from __future__ import annotations

from collections import defaultdict
from math import prod

from ..op.registry import find
from ..op.shapes import known
from .infer import Inferred
from .node import Entry, Graph, Node

_FEW = 4       # calls that are not worth it
_WORK = 1 << 27  # products in one call from which it keeps a device busy by itself


def widen(graph: Graph, shapes: Inferred) -> Graph:
    """Give a graph that computes the same in fewer calls; the given one where there is nothing to do."""
    if any(entry.version for node in graph.nodes for entry in node.inputs):
        return graph  # calls that change variables must stay in their order
    groups = [nodes for nodes in _groups(graph, shapes) if len(nodes) >= _FEW]
    if not groups:
        return graph
    quotient = _Quotient(graph)
    for nodes in groups:
        depths = quotient.depths(set(nodes))
        for depth in sorted({depths[node] for node in nodes}):
            apart = [node for node in nodes if depths[node] == depth]
            if len(apart) >= _FEW:
                quotient.join(apart)
    return quotient.graph() if quotient.joined else graph


def _groups(graph: Graph, shapes: Inferred) -> list[list[Node]]:
    """Give nodes of one operator with the same params and parameters and equal shapes of data."""
    found: dict[tuple, list[Node]] = defaultdict(list)
    for node in graph.nodes:
        if node.op is None or not node.op.by_rows or len(node.inputs) < 2:
            continue
        data, out = shapes[node.inputs[0]], shapes[Entry(node)]
        if not (known(data) and known(out)) or len(out) != 2 or not prod(data) or out[0] != data[0] \
                or prod(data) * out[1] > _WORK:
            continue
        found[node.op, frozenset(node.attrs.items()), tuple(node.inputs[1:]), data].append(node)
    return list(found.values())


class _Quotient:
    """A graph in which some nodes have become one; acyclic as long as only nodes apart are joined."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.joined: dict[Node, list[Node]] = {}  # each member of a class -> the class

    def _class_of(self, node: Node) -> list[Node]:
        return self.joined.get(node) or [node]

    def join(self, nodes: list[Node]) -> None:
        self.joined.update((node, nodes) for node in nodes)

    def order(self) -> list[list[Node]]:
        """List the classes, inputs before users."""
        ordered: list[list[Node]] = []
        seen: set[int] = set()
        for root in self._graph.nodes:
            stack = [(self._class_of(root), iter(self._inputs(self._class_of(root))))]
            if id(stack[0][0][0]) in seen:
                continue
            seen.add(id(stack[0][0][0]))
            while stack:
                nodes, rest = stack[-1]
                for before in rest:
                    if id(before[0]) not in seen:
                        seen.add(id(before[0]))
                        stack.append((before, iter(self._inputs(before))))
                        break
                else:
                    ordered.append(nodes)
                    stack.pop()
        return ordered

    def _inputs(self, nodes: list[Node]) -> list[list[Node]]:
        return [self._class_of(entry.node) for node in nodes for entry in node.inputs]

    def depths(self, marked: set[Node]) -> dict[Node, int]:
        """Count for each node the most classes with marked nodes on a way to it; of equal ones none waits."""
        found: dict[Node, int] = {}
        for nodes in self.order():
            depth = max((found[before[0]] + (before[0] in marked) for before in self._inputs(nodes)), default=0)
            found.update((node, depth) for node in nodes)
        return found

    def graph(self) -> Graph:
        """Write the graph down; variables stay, in their old order."""
        stands_for: dict[Node, list[Entry]] = {}  # node -> what its outputs are now
        for nodes in self.order():
            inputs = [[_moved(stands_for, entry) for entry in node.inputs] for node in nodes]
            if len(nodes) > 1:
                stands_for.update(zip(nodes, _wide(nodes, inputs)))
            elif nodes[0].inputs == inputs[0]:
                stands_for[nodes[0]] = [Entry(nodes[0], index) for index in range(nodes[0].num_outputs)]
            else:
                made = nodes[0].rewired(inputs[0])
                stands_for[nodes[0]] = [Entry(made, index) for index in range(made.num_outputs)]
        return Graph([_moved(stands_for, entry) for entry in self._graph.outputs], like=self._graph)


def _moved(stands_for: dict[Node, list[Entry]], entry: Entry) -> Entry:
    return stands_for[entry.node][entry.index]


def _wide(nodes: list[Node], inputs: list[list[Entry]]) -> list[list[Entry]]:
    """Make one call of several; give what stands for the output of each."""
    first, count = nodes[0], str(len(nodes))
    name = f"{first.name}_to_{nodes[-1].name}"
    rows = Node(find("Concat"), f"{name}_rows", {"num_args": count, "dim": "0"}, [data for data, *_ in inputs])
    wide = Node(first.op, name, dict(first.attrs), [Entry(rows), *inputs[0][1:]])
    parts = Node(find("SliceChannel"), f"{name}_parts", {"num_outputs": count, "axis": "0"}, [Entry(wide)])
    return [[Entry(parts, index)] for index in range(len(nodes))]
