"""Hybridized blocks of mx.np as CUDA graphs: what is captured gives what is not captured."""
import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.core.tiers import arena
from mxnet.gluon import nn

STEPS = 12  # the first calls are not captured; see tests/gluon/test_captured.py


@pytest.fixture(params=[pytest.param("gpu", marks=pytest.mark.gpu), "emulated"])
def device(request):
    """A context on which calls are captured, in NumPy mode."""
    if request.param == "emulated":
        request.getfixturevalue("emulated_cuda")
    npx.set_np()
    with mx.gpu() if request.param == "gpu" else mx.cpu():
        yield
    npx.reset_np()


@pytest.fixture
def replays(monkeypatch):
    """Count the replays of graphs."""
    counted = [0]
    replay = arena.CapturedGraph.replay

    def counting(graph):
        counted[0] += 1
        replay(graph)
    monkeypatch.setattr(arena.CapturedGraph, "replay", counting)
    return counted


class Attention(nn.HybridBlock):
    """Layers of Gluon, functions of mx.np and of mx.npx, operators of Python, a value without axes."""

    def __init__(self):
        super().__init__()
        self.queries = nn.Dense(8, flatten=False, in_units=6, use_bias=False)
        self.norm = nn.LayerNorm(in_channels=8)
        self.last = nn.Dense(4, in_units=24)

    def hybrid_forward(self, F, x):
        queries = self.queries(x)
        weights = F.npx.softmax(F.npx.batch_dot(queries, queries, transpose_b=True) / 8 ** 0.5, axis=-1)
        mixed = F.np.matmul(weights, queries) + F.np.where(queries > 0, queries, F.np.exp(queries) - 1)
        return self.last(self.norm(mixed) * F.np.mean(F.np.abs(x)))


def history():
    """Train, and give what every step computed."""
    net, rng = Attention(), onp.random.RandomState(3)
    net.initialize()
    for param in net.collect_params().values():
        param.set_data(np.array(rng.uniform(-0.5, 0.5, param.shape).astype("float32")))
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    net.hybridize()
    loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    found = []
    for _ in range(STEPS):
        data = np.array(rng.uniform(-1, 1, (5, 3, 6)).astype("float32"))
        label = np.array(rng.randint(0, 4, 5))
        with autograd.record():
            out = net(data)
            value = loss(out, label)
        value.backward()
        trainer.step(5)
        assert type(out) is type(value) is np.ndarray
        weights = [param.data().asnumpy() for param in net.collect_params().values()]
        found.append([out.asnumpy(), value.asnumpy(), *weights])
    found.append([net(data).asnumpy()])
    return found


def test_training_as_without_capture(device, replays, monkeypatch):
    found = history()
    assert replays[0] > 0
    before = replays[0]
    monkeypatch.setenv("MXNET_CUDA_GRAPHS", "0")
    for ours, plain in zip(found, history(), strict=True):
        for a, b in zip(ours, plain, strict=True):
            onp.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    assert replays[0] == before


def test_prediction_keeps_its_outputs(device, replays):
    net = Attention()
    net.initialize()
    net.hybridize()
    batches = [np.array(onp.random.RandomState(seed).uniform(-1, 1, (5, 3, 6)).astype("float32")) for seed in range(9)]
    outputs = [net(batch) for batch in batches]
    assert replays[0] > 0
    net.hybridize(False)
    for batch, output in zip(batches, outputs):
        onp.testing.assert_allclose(output.asnumpy(), net(batch).asnumpy(), rtol=1e-5, atol=1e-6)
