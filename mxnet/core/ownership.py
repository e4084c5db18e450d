"""Who wrote to this tensor, and who holds it? One answer for every cache and for every buffer donation.

**Who wrote it.** Torch counts the writes to a tensor; its views and what `detach()` gives share the count. A write that
torch does not count is reported by its writer: `written` for kernels that fill tensors without counting (fused
optimizer steps, replayed CUDA graphs), `written_beside` for writes through an alias with its own count
(``tensor.data``). Memory that has left the package, as a torch tensor, by DLPack or shared with NumPy, may be written
to at any time: `export` marks it permanently, and nothing derived from it is cached. A cache uses `Stamp`, or `version`
if it has only one tensor, or compares the bytes themselves (`Image`) if tensors differ at every call.

**Who holds it.** `is_unique` and `is_unique_in` say whether memory may be donated; `donate` returns a tensor that the
receiver may keep. `share_memory` says whether a write to one tensor may change another, `unheld` finds memory to reuse,
and `references_of_last` is for calls that are given such memory.
"""
from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from operator import is_
from typing import Any

import torch
from torch.autograd.graph import increment_version

from .torch_private import use_count, version_of

# ---- who wrote it ---------------------------------------------------------------------------------


class _Memory:
    """What is known of one piece of memory besides torch's counts. Stored on the storage, with its lifetime."""

    __slots__ = ("exported", "writes")

    def __init__(self) -> None:
        self.exported, self.writes = False, 0


_numbers = count(1)
_events = 0  # the latest export or write outside torch's counts: while it is unchanged, the counts tell everything


def _memory(tensor: torch.Tensor) -> _Memory:
    storage: Any = tensor.untyped_storage()
    found = getattr(storage, "ownership", None)
    if found is None:
        storage.ownership = found = _Memory()
    return found


def _batched() -> bool:
    """Return whether torch bumps the versions of a list in one call; older releases take one tensor."""
    try:
        increment_version((torch.empty(0, device="cpu"),))
    except (TypeError, AttributeError):
        return False
    return True


if _batched():
    def written(tensors: Sequence[torch.Tensor]) -> None:
        """Report that tensors were written to in a way that torch does not count."""
        increment_version(tensors)
else:
    def written(tensors: Sequence[torch.Tensor]) -> None:
        """Report that tensors were written to in a way that torch does not count."""
        for tensor in tensors:
            if not tensor.is_inference():
                increment_version(tensor)


def written_beside(*tensors: torch.Tensor) -> None:
    """Report that memory was written to through an alias with a separate count."""
    global _events
    for tensor in tensors:
        _memory(tensor).writes += 1
        _events = next(_numbers)


def export(tensor: torch.Tensor) -> torch.Tensor:
    """Mark a tensor's memory as shared outside the package from now on; return the tensor."""
    global _events
    memory = _memory(tensor)
    if not memory.exported:
        memory.exported = True
        _events = next(_numbers)
    return tensor


def is_exported(tensor: torch.Tensor) -> bool:
    """Return whether code outside the package may write to a tensor's memory."""
    memory = getattr(tensor.untyped_storage(), "ownership", None)
    return memory is not None and memory.exported


def version(tensor: torch.Tensor) -> float:
    """Return the number of writes to a tensor so far; NaN, which equals nothing, if that cannot be known."""
    if tensor.is_inference():
        return math.nan
    memory = getattr(tensor.untyped_storage(), "ownership", None) if _events else None  # else none was ever marked
    if memory is None:
        return version_of(tensor)
    return math.nan if memory.exported else version_of(tensor) + memory.writes


class Stamp:
    """Tensors and their versions at the time when something was derived from them.

    Take it before deriving, so that a write in between is noticed. A check costs little more than comparing one number
    per tensor.
    """

    __slots__ = ("_tensors", "_counts", "_versions", "_event")

    def __init__(self, tensors: Sequence[torch.Tensor]) -> None:
        self._event = _events
        self._versions = [version(tensor) for tensor in tensors]
        known = not any(map(math.isnan, self._versions))
        self._tensors: Sequence[torch.Tensor] | None = tensors if known else None
        self._counts = [version_of(tensor) for tensor in tensors] if known else []

    def is_current(self, tensors: Sequence[torch.Tensor]) -> bool:
        """Return whether these are the same tensors, and unwritten since."""
        if self._tensors is None or len(tensors) != len(self._tensors):
            return False
        return all(map(is_, tensors, self._tensors)) and list(map(version_of, tensors)) == self._counts \
            and (self._event == _events or self._look())

    def _look(self) -> bool:
        event = _events
        if self._tensors is None or [version(tensor) for tensor in self._tensors] != self._versions:
            self._tensors = None
            return False
        self._event = event
        return True


