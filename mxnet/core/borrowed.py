"""Names that programs take from a module which only imports them there, such as `mx.io.io.np`.

MXNet's files import much, and have no list of what is theirs, so these names became interface. They are
in one table and fetched whenever somebody asks; a module joins by ``borrowed(__name__)``. Checkers and editors
do not see it, so they tell a name that is misspelt.
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
    """Give a module a ``__getattr__``, which asks ``otherwise`` for names that are not in the table.

    Called at the end of the module. Where MXNet's has no ``__all__`` a star import brings what it imports.
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
            found = None  # a package that need not be there, which MXNet gives as None then
        if attribute:
            found = getattr(found, attribute)
        return found  # and not kept in the module: what is there is its own

    space["__getattr__"] = find
