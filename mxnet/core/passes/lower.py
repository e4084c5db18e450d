"""Lowers a graph to flat programs: inference, training forward and backward. Called by `Compiled`."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import torch

from ..device import Context
from ..errors import MXNetError
from ..graph import Entry, Node
from ..op.order import contiguous
from ..op.registry import Op
from ..program import Program
from ..tiers.memory import release
from .batch_gradients import Shared, find_shared
from .fuse import Chain, count_uses, find_chains
from .fuse import wanted as fusing
from .gradient import BackwardPlan, rule_of
from .kernels import TapedBackward, owned, zeros_maker
from .rematerialize import Recomputing, gradient_kernel, is_deferred
from .writer import Writer

if TYPE_CHECKING:
    from ..compile import Compiled as Lowering

_JOINING = frozenset(("cuda",))  # devices where a relu costs a call of its own
_TRIM_EVERY = 60  # nodes between two returns of freed memory, in programs that recompute to save it


class Forward(Writer):
    """Writes a forward program; remembers how each node's gradient will be had."""

    def __init__(self, lowering: Lowering, name: str, is_train: bool, plan: BackwardPlan | None,
                 fuse: bool = False) -> None:
        super().__init__(lowering, name)
        self.is_train = is_train
        self.residuals: dict[Node, str] = {}
        self.taped: set[Node] = set()
        self.deferred: set[Node] = set()  # whose residuals backward makes itself
        self.overwritten: set[Entry] = set()
        self.active = set(plan.active) if plan else set()
        self.uses = count_uses(lowering.graph)
        fuse = fuse and lowering.monitor is None
        chains = find_chains(lowering.graph, lowering.places, lowering.metas, lowering.params) if fuse else {}
        inside = {node for chain in chains.values() for node in chain.nodes}
        for node in lowering.graph.nodes:
            if node in chains:
                self._chain(chains[node])
            elif node.op is not None and node not in inside:
                self._node(node, is_train, plan, node in self.active)
                self._tell(node)

    def _chain(self, chain: Chain) -> None:
        """Write one call for several nodes."""
        last = chain.nodes[-1]
        args = [self.at(e, self.lowering.places[last]) for e in chain.inputs]
        label = "_".join(node.op.name for node in chain.nodes)
        note = " + ".join(node.name for node in chain.nodes) if len(chain.nodes) > 1 else ""
        self.program.call(chain.kernel, label, args, [self._name(Entry(last), last.name)], note=note)

    def _overwriting(self, node: Node) -> Callable | None:
        """Give a kernel that overwrites the node's first input, if nobody reads that value any more."""
        op, lowering = node.op, self.lowering
        if op.inplace_rule is None or lowering.monitor is not None:
            return None
        entry = Entry(node.inputs[0].node, node.inputs[0].index)
        source = entry.node
        if source.op is None or source.op.view or source in self.taped or self.uses[source, entry.index] != 1 \
                or lowering.places[source] is not lowering.places[node] \
                or lowering.shapes[entry] != lowering.shapes[Entry(node)] \
                or lowering.types[entry] is not lowering.types[Entry(node)]:
            return None
        if source in self.active and not _forgets_output(source):
            return None
        if node in lowering.mirrored and source not in lowering.mirrored:
            return None  # backward will want to start from that value again
        if node in self.active and any(kind in ("ins", "saved") or (kind, index) == ("in", 0)
                                       for kind, index in rule_of(node).wants):
            return None
        found = op.inplace_rule(node.params, lowering.metas(node))
        if found is not None:
            self.overwritten.add(entry)
        return found

    def _joined(self, node: Node) -> bool:
        """Let the call before do a relu as well, if it is of an operator that can."""
        source, lowering = node.inputs[0].node, self.lowering
        if source.op.relu_rule is None or node.op.name not in ("Activation", "relu") \
                or node.params.get("act_type", "relu") != "relu" \
                or lowering.places[node].torch_device.type not in _JOINING:
            return False
        step = self.program.maker(self.value(Entry(source)))
        kernel = source.op.relu_rule(source.params, lowering.metas(source))
        if step is None or kernel is None:
            return False
        self.program.renew(step, kernel, f"{step.label}_relu", self._name(Entry(node), node.name))
        return True

    def _node(self, node: Node, is_train: bool, plan, active: bool) -> None:
        lowering, label = self.lowering, node.op.name
        rule = rule_of(node) if active else None
        if not active or (rule is not None and not rule.takes_saved):
            overwriting = self._overwriting(node)
            if overwriting is not None and self._joined(node):
                return None
            if overwriting is not None:
                return self.emit_node(node, overwriting, f"{label}_in_place")
            return self.emit_node(node, lowering.kernel(node, is_train), label)
        if rule is None:
            self.taped.add(node)
        if is_deferred(node, lowering):
            self.deferred.add(node)
            return self.emit_node(node, lowering.kernel(node, is_train), label)
        self.residuals[node] = residual = self.program.fresh(f"{node.name}_saved")
        kernel, label = gradient_kernel(node, lowering, is_train)
        return self.emit_node(node, kernel, label, residual)

    def _tell(self, node: Node) -> None:
        """Show a node's outputs to the monitor, where there is one."""
        if self.lowering.monitor is None:
            return
        monitor, inputs_too = self.lowering.monitor
        if inputs_too:
            for entry, name in zip(node.inputs, monitored_inputs(node)):
                shown = [name] if entry.node.op is not None else [entry.node.name, name]
                for label in shown:
                    self.program.call(functools.partial(monitor, label), "monitor", [self.value(entry)], [], "none")
        for index in range(node.num_outputs):
            show = functools.partial(monitor, node.output_name(index))
            self.program.call(show, "monitor", [self.value(Entry(node, index))], [], "none")

    def returns(self, kept: list[str]) -> None:
        self.program.returns = [self._outputs(), kept]

    def finish(self) -> Program:
        self.program.returns = [self._outputs()]
        return self.program

    def _outputs(self) -> list[str]:
        """Name the outputs; one that may share memory with an argument gets its own."""
        names, seen = [], set()
        for entry in self.lowering.graph.outputs:
            value = self.value(entry)
            node = entry.node
            if node.op is None or node.op.view or value in seen:
                name = self.program.fresh(f"{value}_out")
                self.sizes[name] = self.sizes[self.value(entry)]
                self.program.call(owned, "own_memory", [value], [name])
                value = name
            elif len(self.lowering.shapes[entry] or ()) == 4:  # channels may be last inside, never outside
                name = self.program.fresh(f"{value}_out")
                self.program.call(contiguous, "contiguous", [value], [name])
                value = name
            seen.add(value)
            names.append(value)
        return names


