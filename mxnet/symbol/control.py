"""Control flow on symbols: `foreach`, `while_loop` and `cond` make a node that holds subgraphs.

A body is traced on new variables inside a named scope. Then every outer entry that it uses becomes an input of the
node, and a variable of the same name replaces it in the body.
"""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from .. import attribute
from ..attribute import AttrScope
from ..core.graph import Entry, Node
from ..core.op import find
from . import op as _op
from .create import create
from .symbol import Group, Symbol, load_json, var

__all__ = ["cond", "foreach", "while_loop"]
_SCOPE = "__subgraph_name__"


# ---- nested lists of symbols ------------------------------------------------------------------

def _flatten(value: Any, what: str) -> tuple[list[Symbol], Any]:
    """Return the single outputs in a nested list, and its structure (0 is one symbol)."""
    if isinstance(value, Symbol):
        return (list(value), len(value)) if len(value) > 1 else ([value], 0)
    if not isinstance(value, (list, tuple)):
        raise AssertionError(f"{what} must be (nested) list of Symbol, but got {value} of type "
                             f"{type(value)}")
    parts = [_flatten(item, what) for item in value]
    return [symbol for flat, _ in parts for symbol in flat], [layout for _, layout in parts]


def _regroup(flat: list[Symbol], layout: Any) -> tuple[Any, list[Symbol]]:
    """Undo `_flatten`; return the nested list and the remaining outputs."""
    if isinstance(layout, int):
        return (flat[0], flat[1:]) if layout == 0 else (flat[:layout], flat[layout:])
    nested = []
    for part in layout:
        item, flat = _regroup(flat, part)
        nested.append(item)
    return nested, flat


# ---- bodies -----------------------------------------------------------------------------------

def _scope_name(name: str) -> str:
    """Make a scope's name unique; a nested scope has both names."""
    outer = attribute.current()._attr.get(_SCOPE, "")
    name = f"{outer}${name}" if outer else name
    AttrScope._subgraph_names[name] += 1
    return f"{name}{AttrScope._subgraph_names[name] - 1}"


def _inner_name(symbol: Symbol) -> str:
    return f"{symbol.name}-{symbol.attr('_value_index')}"


def _close(outputs: list[Symbol], scope: str, states: list[Symbol] = ()) -> Symbol:
    """Group a body's outputs; an output that is an input, or was made outside, is replaced by a copy.

    A state that is an output too is also copied.
    """
    inputs = set(Group([*outputs, *states]).list_inputs())
    shared = inputs | {item.name for item in outputs}

    def own(symbol: Symbol, taken: set[str]) -> Symbol:
        foreign = symbol.list_attr().get(_SCOPE, "") != scope
        return _op.identity(symbol) if foreign or symbol.name in taken else symbol
    return Group([*(own(item, inputs) for item in outputs), *(own(item, shared) for item in states)])


def _cut(body: Symbol) -> dict[str, Symbol]:
    """Replace entries from outside the body by variables; return these entries by the variables' names."""
    scope = body._outputs[0].node.attrs.get(_SCOPE)
    cut: dict[str, Symbol] = {}
    if scope is None:
        return cut
    stand_ins: dict[tuple, Node] = {}
    for node in body.graph.nodes:
        if node.attrs.get(_SCOPE) != scope:
            continue
        for position, entry in enumerate(node.inputs):
            if entry.node.attrs.get(_SCOPE) == scope:
                continue
            name = entry.node.output_name(entry.index)
            key = (id(entry.node), entry.index)
            if key not in stand_ins:
                stand_ins[key] = Node(None, name)
            cut[name] = Symbol([entry])
            node.inputs[position] = Entry(stand_ins[key])
    return cut


def _inputs_by_name(body: Symbol) -> dict[str, Symbol]:
    return {node.name: Symbol([Entry(node, 0, node.version)]) for node in body.graph.variables}


def _check_unique(names: list[str]) -> None:
    if len(set(names)) != len(names):
        raise AssertionError(f"The inputs of the subgraph don't have unique names: {names}")


def _call(name: str, bodies: list[Symbol], inputs: list[Symbol], **params: Any) -> Symbol:
    params["num_args"] = len(bodies) + len(inputs)
    return create(find(name), name, tuple(inputs), None, params, subgraphs=bodies)


# ---- the three functions ----------------------------------------------------------------------

