"""Capture and replay: repeated GPU work on the same tensors becomes CUDA graphs.

There is one mechanism, `Capture`, for an executor's programs (`captured_programs`), an optimizer's step and a metric's
update, separately or all together. Work first runs uncaptured, is captured the third time, and is replayed from then
on, as long as everything that it depends on stays the same.
"""
from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import partial
from operator import is_
from typing import Any, NamedTuple

from .. import trace
from ..device import Context
from ..tuning import CAPTURE_AFTER_CALLS, CAPTURE_ATTEMPTS, CAPTURES_OF_A_STEP
from .arena import Arena

_log = logging.getLogger(__name__)


def wanted(contexts: set[Context]) -> bool:
    """Return whether work on these contexts should be captured: one CUDA device, and not turned off."""
    if os.environ.get("MXNET_CUDA_GRAPHS", "1") == "0" or len(contexts) != 1:
        return False
    ctx, = contexts
    return ctx.device_typeid == 2 and ctx.torch_device.type == "cuda"


class Capture:
    """One piece of repeated work: called, captured, replayed.

    What would change it, such as a learning rate, is in its ``key``, and the tensors that it reads and writes are
    ``fixed``: when one of these changes, the work runs uncaptured again. Work that cannot be captured always runs
    uncaptured.
    """

    arena: Arena
    what: str

    def __init__(self, arena: Arena, what: str, most: int = CAPTURES_OF_A_STEP) -> None:
        self.arena, self.what, self._most = arena, what, most
        self.captured: Any = None
        self.fixed: list[Any] = []
        self.calls: int = 0      # with this key and these tensors, since the last reset
        self.runs: int = 0       # that were no replays
        self.captures: int = 0   # so far, including failed ones
        self.refusal: str = ""   # why it is no longer captured
        self._key: tuple | None = None
        self._failures = 0

    def run(self, key: tuple[Any, ...], fixed: list[Any], work: Callable[..., Any]) -> None:
        """Run work that one graph can hold, or replay it."""
        if self.is_ready(key, fixed) or self.is_due(key, fixed) and self.attempt(partial(self.arena.capture, work)):
            self.captured.replay()
        else:
            work()

    def is_ready(self, key: tuple[Any, ...], fixed: list[Any]) -> bool:
        """Return whether exactly this work can be replayed."""
        return self.captured is not None and trace.report is None and self._matches(key, fixed)

    def is_due(self, key: tuple[Any, ...], fixed: list[Any], warm: bool | None = None, later: int = 0) -> bool:
        """Count a call that is not a replay; return whether it should be captured, as soon as it is ``warm``.

        ``later``: how many calls later than necessary.
        """
        if not self._matches(key, fixed):
            self.forget()
            self._key, self.fixed = key, fixed
        self.calls += 1
        self.runs += 1
        if warm is None:
            warm = self.calls > CAPTURE_AFTER_CALLS + later
        if not warm or self.refusal or trace.report is not None:
            return False
        if self.captures >= self._most:
            self.refusal = "what it depends on changes all the time"
        return not self.refusal

    def is_warm(self, key: tuple[Any, ...]) -> bool:
        """Return whether it has run before, the last time with this key."""
        return self.runs >= CAPTURE_AFTER_CALLS and key == self._key

    def attempt(self, build: Callable[[], Any]) -> bool:
        """Capture; return whether that worked."""
        self.captures += 1
        try:
            self.captured = build()
        except RuntimeError as error:
            self.forget()  # it must warm up again first
            self._failures += 1
            if self._failures == CAPTURE_ATTEMPTS:
                self.refusal = str(error).splitlines()[0]
                _log.warning("%s is not captured in CUDA graphs: %s", self.what, self.refusal)
            return False
        return True

    def forget(self) -> None:
        """Drop what was captured; it is captured again once it is warm again."""
        self.captured, self.calls = None, 0

    def _matches(self, key: tuple, fixed: list) -> bool:
        return key == self._key and len(fixed) == len(self.fixed) and all(map(is_, fixed, self.fixed))

class Work(NamedTuple):
    """Work with its own `Capture`, which may also be captured together with the step before it."""

    capture: Capture
    key: tuple[Any, ...]
    fixed: Callable[[], list[Any]]    # returns the tensors; gradients may have moved by the next call
    outputs: Callable[[], list[Any]]  # of the step before it, which it reads
    run: Callable[[], None]
    done: Callable[[], None]     # notifies Python of what a replay has done

    def is_warm(self) -> bool:
        """Return whether it has run in its present form."""
        return self.capture.is_warm(self.key)

    def do(self) -> None:
        """Run it by itself."""
        self.capture.run(self.key, [*self.fixed(), *self.outputs()], self.run)
        self.done()
