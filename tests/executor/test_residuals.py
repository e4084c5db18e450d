"""Sums that a convolution writes onto what is added: only where nobody else wants that memory."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.torch_private import convolution_onto

pytestmark = pytest.mark.skipif(convolution_onto is None, reason="this torch has no oneDNN convolution with a sum")

SHAPE = (2, 4, 6, 6)
JOINED = "_elemwise_add"


def conv(data, name, **params):
    return mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, name=name, **params)


def norm(data, name):
    return mx.sym.BatchNorm(data, name=name, fix_gamma=False)


def run(symbol, monitor=False, shape=SHAPE, **options):
    rng = np.random.RandomState(0)
    executor = symbol.simple_bind(mx.cpu(), data=shape, grad_req="null", **options)
    for array in executor.arg_dict.values():
        array[:] = rng.uniform(-1, 1, array.shape)
    for array in executor.aux_dict.values():
        array[:] = rng.uniform(0.5, 1, array.shape)
    if monitor:  # every node by itself
        executor.set_monitor_callback(lambda *_: None)
    before = {name: array.asnumpy() for name, array in executor.arg_dict.items()}
    outs = [[out.asnumpy() for out in executor.forward(is_train=False)] for _ in range(2)]
    for name, array in executor.arg_dict.items():
        assert (array.asnumpy() == before[name]).all(), name
    for first, second in zip(*outs):
        assert (first == second).all()
    return executor, outs[0]


def check(symbol, joined, **options):
    executor, outs = run(symbol, **options)
    _, expected = run(symbol, monitor=True, **options)
    for out, wanted in zip(outs, expected):
        np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-5)
    assert executor.code.count(JOINED) == joined


DATA = mx.sym.var("data")
INNER = mx.sym.sin(DATA)  # a value of the program's own


def body(data=INNER, name="c"):
    return conv(mx.sym.cos(data), name)


@pytest.mark.parametrize("turned", [False, True], ids=["first", "second"])
@pytest.mark.parametrize("normed", [False, True], ids=["plain", "norm"])
@pytest.mark.parametrize("act", [None, "relu", "tanh"])
def test_a_sum_is_a_part_of_the_convolution(turned, normed, act):
    value = body()
    value = norm(value, "b") if normed else value
    value = INNER + value if turned else value + INNER
    check(mx.sym.Activation(value, act_type=act) if act else value * 1, 1)


@pytest.mark.parametrize("make", [
    lambda: DATA + body(),                                             # the user's array
    lambda: mx.sym.Group([INNER + body(), INNER]),                     # an output
    lambda: (INNER + body()) * mx.sym.exp(INNER),                      # read again later
    lambda: mx.sym.Reshape(DATA, shape=SHAPE) + body(),                # a view of the user's array
    lambda: mx.sym.broadcast_add(mx.sym.sin(mx.sym.var("row", shape=(1, 4, 1, 1))), body()),
    lambda: INNER - body(),
], ids=["argument", "output", "read again", "view", "broadcast", "difference"])
def test_what_others_want_is_not_written_to(make):
    check(make() * 1 if len(make().list_outputs()) == 1 else make(), 0)


def test_one_of_two_convolutions_takes_the_sum():
    check(mx.sym.Activation(norm(body(name="a"), "na") + norm(body(name="b"), "nb"), act_type="relu"), 1)


def test_a_convolution_added_to_itself():
    value = body()
    check(value + value, 0)


def test_the_sum_with_what_the_convolution_itself_reads():
    check(INNER + conv(INNER, "c"), 0)


def test_chains_of_blocks():
    value = INNER
    for i in range(3):
        value = mx.sym.Activation(value + norm(conv(conv(value, f"a{i}"), f"b{i}"), f"n{i}"), act_type="relu")
    check(value, 3)


@pytest.mark.parametrize("shape", [(1, 4, 1, 1), (2, 1, 5, 5), (1, 4, 6, 6)])
def test_shapes_with_more_than_one_layout(shape):
    inner = mx.sym.sin(DATA)
    value = mx.sym.Convolution(mx.sym.cos(inner), kernel=(1, 1), num_filter=shape[1], name="c")
    check(mx.sym.Activation(inner + value, act_type="relu"), 1, shape=shape)


def test_new_weights_are_seen():
    executor, (before,) = run(mx.sym.Activation(INNER + body(), act_type="relu"))
    executor.arg_dict["c_weight"][:] = 0
    executor.arg_dict["c_bias"][:] = 0
    after = executor.forward(is_train=False)[0].asnumpy()
    np.testing.assert_allclose(after, np.maximum(np.sin(executor.arg_dict["data"].asnumpy()), 0), rtol=1e-5)
    assert (after != before).any()


def test_training_keeps_what_gradients_read():
    symbol = mx.sym.Activation(INNER + body(), act_type="relu")

    def gradients(monitor):
        executor = symbol.simple_bind(mx.cpu(), data=SHAPE)
        for array in executor.arg_dict.values():
            array[:] = np.random.RandomState(array.size).uniform(-1, 1, array.shape)
        if monitor:
            executor.set_monitor_callback(lambda *_: None)
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones(SHAPE))
        return {name: array.asnumpy() for name, array in executor.grad_dict.items()}

    for name, grad in gradients(True).items():
        np.testing.assert_allclose(gradients(False)[name], grad, rtol=1e-5, atol=1e-5, err_msg=name)
