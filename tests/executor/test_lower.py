"""What a `lower` rule is offered, and what programs make of what it takes up."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.graph import Entry, Node
from mxnet.core.op import Array, Kernel, op, operators, shapes


@pytest.fixture
def square():
    """An operator as the guide declares it; gone after the test."""
    @op("_test_scaled_square", shapes=shapes.same)
    def scaled_square(data: Array, *, scale: float = 1.0):
        """Compute ``scale * data ** 2`` elementwise."""
        return data * data * scale

    scaled_square.seen = []
    yield scaled_square
    del operators()["_test_scaled_square"]


def squared(square, data, name, **params):
    return mx.sym.Symbol([Entry(Node(square, name, {key: str(value) for key, value in params.items()},
                                     [data._outputs[0]]))])


def predicted(symbol, **bound):
    executor = symbol.simple_bind(mx.cpu(), x=(3,), grad_req="null", **bound)
    executor.arg_dict["x"][:] = [1, 2, 3]
    return executor, executor.forward()[0].asnumpy()


def test_a_rule_gets_params_specs_and_device_and_may_decline(square):
    @square.lower
    def kernel(call):
        square.seen.append(call)

    _, out = predicted(squared(square, mx.sym.var("x"), "s", scale=2))
    assert out.tolist() == [2, 8, 18]
    call = square.seen[0]
    assert call.stage == "forward" and call.p.scale == 2 and not call.is_train
    assert call.specs == [((3,), torch.float32)] and call.device == torch.device("cpu")


@pytest.mark.parametrize("make, value, free", [
    (lambda x: x, [1, 2, 3], False),  # the argument is the user's
    (mx.sym.exp, np.exp([1, 2, 3]), True),
    (lambda x: mx.sym.Reshape(x, shape=(3,)), [1, 2, 3], False),  # may be a view of the argument
], ids=["argument", "value", "view"])
def test_only_what_nobody_wants_is_overwritten(square, make, value, free):
    @square.lower
    def kernel(call):
        return Kernel(lambda data: data.mul_(data), overwrites=True) if call.overwrite else lambda data: data * data

    executor, out = predicted(squared(square, make(mx.sym.var("x")), "s"))
    np.testing.assert_allclose(out, np.square(value), rtol=1e-5)
    assert executor.arg_dict["x"].asnumpy().tolist() == [1, 2, 3]
    assert ("_in_place" in executor.code) is free


def test_a_value_that_is_read_twice_stays(square):
    square.lower(lambda call: Kernel(lambda data: data.mul_(data), overwrites=True) if call.overwrite else None)
    inner = mx.sym.exp(mx.sym.var("x"))
    executor, out = predicted(squared(square, inner, "s") + inner)
    np.testing.assert_allclose(out, np.exp([2, 4, 6]) + np.exp([1, 2, 3]), rtol=1e-5)
    assert "square_in_place" not in executor.code


def test_a_kernel_does_what_follows(square):
    @square.lower
    def kernel(call):
        square.seen.append([(following.op.name, dict(following.p)) for following in call.follows])
        return Kernel(lambda data, other: data * data + other, applies=1) if call.follows else None

    x = mx.sym.var("x")
    total = mx.sym.elemwise_add(squared(square, x, "s"), mx.sym.exp(x, name="other"))
    executor, out = predicted(mx.sym.exp(total))
    np.testing.assert_allclose(out, np.exp(np.square([1, 2, 3]) + np.exp([1, 2, 3])), rtol=1e-5)
    assert [name for name, _ in square.seen[0]] == ["elemwise_add", "exp"]
    assert "_test_scaled_square_elemwise_add(x, other)" in executor.code


def test_what_a_monitor_shows_is_done_by_itself(square):
    square.lower(lambda call: square.seen.append(call))
    symbol = mx.sym.exp(squared(square, mx.sym.exp(mx.sym.var("x")), "s"))
    executor = symbol.simple_bind(mx.cpu(), x=(3,), grad_req="null")
    executor.set_monitor_callback(lambda name, array: None)
    executor.forward()
    assert not any(call.overwrite or call.follows or call.stateful for call in square.seen)


def test_a_gradient_kernel_overwrites_the_output_gradient_if_it_is_fresh(square):
    """Another operator's gradient is; the caller's is not."""
    @square.fast_gradient
    def gradient(grad, data, *, p):
        return grad * data * (2 * p.scale)

    @square.lower("backward")
    def kernel(call):
        square.seen.append(call.overwrite)
        assert call.needs == (True,)
        return Kernel(lambda grad, data: grad.mul_(data).mul_(2), overwrites=True) if call.overwrite else None

    square.fresh_gradients = True
    inner = squared(square, mx.sym.var("x"), "inner")
    executor = squared(square, inner, "outer").simple_bind(mx.cpu(), x=(3,))
    executor.arg_dict["x"][:] = [1, 2, 3]
    head = mx.nd.ones(3)
    executor.forward(is_train=True)
    executor.backward(head)
    assert square.seen == [False, True]
    assert executor.grad_dict["x"].asnumpy().tolist() == [4, 32, 108] and head.asnumpy().tolist() == [1, 1, 1]


def test_stages_are_known(square):
    with pytest.raises(TypeError, match=r"'forwards' is no stage of lowering; stages are \['eager', 'forward'"):
        square.lower("forwards")(lambda call: None)


def test_a_layer_without_bias_fills_the_array_of_its_gradient():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, no_bias=True, name="fc")
    executor = net.simple_bind(mx.cpu(), data=(2, 4))
    assert "FullyConnected_backward(head_0, data, fc_weight, None, fc_weight_grad)" in executor.code
    executor.arg_dict["data"][:] = 2
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((2, 3)))
    assert executor.grad_dict["fc_weight"].asnumpy().tolist() == [[4] * 4] * 3


def test_prediction_overwrites_whatever_backward_would_compute_again():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    with mx.AttrScope(force_mirroring="True"):
        net = mx.sym.Activation(net, act_type="tanh")
    net = mx.sym.FullyConnected(net, num_hidden=2)
    forward, training, _ = net.simple_bind(mx.cpu(), data=(2, 4)).code.split("\n\n\n")
    assert "Activation_in_place" in forward and "Activation_in_place" not in training


@pytest.mark.parametrize("kind", ["max", "avg", "sum", "lp"])
def test_training_overwrites_what_was_pooled_unless_its_gradient_reads_it(kind):
    def network(wrap):
        net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, no_bias=True, name="conv")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type=kind, p_value=2, name="pool")
        return mx.sym.Activation(wrap(net), act_type="tanh")
    rng, found = np.random.RandomState(0), []
    data, weight, head = rng.randn(2, 3, 10, 10), rng.randn(4, 3, 3, 3), rng.randn(2, 4, 4, 4)
    for wrap in (lambda net: net, lambda net: net + mx.sym.zeros_like(net)):
        executor = network(wrap).simple_bind(mx.cpu(), data=data.shape)
        training = executor.code.split("\n\n\n")[1]
        if not found:
            assert ("Activation_in_place(pool)" in training) is (kind != "lp")
        executor.forward(is_train=True, data=mx.nd.array(data), conv_weight=mx.nd.array(weight))
        executor.backward([mx.nd.array(head)])
        found.append([executor.outputs[0].asnumpy(), *(each.asnumpy() for each in executor.grad_arrays)])
    for one, other in zip(*found):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
