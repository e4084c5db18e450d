"""Networks whose names, files and outputs were recorded from MXNet 1.9.1, by running this very file there.

``python tests/gluon/networks.py OUT`` writes what `record` finds, with whichever mxnet is importable; the record of the
reference is tests/data/gluon_networks.json.
"""
import hashlib
import json
import os
import sys

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


def mlp():
    net = nn.HybridSequential(prefix="mlp_")
    with net.name_scope():
        net.add(nn.Dense(8, activation="relu"), nn.Dropout(0.5), nn.LayerNorm(), nn.Dense(3, use_bias=False),
                nn.PReLU(), nn.Swish())
    return net, (4, 5)


def cnn():
    net = nn.HybridSequential(prefix="cnn_")
    with net.name_scope():
        net.add(nn.MaxPool2D(), nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"),
                nn.Conv2DTranspose(3, 2, strides=2), nn.InstanceNorm(), nn.GroupNorm(), nn.AvgPool2D(ceil_mode=True),
                nn.ELU(), nn.SELU(), nn.GELU(), nn.LeakyReLU(0.1), nn.Flatten(), nn.Dense(2))
    return net, (2, 3, 8, 8)


class _TwoOutputs(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.one = nn.Dense(4)
            self.other = nn.Dense(4, params=self.one.params)
            self.weight = self.params.get("w", shape=(4,))

    def hybrid_forward(self, F, x, weight):
        both = F.broadcast_mul(self.one(x), weight) + self.other(x) * 2
        return F.tanh(both), both


def two_outputs():
    return _TwoOutputs(prefix="two_"), (3, 6)


class _Layers(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(10, 6)
            self.lstm = rnn.LSTM(5, 2, bidirectional=True, layout="NTC", input_size=6)
            self.gru = rnn.GRU(4, input_size=10, layout="NTC")
            self.rnn = rnn.RNN(3, 2, activation="tanh", input_size=4, layout="NTC")
            self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x):
        return self.dense(self.rnn(self.gru(self.lstm(self.embedding(x)))))


def recurrent_layers():
    return _Layers(prefix="lm_"), (2, 7)


class _Cells(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.HybridSequentialRNNCell()
            self.cell.add(rnn.LSTMCell(4))
            self.cell.add(rnn.DropoutCell(0.3))
            self.cell.add(rnn.ResidualCell(rnn.GRUCell(4)))
            self.cell.add(rnn.BidirectionalCell(rnn.RNNCell(3, prefix="l_"), rnn.ZoneoutCell(rnn.RNNCell(3), 0.1, 0.2)))

    def hybrid_forward(self, F, x):
        return self.cell.unroll(3, x, layout="NTC", merge_outputs=True)[0]


def cells():
    return _Cells(prefix="cells_"), (2, 3, 4)


NETWORKS = {make.__name__: make for make in (mlp, cnn, two_outputs, recurrent_layers, cells)}


def filled(net):
    """Give all parameters values that depend on nothing but their order."""
    for number, param in enumerate(net.collect_params().values()):
        size = int(np.prod(param.shape))
        values = (np.arange(size) * 7919 + number * 104729) % 1009 / 1009.0 - 0.4
        if "running_var" in param.name:
            values = np.abs(values) + 0.5
        param.set_data(nd.array(values.reshape(param.shape)))


def data(shape, whole):
    """Give the input of a network."""
    values = np.arange(int(np.prod(shape))).reshape(shape)
    return nd.array(values % 10 if whole else np.sin(values))


def weights(shape):
    """Give weights of outputs, so that no normalization makes their gradients vanish."""
    return nd.array(np.cos(np.arange(int(np.prod(shape))) ** 2).reshape(shape))


def record(name, folder, compiled=False):
    """Give what is known of a network: names, graph, files, text, outputs and gradients.

    Gradients were recorded eagerly, and none passes a max pooling: outside of training mode those of MXNet 1.9.1 read
    memory that nobody has written.
    """
    net, shape = NETWORKS[name]()
    names = list(net.collect_params().keys())
    net.initialize()
    x = data(shape, whole=name == "recurrent_layers")
    net(x)
    filled(net)
    net.hybridize()
    path = os.path.join(folder, name)
    found = net(x)
    outputs = list(found) if isinstance(found, (list, tuple)) else [found]
    net.export(path)
    net.save_parameters(path + ".own.params")
    net.hybridize(compiled)
    with mx.autograd.record(train_mode=False):
        again = net(x)
        parts = again if isinstance(again, (list, tuple)) else [again]
        total = sum((part * weights(part.shape)).sum() for part in parts)
    total.backward(train_mode=False)
    gradients = {param.name: float(np.abs(param.grad().asnumpy().astype("float64")).sum())
                 for param in net.collect_params().values() if param.grad_req != "null"}
    with open(path + "-symbol.json") as file:
        graph = file.read()
    return {"names": names, "graph": hashlib.sha1(graph.encode()).hexdigest(), "text": repr(net),
            "exported": list(nd.load(path + "-0000.params")), "saved": list(nd.load(path + ".own.params")),
            "outputs": [part.asnumpy().astype("float64").ravel()[:12].tolist() for part in outputs],
            "gradients": gradients}


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    with open(os.path.join(sys.argv[1], "gluon_networks.json"), "w") as file:
        json.dump({name: record(name, sys.argv[1]) for name in NETWORKS}, file, indent=1)
