"""Where operators report to the profiler that they ran.

`report` is None unless the profiler runs; callers test that first, so that it costs nothing otherwise.
"""
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

# called as report(kind, category, name, node, start, stop): kind is "symbolic" or "imperative",
# node the symbol's name of the operator where it has one, times are nanoseconds of `clock`
report: Callable[..., None] | None = None
clock = time.perf_counter_ns

OPERATOR = "operator"
CUSTOM = "Custom Operator"


class _Local(threading.local):
    entered = False           # the next call of `due` comes from inside `timed`
    custom: "list | None" = None  # [name, nanoseconds of operators called] of the running Custom


_local = _Local()


def due() -> bool:
    """Return whether a call should go through `timed`; False once, for the call that `timed` makes."""
    if _local.entered:
        _local.entered = False
        return False
    return report is not None


def timed(kind: str, name: str, node: str, function: Callable[..., Any], *args: Any) -> Any:
    """Call an operator and report how long it took, including work on a GPU."""
    custom = _local.custom
    start = clock()
    _local.entered = True
    try:
        return function(*args)
    finally:
        _local.entered = False
        if torch.cuda.is_initialized():
            torch.cuda.synchronize()
        stop = clock()
        if report is not None:
            if custom is None:
                report(kind, OPERATOR, name, node, start, stop)
            else:
                custom[1] += stop - start
                report(kind, CUSTOM, f"{custom[0]}::{name}", node, start, stop)


def wrapped(function: Callable[..., Any], kind: str, name: str, node: str) -> Callable[..., Any]:
    """Return a function that reports every call while the profiler runs."""
    def run(*args: Any) -> Any:
        if report is None:
            return function(*args)
        try:
            return timed(kind, name, node, function, *args)
        finally:
            _local.entered = False
    return run


# Suffixes that lowering appends to an operator's name in a label, and labels of calls that are not operators.
_STAGE = re.compile(r"(_taped)?(_backward|_train|_again|_taped)?(_in_place)?$")
_HELPERS = frozenset(("add", "add_", "zeros", "copy_across", "own_memory", "contiguous", "monitor", "release_memory"))


def operator_of(label: str) -> str:
    """Return the operator that a program's call with this label belongs to."""
    return _STAGE.sub("", label)


def of_call(function: Callable[..., Any], label: str, results: list[str]) -> Callable[..., Any]:
    """Return what a program calls while the profiler runs: operators and their gradients report."""
    if label in _HELPERS:
        return function
    name = operator_of(label)
    return wrapped(function, "symbolic", f"_backward_{name}" if label.endswith("_backward") else name,
                   results[0] if results else "")


@contextmanager
def custom_operator(name: str) -> Iterator[None]:
    """Mark a `with` block as the Python code of a Custom operator.

    Operators called inside are reported under its name, and the rest counts as its own time.
    """
    if report is None:
        yield
        return
    outer, _local.custom = _local.custom, [name, 0]
    start = clock()
    _local.entered = False
    try:
        yield
    finally:
        stop = clock()
        spent = _local.custom[1]
        _local.custom = outer
        if outer is not None:
            outer[1] += stop - start
        if report is not None:
            report("imperative", CUSTOM, f"{name}::pure_python", "", start, max(start, stop - spent))


def left() -> None:
    """Note that what `timed` called did not consult `due`."""
    _local.entered = False
