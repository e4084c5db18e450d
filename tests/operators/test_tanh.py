"""The tanh that programs compute on the host, by NumPy where it is the faster one."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops.nn import activation


@pytest.mark.parametrize("threads", [1, 5])
@pytest.mark.parametrize("order", [torch.contiguous_format, torch.channels_last])
def test_exactness_and_order(order, threads):
    data = (torch.randn(3, 5, 17, 19, generator=torch.Generator().manual_seed(0)) * 3).contiguous(memory_format=order)
    expected, version, before = torch.tanh(data.double()), data._version, torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        found = activation.tanh(data)
        assert found.stride() == data.stride() and data._version == version
        assert activation.tanh_(data) is data and data._version > version
    finally:
        torch.set_num_threads(before)
    assert torch.equal(found, data)
    assert float(((found - expected) / expected).abs().max()) < 2**-23 * 1.5


def test_borders():
    data = torch.tensor([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 100.0]).repeat(500)
    torch.testing.assert_close(activation.tanh(data), torch.tanh(data), equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16])
def test_other_types(dtype):
    data = torch.linspace(-2, 2, 4001, dtype=dtype)
    assert torch.equal(activation.tanh(data), torch.tanh(data))


def test_what_torch_differentiates_or_traces():
    data = torch.randn(3000, requires_grad=True)
    activation.tanh(data).sum().backward()
    torch.testing.assert_close(data.grad, 1 - torch.tanh(data.detach()) ** 2)
    with torch._subclasses.FakeTensorMode():
        assert activation.tanh(torch.empty(4000)).shape == (4000,)


@pytest.mark.parametrize("shape", [(3, 4), (50, 60)])
def test_calls_and_programs_agree(shape):
    """Where tanh is nearly one, its derivative is a difference of equals: the last bit counts."""
    data = mx.nd.array(np.random.RandomState(0).uniform(-9, 9, shape))
    data.attach_grad()
    with mx.autograd.record():
        called = mx.nd.Activation(data, act_type="tanh")
    called.backward()
    executor = mx.sym.Activation(mx.sym.Variable("data"), act_type="tanh").bind(
        mx.cpu(), {"data": data}, {"data": mx.nd.zeros(shape)})
    found = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(mx.nd.ones(shape))
    np.testing.assert_array_equal(found, called.asnumpy())
    np.testing.assert_array_equal(executor.grad_arrays[0].asnumpy(), data.grad.asnumpy())


def test_a_program_uses_it(monkeypatch):
    calls, of_numpy = [], np.tanh
    monkeypatch.setattr(activation.np, "tanh", lambda data, out: calls.append(data.shape) or of_numpy(data, out=out))
    executor = mx.sym.Activation(mx.sym.Variable("data"), act_type="tanh").simple_bind(mx.cpu(), data=(20, 300))
    executor.arg_dict["data"][:] = 0.5
    found = executor.forward(is_train=True)[0].asnumpy()
    assert calls == [(20, 300)]
    np.testing.assert_allclose(found, of_numpy(np.float32(0.5)), rtol=1e-6)
