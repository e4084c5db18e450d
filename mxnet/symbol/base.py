"""The common base of all symbols: some entries of a graph."""
from __future__ import annotations

import ctypes

from ..core.errors import MXNetError
from ..core.graph import Entry, Graph
from ..core.handles import take

Shape = tuple[int, ...]


class SymbolBase:
    """The base of the legacy and the NumPy symbol, which functions of operators accept."""

    __slots__ = ("_outputs",)
    _makes: type  # the class of results of operators on such a symbol
    _is_np = False  # whether it has NumPy's interface

    def __init__(self, outputs: list[Entry] | None) -> None:
        if isinstance(outputs, ctypes.c_void_p):  # a handle that the replacement of the C library filled
            outputs = take(outputs, list)
            if outputs is None:
                raise MXNetError("this handle stands for no symbol")
        self._outputs = outputs

    @property
    def graph(self) -> Graph:
        """The graph that computes this symbol, numbered at every access."""
        return Graph(self._outputs)
