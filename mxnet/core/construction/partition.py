"""Partitions a graph for a backend: each connected group of supported operators becomes one call node.

`Symbol.optimize_for` calls it. A backend is a name and a set of supported operators. `bind` treats the call nodes as
mere groups (see `inline`), so partitioning changes how a network reads, not what it computes.
"""
import os
from collections.abc import Iterable

from ..errors import MXNetError
from ..graph import Entry, Graph, Node
from ..op.registry import find
from .joining import join_for_bytes, join_layers

# Backends whose work `bind` does anyway: partitioning for one leaves the graph unchanged.
BUILT_IN = frozenset(("TensorRT", "NONE"))
# Backends with their own rules.
_RULES = {"MKLDNN": join_layers, "MKLDNN_QUANTIZE": join_for_bytes}
# Backends that take a user-defined set of operators, and that set.
_taken: dict[str, frozenset[str] | None] = {"default": None, "default_v2": None}


def is_backend(name: str) -> bool:
    """Return whether a backend of that name exists."""
    return name in BUILT_IN or name in _RULES or name in _taken


def check_backend() -> None:
    """Refuse a backend named by the environment that does not exist."""
    name = os.environ.get("MXNET_SUBGRAPH_BACKEND", "")
    if name and not is_backend(name):
        raise MXNetError(f"MXNET_SUBGRAPH_BACKEND={name}: SubgraphProperty {name} is not found in "
                         "SubgraphBackendRegistry; NONE leaves calls as the network has them")


def set_operators(backend: str, names: Iterable[str] | None) -> None:
    """Set the operators that a backend takes; None removes the setting."""
    if backend not in _taken:
        raise MXNetError(f"SubgraphProperty {backend} is not found in SubgraphBackendRegistry; those that take "
                         f"operators by name are {', '.join(_taken)}")
    _taken[backend] = None if names is None else frozenset(names)


def partition_for(graph: Graph, backend: str) -> Graph:
    """Return the graph partitioned for a backend."""
    if backend in BUILT_IN:
        return graph
    if backend in _RULES:
        return _RULES[backend](graph)
    if backend not in _taken:
        raise MXNetError(f"SubgraphProperty {backend} is not found in SubgraphBackendRegistry; there are "
                         f"{', '.join(sorted({*_taken, *_RULES, *BUILT_IN}))}")
    names = _taken[backend]
    if names is None:
        raise MXNetError(f"Cannot find attribute op_names in SubgraphProperty: backend {backend} was not told which "
                         "operators it takes")
    return partition(graph, names)


def partition(graph: Graph, names: Iterable[str]) -> Graph:
    """Replace every connected group of operators with these names, or aliases of them, by one call node."""
    chosen = {id(find(name)) for name in names}
    regions = _regions(graph, {node for node in graph.nodes if node.op is not None and id(node.op) in chosen})
    return _with_calls(graph, regions) if regions else graph


# ---- which nodes go together --------------------------------------------------------------------

def _regions(graph: Graph, chosen: set[Node]) -> list[set[Node]]:
    """Group the chosen nodes that are connected, such that no group depends on its own outputs."""
    users: dict[Node, list[Node]] = {node: [] for node in graph.nodes}
    for node in graph.nodes:
        for entry in node.inputs:
            users[entry.node].append(node)
    free, found = set(chosen), []
    for seed in graph.nodes:
        if seed in free:
            region = _connected(seed, free, users)
            while behind := _behind_itself(graph, region):
                region = _connected(seed, region - behind, users)
            free -= region
            found.append(region)
    return found


def _connected(seed: Node, allowed: set[Node], users: dict[Node, list[Node]]) -> set[Node]:
    region, waiting = {seed}, [seed]
    while waiting:
        node = waiting.pop()
        for near in (*(entry.node for entry in node.inputs), *users[node]):
            if near in allowed and near not in region:
                region.add(near)
                waiting.append(near)
    return region


def _behind_itself(graph: Graph, region: set[Node]) -> set[Node]:
    """Return the nodes of a region that depend on the region through nodes outside it."""
    after: set[Node] = set()  # outside, and computed from the region
    behind: set[Node] = set()
    places = [graph.index[node] for node in region]
    for node in graph.nodes[min(places):max(places) + 1]:
        sources = {entry.node for entry in node.inputs}
        if node in region:
            if sources & after or sources & behind:
                behind.add(node)
        elif sources & after or sources & region:
            after.add(node)
    return behind


# ---- the graph of calls -------------------------------------------------------------------------

class _Piece:
    """A region as a call node: its body, its inputs from outside, and which output stands for which entry."""

    def __init__(self, name: str, members: list[Node], outputs: Iterable[tuple[Node, int]]) -> None:
        self.places = {key: index for index, key in enumerate(outputs)}
        inside: dict[tuple, Entry] = {}
        outside: dict[Node, Entry] = {}  # variable of the body -> what it stands for

        def within(entry: Entry) -> Entry:
            key = entry.node, entry.index
            if key not in inside:
                inside[key] = Entry(Node(None, f"{entry.node.name}{entry.index}"))
                outside[inside[key].node] = entry
            return Entry(inside[key].node, inside[key].index, entry.version)
        for node in members:
            copied = node.rewired([within(entry) for entry in node.inputs])
            inside.update({(node, index): Entry(copied, index) for index in range(node.num_outputs)})
        body = Graph([inside[key] for key in self.places])
        self.inputs = [outside[node] for node in body.variables]
        self.node = Node(find("_CachedOp"), name, {}, (), [body])


def _crossing(graph: Graph, home: dict[Node, int]) -> list[Entry]:
    """Return the entries of regions that are graph outputs, or inputs of nodes outside their region."""
    read = [entry for node in graph.nodes for entry in node.inputs if home.get(entry.node) != home.get(node)]
    return [entry for entry in (*read, *graph.outputs) if entry.node in home]


def _with_calls(graph: Graph, regions: list[set[Node]]) -> Graph:
    """Return a graph with one call node per region; all nodes are made first, and then connected."""
    home = {node: number for number, region in enumerate(regions) for node in region}
    members: list[list[Node]] = [[] for _ in regions]
    used: list[dict[tuple[Node, int], None]] = [{} for _ in regions]  # what others read, in the order they do
    for node in graph.nodes:
        if node in home:
            members[home[node]].append(node)
    for entry in _crossing(graph, home):
        used[home[entry.node]].setdefault((entry.node, entry.index))
    pieces = [_Piece(f"_CachedOp{number}", *found) for number, found in enumerate(zip(members, used))]
    made = {node: node if node.op is None else node.rewired(()) for node in graph.nodes if node not in home}

    def standing(entry: Entry) -> Entry:
        if entry.node not in home:
            return entry._replace(node=made[entry.node])
        piece = pieces[home[entry.node]]
        return Entry(piece.node, piece.places[entry.node, entry.index])
    for node, copied in made.items():
        copied.inputs = [standing(entry) for entry in node.inputs]
    for piece in pieces:
        piece.node.inputs = [standing(entry) for entry in piece.inputs]
    return Graph([standing(entry) for entry in graph.outputs])
