"""Operators of the Deep Graph Library: a graph is a csr matrix whose values number the edges.

They work on the stored elements (`ndarray/storage/graphs.py`), where an edge may have the number 0; a dense matrix
cannot distinguish that edge from none, so the functions here, which run for dense arrays, refuse it.
"""
from typing import Annotated

from ...errors import MXNetError
from ...op import Array, Ints, Range, op, types

_WORDS = {
    "num_hops": "How many edges away from the seeds a sample goes.",
    "num_neighbor": "How many neighbors of a vertex are sampled at most.",
    "max_num_vertices": "How many vertices a sample has at most.",
    "return_mapping": "Give the same graphs once more, with the numbers that their edges had.",
}


def _refuse(what: str = "a graph must be a csr matrix, got a dense one; bound symbols compute on dense forms, "
                        "so call it on arrays"):
    raise MXNetError(what)


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(count)]


@op("_contrib_dgl_csr_neighbor_uniform_sample", outputs=lambda p: 3 * (p.num_args - 1), differentiable=False,
    types=types.free, dynamic=True, words=_WORDS,
    input_names=lambda p: ["csr_matrix", *_numbered("seed_array", p.num_args - 1)])
def dgl_csr_neighbor_uniform_sample(*data: Array, num_args: Annotated[int, Range(2)], num_hops: int = 1,
                                    num_neighbor: int = 2, max_num_vertices: int = 100):
    """Sample neighborhoods of seeds in a graph, with all neighbors equally likely.

    Parameters
    ----------
    *data
        The graph, a csr matrix, and one array of int64 for each sample: its seeds.

    Returns
    -------
    A list of arrays: for each sample the vertices in order, followed by their number; for each the edges that were
    followed, as csr matrix; for each how many hops away every vertex is.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds = mx.nd.array([0], dtype="int64")
    >>> ids, edges, hops = mx.nd.contrib.dgl_csr_neighbor_uniform_sample(graph, seeds, num_args=2, max_num_vertices=3)
    >>> ids.asnumpy().tolist(), hops.asnumpy().tolist(), edges.data.asnumpy().tolist()
    ([0, 1, 2, 3], [0, 1, 1], [1, 2])
    """
    _refuse()


@op("_contrib_dgl_csr_neighbor_non_uniform_sample", outputs=lambda p: 4 * (p.num_args - 2), differentiable=False,
    types=types.free, dynamic=True, words=_WORDS,
    input_names=lambda p: ["csr_matrix", "probability", *_numbered("seed_array", p.num_args - 2)])
def dgl_csr_neighbor_non_uniform_sample(*data: Array, num_args: Annotated[int, Range(3)], num_hops: int = 1,
                                        num_neighbor: int = 2, max_num_vertices: int = 100):
    """Sample neighborhoods of seeds in a graph, with vertex probabilities given by the second input.

    Parameters
    ----------
    *data
        The graph, a csr matrix; how likely each vertex is; and one array of int64 for each sample: its seeds.

    Returns
    -------
    A list of arrays: what `dgl_csr_neighbor_uniform_sample` gives, with the likelihoods of the vertices before their
    distances.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds, chances = mx.nd.array([0], dtype="int64"), mx.nd.array([1, 0.5, 0.5])
    >>> found = mx.nd.contrib.dgl_csr_neighbor_non_uniform_sample(graph, chances, seeds, num_args=3, max_num_vertices=3)
    >>> [part.asnumpy().tolist() for part in (found[0], found[2])]
    [[0, 1, 2, 3], [1.0, 0.5, 0.5]]
    """
    _refuse()


@op("_contrib_dgl_subgraph", outputs=lambda p: (1 + p.return_mapping) * (p.num_args - 1), differentiable=False,
    types=types.free, dynamic=True, words=_WORDS, input_names=lambda p: ["graph", *_numbered("varray", p.num_args - 1)])
def dgl_subgraph(*data: Array, num_args: Annotated[int, Range(2)], return_mapping: bool):
    """Extract the subgraphs on some vertices of a graph; edges are renumbered.

    Parameters
    ----------
    *data
        The graph, a csr matrix, and for each part an array of int64: its vertices, sorted.

    Returns
    -------
    A list of csr matrices, one for each array of vertices; with ``return_mapping`` twice as many.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> some = mx.nd.array([0, 2], dtype="int64")
    >>> part, edges = mx.nd.contrib.dgl_subgraph(graph, some, return_mapping=True, num_args=2)
    >>> part.asnumpy().tolist(), edges.asnumpy().tolist()
    ([[0, 0], [1, 0]], [[0, 2], [4, 0]])
    """
    _refuse()


@op("_contrib_dgl_adjacency", differentiable=False, types=types.free, dynamic=True, words=_WORDS)
def dgl_adjacency(data: Array):
    """Return a graph's adjacency matrix: 1 in float32 for every edge.

    Parameters
    ----------
    data
        The graph, a csr matrix whose values number the edges.

    Returns
    -------
    Csr matrix of the graph's shape.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 2, 3, 3]), shape=(3, 3), dtype="int64")
    >>> mx.nd.contrib.dgl_adjacency(graph).asnumpy().tolist()
    [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    _refuse()


@op("_contrib_dgl_graph_compact", outputs=lambda p: (1 + p.return_mapping) * (p.num_args // 2), differentiable=False,
    types=types.free, dynamic=True, words=_WORDS,
    input_names=lambda p: [*_numbered("graph", p.num_args // 2), *_numbered("varray", p.num_args // 2)])
def dgl_graph_compact(*data: Array, num_args: Annotated[int, Range(2)], return_mapping: bool, graph_sizes: Ints):
    """Drop the rows and columns of sampled graphs without a vertex; edges are renumbered.

    Parameters
    ----------
    *data
        The graphs, csr matrices of a sample, then the arrays of their vertices.
    graph_sizes
        The number of vertices of each graph.

    Returns
    -------
    A list of csr matrices, one for each graph; with ``return_mapping`` twice as many.

    Examples
    --------
    >>> graph = mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [1, 2, 2, 0], [0, 2, 3, 4]), shape=(3, 3), dtype="int64")
    >>> seeds = mx.nd.array([0], dtype="int64")
    >>> ids, edges, _ = mx.nd.contrib.dgl_csr_neighbor_uniform_sample(graph, seeds, num_args=2, max_num_vertices=5)
    >>> small = mx.nd.contrib.dgl_graph_compact(edges, ids, graph_sizes=(3,), return_mapping=False, num_args=2)
    >>> edges.shape, small.shape
    ((5, 3), (3, 3))
    """
    _refuse()
