"""Callbacks: the reference's log lines, checkpoints, and the extras."""
import json
import pathlib
import sys

import pytest

import mxnet as mx
from tests.training.cases import BatchEnd, callback_lines

RECORDED = json.loads((pathlib.Path(__file__).parents[1] / "data/training_values.json").read_text())


@pytest.fixture(scope="module")
def found():
    return callback_lines(mx)


@pytest.mark.parametrize("name", RECORDED["lines"])
def test_lines_are_the_references(found, name):
    assert found[name] == RECORDED["lines"][name]


def test_speedometer_survives_a_clock_that_stands_still(monkeypatch, caplog):
    monkeypatch.setattr(mx.callback.time, "time", lambda: 5.0)
    caplog.set_level("INFO")
    meter = mx.callback.Speedometer(8, 1)
    for batch in range(2):
        meter(BatchEnd(0, batch, None, None))
    assert caplog.records[-1].getMessage() == "Iter[0] Batch [1]\tSpeed: inf samples/sec"


def test_module_checkpoint_calls_the_module():
    class Module:
        calls = []

        def save_checkpoint(self, *args):
            self.calls.append(args)

    callback = mx.callback.module_checkpoint(Module(), "p", period=2, save_optimizer_states=True)
    for epoch in range(5):
        callback(epoch, "sym", "arg", "aux")
    assert Module.calls == [("p", 2, True), ("p", 4, True)]


def test_do_checkpoint_saves_every_period(tmp_path):
    symbol = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    arg = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    callback = mx.callback.do_checkpoint(str(tmp_path / "net"), period=3)
    for epoch in range(6):
        callback(epoch, symbol, arg, {})
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "net-0003.params", "net-0006.params", "net-symbol.json"]
    _, loaded, _ = mx.model.load_checkpoint(str(tmp_path / "net"), 6)
    assert (loaded["fc_weight"].asnumpy() == 1).all()


def test_tqdm_bar(tmp_path):
    pytest.importorskip("tqdm")
    metric = mx.metric.create("acc")
    with open(tmp_path / "bar.txt", "w+") as file:
        bar = mx.callback.TqdmProgressBar(total=4, file=file)
        for epoch in range(2):
            for batch in range(4):
                metric.update([mx.nd.array([0, 1])], [mx.nd.array([0, 0])])
                bar(BatchEnd(epoch, batch, metric, None))
        assert bar.bar is None
        file.seek(0)
        text = file.read()
    assert "Epoch[0]: 100%" in text and "Epoch[1]: 100%" in text and "accuracy=0.500000" in text


def test_tensorboard_callback(tmp_path):
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    metric = mx.metric.create("acc")
    metric.update([mx.nd.array([0, 1])], [mx.nd.array([0, 0])])
    callback = mx.contrib.tensorboard.LogMetricsCallback(str(tmp_path), prefix="train")
    callback(BatchEnd(3, 0, metric, None))
    callback(BatchEnd(4, 0, None, None))
    callback.summary_writer.close()
    events = accumulator.EventAccumulator(str(tmp_path)).Reload().Scalars("train-accuracy")
    assert [(event.step, event.value) for event in events] == [(3, 0.5)]


@pytest.mark.parametrize("module, make, extra", [
    ("tqdm.auto", lambda: mx.callback.TqdmProgressBar(), "progress"),
    ("torch.utils.tensorboard", lambda: mx.contrib.tensorboard.LogMetricsCallback("x"),
     "tensorboard"),
])
def test_missing_extras_are_named(monkeypatch, module, make, extra):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"remixnet\[{extra}\]"):
        make()
