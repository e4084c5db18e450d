"""Gives freed host memory back to the system, where the C library can; large programs call it on their way."""
from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=1)
def _trim() -> Callable | None:
    """Find glibc's malloc_trim. Other C libraries return large blocks by themselves, or have no such call."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None


def release() -> None:
    """Return the pages of freed blocks: activations leave holes that gradients of other sizes cannot fill."""
    trim = _trim()
    if trim is not None:
        trim(0)
