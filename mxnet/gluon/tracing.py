"""Errors while a block is traced: report which line of which block caused them."""
from __future__ import annotations

import contextlib
import linecache
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .base import Block

_PACKAGE = str(Path(__file__).resolve().parents[1])


@contextlib.contextmanager
def explained(block: Block) -> Iterator[None]:
    """Add the tracing location to whatever is raised inside; the exception class stays."""
    try:
        yield
    except Exception as error:
        note = _where(block, error)
        if note and not getattr(error, "_traced", False):
            if len(error.args) == 1 and isinstance(error.args[0], str):
                error.args = (f"{error.args[0]}\n{note}",)
            with contextlib.suppress(AttributeError):
                error._traced = True  # type: ignore[attr-defined]
        raise


def _where(block: Block, error: BaseException) -> str:
    """Return the innermost line outside this package that was running."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(_PACKAGE):
            line = linecache.getline(frame.filename, frame.lineno or 0).strip()
            return (f"  while {block.name} was traced with symbols, in {frame.name}, {frame.filename}:{frame.lineno}: "
                    f"{line}")
    return ""
