"""Row-sparse gradients hold the rows that were read, also those whose values are all zero, and never a dense form."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon

WEIGHT = np.array([[-1, -1], [1, 1], [1, 1], [1, 1], [1, 1]], "float32")


def embedded(data, weight):
    return mx.sym.relu(mx.sym.Embedding(data, weight, input_dim=5, output_dim=2, sparse_grad=True))


def embedded_as_before(data, weight):
    return mx.sym.relu(mx.sym.contrib.SparseEmbedding(data, weight, input_dim=5, output_dim=2))


def embedded_twice(data, weight):
    return embedded(data, weight) + embedded(data, weight)


def multiplied(data, weight):
    return mx.sym.relu(mx.sym.dot(data, weight))


def bound(make, req="write", stype="default", monitor=False):
    data = mx.sym.var("data", stype="csr" if make is multiplied else "default")
    symbol = mx.sym.make_loss(make(data, mx.sym.var("weight", stype=stype)))
    shape = (2, 5) if make is multiplied else (2,)
    executor = symbol.simple_bind(mx.cpu(), data=shape, weight=(5, 2), grad_req={"data": "null", "weight": req})
    if make is multiplied:
        executor.arg_dict["data"][:] = mx.nd.sparse.csr_matrix(([1, 1], [0, 2], [0, 1, 2]), shape=(2, 5))
    else:
        executor.arg_dict["data"][:] = mx.nd.array([0, 2])
    mx.nd.array(WEIGHT).tostype(stype).copyto(executor.arg_dict["weight"])
    if monitor:
        executor.set_monitor_callback(lambda name, array: array.asnumpy(), monitor_all=True)
    return executor


@pytest.mark.parametrize("monitor", [False, True])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize("req", ["write", "add"])
@pytest.mark.parametrize("make", [embedded, embedded_as_before, embedded_twice, multiplied])
def test_bound_graphs_keep_rows_of_zeros(make, req, stype, monitor):
    executor = bound(make, req, stype, monitor)
    gradient = executor.grad_dict["weight"]
    for count in (1, 2):
        executor.forward(is_train=True)
        executor.backward()
        times = (count if req == "add" else 1) * (2 if make is embedded_twice else 1)
        assert gradient.stype == "row_sparse" and gradient.indices.asnumpy().tolist() == [0, 2]
        assert gradient.data.asnumpy().tolist() == [[0, 0], [times, times]]
    assert gradient._held.window is None, "a dense form was made"


def test_other_readers_of_a_weight_make_its_gradient_dense():
    weight = mx.sym.var("weight")
    symbol = mx.sym.make_loss(mx.sym.sum(embedded(mx.sym.var("data"), weight)) + mx.sym.sum(weight * weight))
    gradient = mx.nd.sparse.zeros("row_sparse", (5, 2))
    executor = symbol.bind(mx.cpu(), {"data": mx.nd.array([0, 2]), "weight": mx.nd.array(WEIGHT)},
                           args_grad={"weight": gradient})
    executor.forward(is_train=True)
    executor.backward()
    np.testing.assert_array_equal(gradient.asnumpy(), 2 * WEIGHT + [[0], [0], [1], [0], [0]])
    assert gradient.indices.asnumpy().tolist() == [0, 1, 2, 3, 4]


# Of MXNet 1.9.1, after four epochs of two batches. Rows 0 and 2 are read, row 0 has no gradient.
TRAINED = {
    "sgd": ({"learning_rate": 0.1, "momentum": 0.9, "wd": 0.1}, -0.72876, -0.73938),
    "adam": ({"learning_rate": 0.1, "wd": 0.1}, -0.23626, 0.23626),
    "adagrad": ({"learning_rate": 0.1, "wd": 0.0}, -1, 0.60411),
}


@pytest.mark.parametrize("optimizer", TRAINED)
def test_a_module_updates_rows_of_zeros(optimizer):
    params, first, third = TRAINED[optimizer]
    weight = mx.sym.var("w_weight")
    score = mx.sym.sum(embedded(mx.sym.var("data"), weight).reshape((-1, 2)), axis=1)
    symbol = mx.sym.LinearRegressionOutput(score, mx.sym.var("label"))
    batches = mx.io.NDArrayIter({"data": np.array([[0], [2], [0], [2]], "float32")},
                                {"label": np.zeros(4, "float32")}, 2)
    module = mx.mod.Module(symbol, data_names=["data"], label_names=["label"])
    module.bind(batches.provide_data, batches.provide_label)
    module.init_params(arg_params={"w_weight": mx.nd.array(WEIGHT)})
    module.init_optimizer(optimizer=optimizer, optimizer_params=params)
    for _ in range(4):
        batches.reset()
        for batch in batches:
            module.forward_backward(batch)
            module.update()
    found = module.get_params()[0]["w_weight"].asnumpy()
    np.testing.assert_allclose(found[:, 0], [first, 1, third, 1, 1], rtol=1e-4)
    assert module._exec_group.grad_arrays[0][0]._held.window is None


@pytest.mark.parametrize("req", ["write", "add"])
@pytest.mark.parametrize("hybrid", [False, True])
def test_no_dense_form_in_gluon(hybrid, req):
    net = gluon.nn.Embedding(5, 2, sparse_grad=True)
    net.initialize()
    net.weight.grad_req = req
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    for count in (1, 2):
        with autograd.record():
            loss = net(mx.nd.array([2, 0, 2])).sum() + net(mx.nd.array([3])).sum() * 0
        loss.backward()
        trainer.step(1)
        gradient, times = net.weight.grad(), count if req == "add" else 1
        assert gradient.indices.asnumpy().tolist() == [0, 2, 3]
        assert gradient.data.asnumpy()[:, 0].tolist() == [times, 2 * times, 0]
    assert gradient._held.window is None, "a dense form was made"
    with autograd.record():
        net.weight.data()  # in the graph, without a gradient
        loss = mx.nd.BlockGrad(net(mx.nd.array([1]))).sum() + net(mx.nd.array([1])).sum()
    loss.backward()
    assert gradient._held.window is None
