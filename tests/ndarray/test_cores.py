"""Small imperative calls stay on the caller's core, recorded or not; large ones have all of them."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import cores


@pytest.fixture
def two_cores():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def seen(monkeypatch):
    """Note with how many cores torch's linear map runs."""
    found, linear = [], torch.nn.functional.linear

    def noting(*args):
        found.append(torch.get_num_threads())
        return linear(*args)
    monkeypatch.setattr("mxnet.core.ops.nn.dense._linear", noting)
    monkeypatch.setattr("mxnet.core.matmul.linear", noting)
    return found


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize(("size", "expected"), [(8, 1), (256, 2)])
def test_a_layer(two_cores, monkeypatch, recorded, size, expected):
    found = seen(monkeypatch)
    data, weight = mx.nd.ones((size, size)), mx.nd.ones((size, size))
    weight.attach_grad()
    with mx.autograd.record() if recorded else mx.autograd.pause():
        out = mx.nd.FullyConnected(data, weight, num_hidden=size, no_bias=True, name="fwd")
    if recorded:
        out.backward()
        np.testing.assert_array_equal(weight.grad.asnumpy(), size)
    assert found == [expected]
    assert torch.get_num_threads() == 2


def test_an_error_leaves_the_cores_alone(two_cores):
    with pytest.raises(ZeroDivisionError):
        cores.on_one_core(lambda: 1 / 0)
    assert torch.get_num_threads() == 2


def test_zeros_of_both_signs_are_two_numbers():
    x = mx.nd.array([1.0])
    with mx.autograd.record():
        x.attach_grad()
        signs = [np.signbit((x * zero).asnumpy()[0]) for zero in (0.0, -0.0, 0.0)]
    assert signs == [False, True, False]
