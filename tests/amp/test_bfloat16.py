"""bfloat16 on a CPU: networks compute in it, sum in float32, and keep their weights laid out."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.torch_private import has_onednn_bfloat16


def network():
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=16, name="conv")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="bn"), act_type="relu", name="relu")
    net = mx.sym.Pooling(net, kernel=(1, 1), global_pool=True, pool_type="avg", name="pool")
    return mx.sym.FullyConnected(net, num_hidden=5, name="fc")


def arrays():
    rng = np.random.RandomState(0)
    args = {"conv_weight": (16, 8, 3, 3), "conv_bias": (16,), "bn_gamma": (16,), "bn_beta": (16,), "fc_weight": (5, 16),
            "fc_bias": (5,)}
    states = {"bn_moving_mean": rng.uniform(-0.2, 0.2, 16), "bn_moving_var": rng.uniform(0.5, 1.5, 16)}
    return ({name: mx.nd.array(rng.uniform(-0.5, 0.5, shape)) for name, shape in args.items()},
            {name: mx.nd.array(value) for name, value in states.items()}, mx.nd.array(rng.randn(4, 8, 12, 12)))


def bound(net, args, states, data):
    return net.bind(mx.cpu(), {**args, "data": data}, aux_states=states, grad_req="null")


@pytest.mark.parametrize("in_files", [True, False], ids=["weights_cast", "weights_cast_in_the_graph"])
def test_a_converted_model_predicts(in_files):
    args, states, data = arrays()
    wanted = bound(network(), args, states, data).forward()[0].asnumpy()
    exe = bound(*mx.contrib.amp.convert_model(network(), dict(args), dict(states), target_dtype="bfloat16",
                                              cast_optional_params=in_files), data)
    found = exe.forward()[0].astype("float32").asnumpy()
    assert abs(found - wanted).max() < 0.01 * abs(wanted).max()
    steps = exe._compiled.inference().steps
    if has_onednn_bfloat16():
        assert "PackedConvolution" in [type(step.function).__name__ for step in steps]
        packed, = (step.function for step in steps if type(step.function).__name__ == "PackedConvolution")
        kept = packed.derived[1]
        exe.forward()
        assert packed.derived[1] is kept  # not laid out anew, though the graph casts it at every call
    exe.arg_dict["conv_weight"][:] = 0
    exe.arg_dict["conv_bias"][:] = 0
    shift = args["bn_beta"] - args["bn_gamma"] * states["bn_moving_mean"] / (states["bn_moving_var"] + 1e-3).sqrt()
    pooled = mx.nd.relu(shift).reshape((1, 16))
    wanted = mx.nd.FullyConnected(pooled, args["fc_weight"], args["fc_bias"], num_hidden=5).asnumpy()
    found = exe.forward()[0].astype("float32").asnumpy()
    assert abs(found - wanted).max() < 0.02 * abs(wanted).max()


def test_a_cast_network_trains_with_float32_masters():
    rng = np.random.RandomState(1)
    centres = 2 * rng.randn(3, 6)
    labels = rng.randint(0, 3, 96)
    data = mx.nd.array(centres[labels] + 0.3 * rng.randn(96, 6)).astype("bfloat16")
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(16, activation="relu"), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.cast("bfloat16")
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9,
                                                             "multi_precision": True})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(30):
        with mx.autograd.record():
            value = loss(net(data), mx.nd.array(labels))
        value.backward()
        trainer.step(96)
    assert (net(data).astype("float32").asnumpy().argmax(1) == labels).mean() > 0.95
    masters = [state[1] for state in trainer._updaters[0].states.values()]
    assert {str(np.dtype(master.dtype)) for master in masters} == {"float32"}
