"""Activations run after the max pooling that follows them: the same numbers, from fewer."""
import numpy as np
import pytest

import mxnet as mx


def network(act="relu", branch=False, **pooling):
    data = mx.sym.Variable("data")
    conv = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, pad=(1, 1), name="conv")
    kind = mx.sym.Activation(conv, act_type=act, name="act")
    pool = mx.sym.Pooling(kind, **{"kernel": (2, 2), "stride": (2, 2), "pool_type": "max", **pooling}, name="pool")
    out = mx.sym.FullyConnected(pool, num_hidden=3, name="fc")
    out = mx.sym.SoftmaxOutput(out, name="softmax")
    return mx.sym.Group([out, kind]) if branch else out


def run(net, monitor=False, seed=0):
    executor = net.simple_bind(mx.cpu(), data=(3, 2, 8, 8), softmax_label=(3,))
    if monitor:
        executor.set_monitor_callback(lambda name, array: None)
    rng = np.random.RandomState(seed)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 3, array.shape) if name == "softmax_label" else rng.uniform(-1, 1, array.shape)
    executor.forward(is_train=True)
    executor.backward(None if len(executor.outputs) == 1
                      else [mx.nd.ones(out.shape) for out in executor.outputs])
    outputs = [out.asnumpy() for out in executor.outputs]
    return executor, outputs, {name: grad.asnumpy() for name, grad in executor.grad_dict.items()}


def trained_code(executor):
    forward, _ = executor._compiled.training(True)
    return forward.code


@pytest.mark.parametrize("act", ["relu", "sigmoid", "tanh", "softrelu", "softsign"])
@pytest.mark.parametrize("pooling", [{}, {"kernel": (3, 3), "pad": (1, 1)}, {"global_pool": True},
                                     {"kernel": (3, 3), "stride": (1, 1)}], ids=str)
def test_same_numbers(act, pooling, monkeypatch):
    executor, outputs, grads = run(network(act, **pooling))
    code = trained_code(executor)
    assert code.index("Pooling") < code.index("Activation")
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
    plain, expected, expected_grads = run(network(act, **pooling))
    code = trained_code(plain)
    assert code.index("Activation") < code.index("Pooling")
    for found, wanted in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-7)
    for name, wanted in expected_grads.items():
        np.testing.assert_allclose(grads[name], wanted, rtol=1e-5, atol=1e-7, err_msg=name)


@pytest.mark.parametrize("net", [network(pool_type="avg"), network(branch=True), network(pooling_convention="full")],
                         ids=["mean", "read elsewhere", "windows in the padding"])
def test_where_it_stays(net):
    code = trained_code(run(net)[0])
    assert code.index("Activation") < code.index("Pooling")


def test_a_monitor_sees_the_network_as_it_is():
    code = trained_code(run(network(), monitor=True)[0])
    assert code.index("Activation") < code.index("Pooling")


def test_prediction_keeps_relu_with_its_layer():
    executor = run(network())[0]
    code = executor._compiled.inference().code
    assert "Convolution_Activation" in code


@pytest.mark.parametrize("act", ["sigmoid", "tanh"])
def test_prediction_sinks_what_takes_time(act, monkeypatch):
    executor = run(network(act))[0]
    found = executor.forward(is_train=False)[0].asnumpy()
    code = executor._compiled.inference().code
    assert code.index("Pooling") < code.index("Activation")
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
    plain = run(network(act))[0]
    np.testing.assert_allclose(found, plain.forward(is_train=False)[0].asnumpy(), rtol=1e-6, atol=1e-7)


def test_ties_and_not_a_number():
    net = network()
    executor = net.simple_bind(mx.cpu(), data=(1, 2, 8, 8), softmax_label=(1,))
    executor.arg_dict["conv_bias"][:] = -1  # all windows are zero after the relu
    executor.arg_dict["fc_weight"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    assert not executor.grad_dict["conv_bias"].asnumpy().any()
    executor.arg_dict["data"][:] = np.nan
    executor.arg_dict["conv_weight"][:] = 1
    executor.forward(is_train=True)
    assert np.isnan(executor.outputs[0].asnumpy()).all()
