"""Recorded calls of operators: with their own gradient rule, with torch's tape of that one call, and on integers."""
from collections.abc import Sequence
from typing import Any

import torch

from ..core.cores import are_small, gathered, on_one_core
from ..core.device import Context
from ..core.errors import MXNetError
from ..core.mode import mode
from ..core.op.registry import Bound
from ..core.ownership import written_beside
from ..core.rng import generator, rewound
from ..core.tape import run_taped, states_kernel
from .history import FREED, Step, gradients_of, numbers, taping
from .whole import WholeCall


class Applied(Step):
    """A recorded call of an operator.

    ``ins`` are the inputs that its gradient reads, and those that pass no gradient: a second derivative starts from
    variables and constants.
    """

    is_train: bool
    ctx: Context
    number: int
    live: bool
    bound: Bound
    needs: list[Any]
    outputs: int
    acts: bool

    __slots__ = ("ins", "forms", "is_train", "ctx", "state")

    def __init__(self, bound: Bound, parents: tuple[Any, ...], needs: list[Any], ctx: Context) -> None:
        # Inlined from `Step`: a call would cost as much as all of this.
        self.number, self.live, self.bound, self.parents, self.needs = next(numbers), True, bound, parents, needs
        self.outputs, self.acts, self.is_train, self.ctx = bound.outputs, bound.acts, mode.training, ctx
        self.forms: list[Any] | None = None
        self.ins: Sequence[Any] | None = None
        # For a second derivative, to restore the random numbers.
        self.state = generator(ctx).get_state() if bound.op.wants_rng else None

    def shaped(self, values: Sequence[torch.Tensor]) -> None:
        """Note the forms of the outputs, whose gradients may be missing."""
        if self.outputs > 1 or self.acts:
            self.forms = [(value.shape, value.dtype, value.device) for value in values]

    def full(self, heads: list[Any]) -> list[Any]:
        """Return zeros for missing gradients of outputs."""
        assert self.forms is not None
        found = [*heads, *(None,) * (len(self.forms) - len(heads))]
        return [torch.zeros(form[0], dtype=form[1], device=form[2]) if head is None else head
                for head, form in zip(found, self.forms)]

    def kept(self, retained: bool) -> Sequence[Any]:
        """Return the saved inputs, for the last time unless ``retained``."""
        found = self.ins
        if found is None:
            raise MXNetError(f"backward: {FREED}")
        if not retained:
            self.ins = None
        return found

    def given(self, place: int) -> torch.Tensor:
        return self.kept(True)[place]

    def states(self) -> Sequence[Any]:
        return [self.ins[place] for place in self.bound.op.states] if self.ins is not None else ()

    def replay(self, places: list[Any]) -> Sequence[Any]:
        rng = generator(self.ctx)
        with rewound(rng, self.state):
            found = run_taped(self.bound, places, self.is_train, rng, self.ctx.torch_device)
        return found if found.__class__ is tuple else (found,)

    def end(self) -> None:
        self.live, self.parents, self.ins = False, (), None


class Ruled(Applied):
    """A call whose operator defines its gradient."""

    __slots__ = ("outs", "saved")

    def run(self, tensors: list[Any]) -> tuple[Any, ...]:
        """Compute the outputs, and save what the rule reads."""
        bound, saved = self.bound, None
        rule = bound.rule
        if rule.takes_saved:
            extra = {} if bound.plain else self._injected()
            train = gathered(bound.train) if bound.op.spreads else bound.train
            found, saved = train(*tensors, **extra)
        elif bound.eager is not None:
            found = bound.eager(*tensors)
        elif bound.plain:
            found = bound.call(*tensors)
        else:
            found = bound.call(*tensors, **self._injected())
        values = found if found.__class__ is tuple else (found,)
        reads = rule.reads
        self.ins = tensors if reads is None else [
            tensor if not need or parent.__class__ is not tuple or place in reads else None
            for place, (tensor, parent, need) in enumerate(zip(tensors, self.parents, self.needs))]
        self.outs, self.saved = values if rule.takes_outs else None, saved
        if self.outputs > 1 or self.acts:
            self.shaped(values)
        return values

    def _injected(self) -> dict[str, Any]:
        ctx = self.ctx
        return self.bound.injected(self.is_train, lambda: generator(ctx), ctx.torch_device)

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        bound, ins = self.bound, self.kept(retained)
        rule, op, outs, saved = bound.rule, bound.op, self.outs, self.saved
        if not retained:
            self.outs = self.saved = None
        if self.forms is not None:
            if rule.takes_grads or self.acts:
                heads = self.full(heads)
            elif heads[0] is None:  # no gradient passes from other outputs than the first
                return ()
        if op.spreads and are_small(heads) and are_small(ins):
            found = on_one_core(rule.call, bound.params, self.needs, heads, ins, outs, saved)
        else:
            found = rule.call(bound.params, self.needs, heads, ins, outs, saved)
        if self.is_train and "states" in op.lowerings:
            states_kernel(bound)(([ins[place] for place in op.states], saved))
        return found

    def end(self) -> None:
        super().end()
        self.outs = self.saved = None


class Taped(Applied):
    """A call whose operator has no rule: torch tapes it, by itself."""

    __slots__ = ("leaves", "tapes")

    def run(self, tensors: list[Any], by_rows: list[Any] | None = None) -> tuple[Any, ...]:
        """Compute the outputs; ``by_rows`` says for each input whether its gradient is wanted by rows."""
        bound = self.bound
        # .data: inputs and outputs may be overwritten before backward, which reads the current values.
        leaves = [tensor.data.requires_grad_() if need else tensor.data for tensor, need in zip(tensors, self.needs)]
        for leaf, rows in zip(leaves, by_rows or ()):
            if rows:
                leaf.by_rows = True  # operators that can, return rows: see `wants_rows`
        with taping():
            found = run_taped(bound, leaves, self.is_train, lambda: generator(self.ctx), self.ctx.torch_device)
        tapes = found if found.__class__ is tuple else (found,)
        self.ins = [tensor if not need or parent.__class__ is not tuple else None
                    for tensor, parent, need in zip(tensors, self.parents, self.needs)]
        self.leaves, self.tapes = leaves, tapes
        self.shaped(tapes)
        return tuple([tape.data for tape in tapes])

    def passing(self) -> list[bool]:
        """Return which outputs pass a gradient."""
        return [tape.requires_grad for tape in self.tapes]

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        self.kept(retained)
        leaves, tapes = self.leaves, self.tapes
        if not retained:
            self.leaves = self.tapes = None
        if self.acts:
            heads = self.full(heads)
        states = [leaves[place] for place in self.bound.op.states]
        found = gradients_of(tapes, leaves, self.needs, heads, retained)
        written_beside(*states)
        return found

    def end(self) -> None:
        super().end()
        self.leaves = self.tapes = None


class Whole(Applied):
    """A call that takes or returns integers, which torch does not tape."""

    __slots__ = ("call",)

    def run(self, tensors: list[Any], values: tuple[Any, ...]) -> None:
        """Save inputs and outputs."""
        self.ins, self.call = tensors, WholeCall(self.bound, tensors, values)
        self.shaped(values)

    def gradients(self, heads: list[Any], retained: bool, writer: Any = None) -> Sequence[Any]:
        call = self.call
        self.kept(retained)
        if not retained:
            self.call = None
        return call.rounded(self.needs, self.full(heads) if self.forms is not None else heads)

    def replay(self, places: list[Any]) -> Sequence[Any]:
        return self.call.replay(places)

    def end(self) -> None:
        super().end()
        self.call = None
