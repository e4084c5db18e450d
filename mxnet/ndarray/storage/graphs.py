"""Graphs as csr matrices: sampling neighborhoods, subgraphs, compaction. The operators are in core/ops/contrib."""
import logging
from typing import Any

import numpy as np
import torch

from ...core.errors import OperatorError
from ...core.op.registry import Bound
from ...core.rng import generator
from ...core.storage import CSR
from ..array import NDArray
from ..invoke import wrap
from .arrays import CSRNDArray, make
from .dispatch import kernel

_log = logging.getLogger(__name__)


class _Edges:
    """A graph's parts as NumPy arrays: edge numbers, row starts, and the vertices at the ends of edges."""

    def __init__(self, bound: Bound, array: NDArray, square: bool = True) -> None:
        name = bound.op.name
        if array.stype != CSR:
            raise OperatorError(name, f"a graph must be a csr matrix, got {array.stype} storage")
        if square and array.shape[0] != array.shape[1]:
            raise OperatorError(name, f"a graph's matrix must be square, got {array.shape[0]} x {array.shape[1]}")
        self.numbers, self.starts, self.ends = (part.cpu().numpy() for part in array._stored())
        self.shape, self.ctx = array.shape, array._ctx

    def of(self, vertex: int) -> slice:
        return slice(self.starts[vertex], self.starts[vertex + 1])


def _vertices(bound: Bound, array: NDArray, count: int, ordered: bool = False) -> np.ndarray:
    """Read an array of vertices, all of which must be in the graph."""
    found = array._data.cpu().numpy()
    if array.stype != "default" or found.ndim != 1 or found.dtype != np.int64:
        raise OperatorError(bound.op.name, "vertices must be a vector of int64, got "
                                           f"{array.stype} storage, {found.dtype}, shape {list(found.shape)}")
    if found.size and not 0 <= found.min() <= found.max() < count:
        raise OperatorError(bound.op.name, f"vertices {found.min()} to {found.max()} are not all in a graph of {count}")
    if ordered and (np.diff(found) < 0).any():
        raise OperatorError(bound.op.name, "The input vertex list has to be sorted")
    return found


def _matrix(numbers: np.ndarray, starts: np.ndarray, ends: np.ndarray, shape: tuple, ctx) -> CSRNDArray:
    parts = tuple(torch.from_numpy(np.ascontiguousarray(part)).to(ctx.torch_device)
                  for part in (numbers, starts, ends))
    return make(CSRNDArray, parts, shape, ctx)


def _array(values: np.ndarray, ctx) -> NDArray:
    return wrap(torch.from_numpy(values).to(ctx.torch_device), ctx)


# ---- samples ------------------------------------------------------------------------------------

