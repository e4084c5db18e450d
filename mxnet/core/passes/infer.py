"""Infers shapes and types: visits the nodes of a graph until nothing new is learned.

Called by `Symbol.infer_shape` and related methods, and by `bind`. Internally, an unknown shape is None and an unknown
dimension is -1; `npmode.from_public` and `to_public` translate at the boundary.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import torch

from .. import npmode
from ..attributes import declared_shape, declared_type
from ..dtype import dtype_name
from ..errors import MXNetError
from ..graph import Entry, Graph, Node
from ..op.frames import unify_types
from ..op.shapes import known, show, unify
from ..tuning import INFERENCES_KEPT

_results: dict = {}  # (rule, bound operator, cells in, cells out, np mode) -> result of one step


class Inferred:
    """What is known about every entry of a graph: a list of cells per node, one per output."""

    __slots__ = ("graph", "cells", "np")
    rule: str       # the operator method that takes one step
    attribute: str  # with which variables declare it

    def __init__(self, graph: Graph, cells: list[list[Any]] | None = None) -> None:
        self.graph: Graph = graph
        self.np: bool = npmode.get_shape()
        self.cells: list[list[Any]] = [[None] * node.num_outputs for node in graph.nodes] if cells is None else cells

    def __getitem__(self, entry: Entry) -> Any:
        return self.cells[self.graph.index[entry.node]][entry.index]

    def of(self, node: Node) -> Any:
        """Return what is known about a variable."""
        return self.cells[self.graph.index[node]][0]

    def carried(self, graph: Graph, origin: Mapping[Node, Node], made: Mapping[Node, list[Any]] = {}) -> Any:
        """Carry over what is known of another graph's entries: its nodes are ours, or ``made`` with their cells."""
        cells = [made[node] if node in made else self.cells[self.graph.index[origin[node]]] for node in graph.nodes]
        return type(self)(graph, cells)

    # ---- learning -------------------------------------------------------------------------------

    def start(self, given: Mapping[str, object] | None, outputs: Sequence[Any]) -> Any:
        """Set what is known beforehand, and infer what follows from it."""
        index, given = self.graph.index, given or {}
        for entry, cell in zip(self.graph.outputs, outputs):
            self.cells[index[entry.node]][entry.index] = cell
        for node in self.graph.variables:
            cell = given.get(node.name)
            if not self.is_known(cell) and self.attribute in node.attrs:
                cell = self.declared(node.name, node.attrs)  # also replaces a partially given shape
            self.cells[index[node]][0] = cell
        self.learn([number for number, node in enumerate(self.graph.nodes) if node.op is not None])
        return self

    def inside(self, body: Graph, given: Mapping[str, object], outputs: Sequence[Any]) -> Any:
        """Infer the same for a control-flow body, which decides nothing by itself."""
        return type(self)(body).start(given, outputs)

    def learn(self, pending: Iterable[int]) -> None:
        """Visit nodes, and the neighbours of whatever changes, until nothing changes.

        A cell changes only a few times, so the number of visits is linear in the edges of the graph.
        """
        beside, queue = self.graph.beside, deque(pending)
        waiting = set(queue)
        while queue:
            number = queue.popleft()
            waiting.discard(number)
            for source in self._visit(number):
                for other in beside[source]:
                    if other not in waiting and other != number:
                        waiting.add(other)
                        queue.append(other)

    def _visit(self, number: int) -> list[int]:
        """Take one step at a node; return the nodes whose outputs have changed."""
        cells, index, node = self.cells, self.graph.index, self.graph.nodes[number]
        outs, places = cells[number], [(index[e.node], e.index) for e in node.inputs]
        ins = [cells[source][position] for source, position in places]
        try:
            new_ins, new_outs = self._step(node, ins, outs)
            changed: list[int] = []
            if new_ins != ins:
                for (source, position), old, new in zip(places, ins, new_ins):
                    if new != old:
                        cells[source][position] = self.merge(cells[source][position], new)
                        changed.append(source)
        except MXNetError as error:
            raise MXNetError(_explain(node, ins, outs, error)) from error
        except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
            # a rule met params that it does not expect, such as a stride of 0: the file's fault, not the user's
            problem = f"its params do not fit ({type(error).__name__}: {error})"
            raise MXNetError(_explain(node, ins, outs, problem)) from error
        if new_outs != outs:
            outs[:] = new_outs
            changed.append(number)
        return changed

    def _step(self, node: Node, ins: list, outs: list) -> tuple[list, list]:
        if node.subgraphs:
            return node.op.through_bodies(node, ins, outs, self.inside, isinstance(self, Shapes))
        op, bound = node.op, node.bound
        if op.takes_extra:  # user code decides, perhaps differently next time
            return getattr(op, self.rule)(bound, list(ins), list(outs))
        key = (self.rule, bound, tuple(ins), tuple(outs), self.np)
        result = _results.get(key)
        if result is None:
            result = getattr(op, self.rule)(bound, list(ins), list(outs))
            impossible = [shape for shape in result[1] if shape.__class__ is tuple and min(shape, default=0) < -1]
            if impossible:
                raise MXNetError(f"its params make {', '.join(map(_spell, result[1]))}")
            if len(_results) >= INFERENCES_KEPT:
                _results.clear()
            _results[key] = result
        return result


