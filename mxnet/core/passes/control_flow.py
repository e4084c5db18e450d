"""Inference for control flow: looks into the subgraphs of ``_foreach``, ``_while_loop``, ``_cond``."""
from __future__ import annotations

from collections.abc import Callable

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

    def __init__(self, ins: list, outs: list, infer: Callable, of_shapes: bool) -> None:
        self.ins, self.outs = list(ins), list(outs)
        self._infer, self.of_shapes = infer, of_shapes
        self.unify = unify if of_shapes else unify_types

    def through(self, graph: Graph, cells: list, outputs: list) -> tuple[list, list]:
        """Infer inside a body from its inputs, in order, and its outputs; give both."""
        names = [node.name for node in graph.variables]
        if len(names) != len(cells):
            raise MXNetError(f"a subgraph has inputs {', '.join(names)}, but {len(cells)} are "
                             "connected to it")
        found = self._infer(graph, dict(zip(names, cells)), outputs)
        return [found.of(node) for node in graph.variables], found.outputs

    def learn_in(self, place: int, cell) -> None:
        self.ins[place] = self.unify(self.ins[place], cell, f"input {place}")

    def learn_out(self, place: int, cell) -> None:
        self.outs[place] = self.unify(self.outs[place], cell, f"output {place}")

    def tie(self, in_place: int, out_place: int) -> None:
        """A loop variable keeps its shape and type."""
        both = self.unify(self.ins[in_place], self.outs[out_place], f"loop variable {out_place}")
        self.ins[in_place] = self.outs[out_place] = both

    def stacked(self, size: int, cell):
        """What ``size`` of these make when stacked (-1: unknown)."""
        return cell if not self.of_shapes or cell is None else (size, *cell)

    def sliced(self, cell):
        """One step's part; a vector's element has one axis unless NumPy shapes are on."""
        if not self.of_shapes or cell is None:
            return cell
        return cell[1:] if len(cell) > 1 or npmode.get_shape() else (1,)


def step(node: Node, ins: list, outs: list, infer: Callable, of_shapes: bool) -> tuple[list, list]:
    """Do one inference step of a control-flow node."""
    cells = Cells(ins, outs, infer, of_shapes)
    STEPS[node.op.name](node.params, node.subgraphs, cells)
    return cells.ins, cells.outs


def misfit(node: Node) -> str | None:
    """Say what is wrong with the bodies of a control-flow node that a file gives, or None."""
    p, name, count = node.params, node.op.name, len(node.inputs)
    if node.op.inline:
        return None  # the rules for all nodes compare it with its body
    if name == "_foreach":
        bodies = [(tuple(range(count)), p.num_outputs)]
        wires = [*p.in_data_locs, *p.in_state_locs, *p.remain_locs]
        if sorted(wires) != list(range(count)):
            return f"has {count} inputs, but names their places {wires}"
        carried = len(p.in_state_locs)
    elif name == "_while_loop":
        bodies = [(p.cond_input_locs, 1), (p.func_input_locs, p.num_outputs)]
        if not all(0 <= place < len(p.func_input_locs) for place in p.func_var_locs):
            return f"has loop variables at {p.func_var_locs} of {len(p.func_input_locs)}"
        carried = len(p.func_var_locs)
    else:
        bodies = [(p.cond_input_locs, 1), (p.then_input_locs, p.num_outputs), (p.else_input_locs, p.num_outputs)]
        carried = None
    if carried is not None and (p.num_out_data < 0 or p.num_out_data + carried != p.num_outputs):
        return f"has {p.num_outputs} outputs, but {p.num_out_data} results and {carried} loop variables"
    if len(node.subgraphs) != len(bodies):
        return f"needs {len(bodies)} subgraphs, got {len(node.subgraphs)}"
    for graph, (places, outputs) in zip(node.subgraphs, bodies):
        if not all(0 <= place < count for place in places):
            return f"has {count} inputs, but a subgraph reads {places}"
        if len(graph.variables) != len(places) or len(graph.outputs) != outputs:
            return (f"has a subgraph of {len(graph.variables)} inputs and {len(graph.outputs)} outputs; "
                    f"expected {len(places)} and {outputs}")
    return None


def _foreach(p, subgraphs: list[Graph], cells: Cells) -> None:
    places = [*p.in_data_locs, *p.in_state_locs, *p.remain_locs]
    data = len(p.in_data_locs)
    inner: list = [None] * len(cells.ins)
    for number, place in enumerate(places):
        cell = cells.ins[number]
        inner[place] = cells.sliced(cell) if number < data else cell
    size = -1
    if cells.of_shapes:
        known = [s[0] for s in (*cells.ins[:data], *cells.outs[:p.num_out_data]) if s and s[0] != -1]
        size = known[0] if known else -1
    outer = [cells.sliced(cell) if number < p.num_out_data else cell
             for number, cell in enumerate(cells.outs)]
    inner, outer = cells.through(subgraphs[0], inner, outer)
    for number, place in enumerate(places):
        if number >= data:
            cells.learn_in(number, inner[place])
        elif not cells.of_shapes or cells.ins[number] is None or len(cells.ins[number]) > 1:
            cells.learn_in(number, cells.stacked(size, inner[place]))
    for number, cell in enumerate(outer):
        cells.learn_out(number, cells.stacked(size, cell) if number < p.num_out_data else cell)
    for number in range(len(p.in_state_locs)):
        cells.tie(data + number, p.num_out_data + number)


def _while_loop(p, subgraphs: list[Graph], cells: Cells) -> None:
    inner, _ = cells.through(subgraphs[0], [cells.ins[i] for i in p.cond_input_locs], [None])
    for place, cell in zip(p.cond_input_locs, inner):
        cells.learn_in(place, cell)
    outer = [cells.sliced(cell) if number < p.num_out_data else cell
             for number, cell in enumerate(cells.outs)]
    inner, outer = cells.through(subgraphs[1], [cells.ins[i] for i in p.func_input_locs], outer)
    for place, cell in zip(p.func_input_locs, inner):
        cells.learn_in(place, cell)
    for number, cell in enumerate(outer):
        if number < p.num_out_data:
            cells.learn_out(number, cells.stacked(p.max_iterations, cell))
        else:
            cells.learn_out(number, cell)
            cells.tie(p.func_input_locs[p.func_var_locs[number - p.num_out_data]], number)


def _cond(p, subgraphs: list[Graph], cells: Cells) -> None:
    for graph, places in zip(subgraphs, (p.cond_input_locs, p.then_input_locs, p.else_input_locs)):
        answer = graph is subgraphs[0]
        inner, outer = cells.through(graph, [cells.ins[i] for i in places],
                                     [None] if answer else cells.outs)
        for place, cell in zip(places, inner):
            cells.learn_in(place, cell)
        for number, cell in enumerate(() if answer else outer):
            cells.learn_out(number, cell)


def _cached_op(p, subgraphs: list[Graph], cells: Cells) -> None:
    inner, outer = cells.through(subgraphs[0], cells.ins, cells.outs)
    for place, cell in enumerate(inner):
        cells.learn_in(place, cell)
    for place, cell in enumerate(outer):
        cells.learn_out(place, cell)


STEPS = {"_foreach": _foreach, "_while_loop": _while_loop, "_cond": _cond, "_CachedOp": _cached_op}
