"""Partitioned graphs: pieces become call nodes, names and values stay, and whatever runs a graph inlines them."""
import ctypes
import json
import random

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import _LIB, SymbolHandle, c_str, c_str_array, check_call, mx_uint
from mxnet.core.construction import partition as _partition
from mxnet.core.construction.partition import partition
from mxnet.core.passes.inline import inline
from tests.verify import verify

sym = mx.sym


def diamond():
    """Two ways from one value to another, and states behind them."""
    root = sym.exp(sym.var("data"), name="root")
    both = sym.elemwise_add(sym.cos(root, name="left"), sym.sin(root, name="right"), name="both")
    return sym.BatchNorm(both, name="norm", fix_gamma=False)


def random_network(seed, nodes=25):
    rng = random.Random(seed)
    values = [sym.var("data"), sym.var("other")]
    for number in range(nodes):
        kind = rng.choice(("sin", "cos", "elemwise_add", "elemwise_mul", "BatchNorm", "split", "FullyConnected"))
        one, two = rng.choice(values[-6:]), rng.choice(values[-6:])
        name = f"n{number}"
        if kind in ("sin", "cos"):
            values.append(getattr(sym, kind)(one, name=name))
        elif kind == "BatchNorm":
            values.append(sym.BatchNorm(one, name=name, fix_gamma=False))
        elif kind == "split":
            halves = sym.SliceChannel(one, num_outputs=2, axis=1, name=name)
            values.append(sym.Concat(halves[1], halves[0], dim=1, name=f"{name}_back"))
        elif kind == "FullyConnected":
            values.append(sym.FullyConnected(one, num_hidden=4, name=name))
        else:
            values.append(getattr(sym, kind)(one, two, name=name))
    return sym.Group(rng.sample(values[2:], 3) + [values[-1]])


def cut(symbol, names):
    """Give the symbol partitioned by operator names."""
    graph = verify(partition(symbol.graph, names))
    return mx.sym.Symbol(graph.outputs)


def train(symbol, **shapes):
    """Give outputs, gradients and states after a training step and a prediction, on numbers that depend on names."""
    executor = symbol.simple_bind(mx.cpu(), **shapes)
    for name, array in (*executor.arg_dict.items(), *executor.aux_dict.items()):
        array[:] = np.random.RandomState(sum(map(ord, name))).uniform(0.5, 1, array.shape)
    outputs = executor.forward(is_train=True)
    executor.backward([mx.nd.array(np.random.RandomState(i).uniform(-1, 1, out.shape))
                       for i, out in enumerate(outputs)])
    executor.forward(is_train=False)
    return [array.asnumpy() for array in (*executor.outputs, *executor.grad_arrays, *executor.aux_arrays)]


def kinds(symbol):
    return [node["op"] for node in json.loads(symbol.tojson())["nodes"] if node["op"] != "null"]


def assert_same(one, other):
    assert len(one) == len(other)
    for left, right in zip(one, other):
        np.testing.assert_array_equal(left, right)


@pytest.mark.parametrize("names, expected", [
    (["exp", "sin", "elemwise_add"], ["_CachedOp", "cos", "_CachedOp", "BatchNorm"]),
    (["exp", "cos", "sin", "_plus", "BatchNorm"], ["_CachedOp"]),
    (["BatchNorm"], ["exp", "cos", "sin", "elemwise_add", "_CachedOp"]),
    (["tan"], ["exp", "cos", "sin", "elemwise_add", "BatchNorm"]),
])
def test_connected_operators_become_one_call(names, expected):
    symbol = diamond()
    pieces = cut(symbol, names)
    assert sorted(kinds(pieces)) == sorted(expected)
    assert pieces.list_inputs() == symbol.list_inputs()
    assert pieces.list_auxiliary_states() == symbol.list_auxiliary_states()
    assert pieces.infer_shape(data=(2, 3, 4, 4)) == symbol.infer_shape(data=(2, 3, 4, 4))
    assert_same(train(pieces, data=(2, 3, 4, 4)), train(symbol, data=(2, 3, 4, 4)))


@pytest.mark.parametrize("seed", range(30))
def test_random_networks_compute_the_same_in_pieces(seed):
    symbol = random_network(seed)
    rng = random.Random(seed)
    names = rng.sample(["sin", "cos", "elemwise_add", "elemwise_mul", "BatchNorm", "SliceChannel", "Concat",
                        "FullyConnected"], 4)
    pieces = cut(symbol, names)
    again = cut(pieces, ["_CachedOp", *names[:1]])  # pieces of pieces
    read = mx.sym.load_json(pieces.tojson())
    shapes = {name: (3, 4) for name in symbol.list_arguments() if name in ("data", "other")}
    expected = train(symbol, **shapes)
    for other in (pieces, again, read):
        assert sorted(other.list_arguments()) == sorted(symbol.list_arguments())
        order = [other.list_arguments().index(name) for name in symbol.list_arguments()]
        states = [other.list_auxiliary_states().index(name) for name in symbol.list_auxiliary_states()]
        found = train(other, **shapes)
        outs, args = len(symbol), len(order)
        assert_same(expected, [*found[:outs], *(found[outs + place] for place in order),
                               *(found[outs + args + place] for place in states)])


