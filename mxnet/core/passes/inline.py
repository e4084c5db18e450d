"""Replaces call nodes by their bodies. Called by whatever runs a graph, before other passes.

A call node (`_CachedOp`) holds a graph and stands for it. It is only a group: after inlining, every later pass sees the
operators themselves, so a partitioned network runs like the original. A fused 8-bit layer (`_sg_mkldnn_conv`) holds the
layer that it was made from, and stands for one call that computes it. A monitor still sees call nodes: see `shown`.
"""
from __future__ import annotations

from ..graph import Entry, Graph, Node
from ..shown import Body


def inline(graph: Graph) -> Graph:
    """Return a graph without call nodes, over the same variables in the same order; the given one if it has none."""
    if not [node for node in graph.nodes if node.op is not None and node.op.inline]:
        return graph
    return Graph(_expanded(graph, {node: Entry(node) for node in graph.variables}), like=graph)


def _expanded(graph: Graph, inputs: dict[Node, Entry], inside: Body | None = None) -> list[Entry]:
    """Copy a graph's operators over the entries that stand for its variables; return its outputs."""
    values: dict[Node, list[Entry]] = {node: [entry] for node, entry in inputs.items()}

    def value(entry: Entry) -> Entry:
        found = values[entry.node][entry.index]
        # a variable's version orders the calls that change it
        return Entry(found.node, found.index, entry.version) if entry.node.op is None else found
    for node in graph.nodes:
        if node.op is None:
            continue
        entries = [value(entry) for entry in node.inputs]
        if node.op.inline:
            body = Body(node, inside)
            made = _expanded(node.body, dict(zip(node.body.variables, entries)), body)
            values[node] = body.end(node, made)
        else:
            call = node.rewired(entries)
            if inside is not None:
                inside.note(node, call)
            values[node] = [Entry(call, index) for index in range(call.num_outputs)]
    return [value(entry) for entry in graph.outputs]
