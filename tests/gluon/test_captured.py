"""Hybridized blocks as CUDA graphs: what is captured gives what is not captured, whatever a program does in between."""
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.core.tiers import arena
from mxnet.gluon import nn

STEPS = 9   # the first call, two that show which inputs move, two that warm up, a capture, and replays
WARM = 18   # as many until a network and its loss hand each other what they compute


@pytest.fixture(params=[pytest.param("gpu", marks=pytest.mark.gpu), "emulated"])
def device(request):
    """A context on which calls are captured."""
    if request.param == "emulated":
        request.getfixturevalue("emulated_cuda")
    ctx = mx.gpu() if request.param == "gpu" else mx.cpu()
    with ctx:
        yield ctx


@pytest.fixture
def replays(monkeypatch):
    """Count the replays of graphs."""
    counted = [0]
    replay = arena.CapturedGraph.replay

    def counting(graph):
        counted[0] += 1
        replay(graph)
    monkeypatch.setattr(arena.CapturedGraph, "replay", counting)
    return counted


def mlp(dropout=0.0, last=None):
    net = nn.HybridSequential()
    net.add(nn.Dense(24, activation="relu", in_units=12))
    if dropout:
        net.add(nn.Dropout(dropout))
    net.add(nn.Dense(10, activation=last, in_units=24))
    return net, (8, 12)


def convolutional():
    net = nn.HybridSequential()
    # without a bias, whose gradient before a normalization is noise, which Adam makes large
    net.add(nn.Conv2D(8, 3, in_channels=3, use_bias=False), nn.BatchNorm(in_channels=8), nn.Activation("relu"),
            nn.MaxPool2D(), nn.Flatten(), nn.Dense(10, in_units=200))
    return net, (4, 3, 12, 12)


def recurrent():
    net = nn.HybridSequential()
    net.add(gluon.rnn.LSTM(6, layout="NTC", input_size=5), nn.Dense(10, in_units=24))
    return net, (8, 4, 5)


NETWORKS = {"mlp": mlp, "convolutional": convolutional, "recurrent": recurrent}


class Run:
    """One network with its trainer; the same values whenever it is made."""

    def __init__(self, make=mlp, hybridize=True, optimizer="sgd", grad_req="write", **kwargs):
        self.net, self.shape = make(**kwargs)
        self.net.initialize()
        rng = np.random.RandomState(3)
        for param in self.net.collect_params().values():
            if param.name.endswith(("weight", "bias")):
                param.set_data(mx.nd.array(rng.uniform(-0.5, 0.5, param.shape)))
            param.grad_req = grad_req if param.grad_req != "null" else "null"
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        if hybridize:
            self.net.hybridize()
            self.loss.hybridize()
        self.trainer = gluon.Trainer(self.net.collect_params(), optimizer, {"learning_rate": 0.1})
        self.rng = np.random.RandomState(5)

    def batch(self, rows=None):
        shape = (rows or self.shape[0], *self.shape[1:])
        return (mx.nd.array(self.rng.uniform(-1, 1, shape)), mx.nd.array(self.rng.randint(0, 10, shape[0])))

    def step(self, rows=None, between=None):
        data, label = self.batch(rows)
        with autograd.record():
            out = self.net(data)
            if between is not None:
                between(self)
            loss = self.loss(out, label)
        loss.backward()
        self.trainer.step(len(label))
        return out, loss

    def state(self):
        found = []
        for param in self.net.collect_params().values():
            found.append(param.data().asnumpy())
            if param.grad_req != "null":
                found.append(param.grad().asnumpy())
        return found

    def history(self, steps=STEPS, between=None):
        found = []
        for _ in range(steps):
            out, loss = self.step(between=between)
            found.append([out.asnumpy(), loss.asnumpy(), *self.state()])
        return found


@pytest.fixture
def uncaptured(monkeypatch):
    """Make and run without CUDA graphs."""
    def run(work, *args, **kwargs):
        with monkeypatch.context() as patch:
            patch.setenv("MXNET_CUDA_GRAPHS", "0")
            return work(Run(*args, **kwargs))
    return run


