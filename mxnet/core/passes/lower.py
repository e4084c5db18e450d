"""Lowers a graph to flat programs: inference, training forward and backward. Called by `Compiled`."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import torch

from ..device import Context
from ..graph import Entry, Node
from ..op.gradient import Gradient
from ..op.lowering import Call, Following, Kernel
from ..op.registry import Op
from ..order import contiguous
from ..ownership import owned
from ..refusal import check_kind
from ..shared_states import planned_order, without_repeats
from ..shown import inputs_shown, outputs_shown
from ..storage import ROWS
from ..tape import TapedBackward
from ..tiers.glue import filled, put, zeros_maker
from ..tiers.memory import release
from ..tuning import EARLY_GRADIENT_FROM_BYTES, TRIM_EVERY_NODES
from .batch_gradients import Shared, find_shared
from .fuse import Fusing, fuses, lent_values
from .gradient import BackwardPlan, rule_of
from .rematerialize import Recomputing, gradient_kernel, is_deferred

if TYPE_CHECKING:
    from ..compile import Compiled


class Forward(Fusing):
    """Writes a forward program; remembers how each node's gradient will be computed."""

    def __init__(self, c: Compiled, name: str, is_train: bool, plan: BackwardPlan | None,
                 fuse: bool = False) -> None:
        super().__init__(c, name, plan)
        self.is_train = is_train
        self.residuals: dict[Node, str] = {}
        self.deferred: set[Node] = set()  # whose residuals backward computes itself
        self.overwritten: set[Entry] = set()
        self.lent: set[Node] = lent_values(c.graph) if plan else set()
        self.fuses: bool = fuse and c.monitor is None and fuses()
        self._chains: dict[Node, tuple[list[tuple[Node, int]], Kernel]] = {}  # by their last node
        for node in c.graph.nodes:
            if node in self._chains:
                self.emit_chain(*self._chains[node])
            elif node.op is not None and node not in self.inside:
                self._node(node, node in self.active)
                self._monitor(node)

    def _node(self, node: Node, active: bool) -> None:
        """Write the call of a node, or defer it to the last node that the same call covers."""
        c, label = self.compiled, node.op.name
        if node.inputs:
            check_kind(node.bound, c.types[node.inputs[0]], node.name)
        rule = rule_of(node) if active else None
        if active and (rule is None or rule.takes_saved):
            self._saving(node, rule)
            return
        lowers = "forward" in node.op.lowerings
        following = self.following(node) if lowers else []
        kernel = self.kernel(node, self.is_train, stateful=self.fuses, overwrite=lowers and self.may_overwrite(node),
                             free=functools.partial(self.is_free, node),
                             given=lambda position: node.inputs[position].node.op is None,
                             leaves=functools.partial(self.leaves, node),
                             readers=functools.partial(self.readers, node),
                             follows=tuple(Following(n.op, c.params(n), c.input_specs(n), place,
                                                     functools.partial(self.is_free, n)) for n, place in following))
        if kernel.applies:
            chain = [(node, 0), *following[:kernel.applies]]
            self.inside.update(n for n, _ in chain)
            self._chains[chain[-1][0]] = chain, kernel
            return
        if kernel.overwrites:
            self.overwritten.add(Entry(node.inputs[0].node, node.inputs[0].index))
        self.emit_node(node, kernel, label)
        self.written.add(node)

    def _saving(self, node: Node, rule: Gradient | None) -> None:
        """Write the call of a node whose gradient needs more than its inputs and outputs."""
        if rule is None:
            self.taped.add(node)
        if rule is None or getattr(node.op.train_function, "keeps_input", False):
            for entry in node.inputs:
                self.own(entry)
        if is_deferred(node, self.compiled):
            self.deferred.add(node)
            return self.emit_node(node, self.kernel(node, self.is_train), node.op.name)
        self.residuals[node] = residual = self.program.fresh(f"{node.name}_saved")
        kernel, label = gradient_kernel(node, self.compiled, self.is_train)
        return self.emit_node(node, kernel, label, residual)

    def own(self, entry: Entry) -> str:
        """Name a value that backward reads; a view of an array that others may write to by then is copied."""
        return self.apart(entry) if entry.node in self.lent else self.value(entry)

    def _monitor(self, node: Node) -> None:
        """Show a node's outputs to the monitor, if there is one."""
        if self.compiled.monitor is None:
            return
        outputs = [self.apart(Entry(node, index)) for index in range(node.num_outputs)]
        if self.compiled.monitor[1]:  # inputs too
            for entry, name in inputs_shown(node):
                for label in [name] if entry.node.op is not None else [entry.node.name, name]:
                    self.show(label, self.value(entry))
        for index, name in outputs_shown(node):
            self.show(name, outputs[index])

    def finish(self, *kept: list[str]) -> None:
        """Return the outputs, and what backward needs saved."""
        self.program.returns = [self._outputs(), *kept]

    def _outputs(self) -> list[str]:
        """Name the outputs; copy one that may share memory with an argument."""
        names, seen = [], set()
        turned = any(node.op is not None and node.op.view for node in self.compiled.graph.nodes)  # perhaps, and kept so
        for entry in self.compiled.graph.outputs:
            value, node = self.value(entry), entry.node
            shares = node.op is None or node.op.view or value in seen
            # channels may be last inside, but never outside
            if shares or turned or len(self.compiled.shapes[entry] or ()) == 4:
                name = self.program.fresh(f"{value}_out")
                if shares:
                    self.sizes[name] = self.sizes[value]
                self.program.call(*((owned, "own_memory") if shares else (contiguous, "contiguous")), [value], [name])
                value = name
            seen.add(value)
            names.append(value)
        return names


