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

    __slots__ = ("function", "wants", "takes_needs", "takes_p", "takes_saved", "ignores_head")

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
        self.takes_saved = any(kind == "saved" for kind, _ in self.wants)

    def call(self, p, needs, grads, ins, outs, saved=None) -> tuple:
        """Run the rule; always a tuple with one entry an input."""
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
        if self.takes_needs:
            result = self.function(*args, p=p, needs=needs) if self.takes_p \
                else self.function(*args, needs=needs)
        else:
            result = self.function(*args, p=p) if self.takes_p else self.function(*args)
        return result if isinstance(result, tuple) else (result,) + (None,) * (len(ins) - 1)


class RuleFunction(torch.autograd.Function):
    """Lets torch's tape use an operator's own rule where autograd would give another gradient."""

    @staticmethod
    def forward(ctx, bound, call, count, *tensors):
        result = call(*tensors)
        single = not isinstance(result, tuple)
        outs = (result,) if single else result
        for out in outs:
            for tensor in tensors:
                if out is tensor:  # torch would merge the histories of an output and an input
                    outs = tuple([o.view_as(o) if o is tensor else o for o in outs])
        ctx.bound, ctx.count = bound, count
        ctx.save_for_backward(*tensors, *outs)
        whole = [o for o in outs if not o.is_floating_point()]
        if whole:
            ctx.mark_non_differentiable(*whole)
        return outs[0] if single else outs

    @staticmethod
    def backward(ctx, *grads):
        saved, bound, count = ctx.saved_tensors, ctx.bound, ctx.count
        needs = ctx.needs_input_grad[3:]
        result = bound.op.gradient_rule.call(bound.params, needs, grads, saved[:count], saved[count:])
        # Whatever it says about the rest, an input without a need has no gradient.
        return (None, None, None, *[g if need else None for g, need in zip(result, needs)],
                *[None] * (count - len(result)))


# What RuleFunction.apply ends in where no function transform of torch is at work, as here.
apply_rule = super(torch.autograd.Function, RuleFunction).apply
