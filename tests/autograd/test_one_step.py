"""Operators that the tape holds as one step: their rule, and what is taped for a second derivative."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd


def _arrays(*shapes):
    draws = np.random.RandomState(3)
    return [mx.nd.array(draws.uniform(0.2, 1.5, shape)) for shape in shapes]


def _normalize_batch(x, gamma, beta):
    return mx.nd.BatchNorm(x, gamma, beta, mx.nd.zeros(5), mx.nd.ones(5), fix_gamma=False)


def _run_lstm(x, weights):
    return mx.nd.RNN(x, weights, mx.nd.ones((1, 3, 4)), mx.nd.ones((1, 3, 4)), state_size=4, num_layers=1,
                     mode="lstm")


CASES = {
    "L2Normalization": (mx.nd.L2Normalization, [(4, 5)]),
    "L2Normalization of channels": (lambda x: mx.nd.L2Normalization(x, mode="channel"), [(2, 5, 3)]),
    "LayerNorm": (mx.nd.LayerNorm, [(4, 5), (5,), (5,)]),
    "LayerNorm with statistics": (lambda *a: mx.nd.LayerNorm(*a, output_mean_var=True)[0], [(4, 5), (5,), (5,)]),
    "BatchNorm": (_normalize_batch, [(4, 5), (5,), (5,)]),
    "RNN": (_run_lstm, [(2, 3, 6), (4 * 4 * (6 + 4 + 2),)]),
    "Deconvolution": (lambda *a: mx.nd.Deconvolution(*a, kernel=(3, 3), stride=(2, 2), num_filter=2),
                      [(1, 3, 4, 4), (3, 2, 3, 3)]),
    "Pooling": (lambda x: mx.nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max"), [(2, 8, 32, 32)]),
}


@pytest.mark.parametrize("name", CASES)
def test_rule_equals_what_torch_tapes(name):
    call, shapes = CASES[name]
    inputs = _arrays(*shapes)
    weight = mx.nd.array(np.random.RandomState(4).normal(size=call(*inputs).shape))
    for array in inputs:
        array.attach_grad()
    with autograd.record():
        out = call(*inputs) * weight
    out.backward()
    with autograd.record():
        taped = autograd.grad(call(*inputs) * weight, inputs, create_graph=True)
    for array, gradient in zip(inputs, taped, strict=True):
        np.testing.assert_allclose(array.grad.asnumpy(), gradient.asnumpy(), rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("name", ["L2Normalization", "LayerNorm", "BatchNorm", "RNN"])
def test_second_derivative(name):
    call, shapes = CASES[name]
    inputs = [array.astype("float64") for array in _arrays(*shapes)]
    if name in ("BatchNorm", "RNN"):
        inputs = _arrays(*shapes)
    first = inputs[0]
    weight = mx.nd.array(np.random.RandomState(4).normal(size=call(*inputs).shape), dtype=first.dtype)
    direction = mx.nd.array(np.random.RandomState(5).normal(size=first.shape), dtype=first.dtype)

    def slope(at):
        at.attach_grad()
        with autograd.record():
            return autograd.grad(call(at, *inputs[1:]) * weight, [at], create_graph=True)[0]

    first.attach_grad()
    with autograd.record():
        total = (autograd.grad(call(*inputs) * weight, [first], create_graph=True)[0] * direction).sum()
    total.backward()
    step = 1e-5 if first.dtype == np.float64 else 1e-2
    moved = [slope(first + sign * step * direction).asnumpy() for sign in (1, -1)]
    numeric = (moved[0] - moved[1]) / (2 * step)
    close = 1e-6 if first.dtype == np.float64 else 5e-3
    np.testing.assert_allclose(first.grad.asnumpy(), numeric, rtol=20 * close, atol=close)


def test_states_may_change_before_a_second_backward():
    x, gamma, beta = _arrays((4, 5), (5,), (5,))
    mean, variance = mx.nd.zeros(5), mx.nd.ones(5)
    x.attach_grad()
    with autograd.record():
        y = mx.nd.BatchNorm(x, gamma, beta, mean, variance, fix_gamma=False, momentum=0.5)
    y.backward(retain_graph=True)
    batch = x.asnumpy().mean(0)
    np.testing.assert_allclose(mean.asnumpy(), batch / 2, rtol=1e-5)
    mean[:] = 0
    y.backward()
    np.testing.assert_allclose(mean.asnumpy(), batch / 2, rtol=1e-5)