def test_a_piece_takes_each_value_once_and_gives_it_once():
    root = sym.exp(sym.var("data"), name="root")
    pieces = cut(sym.Group([root, root, sym.cos(root + root)]), ["exp", "elemwise_add"])
    call = next(node for node in pieces.graph.nodes if node.op_name == "_CachedOp")
    assert len(call.inputs) == 1 and call.num_outputs == 2
    assert pieces.list_outputs()[:2] == ["_CachedOp0_root_output"] * 2


def test_inlining_gives_the_operators_back_in_the_order_of_the_inputs():
    symbol = diamond()
    pieces = cut(symbol, ["exp", "cos", "sin"])
    flat = verify(inline(pieces.graph))
    assert not any(node.op is not None and node.op.inline for node in flat.nodes)
    assert [node.name for node in flat.variables] == symbol.list_inputs()
    assert inline(flat) is flat


# ---- the two spellings of a call ---------------------------------------------------------------

def product():
    return sym.elemwise_mul(sym.var("a"), sym.var("b"), name="m")


def test_a_call_described_by_json():
    call = sym._internal._CachedOp(sym.var("x"), sym.var("w"), subgraph=product().tojson(), name="call")
    assert call.list_arguments() == ["x", "w"] and call.list_outputs() == ["call_m_output"]
    assert call.infer_shape(x=(2, 3)) == ([(2, 3), (2, 3)], [(2, 3)], [])
    assert "subgraphs" not in json.loads(call.tojson())["nodes"][-1]
    read = mx.sym.load_json(call.tojson())
    assert read.tojson() == call.tojson()
    assert read.eval(x=mx.nd.array([2.0]), w=mx.nd.array([4.0]))[0].asscalar() == 8
    found = mx.nd._internal._CachedOp(mx.nd.array([2.0]), mx.nd.array([4.0]), subgraph=product().tojson())
    assert found.asscalar() == 8


def test_missing_inputs_of_a_call_become_variables_and_too_many_are_refused():
    text = product().tojson()
    assert sym._internal._CachedOp(sym.var("x"), subgraph=text, name="c").list_arguments() == ["x", "c_b"]
    with pytest.raises(mx.MXNetError, match="requires 2, provided 3"):
        sym._internal._CachedOp(sym.var("x"), sym.var("y"), sym.var("z"), subgraph=text)


def test_states_inside_a_call_are_states_outside():
    body = sym.BatchNorm(sym.var("data"), name="norm").tojson()
    call = sym._internal._CachedOp(*(sym.var(f"q{i}") for i in range(5)), subgraph=body)
    assert call.list_arguments() == ["q0", "q1", "q2"] and call.list_auxiliary_states() == ["q3", "q4"]
    with pytest.raises(mx.MXNetError, match="must be a variable"):
        sym._internal._CachedOp(*(sym.var(f"q{i}") for i in range(4)), sym.sin(sym.var("q4")), subgraph=body)


@pytest.mark.parametrize("change, message", [
    (lambda node: node.update(attrs={"subgraph": "{"}), "no JSON"),
    (lambda node: node.update(attrs={"subgraph": "[1]"}), "must be an object"),
    (lambda node: node.update(attrs={}), "no JSON"),
    (lambda node: node.update(inputs=[[0, 0, 0]]), "takes 2 inputs"),
    (lambda node: node.update(attrs={}, subgraphs=[{}, {}]), "Missing field"),
])
def test_files_with_broken_calls_are_refused(change, message):
    call = sym._internal._CachedOp(sym.var("x"), sym.var("w"), subgraph=product().tojson(), name="call")
    document = json.loads(call.tojson())
    change(document["nodes"][-1])
    with pytest.raises(mx.MXNetError, match=message):
        mx.sym.load_json(json.dumps(document))


def test_calls_nested_in_calls_are_counted():
    body = sym.sin(sym.var("data"))
    for _ in range(20):
        body = sym._internal._CachedOp(sym.var("data"), subgraph=body.tojson()) if len(body.tojson()) < 1e5 else body
    assert len(body.tojson()) > 1e4  # escaped again and again, a file doubles with every level
    symbol = sym.sin(sym.var("data"), name="s")
    for level in range(20):
        symbol = mx.sym.Symbol(partition(sym.cos(symbol, name=f"c{level}").graph, ["_CachedOp", "sin", "cos"]).outputs)
    with pytest.raises(mx.MXNetError, match="nested deeper"):
        mx.sym.load_json(symbol.tojson())
    value = symbol.eval(data=mx.nd.array([0.3]))[0].asscalar()
    expected = np.sin(np.float32(0.3))
    for _ in range(20):
        expected = np.cos(expected)
    assert value == pytest.approx(expected, rel=1e-6)


