"""Parameters: when they have values, on which contexts, how they are shared, saved and loaded."""
import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def test_a_value_before_initialize_and_before_the_first_forward():
    layer = nn.Dense(2)
    with pytest.raises(RuntimeError, match="not initialized"):
        layer.weight.data()
    layer.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match="first forward"):
        layer.weight.data()
    with pytest.raises(gluon.DeferredInitializationError):
        layer.save_parameters("never-written")
    layer(nd.ones((1, 3)))
    assert layer.weight.shape == (2, 3) and layer.weight.grad().shape == (2, 3)


def test_an_unknown_shape_without_deferral_is_refused():
    with pytest.raises(ValueError, match="not known"):
        gluon.Parameter("w", shape=(2, 0)).initialize()


def test_values_by_context():
    param = gluon.Parameter("w", shape=(2,))
    param.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    assert [array.context for array in param.list_data()] == [mx.cpu(0), mx.cpu(1)]
    assert param.data(mx.cpu_pinned(1)).context == mx.cpu(1)
    with pytest.raises(RuntimeError, match=r"not on cpu\(2\)"):
        param.data(mx.cpu(2))
    param.list_data()[1][:] = param.list_data()[0] + 2
    np.testing.assert_allclose(param._reduce().asnumpy(), param.list_data()[0].asnumpy() + 1, rtol=1e-6)
    param.reset_ctx(mx.cpu(2))
    assert param.list_ctx() == [mx.cpu(2)]


def test_requests():
    param = gluon.Parameter("w", shape=(2,))
    param.initialize(mx.init.One())
    for request, expected in (("write", 3), ("add", 6)):
        param.grad_req = request
        for _ in range(2):
            with autograd.record():
                loss = (param.data() * 3).sum()
            loss.backward()
        assert param.grad().asnumpy().tolist() == [expected] * 2
    param.grad_req = "null"
    with pytest.raises(RuntimeError, match="'null'"):
        param.grad()
    with pytest.raises(AssertionError, match="grad_req"):
        param.grad_req = "maybe"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))])
def test_copies_train_by_themselves(copied):
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    net.initialize()
    net.hybridize()
    x = nd.ones((4, 2))
    before = net(x).asnumpy()
    other = copied(net)
    np.testing.assert_array_equal(other(x).asnumpy(), before)
    trainer = gluon.Trainer(other.collect_params(), "sgd", {"learning_rate": 1.0})
    with autograd.record():
        loss = other(x).sum()
    loss.backward()
    trainer.step(1)
    assert np.abs(other(x).asnumpy() - before).max() > 0.1
    np.testing.assert_array_equal(net(x).asnumpy(), before)


def test_casting_keeps_gradients_attached():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.cast("float64")
    with autograd.record():
        loss = net(nd.ones((1, 3), dtype="float64")).sum()
    loss.backward()
    assert net.weight.grad().dtype == np.float64 and net.weight.grad().asnumpy().sum() == 6


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_parameters_of_normalization_stay_float32(dtype):
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=3), nn.BatchNorm(in_channels=2))
    data = mx.sym.var("data")
    net.initialize()
    for block in (net, gluon.SymbolBlock(net(data), data, params=net.collect_params())):
        block.cast("float32")
        block.cast(dtype)
        kinds = {name.split("_")[-1]: param.data().dtype for name, param in block.collect_params().items()}
        assert kinds["gamma"] == kinds["mean"] == np.float32
        assert kinds["weight"] == mx.nd.zeros(1, dtype=dtype).dtype


def test_a_value_set_before_the_first_forward_is_kept():
    net = nn.Dense(2)
    net.initialize()
    net.weight.set_data(nd.full((2, 3), 5))
    assert net(nd.ones((1, 3))).asnumpy().tolist() == [[15, 15]]


def test_constants():
    class Shifted(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.shift = self.params.get_constant("shift", [[1, 2]])

        def hybrid_forward(self, F, x, shift):
            return F.broadcast_add(x, shift)
    net = Shifted()
    net.initialize()
    for _ in range(2):
        assert net(nd.zeros((1, 2))).asnumpy().tolist() == [[1, 2]]
        net.hybridize()
    with pytest.warns(UserWarning, match="stays 'null'"):
        net.shift.grad_req = "write"
    with pytest.raises(AssertionError, match="another value"):
        net.params.get_constant("shift", [[1, 3]])


def test_sharing_by_params():
    one = nn.Dense(2, in_units=3, prefix="one_")
    two = nn.Dense(2, in_units=3, params=one.params)
    assert list(two.collect_params()) == ["one_weight", "one_bias"] and two.weight is one.weight
    with pytest.raises(AssertionError, match="shape"):
        nn.Dense(2, in_units=4, params=one.params)


def test_two_parameters_of_one_name_are_refused():
    net = nn.Sequential()
    net.add(nn.Dense(2, prefix="a_"), nn.Dense(2, prefix="a_"))
    with pytest.raises(AssertionError, match="'a_weight'"):
        net.collect_params()


def test_lists_of_blocks_are_warned_of():
    class Net(gluon.Block):
        def __init__(self):
            super().__init__()
            self.layers = [nn.Dense(2)]
    with pytest.warns(UserWarning, match="Net.layers"):
        Net().collect_params()


def test_zero_grad_takes_several_types_at_once():
    params = gluon.ParameterDict()
    for kind in ("float16", "float32", "float64"):
        params.get(kind, shape=(2,), dtype=kind)
    params.get("rows", shape=(3, 2), grad_stype="row_sparse")
    params.initialize()
    for param in params.values():
        param.grad()[:] = 3
    params.zero_grad()
    assert all(param.grad().asnumpy().sum() == 0 for param in params.values())


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_trainer_reads_the_gradient_array_that_is_there_now(hybrid):
    """Variational programs put gradients of their own into `_grad`, a new array in each step."""
    net = gluon.nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(mx.init.Zero())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    for step in range(1, 4):
        with mx.autograd.record():
            loss = net(mx.nd.ones((1, 2))).sum()
        loss.backward()
        net.weight._grad[0] = mx.nd.full((1, 2), -step)
        trainer.step(1)
        assert net.weight.data().asnumpy().tolist() == [[step * (step + 1) / 2] * 2]
    net.weight._data[0], old = mx.nd.zeros((1, 2)), net.weight._data[0]
    net.weight._data[0].attach_grad()
    net.weight._grad[0] = net.weight._data[0].grad
    with mx.autograd.record():
        loss = net(mx.nd.ones((1, 2))).sum()
    loss.backward()
    trainer.step(1)
    assert net.weight.data().asnumpy().tolist() == [[-1, -1]] and old.asnumpy().tolist() == [[6, 6]]
