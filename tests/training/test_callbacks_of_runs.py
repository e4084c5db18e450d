"""Callbacks that watch a run: early stopping, best checkpoints, curves, progress, rates."""
import csv
import io
import logging
import os
from types import SimpleNamespace

import numpy as np
import pytest

import mxnet as mx

RNG = np.random.RandomState(0)
X = RNG.randn(60, 5).astype("float32")
Y = (X.sum(axis=1) > 0).astype("float32")


def network():
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def batches(shuffle=False):
    return mx.io.NDArrayIter(X, Y, 20, shuffle)


def fitted(epochs=3, **options):
    mx.random.seed(1)
    module = mx.mod.Module(network())
    module.fit(batches(), num_epoch=epochs, initializer=mx.init.Xavier(), **options)
    return module


def param(epoch, value, name="accuracy", **local):
    """Give what a callback at the end of validation gets."""
    metric = SimpleNamespace(get_name_value=lambda: [(name, value)], get_global_name_value=lambda: [(name, value)])
    return mx.model.BatchEndParam(epoch, 0, metric, local)


# ---- stopping -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("slot", ["batch_end_callback", "eval_end_callback", "epoch_end_callback",
                                  "eval_batch_end_callback"])
def test_any_callback_ends_training(slot, caplog):
    calls = []

    def stop(*args):
        calls.append(args)
        if len(calls) == 2:
            raise mx.callback.StopTraining("enough")
    data = batches()
    with caplog.at_level(logging.INFO):
        module = mx.mod.Module(network())
        module.fit(data, eval_data=batches(), num_epoch=50, **{slot: stop})
    assert len(calls) == 2 and "training ends: enough" in caplog.text
    assert next(iter(data)).data[0].shape == (20, 5)  # the iterator is at its beginning again
    assert set(module.get_params()[0]) == {"fc_weight", "fc_bias"}


@pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated")
@pytest.mark.parametrize("slot", ["batch_end_callback", "eval_end_callback", "epoch_end_callback",
                                  "eval_batch_end_callback"])
def test_any_callback_ends_training_of_feedforward(slot, caplog):
    calls = []

    def stop(*args):
        calls.append(args)
        if len(calls) == 2:
            raise mx.callback.StopTraining("enough")
    data = batches()
    model = mx.model.FeedForward(network(), num_epoch=50)
    with caplog.at_level(logging.INFO):
        model.fit(data, eval_data=batches(), **{slot: stop})
    assert len(calls) == 2 and "training ends: enough" in caplog.text
    assert next(iter(data)).data[0].shape == (20, 5)
    assert model.arg_params["fc_weight"].asnumpy().any() and model.predict(batches()).shape == (60, 2)


@pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated")
@pytest.mark.parametrize("size", [None, 2, 7])
def test_feedforward_tells_the_last_batch_of_an_epoch(size):
    """EarlyStopping counts epochs, not batches, whichever loop it watches."""
    ends = []
    model = mx.model.FeedForward(network(), num_epoch=3, epoch_size=size)
    model.fit(batches(), batch_end_callback=lambda param: ends.append(param.locals["end_of_batch"]))
    assert ends == 3 * ([False] * ((size or 3) - 1) + [True])
    stopping = mx.callback.EarlyStopping(patience=2, min_delta=1)
    model = mx.model.FeedForward(network(), num_epoch=9)
    model.fit(batches(), batch_end_callback=stopping)
    assert stopping.waited == 2 and stopping.best_epoch == 0


def test_early_stopping_waits_for_a_better_value():
    stopping = mx.callback.EarlyStopping(patience=2, min_delta=0.01)
    for epoch, value in enumerate([0.5, 0.6, 0.605]):
        stopping(param(epoch, value))
    with pytest.raises(mx.callback.StopTraining, match="not become better for 2 epochs: 0.4, best 0.6 in epoch 1"):
        stopping(param(3, 0.4))
    assert (stopping.best, stopping.best_epoch) == (0.6, 1)
    falling = mx.callback.EarlyStopping("loss", patience=1)
    falling(param(0, 0.5, "loss"))
    falling(param(1, 0.4, "loss"))
    with pytest.raises(mx.callback.StopTraining):
        falling(param(2, float("nan"), "loss"))
    with pytest.raises(mx.MXNetError, match="no metric 'f1'; there are accuracy"):
        mx.callback.EarlyStopping("f1")(param(0, 1))
    with pytest.raises(ValueError, match="'min', 'max' or 'auto'"):
        mx.callback.EarlyStopping(mode="best")
    with pytest.raises(ValueError, match="patience is a number of epochs, 1 or more, got -1"):
        mx.callback.EarlyStopping(patience=-1)


