"""The scatter operators of a bound graph: they change only what their sparse input stores.

Programs compute on dense tensors, which cannot distinguish a stored zero from an absent one. So each such node gets a
special call, which checks what the bound arrays currently store.
"""
from collections.abc import Callable, Mapping
from typing import Any

import torch

from ...core.graph import Entry, Graph, Node
from ...core.op.registry import Bound
from ...core.ops.storage import KEEP_ZERO, PAIRS, ZERO_OF_ZERO
from ...core.storage import CSR, ROWS
from .forms import row_numbers

SCATTER = frozenset(("_scatter_plus_scalar", "_scatter_minus_scalar", "_scatter_elemwise_div"))
# Their results store what their sparse inputs store, zero or not.
_CARRIERS = (KEEP_ZERO | PAIRS | SCATTER | set(ZERO_OF_ZERO) | {
    "elemwise_mul", "broadcast_mul", "broadcast_div", "clip", "add_n", "_contrib_quadratic", "_square_sum",
}) - {"zeros_like"}


def scatter_calls(graph: Graph, found: Mapping[Entry, str], arrays: Mapping[Node, object]) -> dict[Node, Bound]:
    """Return the calls of the scatter nodes with sparse results; ``found`` are the entries that are not dense."""
    calls = {}
    for node in graph.nodes if found else ():
        stype = found.get(Entry(node))
        if stype is not None and node.op is not None and node.op.name in SCATTER:
            calls[node] = stored_call(node.bound, stype, [arrays[v] for v in _sources(node.inputs[0], found)])
    return calls


def stored_call(bound: Bound, stype: str, sources: list[Any]) -> Bound:
    """Return the call of a scatter operator, whose result is zero where its first input stores nothing."""
    if bound.op.name not in SCATTER:
        return bound
    made = Bound(bound.op, bound.params)
    made.call = _stored_only(made.call, stype, sources)
    return made


def _sources(entry: Entry, found: Mapping[Entry, str]) -> list[Node]:
    """Return the variables whose stored elements an entry also stores."""
    variables: dict[Node, None] = {}
    waiting, seen = [entry], set()
    while waiting:
        node, index, _ = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        stype = found.get(Entry(node, index))
        if node.op is None:
            variables[node] = None
        elif node.op.name in _CARRIERS:
            sparse = [e for e in node.inputs if Entry(e.node, e.index) in found]
            if len(sparse) == 1 or stype == ROWS:  # two csr matrices make one without its zeros
                waiting += sparse
    return list(variables)


def _stored_only(call: Callable, stype: str, sources: list) -> Callable:
    """Return a call whose result is zero where its first input stores nothing."""
    def scatter(data: torch.Tensor, *others: torch.Tensor) -> torch.Tensor:
        stored = data != 0
        if stype == ROWS and data.dim() > 1:
            stored = stored.flatten(1).any(1).view(-1, *[1] * (data.dim() - 1))
        for array in sources:
            _mark(stored, stype, array._stored())
        result = call(data, *others)
        return torch.where(stored, result, torch.zeros((), dtype=result.dtype, device=result.device))
    return scatter


def _mark(stored: torch.Tensor, stype: str, parts: tuple) -> None:
    """Mark the elements, or rows, that some parts hold."""
    if stype == CSR:
        _, indptr, indices = parts
        stored[row_numbers(indptr), indices] = True
    else:
        stored[parts[1]] = True
