"""Memory shared between a loader and its workers: a worker writes a batch to a slot, and the loader reads it there.

It has no name in the file system: when the last process that holds it ends, however it ends, nothing remains. It is
created before the workers, so no handle is sent with a batch, and a slot is reused as soon as its batch is
unreferenced.
"""
from __future__ import annotations

import mmap
import os
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ...core.tuning import SLOT_BYTES

_ALIGNMENT = 64  # bytes, like torch's own memory


@dataclass(frozen=True, slots=True)
class Placed:
    """A tensor in a slot."""

    start: int
    nbytes: int
    shape: tuple[int, ...]
    dtype: torch.dtype


class Slot:
    """The part of the shared memory for one batch."""

    def __init__(self, memory: np.ndarray) -> None:
        self._memory, self._end = memory, 0

    def write(self, tensor: torch.Tensor) -> Placed | None:
        """Copy a tensor after those already here; None if it does not fit."""
        start = -(-self._end // _ALIGNMENT) * _ALIGNMENT
        if not 0 < tensor.nbytes <= len(self._memory) - start:
            return None
        self._end = start + tensor.nbytes
        placed = Placed(start, tensor.nbytes, tuple(tensor.shape), tensor.dtype)
        self.read(placed).copy_(tensor)
        return placed

    def read(self, placed: Placed) -> torch.Tensor:
        """Return a tensor stored here; it keeps the slot as long as it lives."""
        part = self._memory[placed.start:placed.start + placed.nbytes]
        return torch.from_numpy(part).view(placed.dtype).view(placed.shape)


class Arena:
    """The slots of a loader, which hands them out and takes them back; workers write to the given slots."""

    def __init__(self, slots: int, handle: int | None = None) -> None:
        """Create shared memory, or attach to that of a handle; OSError if there is none."""
        made = handle is None
        self._handle = handle = os.memfd_create("batches") if handle is None else handle
        weakref.finalize(self, os.close, handle).atexit = False
        if made:
            os.ftruncate(handle, slots * SLOT_BYTES)  # pages are allocated when written to
        self._memory = mmap.mmap(handle, slots * SLOT_BYTES)
        self._slots = slots
        self._free = list(range(slots))
        self._away: set[int] = set()                # handed out and not yet returned
        self._held: dict[int, weakref.ref] = {}     # returned, with a batch that is still referenced

    def __reduce__(self) -> tuple[Any, ...]:
        from multiprocessing.reduction import DupFd  # which not all systems have
        return _attached, (self._slots, DupFd(self._handle))

    def take(self) -> int | None:
        """Hand out a free slot to write to; None if all are in use."""
        if not self._free:
            return None
        number = self._free.pop()
        self._away.add(number)
        return number

    def take_back_all(self) -> None:
        """Take back the slots handed out for batches that will not be requested."""
        self._free += self._away
        self._away.clear()

    def slot(self, number: int) -> Slot:
        """Return a slot to write to."""
        return Slot(self._bytes(number))

    def come_back(self, number: int) -> Slot:
        """Return a slot to read from; it is free again when all tensors read from it are gone."""
        self._away.discard(number)
        memory = self._bytes(number)
        self._held[number] = weakref.ref(memory, _Release(self, number))
        return Slot(memory)

    def _bytes(self, number: int) -> np.ndarray:
        return np.frombuffer(self._memory, np.uint8, SLOT_BYTES, number * SLOT_BYTES)


class _Release:
    """Returns a slot to an arena's free list, if the arena still exists."""

    def __init__(self, arena: Arena, number: int) -> None:
        self._arena, self._number = weakref.ref(arena), number

    def __call__(self, _: Any) -> None:
        arena = self._arena()
        if arena is not None and arena._held.pop(self._number, None) is not None:
            arena._free.append(self._number)


def _attached(slots: int, handle: Any) -> Arena:
    return Arena(slots, handle.detach())


def arena_or_none(slots: int) -> Arena | None:
    """Create an arena; None on systems without such memory, or where it may not be mapped."""
    try:
        return Arena(slots)
    except (AttributeError, OSError, ValueError):
        return None
