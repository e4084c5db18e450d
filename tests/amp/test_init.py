"""`amp.init`: what functions of arrays and symbols cast, and what they leave alone."""
import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import amp

X = mx.nd.array(np.arange(6.0).reshape(2, 3))
W = mx.nd.ones((4, 3))


def kind(array):
    return str(np.dtype(array.dtype)) if array.dtype != "bfloat16" else "bfloat16"


@pytest.mark.parametrize("low", ["float16", "bfloat16", np.float16, amp.amp.bfloat16])
def test_functions_of_arrays(init, low):
    init(low)
    name = "float16" if np.dtype(low if low != "bfloat16" else amp.amp.bfloat16) == np.float16 else "bfloat16"
    dense = mx.nd.FullyConnected(X, W, num_hidden=4, no_bias=True)
    half = X.astype(name)
    assert kind(dense) == name
    assert kind(mx.nd.FullyConnected(data=X, weight=W, num_hidden=4, no_bias=True)) == name
    assert kind(mx.nd.softmax(dense)) == kind(mx.nd.Activation(dense, act_type="softrelu")) == "float32"
    assert kind(mx.nd.relu(dense)) == kind(half + half) == name
    for mixed in (half + X, X - half, half > X, mx.nd.maximum(half, X), mx.nd.elemwise_mul(lhs=half, rhs=X),
                  mx.nd.stack(half, X), mx.nd.dot(half, X.T), mx.nd.where(X, half, X)):
        assert kind(mixed) == "float32"
    np.testing.assert_array_equal((half + X).asnumpy(), 2 * X.asnumpy())
    whole = mx.nd.array([1, 3], dtype="int32")
    assert kind(mx.nd.Embedding(whole, W, input_dim=4, output_dim=3)) == "float32"


def test_types_of_float16_and_bfloat16_differ_where_the_lists_do(init):
    init("bfloat16")
    half = X.astype("bfloat16")
    assert kind(half * half) == kind(half - 1) == kind(mx.nd.exp(half)) == "float32"
    assert kind(mx.nd.Pooling(half.reshape((1, 1, 2, 3)), kernel=(1, 2), pool_type="max")) == "bfloat16"


def test_gradients_pass_the_casts(init):
    init("float16")
    x = X.copy()
    x.attach_grad()
    with mx.autograd.record():
        loss = mx.nd.FullyConnected(x, W, num_hidden=4, no_bias=True).sum()
    loss.backward()
    assert x.grad.dtype == np.float32
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((2, 3), 4.0))


def test_losses_of_arrays_are_scaled(init):
    init("float16")
    x = X.copy()
    x.attach_grad()
    for more, factor in (({}, 1), ({"grad_scale": 2.0}, 2)):
        with mx.autograd.record():
            out = mx.nd.LinearRegressionOutput(x, mx.nd.zeros((2, 3)), **more)
        out.backward()
        np.testing.assert_allclose(x.grad.asnumpy(), X.asnumpy() / 3 * factor * 2.0**16, rtol=1e-6)


def test_own_lists(init):
    init("float16", target_precision_ops=["dot"], fp32_ops=["FullyConnected"],
         conditional_fp32_ops=[("Activation", "act_type", ["relu"])])
    half = X.astype("float16")
    assert kind(mx.nd.dot(half, half.T)) == "float16"
    assert kind(mx.nd.FullyConnected(half, W.astype("float16"), num_hidden=4, no_bias=True)) == "float32"
    assert kind(mx.nd.Activation(half, act_type="relu")) == "float32"
    assert kind(mx.nd.Activation(half, act_type="tanh")) == kind(mx.nd.softmax(half)) == "float16"


def test_a_second_call_does_nothing(init, caplog):
    with caplog.at_level(logging.INFO):
        init()
        init("bfloat16")
    assert caplog.text.count("Using AMP") == 1
    assert kind(mx.nd.FullyConnected(X, W, num_hidden=4, no_bias=True)) == "float16"


def test_batchnorm_keeps_its_float32_params_in_bfloat16(init):
    init("bfloat16", target_precision_ops=["BatchNorm", "Convolution"])
    net = mx.sym.BatchNorm(mx.sym.var("data"), name="bn")
    casts = [node.inputs[0].node.name for node in net.graph.nodes if node.op_name == "amp_cast"]
    assert casts == ["data"]


@pytest.mark.parametrize("given", [{"target_dtype": "float32"}, {"target_dtype": "nothing"}, {"target_dtype": "int8"}])
def test_refusals(init, given):
    with pytest.raises(AssertionError, match="only float16 or bfloat16"):
        init(**given)


def test_unknown_operator(init):
    with pytest.raises(AttributeError, match="NoSuchThing"):
        init(target_precision_ops=["NoSuchThing"])


def test_a_network_made_after_init_trains(init):
    init("bfloat16")
    rng = np.random.RandomState(0)
    data = rng.standard_normal((64, 8)).astype("float32")
    label = (data[:, 0] > 0).astype("float32")
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=16, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=2, name="fc2")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    batches = mx.io.NDArrayIter(data, label, batch_size=32)
    module.fit(batches, num_epoch=10, optimizer_params={"learning_rate": 0.5},
               initializer=mx.init.Xavier(rnd_type="gaussian"))
    assert dict(module.score(batches, "acc"))["accuracy"] > 0.9
    assert module.get_params()[0]["fc1_weight"].dtype == np.float32


def test_lists():
    for low in ("float16", "bfloat16"):
        conditional = [row[0] for row in amp.list_conditional_fp32_ops(low)]
        all_lists = [*amp.list_lp16_ops(low), *amp.list_fp32_ops(low), *amp.list_lp16_fp32_ops(low),
                     *amp.list_widest_type_cast(low), *conditional]
        assert len(set(all_lists)) == len(all_lists)
        assert {"Convolution", "FullyConnected"} <= set(amp.list_lp16_ops(low))
        assert "SoftmaxOutput" in amp.list_loss_output_functions(low)
    assert amp.list_lp16_use_fp32_params("float16") is None
    assert "gamma" in amp.list_lp16_use_fp32_params("bfloat16")["BatchNorm"]
    with pytest.raises(AssertionError, match="not supported type"):
        amp.list_fp32_ops("float32")
