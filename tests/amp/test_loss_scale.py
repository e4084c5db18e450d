"""The loss scale: how it moves, and how trainers, modules and optimizers use it."""
import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import amp
from mxnet.contrib.amp.loss_scaler import LossScaler
from mxnet.contrib.amp.scaled import scaled_by

FINITE, INFINITE = mx.nd.ones((3,)), mx.nd.array([1, np.inf, 0])


def test_the_scale_halves_and_doubles(caplog):
    scaler = LossScaler()
    assert scaler.loss_scale == 2.0**16
    with caplog.at_level(logging.INFO):
        assert scaler.has_overflow([FINITE, [INFINITE]]) is True
        assert scaler.loss_scale == 2.0**16  # the change holds from the next check on
        for _ in range(2000):
            assert not scaler.has_overflow([FINITE])
        assert scaler.loss_scale == 2.0**15
        assert not scaler.has_overflow([FINITE])
        assert scaler.loss_scale == 2.0**16
    assert "decreasing loss scale to 32768" in caplog.text and "increasing loss scale to 65536" in caplog.text


def test_the_scale_has_a_bound():
    scaler = LossScaler()
    scaler._scale_seq_len = 1
    for _ in range(20):
        scaler.has_overflow([FINITE])
    assert scaler.loss_scale == 2.0**24


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_overflow_is_seen_in_all_types(kind, value):
    array = mx.nd.array([0, value, 1, 2]).astype(kind)
    assert LossScaler().has_overflow([FINITE.astype(kind), array])
    assert not LossScaler().has_overflow([FINITE.astype(kind)])


class Parameter:
    def __init__(self, grad):
        self._grad = grad


class Trainer:
    """As much of Gluon's trainer as the loss scale touches."""

    def __init__(self, params):
        self._params, self._scale = params, 0.5


def test_a_trainer(init):
    init()
    weight = mx.nd.array([2.0])
    weight.attach_grad()
    trainer = Trainer([Parameter([weight.grad]), Parameter(None)])
    with pytest.raises(AssertionError, match="init_trainer"), amp.scale_loss(weight, trainer):
        pass
    amp.init_trainer(trainer)
    assert trainer._amp_loss_scaler is amp.amp._loss_scaler
    with mx.autograd.record():
        loss = weight * 3
        with amp.scale_loss([loss], trainer) as (scaled,):
            scaled.backward()
    assert weight.grad.asscalar() == 3 * 2.0**16 and trainer._scale == 0.5 / 2**16
    assert not trainer._amp_loss_scaler.has_overflow(trainer._params)
    amp.unscale(trainer)
    assert weight.grad.asscalar() == 1.5 and trainer._scale == 1
    other = Trainer([])
    amp.init_trainer(other)
    assert other._amp_loss_scaler is not trainer._amp_loss_scaler


def test_an_optimizer(init):
    init()
    optimizer = mx.optimizer.SGD(learning_rate=1.0, rescale_grad=0.5)
    amp.init_trainer(optimizer)
    weight = mx.nd.array([1.0])
    weight.attach_grad()
    with mx.autograd.record(), amp.scale_loss(weight * 2, optimizer) as scaled:
        scaled.backward()
    mx.optimizer.get_updater(optimizer)(0, weight.grad, weight)
    assert weight.asscalar() == 0.0
    with pytest.raises(TypeError, match="does not hold gradients"):
        amp.unscale(optimizer)


def test_what_has_no_scale(init):
    with pytest.raises(AssertionError, match="amp.init"):
        amp.init_trainer(mx.optimizer.SGD())
    init()
    with pytest.raises(TypeError, match="instead is"):
        amp.init_trainer("sgd")


def half_module(out):
    module = mx.mod.Module(out, label_names=None)
    module.bind([("data", (4, 3))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.5, "multi_precision": True})
    return module


def step(module, batch, head=1.0):
    module.forward(batch, is_train=True)
    heads = [mx.nd.full(out.shape, head, dtype=out.dtype) for out in module.get_outputs()]
    with amp.scale_loss(heads, module) as scaled:
        module.backward(scaled)
    return module._exec_group.grad_arrays[0][0]


def test_a_module(init):
    data = mx.sym.Cast(mx.sym.var("data"), dtype="float16")
    weight = mx.sym.var("w_weight", dtype="float16", shape=(1, 3))
    init()
    net = mx.sym.FullyConnected(data, weight, num_hidden=1, no_bias=True)
    batch = mx.io.DataBatch([mx.nd.ones((4, 3)) / 2**20], None)
    module = half_module(net)
    amp.init_trainer(module)
    # without the scale the gradient would be zero: 2**-26 and less is nothing in float16
    grad = step(module, batch, head=2.0**-6)
    assert (grad.asnumpy() == 4 * 2.0**-26 * 2**16).all()
    amp.unscale(module)
    assert module._optimizer.rescale_grad == 0.25
    grad = step(module, batch, head=2.0**-6)
    module.update()
    # infinite gradients: no update, half the scale
    before = module.get_params()[0]["w_weight"].asnumpy()
    step(module, mx.io.DataBatch([mx.nd.ones((4, 3)) * 100], None), head=100.0)
    module.update()
    np.testing.assert_array_equal(module.get_params()[0]["w_weight"].asnumpy(), before)
    step(module, batch)
    module.update()
    assert amp.amp._loss_scaler.loss_scale == 2.0**15


def test_losses_that_make_their_own_gradient_say_what_to_do(init):
    init()
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), mx.sym.var("label"), name="sm")
    module = mx.mod.Module(net, label_names=["label"])
    module.bind([("data", (4, 3))], [("label", (4,))])
    module.init_params()
    with pytest.raises(AssertionError, match="init_optimizer"):
        amp.init_trainer(module)
    module.init_optimizer()
    with pytest.raises(mx.MXNetError, match=r"SoftmaxOutput\(sm\).*grad_scale"):
        amp.init_trainer(module)


def test_a_store_that_updates_is_not_handed_an_overflow():
    contexts = [mx.cpu(0), mx.cpu(1)]
    weight = mx.gluon.Parameter("weight", shape=(2,))
    weight.initialize(mx.init.One(), ctx=contexts)
    trainer = mx.gluon.Trainer([weight], "sgd", {"learning_rate": 0.5}, kvstore="device", update_on_kvstore=True)
    scaled_by(trainer).install(LossScaler())
    found = []
    for gradient in (np.inf, 1.0):
        for array, grad in zip(weight.list_data(), weight.list_grad()):
            grad[:] = gradient
            array._fresh_grad = True
        trainer.step(1)
        found.append(weight.data(contexts[1]).asnumpy().tolist())
    assert found == [[1, 1], [0, 0]]
