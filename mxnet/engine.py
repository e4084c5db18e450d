"""Bulk size of the execution engine: kept for programs that set it.

Operators here run as they are called or inside a bound program, so the size changes nothing but
what the next call returns as the previous one.
"""
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["bulk", "set_bulk_size"]


class _Bulk(threading.local):
    size = 0


_bulk = _Bulk()


def set_bulk_size(size: int) -> int:
    """Set how many operators may be bundled and return the previous number (0 at first)."""
    previous, _bulk.size = _bulk.size, int(size)
    return previous


@contextmanager
def bulk(size: int) -> Iterator[None]:
    """Set the bulk size inside a `with` block.

    >>> with mx.engine.bulk(10):
    ...     x = mx.nd.zeros((1,))
    ...     for _ in range(100):
    ...         x += 1
    """
    previous = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(previous)
