"""Event handlers: everything that an estimator does between batches and epochs."""
from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as metric_loss
from .checkpoint import CheckpointHandler
from .events import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    TrainBegin,
    TrainEnd,
    _check_event_handlers,
)
from .monitor import comparison, monitored, worst
from .utils import _check_metrics

__all__ = ["TrainBegin", "TrainEnd", "EpochBegin", "EpochEnd", "BatchBegin", "BatchEnd", "StoppingHandler",
           "MetricHandler", "ValidationHandler", "LoggingHandler", "CheckpointHandler", "EarlyStoppingHandler",
           "GradientUpdateHandler"]
# programs import these two from here too
_OTHERS = (EventHandler, _check_event_handlers)


class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Stop after a number of epochs or batches, as given to `Estimator.fit`.

    Parameters
    ----------
    max_epoch : int, optional
        Number of epochs after which to stop.
    max_batch : int, optional
        Number of batches after which to stop.
    """

    max_epoch: Any
    max_batch: Any
    current_batch: int
    current_epoch: int

    def __init__(self, max_epoch: int | None = None, max_batch: int | None = None) -> None:
        self.max_epoch, self.max_batch = max_epoch, max_batch
        self.current_batch = self.current_epoch = 0
        self.stop_training: bool = False

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting."""
        self.max_epoch, self.max_batch = estimator.max_epoch, estimator.max_batch
        self.current_batch = self.current_epoch = 0
        self.stop_training = False

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Count a batch.

        Returns
        -------
        bool
            Whether it was the last one.
        """
        self.current_batch += 1
        self.stop_training |= self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Count an epoch.

        Returns
        -------
        bool
            Whether it was the last one.
        """
        self.current_epoch += 1
        self.stop_training |= self.current_epoch == self.max_epoch
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Update metrics after each batch, and reset them before each epoch.

    Parameters
    ----------
    metrics : EvalMetric | list[EvalMetric]
        What is updated. A `mx.metric.Loss` gets losses, others get labels and predictions.
    priority : float, default=-1000
        Order among the handlers; by default before those that read metrics.
    """

    def __init__(self, metrics: EvalMetric | list[EvalMetric], priority: float = -1000) -> None:
        self.metrics: list[EvalMetric] = _check_metrics(metrics)
        self.priority = priority

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Reset the metrics."""
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Update the metrics."""
        for metric in self.metrics:
            if isinstance(metric, metric_loss):
                metric.update(0, kwargs["loss"])
            else:
                metric.update(kwargs["label"], kwargs["pred"])


class ValidationHandler(TrainBegin, BatchEnd, EpochEnd):
    """Evaluate the network every few epochs or batches.

    Parameters
    ----------
    val_data : DataLoader
        Batches of data and label.
    eval_fn : Callable[..., Any]
        What evaluates, such as `Estimator.evaluate`; called with ``val_data``, ``batch_axis`` and ``event_handlers``.
    epoch_period : int | None, default=1
        Epochs between evaluations; None for none.
    batch_period : int, optional
        Batches between evaluations; None for none.
    priority : float, default=-1000
        Order among the handlers; by default before those that read validation metrics.
    event_handlers : list of EventHandler, optional
        Handlers of the evaluation.
    """

    val_data: Any
    eval_fn: Callable[..., Any]
    event_handlers: list[Any] | None
    epoch_period: int | None
    batch_period: int | None
    current_batch: int
    current_epoch: int

    def __init__(self, val_data: Any, eval_fn: Callable[..., Any], epoch_period: int | None = 1,
                 batch_period: int | None = None, priority: float = -1000,
                 event_handlers: list[Any] | None = None) -> None:
        self.val_data, self.eval_fn, self.event_handlers = val_data, eval_fn, event_handlers
        self.epoch_period, self.batch_period = epoch_period, batch_period
        self.current_batch = self.current_epoch = 0
        self.priority = priority

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting."""
        self.current_batch = self.current_epoch = 0

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Evaluate after each period of batches."""
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._evaluate(estimator)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Evaluate after each period of epochs."""
        self.current_epoch += 1
        if self.epoch_period and self.current_epoch % self.epoch_period == 0:
            self._evaluate(estimator)

    def _evaluate(self, estimator: Any) -> None:
        self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Log the training progress to the estimator's ``logger``; on a terminal with a progress line below.

    Parameters
    ----------
    log_interval : int | str, default='epoch'
        ``'epoch'``, or after how many batches to log metrics.
    metrics : EvalMetric | list[EvalMetric], optional
        Metrics whose values are logged.
    priority : float, default=math.inf
        Order among the handlers; last by default.
    """

    priority: float
    train_start: float
    epoch_start: float
    batch_start: float
    batch_index: int
    current_epoch: int
    processed_samples: Any

    def __init__(self, log_interval: int | str = "epoch", metrics: EvalMetric | list[EvalMetric] | None = None,
                 priority: float = math.inf) -> None:
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"LoggingHandler: log_interval is a number of batches or 'epoch'; got {log_interval!r}")
        self.metrics: list[EvalMetric] = _check_metrics(metrics)
        self.log_interval, self.priority = log_interval, priority
        self.train_start = self.epoch_start = self.batch_start = 0.0
        self._reset()

    def _reset(self) -> None:
        self.batch_index = self.current_epoch = self.processed_samples = 0
        self.log_interval_time: float = 0

    def _values(self) -> str:
        return ", ".join(f"{name}: {value:.4f}" for metric in self.metrics for name, value in metric.get_name_value())

    def _is_training(self) -> bool:
        return any("training" in metric.name for metric in self.metrics)

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the optimizer and the amount of work."""
        self.train_start = time.time()
        trainer = estimator.trainer
        estimator.logger.info("Training begin: using optimizer %s with current learning rate %.4f ",
                              type(trainer.optimizer).__name__, trainer.learning_rate)
        if estimator.max_epoch:
            estimator.logger.info("Train for %d epochs.", estimator.max_epoch)
        else:
            estimator.logger.info("Train for %d batches.", estimator.max_batch)
        self._reset()

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the time that training took, and the last values."""
        estimator.logger.info(f"Train finished using total {int(time.time() - self.train_start)}s with "
                              f"{self.current_epoch} epochs. {self._values()}")

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Record the time."""
        self.batch_start = time.time()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log values after each interval."""
        if isinstance(self.log_interval, int):
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[0]
            if self.batch_index % self.log_interval == 0:
                place = f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}]"
                estimator.logger.info(f"{place} time/interval: {self.log_interval_time:.3f}s {self._values()}")
                self.log_interval_time = 0
        self.batch_index += 1
        console = getattr(estimator, "_console", None)
        if console is not None and console.live:
            title = f"[Epoch {self.current_epoch}]" if self._is_training() else "Validation"
            console.show(title, self.batch_index, estimator._epoch_batches, time.time() - self.epoch_start)

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log that an epoch or an evaluation begins."""
        self.epoch_start = time.time()
        if self._is_training():
            estimator.logger.info("[Epoch %d] Begin, current learning rate: %.4f", self.current_epoch,
                                  estimator.trainer.learning_rate)
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the time that an epoch took, and its values."""
        line = f"[Epoch {self.current_epoch}] Finished in {time.time() - self.epoch_start:.3f}s, {self._values()}"
        estimator.logger.info(line.rstrip(", "))
        self.current_epoch += 1
        self.batch_index = 0


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Stop when a metric no longer improves.

    Parameters
    ----------
    monitor : EvalMetric
        One of the estimator's ``train_metrics`` and ``val_metrics``.
    min_delta : float, default=0
        By how much a value must improve on the best one so far.
    patience : int, default=0
        After how many epochs without a better value to stop; with 0 and 1 the first of them.
    mode : str, default='auto'
        ``'min'`` or ``'max'``: which value is better. ``'auto'`` is as ``'max'``, with a warning.
    baseline : float, optional
        A value that the first epochs must exceed.
    """

    monitor: EvalMetric
    baseline: float | None
    patience: int
    wait: int
    stopped_epoch: int
    current_epoch: int
    stop_training: bool
    best: float

    def __init__(self, monitor: EvalMetric, min_delta: float = 0, patience: int = 0, mode: str = "auto",
                 baseline: float | None = None) -> None:
        if not isinstance(monitor, EvalMetric):
            raise ValueError("EarlyStoppingHandler: monitor is one of estimator.train_metrics and "
                             f"estimator.val_metrics; got {monitor!r}")
        if isinstance(monitor, CompositeEvalMetric):
            raise ValueError("EarlyStoppingHandler: a CompositeEvalMetric has several values; monitor one of its parts")
        self.monitor, self.baseline, self.patience = monitor, baseline, patience
        self.monitor_op: Any = comparison("EarlyStoppingHandler", monitor, mode)
        self._worst = worst(self.monitor_op)
        self.min_delta: float = min_delta if self._worst < 0 else -min_delta
        self._reset()

    def _reset(self) -> None:
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False
        self.best = self._worst if self.baseline is None else self.baseline

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start over."""
        self._reset()

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Compare the value with the best one.

        Returns
        -------
        bool
            Whether to stop.
        """
        _, value = monitored("EarlyStoppingHandler", self.monitor)
        if value is not None:
            if self.monitor_op(value - self.min_delta, self.best):
                self.best, self.wait = value, 0
            else:
                self.wait += 1
                if self.wait >= self.patience:
                    self.stopped_epoch, self.stop_training = self.current_epoch, True
        self.current_epoch += 1
        return self.stop_training

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log why training stopped."""
        if self.stopped_epoch > 0:
            estimator.logger.info("[Epoch %d] EarlyStoppingHandler: early stopping due to %s not improving",
                                  self.stopped_epoch, self.monitor.get()[0])


class GradientUpdateHandler(BatchEnd):
    """Update the weights after each batch, with the trainer; a subclass may do so less often.

    Parameters
    ----------
    priority : float, default=-2000
        Order among the handlers; by default before those that read weights.
    """

    def __init__(self, priority: float = -2000) -> None:
        self.priority = priority

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Take one trainer step, over as many samples as there are losses."""
        loss = kwargs["loss"]
        estimator.trainer.step(sum(part.shape[0] for part in (loss if isinstance(loss, list) else [loss])))
