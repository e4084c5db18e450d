"""Carries batches to a GPU without waiting for it: through page-locked memory, ahead of time where it pays."""
from __future__ import annotations

from collections.abc import Iterable
from math import prod

import torch

from ..ndarray.array import NDArray

_SLOTS = 2          # one batch on its way while another is in use
_SMALL = 1 << 19    # bytes of a batch up to which sending it ahead costs more than it saves

Route = tuple[NDArray, torch.Tensor]  # a bound array on the GPU, and what goes into it


class _Slot:
    """Page-locked memory for one batch, memory on the device, and when each is free again."""

    __slots__ = ("pinned", "ahead", "arrived", "used", "sources", "versions")

    def __init__(self, sources: list[torch.Tensor]) -> None:
        self.pinned = [torch.empty(s.shape, dtype=s.dtype, pin_memory=True) for s in sources]
        self.ahead: list[torch.Tensor] = []
        self.arrived, self.used = torch.cuda.Event(), torch.cuda.Event()
        self.sources: list[torch.Tensor] = []  # of a batch that was sent and not yet used
        self.versions: list[int] = []

    def fits(self, sources: list[torch.Tensor]) -> bool:
        return len(sources) == len(self.pinned) and all(
            p.shape == s.shape and p.dtype is s.dtype for p, s in zip(self.pinned, sources))

    def holds(self, sources: list[torch.Tensor]) -> bool:
        """Tell whether this very batch was sent, and not changed since."""
        return len(sources) == len(self.sources) and all(
            s is mine and s._version == version for s, mine, version in zip(sources, self.sources, self.versions))


class Staging:
    """The way of batches into the bound arrays of one executor on a GPU."""

    def __init__(self, device: torch.device) -> None:
        self._device = device.index  # a number is looked up faster
        self._slots: list[_Slot] = []
        self._stream: torch.cuda.Stream | None = None

    def send(self, routes: list[Route]) -> None:
        """Begin to copy a batch that will be wanted next."""
        sources = [source for _, source in routes]
        slot = self._filled(sources)
        if self._stream is None:
            self._stream = torch.cuda.Stream(self._device)
        stream = self._stream
        if not slot.ahead:
            slot.ahead = [torch.empty(s.shape, dtype=s.dtype, device=f"cuda:{self._device}") for s in sources]
            stream.wait_stream(torch.cuda.current_stream(self._device))
        stream.wait_event(slot.used)
        with torch.cuda.stream(stream):
            for ahead, pinned in zip(slot.ahead, slot.pinned):
                ahead.copy_(pinned, non_blocking=True)
            slot.arrived.record(stream)
        slot.sources, slot.versions = sources, [s._version for s in sources]

    def put(self, routes: list[Route]) -> None:
        """Copy a batch into the bound arrays, from where it was sent to if it was."""
        targets, sources = [array._data for array, _ in routes], [source for _, source in routes]
        current = torch.cuda.current_stream(self._device)
        for slot in self._slots:
            if slot.sources and slot.holds(sources):
                current.wait_event(slot.arrived)
                torch._foreach_copy_(targets, slot.ahead)
                slot.used.record(current)
                slot.sources = []
                return
        slot = self._filled(sources)
        for target, pinned in zip(targets, slot.pinned):
            target.copy_(pinned, non_blocking=True)
        slot.arrived.record(current)

    def _filled(self, sources: list[torch.Tensor]) -> _Slot:
        """Copy a batch into the slot that was used least lately."""
        slots = self._slots
        if slots and not slots[0].fits(sources):
            slots.clear()
        slots.append(_Slot(sources) if len(slots) < _SLOTS else slots.pop(0))
        slot = slots[-1]
        slot.sources = []
        slot.arrived.synchronize()  # that of two batches ago: page-locked memory is read until then
        for pinned, source in zip(slot.pinned, sources):
            pinned.copy_(source)
        return slot


def pays(descriptions: Iterable) -> bool:
    """Tell whether batches of these shapes should be sent ahead."""
    return sum(prod(desc.shape) for desc in descriptions) * 4 > _SMALL


def travelling(routes: Iterable[tuple]) -> tuple[dict[int, list[Route]], list[tuple]]:
    """Part routes (context's number, array, source): those from the host to a CUDA device, by context; others."""
    sent: dict[int, list[Route]] = {}
    others = []
    for place, array, source in routes:
        if isinstance(source, NDArray) and array._data.is_cuda and source._data.device.type == "cpu" \
                and source._data.shape == array._data.shape:
            sent.setdefault(place, []).append((array, source._data))
        else:
            others.append((array, source))
    return sent, others
