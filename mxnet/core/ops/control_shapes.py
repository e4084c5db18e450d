"""How the shapes and types of control flow follow from those of its bodies, and which bodies a call must have.

A rule serves for both. It gets `Cells`, which are inferred from both sides, and params.
"""
from collections.abc import Callable, Sequence

from .. import npmode
from ..errors import MXNetError
from ..op.frames import unify_types
from ..op.registry import Op
from ..op.shapes import unify
from .control import cached_op, cond, foreach, while_loop


class Cells:
    """Inputs and outputs of a control-flow node, and how subgraphs learn about them.

    ``infer`` is `infer_shapes` or `infer_types`; for types, stacking along an axis changes nothing.
    """

    def __init__(self, bodies: list, ins: list, outs: list, infer: Callable, of_shapes: bool) -> None:
        self.bodies, self.ins, self.outs = bodies, list(ins), list(outs)
        self._infer, self.of_shapes = infer, of_shapes
        self.unify = unify if of_shapes else unify_types

    def through(self, graph, cells: list, outputs: list) -> tuple[list, list]:
        """Infer inside a body from its inputs, in order, and its outputs; return both."""
        names = [node.name for node in graph.variables]
        if len(names) != len(cells):
            raise MXNetError(f"a subgraph has inputs {', '.join(names)}, but {len(cells)} are connected to it")
        found = self._infer(graph, dict(zip(names, cells)), outputs)
        return [found.of(node) for node in graph.variables], [found[entry] for entry in graph.outputs]

    def body(self, graph, places: Sequence[int], outputs: list) -> list:
        """Infer inside a body that takes the inputs at some positions; return its outputs."""
        inner, outer = self.through(graph, [self.ins[place] for place in places], outputs)
        for place, cell in zip(places, inner):
            self.learn_in(place, cell)
        return outer

    def learn_in(self, place: int, cell) -> None:
        self.ins[place] = self.unify(self.ins[place], cell, f"input {place}")

    def learn_outs(self, cells: list, results: int = 0, size: int = -1) -> None:
        """Infer outputs from those of a body; the first ``results`` are those of ``size`` steps, stacked."""
        for place, cell in enumerate(cells):
            cell = self.stacked(size, cell) if place < results else cell
            self.outs[place] = self.unify(self.outs[place], cell, f"output {place}")

    def tie(self, in_place: int, out_place: int) -> None:
        """A loop variable keeps its shape and type."""
        both = self.unify(self.ins[in_place], self.outs[out_place], f"loop variable {out_place}")
        self.ins[in_place] = self.outs[out_place] = both

    def steps(self, inputs: int, outputs: int) -> int:
        """How many steps a loop takes, according to its first inputs or its first outputs (-1: unknown)."""
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


def _infers(operator: Op) -> Callable[[Callable], Callable]:
    def attach(rule: Callable) -> Callable:
        @operator.infer_bodies
        def step(node, ins: list, outs: list, infer: Callable, of_shapes: bool) -> tuple[list, list]:
            cells = Cells(node.subgraphs, ins, outs, infer, of_shapes)
            rule(cells, node.params)
            return cells.ins, cells.outs
        return step
    return attach


@_infers(foreach)
def _foreach(cells, p) -> None:
    places = [*p.in_data_locs, *p.in_state_locs, *p.remain_locs]
    data = len(p.in_data_locs)
    inner: list = [None] * len(cells.ins)
    for number, place in enumerate(places):
        inner[place] = cells.sliced(cells.ins[number]) if number < data else cells.ins[number]
    size = cells.steps(data, p.num_out_data)
    inner, outer = cells.through(cells.bodies[0], inner, cells.each_step(p.num_out_data))
    for number, place in enumerate(places):
        if number >= data:
            cells.learn_in(number, inner[place])
        elif not cells.of_shapes or cells.ins[number] is None or len(cells.ins[number]) > 1:
            cells.learn_in(number, cells.stacked(size, inner[place]))
    cells.learn_outs(outer, p.num_out_data, size)
    for number in range(len(p.in_state_locs)):
        cells.tie(data + number, p.num_out_data + number)


@_infers(while_loop)
def _while_loop(cells, p) -> None:
    cells.body(cells.bodies[0], p.cond_input_locs, [None])
    outer = cells.body(cells.bodies[1], p.func_input_locs, cells.each_step(p.num_out_data))
    cells.learn_outs(outer, p.num_out_data, p.max_iterations)
    for number, place in enumerate(p.func_var_locs):
        cells.tie(p.func_input_locs[place], p.num_out_data + number)


@_infers(cond)
def _cond(cells, p) -> None:
    test, *branches = cells.bodies
    cells.body(test, p.cond_input_locs, [None])
    for graph, places in zip(branches, (p.then_input_locs, p.else_input_locs)):
        cells.learn_outs(cells.body(graph, places, cells.outs))


@cached_op.infer_bodies
def through_body(node, ins: list, outs: list, infer: Callable, of_shapes: bool) -> tuple[list, list]:
    """Infer through what a call node stands for."""
    cells = Cells([node.body], ins, outs, infer, of_shapes)
    cells.learn_outs(cells.body(node.body, range(len(cells.ins)), cells.outs))
    return cells.ins, cells.outs


def misfit(node) -> str | None:
    """Return what is wrong with the bodies of a control-flow node from a file, or None."""
    rule, count = _BODIES.get(node.op), len(node.inputs)
    if rule is None:
        return None  # a call node's body is checked by the rules for all nodes
    bodies = rule(node.params, count)
    if isinstance(bodies, str):
        return bodies
    if len(node.subgraphs) != len(bodies):
        return f"needs {len(bodies)} subgraphs, got {len(node.subgraphs)}"
    for graph, (places, outputs) in zip(node.subgraphs, bodies):
        if not all(0 <= place < count for place in places):
            return f"has {count} inputs, but a subgraph reads {places}"
        if len(graph.variables) != len(places) or len(graph.outputs) != outputs:
            return (f"has a subgraph of {len(graph.variables)} inputs and {len(graph.outputs)} outputs; "
                    f"expected {len(places)} and {outputs}")
    return None


def _bodies_of_foreach(p, count: int) -> list | str:
    """Return, for each body, which inputs it takes and how many outputs it returns, or what is wrong."""
    wires = [*p.in_data_locs, *p.in_state_locs, *p.remain_locs]
    if sorted(wires) != list(range(count)):
        return f"has {count} inputs, but names their places {wires}"
    return _uncarried(p, len(p.in_state_locs)) or [(tuple(range(count)), p.num_outputs)]


def _bodies_of_while_loop(p, count: int) -> list | str:
    if not all(0 <= place < len(p.func_input_locs) for place in p.func_var_locs):
        return f"has loop variables at {p.func_var_locs} of {len(p.func_input_locs)}"
    return _uncarried(p, len(p.func_var_locs)) or [(p.cond_input_locs, 1), (p.func_input_locs, p.num_outputs)]


def _bodies_of_cond(p, count: int) -> list | str:
    return [(p.cond_input_locs, 1), (p.then_input_locs, p.num_outputs), (p.else_input_locs, p.num_outputs)]


def _uncarried(p, carried: int) -> str:
    if p.num_out_data < 0 or p.num_out_data + carried != p.num_outputs:
        return f"has {p.num_outputs} outputs, but {p.num_out_data} results and {carried} loop variables"
    return ""


_BODIES = {foreach: _bodies_of_foreach, while_loop: _bodies_of_while_loop, cond: _bodies_of_cond}
