"""How notebooks show a network: a drawing, or a table of its layers with shapes and parameter counts."""
from __future__ import annotations

import warnings
from collections.abc import Mapping
from html import escape
from math import prod
from typing import Any

from ..core.errors import MXNetError
from ..core.graph import Entry
from ..core.op.shapes import known
from ..core.passes.infer import infer_shapes
from .network import plot_network

_MOST_DRAWN = 300  # nodes; a larger network is a table


def picture(symbol: Any) -> str:
    """Return a symbol's graph as SVG in HTML, or a table if graphviz is missing or the graph is large."""
    if len(symbol.graph.nodes) > _MOST_DRAWN:
        return layers(symbol, {})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of nodes with equal names: they are drawn
            drawn = plot_network(symbol, node_attrs={"fixedsize": "false"}).svg()
    except ImportError:
        return layers(symbol, {})
    return f"<div>{drawn[drawn.index('<svg'):]}</div>"


def layers(symbol: Any, shapes: Mapping[str, tuple[Any, ...]], inputs: Any = ()) -> str:
    """Return a table of a symbol's layers as HTML.

    Parameters
    ----------
    shapes : known shapes of variables by name; elements of parameters are counted.
    inputs : names of variables that are not parameters.
    """
    graph = symbol.graph
    try:
        found: Any = infer_shapes(graph, dict(shapes))
    except MXNetError:
        found = None
    taken, total, rows = set(inputs), 0, []
    for node in graph.nodes:
        if node.op is None:
            continue
        own = [entry.node for entry in node.inputs if entry.node.op is None and entry.node.name not in taken]
        sizes = [found.of(variable) if found is not None else None for variable in own]
        taken.update(variable.name for variable in own)  # a shared one counts once
        unknown = not all(map(known, sizes))
        count = 0 if unknown else sum(map(prod, sizes))
        total += count
        shape = found[Entry(node)] if found is not None else None
        cells = (node.name, node.op_name, "?" if not known(shape) else "x".join(map(str, shape)),
                 "?" if unknown else f"{count:,}" if count else "")
        rows.append("<tr>" + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th style='text-align:left'>{word}</th>" for word in ("layer", "operator", "output", "parameters"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>" \
           f"<tfoot><tr><td colspan='4'>{len(rows)} layers, {total:,} parameters</td></tr></tfoot></table>"
