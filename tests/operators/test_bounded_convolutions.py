"""A clip after a convolution, as the relu6 of mobile networks, is done by the convolution's kernel in prediction."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.torch_private import convolution_pointwise


def network(low, high, *, norm=False, added=False, filters=8):
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=filters, name="conv")
    if norm:
        net = mx.sym.BatchNorm(net, fix_gamma=False, name="norm")
    if added:
        net = net + mx.sym.Convolution(data, kernel=(1, 1), num_filter=filters, name="side")
    return mx.sym.clip(net, a_min=low, a_max=high, name="clip")


def bound(symbol, dtype="float32", shape=(2, 5, 9, 7)):
    exe = symbol.simple_bind(mx.cpu(), data=shape, grad_req="null", type_dict={"data": dtype})
    random = np.random.RandomState(3)
    for array in [*exe.arg_arrays, *exe.aux_arrays]:
        array[:] = mx.nd.array(random.uniform(0.2, 1, array.shape) * random.choice([-1, 1], array.shape)).astype(
            array.dtype)
    for array in exe.aux_arrays:
        array[:] = array.abs()
    return exe


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("low, high", [(0, 6), (0, 0.25), (0, 0)])
@pytest.mark.parametrize("norm, added", [(False, False), (True, False), (False, True)])
def test_the_kernel_bounds_its_result(dtype, low, high, norm, added, monkeypatch):
    symbol = network(low, high, norm=norm, added=added)
    exe = bound(symbol, dtype)
    found = [exe.forward()[0].astype("float32").asnumpy() for _ in range(12)][-1]
    if convolution_pointwise is not None and not added and dtype == "float32":  # after sums it bounds only below
        assert "_clip" in exe.code and "= clip(" not in exe.code
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "NONE")
    plain = bound(symbol, dtype)
    wanted = plain.forward()[0].astype("float32").asnumpy()
    assert "= clip" in plain.code
    assert found.min() >= low and found.max() <= high
    # in bfloat16 the batch norm is folded into weights before they are rounded
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5 if dtype == "float32" else 0.08)


def test_a_convolution_by_winograds_algorithm():
    symbol = network(0, 2, filters=128)
    exe = bound(symbol, shape=(4, 128, 28, 28))
    found, conv = exe.forward()[0].asnumpy(), symbol.get_internals()["conv_output"]
    inner = conv.bind(mx.cpu(), {name: exe.arg_dict[name] for name in conv.list_arguments()}, grad_req="null")
    wanted = np.clip(inner.forward()[0].asnumpy(), 0, 2)
    np.testing.assert_allclose(found, wanted, atol=2e-3)
    assert (found == 0).any() and (found == 2).any()


@pytest.mark.parametrize("low, high", [(-np.inf, 1), (0, np.inf), (2, 1), (-1.5, 2.25), (0.5, 0.5)])
def test_bounds_that_the_kernel_does_not_take(low, high):
    exe = bound(network(low, high))
    inner = exe._symbol.get_internals()["conv_output"]
    values = inner.bind(mx.cpu(), {name: exe.arg_dict[name] for name in inner.list_arguments()}, grad_req="null")
    wanted = mx.nd.clip(values.forward()[0], low, high).asnumpy()
    np.testing.assert_allclose(exe.forward()[0].asnumpy(), wanted, rtol=1e-5, atol=1e-5)
    assert "clip" in exe.code


@pytest.mark.parametrize("low, high", [(-1, 2), (0.5, 6)])
def test_a_clip_that_is_no_relu_keeps_nan(low, high):
    """As in MXNet, whose kernel bounds from zero on only."""
    exe = bound(network(low, high))
    exe.arg_dict["data"][0, 1, 4, 3] = np.nan
    assert [np.isnan(exe.forward()[0].asnumpy()).sum() for _ in range(12)] == [8 * 9] * 12
