"""Inference for control flow: carries what is known of a call into its bodies and back, by its operator's rule."""
from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import npmode
from ..dtype import dtype_name
from ..errors import MXNetError
from ..graph import Graph, Node
from ..op.frames import Mismatch
from ..op.shapes import unify


def unify_types(old, new, name: str = "type"):
    """Merge two statements about a type, or raise `Mismatch`."""
    if old is None or new is None or old is new:
        return new if old is None else old
    raise Mismatch(f"{name}: expected {dtype_name(old)}, got {dtype_name(new)}")


class Cells:
    """Inputs and outputs of a control-flow node, and how subgraphs learn about them.

    ``infer`` is `infer_shapes` or `infer_types`; for types, stacking along an axis changes nothing.
    """

    def __init__(self, bodies: list[Graph], ins: list, outs: list, infer: Callable, of_shapes: bool) -> None:
        self.bodies, self.ins, self.outs = bodies, list(ins), list(outs)
        self._infer, self.of_shapes = infer, of_shapes
        self.unify = unify if of_shapes else unify_types

    def through(self, graph: Graph, cells: list, outputs: list) -> tuple[list, list]:
        """Infer inside a body from its inputs, in order, and its outputs; give both."""
        names = [node.name for node in graph.variables]
        if len(names) != len(cells):
            raise MXNetError(f"a subgraph has inputs {', '.join(names)}, but {len(cells)} are connected to it")
        found = self._infer(graph, dict(zip(names, cells)), outputs)
        return [found.of(node) for node in graph.variables], found.outputs

    def body(self, graph: Graph, places: Sequence[int], outputs: list) -> list:
        """Infer inside a body that takes the inputs at some places; give its outputs."""
        inner, outer = self.through(graph, [self.ins[place] for place in places], outputs)
        for place, cell in zip(places, inner):
            self.learn_in(place, cell)
        return outer

    def learn_in(self, place: int, cell) -> None:
        self.ins[place] = self.unify(self.ins[place], cell, f"input {place}")

    def learn_outs(self, cells: list, results: int = 0, size: int = -1) -> None:
        """Learn outputs from those of a body; the first ``results`` are those of ``size`` steps, stacked."""
        for place, cell in enumerate(cells):
            cell = self.stacked(size, cell) if place < results else cell
            self.outs[place] = self.unify(self.outs[place], cell, f"output {place}")

    def tie(self, in_place: int, out_place: int) -> None:
        """A loop variable keeps its shape and type."""
        both = self.unify(self.ins[in_place], self.outs[out_place], f"loop variable {out_place}")
        self.ins[in_place] = self.outs[out_place] = both

    def steps(self, inputs: int, outputs: int) -> int:
        """How many steps a loop takes over its first inputs, as they or its first outputs say (-1: unknown)."""
        known = [s[0] for s in (*self.ins[:inputs], *self.outs[:outputs]) if s and s[0] != -1] if self.of_shapes else []
        return known[0] if known else -1

    def stacked(self, size: int, cell):
        """What ``size`` of these make when stacked (-1: unknown)."""
        return cell if not self.of_shapes or cell is None else (size, *cell)

    def sliced(self, cell):
        """One step's part; a vector's element has one axis unless NumPy shapes are on."""
        if not self.of_shapes or cell is None:
            return cell
        return cell[1:] if len(cell) > 1 or npmode.get_shape() else (1,)

    def each_step(self, results: int) -> list:
        """One step's part of the outputs, of which the first ``results`` are stacked."""
        return [self.sliced(cell) if place < results else cell for place, cell in enumerate(self.outs)]


def step(node: Node, ins: list, outs: list, infer: Callable, of_shapes: bool) -> tuple[list, list]:
    """Do one inference step of a control-flow node."""
    cells = Cells(node.subgraphs, ins, outs, infer, of_shapes)
    (node.op.shapes if of_shapes else node.op.types)(cells, node.params)
    return cells.ins, cells.outs
