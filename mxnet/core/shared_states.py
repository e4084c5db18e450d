"""Calls that update the same states, such as one batch normalization of two inputs: the order decides the result.

Backward runs such calls in MXNet's order, the eager one (`mxnet.ndarray.sweep`) and programs.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .graph import Node
    from .passes.gradient import BackwardPlan

Source = tuple[Any, int]  # an output of a call, or a variable and zero


def backward_order(heads: Iterable[Any], parents: Callable[[Any], Sequence[tuple[Source, bool]]],
                   wanted: Callable[[list[Any]], Iterable[Source]]) -> list[Any]:
    """Return the calls that gradients of what is ``wanted`` pass, in the order of MXNet's gradient graph.

    That is visited depth first from the gradient of the first variable on; a sum of gradients begins with the call that
    comes last in the forward graph.

    Parameters
    ----------
    heads : the calls and variables that the differentiated arrays are outputs of, in order.
    parents : of a call, its inputs, and whether a gradient passes to them; nothing for a variable.
    wanted : gives what to differentiate by, in order, from all calls and variables as MXNet visits them.
    """
    visited = _visited(heads, lambda owner: [source[0] for source, _ in parents(owner)])
    readers: dict[Any, dict[int, list[Any]]] = {}  # owner -> output -> calls that give it a gradient
    for call in reversed(visited):
        for (owner, index), passes in parents(call):
            if passes:
                readers.setdefault(owner, {}).setdefault(index, []).append(call)
    first = [call for owner, index in wanted(visited) for call in readers.get(owner, {}).get(index, ())]
    return _visited(first, lambda call: [reader for _, found in sorted(readers.get(call, {}).items(), key=_index)
                                         for reader in found])


def _index(item: tuple[int, Any]) -> int:
    return item[0]


def _visited(roots: Iterable[Any], below: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """Visit a graph depth first, what is below a node before the node; iterative, because graphs are deep."""
    found, seen = [], set()
    pending: list[Any] = [(None, iter(roots))]
    while pending:
        owner, rest = pending[-1]
        following = next((item for item in rest if item not in seen), None)
        if following is None:
            pending.pop()
            found.append(owner)
        else:
            seen.add(following)
            pending.append((following, iter(below(following))))
    return found[:-1]


def planned_order(plan: BackwardPlan) -> list[Node]:
    """Return the active nodes in the order in which backward runs them: any order where all states differ."""
    states = [state for node in plan.active if node.op.states for state in states_of(node)]
    if len(set(states)) == len(states):
        return plan.active[::-1]

    def parents(node: Node) -> list[tuple[Source, bool]]:
        return [((entry.node, entry.index), need)
                for entry, need in zip_longest(node.inputs, plan.needs.get(node, ()), fillvalue=False)]
    order = backward_order([entry.node for entry in plan.graph.outputs], parents,
                           lambda visited: [(node, 0) for node in visited if node in plan.wanted])
    known, active = set(order), set(plan.active)
    return [*[node for node in order if node in active], *[node for node in plan.active[::-1] if node not in known]]


def states_of(node: Node) -> list[Node]:
    """Return the variables that a node changes in place."""
    return [node.inputs[place].node for place in node.mutable_inputs() if place < len(node.inputs)]


def without_repeats(nodes: Iterable[Node]) -> list[list[Node]]:
    """Split nodes into lists, each of which changes no state twice; the order remains."""
    found: list[list[Node]] = []
    known: set[Node] = set()
    for node in nodes:
        states = states_of(node)
        if not found or not known.isdisjoint(states):
            found.append([])
            known.clear()
        found[-1].append(node)
        known.update(states)
    return found
