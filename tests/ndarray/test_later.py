"""Arrays whose values come later: what is made of them is the same, as soon as it can be."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.core.errors import Unfinished
from mxnet.ndarray.later import is_later, put_off, run_ready
from mxnet.ndarray.tensors import tensor_of

VALUE = np.arange(1, 7, dtype="float32").reshape(2, 3)


class Gate:
    """An array that waits until it is opened."""

    def __init__(self, value=VALUE):
        self.open, self.value = False, nd.array(value)
        self.array, = put_off(lambda: [self.value], lambda: self.open, [tensor_of(self.value)], mx.cpu(), "the gate")

    def lift(self):
        self.open = True
        run_ready()


USES = {
    "left": lambda x: x + 2, "right": lambda x: 2 - x, "both": lambda x: x * x,
    "by a plain one": lambda x: nd.ones((2, 3)) / x,
    "function": lambda x: nd.softmax(x), "method": lambda x: x.sum(axis=1), "negative": lambda x: -x,
    "row": lambda x: x[1], "element": lambda x: x[1, 2], "slice": lambda x: x[:, 1:],
    "reshape": lambda x: x.reshape((3, -1)), "type": lambda x: x.astype("float64"), "copy": lambda x: x.copy(),
    "context": lambda x: x.as_in_context(mx.cpu(1)), "detach": lambda x: x.detach() ** 2, "equal": lambda x: x == 3,
    "several": lambda x: nd.split(x, 3, axis=1)[2], "chain": lambda x: ((x + 1).exp() - x[0]).mean(),
    "matrix": lambda x: nd.dot(x, x.T), "abs": lambda x: abs(-x), "in place": lambda x: x.__iadd__(1),
}


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("name", USES)
def test_what_is_made_of_it_is_the_same(name, recorded):
    gate = Gate()
    with autograd.record() if recorded else autograd.pause():
        made, expected = USES[name](gate.array), USES[name](nd.array(VALUE))
    assert is_later(made) and made.shape == expected.shape and made.dtype == expected.dtype
    assert made.context == expected.context
    gate.lift()
    assert type(made) is nd.NDArray
    np.testing.assert_array_equal(made.asnumpy(), expected.asnumpy())


def test_reading_tells_what_it_waits_for():
    gate = Gate()
    for read in (lambda x: x.asnumpy(), lambda x: x.wait_to_read(), lambda x: float(x[0, 0]), lambda x: bool(x[0, 0]),
                 lambda x: (x + 1).asnumpy(), lambda x: nd.exp(x, out=nd.zeros((2, 3))),
                 lambda x: x.copyto(nd.zeros((2, 3))), lambda x: x.as_torch()):
        with pytest.raises(Unfinished, match="the gate"):
            read(gate.array)
    assert "2x3" in repr(gate.array) and len(gate.array) == 2 and gate.array.size == 6
    gate.lift()


def test_calls_are_recorded_as_they_were_made():
    gate, weight = Gate(), nd.array([1.0, 2.0, 3.0])
    weight.attach_grad()
    with autograd.record():
        loss = (gate.array * weight).sum()
    outside = gate.array * weight
    gate.lift()
    loss.backward()
    assert weight.grad.asnumpy().tolist() == VALUE.sum(axis=0).tolist()
    with pytest.raises(mx.MXNetError):
        outside.backward()


def test_a_compiled_call_on_it_waits_too():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(4, activation="relu"), mx.gluon.nn.Dense(2))
    net.initialize()
    net.hybridize()
    expected = net(nd.array(VALUE))
    gate = Gate()
    made = net(gate.array)
    assert made.shape == (2, 2)
    gate.lift()
    np.testing.assert_allclose(made.asnumpy(), expected.asnumpy(), rtol=1e-6)


def test_a_call_that_fails_is_told_once_and_leaves_the_others():
    gate = Gate()
    bad, = put_off(lambda: [nd.array([1]).reshape((7,))], lambda: gate.open, [tensor_of(gate.value)], mx.cpu(), "it")
    good = gate.array + 1
    gate.open = True
    with pytest.raises((mx.MXNetError, ValueError)):
        run_ready()
    run_ready()
    assert good.asnumpy().tolist() == (VALUE + 1).tolist()
    with pytest.raises(Unfinished, match="failed"):
        bad.asnumpy()
