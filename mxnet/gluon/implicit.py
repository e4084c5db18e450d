"""Losses that nobody hybridized, compiled all the same once their calls repeat.

A loss of this package computes the same graph for inputs of the same form, so nobody can tell, but by the time it
takes: four operators one by one are four steps of the tape, and on a GPU as many launches; compiled they are one.
"""
from __future__ import annotations

from itertools import repeat
from operator import is_, is_not
from typing import Any

from .. import ndarray, symbol
from ..core import trace
from ..core.errors import MXNetError
from ..name import NameManager
from ..ndarray import NDArray
from ..ndarray.invoke import preparations

# Of one block; data whose shapes change from call to call are not worth a compilation each.
_SIGNATURES_COMPILED = 8


class ImplicitGraph:
    """The graph of one block without parameters, for calls of one structure."""

    __slots__ = ("_block", "_before", "_op", "_places", "_present", "_casts", "_left")

    def __init__(self, block: Any) -> None:
        self._block = block
        self._before: list | None = None  # the form of the last call
        self._op: Any = None
        self._places: list[int] = []      # of its inputs among those of the block
        self._present: list[bool] = []    # which inputs are arrays, the others being None
        self._casts = 0                   # of mixed precision, when it was traced
        self._left = _SIGNATURES_COMPILED

    def __call__(self, args: tuple[Any, ...]) -> NDArray | None:
        """Give the output; None where the call is better made operator by operator."""
        if not self._left or trace.report is not None or not all(map(_is_input, args)):
            return None
        if self._op is not None and self._casts == preparations.added and self._is_traced(args):
            try:
                found = self._op(*[args[place] for place in self._places])
            except MXNetError:  # the operators themselves say what is wrong, if something is
                found = None
            if found is None or self._op.signatures > _SIGNATURES_COMPILED:
                self._left = 0
            return found
        form = [None if array is None else (array.shape, array.dtype) for array in args]
        if form == self._before:
            self._trace(args)
            return self(args)
        self._before = form
        self._left -= 1
        return None

    def _is_traced(self, args: tuple) -> bool:
        """Tell whether the arrays are where they were in the call that was traced."""
        present = self._present
        return len(args) == len(present) and all(map(is_, map(is_not, args, repeat(None)), present))

    def _trace(self, args: tuple) -> None:
        """Write the block down, under names that nobody sees."""
        present = [array is not None for array in args]
        names = [f"data{place}" for place in range(len(args))]
        with NameManager():
            inputs = [symbol.var(name) if here else None for name, here in zip(names, present)]
            out = self._block.hybrid_forward(symbol, *inputs)
        self._places = [names.index(name) for name in out.list_inputs()]
        self._op, self._present, self._casts = ndarray.CachedOp(out), present, preparations.added


def _is_input(value: Any) -> bool:
    return value is None or isinstance(value, NDArray)
