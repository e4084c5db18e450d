"""Tells in words what a bound graph holds: the memory of its arrays, and of values while it runs."""
from __future__ import annotations

from math import prod

from ..graph.gradient import BackwardPlan, rule_of
from ..graph.infer import Inferred
from ..graph.node import Entry, Graph
from ..op.shapes import known

_MEGA = 1 << 20


def memory_plan(graph: Graph, shapes: Inferred, types: Inferred, plan: BackwardPlan) -> str:
    """Give MXNet's closing lines and our own breakdown."""
    size = _sizer(shapes, types)
    arguments = sum(size(Entry(node)) for node in graph.arguments)
    gradients = sum(size(Entry(node)) for node in plan.wanted)
    states = sum(size(Entry(node)) for node in graph.auxiliary)
    values = peak_of_values(graph, plan, size)
    return (f"Arguments {arguments / _MEGA:.1f} MB, gradients {gradients / _MEGA:.1f} MB, auxiliary states "
            f"{states / _MEGA:.1f} MB, values at their peak {values / _MEGA:.1f} MB\n"
            f"Total {values // _MEGA} MB allocated\n"
            "Total 0 TempSpace resource requested")


def kept_bytes(shapes: Inferred, types: Inferred, plan: BackwardPlan) -> int:
    """Count the bytes of values that backward keeps."""
    size = _sizer(shapes, types)
    return sum(size(entry) for entry in _kept_for_backward(plan) if entry.node.op is not None)


def _sizer(shapes: Inferred, types: Inferred):
    def size(entry: Entry) -> int:
        shape, dtype = shapes[entry], types[entry]
        return prod(shape) * (dtype.itemsize if dtype else 4) if known(shape) else 0
    return size


def peak_of_values(graph: Graph, plan: BackwardPlan, size) -> int:
    """Follow a forward pass: values die after their last use, unless backward keeps them."""
    kept = _kept_for_backward(plan)
    kept.update(Entry(e.node, e.index) for e in graph.outputs)
    last: dict[Entry, int] = {}
    for number, node in enumerate(graph.nodes):
        for entry in [*node.inputs, *(Entry(node, i) for i in range(node.num_outputs))]:
            last[Entry(entry.node, entry.index)] = number
    live = peak = 0
    for number, node in enumerate(graph.nodes):
        if node.op is None:
            continue
        live += sum(size(Entry(node, i)) for i in range(node.num_outputs))
        peak = max(peak, live)
        touched = {Entry(e.node, e.index) for e in node.inputs} | {Entry(node, i) for i in range(node.num_outputs)}
        live -= sum(size(e) for e in touched if e.node.op is not None and e not in kept and last[e] == number)
    # Backward holds what was kept, and at least one gradient beside it.
    gradient = max((size(Entry(node)) for node in plan.active), default=0)
    return max(peak, live + 2 * gradient)


def _kept_for_backward(plan: BackwardPlan) -> set[Entry]:
    kept: set[Entry] = set()
    for node in plan.active:
        rule = rule_of(node)
        outs = [Entry(node, i) for i in range(node.num_outputs)]
        ins = [Entry(e.node, e.index) for e in node.inputs]
        if rule is None:
            kept.update(outs, ins)
            continue
        for kind, index in rule.wants:
            if kind == "in" and index < len(ins):
                kept.add(ins[index])
            elif kind in ("ins", "saved"):
                kept.update(ins)
            elif kind == "out":
                kept.add(outs[0])
            elif kind == "outs":
                kept.update(outs)
    return kept
