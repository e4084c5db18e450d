"""Pooling over regions: in parts as at once, on devices as on the host, and derivatives of all orders."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops import places
from mxnet.core.ops.contrib import grids
from mxnet.core.ops.nn import roi


def regions(rng, count, batch, side):
    corner = rng.uniform(-2, side * 0.9, (count, 2))
    return np.concatenate((rng.randint(-1, batch + 1, (count, 1)), corner,
                           corner + rng.uniform(-1, side * 0.8, (count, 2))), 1).astype(np.float32)


@pytest.mark.parametrize("shape", [(3, 5), (9, 800), (300, 40), (70000, 2)])
def test_first_places(shape):
    rng = np.random.RandomState(0)
    values = rng.randint(0, 4, shape).astype(np.float32)
    assert np.array_equal(places.first_places(values, values.max(0)), values.argmax(0))


@pytest.mark.parametrize("batch", [1, 3])
def test_pooling_in_parts(batch, monkeypatch):
    rng = np.random.RandomState(batch)
    data = torch.from_numpy(rng.randint(-9, 9, (batch, 4, 17, 13)).astype(np.float32))
    rois = torch.from_numpy(regions(rng, 40, batch, 15))
    wanted = roi._pool(data, rois, (4, 3), 0.9, True)
    monkeypatch.setattr(roi, "ROI_AT_ONCE_ELEMENTS", 1000)
    assert sum(1 for _ in roi._parts(rois, data.shape, (4, 3), 0.9)) > 5
    for one, other in zip(wanted, roi._pool(data, rois, (4, 3), 0.9, True)):
        assert torch.equal(one, other)
    best, place = wanted
    full = torch.cat((data.flatten(), torch.zeros(1)))
    assert torch.equal(full[place], best) and (place == data.numel()).any()


def test_first_elsewhere():
    """Types that NumPy does not have, and devices, take another way."""
    values = torch.randint(0, 4, (9, 50, 3)).float()
    best = values.amax(0)
    assert torch.equal(roi._first(values, best), roi._first(values.bfloat16(), best.bfloat16()))


def test_pooling_outside_training():
    """Without training nobody keeps the places; a gradient finds them."""
    rng = np.random.RandomState(0)
    data = mx.nd.array(rng.randint(-9, 9, (1, 2, 9, 9)))
    rois = mx.nd.array(regions(rng, 6, 1, 9))
    found = []
    for train in (True, False):
        data.attach_grad()
        with mx.autograd.record(train_mode=train):
            out = mx.nd.ROIPooling(data, rois, pooled_size=(2, 3), spatial_scale=1.0)
        out.backward(out)
        found.append(data.grad.asnumpy())
    assert found[0].any() and np.array_equal(*found)


@pytest.mark.parametrize("rows", [50, 70000])
def test_spreading_elsewhere(rows):
    rng = np.random.RandomState(0)
    index, weight = torch.from_numpy(rng.randint(0, rows, (30, 6))), torch.from_numpy(rng.rand(30, 6))
    sums = torch.from_numpy(rng.rand(30, 4))
    torch.testing.assert_close(grids._gathered(sums, index, weight, rows), grids._added(sums, index, weight, rows))


@pytest.mark.parametrize("groups, channels", [(1, 2), (4, 8), (4, 9)])
def test_derivatives_of_sums(groups, channels):
    rng = np.random.RandomState(0)
    data = torch.from_numpy(rng.rand(2, channels, 5, 4)).requires_grad_()
    rows, columns = (((rng.randint(0, n, (3, 2, 3))), rng.rand(3, 2, 3)) for n in (5, 4))
    plane = rng.randint(0, 2 * groups, (3, 2, 2))

    def call(x):
        return grids.sum_grids(x, 2, groups, plane, rows, columns) ** 2
    assert torch.autograd.gradcheck(call, data) and torch.autograd.gradgradcheck(call, data)
