"""The tape where kinds of steps meet: eager, hybridized and static blocks in one record, and what users do around."""
import threading
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.gluon import nn

KINDS = {"eager": None, "hybrid": {}, "static": {"static_alloc": True, "static_shape": True}}


def layer(kind, units, seed, activation="tanh"):
    """Make a layer that is run in one of the ways, with weights that depend on the seed alone."""
    net = nn.HybridSequential()
    net.add(nn.Dense(units, activation=activation, in_units=4), nn.Dense(4, in_units=units))
    net.initialize()
    draws = np.random.RandomState(seed)
    for parameter in net.collect_params().values():
        parameter.set_data(mx.nd.array(draws.normal(size=parameter.shape)))
    if KINDS[kind] is not None:
        net.hybridize(**KINDS[kind])
    return net


def gradients(nets):
    return [parameter.grad().asnumpy() for net in nets for parameter in net.collect_params().values()]


def numbers(*shape, seed=0):
    return mx.nd.array(np.random.RandomState(seed).normal(size=shape))


def run(kinds, program):
    """Give the outputs and all gradients of a program over two layers."""
    nets = [layer(kind, 5, seed) for seed, kind in enumerate(kinds)]
    x = numbers(3, 4)
    x.attach_grad()
    with autograd.record():
        out = program(*nets, x)
    out.backward()
    return [out.asnumpy(), x.grad.asnumpy(), *gradients(nets)]


def _in_a_row(first, second, x):
    return second(first(x))


def _shared(first, second, x):
    return first(second(first(x))) + x * first(x)


def _cut(first, second, x):
    return second(first(x).detach()) + second(mx.nd.BlockGrad(first(x))) * first(x)


def _summed(first, second, x):
    once = first(x)
    return mx.nd.add_n(once, second(x), once, x)


def _paused(first, second, x):
    with autograd.pause():
        weight = second(x)
    with autograd.pause(), autograd.record():
        inner = first(x)
    return inner * weight + first(x)


def _predicted(first, second, x):
    with autograd.predict_mode():
        inner = mx.nd.Dropout(first(x), p=0.9)
    with autograd.train_mode():
        return mx.nd.Dropout(second(inner), p=0.0)


def _viewed(first, second, x):
    parts = first(x).reshape((2, 6))[1:, ::2]
    return mx.nd.broadcast_add(second(x)[:, 1:2].T, parts)


def _without_rules(first, second, x):
    return mx.nd.where(x > 0, first(x), 2 ** second(x)) + mx.nd.take(first(x), mx.nd.array([2, 0, 0]))


def _into(first, second, x):
    target = mx.nd.zeros((3, 4))
    mx.nd.broadcast_mul(first(x), second(x), out=target)
    return target + first(x).copyto(mx.cpu(1)).as_in_context(mx.cpu(0))


PROGRAMS = [_in_a_row, _shared, _cut, _summed, _paused, _predicted, _viewed, _without_rules, _into]


