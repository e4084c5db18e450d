"""Outgoing contributions: pieces for the same owner are packed into one message.

A `pull` or a full bucket sends them; if a program pushes without pulling, a thread sends them shortly after.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import torch

from ...core.tuning import BUCKET_BYTES
from .keys import Key
from .message import Kind, Message, Packing
from .pieces import kept, written

_LINGER = 0.001  # seconds that a pushed key waits for others to be packed with

Send = Callable[[int, Message], None]


class Bucket:
    """Pieces for one owner, and their highest priority."""

    __slots__ = ("entries", "priority", "size")

    def __init__(self, priority: int) -> None:
        self.entries: list[tuple[Key, int, Any]] = []
        self.size: int = 0
        self.priority: int = priority


class Buckets:
    """Everything that this worker has pushed and not yet sent."""

    def __init__(self, send: Send, mark: Callable[[], int]) -> None:
        self._send, self._mark = send, mark
        self._open: dict[int, Bucket] = {}
        self._lock = threading.RLock()
        self._wake: threading.Event | None = None

    def add(self, owner: int, key: Key, round_: int, piece: Any, wanted: bool, priority: int = 0) -> None:
        """Put a piece into its owner's bucket; ``wanted`` means that this call also waits for the new value."""
        with self._lock:
            bucket = self._open.get(owner)
            if bucket is None:
                bucket = self._open[owner] = Bucket(priority)
            elif priority > bucket.priority:
                bucket.priority = priority
            bucket.entries.append((key, round_, piece if wanted else kept(piece)))
            bucket.size += _size(piece)
            if bucket.size >= BUCKET_BYTES:
                self._ship(owner, wanted)

    def flush(self, wanted: bool = False) -> None:
        """Send everything, highest priority first."""
        if not self._open:
            return
        with self._lock:
            for owner in sorted(self._open, key=lambda owner: -self._open[owner].priority):
                self._ship(owner, wanted)

    def flush_soon(self) -> None:
        """Send everything shortly."""
        if not self._open:
            return
        if self._wake is None:
            self._wake = threading.Event()
            threading.Thread(target=self._follow, args=(self._wake,), name="kvstore-buckets", daemon=True).start()
        self._wake.set()

    def _follow(self, wake: threading.Event) -> None:
        pause = threading.Event()
        while True:
            wake.wait()
            pause.wait(_LINGER)
            wake.clear()
            self.flush()

    def _ship(self, owner: int, wanted: bool) -> None:
        bucket = self._open.pop(owner)
        ints: list[int] = []
        tensors: list[torch.Tensor] = []
        for key, round_, piece in bucket.entries:
            form, count, parts = written(piece, key.dtype)
            ints += (key.number, round_, form, count)
            tensors += parts
        self._send(owner, Message(Kind.PUSH, number=int(wanted), ints=ints, data=Packing(tensors), mark=self._mark()))


def _size(piece: Any) -> int:
    if isinstance(piece, torch.Tensor):
        return piece.nbytes
    return sum(part.nbytes for part in piece if isinstance(part, torch.Tensor))

