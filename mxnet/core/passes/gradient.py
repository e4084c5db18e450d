"""Plans the backward pass: which nodes take part, by which rule, and which output gradients are needed."""
from __future__ import annotations

from collections.abc import Collection

from ..errors import MXNetError
from ..graph import Entry, Graph, Node
from ..op.gradient import Gradient


class BackwardPlan:
    """The part of a graph that gradients flow through.

    ``wanted`` are the variables with a gradient request. ``active`` holds every node whose backward runs: those on a
    path from the outputs to a wanted variable, and, among the nodes that depend on wanted variables, those that act
    without an output gradient (losses, and nodes that update states). ``needs`` says for each node that depends on a
    wanted variable which inputs need a gradient. ``heads`` says for each output whether backward needs an output
    gradient from the user: a loss would not use it. If an output is ``repeated`` later, the last one counts, as in
    MXNet. ``reached`` are the nodes to whose outputs a gradient comes, the wanted variables among them.
    """

    def __init__(self, graph: Graph, wanted: set[Node], repeated: Collection[int] = ()) -> None:
        self.graph: Graph = graph
        self.wanted: set[Node] = wanted
        self.needs: dict[Node, tuple[bool, ...]] = {}
        self._passing: set[Node] = set(wanted)
        self._partly: set[Node] = set()  # of these, some outputs
        acting: set[Node] = set()
        for node in graph.nodes:
            if node.op is not None and node.op.passes(node.params):
                self._look_below(node, acting)
        self.heads: list[bool] = [self.takes_part(entry) and place not in repeated
                      for place, entry in enumerate(graph.outputs)]
        self.reached: set[Node] = acting | {entry.node for entry, needed in zip(graph.outputs, self.heads) if needed}
        reached = self.reached
        for node in reversed(graph.nodes):
            if node in reached and node in self.needs:
                reached.update([e.node for e, need in zip(node.inputs, self.needs[node]) if need])
        self.active: list[Node] = [node for node in graph.nodes if node in reached and node in self.needs]
        if [node for node in graph.nodes if node.op is not None and node.op.no_gradient]:
            self._refuse()

    def _look_below(self, node: Node, acting: set[Node]) -> None:
        """Note which inputs of a node lead to wanted variables, and how that classifies the node."""
        passing, partly = self._passing, self._partly
        given = [e.node in passing and (not (e.index or e.node in partly) or reads_gradient(e)) for e in node.inputs]
        if True not in given:
            return
        constant = node.bound.constants if node.op.given_to is None else self._unreached(node)
        flags = tuple([gives and place not in constant for place, gives in enumerate(given)])
        if True in flags:
            self.needs[node] = flags
            if not node.op.is_head(node.params):
                passing.add(node)
                if node.op.constant_outputs:
                    partly.add(node)
            if node.op.acts(node.params):
                acting.add(node)

    def _unreached(self, node: Node) -> list[int]:
        """Return the inputs of a node with subgraphs to which no gradient passes in any of these."""
        try:
            reached = [BackwardPlan(body, set(body.variables)).reached for body in node.subgraphs]
        except MXNetError:  # an operator without a gradient: refused when the body is planned, if it matters
            return []
        return [place for place, variables in enumerate(node.op.given_to(node.params)) if variables is not None
                and not any(node.subgraphs[body].variables[number] in reached[body] for body, number in variables)]

    def _refuse(self) -> None:
        """Raise if a gradient reaches an operator that has none; MXNet ignores losses below it."""
        below: set[Node] = set(self.wanted)
        for node in self.graph.nodes:
            if any(e.node in below for e in node.inputs):
                below.add(node)
        reached = {entry.node for entry in self.graph.outputs}
        for node in reversed(self.graph.nodes):
            if node not in reached or node not in below or node.op is None:
                continue
            if node.op.no_gradient:
                raise MXNetError(f"{node.op_name}({node.name}): Operator {node.op_name} is non-differentiable "
                                 "because it didn't register FGradient attribute; put BlockGrad after it, or bind "
                                 "with grad_req='null' for what is before it")
            if node.op.passes(node.params):
                constant = node.bound.constants
                reached.update(e.node for place, e in enumerate(node.inputs) if place not in constant)

    def takes_part(self, entry: Entry) -> bool:
        """Return whether a gradient of this entry leads to a wanted variable."""
        if entry.node not in self._passing:
            return False
        return not (entry.index or entry.node in self._partly) or reads_gradient(entry)


def rule_of(node: Node) -> Gradient | None:
    """Return the planned rule of a node's operator; None means autograd of that one operator."""
    return node.op.rule_for(node.params)


def reads_gradient(entry: Entry) -> bool:
    """Return whether a node's backward reads the gradient of an output; many read only that of the first one."""
    if entry.index in entry.node.op.constant_outputs:
        return False
    rule = rule_of(entry.node)
    return not entry.index or rule is None or rule.takes_grads
