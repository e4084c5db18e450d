"""Operators of the Deep Graph Library: a graph is a csr matrix whose values number the edges.

They compute on what such a matrix stores (`ndarray/storage/graphs.py`), where an edge may have the number 0; a dense
matrix cannot tell that edge from none, so these functions, which operators are called with otherwise, refuse it.
"""
from typing import Annotated

from ...errors import MXNetError
from ...op import Array, Ints, Range, op, types


def _refuse(what: str = "a graph must be a csr matrix, got a dense one; bound symbols compute on dense forms, "
                        "so call it on arrays"):
    raise MXNetError(what)


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(count)]


@op("_contrib_dgl_csr_neighbor_uniform_sample", outputs=lambda p: 3 * (p.num_args - 1), differentiable=False,
    types=types.free, dynamic=True,
    input_names=lambda p: ["csr_matrix", *_numbered("seed_array", p.num_args - 1)])
def dgl_csr_neighbor_uniform_sample(*data: Array, num_args: Annotated[int, Range(2)], num_hops: int = 1,
                                    num_neighbor: int = 2, max_num_vertices: int = 100):
    """Sample neighborhoods of seeds in a graph, every neighbor as likely as the others.

    The inputs are the graph and one array of int64 for each sample: its seeds. Gives for each the vertices in order,
    followed by their number; for each the edges that were followed, as csr matrix; for each how many hops away every
    vertex is.
    """
    _refuse()


@op("_contrib_dgl_csr_neighbor_non_uniform_sample", outputs=lambda p: 4 * (p.num_args - 2), differentiable=False,
    types=types.free, dynamic=True,
    input_names=lambda p: ["csr_matrix", "probability", *_numbered("seed_array", p.num_args - 2)])
def dgl_csr_neighbor_non_uniform_sample(*data: Array, num_args: Annotated[int, Range(3)], num_hops: int = 1,
                                        num_neighbor: int = 2, max_num_vertices: int = 100):
    """Sample neighborhoods of seeds in a graph, vertices as likely as the second input says.

    Gives what `dgl_csr_neighbor_uniform_sample` does, with the likelihoods of the vertices before their distances.
    """
    _refuse()


@op("_contrib_dgl_subgraph", outputs=lambda p: (1 + p.return_mapping) * (p.num_args - 1), differentiable=False,
    types=types.free, dynamic=True, input_names=lambda p: ["graph", *_numbered("varray", p.num_args - 1)])
def dgl_subgraph(*data: Array, num_args: Annotated[int, Range(2)], return_mapping: bool):
    """Cut the graphs on some vertices out of a graph; edges are numbered anew.

    The inputs are the graph and arrays of int64, sorted. With ``return_mapping`` the same graphs follow with the
    numbers that their edges had.
    """
    _refuse()


@op("_contrib_dgl_adjacency", differentiable=False, types=types.free, dynamic=True)
def dgl_adjacency(data: Array):
    """Give a graph's adjacency matrix: 1 in float32 for every edge."""
    _refuse()


@op("_contrib_dgl_graph_compact", outputs=lambda p: (1 + p.return_mapping) * (p.num_args // 2), differentiable=False,
    types=types.free, dynamic=True,
    input_names=lambda p: [*_numbered("graph", p.num_args // 2), *_numbered("varray", p.num_args // 2)])
def dgl_graph_compact(*data: Array, num_args: Annotated[int, Range(2)], return_mapping: bool, graph_sizes: Ints):
    """Drop the rows and columns of sampled graphs that no vertex was found for; edges are numbered anew.

    The inputs are the graphs, then the arrays of their vertices, both from a sample; ``graph_sizes`` are the numbers
    of vertices. With ``return_mapping`` the same graphs follow with the numbers that their edges had.
    """
    _refuse()
