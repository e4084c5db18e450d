"""Libraries that would not load beside torch 2, and what is done about it.

A library written for MXNet finds torch installed here, because Remixnet computes with it. GluonCV has models for
torch 1 too, and raises on import where torch is newer, although its MXNet half would work. It is told that there is no
torch for it, which it takes well: ``gluoncv.torch`` is then missing, as on a machine with MXNet alone.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


def _gluoncv_without_torch(check: ModuleType) -> None:
    def _require_pytorch_version(*versions: str) -> None:
        raise ImportError(f"gluoncv.torch is for torch {' to '.join(versions)}, which Remixnet does not run on")

    for module in (check, sys.modules.get("gluoncv")):
        if hasattr(module, "_require_pytorch_version"):
            module._require_pytorch_version = _require_pytorch_version  # type: ignore[union-attr]


_AFTER: dict[str, Callable[[ModuleType], None]] = {"gluoncv.check": _gluoncv_without_torch}


class _Finder(MetaPathFinder):
    """Find the modules named in the table as Python does, and change them once they are loaded."""

    def find_spec(self, fullname: str, path: Sequence[str] | None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        change = _AFTER.get(fullname)
        spec = PathFinder.find_spec(fullname, path, target) if change else None
        if spec is None or spec.loader is None or change is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            change(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def install() -> None:
    """Change what is loaded already (a library may import mxnet in its midst), and what will be loaded."""
    for name, change in _AFTER.items():
        if name in sys.modules:
            change(sys.modules[name])
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
