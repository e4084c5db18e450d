"""compile: from a graph and what is known of its variables to programs over tensors. No arrays, no symbols.

    compiled = compile(graph, Specs(shapes={"data": (32, 784)}, types={"data": torch.float32}), wanted,
                       Options(ctx=Context("cpu")))
    outputs = compiled.inference().run(arguments, states)
    forward, backward = compiled.training()
    outputs, saved = forward.run(arguments, states)
    gradients = backward.run(arguments, states, saved, output_gradients)

``arguments`` and ``states`` are lists of tensors in the order of ``graph.arguments`` and ``graph.auxiliary``;
``wanted`` are those of ``graph.arguments`` whose gradients backward gives, in that order. ``saved`` is emptied by
backward. Programs are written when first requested. A `Compiled` exposes all results of the analysis:
``compiled.shapes[entry]``, ``.types[entry]``, ``.places[node]``, ``.storage``, ``.plan``, and
``compiled.respecified(specs)`` compiles the same graph for another signature.

A front-end (an executor, a cached call) is a `Compiled` with arrays of its own around it.
"""
from __future__ import annotations

import copy
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import torch

from .construction.partition import check_backend
from .cores import on_all_cores, on_one_core
from .device import Context
from .errors import MXNetError
from .graph import Entry, Graph, Node
from .op.registry import Bound
from .op.shapes import known
from .passes.batch import batch
from .passes.cse import merge
from .passes.fuse import fuses, spared
from .passes.gradient import BackwardPlan
from .passes.infer import Inferred, infer_shapes, infer_types
from .passes.inline import inline
from .passes.lower import Backward, Forward
from .passes.place import place
from .passes.rematerialize import asks, find_rematerialized, is_worth_it
from .passes.reuse import reuse
from .passes.sink import sink
from .passes.storage import infer_storage
from .program import Program
from .scope import paused
from .storage import ROWS
from .tiers import fused, inductor, memory, precision, scripts
from .tuning import ONE_CORE_UP_TO_ELEMENTS


class Specs(NamedTuple):
    """What is known of variables beforehand, by name; the rest is inferred."""

    shapes: Mapping[str, tuple[Any, ...] | None] = {}
    types: Mapping[str, torch.dtype | None] = {}
    storage: Mapping[str, str] = {}
    contexts: Mapping[str, Context] | None = None  # used if groups have contexts


class Options(NamedTuple):
    """How a graph is compiled."""

    ctx: Context
    group2ctx: Mapping[str, Context] | None = None
    default_type: torch.dtype | None = None  # of variables whose type nothing determines
    repeated: Collection[int] = ()  # outputs that are repeated later, if equal computations are merged
    inductor: bool = False          # whether programs are also compiled by Inductor


class Pass(NamedTuple):
    """One line of `PASSES`: its name, which fields of a `Compiled` it replaces, and how.

    If it sets several fields it may return None, which leaves them unchanged.
    """

    name: str
    sets: tuple[str, ...]
    run: Callable[[Compiled], object]


def compile(graph: Graph, specs: Specs, wanted: Collection[Node], options: Options) -> Compiled:
    """Run the analysis passes over a graph; programs are written from their results on request."""
    check_backend()
    return Compiled(graph, specs, wanted, options)


