"""Joins calls over the same parameters that do not wait for each other: one call over all their rows. For lowering.

A recurrent network written out has such calls by the dozen: what a cell does to its input at each step. They
become a Concat of the rows, one call, and a SliceChannel whose outputs stand for theirs.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import torch

from ..graph import Entry, Graph, Node
from ..op.lowering import Call
from ..op.registry import find
from ..op.shapes import known
from ..tuning import BATCH_FROM_CALLS, BATCH_OUTPUT_UP_TO_ELEMENTS
from . import fuse
from .gradient import BackwardPlan
from .infer import Inferred
from .place import place
from .rematerialize import asks

if TYPE_CHECKING:
    from ..compile import Compiled


class Widened(NamedTuple):
    """A graph that computes the same as another in fewer calls, and where its nodes come from."""

    graph: Graph
    origin: dict[Node, Node]         # nodes that only have other inputs -> what they were
    joined: list[tuple[Node, Node, Node, list[Node]]]  # rows, the call over them, its parts, the calls they stand for

    def carry(self, found: Inferred, over_rows: Callable) -> Inferred:
        """Tell what is known of its entries from what is known of the other's.

        ``over_rows(cell, count)`` gives what is known of as many arrays as ``count`` on top of each other.
        """
        cells = {id(node): found.cells[found.graph.index[old]] for node, old in self.origin.items()}
        for rows, wide, parts, nodes in self.joined:
            count, outs = len(nodes), [found[Entry(node)] for node in nodes]
            cells[id(rows)] = [over_rows(found[nodes[0].inputs[0]], count)]
            cells[id(wide)], cells[id(parts)] = [over_rows(outs[0], count)], outs
        return type(found)(self.graph, [cells.get(id(node)) or found.cells[found.graph.index[node]]
                                        for node in self.graph.nodes])


def batch(c: Compiled) -> tuple:
    """Give the graph that programs are written from, and what is known of it: in fewer calls, if it can be.

    A monitor sees the graph as it is; contexts of groups and sparse arrays stay with their nodes.
    """
    ctx = c.options.ctx
    stays = c.monitor or c.options.group2ctx or c.storage or not fuse.wanted() or asks(c.graph)
    found = None if stays else widen(c.graph, c.shapes, ctx.device_typeid == 2)
    if found is None:
        return c.graph, c.shapes, c.types, c.places, c.plan
    return (found.graph, found.carry(c.shapes, stacked), found.carry(c.types, lambda kind, _: kind),
            place(found.graph, ctx), BackwardPlan(found.graph, c.plan.wanted, c.options.repeated))


def widen(graph: Graph, shapes: Inferred, on_gpu: bool = False) -> Widened | None:
    """Give a graph that computes the same in fewer calls; None where there is nothing to do."""
    if any(entry.version for node in graph.nodes for entry in node.inputs):
        return None  # calls that change variables must stay in their order
    groups = _groups(graph, shapes, on_gpu)
    if not groups:
        return None
    quotient = _Quotient(graph)
    for nodes in groups:
        depths = quotient.depths(set(nodes))
        most = BATCH_OUTPUT_UP_TO_ELEMENTS // prod(shapes[Entry(nodes[0])])
        for depth in sorted({depths[node] for node in nodes}):
            apart = [node for node in nodes if depths[node] == depth]
            for begin in range(0, len(apart), max(most, 1)):
                piece = apart[begin:begin + most]
                if len(piece) >= BATCH_FROM_CALLS:
                    quotient.join(piece)
    return quotient.written() if quotient.joined else None


def stacked(shape: tuple, count: int) -> tuple:
    """Give the shape of arrays on top of each other."""
    return (shape[0] * count, *shape[1:])


def _groups(graph: Graph, shapes: Inferred, on_gpu: bool) -> list[list[Node]]:
    """Give nodes of one operator with the same params and parameters and equal shapes of data."""
    found: dict[tuple, list[Node]] = defaultdict(list)
    for node in graph.nodes:
        if node.op is None or "forward" not in node.op.lowerings or len(node.inputs) < 2:
            continue
        given = [shapes[entry] for entry in node.inputs]
        if all(known(shape) and prod(shape) for shape in (*given, shapes[Entry(node)])):
            found[node.op, frozenset(node.attrs.items()), tuple(node.inputs[1:]), given[0]].append(node)
    return [nodes for nodes in found.values() if len(nodes) >= BATCH_FROM_CALLS and _pays(nodes, shapes, on_gpu)]


def _pays(nodes: list[Node], shapes: Inferred, on_gpu: bool) -> bool:
    """Tell whether an operator says that calls had better be one."""
    first = nodes[0]
    specs = [(shapes[entry], torch.float32) for entry in first.inputs]
    call = Call("forward", first.params, specs, torch.device("cuda" if on_gpu else "cpu"),
                group=[node.params for node in nodes])
    found = first.op.lowered(call)
    return found is not None and found.batches


class _Quotient:
    """A graph in which some nodes have become one; acyclic as long as only nodes apart are joined."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.joined = False
        self._classes = {node: [node] for node in graph.nodes}
        self._order: list[list[Node]] | None = list(self._classes.values())

    def join(self, nodes: list[Node]) -> None:
        self.joined = True
        self._classes.update((node, nodes) for node in nodes)
        self._order = None

    def _ordered(self) -> list[list[Node]]:
        """List the classes, inputs before users."""
        if self._order is None:
            self._order = self._sorted()
        return self._order

    def _sorted(self) -> list[list[Node]]:
        ordered: list[list[Node]] = []
        seen: set[int] = set()
        for root in self._classes.values():
            if id(root) in seen:
                continue
            seen.add(id(root))
            stack = [(root, iter(self._inputs(root)))]
            while stack:
                nodes, rest = stack[-1]
                for before in rest:
                    if id(before) not in seen:
                        seen.add(id(before))
                        stack.append((before, iter(self._inputs(before))))
                        break
                else:
                    ordered.append(nodes)
                    stack.pop()
        return ordered

    def _inputs(self, nodes: list[Node]) -> list[list[Node]]:
        classes = self._classes
        return [classes[entry.node] for node in nodes for entry in node.inputs]

    def depths(self, marked: set[Node]) -> dict[Node, int]:
        """Count for each node the most classes with marked nodes on a way to it; of equal ones none waits."""
        found: dict[Node, int] = {}
        for nodes in self._ordered():
            depth = 0
            for node in nodes:
                for entry in node.inputs:
                    before = found[entry.node] + (entry.node in marked)
                    if before > depth:
                        depth = before
            for node in nodes:
                found[node] = depth
        return found

    def written(self) -> Widened:
        """Write the graph down; variables stay, in their old order."""
        stands_for: dict[Node, list[Entry]] = {}  # node -> what its outputs are now
        origin: dict[Node, Node] = {}
        joined = []
        for nodes in self._ordered():
            inputs = [[stands_for[e.node][e.index] for e in node.inputs] for node in nodes]
            node, made = nodes[0], nodes[0]
            if len(nodes) > 1:
                joined.append((*_wide(nodes, inputs), nodes))
                stands_for.update((node, [Entry(joined[-1][2], index)]) for index, node in enumerate(nodes))
                continue
            if node.inputs != inputs[0]:
                made = node.rewired(inputs[0])
                origin[made] = node
            stands_for[node] = [Entry(made, index) for index in range(made.num_outputs)]
        outputs = [stands_for[e.node][e.index] for e in self._graph.outputs]
        return Widened(Graph(outputs, like=self._graph), origin, joined)


def _wide(nodes: list[Node], inputs: list[list[Entry]]) -> tuple[Node, Node, Node]:
    """Make one call of several: the rows of all, the call, and its parts, which stand for theirs."""
    first, count = nodes[0], str(len(nodes))
    name = f"{first.name}_to_{nodes[-1].name}"
    rows = Node(find("Concat"), f"{name}_rows", {"num_args": count, "dim": "0"}, [data for data, *_ in inputs])
    wide = Node(first.op, name, dict(first.attrs), [Entry(rows), *inputs[0][1:]])
    return rows, wide, Node(find("SliceChannel"), f"{name}_parts", {"num_outputs": count, "axis": "0"}, [Entry(wide)])
