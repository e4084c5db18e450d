"""What all symbols are made of: some entries of a graph."""
from __future__ import annotations

import ctypes

from ..core.errors import MXNetError
from ..core.graph import Entry, Graph
from ..core.handles import take

Shape = tuple[int, ...]


class SymbolBase:
    """What the functions made from operators accept: the legacy and the NumPy symbol."""

    __slots__ = ("_outputs",)
    _makes: type  # the class of what operators make of such a symbol
    _is_np = False  # it has NumPy's interface

    def __init__(self, outputs: list[Entry] | None) -> None:
        if isinstance(outputs, ctypes.c_void_p):  # a handle that the C library's stand-in filled
            outputs = take(outputs, list)
            if outputs is None:
                raise MXNetError("this handle stands for no symbol")
        self._outputs = outputs

    @property
    def graph(self) -> Graph:
        """The graph below this symbol, numbered anew at every look."""
        return Graph(self._outputs)
