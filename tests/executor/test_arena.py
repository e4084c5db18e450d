"""When CUDA graphs are destroyed, and captures that fail: on graphs that only pretend, and on real ones."""
import contextlib
import gc
import itertools
import logging
import weakref

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.tiers import arena as arenas
from mxnet.core.tiers import capture
from mxnet.core.tiers.arena import Arena
from mxnet.core.tiers.capture import Capture
from mxnet.core.tiers.captured_programs import CapturedPrograms


def destroy(number):
    if Pretended.capturing not in (None, number):
        Pretended.broken = True
    Pretended.destroyed.append(number)


class Pretended:
    """As much of a CUDA graph as we use. Like CUDA it breaks a capture off if a graph is destroyed meanwhile."""

    numbers = itertools.count()
    capturing: "int | None" = None
    destroyed: list = []
    broken = False

    def __init__(self):
        self.number = next(Pretended.numbers)
        # Stands for what CUDA holds: the collector does not see it, it goes when the graph itself goes.
        self.resource = np.empty(0)
        weakref.finalize(self.resource, destroy, self.number)

    def capture_begin(self, pool, capture_error_mode):
        assert Pretended.capturing is None
        Pretended.capturing, Pretended.broken = self.number, False

    def capture_end(self):
        if Pretended.capturing != self.number:
            raise RuntimeError("CUDA error: no capture is running")
        Pretended.capturing = None
        if Pretended.broken:
            raise RuntimeError("CUDA error: operation failed due to a previous error during capture")

    def replay(self):
        pass


class Nothing:
    def wait_stream(self, other):
        pass


@pytest.fixture
def arena(monkeypatch):
    handles = ((0, number) for number in itertools.count())
    Pretended.destroyed, Pretended.capturing = [], None
    monkeypatch.setattr(torch.cuda, "CUDAGraph", Pretended)
    monkeypatch.setattr(torch.cuda, "graph_pool_handle", lambda: next(handles))
    monkeypatch.setattr(torch.cuda, "current_stream", lambda device: Nothing())
    monkeypatch.setattr(torch.cuda, "stream", lambda side: contextlib.nullcontext())
    monkeypatch.setattr(torch._C, "_cuda_clearCublasWorkspaces", lambda: None, raising=False)
    monkeypatch.setattr(arenas, "_stream", lambda device: Nothing())
    monkeypatch.setattr(arenas.rng, "made", lambda ctx: None)
    return Arena(mx.cpu())


class Module:
    """Something with a graph, in a cycle, as executors are."""

    def __init__(self, arena):
        self.itself, self.graph = self, arena.capture(list)


def test_a_graph_goes_with_its_owner(arena):
    graph = arena.capture(list)
    graph.replay()
    assert not Pretended.destroyed
    del graph
    assert len(Pretended.destroyed) == 1


@pytest.mark.parametrize("drop", ["reference", "garbage"])
def test_a_module_dropped_inside_a_capture_of_another(arena, drop):
    others = Arena(mx.cpu())
    held = [others.capture(list) if drop == "reference" else Module(others)]
    seen = []

    def work():
        held.clear()
        gc.collect()
        seen.append(len(Pretended.destroyed))
        return []
    graph = arena.capture(work)
    assert seen == [0] and len(Pretended.destroyed) == 1  # not inside, but right after
    graph.replay()


def test_garbage_is_not_collected_inside(arena):
    seen = []
    arena.capture(lambda: seen.append(gc.isenabled()) or [])
    assert seen == [False] and gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        arena.capture(lambda: 1 / 0)
    assert gc.isenabled()
    gc.disable()
    try:
        arena.capture(list)
        assert not gc.isenabled()  # it was off before
    finally:
        gc.enable()


def test_a_graph_that_waits_keeps_its_pool(arena):
    graph = arena.capture(list)
    held = [graph]
    first = arena._pool
    del graph
    arena.capture(lambda: held.clear() or [])
    assert arena._pool == first


def test_a_capture_that_failed_spoils_its_pool(arena):
    kept = arena.capture(list)
    first = arena._pool
    with pytest.raises(RuntimeError, match="no luck"):
        arena.capture(failing(RuntimeError("no luck")))
    again = arena.capture(list)
    assert arena._pool != first and Pretended.capturing is None
    kept.replay()
    again.replay()


def failing(error):
    def work():
        raise error
    return work


def test_a_capture_that_breaks_at_its_end(arena):
    def work():
        Pretended.broken = True
        return []
    with pytest.raises(RuntimeError, match="previous error"):
        arena.capture(work)
    assert Pretended.capturing is None
    arena.capture(list)


def run(captured, work, times):
    for _ in range(times):
        captured.run((), [], work)


def test_work_is_captured_again_after_a_failure(arena):
    captured, failures = Capture(Arena(mx.cpu()), "some work"), [1]
    done = []

    def work():
        if Pretended.capturing is not None and failures:
            failures.pop()
            raise RuntimeError("a graph was destroyed meanwhile")
        done.append(1)
        return []
    run(captured, work, 3)
    assert not failures and len(done) == 3 and not captured.is_ready((), [])
    run(captured, work, 3)
    assert captured.is_ready((), [])


