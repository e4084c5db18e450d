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
from mxnet.core.tiers import cuda_graphs
from mxnet.core.tiers import graph_pool as pool
from mxnet.core.tiers.cuda_graphs import Recorder, Repeated
from mxnet.core.tiers.graph_pool import Graphs


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
def graphs(monkeypatch):
    handles = ((0, number) for number in itertools.count())
    Pretended.destroyed, Pretended.capturing = [], None
    monkeypatch.setattr(torch.cuda, "CUDAGraph", Pretended)
    monkeypatch.setattr(torch.cuda, "graph_pool_handle", lambda: next(handles))
    monkeypatch.setattr(torch.cuda, "current_stream", lambda device: Nothing())
    monkeypatch.setattr(torch.cuda, "stream", lambda side: contextlib.nullcontext())
    monkeypatch.setattr(torch._C, "_cuda_clearCublasWorkspaces", lambda: None, raising=False)
    monkeypatch.setattr(Graphs, "_side", lambda self: Nothing())
    monkeypatch.setattr(pool.rng, "made", lambda ctx: None)
    return Graphs(mx.cpu())


class Module:
    """Something with a graph, in a cycle, as executors are."""

    def __init__(self, graphs):
        self.itself, (self.replay, _) = self, graphs.record(list)


def test_a_graph_goes_with_its_owner(graphs):
    replay, _ = graphs.record(list)
    replay()
    assert not Pretended.destroyed
    del replay
    assert len(Pretended.destroyed) == 1


@pytest.mark.parametrize("drop", ["reference", "garbage"])
def test_a_module_dropped_inside_a_capture_of_another(graphs, drop):
    others = Graphs(mx.cpu())
    held = [others.record(list)[0] if drop == "reference" else Module(others)]
    seen = []

    def work():
        held.clear()
        gc.collect()
        seen.append(len(Pretended.destroyed))
        return []
    replay, _ = graphs.record(work)
    assert seen == [0] and len(Pretended.destroyed) == 1  # not inside, but right after
    replay()


def test_garbage_is_not_collected_inside(graphs):
    seen = []
    graphs.record(lambda: seen.append(gc.isenabled()) or [])
    assert seen == [False] and gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        graphs.record(lambda: 1 / 0)
    assert gc.isenabled()
    gc.disable()
    try:
        graphs.record(list)
        assert not gc.isenabled()  # it was off before
    finally:
        gc.enable()


def test_a_graph_that_waits_keeps_its_pool(graphs):
    replay, _ = graphs.record(list)
    held = [replay]
    first = graphs._pool
    del replay
    graphs.record(lambda: held.clear() or [])
    assert graphs._pool == first


def test_a_capture_that_failed_spoils_its_pool(graphs):
    kept, _ = graphs.record(list)
    first = graphs._pool
    with pytest.raises(RuntimeError, match="no luck"):
        graphs.record(failing(RuntimeError("no luck")))
    again, _ = graphs.record(list)
    assert graphs._pool != first and Pretended.capturing is None
    kept()
    again()


def failing(error):
    def work():
        raise error
    return work


def test_a_capture_that_breaks_at_its_end(graphs):
    def work():
        Pretended.broken = True
        return []
    with pytest.raises(RuntimeError, match="previous error"):
        graphs.record(work)
    assert Pretended.capturing is None
    graphs.record(list)


def run(repeated, work, times):
    for _ in range(times):
        repeated.run((), [], work)


def test_repeated_work_is_tried_again(graphs):
    repeated, failures = Repeated(mx.cpu(), "some work"), [1]
    done = []

    def work():
        if Pretended.capturing is not None and failures:
            failures.pop()
            raise RuntimeError("a graph was destroyed meanwhile")
        done.append(1)
        return []
    run(repeated, work, 3)
    assert not failures and len(done) == 3 and not repeated.again((), [])
    run(repeated, work, 3)
    assert repeated.again((), [])


def test_repeated_work_that_never_can_be_recorded(graphs, caplog):
    repeated, tries, done = Repeated(mx.cpu(), "some work"), [], []

    def work():
        if Pretended.capturing is not None:
            tries.append(1)
            raise RuntimeError("not in a graph")
        done.append(1)
        return []
    with caplog.at_level(logging.WARNING):
        run(repeated, work, 30)
    assert len(tries) == cuda_graphs.CAPTURE_ATTEMPTS and len(done) == 30
    assert caplog.text.count("some work is not recorded: not in a graph") == 1


def test_a_recorder_tries_again_and_then_gives_up():
    recorder = Recorder(Graphs(mx.cpu()))
    for number in range(cuda_graphs.CAPTURE_ATTEMPTS):
        assert not recorder.refusal
        recorder._calls["train"] = 5
        assert not recorder._attempt(failing(RuntimeError(f"number {number}")))
        assert not recorder._calls  # warm again first
    assert recorder.refusal == "number 2"


def test_what_is_half_recorded_is_forgotten():
    recorder = Recorder(Graphs(mx.cpu()))
    recorder._recorded["train"], recorder._calls["train"] = object(), 5
    with pytest.raises(ValueError, match="of a user's operator"):
        recorder._attempt(failing(ValueError("of a user's operator")))
    recorder._recorded["train"], recorder._calls["train"] = object(), 5
    with pytest.raises(KeyboardInterrupt):
        recorder._attempt(failing(KeyboardInterrupt()))
    assert not recorder._recorded and not recorder._calls


# ---- on a GPU ---------------------------------------------------------------------------------------

def trained(steps=6):
    """An executor with graphs."""
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc"), name="softmax")
    executor = net.simple_bind(mx.gpu(), data=(2, 3), softmax_label=(2,))
    for _ in range(steps):
        executor.forward_backward()
    assert executor.steady
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
    replay, (y,) = pool.Graphs(mx.gpu()).record(work)
    x.fill_(4)
    replay()
    assert y.tolist() == [5, 5, 5]
    trained()


@pytest.mark.gpu
def test_real_captures_go_on_after_one_that_failed():
    x = torch.ones(3, device="cuda")
    graphs = pool.Graphs(mx.gpu())
    for _ in range(3):
        with pytest.raises(RuntimeError):
            graphs.record(lambda: [torch.ones(3, device="cuda"), (x + 1).sum().item()])
        replay, (y,) = graphs.record(lambda: [x + 1])
        replay()
        assert y.tolist() == [2, 2, 2]
    trained()


@pytest.mark.gpu
def test_a_metric_is_recorded_while_modules_come_and_go():
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
    assert any(update.repeated._replay is not None for update in metric._recordings.values())
    assert [repeated._replay is not None for repeated in trainer._optimizer._repeated.values()] == [True]