def assert_same(found, expected):
    for step, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5, err_msg=f"step {step}, array {index}")


@pytest.mark.parametrize("name, optimizer", [("mlp", "sgd"), ("convolutional", "adam"), ("recurrent", "sgd")])
def test_the_loop_as_without_capture(device, uncaptured, replays, name, optimizer):
    found = Run(NETWORKS[name], optimizer=optimizer).history(WARM)
    assert replays[0] > 0
    before = replays[0]
    assert_same(found, uncaptured(lambda run: run.history(WARM), NETWORKS[name], optimizer=optimizer))
    assert replays[0] == before


def test_a_warm_step_is_nothing_but_replays(device, replays):
    run = Run()
    run.history(WARM)
    before = replays[0]
    run.step()
    assert replays[0] - before == 5  # forward and backward of network and loss, and the update


# Programs that do more than the plain loop: each gives lists of NumPy arrays.

def kept_outputs(run):
    """Outputs are new arrays, which later calls leave alone."""
    kept = [run.step() for _ in range(STEPS)]
    return [[out.asnumpy(), loss.asnumpy()] for out, loss in kept]


def two_calls_before_backward(run):
    found = []
    for _ in range(STEPS):
        (a, label), (b, _) = run.batch(), run.batch()
        with autograd.record():
            first = run.net(a)
            second = run.net(b)
            loss = run.loss(first, label) + 2 * run.loss(second, label)
        loss.backward()
        run.trainer.step(8)
        found.append([first.asnumpy(), second.asnumpy(), *run.state()])
    return found


def backwards_in_another_order(run):
    found = []
    for step in range(STEPS + 4):
        (a, _), (b, _) = run.batch(), run.batch(6 if step % 2 else 8)
        with autograd.record():
            first = run.net(a).sum()
            second = (run.net(b) ** 2).sum()
        first.backward()
        grads = run.state()
        second.backward()
        found.append([*grads, *run.state()])
    return found


def retained(run):
    found = []
    for step in range(STEPS + 4):
        data, label = run.batch()
        with autograd.record():
            loss = run.loss(run.net(data), label)
        again = step > 6
        loss.backward(retain_graph=again)
        if again:
            for param in run.net.collect_params().values():
                if param.grad_req != "null":
                    param.grad()[:] = 7
            loss.backward()
        run.trainer.step(8)
        found.append(run.state())
    return found


def higher_order(run):
    found = []
    for _ in range(STEPS):
        data, _ = run.batch()
        data.attach_grad()
        with autograd.record():
            out = run.net(data)
            slope = autograd.grad(out, [data], create_graph=True)[0]
            penalty = ((slope ** 2).sum(axis=1) - 1) ** 2
        penalty.backward()
        found.append([out.asnumpy(), data.grad.asnumpy(), *run.state()])
    return found


def predictions_between(run):
    found = []

    def predict(run):
        with autograd.pause():
            found.append([run.net(run.batch()[0]).asnumpy()])
    return run.history(STEPS + 4, predict) + found


def outputs_overwritten(run):
    """As programs may do between forward and backward."""
    found = []
    for _ in range(STEPS):
        data, label = run.batch()
        with autograd.record():
            out = run.net(data)
            loss = run.loss(out, label)
        out[:] = 0
        data[:] = 0
        loss.backward()
        run.trainer.step(8)
        found.append([loss.asnumpy(), out.asnumpy()])
    return found


def calls_without_backward(run):
    found = []
    for step in range(STEPS + 4):
        if step % 2:
            with autograd.record():
                out = run.net(run.batch()[0])
            found.append([out.asnumpy()])
        found.append([array.asnumpy() for array in run.step()])
    return found


def changing_shapes(run):
    found = []
    for _ in range(4 * STEPS):
        out, loss = run.step(rows=(8, 6, 4)[run.rng.randint(3)])
        found.append([out.asnumpy(), loss.asnumpy(), *run.state()])
    return found


