"""Gluon networks on 8 bits."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn


@pytest.fixture(scope="module")
def network():
    mx.random.seed(3)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(),
            nn.Conv2D(8, 3, padding=1, activation="relu"), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(10))
    net.initialize(mx.init.Xavier(magnitude=3))
    data = mx.nd.array(np.random.RandomState(0).randn(12, 3, 8, 8))
    return net, data, net(data).asnumpy()


def loader(data):
    return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, mx.nd.zeros(len(data))), batch_size=4)


@pytest.mark.parametrize("mode, granularity", [("none", "tensor-wise"), ("naive", "tensor-wise"),
                                               ("naive", "channel-wise")])
def test_a_network_is_calibrated_on_a_loader(network, tmp_path, mode, granularity):
    net, data, wanted = network
    given = {"calib_data": loader(data)} if mode != "none" else {
        "data_shapes": [mx.io.DataDesc("data", (4, 3, 8, 8))]}
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode=mode, quantize_granularity=granularity, **given)
    made.hybridize(static_alloc=True, static_shape=True)
    found = made(data).asnumpy()
    assert abs(found - wanted).max() < 0.03 * abs(wanted).max()
    made.export(str(tmp_path / "net"))
    again = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    assert np.array_equal(again(data).asnumpy(), found)


class Gated(mx.gluon.HybridBlock):
    """Two layers whose results, which are not negative, are multiplied."""

    def __init__(self):
        super().__init__()
        self.left, self.right, self.last = (nn.Conv2D(4, 1, activation=kind) for kind in ("relu", "relu", None))

    def hybrid_forward(self, F, data):
        return self.last(F.elemwise_mul(self.left(data), self.right(data)))


def test_a_product_of_unsigned_bytes_stays_in_floats():
    """There is none of unsigned bytes: the network could not be called."""
    net, data = Gated(), mx.nd.array(np.random.RandomState(0).rand(8, 3, 8, 8))
    net.initialize(mx.init.Uniform(1))
    wanted = net(data).asnumpy()
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode="naive", calib_data=loader(data))
    assert abs(made(data).asnumpy() - wanted).max() < 0.05 * abs(wanted).max()


class Activated(mx.gluon.HybridBlock):
    """A batch norm between two layers, and a relu of what is positive already."""

    def __init__(self):
        super().__init__()
        self.first, self.last, self.norm, self.pool = nn.Conv2D(4, 3), nn.Conv2D(4, 1), nn.BatchNorm(), nn.MaxPool2D()

    def hybrid_forward(self, F, data):
        made = self.pool(F.Activation(self.first(data), act_type="relu"))
        return self.last(self.norm(F.Activation(made, act_type="relu")))


@pytest.mark.parametrize("mode", ["none", "naive"])
def test_layers_that_would_not_run_on_their_bytes_stay_in_floats(mode, tmp_path):
    """The relu took unsigned bytes for signed ones, and the batch norm has no 8-bit form without calibration."""
    net, data = Activated(), mx.nd.array(np.random.RandomState(0).rand(8, 3, 14, 14))
    net.initialize(mx.init.Uniform(1))
    wanted = net(data).asnumpy()
    given = {"calib_data": loader(data)} if mode != "none" else {
        "data_shapes": [mx.io.DataDesc("data", (4, 3, 14, 14))]}
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode=mode, **given)
    assert abs(made(data).asnumpy() - wanted).max() < 0.05 * abs(wanted).max()
    made.export(str(tmp_path / "net"))
    attributes = mx.sym.load(str(tmp_path / "net-symbol.json")).attr_dict()
    found = ["min_calib_range" in attributes[name] for name in attributes if name.endswith("_quantize")
             and "out_type" in attributes[name]]
    assert all(found) if mode == "naive" else found == [False] * 2


def test_calibration_reads_every_batch_of_an_iterable_and_writes_to_none(network):
    """The second batch was written over the first, and the first of a generator was not read."""
    net, data, _ = network
    parts = [data[place:place + 4] * scale for place, scale in ((0, 3), (4, 1), (8, 2))]
    before, found = [part.asnumpy() for part in parts], []
    for given in (parts, iter(parts), mx.gluon.data.DataLoader(mx.nd.concat(*parts, dim=0), batch_size=4)):
        made = mx.contrib.quantization.quantize_net_v2(net, calib_mode="naive", calib_data=given)
        found.append(made(data).asnumpy())
    assert all(np.array_equal(part.asnumpy(), right) for part, right in zip(parts, before))
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


def test_an_empty_batch(network):
    net, data, _ = network
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode="naive", calib_data=loader(data))
    with mx.util.np_shape(True):
        assert made(mx.nd.zeros((0, 3, 8, 8))).shape == (0, 10)


def test_layers_are_excluded_by_parts_of_their_names(network):
    net, data, wanted = network
    with pytest.warns(UserWarning, match="quantize_net_v2"):
        made = mx.contrib.quantization.quantize_net(net, calib_mode="naive", calib_data=loader(data),
                                                    exclude_layers_match=["conv"], num_calib_examples=4)
    names = {node.name: node.op_name for node in made._cached_graph[1].graph.nodes if node.op is not None}
    assert not any(node.startswith("quantized_sg_mkldnn_conv") for node in names)
    assert any(node.startswith("quantized_sg_mkldnn_fully_connected") for node in names)
    assert abs(made(data).asnumpy() - wanted)[:4].max() < 0.02 * abs(wanted).max()  # those that it was calibrated on


def test_a_collector_of_ones_own(network):
    net, data, wanted = network

    class Widest:
        def __init__(self):
            self.min_max_dict = {}

        def collect(self, name, arr):
            reach = float(abs(arr).max().asscalar())
            self.min_max_dict[name] = (-2 * reach, 2 * reach)
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode="customize", calib_data=loader(data),
                                                   LayerOutputCollector=Widest())
    assert abs(made(data).asnumpy() - wanted).max() < 0.1 * abs(wanted).max()


@pytest.mark.parametrize("settings, text", [
    ({"calib_mode": "none"}, "data_shapes required"), ({"calib_mode": "naive"}, "calib_data must be provided"),
    ({"calib_mode": "customize", "calib_data": [mx.nd.zeros((1, 3, 8, 8))]}, "with a LayerOutputCollector")])
def test_what_is_missing_is_told(network, settings, text):
    with pytest.raises(ValueError, match=text):
        mx.contrib.quantization.quantize_net_v2(network[0], **settings)
