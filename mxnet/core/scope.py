"""Scopes: one current object per thread, for classes used in `with` (NameManager, AttrScope); and pausing the garbage
collector."""
import contextlib
import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any


class PerThread(threading.local):
    """Hold `value`, created by `make` on first access in each thread."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.value: Any = make()


class ScopeClass(type):
    """Gives a class the deprecated read-write attribute `current`, stored in its `_current.value`."""

    @property
    def current(cls) -> Any:
        _warn(cls)
        return cls._current.value

    @current.setter
    def current(cls, value: Any) -> None:
        if cls._warns_on_set:
            _warn(cls)
        cls._current.value = value


def _warn(cls: type) -> None:
    base = next(c for c in cls.__mro__ if "_current" in vars(c))
    warnings.warn(f"{base.__name__}.current has been deprecated. It is advised to use the "
                  f"`with` statement with {base.__name__}.", DeprecationWarning, stacklevel=3)


class Scope(metaclass=ScopeClass):
    """A `with` block that is the thread's current object of its kind while it is open."""

    _current: PerThread
    _warns_on_set = False

    def __enter__(self) -> Any:
        current = type(self)._current
        # not set in __init__: users' subclasses often do not call it
        self.__dict__.setdefault("_outer", []).append(current.value)
        current.value = self
        return self

    def __exit__(self, *exc: Any) -> None:
        type(self)._current.value = self._outer.pop()


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """Pause the garbage collector while many long-lived objects are created: it would scan all of them repeatedly."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
