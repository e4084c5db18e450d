"""`mx.monitor.detect_nan` names the first node with a NaN, for symbols, executors and blocks."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn
from mxnet.monitor import FoundNaN, detect_nan


def network():
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=2, name="conv")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="norm"), act_type="relu", name="act")
    total = mx.sym.elemwise_add(x, mx.sym.var("shift"), name="total")
    x = mx.sym.FullyConnected(mx.sym.log(total, name="log"), num_hidden=2, name="fc")
    return mx.sym.softmax(x, name="out")


def arrays(net, shift=1.0):
    rng = np.random.RandomState(1)
    args, _, states = net.infer_shape(data=(2, 3, 5, 5), shift=(2, 2, 3, 3))
    found = {name: mx.nd.array(rng.uniform(0.5, 1, shape))
             for name, shape in zip(net.list_arguments() + net.list_auxiliary_states(), args + states)}
    found["shift"][:] = shift
    return found


@pytest.mark.parametrize("is_train", [False, True])
def test_of_a_symbol(is_train):
    net = network()
    given = arrays(net)
    assert detect_nan(net, is_train=is_train, **given) is None
    before = {name: array.asnumpy() for name, array in given.items()}
    before["shift"][0, 1, 2, 0] = given["shift"][0, 1, 2, 0] = -9e9
    found = detect_nan(net, is_train=is_train, **given)
    assert found == FoundNaN("log", "log", "log_output", {"total_output": "finite"})
    for name, array in given.items():
        np.testing.assert_array_equal(array.asnumpy(), before[name])


def test_of_parameters_inputs_and_states():
    net = network()
    for name, reader in (("fc_weight", "fc"), ("data", "conv"), ("norm_moving_var", "norm")):
        given = arrays(net)
        given[name][0] = np.nan
        assert detect_nan(net, **given) == (name, "null", name, {}), reader


def test_infinite_inputs_are_told():
    net = network()
    given = arrays(net)
    given["fc_weight"][0, 0], given["fc_weight"][0, 1] = np.inf, -np.inf
    given["shift"][:] = np.e
    found = detect_nan(net, **given)
    assert found == ("fc", "FullyConnected", "fc_output",
                     {"log_output": "finite", "fc_weight": "infinite", "fc_bias": "finite"})
    assert str(found) == ("fc_output of FullyConnected(fc) holds NaN; inputs: log_output finite, fc_weight infinite, "
                          "fc_bias finite")


def test_of_an_executor():
    net = network()
    given = arrays(net)
    states = {name: given.pop(name) for name in net.list_auxiliary_states()}
    exe, seen = net.bind(mx.cpu(), given, aux_states=states, grad_req="null"), []
    exe.set_monitor_callback(lambda name, array: seen.append(name))
    assert detect_nan(exe) is None and not seen
    assert detect_nan(exe, shift=given["shift"] - 9e9).node == "log"
    exe.arg_dict["shift"][:] = -9e9
    assert detect_nan(exe).node == "log" and not seen
    exe.forward()
    assert seen


def test_of_fused_nodes():
    layer = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2, name="fc"), act_type="relu")
    net = layer.get_backend_symbol("MKLDNN")
    given = {"x": mx.nd.array([[np.inf, -np.inf]]), "fc_weight": mx.nd.ones((2, 2)), "fc_bias": mx.nd.ones((2,))}
    assert detect_nan(net, **given) == (
        "sg_mkldnn_fully_connected_eltwise_0", "_sg_mkldnn_fully_connected",
        "sg_mkldnn_fully_connected_eltwise_0_output",
        {"x": "infinite", "fc_weight": "finite", "fc_bias": "finite"})


@pytest.mark.parametrize("hybridized", [False, True])
def test_of_a_hybrid_block(hybridized):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.Dense(3, activation="relu"))
    net.initialize()
    if hybridized:
        net.hybridize(static_alloc=True)
    x = mx.nd.ones((2, 3, 6, 6))
    assert detect_nan(net, x) is None
    net[2].weight.data()[1, 2] = np.inf
    net[2].weight.data()[1, 3] = -np.inf
    x[:] = 3
    net[0].weight.data()[:] = 1
    found = detect_nan(net, x)
    assert (found.node, found.op) == ("net_dense0_fwd", "FullyConnected")
    assert found.inputs["net_dense0_weight"] == "infinite" and found.inputs["net_dense0_bias"] == "finite"
    before = net[1].running_mean.data().asnumpy()
    detect_nan(net, x, is_train=True)
    np.testing.assert_array_equal(net[1].running_mean.data().asnumpy(), before)


class Plain(mx.gluon.Block):
    def __init__(self):
        super().__init__(prefix="plain_")
        with self.name_scope():
            self.dense = nn.Dense(2)

    def forward(self, x, others):
        return (self.dense(x) * len(others)).log() if float(x.sum().asscalar()) > 0 else x


def test_of_a_plain_block():
    net = Plain()
    net.initialize()
    x = mx.nd.array([[1.0, 2.0]])
    net(x, [x])
    net.dense.weight.data()[:] = 1
    assert detect_nan(net, x, [x, x]) is None
    net.dense.bias.data()[:] = -100
    assert detect_nan(net, x, [x, x]) == (
        "plain", "Plain", "plain_output", {"input0": "finite", "input1": "finite", "input2": "finite"})
    net.dense.weight.data()[0, 0] = np.nan
    found = detect_nan(net, x, [x])
    assert found == ("plain_dense0", "Dense", "plain_dense0_output", {
        "input0": "finite", "weight": "NaN", "bias": "finite"})
    assert not net._forward_hooks and not net.dense._forward_hooks


def test_of_numpy_arrays():
    net = nn.HybridSequential()
    net.add(nn.Dense(2))
    net.initialize()
    x = mx.np.array([[1.0, np.nan]])
    with mx.util.np_shape(True), mx.util.np_array(True):
        assert detect_nan(net, x).node == "data"


def test_what_it_does_not_take():
    net = network()
    with pytest.raises(ValueError, match="needs arrays for data, conv_weight"):
        detect_nan(net, shift=mx.nd.ones((1,)))
    with pytest.raises(TypeError, match="by name"):
        detect_nan(net, mx.nd.ones((1,)))
