"""mx.contrib.quantization against what the real MXNet makes of the same network: symbols, parameters, outputs."""
import gzip
import json
import logging

import numpy as np
import pytest

import mxnet as mx
from tests.quantization import networks

FOUND = json.loads(gzip.decompress(networks.RECORDED.read_bytes()))
RUNNING = [mode for mode in networks.MODES if FOUND[" ".join(mode)]["outputs"] is not None]


def spell(mode):
    return "-".join(mode)


def nodes(document):
    return json.loads(document)["nodes"]


def plain(node):
    """Leave out ranges: those of histograms differ in the last digit with NumPy's release."""
    return {**node, "attrs": {k: v for k, v in node.get("attrs", {}).items() if "calib_range" not in k}}


def ranges(document):
    return {node["name"]: [float(node["attrs"][key]) for key in ("min_calib_range", "max_calib_range")]
            for node in nodes(document) if "min_calib_range" in node.get("attrs", {})}


def recorded_arrays(mode):
    held = FOUND["args"][FOUND[" ".join(mode)]["args"]]
    return {k: mx.nd.array(v, dtype=v.dtype) for k, v in networks.unpacked(held).items()}


def states():
    return {k: mx.nd.array(v) for k, v in networks.arrays()[1].items()}


def test_layers_are_joined_as_in_mxnet():
    joined = networks.network(mx).get_backend_symbol("MKLDNN_QUANTIZE")
    assert nodes(joined.tojson()) == nodes(FOUND["joined"])
    data = networks.arrays()[2][:4]
    args = {k: mx.nd.array(v) for k, v in networks.arrays()[0].items()}
    assert np.array_equal(networks.predict(mx, joined, args, states(), data),
                          networks.predict(mx, networks.network(mx), args, states(), data))


@pytest.mark.parametrize("mode", [mode for mode in networks.MODES if mode[0] == "quantize_model_mkldnn"
                                  and mode[1] != "entropy"], ids=spell)
def test_symbols_and_parameters_are_mxnets(mode):
    symbol, args, _ = networks.quantize(mx, *mode)
    wanted = FOUND[" ".join(mode)]
    assert list(map(plain, nodes(symbol.tojson()))) == list(map(plain, nodes(wanted["symbol"])))
    found, expected = ranges(symbol.tojson()), ranges(wanted["symbol"])
    assert found.keys() == expected.keys()
    for name, ends in expected.items():
        np.testing.assert_allclose(found[name], ends, atol=2e-6)
    expected = recorded_arrays(mode)
    assert args.keys() == expected.keys()
    for name, value in args.items():
        assert value.dtype == expected[name].dtype
        assert np.array_equal(value.asnumpy(), expected[name].asnumpy()), name


@pytest.mark.parametrize("mode", [mode for mode in networks.MODES if mode[:2] == ("quantize_model", "none")], ids=spell)
def test_symbols_of_single_layers_are_mxnets(mode):
    """But for the convolution with groups, which MXNet quantizes into one that does not run."""
    symbol, _, _ = networks.quantize(mx, *mode)
    names = {node["name"] for node in nodes(symbol.tojson())}
    wanted = {node["name"] for node in nodes(FOUND[" ".join(mode)]["symbol"])}
    assert {name for name in names ^ wanted if "depthwise" not in name and "bn2" not in name and "relu6" not in name
            and "pool0" not in name} == set()
    assert "depthwise" in names and "quantized_conv0" in names


@pytest.mark.parametrize("mode", RUNNING, ids=spell)
@pytest.mark.parametrize("kernels", [True, False], ids=["bytes", "floats"])
def test_mxnets_files_run_with_its_outputs(mode, kernels, monkeypatch):
    if not kernels:
        monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")  # programs call operators' functions
    symbol = mx.sym.load_json(FOUND[" ".join(mode)]["symbol"])
    wanted = networks.unpacked(FOUND[" ".join(mode)]["outputs"])["outputs"]
    found = networks.predict(mx, symbol, recorded_arrays(mode), states(), networks.arrays()[2][:4])
    np.testing.assert_allclose(found, wanted, atol=2e-6)
    assert nodes(symbol.tojson()) == nodes(FOUND[" ".join(mode)]["symbol"])


def test_shapes_and_types_are_inferred_through_joined_layers():
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "naive", "auto", "tensor-wise", "smart")
    shapes, outputs, states_ = symbol.infer_shape(data=networks.SHAPE)
    assert outputs == [(4, 10)]
    found = dict(zip(symbol.list_arguments(), shapes))
    assert {name: found[name] for name in args} == {name: value.shape for name, value in args.items()}
    assert dict(zip(symbol.list_auxiliary_states(), states_)) == {name: value.shape for name, value in aux.items()}
    types = dict(zip(symbol.list_arguments(), symbol.infer_type(data="float32")[0]))
    assert {name: types[name] for name in args} == {name: value.dtype for name, value in args.items()}


