"""Makes the small checkpoints in tests/data/models. Run with the reference: python record.py FOLDER.

Each is saved by MXNet 1.9.1 with `expected.npz`: its inputs, the outputs of prediction (`out0` ...),
and the gradients of one training step with head gradients of ones (`grad:NAME`).
"""
import os
import sys

import numpy as np

import mxnet as mx


def lenet():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, pad=(1, 1), name="conv1")
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=1e-4, name="bn1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool1")
    net = mx.sym.BatchNorm(net, name="bn2")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net, name="flat"), num_hidden=5, name="fc1")
    return mx.sym.SoftmaxOutput(net, name="softmax"), {"data": (2, 3, 6, 6), "softmax_label": (2,)}


def lstm():
    stack = mx.rnn.FusedRNNCell(4, num_layers=1, mode="lstm", prefix="lstm_")
    out, _ = stack.unroll(3, inputs=mx.sym.Variable("data"), merge_outputs=True, layout="NTC")
    net = mx.sym.FullyConnected(mx.sym.Reshape(out, shape=(-1, 4)), num_hidden=3, name="pred")
    label = mx.sym.Reshape(mx.sym.Variable("label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(net, label, name="softmax"), {"data": (2, 3, 5), "label": (2, 3)}


def detector():
    data = mx.sym.Variable("data")
    low = mx.sym.LeakyReLU(mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, pad=(1, 1), name="low"),
                           act_type="elu", slope=0.3, name="slope")
    high = mx.sym.Convolution(low, kernel=(3, 3), stride=(2, 2), num_filter=4, pad=(1, 1), name="high")
    up = mx.sym.UpSampling(high, scale=2, sample_type="nearest", num_args=1, name="up")
    both = mx.sym.Concat(mx.sym.Crop(up, low, num_args=2, name="crop"), low, name="both")
    score = mx.sym.Convolution(both, kernel=(1, 1), num_filter=4, name="score")
    score = mx.sym.Reshape(score, shape=(0, 2, -1, 0), name="score_reshape")
    score = mx.sym.SoftmaxActivation(score, mode="channel", name="prob")
    anchors = mx.sym.contrib.MultiBoxPrior(high, sizes=(0.3, 0.6), ratios=(1, 2), name="anchors")
    return mx.sym.Group([score, mx.sym.mean(both, axis=(2, 3), name="pooled"), anchors]), {"data": (1, 3, 7, 5)}


def main(folder):
    for make in (lenet, lstm, detector):
        net, shapes = make()
        here = os.path.join(folder, make.__name__)
        os.makedirs(here, exist_ok=True)
        rng = np.random.RandomState(len(make.__name__))
        bound = net.simple_bind(mx.cpu(), **shapes)
        for name, array in list(bound.arg_dict.items()) + list(bound.aux_dict.items()):
            low = 0.2 if name.endswith(("var", "gamma")) else -1
            array[:] = rng.randint(0, 3, array.shape) if "label" in name else rng.uniform(low, 1, array.shape)
        found = {name: bound.arg_dict[name].asnumpy() for name in shapes}
        params = {name: value for name, value in bound.arg_dict.items() if name not in shapes}
        mx.model.save_checkpoint(os.path.join(here, "model"), 0, net, params, bound.aux_dict)
        for index, out in enumerate(bound.forward()):
            found[f"out{index}"] = out.asnumpy()
        bound.forward(is_train=True)
        bound.backward([mx.nd.ones(out.shape) for out in bound.outputs])
        found.update(("grad:" + name, grad.asnumpy()) for name, grad in bound.grad_dict.items() if name in params)
        np.savez_compressed(os.path.join(here, "expected.npz"), **found)


if __name__ == "__main__":
    main(sys.argv[1])
