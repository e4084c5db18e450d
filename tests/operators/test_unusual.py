"""Calls that MXNet 1.9.1 answers where one would expect an error, with the numbers that it gave."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd


def eager(call, arrays, heads=None):
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        out = call(*arrays)
    out.backward(heads)
    return out.asnumpy(), [array.grad.asnumpy() for array in arrays]


def bound(symbol, arrays, heads=None):
    names = symbol.list_arguments()
    gradients = {name: array.copy() for name, array in zip(names, arrays)}
    executor = symbol.bind(mx.cpu(), dict(zip(names, arrays)), gradients)
    out = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(heads)
    return out, [array.asnumpy() for array in executor.grad_arrays]


@pytest.mark.parametrize("label", [-1, 3, 5, -2, 1e10, np.nan])
def test_softmax_cross_entropy_of_a_class_that_does_not_exist(label):
    """Its probability counts as 1e-8, as every smaller one. MXNet reads what is beside the row in memory."""
    arrays = [mx.nd.array([[1, 2, 3], [1, 0, 2]]), mx.nd.array([label, 1])]
    symbol = mx.sym.softmax_cross_entropy(mx.sym.var("data"), mx.sym.var("label"))
    for out, (grad, _) in (eager(mx.nd.softmax_cross_entropy, arrays), bound(symbol, arrays, mx.nd.ones(1))):
        np.testing.assert_allclose(out, [20.828287], rtol=1e-6)
        np.testing.assert_allclose(grad, [[0.0900306, 0.2447285, 0.6652409], [0.2447285, -0.9099694, 0.6652409]],
                                   rtol=1e-5)


@pytest.mark.parametrize("sample, alpha, want, grads", [
    ([0.3, 0.35], [1.5, 1.75], 0.780073, ([1.3001217, 1.6715851], [-0.1743244, -0.2186573])),
    ([0.3], [1.5], 0.5477226, ([0.9128709], [-0.6594431])),
])
def test_density_of_a_single_dirichlet_sample(sample, alpha, want, grads):
    arrays = [mx.nd.array(sample), mx.nd.array(alpha)]
    symbol = mx.sym.random_pdf_dirichlet(mx.sym.var("sample"), mx.sym.var("alpha"))
    for out, found in (eager(mx.nd.random_pdf_dirichlet, arrays), bound(symbol, arrays, mx.nd.ones(1))):
        np.testing.assert_allclose(out, [want], rtol=1e-5)
        for got, expected in zip(found, grads, strict=True):
            np.testing.assert_allclose(got, expected, rtol=1e-4)


@pytest.mark.parametrize("shape, params, want, grad", [
    ((2, 2, 3, 1), {}, [[[0, 1], [1, 2], [3, 4], [4, 5]], [[6, 7], [7, 8], [9, 10], [10, 11]]],
     [[[[0], [3], [3]], [[4], [11], [7]]], [[[8], [19], [11]], [[12], [27], [15]]]]),
    ((1, 2, 3, 2), {"stride": (2,), "pad": (1,)}, [[[0, 1], [0, 2], [0, 4], [3, 5]]],
     [[[[2, 1], [3, 6], [5, 7]], [[0, 0], [0, 0], [0, 0]]]]),  # the first channels * size numbers of each image
])
def test_im2col_of_images_by_a_kernel_of_one_axis(shape, params, want, grad):
    data = mx.nd.arange(np.prod(shape)).reshape(shape)
    heads = mx.nd.arange(np.size(want)).reshape(np.shape(want))
    symbol = mx.sym.im2col(mx.sym.var("data"), kernel=(2,), **params)
    assert symbol.infer_shape(data=shape)[1] == [np.shape(want)]
    for out, (found,) in (eager(lambda x: mx.nd.im2col(x, kernel=(2,), **params), [data], heads),
                          bound(symbol, [data], heads)):
        np.testing.assert_array_equal(out, want)
        np.testing.assert_array_equal(found, grad)