def foreach(body: Callable[[Any, Any], tuple[Any, Any]], data: Any, init_states: Any,
            name: str = "foreach") -> tuple[Any, Any]:
    """Make a symbol that loops over the first axis.

    Parameters
    ----------
    body : Callable[[Any, Any], tuple[Any, Any]]
        Function of symbols that defines one step, ``out, states = body(slice, states)``. It must use every slice and
        state.
    data : Symbol or nested list of them
        Symbols that are sliced; their first axes have the same size.
    init_states : Symbol or nested list of them
        Initial states.
    name : str, default='foreach'
        Name of the node.

    Returns
    -------
    tuple
        The stacked outputs, and the states after the last step, nested as the body returned them.

    Raises
    ------
    AssertionError
        If the nesting of the states changes.

    Examples
    --------
    >>> total, last = mx.sym.contrib.foreach(
    ...     lambda x, sum: (x + sum, x + sum), mx.sym.Variable("x"), mx.sym.Variable("zero"))
    >>> last.eval(x=mx.nd.array([1, 2, 3]), zero=mx.nd.array([0]))[0].asnumpy().tolist()
    [6.0]
    """
    arrays, data_layout = _flatten(data, "foreach input")
    starts, start_layout = _flatten(init_states, "foreach states")
    scope = _scope_name(name)
    with AttrScope(**{_SCOPE: scope}):
        slices, _ = _regroup([var(_inner_name(item)) for item in arrays], data_layout)
        states, _ = _regroup([var(_inner_name(item)) for item in starts], start_layout)
        outs, ends = body(slices, states)
        outs, out_layout = _flatten(outs, "foreach output")
        ends, end_layout = _flatten(ends, "foreach loop_vars")
        if start_layout != end_layout:
            raise AssertionError("The input and output loop_vars have different format")
        graph = _close(outs, scope, ends)
    outer = _cut(graph)
    known = _inputs_by_name(graph)
    names = list(known)
    _check_unique(graph.list_inputs())
    locations = {}
    for kind, items in (("data", arrays), ("state", starts)):
        for item in items:
            if _inner_name(item) not in names:
                raise AssertionError(f"the {kind} arrays have to be used in the loop body")
        locations[kind] = [names.index(_inner_name(item)) for item in items]
    taken = {_inner_name(item) for item in (*arrays, *starts)}
    inputs, remaining = [*arrays, *starts], []
    for place, inner in enumerate(names):
        if inner in outer or inner not in taken:
            inputs.append(outer[inner] if inner in outer else copy.deepcopy(known[inner]))
            remaining.append(place)
    made = list(_call("_foreach", [graph], inputs, num_outputs=len(outs) + len(ends),
                      num_out_data=len(outs), in_state_locs=locations["state"],
                      in_data_locs=locations["data"], remain_locs=remaining))
    return (_regroup(made[:len(outs)], out_layout)[0], _regroup(made[len(outs):], end_layout)[0])


def _union_inputs(bodies: list[Symbol], known: Callable) -> tuple[list[Symbol], list[list[int]]]:
    """Collect the inputs of several bodies in one list, and the positions of each body's inputs in it.

    ``known(inputs)`` returns, by inner name, symbols that need no new input.
    """
    inputs: list[Symbol] = []
    locations = []
    for body in bodies:
        ready, outer = known(inputs), _cut(body)
        named = _inputs_by_name(body)
        _check_unique(body.list_inputs())
        places = []
        for name, inner in named.items():
            symbol = ready.get(name)
            if symbol is None:
                symbol = outer[name] if name in outer else copy.deepcopy(inner)
            found = [i for i, item in enumerate(inputs) if item is symbol]
            if not found:
                inputs.append(symbol)
            places.append(found[0] if found else len(inputs) - 1)
        locations.append(places)
    return inputs, locations


