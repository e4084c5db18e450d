"""Reusable memory for batches. Used by the readers."""
import contextlib
import mmap
from typing import Any

import numpy as np

from ..core.ownership import unheld
from ..core.tuning import MAPPED_BATCH_FROM_BYTES

_ALIGNMENT = 64


def _block(size: int) -> np.ndarray:
    """Return aligned bytes; large blocks are returned to the system when dropped."""
    if size < MAPPED_BATCH_FROM_BYTES or not hasattr(mmap, "MAP_PRIVATE"):
        block = np.empty(size + _ALIGNMENT, np.uint8)
        start = -block.ctypes.data % _ALIGNMENT
        return block[start:start + size]
    try:
        pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"{size} bytes: {error}") from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.uint8)


class Memory:
    """Arrays of one shape that are reused once unreferenced elsewhere.

    A batch of images is tens of megabytes. Fresh memory of that size costs a page fault per four kilobytes, an eighth
    of the time to decode into it.
    """

    def __init__(self, shape: tuple[Any, ...], dtype: Any, keep: int) -> None:
        self._shape, self._dtype, self._keep = shape, np.dtype(dtype), keep
        self._arrays: list[np.ndarray] = []

    def take(self) -> np.ndarray:
        """Return an array with arbitrary values."""
        free = unheld(self._arrays)
        if free is not None:
            return free
        size = int(np.prod(self._shape)) * self._dtype.itemsize
        array = _block(size).view(self._dtype).reshape(self._shape)
        if len(self._arrays) < self._keep:
            self._arrays.append(array)
        return array
