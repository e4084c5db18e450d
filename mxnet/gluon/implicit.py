"""Losses that were not hybridized, compiled anyway once their calls repeat.

A loss of this package computes the same graph for inputs of the same form, so only the time differs: four separate
operators are four steps of the tape, and four launches on a GPU; compiled they are one.
"""
from __future__ import annotations

from itertools import repeat
from operator import is_, is_not
from typing import Any, NamedTuple

from .. import ndarray, symbol
from ..core import trace
from ..core.errors import MXNetError
from ..name import NameManager
from ..ndarray import NDArray
from ..ndarray.invoke import preparations

# Per block; data whose shapes change from call to call are not worth compiling.
_SIGNATURES_COMPILED = 8


class _Traced(NamedTuple):
    """A traced block: immutable, so that concurrent threads see a consistent one."""

    op: Any
    places: list[int]    # positions of its inputs among those of the block
    present: list[bool]  # which inputs of the block are arrays; the others are None
    casts: int           # state of mixed precision when it was traced

    def fits(self, args: tuple[Any, ...]) -> bool:
        """Return whether the arrays are at the same positions as in the traced call."""
        return self.casts == preparations.added and len(args) == len(self.present) \
            and all(map(is_, map(is_not, args, repeat(None)), self.present))


class ImplicitGraph:
    """The graph of one block without parameters, for calls of one structure."""

    __slots__ = ("_block", "_before", "_traced", "_left")

    def __init__(self, block: Any) -> None:
        self._block = block
        self._before: list[Any] | None = None  # the form of the last call
        self._traced: _Traced | None = None
        self._left = _SIGNATURES_COMPILED

    @property
    def is_compiled(self) -> bool:
        """Whether some calls run as one."""
        return self._traced is not None

    def __call__(self, args: tuple[Any, ...]) -> NDArray | None:
        """Return the output; None if the call is better made operator by operator."""
        if self._left <= 0 or trace.report is not None or not all(map(_is_input, args)):
            return None
        traced = self._traced
        if traced is None or not traced.fits(args):
            form = [None if array is None else (array.shape, array.dtype) for array in args]
            if form != self._before:
                self._before = form
                self._left -= 1
                return None
            traced = self._traced = self._trace(args)
        try:
            found = traced.op(*[args[place] for place in traced.places])
        except MXNetError:  # the operators themselves report what is wrong, if anything
            found = None
        if found is None or traced.op.signatures > _SIGNATURES_COMPILED:
            self._left = 0
        return found

    def _trace(self, args: tuple[Any, ...]) -> _Traced:
        """Trace the block, under internal names."""
        present = [array is not None for array in args]
        names = [f"data{place}" for place in range(len(args))]
        with NameManager():
            inputs = [symbol.var(name) if here else None for name, here in zip(names, present)]
            out = self._block.hybrid_forward(symbol, *inputs)
        return _Traced(ndarray.CachedOp(out), [names.index(name) for name in out.list_inputs()], present,
                       preparations.added)


def _is_input(value: Any) -> bool:
    return value is None or isinstance(value, NDArray)