# ---- who meets a call -----------------------------------------------------------------------------

def classifier():
    net = sym.FullyConnected(sym.var("data"), num_hidden=5, name="fc1")
    net = sym.Activation(net, act_type="relu", name="relu1")
    net = sym.FullyConnected(net, num_hidden=3, name="fc2")
    return sym.SoftmaxOutput(net, name="softmax")


def test_losses_in_pieces_train_and_predict():
    symbol = classifier()
    pieces = cut(symbol, ["FullyConnected", "SoftmaxOutput"])
    assert kinds(pieces).count("_CachedOp") == 2
    found = []
    for net in (symbol, pieces):
        mx.random.seed(3)
        data = mx.io.NDArrayIter(np.random.RandomState(0).rand(20, 4), np.arange(20) % 3, 5)
        module = mx.mod.Module(net)
        module.fit(data, num_epoch=2, initializer=mx.init.Uniform(0.5), optimizer_params={"learning_rate": 0.5})
        args, _ = module.get_params()
        found.append({name: array.asnumpy() for name, array in args.items()})
    assert found[0].keys() == found[1].keys()
    for name, value in found[0].items():
        np.testing.assert_array_equal(value, found[1][name])
    params = {name: mx.nd.array(value) for name, value in found[1].items()}
    assert pieces.to_torch(params).input_names == ["data"]


def test_onnx_and_mixed_precision_look_inside():
    onnx = pytest.importorskip("onnx")
    from mxnet.contrib import amp
    from mxnet.contrib.onnx.export import make_model
    pieces = cut(classifier(), ["FullyConnected", "Activation"])
    shapes, _, _ = pieces.infer_shape(data=(1, 4), softmax_label=(1,))
    params = {name: mx.nd.ones(shape) for name, shape in zip(pieces.list_arguments(), shapes)
              if name not in ("data", "softmax_label")}
    model = make_model(pieces, params, {"data": (1, 4)})
    assert "Gemm" in [node.op_type for node in model.graph.node]
    onnx.checker.check_model(model)
    narrow = amp.convert_symbol(pieces, target_dtype="float16")
    assert "FullyConnected" in kinds(narrow) and "amp_cast" in narrow.tojson(remove_amp_cast=False)


# ---- backends ------------------------------------------------------------------------------------

@pytest.fixture
def told():
    _partition.set_operators("default_v2", ["exp", "sin"])
    yield
    _partition.set_operators("default_v2", None)


def test_optimize_for_a_backend(told, caplog):
    symbol = diamond()
    pieces = symbol.optimize_for("default_v2")
    assert sorted(kinds(pieces)) == ["BatchNorm", "_CachedOp", "cos", "elemwise_add"]
    assert kinds(symbol) == ["exp", "cos", "sin", "elemwise_add", "BatchNorm"]
    assert kinds(symbol.optimize_for("MKLDNN")) == kinds(symbol)
    assert kinds(symbol.optimize_for("nosuch")) == kinds(symbol)
    assert "nosuch" in caplog.text
    with pytest.raises(mx.MXNetError, match="nosuch is not found"):
        symbol.get_backend_symbol("nosuch")
    with pytest.raises(mx.MXNetError, match="op_names"):
        symbol.optimize_for("default")
    with pytest.raises(mx.MXNetError, match="norm"):
        symbol.optimize_for("default_v2", {"data": mx.nd.ones((2, 3)), "norm_gamma": mx.nd.ones(7)})


def test_the_calls_that_programs_make_by_ctypes():
    symbol, out = diamond(), SymbolHandle()
    names = ["exp", "cos"]
    check_call(_LIB.MXBuildSubgraphByOpNames(symbol.handle, c_str("default"), mx_uint(2), c_str_array(names),
                                             ctypes.byref(out)))
    assert "_CachedOp" in kinds(mx.sym.Symbol(out))
    with pytest.raises(mx.MXNetError, match="no symbol"):
        mx.sym.Symbol(SymbolHandle(1 << 40))
    check_call(_LIB.MXSetSubgraphPropertyOpNames(c_str("default"), mx_uint(2), c_str_array(names)))
    assert "_CachedOp" in kinds(symbol.optimize_for("default"))
    check_call(_LIB.MXRemoveSubgraphPropertyOpNames(c_str("default")))
    with pytest.raises(mx.MXNetError, match="not found"):
        _LIB.MXSetSubgraphPropertyOpNames(c_str("nosuch"), mx_uint(2), c_str_array(names))


def test_bind_refuses_a_backend_that_is_not_there(monkeypatch):
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "default")
    diamond().simple_bind(mx.cpu(), data=(2, 3))
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "nosuch")
    with pytest.raises(RuntimeError, match=r"simple_bind error[\s\S]*nosuch"):  # as MXNet's
        diamond().simple_bind(mx.cpu(), data=(2, 3))
    with pytest.raises(mx.MXNetError, match="nosuch"):
        mx.sym.var("a").bind(mx.cpu(), {"a": mx.nd.ones(2)})
