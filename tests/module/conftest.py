"""A small problem that a small network learns."""
import numpy as np
import pytest

import mxnet as mx


@pytest.fixture
def problem():
    rng = np.random.RandomState(3)
    data = rng.randn(256, 8).astype("float32")
    label = (data @ rng.randn(8, 4)).argmax(1).astype("float32")
    return data, label


@pytest.fixture
def net():
    out = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="fc1")
    out = mx.sym.BatchNorm(mx.sym.Activation(out, act_type="relu", name="relu"), name="bn", fix_gamma=False)
    out = mx.sym.FullyConnected(out, num_hidden=4, name="fc2")
    return mx.sym.SoftmaxOutput(out, name="softmax")
