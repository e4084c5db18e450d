"""Recorded calls that come again, the backward behind them and the step after it: short ways, same results."""
import weakref

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.ndarray import repeated

STEPS = 6


@pytest.fixture
def taken(monkeypatch):
    """Count the short ways that were taken."""
    found = {"calls": 0, "backwards": 0}
    call, run = repeated.Repeated.__call__, repeated.Path.run

    def counted(self, args):
        made = call(self, args)
        found["calls"] += made is not None
        return made

    def counted_run(self, head, step):
        gone = run(self, head, step)
        found["backwards"] += gone
        return gone
    monkeypatch.setattr(repeated.Repeated, "__call__", counted)
    monkeypatch.setattr(repeated.Path, "run", counted_run)
    return found


class Net:
    def __init__(self, short, hidden=8, grad_req="write"):
        self.net = nn.HybridSequential()
        self.net.add(nn.Dense(hidden, activation="relu", in_units=4), nn.Dense(3, in_units=hidden))
        self.net.initialize()
        rng = np.random.RandomState(1)
        for param in self.net.collect_params().values():
            param.set_data(nd.array(rng.uniform(-1, 1, param.shape)))
            param.grad_req = grad_req
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        if short:
            self.net.hybridize()
            self.loss.hybridize()
        self.trainer = gluon.Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
        self.rng = np.random.RandomState(2)

    def batch(self, rows=5):
        return nd.array(self.rng.rand(rows, 4)), nd.array(self.rng.randint(0, 3, rows))

    def step(self, rows=5, update=True):
        x, y = self.batch(rows)
        with autograd.record():
            value = self.loss(self.net(x), y)
        value.backward()
        if update:
            self.trainer.step(rows)
        return value.asnumpy()

    def state(self):
        return [array.asnumpy() for param in self.net.collect_params().values()
                for array in (param.data(), param.grad())]


def plain(run):
    for _ in range(STEPS):
        run.step()


def changing_rows(run):
    for rows in (5, 5, 5, 2, 5, 5, 2, 2):
        run.step(rows)


def adding_up(run):
    for _ in range(STEPS):
        run.net.collect_params().zero_grad()
        run.step(update=False)
        run.step(update=False)
        run.trainer.step(5, ignore_stale_grad=True)


def values_set_between(run):
    for number in range(STEPS):
        run.step()
        for param in run.net.collect_params().values():
            param.set_data(param.data() * (0.9 + 0.01 * number))


def gradients_looked_at(run):
    kept = []
    for _ in range(STEPS):
        run.step(update=False)
        kept += [param.grad().asnumpy() for param in run.net.collect_params().values()]
        run.trainer.step(5)
    run.seen = kept


def new_parameters(run):
    for number in range(STEPS):
        run.step()
        if number == 3:
            for param in run.net.collect_params().values():
                values = param.data().asnumpy()
                param.grad_req = "null"
                param.grad_req = "write"
                param.set_data(nd.array(values))


def given_up(run):
    for _ in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            run.loss(run.net(x), y)  # no backward follows
        run.step()


def other_heads(run):
    for number in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            value = run.loss(run.net(x), y)
            if number % 2:
                value = value.mean()
        value.backward(nd.ones_like(value) * 2 if number % 3 == 0 else None)
        run.trainer.step(5)


def retained(run):
    for _ in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            value = run.loss(run.net(x), y)
        value.backward(retain_graph=True)
        value.backward()
        run.trainer.step(5)


def loss_overwritten(run):
    for _ in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            value = run.loss(run.net(x), y)
        with autograd.pause():
            value.detach()[:] = 7
        value.backward()
        run.trainer.step(5)


def input_with_gradient(run):
    x, y = run.batch()
    x.attach_grad()
    run.seen = []
    for _ in range(STEPS):
        with autograd.record():
            value = run.loss(run.net(x), y)
        value.backward()
        run.trainer.step(5)
        run.seen.append(x.grad.asnumpy())


