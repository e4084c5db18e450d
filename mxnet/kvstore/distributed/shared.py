"""Shared memory between two workers on one machine: it holds message bodies, and only headers are sent.

A worker lends another slots of memory. Each is an anonymous file whose descriptor is sent with the first message that
uses it, so nothing remains when a worker is killed; it cannot shrink, so reads stay in bounds. The receiver of a body
returns the slot with the header of its next message.
"""
from __future__ import annotations

import mmap
import os
import weakref
from collections import deque
from typing import Any

import numpy as np
import torch

from ...core.errors import MXNetError
from ...core.tuning import SHARED_PROCESS_BYTES, SHARED_SLOT_BYTES
from .message import Layout, placed

try:
    import fcntl
    _SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
    available = hasattr(os, "memfd_create")
except (ImportError, AttributeError):  # not Linux
    available = False

_LAYOUTS = 4    # of messages, whose positions a slot remembers
_SLOTS = 60     # that one worker lends another: as many as the bits of one number in a header


class Slot:
    """A piece of shared memory, from its lender's side."""

    busy: bool
    size: int

    __slots__ = ("_places", "busy", "memory", "size")

    def __init__(self, handle: int, size: int) -> None:
        os.posix_fallocate(handle, 0, size)  # fails here if there is no memory, not at a later write
        fcntl.fcntl(handle, fcntl.F_ADD_SEALS, _SEALS)
        self.memory: Any = torch.frombuffer(mmap.mmap(handle, size), dtype=torch.uint8)
        self.size, self.busy = size, True
        self._places: dict[Layout, list[torch.Tensor]] = {}

    def places(self, layout: Layout) -> list[torch.Tensor]:
        """Return the positions of tensors, one after the other; cached, as every step has the same ones."""
        found = self._places.get(layout)
        if found is None:
            if len(self._places) == _LAYOUTS:
                self._places.clear()
            found = self._places[layout] = placed(self.memory, layout)
        return found


class Lender:
    """The slots that this worker lends another. One thread at a time takes them; another receives returns."""

    _bytes = 0  # of all slots of this process

    def __init__(self) -> None:
        self._slots: list[Slot] = []

    def take(self, size: int) -> tuple[int, Slot, int | None] | None:
        """Return the number of a slot that a body fits, the slot, and its file handle if it is new.

        None if there is no more memory.
        """
        fits = [number for number, slot in enumerate(self._slots) if not slot.busy and size <= slot.size]
        if not fits:
            return self._made(size)
        number = min(fits, key=lambda found: self._slots[found].size)
        self._slots[number].busy = True
        return number, self._slots[number], None

    def _made(self, size: int) -> tuple[int, Slot, int | None] | None:
        size = -(-max(size * 9 // 8, SHARED_SLOT_BYTES) // mmap.PAGESIZE) * mmap.PAGESIZE  # the next may be larger
        if len(self._slots) == _SLOTS or Lender._bytes + size > SHARED_PROCESS_BYTES:
            return None
        try:
            handle = os.memfd_create("remixnet", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        except OSError:  # no more files, or a sandbox without such memory
            return None
        try:
            self._slots.append(Slot(handle, size))
        except (OSError, ValueError):  # no more memory to reserve, or to map
            os.close(handle)
            return None
        Lender._bytes += size
        return len(self._slots) - 1, self._slots[-1], handle

    def returned(self, numbers: int) -> None:
        """Take slots back, one bit each."""
        for number, slot in enumerate(self._slots):
            if numbers >> number & 1:
                slot.busy = False


class Borrower:
    """The slots that another worker lends this one."""

    def __init__(self) -> None:
        self._open: dict[int, np.ndarray] = {}
        self._done: deque[int] = deque()    # whose bodies are unreferenced; filled whenever one is freed

    def open(self, number: int, handle: int) -> None:
        """Map a new slot, and close its file."""
        try:
            if fcntl.fcntl(handle, fcntl.F_GET_SEALS) & _SEALS != _SEALS:
                raise MXNetError(f"slot {number} of shared memory may shrink: no worker of this group made it")
            self._open[number] = np.frombuffer(mmap.mmap(handle, os.fstat(handle).st_size), np.uint8)
        finally:
            os.close(handle)

    def body(self, number: int, size: int) -> torch.Tensor:
        """Return a body in a slot; the slot is returned when nothing references it any more."""
        memory = self._open.get(number)
        if memory is None or size > len(memory):
            raise MXNetError(f"a body of {size} bytes in slot {number} of shared memory, which has no such place")
        view = memory[:size]
        weakref.finalize(view, self._leave, number, size).atexit = False
        return torch.from_numpy(view)

    def _leave(self, number: int, size: int) -> None:
        """Clear a slot that is no longer read here, and return it.

        A core writes quickly to cache lines that another core has written, and ten times slower to lines that another
        has only read, since each must be invalidated there. Clearing costs a tenth of what its lender saves.
        """
        self._open[number][:size] = 0
        self._done.append(number)

    def done(self) -> int:
        """Return the slots to give back, one bit each."""
        numbers = 0
        while self._done:
            numbers |= 1 << self._done.popleft()
        return numbers
