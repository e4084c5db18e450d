"""What a recorded backward runs, and which heads it takes, as MXNet decides it."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

DATA = np.array([[1.0, 2, 3], [4, 5, 7]], np.float32)
LABEL = nd.array([0, 2])
ONES = nd.ones((2, 3))

LOSSES = {
    "SoftmaxOutput": lambda x: nd.SoftmaxOutput(x, LABEL), "SVMOutput": lambda x: nd.SVMOutput(x, LABEL),
    "LinearRegressionOutput": lambda x: nd.LinearRegressionOutput(x, ONES),
    "LogisticRegressionOutput": lambda x: nd.LogisticRegressionOutput(x, ONES),
    "MAERegressionOutput": lambda x: nd.MAERegressionOutput(x, ONES),
    "MakeLoss": lambda x: nd.MakeLoss(x * x), "make_loss": lambda x: nd.make_loss(x * x),
}
TOPS = {
    "BlockGrad": nd.BlockGrad, "sign": nd.sign, "round": nd.round, "zeros_like": nd.zeros_like,
    "argmax": lambda y: nd.argmax(y, axis=1), "argsort": nd.argsort, "greater": lambda y: y > 0.5,
    "one_hot": lambda y: nd.one_hot(nd.argmax(y, axis=1), depth=3), "topk": lambda y: nd.topk(y, ret_typ="indices"),
    "places": lambda y: nd.topk(y, ret_typ="both")[1], "behind": lambda y: 3 * nd.BlockGrad(nd.log(y + 2)),
    "scaled": lambda y: y * 2,
}


def variable(dtype="float32", req="write"):
    x = nd.array(DATA, dtype=dtype)
    x.attach_grad(req)
    x.grad[:] = 7
    return x


def gradient(function, *args, **kwargs):
    x = variable(*args, **kwargs)
    with autograd.record():
        y = function(x)
    y.backward()
    return x.grad.asnumpy()


@pytest.mark.parametrize("top", TOPS)
@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_makes_its_gradient_whatever_is_above(loss, top):
    expected = gradient(LOSSES[loss])
    assert np.abs(expected).sum() > 0
    np.testing.assert_array_equal(gradient(lambda x: TOPS[top](LOSSES[loss](x))), expected)


def test_losses_that_torch_reaches_too_count_once():
    expected = gradient(LOSSES["SoftmaxOutput"])
    x = variable()
    with autograd.record():
        loss = LOSSES["SoftmaxOutput"](x)
        heads = [nd.BlockGrad(loss), loss * 3]
    autograd.backward(heads)
    np.testing.assert_array_equal(x.grad.asnumpy(), expected)


def test_graphs_that_are_kept_and_requests_that_add():
    expected = gradient(LOSSES["MakeLoss"])
    x = variable(req="add")
    with autograd.record():
        y = nd.argmax(LOSSES["MakeLoss"](x), axis=1)
    y.backward(retain_graph=True)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * expected + 7)
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        y.backward()


def test_grad_finds_them_too():
    expected = gradient(LOSSES["SoftmaxOutput"])
    x = variable()
    with autograd.record():
        y = nd.BlockGrad(LOSSES["SoftmaxOutput"](x))
    np.testing.assert_array_equal(autograd.grad(y, [x])[0].asnumpy(), expected)


def test_averages_move_below_what_stops_gradients():
    x, ones, mean, variance = variable(), nd.ones(3), nd.full(3, 0.5), nd.full(3, 0.5)
    with autograd.record():
        y = nd.BlockGrad(nd.BatchNorm(x, ones, ones.copy(), mean, variance))
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 0)
    np.testing.assert_allclose(mean.asnumpy(), [0.7, 0.8, 0.95], rtol=1e-6)


class Five(autograd.Function):
    def forward(self, data):
        return data * 2

    def backward(self, above):
        self.above = above
        return above * 0 + 5


def test_a_users_function_runs_on_zeros():
    five = Five()
    np.testing.assert_array_equal(gradient(lambda x: nd.BlockGrad(five(x))), 5)
    np.testing.assert_array_equal(five.above.asnumpy(), 0)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "int8", "float16", "float64"])
def test_a_users_function_on_whole_numbers(dtype):
    five = Five()
    x = variable(dtype)
    with autograd.record():
        y = five(x)
        z = y * 3
    z.backward()
    assert y.dtype == five.above.dtype == x.grad.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(y.asnumpy(), (DATA * 2).astype(dtype))
    np.testing.assert_array_equal(five.above.asnumpy(), 3)
    np.testing.assert_array_equal(x.grad.asnumpy(), 5)


def test_an_operator_without_gradient_is_refused_unless_something_stops_above():
    index = nd.array([0, 1], dtype="int32")
    with pytest.raises(mx.MXNetError, match="non-differentiable"):
        gradient(lambda x: nd.batch_take(LOSSES["MakeLoss"](x), index))
    found = gradient(lambda x: nd.BlockGrad(nd.batch_take(LOSSES["MakeLoss"](x), index)))
    np.testing.assert_array_equal(found, gradient(LOSSES["MakeLoss"]))


def test_constants_that_were_computed_with_may_be_heads():
    x = variable()
    with autograd.record():
        y = x * 2
        d = y.detach()
        z = y + d
    autograd.backward([z, d])
    np.testing.assert_array_equal(x.grad.asnumpy(), 2)
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        autograd.backward([y, y.detach()])


def test_of_a_repeated_head_the_last_gradient_counts():
    x = variable()
    with autograd.record():
        y = x * 2
    autograd.backward([y, y], [ONES, ONES * 10])
    np.testing.assert_array_equal(x.grad.asnumpy(), 20)
    autograd.backward([x, x], [ONES * 4, None])
    np.testing.assert_array_equal(x.grad.asnumpy(), 1)
    with autograd.record():
        y = x * 2
    np.testing.assert_array_equal(autograd.grad([y, y], [x], [ONES, ONES * 10])[0].asnumpy(), 20)


def test_variables_and_none_among_heads():
    x, other = variable(), variable()
    with autograd.record():
        y, z = x * 2, x * 3
    autograd.backward([y, z, x, other], [None, ONES * 10, ONES, ONES * 4])
    np.testing.assert_array_equal(x.grad.asnumpy(), 33)
    np.testing.assert_array_equal(other.grad.asnumpy(), 4)


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("shape", [(3,), (128, 128)])
def test_gradients_have_memory_of_their_own(create_graph, shape):
    """The gradient of a sum is the head's gradient, for both operands; that of a total is one number, repeated."""
    a, b, head = mx.nd.ones(shape), mx.nd.ones(shape), mx.nd.full(shape, 3.0)
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        total = a + b
        of_a, of_b = autograd.grad(total, [a, b], head_grads=head, retain_graph=True, create_graph=create_graph)
        of_sum, = autograd.grad(mx.nd.sum(total), [a], create_graph=create_graph)
    of_a[:] = 7
    of_sum += 1
    assert of_a.asnumpy().min() == 7
    assert of_b.asnumpy().max() == head.asnumpy().max() == 3
    assert of_sum.asnumpy().min() == of_sum.asnumpy().max() == 2
