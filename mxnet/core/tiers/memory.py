"""Host memory: kept between steps, so that pages need not be requested again, and returned where it would pile up."""
from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import torch

from ..tuning import (
    MALLOC_KEEPS_BLOCK_BYTES,
    MALLOC_KEEPS_FREE_BYTES,
    MALLOC_KEEPS_LARGE_FREE_BYTES,
    UNTOUCHED_FROM_BYTES,
)

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _MMAP_MAX = -1, -3, -4  # glibc's names for what mallopt sets
_MAPPED_AT_MOST = 65536                                   # its default number of mapped blocks


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL | None:
    """Find glibc. Other C libraries have no such calls, and return large blocks automatically."""
    try:
        library = ctypes.CDLL(None)
        return library if library.malloc_trim and library.mallopt else None
    except (AttributeError, OSError, TypeError):
        return None


def release() -> None:
    """Return the pages of freed blocks: activations leave holes that gradients of other sizes do not fit."""
    library = _library()
    if library is not None:
        library.malloc_trim(0)


def untouched_zeros(shape: Sequence[int], dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return zeros for an array that stays: on the host large ones take no memory until they are written to.

    They are a separate mapping, in small pages: the system may have to move memory to make a huge one. Arrays that come
    and go are better allocated by malloc, which keeps pages.
    """
    size = prod(shape) * dtype.itemsize
    if size < UNTOUCHED_FROM_BYTES or device is not None and device.type != "cpu" or not hasattr(mmap, "MAP_ANONYMOUS"):
        return torch.zeros(shape, dtype=dtype, device=device)
    pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # private: a forked child has its own
    storage = torch.frombuffer(pages, dtype=torch.uint8).untyped_storage()
    return torch.empty(0, dtype=dtype).set_(storage, 0, shape)  # no view, which would hold another tensor


@lru_cache(maxsize=1)
def keep() -> bool:
    """Let the process keep what programs free, once: by default glibc returns every large block.

    A step frees and allocates the same blocks again; fetching their pages each time cost a third of LeNet's time.
    glibc's own variables, or MXNET_CPU_MEM_POOL=0, override this. Returns whether it is done.
    """
    library = _library()
    decided = any(name in os.environ for name in ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"))
    if library is None or decided or os.environ.get("MXNET_CPU_MEM_POOL") == "0":
        return False
    library.mallopt(_MMAP_THRESHOLD, MALLOC_KEEPS_BLOCK_BYTES)
    library.mallopt(_TRIM_THRESHOLD, MALLOC_KEEPS_FREE_BYTES)
    return True


def keeps_large(sizes: Iterable[int]) -> bool:
    """Return whether a program with values of these sizes should keep those that are too large for `keep`.

    glibc maps each of them by itself, and returns it at once; 32 MiB are the greatest limit that it takes. In its heap
    blocks of many sizes leave holes, so that few are kept.
    """
    large, library = sum(size for size in sizes if size >= MALLOC_KEEPS_BLOCK_BYTES), _library()
    if library is None or not 0 < large <= MALLOC_KEEPS_LARGE_FREE_BYTES // 2 or not keep():
        return False
    library.mallopt(_TRIM_THRESHOLD, MALLOC_KEEPS_LARGE_FREE_BYTES)
    return True


def keeping_large(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function whose largest blocks the process keeps; those of other code are mapped as before."""
    library = _library()
    assert library is not None
    library.mallopt(_MMAP_MAX, 0)
    try:
        return function(*args)
    finally:
        library.mallopt(_MMAP_MAX, _MAPPED_AT_MOST)


