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
        table = {"grads": grads, "ins": ins, "outs": outs, "saved": saved}
        args = []
        for kind, index in self.wants:
            if kind == "grad":
                args.append(grads[0])
            elif kind == "in":
                args.append(ins[index] if index < len(ins) else None)
            elif kind == "out":
                args.append(outs[0])
            else:
                args.append(table[kind])
        keywords = {}
        if self.takes_p:
            keywords["p"] = p
        if self.takes_needs:
            keywords["needs"] = needs
        result = self.function(*args, **keywords)
        return result if isinstance(result, tuple) else (result,) + (None,) * (len(ins) - 1)


class RuleFunction(torch.autograd.Function):
    """Lets torch's tape use an operator's own rule where autograd would give another gradient."""

    @staticmethod
    def forward(ctx, bound, call, count, *tensors):
        result = call(*tensors)
        outs = result if isinstance(result, tuple) else (result,)
        # An output must not be an input itself, or torch would merge their histories.
        outs = tuple(o.view_as(o) if any(o is t for t in tensors) else o for o in outs)
        ctx.bound, ctx.count = bound, count
        ctx.save_for_backward(*tensors, *outs)
        ctx.mark_non_differentiable(*[o for o in outs if not o.is_floating_point()])
        return outs if isinstance(result, tuple) else outs[0]

    @staticmethod
    def backward(ctx, *grads):
        saved, bound, count = ctx.saved_tensors, ctx.bound, ctx.count
        needs = ctx.needs_input_grad[3:]
        result = bound.op.gradient_rule.call(bound.params, needs, grads, saved[:count], saved[count:])
        result = result + (None,) * (count - len(result))
        return (None, None, None, *(g if need else None for g, need in zip(result, needs)))
