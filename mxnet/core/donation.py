"""The ways of gradients into the arrays bound for them: copied, added, handed over, or taken from a recording.

The executor owns one `Landing`. Arrays are objects whose ``_data`` is their tensor; the array stays, its tensor
may become another.
"""
from __future__ import annotations

from collections.abc import Callable

import torch

from .ownership import donate, is_unique, is_unique_in, written
from .torch_private import foreach
from .tuning import DONATE_FROM_ELEMENTS


class Landing:
    """The arrays of an executor's gradients, and their requests."""

    def __init__(self, arrays: list, requests: list[str], recorded: bool) -> None:
        self.arrays, self.requests = arrays, requests
        self.hands_over = not recorded and any(array._data.numel() >= DONATE_FROM_ELEMENTS for array in arrays)
        self.by_rules = not recorded and not self.hands_over  # backward itself fills arrays where a rule can

    def __bool__(self) -> bool:
        return bool(self.arrays)

    def tensors(self) -> list:
        """Give the arrays' tensors."""
        return [array._data for array in self.arrays]

    def put(self, grads: list) -> None:
        """Put gradients into the arrays; the list is emptied. Small ones are copied in one call."""
        targets, values = self.sorted_out(grads)
        if self.hands_over:
            self._hand_over(targets, values)
        elif targets:
            foreach.copy_(targets, values)

    def sorted_out(self, grads: list) -> tuple[list, list]:
        """Put what is added or zero; give what is left to write: tensors of arrays, and values."""
        targets, values = [], []
        for array, request, value in zip(self.arrays, self.requests, grads):
            target = array._data
            if value is target:
                continue  # it has landed on its way
            if value is None:
                if request == "write":
                    target.zero_()
            elif request == "add":
                target.add_(value)
            else:
                targets.append(target)
                values.append(value)
        grads.clear()
        return targets, values

    # ---- handing over: an array takes a gradient's memory for its own ------------------------------

    def let_go(self) -> None:
        """Free large gradients that are about to be replaced, so that old and new are not held at once."""
        if not self.hands_over:
            return
        for array, request in zip(self.arrays, self.requests):
            if request == "write" and array._data.numel() >= DONATE_FROM_ELEMENTS and array._data.is_contiguous() \
                    and is_unique_in(array):
                # The shape stays; one element stands for all until the new gradient lands.
                array._data = array._data.new_zeros(1).expand(array._data.shape)

    def restore(self) -> None:
        """Give arrays that still wait for a gradient memory of their own again: backward has failed."""
        for array in self.arrays:
            if _is_let_go(array._data):
                array._data = torch.zeros_like(array._data, memory_format=torch.contiguous_format)

    def _hand_over(self, targets: list, values: list) -> None:
        """Let arrays take large gradients over where nobody else holds the memory; copy the others."""
        owner = {id(array._data): array for array, request in zip(self.arrays, self.requests) if request == "write"}
        while values:
            target, value = targets.pop(), values.pop()
            if _is_let_go(target):
                owner[id(target)]._data = donate(value)
            else:
                target.copy_(value)

    def replayed(self) -> None:
        """Tell that a replayed graph has written the gradients."""
        written(self.tensors())


class RecordedLanding:
    """Where the gradients of a recorded step go. Arrays may take the recorded memory for their own.

    That saves copies, and memory: the recorded one is shared with values that backward frees on its way.
    ``fixed`` tells what the step reads and writes.
    """

    def __init__(self, landing: Landing, fixed: Callable[[], list]) -> None:
        self._landing, self._fixed = landing, fixed
        self._taken: list[tuple] = []

    def put(self, grads: list, take: bool) -> None:
        """Put gradients into their arrays, or note what an array will ``take``."""
        targets, values = self._landing.sorted_out(grads)
        owners = {id(array._data): array for array in self._landing.arrays if array.stype == "default"} if take else {}
        copied: tuple[list, list] = ([], [])
        while values:
            target, value = targets.pop(), values.pop()
            if id(target) in owners and is_unique(target) and target.is_contiguous() and target.dtype is value.dtype:
                self._taken.append((owners[id(target)], donate(value)))
            else:
                copied[0].append(target)
                copied[1].append(value)
        if copied[0]:
            foreach.copy_(*copied)

    def settle(self) -> list:
        """Let the arrays take what was noted; give all tensors that the step reads and writes from now on."""
        for array, value in self._taken:
            array._data = value
        return self._fixed()


def _is_let_go(tensor: torch.Tensor) -> bool:
    """Tell whether a tensor has given its memory back and waits for a new one."""
    return tensor.numel() >= DONATE_FROM_ELEMENTS and tensor.untyped_storage().nbytes() == tensor.element_size()
