"""How the sides of a comparison are started: each at its best thread count, and both on one thread.

MXNet takes half of the logical cores by itself. That is its best count on some machines and not on others, so it runs
as it comes and on all cores, and the better value counts. Ours always runs as it comes.
"""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_COUNTS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")


def environment(path: str = "", threads: int | None = None) -> dict[str, str]:
    """Give the variables for a process that imports from ``path``, on so many threads or as it comes."""
    chosen = {name: value for name, value in os.environ.items() if name not in _COUNTS}
    chosen["PYTHONPATH"] = path
    if threads is not None:
        chosen.update(dict.fromkeys(_COUNTS, str(threads)))
    return chosen


@dataclass(frozen=True)
class Column:
    """One comparison: its title, and the thread counts that each side is given (None: as it comes)."""

    title: str
    ours: tuple[int | None, ...]
    reference: tuple[int | None, ...]


BEST = Column("each at its best", (None,), (None, CORES))
SINGLE = Column("one thread each", (1,), (1,))
COLUMNS = (BEST, SINGLE) if CORES > 1 else (SINGLE,)
