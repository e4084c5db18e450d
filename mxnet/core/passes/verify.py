"""What a legal graph is: a table of rules, checked between passes in tests.

A pass that breaks a rule is wrong, whatever it was fed; so this raises, naming rule and node.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..errors import MXNetError
from ..graph import Entry, Graph, Node, is_hidden
from ..op.registry import Op, operators

if TYPE_CHECKING:
    from ..compile import Compiled, Pass


class IllegalGraph(MXNetError):
    """A graph that breaks a rule of this file."""


Rule = Callable[[Node, Graph], "str | None"]
RULES: dict[str, Rule] = {}


def rule(text: str) -> Callable[[Rule], Rule]:
    """Add a rule to the table: a function that says what is wrong with a node, or None."""
    def add(check: Rule) -> Rule:
        RULES[text] = check
        return check
    return add


def verify_pass(step: Pass, unit: Compiled) -> None:
    """Check what a pass has left behind, and name it where that is wrong. For ``compile.after_pass``."""
    try:
        verify(unit.graph)
        found = vars(unit)
        for name in ("shapes", "types"):
            cells = found[name].cells if name in found else None
            if cells is not None and (found[name].graph is not unit.graph or list(map(len, cells)) != [
                    node.num_outputs for node in unit.graph.nodes]):
                raise IllegalGraph(f"{name} are known per output of this graph; they are of another")
        if "places" in found and [node for node in unit.graph.nodes if node not in unit.places]:
            raise IllegalGraph("places are known of every node; some have none")
        if "plan" in found and unit.plan.graph is not unit.graph:
            raise IllegalGraph("the plan is of this graph; it is of another")
    except IllegalGraph as error:
        raise IllegalGraph(f"after {step.name}: {error}") from error


def verify(graph: Graph) -> Graph:
    """Check every node against every rule, subgraphs included; give the graph back."""
    for node in graph.nodes:
        for text, check in RULES.items():
            problem = check(node, graph)
            if problem:
                raise IllegalGraph(f"{node.op_name}({node.name}): {text}; {problem}")
        for inner in node.subgraphs:
            verify(inner)
    for text, problem in _graph_problems(graph):
        raise IllegalGraph(f"{text}; {problem}")
    return graph


@rule("name and attributes are strings")
def _strings(node: Node, graph: Graph) -> str | None:
    for value in (node.name, *node.attrs, *node.attrs.values()):
        if not isinstance(value, str):
            return f"{value!r} is a {type(value).__name__}"
    return None


@rule("a variable has neither inputs nor subgraphs")
def _leaf(node: Node, graph: Graph) -> str | None:
    return "it has" if node.op is None and (node.inputs or node.subgraphs) else None


@rule("an operator is the registered one of its name")
def _registered(node: Node, graph: Graph) -> str | None:
    if node.op is None:
        return None
    if not isinstance(node.op, Op):
        return f"got {node.op!r}"
    return None if operators().get(node.op.name) is node.op else "another is registered"


@rule("params parse, and are what was parsed before")
def _params(node: Node, graph: Graph) -> str | None:
    if node.op is None:
        return None
    fresh = node.op.parse({k: v for k, v in node.attrs.items() if not is_hidden(k)})
    return None if fresh == node.params else f"{node.params} is stale, attributes say {fresh}"


@rule("an input is an entry: a node before this one, an output that it has")
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


@rule("the number of inputs is what the params ask for")
def _count(node: Node, graph: Graph) -> str | None:
    problem = node.miscount()
    return f"it {problem}" if problem else None


@rule("there is an output, and not more visible ones than outputs")
def _outputs(node: Node, graph: Graph) -> str | None:
    if 1 <= node.num_visible <= node.num_outputs:
        return None
    return f"{node.num_visible} of {node.num_outputs}"


@rule("an auxiliary state is a variable")
def _states(node: Node, graph: Graph) -> str | None:
    for position in node.mutable_inputs():
        if position < len(node.inputs) and node.inputs[position].node.op is not None:
            return f"input {position} is computed by {node.inputs[position].node.name}"
    return None


@rule("only control flow has subgraphs, and has them")
def _subgraphs(node: Node, graph: Graph) -> str | None:
    wants = node.op is not None and node.op.wants_subgraphs
    return None if wants == bool(node.subgraphs) else f"it has {len(node.subgraphs)}"


def _graph_problems(graph: Graph) -> Iterator[tuple[str, str]]:
    if not graph.outputs:
        yield "a graph has an output", "there is none"
    if len(graph.index) != len(graph.nodes):
        yield "a node is listed once", "one is listed twice"
    for number, entry in enumerate(graph.outputs):
        if entry.node not in graph.index:
            yield "an output belongs to a listed node", f"output {number} does not"
        elif not 0 <= entry.index < entry.node.num_outputs:
            yield "an output exists", f"output {number} is {entry.index} of {entry.node.name}"
