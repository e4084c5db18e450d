"""Networks of `gluon.contrib` and of the model zoo, recorded from MXNet 1.9.1 by running this very file there.

``python tests/gluon/further_networks.py OUT`` writes what `describe`, `structure` and `compute` find, with whichever
mxnet is importable; the record of the reference is tests/data/gluon_further_networks.json.
"""
import hashlib
import json
import sys
import warnings

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.contrib import cnn
from mxnet.gluon.contrib import nn as layers
from mxnet.gluon.contrib import rnn as further
from mxnet.gluon.contrib.rnn.rnn_cell import dynamic_unroll
from mxnet.gluon.model_zoo import vision


def _row(prefix, make):
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(*make())
    return net


def concurrent():
    def make():
        side = layers.HybridConcurrent(axis=1)
        with side.name_scope():
            side.add(nn.Dense(3), layers.Identity(), nn.Dense(2, activation="tanh"))
        return [nn.Dense(4), side, layers.SyncBatchNorm(num_devices=1)]
    return _row("side_", make), (5, 6)


def shuffle_1d():
    return _row("one_", lambda: [layers.PixelShuffle1D(3)]), (2, 6, 5)


def shuffle_2d():
    return _row("two_", lambda: [layers.PixelShuffle2D((2, 3))]), (2, 12, 3, 4)


def shuffle_3d():
    return _row("three_", lambda: [layers.PixelShuffle3D((2, 3, 4))]), (1, 48, 3, 2, 4)


def deformable():
    return _row("moved_", lambda: [
        cnn.DeformableConvolution(4, kernel_size=3, padding=1, activation="relu", offset_weight_initializer=None),
        cnn.DeformableConvolution(4, kernel_size=3, strides=2, groups=2, num_deformable_group=2, use_bias=False,
                                  offset_use_bias=False, in_channels=4)]), (2, 3, 9, 9)


def modulated():
    return _row("weighed_", lambda: [
        cnn.ModulatedDeformableConvolution(3, kernel_size=(2, 3), dilation=2, padding=2, activation="tanh"),
        cnn.ModulatedDeformableConvolution(2, offset_use_bias=False, use_bias=False)]), (2, 3, 9, 9)