def watch(tensor: torch.Tensor) -> Callable[[], bool] | None:
    """Return a function that says whether a tensor is unwritten since; None if that cannot be known.

    It costs a fraction of a `Stamp`, for callers that check one tensor as often as once per batch.
    """
    seen, event = version(tensor), _events
    if math.isnan(seen):
        return None
    number = version_of(tensor)

    def is_unchanged() -> bool:
        nonlocal event
        if version_of(tensor) != number:
            return False
        if event != _events:
            if version(tensor) != seen:
                return False
            event = _events
        return True
    return is_unchanged


class Image:
    """The bytes of a contiguous host tensor, for caches that see a different tensor object at every call."""

    __slots__ = ("_bytes",)

    def __init__(self, tensor: torch.Tensor) -> None:
        self._bytes = bytearray(_values(tensor))

    def shows(self, tensor: torch.Tensor) -> bool:
        """Return whether a tensor has exactly these bytes."""
        return self._bytes == _values(tensor)  # compares memory, as the left side is a bytearray


def _values(tensor: torch.Tensor) -> Any:
    return (tensor.detach() if tensor.requires_grad else tensor).numpy()


# ---- who holds it -----------------------------------------------------------------------------------

def is_unique(tensor: torch.Tensor) -> bool:
    """Return whether no other tensor, in the package or outside, shares this one's memory."""
    storage = tensor.untyped_storage()
    return use_count(storage) == _holders_of_one() and storage.nbytes() == tensor.nbytes and not is_exported(tensor)


def is_unique_in(array: Any) -> bool:
    """Return whether an array is the unique owner of its tensor, ``array._data``: of the object and of its memory."""
    return sys.getrefcount(array._data) <= _references_in_array() and is_unique(array._data)


def donate(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor for the receiver to keep: the same one if the caller is its unique owner, otherwise a copy.

    The caller must hold it in exactly one local variable.
    """
    sole = tensor.is_contiguous() and is_unique(tensor) and _references(tensor) <= _references_of_local()
    return tensor if sole else owned(tensor)


def owned(tensor: torch.Tensor) -> torch.Tensor:
    """Copy a tensor to memory of its own, in row order: a view of an argument, or what a user's code may write to."""
    return tensor.clone() if tensor.is_sparse else tensor.clone(memory_format=torch.contiguous_format)


def share_memory(tensor: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether two tensors are parts of the same memory; they need not overlap."""
    return tensor.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


def overlap(tensor: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether two contiguous tensors have elements in common."""
    start, begin = tensor.data_ptr(), other.data_ptr()
    return share_memory(tensor, other) and start < begin + other.numel() * other.element_size() \
        and begin < start + tensor.numel() * tensor.element_size()


def references_of_last(args: tuple[Any, ...]) -> int:
    """Count what holds the last of the arguments that a call was given."""
    return sys.getrefcount(args[-1])


def unheld(objects: list[Any]) -> Any:
    """Return an object that only its list references, or None."""
    unique = _references_in_list()
    return next((objects[place] for place, number in enumerate(_references_each(objects)) if number == unique), None)


# The reference count of an object held by one variable depends on the Python release (calls borrow locals from 3.14
# on), and the number of owners of a storage on torch's: both are counted once, on a probe.

@lru_cache(maxsize=1)
def _holders_of_one() -> float:
    mine = torch.empty(1, device="cpu")
    storage = mine.untyped_storage()  # as `is_unique` holds it
    return use_count(storage)


def _references(tensor: torch.Tensor) -> int:
    return sys.getrefcount(tensor)


@lru_cache(maxsize=1)
def _references_of_local() -> int:
    def donated(tensor: Any) -> int:
        return _references(tensor)
    mine = object()  # not a tensor: a mode that intercepts torch's calls at that moment would hold it too
    return donated(mine)


def _references_each(objects: list) -> list[int]:
    return [sys.getrefcount(each) for each in objects]


@lru_cache(maxsize=1)
def _references_in_list() -> int:
    return _references_each([object()])[0]


class _Probe:
    __slots__ = ("_data",)


@lru_cache(maxsize=1)
def _references_in_array() -> int:
    array = _Probe()
    array._data = torch.empty(1, device="cpu")
    return sys.getrefcount(array._data)


# Counted at import, when nothing interferes: a torch mode or a debugger that is active at first use would be counted
# too, and every later donation would be a copy.
_holders_of_one(), _references_of_local(), _references_in_list(), _references_in_array()
