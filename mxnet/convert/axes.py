"""Finds which axes of a model's inputs may vary in size, above all the batch axis. Called by `convert`.

A size may vary if inference still succeeds with another one. The converted file is also run with other sizes, because
inference does not see everything.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ..core.errors import MXNetError
from ..core.graph import Graph, Node
from ..core.op.shapes import known
from ..core.passes.infer import infer_shapes

Axes = dict[str, dict[int, str]]  # per input: axis -> name; axes with the same name vary together
_TRIALS = 64
# Operators that keep the order of axes, between an input and the layer whose layout defines their meaning.
_PASSING = frozenset(("Cast", "Dropout", "Activation", "BatchNorm", "_copy", "amp_cast", "_mul_scalar", "_plus_scalar",
                      "_minus_scalar", "_div_scalar", "LeakyReLU", "relu"))


class CannotVary(MXNetError):
    """Raised if a model, or the format it is converted to, fixes a size; the message names the node."""


def batch_axes(graph: Graph, shapes: Mapping[str, tuple[Any, ...]], params: Mapping[str, tuple[Any, ...]]) -> Axes:
    """Find the batch axis of each input; inputs without one are left out.

    Raises
    ------
    CannotVary
        where no choice of axes can vary; it names the node at which the first axes fail.
    """
    nodes = {node.name: node for node in graph.variables}
    choices = [list(_candidates(graph, nodes.get(name), shape)) for name, shape in shapes.items()]
    first: CannotVary | None = None
    for places in itertools.islice(itertools.product(*choices), _TRIALS):
        axes: Axes = {name: {place: "batch"} for name, place in zip(shapes, places) if place is not None}
        if not axes:
            continue
        try:
            check_axes(graph, shapes, params, axes)
            return axes
        except CannotVary as error:
            first = first or error
    raise first or CannotVary("the model has no input with a batch")


def _candidates(graph: Graph, node: Node | None, shape: tuple) -> Iterator[int | None]:
    """List the axes that may be the batch axis of an input, the most likely first; None means no axis."""
    order = dict.fromkeys((0 if node is None else batch_axis(graph, node), 0, 1))
    yield from (place for place in order if place < len(shape))
    yield None


def batch_axis(graph: Graph, node: Node) -> int:
    """Return which axis of an input is probably the batch: what its layout attribute says, or its first reader."""
    layout = node.attrs.get("__layout__", "")
    if "N" in layout:
        return layout.find("N")
    return 1 if any(user.op_name == "RNN" for user in _readers(graph, node)) else 0


def _readers(graph: Graph, node: Node) -> list[Node]:
    """List the first operators that depend on the order of a variable's axes."""
    same, found = {node}, []
    for user in graph.nodes:
        if user.inputs and user.inputs[0].node in same:
            if user.op_name in _PASSING:
                same.add(user)
            else:
                found.append(user)
    return found


def image_axes(graph: Graph, name: str, rank: int) -> dict[str, int]:
    """Return which axes of an input are height and width, from the layout of the layer that reads it."""
    node = next((node for node in graph.variables if node.name == name), None)
    if rank != 4 or node is None:
        return {}
    layouts = {str(user.params.get("layout")) for user in _readers(graph, node)}
    return {"height": 1, "width": 2} if "NHWC" in layouts else {"height": 2, "width": 3}


def other_shapes(shapes: Mapping[str, tuple[Any, ...]], axes: Axes) -> dict[str, tuple[Any, ...]]:
    """Return shapes with other sizes along the variable axes: sides of images are doubled, so that strides still divide
    them."""
    return {name: tuple(_other(size, axes.get(name, {}).get(place)) for place, size in enumerate(shape))
            for name, shape in shapes.items()}


def _other(size: int, name: str | None) -> int:
    return size if name is None else 2 * size + 1 if name == "batch" else 2 * size


def check_axes(graph: Graph, shapes: Mapping[str, tuple[Any, ...]], params: Mapping[str, tuple[Any, ...]],
               axes: Axes) -> None:
    """Raise `CannotVary` if the model fixes the size of one of the axes."""
    names = " and ".join(dict.fromkeys(name for places in axes.values() for name in places.values()))
    try:
        found = infer_shapes(graph, {**params, **other_shapes(shapes, axes)})
    except MXNetError as error:
        raise CannotVary(f"{names} cannot vary: {error}") from error
    for entry in graph.outputs:
        if not known(found[entry]):
            raise CannotVary(f"{names} cannot vary: the shape of {entry.node.output_name(entry.index)} is then unknown")
