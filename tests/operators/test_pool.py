"""Pooling by slices: the same numbers as torch's windows, in the same memory order."""
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet.core.ops.nn import pool

TILES = [((8, 20, 24, 24), (2, 2)), ((8, 16, 27, 27), (3, 3)), ((16, 1, 32, 32), (2, 2)), ((2, 8, 64, 64), (4, 2)),
         ((8, 32, 32, 33), (2, 3))]


def plan_of(shape, kernel):
    return pool.planned(torch.Size(shape), kernel, "max", False, "valid", kernel, (0, 0), None, True, None)


@pytest.mark.parametrize("shape, kernel", TILES)
def test_tiles_with_channels_last(shape, kernel, monkeypatch):
    torch.manual_seed(0)
    images = torch.randn(shape).contiguous(memory_format=torch.channels_last)
    images[0, 0, 1, 1] = torch.nan
    expected = F.max_pool2d(images, kernel, kernel)

    def refuse(*_):
        raise AssertionError("torch's windows were used")
    monkeypatch.setitem(pool._MAX_PREDICT, 2, refuse)
    found = pool.pool(images, plan_of(shape, kernel))
    assert torch.equal(found.nan_to_num(9.0), expected.nan_to_num(9.0)) and found.isnan().sum() == 1
    assert found.stride() == expected.stride()


@pytest.mark.parametrize("shape, kernel", [((8, 20, 25, 24), (2, 2)), ((1, 2, 4, 4), (2, 2))])
def test_other_windows_are_torchs(shape, kernel):
    images = torch.randn(shape).contiguous(memory_format=torch.channels_last)
    assert not pool._is_tiled(images, plan_of(shape, kernel))
    assert torch.equal(pool.pool(images, plan_of(shape, kernel)), F.max_pool2d(images, kernel, kernel))


def test_gradients_pass_where_prediction_takes_slices():
    x = mx.nd.random.normal(shape=(8, 20, 24, 24))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
    y.backward()
    assert x.grad.sum().asscalar() == y.size and (mx.nd.sum(x.grad * x) - y.sum()).abs().asscalar() < 1e-2
