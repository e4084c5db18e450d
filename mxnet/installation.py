"""Whether another package called mxnet is installed as well: both have a folder ``mxnet``, and files get mixed.

`import mxnet` looks for one file; `remixnet doctor` asks the descriptions of all installed packages.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# The library that MXNet itself is made of, under its names on the systems it was built for.
_LIBRARIES = ("libmxnet.so", "libmxnet.dylib", "libmxnet.dll")
_NAME = re.compile(r"mxnet([-_.].+)?$", re.IGNORECASE)


def is_overlaid(folder: str) -> bool:
    """Return whether MXNet's own library lies in a folder; three questions to the file system."""
    return any(os.path.exists(os.path.join(folder, name)) for name in _LIBRARIES)


def others(path: list[str] | None = None) -> Iterator[Distribution]:
    """Yield the installed distributions that bring a folder ``mxnet`` of their own.

    Parameters
    ----------
    path : folders to look in; by default those of this Python.
    """
    from importlib.metadata import (
        distributions,  # which takes longer to import than most of our modules
    )
    seen = set()
    for found in distributions(path=path) if path is not None else distributions():
        name = found.metadata["Name"] if found.metadata is not None else None
        if name is None or not _NAME.match(name) or name in seen:
            continue
        seen.add(name)
        files = found.files
        if files is None or any(file.parts[:1] == ("mxnet",) for file in files):  # one that stands for it has none
            yield found


def remedy(names: list[str]) -> str:
    """Say how to get from both packages to one."""
    return f"`pip uninstall {' '.join(names)}`, then `pip install --force-reinstall --no-deps remixnet`, " \
           "since that took files of both"


def overlay_warning(folder: str) -> str:
    """Describe what `is_overlaid` found."""
    names = [found.metadata["Name"] for found in others()] or ["mxnet"]
    return f"MXNet itself ({', '.join(names)}) is installed in the same folder as Remixnet, {folder}: files of both " \
           f"are mixed there. Keep one: {remedy(names)}"
