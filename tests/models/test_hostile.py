"""Checkpoints made to hurt: little on disk that asks for much. Each is refused, or done, in good time."""
import json
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet.predictor import Predictor
from tests.graph.documents import document, node

DATA = node("null", "data")


@pytest.fixture(autouse=True)
def in_good_time():
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < 10


def predict(text, shapes=None, params=None, **options):
    shapes = {"data": (2, 3)} if shapes is None else shapes
    predictor = Predictor(text, params or {}, shapes, memory_limit=1 << 26, **options)
    predictor.forward()
    return predictor


def test_a_billion_paths():
    """Each node reads the one before twice: 2 ** 60 ways through 60 nodes."""
    nodes = [DATA] + [node("elemwise_add", f"n{i}", [(i, 0, 0), (i, 0, 0)], attrs={}) for i in range(60)]
    predictor = predict(document(*nodes, version=10901))
    predictor.forward(data=np.full((2, 3), 2.0 ** -60))
    assert (predictor.get_output(0) == 1).all()


def test_a_long_chain():
    nodes = [DATA] + [node("_plus_scalar", f"n{i}", [(i, 0, 0)], attrs={"scalar": "1"}) for i in range(3000)]
    assert (predict(document(*nodes, version=10901)).get_output(0) == 3000).all()


def test_one_node_read_by_thousands():
    many = 4000
    nodes = [DATA] + [node("negative", f"n{i}", [(0, 0, 0)], attrs={"__x__": str(i)}) for i in range(many)]
    nodes.append(node("add_n", "sum", [(i + 1, 0, 0) for i in range(many)], attrs={"num_args": str(many)}))
    assert predict(document(*nodes, version=10901)).get_output(0).shape == (2, 3)


def test_cycles_are_refused():
    for first, second in (((2, 0), (1, 0)), ((1, 0), (0, 0))):
        with pytest.raises(mx.MXNetError, match="before it"):
            predict(document(DATA, node("Flatten", "f", [first]), node("Flatten", "g", [second])))


def test_subgraphs_in_subgraphs():
    inner = json.loads(document(DATA, version=10901))
    for _ in range(200):
        inner = {"nodes": [{"op": "null", "name": "x", "inputs": []},
                           {"op": "_foreach", "name": "f", "inputs": [[0, 0, 0]], "subgraphs": [inner]}],
                 "heads": [[1, 0, 0]]}
    with pytest.raises(mx.MXNetError):
        predict(json.dumps(inner))


@pytest.mark.parametrize("op, attrs, shape", [
    ("UpSampling", {"scale": "30000", "sample_type": "nearest", "num_args": "1"}, (1, 1, 9, 9)),
    ("tile", {"reps": "(100000, 100000)"}, (2, 3)),
    ("repeat", {"repeats": "2000000000"}, (2, 3)),
    ("Pad", {"mode": "constant", "pad_width": "(0,0,0,0,99999,99999,99999,99999)"}, (1, 1, 4, 4)),
    ("broadcast_to", {"shape": "(2000000000, 3)"}, (1, 3)),
    ("one_hot", {"depth": "2000000000"}, (2, 3)),
    ("Pooling", {"kernel": "(3, 3)", "pad": "(99999, 99999)", "stride": "(99999, 99999)", "pool_type": "max"},
     (1, 1, 4, 4)),
    ("SliceChannel", {"num_outputs": "2147483647"}, (2, 3)),
    ("Pooling", {"kernel": "(3, 3)", "stride": "(0, 0)", "pool_type": "max"}, (1, 1, 4, 4)),
    ("Convolution", {"kernel": "(1, 1)", "num_filter": "2147483647"}, (1, 1, 4, 4)),
    ("Reshape", {"shape": "(-1, 99999999999999999999)"}, (2, 3)),
    ("transpose", {"axes": "(" + "1," * 3000 + ")"}, (2, 3)),
])
def test_absurd_params(op, attrs, shape):
    with pytest.raises(mx.MXNetError):
        predict(document(DATA, node(op, "n", [(0, 0, 0)], attrs=attrs), version=10901), {"data": shape})


@pytest.mark.parametrize("attrs", [{"shape": "(100000, 100000)"}, {"shape": "(2147483647,)"}])
def test_absurd_constants(attrs):
    with pytest.raises(mx.MXNetError, match="limit is"):
        predict(document(node("_zeros", "z", attrs=attrs), version=10901), {})


def test_absurd_inputs():
    text = document(DATA, node("Flatten", "f", [(0, 0, 0)]), version=10901)
    with pytest.raises(mx.MXNetError, match="limit is"):
        predict(text, {"data": (1 << 20, 1 << 20)})


def test_params_that_do_not_fit():
    text = document(DATA, node("null", "w"), node("FullyConnected", "fc", [(0, 0, 0), (1, 0, 0)],
                                                  attrs={"num_hidden": "2", "no_bias": "True"}), version=10901)
    for value in (np.ones((3, 3)), np.ones(2), np.ones((0, 3))):
        with pytest.raises(mx.MXNetError):
            predict(text, params={"arg:w": mx.nd.array(value, dtype=value.dtype)})
    assert (predict(text, params={"arg:w": mx.nd.ones((2, 3))}).get_output(0) == 0).all()


def test_names_are_no_code():
    """Names of nodes become names in the programs that bind writes."""
    wild = ["__import__('os').abort()", "a b", "def", "1", "", "é\n", "args", "torch", "x" * 5000]
    nodes = [DATA] + [node("negative", name, [(i, 0, 0)]) for i, name in enumerate(wild)]
    assert predict(document(*nodes, version=10901)).get_output(0).shape == (2, 3)


@pytest.mark.parametrize("text", ["9" * 5000, "(" * 5000, "f4," * 5000, "(99999999,)f4", "é"])
def test_types_that_are_none(text):
    with pytest.raises(mx.MXNetError):
        predict(document(DATA, node("Cast", "c", [(0, 0, 0)], attrs={"dtype": text}), version=10901))


def test_a_loop_whose_body_does_not_fit():
    loop, _ = mx.sym.contrib.foreach(lambda x, s: (x * s, x + s), mx.sym.var("data"), mx.sym.var("w"))
    for key, value in (("heads", [[2, 0, 0]]), ("nodes", []), ("heads", [[2, 0, 0]] * 3)):
        broken = json.loads(loop.tojson())
        broken["nodes"][2]["subgraphs"][0][key] = value
        with pytest.raises(mx.MXNetError):
            mx.sym.load_json(json.dumps(broken))


def test_one_value_given_out_thousands_of_times():
    text = document(DATA, node("negative", "n", [(0, 0, 0)]), heads=[[1, 0, 0]] * 3000, version=10901)
    assert len(predict(text).symbol.list_outputs()) == 3000


def test_a_stride_below_zero():
    with pytest.raises(mx.MXNetError):
        predict(document(DATA, node("null", "w"), node("Convolution", "c", [(0, 0, 0), (1, 0, 0)], attrs={
            "kernel": "(3, 3)", "num_filter": "2", "stride": "(-1, 2)", "no_bias": "True"}), version=10901),
            {"data": (1, 3, 9, 9)}, {"arg:w": mx.nd.ones((2, 3, 3, 3))})
