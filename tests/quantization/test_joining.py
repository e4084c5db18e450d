"""get_backend_symbol("MKLDNN") and ("MKLDNN_QUANTIZE") against the real MXNet: nodes as it writes them, and what they
compute."""
import gzip
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn
from tests.quantization import joined

FOUND = json.loads(gzip.decompress(joined.RECORDED.read_bytes()))
GRAPHS = joined.graphs(mx)


def outputs(symbol, arrays):
    names = {*symbol.list_arguments(), *symbol.list_auxiliary_states()}
    given = {name: array for name, array in arrays.items() if name in names}
    exe = symbol.bind(mx.cpu(), {name: given[name] for name in symbol.list_arguments()}, grad_req="null",
                      aux_states={name: given[name] for name in symbol.list_auxiliary_states()})
    return [out.asnumpy() for out in exe.forward()]


def arrays_of(symbol, shape):
    rng = np.random.RandomState(1)
    args, _, states = symbol.infer_shape(data=shape)
    names = symbol.list_arguments() + symbol.list_auxiliary_states()
    return {name: mx.nd.array(rng.uniform(0.1, 1, size)) for name, size in zip(names, [*args, *states])}


@pytest.mark.parametrize("backend", joined.BACKENDS)
@pytest.mark.parametrize("name", GRAPHS)
def test_graphs_are_mxnets_and_compute_the_same(name, backend):
    made = GRAPHS[name].get_backend_symbol(backend)
    assert joined.nodes(made.tojson()) == FOUND[f"{name}, {backend}"]
    arrays = arrays_of(GRAPHS[name], joined.shape(name))
    for here, there in zip(outputs(made, arrays), outputs(GRAPHS[name], arrays)):
        np.testing.assert_array_equal(here, there)


def test_saved_and_loaded_again():
    made = GRAPHS["sum"].get_backend_symbol("MKLDNN")
    again = mx.sym.load_json(made.tojson())
    assert joined.nodes(again.tojson()) == joined.nodes(made.tojson())
    arrays = arrays_of(GRAPHS["sum"], joined.shape("sum"))
    np.testing.assert_array_equal(outputs(again, arrays)[0], outputs(GRAPHS["sum"], arrays)[0])


def test_a_value_that_others_read_is_not_joined():
    layer = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    graph = mx.sym.Group([mx.sym.Activation(layer, act_type="tanh", name="act"), layer])
    made = graph.get_backend_symbol("MKLDNN")
    assert [node["name"] for node in json.loads(made.tojson())["nodes"] if node["op"] != "null"] == [
        "sg_mkldnn_fully_connected_0", "act"]
    arrays = arrays_of(graph, (2, 5))
    for here, there in zip(outputs(made, arrays), outputs(graph, arrays)):
        np.testing.assert_array_equal(here, there)


@pytest.mark.parametrize("dtype", ["int8", "auto"])
def test_attention_on_8_bits(dtype):
    document, output = joined.attention(mx, dtype)
    recorded = FOUND[f"quantized attention, {dtype}"]
    here, there = joined.nodes(document), recorded["graph"]
    for found in (here, there):
        for node in found["nodes"]:
            for end in ("min_calib_range", "max_calib_range"):  # sums in another order differ in the last digit
                if end in node["attrs"]:
                    node["attrs"][end] = round(float(node["attrs"][end]), 5)
    assert here == there
    np.testing.assert_allclose(output, np.array(recorded["output"], "float32"), rtol=1e-5, atol=1e-5)


def test_attention_on_8_bits_without_a_range():
    rng = np.random.RandomState(5)
    graph = mx.sym.contrib.interleaved_matmul_selfatt_qk(mx.sym.Variable("data"), heads=2, name="qk")
    graph = graph.get_backend_symbol("MKLDNN_QUANTIZE")
    data = mx.nd.array(rng.randn(5, 3, 12))
    made, args, _ = mx.contrib.quantization.quantize_model(graph, {}, {}, label_names=None, calib_mode="none",
                                                           quantized_dtype="int8", quantize_mode="full")
    plain, = outputs(graph, {"data": data})
    np.testing.assert_allclose(outputs(made, {**args, "data": data})[0], plain, atol=0.05 * np.abs(plain).max())


def test_a_block_optimized_for_it_is_exported_joined_and_trains(tmp_path):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=3), nn.BatchNorm(in_channels=4), nn.Activation("sigmoid"), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    data = mx.nd.array(np.random.RandomState(0).randn(2, 3, 8, 8))
    plain = net(data).asnumpy()
    net.optimize_for(data, backend="MKLDNN")
    np.testing.assert_allclose(net(data).asnumpy(), plain, rtol=1e-5, atol=1e-6)
    net.export(str(tmp_path / "net"))
    kinds = [node["op"] for node in json.loads((tmp_path / "net-symbol.json").read_text())["nodes"]]
    assert "_sg_mkldnn_conv" in kinds and "_sg_mkldnn_fully_connected" in kinds and "Convolution" not in kinds
    again = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(again(data).asnumpy(), plain, rtol=1e-5, atol=1e-6)
    with mx.autograd.record():
        loss = net(data).sum()
    loss.backward()
    assert all(np.abs(param.grad().asnumpy()).sum() > 0 for name, param in net.collect_params(".*weight").items())


def test_the_environment_may_name_it(monkeypatch):
    arrays = arrays_of(GRAPHS["sum"], joined.shape("sum"))
    plain, = outputs(GRAPHS["sum"], arrays)
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "MKLDNN")
    np.testing.assert_array_equal(outputs(GRAPHS["sum"], arrays)[0], plain)
