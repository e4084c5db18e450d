"""What a legal graph is: a table of rules. Tests check it after every pass (``compile.after_pass``).

A pass that breaks a rule is wrong, whatever it was fed; so this raises, naming rule and node.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mxnet.core.attributes import is_hidden
from mxnet.core.errors import MXNetError
from mxnet.core.graph import Entry, Graph, Node
from mxnet.core.op.registry import Op, operators
from mxnet.fileformat.symbol_json import miscount

if TYPE_CHECKING:
    from mxnet.core.compile import Compiled, Pass


class IllegalGraph(MXNetError):
    """A graph that breaks a rule of this file."""


def verify(graph: Graph) -> Graph:
    """Check every node against every rule, subgraphs included; give the graph back."""
    for node in graph.nodes:
        for text, check in RULES.items():
            problem = check(node, graph)
            if problem:
                raise IllegalGraph(f"{node.op_name}({node.name}): {text}; {problem}")
        for inner in node.subgraphs:
            verify(inner)
    if not graph.outputs:
        raise IllegalGraph("a graph has an output; there is none")
    if len(graph.index) != len(graph.nodes):
        raise IllegalGraph("a node is listed once; one is listed twice")
    for number, entry in enumerate(graph.outputs):
        if entry.node not in graph.index:
            raise IllegalGraph(f"an output belongs to a listed node; output {number} does not")
        if not 0 <= entry.index < entry.node.num_outputs:
            raise IllegalGraph(f"an output exists; output {number} is {entry.index} of {entry.node.name}")
    return graph


def verify_pass(step: Pass, unit: Compiled) -> None:
    """Check what a pass has left behind, and name it where that is wrong. For ``compile.after_pass``."""
    try:
        graph, found = verify(unit.graph), vars(unit)
        sizes = [node.num_outputs for node in graph.nodes]
        for name in ("shapes", "types"):
            if name in found and (found[name].graph is not graph or list(map(len, found[name].cells)) != sizes):
                raise IllegalGraph(f"{name} are known per output of this graph; they are of another")
        if "places" in found and [node for node in graph.nodes if node not in unit.places]:
            raise IllegalGraph("places are known of every node; some have none")
        if "plan" in found and unit.plan.graph is not graph:
            raise IllegalGraph("the plan is of this graph; it is of another")
    except IllegalGraph as error:
        raise IllegalGraph(f"after {step.name}: {error}") from error


def _strings(node: Node, graph: Graph) -> str | None:
    for value in (node.name, *node.attrs, *node.attrs.values()):
        if not isinstance(value, str):
            return f"{value!r} is a {type(value).__name__}"
    return None


def _leaf(node: Node, graph: Graph) -> str | None:
    return "it has" if node.op is None and (node.inputs or node.subgraphs) else None


def _registered(node: Node, graph: Graph) -> str | None:
    if node.op is None or isinstance(node.op, Op) and operators().get(node.op.name) is node.op:
        return None
    return "another is registered" if isinstance(node.op, Op) else f"got {node.op!r}"


def _params(node: Node, graph: Graph) -> str | None:
    if node.op is None:
        return None
    fresh = node.op.parse({k: v for k, v in node.attrs.items() if not is_hidden(k)})
    return None if fresh == node.params else f"{node.params} is stale, attributes say {fresh}"


def _inputs(node: Node, graph: Graph) -> str | None:
    for position, entry in enumerate(node.inputs):
        if not isinstance(entry, Entry):
            return f"input {position} is {entry!r}"
        if graph.index.get(entry.node, len(graph.nodes)) >= graph.index[node]:
            return f"input {position} comes from {entry.node.name}, which is not before it"
        if not 0 <= entry.index < entry.node.num_outputs:
            return (f"input {position} is output {entry.index} of {entry.node.name}, which has "
                    f"{entry.node.num_outputs}")
    return None


def _count(node: Node, graph: Graph) -> str | None:
    problem = miscount(node)
    return f"it {problem}" if problem else None


def _outputs(node: Node, graph: Graph) -> str | None:
    return None if 1 <= node.num_visible <= node.num_outputs else f"{node.num_visible} of {node.num_outputs}"


def _states(node: Node, graph: Graph) -> str | None:
    for position in node.mutable_inputs():
        if position < len(node.inputs) and node.inputs[position].node.op is not None:
            return f"input {position} is computed by {node.inputs[position].node.name}"
    return None


def _subgraphs(node: Node, graph: Graph) -> str | None:
    wants = node.op is not None and node.op.wants_subgraphs
    return None if wants == bool(node.subgraphs) else f"it has {len(node.subgraphs)}"


# Each says what is wrong with a node, or None.
RULES: dict[str, Callable[[Node, Graph], str | None]] = {
    "name and attributes are strings": _strings,
    "a variable has neither inputs nor subgraphs": _leaf,
    "an operator is the registered one of its name": _registered,
    "params parse, and are what was parsed before": _params,
    "an input is an entry: a node before this one, an output that it has": _inputs,
    "the number of inputs is what the params ask for": _count,
    "there is an output, and not more visible ones than outputs": _outputs,
    "an auxiliary state is a variable": _states,
    "only control flow has subgraphs, and has them": _subgraphs,
}
