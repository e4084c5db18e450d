"""Evaluator: runs a graph that is called like an operator, on tensors.

Each signature (shapes, types, context, mode, which inputs need gradients) is compiled once. When not recording, a call
runs one program; when recording, it is one step of the tape, a `Call`, whose forward and backward are the planned
programs that executors run. Control-flow bodies are called here, on torch's tape, and so are `mx.nd.CachedOp`s.
"""
from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .captured_calls import CallArena, CapturedCalls, Targets, borrow
from .compile import Compiled, Options, Specs, compile
from .device import Context
from .graph import Entry, Graph, Node
from .mode import mode
from .op.shapes import known
from .passes.inline import inline
from .program import Program
from .rng import generator, rewound
from .tape import apply_call, complete, taped
from .tiers import capture
from .tiers.glue import zeros_maker
from .torch_private import tape_gradients
from .tuning import EARLY_GRADIENT_FROM_BYTES

_SIGNATURES_KEPT = 64  # per graph; the least recently called one is dropped first


def evaluator(graph: Graph) -> Evaluator:
    """Return the evaluator of a graph: one per graph, so that all callers share its programs."""
    if graph.evaluator is None:
        graph.evaluator = Evaluator(graph)
    return graph.evaluator


class Evaluator:
    """Runs one graph on tensors, given in the order of ``graph.variables``.

    ``captured``: on a GPU its programs become CUDA graphs. That is for whole networks; control-flow bodies are called
    within programs, which are captured themselves.
    """

    def __init__(self, graph: Graph, captured: bool = False) -> None:
        self.graph: Graph = inline(graph)
        # (is_train, ctx, shapes, types, needs or None) -> Planned, or None if the graph cannot be planned
        self._made: weakref.WeakSet[Planned] = weakref.WeakSet()
        self._deriving: weakref.WeakSet[Any] = weakref.WeakSet()  # kernels that keep what they derive from weights
        self.arena: Callable[..., Any] = functools.lru_cache(None)(functools.partial(_arena, captured))
        self.planned: Callable[..., Planned | None] = functools.lru_cache(_SIGNATURES_KEPT)(
            functools.partial(_planned, self.graph, self._made, self._deriving, self.arena))
        self.taped: Callable[..., Program] = functools.lru_cache(_SIGNATURES_KEPT)(
            functools.partial(_taped, self.graph))

    def forget(self) -> None:
        """Free what calls have derived from parameters, as these are about to change: it is as large as they are."""
        for kernel in tuple(self._deriving) if self._deriving else ():
            kernel.forget()

    @property
    def code(self) -> str:
        """The programs of all cached signatures, as Python text."""
        return "\n\n\n".join(sorted(planned.code for planned in self._made))

    def __call__(self, is_train: bool, ctx: Context, *tensors: torch.Tensor) -> list[Any]:
        """Compute the outputs, on torch's tape if it records and an input is on it."""
        shapes = tuple([tensor.shape for tensor in tensors])
        if torch.compiler.is_compiling():  # a tracer follows the operators
            return self.taped(is_train, ctx, shapes).run(tensors)
        needs = tuple([tensor.requires_grad for tensor in tensors]) if torch.is_grad_enabled() else ()
        types = tuple([tensor.dtype for tensor in tensors])
        planned = self.planned(is_train, ctx, shapes, types, needs if True in needs else None)
        if planned is None:
            return self.taped(is_train, ctx, shapes).run(tensors)
        if planned.backward is None:
            return planned.run(tensors)
        call = Call(self, planned, [tensor.data for tensor in tensors])
        return list(apply_call(call, *[tensors[place] for place in planned.wanted]))


def _taped(graph: Graph, is_train: bool, ctx: Context, shapes: tuple) -> Program:
    """Write the program that torch tapes call by call."""
    return taped(graph, is_train, ctx, lambda: generator(ctx), complete(graph, shapes)).ready()


def _arena(captured: bool, ctx: Context) -> CallArena | None:
    """Return the arena in which the CUDA graphs of one called graph are captured; None if they are not wanted."""
    return CallArena(ctx) if captured and capture.wanted({ctx}) else None


