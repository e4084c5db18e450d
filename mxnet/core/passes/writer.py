"""What the program writers have in common: names for entries, calls of nodes, and the sizes of values."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from ..device import Context
from ..graph import Entry, Node
from ..op.lowering import Call, Kernel
from ..op.registry import Bound
from ..op.shapes import known
from ..ownership import owned
from ..program import Program
from ..rng import generator
from ..tiers.glue import mover

if TYPE_CHECKING:
    from ..compile import Compiled


class Writer:
    """Names values for entries; a program belongs to it.

    ``sizes`` are the bytes of values, and ``holds`` says whose memory a value occupies or keeps alive, for reports.
    ``kinds`` are the bytes and types of values on the host that have memory of their own, and ``into`` has the calls
    that can write a value to memory that they are given, for `reuse`.
    """

    def __init__(self, c: Compiled, name: str) -> None:
        self.compiled = c
        self.program: Program = Program(name)
        self.names: dict[Entry, str] = {}
        self.moved: dict[tuple[Any, ...], str] = {}
        self.sizes: dict[str, int] = {}
        self.holds: dict[str, list[str]] = {}
        self.kinds: dict[str, tuple[int, torch.dtype | None]] = {}
        self.into: dict[str, Callable[..., Any]] = {}
        self._copies: set[str] = set()  # of views
        graph = c.graph
        for group, nodes in (("args", graph.arguments), ("aux", graph.auxiliary)):
            names = [self._name(Entry(node), node.name) for node in nodes]
            self.program.inputs(group, names)

    def _name(self, entry: Entry, hint: str) -> str:
        self.names[Entry(entry.node, entry.index)] = found = self._sized(entry, hint)
        return found

    def _sized(self, entry: Entry, hint: str) -> str:
        """Return a new name for a value of an entry's size."""
        c, found = self.compiled, self.program.fresh(hint)
        self.sizes[found] = c.bytes_of(entry)
        if entry.node.op is not None and c.places[entry.node].torch_device.type == "cpu":
            self.kinds[found] = self.sizes[found], c.types[entry]
        return found

    def value(self, entry: Entry) -> str:
        """Name the value of an entry."""
        return self.names[Entry(entry.node, entry.index)]

    def at(self, entry: Entry, ctx: Context) -> str:
        """Return an entry's value on a context, copied across devices at most once."""
        home = self.compiled.places[entry.node]
        return self.across(self.value(entry), home, ctx)

    def across(self, value: str, home: Context, ctx: Context) -> str:
        """Copy a value from one context to another."""
        if home is ctx or home.torch_device == ctx.torch_device:
            return value
        key = (value, ctx)
        if key not in self.moved:
            self.moved[key] = name = self.program.fresh(f"{value}_on_{ctx.device_type}{ctx.device_id}")
            self.sizes[name] = self.sizes.get(value, 0)
            self.program.call(mover(ctx), "copy_across", [value], [name])
        return self.moved[key]

    def call(self, node: Node, stage: str, **offers: Any) -> Call:
        """Describe a node's call at a stage."""
        c = self.compiled
        return Call(stage, c.params(node), c.input_specs(node), c.places[node].torch_device, **offers)

    def kernel(self, node: Node, is_train: bool, **offers: Any) -> Kernel:
        """Return the cheapest call for a node: what its operator lowers to, or the baked function."""
        c, op = self.compiled, node.op
        bound = c.spared.get(node) or node.bound
        if op.completion is not None and c.shapes[Entry(node)] is not None:
            bound = Bound(op, op.completion(bound.params, c.shapes[Entry(node)]))
        found = op.lowered(self.call(node, "forward", is_train=is_train, **offers)) if op.lowerings else None
        return found or Kernel(baked(bound, bound.call, is_train, c.places[node], node))

    def _outside(self, node: Node) -> str:
        """Return why a CUDA graph cannot hold a node's call, if it cannot."""
        if not node.op.dynamic:
            return ""
        shapes = self.compiled.shapes
        return "python" if all(known(shapes[Entry(node, i)]) for i in range(node.num_outputs)) else "shape"

    def emit_node(self, node: Node, kernel: Kernel, label: str, residual: str | None = None) -> None:
        """Write the call of one node and name its outputs."""
        ctx = self.compiled.places[node]
        if hasattr(node.op, "per_node"):  # a user's code, which may write to its inputs
            for entry in node.inputs:
                self.apart(entry)
        args = [self.at(e, ctx) for e in node.inputs]
        count = node.num_outputs
        hints = [node.name] if count == 1 else [f"{node.name}_{i}" for i in range(count)]
        results = [self._name(Entry(node, i), hint) for i, hint in enumerate(hints)]
        note = ", ".join(f"{k}={v}" for k, v in node.attrs.items() if not k.startswith("__"))
        traits = self._outside(node), node.op.wants_rng or node.op.wants_subgraphs or "_taped" in label
        if kernel.into is not None:
            self.into[results[0]] = kernel.into
        if node.op.view or kernel.overwrites:
            self.reuse(results[0], args[0])
            label += "_in_place" if kernel.overwrites else ""
        if residual is not None:
            if "_taped" in label:  # torch's tape keeps inputs and outputs
                self.holds[residual] = [*args, *results]
            elif "recompute" not in node.op.lowerings:
                self.sizes[residual] = self.sizes[results[0]]
            self.program.call(kernel.run, label, args, [*results, residual], "saved", note, *traits, node)
        else:
            self.program.call(kernel.run, label, args, results, "plain" if count == 1 else "tuple", note, *traits, node)

    def apart(self, entry: Entry) -> str:
        """Name a value that others may write to, or that must survive their writes; a view is copied, once."""
        value = self.value(entry)
        if value in self._copies or entry.node.op is None or not entry.node.op.view:
            return value
        copy = self._name(entry, f"{value}_own")
        self.program.call(owned, "own_memory", [value], [copy])
        self._copies.add(copy)
        return copy

    def show(self, label: str, value: str) -> None:
        """Show a value to the monitor."""
        self.program.call(functools.partial(self.compiled.monitor[0], label), "monitor", [value], [], "none")

    def reuse(self, value: str, source: str) -> None:
        """Note that a value has no memory of its own."""
        self.sizes[value], self.holds[value] = 0, [source]
        self.kinds.pop(value, None)

    def last_uses(self, returned: list[str]) -> dict[str, int]:
        """Return the last step that needs each value, or a value stored in or keeping its memory; the step count for
        results."""
        last = self.program.last_uses()
        last.update(dict.fromkeys(returned, len(self.program.steps)))
        self.prolong(last)
        return last

    def prolong(self, last: dict[str, int]) -> None:
        """Let what a value is in or keeps live as long as the value."""
        for step in reversed(self.program.steps):
            for name in step.results:
                for held in self.holds.get(name, ()) if name in last else ():
                    last[held] = max(last.get(held, -1), last[name])


def baked(bound: Bound, call: Callable[..., Any], is_train: bool, ctx: Context, node: Node) -> Callable[..., Any]:
    """Return what a program calls for a node: its operator, with params, mode and generator baked in."""
    op = bound.op
    if hasattr(op, "per_node"):  # a user's operator: a separate instance in every program
        call = op.per_node(bound)
    extra = bound.injected(is_train, lambda: generator(ctx), ctx.torch_device)
    if op.wants_subgraphs:
        extra["subgraphs"] = bodies(node, is_train, ctx)
    return functools.partial(call, **extra) if extra else call


def bodies(node: Node, is_train: bool, ctx: Context) -> list[Callable[..., Any]]:
    """Return the bodies of a control-flow node as functions of their variables' values, in order."""
    from ..evaluate import evaluator  # which runs graphs by the programs that are written here
    return [functools.partial(evaluator(graph), is_train, ctx) for graph in node.subgraphs]
