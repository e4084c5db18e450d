"""Copies batches to a GPU without waiting for it: ahead of time, through pinned memory, on a separate stream."""
from collections.abc import Iterable
from operator import is_
from typing import Any

import torch

from ..core.copies import copy_into
from ..core.ownership import Stamp, is_exported
from ..core.torch_private import foreach, stream_numbers
from ..core.tuning import ADJACENT_INPUTS_UP_TO_BYTES
from ..ndarray.array import NDArray
from ..ndarray.tensors import assign, buffers_of, tensor_of, tensors_of

_SLOTS = 2          # one batch in transfer while another is in use
_ALIGNED = 256      # bytes: the device's preferred alignment

Route = tuple[NDArray, torch.Tensor]  # a bound array on the GPU, and its source


class _Slot:
    """Pinned memory for one batch, memory on the device, and when each is free again.

    All arrays of a batch are in one piece of memory, so that one copy transfers them.
    """

    __slots__ = ("pinned", "ahead", "there", "_host", "arrived", "used", "homes", "sources", "stamp")

    def __init__(self, sources: list[torch.Tensor], device: int) -> None:
        size = sum(map(_room, sources))
        self._host = torch.empty(size, dtype=torch.uint8, pin_memory=True)
        self.there = torch.empty(size, dtype=torch.uint8, device=f"cuda:{device}")
        self.pinned, self.ahead = _cut(self._host, sources), _cut(self.there, sources)
        self.arrived, self.used = torch.cuda.Event(), torch.cuda.Event()
        self.used.record(torch.cuda.current_stream(device))  # the previous user of this memory is done then
        self.homes: list[NDArray] = []         # where its batch goes
        self.sources: list[torch.Tensor] = []  # of a batch that was sent and not yet used
        self.stamp = Stamp(())

    def fits(self, sources: list[torch.Tensor]) -> bool:
        return len(sources) == len(self.pinned) and all(
            p.shape == s.shape and p.dtype is s.dtype for p, s in zip(self.pinned, sources))

    def holds(self, sources: list[torch.Tensor]) -> bool:
        """Return whether exactly this batch was sent, and is unchanged since."""
        return self.stamp.is_current(sources)

    def as_in(self, homes: list[torch.Tensor], parts: list[torch.Tensor]) -> bool:
        """Return whether these arrays have the same layout as here: parts of one piece, and of our types."""
        return len(homes) == len(parts) == len(self.ahead) and all(map(is_, homes, parts)) and all(
            home.dtype is ahead.dtype for home, ahead in zip(homes, self.ahead))

    def send(self, stream: torch.cuda.Stream) -> None:
        """Copy from host to device, on the current stream."""
        self.there.copy_(self._host, non_blocking=True)
        self.arrived.record(stream)


