"""Gradients of filters over images of one channel, by pairs of columns, against torch's own in double precision."""
import numpy as np
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet.core.ops.nn import conv, pairs

CASES = [  # images, filters, kernel, sizes, pad
    (3, 20, (5, 5), (12, 14), (0, 0)), (2, 6, (5, 5), (9, 8), (2, 2)), (4, 7, (3, 3), (5, 6), (1, 0)),
    (2, 1, (2, 3), (6, 4), (0, 2)), (2, 16, (1, 1), (3, 4), (0, 0)), (5, 3, (4, 7), (11, 8), (3, 4)),
]
LAYER = {"data": (4, 1, 12, 12), "weight": (6, 1, 5, 5), "stride": (1, 1), "pad": (0, 0), "dilate": (1, 1), "groups": 1}


@pytest.fixture(autouse=True)
def small_ones_too(monkeypatch):
    monkeypatch.setattr(pairs, "PAIRS_FROM_ELEMENTS", 0)
    monkeypatch.setattr(pairs, "PAIRS_SHARED_FROM_ELEMENTS", 0)
    monkeypatch.setattr(pairs, "_has_wide_vectors", lambda: True)
    pairs._pays.cache_clear()
    yield
    pairs._pays.cache_clear()


@pytest.mark.parametrize("images, filters, kernel, sizes, pad", CASES)
def test_gradients(images, filters, kernel, sizes, pad):
    torch.manual_seed(0)
    data, weight = torch.randn(images, 1, *sizes), torch.randn(filters, 1, *kernel)
    exact = weight.double().requires_grad_()
    out = F.conv2d(data.double(), exact, padding=pad)
    grad = torch.randn(out.shape).contiguous(memory_format=torch.channels_last)
    assert pairs.applies(grad.shape, data, weight.shape, (1, 1), pad, (1, 1), 1)
    found, (right,) = pairs.filter_gradient(grad, data, weight, pad), torch.autograd.grad(out, exact, grad.double())
    assert found.is_contiguous()
    torch.testing.assert_close(found.double(), right, rtol=1e-5, atol=1e-4)


def test_rounding_is_that_of_a_direct_convolution():
    torch.manual_seed(0)
    data, grad = torch.randn(64, 1, 28, 28), torch.randn(64, 20, 24, 24).contiguous(memory_format=torch.channels_last)
    weight = torch.randn(20, 1, 5, 5)

    def direct(*arrays):
        return torch.ops.aten.convolution_backward(*arrays, [20], [1, 1], [0, 0], [1, 1], False, [0, 0], 1,
                                                   [False, True, False])[1]
    exact = direct(grad.double(), data.double(), weight.double())
    found = direct(grad, data, weight), pairs.filter_gradient(grad, data, weight, (0, 0))
    theirs, ours = (float((each.double() - exact).square().mean().sqrt()) for each in found)
    assert ours < 1.2 * theirs


def applies(**change) -> bool:
    layer = {**LAYER, **change}
    data, (filters, _, tall, wide), pad = layer["data"], layer["weight"], layer["pad"]
    grad = data[0], filters, data[2] + 2 * pad[0] - tall + 1, data[3] + 2 * pad[1] - wide + 1
    return pairs.applies(grad, torch.ones(data), layer["weight"], layer["stride"], pad, layer["dilate"],
                         layer["groups"])


@pytest.mark.parametrize("change", [
    {"data": (4, 2, 12, 12), "weight": (6, 2, 5, 5)}, {"data": (1, 1, 12, 12)}, {"data": (4, 1, 12, 13)},
    {"weight": (6, 1, 5, 4)}, {"pad": (0, 1)}, {"stride": (2, 2)}, {"dilate": (1, 2)}])
def test_where_there_is_none(change):
    assert applies()
    assert not applies(**change)