def _planned(graph: Graph, made: weakref.WeakSet, deriving: weakref.WeakSet,
             arena: Callable[[Context], CallArena | None], is_train: bool, ctx: Context, shapes: tuple, types: tuple,
             needs: tuple | None) -> Planned | None:
    """Compile a graph for one signature; None if its calls have to be made one by one.

    That is the case if a shape depends on values, an array is sparse, a user's operator keeps state between the two
    passes, or a gradient has an integer type.
    """
    variables, states = graph.variables, set(graph.auxiliary)
    names = [node.name for node in variables]
    if len(set(names)) < len(names) or _acts_by_call(graph, needs is not None):
        return None
    wanted = [place for place, need in enumerate(needs or ()) if need and variables[place] not in states]
    compiled = compile(graph, Specs(dict(zip(names, map(tuple, shapes))), dict(zip(names, types))),
                       [variables[place] for place in wanted], Options(ctx))
    if compiled.storage or not all(known(shape) for cells in compiled.shapes.cells for shape in cells):
        return None
    found = Planned(graph, compiled, wanted, is_train, ctx, arena(ctx))
    kinds = [types[place] for place in wanted]
    kinds += [compiled.types[entry] for entry, on_tape in zip(compiled.graph.outputs, found.on_tape) if on_tape]
    if any(kind is not None and not kind.is_floating_point for kind in kinds):
        return None
    made.add(found)
    deriving.update(found.deriving)
    return found


def _acts_by_call(graph: Graph, recorded: bool) -> bool:
    """Return whether some operator is a user's, or would refuse a plan although no gradient may ever reach it."""
    return any(hasattr(node.op, "per_node") or recorded and node.op.no_gradient
               for node in graph.nodes if node.op is not None)


def _asks(nodes: list[Node], trait: str) -> bool:
    """Return whether an operator has a trait, or may have it in a body."""
    return any(getattr(node.op, trait) or node.op.wants_subgraphs for node in nodes)


class Planned:
    """A graph compiled for one signature: the programs of its call, and how tensors are passed to them."""

    def __init__(self, graph: Graph, compiled: Compiled, wanted: list[int], is_train: bool, ctx: Context,
                 arena: CallArena | None = None) -> None:
        self.wanted: list[int] = wanted
        self.is_train: bool = is_train
        self.ctx: Context = ctx
        places = {node: place for place, node in enumerate(graph.variables)}
        self._args, self._states = [places[n] for n in graph.arguments], [places[n] for n in graph.auxiliary]
        chosen = set(wanted)
        self.needs: list[bool] = [place in chosen for place in places.values()]
        self.path: Any = None  # what a front-end remembers of the last backward from its outputs
        plan, operators = compiled.plan, [node for node in graph.nodes if node.op is not None]
        self.passes: list[bool] = [place in chosen and node in plan.reached for node, place in places.items()]
        heads = zip(plan.heads, plan.graph.outputs)  # a backward may reach something without reading the gradient
        self.on_tape: list[bool] = [head or entry.node in plan.needs for head, entry in heads]
        self.stops: bool = not all(self.on_tape)
        self.zeros: list[Any] = _zero_heads(compiled, ctx)
        self.acts: bool = any(node.op.acts(node.params) for node in plan.active)
        self.random: bool = _asks(operators, "wants_rng")
        self._call = compiled.call
        self.is_captured: bool = arena is not None  # its programs become CUDA graphs
        # positions in ``wanted`` of large variables, whose gradients backward puts into their arrays on its way
        self.large: list[int] = [] if self.is_captured else _large(compiled, wanted, graph.variables)
        self.takes_targets: bool = self.is_captured or bool(self.large)
        compiled.targets = {graph.variables[wanted[number]]: False for number in self.large}
        differs = is_train and _asks(operators, "wants_train")
        self._keeps = differs or bool(plan.active)
        self._forward, self.backward = _programs(compiled, is_train, self._keeps)
        self.deriving: list[Any] = self._forward.deriving
        self._captures = None if arena is None else CapturedCalls(arena, self._forward, self.backward, self._call)

    def split(self, tensors: Any) -> tuple[Any, ...]:
        """Split tensors into arguments and states, as programs take them."""
        if not self._states:
            return tensors, ()
        return [tensors[place] for place in self._args], self.states(tensors)

    def states(self, tensors: Any) -> list[Any]:
        """Return those of the tensors that calls change."""
        return [tensors[place] for place in self._states]

    def run(self, tensors: Any) -> list[Any]:
        """Compute outputs for which no backward follows."""
        found = self.forward(tensors, recorded=False)
        return found[0] if self._keeps else found

    def forward(self, tensors: Any, recorded: bool = True) -> Any:
        """Compute the outputs, and what backward needs."""
        if self._captures is None:
            return self._call(self._forward.run, *self.split(tensors))
        leases = borrow(tensors)
        args, states = self.split(tensors)
        return self._captures.forward(args, states, recorded, leases)

    def gradients(self, tensors: Any, saved: list[Any], heads: Sequence[Any], retained: bool, targets: Targets | None,
                  state: torch.Tensor | None) -> list[Any]:
        """Compute the gradients of what is ``wanted``; captured and large ones go to ``targets``, where they have room.

        ``saved`` is emptied unless ``retained``. ``state`` is that of the generator before forward.
        """
        assert self.backward is not None
        args, states = self.split(tensors)
        if self._captures is not None:
            return self._captures.backward(args, states, saved, heads, targets,
                                           functools.partial(self._again, args, states, state), retained)
        memory = [[None] * len(self.large) if targets is None else targets.memory(self.large)] if self.large else []
        return self._call(self.backward.run, args, states, list(saved) if retained else saved, heads, *memory)

    def _again(self, args: Any, states: Any, state: torch.Tensor | None) -> list:
        """Recompute what forward saves, with the same random numbers; auxiliary states stay unchanged."""
        with rewound(generator(self.ctx), state):
            return self._forward.run(args, [tensor.clone() for tensor in states])[1]

    @property
    def code(self) -> str:
        """The programs as text."""
        return "\n\n\n".join(p.code for p in (self._forward, self.backward) if p is not None) + "\n"


