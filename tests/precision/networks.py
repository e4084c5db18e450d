"""Small networks, and data that they can learn, for training in narrow types."""
import numpy as np

import mxnet as mx

sym = mx.sym


def lenet(dtype):
    net = sym.var("data")
    for number, filters in ((1, 4), (2, 8)):
        net = sym.Convolution(net, kernel=(3, 3), num_filter=filters, name=f"conv{number}")
        net = sym.Pooling(sym.Activation(net, act_type="tanh"), pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = sym.Activation(sym.FullyConnected(net, num_hidden=16, name="fc1"), act_type="tanh")
    return _classify(net), (16, 1, 14, 14)


def resnet(dtype):
    def unit(data, filters, stride, name):
        act = sym.Activation(sym.BatchNorm(data, fix_gamma=False, name=name + "_bn1"), act_type="relu")
        net = sym.Convolution(act, kernel=(3, 3), pad=(1, 1), stride=(stride, stride), num_filter=filters,
                              no_bias=True, name=name + "_conv1")
        net = sym.Activation(sym.BatchNorm(net, name=name + "_bn2"), act_type="relu")
        net = sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters, no_bias=True, name=name + "_conv2")
        return net + (data if stride == 1 else sym.Convolution(act, kernel=(1, 1), stride=(stride, stride),
                                                                num_filter=filters, no_bias=True, name=name + "_sc"))
    net = sym.Convolution(sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=6, no_bias=True, name="conv0")
    net = unit(unit(net, 6, 1, "unit1"), 8, 2, "unit2")
    net = sym.Dropout(sym.Pooling(net, global_pool=True, pool_type="avg", kernel=(1, 1)), p=0.1)
    return _classify(net), (16, 2, 10, 10)


def lstm(dtype):
    cell = mx.rnn.SequentialRNNCell()
    cell.add(mx.rnn.LSTMCell(12, prefix="lstm_"))
    cell.add(mx.rnn.GRUCell(12, prefix="gru_"))
    states = cell.begin_state(func=sym.zeros, dtype=dtype)
    outs, _ = cell.unroll(4, sym.var("data"), begin_state=states, layout="NTC", merge_outputs=False)
    return _classify(outs[-1]), (16, 4, 6)


def fused_lstm(dtype):
    cell = mx.rnn.FusedRNNCell(12, num_layers=2, mode="lstm", prefix="lstm_")
    states = cell.begin_state(func=sym.zeros, dtype=dtype)
    outs, _ = cell.unroll(4, mx.sym.swapaxes(sym.var("data"), dim1=0, dim2=1), begin_state=states, layout="TNC",
                          merge_outputs=True)
    return _classify(mx.sym.SequenceLast(outs)), (16, 4, 6)


def _classify(net):
    return sym.SoftmaxOutput(sym.FullyConnected(net, num_hidden=4, name="fc"), name="softmax")


def batch(shape):
    """Give data with a shift for each class, and labels."""
    rng = np.random.RandomState(0)
    label = np.arange(shape[0]) % 4
    return rng.standard_normal(shape) * 0.5 + label.reshape(-1, *[1] * (len(shape) - 1)), label
