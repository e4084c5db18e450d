"""Finds the files that belong to a program: its project's modules, and those that it imports. Used by `doctor`."""
from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterator
from functools import lru_cache

from ..core.errors import MXNetError
from ..core.opening import MAX_TEXT, read_bytes

_MOST_ENTRIES = 4000  # of a project's folders that are examined
_MOST_FILES = 200     # that are followed from one program
_MARKS = (".git", "setup.py", "requirements.txt", "README.md", "README", "README.rst")


def project_of(path: str) -> str:
    """Return the folder of a program's project: the nearest one above it with a project marker."""
    own = folder = os.path.dirname(os.path.abspath(path))
    for _ in range(4):
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            return folder
        folder = os.path.dirname(folder)
    return own


@lru_cache(maxsize=64)
def modules_of(root: str) -> frozenset[str]:
    """Name the modules and packages in a project: programs put folders on the path in many ways."""
    names, seen = set(), 0
    for _, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names.update(name[:-3] for name in files if name.endswith(".py"))
        names.update(folders)
        seen += len(files) + len(folders)
        if seen > _MOST_ENTRIES:
            break
    return frozenset(names)


def files_of(path: str, root: str) -> list[str]:
    """Return the files of a project that a program imports, directly or indirectly, in that order.

    Imports under ``try`` are left out: the program handles their failure.
    """
    found: list[str] = [os.path.abspath(path)]
    for file in found:
        for other in _imported(file, root):
            if other not in found and len(found) <= _MOST_FILES:
                found.append(other)
    return found[1:]


def classes_of(files: list[str]) -> set[str]:
    """Name the classes that files define, which may be registered as optimizers, metrics or operators."""
    return {node.name for file in files for node in ast.walk(_tree(file)) if isinstance(node, ast.ClassDef)}


@lru_cache(maxsize=1024)
def _tree(file: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the program's own strings
            return ast.parse(read_bytes(file, MAX_TEXT), file)
    except (MXNetError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])            # its own report says what is wrong


def _imported(file: str, root: str) -> Iterator[str]:
    folder = os.path.dirname(file)
    tree = _tree(file)
    tried = {inner for node in ast.walk(tree) if isinstance(node, ast.Try) and node.handlers
             for part in node.body for inner in ast.walk(part)}
    for node in ast.walk(tree):
        if node in tried:
            continue
        if isinstance(node, ast.Import):
            for item in node.names:
                yield from _located(item.name, (folder, root))
        elif isinstance(node, ast.ImportFrom):
            above = os.path.abspath(os.path.join(folder, *[os.pardir] * (node.level - 1)))
            places = (above,) if node.level else (folder, root)
            yield from _located(node.module or "", places)
            for item in node.names:
                yield from _located(f"{node.module or ''}.{item.name}".strip("."), places)


def _located(dotted: str, places: tuple[str, ...]) -> Iterator[str]:
    """Yield the file of a module, if one of the folders has it."""
    for place in places:
        base = os.path.join(place, *dotted.split(".")) if dotted else place
        for name in (f"{base}.py", os.path.join(base, "__init__.py")):
            if os.path.isfile(name):
                yield os.path.abspath(name)
                return
