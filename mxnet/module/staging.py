"""Carries batches to a GPU without waiting for it: through page-locked memory, ahead of time where it can."""
from __future__ import annotations

import torch

from ..ndarray.array import NDArray

_SLOTS = 2  # one batch on its way while another is in use


class _Slot:
    """Page-locked memory for one array of a batch, memory on the device, and when each is free again."""

    __slots__ = ("pinned", "ahead", "arrived", "used", "source", "version")

    def __init__(self, like: torch.Tensor, source: torch.Tensor) -> None:
        self.pinned = torch.empty(source.shape, dtype=source.dtype, pin_memory=True)
        self.ahead: torch.Tensor | None = None
        self.arrived, self.used = torch.cuda.Event(), torch.cuda.Event()
        self.source: torch.Tensor | None = None
        self.version = -1

    def fits(self, source: torch.Tensor) -> bool:
        return self.pinned.shape == source.shape and self.pinned.dtype is source.dtype


class Staging:
    """The way of a batch's arrays into the bound arrays of one executor on a GPU."""

    def __init__(self) -> None:
        self._slots: dict[int, list[_Slot]] = {}  # by bound array
        self._stream: torch.cuda.Stream | None = None

    def send(self, array: NDArray, source: torch.Tensor) -> None:
        """Begin to copy a batch that will be wanted next."""
        target = array._data
        slot = self._filled(array, source)
        if self._stream is None:
            self._stream = torch.cuda.Stream(target.device)
        if slot.ahead is None:
            slot.ahead = torch.empty(source.shape, dtype=source.dtype, device=target.device)
            self._stream.wait_stream(torch.cuda.current_stream(target.device))
        self._stream.wait_event(slot.used)
        with torch.cuda.stream(self._stream):
            slot.ahead.copy_(slot.pinned, non_blocking=True)
            slot.arrived.record()
        slot.source, slot.version = source, source._version

    def put(self, array: NDArray, source: torch.Tensor) -> None:
        """Copy a batch into the bound array, from where it was sent to if it was."""
        target = array._data
        current = torch.cuda.current_stream(target.device)
        for slot in self._slots.get(id(array), ()):
            if slot.source is source and slot.version == source._version:
                slot.source = None
                current.wait_event(slot.arrived)
                target.copy_(slot.ahead)
                slot.used.record(current)
                return
        slot = self._filled(array, source)
        target.copy_(slot.pinned, non_blocking=True)
        slot.arrived.record(current)

    def _filled(self, array: NDArray, source: torch.Tensor) -> _Slot:
        """Copy a batch into the slot that was used least lately."""
        slots = self._slots.setdefault(id(array), [])
        if slots and not slots[0].fits(source):
            slots.clear()
        if len(slots) < _SLOTS:
            slots.append(_Slot(array._data, source))
        else:
            slots.append(slots.pop(0))
        slot = slots[-1]
        slot.source = None
        slot.arrived.synchronize()  # of two batches ago: page-locked memory is read until then
        slot.pinned.copy_(source)
        return slot


def travels(array: NDArray, source) -> bool:
    """Tell whether a batch comes from the host to a CUDA device."""
    return array._data.is_cuda and isinstance(source, NDArray) and source._data.device.type == "cpu" \
        and source._data.shape == array._data.shape