class Backward(Recomputing):
    """Writes the backward program from the rules; notes in ``kept`` what forward must save."""

    def __init__(self, c: Compiled, forward: Forward) -> None:
        super().__init__(c, forward)
        self.parts: dict[Entry, list[str]] = {}
        self._fresh: set[str] = set()  # gradients that share memory with nothing else
        self._summed: set[Node] = set()  # whose output gradient exists only as the sums that they read of it
        self._moved: dict[Op, list[Node]] = {}  # nodes whose states their gradient changes
        self._targets: dict[Node, str] = {node: self.program.fresh(f"{node.name}_grad") for node in c.targets}
        # whose gradients are copied there as soon as they are made, unless a kernel writes them there
        self._early = {node for node in c.targets if not c.compiles and forward.uses[node, 0] == 1
                       and c.bytes_of(Entry(node)) >= EARLY_GRADIENT_FROM_BYTES}
        plan = c.plan
        plain = c.monitor is None and not c.rematerialized and fuses()
        self._shared = find_shared(plan.active, c) if plain else {}
        self.heads: list[str] = [self.program.fresh(f"head_{i}") for i in range(len(c.graph.outputs))]
        self.program.inputs("saved", self._saved_names, consumed=True)
        self.program.inputs("heads", self.heads)
        for entry, head, needed in zip(c.graph.outputs, self.heads, plan.heads):
            if needed:
                self._add(entry, head)
        for number, node in enumerate(planned_order(plan), 1):
            self._node(node)
            if c.rematerializes and number % TRIM_EVERY_NODES == 1:  # first when forward has left the most
                self.program.call(release, "release_memory", [], [], "none")
        self._move_states()
        self._sum_shared()
        self._finish()

    def _move_states(self) -> None:
        """Write one call that updates the states of all nodes of an operator."""
        for op, moved in self._moved.items():
            for nodes in without_repeats(moved):
                args = [[[self.value(node.inputs[place]) for place in node.mutable_inputs()],
                         self.residual(node)] for node in nodes]
                kernel = op.lowered(Call("states", nodes[0].params, group=[node.params for node in nodes]))
                self.program.call(kernel.run, f"{op.name}_states", args, [], "none", untraced=True,
                                  node=nodes[0])

    # ---- gradients ----------------------------------------------------------------------------

    def _add(self, entry: Entry, value: str) -> None:
        if entry.node in self._early:
            value, made = self._gradient_name(entry), value
            self.program.call(put, "put", [made, self._targets[entry.node]], [value])
            self.compiled.targets[entry.node] = True
        parts = self.parts.setdefault(Entry(entry.node, entry.index), [])
        parts.append(value)
        if entry.node.op is None and len(parts) > 1:  # a variable's gradient is needed last, so all would be held
            parts[:] = [self._added(entry, *parts)]

    def _sum(self, entry: Entry) -> str | None:
        """Return the gradient of an entry: the sum of its users' contributions."""
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
        own = total in self._fresh and self.compiled.monitor is None
        if own:
            self.reuse(name, total)
        self.program.call(torch.Tensor.add_ if own else torch.add, "add_" if own else "add", [total, part], [name])
        self._fresh.add(name)
        return name

    def _zeros_maker(self, entry: Entry) -> Callable:
        c = self.compiled
        return zeros_maker(c.shapes[entry], c.types[entry] or torch.float32, c.places[entry.node])

    def _zeros(self, entry: Entry) -> str:
        name = self._sized(entry, f"zeros_{entry.node.name}")
        self.program.call(self._zeros_maker(entry), "zeros", [], [name])
        return name

    def _node(self, node: Node) -> None:
        entries = [Entry(node, i) for i in range(node.num_outputs)]
        grads = [self._sum(e) for e in entries]
        if all(g is None for g in grads):
            if not node.op.acts(node.params):
                return
            if node in self.forward.taped:
                grads = [self._zeros(e) for e in entries]
        needs = self.compiled.needs(node)
        if node in self._shared:
            self._note_shared(node, self._shared[node], grads[0], needs)
        elif node in self.forward.taped:
            args = [self.residual(node), *grads]
            self._emit(node, TapedBackward(needs), f"{node.op.name}_taped_backward", args, needs)
        else:
            if "states" in node.op.lowerings and self.forward.is_train:
                self._moved.setdefault(node.op, []).append(node)
            self._write_gradient(node, grads, needs)

    def _write_gradient(self, node: Node, grads: list, needs: tuple, kernel: Kernel | None = None) -> None:
        """Write the call of a node's gradient rule."""
        args = self._rule_args(node, grads)
        homes = self._homes(node.inputs[1:])
        kernel = kernel or self._gradient_kernel(node, needs, into=any(homes), summed=node in self._summed,
                                                 sums=self._axis_of_sums(node.inputs[0]) if needs[0] else None,
                                                 overwrite=grads[0] in self._fresh and self.compiled.monitor is None)
        if kernel.fills:
            args += homes
            self._early.difference_update(e.node for e in node.inputs[1:])
        if kernel.sums:
            self._summed.add(node.inputs[0].node)
        self._emit(node, kernel.run, f"{node.op.name}_backward", args, needs, grads[0] if kernel.overwrites else None)

    def _axis_of_sums(self, entry: Entry) -> int | None:
        """Return the axis beside which all that reads the gradient of an entry with one user sums it."""
        source, c = entry.node, self.compiled
        rule = None if source.op is None or entry.index or source in self.forward.taped else source.op.sums_gradient
        if rule is None or c.monitor is not None or self.forward.uses[source, 0] != 1:
            return None
        return rule(c.params(source), c.needs(source), len(c.shapes[entry]))

    def _note_shared(self, node: Node, shared: Shared, grad: str, needs: tuple) -> None:
        """Write the gradient of a node's first input; those of its parameters follow when all nodes are known."""
        shared.grads.append(grad)
        shared.firsts.append(self.at(node.inputs[0], self.compiled.places[node]))
        if needs[0]:
            only_first = (True, *(False for _ in needs[1:]))
            shared.to_first = shared.to_first or self._gradient_kernel(node, only_first)
            self._write_gradient(node, [grad], only_first, shared.to_first)

    def _sum_shared(self) -> None:
        """Write the gradients of parameters that several nodes share."""
        for shared in dict.fromkeys(self._shared.values()):
            entries = shared.node.inputs[1:]
            if not shared.grads:
                continue
            names = [self._gradient_name(entry) for entry in entries]
            self.program.call(shared.to_others, f"{shared.node.op.name}_backward", [shared.grads, shared.firsts],
                              names, "tuple", f"over {len(shared.grads)} nodes", node=shared.node)
            self._fresh.update(names)
            for entry, name in zip(entries, names):
                self._send(entry, name, self.compiled.places[shared.node])

    def _send(self, entry: Entry, grad: str, ctx: Context) -> None:
        """Add a gradient computed on a context to those of an entry."""
        self._add(entry, self.across(grad, ctx, self.compiled.places[entry.node]))

    def _homes(self, entries: list[Entry]) -> list[str | None]:
        """Return the memory that is to hold exactly the gradients of a node's parameters."""
        if self.compiled.monitor is not None or any(self.forward.uses[e.node, e.index] != 1 for e in entries):
            return []
        return [self._targets.get(e.node) for e in entries]

    def _gradient_kernel(self, node: Node, needs: tuple, **offers) -> Kernel:
        """Return a node's gradient: what its operator lowers it to, or the rule with params and needs baked in."""
        if node.op.lowerings and ROWS not in needs:
            found = node.op.lowered(self.call(node, "backward", needs=needs, **offers))
            if found is not None:
                return found
        rule, extra = rule_of(node), {}
        if rule.takes_p:
            extra["p"] = node.params
        if rule.takes_needs:
            extra["needs"] = needs
        return Kernel(functools.partial(rule.function, **extra) if extra else rule.function)

    def _rule_args(self, node: Node, grads: list) -> list:
        ctx = self.compiled.places[node]
        entries = [Entry(node, i) for i in range(node.num_outputs)]
        order = {name: position for position, name in enumerate(node.input_names())}
        declared = node.op.input_order
        args: list = []
        for kind, index in rule_of(node).wants:
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

    def _emit(self, node: Node, kernel: Callable, label: str, args: list, needs: tuple,
              reused: str | None = None) -> None:
        """Write the call of a gradient, which may overwrite a value, and send its results to the inputs."""
        taped = node in self.forward.taped
        entries = self._receivers(node, needs)
        results = ["_" if entry is None else self._gradient_name(entry) for entry in entries]
        # Fast rules return one gradient per declared input; a monitor sees those of constant ones too, which are zeros.
        complete = not (taped or node.op.gradient_rule or self.compiled.monitor)
        if not complete:  # a missing one means no gradient; the next reader needs zeros
            kernel = filled(kernel, [None if entry is None else self._zeros_maker(entry) for entry in entries])
        single = complete and len(node.op.input_order) == 1
        self.program.call(kernel, label, args, results, "plain" if single else "tuple",
                          outside="python" if node.op.dynamic else "", untraced=taped, node=node)
        sent = [(entry, name) for entry, name in zip(entries, results) if entry is not None]
        if reused is not None and sent:
            self.reuse(sent[0][1], reused)
        for place, (entry, value) in enumerate(sent):
            sent[place] = entry, name = entry, self._copied(entry, value)
            if node.op.fresh_gradients and not taped:
                self._fresh.add(name)
            if self.compiled.plan.takes_part(entry):
                self._send(entry, name, self.compiled.places[node])
        self._monitor(node, [name for _, name in sent])

    def _copied(self, entry: Entry, value: str) -> str:
        """Copy a gradient if a monitor is about to see it: it may be expanded, or that of another entry too."""
        if self.compiled.monitor is None:
            return value
        name = self._gradient_name(entry)
        self.program.call(owned, "own_memory", [value], [name])
        return name

    def _monitor(self, node: Node, gradients: list[str]) -> None:
        """Show a node's gradients to the monitor, under MXNet's names."""
        for index, value in enumerate(gradients if self.compiled.monitor is not None else ()):
            self.show(f"{node.name}_backward_output{index if len(gradients) > 1 else ''}", value)

    def _receivers(self, node: Node, needs: tuple) -> list[Entry | None]:
        """Return the input that gets each gradient of a rule; None if it is absent or needs none."""
        wanted = [entry if need else None for entry, need in zip(node.inputs, needs)]
        if node in self.forward.taped or node.op.schema.variadic:
            return wanted
        present = dict(zip(node.input_names(), wanted))
        return [present.get(name) for name in node.op.input_order]

    def _finish(self) -> None:
        """Return one gradient per wanted argument, in order; zeros where none arrives."""
        nodes = [node for node in self.compiled.graph.arguments if node in self.compiled.plan.wanted]
        self.program.returns = [[self._sum(Entry(node)) or self._zeros(Entry(node)) for node in nodes]]
        if self._targets:
            self.program.inputs("targets", list(self._targets.values()))