@pytest.mark.parametrize("quantized", [True, False])
def test_programs_call_kernels_for_bytes(quantized, monkeypatch):
    from mxnet.core.ops import quantization_between, quantization_kernels
    if not quantization_kernels.sums_exactly() or (quantized and not quantization_kernels.are_quantized()):
        pytest.skip("this processor, or this torch, has no kernels for bytes")
    for module in (quantization_kernels, quantization_between):
        monkeypatch.setattr(module, "are_quantized", lambda: quantized)
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "naive", "auto", "tensor-wise", "smart")
    exe = symbol.simple_bind(mx.cpu(), grad_req="null", data=networks.SHAPE, softmax_label=(4,))
    exe.copy_params_from(args, aux)
    kernels = [type(step.function).__name__ for step in exe._compiled.inference().steps]
    names = ("QuantizedConvolution", "QuantizedSum") if quantized else ("JoinedConvolution", "SummedProduct")
    assert sum(map(kernels.count, names)) == 6  # not the leaky relu
    assert kernels.count("JoinedDense") == 2


@pytest.mark.parametrize("case", range(len(FOUND["thresholds"])))
def test_thresholds_are_mxnets(case):
    hist, edges, low, high, dtype, wanted = FOUND["thresholds"][case]
    given = np.array(hist), np.array(edges), low, high, edges[-1]
    found = mx.contrib.quantization._get_optimal_threshold(given, dtype)
    assert found[2][0] == np.float32(wanted)


def test_entropy_with_int8_runs():
    """MXNet makes a model that refuses to run: ranges of unsigned bytes with negative numbers in them."""
    data = networks.arrays()[2][:4]
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "entropy", "int8", "tensor-wise", "smart")
    floats = {k: mx.nd.array(v) for k, v in networks.arrays()[0].items()}
    wanted = networks.predict(mx, networks.network(mx), floats, states(), data)
    assert abs(networks.predict(mx, symbol, args, aux, data) - wanted).max() < 0.03


def test_signed_numbers_are_added_to_unsigned_ones_in_full():
    """MXNet stops at 127 of 255 where what is added is signed."""
    data = mx.sym.Variable("data")
    left = mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name="left")
    right = mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name="right")
    net = mx.sym.Activation(mx.sym.elemwise_add(left, right, name="sum"), act_type="relu", name="out")
    weight = mx.nd.array([1, -1]).reshape((2, 1, 1, 1))
    args = {"left_weight": weight, "right_weight": weight}
    values = np.linspace(-3, 3, 64, dtype="float32").reshape(4, 1, 4, 4)
    symbol, args, aux = mx.contrib.quantization.quantize_model_mkldnn(
        net, args, {}, label_names=None, calib_mode="naive", quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(values, batch_size=4))
    found = symbol.bind(mx.cpu(), {**args, "data": mx.nd.array(values)}, grad_req="null").forward()[0].asnumpy()
    wanted = np.maximum(np.concatenate([2 * values, -2 * values], axis=1), 0)
    assert abs(found - wanted).max() < 0.06


def test_parameters_written_later_are_used():
    symbol, args, aux = networks.quantize(mx, "quantize_model_mkldnn", "naive", "auto", "tensor-wise", "smart")
    exe = symbol.simple_bind(mx.cpu(), grad_req="null", data=networks.SHAPE, softmax_label=(4,))
    exe.copy_params_from(args, aux)
    data = mx.nd.array(networks.arrays()[2][:4])
    before = exe.forward(is_train=False, data=data)[0].asnumpy()
    exe.arg_dict["conv2_weight"][:] *= 0.5
    after = exe.forward(is_train=False, data=data)[0].asnumpy()
    fresh = networks.predict(mx, symbol, {**args, "conv2_weight": args["conv2_weight"] * 0.5}, aux, data.asnumpy())
    assert abs(after - before).max() > 1e-4
    assert np.array_equal(after, fresh)