class _Sample:
    """The vertices that a walk from some seeds found, their distances, and the edges it followed."""

    def __init__(self, edges: _Edges, seeds: np.ndarray, likely: np.ndarray | None, p, rng: np.random.Generator):
        self.edges, self.likely, self.p = edges, likely, p
        self.hops = dict.fromkeys(seeds.tolist(), 0)
        self.followed: dict[int, np.ndarray] = {}  # vertex -> places of its edges
        queue, place = list(self.hops), 0
        while place < len(queue) and len(self.hops) < p.max_num_vertices:
            vertex, place = queue[place], place + 1
            if self.hops[vertex] < p.num_hops:
                self.followed[vertex] = chosen = self._choose(vertex, rng)
                for near in edges.ends[chosen].tolist():
                    if len(self.hops) >= p.max_num_vertices:
                        break
                    if near not in self.hops:
                        self.hops[near] = self.hops[vertex] + 1
                        queue.append(near)
        if any(self.hops[vertex] < p.num_hops for vertex in queue[place:]):
            _log.warning("The sampling is truncated because we have reached the max number of vertices; use fewer "
                         "seeds or a smaller neighborhood")

    def _choose(self, vertex: int, rng: np.random.Generator) -> np.ndarray:
        """Choose positions of edges of a vertex, without replacement, in order."""
        rows = self.edges.of(vertex)
        places = np.arange(rows.start, rows.stop)
        if len(places) <= self.p.num_neighbor:
            return places
        shares = None
        if self.likely is not None:
            weights = self.likely[self.edges.ends[places]].astype(np.float64)
            places, weights = places[weights > 0], weights[weights > 0]
            if len(places) <= self.p.num_neighbor:
                return places
            shares = weights / weights.sum()
        return np.sort(rng.choice(places, self.p.num_neighbor, replace=False, p=shares))

    def outputs(self) -> tuple[NDArray, CSRNDArray, NDArray, NDArray | None]:
        """Return vertices and their number, the edges, the distances, and the likelihoods if there are any."""
        edges, most = self.edges, self.p.max_num_vertices
        vertices = np.array(sorted(self.hops), dtype=np.int64)
        ids, layers = np.zeros(most + 1, np.int64), np.zeros(most, np.int64)
        ids[:len(vertices)], ids[most] = vertices, len(vertices)
        layers[:len(vertices)] = [self.hops[vertex] for vertex in vertices.tolist()]
        none = np.zeros(0, np.int64)
        rows = [self.followed.get(vertex, none) for vertex in vertices.tolist()]
        starts = np.full(most + 1, sum(map(len, rows)), np.int64)
        starts[0], starts[1:len(rows) + 1] = 0, np.cumsum([len(row) for row in rows])
        places = np.concatenate([none, *rows])
        graph = _matrix(edges.numbers[places], starts, edges.ends[places].astype(np.int64), (most, edges.shape[1]),
                        edges.ctx)
        return _array(ids, edges.ctx), graph, _array(layers, edges.ctx), self._likelihoods(vertices)

    def _likelihoods(self, vertices: np.ndarray) -> NDArray | None:
        if self.likely is None:
            return None
        found = np.zeros(self.p.max_num_vertices, self.likely.dtype)
        found[:len(vertices)] = self.likely[vertices]
        return _array(found, self.edges.ctx)


def _sampled(bound: Bound, graph: NDArray, seed_arrays, likely: NDArray | None) -> list:
    p, edges = bound.params, _Edges(bound, graph)
    if min(p.num_neighbor, p.num_hops, p.max_num_vertices) < 0:
        raise OperatorError(bound.op.name, "num_hops, num_neighbor and max_num_vertices must not be negative, got "
                                           f"{p.num_hops}, {p.num_neighbor} and {p.max_num_vertices}")
    shares = None if likely is None else likely._data.cpu().numpy()
    if shares is not None and (shares.shape != (edges.shape[0],) or shares.dtype != np.float32
                               or not (shares >= 0).all()):
        raise OperatorError(bound.op.name, f"probability must be a vector of {edges.shape[0]} float32, none negative; "
                                           f"got {shares.dtype} of shape {list(shares.shape)}")
    source = generator(edges.ctx)
    state = int(torch.randint(1 << 62, (1,), generator=source, device=edges.ctx.torch_device))
    rng = np.random.default_rng(state)
    found = []
    for array in seed_arrays:
        seeds = _vertices(bound, array, edges.shape[0])
        if len(seeds) > p.max_num_vertices:
            raise OperatorError(bound.op.name, f"max_num_vertices={p.max_num_vertices} is less than the "
                                               f"{len(seeds)} seeds")
        found.append(_Sample(edges, seeds, shares, p, rng).outputs())
    ids, graphs, layers, probabilities = zip(*found)
    return [*ids, *graphs, *(() if likely is None else probabilities), *layers]


@kernel("_contrib_dgl_csr_neighbor_uniform_sample")
def uniform_sample(bound: Any, arrays: Any, stype: Any) -> Any:
    return _sampled(bound, arrays[0], arrays[1:], None)


@kernel("_contrib_dgl_csr_neighbor_non_uniform_sample")
def non_uniform_sample(bound: Any, arrays: Any, stype: Any) -> Any:
    return _sampled(bound, arrays[0], arrays[2:], arrays[1])


# ---- parts of graphs ----------------------------------------------------------------------------

