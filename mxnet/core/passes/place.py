"""Device placement: assigns nodes to contexts by their ``ctx_group`` and a ``group2ctx`` map. Called by bind."""
from __future__ import annotations

from collections.abc import Mapping

from ..device import Context
from ..errors import MXNetError
from ..graph import Graph, Node

GROUP_KEY = "__ctx_group__"


def place(graph: Graph, default: Context, group2ctx: Mapping[str, Context] | None = None,
          fixed: Mapping[Node, Context] | None = None) -> dict[Node, Context]:
    """Assign every node a context.

    Parameters
    ----------
    fixed : contexts of variables whose arrays the user gave.

    A node in a mapped group goes where the map says. Any other node follows its placed inputs, then its placed users,
    then ``default``, so that a network split into stages needs few attributes.
    """
    if not group2ctx and not fixed:
        return dict.fromkeys(graph.nodes, default)
    group2ctx = group2ctx or {}
    for key, context in group2ctx.items():
        if not isinstance(context, Context):
            raise MXNetError(f"group2ctx[{key!r}] must be a Context, got {type(context).__name__}")
    placed: dict[Node, Context] = {}
    for node in graph.nodes:
        context = (fixed or {}).get(node) or _group_context(node, group2ctx)
        if context is None and node.op is not None and group2ctx:
            context = next((placed[e.node] for e in node.inputs if e.node in placed), None)
        if context is not None:
            placed[node] = context
    if group2ctx:
        for node in reversed(graph.nodes):
            if node in placed:
                for entry in node.inputs:
                    placed.setdefault(entry.node, placed[node])
    return {node: placed.get(node, default) for node in graph.nodes}


def _group_context(node: Node, group2ctx: Mapping[str, Context]) -> Context | None:
    group = node.attrs.get(GROUP_KEY)
    if group is None or not group2ctx:
        return None
    if group not in group2ctx:
        raise MXNetError(f"The device assignment not found for group {group} of node {node.name}; "
                         f"group2ctx has {', '.join(group2ctx)}")
    return group2ctx[group]
