"""How operators stand on torch's tape: with their own gradient where they have one, in one step where that pays.

Imperative calls that are recorded come here, and graphs that torch tapes call by call; programs of executors do not.
"""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from .op.lowering import Call
from .op.registry import Bound


def run_taped(bound: Bound, tensors: Any, is_train: bool, rng: Any, device: Any, shown: int | None = None) -> Any:
    """Like `Bound.run`, under torch's tape, with the operator's own gradient where it has one.

    Outputs after the first ``shown`` may be missing.
    """
    if not bound.op.differentiable:
        with torch.no_grad():
            result = bound.run(tensors, is_train, rng, device)
        # an operator that passes its input on must not pass the tape on with it
        return tuple(t.detach() for t in result) if isinstance(result, tuple) else result.detach()
    if bound.exact is None:
        if not is_one_step(bound, tensors, is_train):
            return bound.run(tensors, is_train, rng, device)
        extra = {} if bound.plain else bound.injected(is_train, rng, device)
        return apply_fast(bound, (extra, shown or bound.outputs), *tensors)
    if bound.plain:
        return apply_rule(bound, bound.call, *tensors)
    return apply_rule(bound, functools.partial(bound.call, **bound.injected(is_train, rng, device)), *tensors)


def is_one_step(bound: Bound, tensors: Any, is_train: bool) -> bool:
    """Tell whether torch's tape holds this call as one step, whose outputs have memory of their own."""
    rule = bound.op.tape_rule
    return rule is not None and rule(bound.params, tensors, is_train)


def _answer(found: tuple, needs: tuple) -> tuple:
    """Give what torch expects of a backward: two params and then the inputs.

    Whatever a rule says about the rest, an input without a need has no gradient.
    """
    return (None, None, *[g if need else None for g, need in zip(found, needs)],
            *(None,) * (len(needs) - len(found)))


class RuleFunction(torch.autograd.Function):
    """Lets torch's tape use an operator's own rule where autograd would give another gradient."""

    @staticmethod
    def forward(ctx, bound, call, *tensors):
        result = call(*tensors)
        outs = result if result.__class__ is tuple else (result,)
        for out in outs:
            for tensor in tensors:
                if out is tensor:  # torch would merge the histories of an output and an input
                    outs = tuple([o.view_as(o) if o is tensor else o for o in outs])
        ctx.bound, keeps = bound, bound.exact.keeps
        if keeps is None:
            ctx.save_for_backward(*tensors, *outs)
        else:
            count = len(tensors)
            ctx.save_for_backward(*[outs[0] if place < 0 else tensors[place] if place < count else None
                                    for place in keeps])
        _mark_whole(ctx, outs)
        return outs if result.__class__ is tuple else outs[0]

    @staticmethod
    def backward(ctx, *grads):
        bound, kept, needs = ctx.bound, ctx.saved_tensors, ctx.needs_input_grad[2:]
        rule, count = bound.exact, len(needs)
        if rule.keeps is None:
            found = rule.call(bound.params, needs, grads, kept[:count], kept[count:])
        else:
            found = rule.call_kept(bound.params, needs, grads, kept)
        return _answer(found, needs)


def _mark_whole(ctx, outs: tuple) -> None:
    whole = [out for out in outs if not out.is_floating_point()]
    if whole:
        ctx.mark_non_differentiable(*whole)


class FastFunction(torch.autograd.Function):
    """Puts an operator on torch's tape in one step, with its `fast_gradient` for what torch would tape.

    ``how`` is (what the operator wants injected, number of outputs that are asked for).
    """

    @staticmethod
    def forward(ctx, bound, how, *tensors):
        extra, shown = how
        result, saved = bound.train(*tensors, **extra) if bound.train is not None \
            else (bound.call(*tensors, **extra), ())
        outs = result if result.__class__ is tuple else (result,)
        ctx.bound, ctx.extra = bound, extra
        ctx.set_materialize_grads(False)
        # All inputs, whatever the rule reads: a second derivative starts from them. States may change meanwhile.
        states = bound.op.states
        ins = [t.data if place in states else t for place, t in enumerate(tensors)] if states else tensors
        ctx.save_for_backward(*ins, *(outs if bound.op.backward_kernel.takes_outs else ()), *saved)
        if shown == 1:
            return outs[0]
        _mark_whole(ctx, outs)
        return outs[:shown]

    @staticmethod
    def backward(ctx, *grads):
        bound, kept, needs = ctx.bound, ctx.saved_tensors, ctx.needs_input_grad[2:]
        op, count = bound.op, len(needs)
        if torch.is_grad_enabled():
            return _answer(_differentiable(bound, ctx.extra, grads, kept[:count], needs), needs)
        if grads[0] is None:  # of an output beside the first no gradient passes
            return (None,) * (count + 2)
        rest = count + (bound.outputs if op.backward_kernel.takes_outs else 0)
        saved = kept[rest:]
        found = op.backward_kernel.call(bound.params, needs, grads, kept, kept[count:rest], saved)
        if "states" in op.lowerings:
            _states_kernel(bound)(([kept[place] for place in op.states], saved))
        return _answer(found, needs)


@functools.lru_cache(maxsize=1024)
def _states_kernel(bound: Bound) -> Callable:
    """Give what lets a gradient change (auxiliary states, what the training forward saved)."""
    found = bound.op.lowered(Call("states", bound.params, group=[bound.params]))
    assert found is not None  # only operators with such a rule get here
    return found.run


def _differentiable(bound, extra: dict, grads: tuple, ins: tuple, needs: tuple) -> tuple:
    """Give the gradients as functions of inputs and head gradients, by taping the function itself."""
    wanted = [tensor for tensor, need in zip(ins, needs) if need]
    result = bound.call(*ins, **extra)
    pairs = [(out, grad) for out, grad in zip(result if result.__class__ is tuple else (result,), grads)
             if grad is not None]
    found = iter(torch.autograd.grad([out for out, _ in pairs], wanted, [grad for _, grad in pairs],
                                     create_graph=True, allow_unused=True))
    return tuple([next(found) if need else None for need in needs])


# What `apply` of these ends in where no function transform of torch is at work, as here.
apply_rule = super(torch.autograd.Function, RuleFunction).apply
apply_fast = super(torch.autograd.Function, FastFunction).apply