def test_layers_that_stay_are_listed(caplog):
    given, _ = model()
    with caplog.at_level(logging.INFO):
        symbol, _, _ = mx.contrib.quantization.quantize_model(
            *given, calib_mode="none", excluded_sym_names=["conv1"], excluded_op_names=["FullyConnected"],
            logger=logging)
    told = "\n".join(caplog.messages)
    assert "conv1 is NOT quantized: it is excluded" in told
    assert "fc1 is NOT quantized: its operator is excluded" in told
    assert "depthwise is NOT quantized: quantized_conv has one group only, this has 8" in told
    assert "softmax is NOT quantized: SoftmaxOutput has no form on 8 bits" in told
    names = {node["name"] for node in nodes(symbol.tojson())}
    assert "conv1" in names and "quantized_conv1" not in names and "quantized_conv0" in names


@pytest.mark.parametrize("dtype, mode", [("auto", "naive"), ("int8", "naive"), ("uint8", "none")])
def test_a_product_of_unsigned_bytes_stays_in_floats(dtype, mode, caplog):
    """MXNet makes a model that refuses to run: it multiplies signed bytes only, and the layers give unsigned ones."""
    data = mx.sym.Variable("data")

    def layer(of, name):
        made = mx.sym.Convolution(of, kernel=(3, 3), num_filter=4, pad=(1, 1), no_bias=True, name=name)
        return mx.sym.Activation(made, act_type="relu", name=f"{name}_relu")
    net = layer(mx.sym.elemwise_mul(layer(data, "left"), layer(data, "right"), name="product"), "last")
    random = np.random.RandomState(1)
    shapes = {"left": 3, "right": 3, "last": 4}
    args = {f"{name}_weight": mx.nd.array(random.randn(4, count, 3, 3)) for name, count in shapes.items()}
    values = mx.nd.array(random.rand(4, 3, 8, 8))
    with caplog.at_level(logging.INFO):
        symbol, made, _ = mx.contrib.quantization.quantize_model_mkldnn(
            net, args, {}, label_names=None, calib_mode=mode, quantized_dtype=dtype, logger=logging,
            calib_data=mx.io.NDArrayIter(values, batch_size=4))
    assert any("product is NOT quantized: type of lhs: expected int8, got uint8" in told for told in caplog.messages)
    found = symbol.bind(mx.cpu(), {**made, "data": values}, grad_req="null").forward()[0].asnumpy()
    wanted = net.bind(mx.cpu(), {**args, "data": values}, grad_req="null").forward()[0].asnumpy()
    assert sum("sg_mkldnn_conv" in name for name in symbol.get_internals().list_outputs()) >= 3
    assert abs(found - wanted).max() < 0.06 * wanted.max()


@pytest.mark.parametrize("mode", ["smart", "full"])
def test_what_reads_a_product_in_floats_is_calibrated(mode):
    """With `smart` pooling is then no longer between two layers: nothing had the range of what it gives."""
    data = mx.sym.Variable("data")
    left, right = (mx.sym.Activation(mx.sym.Convolution(data, kernel=(1, 1), num_filter=4, no_bias=True, name=name),
                                     act_type="relu", name=f"{name}_relu") for name in ("left", "right"))
    net = mx.sym.Pooling(left * right, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool")
    net = mx.sym.Convolution(net, kernel=(1, 1), num_filter=4, no_bias=True, name="last")
    random = np.random.RandomState(2)
    args = {f"{name}_weight": mx.nd.array(random.rand(4, 4 if name == "last" else 3, 1, 1)) for name in
            ("left", "right", "last")}
    symbol, _, _ = mx.contrib.quantization.quantize_model_mkldnn(
        net, args, {}, label_names=None, calib_mode="naive", quantized_dtype="auto", quantize_mode=mode,
        calib_data=mx.io.NDArrayIter(random.rand(8, 3, 6, 6), batch_size=4))
    found = [node for node in nodes(symbol.tojson()) if node["op"] == "_contrib_quantize_v2"]
    assert len(found) == 2 and all("min_calib_range" in node["attrs"] for node in found)


@pytest.mark.parametrize("mode", ["none", "naive"])
def test_a_recurrent_layer_runs_in_8_bits(mode):
    """Its node has an attribute that the operator does not declare, in MXNet's files too."""
    names = ("data", "parameters", "state", "state_cell")
    net = mx.sym.RNN(*map(mx.sym.Variable, names), mode="lstm", state_size=4, num_layers=2, name="rnn")
    random = np.random.RandomState(2)
    shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(5, 4, 3))[0]))
    arrays = {name: mx.nd.array(random.uniform(-0.5, 0.5, shape)) for name, shape in shapes.items()}
    args, data = {name: array for name, array in arrays.items() if name != "data"}, arrays["data"]
    symbol, made, _ = mx.contrib.quantization.quantize_model_mkldnn(
        net, args, {}, label_names=None, calib_mode=mode, calib_data=mx.io.NDArrayIter(data, batch_size=5))
    assert nodes(symbol.tojson())[-1]["attrs"]["quantized"] == "true"
    found = mx.sym.load_json(symbol.tojson()).bind(mx.cpu(), {**made, "data": data}, grad_req="null").forward()[0]
    wanted = net.bind(mx.cpu(), arrays, grad_req="null").forward()[0].asnumpy()
    assert abs(found.asnumpy() - wanted).max() < 0.02 * abs(wanted).max()


