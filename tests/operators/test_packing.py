"""Weights laid out for a kernel are kept between calls, and never outlive what they were made of."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops.nn import deconv
from mxnet.core.ops.nn.packing import Packing, is_live
from mxnet.core.tuning import PACKED_WEIGHT_UP_TO_ELEMENTS, PACKED_WEIGHTS_KEPT


def test_packed_at_second_sight():
    made = []
    packing = Packing(lambda parameters, *how: made.append(how) or parameters.clone())
    values = torch.rand(3, 4)
    assert packing.find(values, 1) is None and not made
    assert torch.equal(packing.find(values, 1), values) and made == [(1,)]
    assert packing.find(values, 1) is packing.find(values, 1) and len(made) == 1
    assert packing.find(values, 2) is None  # used in another way
    values.numpy()[0, 0] = -1  # torch counts no version for it
    assert packing.find(values, 1) is None
    assert packing.find(values, 1)[0, 0] == -1
    values[0, 0] = float("nan")
    assert packing.find(values, 1) is None
    assert packing.find(values, 1)[0, 0].isnan()


def test_bounds():
    packing = Packing(lambda parameters: parameters)
    for _ in range(2):
        assert packing.find(torch.rand(PACKED_WEIGHT_UP_TO_ELEMENTS + 1)) is None
        assert packing.find(torch.rand(4, 4).t()) is None
    assert not packing.kept
    arrays = [torch.rand(2) for _ in range(3 * PACKED_WEIGHTS_KEPT)]
    for array in arrays:
        packing.find(array)
    assert len(packing.kept) <= PACKED_WEIGHTS_KEPT


@pytest.mark.skipif(deconv.conv_transpose_pointwise is None or not is_live(), reason="needs oneDNN's kernels")
@pytest.mark.parametrize("more", [{}, {"adj": (1, 1)}, {"dilate": (2, 2)}, {"num_group": 2}, {"target_shape": (17, 17)},
                                  {"no_bias": False}])
def test_deconvolution(more):
    rng = np.random.RandomState(0)
    params = {"kernel": (4, 4), "stride": (2, 2), "pad": (1, 1), "num_filter": 32, **more}
    arrays = [rng.rand(3, 32, 9, 9), rng.rand(32, 32 // more.get("num_group", 1), 4, 4), rng.rand(32)]
    arrays = arrays[:2 + ("no_bias" in more)]
    wide = [mx.nd.array(a, dtype="float64") for a in arrays]
    arrays = [mx.nd.array(a) for a in arrays]
    deconv._packing.kept.clear()
    for number in range(3):
        wanted = mx.nd.Deconvolution(*wide, **params).asnumpy()
        for _ in range(3):
            np.testing.assert_allclose(mx.nd.Deconvolution(*arrays, **params).asnumpy(), wanted, rtol=1e-5)
        assert [packed is not None for _, packed in deconv._packing.kept.values()] == [True]
        for group in (arrays, wide):
            group[1][number] = 0.25


def test_bias_of_another_size():
    """Kernels that take packed weights look at no shapes."""
    data, weight = mx.nd.ones((3, 32, 9, 9)), mx.nd.ones((32, 32, 4, 4))
    for size in (32, 32, 32, 31, 33, 1):
        def call(size=size):
            return mx.nd.Deconvolution(data, weight, mx.nd.ones(size), kernel=(4, 4), num_filter=32, no_bias=False)
        if size == 32:
            assert call().shape == (3, 32, 12, 12)
        else:
            with pytest.raises(mx.MXNetError):
                call()
