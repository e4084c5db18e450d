"""Sparse arrays of bound graphs: how gradients are stored, and which arguments programs take in sparse form."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

import torch

from ...core.compile import Compiled
from ...core.graph import Entry, Graph, Node
from ...core.storage import CSR, DENSE, ROWS, gradient_storage


def infer_gradient_storage(graph: Graph, found: Mapping[Entry, str], wanted: Iterable[Node]) -> dict[Node, str]:
    """Return which variables' gradients are not dense; output gradients are stored like outputs."""
    if not found and not [node for node in graph.nodes if node.op is not None and _makes_rows(node)]:
        return {}
    heads: dict[Entry, list[str]] = {}
    for entry in graph.outputs:
        heads.setdefault(_plain(entry), []).append(found.get(_plain(entry), DENSE))
    for node in reversed(graph.nodes):
        if node.op is None:
            continue
        above = [_summed(heads.get(Entry(node, index))) for index in range(node.num_outputs)]
        inside = [found.get(_plain(entry), DENSE) for entry in node.inputs]
        for entry, stype in zip(node.inputs, _gradients_of(node, above, inside)):
            heads.setdefault(_plain(entry), []).append(stype)
    stypes = {node: _summed(heads.get(Entry(node))) for node in wanted}
    return {node: stype for node, stype in stypes.items() if stype != DENSE}


def find_rows(c: Compiled, wanted: Iterable[tuple[Node, str]]) -> set[Node]:
    """Return the variables whose gradients backward computes as rows, given the storage types of their arrays.

    These rows are known from indices: one may have only zeros. Others are found by comparing with zero.
    """
    asked = {node for node, stype in wanted if stype == ROWS}
    if not asked or c.options.inductor:
        return set()
    found = set(infer_gradient_storage(c.graph, c.storage, asked))
    for node in c.plan.active:
        for position, entry in enumerate(node.inputs):
            if entry.node in found and not (position == 1 and node.op.name in _GIVES_ROWS):
                found.discard(entry.node)
    return found


_GIVES_ROWS = ("dot", "Embedding", "_contrib_SparseEmbedding")  # whose gradient rules return rows on request


def find_factors(c: Compiled) -> list[int]:
    """Return the positions of csr arguments that programs take in sparse form instead of dense.

    They are used, unchanged or squared, only as the left side of products: torch squares and multiplies such a matrix
    in sparse form. They need no gradient.
    """
    graph, found = c.graph, c.storage
    if not found or c.options.inductor or any(ctx.device_typeid == 2 for ctx in c.contexts):
        return []
    kept: set[Node] = set()
    for node in graph.nodes:
        if found.get(Entry(node)) == CSR and (
                node.op is None or (node.op.name == "square" and node.inputs[0].node in kept)):
            kept.add(node)
    kept -= {entry.node for entry in graph.outputs}
    for node in reversed(graph.nodes):  # losing a use may disqualify what it is computed from
        for position, entry in enumerate(node.inputs):
            if entry.node in kept and node not in kept and not _multiplies(node, position, kept, c.shapes):
                kept.discard(entry.node)
    return [position for position, node in enumerate(graph.arguments) if node in kept and node not in c.plan.wanted
            and c.types.of(node) in (torch.float32, torch.float64)]


def _multiplies(node: Node, position: int, kept: set[Node], shapes) -> bool:
    """Return whether an input is the left side of a product with a dense matrix."""
    if node.op is None or node.op.name != "dot" or position or node.params.transpose_b:
        return False
    right = node.inputs[1]
    return right.node not in kept and len(shapes[_plain(right)] or ()) == 2


def _makes_rows(node: Node) -> bool:
    return gradient_storage(node.op.name, node.params, DENSE, [DENSE] * len(node.inputs)).count(DENSE) \
        < len(node.inputs)


def _summed(stypes: list[str] | None) -> str:
    """Return the storage type of the sum of several gradients."""
    if not stypes:
        return DENSE
    if len(stypes) == 1:
        return stypes[0]
    return ROWS if set(stypes) == {ROWS} else DENSE


def _gradients_of(node: Node, above: list[str], inside: list[str]) -> list[str]:
    infer = getattr(node.op, "infer_gradient_storages", None)
    if infer is not None:
        return infer(node.params, above, inside) if {*above, *inside} != {DENSE} else [DENSE] * len(inside)
    return gradient_storage(node.op.name, node.params, above[0], inside)


def _plain(entry: Entry) -> Entry:
    return Entry(entry.node, entry.index)