def _renumbered(edges: _Edges, rows: list[slice], places: dict[int, int], ctx, strict: str = "") -> tuple:
    """Return the graph on some rows whose edges end at known vertices, with new and with original numbers.

    ``strict`` is the error for an edge that ends elsewhere; without it, such edges are dropped.
    """
    numbers, ends, starts = [], [], [0]
    for row in rows:
        for number, end in zip(edges.numbers[row].tolist(), edges.ends[row].tolist()):
            place = places.get(end)
            if place is not None:
                numbers.append(number)
                ends.append(place)
            elif strict:
                raise OperatorError(strict, f"an edge ends at vertex {end}, which is not among those given")
        starts.append(len(ends))
    shape, fresh = (len(rows), len(rows)), np.arange(len(ends), dtype=edges.numbers.dtype)
    arrays = np.array(starts, np.int64), np.array(ends, np.int64)
    return (_matrix(fresh, *arrays, shape, ctx),
            _matrix(np.array(numbers, edges.numbers.dtype), *arrays, shape, ctx))


def _listed(pairs: list[tuple], mapping: bool):
    """Return all graphs, then their mappings if requested; a single one as itself."""
    found = [fresh for fresh, _ in pairs] + [before for _, before in pairs if mapping]
    return found[0] if len(found) == 1 else found


@kernel("_contrib_dgl_subgraph")
def subgraph(bound: Any, arrays: Any, stype: Any) -> Any:
    edges, pairs = _Edges(bound, arrays[0]), []
    for array in arrays[1:]:
        vertices = _vertices(bound, array, edges.shape[0], ordered=True).tolist()
        places = {vertex: place for place, vertex in enumerate(vertices)}
        pairs.append(_renumbered(edges, [edges.of(vertex) for vertex in vertices], places, edges.ctx))
    return _listed(pairs, bound.params.return_mapping)


@kernel("_contrib_dgl_graph_compact")
def compact(bound: Any, arrays: Any, stype: Any) -> Any:
    name, sizes, half = bound.op.name, bound.params.graph_sizes, len(arrays) // 2
    if len(arrays) != 2 * half or len(sizes) != half:
        raise OperatorError(name, f"expected as many graphs as arrays of vertices and sizes, got {len(arrays)} arrays "
                                  f"and {len(sizes)} sizes")
    pairs = []
    for graph, array, size in zip(arrays, arrays[half:], sizes):
        edges, vertices = _Edges(bound, graph, square=False), array._data.cpu().numpy()
        if vertices.ndim != 1 or len(vertices) != edges.shape[0] + 1 or vertices[-1] != size or size < 0:
            raise OperatorError(name, f"vertices must be {edges.shape[0]} and, last, their number {size}; got shape "
                                      f"{list(vertices.shape)} ending with {vertices[-1:].tolist()}")
        places = {vertex: place for place, vertex in enumerate(vertices[:size].tolist())}
        pairs.append(_renumbered(edges, [edges.of(row) for row in range(size)], places, edges.ctx, strict=name))
    return _listed(pairs, bound.params.return_mapping)


@kernel("_contrib_dgl_adjacency")
def adjacency(bound: Any, arrays: Any, stype: Any) -> Any:
    graph, = arrays
    if graph.stype != CSR:
        raise OperatorError(bound.op.name, f"a graph must be a csr matrix, got {graph.stype} storage")
    numbers, starts, ends = graph._stored()
    return make(CSRNDArray, (torch.ones_like(numbers, dtype=torch.float32), starts.clone(), ends.clone()), graph.shape,
                graph._ctx)


@kernel("_contrib_edge_id")
def edge_id(bound: Any, arrays: Any, stype: Any) -> Any:
    """Look up edges among the stored ones: one may have the number 0."""
    graph, u, v = arrays
    if graph.stype != CSR:
        return None
    edges = _Edges(bound, graph, square=False)
    froms, tos = u._data.cpu().numpy(), v._data.cpu().numpy()
    if froms.shape != tos.shape or froms.ndim != 1:
        raise OperatorError(bound.op.name, f"u and v must be vectors of one size, got {list(froms.shape)} and "
                                           f"{list(tos.shape)}")
    found = np.full(froms.shape, -1, edges.numbers.dtype)
    for index, (start, end) in enumerate(zip(froms.astype(np.int64).tolist(), tos.astype(np.int64).tolist())):
        if not (0 <= start < edges.shape[0] and 0 <= end < edges.shape[1]):
            raise OperatorError(bound.op.name, f"edge ({start}, {end}) is outside a graph of {list(edges.shape)}")
        row = edges.of(start)
        match = np.flatnonzero(edges.ends[row] == end)
        if match.size:
            found[index] = edges.numbers[row.start + match[0]]
    return _array(found, edges.ctx)
