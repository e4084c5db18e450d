"""Symbol files: old versions upgraded as the reference does, hostile ones refused in a sentence."""
import json
import time
from pathlib import Path

import pytest

import mxnet as mx
from tests.graph.documents import DOCUMENTS, dense, document, node
from tests.verify import verify

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "symbol_documents.json").read_text())
RECORDED.pop("")


def test_every_document_is_recorded():
    assert set(DOCUMENTS) == set(RECORDED)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_old_document(name):
    if RECORDED[name] is None:
        with pytest.raises(mx.MXNetError):
            mx.sym.load_json(DOCUMENTS[name])
        return
    loaded = mx.sym.load_json(DOCUMENTS[name])
    verify(loaded.graph)
    assert loaded.tojson() == RECORDED[name]


VARIABLE = node("null", "a")
# name: (document, what the error must say)
HOSTILE = {
    "empty": ("", "broken"),
    "not JSON": ("{", "broken"),
    "deep": ("[" * 100000, "broken"),
    "a huge number": ('{"nodes": ' + "9" * 100000 + "}", "broken"),
    "a list": ("[]", "must be an object"),
    "a number": ("7", "must be an object"),
    "no nodes": ('{"heads": [[0, 0]]}', 'Missing field "nodes"'),
    "no heads": ('{"nodes": []}', 'Missing field "heads"'),
    "no outputs": ('{"nodes": [], "heads": []}', "no output"),
    "nodes is a number": ('{"nodes": 3, "heads": [[0, 0]]}', "nodes must be a list"),
    "a node is a list": ('{"nodes": [[]], "heads": [[0, 0]]}', "node 0 must be an object"),
    "a node without a name": ('{"nodes": [{"op": "null", "inputs": []}], "heads": [[0, 0]]}', "name"),
    "a name that is a number": (document({"op": "null", "name": 3, "inputs": []}), "a string"),
    "an attribute that is a number": (document(node("null", "a", attr={"x": 1})), "a string"),
    "attributes in a list": (document(node("null", "a", attr=["x"])), "an object"),
    "a head that is not there": (document(VARIABLE, heads=[[1, 0]]), "node 1"),
    "a negative head": (document(VARIABLE, heads=[[-1, 0]]), "node -1"),
    "a head of three halves": (document(VARIABLE, heads=[[0.5, 0]]), "entry"),
    "a head that is true": (document(VARIABLE, heads=[[True, 0]]), "entry"),
    "a head with too many numbers": (document(VARIABLE, heads=[[0, 0, 0, 0]]), "entry"),
    "an output that is not there": (document(VARIABLE, heads=[[0, 7]]), "output 7"),
    "an absurd output": (document(VARIABLE, heads=[[0, 10**18]]), "impossible"),
    "a negative version": (document(VARIABLE, heads=[[0, 0, -1]]), "impossible"),
    "a node that feeds itself": (document(VARIABLE, node("Flatten", "f", [(1, 0)])), "before it"),
    "a cycle": (document(VARIABLE, node("Flatten", "f", [(2, 0)]), node("Flatten", "g", [(1, 0)])),
                "before it"),
    "an input that is not there": (document(VARIABLE, node("Flatten", "f", [(0, 3)])), "output 3"),
    "a negative input": (document(VARIABLE, node("Flatten", "f", [(-1, 0)])), "node -1"),
    "a variable with inputs": (document(VARIABLE, node("null", "b", [(0, 0)])), "has inputs"),
    "too many inputs": (document(VARIABLE, node("Flatten", "f", [(0, 0), (0, 0)]), version=10901),
                        "takes 1 inputs"),
    "too few inputs": (document(VARIABLE, node("elemwise_add", "s", [(0, 0)]), version=10901),
                       "takes 2 inputs"),
    "absurdly many outputs": (document(VARIABLE, node(
        "SliceChannel", "s", [(0, 0)], attr={"num_outputs": str(2**31 - 1)})), "outputs"),
    "no outputs at all": (document(VARIABLE, node(
        "SliceChannel", "s", [(0, 0)], attr={"num_outputs": "-5"})), "outputs"),
    "code for a param": (dense(10901, "attrs", num_hidden="__import__('os').abort()"), "num_hidden"),
    "a param of nested brackets": (document(VARIABLE, node(
        "transpose", "t", [(0, 0)], attr={"axes": "(" * 5000})), "axes"),
    "state that is computed": (document(
        VARIABLE, node("Flatten", "f", [(0, 0)]),
        node("BatchNorm", "bn", [(0, 0)] * 3 + [(1, 0)] * 2), version=10901), "variable"),
    "a version of words": ('{"nodes": [{"op": "null", "name": "a", "inputs": []}], "heads": [[0, 0]],'
                           ' "attrs": {"mxnet_version": ["int", "x"]}}', "mxnet_version"),
    "subgraphs that are numbers": (document(VARIABLE, node("Flatten", "f", [(0, 0)],
                                                           subgraphs=[1])), "an object"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_document(name):
    text, words = HOSTILE[name]
    start = time.perf_counter()
    with pytest.raises(mx.MXNetError, match=words):
        mx.sym.load_json(text)
    assert time.perf_counter() - start < 5


def test_subgraphs_nest_only_so_deep():
    inner = json.loads(document(VARIABLE))
    for _ in range(50):
        inner = json.loads(document(node("null", "a", subgraphs=[inner])))
    with pytest.raises(mx.MXNetError, match="nested"):
        mx.sym.load_json(json.dumps(inner))


def test_a_long_chain_loads_in_linear_time():
    nodes = [VARIABLE] + [node("Flatten", f"f{i}", [(i, 0)]) for i in range(20000)]
    loaded = mx.sym.load_json(document(*nodes, version=10901))
    assert len(loaded.graph.nodes) == 20001


def test_a_graph_of_many_paths_loads_in_linear_time():
    nodes = [VARIABLE] + [node("elemwise_add", f"s{i}", [(i, 0), (i, 0)]) for i in range(200)]
    loaded = mx.sym.load_json(document(*nodes, version=10901))
    assert loaded.infer_shape(a=(2,))[1] == [(2,)]


def test_every_prefix_of_a_document_is_refused():
    text = dense(10901, "attrs")
    for length in range(0, len(text), 7):
        with pytest.raises(mx.MXNetError):
            mx.sym.load_json(text[:length])


def test_shapes_of_legacy_files_in_numpy_mode():
    text = document(node("null", "a", attr={"__shape__": "(0, 3)"}), version=10500)
    with mx.util.np_shape(True):
        loaded = mx.sym.load_json(text)
        assert loaded.attr("__shape__") == "[-1,3]"
        assert loaded.infer_shape_partial()[0] == [(-1, 3)]
    assert mx.sym.load_json(text).attr("__shape__") == "(0, 3)"


def test_files(tmp_path):
    net = mx.sym.load_json(dense(905))
    path = tmp_path / "net-symbol.json"
    net.save(str(path))
    assert path.read_text() == net.tojson()
    assert mx.sym.load(str(path)).tojson() == net.tojson()
    assert [item.name for item in tmp_path.iterdir()] == [path.name]
    with pytest.raises(mx.MXNetError, match="nothing-here"):
        mx.sym.load(str(tmp_path / "nothing-here"))
    with pytest.raises(mx.MXNetError, match="cannot write"):
        net.save(str(tmp_path / "no" / "folder"))
    with pytest.raises(TypeError):
        mx.sym.load(3)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(mx.MXNetError):
        mx.sym.load(str(tmp_path / "binary"))
