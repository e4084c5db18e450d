"""Backward: one sweep over the recorded steps behind some arrays, latest first."""
from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from itertools import zip_longest
from operator import attrgetter
from typing import Any

import torch

from ..core import trace
from ..core.errors import MXNetError
from ..core.refusal import REFUSALS, named
from ..core.shared_states import backward_order
from .history import Derived, Record, Step, Undefined

_number = attrgetter("number")
# Steps with gradient hooks: called with one gradient per input, or None.
watchers: weakref.WeakKeyDictionary[Step, Callable[[list[Any]], None]] = weakref.WeakKeyDictionary()


class Ancestry:
    """The steps behind arrays, latest first, and the variables that these depend on.

    ``repeated`` variables were used more than once. Operators without a gradient in MXNet are refused, as in its own
    backward.
    """

    __slots__ = ("heads", "steps", "acting", "variables", "repeated")

    def __init__(self, records: Iterable[Record]) -> None:
        self.heads: list[Any] = [record.parent for record in records]
        self.variables: list[Record] = []
        self.repeated: set[Record] = set()
        self.steps: list[Step] = []
        self.acting: list[Step] = []  # those that may update states
        seen, refused = set(), False
        pending: list[Any] = list(self.heads)
        while pending:
            found = pending.pop()
            kind = found.__class__
            if kind is tuple:
                step = found[0]
                if step not in seen:
                    seen.add(step)
                    if step.live:
                        self.steps.append(step)
                        pending.extend(step.parents)
                        if step.acts:
                            self.acting.append(step)
                        refused = refused or step.__class__ is Undefined
            elif kind is Record:
                if found in seen:
                    self.repeated.add(found)
                else:
                    seen.add(found)
                    self.variables.append(found)
        self.steps.sort(key=_number, reverse=True)
        if refused:
            _refuse(self.heads)

    def order(self, wanted: Callable[[list[Any]], Iterable[Any]]) -> None:
        """Bring the steps into MXNet's order if some of them update the same states; see `backward_order`."""
        found = [states for step in self.acting if (states := step.states())]
        if len(found) < 2:
            return
        known = [id(state) for states in found for state in states]
        if len(set(known)) == len(known):
            return
        order = backward_order(map(_owner, self.heads), _sources, wanted)
        done = set(order)
        self.steps = [*order, *[step for step in self.steps if step not in done]]

    def sweep(self, arrived: dict[Step, list[Any]], take: Callable[[Record, list[Any], int], Any], retained: bool,
              visit: Callable[[Step, list[Any] | None], bool] | None = None, writer: Any = None) -> None:
        """Propagate gradients from the heads to the variables.

        Parameters
        ----------
        arrived : the gradients that have come to the outputs of steps, which is emptied.
        take : called with a variable, and with a list and the place in it of a gradient that comes to it; what takes
            the gradient out of the list is its only owner, and may keep it.
        retained : whether another backward will want what steps have kept.
        visit : sees every step with what has come to it, and tells whether its gradients are wanted.
        writer : where steps may put gradients of variables themselves.
        """
        for step in self.steps:
            heads = arrived.pop(step, None)
            if visit is not None and not visit(step, heads):
                continue
            if heads is None:
                if not step.acts:
                    continue
                heads = [None] * step.outputs
            try:
                grads = list(step.gradients(heads, retained, writer) if trace.report is None
                             else _timed(step, heads, retained, writer))
            except REFUSALS as error:
                if isinstance(error, MXNetError) or not hasattr(step.bound, "op"):  # a user's function
                    raise
                raise named(error, f"_backward_{step.bound.op.name}") from error
            del heads
            if watchers and step in watchers:
                watchers[step](grads)
            needs = step.needs
            parent: Any
            for place, parent in enumerate(step.parents):
                if place == len(grads):
                    break
                if grads[place] is None or not needs[place]:
                    grads[place] = None
                    continue
                if parent.__class__ is tuple:
                    grad, grads[place] = grads[place], None
                    owner, index = parent
                    slots = arrived.get(owner)
                    if slots is None:
                        arrived[owner] = slots = [None] * owner.outputs
                    before = slots[index]
                    slots[index] = grad if before is None else added(before, grad)
                    del before, grad
                else:
                    take(parent, grads, place)

    def end(self) -> None:
        """End the life of the graph: arrays that it made count as constants from now on."""
        behind: list[Record] = []
        for step in self.steps:
            if step.__class__ is Derived:
                behind.extend(step.behind)
            step.end()
        if behind:
            Ancestry(behind).end()


def _owner(parent: Any) -> Any:
    return parent[0] if parent.__class__ is tuple else parent


def _sources(owner: Any) -> list[tuple[Any, bool]]:
    """Return the inputs of a step, and whether a gradient passes to them."""
    if not isinstance(owner, Step):
        return []
    return [(source_of(parent), need) for parent, need in zip_longest(owner.parents, owner.needs, fillvalue=False)
            if parent.__class__ is not weakref.ref]  # a constant


def source_of(parent: Any) -> Any:
    """Return a parent in the form of `backward_order`."""
    return parent if parent.__class__ is tuple else (parent, 0)


def added(total: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    """Return the sum of two gradients, one of which may be sparse."""
    return grad + total if total.is_sparse else total + grad


def _timed(step: Step, heads: list, *how: Any) -> Any:
    """Report to the profiler how long the gradients of a step took."""
    op = getattr(step.bound, "op", None)
    if op is None:
        return step.gradients(heads, *how)
    try:
        return trace.timed("imperative", f"_backward_{op.name}", "", step.gradients, heads, *how)
    finally:
        trace.left()


def _refuse(pending: list) -> None:
    """Raise if a gradient reaches an operator that has none."""
    seen: set = set()
    pending = list(pending)
    while pending:
        found = pending.pop()
        step = found[0] if found.__class__ is tuple else None
        if step is None or step in seen or not step.live:
            continue
        seen.add(step)
        op = getattr(step.bound, "op", None)
        if op is not None and op.no_gradient:
            raise MXNetError(f"Operator {op.name} is non-differentiable because it didn't "
                             "register FGradient attribute.")
        if op is None:
            pending.extend(step.parents)
        elif step.bound.passes:
            pending.extend([parent for place, parent in enumerate(step.parents) if place not in step.bound.constants])
