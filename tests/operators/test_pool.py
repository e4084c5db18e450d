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


@pytest.mark.parametrize("kind", ["avg", "sum"])
@pytest.mark.parametrize("shape", [(2, 3, 5, 4), (2, 1, 5, 4), (0, 3, 5, 4), (2, 3, 4), (2, 3, 2, 3, 2)])
@pytest.mark.parametrize("last", [False, True])
def test_the_gradient_of_a_global_one_has_the_order_of_the_data(kind, shape, last):
    data = torch.rand(shape)
    if last:
        data = data.movedim(1, -1).contiguous().movedim(-1, 1)
    plan = pool.Plan(shape, mx.core.params.Params(
        pool_type=kind, global_pool=True, kernel=(), pooling_convention="valid", stride=(), pad=(), p_value=None,
        count_include_pad=None, layout=None))
    out, kept = pool.pool_train(data, plan)
    head = torch.rand(out.shape)
    if isinstance(kept, pool._Taped):  # one axis
        found = kept.gradient(head)
    else:
        found = pool.pool_gradient(head, (kept, plan))
        layout = torch.channels_last if last and len(shape) == 4 and shape[1] > 1 else torch.contiguous_format
        assert found.is_contiguous(memory_format=layout) or not shape[0]
    torch.testing.assert_close(found, (head * (1 / data[0, 0].numel() if kind == "avg" else 1)).expand(shape)
                               if data.numel() else data)


@pytest.mark.parametrize("kind", ["max", "avg", "sum", "lp"])
@pytest.mark.parametrize("shape, layout", [((2, 8, 36, 32), "NCHW"), ((4, 64, 64, 1), "NHWC")])
def test_gradients_of_tiles_on_the_tape(kind, shape, layout):
    """Those of roots, and of images whose single channel is last."""
    x = mx.nd.random.normal(shape=shape)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type=kind, p_value=2, layout=layout)
    y.backward()
    exact = torch.from_numpy(x.asnumpy()).double().requires_grad_()
    planar = exact if layout == "NCHW" else exact.movedim(-1, 1)
    summed = F.avg_pool2d(planar.square() if kind == "lp" else planar, 2, divisor_override=1)
    out = {"max": F.max_pool2d(planar, 2), "avg": summed / 4, "sum": summed, "lp": summed.sqrt()}[kind]
    out = out if layout == "NCHW" else out.movedim(1, -1)
    out.sum().backward()
    torch.testing.assert_close(torch.from_numpy(y.asnumpy()).double(), out.detach(), rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(torch.from_numpy(x.grad.asnumpy()).double(), exact.grad, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind, mean", [("avg", 1 / 8), ("sum", 1), ("max", 1)])
def test_windows_in_three_axes_that_reach_over_all_data(kind, mean):
    x = mx.nd.array([[[[[3]]], [[[-2]]]]])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Pooling(x, kernel=(2, 2, 2), stride=(2, 2, 2), pad=(1, 1, 1), pool_type=kind)
    y.backward()
    assert (y == x * mean).asnumpy().all() and (x.grad == mean).asnumpy().all()
