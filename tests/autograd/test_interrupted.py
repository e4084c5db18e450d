"""Ctrl-C at any moment of a training step: the session goes on as before."""
import inspect
import itertools
import signal
import subprocess
import sys
import textwrap

import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon


@pytest.fixture(autouse=True)
def one_core():
    """Compute on one core: small programs set that for a while, and an interrupt may come just then."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


class Doubled(autograd.Function):
    def forward(self, x):
        return x * 2

    def backward(self, dy):
        return dy * 2


class Passed(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("passed_when_interrupted")
class PassedProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Passed()


def training_step(how):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(4, activation="relu", in_units=3), gluon.nn.BatchNorm(in_channels=4))
    net.initialize()
    if how != "eager":
        net.hybridize(static_alloc=how == "static")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    x = mx.nd.ones((2, 3))

    def step():
        with autograd.record():
            y = Doubled()(net(x))
            with autograd.predict_mode(), autograd.pause():
                y + 1
            loss = mx.nd.Custom(y, op_type="passed_when_interrupted").sum()
        loss.backward()
        trainer.step(1)
        x[:] = 1
    return step


def higher_step():
    x = mx.nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        first = autograd.grad((x * x * x).sum(), [x], create_graph=True)[0]
        first.sum().backward()
    x[:] = 1


def interrupted(step, place):
    """Run a step that raises KeyboardInterrupt where Python would: at a call, or when a C function returns."""
    events, raised = itertools.count(), []

    def tracer(frame, event, argument):
        # A generator that is closed is reported as a call too; Python looks for no signal there.
        if event in ("call", "c_return") and not frame.f_code.co_flags & inspect.CO_GENERATOR \
                and next(events) == place:
            sys.setprofile(None)
            raised.append(f"{event} in {frame.f_code.co_qualname if hasattr(frame.f_code, 'co_qualname') else frame}")
            raise KeyboardInterrupt

    sys.setprofile(tracer)
    try:
        step()
    except KeyboardInterrupt:
        return raised
    finally:
        sys.setprofile(None)
    assert not raised, f"an interrupt was swallowed: {raised}"
    return []


@pytest.mark.parametrize("how", ["eager", "hybrid", "static", "higher"])
def test_no_moment_leaves_the_thread_recording(how):
    step = higher_step if how == "higher" else training_step(how)
    for _ in range(3):
        step()
    for place in itertools.count():
        was = interrupted(step, place)
        assert (autograd.is_recording(), autograd.is_training()) == (False, False), f"{was}"
        if not was:
            break
        if place % 7 == 0:
            step()
    assert place > 100
    step()


def test_scopes_restore_what_was_before():
    scope = autograd.record()
    for _ in range(2):  # one after the other
        with scope:
            assert (autograd.is_recording(), autograd.is_training()) == (True, True)
            with autograd.pause(), autograd.train_mode():
                assert (autograd.is_recording(), autograd.is_training()) == (False, True)
                with autograd.record(train_mode=False):
                    assert (autograd.is_recording(), autograd.is_training()) == (True, False)
                assert (autograd.is_recording(), autograd.is_training()) == (False, True)
            assert (autograd.is_recording(), autograd.is_training()) == (True, True)
        assert (autograd.is_recording(), autograd.is_training()) == (False, False)
    with pytest.raises(ZeroDivisionError), autograd.record():
        1 / 0  # noqa: B018
    entered = autograd.record()
    entered.__enter__()
    del entered  # which ends nothing
    assert autograd.is_recording()
    autograd.set_recording(False), autograd.set_training(False)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals come from a timer")
def test_real_signals():
    code = """
        import random, signal, sys
        sys.path.insert(0, sys.argv[1])
        from mxnet import autograd
        from tests.autograd.test_interrupted import training_step
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        step = training_step("hybrid")
        step()
        random.seed(0)
        found, count = set(), 0
        while count < 300:
            try:
                signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0002, 0.003))
                while True:
                    step()
            except KeyboardInterrupt:
                count += 1
                found.add((autograd.is_recording(), autograd.is_training()))
        print(found)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code), "."], capture_output=True, text=True,
                          timeout=120)
    assert (done.stdout, done.stderr) == ("{(False, False)}\n", "")
