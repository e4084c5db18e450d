"""Arrays on their way to a GPU: nobody waits, and what arrives is what was sent."""
import contextlib

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import gluon
from tests.cuda import no_waiting

SHAPES = [(3,), (64, 1000), (300, 40, 50)]


@pytest.mark.gpu
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float16", "int32", "uint8"])
def test_what_was_sent_arrives(shape, dtype):
    values = (np.arange(np.prod(shape)) % 251).reshape(shape)
    sent, busy = mx.nd.array(values, dtype=dtype), torch.randn(4000, 4000, device="cuda")
    for _ in range(20):  # so that the copies come before the computations that they wait for in torch
        busy = busy @ busy * 1e-3
    with no_waiting():
        there = [sent.as_in_context(mx.gpu()) for _ in range(3)]
        sent[:] = 0  # at once
    for array in there:
        assert array.context == mx.gpu() and array.dtype == sent.dtype
        np.testing.assert_array_equal(array.asnumpy(), values.astype(dtype))


@pytest.mark.gpu
def test_memory_of_arrays_that_are_gone_is_used_when_computations_are_done():
    sums, expected = [], []
    for step in range(50):
        values = np.full((256, 256), step, np.float32)
        there = mx.nd.array(values).as_in_context(mx.gpu())
        for _ in range(4):
            there = mx.nd.dot(there, mx.nd.eye(256, ctx=mx.gpu()))
        sums.append(there.sum())
        expected.append(values.sum())
    np.testing.assert_allclose([float(value.asscalar()) for value in sums], expected)


@pytest.mark.gpu
def test_parts_of_arrays_and_histories_travel_too():
    data = mx.nd.array(np.arange(60000.0).reshape(200, 300))
    np.testing.assert_array_equal(data.T[10:50].as_in_context(mx.gpu()).asnumpy(), data.T[10:50].asnumpy())
    data.attach_grad()
    with mx.autograd.record():
        loss = (data.as_in_context(mx.gpu()) * 2).sum()
    loss.backward()
    assert (data.grad.asnumpy() == 2).all()


@pytest.mark.gpu
def test_a_loop_over_a_loader_waits_for_nothing():
    """Network, loss, update and batches: Python only gives work to the GPU."""
    rng = np.random.RandomState(0)
    samples = gluon.data.ArrayDataset(rng.rand(640, 1200).astype("float32"), rng.randint(0, 10, 640).astype("float32"))
    loader = gluon.data.DataLoader(samples, batch_size=32)
    weight = rng.uniform(-0.1, 0.1, (10, 1200))

    def trained(ctx, second):
        net = gluon.nn.Dense(10, in_units=1200)
        net.initialize(ctx=ctx)
        net.weight.set_data(mx.nd.array(weight))
        loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
        for block in (net, loss_of):
            block.hybridize(static_alloc=True)
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1e-3, "momentum": 0.9})
        losses = []

        def epoch():
            for data, label in loader:
                with mx.autograd.record():
                    loss = loss_of(net(data.as_in_context(ctx)), label.as_in_context(ctx))
                loss.backward()
                trainer.step(32)
                losses.append(loss)
        epoch()  # everything is captured in it
        with second:
            epoch()
        return [loss.asnumpy() for loss in losses]
    found, expected = trained(mx.gpu(), no_waiting()), trained(mx.cpu(), contextlib.nullcontext())
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)
