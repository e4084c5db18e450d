"""Tells in words what a bound graph holds: the memory of its arrays and of what backward keeps."""
from __future__ import annotations

from math import prod

from ..graph.gradient import BackwardPlan
from ..graph.infer import Inferred
from ..graph.node import Entry, Graph
from ..op.shapes import known


def memory_plan(graph: Graph, shapes: Inferred, types: Inferred, plan: BackwardPlan) -> str:
    """Give MXNet's closing line and our own breakdown."""
    def bytes_of(entry: Entry) -> int:
        shape, dtype = shapes[entry], types[entry]
        return prod(shape) * (dtype.itemsize if dtype else 4) if known(shape) else 0

    arguments = sum(bytes_of(Entry(node)) for node in graph.arguments)
    gradients = sum(bytes_of(Entry(node)) for node in plan.wanted)
    states = sum(bytes_of(Entry(node)) for node in graph.auxiliary)
    values = sum(bytes_of(Entry(node, i)) for node in graph.nodes if node.op is not None
                 for i in range(node.num_outputs))
    mega = 1 << 20
    return (f"Arguments {arguments / mega:.1f} MB, gradients {gradients / mega:.1f} MB, "
            f"auxiliary states {states / mega:.1f} MB, values of all nodes {values / mega:.1f} MB\n"
            f"Total {(arguments + gradients + states + values) // mega} MB allocated\n"
            "Total 0 TempSpace resource requested")
