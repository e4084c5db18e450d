"""Gradients of integers, which torch does not tape: used by `steps.Whole`.

They travel as float64. As in MXNet each call's gradient is rounded to
the type of its input, and where elements are taken one by one the derivative of each is, before it is multiplied.
"""
from collections.abc import Sequence
from typing import Any

import torch

from ..core.op.registry import Bound
from ..core.tape import run_taped
from ..core.torch_private import tape_gradients
from .history import shadow

_POINTWISE = ("arithmetic", "elemwise")  # the operator families that process each element separately
_LINEAR = ("_div_scalar",)  # divides the gradient itself
# remainders of integers have no derivative
_FLAT = ("_mod", "broadcast_mod", "_mod_scalar", "_rmod_scalar", "_npi_mod", "_npi_mod_scalar", "_npi_rmod_scalar")


class WholeCall:
    """A recorded call: returns the gradients of its inputs."""

    bound: Bound
    rule: Any
    inputs: list[Any]
    values: tuple[Any, ...]

    __slots__ = ("bound", "rule", "inputs", "values")

    def __init__(self, bound: Bound, inputs: list[torch.Tensor], values: tuple[Any, ...]) -> None:
        scalar = bound.params.get("scalar")
        if isinstance(scalar, float) and scalar != int(scalar) and not values[0].is_floating_point():
            bound = bound.with_params(scalar=float(int(scalar)))  # operators cast it to the array's type
        rule = bound.op.rule_for(bound.params)
        self.bound, self.rule = bound, None if rule is None or rule.takes_saved else rule
        self.inputs, self.values = inputs, values

    def rounded(self, needs: Sequence[bool], heads: list[Any]) -> list[Any]:
        """Return the gradients, those of integers rounded, in the form in which they are carried."""
        found = self.gradients(tuple(needs), tuple(heads), tuple(map(shadow, self.inputs)))
        return [_rounded(grad, given) if need and grad is not None else None
                for grad, given, need in zip(found, self.inputs, needs)]

    def replay(self, places: list[Any]) -> tuple[Any, ...]:
        """Put the call on torch's tape."""
        return _Whole.apply(self, *map(shadow, places))

    def gradients(self, needs: tuple[Any, ...], grads: tuple[Any, ...], tapes: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the gradients, those of integers rounded."""
        op, heads = self.bound.op, [grad.to(value.dtype) for grad, value in zip(grads, self.values)]
        if op.name in _FLAT:
            return tuple(map(torch.zeros_like, self.inputs))
        if len(heads) == 1 and op.function.__module__.rpartition(".")[2] in _POINTWISE and op.name not in _LINEAR:
            return self._by_derivatives(needs, heads[0])
        if self.rule is not None:
            return self.rule.call(self.bound.params, needs, heads, self.inputs, self.values)
        return self.by_tape(needs, tuple(heads), tapes)

    def _by_derivatives(self, needs: tuple, head: torch.Tensor) -> tuple:
        """Round the derivative of each element, multiply, and sum over broadcast axes."""
        shape = head.shape
        spread = tuple([shadow(given).expand(shape).contiguous() for given in self.inputs])
        ones = torch.ones_like(shadow(head))
        derivatives = self.by_tape(needs, (ones,), spread) if self.rule is None else \
            self.rule.call(self.bound.params, needs, [ones], spread, [shadow(value) for value in self.values])
        return tuple([None if derivative is None else (derivative.to(given.dtype) * head).sum_to_size(given.shape)
                      for derivative, given in zip(derivatives, self.inputs)])

    def by_tape(self, needs: tuple[Any, ...], grads: tuple[Any, ...], tapes: tuple[Any, ...],
                again: bool = False) -> tuple[Any, ...]:
        """Return the gradients of the operator on floats; ``again`` makes them differentiable."""
        tapes = tapes if again else tuple([tape.detach().requires_grad_(need) for tape, need in zip(tapes, needs)])
        with torch.enable_grad():
            result = run_taped(self.bound, list(tapes), False, None, tapes[0].device)
        outs = result if result.__class__ is tuple else (result,)
        pairs = [(out, grad.to(out.dtype)) for out, grad in zip(outs, grads) if out.requires_grad]
        if not pairs and self.rule is not None:  # the operator makes integers, which no tape leaves
            grads = self.rule.call(self.bound.params, needs, grads, tapes, tuple(map(shadow, self.values)))
            return tuple([grad if need else None for grad, need in zip(grads, needs)])
        wanted = [tape for tape, need in zip(tapes, needs) if need]
        found = iter(tape_gradients([out for out, _ in pairs], wanted, [grad for _, grad in pairs], again, again)
                     if pairs else [None] * len(wanted))
        return tuple([next(found) if need else None for need in needs])


class _Whole(torch.autograd.Function):
    """A call on torch's tape, used only by second derivatives."""

    @staticmethod
    def forward(ctx, call: WholeCall, *tapes):
        ctx.call = call
        ctx.save_for_backward(*tapes)
        return tuple([shadow(value).clone() for value in call.values])

    @staticmethod
    def backward(ctx, *grads):
        return (None, *ctx.call.by_tape(ctx.needs_input_grad[1:], grads, ctx.saved_tensors, again=True))


def _rounded(grad: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
    """Return a gradient as numbers of its input's type, in the form in which it is carried."""
    return grad if given.is_floating_point() else shadow(grad.to(given.dtype))
