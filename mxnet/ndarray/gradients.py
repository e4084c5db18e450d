"""How gradients reach the arrays of variables: written, added, or donated. Used by `mx.autograd`."""
from __future__ import annotations

from collections.abc import Container
from typing import Any

import torch

from ..core.ownership import donate, is_unique_in
from ..core.torch_private import foreach
from ..core.tuning import DONATE_GRADIENT_FROM_ELEMENTS
from .array import NDArray
from .creation import lasting_zeros
from .history import Record
from .sweep import added
from .tensors import assign, buffer_of, tensor_of


def zero_gradient(array: NDArray, stype: str = "default") -> NDArray:
    """Return a gradient of zeros for an array; a network that is never trained pays nothing for it."""
    return lasting_zeros(array.shape, array.ctx, array.dtype, stype)


class GradientWriter:
    """Takes the gradients of variables in a sweep and puts them into the users' arrays.

    A variable that was used once gets its gradient immediately, a ``repeated`` one the sum at the end. Small gradients
    are copied in one call at the end; large ones are donated.
    """

    __slots__ = ("repeated", "_totals", "_own", "_targets", "_values")

    def __init__(self, repeated: set[Record]) -> None:
        self.repeated: set[Record] = repeated
        self._totals: dict[Record, torch.Tensor] = {}
        self._own: set[Record] = set()  # whose total is a sum made here, which may be added to in place
        self._targets: list[torch.Tensor] = []
        self._values: list[torch.Tensor] = []

    def take(self, record: Record, held: Any, place: Any) -> None:
        """Take a gradient that has reached a variable out of the list or dict that holds it."""
        if record not in self.repeated:
            self._write(record, held, place)
            return
        gradient, held[place] = held[place], None
        total = self._totals.get(record)
        if total is None:
            self._totals[record] = gradient
        elif record in self._own and not gradient.is_sparse:
            total += gradient
        else:
            self._totals[record] = added(total, gradient)
            if not self._totals[record].is_sparse:
                self._own.add(record)

    def targets(self, parents: list[Any], lends: Container[int] = ()) -> VariableTargets:
        """Return where a backward may write gradients of these parents itself: the arrays of variables used once."""
        return VariableTargets([parent if parent.__class__ is Record and parent not in self.repeated else None
                                for parent in parents], lends)

    def finish(self) -> None:
        """Write what is left."""
        totals = self._totals
        for record in totals:
            self._write(record, totals, record)
        totals.clear()
        if self._targets:
            foreach.copy_(self._targets, self._values)

    def _write(self, record: Record, held: Any, place: Any) -> None:
        """Write the gradient at a place to a variable's array; only this function holds it then."""
        gradient, held[place] = held[place], None
        target, request = record.grad, record.req
        if target is None or request == "null":
            return
        record.fresh = True
        if record.by_rows:
            target._take_gradient(gradient, request == "add")
            return
        if gradient is tensor_of(target):
            return  # backward itself has put it there
        if request == "add":
            total = buffer_of(target)
            total.add_(gradient.to(total.dtype))
        elif gradient.numel() >= DONATE_GRADIENT_FROM_ELEMENTS and _may_adopt(target, gradient):
            assign(target, donate(gradient))
        else:
            self._targets.append(buffer_of(target))
            self._values.append(gradient)


class VariableTargets:
    """The arrays of variables that the backward of a called graph writes gradients to; see `Targets`."""

    __slots__ = ("records", "lends")

    def __init__(self, records: list[Any], lends: Container[int]) -> None:
        self.records: list[Any] = records  # None for what is no such variable
        self.lends: Container[int] = lends

    def memory(self, places: list[int]) -> list[torch.Tensor | None]:
        """Return the memory that gradients at these places may overwrite: it has a unique owner."""
        records = [self.records[place] for place in places]
        return [buffer_of(record.grad) if record is not None and record.req == "write" and record.grad is not None
                and record.grad.stype == "default" and is_unique_in(record.grad) else None for record in records]

    def key(self) -> tuple[Any, ...]:
        """Return the requests, None if there is no array."""
        return tuple([None if record is None or record.grad is None else record.req for record in self.records])

    def tensors(self) -> list[torch.Tensor]:
        """Return the memory that gradients are written to."""
        return [buffer_of(record.grad) for record in self.records if record is not None and record.grad is not None]

    def done(self, there: list[bool]) -> None:
        """Note which variables got their gradients from a graph."""
        for record, present in zip(self.records, there):
            if present and record is not None:
                record.fresh = True

    def put(self, gradients: list[Any]) -> list[Any]:
        """Copy or add gradients to the arrays; return the remaining ones."""
        targets, values = [], []
        for place, record in enumerate(self.records):
            gradient = gradients[place]
            if record is None or gradient is None:
                continue
            gradients[place], record.fresh = None, True
            if record.grad is None:
                continue
            target = buffer_of(record.grad)
            if record.req == "add":
                target.add_(gradient.to(target.dtype))
            else:
                targets.append(target)
                values.append(gradient)
        if targets:
            foreach.copy_(targets, values)
        return gradients


def _may_adopt(target: NDArray, gradient: torch.Tensor) -> bool:
    """Return whether an array may take over a gradient's memory in place of its own, which it owns uniquely."""
    if not is_unique_in(target):
        return False
    data = tensor_of(target)
    return data.is_cpu and data.dtype is gradient.dtype and data.shape == gradient.shape \
        and data.is_contiguous() and gradient.is_contiguous()
