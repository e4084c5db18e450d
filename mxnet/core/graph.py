"""Nodes, entries and graphs: what a Symbol consists of and what every pass reads.

A node is an operator call or, without an operator, a variable; an entry is one of its outputs.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .attributes import is_hidden
from .op.registry import Bound, Op, find
from .params import Params
from .shown import Shown


class Node:
    """An operator call with its inputs, or a variable (``op`` is None).

    ``attrs`` holds strings, as files do: params and, between double underscores, everything else.
    """

    __slots__ = ("op", "name", "attrs", "inputs", "subgraphs", "version", "shown", "_bound", "_body")

    def __init__(self, op: Op | None, name: str, attrs: dict[str, str] | None = None,
                 inputs: Iterable[Entry] = (), subgraphs: Iterable[Graph] = ()) -> None:
        self.op: Op | None = op
        self.name: str = name
        self.attrs: dict[str, str] = attrs if attrs is not None else {}
        self.inputs: list[Entry] = list(inputs)
        self.subgraphs: list[Graph] = list(subgraphs)  # bodies of control-flow operators
        self.version: int = 0  # of a variable: how many calls so far change it in place
        self.shown: Shown | None = None  # of a call from the body of a call node
        self._bound: Bound | None = None
        self._body: Graph | None = None

    def __repr__(self) -> str:
        return f"<node {self.op.name if self.op else 'variable'} {self.name}>"

    @property
    def is_variable(self) -> bool:
        return self.op is None

    @property
    def op_name(self) -> str:
        """The operator's name as files have it; ``null`` for a variable."""
        return "null" if self.op is None else self.op.name

    @property
    def bound(self) -> Bound:
        """The operator with this node's params baked in, parsed once."""
        if self._bound is None:
            self._bound = self.op.bind({key: value for key, value in self.attrs.items()
                                        if not is_hidden(key)})
        return self._bound

    @property
    def params(self) -> Params:
        return (self._bound or self.bound).params

    def rewired(self, inputs: Iterable[Entry]) -> Node:
        """Return the same call with other inputs."""
        made = Node(self.op, self.name, self.attrs, inputs, self.subgraphs)
        made.version, made.shown, made._bound, made._body = self.version, self.shown, self._bound, self._body
        return made

    def forget_params(self) -> None:
        """Parse params again at the next access; for passes that edit ``attrs``."""
        self._bound = self._body = None

    @property
    def body(self) -> Graph:
        """What a call node stands for: its subgraph, or the one call that its operator names instead."""
        if self._body is None:
            rule = self.op.stands_for
            call = None if rule is None else rule(self)
            self._body = self.subgraphs[0] if call is None else _one_call(Node(find(call[0]), self.name, call[1]))
        return self._body

    @property
    def num_outputs(self) -> int:
        if self.op is None:
            return 1
        return len(self.body.outputs) if self.op.inline else (self._bound or self.bound).outputs

    @property
    def num_visible(self) -> int:
        if self.op is None:
            return 1
        return len(self.body.outputs) if self.op.inline else (self._bound or self.bound).visible

    def output_name(self, index: int) -> str:
        """Name one output as ``list_outputs`` does: ``fc1_output``, ``data``."""
        if self.op is None:
            return self.name
        if self.op.inline and self.op.output_names is None:
            inner = self.body.outputs[index]
            name = inner.node.output_name(inner.index)
        else:
            name = self.bound.output_names()[index]
        return f"{self.name}_{name}" if self.name else name

    def input_names(self) -> list[str]:
        """Name the inputs as the operator declares them, or for a call node as its body does.

        The list must not be modified.
        """
        if self.op is None:
            return []
        if self.op.inline:
            return [node.name for node in self.body.variables]
        if self.op.schema.variadic is None:
            return self.bound.names
        return self.op.list_inputs(self.params, len(self.inputs))

    def mutable_inputs(self) -> list[int]:
        """Return the positions of the inputs that the operator mutates: its auxiliary states."""
        op = self.op
        if op is not None and op.inline:
            states = set(self.body.auxiliary)
            return [position for position, node in enumerate(self.body.variables) if node in states]
        if op is None or not (op.mutate or op.states):
            return []
        names = self.input_names()
        changed = {*op.list_aux(self.params), *op.mutate}
        return [position for position, name in enumerate(names) if name in changed]


