"""Operators on torch's tape: with their own gradient where autograd would give a different one.

It handles recorded calls of operators without a rule, second derivatives (`run_taped`), and whole graphs: whose calls
torch tapes one by one (`taped`), or whose planned call is one step (`CallFunction`). In a planned program, an operator
without a gradient rule has its own tape (`TapedForward`).
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .device import Context
from .graph import Entry, Graph, Node
from .matmul import by_onednn_if_large
from .mode import mode
from .op.lowering import Call
from .op.registry import Bound
from .op.shapes import known
from .ownership import owned, written_beside
from .passes.infer import infer_shapes
from .passes.writer import bodies
from .program import Program
from .refusal import check_kind
from .torch_private import tape_gradients


def run_taped(bound: Bound, tensors: Any, is_train: bool, rng: Any, device: Any) -> Any:
    """Like `Bound.run`, under torch's tape, with the operator's own gradient where it differs from autograd's.

    None of the operator's constant inputs must be on that tape.
    """
    if not bound.op.differentiable:
        with torch.no_grad():
            result = bound.run(tensors, is_train, rng, device)
        # an operator that passes its input on must not pass the tape on with it
        return tuple(t.detach() for t in result) if isinstance(result, tuple) else result.detach()
    if bound.exact is None:
        return bound.run(tensors, is_train, rng, device)
    if bound.plain:
        return apply_rule(bound, bound.call, *tensors)
    return apply_rule(bound, functools.partial(bound.call, **bound.injected(is_train, rng, device)), *tensors)


class RuleFunction(torch.autograd.Function):
    """Lets torch's tape use an operator's own rule where autograd would give a different gradient."""

    @staticmethod
    def forward(ctx: Any, bound: Any, call: Any, *tensors: Any) -> Any:
        result = call(*tensors)
        outs = result if result.__class__ is tuple else (result,)
        for out in outs:
            for tensor in tensors:
                if out is tensor:  # torch would merge the histories of an output and an input
                    outs = tuple([o.view_as(o) if o is tensor else o for o in outs])
        ctx.bound, rule = bound, bound.exact
        kept = tensors if rule.reads is None else [tensor if place in rule.reads else None
                                                   for place, tensor in enumerate(tensors)]
        ctx.save_for_backward(*kept, *(outs if rule.takes_outs else ()))
        ctx.mark_non_differentiable(*[out for out in outs if not out.is_floating_point()])
        return outs if result.__class__ is tuple else outs[0]

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        bound, kept, needs = ctx.bound, ctx.saved_tensors, ctx.needs_input_grad[2:]
        count = len(needs)
        found = bound.exact.call(bound.params, needs, grads, kept[:count], kept[count:])
        # Whatever a rule returns for the rest, an input that needs no gradient gets none.
        return (None, None, *[grad if need else None for grad, need in zip(found, needs)],
                *(None,) * (count - len(found)))


@functools.lru_cache(maxsize=1024)
def states_kernel(bound: Bound) -> Callable[..., Any]:
    """Return a gradient kernel that may change what it reads (auxiliary states, what the training forward saved)."""
    found = bound.op.lowered(Call("states", bound.params, group=[bound.params]))
    assert found is not None  # only operators with such a rule get here
    return found.run


# What its `apply` ends up calling if no torch function transform is active, as here.
apply_rule = super(torch.autograd.Function, RuleFunction).apply


# ---- one operator in a planned program ------------------------------------------------------------

class TapedForward:
    """Runs one operator under torch's autograd, for operators without a planned gradient.

    Returns the outputs detached from the tape, and the tape: (inputs, outputs, states among the inputs).
    """

    call: Callable[..., Any]
    needs: tuple[Any, ...]
    states: Sequence[int]

    __slots__ = ("call", "needs", "states")

    def __init__(self, call: Callable[..., Any], needs: tuple[Any, ...], states: Sequence[int] = ()) -> None:
        self.call, self.needs, self.states = call, needs, states

    def __call__(self, *tensors: Any) -> Any:
        # .data and not detach(): inputs and outputs may be overwritten in place before backward, which reads the
        # current values, as in MXNet; torch would refuse.
        ins = [t.data.requires_grad_() if need and t.is_floating_point() else t.data
               for t, need in zip(tensors, self.needs)]
        with torch.enable_grad():
            result = self.call(*ins)
        outs = result if isinstance(result, tuple) else (result,)
        shown = tuple(o.data for o in outs)
        states = [tensors[position] for position in self.states]
        written_beside(*states)
        return (shown if isinstance(result, tuple) else shown[0]), (ins, outs, states)


class TapedBackward:
    """Returns the gradients of a `TapedForward` call."""

    __slots__ = ("needs",)

    def __init__(self, needs: tuple[Any, ...]) -> None:
        self.needs: tuple[Any, ...] = needs

    def __call__(self, tape: tuple[Any, ...], *grads: Any) -> Any:
        ins, outs, states = tape
        pairs = [(o, g) for o, g in zip(outs, grads) if g is not None and o.requires_grad]
        wanted = [t for t, need in zip(ins, self.needs) if need and t.requires_grad]
        if not pairs or not wanted:
            return (None,) * len(ins)
        before = mode.retaining
        mode.retaining = keep = bool(before)  # the inner tape lives as long as the values around it
        try:
            with by_onednn_if_large(wanted):
                grads = tape_gradients([o for o, _ in pairs], wanted, [g for _, g in pairs], keep)
        finally:
            mode.retaining = before
        found = iter(grads)
        written_beside(*states)
        return tuple(next(found) if need and t.requires_grad else None for t, need in zip(ins, self.needs))


# ---- graphs ---------------------------------------------------------------------------------------
# For uses of a tape beyond one backward: higher derivatives, torch's own modules and tracers, and graphs that cannot be
# planned because shapes depend on values.

def taped(graph: Graph, is_train: bool, ctx: Context, rng: Callable[..., Any] | None,
          completed: Mapping[Node, Bound] | None = None) -> Program:
    """Write the program; it takes one list, the values of ``graph.variables``.

    ``rng`` returns the generator for random operators; None means torch's own. ``completed`` are the calls of nodes
    with params added, such as the shape of an initial state.
    """
    program, names = Program("taped"), {}
    for node in graph.variables:
        names[Entry(node)] = program.fresh(node.name)
    program.inputs("args", list(names.values()))
    for node in graph.nodes:
        if node.op is None:
            continue
        count = node.num_outputs
        results = [program.fresh(node.name if count == 1 else f"{node.name}_{index}") for index in range(count)]
        args = [names[Entry(entry.node, entry.index)] for entry in node.inputs]
        if hasattr(node.op, "per_node"):  # a user's code, which may write to its inputs
            args = [_apart(program, entry, value) for entry, value in zip(node.inputs, args)]
        kernel = _kernel(node, (completed or {}).get(node, node.bound), is_train, ctx, rng)
        program.call(kernel, node.op.name, args, results, "plain" if count == 1 else "tuple", node=node)
        names.update((Entry(node, index), name) for index, name in enumerate(results))
    program.returns = [[names[Entry(entry.node, entry.index)] for entry in graph.outputs]]
    return program


def _apart(program: Program, entry: Entry, value: str) -> str:
    """Copy a value that may be a view of another."""
    if entry.node.op is None or not entry.node.op.view:
        return value
    name = program.fresh(f"{value}_own")
    program.call(owned, "own_memory", [value], [name])
    return name


def _kernel(node: Node, bound: Bound, is_train: bool, ctx: Context, rng: Callable | None) -> Callable:
    device = ctx.torch_device
    if bound.op.wants_subgraphs:
        bound = with_bodies(node, is_train, ctx)

    def call(*tensors: torch.Tensor) -> Any:
        if tensors:
            check_kind(bound, tensors[0].dtype, node.name)
        # A tracer follows the function itself; the operators' own gradients are for eager training.
        for place in bound.constants:
            tensors = (*tensors[:place], *[tensor.detach() for tensor in tensors[place:place + 1]],
                       *tensors[place + 1:])
        if torch.compiler.is_compiling():
            return bound.run(tensors, is_train, rng, device)
        return run_taped(bound, tensors, is_train, rng, device)

    def call_anew(*tensors: torch.Tensor) -> Any:  # of a user's operator: backward finds the state of this call
        return bound.op.per_node(bound)(*tensors, is_train=is_train, device=device)
    return call_anew if hasattr(bound.op, "per_node") else call


class CallFunction(torch.autograd.Function):
    """A call of a planned graph (`evaluate.Call`): of a control-flow body, or for a second derivative."""

    @staticmethod
    def forward(ctx: Any, call: Any, *places: torch.Tensor) -> tuple[Any, ...]:
        ctx.call = call
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*places)
        # They share memory with what was saved, but not the write count: programs may overwrite outputs before
        # backward. And what is saved must not hold the tape that holds it.
        outputs = tuple([output.data for output in call.forward()])
        if call.planned.stops:
            ctx.mark_non_differentiable(*[output for output, on_tape in zip(outputs, call.planned.on_tape)
                                          if not on_tape])
        return outputs

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor | None) -> tuple[Any, ...]:
        if torch.is_grad_enabled():
            return (None, *ctx.call.differentiable(ctx.saved_tensors, heads))
        planned = ctx.call.planned
        found = ctx.call.gradients(heads, mode.retaining is not False)
        return (None, *[grad if planned.passes[place] else None for place, grad in zip(planned.wanted, found)])


apply_call = super(torch.autograd.Function, CallFunction).apply  # see `apply_rule`


def with_bodies(node: Node, is_train: bool, ctx: Context) -> Bound:
    """Return a control-flow node's call with its bodies baked in."""
    bound = Bound(node.op, node.params)
    bound.call = functools.partial(bound.call, subgraphs=bodies(node, is_train, ctx))
    return bound


def complete(graph: Graph, shapes: Sequence[tuple[Any, ...]]) -> dict[Node, Bound]:
    """Return the calls of nodes that create arrays whose sizes follow from the shapes of ``graph.variables``."""
    created = [node for node in graph.nodes if node.op is not None and node.op.completion is not None]
    if not created:
        return {}
    found = infer_shapes(graph, dict(zip([node.name for node in graph.variables], map(tuple, shapes))))
    return {node: Bound(node.op, node.op.completion(node.params, found[Entry(node)])) for node in created
            if known(found[Entry(node)])}
