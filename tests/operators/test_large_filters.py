"""Gradients of filters that are larger than the images, which are computed with channels first."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops.nn import conv


@pytest.fixture
def orders(monkeypatch):
    """Record whether channels are first in memory where the gradient of filters is computed."""
    found, backward = [], conv._backward

    def recorded(grad, data, weight, *rest):
        if any(rest[-1][1:]):
            found.append(grad.is_contiguous() and data.is_contiguous())
        return backward(grad, data, weight, *rest)
    monkeypatch.setattr(conv, "_backward", recorded)
    monkeypatch.setattr(conv, "CHANNELS_FIRST_GRADIENT_FROM_ELEMENTS", 0)
    return found


def gradients(data, weight, head, bias=None, **params):
    inputs = [mx.nd.array(each) for each in (data, weight, bias) if each is not None]
    for each in inputs:
        each.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Convolution(*inputs, kernel=weight.shape[2:], num_filter=len(weight), no_bias=bias is None,
                                **params)
    out.backward(mx.nd.array(head))
    return [each.grad.asnumpy() for each in inputs]


@pytest.mark.parametrize("no_bias", [True, False])
@pytest.mark.parametrize("batch, size, stride, dilate, groups, first", [
    (2, 4, 1, 1, 1, True), (1, 4, 2, 1, 1, True), (3, 5, 2, 2, 1, True), (2, 3, 1, 1, 2, False),
    (2, 24, 1, 1, 1, False)])
def test_gradients(batch, size, stride, dilate, groups, first, no_bias, orders):
    rng = np.random.RandomState(0)
    data, weight = rng.randn(batch, 16, size, size), rng.randn(24, 16 // groups, 3, 3)
    x, w = torch.tensor(data, requires_grad=True), torch.tensor(weight, requires_grad=True)
    out = torch.nn.functional.conv2d(x, w, None, stride, dilate, dilate, groups)
    head = rng.randn(*out.shape)
    out.backward(torch.tensor(head))
    to_data, to_weight, *to_bias = gradients(data, weight, head, None if no_bias else rng.randn(24), num_group=groups,
                                             stride=(stride,) * 2, pad=(dilate,) * 2, dilate=(dilate,) * 2)
    assert orders == [first]  # once, for the bias too
    np.testing.assert_allclose(to_data, x.grad.numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(to_weight, w.grad.numpy(), rtol=1e-4, atol=1e-4)
    for found in to_bias:
        np.testing.assert_allclose(found, head.sum((0, 2, 3)), rtol=1e-4, atol=1e-4)


def test_not_where_a_copy_saves_nothing(orders):
    """Filters of one element have one order."""
    rng = np.random.RandomState(0)
    gradients(rng.randn(2, 16, 2, 2), rng.randn(24, 16, 1, 1), rng.randn(2, 24, 2, 2))
    assert orders == [False]


def test_not_of_an_empty_batch(orders):
    to_data, to_weight = gradients(np.zeros((0, 16, 4, 4)), np.ones((24, 16, 3, 3)), np.zeros((0, 24, 2, 2)))
    assert to_data.shape == (0, 16, 4, 4) and not to_weight.any()
