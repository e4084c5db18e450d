"""Which parts of MXNet are missing and why, and how that is reported: to `hasattr`, `import` and `remixnet doctor`."""
from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from typing import TypeVar

from .errors import Absent, UnknownName

Thing = TypeVar("Thing", bound=Callable)

# MXNet modules below ``mxnet.`` that are left out.
MODULES = {
    "torch": "called functions of Lua Torch 7; Remixnet runs on PyTorch, which as_torch and from_torch reach",
    "th": "called functions of Lua Torch 7; Remixnet runs on PyTorch, which as_torch and from_torch reach",
    "tvmop": "held operators compiled by TVM",
    "space": "described operators for TVM's tuner",
    "cython": "bound MXNet's C library, which is not behind this package",
    "_ctypes": "bound MXNet's C library, which is not behind this package",
    "_cy3": "bound MXNet's C library, which is not behind this package",
    "_ffi": "bound MXNet's C library, which is not behind this package",
    "contrib.tensorrt": "ran parts of a graph by TensorRT; optimize_for takes the name and leaves the graph as it is, "
                        "and `remixnet convert --to onnx` writes a file that TensorRT reads",
}


def missing(module: str, name: str, hint: str = "") -> Exception:
    """Return what a module's ``__getattr__`` raises for a missing name.

    `hasattr` gets an AttributeError. ``from module import name`` gets an ImportError with the same message: Python's
    own would give only the name. A submodule of that name is left to Python's import.
    """
    dotted = f"{module}.{name}".removeprefix("mxnet.")
    listed = dotted in MODULES
    why = f"mx.{dotted} is not here: it {MODULES[dotted]}" if listed else \
        f"module {module!r} has no attribute {name!r}{hint}"
    here = sys.modules.get(module)
    if _asked_by_import() and PathFinder.find_spec(f"{module}.{name}", getattr(here, "__path__", None)) is None:
        if not (listed or hint):
            near = UnknownName("name", name, [word for word in dir(here) if word[:1] != "_"]).near
            hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return ImportError(f"cannot import name {name!r} from {module!r}{f': {why}' if listed else hint}", name=module)
    return Absent(why) if listed else AttributeError(why, name=name, obj=here)


def _asked_by_import() -> bool:
    """Return whether a module's ``__getattr__`` is running for a ``from`` import."""
    frame = sys._getframe(2)
    while frame.f_code.co_name in ("__getattr__", "find") and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code.co_name == "_handle_fromlist" and frame.f_code.co_filename.startswith("<frozen importlib")


def refuses(why: str) -> Callable[[Thing], Thing]:
    """Mark a function or class that only explains why it is unavailable; `remixnet doctor` reads the mark."""
    def mark(thing: Thing) -> Thing:
        thing.__refuses__ = why  # type: ignore[attr-defined]
        return thing
    return mark


def refusal_of(thing: object) -> str | None:
    """Return why a function or class refuses every call; None if it does not."""
    return getattr(thing, "__refuses__", None)
