"""Replaces call nodes by their bodies. Called by whatever runs a graph, before other passes.

A call node (`_CachedOp`) holds a graph and stands for it. It is only a group: after inlining, every later pass sees the
operators themselves, so a partitioned network runs like the original. A fused 8-bit layer (`_sg_mkldnn_conv`) holds the
layer that it was made from, and stands for one call that computes it. A monitor still sees the call node: its inputs
where they are read first, and its outputs, under its name.
"""
from __future__ import annotations

from ..graph import Entry, Graph, Node, Shown


def inline(graph: Graph) -> Graph:
    """Return a graph without call nodes, over the same variables in the same order; the given one if it has none."""
    if not [node for node in graph.nodes if node.op is not None and node.op.inline]:
        return graph
    return Graph(_expanded(graph, {node: Entry(node) for node in graph.variables}), like=graph)


def _expanded(graph: Graph, inputs: dict[Node, Entry], outer: Node | None = None,
              labels: dict[Node, str] | None = None) -> list[Entry]:
    """Copy a graph's operators over the entries that stand for its variables; return its outputs.

    In the body of the call node ``outer``, ``labels`` name the variables that a monitor has not seen.
    """
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
            values[node] = _inside(node, entries, outer, labels or {})
        else:
            made = node.rewired(entries)
            if outer is not None:
                made.shown = Shown(outer.op_name, _taken(labels or {}, node), {})
            values[node] = [Entry(made, index) for index in range(made.num_outputs)]
    return [value(entry) for entry in graph.outputs]


def _inside(node: Node, entries: list[Entry], outer: Node | None, labels: dict[Node, str]) -> list[Entry]:
    """Copy the body of a call node over its inputs; return its outputs. A monitor sees the outermost call node."""
    body = node.body
    names = _taken(labels, node) if outer is not None else {
        place: name for place, (_, name) in enumerate(node.monitored_inputs())}
    found = _expanded(body, dict(zip(body.variables, entries)), outer or node,
                      {body.variables[place]: name for place, name in names.items()})
    for index, entry in enumerate(found if outer is None else ()):
        if entry.node.shown is not None and body.outputs[index].node.op is not None:
            entry.node.shown.outputs[entry.index] = node.output_name(index)
    return found


def _taken(labels: dict[Node, str], node: Node) -> dict[int, str]:
    """Return and remove the labels of a node's inputs, by their positions."""
    return {place: labels.pop(entry.node) for place, entry in enumerate(node.inputs) if entry.node in labels}