def test_early_stopping_in_fit():
    seen = []
    stopping = mx.callback.EarlyStopping(mode="min", patience=1)  # accuracy is never to rise: it stops at once
    fitted(20, eval_data=batches(), optimizer_params={"learning_rate": 1.0},
           eval_end_callback=[mx.callback.on_epoch(lambda epoch, values: seen.append(values["accuracy"])), stopping])
    assert 2 <= len(seen) < 20
    of_training = mx.callback.EarlyStopping(mode="min", patience=1)
    fitted(20, batch_end_callback=of_training, optimizer_params={"learning_rate": 1.0})
    assert of_training.best_epoch is not None


def test_resumed_runs_keep_the_epoch_at_which_they_were_stopped(tmp_path):
    def stop(epoch, *_):
        if epoch == 1:
            raise mx.callback.StopTraining
    fitted(9, resume=str(tmp_path / "r"), epoch_end_callback=stop)
    epochs = []
    fitted(4, resume=str(tmp_path / "r"), epoch_end_callback=lambda epoch, *_: epochs.append(epoch))
    assert epochs == [2, 3]


# ---- files --------------------------------------------------------------------------------------------------------

def test_the_best_checkpoint_is_kept(tmp_path):
    best = mx.callback.BestCheckpoint(str(tmp_path / "net"), save_optimizer_states=True)
    module = fitted(1)
    for epoch, value in enumerate([0.5, 0.7, 0.6]):
        module.set_params({"fc_weight": mx.nd.ones((2, 5)) * epoch, "fc_bias": mx.nd.zeros(2)}, {})
        best(param(epoch, value, self=module))
        assert len(os.listdir(tmp_path)) == 3
    assert sorted(os.listdir(tmp_path)) == ["net-0002.params", "net-0002.states", "net-symbol.json"]
    symbol, args, _ = best.load()
    assert symbol.list_outputs() == ["softmax_output"] and args["fc_weight"].asnumpy().mean() == 1
    with pytest.raises(mx.MXNetError, match="nothing was saved"):
        mx.callback.BestCheckpoint("x").load()
    with pytest.raises(mx.MXNetError, match="needs the module"):
        mx.callback.BestCheckpoint(str(tmp_path / "x"))(param(0, 1))


def test_the_best_checkpoint_in_fit(tmp_path):
    best = mx.callback.BestCheckpoint(str(tmp_path / "net"))
    module = fitted(3, eval_data=batches(), eval_end_callback=best)
    _, args, _ = best.load()
    again = mx.mod.Module(network())
    again.bind([("data", (20, 5))], [("softmax_label", (20,))])
    again.set_params(args, {})
    assert dict(again.score(batches(), "acc"))["accuracy"] == best.best
    assert module.get_params()[0].keys() == args.keys()


def test_a_failed_write_leaves_the_last_best(tmp_path, monkeypatch):
    best = mx.callback.BestCheckpoint(str(tmp_path / "net"))
    module = fitted(1)
    best(param(0, 0.5, self=module))

    def full(*args, **kwargs):
        raise OSError("no space")
    monkeypatch.setattr("mxnet.checkpoint.nd.save", full)
    with pytest.raises(OSError, match="no space"):
        best(param(1, 0.6, self=module))
    assert mx.model.load_checkpoint(str(tmp_path / "net"), 1)[1].keys() == {"fc_weight", "fc_bias"}


def test_curves_as_csv(tmp_path):
    path = tmp_path / "log.csv"
    logger = mx.callback.CSVLogger(path)
    fitted(2, eval_data=batches(), batch_end_callback=logger, eval_end_callback=logger, eval_metric=["acc", "ce"])
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [(row["epoch"], row["part"], row["metric"]) for row in rows] == [
        (epoch, part, name) for epoch in "01" for part in ("train", "validation")
        for name in ("accuracy", "cross-entropy")]
    assert 0 <= float(rows[0]["value"]) <= 1 and float(rows[0]["seconds"]) >= 0
    more = mx.callback.CSVLogger(path, append=True)
    more(param(7, 0.25))
    assert len(list(csv.DictReader(path.read_text().splitlines()))) == len(rows) + 1