def model():
    args, aux, data = networks.arrays()
    return (networks.network(mx), {k: mx.nd.array(v) for k, v in args.items()},
            {k: mx.nd.array(v) for k, v in aux.items()}), data


@pytest.mark.parametrize("change, text", [
    (lambda data: {"calib_data": networks.batches(mx, np.where(data > 3, np.nan, data))}, "nan.*no range"),
    (lambda data: {"calib_data": networks.batches(mx, data[:, :2])}, r"the data \(data \(4, 2, 8, 8\)"),
    (lambda data: {"calib_data": mx.io.NDArrayIter({"images": data}, batch_size=4)}, "takes data, but neither the"),
], ids=["nan", "channels", "names"])
def test_data_that_does_not_fit_is_refused(change, text):
    given, data = model()
    with pytest.raises(mx.MXNetError, match=text):
        mx.contrib.quantization.quantize_model_mkldnn(*given, calib_mode="naive", **change(data))


@pytest.mark.parametrize("settings, text", [
    ({"calib_mode": "naive"}, "calib_data must be provided"),
    ({"calib_mode": "naive", "calib_data": [1]}, "must be of DataIter type"),
    ({"calib_mode": "best", "calib_data": [1]}, "unknown calibration mode best"),
    ({"calib_mode": "none", "quantized_dtype": "int4"}, "unknown quantized_dtype int4"),
    ({"calib_mode": "none", "quantize_granularity": "row"}, "quantize_granularity row"),
    ({"calib_mode": "none", "excluded_sym_names": "conv0"}, "must be a list"),
    ({"calib_mode": "none", "ctx": [mx.cpu()]}, "single ctx"),
])
def test_settings_that_mean_nothing_are_refused(settings, text):
    given, _ = model()
    with pytest.raises(ValueError, match=text):
        mx.contrib.quantization.quantize_model(*given, **settings)


def test_a_layer_that_gives_zeros_everywhere():
    given, data = model()
    given[1]["conv0_weight"][:] = 0
    given[1]["conv0_bias"][:] = 0
    given[1]["bn0_beta"][:] = 0
    given[2]["bn0_moving_mean"][:] = 0
    wanted = networks.predict(mx, *given, data[:4])
    for mode in ("naive", "entropy"):
        symbol, args, aux = mx.contrib.quantization.quantize_model_mkldnn(
            *given, calib_mode=mode, quantized_dtype="auto", calib_data=networks.batches(mx, data))
        assert abs(networks.predict(mx, symbol, args, aux, data[:4]) - wanted).max() < 0.02


@pytest.mark.parametrize("number", [np.inf, np.nan])
def test_data_without_a_range_is_refused(number):
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=8, name="first")
    net = mx.sym.Convolution(mx.sym.Activation(net, act_type="relu"), kernel=(1, 1), num_filter=8, name="second")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (2, 3, 8, 8))], for_training=False)
    module.init_params(mx.init.Xavier())
    data = np.random.RandomState(1).randn(2, 3, 8, 8).astype("float32")
    made, args, auxiliary = mx.contrib.quantization.quantize_model_mkldnn(
        net, *module.get_params(), label_names=None, calib_mode="naive",
        calib_data=mx.io.NDArrayIter(data, batch_size=2), quantized_dtype="auto")
    graph = json.loads(made.tojson())
    for node in graph["nodes"]:
        if node["op"] == "_contrib_quantize_v2":  # its range is that of each batch
            node["attrs"] = {key: value for key, value in node["attrs"].items() if "calib_range" not in key}
    executor = mx.sym.load_json(json.dumps(graph)).bind(mx.cpu(), {**args, "data": mx.nd.array(data)},
                                                        aux_states=auxiliary, grad_req="null")
    good = executor.forward()[0].asnumpy()
    executor.arg_dict["data"][0, 0, 0, 0] = number
    for _ in range(3):
        with pytest.raises(mx.MXNetError, match="data_quantize.*ranges of its data are .* expected finite numbers"):
            executor.forward()[0].wait_to_read()
    executor.arg_dict["data"][:] = data
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), good)