class Compiled:
    """A graph with all results of the passes, and the programs written from it."""

    specs: Specs
    wanted: Collection[Node]
    options: Options

    graph: Graph
    shapes: Inferred
    types: Inferred
    storage: dict[Entry, str]         # of entries that are not dense
    places: Mapping[Node, Context]
    contexts: list[Context]           # all of them
    plan: BackwardPlan
    small: bool                       # whether one core is enough
    call: Callable[..., Any]          # calls a program's ``run``, with the right cores and precision
    trains: bool                      # of a lowered one: whether a backward follows
    rematerializes: bool              # whether backward rematerializes cheap values
    rematerialized: frozenset[Node]   # nodes that backward recomputes
    spared: Mapping[Any, Any]                   # calls that leave an input alone

    def __init__(self, graph: Graph, specs: Specs, wanted: Collection[Node], options: Options) -> None:
        self.graph, self.specs, self.wanted, self.options = graph, specs, wanted, options
        self.monitor: tuple[Any, ...] | None = None   # (function of name and tensor, whether inputs are shown too)
        # Variables for whose gradients backward gets memory, or None -> whether it copies them there, while it runs.
        self.targets: dict[Node, bool] = {}
        self.calls: Mapping[Node, Bound] = {}  # nodes whose calls the front-end provides
        self.by_rows: Collection[Node] = ()  # variables whose gradients are sparse tensors of rows
        self._programs: dict = {}
        self._run(ANALYSIS)

    def respecified(self, specs: Specs) -> Compiled:
        """Return the same graph compiled for other shapes, types or contexts; a monitor is kept."""
        made = copy.copy(self)
        made.specs, made.targets, made.calls, made.by_rows, made._programs = specs, {}, {}, (), {}
        made._run(step for step in ANALYSIS if step.sets != ("graph",))
        return made

    def _run(self, passes: Iterable[Pass]) -> None:
        for step in passes:
            found: Any = step.run(self)
            for name, value in zip(step.sets, (found,) if len(step.sets) == 1 else found or ()):
                setattr(self, name, value)
            if after_pass is not None:
                after_pass(step, self)

    # ---- programs -------------------------------------------------------------------------------

    def watch(self, monitor: tuple[Any, ...] | None) -> None:
        """Set or remove the monitor; programs are written again."""
        self.monitor = monitor
        self._programs = {}

    @property
    def compiles(self) -> bool:
        """Whether Inductor compiles the programs; monitored programs are not compiled."""
        return self.options.inductor and self.monitor is None and not self.calls

    def inference(self) -> Program:
        """Outputs only; everything else is freed as early as possible. Run it on arguments and states."""
        if None not in self._programs:
            with paused():
                program = self.inference_writer(fuse=not self.compiles).program
            program.faster = lambda plain: fused.fused(scripts.scripted(plain))
            self._programs[None] = inductor.compiled(program) if self.compiles else program
        return self._programs[None]

    def training(self, is_train: bool = True) -> tuple[Program, Program]:
        """The forward program that also returns what backward needs, and the backward program.

        With ``is_train=False`` operators and their gradients compute as at inference.
        """
        if is_train not in self._programs:
            with paused():
                programs = [writer.program for writer in self.writers(is_train)]
            self._programs[is_train] = tuple(map(inductor.compiled, programs) if self.compiles else programs)
        return self._programs[is_train]

    def inference_writer(self, fuse: bool = True) -> Forward:
        """The writer of the inference program, which knows more about its values."""
        writer = Forward(self.lowered(), "forward", is_train=False, plan=None, fuse=fuse)
        writer.finish()
        return writer

    def writers(self, is_train: bool = True) -> tuple[Forward, Backward]:
        """The writers of the two training programs."""
        lowered = self.lowered(trains=True)
        forward = Forward(lowered, "forward_train" if is_train else "forward_kept", is_train, lowered.plan)
        backward = Backward(lowered, forward)
        forward.finish(backward.kept)
        if self.monitor is None and not self.compiles:
            for writer in (forward, backward):
                reuse(writer, [name for names in writer.program.returns for name in names])
        return forward, backward

    def lowered(self, trains: bool = False) -> Compiled:
        """Return what programs are written from: a copy after the passes that only they see."""
        made = copy.copy(self)
        made.trains = trains
        made._run(LOWERING)
        return made

    # ---- what passes ask ------------------------------------------------------------------------

    def may_regroup(self) -> bool:
        """Return whether calls may be fused or reordered.

        A monitor sees the original graph; group contexts and sparse arrays stay with their nodes, and calls that mutate
        variables keep their order.
        """
        nodes = self.graph.nodes
        return not (self.monitor or self.options.group2ctx or self.storage or not fuses() or asks(self.graph)
                    or any(entry.version for node in nodes for entry in node.inputs))

    def regrouped(self, graph: Graph, shapes: Inferred, types: Inferred) -> tuple[Any, ...]:
        """Return another graph that computes the same, and what is known of it."""
        plan = BackwardPlan(graph, self.plan.wanted, self.options.repeated)
        return graph, shapes, types, place(graph, self.options.ctx), plan

    # ---- what front-ends ask --------------------------------------------------------------------

    def spec(self, node: Node) -> tuple[tuple[Any, ...], torch.dtype, Context]:
        """Return shape, type and context of a variable."""
        number = self.graph.index[node]
        return self.shapes.cells[number][0], self.types.cells[number][0] or torch.float32, self.places[node]

    def check_known(self) -> None:
        """Refuse variables whose shapes cannot be inferred from what is given."""
        shapes = self.shapes
        unknown = [f"{node.name}: {shapes.of(node)}" for node in self.graph.variables if not known(shapes.of(node))]
        if unknown:
            raise MXNetError("InferShape pass cannot decide shapes for the following arguments (-1 means unknown "
                             f"dimensions). Please consider providing them as inputs:\n{', '.join(unknown)}, ")

    # ---- what writers ask -----------------------------------------------------------------------

    def params(self, node: Node) -> Any:
        """Return a node's params, adjusted to what is needed of it."""
        return self.spared[node].params if node in self.spared else node.params

    def needs(self, node: Node) -> tuple[Any, ...]:
        """Which inputs get a gradient, and by rows if it is `ROWS`; a monitor needs to see all of them."""
        found: Sequence[Any] = self.plan.needs[node]
        if self.monitor is not None:
            states = set(node.mutable_inputs())
            found = [position not in states for position in range(len(node.inputs))]
        if self.by_rows:
            found = [ROWS if entry.node in self.by_rows else need for entry, need in zip(node.inputs, found)]
        return tuple(found)

    def bytes_of(self, entry: Entry) -> int:
        """How many bytes a value takes; 0 if its shape is unknown."""
        shape, dtype = self.shapes[entry], self.types[entry]
        return prod(shape) * (dtype.itemsize if dtype else 4) if known(shape) else 0

    def input_specs(self, node: Node) -> list[Any]:
        """Shapes and types of a node's inputs."""
        return [(self.shapes[e], self.types[e] or torch.float32) for e in node.inputs]