def test_curves_for_tensorboard():
    wrote = []
    writer = SimpleNamespace(add_scalar=lambda name, value, global_step: wrote.append((name, global_step)))
    board = mx.callback.TensorBoard("unused", every=2, writer=writer)
    fitted(1, eval_data=batches(), batch_end_callback=board, eval_end_callback=board)
    assert wrote == [("batch/accuracy", 2), ("train/accuracy", 0), ("train/learning_rate", 0),
                     ("validation/accuracy", 0)]


def test_functions_as_callbacks():
    batch, epoch = [], []
    fitted(2, batch_end_callback=[mx.callback.on_batch(lambda *args: batch.append(args), every=2),
                                  mx.callback.on_epoch(lambda *args: epoch.append(args))])
    assert [item[:2] for item in batch] == [(0, 1), (1, 1)] and set(batch[0][2]) == {"accuracy"}
    assert [item[0] for item in epoch] == [0, 1] and set(epoch[0][1]) == {"accuracy"}


# ---- progress and arrays ------------------------------------------------------------------------------------------

def test_a_line_of_progress(capsys):
    fitted(2, eval_data=batches(), verbose=1)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and lines[0].startswith("epoch 1/2  batch 3  ") and "accuracy=" in lines[0]
    assert "val-accuracy=" in lines[1] and "samples/s" in lines[1]
    fitted(2, verbose=True)
    lines = capsys.readouterr().err.splitlines()
    assert [line[:9] for line in lines] == ["epoch 1/2", "epoch 2/2"]
    fitted(1)
    assert capsys.readouterr().err == ""


def test_progress_on_a_terminal():
    class Terminal(io.StringIO):
        def isatty(self):
            return True
    screen = Terminal()
    fitted(1, batch_end_callback=mx.callback.ProgressLine(1, screen, seconds=0))
    assert screen.getvalue().count("\r") == 3 and "batch 3" in screen.getvalue()


def test_fit_takes_arrays():
    module = mx.mod.Module(network())
    np.random.seed(0)
    module.fit((X, Y), eval_data=(X, Y), num_epoch=5, batch_size=10, optimizer_params={"learning_rate": 0.5})
    assert module.data_shapes[0][1] == (10, 5)
    assert dict(module.score((X, Y), "acc"))["accuracy"] > 0.8
    small = mx.mod.Module(network())
    small.fit((mx.nd.array(X[:7]), mx.nd.array(Y[:7])), num_epoch=1)
    assert small.data_shapes[0][1] == (7, 5)
    for wrong in (X, [X, Y, Y], "data"):
        with pytest.raises(TypeError, match="mx.io.NDArrayIter\\(data, label, batch_size=32, shuffle=True\\) makes"):
            mx.mod.Module(network()).fit(wrong, num_epoch=1)


# ---- rates --------------------------------------------------------------------------------------------------------

def test_a_learning_rate_is_found(tmp_path):
    module = fitted(1)
    before = {name: array.asnumpy() for name, array in module.get_params()[0].items()}
    found = mx.callback.find_learning_rate(module, batches(), 1e-4, 1e3, steps=30)
    assert found.rates[0] == 1e-4 and found.rates == sorted(found.rates) and 1e-4 < found.suggestion < 1e3
    assert len(found.rates) == len(found.losses) <= 30
    for name, array in module.get_params()[0].items():
        assert np.array_equal(array.asnumpy(), before[name])
    found.plot(tmp_path / "rates.svg")
    drawn = (tmp_path / "rates.svg").read_text()
    assert drawn.startswith("<svg") and "learning rate" in drawn and drawn == found._repr_svg_()
    assert "suggestion" in repr(found)
    fresh = mx.callback.find_learning_rate(mx.mod.Module(network()), batches(), steps=5, optimizer="adam")
    assert len(fresh.rates) == 5
    with pytest.raises(ValueError, match="0 < low < high"):
        mx.callback.find_learning_rate(module, batches(), 1, 0.1)
