"""Infers storage types over a graph: of every entry, and of the gradients of variables. `bind` calls it.

Programs compute on dense tensors; storage types say which arrays stand at the borders of a graph.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import torch

from ..errors import MXNetError
from ..graph import Entry, Graph, Node
from ..op.registry import Op
from ..storage import CSR, DENSE, NAMES, ROWS, gradient_storage, storage_of

if TYPE_CHECKING:
    from ..compile import Compiled


def declared_storage(node: Node) -> str:
    """Give the storage type that a variable asks for."""
    given = node.attrs.get("__storage_type__")
    if given is None:
        return DENSE
    try:
        return NAMES[int(given)]
    except (ValueError, KeyError):
        raise MXNetError(f"variable {node.name}: __storage_type__={given!r}; expected 0 (default), 1 (row_sparse) "
                         "or 2 (csr)") from None


def infer_storage(graph: Graph, given: Mapping[str, str]) -> dict[Entry, str]:
    """Give the entries that are not dense, from the storage types of variables by name."""
    found: dict[Entry, str] = {}
    seen: dict[tuple, list[str]] = {}  # calls -> what their outputs are
    for node in graph.nodes:
        if node.op is None:
            stypes = [given.get(node.name) or declared_storage(node)]
        else:
            inside = [found.get(_plain(e), DENSE) for e in node.inputs] if found else [DENSE] * len(node.inputs)
            key = (node.bound, *inside)
            stypes = seen.get(key) or _outputs_of(node.op, node.params, inside, node.num_outputs)
            if not node.op.takes_extra:  # a user's operator may say something else the next time
                seen[key] = stypes
        for index, stype in enumerate(stypes):
            if stype != DENSE:
                found[Entry(node, index)] = stype
    for node in graph.nodes if found else ():
        if node.op is not None and node.op.name == "Custom":  # a user's operator sees what it is given
            node.params["__storage__"] = [found.get(_plain(e), DENSE) for e in node.inputs]
    return found


def infer_gradient_storage(graph: Graph, found: Mapping[Entry, str], wanted: Iterable[Node]) -> dict[Node, str]:
    """Give which variables' gradients are not dense; gradients come from above stored as outputs are."""
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


def find_factors(c: Compiled) -> list[int]:
    """Give the positions of csr arguments that programs take as they are stored, not in their dense form.

    They are, as they are or squared, nothing but the left side of products: torch squares and multiplies such a
    matrix as it is stored. No gradient of them is wanted.
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
    for node in reversed(graph.nodes):  # what loses a use costs what it is made of its place, too
        for position, entry in enumerate(node.inputs):
            if entry.node in kept and node not in kept and not _multiplies(node, position, kept, c.shapes):
                kept.discard(entry.node)
    return [position for position, node in enumerate(graph.arguments) if node in kept and node not in c.plan.wanted
            and c.types.of(node) in (torch.float32, torch.float64)]


def _multiplies(node: Node, position: int, kept: set[Node], shapes) -> bool:
    """Tell whether an input is the left side of a product with a dense matrix."""
    if node.op is None or node.op.name != "dot" or position or node.params.transpose_b:
        return False
    right = node.inputs[1]
    return right.node not in kept and len(shapes[_plain(right)] or ()) == 2


def _plain(entry: Entry) -> Entry:
    return Entry(entry.node, entry.index)


def _makes_rows(node: Node) -> bool:
    return gradient_storage(node.op.name, node.params, DENSE, [DENSE] * len(node.inputs)).count(DENSE) \
        < len(node.inputs)


def _summed(stypes: list[str] | None) -> str:
    """Give how the sum of several gradients is stored."""
    if not stypes:
        return DENSE
    if len(stypes) == 1:
        return stypes[0]
    return ROWS if set(stypes) == {ROWS} else DENSE


def _outputs_of(op: Op, p, stypes: list[str], count: int) -> list[str]:
    infer = getattr(op, "infer_storages", None)  # a user's operator says itself
    if infer is not None:
        return infer(p, stypes) if set(stypes) != {DENSE} else [DENSE] * count
    if count != 1:
        storage_of(op.name, p, stypes)  # for what it may refuse
        return [DENSE] * count
    return [storage_of(op.name, p, stypes)]


def _gradients_of(node: Node, above: list[str], inside: list[str]) -> list[str]:
    infer = getattr(node.op, "infer_gradient_storages", None)
    if infer is not None:
        return infer(node.params, above, inside) if {*above, *inside} != {DENSE} else [DENSE] * len(inside)
    return gradient_storage(node.op.name, node.params, above[0], inside)
