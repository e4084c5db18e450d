"""Operator fusion: which calls one kernel may cover, and whose memory it may overwrite."""
from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..graph import Entry, Graph, Node
from ..op.lowering import Kernel, Reader
from ..op.registry import Bound
from ..tuning import FOLLOWING_NODES
from .gradient import BackwardPlan, rule_of
from .writer import Writer

if TYPE_CHECKING:
    from ..compile import Compiled


def fuses() -> bool:
    """Return whether calls may be fused; MXNET_SUBGRAPH_BACKEND=NONE turns it off, as in MXNet."""
    return os.environ.get("MXNET_SUBGRAPH_BACKEND", "") != "NONE"


def count_uses(graph: Graph) -> Counter[Any]:
    """Count how often each entry is read; being a graph output counts as a read."""
    uses: Counter[Any] = Counter()
    for node in graph.nodes:
        uses.update((e.node, e.index) for e in node.inputs)
    uses.update((e.node, e.index) for e in graph.outputs)
    return uses


def lent_values(graph: Graph) -> set[Node]:
    """Return variables, outputs, and the nodes whose values may be views of them, which others may write to."""
    outputs, lent = {entry.node for entry in graph.outputs}, set(graph.variables)
    for node in graph.nodes:
        if node.op is not None and node.op.view:
            sources = node.inputs if node.num_outputs > 1 or node.op.wants_subgraphs else node.inputs[:1]
            lent.update({node} if any(entry.node in lent for entry in sources) else ())
        elif node in outputs:
            lent.add(node)
    return lent


def spared(graph: Graph, followed: Iterable[Node]) -> dict[Node, Bound]:
    """Return the calls of nodes that leave an input alone because the output written with it is not needed.

    ``followed`` are the variables whose gradients are wanted: backward needs everything that depends on them.
    """
    if all(node.op is None or node.op.unless_asked is None for node in graph.nodes):
        return {}
    uses, reached, found = count_uses(graph), set(followed), {}
    for node in graph.nodes:
        if node.op is None:
            continue
        if any(entry.node in reached for entry in node.inputs):
            reached.add(node)
        elif node.op.unless_asked is not None:
            output, rule = node.op.unless_asked
            if not uses[node, output]:
                found[node] = Bound(node.op, rule(node.params))
    return found


class Fusing(Writer):
    """Writes calls that cover several nodes, or overwrite values that are no longer needed."""

    def __init__(self, c: Compiled, name: str, plan: BackwardPlan | None) -> None:
        super().__init__(c, name)
        self.taped: set[Node] = set()  # whose gradient is torch's
        self.keeps: bool = plan is not None
        self.active: set[Node] = set(plan.active) if plan else set()
        self.uses: Counter[Any] = count_uses(c.graph)
        self.users: dict[tuple[Node, int], list[Node]] = defaultdict(list)
        for node in c.graph.nodes:
            for entry in node.inputs:
                self.users[entry.node, entry.index].append(node)
        self.written: set[Node] = set()  # whose calls are in the program
        self.inside: set[Node] = set()   # that a fused call covers

    def emit_chain(self, chain: list[tuple[Node, int]], kernel: Kernel) -> None:
        """Write one call for several nodes, each given with the position of the input that is the previous value."""
        nodes, last = [node for node, _ in chain], chain[-1][0]
        entries = [*nodes[0].inputs, *(entry for node, place in chain[1:]
                                       for entry in (*node.inputs[:place], *node.inputs[place + 1:]))]
        args = [self.at(entry, self.compiled.places[last]) for entry in entries]
        self.program.call(kernel.run, "_".join(node.op.name for node in nodes), args,
                          [self._name(Entry(last), last.name)], node=nodes[0],
                          note=" + ".join(node.name for node in nodes))
        self.written.update(nodes)

    def _is_dropped(self, entry: Entry, user: Node) -> bool:
        """Return whether nothing, backward included, needs a value after the node that reads it."""
        source, c = entry.node, self.compiled
        if c.monitor is not None or source.op is None or self.uses[source, entry.index] != 1 \
                or source in self.taped or c.places[source] is not c.places[user]:
            return False
        if source in self.active and not _forgets_output(source, c.params(source)):
            return False
        if self.keeps and user in c.rematerialized and source not in c.rematerialized:
            return False  # backward will need to start from that value again
        rule = rule_of(user)
        return user not in self.active or \
            rule is not None and not rule.takes_saved and rule.reads is not None and 0 not in rule.reads

    def may_overwrite(self, node: Node) -> bool:
        """Return whether a node may write its first output over its first input."""
        shapes, types = self.compiled.shapes, self.compiled.types
        if not node.inputs:
            return False
        first, out = Entry(node.inputs[0].node, node.inputs[0].index), Entry(node)
        return self._is_dropped(first, node) and not first.node.op.view \
            and shapes[first] == shapes[out] and types[first] is types[out]

    def is_free(self, node: Node, position: int) -> bool:
        """Return whether a node is the last to read an input, whose memory may then be overwritten."""
        places, (source, index, _) = self.compiled.places, node.inputs[position]
        if self.keeps or source.op is None or source.op.view or source.op.wants_subgraphs \
                or places[source] is not places[node] or self.leaves(source, index):
            return False
        readers = self.users[source, index]
        return readers.count(node) == 1 and not any(user.op.view for user in readers) \
            and all(user in self.written for user in readers if user is not node)

    def leaves(self, node: Node, index: int) -> bool:
        """Return whether an output of a node leaves the program, as a result or to a monitor."""
        return self.compiled.monitor is not None or self.uses[node, index] > len(self.users[node, index])

    def readers(self, node: Node) -> list[Reader] | None:
        """Return the calls that read a node's outputs; None if these leave the program or the device."""
        c = self.compiled
        users = [user for user in c.graph.nodes if any(entry.node is node for entry in user.inputs)]
        if c.monitor is not None or any(entry.node is node for entry in c.graph.outputs) \
                or any(c.places[user] is not c.places[node] for user in users):
            return None
        return [(user.op, c.params(user), c.input_specs(user), {
            place: entry.index for place, entry in enumerate(user.inputs) if entry.node is node}) for user in users]

    def following(self, node: Node) -> list[tuple[Node, int]]:
        """Return the nodes, a few, that may be fused with a node's call, and where each reads the value."""
        found: list[tuple[Node, int]] = []
        last = node
        while len(found) < FOLLOWING_NODES and not any(self.uses[last, index] for index in range(1, last.num_outputs)):
            user = next(iter(self.users[last, 0]), None)
            if user is None or user in self.inside or not self._is_dropped(Entry(last), user) \
                    or any(self.uses[user, index] for index in range(1, user.num_outputs)):
                break
            place = next(i for i, entry in enumerate(user.inputs) if entry.node is last)
            if place and user in self.active:
                break  # its gradient may read that input
            found.append((user, place))
            last = user
        return found


def _forgets_output(node: Node, params: Any) -> bool:
    """Return whether a node's gradient rule reads none of its outputs, so that they may be overwritten."""
    rule = rule_of(node)
    if rule is None or rule.takes_outs:
        return False
    keeps = getattr(node.op.train_function, "keeps_output", True)
    return not rule.takes_saved or not (keeps(params) if callable(keeps) else keeps)