def while_loop(cond: Callable[..., Any], func: Callable[..., tuple[Any, Any]], loop_vars: Any,
               max_iterations: int | None = None, name: str = "while_loop") -> tuple[Any, Any]:
    """Make a symbol that loops while a condition is not zero.

    Parameters
    ----------
    cond : Callable[..., Any]
        Function of the loop variables that returns the condition, a symbol of one element.
    func : Callable[..., tuple[Any, Any]]
        Function that defines one step, ``out, loop_vars = func(*loop_vars)``; the variables keep number, shape and
        type.
    loop_vars : Symbol or nested list of them
        The variables before the first step.
    max_iterations : int
        Maximum number of steps; required, since shapes are inferred before the loop runs.
    name : str, default='while_loop'
        Name of the node.

    Returns
    -------
    tuple
        The outputs, stacked along a new first axis of size ``max_iterations`` (rows after the last step are undefined),
        and the final variables.

    Raises
    ------
    ValueError
        If ``max_iterations`` is not given, or there are no variables.
    """
    starts, start_layout = _flatten(loop_vars, "while loop_vars")
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    try:
        steps = int(max_iterations.asscalar() if hasattr(max_iterations, "asscalar")
                    else max_iterations)
    except (TypeError, ValueError):
        raise ValueError("Cannot convert max_iteration to python int") from None
    if not starts:
        raise ValueError("loop_vars should contain at least one element")

    def describe(function: Callable, suffix: str, sort: Callable) -> tuple:
        scope = _scope_name(name + suffix)
        with AttrScope(**{_SCOPE: scope}):
            inner, _ = _regroup([var(_inner_name(item)) for item in starts], start_layout)
            outs, ends, layout = sort(function(*(inner if isinstance(inner, list) else [inner])))
            return _close([*outs, *ends], scope), len(outs), len(ends), layout

    def sort_test(result: Any) -> tuple:
        if not isinstance(result, Symbol):
            raise ValueError("Return of cond must be a Symbol")
        return [], [result], []

    def sort_step(result: Any) -> tuple:
        outs, ends = result
        outs, layout = _flatten([] if outs is None else outs, "while output")
        ends, _ = _flatten([] if ends is None else ends, "while loop_vars")
        if len(ends) != len(starts):
            raise ValueError("The number of loop_vars should be consistent during the loop")
        return outs, ends, layout
    test, *_ = describe(cond, "_cond", sort_test)
    body, num_out, num_vars, layout = describe(func, "_func", sort_step)
    named = {_inner_name(item): item for item in starts}
    inputs, (test_places, body_places) = _union_inputs([test, body], lambda _: named)
    inner = body.list_inputs()
    for number, item in enumerate(named, 1):
        if item not in inner:
            raise ValueError(f"The {number}-th loop_var doesn't involve into the computation")
    made = list(_call("_while_loop", [test, body], inputs, max_iterations=steps,
                      cond_input_locs=test_places, func_input_locs=body_places,
                      func_var_locs=[inner.index(item) for item in named], num_out_data=num_out,
                      num_outputs=num_out + num_vars))
    return _regroup(made[:num_out], layout)[0], _regroup(made[num_out:], start_layout)[0]


def cond(pred: Symbol, then_func: Callable[[], Any], else_func: Callable[[], Any], name: str = "cond") -> Any:
    """Make a symbol that computes one of two networks.

    Both may use symbols from outside, and return the same number of outputs with equal shapes and types.

    Parameters
    ----------
    pred : Symbol
        A symbol of one element, the condition.
    then_func : Callable[[], Any]
        Function that returns the outputs if it is not zero.
    else_func : Callable[[], Any]
        Function that returns the outputs if it is zero.
    name : str, default='cond'
        Name of the node.

    Returns
    -------
    Symbol or nested list of them
        The outputs.

    Raises
    ------
    ValueError
        If the two return different numbers of outputs.
    """
    bodies, layouts, counts = [], [], []
    for suffix, function in (("_pred", lambda: pred), ("_then", then_func), ("_else", else_func)):
        scope = _scope_name(name + suffix)
        with AttrScope(**{_SCOPE: scope}):
            outs, layout = _flatten(function(), "cond outputs")
            bodies.append(_close(outs, scope))
        layouts.append(layout)
        counts.append(len(outs))
    if counts[0] != 1:
        raise ValueError("pred should always be a single output")
    if counts[1] != counts[2]:
        raise ValueError("Number of outputs differs between then-branch and else-branch")
    inputs, places = _union_inputs(bodies, lambda so_far: {item.name: item for item in so_far})
    made = list(_call("_cond", bodies, inputs, num_outputs=counts[1], cond_input_locs=places[0],
                      then_input_locs=places[1], else_input_locs=places[2]))
    return _regroup(made, layouts[1])[0]


def call_described(*args: Symbol, subgraph: str, name: str | None = None, attr: dict[str, str] | None = None,
                   **kwargs: Symbol) -> Symbol:
    """Make one call node of a graph that is given as symbol JSON."""
    return create(find("_CachedOp"), "_cachedop", args, kwargs, {"subgraph": subgraph}, name, attr,
                  subgraphs=[load_json(subgraph)])
