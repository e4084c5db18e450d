"""Gluon's layers are written for the arrays and symbols of mx.nd and mx.sym; in NumPy mode they get these forms.

Both forms of an array share memory and position in a recorded graph, so nothing is copied. User code gets what it is
given: arrays of mx.np, and ``F.np`` and ``F.npx`` to compute with.
"""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from ..core import npmode
from ..ndarray import NDArray
from ..symbol import Symbol


@contextlib.contextmanager
def legacy() -> Iterator[None]:
    """Make blocks and parameters show mx.nd and mx.sym forms within a block."""
    mode = npmode.mode
    before = mode.array, mode.legacy
    mode.array, mode.legacy = False, True
    try:
        yield
    finally:
        mode.array, mode.legacy = before


def call_legacy(method: Callable[..., Any], block: Any, *args: Any) -> Any:
    """Call a method written for mx.nd on arguments of either form; it returns NumPy's form."""
    given = as_nd(args)
    with legacy():
        made = method(block, *given)
    return as_np(made)


def as_nd(value: Any) -> Any:
    """Return the legacy forms of arrays and symbols, in nested lists too."""
    if isinstance(value, (NDArray, Symbol)):
        return value.as_nd_ndarray()
    return value.__class__(map(as_nd, value)) if value.__class__ in (list, tuple) else value


def as_np(value: Any) -> Any:
    """Return the NumPy forms of arrays and symbols, in nested lists too."""
    if isinstance(value, (NDArray, Symbol)):
        return value.as_np_ndarray()
    return value.__class__(map(as_np, value)) if value.__class__ in (list, tuple) else value


def shows_np(value: Any) -> bool:
    """Return whether there is an array or a symbol with NumPy's interface, in nested lists too."""
    if isinstance(value, (NDArray, Symbol)):
        return value._is_np
    return isinstance(value, (list, tuple)) and any(map(shows_np, value))


def shown(value: Any) -> Any:
    """Return arrays and symbols in the form of the current mode."""
    return as_np(value) if npmode.mode.array else value


def check_np(value: Any, block: Any) -> None:
    """Refuse a legacy array or symbol among the outputs of a block in NumPy mode."""
    if isinstance(value, (NDArray, Symbol)):
        if not value._is_np:
            raise TypeError(f"{block.name}: in NumPy mode a block gives arrays of mx.np or symbols of mx.sym.np, got "
                            f"{type(value)}; use as_np_ndarray()")
    elif isinstance(value, (list, tuple)):
        for item in value:
            check_np(item, block)
