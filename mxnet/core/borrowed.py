"""Names that programs take from a module that only imports them, such as `mx.io.io.np`.

MXNet's files import a lot and have no ``__all__``, so these names became part of the interface. They are in one table
and resolved on access; a module opts in with ``borrowed(__name__)``. Type checkers and editors do not see them, so they
still report misspelt names.
"""
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .absence import missing
from .borrowed_names import BORROWED, PLACES

_HOMES: dict[str, str] = {}  # name -> module, or module:name
for _home, _items in PLACES.items():
    for _item in _items:
        _name, _, _there = _item.partition("=")
        _HOMES[_name] = _there or _name if _home == "modules" else f"{_home}:{_there or _name}"


def borrowed(module: str, otherwise: Callable[[str], Any] | None = None) -> None:
    """Give a module a ``__getattr__``, which calls ``otherwise`` for names that are not in the table.

    Call it at the end of the module. If MXNet's module has no ``__all__``, a star import also brings what it imports.
    """
    places = {}
    items = BORROWED.get(module.removeprefix("mxnet."), [])
    starred = items[:1] == ["*"]
    for item in items[starred:]:
        name, _, place = item.partition("=")
        places[name] = place or _HOMES[name]
    space = vars(sys.modules[module])
    if starred:
        own = space.get("__all__") or [name for name in space if not name.startswith("_")]
        space["__all__"] = [*own, *(name for name in places if not name.startswith("_") and name not in own)]

    def find(name: str) -> Any:
        if name not in places:
            if otherwise is not None:
                return otherwise(name)
            raise missing(module, name)
        home, _, attribute = places[name].partition(":")
        try:
            found = import_module(home)
        except ImportError:
            if home.startswith("mxnet"):
                raise
            found = None  # an optional package that is not installed, which MXNet gives as None
        if attribute:
            found = getattr(found, attribute)
        return found  # and not stored in the module: its namespace holds only its own names

    space["__getattr__"] = find
