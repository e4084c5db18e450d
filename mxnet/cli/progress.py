"""A progress bar on stderr, for long-running commands."""
from __future__ import annotations

import sys
import time
from types import TracebackType

_WIDTH = 30
_SECONDS = 0.1          # between two redraws


class Progress:
    """Shows the progress of a job; silent if stderr is not a terminal.

    >>> with Progress("packing", 3) as bar:
    ...     for _ in range(3):
    ...         bar.step()
    """

    def __init__(self, what: str, total: int | None, quiet: bool = False):
        self._what, self._total = what, total
        self._done, self._start, self._next = 0, time.monotonic(), 0.0
        self._shown = not quiet and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._shown:
            self._draw()
            sys.stderr.write("\n")

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._start

    def step(self, count: int = 1) -> None:
        """Count more items as done."""
        self._done += count
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + _SECONDS
            self._draw()

    def _draw(self) -> None:
        rate = self._done / max(self.seconds, 1e-9)
        text = f"{self._done} {self._what}, {rate:.0f} a second"
        if self._total:
            filled = _WIDTH * self._done // self._total
            left = (self._total - self._done) / max(rate, 1e-9)
            text = (f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done}/{self._total} "
                    f"{self._what}, {rate:.0f} a second, {left:.0f} s left")
        sys.stderr.write(f"\r{text:<79}")
        sys.stderr.flush()
