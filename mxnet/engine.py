"""Bulk size of the execution engine: kept for programs that set it.

Operators run immediately or inside a bound program, so the size has no effect, except that the next call returns it as
the previous size.
"""
import threading

from .core.borrowed import borrowed as _borrowed

__all__ = ["bulk", "set_bulk_size"]


class _Bulk(threading.local):
    size = 0


_bulk = _Bulk()


def set_bulk_size(size: int) -> int:
    """Set how many operators may be executed as one bulk; it has no effect, except that the next call returns it.

    Parameters
    ----------
    size : int
        The number.

    Returns
    -------
    int
        The previous number, initially 0.
    """
    previous, _bulk.size = _bulk.size, int(size)
    return previous


class _BulkScope:
    """What `bulk` returns: sets the size on entering and restores it on leaving."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._old_size: int | None = None

    def __enter__(self) -> "_BulkScope":
        self._old_size = set_bulk_size(self._size)
        return self

    def __exit__(self, ptype, value, trace) -> None:
        set_bulk_size(self._old_size or 0)


def bulk(size: int) -> _BulkScope:
    """Set the bulk size inside a ``with`` block.

    Parameters
    ----------
    size : int
        The number.

    Returns
    -------
    context manager
        The block.

    Examples
    --------
    >>> with mx.engine.bulk(10):
    ...     x = mx.nd.zeros((1,))
    ...     for _ in range(100):
    ...         x += 1
    """
    return _BulkScope(size)


_borrowed(__name__)