class _Unrolled(gluon.HybridBlock):
    def __init__(self, make, length, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        with self.name_scope():
            self.cell = rnn.HybridSequentialRNNCell()
            with self.cell.name_scope():
                for cell in make():
                    self.cell.add(cell)

    def hybrid_forward(self, F, x):
        states = [F.zeros(info["shape"]) for info in self.cell.state_info(2)]
        return self.cell.unroll(self.length, x, begin_state=states, layout="NTC", merge_outputs=True)[0]


def conv_cells_1d():
    return _Unrolled(lambda: [further.Conv1DRNNCell((3, 7), 2, 3, 3),
                              further.Conv1DLSTMCell((2, 5), 3, (2,), 1, i2h_pad=1),
                              further.Conv1DGRUCell((3, 6), 2, 3, 3, 1)], 3,
                     prefix="narrow_"), (2, 3, 3, 7)


def conv_cells_2d():
    return _Unrolled(lambda: [further.Conv2DRNNCell((3, 7, 6), 2, 3, 3, activation="relu"),
                              further.Conv2DLSTMCell((2, 5, 4), 3, 2, (3, 1), i2h_pad=1),
                              further.Conv2DGRUCell((3, 6, 5), 2, 3, 3, (1, 1), h2h_dilate=2)], 2,
                     prefix="flat_"), (2, 2, 3, 7, 6)


def conv_cells_3d():
    return _Unrolled(lambda: [further.Conv3DRNNCell((1, 4, 5, 3), 2, 3, 3, 1),
                              further.Conv3DLSTMCell((2, 4, 5, 3), 1, 1, 1),
                              further.Conv3DGRUCell((1, 4, 5, 3), 2, 3, 1, 1)], 2, prefix="deep_"), (2, 2, 1, 4, 5, 3)


def projected():
    return _Unrolled(lambda: [further.LSTMPCell(4, 3), further.VariationalDropoutCell(rnn.GRUCell(3), 0.2, 0.0, 0.3),
                              further.VariationalDropoutCell(rnn.LSTMCell(3), 0.2, 0.4, 0.3)], 3,
                     prefix="small_"), (2, 3, 5)


class _Loop(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.LSTMCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        states = [F.zeros((2, 4)), F.zeros((2, 4))]
        return dynamic_unroll(self.cell, x, states, layout="NTC", valid_length=F.arange(2, 4))[0]


def loop():
    return _Loop(prefix="loop_"), (2, 3, 3)


NETWORKS = {make.__name__: make for make in (concurrent, shuffle_1d, shuffle_2d, shuffle_3d, deformable, modulated,
                                             conv_cells_1d, conv_cells_2d, conv_cells_3d, projected, loop)}
ZOO = [name for name in dir(vision) if callable(getattr(vision, name)) and name[0].islower()
       and not name.startswith("get_")]
# With thumbnail=True: outside of training mode the reference's gradients of a max pooling read unwritten memory.
SMALL = {
    **{block.__name__: lambda net=net, block=block: (net(block, [1, 2], [4, 8, 12], classes=5, thumbnail=True,
                                                         prefix="net_"), (2, 3, 8, 8))
       for net, block in ((vision.ResNetV1, vision.BasicBlockV1), (vision.ResNetV1, vision.BottleneckV1),
                          (vision.ResNetV2, vision.BasicBlockV2), (vision.ResNetV2, vision.BottleneckV2))},
    "mobilenet0_25": lambda: (vision.mobilenet0_25(classes=5, prefix="net_"), (2, 3, 32, 32)),
    "mobilenet_v2_0_25": lambda: (vision.mobilenet_v2_0_25(classes=5, prefix="net_"), (2, 3, 32, 32))}
# The reference computes modulated convolutions on GPUs only.
VALUES = {name: make for name, make in {**NETWORKS, **SMALL}.items() if name != "modulated"}


def digest(item):
    return hashlib.sha256((item if isinstance(item, str) else json.dumps(item)).encode()).hexdigest()[:16]


def describe(net, shape):
    """Give names, graph, text and shapes of a network, from tracing and inference alone."""
    mx.AttrScope._subgraph_names.clear()  # loops are numbered over the whole process
    graph = net(mx.sym.var("data"))
    names = list(net.collect_params().keys())
    shapes, outputs, states = graph.infer_shape(data=shape)
    found = dict(zip(graph.list_arguments() + graph.list_auxiliary_states(), map(list, shapes + states)))
    return {"names": digest(names), "first": names[:2], "count": len(names),
            "structural": digest(sorted(net._collect_params_with_prefix())), "graph": digest(graph.tojson()),
            "text": digest(repr(net)), "shapes": digest([found.get(name) for name in names]),
            "outputs": [list(output) for output in outputs]}


def structure(name):
    """Describe a network of the zoo."""
    return describe(getattr(vision, name)(prefix="net_"), (1, 3, 299, 299) if "inception" in name else (1, 3, 224, 224))


def filled(net):
    """Give all parameters values that depend on their order alone, small enough for deep networks."""
    for number, param in enumerate(net.collect_params().values()):
        size = int(np.prod(param.shape))
        values = (np.arange(size) * 7919 + number * 104729) % 1009 / 1009.0 - 0.45
        if param.name.endswith(("running_var", "gamma")):
            values = np.abs(values) + 0.5
        elif param.name.endswith("weight"):
            values = values / np.sqrt(size / param.shape[0])
        param.set_data(nd.array(values.reshape(param.shape)))


def compute(net, shape, hybridized=True):
    """Give the first outputs of a network, and of its gradients the sums of sizes."""
    net.initialize()
    x = nd.array(np.sin(np.arange(int(np.prod(shape)))).reshape(shape))
    x.attach_grad()
    net(x)
    filled(net)
    if hybridized:
        net.hybridize()
    with mx.autograd.record(train_mode=False):
        out = net(x)
        total = (out * nd.array(np.cos(np.arange(out.size) ** 2).reshape(out.shape))).sum()
    total.backward(train_mode=False)
    gradients = [x.grad, *(param.grad() for param in net.collect_params().values() if param.grad_req != "null")]
    sizes = [float(np.abs(gradient.asnumpy().astype("float64")).sum()) for gradient in gradients]
    return {"outputs": out.asnumpy().astype("float64").ravel()[:12].tolist(), "gradients": sizes}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    record = {"zoo": {name: structure(name) for name in ZOO},
              "graphs": {name: describe(*make()) for name, make in NETWORKS.items()},
              "values": {name: compute(*make()) for name, make in VALUES.items()}}
    with open(sys.argv[1], "w") as file:
        json.dump(record, file, indent=1)