def _cse(c: Compiled) -> Graph:
    return c.graph if os.environ.get("MXNET_ELIMINATE_COMMON_EXPR", "1") == "0" else merge(c.graph)


def _place(c: Compiled) -> tuple[dict[Node, Context], list[Context]]:
    ctx, group2ctx, given = c.options.ctx, c.options.group2ctx, c.specs.contexts or {}
    if not group2ctx:
        return place(c.graph, ctx), [ctx]
    fixed = {node: given[node.name] for node in c.graph.variables if node.name in given}
    places = place(c.graph, ctx, group2ctx, fixed)
    return places, list(dict.fromkeys(places.values()))


def _runner(c: Compiled) -> tuple[bool, Callable]:
    if [ctx for ctx in c.contexts if ctx.device_typeid == 2]:
        return False, precision.run
    small = all(known(shape) and prod(shape) <= ONE_CORE_UP_TO_ELEMENTS for cells in c.shapes.cells for shape in cells)
    if small:
        return True, on_one_core
    sizes = [c.bytes_of(Entry(node, index)) for node in c.graph.nodes if node.op for index in range(node.num_outputs)]
    return False, memory.keeping_large if memory.keeps_large(sizes) else on_all_cores


# The compiler: one line per pass, in the order they run. The first half runs when a graph is compiled ...
ANALYSIS = (
    Pass("inline", ("graph",), lambda c: inline(c.graph)),
    Pass("CSE", ("graph",), _cse),
    Pass("infer shapes", ("shapes",), lambda c: infer_shapes(c.graph, c.specs.shapes)),
    Pass("infer types", ("types",), lambda c: infer_types(c.graph, c.specs.types, filling=c.options.default_type)),
    Pass("infer storage", ("storage",), lambda c: infer_storage(c.graph, c.specs.storage)),
    Pass("place", ("places", "contexts"), _place),
    Pass("plan gradient", ("plan",), lambda c: BackwardPlan(c.graph, set(c.wanted), c.options.repeated)),
    Pass("choose cores", ("small", "call"), _runner),
)
# ... the second when a program is written, on a copy: queries about the graph see it as it was analysed. The program's
# writer follows (passes/lower.py), which fuses chains of calls for inference.
LOWERING = (
    Pass("choose rematerialization", ("rematerializes",), is_worth_it),
    Pass("batch", ("graph", "shapes", "types", "places", "plan"), batch),
    Pass("sink", ("graph", "shapes", "types", "places", "plan"), sink),
    Pass("spare", ("spared",), lambda c: {**spared(c.graph, c.plan.wanted), **c.calls}),
    Pass("rematerialize", ("rematerialized",), find_rematerialized),
)
PASSES = (*ANALYSIS, *LOWERING)

after_pass: Callable[[Pass, Compiled], None] | None = None  # tests verify here what every pass leaves behind
