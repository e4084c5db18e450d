"""Convolutions whose filters have distances between their elements, or would have if there were more than one."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops.nn.conv import geometry
from mxnet.core.params import Params


@pytest.mark.parametrize("kernel, dilate, expected", [
    ((1, 1), (3, 2), (1, 1)), ((1, 3), (2, 2), (1, 2)), ((3, 1), (2, 2), (2, 1)), ((2, 2), (2, 3), (2, 3)),
    ((1,), (4,), (1,)), ((1, 2, 1), (2, 2, 2), (1, 2, 1)), ((1, 1), (), (1, 1)), ((1, 1), (0, 1), (0, 1))])
def test_filters_of_one_element_have_no_distances(kernel, dilate, expected):
    assert geometry(Params(kernel=kernel, stride=(), pad=(), dilate=dilate))[3] == expected


@pytest.mark.parametrize("operator", ["Convolution", "Deconvolution"])
def test_padded_single_pixels(operator):
    """With a distance the process ended there: the kernel read memory that is not the image's."""
    rng = np.random.RandomState(0)
    found = []
    for dilate in (1, 3):
        net = getattr(mx.sym, operator)(mx.sym.var("data"), kernel=(1, 1), stride=(2, 2), pad=(0, 1), num_group=4,
                                        dilate=(dilate, dilate), num_filter=8, no_bias=operator == "Deconvolution")
        shape = (5, 16, 1, 1) if operator == "Convolution" else (5, 16, 3, 4)
        executor = net.simple_bind(mx.cpu(), data=shape)
        rng.seed(0)
        for array in executor.arg_arrays:
            array[:] = rng.randn(*array.shape)
        predicted = executor.forward()[0].asnumpy()
        trained = executor.forward(is_train=True)[0].asnumpy()
        executor.backward([mx.nd.ones(trained.shape)])
        found.append([predicted, trained, *(array.asnumpy() for array in executor.grad_arrays)])
    for one, other in zip(*found):
        np.testing.assert_array_equal(one, other)


def test_a_distance_of_nothing_is_refused():
    with pytest.raises(mx.MXNetError):
        mx.nd.Convolution(mx.nd.ones((1, 1, 3, 3)), mx.nd.ones((1, 1, 1, 1)), kernel=(1, 1), dilate=(0, 1),
                          num_filter=1, no_bias=True).asnumpy()
