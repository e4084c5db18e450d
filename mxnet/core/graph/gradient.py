"""Plans the backward pass: which nodes take part, by which rule, and which head gradients are needed."""
from __future__ import annotations

from ..errors import MXNetError
from ..op.gradient import Gradient
from .node import Entry, Graph, Node


class BackwardPlan:
    """The part of a graph that gradients flow through.

    ``wanted`` are the variables with a gradient request. ``active`` holds every node between them and
    the outputs; ``needs`` says for each active node which inputs want a gradient.
    """

    def __init__(self, graph: Graph, wanted: set[Node]) -> None:
        self.graph, self.wanted = graph, wanted
        depends: set[Node] = set(wanted)
        self.needs: dict[Node, tuple[bool, ...]] = {}
        for node in graph.nodes:
            if node.op is None or not (node.op.differentiable or node.op.no_gradient):
                continue
            flags = tuple(e.node in depends for e in node.inputs)
            changed = set(node.mutable_inputs())
            flags = tuple(flag and position not in changed for position, flag in enumerate(flags))
            if any(flags):
                depends.add(node)
                self.needs[node] = flags
        self._depends = depends
        reached = self._reached()
        self.active = [node for node in graph.nodes if node in reached and node in self.needs]
        for node in self.active:
            if node.op.no_gradient:
                raise MXNetError(f"{node.op_name}({node.name}): Operator {node.op_name} is non-differentiable "
                                 "because it didn't register FGradient attribute; put BlockGrad after it, or bind "
                                 "with grad_req='null' for what is before it")

    def _reached(self) -> set[Node]:
        """Nodes that gradients reach from the outputs."""
        reached = {e.node for e in self.graph.outputs}
        for node in reversed(self.graph.nodes):
            if node in reached and node in self.needs:
                reached.update(e.node for e, need in zip(node.inputs, self.needs[node]) if need)
        return reached

    def takes_part(self, entry: Entry) -> bool:
        """Tell whether a gradient of this entry leads to a wanted variable."""
        return entry.node in self.needs or entry.node in self.wanted

    def needs_head(self, entry: Entry) -> bool:
        """Tell whether backward cannot do without a head gradient for this output."""
        return self.takes_part(entry) and not is_loss(entry.node)


def rule_of(node: Node) -> Gradient | None:
    """Give the planned rule of a node's operator; None means autograd of that one operator."""
    return node.op.gradient_rule or node.op.backward_kernel


def is_loss(node: Node) -> bool:
    """Tell whether an operator makes its own gradient, whatever comes from above."""
    return node.op is not None and node.op.is_head(node.params)
