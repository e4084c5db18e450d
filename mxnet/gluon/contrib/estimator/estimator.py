"""Estimator: the loop over epochs and batches, and the handlers that it calls."""
from __future__ import annotations

import copy
import logging
import sys
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....context import Context, cpu, gpu, num_gpus
from ....metric import EvalMetric
from ....metric import Loss as metric_loss
from ...data import DataLoader
from ...loss import Loss as gluon_loss
from ...trainer import Trainer
from ...utils import split_and_load
from .batch_processor import BatchProcessor
from .console import Console
from .event_handler import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
)
from .events import _check_event_handlers
from .position import Position
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

if TYPE_CHECKING:
    from ....initializer import Initializer
    from ...block import Block
    from ...loss import Loss
    from ...signatures import Contexts

__all__ = ["Estimator"]


class Estimator:
    """Train and evaluate a network on data loaders.

    Parameters
    ----------
    net : Block
        The network; parameters without values are initialized.
    loss : Loss
        The loss to minimize, from `mxnet.gluon.loss`.
    train_metrics : EvalMetric | list[EvalMetric], optional
        Metrics of training; by default the loss, and accuracy for a classifier. Their names are prefixed with "training
        ".
    val_metrics : EvalMetric | list[EvalMetric], optional
        The same for evaluation; by default copies of the former, prefixed with "validation ".
    initializer : Initializer, optional
        For parameters that have no value yet.
    trainer : Trainer, optional
        What updates the weights; by default SGD with a learning rate of 0.001.
    context : Context or list[Context], optional
        Where to compute; by default the first GPU, or the CPU.
    val_net : Block, optional
        The network to evaluate, if different; it usually shares the parameters of ``net``.
    val_loss : Loss, optional
        The loss for evaluation, if different.
    batch_processor : BatchProcessor, optional
        Processes a batch; a `BatchProcessor` by default.

    Raises
    ------
    ValueError
        If the loss, the trainer, a metric or a context is invalid.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    >>> estimator = mx.gluon.contrib.estimator.Estimator(net, mx.gluon.loss.L2Loss(), trainer=trainer,
    ...                                                  context=mx.cpu())
    >>> estimator.logger.setLevel("WARNING")
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.ones((8, 3)), mx.nd.ones((8, 1)))
    >>> estimator.fit(mx.gluon.data.DataLoader(data, batch_size=4), epochs=10)
    >>> net(mx.nd.ones((1, 3))).asnumpy().round(2).tolist()
    [[1.0]]
    """

    # Where this estimator and its handlers log. Each estimator has its own logger, which prints to sys.stdout from INFO
    # on.
    logger: Any = None

    def __init__(self, net: Block, loss: Loss, train_metrics: EvalMetric | list[EvalMetric] | None = None,
                 val_metrics: EvalMetric | list[EvalMetric] | None = None, initializer: Initializer | None = None,
                 trainer: Trainer | None = None, context: Contexts | None = None, val_net: Block | None = None,
                 val_loss: Loss | None = None, batch_processor: BatchProcessor | None = None) -> None:
        self.net = net
        self.loss: Loss = self._check_loss(loss)
        self._train_metrics = _check_metrics(train_metrics)
        self._val_metrics = _check_metrics(val_metrics)
        self._add_default_training_metrics()
        self._add_validation_metrics()
        self.val_loss: Loss = self.loss if val_loss is None else self._check_loss(val_loss)
        self.val_net: Block = net if val_net is None else val_net

        self.logger = logging.Logger(name="Estimator", level=logging.INFO)
        self._console = Console(sys.stdout)
        self.logger.addHandler(self._console)

        self.context: list[Context] = self._check_context(context)
        self._initialize(initializer)
        self.trainer: Trainer = self._check_trainer(trainer)
        self.batch_processor: Any = self._check_batch_processor(batch_processor)
        self.max_epoch: int | None = None
        self.max_batch: int | None = None
        self.batch_axis: int = 0
        self._epoch_batches: int | None = None  # in the current epoch or evaluation, if its loader knows
        self._position: Position | None = None  # where a resumed run continues

    # ---- what it is made of -----------------------------------------------------------------------

    def _check_loss(self, loss: Any) -> gluon_loss:
        if not isinstance(loss, gluon_loss):
            raise ValueError(f"Estimator: loss and val_loss are of the classes of gluon.loss; got {loss!r}")
        return loss

    def _check_context(self, context: Any) -> list[Context]:
        gpus = num_gpus()
        if not context:
            if gpus > 1:
                warnings.warn(f"Estimator: there are {gpus} GPUs, of which gpu(0) is used; pass context=[mx.gpu(0), "
                              "mx.gpu(1)] and so on to use more", stacklevel=3)
            return [gpu(0) if gpus else cpu()]
        contexts = [context] if isinstance(context, Context) else context
        if not isinstance(contexts, list) or not all(isinstance(one, Context) for one in contexts):
            raise ValueError("Estimator: context is a Context or a list of them, such as [mx.gpu(0), mx.gpu(1)]; got "
                             f"{context!r}")
        for one in contexts:
            if not one.device_type.startswith("cpu") and one.device_id >= gpus:
                raise AssertionError(f"Estimator: {one} is not available; there are the CPU and {gpus} GPUs")
        return contexts

    def _check_batch_processor(self, batch_processor: Any) -> Any:
        if batch_processor is None:
            return BatchProcessor()
        for name in ("fit_batch", "evaluate_batch"):
            if not callable(getattr(batch_processor, name, None)):
                raise ValueError(f"Estimator: batch_processor has methods fit_batch and evaluate_batch; "
                                 f"{type(batch_processor).__name__} has no {name}")
        return batch_processor

    def _initialize(self, initializer: Any) -> None:
        if not self._is_initialized():
            options = {"init": initializer} if initializer else {}
            self.net.initialize(ctx=self.context, **options)
        elif initializer:
            warnings.warn("Network already fully initialized, so the initializer is not used; call net.initialize(init="
                          "initializer, force_reinit=True) to begin from other values", stacklevel=3)

    def _is_initialized(self) -> bool:
        try:
            for param in self.net.collect_params().values():
                param.list_ctx()
        except RuntimeError:
            return False
        return True

    def _check_trainer(self, trainer: Any) -> Trainer:
        if not trainer:
            warnings.warn("No trainer specified: SGD with a learning rate of 0.001 is used", stacklevel=3)
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(f"Estimator: trainer is a gluon.Trainer; got {trainer!r}")
        return trainer

    def _get_data_and_label(self, batch: Any, ctx: list, batch_axis: int = 0) -> tuple[list, list]:
        data, label = (split_and_load(batch[part], ctx_list=ctx, batch_axis=batch_axis) for part in (0, 1))
        return data, label

    def _add_default_training_metrics(self) -> None:
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            self._train_metrics = [suggested] if suggested else []
            self._train_metrics.append(metric_loss(self.loss.name.rstrip("1234567890")))
        for metric in self._train_metrics:  # names tell handlers which kind a metric is
            metric.name = "training " + metric.name

    def _add_validation_metrics(self) -> None:
        if not self._val_metrics:
            self._val_metrics = [copy.deepcopy(metric) for metric in self._train_metrics]
        for metric in self._val_metrics:
            if "training" in metric.name:
                metric.name = metric.name.replace("training", "validation")
            else:
                metric.name = "validation " + metric.name

    @property
    def train_metrics(self) -> list[EvalMetric]:
        """Metrics of training."""
        return self._train_metrics

    @property
    def val_metrics(self) -> list[EvalMetric]:
        """Metrics of evaluation."""
        return self._val_metrics

    # ---- the loops --------------------------------------------------------------------------------

    def evaluate(self, val_data: Any, batch_axis: int = 0, event_handlers: list[Any] | None = None) -> None:
        """Compute the validation metrics, which `val_metrics` then hold.

        Parameters
        ----------
        val_data : DataLoader
            Batches of data and label.
        batch_axis : int, default=0
            Axis along which a batch is split over contexts.
        event_handlers : EventHandler or list of them, optional
            Handlers to call. A `MetricHandler` and a `LoggingHandler` are added unless present.

        Raises
        ------
        ValueError
            If the data is not a `DataLoader`.
        """
        batches = _length(val_data)
        for metric in self.val_metrics:
            metric.reset()
        handlers = self._prepare_default_validation_handlers(event_handlers)
        _, epoch_begin, batch_begin, batch_end, epoch_end, _ = self._categorize_handlers(handlers)
        outside, self._epoch_batches = self._epoch_batches, batches
        try:
            for handler in epoch_begin:
                handler.epoch_begin(self)
            for batch in val_data:
                for handler in batch_begin:
                    handler.batch_begin(self, batch=batch)
                _, label, pred, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
                for handler in batch_end:
                    handler.batch_end(self, batch=batch, pred=pred, label=label, loss=loss)
            for handler in epoch_end:
                handler.epoch_end(self)
        finally:
            self._console.clear()
            self._epoch_batches = outside

    def fit(self, train_data: Any, val_data: Any = None, epochs: int | None = None,
            event_handlers: list[Any] | None = None, batches: int | None = None, batch_axis: int = 0) -> None:
        """Train the network.

        Parameters
        ----------
        train_data : DataLoader
            Batches of data and label.
        val_data : DataLoader, optional
            The same for an evaluation after each epoch.
        epochs : int, optional
            Number of epochs; either this or ``batches`` is given.
        event_handlers : EventHandler or list of them, optional
            Handlers to call. Handlers that stop, update weights, update metrics and log are added unless present, and
            with ``val_data`` one that evaluates.
        batches : int, optional
            Number of batches.
        batch_axis : int, default=0
            Axis along which a batch is split over contexts.

        Raises
        ------
        ValueError
            If both or neither of ``epochs`` and ``batches`` are given, or the data is not a `DataLoader`.
        """
        self._epoch_batches = _length(train_data)
        if (not epochs) == (not batches):
            raise ValueError(f"Estimator.fit takes a number of epochs or a number of batches; got epochs={epochs} and "
                             f"batches={batches}")
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        self._position = None
        handlers = self._prepare_default_handlers(val_data, event_handlers)
        train_begin, *of_epochs, train_end = self._categorize_handlers(handlers)
        try:
            for handler in train_begin:
                handler.train_begin(self)
            while not self._fit_epoch(train_data, *of_epochs):
                pass
            for handler in train_end:
                handler.train_end(self)
        finally:
            self._console.clear()

    def _fit_epoch(self, train_data: Any, epoch_begin: list, batch_begin: list, batch_end: list,
                   epoch_end: list) -> bool:
        """Train for an epoch; return whether a handler requests to stop after it."""
        for handler in epoch_begin:
            handler.epoch_begin(self)
        for batch in self._batches(train_data):
            for handler in batch_begin:
                handler.batch_begin(self, batch=batch)
            _, label, pred, loss = self.batch_processor.fit_batch(self, batch, self.batch_axis)
            # a request to stop does not hide the batch from later handlers
            stops = [handler.batch_end(self, batch=batch, pred=pred, label=label, loss=loss) for handler in batch_end]
            if any(stops):
                break
        stops = [handler.epoch_end(self) for handler in epoch_end]
        return any(stops)

    def _batches(self, train_data: Any) -> Iterator:
        """Return the batches of an epoch; for an interrupted epoch of a checkpoint, the remaining ones."""
        position, self._position = self._position, None
        return iter(train_data) if position is None else position.rest(train_data)

    # ---- handlers ---------------------------------------------------------------------------------

    def _prepare_default_handlers(self, val_data: Any, event_handlers: Any) -> list:
        """Add the handlers that training needs to the user's; return all of them in order."""
        given = _check_event_handlers(event_handlers)
        added: list = [StoppingHandler(self.max_epoch, self.max_batch)]
        if not _has(given, GradientUpdateHandler):
            added.append(GradientUpdateHandler())
        if not _has(given, MetricHandler):
            added.append(MetricHandler(metrics=self.train_metrics))
        if val_data and not _has(given, ValidationHandler):
            added.append(ValidationHandler(val_data=val_data, eval_fn=self.evaluate))
        if not _has(given, LoggingHandler):
            added.append(LoggingHandler(metrics=self.train_metrics))
        return _in_order(given, added, self.train_metrics + self.val_metrics)

    def _prepare_default_validation_handlers(self, event_handlers: Any) -> list:
        """Add the handlers that an evaluation needs to the user's; return all of them in order."""
        given = _check_event_handlers(event_handlers)
        added: list = []
        if not _has(given, MetricHandler):
            added.append(MetricHandler(metrics=self.val_metrics))
        if not _has(given, LoggingHandler):
            added.append(LoggingHandler(metrics=self.val_metrics))
        return _in_order(given, added, self.val_metrics)

    def _categorize_handlers(self, event_handlers: list) -> tuple[list, list, list, list, list, list]:
        """Return the handlers of each event: begin of training, epoch and batch, end of batch, epoch and training."""
        train_begin, epoch_begin, batch_begin, batch_end, epoch_end, train_end = (
            [handler for handler in event_handlers if isinstance(handler, event)]
            for event in (TrainBegin, EpochBegin, BatchBegin, BatchEnd, EpochEnd, TrainEnd))
        return train_begin, epoch_begin, batch_begin, batch_end, epoch_end, train_end


def _length(loader: Any) -> int | None:
    """Return the number of batches of a loader, if known; refuse anything else."""
    if not isinstance(loader, DataLoader):
        raise ValueError(f"Estimator: data come in a gluon.data.DataLoader; got a {type(loader).__name__}")
    try:
        return len(loader)
    except TypeError:  # a custom sampler need not know
        return None


def _has(handlers: list, kind: type) -> bool:
    return any(isinstance(handler, kind) for handler in handlers)


def _in_order(given: list, added: list, known_metrics: list) -> list:
    """Return all handlers by priority; the user's must not hold metrics that the added ones do not update."""
    handlers = given + added
    if given and added:
        for handler in handlers:
            _check_handler_metric_ref(handler, known_metrics)
    return sorted(handlers, key=lambda handler: getattr(handler, "priority", 0))
