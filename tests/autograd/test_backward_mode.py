"""`backward(train_mode=...)` that differs from how the graph was recorded: BatchNorm takes the other formula.

The numbers are MXNet 1.9.1's.
"""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.gluon import nn

RULES = {  # (recorded, backward): gradients of data and gamma
    (True, True): ([[2.9432, -0.5575], [-0.9753, -1.5262], [2.2958, 2.7527], [-4.2637, -0.669]], [0.8938, -0.8322]),
    (True, False): ([[3.0322, 0.458], [2.4912, 0.6317], [1.7874, 1.1055], [0.2235, 0.1041]], [0.2536, 1.0187]),
    (False, True): ([[1.118, -0.304], [0.5431, -0.0684], [-0.0483, 0.3687], [-1.6209, -0.7221]], [0.2536, 1.0187]),
    (False, False): ([[3.0322, 0.458], [2.4912, 0.6317], [1.7874, 1.1055], [0.2235, 0.1041]], [0.2536, 1.0187]),
}
MEANS = {True: [0.50032, 0.249943], False: [0.5, 0.2]}  # the moving ones, when they have moved, and when not


def _eagerly(data, weights):
    return mx.nd.BatchNorm(data, *weights, fix_gamma=False)


def _compiled(data, weights):
    names = [mx.sym.Variable(name) for name in ("x", "gamma", "beta", "mean", "var")]
    return mx.nd.CachedOp(mx.sym.BatchNorm(*names, fix_gamma=False), {"static_alloc": True})(data, *weights)


@pytest.mark.parametrize("call", [_eagerly, _compiled])
@pytest.mark.parametrize(("recorded", "backward"), RULES)
def test_batch_norm(call, recorded, backward):
    draws = np.random.RandomState(0)
    data = mx.nd.array(draws.rand(4, 2))
    weights = [mx.nd.ones(2), mx.nd.zeros(2), mx.nd.array([0.5, 0.2]), mx.nd.array([0.1, 0.7])]
    data.attach_grad()
    weights[0].attach_grad()
    with autograd.record(train_mode=recorded):
        out = call(data, weights)
    out.backward(mx.nd.array(draws.rand(4, 2)), train_mode=backward)
    to_data, to_gamma = RULES[recorded, backward]
    np.testing.assert_allclose(data.grad.asnumpy(), to_data, atol=6e-5)
    np.testing.assert_allclose(weights[0].grad.asnumpy(), to_gamma, atol=6e-5)
    np.testing.assert_allclose(weights[2].asnumpy(), MEANS[recorded and backward], atol=2e-6)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("backward", [False, True])
def test_dropout_goes_back_through_the_mask_it_drew(hybrid, backward):
    net = nn.HybridSequential()
    net.add(nn.Dropout(0.5), nn.Activation("relu"), nn.Activation("relu"))
    if hybrid:
        net.hybridize()
    x = mx.nd.ones((64,))
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward(train_mode=backward)
    assert 0 < y.asnumpy().sum() < 128
    np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())
