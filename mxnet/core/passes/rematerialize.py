"""Rematerialization: which values backward recomputes instead of keeping, and the calls that do so.

MXNet calls it mirroring. ``MXNET_BACKWARD_DO_MIRROR`` requests it wherever it is cheap, the attribute
``force_mirroring`` for single nodes, whatever the cost. A chain of such nodes is recomputed from the value before it
when backward first needs one of its values, so memory holds the values between chains and those of one chain.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..attributes import forces_mirroring
from ..graph import Entry, Graph, Node
from ..op.lowering import Call, Kernel
from ..tape import TapedForward
from ..tuning import REMATERIALIZE_FROM_BYTES, REMATERIALIZE_UP_TO_CALLS
from .gradient import BackwardPlan, rule_of
from .writer import Writer, baked

if TYPE_CHECKING:
    from ..compile import Compiled
    from .lower import Forward


def asks(graph: Graph) -> bool:
    """Return whether some node's attributes request rematerialization."""
    return any(forces_mirroring(node.attrs) for node in graph.nodes if node.op is not None)


def is_worth_it(c: Compiled) -> bool:
    """Return whether backward rematerializes cheap values: the environment decides, or how much is kept."""
    asked = os.environ.get("MXNET_BACKWARD_DO_MIRROR", "")
    if asked or c.options.ctx.device_typeid == 2:
        return asked == "1"
    return sum(c.bytes_of(entry) for entry in _kept(c.plan) if entry.node.op is not None) > REMATERIALIZE_FROM_BYTES


def _kept(plan: BackwardPlan) -> set[Entry]:
    kept: set[Entry] = set()
    for node in plan.active:
        rule = rule_of(node)
        reads = None if rule is None or rule.takes_saved else rule.reads
        kept.update(Entry(e.node, e.index) for place, e in enumerate(node.inputs) if reads is None or place in reads)
        if rule is None or rule.takes_outs:
            kept.update(Entry(node, index) for index in range(node.num_outputs))
    return kept


def find_rematerialized(c: Compiled) -> frozenset[Node]:
    """Return the nodes whose values backward recomputes: those that attributes ask for, and cheap ones.

    A cheap value is recomputed only from values that are kept anyway: otherwise one value would be kept instead of
    another, such as the input of an activation, which overwrites it. And its chain of calls is short, as all values of
    the chain are recomputed at once. It starts from an argument, which may be written to, only for users who ask.
    """
    outputs = {entry.node for entry in c.graph.outputs}  # these are kept in any case
    active, kept = set(c.plan.active), _kept(c.plan) if c.rematerializes else set()
    depths: dict[Node, int] = {}  # of the nodes found: the longest chain of calls that gives their value

    def is_there(entry: Entry) -> bool:
        if entry.node.op is None:
            return os.environ.get("MXNET_BACKWARD_DO_MIRROR") == "1"
        return entry.node in depths or Entry(entry.node, entry.index) in kept

    for node in c.graph.nodes:
        if node.op is None or node in outputs:
            continue
        depth = 1 + max((depths.get(entry.node, 0) for entry in node.inputs), default=0)
        wanted = forces_mirroring(node.attrs) or c.rematerializes and _is_cheap(node, active) \
            and depth <= REMATERIALIZE_UP_TO_CALLS and all(map(is_there, node.inputs))
        if wanted and _is_repeatable(node, c):
            depths[node] = depth
    return frozenset(depths)


def _is_cheap(node: Node, active: set[Node]) -> bool:
    if not node.op.cheap:
        return False
    rule = rule_of(node)  # taping again is not cheap
    return node not in active or rule is not None and (not rule.takes_saved or "recompute" in node.op.lowerings)


def _is_repeatable(node: Node, c: Compiled) -> bool:
    """Return whether a second call gives the same result: no random draws, no state updates, no user code."""
    op = node.op
    if op.dynamic or op.wants_subgraphs:
        return False
    if op.wants_rng and op.lowered(Call("forward", node.params, c.input_specs(node),
                                        c.places[node].torch_device, is_train=True)) is None:
        return False
    return "recompute" in op.lowerings or not node.mutable_inputs()