def operator_between(run):
    for number in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            scores = run.net(x)
            if number % 3 == 2:
                scores = scores.detach() + scores
            value = run.loss(scores, y)
        value.backward()
        run.trainer.step(5)


def block_between(run):
    between = nn.HybridSequential()
    between.add(nn.Activation("tanh"), nn.Activation("relu"), nn.Activation("sigmoid"))
    if run.net._active:
        between.hybridize()
    for number in range(STEPS):
        x, y = run.batch()
        with autograd.record():
            scores = run.net(x)
            value = run.loss(between(scores) if number % 3 == 2 else scores, y)
        value.backward()
        run.trainer.step(5)


def loss_of_a_variable(run):
    variable = nd.array(run.rng.rand(5, 3))
    variable.attach_grad()
    run.seen = []
    for number in range(STEPS):
        run.step()
        if number % 2:
            with autograd.record():
                value = run.loss(variable, run.batch()[1])
            value.backward()
            run.seen.append(variable.grad.asnumpy())


def loss_of_whole_numbers(run):
    for number in range(STEPS):
        run.step()
        if number % 2:
            x, y = run.batch()
            with autograd.record():
                value = run.loss(run.net(x).astype("int32").astype("float32"), y)
            value.backward()


@pytest.mark.parametrize("work", [plain, operator_between, block_between, loss_of_a_variable, loss_of_whole_numbers,
                                  changing_rows, values_set_between, gradients_looked_at, new_parameters,
                                  given_up, other_heads, retained, loss_overwritten, input_with_gradient],
                         ids=lambda work: work.__name__)
def test_as_operator_by_operator(work, taken):
    eager, ours = Net(False), Net(True)
    work(eager)
    assert not taken["backwards"]
    taken.update(calls=0)
    work(ours)
    for a, b in zip([*ours.state(), *getattr(ours, "seen", [])], [*eager.state(), *getattr(eager, "seen", [])],
                    strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert taken["calls"] >= 2 and taken["backwards"]


def test_gradients_that_add_up(taken):
    eager, ours = Net(False, grad_req="add"), Net(True, grad_req="add")
    for run in eager, ours:
        adding_up(run)
    for a, b in zip(ours.state(), eager.state(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert taken["backwards"]


def test_large_gradients_have_memory_of_their_own(taken):
    run = Net(True, hidden=20000)
    held = []
    for _ in range(4):
        run.step(update=False)
        held.append([param.grad() for param in run.net.collect_params().values()])
        before = [grad.asnumpy().copy() for grad in held[-1]]
        run.net(run.batch()[0])  # writes into no gradient
        for grad, value in zip(held[-1], before, strict=True):
            np.testing.assert_array_equal(grad.asnumpy(), value)
    assert taken["backwards"]


def test_a_shared_layer_gets_the_sum(taken):
    shared = nn.Dense(4, in_units=4)
    net = nn.HybridSequential()
    net.add(shared, nn.Dense(4, in_units=4, params=shared.params))
    net.initialize(mx.init.One())
    x = nd.ones((2, 4))
    grads = []
    for hybridize in False, True, True, True, True:
        if hybridize:
            net.hybridize()
        with autograd.record():
            y = net(x)
        y.backward()
        grads.append(shared.weight.grad().asnumpy())
    for grad in grads[1:]:
        np.testing.assert_allclose(grad, grads[0], rtol=1e-6)


def test_a_stale_gradient_is_told_after_short_steps():
    run = Net(True)
    plain(run)
    with pytest.raises(UserWarning, match="dense"):
        run.trainer.step(5)
    run.step()


def test_no_batch_is_held():
    run = Net(True)
    plain(run)
    x, y = run.batch()
    with autograd.record():
        value = run.loss(run.net(x), y)
    value.backward()
    held = weakref.ref(x)
    del x, y, value
    run.step()
    run.step()
    assert held() is None
