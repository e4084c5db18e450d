"""Gradients that land while backward runs: the same bits as at its end, each told of once, the last layers first."""
import gc
import weakref

import numpy as np
import pytest

import mxnet as mx
from mxnet.core import parted_backward
from mxnet.core.tuning import EARLY_GRADIENT_FROM_BYTES


@pytest.fixture(autouse=True)
def many_parts(monkeypatch):
    monkeypatch.setattr(parted_backward, "GRADIENT_PART_BYTES", 1)
    monkeypatch.setattr(parted_backward, "GRADIENT_PART_CALLS", 1000)


def bound(grad_req, hidden=8):
    data = mx.sym.Variable("data")
    for place in range(3):
        data = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=hidden, name=f"fc{place}"), act_type="tanh")
    both = data + mx.sym.Variable("shift") + mx.sym.Variable("other")  # whose gradients are one tensor
    executor = mx.sym.SoftmaxOutput(both, name="softmax").simple_bind(
        mx.cpu(), data=(4, hidden), shift=(4, hidden), other=(4, hidden), grad_req=grad_req)
    random = np.random.RandomState(3)
    for name, array in executor.arg_dict.items():
        array[:] = random.randn(*array.shape) / 3 if name != "softmax_label" else 1
    return executor


def told(executor):
    names = {id(array): name for name, array in executor.grad_dict.items() if array is not None}
    found = []
    executor.forward_backward_in_parts(
        lambda arrays: found.append([(names[id(array)], array.asnumpy()) for array in arrays]))
    return found


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("hidden", [8, int((EARLY_GRADIENT_FROM_BYTES // 4) ** 0.5) + 1], ids=["small", "early"])
def test_the_same_gradients_as_at_the_end(grad_req, hidden):
    whole, parts = bound(grad_req, hidden), bound(grad_req, hidden)
    for _ in range(2):
        whole.forward_backward()
        found = [pair for part in told(parts) for pair in part]
        assert sorted(name for name, _ in found) == sorted(whole._arg_names)
        for name, value in found:
            np.testing.assert_array_equal(value, whole.grad_dict[name].asnumpy(), err_msg=name)
            np.testing.assert_array_equal(parts.grad_dict[name].asnumpy(), value, err_msg=f"{name} was not final")


def test_the_last_layers_come_first():
    order = [name for part in told(bound("write")) for name, _ in part]
    places = [order.index(f"fc{place}_weight") for place in range(3)]
    assert places == sorted(places, reverse=True)


def test_few_parts_of_some_size(monkeypatch):
    monkeypatch.setattr(parted_backward, "GRADIENT_PART_BYTES", 1 << 30)
    assert len(told(bound("write"))) == 1
    monkeypatch.setattr(parted_backward, "GRADIENT_PART_BYTES", 1)
    monkeypatch.setattr(parted_backward, "GRADIENT_PART_CALLS", 4)
    assert 2 <= len(told(bound("write"))) <= 5


def test_a_plain_backward_follows_as_before():
    executor, other = bound("write"), bound("write")
    told(executor)
    executor.forward(is_train=True, data=mx.nd.ones((4, 8)))
    executor.backward()
    other.forward(is_train=True, data=mx.nd.ones((4, 8)))
    other.backward()
    for name, array in other.grad_dict.items():
        np.testing.assert_array_equal(executor.grad_dict[name].asnumpy(), array.asnumpy())


def test_an_executor_is_freed_without_the_collector():
    executor = bound("write")
    told(executor)
    gone = weakref.ref(executor)
    gc.disable()
    try:
        del executor
        assert gone() is None
    finally:
        gc.enable()
