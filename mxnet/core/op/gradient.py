"""How a backward rule attaches to an operator, and how torch's autograd meets it.

A rule is a function whose positional arguments name what it needs: ``grad`` (of output 0), ``grads``
(of all outputs), an input by its name, ``ins``, ``out`` (output 0), ``outs``, or ``saved`` (what
`forward_train` returned beside the outputs). Whatever it does not name may be freed early. Keyword
``p`` has the params, ``needs`` one flag an input. It returns one gradient an input (None: no gradient),
or a single tensor when the operator has one input.
"""
import inspect
from collections.abc import Callable

import torch


class Gradient:
    """One backward rule, with what it reads: ``wants`` is a list of (kind, index)."""

    __slots__ = ("function", "wants", "takes_needs", "takes_p", "takes_saved", "takes_outs", "ignores_head",
                 "keeps")

    def __init__(self, op, function: Callable) -> None:
        self.function = function
        # A function of the params for heads that take a gradient from above only on request
        # (SoftmaxOutput's out_grad); None: read it off the arguments.
        self.ignores_head: Callable | None = getattr(function, "ignores_head", None)
        self.wants: list[tuple[str, int]] = []
        self.takes_needs = self.takes_p = False
        names = [item.name for item in op.schema.inputs]
        for item in inspect.signature(function).parameters.values():
            if item.kind is item.KEYWORD_ONLY:
                self.takes_needs |= item.name == "needs"
                self.takes_p |= item.name == "p"
            elif item.name == "grad":
                self.wants.append(("grad", 0))
            elif item.name in ("grads", "ins", "outs", "saved"):
                self.wants.append((item.name, -1))
            elif item.name == "out":
                self.wants.append(("out", 0))
            elif item.name in names:
                self.wants.append(("in", names.index(item.name)))
            else:
                raise TypeError(f"{op.name}: gradient rule names {item.name!r}, which is no input; "
                                f"inputs are {names}")
        kinds = {kind for kind, _ in self.wants}
        self.takes_saved, self.takes_outs = "saved" in kinds, bool(kinds & {"out", "outs"})
        # The places of single inputs and of output 0 (-1) that it reads; None: it reads lists of them.
        self.keeps: list[int] | None = None
        if not kinds & {"ins", "outs", "saved"}:
            self.keeps = [index if kind == "in" else -1 for kind, index in self.wants if kind in ("in", "out")]

    def call(self, p, needs, grads, ins, outs, saved=None) -> tuple:
        """Run the rule; always a tuple, whose missing entries are inputs without a gradient."""
        args: list = []
        for kind, index in self.wants:
            if kind == "in":
                args.append(ins[index] if index < len(ins) else None)
            elif kind == "grad":
                args.append(grads[0])
            elif kind == "out":
                args.append(outs[0])
            else:
                args.append({"grads": grads, "ins": ins, "outs": outs, "saved": saved}[kind])
        return self._run(args, p, needs)

    def call_kept(self, p, needs, grads, kept) -> tuple:
        """Run the rule on what ``keeps`` names, in that order."""
        found = iter(kept)
        return self._run([grads[0] if kind == "grad" else grads if kind == "grads" else next(found)
                          for kind, _ in self.wants], p, needs)

    def _run(self, args: list, p, needs) -> tuple:
        if self.takes_needs:
            result = self.function(*args, p=p, needs=needs) if self.takes_p \
                else self.function(*args, needs=needs)
        else:
            result = self.function(*args, p=p) if self.takes_p else self.function(*args)
        return result if result.__class__ is tuple else (result,)


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
            bound.move_states(([kept[place] for place in op.states], saved))
        return _answer(found, needs)


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
