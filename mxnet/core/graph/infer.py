"""Infers shapes and types: sweeps forward and backward over a graph until nothing changes.

Called by `Symbol.infer_shape` and friends and by `bind`. Inside, an unknown shape is None and an
unknown dimension -1; `from_public` and `to_public` translate at the border.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch

from .. import npmode
from ..dtype import FLAG_TO_NAME, NAME_TO_TORCH, dtype_name
from ..errors import MXNetError
from ..op.params import BadValue, parse_shape
from ..op.shapes import known, show, unify
from . import control
from .node import Entry, Graph, Node

_LIMIT = 8192
_results: dict = {}  # (bound operator, shapes in, shapes out, np mode) -> what one step made


class Inferred:
    """What is known about every entry of a graph."""

    __slots__ = ("graph", "cells", "is_known", "merge")

    def __init__(self, graph: Graph, is_known: Callable, merge: Callable) -> None:
        self.graph, self.is_known, self.merge = graph, is_known, merge
        self.cells: list[list] = [[None] * node.num_outputs for node in graph.nodes]

    def __getitem__(self, entry: Entry):
        return self.cells[self.graph.index[entry.node]][entry.index]

    def seed(self, outputs: Sequence) -> None:
        """Note what is known about the outputs beforehand."""
        for entry, cell in zip(self.graph.outputs, outputs):
            self.cells[self.graph.index[entry.node]][entry.index] = cell

    def of(self, node: Node):
        """Give what is known about a variable."""
        return self.cells[self.graph.index[node]][0]

    @property
    def complete(self) -> bool:
        return all(self.is_known(cell) for cells in self.cells for cell in cells)

    @property
    def arguments(self) -> list:
        return [self.of(node) for node in self.graph.arguments]

    @property
    def auxiliary(self) -> list:
        return [self.of(node) for node in self.graph.auxiliary]

    @property
    def outputs(self) -> list:
        return [self[entry] for entry in self.graph.outputs]


def infer_shapes(graph: Graph, given: Mapping[str, tuple | None] | None = None,
                 outputs: Sequence[tuple | None] = ()) -> Inferred:
    """Infer all shapes from those of some variables, by name, and from their ``__shape__``.

    ``outputs`` may say what is known about the graph's outputs, in order.
    """
    found = Inferred(graph, known, unify)
    found.seed(outputs)
    given = given or {}
    for node in graph.variables:
        shape = given.get(node.name)
        if not known(shape) and "__shape__" in node.attrs:
            shape = _declared_shape(node)  # also in place of a shape that is given in part
        found.cells[graph.index[node]][0] = shape
    _sweep(found, _shape_step)
    return found


def infer_types(graph: Graph, given: Mapping[str, torch.dtype | None] | None = None,
                outputs: Sequence[torch.dtype | None] = ()) -> Inferred:
    """Infer all types from those of some variables, by name, and from their ``__dtype__``."""
    found = Inferred(graph, lambda cell: cell is not None, control.unify_types)
    found.seed(outputs)
    given = given or {}
    for node in graph.variables:
        dtype = given.get(node.name)
        if dtype is None and "__dtype__" in node.attrs:
            dtype = _declared_type(node)
        found.cells[graph.index[node]][0] = dtype
    _sweep(found, _type_step)
    return found


def _sweep(found: Inferred, step: Callable) -> None:
    graph, cells, is_known = found.graph, found.cells, found.is_known
    index = graph.index
    pending = [(node, cells[number], [(cells[index[e.node]], e.index) for e in node.inputs])
               for number, node in enumerate(graph.nodes) if node.op is not None]
    while pending:
        changed, waiting = False, []
        for item in pending:
            node, outs, places = item
            ins = [cell[position] for cell, position in places]
            try:
                new_ins, new_outs = step(node, ins, outs)
            except MXNetError as error:
                raise MXNetError(_explain(node, ins, outs, error)) from error
            except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
                # a rule met params that nobody thought of, a stride of 0 say: the file's fault, not the user's
                problem = f"its params do not fit ({type(error).__name__}: {error})"
                raise MXNetError(_explain(node, ins, outs, problem)) from error
            if found.merge is unify and any(size < -1 for shape in new_outs if shape for size in shape):
                raise MXNetError(_explain(node, ins, outs, f"its params make {', '.join(map(_spell, new_outs))}"))
            if new_ins != ins:
                changed = True
                for (cell, position), value in zip(places, new_ins):
                    cell[position] = found.merge(cell[position], value)
            if new_outs != outs:
                changed = True
                outs[:] = new_outs
            if not (all(map(is_known, new_ins)) and all(map(is_known, new_outs))):
                waiting.append(item)
        if not changed:
            break
        # Backward after forward, forward after backward: what was learnt last travels furthest.
        pending = waiting[::-1]


def _explain(node: Node, ins: list, outs: list, error: object) -> str:
    """Say where inference failed, with what was known on both sides."""
    names = node.input_names()
    left = ", ".join(f"{name}={_spell(cell)}" for name, cell in zip(names, ins))
    right = ", ".join(_spell(cell) for cell in outs)
    return f"Error in operator {node.name}: {error}\n  {node.op_name}({left}) -> {right}"


def _spell(cell) -> str:
    return dtype_name(cell) if isinstance(cell, torch.dtype) else show(cell)


def _shape_step(node: Node, ins: list, outs: list) -> tuple[list, list]:
    if node.subgraphs:
        return control.step(node, ins, outs, infer_shapes, of_shapes=True)
    op, bound = node.op, node.bound
    if op.takes_extra:  # the user's own code decides, perhaps differently next time
        return op.infer_shapes(bound.params, list(ins), list(outs))
    key = (bound, tuple(ins), tuple(outs), npmode.get_shape())
    result = _results.get(key)
    if result is None:
        result = op.infer_shapes(bound.params, list(ins), list(outs))
        if len(_results) >= _LIMIT:
            _results.clear()
        _results[key] = result
    return result


def _type_step(node: Node, ins: list, outs: list) -> tuple[list, list]:
    if node.subgraphs:
        return control.step(node, ins, outs, infer_types, of_shapes=False)
    return node.op.infer_types(node.bound.params, list(ins), list(outs))


def _declared_shape(node: Node) -> tuple | None:
    try:
        return from_public(parse_shape(node.attrs["__shape__"]))
    except BadValue:
        raise MXNetError(f"variable {node.name}: __shape__={node.attrs['__shape__']!r} is no shape"
                         ) from None


def _declared_type(node: Node) -> torch.dtype | None:
    text = node.attrs["__dtype__"]
    name = FLAG_TO_NAME.get(int(text)) if text.lstrip("-").isdecimal() and len(text) < 9 else text
    if text.strip() == "-1":
        return None
    if name not in NAME_TO_TORCH:
        raise MXNetError(f"variable {node.name}: __dtype__={text!r} is no type; "
                         f"flags are {FLAG_TO_NAME}")
    return NAME_TO_TORCH[name]


# ---- the border -------------------------------------------------------------------------------

def from_public(shape) -> tuple | None:
    """Read a shape as users and files write it: 0 and () are unknown unless NumPy shapes are on."""
    if shape is None:
        return None
    if npmode.get_shape():
        return tuple(int(size) for size in shape)
    if len(shape) == 0:
        return None
    return tuple(int(size) if size > 0 else -1 for size in shape)


def to_public(shape) -> tuple | None:
    """Write a shape as users read it; the inverse of `from_public`."""
    if npmode.get_shape():
        return shape
    return () if shape is None else tuple(0 if size == -1 else size for size in shape)
