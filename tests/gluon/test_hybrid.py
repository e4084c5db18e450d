"""Compiled blocks compute what they compute eagerly, for every form of arguments, and refuse with the reason."""
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


class Nested(gluon.HybridBlock):
    def hybrid_forward(self, F, x, pair, extra=None):
        first, second = pair
        total = x + first * second
        return [total, (first, total if extra is None else total + extra)]


def flat(found):
    return [found.asnumpy()] if isinstance(found, nd.NDArray) else [part for item in found for part in flat(item)]


@pytest.mark.parametrize("extra", [(), (None,), (nd.array([5.0]),)])
def test_nested_arguments(extra):
    args = (nd.array([1.0]), (nd.array([2.0]), nd.array([3.0])), *extra)
    net = Nested()
    eager = flat(net(*args))
    net.hybridize()
    found = net(*args)
    assert isinstance(found[1], list)
    np.testing.assert_array_equal(flat(found), eager)
    np.testing.assert_array_equal(flat(net(*args)), eager)


def test_another_structure_is_refused():
    net = Nested()
    net.hybridize()
    one = nd.ones((1,))
    net(one, (one, one))
    net(one, (one, one), None)
    with pytest.raises(ValueError, match="Stored format"):
        net(one, (one, one), one)
    with pytest.raises(ValueError, match="ndarray"):
        net(one, (one, np.ones(1)))


@pytest.mark.parametrize("active", [False, True])
def test_keywords(active):
    net = Nested()
    net.hybridize(active)
    one = nd.ones((1,))
    assert flat(net(one, extra=one, pair=(one, one)))[-1].tolist() == [3]
    with pytest.raises(TypeError, match="other"):
        net(one, (one, one), other=one)


def test_shapes_may_change():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu", flatten=False), nn.Dense(2, flatten=False))
    net.initialize()
    inputs = [nd.array(np.sin(np.arange(np.prod(shape))).reshape(shape)) for shape in ((2, 3), (5, 3), (2, 4, 3))]
    eager = [net(x).asnumpy() for x in inputs]
    net.hybridize()
    for _ in range(2):
        for x, expected in zip(inputs, eager):
            np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5)


def test_training_moves_statistics_and_prediction_does_not():
    net = nn.HybridSequential()
    net.add(nn.BatchNorm(in_channels=2), nn.Dropout(0.5))
    net.initialize()
    net.hybridize()
    x = nd.array(np.arange(8.0).reshape(4, 2))
    net(x)
    assert net[0].running_mean.data().asnumpy().tolist() == [0, 0]
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    np.testing.assert_allclose(net[0].running_mean.data().asnumpy(), [0.3, 0.4], rtol=1e-5)
    assert not np.array_equal(net(x).asnumpy(), x.asnumpy())


@pytest.mark.parametrize("optimizer", ["sgd", "adam", "rmsprop"])
def test_compiled_training_is_eager_training(optimizer):
    results = []
    for active in (False, True):
        mx.random.seed(3)
        net = nn.HybridSequential()
        net.add(nn.Conv2D(3, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Dense(5, activation="tanh"),
                nn.Dense(2))
        net.initialize(mx.init.Xavier())
        loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
        if active:
            net.hybridize()
            loss_of.hybridize()
        trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.01})
        x, y = nd.array(np.sin(np.arange(432)).reshape(4, 3, 6, 6)), nd.array([0, 1, 1, 0])
        for _ in range(4):
            with autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            trainer.step(4)
        results.append([param.data().asnumpy() for param in net.collect_params().values()])
    for eager, compiled in zip(*results, strict=True):
        np.testing.assert_allclose(compiled, eager, rtol=2e-4, atol=2e-5)