def exchanged_parameters(run):
    found = run.history()
    for turn in range(3):
        for param in run.net.collect_params().values():
            if turn == 0:
                param.set_data(param.data() * 0.5)
            elif turn == 1:
                param.reset_ctx(mx.context.current_context())
            else:
                param.zero_grad()
        found += run.history(7)
    return found


def gradients_of_the_data(run):
    found, same = [], run.batch()[0]
    same.attach_grad()
    for step in range(2 * STEPS):
        data, label = run.batch()
        if step % 3:
            data.attach_grad()
        else:
            same[:] = data
            data = same
        with autograd.record():
            loss = run.loss(run.net(data), label)
        loss.backward()
        found.append([data.grad.asnumpy(), *run.state()])
    return found


def head_gradients(run):
    found = []
    for step in range(STEPS):
        data, _ = run.batch()
        with autograd.record():
            out = run.net(data)
        out.backward(mx.nd.full(out.shape, step + 1))
        found.append(run.state())
    return found


def the_same_batch(run):
    """Arrays that stay are read where they are, whoever writes to them."""
    (data, label), found = run.batch(), []
    for step in range(2 * STEPS):
        if step % 2:
            data[:] = run.batch()[0]
        else:
            data.as_torch().mul_(0.5)
        with autograd.record():
            loss = run.loss(run.net(data), label)
        loss.backward()
        run.trainer.step(8)
        found.append([loss.asnumpy(), *run.state()])
        if step == STEPS:
            data, label = run.batch()
    return found


def training_mode_without_recording(run):
    found = []
    for _ in range(STEPS):
        with autograd.train_mode():
            found.append([run.net(run.batch()[0]).asnumpy(), *run.state()])
    return found


def predicting(run):
    return [[run.net(run.batch()[0]).asnumpy(), run.net(run.batch(6)[0]).asnumpy()] for _ in range(STEPS)]


def parts_that_take_no_gradient(run):
    """Gradients are zeros where none passes, and requests may change."""
    found = []
    for step in range(3 * STEPS):
        if step == 2 * STEPS:
            run.net.collect_params(".*bias").setattr("grad_req", "null")
        data, label = run.batch()
        with autograd.record():
            loss = run.loss(run.net(data), label)
        loss.backward()
        run.trainer.step(8)
        found.append([loss.asnumpy(), *run.state()])
    return found


def several_losses(run):
    """A backward goes other ways by turns."""
    other = gluon.loss.L2Loss()
    other.hybridize()
    found = []
    for step in range(4 * STEPS):
        data, label = run.batch()
        with autograd.record():
            out = run.net(data)
            loss = other(out, out.detach() * 0.5) if step > 2 * STEPS and step % 3 == 0 else run.loss(out, label)
        loss.backward()
        run.trainer.step(8)
        found.append([loss.asnumpy(), *run.state()])
    return found


def losses_of_users(run):
    """What is between calls is computed as it is."""
    found = []
    for _ in range(2 * STEPS):
        data, label = run.batch()
        with autograd.record():
            out = run.net(data)
            loss = ((out - label.reshape((-1, 1))) ** 2).mean(axis=1)
        loss.backward()
        run.trainer.step(8)
        found.append([loss.asnumpy(), *run.state()])
    return found


def a_long_loop(run):
    """Results are read now and then, and kept longer than a step."""
    found, losses = [], []
    for step in range(4 * STEPS):
        data, label = run.batch()
        with autograd.record():
            out = run.net(data)
            loss = run.loss(out, label)
        loss.backward()
        run.trainer.step(8)
        losses.append(loss)
        if step % 5 == 4:
            found.append([out.asnumpy(), *[kept.asnumpy() for kept in losses[-3:]], *run.state()])
    return [*found, [loss.asnumpy() for loss in losses]]


def rates_that_move(run):
    found = []
    for step in range(STEPS):
        run.trainer.set_learning_rate(0.1 / (step + 1))
        run.step()
        found.append(run.state())
    return found


