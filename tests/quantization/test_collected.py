"""A fused network under a monitor, and ranges that a collector finds so: names and numbers of MXNet 1.9.1."""
import logging

import numpy as np
import pytest

import mxnet as mx
from tests.quantization import collected

RECORDED = {  # ranges of the calibrated nodes, and the first numbers that the 8-bit network gives
    ("filtering", "naive"): ({
        "quantized_sg_mkldnn_fully_connected_eltwise_0": [0.0, 4.723058],
    }, [0.27961, 0.99229, 0.91621, 0.90917, 0.90147, 0.74752]),
    ("filtering", "entropy"): ({
        "quantized_sg_mkldnn_fully_connected_eltwise_0": [0.0, 3.603798],
    }, [0.28054, 0.98455, 0.91537, 0.90852, 0.90254, 0.74776]),
    ("residual", "naive"): ({
        "data_quantize": [-0.99963, 0.999466],
        "quantized_sg_mkldnn_conv_bn_act_0": [0.0, 3.186331],
        "quantized_sg_mkldnn_conv_add_act_1": [0.0, 4.136863],
        "quantized_sg_mkldnn_fully_connected_eltwise_0": [0.0, 4.896311],
    }, [-0.40695, 3.37655, 1.28589, 0.40871, 0.8136, -1.03245]),
    ("residual", "entropy"): ({
        "data_quantize": [-0.99963, 0.99963],
        "quantized_sg_mkldnn_conv_bn_act_0": [0.0, 2.589765],
        "quantized_sg_mkldnn_conv_add_act_1": [0.0, 3.765132],
        "quantized_sg_mkldnn_fully_connected_eltwise_0": [0.0, 4.134877],
    }, [-0.22807, 3.47924, 0.78949, 0.41898, 0.86381, -1.02489]),
}


class Told(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        if record.levelno >= logging.WARNING:
            self.lines.append(record.getMessage())


@pytest.fixture
def logger():
    made, told = logging.Logger("calibration"), Told()
    made.addHandler(told)
    made.told = told.lines
    return made


@pytest.mark.parametrize(("name", "mode"), RECORDED)
def test_a_monitor_of_the_fused_network_finds_mxnets_ranges(name, mode, logger):
    ranges, output = RECORDED[name, mode]
    made, found = collected.calibrated(mx, name, mode, logger)
    here = collected.ranges(made)
    assert list(here) == list(ranges)
    np.testing.assert_allclose(list(here.values()), list(ranges.values()), atol=3e-6)
    np.testing.assert_allclose(found.ravel()[:6], output, atol=2e-5)
    assert not logger.told


def test_a_network_without_these_names_is_told(logger):
    plain = collected.residual(mx)  # not fused, so it has none of the names but the input's
    made, _ = collected.calibrated(mx, "residual", "naive", logger, watched=plain)
    assert list(collected.ranges(made)) == ["data_quantize"]
    missed, = logger.told
    assert "no range of sg_mkldnn_conv_bn_act_0_output, sg_mkldnn_conv_add_act_1_output, " in missed


def shown(symbol, monitor_all, **shapes):
    found, exe = [], symbol.simple_bind(mx.cpu(), grad_req="null", **shapes)
    exe.set_monitor_callback(lambda name, array: found.append((name, array.shape)), monitor_all=monitor_all)
    exe.forward()
    return found


def test_a_monitor_shows_fused_nodes():
    net, *_ = collected.prepared(mx, "residual")
    assert shown(net, False, data=(4, 3, 6, 6)) == [
        ("sg_mkldnn_conv_bn_act_0_output", (4, 4, 6, 6)), ("sg_mkldnn_conv_add_act_1_output", (4, 4, 6, 6)),
        ("p_output", (4, 4, 3, 3)), ("sg_mkldnn_fully_connected_eltwise_0_output", (4, 6)),
        ("sg_mkldnn_fully_connected_1_output", (4, 3))]
    names = [name for name, _ in shown(net, True, data=(4, 3, 6, 6))]
    conv, add = "sg_mkldnn_conv_bn_act_0", "sg_mkldnn_conv_add_act_1"
    assert names[:22] == [
        "data", f"{conv}_data", "c1_weight", f"{conv}_weight", "c1_bias", f"{conv}_bias", "b1_gamma", f"{conv}_gamma",
        "b1_beta", f"{conv}_beta", "b1_moving_mean", f"{conv}_mean", "b1_moving_var", f"{conv}_var", f"{conv}_output",
        f"{add}_data", "c2_weight", f"{add}_weight", f"{add}_sum", f"{add}_output", "p_data", "p_output"]
    dense, last = "sg_mkldnn_fully_connected_eltwise_0", "sg_mkldnn_fully_connected_1"
    assert names[22:] == [
        f"{dense}_p_output0", "f1_weight", f"{dense}_f1_weight0", "f1_bias", f"{dense}_f1_bias0", f"{dense}_output",
        f"{last}_{dense}_output0", "f2_weight", f"{last}_f2_weight0", "f2_bias", f"{last}_f2_bias0", f"{last}_output"]


def test_a_hook_of_a_block_shows_fused_nodes():
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="f")
    net = mx.sym.Activation(layer, act_type="relu", name="a").get_backend_symbol("MKLDNN_QUANTIZE")
    block, found = mx.gluon.SymbolBlock(net, mx.sym.var("data")), []
    block.initialize()
    block.register_op_hook(lambda name, op, array: found.append((name, op)), monitor_all=True)
    block(mx.nd.ones((2, 4)))
    assert found == [(f"sg_mkldnn_fully_connected_eltwise_0_{name}", "_sg_mkldnn_fully_connected")
                     for name in ("data0", "f_weight0", "f_bias0", "output")]


def test_a_group_in_a_group_shows_the_outer_one():
    x, y = mx.sym.var("x"), mx.sym.var("y")
    inner = mx.sym.Activation(x * y + x, act_type="relu", name="inner")
    middle = mx.sym.exp(mx.sym._internal._CachedOp(y, x, subgraph=inner.tojson(), name="call"), name="middle")
    outer = mx.sym._internal._CachedOp(x, mx.sym.sin(y, name="sin"), subgraph=middle.tojson(), name="outer")
    assert [name for name, _ in shown(outer, True, x=(2,), y=(2,))] == [
        "y", "sin_input0", "sin_output", "x", "outer_y", "outer_x", "outer_middle_output"]
