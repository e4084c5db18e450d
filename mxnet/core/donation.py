"""How gradients reach the arrays bound for them: copied, added, or by a capture donated: an array takes their memory.

The executor owns one `Gradients`. Arrays are objects whose ``_data`` is their tensor; the array stays, but its tensor
may be replaced.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .ownership import donate, is_unique, is_unique_in, share_memory
from .torch_private import foreach


class Gradients:
    """The arrays of an executor's gradients, and their requests."""

    arrays: list[Any]
    requests: list[str]

    def __init__(self, arrays: list[Any], requests: list[str], captured: bool) -> None:
        self.arrays, self.requests = arrays, requests
        self.sparse: frozenset[int] = frozenset(
            place for place, array in enumerate(arrays) if array.stype != "default")
        # those that backward itself writes to where it can
        self.fillable: list[Any] = [] if captured else [
            array for place, (array, request) in enumerate(zip(arrays, requests))
            if request == "write" and place not in self.sparse]

    def __bool__(self) -> bool:
        return bool(self.arrays)

    def tensors(self) -> list[Any]:
        """Return the arrays' tensors."""
        return [array._data for array in self.arrays]

    def sizes(self) -> list[int]:
        """Return the bytes that each takes; those of a sparse one are not known before backward."""
        return [0 if place in self.sparse else array._data.numel() * array._data.element_size()
                for place, array in enumerate(self.arrays)]

    def targets(self, early: Iterable[bool]) -> list[Any]:
        """Return the tensors of the ``fillable`` arrays; None if one is written ``early``, and something else holds it.

        Backward might still read it.
        """
        return [array._data if not soon or is_unique_in(array) else None
                for array, soon in zip(self.fillable, early)]

    def apart(self, heads: list[Any]) -> list[Any]:
        """Return output gradients that no array here shares memory with: backward still reads them when it writes."""
        dense = [array for place, array in enumerate(self.arrays) if place not in self.sparse]
        return [head.clone() if head is not None and any(share_memory(head, array._data) for array in dense)
                else head for head in heads]

    def put(self, grads: list[Any], donated: bool = False, places: list[int] | None = None) -> None:
        """Put gradients into the arrays, all or those at ``places``; the list is emptied. Small ones are copied in one
        call.

        ``donated``: arrays take over the memory of the graph being captured. That saves copies, and memory, which the
        graph shares with values that backward frees as it runs.
        """
        targets, values = [], []
        grads.reverse()
        for place in range(len(self.arrays)) if places is None else places:
            array, request, value = self.arrays[place], self.requests[place], grads.pop()
            if place in self.sparse:
                array._take_gradient(value, request == "add")
                continue
            target = array._data
            if value is target:
                continue  # backward itself has put it there
            if value is None:
                if request == "write":
                    target.zero_()
            elif request == "add":
                target.add_(value)
            elif donated and _may_take(array, value):
                array._data = donate(value)
            else:
                targets.append(target)
                values.append(value)
        if targets:
            foreach.copy_(targets, values)


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


def _may_take(array: Any, value: torch.Tensor) -> bool:
    """Return whether an array can take other memory: it is dense, and the unique owner of its current memory."""
    target = array._data
    return array.stype == "default" and target.dtype is value.dtype and target.is_contiguous() and is_unique(target)
