"""Eager and compiled networks add up in the same order: gradients that are nothing but rounding are the same."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn


class Sliced(mx.gluon.HybridBlock):
    """Normalizes a part of what a convolution gives, once or twice."""

    def __init__(self, twice, **kwargs):
        super().__init__(**kwargs)
        self._twice = twice
        with self.name_scope():
            self.conv, self.first, self.second = nn.Conv2D(16, 1), nn.BatchNorm(), nn.BatchNorm()

    def hybrid_forward(self, F, x):
        out = self.first(self.conv(x).slice(begin=(0, 0, 0, 0), end=(3, 8, 9, 9)))
        return self.second(out.reshape((3, 4, 18, 9)).slice(begin=(0, 0, 1, 0), end=(3, 4, 17, 8))) if self._twice \
            else out


@pytest.mark.filterwarnings("ignore:.*nothing is computed from parameter")
@pytest.mark.parametrize("twice", [False, True])
def test_a_part_that_is_normalized(twice):
    mx.random.seed(1)
    net, found = Sliced(twice), []
    net.initialize()
    for hybrid in (False, True):
        x = mx.nd.array(np.random.RandomState(0).uniform(size=(4, 16, 12, 12)))
        x.attach_grad()
        if hybrid:
            net.hybridize()
        with mx.autograd.record():
            out = net(x)
        out.backward()
        found.append((out.asnumpy(), x.grad.asnumpy()))
    for eager, compiled in zip(*found, strict=True):
        np.testing.assert_array_equal(eager, compiled)
