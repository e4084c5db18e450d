"""A normalization of the data itself needs the gradient of the convolution after it only as sums over the channels."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops.nn.sums import summed_gradient

CASES = [  # sizes, kernel, stride, pad, dilate, groups
    ((20, 23), (7, 7), (2, 2), (3, 3), (1, 1), 1), ((9, 8), (3, 5), (1, 3), (0, 2), (1, 1), 2),
    ((12, 11), (3, 2), (2, 1), (4, 3), (2, 3), 1), ((5, 5), (2, 2), (3, 4), (0, 0), (1, 1), 4),
    ((3, 3), (3, 3), (1, 1), (3, 3), (1, 1), 1), ((17,), (4,), (2,), (3,), (2,), 2),
    ((6, 5, 7), (2, 3, 3), (2, 1, 2), (1, 0, 2), (1, 2, 1), 1),
]


@pytest.mark.parametrize("sizes, kernel, stride, pad, dilate, groups", CASES)
@pytest.mark.parametrize("batch", [0, 1, 3])
@pytest.mark.parametrize("last", [False, True])
def test_sums(sizes, kernel, stride, pad, dilate, groups, batch, last):
    torch.manual_seed(0)
    convolve = (torch.nn.functional.conv1d, torch.nn.functional.conv2d, torch.nn.functional.conv3d)[len(sizes) - 1]
    data = torch.randn(batch, 4, *sizes, dtype=torch.float64, requires_grad=True)
    weight = torch.randn(8, 4 // groups, *kernel, dtype=torch.float64)
    out = convolve(data, weight, None, stride, pad, dilate, groups)
    grad = torch.randn_like(out)
    expected = torch.autograd.grad(out, data, grad)[0].sum([0, *range(2, data.dim())])
    if last:
        grad = grad.movedim(1, -1).contiguous().movedim(-1, 1)
    torch.testing.assert_close(summed_gradient(grad, weight, sizes, stride, pad, dilate, groups), expected)


def bound(fix_gamma=True, wanted=("bn_gamma", "bn_beta", "conv_weight", "conv_bias"), reader=None, layout=None, axis=1,
          dtype="float32", **options):
    net = mx.sym.BatchNorm(mx.sym.var("data"), fix_gamma=fix_gamma, axis=axis, name="bn", **options)
    out = mx.sym.Convolution(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), num_filter=4, layout=layout, name="conv")
    shape = (2, 3, 9, 10) if layout is None else (2, 9, 10, 3)
    outs = [out] if reader is None else [out, reader(net)]
    net = mx.sym.Group(outs)
    executor = net.simple_bind(mx.cpu(), grad_req=dict.fromkeys(wanted, "write"), data=shape,
                               type_dict={"data": dtype})
    rng = np.random.RandomState(0)
    for array in executor.arg_arrays:
        array[:] = rng.uniform(0.5, 1.5, array.shape)
    return executor, rng


def gradients(executor, rng):
    executor.forward(is_train=True)
    heads = [mx.nd.array(rng.uniform(-1, 1, out.shape), dtype=out.dtype) for out in executor.outputs]
    executor.backward(heads)
    return {name: array.asnumpy() for name, array in executor.grad_dict.items() if array is not None}


def with_everything(*args, **options):
    """Return the gradients if that of the data is wanted too, for which there are no sums."""
    found = gradients(*bound(*args, wanted=("data", "bn_gamma", "bn_beta", "conv_weight", "conv_bias"), **options))
    del found["data"]
    return found


def counted(monkeypatch):
    calls = []
    monkeypatch.setattr("mxnet.core.ops.nn.conv.summed_gradient",
                        lambda *args: calls.append(args) or summed_gradient(*args))
    return calls


@pytest.mark.parametrize("options", [{}, {"use_global_stats": True}, {"layout": "NHWC", "axis": 3},
                                     {"wanted": ("bn_beta",)}, {"wanted": ("bn_beta", "conv_bias")}])
def test_a_network_uses_them(options, monkeypatch):
    calls = counted(monkeypatch)
    found = gradients(*bound(**options))
    assert len(calls) == 1
    expected = with_everything(**{name: value for name, value in options.items() if name != "wanted"})
    assert len(calls) == 1
    for name, array in found.items():
        np.testing.assert_allclose(array, expected[name], rtol=1e-4, atol=1e-4, err_msg=name)


@pytest.mark.parametrize("options", [{"fix_gamma": False}, {"reader": mx.sym.square}, {"reader": mx.sym.BlockGrad},
                                     {"reader": lambda net: net}, {"layout": "NHWC"}, {"dtype": "float16"}])
def test_where_more_of_the_gradient_is_read(options, monkeypatch):
    calls = counted(monkeypatch)
    found, expected = gradients(*bound(**options)), with_everything(**options)
    assert not calls
    for name, array in found.items():
        np.testing.assert_allclose(array, expected[name], rtol=1e-4, atol=1e-4, err_msg=name)


def test_a_monitor_sees_the_gradient(monkeypatch):
    calls, seen = counted(monkeypatch), []
    executor, rng = bound()
    executor.set_monitor_callback(lambda name, array: seen.append(name))
    gradients(executor, rng)
    assert "conv_backward_output0" in seen and not calls


def test_added_to_what_is_there():
    executor, rng = bound()
    first = gradients(executor, rng)
    net = executor._symbol
    adding = net.bind(mx.cpu(), executor.arg_dict, {name: mx.nd.ones(first[name].shape) for name in first},
                      dict.fromkeys(first, "add"), executor.aux_dict)
    found = gradients(adding, np.random.RandomState(0))
    again = gradients(executor, np.random.RandomState(0))
    for name, array in found.items():
        np.testing.assert_allclose(array, 1 + again[name], rtol=1e-4, atol=1e-4, err_msg=name)


def test_what_is_not_finite_stays_so():
    executor, rng = bound()
    executor.arg_dict["conv_weight"][0, 1, 1, 1] = np.nan
    found = gradients(executor, rng)["bn_beta"]
    assert np.isnan(found[1]) and np.isfinite(found[[0, 2]]).all()