def test_where_it_does_not_pay(monkeypatch):
    monkeypatch.setattr(pairs, "PAIRS_FROM_ELEMENTS", 4 * 6 * 8 * 8)
    monkeypatch.setattr(pairs, "PAIRS_SHARED_FROM_ELEMENTS", 2 * 6 * 8 * 8)
    for threads, images, pays in ((1, 4, True), (1, 3, False), (2, 4, True), (2, 3, False)):
        monkeypatch.setattr(torch, "get_num_threads", lambda threads=threads: threads)
        assert applies(data=(images, 1, 12, 12)) is pays
    pairs._pays.cache_clear()
    monkeypatch.setattr(pairs, "_has_wide_vectors", lambda: False)
    assert not applies()


@pytest.mark.parametrize("data_grad", ["null", "write"])
@pytest.mark.parametrize("no_bias", [True, False])
def test_programs_use_it(data_grad, no_bias, monkeypatch):
    used, made = [], pairs.filter_gradient
    monkeypatch.setattr(conv.pairs, "filter_gradient", lambda *args: used.append(1) or made(*args))
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(5, 5), num_filter=6, no_bias=no_bias, name="conv")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")  # whose gradient has channels last
    rng = np.random.RandomState(0)
    shapes = {"data": (9, 1, 28, 28), "conv_weight": (6, 1, 5, 5), **({} if no_bias else {"conv_bias": (6,)})}
    values = {name: rng.randn(*shape).astype("float32") for name, shape in shapes.items()}
    grads = {name: mx.nd.zeros(shape) for name, shape in shapes.items()}
    reqs = {**dict.fromkeys(shapes, "write"), "data": data_grad}
    executor = net.bind(mx.cpu(), {name: mx.nd.array(value) for name, value in values.items()}, grads, reqs)
    executor.forward(is_train=True)
    head = rng.randn(9, 6, 12, 12).astype("float32")
    executor.backward([mx.nd.array(head)])
    assert used
    inputs = {name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in values.items()}
    F.max_pool2d(F.conv2d(*inputs.values()), 2).backward(torch.tensor(head))
    for name, value in inputs.items():
        if reqs[name] == "write":
            np.testing.assert_allclose(grads[name].asnumpy(), value.grad.numpy(), rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("filters", [1, 6, 16, 20])
@pytest.mark.parametrize("no_data", [True, False])
def test_biases_are_summed_apart(no_data, filters):
    """oneDNN sums one number after another."""
    torch.manual_seed(0)
    p = mx.core.op.Params(kernel=(3, 3), stride=(), pad=(1, 1), dilate=(), num_group=1, num_filter=filters, layout=None)
    data, weight = torch.randn(8, 3, 64, 64), torch.randn(filters, 3, 3, 3)
    grad = torch.randn(8, filters, 64, 64).contiguous(memory_format=torch.channels_last)
    found = conv.convolution_gradient(grad, data, weight, p=p, needs=(not no_data, True, True))
    assert (found[0] is None) is no_data
    exact = torch.ops.aten.convolution_backward(grad.double(), data.double(), weight.double(), [filters], [1, 1],
                                                [1, 1], [1, 1], False, [0, 0], 1, [True, True, True])
    assert float((found[2] - exact[2]).abs().max()) < 1e-4
    torch.testing.assert_close(found[1].double(), exact[1], rtol=1e-4, atol=1e-3)
    alone = conv.convolution_gradient(grad, data, weight, p=p, needs=(False, False, True))
    assert alone[:2] == (None, None)
    torch.testing.assert_close(alone[2], found[2], rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("shape", [(0, 6, 4, 4), (3, 6, 5, 7), (1, 20, 4, 4), (2, 5, 1, 1)])
def test_biases_of_any_shape(shape):
    grad = torch.rand(shape).contiguous(memory_format=torch.channels_last)
    found = conv._bias_gradient(grad, (True, True, True))
    torch.testing.assert_close(found, grad.sum((0, 2, 3)))
    assert conv._bias_gradient(grad, (True, True, False)) is conv._bias_gradient(grad, (True, True)) is None
    assert conv._bias_gradient(grad.bfloat16(), (True, True, True)) is None