# Operators with one input that MXNet's monitor shows by its name; it calls that of all others input0.
_NAMED_ALONE = frozenset(("Dropout", "LeakyReLU", "SwapAxis", "SliceChannel", "L2Normalization", "MakeLoss",
                          "log_softmax", "softmax", "softmin", "Pad", "tile", "squeeze", "Pooling", "LRN"))


def monitored_inputs(node: Node) -> list[str]:
    """Name a node's inputs as MXNet's monitor does."""
    names = node.input_names()
    if len(names) == 1 and not node.op.schema.variadic and node.op.name not in _NAMED_ALONE:
        names = ["input0"]
    return [f"{node.name}_{name}" for name in names]


def _forgets_output(node: Node) -> bool:
    """Tell whether a node's gradient rule reads none of its outputs, so that they may be overwritten."""
    rule = rule_of(node)
    if rule is None or any(kind in ("out", "outs") for kind, _ in rule.wants):
        return False
    return not rule.takes_saved or not getattr(node.op.train_function, "keeps_output", True)


class Backward(Recomputing):
    """Writes the backward program from the rules; notes in ``kept`` what the forward must keep."""

    def __init__(self, lowering: Lowering, forward: Forward) -> None:
        super().__init__(lowering, forward)
        self.parts: dict[Entry, list[str]] = {}
        self._reused: str | None = None  # the gradient that the rule of a node overwrites
        self._fresh: set[str] = set()  # gradients that nothing else shares memory with
        self._moved: dict[Op, list[Node]] = {}  # nodes whose states their gradient changes
        self._targets: dict[Node, str] = {}     # the arrays of gradients, where backward fills them itself
        if lowering.landing is not None:
            self._targets = {node: self.program.fresh(f"{node.name}_grad") for node in lowering.graph.arguments
                             if node in lowering.plan.wanted}
        plan = lowering.plan
        plain = lowering.monitor is None and not lowering.mirrored and fusing()
        self._shared = find_shared(plan.active, lowering) if plain else {}
        self.heads = [self.program.fresh(f"head_{i}") for i in range(len(lowering.graph.outputs))]
        self.program.inputs("saved", self._saved_names, consumed=True)
        self.program.groups[-1] = ("saved", self._saved_names, True)
        self.program.inputs("heads", self.heads)
        for entry, head, needed in zip(lowering.graph.outputs, self.heads, plan.heads):
            if needed:
                self._add(entry, head)
        for number, node in enumerate(reversed(plan.active), 1):
            self._node(node)
            if lowering.mirror and number % _TRIM_EVERY == 0:
                self.program.call(release, "release_memory", [], [], "none")
        self._move_states()

    def _move_states(self) -> None:
        """Write one call for the states of all nodes of an operator."""
        for op, nodes in self._moved.items():
            args = [[[self.value(node.inputs[place]) for place in node.mutable_inputs()],
                     self.residual(node)] for node in nodes]
            self.program.call(op.state_rule([node.params for node in nodes]), f"{op.name}_states", args, [], "none",
                              lists=True)

    # ---- gradients ----------------------------------------------------------------------------

    def _add(self, entry: Entry, value: str) -> None:
        parts = self.parts.setdefault(Entry(entry.node, entry.index), [])
        parts.append(value)
        if entry.node.op is None and len(parts) > 1:  # a variable's are asked for last, so they would all be held
            parts[:] = [self._added(entry, *parts)]

    def _sum(self, entry: Entry) -> str | None:
        """Give the gradient of an entry: the sum of what its users sent."""
        parts = self.parts.pop(Entry(entry.node, entry.index), None)
        return functools.reduce(functools.partial(self._added, entry), parts) if parts else None

    def _gradient_name(self, entry: Entry) -> str:
        return self._sized(entry, f"grad_{entry.node.name}")

    def _added(self, entry: Entry, total: str, part: str) -> str:
        """Write the sum of two gradients of an entry."""
        if total not in self._fresh:
            total, part = part, total
        name = self._gradient_name(entry)
        # Memory that may be overwritten; a third tensor of that size may be the peak. A monitor may keep what it saw.
        own = total in self._fresh and self.lowering.monitor is None
        if own:
            self._reuse(name, total)
        self.program.call(torch.Tensor.add_ if own else torch.add, "add_" if own else "add", [total, part], [name])
        self._fresh.add(name)
        return name

    def _zeros(self, entry: Entry) -> str:
        lowering = self.lowering
        name = self._sized(entry, f"zeros_{entry.node.name}")
        maker = zeros_maker(lowering.shapes[entry], lowering.types[entry] or torch.float32,
                            lowering.places[entry.node])
        self.program.call(maker, "zeros", [], [name])
        return name

    def _node(self, node: Node) -> None:
        count = node.num_outputs
        entries = [Entry(node, i) for i in range(count)]
        grads = [self._sum(e) for e in entries]
        rule = rule_of(node)
        if all(g is None for g in grads):
            if not node.op.acts(node.params):
                return
            if node in self.forward.taped:
                grads = [self._zeros(e) for e in entries]
        needs = self.lowering.needs(node)
        if node in self._shared:
            self._note_shared(node, self._shared[node], grads[0], needs)
        elif node in self.forward.taped:
            tape = self.residual(node)
            self._emit(node, TapedBackward(needs), f"{node.op.name}_taped_backward", [tape, *grads], needs, "tuple")
        else:
            args = self._rule_args(node, rule, entries, grads)
            call = self._into_call(node, needs)
            if call is not None:
                args += [self._targets[e.node] for e in node.inputs[1:]]
            else:
                call = self._rule_call(node, rule, needs, grads)
            if node.op.state_rule is not None and self.forward.is_train:
                self._moved.setdefault(node.op, []).append(node)
            self._emit(node, call, f"{node.op.name}_backward", args, needs, self._pattern(node))

    def _note_shared(self, node: Node, shared: Shared, grad: str, needs: tuple) -> None:
        """Write the gradient of a node's first input; those of its parameters follow when all nodes are there."""
        ctx, first = self.lowering.places[node], node.inputs[0]
        shared.grads.append(grad)
        shared.firsts.append(self.at(first, ctx))
        if needs[0]:
            name = self._gradient_name(first)
            args = [grad, *(self.at(entry, ctx) for entry in node.inputs[1:])]
            self.program.call(shared.to_first, f"{node.op.name}_backward", args, [name])
            self._send(first, name, ctx)

    def _sum_shared(self) -> None:
        """Write the gradients of parameters that several nodes share."""
        for shared in dict.fromkeys(self._shared.values()):
            entries = shared.node.inputs[1:]
            if not shared.grads:
                continue
            names = [self._gradient_name(entry) for entry in entries]
            self.program.call(shared.to_others, f"{shared.node.op.name}_backward", [shared.grads, shared.firsts],
                              names, "tuple", f"over {len(shared.grads)} nodes")
            for entry, name in zip(entries, names):
                self._send(entry, name, self.lowering.places[shared.node])

    def _send(self, entry: Entry, grad: str, ctx: Context) -> None:
        """Add a gradient that was made on a context, in memory of its own, to those of an entry."""
        self._fresh.add(grad)
        self._add(entry, self.across(grad, ctx, self.lowering.places[entry.node]))

    def _into_call(self, node: Node, needs: tuple) -> Callable | None:
        """Give the rule that writes gradients of parameters where they belong, if all of them can be."""
        lowering = self.lowering
        if node.op.gradient_into is None or not self._targets or lowering.monitor is not None:
            return None
        for entry in node.inputs[1:]:
            if lowering.landing.get(entry.node) != "write" or self.forward.uses[entry.node, entry.index] != 1:
                return None
        return node.op.gradient_into(node.params, lowering.metas(node), needs)

    def _rule_call(self, node: Node, rule, needs: tuple, grads: list) -> Callable:
        """Give a rule with everything known at bind baked in."""
        if node.op.gradient_in_place is not None and grads[0] in self._fresh and self.lowering.monitor is None:
            found = node.op.gradient_in_place(node.params)
            if found is not None:
                self._reused = grads[0]
                return found
        if node.op.gradient_lowering is not None:
            found = node.op.gradient_lowering(node.params, self.lowering.metas(node), needs)
            if found is not None:
                return found
        extra: dict = {}
        if rule.takes_p:
            extra["p"] = node.params
        if rule.takes_needs:
            extra["needs"] = needs
        return functools.partial(rule.function, **extra) if extra else rule.function

    def _rule_args(self, node: Node, rule, entries: list[Entry], grads: list) -> list:
        ctx = self.lowering.places[node]
        order = {name: position for position, name in enumerate(node.input_names())}
        declared = node.op.input_order
        args: list = []
        for kind, index in rule.wants:
            if kind == "grad":
                args.append(grads[0] or self._zeros(entries[0]))
            elif kind == "grads":
                args.append([g or self._zeros(e) for g, e in zip(grads, entries)])
            elif kind == "in":
                position = order.get(declared[index])
                args.append(None if position is None or position >= len(node.inputs)
                            else self.at(node.inputs[position], ctx))
            elif kind == "ins":
                args.append([self.at(e, ctx) for e in node.inputs])
            elif kind == "out":
                args.append(self.value(entries[0]))
            elif kind == "outs":
                args.append([self.value(e) for e in entries])
            elif kind == "saved":
                args.append(self.residual(node))
        return args

    @staticmethod
    def _pattern(node: Node) -> str:
        """How a rule's result is taken apart: fast rules always give one gradient an input."""
        if node.op.gradient_rule is not None:
            return "grads"
        return "plain" if node.op.input_order and len(node.op.input_order) == 1 else "tuple"

    def _emit(self, node: Node, call, label: str, args: list, needs: tuple, pattern: str) -> None:
        """Write the call of a rule and send each gradient to the input it belongs to."""
        results, sent = [], []
        for position in self._gradient_order(node):
            if position is None or not needs[position]:
                results.append("_")
                continue
            entry = node.inputs[position]
            results.append(self._gradient_name(entry))
            sent.append((entry, results[-1]))
        self.program.call(call, label, args, results, pattern, alone="python" if node.op.dynamic else "")
        if self._reused is not None and sent:
            self._reuse(sent[0][1], self._reused)
        self._reused = None
        here = self.lowering.places[node]
        for entry, value in sent:
            if pattern == "grads" or node in self.forward.taped:
                self._guard(entry, value)
            if node.op.fresh_gradients and node not in self.forward.taped:
                self._fresh.add(value)
            if self.lowering.plan.takes_part(entry):
                self._add(entry, self.across(value, here, self.lowering.places[entry.node]))
        self._tell(node, [value for _, value in sent])

    def _tell(self, node: Node, gradients: list[str]) -> None:
        """Show a node's gradients to the monitor, under MXNet's names."""
        if self.lowering.monitor is None:
            return
        for index, value in enumerate(gradients):
            number = index if len(gradients) > 1 else ""
            show = functools.partial(self.lowering.monitor[0], f"{node.name}_backward_output{number}")
            self.program.call(show, "monitor", [value], [], "none")

    def _gradient_order(self, node: Node) -> list:
        """Give for each gradient a rule returns the position of its input; None where it is absent."""
        if node in self.forward.taped or node.op.schema.variadic:
            return list(range(len(node.inputs)))
        present = node.input_names()
        return [present.index(name) if name in present[:len(node.inputs)] else None
                for name in node.op.input_order]

    def _guard(self, entry: Entry, value: str) -> None:
        """A rule may say 'no gradient' with None; whoever comes next wants zeros."""
        lowering = self.lowering
        maker = zeros_maker(lowering.shapes[entry], lowering.types[entry] or torch.float32,
                            lowering.places[entry.node])
        self.program.guard(value, maker)

    def finish(self) -> Program:
        """Return one gradient for each wanted argument, in their order; zeros where none arrives."""
        self._sum_shared()
        nodes = [node for node in self.lowering.graph.arguments if node in self.lowering.plan.wanted]
        names = []
        for node in nodes:
            found = self._sum(Entry(node))
            names.append(found if found is not None else self._zeros(Entry(node)))
        if self.lowering.landing is not None:
            self.program.inputs("targets", [self._targets[node] for node in nodes])
        self.program.returns = [names]
        return self.program


def check_heads(plan: BackwardPlan, given: list) -> None:
    """Refuse a backward that lacks a head gradient it needs."""
    for index, entry in enumerate(plan.graph.outputs):
        if plan.heads[index] and (index >= len(given) or given[index] is None):
            raise MXNetError(
                f"{entry.node.op_name}({entry.node.name}): Because the last operator is not Loss function, "
                "head_gradient is required when calling backward. If you are attempting to minimize the output "
                "as an objective, please modify your network and pass it through the make_loss symbol.")
