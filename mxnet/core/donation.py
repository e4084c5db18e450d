"""How gradients reach the arrays bound for them: copied, added, or donated, which replaces an array's memory by theirs.

The executor owns one `Gradients`. Arrays are objects whose ``_data`` is their tensor; the array stays, but its tensor
may be replaced.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .ownership import donate, is_unique, is_unique_in
from .torch_private import foreach
from .tuning import DONATE_FROM_ELEMENTS


class Gradients:
    """The arrays of an executor's gradients, and their requests."""

    arrays: list[Any]
    requests: list[str]

    def __init__(self, arrays: list[Any], requests: list[str], captured: bool) -> None:
        self.arrays, self.requests = arrays, requests
        self.donates: bool = not captured and any(array._data.numel() >= DONATE_FROM_ELEMENTS for array in arrays)
        # those that backward itself fills where a rule can
        self.fillable: list[Any] = [] if captured else [
            array for array, request in zip(arrays, requests) if request == "write"]

    def __bool__(self) -> bool:
        return bool(self.arrays)

    def tensors(self) -> list[Any]:
        """Return the arrays' tensors."""
        return [array._data for array in self.arrays]

    def targets(self) -> list[Any]:
        """Return the tensors of the ``fillable`` arrays."""
        return [array._data for array in self.fillable]

    def put(self, grads: list[Any], donated: bool = False, places: list[int] | None = None) -> None:
        """Put gradients into the arrays, all or those at ``places``; the list is emptied. Small ones are copied in one
        call.

        ``donated``: arrays take over the memory of the graph being captured. That saves copies, and memory, which the
        graph shares with values that backward frees as it runs.
        """
        targets, values = [], []
        grads.reverse()
        for place in range(len(self.arrays)) if places is None else places:
            array, request = self.arrays[place], self.requests[place]
            target, value = array._data, grads.pop()
            if value is target:
                continue  # backward itself has put it there
            if value is None:
                if request == "write":
                    target.zero_()
            elif request == "add":
                target.add_(value)
            elif self.donates and _is_released(target) or donated and _may_take(array, value):
                array._data = donate(value)
            else:
                targets.append(target)
                values.append(value)
        if targets:
            foreach.copy_(targets, values)

    def release(self, filled: Iterable[bool]) -> None:
        """Free large gradients that are about to be replaced, so that old and new are not both held.

        Those that backward fills itself stay: the system takes long to find new memory for the largest of them.
        """
        for array, fills in zip(self.fillable, filled):
            if not fills and array._data.numel() >= DONATE_FROM_ELEMENTS \
                    and array._data.is_contiguous() and is_unique_in(array):
                # The shape stays; one element stands for all until the new gradient arrives.
                array._data = array._data.new_zeros(1).expand(array._data.shape)

    def restore(self) -> None:
        """Allocate memory again for arrays that still wait for a gradient: backward has failed."""
        for array in self.arrays:
            if _is_released(array._data):
                array._data = torch.zeros_like(array._data, memory_format=torch.contiguous_format)


@contextmanager
def restored_on_error(arrays: list[Any]) -> Iterator[None]:
    """Around a capture: if it fails, arrays get their previous memory back."""
    before = [array._data for array in arrays]
    try:
        yield
    except BaseException:
        for array, tensor in zip(arrays, before):
            array._data = tensor
        raise


def _is_released(tensor: torch.Tensor) -> bool:
    """Return whether a tensor has released its memory and waits for new memory."""
    return tensor.numel() >= DONATE_FROM_ELEMENTS and tensor.untyped_storage().nbytes() == tensor.element_size()


def _may_take(array: Any, value: torch.Tensor) -> bool:
    """Return whether an array can take other memory: it is dense, and the unique owner of its current memory."""
    target = array._data
    return array.stype == "default" and target.dtype is value.dtype and target.is_contiguous() and is_unique(target)