def test_work_that_never_can_be_captured(arena, caplog):
    captured, tries, done = Capture(Arena(mx.cpu()), "some work"), [], []

    def work():
        if Pretended.capturing is not None:
            tries.append(1)
            raise RuntimeError("not in a graph")
        done.append(1)
        return []
    with caplog.at_level(logging.WARNING):
        run(captured, work, 30)
    assert len(tries) == capture.CAPTURE_ATTEMPTS and len(done) == 30
    assert caplog.text.count("some work is not captured in CUDA graphs: not in a graph") == 1


def test_work_whose_rate_or_tensors_change_runs_as_it_is(arena):
    captured, done, tensors = Capture(Arena(mx.cpu()), "some work", most=2), [], [object(), object()]

    def call(rate, tensor):
        captured.run((rate,), [tensor], lambda: done.append((rate, tensor)))
        return captured.is_ready((rate,), [tensor])
    assert [call(1, tensors[0]) for _ in range(4)] == [False, False, True, True]
    assert not captured.is_ready((2,), [tensors[0]]) and not captured.is_ready((1,), [tensors[1]])
    assert [call(2, tensors[0]) for _ in range(3)] == [False, False, True]
    assert [call(2, tensors[1]) for _ in range(4)] == [False] * 4  # two captures were enough
    assert len(done) == 2 + 1 + 2 + 1 + 4 and "changes all the time" in captured.refusal


def test_programs_are_tried_again_and_then_called(arena):
    programs = CapturedPrograms(arena)
    train, backward = programs._captures["train"], programs._captures["backward"]
    for number in range(capture.CAPTURE_ATTEMPTS):
        assert not train.refusal
        backward.calls = 5
        assert not programs._attempt(train, failing(RuntimeError(f"number {number}")))
        assert not backward.calls  # warm again first
    assert train.refusal == "number 2" and "train: number 2" in programs.describe()


def test_what_is_half_captured_is_forgotten(arena):
    programs = CapturedPrograms(arena)
    train = programs._captures["train"]
    train.captured, train.calls = object(), 5
    with pytest.raises(ValueError, match="of a user's operator"):
        programs._attempt(programs._captures["backward"], failing(ValueError("of a user's operator")))
    assert train.captured is None and not train.calls
    train.captured, train.calls = object(), 5
    with pytest.raises(KeyboardInterrupt):
        programs._attempt(programs._captures["backward"], failing(KeyboardInterrupt()))
    assert train.captured is None and not train.calls


# ---- on a GPU ---------------------------------------------------------------------------------------

def trained(steps=6):
    """An executor with graphs."""
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    executor = net.simple_bind(mx.gpu(), data=(2, 3), softmax_label=(2,))
    for _ in range(steps):
        executor.forward_backward()
    assert "step: 1 graph(s)" in executor.debug_str()
    return executor


@pytest.mark.gpu
def test_an_executor_dropped_inside_a_real_capture():
    held = [trained(), trained()]
    held[1].itself = held[1]  # garbage, when it is dropped
    gc.collect()
    x = torch.ones(3, device="cuda")

    def work():
        held.clear()
        gc.collect()
        return [x + 1]
    graph = Arena(mx.gpu()).capture(work)
    y, = graph.result
    x.fill_(4)
    graph.replay()
    assert y.tolist() == [5, 5, 5]
    trained()


@pytest.mark.gpu
def test_real_captures_go_on_after_one_that_failed():
    x = torch.ones(3, device="cuda")
    arena = Arena(mx.gpu())
    for _ in range(3):
        with pytest.raises(RuntimeError):
            arena.capture(lambda: [torch.ones(3, device="cuda"), (x + 1).sum().item()])
        graph = arena.capture(lambda: [x + 1])
        y, = graph.result
        graph.replay()
        assert y.tolist() == [2, 2, 2]
    trained()


@pytest.mark.gpu
def test_a_metric_is_captured_while_modules_come_and_go():
    metric = mx.metric.create("acc")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    data = mx.io.NDArrayIter(mx.nd.ones((12, 3)), mx.nd.zeros(12), 2)
    trainer = mx.mod.Module(net, context=mx.gpu())
    trainer.bind(data.provide_data, data.provide_label)
    trainer.init_params()
    trainer.init_optimizer(kvstore=None)
    for _ in range(20):
        data.reset()
        for batch in data:
            trainer.forward_backward(batch)
            trainer.update()
            trainer.update_metric(metric, batch.label)
        other = mx.mod.Module(net, context=mx.gpu())
        other.bind(data.provide_data, data.provide_label, for_training=False)
        other.set_params(*trainer.get_params())
        other.itself = other
        other.score(data, metric)
        del other
    assert any(update.capture.captured is not None for update in metric._captured_updates.values())
    assert [captured.captured is not None for captured in trainer._optimizer._captures.values()] == [True]