def _programs(compiled: Compiled, is_train: bool, keeps: bool) -> tuple[Program, Program | None]:
    """Return the programs of both passes, the second if it has anything to do."""
    if not keeps:
        return compiled.inference().ready(), None
    forward, backward = compiled.training(is_train)
    return forward.ready(), backward.ready() if compiled.plan.active else None


def _large(compiled: Compiled, wanted: list[int], variables: Sequence[Node]) -> list[int]:
    """Return the positions of those of the wanted variables that are large."""
    return [number for number, place in enumerate(wanted)
            if compiled.bytes_of(Entry(variables[place])) >= EARLY_GRADIENT_FROM_BYTES]


def _zero_heads(compiled: Compiled, ctx: Context) -> list:
    """Return, for each output, what makes its gradient if none is given; None if backward reads none."""
    return [zeros_maker(compiled.shapes[entry], compiled.types[entry] or torch.float32, ctx) if head else None
            for head, entry in zip(compiled.plan.heads, compiled.plan.graph.outputs)]


class Call:
    """One call that a backward may follow: its tensors, and what forward saved."""

    __slots__ = ("evaluator", "planned", "tensors", "saved", "state", "__weakref__")

    def __init__(self, evaluator: Evaluator, planned: Planned, tensors: list[Any]) -> None:
        self.evaluator: Evaluator = evaluator
        self.planned: Planned = planned
        self.tensors: list[Any] = tensors
        self.saved: list[Any] | None = None
        # random numbers that a second derivative must see again
        self.state = generator(planned.ctx).get_state() if planned.random else None

    def forward(self) -> list[Any]:
        """Compute the outputs."""
        outputs, self.saved = self.planned.forward(self.tensors)
        return outputs

    def gradients(self, heads: Sequence[Any], retained: bool, targets: Targets | None = None) -> list[Any]:
        """Compute the gradients of what is wanted from those of the outputs, which may be None.

        A captured backward returns None for what it has written to ``targets``, others the memory that they wrote to.
        """
        saved, planned = self.saved, self.planned
        if saved is None:
            raise RuntimeError("Trying to backward through the graph a second time")  # as torch says it
        if any(head is None for head in heads):
            heads = [make() if head is None and make is not None else head for head, make in zip(heads, planned.zeros)]
        if not retained:
            self.saved = None
        if planned.large:
            self.evaluator.forget()
        before = mode.retaining
        mode.retaining = retained
        try:
            return planned.gradients(self.tensors, saved, heads, retained, targets, self.state)
        finally:
            mode.retaining = before

    def replay(self, places: Sequence[torch.Tensor]) -> tuple[Any, ...]:
        """Recompute the outputs on torch's tape."""
        again = Call(self.evaluator, self.planned, [place.data for place in places])
        again.state = self.state
        with rewound(generator(self.planned.ctx), self.state):
            return apply_call(again, *[places[place] for place in self.planned.wanted])

    def differentiable(self, places: tuple[Any, ...], heads: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the gradients as functions of inputs and output gradients, by taping every call."""
        planned, tensors = self.planned, list(self.tensors)
        for place, tensor in zip(planned.wanted, places):
            tensors[place] = tensor
        shapes = tuple([tensor.shape for tensor in tensors])
        with rewound(generator(planned.ctx), self.state):
            outputs = self.evaluator.taped(planned.is_train, planned.ctx, shapes).run(tensors)
        pairs = [(output, head) for output, head in zip(outputs, heads) if output.requires_grad and head is not None]
        return tape_gradients([output for output, _ in pairs], places, [head for _, head in pairs], True, True)
