"""Horizontal fusion: batches independent calls with the same parameters into one call over all their rows. For
lowering.

An unrolled recurrent network has dozens of such calls: what a cell does to its input at each step. They become a Concat
of the rows, one call, and a SliceChannel whose outputs replace theirs.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from ..graph import Entry, Graph, Node
from ..op.lowering import Call
from ..op.registry import find
from ..op.shapes import known
from ..tuning import BATCH_FROM_CALLS, BATCH_OUTPUT_UP_TO_ELEMENTS
from .infer import Inferred

if TYPE_CHECKING:
    from ..compile import Compiled


class Batched(NamedTuple):
    """A graph that computes the same in fewer calls, and the origins of its nodes."""

    graph: Graph
    origin: dict[Node, Node]                           # its nodes, and those that were batched -> what they were
    joined: list[tuple[Node, Node, Node, list[Node]]]  # rows, the call over them, its parts, the calls they replace

    def carry(self, found: Inferred, over_rows: Callable[..., Any]) -> Inferred:
        """Carry over what is known of the original graph's entries.

        ``over_rows(cell, count)`` returns what is known of ``count`` such arrays stacked along the rows.
        """
        made: dict[Node, list[Any]] = {}
        for rows, wide, parts, nodes in self.joined:
            olds = [self.origin[node] for node in nodes]
            made[parts] = [found[Entry(old)] for old in olds]
            made[rows] = [over_rows(found[olds[0].inputs[0]], len(nodes))]
            made[wide] = [over_rows(made[parts][0], len(nodes))]
        return found.carried(self.graph, self.origin, made)


def batch(c: Compiled) -> tuple[Any, ...] | None:
    """Return the graph that programs are written from, with fewer calls, and what is known of it; None: unchanged."""
    found = widen(c.graph, c.shapes, c.options.ctx.device_typeid == 2) if c.may_regroup() else None
    if found is None:
        return None
    return c.regrouped(found.graph, found.carry(c.shapes, stacked), found.carry(c.types, lambda kind, _: kind))


def widen(graph: Graph, shapes: Inferred, on_gpu: bool = False) -> Batched | None:
    """Return a graph that computes the same in fewer calls; None if there is nothing to do."""
    groups = _groups(graph, shapes, on_gpu)
    if not groups:
        return None
    copies: dict[Node, Node] = {}

    def copied(node: Node, inputs: list[Entry]) -> Node:
        copies[node] = node if node.op is None else node.rewired(inputs)
        return copies[node]
    made = Batched(graph.rebuilt(copied), {copy: node for node, copy in copies.items()}, [])
    for nodes in groups:
        most = BATCH_OUTPUT_UP_TO_ELEMENTS // prod(shapes[Entry(nodes[0])])
        pieces = _pieces(made.graph, [copies[node] for node in nodes], most)
        if pieces:
            made = made._replace(graph=_join(made.graph, pieces, made.joined))
    return made if made.joined else None


def stacked(shape: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """Return the shape of arrays stacked along the rows."""
    return (shape[0] * count, *shape[1:])


def _groups(graph: Graph, shapes: Inferred, on_gpu: bool) -> list[list[Node]]:
    """Return nodes of one operator with equal params, the same parameters and equal data shapes."""
    found: dict[tuple, list[Node]] = defaultdict(list)
    for node in graph.nodes:
        if node.op is None or "forward" not in node.op.lowerings or len(node.inputs) < 2:
            continue
        given = [shapes[entry] for entry in node.inputs]
        if all(known(shape) and prod(shape) for shape in (*given, shapes[Entry(node)])):
            found[node.op, frozenset(node.attrs.items()), tuple(node.inputs[1:]), given[0]].append(node)
    return [nodes for nodes in found.values() if len(nodes) >= BATCH_FROM_CALLS and _pays(nodes, shapes, on_gpu)]


def _pays(nodes: list[Node], shapes: Inferred, on_gpu: bool) -> bool:
    """Return whether an operator says that batching its calls pays off."""
    first = nodes[0]
    specs = [(shapes[entry], torch.float32) for entry in first.inputs]
    call = Call("forward", first.params, specs, torch.device("cuda" if on_gpu else "cpu"),
                group=[node.params for node in nodes])
    found = first.op.lowered(call)
    return found is not None and found.batches


def _pieces(graph: Graph, nodes: list[Node], most: int) -> list[list[Node]]:
    """Return the nodes that may become one call: they are independent, and at most ``most``."""
    marked = set(nodes)
    depths: dict[Node, int] = {}  # the most marked nodes on a path to a node: nodes of equal depth are independent
    for node in graph.nodes:
        depth = 0
        for entry in node.inputs:
            before = depths[entry.node] + (entry.node in marked)
            if before > depth:
                depth = before
        depths[node] = depth
    levels: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        levels[depths[node]].append(node)
    pieces = [levels[depth][begin:begin + most] for depth in sorted(levels)
              for begin in range(0, len(levels[depth]), max(most, 1))]
    return [piece for piece in pieces if len(piece) >= BATCH_FROM_CALLS]


def _join(graph: Graph, pieces: list[list[Node]], joined: list) -> Graph:
    """Make one call of each piece: the concatenated rows, the call, and its slices, which replace the originals."""
    stands_for: dict[Node, Entry] = {}
    made: list[Node] = []
    for nodes in pieces:
        first, count = nodes[0], str(len(nodes))
        name = f"{first.name}_to_{nodes[-1].name}"
        rows = Node(find("Concat"), f"{name}_rows", {"num_args": count, "dim": "0"}, [n.inputs[0] for n in nodes])
        wide = Node(first.op, name, dict(first.attrs), [Entry(rows), *first.inputs[1:]])
        parts = Node(find("SliceChannel"), f"{name}_parts", {"num_outputs": count, "axis": "0"}, [Entry(wide)])
        stands_for.update((node, Entry(parts, index)) for index, node in enumerate(nodes))
        joined.append((rows, wide, parts, nodes))
        made += rows, wide
    for node in (*graph.nodes, *made):
        node.inputs = [stands_for.get(entry.node, entry) for entry in node.inputs]
    return Graph([stands_for.get(entry.node, entry) for entry in graph.outputs], like=graph)
