"""The second tier: runs of steps compiled by TorchInductor. Slow to start; requested by MXNET_COMPILE=1 or bind.

A program becomes another program whose steps are such runs; what Inductor cannot compile (user Python code, random
numbers, steps on torch's tape) stays unchanged in between.
"""
from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

from ..program import Program
from ..torch_private import compile_lists
from ..tuning import COMPILE_FROM_STEPS
from .segments import Placement, Segment, regrouped, split

_log = logging.getLogger(__name__)


def wanted(asked: bool | None) -> bool:
    """Return whether programs are to be compiled: as requested in bind, otherwise as the environment says."""
    return os.environ.get("MXNET_COMPILE", "0") == "1" if asked is None else bool(asked)


def compiled(program: Program) -> Program:
    """Return a program that does the same in compiled pieces."""
    apart = {number for number, step in enumerate(program.steps) if step.untraced}

    def make(segment: Segment) -> Compiled | None:
        worth_it = len(segment.program.steps) >= COMPILE_FROM_STEPS and (segment.gives or segment.takes)
        return Compiled(segment.program) if worth_it else None
    return regrouped(program, split(program, apart, Placement()), make)


class Compiled:
    """A run of steps; traced and compiled at its first call, which computes as usual."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._call: Callable | None = None

    def __call__(self, values: list[Any]) -> list[Any]:
        if self._call is None:
            self._call = self._compile(values)
        return self._call(values)

    def _compile(self, values: list) -> Callable:
        """Return the compiled form, or the plain one if Inductor fails."""
        count, begin = len(self.program.steps), time.monotonic()
        _log.info("compiling %d calls of %s; this is done once", count, self.program.name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch's own internal warnings
                call = compile_lists(self.program.run, values)
        except Exception as error:  # whatever Inductor raises, the program itself is sound
            _log.warning("%s stays uncompiled: %s: %s", self.program.name, type(error).__name__,
                         str(error).splitlines()[0] if str(error) else "")
            return self.program.run
        _log.info("compiled %s in %.1f s", self.program.name, time.monotonic() - begin)
        return call
