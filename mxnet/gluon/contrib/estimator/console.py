"""Where an estimator's log is printed; on a terminal with a progress line below it."""
from __future__ import annotations

import logging
import time
from typing import Any

_PERIOD = 0.1  # seconds between two progress lines: faster ones are unreadable
_WIDTH = 20


class Console(logging.StreamHandler):
    """Prints records to a stream. On a terminal, the last line may show the progress of an epoch."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        isatty = getattr(stream, "isatty", None)
        self.live: bool = bool(isatty and isatty())
        self._shown = False
        self._next = 0.0

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record in place of the progress line."""
        self.clear()
        super().emit(record)

    def show(self, title: str, done: int, total: int | None, seconds: float) -> None:
        """Print how many batches are done, unless that was just printed."""
        now = time.monotonic()
        if self.live and now >= self._next:
            self._next, self._shown = now + _PERIOD, True
            self._write("\r" + progress_line(title, done, total, seconds) + "\x1b[K")

    def clear(self) -> None:
        """Clear the progress line."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self.acquire()
        try:
            self.stream.write(text)
            self.flush()
        finally:
            self.release()


def progress_line(title: str, done: int, total: int | None, seconds: float) -> str:
    """Format the progress of an epoch, its speed, and the remaining time.

    Examples
    --------
    >>> from mxnet.gluon.contrib.estimator.console import progress_line
    >>> progress_line("[Epoch 2]", 30, 40, 6.0)
    '[Epoch 2] 30/40 [===============     ] 5.0 batches/s, 2 s left'
    >>> progress_line("[Epoch 2]", 30, None, 6.0)
    '[Epoch 2] 30 batches, 5.0 batches/s'
    """
    speed = done / max(seconds, 1e-9)
    if not total:
        return f"{title} {done} batches, {speed:.1f} batches/s"
    left = max(total - done, 0)
    bar = ("=" * min(_WIDTH, _WIDTH * done // total)).ljust(_WIDTH)
    return f"{title} {done}/{total} [{bar}] {speed:.1f} batches/s, {left / speed:.0f} s left"
