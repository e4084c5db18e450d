"""How the shapes and types of control flow follow from those of its bodies, and what bodies a call must have.

A rule is one for both. It gets `Cells` (see `core/passes/control_flow.py`), which learn from both sides, and params.
"""
from collections.abc import Callable

from ..op.registry import Op
from .control import cached_op, cond, foreach, while_loop


def _infers(operator: Op) -> Callable[[Callable], Callable]:
    def attach(rule: Callable) -> Callable:
        return operator.infer_type(operator.infer_shape(rule))
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


@_infers(cached_op)
def _cached_op(cells, p) -> None:
    cells.learn_outs(cells.body(cells.bodies[0], range(len(cells.ins)), cells.outs))


def misfit(node) -> str | None:
    """Say what is wrong with the bodies of a control-flow node that a file gives, or None."""
    rule, count = _BODIES.get(node.op), len(node.inputs)
    if rule is None:
        return None  # a call node's body is compared by the rules for all nodes
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
    """Give for each body which inputs it takes and how many outputs it gives, or say what is wrong."""
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
