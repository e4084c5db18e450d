"""`SymbolDoc`, which programs of MXNet derive from to document operators of their own."""
from __future__ import annotations

from typing import Any

__all__ = ["SymbolDoc"]


class SymbolDoc:
    """Base of classes whose docstrings describe an operator; docstrings here are made from its declaration."""

    @staticmethod
    def get_output_shape(sym: Any, **input_shapes: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        """Return the shapes of a symbol's outputs by name, for these shapes of its inputs.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
        >>> mx.symbol_doc.SymbolDoc.get_output_shape(net, data=(2, 5))
        {'fc_output': (2, 3)}
        """
        _, shapes, _ = sym.infer_shape(**input_shapes)
        return dict(zip(sym.list_outputs(), shapes))
