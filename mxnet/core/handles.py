"""Handles: numbers that stand for objects in programs that call MXNet's C library through ctypes."""
import ctypes
from itertools import count
from typing import Any

_waiting: dict[int, Any] = {}
_numbers = count(1)


def give(item: Any) -> int:
    """Keep an object until it is taken back by the returned number."""
    number = next(_numbers)
    _waiting[number] = item
    return number


def take(handle: Any, kind: type[Any]) -> Any:
    """Release what a handle stands for; None if that is nothing, or of another kind."""
    number = getattr(handle, "value", None)
    return _waiting.pop(number) if isinstance(_waiting.get(number), kind) else None


class Holder(ctypes.c_void_p):
    """A handle to pass on at once: it holds its object exactly as long as it lives."""

    def __init__(self, item: Any) -> None:
        super().__init__(id(item))
        self.item = item
