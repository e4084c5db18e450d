"""Backward that fills the gradients' arrays itself, and a relu in the call before: what programs on a GPU do."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.run import lower


def network():
    data = mx.sym.Variable("data")
    net = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=200, name="fc1"), act_type="relu", name="relu")
    shared = mx.sym.Variable("shared_weight")
    left = mx.sym.FullyConnected(net, weight=shared, num_hidden=30, name="left")
    right = mx.sym.FullyConnected(net, weight=shared, num_hidden=30, no_bias=True, name="right")
    net = mx.sym.relu(mx.sym.FullyConnected(left + right, num_hidden=300, name="fc2"))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc3"), name="softmax")


def gradients(grad_req, lands):
    executor = network().simple_bind(mx.cpu(), data=(6, 5, 40), softmax_label=(6,), grad_req=grad_req)
    if lands:
        executor._lands, executor._hands_over = True, False
    rng = np.random.RandomState(0)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 10, 6) if name == "softmax_label" else rng.uniform(-0.3, 0.3, array.shape)
    homes = [array._data for array in executor.grad_arrays if array is not None]
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
    if lands:
        assert all(a is b._data for a, b in zip(homes, [g for g in executor.grad_arrays if g is not None]))
    return {name: array.asnumpy() for name, array in executor.grad_dict.items() if array is not None}, executor


MIXED = {"fc1_weight": "write", "fc2_bias": "add", "fc2_weight": "write"}


@pytest.mark.parametrize("grad_req", ["write", "add", MIXED], ids=["write", "add", "mixed"])
def test_same_gradients(monkeypatch, grad_req):
    expected, _ = gradients(grad_req, False)
    monkeypatch.setattr(lower, "_JOINING", frozenset(("cpu",)))
    found, executor = gradients(grad_req, True)
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        np.testing.assert_allclose(found[name], array, rtol=1e-5, atol=1e-6, err_msg=name)
    program = executor._train_programs()[1].code
    assert ("fc3_weight_grad, fc3_bias_grad)" in program) is (grad_req == "write")
    assert "FullyConnected_relu(data" in executor._train_programs()[0].code
