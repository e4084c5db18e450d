"""Infers shapes and types: sweeps forward and backward over a graph until nothing changes.

Called by `Symbol.infer_shape` and friends and by `bind`. Inside, an unknown shape is None and an
unknown dimension -1; `from_public` and `to_public` translate at the border.
"""
from __future__ import annotations

import functools
import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence

import torch

from .. import npmode
from ..dtype import FLAG_TO_NAME, NAME_TO_TORCH, dtype_name
from ..errors import MXNetError
from ..graph import Entry, Graph, Node
from ..op.params import BadValue, parse_shape
from ..op.shapes import known, show, unify
from . import control_flow

_LIMIT = 8192
_results: dict = {}  # (bound operator, shapes in, shapes out, np mode) or, of types, three -> what one step made


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
                outputs: Sequence[torch.dtype | None] = (), filling: torch.dtype | None = None,
                whole: bool = True) -> Inferred:
    """Infer all types from those of some variables, by name, and from their ``__dtype__``.

    Variables that nothing is said about are of type ``filling``, if it is given, one after the other. What is not the
    ``whole`` network, but a body of control flow, decides nothing by itself.
    """
    found = Inferred(graph, lambda cell: cell is not None, control_flow.unify_types)
    found.seed(outputs)
    given = given or {}
    for node in graph.variables:
        dtype = given.get(node.name)
        if dtype is None and "__dtype__" in node.attrs:
            dtype = _declared_type(node)
        found.cells[graph.index[node]][0] = dtype
    _sweep(found, _type_step, functools.partial(next, _decisions(found, filling), None) if whole else None)
    return found


def _decisions(found: Inferred, filling: torch.dtype | None) -> Iterator[int]:
    """Settle one open type after the other, those of operators with a default first; give the node it belongs to."""
    cells, index = found.cells, found.graph.index
    for node in found.graph.nodes:
        default = None if node.op is None else node.op.default_type
        for entry in node.inputs if default is not None else ():
            if cells[index[entry.node]][entry.index] is None:
                cells[index[entry.node]][entry.index] = default
                yield index[entry.node]
    for node in found.graph.variables if filling is not None else ():
        if cells[index[node]][0] is None:
            cells[index[node]][0] = filling
            yield index[node]


def _sweep(found: Inferred, step: Callable, decide: Callable | None = None) -> None:
    """Learn until nothing changes: once forward over all nodes, then back and forth over those that something new
    was learnt about. ``decide()`` may settle what is still open then, and gives the node it settled something of.
    """
    graph = found.graph
    users: list[list[int]] = []
    behind: set[int] = set()
    for number, node in enumerate(graph.nodes):
        if node.op is not None:
            for source in _visit(found, step, number):
                if source != number:  # those that use this node's outputs are still to come
                    users = users or _users(graph)
                    behind.update(other for other in _beside(graph, users, source) if other < number)
    _settle(found, step, users, behind, forward=False)
    while decide is not None:
        source = decide()
        if source is None:
            return
        users = users or _users(graph)
        _settle(found, step, users, set(_beside(graph, users, source)), forward=True)


def _settle(found: Inferred, step: Callable, users: list[list[int]], pending: set[int], forward: bool) -> None:
    """Visit nodes, and those beside whatever changes, in turns from the last to the first and back."""
    while pending:
        sign = 1 if forward else -1  # what was learnt last travels furthest
        queue = sorted(sign * number for number in pending)
        following: set[int] = set()
        while queue:
            number = sign * heapq.heappop(queue)
            pending.discard(number)
            for source in _visit(found, step, number):
                for other in _beside(found.graph, users, source):
                    if other == number:
                        continue
                    if (other > number) is not forward:
                        following.add(other)
                    elif other not in pending:
                        pending.add(other)
                        heapq.heappush(queue, sign * other)
        pending, forward = following, not forward


def _users(graph: Graph) -> list[list[int]]:
    """List for each node those that take its outputs, once each, in their order."""
    users: list[list[int]] = [[] for _ in graph.nodes]
    for number, node in enumerate(graph.nodes):
        for entry in node.inputs:
            there = users[graph.index[entry.node]]
            if not there or there[-1] != number:
                there.append(number)
    return users


def _beside(graph: Graph, users: list[list[int]], source: int) -> list[int]:
    """Give all calls that know an output of a node: its own, and those that take it."""
    return users[source] if graph.nodes[source].op is None else [source, *users[source]]


def _visit(found: Inferred, step: Callable, number: int) -> list[int]:
    """Take one step at a node; give the nodes of whose outputs something new is known."""
    cells, index, node = found.cells, found.graph.index, found.graph.nodes[number]
    outs, places = cells[number], [(cells[index[e.node]], e.index) for e in node.inputs]
    ins = [cell[position] for cell, position in places]
    try:
        new_ins, new_outs = step(node, ins, outs)
    except MXNetError as error:
        raise MXNetError(_explain(node, ins, outs, error)) from error
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        # a rule met params that nobody thought of, a stride of 0 say: the file's fault, not the user's
        problem = f"its params do not fit ({type(error).__name__}: {error})"
        raise MXNetError(_explain(node, ins, outs, problem)) from error
    changed: list[int] = []
    if new_ins != ins:
        for (cell, position), old, new, entry in zip(places, ins, new_ins, node.inputs):
            if new != old:
                cell[position] = found.merge(cell[position], new)
                changed.append(index[entry.node])
    if new_outs != outs:
        if found.merge is unify and any(size < -1 for shape in new_outs if shape for size in shape):
            raise MXNetError(_explain(node, ins, outs, f"its params make {', '.join(map(_spell, new_outs))}"))
        outs[:] = new_outs
        changed.append(number)
    return changed


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
        return control_flow.step(node, ins, outs, infer_shapes, of_shapes=True)
    op, bound = node.op, node.bound
    if op.takes_extra:  # the user's own code decides, perhaps differently next time
        return op.infer_shapes(bound.params, list(ins), list(outs))
    key = (bound, tuple(ins), tuple(outs), npmode.get_shape())
    result = _results.get(key)
    if result is None:
        result = op.infer_shapes(bound.params, list(ins), list(outs))
        _keep(key, result)
    return result


def _type_step(node: Node, ins: list, outs: list) -> tuple[list, list]:
    if node.subgraphs:
        return control_flow.step(node, ins, outs, functools.partial(infer_types, whole=False), of_shapes=False)
    op, bound = node.op, node.bound
    if op.takes_extra:
        return op.infer_types(bound.params, list(ins), list(outs))
    key = (bound, tuple(ins), tuple(outs))
    result = _results.get(key)
    if result is None:
        result = op.infer_types(bound.params, list(ins), list(outs))
        _keep(key, result)
    return result


def _keep(key: tuple, result: tuple) -> None:
    if len(_results) >= _LIMIT:
        _results.clear()
    _results[key] = result


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