class Entry(NamedTuple):
    """One output of a node. ``version`` orders the calls that change a variable."""

    node: Node
    index: int = 0
    version: int = 0


def post_order(outputs: Iterable[Entry]) -> list[Node]:
    """List the nodes below some entries, depth first, inputs before users, as MXNet does."""
    order: list[Node] = []
    seen: set[int] = set()
    for head in outputs:
        if id(head.node) in seen:
            continue
        seen.add(id(head.node))
        stack = [(head.node, iter(head.node.inputs))]
        while stack:
            node, rest = stack[-1]
            for entry in rest:
                if id(entry.node) not in seen:
                    seen.add(id(entry.node))
                    stack.append((entry.node, iter(entry.node.inputs)))
                    break
            else:
                order.append(node)
                stack.pop()
    return order


class Graph:
    """Some output entries with the nodes below them, numbered. A new one is made when nodes are rewired.

    A graph made ``like`` another has its variables, in the same order.
    """

    __slots__ = ("outputs", "nodes", "index", "evaluator", "_roles", "_beside")

    def __init__(self, outputs: Iterable[Entry], like: Graph | None = None) -> None:
        self.outputs: list[Entry] = list(outputs)
        self.nodes: list[Node] = post_order(self.outputs)
        self.index: dict[Node, int] = {node: number for number, node in enumerate(self.nodes)}
        self.evaluator: Any = None  # what runs it as a body: see `evaluate.evaluator`
        self._roles: tuple | None = None if like is None else like._split()
        self._beside: list[list[int]] | None = None

    def rebuilt(self, make: Callable[[Node, list[Entry]], Node]) -> Graph:
        """Return the graph with ``make(node, inputs)`` in place of every node; itself if the outputs stay the same."""
        made: dict[Node, Node] = {}
        for node in self.nodes:
            made[node] = make(node, [Entry(made[e.node], e.index, e.version) for e in node.inputs])
        outputs = [Entry(made[e.node], e.index, e.version) for e in self.outputs]
        return self if outputs == self.outputs else Graph(outputs, like=self)

    def _split(self) -> tuple:
        if self._roles is None:
            changed = {id(node.inputs[position].node) for node in self.nodes if node.op is not None
                       for position in node.mutable_inputs() if position < len(node.inputs)}
            variables = [node for node in self.nodes if node.op is None]
            self._roles = (variables, [node for node in variables if id(node) not in changed],
                           [node for node in variables if id(node) in changed])
        return self._roles

    @property
    def beside(self) -> list[list[int]]:
        """For each node, by number, the calls that know its outputs: itself and those that read them, once each."""
        if self._beside is None:
            self._beside = [[number] if node.op is not None else [] for number, node in enumerate(self.nodes)]
            for number, node in enumerate(self.nodes):
                for entry in node.inputs:
                    there = self._beside[self.index[entry.node]]
                    if not there or there[-1] != number:
                        there.append(number)
        return self._beside

    @property
    def variables(self) -> list[Node]:
        """Arguments and auxiliary states, in node order."""
        return self._split()[0]

    @property
    def arguments(self) -> list[Node]:
        """Variables that no operator changes."""
        return self._split()[1]

    @property
    def auxiliary(self) -> list[Node]:
        """Variables that an operator changes in place."""
        return self._split()[2]


def _one_call(node: Node) -> Graph:
    """Return a graph of one call over variables named like its inputs."""
    node.inputs = [Entry(Node(None, name)) for name in node.input_names()]
    return Graph([Entry(node, index) for index in range(node.num_outputs)])