def test_gradients_of_inputs_and_of_gradients():
    net = nn.HybridSequential()
    net.add(nn.Dense(3, activation="sigmoid", in_units=2), nn.Dense(1, in_units=3))
    net.initialize()
    x = nd.array([[0.3, -0.7]])
    x.attach_grad()
    results = []
    for active in (False, True):
        net.hybridize(active)
        with autograd.record():
            first = autograd.grad(net(x), [x], create_graph=True)[0]
            total = (first ** 2).sum()
        total.backward()
        results.append((first.asnumpy(), x.grad.asnumpy()))
    np.testing.assert_allclose(results[1][0], results[0][0], rtol=1e-5)
    np.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-5)


def test_no_python_runs_again():
    calls = []

    class Counted(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            calls.append(F)
            return x + 1
    net = Counted()
    net.hybridize()
    for size in (1, 2, 3):
        assert net(nd.zeros((size,))).asnumpy().tolist() == [1] * size
    assert calls == [mx.sym]


def test_a_block_that_does_not_trace_says_where():
    class Branching(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            if x.shape[0] > 1:  # no symbol has a shape
                return x
            return x + 1
    net = Branching(prefix="branching_")
    net.hybridize()
    with pytest.raises(Exception, match=r"branching.*\n?.*x.shape\[0\] > 1"):
        net(nd.ones((2,)))


def test_deferred_shapes_that_cannot_be_inferred_name_the_layer():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(2, in_units=3), nn.Conv2D(2, 3))
    net.initialize()
    net.hybridize()
    with pytest.raises(ValueError, match="net_conv0_weight"):
        net(nd.ones((1, 3)))


def test_children_are_hybrid():
    with pytest.raises(ValueError, match="HybridSequential"):
        nn.HybridSequential().add(nn.Sequential())


def test_hooks():
    seen = []
    net = nn.Dense(2, in_units=1)
    net.initialize()
    with net.register_forward_hook(lambda block, inputs, output: seen.append(output.shape)), \
            net.register_forward_pre_hook(lambda block, inputs: seen.append(inputs[0].shape)):
        net(nd.ones((3, 1)))
    net(nd.ones((3, 1)))
    assert seen == [(3, 1), (3, 2)]


def test_mixed_inputs_are_refused():
    net = Nested()
    with pytest.raises(ValueError, match="not both"):
        net(nd.ones((1,)), (mx.sym.var("a"), nd.ones((1,))))
    with pytest.raises(ValueError, match="NDArrays or Symbols"):
        net(1, (2, 3))


def test_symbols_through_blocks():
    net = nn.Dense(2, in_units=3, prefix="fc_")
    out = net(mx.sym.var("x"))
    assert out.list_arguments() == ["x", "fc_weight", "fc_bias"] and out.name == "fc_fwd"


def test_threads():
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.Dense(3))
    net.initialize()
    inputs = [nd.array(np.sin(np.arange(size * 4)).reshape(size, 4)) for size in range(1, 9)]
    expected = [net(x).asnumpy() for x in inputs]
    net.hybridize()
    wrong = []

    def work(number):
        for _ in range(20):
            if not np.allclose(net(inputs[number]).asnumpy(), expected[number], rtol=1e-5):
                wrong.append(number)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_summary(capsys):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize()
    net.summary(nd.ones((3, 5)))
    told = capsys.readouterr().out
    assert "Dense-2" in told and "(3, 4)" in told and "Total params: 34" in told
    assert "34 parameters" in net._repr_html_()
    net.hybridize()
    with pytest.raises(AssertionError, match="hybridized"):
        net.summary(nd.ones((3, 5)))


def test_to_torch():
    torch = pytest.importorskip("torch")
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(3))
    net.initialize()
    net.hybridize()
    x = nd.array(np.sin(np.arange(96)).reshape(2, 3, 4, 4))
    expected = net(x).asnumpy()
    with torch.no_grad():
        found = net.to_torch()(torch.from_numpy(x.asnumpy()))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-4, atol=1e-5)


def test_a_block_whose_class_comes_from_no_module_works():
    space = {"gluon": mx.gluon}
    exec("class Twice(gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n        return x * 2", space)
    space["Twice"].hybrid_forward.__module__ = None

    class Derived(space["Twice"]):
        pass
    assert Derived()(mx.nd.ones((2,))).asnumpy().tolist() == [2, 2]