def _room(tensor: torch.Tensor) -> int:
    return -(-tensor.numel() * tensor.element_size() // _ALIGNED) * _ALIGNED


def _cut(memory: torch.Tensor, sources: list[torch.Tensor]) -> list[torch.Tensor]:
    """Return arrays like the sources in a piece of memory, one after the other."""
    found, begin = [], 0
    for source in sources:
        end = begin + source.numel() * source.element_size()
        found.append(memory[begin:end].view(source.dtype).view(source.shape))
        begin += _room(source)
    return found


class Staging:
    """How batches reach the bound arrays of one executor on a GPU.

    Small arrays whose memory the executor owns uniquely may be moved (``joined``): if they are adjacent, in the order
    of a batch, one copy fills them all.
    """

    def __init__(self, device: torch.device, joined: list[NDArray] | None = None) -> None:
        self._device = device.index
        self._slots: list[_Slot] = []
        self._side: torch.cuda.Stream | None = None
        self._current: tuple = (None, None)  # torch's numbers of the current stream, and the stream: asking costs
        self._flat, self._parts = _side_by_side(joined) if joined else (None, [])

    def send(self, routes: list[Route]) -> None:
        """Start copying the next batch."""
        sources, current = [source for _, source in routes], self._stream()
        if any(map(is_exported, sources)):
            return  # it may be changed before it is needed
        stamp = Stamp(sources)
        if self._side is None:
            self._side = torch.cuda.Stream(self._device)
        slot = self._filled(sources)
        self._side.wait_event(slot.used)
        device = torch.cuda.current_device()
        torch.cuda.set_stream(self._side)  # half the cost of torch's `with`
        try:
            slot.send(self._side)
        finally:
            torch.cuda.set_stream(current)
            if device != self._device:
                torch.cuda.set_device(device)
        slot.sources, slot.stamp = sources, stamp
        slot.homes = [array for array, _ in routes]

    def take(self, homes: list[NDArray], sources: list[torch.Tensor]) -> list[Route] | None:
        """Copy a batch that was sent into the bound arrays; return its routes, or None if it was not sent."""
        slot = self._sent(homes, sources)
        if slot is None:
            return None
        self._land(slot)
        return list(zip(slot.homes, sources))

    def put(self, routes: list[Route]) -> None:
        """Copy a batch into the bound arrays, from its slot if it was sent."""
        homes, sources = [array for array, _ in routes], [source for _, source in routes]
        slot = self._sent(homes, sources)
        if slot is None:
            slot = self._filled(sources)
            slot.send(self._stream())
            slot.homes = homes
        self._land(slot)

    def _sent(self, homes: list[NDArray], sources: list[torch.Tensor]) -> _Slot | None:
        """Return the slot in which exactly this batch is being sent to these arrays."""
        return next((slot for slot in self._slots if slot.sources and slot.holds(sources)
                     and all(map(is_, slot.homes, homes))), None)

    def _land(self, slot: _Slot) -> None:
        homes, current = buffers_of(slot.homes), self._stream()
        current.wait_event(slot.arrived)
        if self._flat is not None and slot.as_in(homes, self._parts):
            self._flat.copy_(slot.there)
        else:
            for home, ahead in zip(homes, slot.ahead):
                home.copy_(ahead)
        slot.used.record(current)
        slot.sources = []

    def _stream(self) -> torch.cuda.Stream:
        numbers = stream_numbers(self._device)
        if self._current[0] != numbers:
            self._current = numbers, torch.cuda.current_stream(self._device)
        return self._current[1]

    def _filled(self, sources: list[torch.Tensor]) -> _Slot:
        """Copy a batch into the least recently used slot."""
        slots = self._slots
        if slots and not slots[0].fits(sources):
            if self._side is not None:  # which may still be filling what is freed now
                self._stream().wait_stream(self._side)
            slots.clear()
        slots.append(_Slot(sources, self._device) if len(slots) < _SLOTS else slots.pop(0))
        slot = slots[-1]
        slot.sources = []
        slot.arrived.synchronize()  # that of two batches ago: pinned memory is read until then
        for pinned, source in zip(slot.pinned, sources):
            copy_into(pinned, source)
        return slot


def fits_together(arrays: list[NDArray]) -> bool:
    """Return whether arrays are dense, and so small that calls cost more than bytes."""
    return all(array.stype == "default" for array in arrays) and 1 < len(arrays) \
        and sum(map(_room, tensors_of(arrays))) <= ADJACENT_INPUTS_UP_TO_BYTES


def _side_by_side(arrays: list[NDArray]) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Move arrays into one piece of memory, in the layout of a slot; return it, and their positions."""
    tensors = tensors_of(arrays)
    flat = torch.empty(sum(map(_room, tensors)), dtype=torch.uint8, device=tensors[0].device)
    parts = _cut(flat, tensors)
    foreach.copy_(parts, tensors)
    for array, part in zip(arrays, parts):
        assign(array, part)
    return flat, parts


def travelling(routes: Iterable[tuple[Any, ...]]) -> tuple[dict[int, list[Route]], list[tuple[Any, ...]]]:
    """Split routes (context index, array, source): those from the host to a CUDA device, by context; others."""
    sent: dict[int, list[Route]] = {}
    others = []
    for place, array, source in routes:
        home, tensor = tensor_of(array), tensor_of(source) if isinstance(source, NDArray) else None
        if tensor is not None and home.is_cuda and tensor.is_cpu and tensor.shape == home.shape:
            sent.setdefault(place, []).append((array, tensor))
        else:
            others.append((array, source))
    return sent, others
