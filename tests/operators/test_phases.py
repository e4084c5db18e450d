"""Gradients of strided convolutions over few channels, phase by phase, against torch's own."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops.nn import phases

CASES = [  # sizes, kernel, stride, pad
    ((20, 24), (7, 7), 2, (3, 3)), ((21, 23), (7, 5), 2, (3, 2)), ((22, 20), (5, 6), 2, (0, 1)),
    ((31, 35), (11, 11), 4, (0, 0)), ((30, 33), (9, 10), 4, (2, 3)), ((25, 19), (7, 8), 3, (1, 0)),
]


@pytest.fixture(autouse=True)
def small_ones_too(monkeypatch):
    monkeypatch.setattr(phases, "PHASES_FROM_ELEMENTS", 0)


@pytest.mark.parametrize("sizes, kernel, stride, pad", CASES)
@pytest.mark.parametrize("channels", [1, 3])
def test_gradient(sizes, kernel, stride, pad, channels):
    torch.manual_seed(0)
    data = torch.randn(2, channels, *sizes, requires_grad=True)
    weight = torch.randn(8, channels, *kernel)
    out = torch.nn.functional.conv2d(data, weight, stride=stride, padding=pad)
    grad = torch.randn_like(out)
    expected, = torch.autograd.grad(out, data, grad)
    found = phases.phase_gradient(grad, weight, data.shape[2:], (stride, stride), pad)
    assert found is not None and found.shape == data.shape and 0 not in found.stride()
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("channels, kernel, stride", [(8, (7, 7), (2, 2)), (3, (3, 3), (2, 2)), (3, (7, 7), (1, 1)),
                                                      (3, (7, 7), (2, 3))])
def test_where_it_does_not_pay(channels, kernel, stride):
    grad, weight = torch.ones(2, 8, 9, 9), torch.ones(8, channels, *kernel)
    assert phases.phase_gradient(grad, weight, (20, 20), stride, (3, 3)) is None


def test_operators_and_executors_use_it(monkeypatch):
    asked = []
    monkeypatch.setattr("mxnet.core.ops.nn.conv.phase_gradient",
                        lambda *args: asked.append(1) or phases.phase_gradient(*args))
    rng = np.random.RandomState(0)
    data, weight, head = rng.randn(2, 3, 21, 20), rng.randn(8, 3, 7, 7), rng.randn(2, 8, 11, 10)
    symbol = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(7, 7), stride=(2, 2), pad=(3, 3), num_filter=8,
                                no_bias=True, name="conv")
    exe = symbol.simple_bind(mx.cpu(), data=data.shape)
    exe.forward(is_train=True, data=mx.nd.array(data), conv_weight=mx.nd.array(weight))
    exe.backward([mx.nd.array(head)])
    assert asked
    x = torch.tensor(data, requires_grad=True)
    w = torch.tensor(weight, requires_grad=True)
    torch.nn.functional.conv2d(x, w, stride=2, padding=3).backward(torch.tensor(head))
    np.testing.assert_allclose(exe.grad_dict["data"].asnumpy(), x.grad.numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(exe.grad_dict["conv_weight"].asnumpy(), w.grad.numpy(), rtol=1e-4, atol=1e-3)
