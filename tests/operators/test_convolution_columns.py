"""Convolutions that skip columns and leave one: oneDNN read past images of one channel with channels last."""
import numpy as np
import pytest
import torch

import mxnet as mx

sym = mx.sym


@pytest.mark.parametrize("size, kernel, stride", [((13, 4), (3, 3), (1, 2)), ((13, 4), (2, 2), (1, 3)),
                                                  ((12, 5), (5, 5), (1, 2)), ((7, 7), (5, 5), (1, 3))])
@pytest.mark.parametrize("sliced", [False, True])
@pytest.mark.parametrize("mode", ["predict", "train", "hybrid"])
def test_one_channel_and_one_column(size, kernel, stride, sliced, mode):
    draw = np.random.RandomState(0)
    data, weight, bias, head = (draw.normal(size=shape).astype("float32")
                                for shape in ((3, 2, *size), (8, 1, *kernel), (8,), (3, 8, size[0] - kernel[0] + 1, 1)))
    data = data if sliced else data[:, :1]
    values = [torch.from_numpy(value).double().requires_grad_() for value in (data, weight, bias)]
    wanted = torch.conv2d(values[0][:, :1], *values[1:], stride=stride)
    wanted.backward(torch.from_numpy(head).double())
    x = sym.slice_axis(sym.var("data"), axis=1, begin=0, end=1) if sliced else sym.var("data")
    net = sym.Convolution(x, kernel=kernel, stride=stride, num_filter=8, name="c")
    arrays = {"data": mx.nd.array(data), "c_weight": mx.nd.array(weight), "c_bias": mx.nd.array(bias)}
    if mode == "hybrid":
        block = mx.gluon.SymbolBlock(net, [sym.var("data")])
        for name, value in list(arrays.items())[1:]:
            block.params[name].initialize()
            block.params[name].set_data(value)
        block.hybridize()
        found = [block(arrays["data"]).asnumpy() for _ in range(3)]
    else:
        bound = net.bind(mx.cpu(), arrays, args_grad={name: mx.nd.zeros(value.shape) for name, value in arrays.items()}
                         if mode == "train" else None)
        found = [bound.forward(is_train=mode == "train")[0].asnumpy()]
        if mode == "train":
            bound.backward([mx.nd.array(head)])
            for name, value in zip(arrays, values):
                np.testing.assert_allclose(bound.grad_dict[name].asnumpy(), value.grad.numpy(), rtol=1e-4, atol=1e-4)
    for out in found:
        np.testing.assert_allclose(out, wanted.detach().numpy(), rtol=1e-4, atol=1e-4)
