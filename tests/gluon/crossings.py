"""Short Gluon programs in which two features meet, recorded from MXNet 1.9.1 by running this very file there.

``python tests/gluon/crossings.py`` prints what `results` gives as JSON, with whichever mxnet is importable; the record
of the reference is tests/data/gluon_crossings.json.
"""
import json
import os
import tempfile
import warnings

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

X = nd.array([[1.0, 2.0], [3.0, -1.0]])


def numbers(array):
    """Give the first elements."""
    return [float(value) for value in array.asnumpy().astype("float64").ravel()[:6]]


def network():
    net = nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(nn.Dense(3, activation="tanh", in_units=2), nn.Dense(1, in_units=3))
    net.initialize(mx.init.Constant(0.3))
    net.hybridize()
    return net


def step(net, trainer=None, x=X):
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    if trainer is not None:
        trainer.step(1)


def compiled_embedding_with_sparse_gradient():
    net = nn.Embedding(5, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9})
    for _ in range(2):
        step(net, trainer, nd.array([1, 1, 3]))
    return [numbers(net.weight.data()), net.weight.grad().stype]


def gradients_added_after_tracing():
    net = network()
    net(X)
    net.collect_params().setattr("grad_req", "add")
    for _ in range(3):
        step(net)
    return numbers(net[0].weight.grad())


def gradients_off_and_on():
    net = network()
    step(net)
    net.collect_params().setattr("grad_req", "null")
    try:
        step(net)
        told = "ran"
    except mx.MXNetError:
        told = "MXNetError"
    net.collect_params().setattr("grad_req", "write")
    step(net)
    return [told, numbers(net[0].weight.grad())]


def cast_after_tracing():
    net = network()
    net(X)
    net.cast("float64")
    found = net(X.astype("float64"))
    return [np.dtype(found.dtype).name, numbers(found)]


def value_set_after_tracing():
    net = network()
    net(X)
    net[0].weight.set_data(nd.zeros((3, 2)))
    return numbers(net(X))


def another_context_after_tracing():
    net = network()
    net(X)
    net.collect_params().reset_ctx(mx.cpu(1))
    return numbers(net(X.as_in_context(mx.cpu(1))))


def initialized_again_after_tracing():
    net = network()
    net(X)
    net.initialize(mx.init.One(), force_reinit=True)
    return numbers(net(X))


def layer_added_after_tracing():
    net = network()
    net(X)
    net.add(nn.Dense(2, in_units=1, weight_initializer="ones"))
    net[2].initialize()
    return numbers(net(X))


def called_twice_in_one_graph():
    net = network()
    with autograd.record():
        loss = (net(X) * net(X * 2)).sum()
    loss.backward()
    return numbers(net[0].weight.grad())


def input_used_beside_the_call():
    net, x = network(), X.copy()
    x.attach_grad()
    with autograd.record():
        heads = [net(x), x * 2]
    autograd.backward(heads)
    return numbers(x.grad)


def graph_kept_for_a_second_backward():
    net = network()
    with autograd.record():
        found = net(X)
    found.backward(retain_graph=True)
    first = numbers(net[0].weight.grad())
    found.backward()
    return [first, numbers(net[0].weight.grad())]


def exported_imported_and_compiled():
    net = network()
    net(X)
    net[1].bias.set_data(nd.array([5.0]))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net")
        net.export(path)
        block = gluon.SymbolBlock.imports(path + "-symbol.json", ["data"], path + "-0000.params")
    block.hybridize()
    return numbers(block(X))


def views_as_inputs():
    net = network()
    return [numbers(net(X[0:1])), numbers(net(X[1:2])), numbers(net(X.T.T))]


def sparse_input():
    net = nn.Dense(2, in_units=2)
    net.initialize(mx.init.One())
    eager = numbers(net(X.tostype("csr")))
    net.hybridize()
    return [eager, numbers(net(X.tostype("csr")))]


def compiled_layer_with_states_and_without():
    layer = rnn.LSTM(3, input_size=2)
    layer.initialize(mx.init.Constant(0.2))
    layer.hybridize()
    return [numbers(layer(nd.ones((4, 1, 2)))), numbers(layer(nd.ones((2, 3, 2))))]


def narrow_batch_norm():
    net = nn.HybridSequential()
    net.add(nn.BatchNorm(in_channels=2))
    net.initialize()
    net.hybridize()
    net.cast("float16")
    found = net(X.astype("float16"))
    return [np.dtype(found.dtype).name, np.dtype(net[0].gamma.data().dtype).name]


def child_called_beside_its_compiled_parent():
    net = network()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})
    step(net, trainer)
    return numbers(net[0](X))


def step_without_backward():
    net = network()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    net(X)
    try:
        trainer.step(1)
    except UserWarning:
        return "UserWarning"
    return "ran"


PROGRAMS = [compiled_embedding_with_sparse_gradient, gradients_added_after_tracing, gradients_off_and_on,
            cast_after_tracing, value_set_after_tracing, another_context_after_tracing,
            initialized_again_after_tracing, layer_added_after_tracing, called_twice_in_one_graph,
            input_used_beside_the_call, graph_kept_for_a_second_backward, exported_imported_and_compiled,
            views_as_inputs, sparse_input, compiled_layer_with_states_and_without, narrow_batch_norm,
            child_called_beside_its_compiled_parent, step_without_backward]


def results():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {program.__name__: program() for program in PROGRAMS}


if __name__ == "__main__":
    print(json.dumps(results(), indent=1))
