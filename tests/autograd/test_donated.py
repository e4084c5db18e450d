"""Large gradients become the memory of their arrays: nobody else holds them, so they are not copied."""
import numpy as np
import pytest
from torch.profiler import ProfilerActivity, profile

import mxnet as mx

SHAPE = 128, 128  # large enough to be donated

# some releases of torch warn at every profile
pytestmark = pytest.mark.filterwarnings("ignore:.*Profiler clears events:UserWarning")


def gradients(make, names):
    arrays = [mx.nd.random.normal(shape=SHAPE) for _ in names]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        out = make(*arrays)
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        out.backward()
    copies = "aten::clone", "aten::_foreach_copy_"
    return arrays, [event.key for event in profiled.key_averages() if event.key in copies]


@pytest.mark.parametrize("make", [
    lambda x, w: mx.nd.FullyConnected(x, w, no_bias=True, num_hidden=128), lambda x, w: x * w])
def test_each_used_once(make):
    (data, weight), copies = gradients(make, "xw")
    assert not copies
    assert data.grad.asnumpy().any() and weight.grad.asnumpy().any()


def test_used_twice():
    def dense(data, weight):
        return mx.nd.FullyConnected(data, weight, no_bias=True, num_hidden=128)
    (data, weight), copies = gradients(lambda x, w: dense(dense(x, w), w), "xw")
    assert not copies
    x, w, ones = data.asnumpy().astype("d"), weight.asnumpy().astype("d"), np.ones(SHAPE)
    expected = (ones @ w).T @ x + ones.T @ (x @ w.T)
    np.testing.assert_allclose(weight.grad.asnumpy(), expected, rtol=1e-4, atol=1e-2)


def test_the_callers_head_gradient_stays_the_callers():
    data, head = mx.nd.ones(SHAPE), mx.nd.ones(SHAPE)
    data.attach_grad()
    with mx.autograd.record():
        out = data * 1
    out.backward(head)
    data.grad[:] = 7
    assert (head.asnumpy() == 1).all()


def test_one_gradient_for_two_arrays():
    left, right = mx.nd.ones(SHAPE), mx.nd.ones(SHAPE)
    for array in (left, right):
        array.attach_grad()
    with mx.autograd.record():
        out = left + right
    out.backward()
    left.grad[:] = 7
    assert (right.grad.asnumpy() == 1).all()


@pytest.mark.parametrize("layers", [1, 4])
def test_of_blocks(layers):
    net = mx.gluon.nn.HybridSequential()
    for _ in range(layers):
        net.add(mx.gluon.nn.Dense(128, in_units=128))
    net.initialize()
    net.hybridize()
    data = mx.nd.random.normal(shape=(4, 128))
    for _ in range(3):
        with mx.autograd.record():
            out = net(data)
        with profile(activities=[ProfilerActivity.CPU]) as profiled:
            out.backward()
    assert not any(event.key == "aten::clone" for event in profiled.key_averages())
    held = [param.grad() for param in net.collect_params(".*weight").values()]
    before = [array.asnumpy() for array in held]
    with mx.autograd.record():
        out = net(data * 2)
    out.backward()
    for array, old in zip(held, before):
        assert not np.array_equal(array.asnumpy(), old)  # the array that was asked for has the new gradient
