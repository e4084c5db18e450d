"""Infers the storage types of all entries of a graph.

Programs compute on dense tensors; storage types describe the arrays at the boundary of a graph.
"""
from __future__ import annotations

from collections.abc import Mapping

from ..attributes import declared_storage
from ..graph import Entry, Graph
from ..op.registry import Op
from ..storage import DENSE, storage_of


def infer_storage(graph: Graph, given: Mapping[str, str]) -> dict[Entry, str]:
    """Return the entries that are not dense, given the storage types of variables by name."""
    found: dict[Entry, str] = {}
    seen: dict[tuple, list[str]] = {}  # calls -> storage types of their outputs
    for node in graph.nodes:
        if node.op is None:
            stypes = [given.get(node.name) or declared_storage(node.name, node.attrs)]
        else:
            inside = [found.get(_plain(e), DENSE) for e in node.inputs] if found else [DENSE] * len(node.inputs)
            key = (node.bound, *inside)
            stypes = seen.get(key) or _outputs_of(node.op, node.params, inside, node.num_outputs)
            if not node.op.takes_extra:  # a user's operator may answer differently next time
                seen[key] = stypes
        for index, stype in enumerate(stypes):
            if stype != DENSE:
                found[Entry(node, index)] = stype
    for node in graph.nodes if found else ():
        if node.op is not None and node.op.name == "Custom":  # a user's operator sees what it is given
            node.params["__storage__"] = [found.get(_plain(e), DENSE) for e in node.inputs]
    return found


def _plain(entry: Entry) -> Entry:
    return Entry(entry.node, entry.index)


def _outputs_of(op: Op, p, stypes: list[str], count: int) -> list[str]:
    infer = getattr(op, "infer_storages", None)  # a user's operator declares it
    if infer is not None:
        return infer(p, stypes) if set(stypes) != {DENSE} else [DENSE] * count
    if count != 1:
        storage_of(op.name, p, stypes)  # for what it may refuse
        return [DENSE] * count
    return [storage_of(op.name, p, stypes)]
