"""Graphs as csr matrices: what samples hold, and the parts of graphs; values in lists are MXNet 1.9.1's."""
import numpy as np
import pytest

import mxnet as mx

contrib = mx.nd.contrib


def vertices(*ids):
    return mx.nd.array(ids, dtype="int64")


def complete(size=5):
    """Every vertex has an edge to every other; edges are numbered from 1."""
    ends = np.array([end for start in range(size) for end in range(size) if end != start])
    return mx.nd.sparse.csr_matrix((np.arange(1, len(ends) + 1), ends, np.arange(size + 1) * (size - 1)),
                                   shape=(size, size), dtype="int64")


def small():
    return mx.nd.sparse.csr_matrix((np.arange(1, 7), np.array([1, 3, 0, 2, 3, 1]), np.array([0, 2, 4, 5, 6])),
                                   shape=(4, 4), dtype="int64")


def parts(graph):
    assert graph.stype == "csr"
    graph.check_format()
    return [part.asnumpy().tolist() for part in (graph.data, graph.indices, graph.indptr)]


def sampled(graph, *seeds, **params):
    found = contrib.dgl_csr_neighbor_uniform_sample(graph, *seeds, num_args=1 + len(seeds), **params)
    return [part.asnumpy().tolist() if part.stype == "default" else parts(part) for part in found]


def test_a_sample_of_everything():
    ids, graph, layers = sampled(complete(), vertices(0, 1, 2, 3, 4), num_neighbor=10, max_num_vertices=6)
    assert ids[:5] == [0, 1, 2, 3, 4] and ids[6] == 5 and layers[:5] == [0] * 5
    assert graph == [list(range(1, 21)), [1, 2, 3, 4, 0, 2, 3, 4, 0, 1, 3, 4, 0, 1, 2, 4, 0, 1, 2, 3],
                     [0, 4, 8, 12, 16, 20, 20]]


def test_a_sample_that_stops_at_the_greatest_number(caplog):
    ids, graph, layers = sampled(complete(), vertices(0), num_hops=2, num_neighbor=4, max_num_vertices=3)
    assert ids == [0, 1, 2, 3] and layers == [0, 1, 1]
    assert graph == [[1, 2, 3, 4], [1, 2, 3, 4], [0, 4, 4, 4]]
    assert "truncated" in caplog.text


def test_several_samples_at_once():
    found = sampled(complete(), vertices(0), vertices(1, 2), num_neighbor=4, max_num_vertices=5)
    assert found[:2] == [[0, 1, 2, 3, 4, 5]] * 2
    assert found[2] == [[1, 2, 3, 4], [1, 2, 3, 4], [0, 4, 4, 4, 4, 4]]
    assert found[3] == [[5, 6, 7, 8], [0, 2, 3, 4], [0, 0, 4, 4, 4, 4]]
    assert found[4:] == [[0, 1, 1, 1, 1], [1, 0, 0, 1, 1]]


@pytest.mark.parametrize("hops, near", [(0, 3), (1, 2), (2, 1), (3, 2)])
def test_samples_hold_edges_of_the_graph(hops, near):
    dense = complete(8).asnumpy()
    mx.random.seed(5)
    for trial in range(20):
        seeds = np.unique(np.random.RandomState(trial).randint(0, 8, 2))
        ids, (numbers, ends, starts), layers = sampled(complete(8), vertices(*seeds), num_hops=hops, num_neighbor=near,
                                                       max_num_vertices=8)
        count = ids[-1]
        assert ids[:count] == sorted(set(ids[:count])) and set(seeds) <= set(ids[:count])
        assert all(layer <= hops for layer in layers[:count])
        for row, vertex in enumerate(ids[:count]):
            edges = slice(starts[row], starts[row + 1])
            assert len(ends[edges]) == len(set(ends[edges])) <= near
            assert [dense[vertex, end] for end in ends[edges]] == numbers[edges]
        assert set(starts[count:]) == {len(ends)}


def test_a_seed_repeats_a_sample():
    found = []
    for _ in range(2):
        mx.random.seed(7)
        found.append([sampled(complete(9), vertices(3), num_neighbor=2, max_num_vertices=9) for _ in range(5)])
    assert found[0] == found[1]
    assert len({str(sample) for sample in found[0]}) > 1


def test_likely_neighbors_are_drawn_more_often():
    likely, counts = mx.nd.array([1, 0.0, 0.1, 0.9, 0.9]), np.zeros(5)
    mx.random.seed(3)
    for _ in range(200):
        ids, graph, shares, layers = contrib.dgl_csr_neighbor_non_uniform_sample(
            complete(), likely, vertices(0), num_args=3, num_neighbor=1, max_num_vertices=5)
        (end,) = graph.indices.asnumpy()
        counts[end] += 1
        assert shares.asnumpy()[:2].tolist() == likely.asnumpy()[[0, end]].tolist()
    assert counts[1] == 0 and counts[2] < 40 < counts[3] and counts[4] > 40


