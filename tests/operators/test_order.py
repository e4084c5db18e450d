"""Copies in another order of memory are torch's bit by bit, above and below the size where blocks pay."""
import itertools

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import order
from mxnet.core.ops.nn import pool


def drawn(shape, dtype=torch.float32):
    bits = torch.from_numpy(np.random.RandomState(0).randint(-2**31, 2**31, shape, "int64"))
    if dtype is torch.float32:  # all kinds of bits: NaN with its payload, infinity, numbers too small
        return bits.int().view(torch.float32)
    return bits.to(dtype)


def same(one, two):
    return one.shape == two.shape and np.array_equal(one.contiguous().numpy().view("uint8"),
                                                     two.contiguous().numpy().view("uint8"))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.int32])
@pytest.mark.parametrize("shape", [(16, 16), (3, 5000), (5000, 3), (130, 100), (9, 31, 40), (1, 90, 100),
                                   (6, 7, 8, 9, 10), (2, 0, 9), (20000,)])
def test_permuted(shape, dtype):
    data = drawn(shape, dtype)
    for axes in itertools.permutations(range(len(shape))):
        made = order.permuted(data, axes)
        assert made.is_contiguous() and same(made, data.permute(axes)), axes
        assert made.data_ptr() != data.data_ptr() or not data.numel()


def test_permuted_part_of_memory():
    whole = drawn((100, 200))
    assert same(order.permuted(whole[10:90], (1, 0)), whole[10:90].t())
    assert same(order.permuted(whole[:, 10:190], (1, 0)), whole[:, 10:190].t())


@pytest.mark.parametrize("shape", [(4, 32, 14, 14), (2, 3, 64, 64), (8, 16, 9, 11), (2, 8, 1, 600), (1, 20, 30, 30),
                                   (32, 1, 28, 28), (0, 8, 5, 5), (2, 8, 3, 3)])
def test_channels_last(shape):
    data, last = drawn(shape), torch.channels_last
    turned = order.channels_last(data)
    assert turned.is_contiguous(memory_format=last) and same(turned, data)
    back = order.contiguous(turned)
    assert back.is_contiguous() and same(back, data)
    assert order.contiguous(data) is data


def test_taped_tensors_stay_on_the_tape():
    data = torch.rand(100, 100, requires_grad=True)
    order.permuted(data, (1, 0)).sum().backward()
    assert data.grad.eq(1).all()


def recorded(shape, axes):
    data = mx.nd.array(np.random.RandomState(1).rand(*shape))
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.transpose(data, axes=axes)
    return data, out


@pytest.mark.parametrize("shape,axes", [((100, 120), (1, 0)), ((4, 60, 50), (0, 2, 1)), ((10, 40, 30), (1, 2, 0)),
                                        ((10, 40, 30), (2, 1, 0)), ((5, 4), (1, 0))])
def test_recorded_transpose(shape, axes):
    data, out = recorded(shape, axes)
    assert np.array_equal(out.asnumpy(), data.asnumpy().transpose(axes))
    head = np.random.RandomState(2).rand(*out.shape).astype("float32")
    out.backward(mx.nd.array(head))
    assert np.array_equal(data.grad.asnumpy(), head.transpose(np.argsort(axes)))
    out[:] = 0  # its memory is its own
    assert data.asnumpy().any()


@pytest.mark.parametrize("shape,axes", [((100, 120), (0, 1)), ((4, 60, 50), (-1, 1)), ((10, 40, 30), (0, 2))])
def test_swapped_axes(shape, axes):
    data = mx.nd.array(np.random.RandomState(1).rand(*shape))
    data.attach_grad()
    wanted = data.asnumpy().swapaxes(*axes)
    assert np.array_equal(mx.nd.swapaxes(data, *axes).asnumpy(), wanted)
    head = np.random.RandomState(2).rand(*wanted.shape).astype("float32")
    with mx.autograd.record():
        out = mx.nd.swapaxes(data, *axes)
    out.backward(mx.nd.array(head))
    assert np.array_equal(out.asnumpy(), wanted)
    assert np.array_equal(data.grad.asnumpy(), head.swapaxes(*axes))
    symbol = mx.sym.swapaxes(mx.sym.var("data"), *axes)
    executor = symbol.bind(mx.cpu(), {"data": data}, {"data": mx.nd.zeros(shape)})
    assert np.array_equal(executor.forward(is_train=True)[0].asnumpy(), wanted)
    executor.backward(mx.nd.array(head))
    assert np.array_equal(executor.grad_arrays[0].asnumpy(), head.swapaxes(*axes))


def test_recorded_transpose_adds_and_differentiates_twice():
    data = mx.nd.array(np.random.RandomState(1).rand(100, 100))
    data.attach_grad(grad_req="add")
    for _ in range(2):
        with mx.autograd.record():
            out = mx.nd.transpose(data) * 3
        out.backward()
    assert (data.grad.asnumpy() == 6).all()
    with mx.autograd.record():
        turned = mx.nd.transpose(data) ** 3
        slope = mx.autograd.grad(turned, data, create_graph=True)[0]
    slope.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), 6 + 6 * data.asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("groups,bias", [(1, False), (1, True), (2, True)])
def test_large_deconvolution(groups, bias):
    """What runs with channels last gives the gradients of float64, which does not."""
    rng, found = np.random.RandomState(3), {}
    arrays = [rng.rand(3, 32, 9, 9), rng.rand(32, 32 // groups, 4, 4), rng.rand(32)][:2 + bias]
    for dtype in ("float32", "float64"):
        inputs = [mx.nd.array(a, dtype=dtype) for a in arrays]
        for array in inputs:
            array.attach_grad()
        with mx.autograd.record():
            out = mx.nd.Deconvolution(*inputs, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=32,
                                      num_group=groups, no_bias=not bias)
            (out * out).backward()
        found[dtype] = [a.asnumpy() for a in (out, *[i.grad for i in inputs])]
    for one, two in zip(*found.values(), strict=True):
        np.testing.assert_allclose(one, two, rtol=2e-5)


@pytest.mark.parametrize("data_last", [False, True])
@pytest.mark.parametrize("grad_last", [False, True])
def test_gradients_of_max_pooling_come_in_the_order_of_the_data(data_last, grad_last, monkeypatch):
    seen, kernel = [], pool._MAX_BACKWARD[2]
    monkeypatch.setitem(pool._MAX_BACKWARD, 2, lambda grad, *rest: seen.append(grad) or kernel(grad, *rest))
    plain = torch.randn(4, 6, 8, 10)
    orders = [torch.channels_last if each else torch.contiguous_format for each in (data_last, grad_last)]
    data, grad = plain.contiguous(memory_format=orders[0]), torch.randn(4, 6, 4, 5).contiguous(memory_format=orders[1])
    plan = pool.planned(data.shape, (2, 2), "max", False, "valid", (2, 2), (), 2, True, None)
    made = pool.pool_gradient(grad, (pool.pool_train(data, plan)[1], plan))
    taped = plain.requires_grad_()
    torch.nn.functional.max_pool2d(taped, 2).backward(grad)
    assert torch.equal(made, taped.grad) and made.stride() == data.stride()
    assert seen[0].is_contiguous(memory_format=orders[0])
