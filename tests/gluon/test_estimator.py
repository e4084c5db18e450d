"""`gluon.contrib.estimator`: the loop, its handlers, and runs that resume; logs are as MXNet 1.9.1 writes them."""
import doctest
import inspect
import io
import logging
import math
import os
import random
import re
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.contrib import estimator as est
from mxnet.gluon.contrib.estimator import (
    BatchEnd,
    BatchProcessor,
    CheckpointHandler,
    EarlyStoppingHandler,
    EpochEnd,
    Estimator,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    ValidationHandler,
)

RANDOM = np.random.RandomState(0)
X = RANDOM.randn(26, 5).astype("float32")
Y = (X.sum(axis=1) > 0).astype("float32")


def loader(count=26, **options):
    return gluon.data.DataLoader(gluon.data.ArrayDataset(nd.array(X[:count]), nd.array(Y[:count])), batch_size=4,
                                 **options)


def make(dropout=0.0, context=None, optimizer="adam", **options):
    net = nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(nn.Dense(6, activation="tanh", in_units=5), nn.Dropout(dropout), nn.Dense(2, in_units=6))
    context = context or [mx.cpu()]
    net.initialize(ctx=context)
    values = np.random.RandomState(1)
    for param in net.collect_params().values():
        param.set_data(nd.array(values.randn(*param.shape) * 0.3))
    net.hybridize()
    schedule = mx.lr_scheduler.FactorScheduler(step=3, factor=0.9, base_lr=0.1)
    trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.1, "lr_scheduler": schedule})
    made = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=context, **options)
    made.lines = []
    made.logger.handlers = [Lines(made.lines)]
    return made


class Lines(logging.Handler):
    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def emit(self, record):
        self.lines.append(re.sub(r"\d+\.\d{3}s", "T", record.getMessage()))


def parameters(estimator):
    return np.concatenate([param.data(estimator.context[0]).asnumpy().ravel()
                           for param in estimator.net.collect_params().values()])


def files(folder, ending=".params"):
    return sorted(name for name in os.listdir(folder) if name.endswith(ending))


def test_names():
    assert set(est.__all__) == {
        "BatchBegin", "BatchEnd", "BatchProcessor", "CheckpointHandler", "EarlyStoppingHandler", "EpochBegin",
        "EpochEnd", "Estimator", "GradientUpdateHandler", "LoggingHandler", "MetricHandler", "StoppingHandler",
        "TrainBegin", "TrainEnd", "ValidationHandler"}
    assert est.event_handler.EventHandler in est.TrainBegin.__mro__
    assert list(inspect.signature(Estimator.fit).parameters) == [
        "self", "train_data", "val_data", "epochs", "event_handlers", "batches", "batch_axis"]


@pytest.mark.parametrize("module", [est.estimator, est.batch_processor, est.console], ids=["fit", "batch", "line"])
def test_examples(module):
    result = doctest.testmod(module, extraglobs={"mx": mx})
    assert result.attempted and not result.failed


# ---- the loop -----------------------------------------------------------------------------------------


def test_fit_is_the_loop_that_one_writes_by_hand():
    made, other = make(), make()
    made.fit(loader(), epochs=2)
    for _ in range(2):
        for data, label in loader():
            with mx.autograd.record():
                loss = other.loss(other.net(data), label)
            loss.backward()
            other.trainer.step(len(data))
    np.testing.assert_array_equal(parameters(made), parameters(other))


def test_log():
    made = make()
    made.fit(loader(), val_data=loader(10), epochs=1)
    assert made.lines[:4] == ["Training begin: using optimizer Adam with current learning rate 0.1000 ",
                              "Train for 1 epochs.", "[Epoch 0] Begin, current learning rate: 0.1000",
                              "Validation Begin"]
    values = r"accuracy: \d\.\d{4}, KIND softmaxcrossentropyloss: \d\.\d{4}"
    assert re.fullmatch(r"\[Epoch 0\] Finished in T, validation " + values.replace("KIND", "validation"), made.lines[4])
    assert re.fullmatch(r"\[Epoch 0\] Finished in T, training " + values.replace("KIND", "training"), made.lines[5])
    assert re.fullmatch(r"Train finished using total \d+s with 1 epochs\. training "
                        + values.replace("KIND", "training"), made.lines[6])
    assert len(made.lines) == 7