PROGRAMS = [kept_outputs, two_calls_before_backward, backwards_in_another_order, retained, higher_order,
            predictions_between, outputs_overwritten, calls_without_backward, changing_shapes, exchanged_parameters,
            gradients_of_the_data, head_gradients, the_same_batch, training_mode_without_recording, predicting,
            rates_that_move, parts_that_take_no_gradient, several_losses, losses_of_users, a_long_loop]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_programs_as_without_capture(device, uncaptured, replays, program):
    found = program(Run())
    assert replays[0] > 0
    assert_same(found, uncaptured(program))


@pytest.mark.parametrize("program", [two_calls_before_backward, predictions_between, training_mode_without_recording],
                         ids=lambda program: program.__name__)
def test_auxiliary_states_as_without_capture(device, uncaptured, replays, program):
    found = program(Run(convolutional))
    assert replays[0] > 0
    assert_same(found, uncaptured(program, convolutional))


def test_values_that_are_overwritten_before_backward(device, uncaptured):
    """The gradient of tanh is computed from its output, as it is at that time."""
    assert_same(outputs_overwritten(Run(last="tanh")), uncaptured(outputs_overwritten, last="tanh"))


def test_gradients_that_add_up(device, uncaptured):
    assert_same(Run(grad_req="add").history(), uncaptured(Run.history, grad_req="add"))


def test_few_signatures_keep_graphs(device, monkeypatch, uncaptured):
    monkeypatch.setenv("MXNET_CUDA_GRAPHS_KEPT", "2")
    assert_same(changing_shapes(Run()), uncaptured(changing_shapes))


def test_dropout_draws_fresh_numbers_and_those_of_the_seed(device, uncaptured):
    def work(run):
        mx.random.seed(11)
        found = run.history()
        return found + retained(run) + run.history()
    found = work(Run(dropout=0.5))
    assert_same(found, uncaptured(work, dropout=0.5))
    assert not np.array_equal(found[-1][0], found[-2][0])


def test_a_call_that_fails_leaves_the_others_alone(device, uncaptured):
    def work(run):
        found = run.history()
        for _ in range(3):
            with pytest.raises(mx.MXNetError), autograd.record():
                run.net(mx.nd.zeros((8, 5)))
            found += run.history(2)
        return found
    assert_same(work(Run()), uncaptured(work))


def test_switched_off(device, monkeypatch, replays):
    monkeypatch.setenv("MXNET_CUDA_GRAPHS", "0")
    Run().history()
    assert replays[0] == 0


@pytest.mark.filterwarnings("ignore:Attempting to run cuBLAS")  # of torch, in a new thread
def test_threads(device):
    """A graph has one place for inputs: whoever comes while it is taken computes without it."""
    run = Run()
    run.history()
    batches = [run.batch()[0] for _ in range(6)]
    for data in batches:
        run.net(data)
    expected = [run.net(data).asnumpy() for data in batches]
    wrong = []

    def work(data, values):
        with device:
            for _ in range(20):
                if not np.allclose(run.net(data).asnumpy(), values, 1e-4, 1e-5):
                    wrong.append(data)
    threads = [threading.Thread(target=work, args=pair) for pair in zip(batches, expected)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_bodies_of_control_flow_are_captured_with_the_network(device, uncaptured, replays):
    class Loop(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.cell = gluon.rnn.GRUCell(6, input_size=5)
            self.out = nn.Dense(10, in_units=6)

        def hybrid_forward(self, F, data):
            states = [F.zeros((8, 6))]
            outputs, _ = F.contrib.foreach(self.cell, data, states)
            return self.out(F.mean(outputs, axis=0))

    def make():
        return Loop(), (4, 8, 5)

    def work(run):
        found = []
        for _ in range(STEPS):
            data, label = mx.nd.array(run.rng.uniform(-1, 1, (4, 8, 5))), mx.nd.array(run.rng.randint(0, 10, 8))
            with autograd.record():
                loss = run.loss(run.net(data), label)
            loss.backward()
            run.trainer.step(8)
            found.append([loss.asnumpy(), *run.state()])
        return found
    found = work(Run(make))
    assert replays[0] > 0
    assert_same(found, uncaptured(work, make))