@pytest.mark.parametrize("kinds", [("hybrid", "hybrid"), ("static", "static"), ("eager", "static"),
                                   ("hybrid", "eager")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_kinds_of_blocks_agree(program, kinds):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, expected = run(kinds, program), run(("eager", "eager"), program)
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", [_shared, _summed, _viewed, _without_rules])
def test_against_differences(kind, program):
    nets = [layer(kind, 5, seed) for seed in range(2)]
    x, direction = numbers(3, 4), numbers(3, 4, seed=9)
    x.attach_grad()
    with autograd.record():
        total = program(*nets, x).sum()
    total.backward()
    moved = [program(*nets, x + step * direction).sum().asscalar() for step in (1e-2, -1e-2)]
    slope = float((x.grad * direction).sum().asscalar())
    assert slope == pytest.approx(float(moved[0] - moved[1]) / 2e-2, rel=2e-2, abs=2e-2)


@pytest.mark.parametrize("kind", KINDS)
def test_requests(kind):
    net, x = layer(kind, 5, 1), numbers(3, 4)
    bias = net[1].bias
    net[0].weight.grad_req = "null"
    net[1].weight.grad_req = "add"
    net[1].weight.zero_grad()
    for _ in range(3):
        with autograd.record():
            out = net(x)
        out.backward()
    with autograd.record():
        once = net(x)
    before = net[1].weight.grad().asnumpy()
    once.backward()
    np.testing.assert_allclose(net[1].weight.grad().asnumpy(), before * 4 / 3, rtol=1e-5)
    np.testing.assert_array_equal(bias.grad().asnumpy(), 3)
    with pytest.raises(RuntimeError):
        net[0].weight.grad()


@pytest.mark.parametrize("kind", KINDS)
def test_retained_and_freed(kind):
    net, x = layer(kind, 5, 1), numbers(3, 4)
    x.attach_grad()
    with autograd.record():
        out = net(x)
    out.backward(retain_graph=True)
    first = x.grad.asnumpy()
    out.backward(mx.nd.ones((3, 4)) * 2)
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * first, rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        out.backward()


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_on_the_way_back_can_be_repeated_anew(kind):
    class Refuses(autograd.Function):
        def forward(self, x):
            return x * 1

        def backward(self, dy):
            raise KeyError("no")

    net, x = layer(kind, 5, 1), numbers(3, 4)
    with autograd.record():
        out = net(Refuses()(net(x)))
    with pytest.raises(KeyError):
        out.backward()
    assert not autograd.is_recording()
    with autograd.record():
        out = net(net(x))
    out.backward()
    assert np.isfinite(net[0].weight.grad().asnumpy()).all()


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_variables_of_grad(kind):
    net, x = layer(kind, 5, 1), numbers(3, 4)
    x.attach_grad()
    with autograd.record():
        inner = net(x)
        out = inner * inner
        to_inner, to_x = autograd.grad(out, [inner, x], retain_graph=True)
    np.testing.assert_allclose(to_inner.asnumpy(), 2 * inner.asnumpy(), rtol=1e-6)
    out.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), to_x.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_of_derivatives(kind):
    net, x = layer(kind, 5, 1), numbers(2, 4)
    direction = numbers(2, 4, seed=5)
    x.attach_grad()

    def slope(at, create):
        at.attach_grad()
        with autograd.record():
            return autograd.grad(mx.nd.Dropout(net(at), p=0) ** 2, [at], create_graph=create, retain_graph=True)[0]
    with autograd.record():
        first = autograd.grad(mx.nd.Dropout(net(x), p=0) ** 2, [x], create_graph=True, retain_graph=True)[0]
        total = (first * direction).sum()
    total.backward()
    moved = [slope(x + step * direction, False).asnumpy() for step in (1e-2, -1e-2)]
    np.testing.assert_allclose(x.grad.asnumpy(), (moved[0] - moved[1]) / 2e-2, rtol=5e-2, atol=5e-2)


def test_a_gradient_with_respect_to_a_result_is_differentiated_again():
    x = mx.nd.array([0.5, 2.0])
    x.attach_grad()
    with autograd.record():
        inner = x * x
        first = autograd.grad(inner ** 3, [inner], create_graph=True, retain_graph=True)[0]  # 3 x^4
        second = autograd.grad(first, [inner], create_graph=True, retain_graph=True)[0]      # 6 x^2
        out = first + second
    np.testing.assert_allclose(second.asnumpy(), 6 * x.asnumpy() ** 2, rtol=1e-6)
    out.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 12 * x.asnumpy() ** 3 + 12 * x.asnumpy(), rtol=1e-6)


def test_values_of_no_interest_are_not_kept():
    import gc
    import weakref
    x = mx.nd.ones((100,))
    x.attach_grad()
    with autograd.record():
        inner = x + 1
        kept = weakref.ref(inner._data)
        out = inner + 2
    del inner
    gc.collect()
    assert kept() is None, "a sum reads no operand on the way back"
    out.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 1)


def test_a_deep_graph_ends_without_recursion():
    x = mx.nd.ones((1,))
    x.attach_grad()
    with autograd.record():
        y = x
        for _ in range(30000):
            y = y + 1
    y.backward()
    assert x.grad.asscalar() == 1
    with autograd.record():
        y = x
        for _ in range(30000):
            y = y + 1
    del y


@pytest.mark.parametrize("kind", KINDS)
def test_threads(kind):
    net, failures = layer(kind, 5, 1), []
    net(numbers(3, 4))

    def work(number):
        x = numbers(3, 4, seed=number)
        x.attach_grad()
        expected = None
        for _ in range(4):
            with autograd.record():
                out = net(x * 1)
            grad = autograd.grad(out, [x])[0].asnumpy()
            if expected is None:
                expected = grad
            elif not np.array_equal(grad, expected):
                failures.append(number)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_head_and_what_it_was_made_of():
    x = mx.nd.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        y = x * 3
        z = y * y
    autograd.backward([z, y, x], [None, mx.nd.array([10, 10]), mx.nd.array([100, 100])])
    np.testing.assert_array_equal(x.grad.asnumpy(), 18 * x.asnumpy() + 30 + 100)


@pytest.mark.parametrize("kind", ["hybrid", "static"])
def test_hooks_of_operators_see_gradients(kind):
    net, x, seen = nn.HybridSequential(prefix="n_"), numbers(3, 4), {}
    with net.name_scope():
        net.add(nn.Dense(5, activation="relu", in_units=4), nn.Dense(2, in_units=5))
    net.initialize()
    net.hybridize(**KINDS[kind])
    net.register_op_hook(lambda name, operator, array: seen.update({name: (operator, array.asnumpy())}))
    with autograd.record():
        out = net(x)
    assert list(seen) == ["n_dense0_fwd_output", "n_dense0_relu_fwd_output", "n_dense1_fwd_output"]
    seen.clear()
    out.backward()
    # MXNet's names, in its order; nothing of the data, which takes no gradient.
    assert list(seen) == ["n_dense1_fwd_backward_0", "n_dense1_fwd_backward_1", "n_dense1_fwd_backward_2",
                          "n_dense0_relu_fwd_backward_0", "n_dense0_fwd_backward_1", "n_dense0_fwd_backward_2"]
    assert seen["n_dense1_fwd_backward_1"][0] == "_backward_FullyConnected"
    np.testing.assert_array_equal(seen["n_dense0_fwd_backward_1"][1], net[0].weight.grad().asnumpy())