def test_log_by_batches():
    made = make()
    made.fit(loader(), batches=9, event_handlers=LoggingHandler(3, made.train_metrics[:1]))
    batches = [line.split(" time/interval: T training accuracy: ")[0] for line in made.lines if "[Batch" in line]
    assert batches == ["[Epoch 0][Batch 0][Samples 4]", "[Epoch 0][Batch 3][Samples 16]",
                       "[Epoch 0][Batch 6][Samples 26]", "[Epoch 1][Batch 0][Samples 30]"]
    assert made.lines[1] == "Train for 9 batches."


def test_metrics_of_an_evaluation():
    made = make()
    made.evaluate(loader())
    accuracy, loss = made.val_metrics
    right = made.net(nd.array(X)).asnumpy().argmax(axis=1) == Y
    assert accuracy.get() == ("validation accuracy", pytest.approx(right.mean()))
    assert loss.get()[1] == pytest.approx(made.loss(made.net(nd.array(X)), nd.array(Y)).mean().asscalar(), rel=1e-5)
    assert made.train_metrics[0].num_inst == 0


def test_two_contexts_are_as_one():
    alone, together = make(optimizer="sgd"), make(context=[mx.cpu(0), mx.cpu(1)], optimizer="sgd")
    for made in (alone, together):
        made.fit(loader(24), val_data=loader(24), epochs=2)
    np.testing.assert_allclose(parameters(together), parameters(alone), rtol=1e-4, atol=1e-6)
    assert together.val_metrics[0].get()[1] == alone.val_metrics[0].get()[1]


def test_handlers_come_by_priority_and_all_of_them():
    called = []

    class Noting(TrainBegin, BatchEnd, EpochEnd):
        def __init__(self, name, priority, stop=False):
            self.name, self.priority, self.stop = name, priority, stop

        def batch_end(self, estimator, *args, **kwargs):
            called.append(self.name)
            assert sorted(kwargs) == ["batch", "label", "loss", "pred"]
            return self.stop

    made = make()
    made.fit(loader(), epochs=1, event_handlers=[Noting("late", 5), Noting("early", -5, stop=True)])
    assert called == ["early", "late"]
    handlers = made._prepare_default_handlers(loader(), None)
    assert [type(handler) for handler in handlers] == [GradientUpdateHandler, MetricHandler, ValidationHandler,
                                                       StoppingHandler, LoggingHandler]


def test_a_list_of_handlers_serves_again():
    made = make()
    handlers = [StoppingHandler(), LoggingHandler(metrics=made.train_metrics)]
    for _ in range(2):
        made.fit(loader(), epochs=2, event_handlers=handlers)
        assert len(handlers) == 2
        assert (handlers[0].current_epoch, handlers[0].current_batch) == (2, 14)