class Shapes(Inferred):
    """Cells are tuples; see `core/op/shapes.py`."""

    __slots__ = ()
    rule, attribute, declared = "infer_shapes", "__shape__", staticmethod(declared_shape)
    is_known, merge = staticmethod(known), staticmethod(unify)


class Types(Inferred):
    """Cells are torch's dtypes, or None."""

    __slots__ = ()
    rule, attribute, declared = "infer_types", "__dtype__", staticmethod(declared_type)
    merge = staticmethod(unify_types)

    @staticmethod
    def is_known(cell: Any) -> bool:
        return cell is not None

    def decide(self, filling: torch.dtype | None) -> None:
        """Decide open types one after the other, first those of operators with a default, and propagate each."""
        index = self.graph.index
        open_cells = [(index[entry.node], entry.index, node.op.default_type) for node in self.graph.nodes
                      if node.op is not None and node.op.default_type is not None for entry in node.inputs]
        if filling is not None:
            open_cells += [(index[node], 0, filling) for node in self.graph.variables]
        for source, position, dtype in open_cells:
            if self.cells[source][position] is None:
                self.cells[source][position] = dtype
                self.learn(self.graph.beside[source])

    def guess(self) -> None:
        """Let operators that wait for all their inputs guess outputs from the known ones, as MXNet does."""
        index = self.graph.index
        for number, node in enumerate(self.graph.nodes):
            if node.op is not None and node.op.guess is not None and None in self.cells[number]:
                ins = [self.cells[index[entry.node]][entry.index] for entry in node.inputs]
                guessed = node.op.guess(ins, node.params)
                self.cells[number] = [old or new for old, new in zip(self.cells[number], guessed)]
                self.learn(self.graph.beside[number])


def infer_shapes(graph: Graph, given: Mapping[str, tuple[Any, ...] | None] | None = None,
                 outputs: Sequence[tuple[Any, ...] | None] = ()) -> Inferred:
    """Infer all shapes from those of some variables, by name, and from ``__shape__`` attributes.

    ``outputs`` may give known shapes of the graph's outputs, in order.
    """
    return Shapes(graph).start(given, outputs)


def infer_types(graph: Graph, given: Mapping[str, torch.dtype | None] | None = None,
                outputs: Sequence[torch.dtype | None] = (), filling: torch.dtype | None = None) -> Inferred:
    """Infer all types from those of some variables, by name, and from ``__dtype__`` attributes.

    Variables of unknown type get the type ``filling``, if given, one after the other.
    """
    found = Types(graph).start(given, outputs)
    found.decide(filling)
    if filling is None:
        found.guess()
    return found


def _explain(node: Node, ins: list, outs: list, error: object) -> str:
    """Describe where inference failed, with what was known on both sides."""
    left = ", ".join(f"{name}={_spell(cell)}" for name, cell in zip(node.input_names(), ins))
    return f"Error in operator {node.name}: {error}\n  {node.op_name}({left}) -> {', '.join(map(_spell, outs))}"


def _spell(cell) -> str:
    return dtype_name(cell) if isinstance(cell, torch.dtype) else show(cell)