def is_deferred(node: Node, c: Compiled) -> bool:
    """Return whether what a node's gradient needs saved is computed in backward too, by a second call."""
    return node in c.rematerialized and "recompute" not in node.op.lowerings


class Recomputing(Writer):
    """The forward values that a backward program uses: saved by forward, or recomputed."""

    def __init__(self, c: Compiled, forward: Forward) -> None:
        super().__init__(c, "backward")
        self.forward = forward
        self.kept: list[str] = []          # names in the forward program
        self.local: dict[str, str] = {}    # forward name -> name here
        self._saved_names: list[str] = []
        self._residuals: dict[Node, str] = {}  # of deferred nodes

    def value(self, entry: Entry) -> str:
        """Return a forward value here: a variable, a recomputed value, or one saved by forward."""
        entry = Entry(entry.node, entry.index)
        if entry in self.names:
            return self.names[entry]
        if self._is_again(entry):
            self._compute_again(entry.node)
            return self.names[entry]
        return self._keep(self.forward.own(entry), entry)

    def residual(self, node: Node) -> str:
        """Return what forward saved for a node's gradient, or would have saved."""
        if node in self.forward.residuals:
            return self._keep(self.forward.residuals[node])
        if node not in self._residuals:
            self._compute_again(node)
        return self._residuals[node]

    def _is_again(self, entry: Entry) -> bool:
        node = entry.node
        return node in self.compiled.rematerialized and (entry.index == 0 or "recompute" not in node.op.lowerings)

    def _compute_again(self, node: Node) -> None:
        """Write the calls that recompute a node's value, dependencies first; iterative, because chains are long."""
        pending = [node]
        while pending:
            top = pending[-1]
            entries = [Entry(e.node, e.index) for e in top.inputs]
            missing = [e.node for e in entries if e not in self.names and self._is_again(e)]
            if missing:
                pending.extend(missing)
                continue
            pending.pop()
            if Entry(top) not in self.names:
                self._emit_again(top)

    def _emit_again(self, node: Node) -> None:
        c, ctx = self.compiled, self.compiled.places[node]
        label, is_train = f"{node.op.name}_again", self.forward.is_train
        if node in self.forward.deferred:
            self._residuals[node] = residual = self.program.fresh(f"{node.name}_saved")
            kernel, name = gradient_kernel(node, c, is_train)
            return self.emit_node(node, kernel, f"{name}_again" if name.endswith("_taped") else label, residual)
        if node in self.forward.residuals:
            args = [*(self.at(e, ctx) for e in node.inputs), self._keep(self.forward.residuals[node])]
            kernel, result = node.op.lowered(self.call(node, "recompute")), self._name(Entry(node), node.name)
            if kernel.into is not None:
                self.into[result] = kernel.into
            return self.program.call(kernel.run, label, args, [result])
        first = Entry(*node.inputs[0][:2]) if node.inputs else None
        kernel = self.kernel(node, is_train, overwrite=first in self.forward.overwritten)  # then it may be here too
        return self.emit_node(node, kernel, label)

    def _keep(self, name: str, entry: Entry | None = None) -> str:
        local = self.local.get(name)
        if local is None:
            local = self.local[name] = self.program.fresh(name)
            self.kept.append(name)
            self._saved_names.append(local)
        if entry is not None:
            self.names[entry] = local
        return local


def gradient_kernel(node: Node, c: Compiled, is_train: bool) -> tuple[Kernel, str]:
    """Return the forward of a node that also returns what its gradient needs saved, and its label."""
    bound, ctx = node.bound, c.places[node]
    if rule_of(node) is not None:
        lowered = node.op.lowered(Call("train", c.params(node), c.input_specs(node), ctx.torch_device, is_train))
        return lowered or Kernel(baked(bound, bound.train, is_train, ctx, node)), f"{node.op.name}_train"
    call = baked(bound, bound.call, is_train, ctx, node)
    return Kernel(TapedForward(call, c.needs(node), node.mutable_inputs())), f"{node.op.name}_taped"