def test_validation_periods():
    made, calls = make(), []
    handler = ValidationHandler(loader(8), lambda **given: calls.append(sorted(given)), epoch_period=2, batch_period=4)
    made.fit(loader(), epochs=2, event_handlers=[handler])
    assert calls == [["batch_axis", "event_handlers", "val_data"]] * (14 // 4 + 1)


def test_batch_processor_of_ones_own():
    class Twice(BatchProcessor):
        def _get_data_and_label(self, batch, ctx, batch_axis=0):
            return super()._get_data_and_label([2 * batch[0], batch[1]], ctx, batch_axis)

    made, other = make(batch_processor=Twice()), make()
    made.fit(loader(), batches=1)
    other.fit(gluon.data.DataLoader(gluon.data.ArrayDataset(nd.array(2 * X), nd.array(Y)), batch_size=4), batches=1)
    np.testing.assert_array_equal(parameters(made), parameters(other))
    with pytest.raises(ValueError, match="has no evaluate_batch"):
        make(batch_processor=type("Half", (), {"fit_batch": print})())


def test_wrong_use():
    made = make()
    for wrong in ({}, {"epochs": 1, "batches": 1}):
        with pytest.raises(ValueError, match="a number of epochs or a number of batches"):
            made.fit(loader(), **wrong)
    for call in (lambda: made.fit([(X, Y)], epochs=1), lambda: made.evaluate(X)):
        with pytest.raises(ValueError, match="DataLoader; got a "):
            call()
    with pytest.raises(ValueError, match="LoggingHandler holds a metric that this estimator does not update"):
        made.fit(loader(), epochs=1, event_handlers=LoggingHandler(metrics=mx.metric.Accuracy()))
    with pytest.raises(ValueError, match="expected an EventHandler"):
        made.fit(loader(), epochs=1, event_handlers=[print])
    with pytest.raises(ValueError, match="log_interval"):
        LoggingHandler(log_interval="batch")
    with pytest.raises(ValueError, match="expected an EvalMetric"):
        make(train_metrics="acc")
    with pytest.raises(ValueError, match="several values"):
        EarlyStoppingHandler(mx.metric.CompositeEvalMetric([mx.metric.Accuracy()]))
    with pytest.raises(ValueError, match="save_best needs a monitor"):
        CheckpointHandler(".", save_best=True)


def test_warnings_of_what_is_not_given():
    net = nn.Dense(2, in_units=5)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    with pytest.warns(UserWarning, match="No trainer specified"):
        made = Estimator(net, loss, context=mx.cpu(), initializer=mx.init.One())
    assert net.weight.data().asnumpy().min() == 1 and made.trainer.learning_rate == 0.001
    with pytest.warns(UserWarning, match="Network already fully initialized"):
        Estimator(net, loss, context=mx.cpu(), trainer=made.trainer, initializer=mx.init.Zero())
    assert net.weight.data().asnumpy().min() == 1


# ---- stopping early -----------------------------------------------------------------------------------


class Given(mx.metric.EvalMetric):
    """A metric whose values are given."""

    def __init__(self, values):
        self.values = iter(values)
        super().__init__("given")

    def update(self, labels, preds):
        pass

    def get(self):
        return self.name, next(self.values)


@pytest.mark.parametrize("options, values, epochs", [
    ({"mode": "min"}, [3, 2, 2, 1], 3),
    ({"mode": "max"}, [3, 2, 2, 1], 2),
    ({"mode": "max", "patience": 2}, [1, 1, 2, 2, 2, 3], 5),
    ({"mode": "min", "min_delta": 0.5}, [3, 2, 1.6, 1], 3),
    ({"mode": "max", "min_delta": 0.5}, [1, 1.6, 2], 3),
    ({"mode": "max", "baseline": 5}, [1, 6], 1),
])
def test_early_stopping(options, values, epochs):
    monitor = Given(values + [values[-1]] * 9)
    handler = EarlyStoppingHandler(monitor, **options)
    handler.train_begin(None)
    while not handler.epoch_end(None):
        pass
    assert (handler.current_epoch, handler.stopped_epoch) == (epochs, epochs - 1)


def test_early_stopping_says_which_way_it_goes():
    with pytest.warns(UserWarning, match="`greater` operator will be used"):
        assert EarlyStoppingHandler(mx.metric.Loss("loss")).monitor_op is np.greater
    with pytest.warns() as told:
        EarlyStoppingHandler(mx.metric.Loss("loss"), mode="down")
    assert "mode 'down' is not one of auto, min, max" in str(told[0].message)
    handler = EarlyStoppingHandler(mx.metric.Loss("loss"), mode="min")
    with pytest.warns(RuntimeWarning, match="loss has no value"):
        assert handler.epoch_end(None) is False
    assert handler.wait == 0


# ---- checkpoints --------------------------------------------------------------------------------------


def disturb():
    """Draw from every generator, as another program would."""
    mx.random.seed(99)
    np.random.seed(98)
    random.seed(97)


def run(folder, amount, period, resume=False, **options):
    made = make(dropout=0.5)
    handler = CheckpointHandler(str(folder), resume_from_checkpoint=resume, **period, **options)
    made.fit(loader(shuffle=True), event_handlers=[handler], **amount)
    return made, handler


@pytest.mark.parametrize("first, whole, period, last", [
    ({"epochs": 2}, {"epochs": 5}, {}, "model-epoch4batch35"),
    ({"batches": 9}, {"batches": 20}, {"epoch_period": None, "batch_period": 3}, "model-epoch2batch17"),
    ({"batches": 8}, {"batches": 16}, {"epoch_period": None, "batch_period": 7}, "model-epoch1batch13"),
    ({"batches": 3}, {"batches": 6}, {"epoch_period": None, "batch_period": 1}, "model-epoch0batch5"),
])
def test_a_resumed_run_ends_where_an_uninterrupted_one_does(tmp_path, first, whole, period, last):
    def begin():
        mx.random.seed(3)
        np.random.seed(3)

    begin()
    straight, _ = run(tmp_path / "straight", whole, period)
    begin()
    run(tmp_path / "cut", first, period)
    disturb()
    resumed, handler = run(tmp_path / "cut", whole, period, resume=True)
    np.testing.assert_array_equal(parameters(resumed), parameters(straight))
    assert resumed.trainer.learning_rate == straight.trainer.learning_rate
    assert resumed.trainer.optimizer.num_update == straight.trainer.optimizer.num_update
    assert files(tmp_path / "cut")[-1] == files(tmp_path / "straight")[-1] == last + ".params"
    assert handler.saved_checkpoints[-1] == last
    for ending in (".params", ".states", ".position"):
        assert (tmp_path / "cut" / (last + ending)).exists()
    position = (tmp_path / "cut" / (last + ".position")).read_text()
    assert position == (tmp_path / "straight" / (last + ".position")).read_text()
    assert resumed.lines[0].startswith("CheckpointHandler: Checkpoint resumed from epoch ")


def test_a_run_resumes_twice(tmp_path):
    period = {"epoch_period": None, "batch_period": 1}
    mx.random.seed(3)
    np.random.seed(3)
    straight, _ = run(tmp_path / "straight", {"batches": 6}, period)
    mx.random.seed(3)
    np.random.seed(3)
    run(tmp_path / "cut", {"batches": 2}, period)
    for batches in (4, 6):
        disturb()
        resumed, _ = run(tmp_path / "cut", {"batches": batches}, period, resume=True)
    np.testing.assert_array_equal(parameters(resumed), parameters(straight))


def test_resuming_without_a_position_begins_an_epoch(tmp_path):
    period = {"epoch_period": None, "batch_period": 2}
    run(tmp_path, {"batches": 2}, period)
    os.remove(tmp_path / "model-epoch0batch1.position")
    _, handler = run(tmp_path, {"batches": 4}, period, resume=True)
    assert handler.saved_checkpoints == ["model-epoch0batch1", "model-epoch1batch3"]


def test_resuming_from_nothing_and_from_all(tmp_path):
    made, _ = run(tmp_path, {"epochs": 2}, {}, resume=True)
    assert made.lines[0] == "CheckpointHandler: No checkpoint found, training from scratch for 2 epochs"
    assert files(tmp_path) == ["model-epoch0batch6.params", "model-epoch1batch13.params"]  # as MXNet counts them here
    with pytest.raises(ValueError, match="has 2 behind it, and 2 epochs were asked for"):
        run(tmp_path, {"epochs": 2}, {}, resume=True)
    with pytest.raises(AssertionError, match="set batch_period, and epoch_period=None"):
        run(tmp_path, {"batches": 2}, {}, resume=True)


def test_resuming_meets_odd_files(tmp_path):
    run(tmp_path, {"epochs": 1}, {}, model_prefix="batch_epoch")
    _, handler = run(tmp_path, {"epochs": 2}, {}, resume=True, model_prefix="batch_epoch")
    assert handler.saved_checkpoints == ["batch_epoch-epoch0batch7", "batch_epoch-epoch1batch14"]
    path = tmp_path / "batch_epoch-epoch1batch14.position"
    path.write_text("[1, 2")
    with pytest.raises(mx.MXNetError, match="batch14.position is not what CheckpointHandler wrote"):
        run(tmp_path, {"epochs": 3}, {}, resume=True, model_prefix="batch_epoch")
    os.remove(tmp_path / "batch_epoch-epoch1batch14.states")
    with pytest.raises(AssertionError, match="has no .*batch14.states beside it"):
        run(tmp_path, {"epochs": 3}, {}, resume=True, model_prefix="batch_epoch")
    (tmp_path / "batch_epoch-epochlast.params").write_bytes(b"")
    with pytest.raises(ValueError, match="should be called batch_epoch-epochEPOCHbatchBATCH"):
        run(tmp_path, {"epochs": 3}, {}, resume=True, model_prefix="batch_epoch")


def test_old_checkpoints_go_and_no_others(tmp_path):
    period = {"epoch_period": None, "batch_period": 1}
    run(tmp_path, {"batches": 15}, period, max_checkpoints=13)
    # batch1 has gone, and batch10 to batch13 have not
    assert len(files(tmp_path)) == len(files(tmp_path, ".states")) == len(files(tmp_path, ".position")) == 13
    assert {"model-epoch1batch10.params", "model-epoch0batch2.params"} <= set(files(tmp_path))
    run(tmp_path, {"batches": 17}, period, resume=True, max_checkpoints=2)
    assert files(tmp_path) == ["model-epoch2batch15.params", "model-epoch2batch16.params"]


def test_the_best_checkpoint(tmp_path):
    made = make()
    monitor = Given([2.0, math.nan, 3.0, 1.0])
    handler = CheckpointHandler(str(tmp_path), monitor=monitor, save_best=True, mode="min", verbose=1)
    kept = []

    class Keeping(EpochEnd):
        priority = 1

        def epoch_end(self, estimator, *args, **kwargs):
            kept.append(parameters(estimator))

    with pytest.warns(RuntimeWarning, match="given has no value"):
        made.fit(loader(), epochs=4, event_handlers=[handler, Keeping()])
    other = make()
    other.net.load_parameters(str(tmp_path / "model-best.params"))
    np.testing.assert_array_equal(parameters(other), kept[3])
    told = [line.split("CheckpointHandler: ")[1] for line in made.lines if "improve" in line]
    assert [line.split(",")[0] for line in told] == ["given improved from inf to 2.00000",
                                                     "given did not improve from 2.00000",
                                                     "given improved from 2.00000 to 1.00000"]
    network = mx.sym.load(str(tmp_path / "model-symbol.json"))
    assert set(network.list_inputs()) == {"data", *made.net.collect_params()}
    # a resumed run knows how good the best one was
    resumed = make()
    handler = CheckpointHandler(str(tmp_path), monitor=Given([1.5]), save_best=True, mode="min",
                                resume_from_checkpoint=True)
    resumed.fit(loader(), epochs=5, event_handlers=[handler])
    other.net.load_parameters(str(tmp_path / "model-best.params"))
    np.testing.assert_array_equal(parameters(other), kept[3])
    assert handler.best == 1.0


def test_a_network_that_is_not_hybridized_has_no_symbol(tmp_path):
    made = make()
    made.net.hybridize(False)
    made.fit(loader(), epochs=1, event_handlers=[CheckpointHandler(str(tmp_path / "new" / "folder"))])
    assert any(line.startswith("Model architecture is not saved") for line in made.lines)
    assert not (tmp_path / "new" / "folder" / "model-symbol.json").exists()


# ---- progress -----------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("kind, shown", [(Terminal, True), (io.StringIO, False)])
def test_progress_line(monkeypatch, kind, shown):
    stream = kind()
    monkeypatch.setattr(sys, "stdout", stream)
    net = nn.Dense(2, in_units=5)
    net.initialize()
    made = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), context=mx.cpu(),
                     trainer=gluon.Trainer(net.collect_params(), "sgd"))
    monkeypatch.setattr(est.console, "_PERIOD", 0)
    made.fit(loader(), val_data=loader(8), epochs=1)
    text = stream.getvalue()
    assert ("\r[Epoch 0] 7/7 [====================]" in text) == ("\rValidation 1/2 [==========  " in text) == shown
    # what stays on the screen is the log
    left = re.sub(r"\r[^\r\n]*(?=\r)", "", text).replace("\r\x1b[K", "")
    assert ("\r" in text) == shown and len(left.splitlines()) == 7 and "\r" not in left
