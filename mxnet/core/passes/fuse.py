"""Which calls may be fused."""
from __future__ import annotations

import os
from collections import Counter

from ..graph import Graph


def count_uses(graph: Graph) -> Counter:
    """Count how often each entry is read; an output of the graph counts as a use."""
    uses: Counter = Counter()
    for node in graph.nodes:
        uses.update((e.node, e.index) for e in node.inputs)
    uses.update((e.node, e.index) for e in graph.outputs)
    return uses


def wanted() -> bool:
    """Tell whether calls may be joined; MXNET_SUBGRAPH_BACKEND=NONE switches it off, as in MXNet."""
    return os.environ.get("MXNET_SUBGRAPH_BACKEND", "") != "NONE"
