"""`print_summary`: one line per layer, with output shape, parameters and what it is connected to."""
from __future__ import annotations

import json
import re
from math import prod
from typing import TYPE_CHECKING, Any

from ..symbol import Symbol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence



def numbers(text: str) -> list[str]:
    """Return the numbers of a tuple's text: "(3, 3)" gives ["3", "3"]."""
    return re.findall(r"\d+", text)


def output_values(symbol: Symbol, infer: str, given: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return the inferred shape or type of every internal output, by name."""
    internals = symbol.get_internals()
    _, found, _ = getattr(internals, infer)(**given)
    if found is None:
        raise ValueError(f"Input {what} is incomplete")
    return dict(zip(internals.list_outputs(), found, strict=True))


def _parameters(node: dict, channels: int, shapes: dict | None) -> int:
    """Count a layer's parameters as MXNet does: from its attributes and its input's channels."""
    op, attrs = node["op"], node.get("attrs", {})
    biased = attrs.get("no_bias") != "True"
    if op == "Convolution":
        filters = int(attrs["num_filter"])
        count = channels * filters // int(attrs.get("num_group", "1"))
        return count * prod(map(int, numbers(attrs["kernel"]))) + (filters if biased else 0)
    if op == "FullyConnected":
        return (channels + biased) * int(attrs["num_hidden"])
    if op == "BatchNorm" and shapes is not None:
        return 2 * int(shapes[f"{node['name']}_output"][1])
    if op == "Embedding":
        return int(attrs["input_dim"]) * int(attrs["output_dim"])
    return 0


class _Table:
    """Prints rows with columns that end at fixed positions."""

    def __init__(self, width: int, positions: Sequence[float]) -> None:
        self.width = width
        self.positions = [int(width * p) for p in positions] if positions[-1] <= 1 else list(map(int, positions))

    def row(self, *cells: Any) -> None:
        line = ""
        for cell, end in zip(cells, self.positions, strict=True):
            line = (line + str(cell))[:end].ljust(end)
        print(line)

    def rule(self, character: str) -> None:
        print(character * self.width)


def print_summary(symbol: Symbol, shape: Mapping[str, tuple[int, ...]] | None = None, line_length: int = 120,
                  positions: Sequence[float] = [.44, .64, .74, 1.]) -> None:
    """Print a table of the layers: name and type, output shape, parameters, previous layer.

    Parameters
    ----------
    symbol : Symbol
        The network.
    shape : Mapping[str, tuple[int, ...]], optional
        Shapes of inputs by name; without them, shapes and most counts are empty.
    line_length : int, default=120
        Number of characters in a line.
    positions : list of float or int
        Where the four columns end, as fractions of ``line_length`` or in characters.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=10, name="fc")
    >>> mx.viz.print_summary(net, shape={"data": (1, 20)}, line_length=60)  # doctest: +ELLIPSIS
    ____________________________________________________________
    Layer (type)              Output Shape...
    """
    if not isinstance(symbol, Symbol):
        raise TypeError("symbol must be Symbol")
    shapes = None if shape is None else output_values(symbol, "infer_shape", shape, "shape")
    graph = json.loads(symbol.tojson(), strict=False)
    nodes = graph["nodes"]
    # MXNet interprets all three numbers of the first head as node numbers; that is why the first
    # variable has a separate line
    shown = set(graph["heads"][0])

    def output_shape(node: dict) -> tuple:
        name = node["name"] if node["op"] == "null" else f"{node['name']}_output"
        return tuple((shapes or {}).get(name, ()))[1:]

    table = _Table(line_length, positions)
    table.rule("_")
    table.row("Layer (type)", "Output Shape", "Param #", "Previous Layer")
    table.rule("=")
    total = 0
    for number, node in enumerate(nodes):
        if node["op"] == "null" and number > 0:
            continue
        before = [nodes[entry[0]] for entry in node["inputs"]
                  if nodes[entry[0]]["op"] != "null" or entry[0] in shown]
        channels = sum(int(sizes[0]) for sizes in map(output_shape, before) if sizes)
        count = _parameters(node, channels, shapes)
        total += count
        size = output_shape(node) if node["op"] != "null" or number in shown else ()
        names = [previous["name"] for previous in before] or [""]
        table.row(f"{node['name']}({node['op']})", "x".join(map(str, size)), count, names[0])
        for name in names[1:]:
            table.row("", "", "", name)
        table.rule("=" if number == len(nodes) - 1 else "_")
    print(f"Total params: {total}")
    table.rule("_")