def test_the_graph_on_some_vertices():
    fresh, before = contrib.dgl_subgraph(small(), vertices(0, 1, 3), return_mapping=True)
    assert fresh.shape == (3, 3)
    assert parts(fresh) == [[0, 1, 2, 3], [1, 2, 0, 1], [0, 2, 3, 4]]
    assert parts(before) == [[1, 2, 3, 6], [1, 2, 0, 1], [0, 2, 3, 4]]
    assert parts(contrib.dgl_subgraph(small(), vertices(0, 1, 3), return_mapping=False)) == parts(fresh)
    found = contrib.dgl_subgraph(small(), vertices(0, 1), vertices(1, 2, 3), return_mapping=True)
    assert [parts(graph) for graph in found] == [
        [[0, 1], [1, 0], [0, 1, 2]], [[0, 1, 2], [1, 2, 0], [0, 1, 2, 3]],
        [[1, 3], [1, 0], [0, 1, 2]], [[4, 5, 6], [1, 2, 0], [0, 1, 2, 3]]]


def test_a_sample_is_compacted():
    mx.random.seed(1)
    ids, graph, _ = contrib.dgl_csr_neighbor_uniform_sample(complete(), vertices(0, 4), num_args=2, num_neighbor=2,
                                                            max_num_vertices=7)
    count = int(ids[-1].asscalar())
    fresh, before = contrib.dgl_graph_compact(graph, ids, graph_sizes=count, return_mapping=True)
    assert fresh.shape == before.shape == (count, count)
    assert parts(fresh)[0] == list(range(4)) and parts(before)[0] == graph.data.asnumpy().tolist()
    assert ids.asnumpy()[parts(fresh)[1]].tolist() == graph.indices.asnumpy().tolist()
    again = contrib.dgl_graph_compact(graph, graph, ids, ids, graph_sizes=(count, count), return_mapping=False)
    assert parts(again[0]) == parts(again[1]) == parts(fresh)


def test_adjacency_and_edges():
    found = contrib.dgl_adjacency(small())
    assert found.dtype == np.float32 and parts(found) == [[1.0] * 6, [1, 3, 0, 2, 3, 1], [0, 2, 4, 5, 6]]
    ids = contrib.edge_id(small(), vertices(0, 0, 1, 3), vertices(1, 2, 2, 1))
    assert ids.asnumpy().tolist() == [1, -1, 4, 6]
    fresh, _ = contrib.dgl_subgraph(small(), vertices(0, 1, 3), return_mapping=True)
    assert contrib.edge_id(fresh, vertices(0, 0), vertices(1, 0)).asnumpy().tolist() == [0, -1]  # 0 is an edge's number


@pytest.mark.parametrize("call, message", [
    (lambda: contrib.dgl_adjacency(mx.nd.ones((2, 2))), "must be a csr matrix"),
    (lambda: sampled(complete()[0:3], vertices(0)), "square"),
    (lambda: sampled(complete(), vertices(5)), "graph of 5"),
    (lambda: sampled(complete(), vertices(-1)), "graph of 5"),
    (lambda: sampled(complete(), mx.nd.array([0])), "int64"),
    (lambda: sampled(complete(), vertices(0, 1, 2), max_num_vertices=2), "max_num_vertices=2"),
    (lambda: sampled(complete(), vertices(0), num_hops=-1), "negative"),
    (lambda: contrib.dgl_subgraph(small(), vertices(3, 0), return_mapping=False), "sorted"),
    (lambda: contrib.dgl_subgraph(small(), vertices(0, 9), return_mapping=False), "graph of 4"),
    (lambda: contrib.dgl_graph_compact(small(), vertices(0, 1, 2, 3, 4), graph_sizes=3, return_mapping=False),
     "their number 3"),
    (lambda: contrib.dgl_graph_compact(small(), vertices(0, 1, 2, 2, 2), graph_sizes=2, return_mapping=False),
     "ends at vertex 3"),
    (lambda: contrib.dgl_csr_neighbor_non_uniform_sample(complete(), mx.nd.array([1, 1, -1, 1, 1]), vertices(0),
                                                         num_args=3), "none negative"),
    (lambda: contrib.edge_id(small(), vertices(4), vertices(0)), "outside"),
])
def test_what_is_no_graph_is_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()
