"""BaseModule: the training loop, scoring and prediction over the primitives that each module defines."""
from __future__ import annotations

import logging
import time
import warnings
from typing import TYPE_CHECKING, Any, Literal, overload

from .. import metric as _metric
from .. import ndarray as nd
from ..base import _as_list
from ..checkpoint import BatchEndParam
from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse
from ..fit_callbacks import ProgressLine, StopTraining
from ..initializer import Uniform
from ..io import DataBatch, DataDesc, DataIter, NDArrayIter
from .checks import check_input_names as _check_input_names  # noqa: F401  programs import these four
from .checks import check_names_match as _check_names_match  # noqa: F401
from .checks import parse_data_desc as _parse_data_desc  # noqa: F401
from .checks import require
from .copying import with_logger, without_logger
from .primitives import Primitives
from .resuming import Resumption

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import numpy as np

    from ..kvstore import KVStoreBase
    from ..metric.eval_metric import MetricLike
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from .signatures import (
        BatchEndCallbacks,
        EpochEndCallbacks,
        InitFunction,
        Logger,
    )

__all__ = ["BaseModule", "BatchEndParam", "DataBatch", "DataDesc", "DataIter"]


class BaseModule(Primitives):
    """Base of all modules: something that is bound to shapes, run forward and backward, and updated.

    A module goes through these states in order: created; `binded` (shapes are known, arrays exist);
    `params_initialized`; `optimizer_initialized`. Derived classes define the primitives (`bind`, `forward`, `backward`,
    `update` ...); `fit`, `score` and `predict` are built on them here.

    Parameters
    ----------
    logger : Logger, default=logging
        Where `fit` reports, the module `logging` by default.
    """

    def __init__(self, logger: Logger = logging) -> None:
        self.logger = logger
        self.binded = False
        self.for_training = False
        self.inputs_need_grad = False
        self.params_initialized = False
        self.optimizer_initialized = False
        self._symbol = None
        self._total_exec_bytes = 0

    def __getstate__(self) -> dict[Any, Any]:
        return without_logger(vars(self))

    def __setstate__(self, state: dict[Any, Any]) -> None:
        vars(self).update(with_logger(state))

    # ---- high level ---------------------------------------------------------------------------

    def forward_backward(self, data_batch: DataBatch) -> None:
        """Compute outputs and gradients for a batch: `forward` in training mode, then `backward`.

        Parameters
        ----------
        data_batch : DataBatch
            The batch, with its labels.
        """
        self.forward(data_batch, is_train=True)
        self.backward()

    def score(self, eval_data: DataIter | tuple[Any, Any], eval_metric: MetricLike, num_batch: int | None = None,
              batch_end_callback: BatchEndCallbacks | None = None, score_end_callback: BatchEndCallbacks | None = None,
              reset: bool = True, epoch: int = 0,
              sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> list[tuple[str, float]]:
        """Evaluate the module on a data set.

        Parameters
        ----------
        eval_data : DataIter
            Data to predict for, with labels.
        eval_metric : MetricLike
            What to measure: a metric, its name, a list of them, or a function of labels and predictions.
        num_batch : int, optional
            How many batches to use at most; all by default.
        batch_end_callback : BatchEndCallbacks, optional
            Function, or list of functions, called with a `BatchEndParam` after each batch.
        score_end_callback : BatchEndCallbacks, optional
            Function, or list of functions, called with a `BatchEndParam` at the end.
        reset : bool, default=True
            Whether to start the data from the beginning.
        epoch : int, default=0
            Number of the epoch, for the callbacks.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs.

        Returns
        -------
        list of (str, float)
            Name and value of each metric.

        Examples
        --------
        >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
        >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
        >>> module = mx.mod.Module(net)
        >>> module.bind(data.provide_data, data.provide_label)
        >>> module.init_params(mx.init.Zero())
        >>> module.score(data, "acc")
        [('accuracy', 1.0)]
        """
        self._require_ready("score")
        if not hasattr(eval_data, "provide_data"):
            eval_data = self._batches(eval_data, "eval_data", self.data_shapes[0][1][0])
        if reset:
            eval_data.reset()
        eval_metric = _as_metric(eval_metric)
        eval_metric.reset()
        actual = 0
        for nbatch, batch in enumerate(eval_data):
            if num_batch is not None and nbatch == num_batch:
                break
            self.prepare(batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(batch, is_train=False)
            self._update_metric_from(eval_metric, batch)
            if batch_end_callback is not None:
                _call_all(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
            actual += 1
        if score_end_callback is not None:
            _call_all(score_end_callback, BatchEndParam(epoch, actual, eval_metric, locals()))
        return eval_metric.get_name_value()

    def iter_predict(self, eval_data: DataIter, num_batch: int | None = None, reset: bool = True,
                     sparse_row_id_fn: Callable[[DataBatch], Any] | None = None,
                     ) -> Iterator[tuple[list[NDArray], int, DataBatch]]:
        """Predict batch by batch.

        Parameters
        ----------
        eval_data : DataIter
            Data to predict for.
        num_batch : int, optional
            How many batches to use at most; all by default.
        reset : bool, default=True
            Whether to start the data from the beginning.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs.

        Yields
        ------
        tuple
            The outputs without padding, the number of the batch, and the batch.
        """
        self._require_ready("predict")
        if reset:
            eval_data.reset()
        for nbatch, batch in enumerate(eval_data):
            if num_batch is not None and nbatch == num_batch:
                break
            yield self._predict_batch(batch, sparse_row_id_fn), nbatch, batch

    def _predict_batch(self, batch, sparse_row_id_fn=None) -> list:
        self.prepare(batch, sparse_row_id_fn=sparse_row_id_fn)
        self.forward(batch, is_train=False)
        pad = batch.pad or 0
        return [out[0:out.shape[0] - pad] for out in self.get_outputs()]

    @overload
    def predict(self, eval_data: NDArray | np.ndarray) -> NDArray: ...

    @overload
    def predict(self, eval_data: DataIter, num_batch: int | None = None, *, merge_batches: Literal[False],
                reset: bool = True, always_output_list: bool = False,
                sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> list[list[NDArray]]: ...

    @overload
    def predict(self, eval_data: DataIter, num_batch: int | None = None, merge_batches: bool = True,
                reset: bool = True, *, always_output_list: Literal[True],
                sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> list[NDArray]: ...

    @overload
    def predict(self, eval_data: DataIter, num_batch: int | None = None, merge_batches: bool = True,
                reset: bool = True, always_output_list: bool = False,
                sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> NDArray | Any: ...

    def predict(self, eval_data: DataIter | NDArray | np.ndarray, num_batch: int | None = None,
                merge_batches: bool = True, reset: bool = True, always_output_list: bool = False,
                sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> Any:
        """Compute the outputs for a data set, or for one array.

        Parameters
        ----------
        eval_data : DataIter or NDArray or np.ndarray
            Data to predict for: an iterator, or one array, which counts as a batch of the first input.
        num_batch : int, optional
            How many batches to use at most; all by default.
        merge_batches : bool, default=True
            Whether to join the outputs of all batches. If not, there is a list of outputs per batch.
        reset : bool, default=True
            Whether to start the data from the beginning.
        always_output_list : bool, default=False
            Whether to return a list even if there is one output.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs.

        Returns
        -------
        NDArray or list
            The output, or the list of outputs; without padding. For one array, the first output.

        Raises
        ------
        MXNetError
            If batches have different numbers of outputs and are to be joined.
        """
        self._require_ready("predict")
        if not isinstance(eval_data, DataIter) and not hasattr(eval_data, "provide_data"):
            return self._predict_array(eval_data)
        if reset:
            eval_data.reset()
        batches = []
        for nbatch, batch in enumerate(eval_data):
            if num_batch is not None and nbatch == num_batch:
                break
            batches.append([out.copy() for out in self._predict_batch(batch, sparse_row_id_fn)])
        if not batches or not merge_batches:
            return batches
        widths = {len(outs) for outs in batches}
        if len(widths) != 1:
            raise Misuse("Cannot merge batches, as num of outputs is not the same in mini-batches. "
                         "Maybe bucketing is used?")
        merged = [nd.concatenate([outs[i] for outs in batches]) for i in range(widths.pop())]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    def _predict_array(self, value):
        """Return the first output for one array."""
        if not isinstance(value, nd.NDArray):
            if not hasattr(value, "shape"):
                raise ValueError("eval_data must be of type NDArray or DataIter")
            value = nd.array(value)
        self.forward(DataBatch([value]), is_train=False)
        return self.get_outputs()[0]

    def fit(self, train_data: DataIter | tuple[Any, Any], eval_data: DataIter | tuple[Any, Any] | None = None,
            eval_metric: MetricLike = "acc",
            epoch_end_callback: EpochEndCallbacks | None = None, batch_end_callback: BatchEndCallbacks | None = None,
            kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
            optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
            eval_end_callback: BatchEndCallbacks | None = None,
            eval_batch_end_callback: BatchEndCallbacks | None = None, initializer: InitFunction | None = Uniform(0.01),
            arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
            allow_missing: bool = False, force_rebind: bool = False, force_init: bool = False, begin_epoch: int = 0,
            num_epoch: int | None = None, validation_metric: MetricLike | None = None, monitor: Monitor | None = None,
            sparse_row_id_fn: Callable[[DataBatch], Any] | None = None,
            resume: str | os.PathLike[str] | None = None, verbose: int = 0, batch_size: int = 32) -> None:
        """Train the module: bind and initialize it if needed, then run epochs of forward, backward and update.

        Parameters
        ----------
        train_data : DataIter or tuple
            Training data, with labels: an iterator over batches, or a pair of arrays.
        eval_data : DataIter or tuple, optional
            Data to score after every epoch.
        eval_metric : MetricLike, default='acc'
            What to measure in training: a metric, its name, a list of them, or a function of labels and predictions.
        epoch_end_callback : EpochEndCallbacks, optional
            Function, or list of functions, called with ``(epoch, symbol, arg_params, aux_params)`` after each epoch;
            see `mx.callback.do_checkpoint`.
        batch_end_callback : BatchEndCallbacks, optional
            Function, or list of functions, called with a `BatchEndParam` after each batch; see
            `mx.callback.Speedometer`.
        kvstore : str or KVStoreBase or None, default='local'
            How gradients of several devices or machines are summed: a store or its type; None for one device.
        optimizer : str or Optimizer, default='sgd'
            Optimizer, or its name.
        optimizer_params : Mapping[str, Any] or Iterable[tuple[str, Any]], default=(('learning_rate', 0.01),)
            What the optimizer is created with, as a dict or as pairs.
        eval_end_callback : BatchEndCallbacks, optional
            Called at the end of each scoring.
        eval_batch_end_callback : BatchEndCallbacks, optional
            Called after each batch of the scoring.
        initializer : InitFunction or None, default=Uniform(0.01)
            How parameters that are not given are initialized.
        arg_params : Mapping[str, NDArray], optional
            Parameters to start from.
        aux_params : Mapping[str, NDArray], optional
            Auxiliary states to start from.
        allow_missing : bool, default=False
            Whether parameters missing from ``arg_params`` are left to the initializer; otherwise they are an error.
        force_rebind : bool, default=False
            Whether to bind again if the module is bound.
        force_init : bool, default=False
            Whether to initialize again if it is initialized.
        begin_epoch : int, default=0
            Number of the first epoch, when training is resumed.
        num_epoch : int, optional
            Number of the epoch at which training ends; required.
        validation_metric : MetricLike, optional
            What to measure on ``eval_data``; the same as in training by default.
        monitor : Monitor, optional
            A `mx.mon.Monitor` that watches values inside the network.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs.
        resume : str or os.PathLike[str], optional
            A file that is written after every epoch, and from which training resumes if it exists. An interrupted and
            restarted run ends with the same parameters as an uninterrupted one.
        verbose : int, default=0
            Whether to show a progress line (`mx.callback.ProgressLine`); it does not need logging.
        batch_size : int, default=32
            Size of the batches that are cut from arrays; those of training are shuffled.

        Notes
        -----
        Any callback may raise `mx.callback.StopTraining` to end it.

        Examples
        --------
        >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
        >>> data = mx.io.NDArrayIter(mx.nd.ones((8, 3)), mx.nd.zeros(8), batch_size=4)
        >>> module = mx.mod.Module(net)
        >>> module.fit(data, num_epoch=2, optimizer="adam", optimizer_params={"learning_rate": 0.1})
        >>> module.predict(data).shape
        (8, 2)
        """
        require(num_epoch is not None, "please specify number of epochs")
        train_data = self._batches(train_data, "train_data", batch_size, shuffle=True)
        eval_data = None if eval_data is None else self._batches(eval_data, "eval_data", batch_size)
        progress = ProgressLine(num_epoch) if verbose else None
        if progress is not None:
            batch_end_callback = [*_listed(batch_end_callback), progress]
            eval_end_callback = [progress, *_listed(eval_end_callback)]
        resumption = None if resume is None else Resumption(resume, self)
        if resumption is not None and resumption.arg_params:
            arg_params, aux_params, force_init = resumption.arg_params, resumption.aux_params, True
        self.bind(data_shapes=train_data.provide_data, label_shapes=train_data.provide_label,
                  for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Parameters already initialized")
            self.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                             allow_missing=allow_missing, force_init=force_init)
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        if resumption is not None:
            begin_epoch = resumption.restore(train_data, begin_epoch)
        eval_metric = _as_metric(eval_metric)
        validation_metric = eval_metric if validation_metric is None else _as_metric(validation_metric)
        stopped = None
        for epoch in range(begin_epoch, num_epoch):
            started = time.time()
            try:
                values = self._train_epoch(epoch, train_data, eval_metric, batch_end_callback, monitor,
                                           sparse_row_id_fn)
                for name, value in values:
                    self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, value)
                self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
                self._end_epoch(epoch, epoch_end_callback)
                if eval_data is not None:
                    self._validate(epoch, eval_data, validation_metric, eval_end_callback, eval_batch_end_callback)
            except StopTraining as reason:
                stopped = reason
                self.logger.info("Epoch[%d] training ends: %s", epoch, reason)
            if resumption is not None:
                resumption.save(epoch + 1)
                resumption.seed(epoch + 1)
            train_data.reset()
            if stopped is not None:
                break
        if progress is not None:
            progress.close()

    def _validate(self, epoch: int, eval_data, metric, end_callback, batch_end_callback) -> None:
        """Score an epoch and log it."""
        found = self.score(eval_data, metric, score_end_callback=end_callback, batch_end_callback=batch_end_callback,
                           epoch=epoch)
        for name, value in found:
            self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, value)

    def _batches(self, data, what: str, batch_size: int, shuffle: bool = False):
        """Return an iterator over batches: the given one, or a pair of arrays cut into batches."""
        if hasattr(data, "provide_data"):
            return data
        if isinstance(data, (tuple, list)) and len(data) == 2 and all(hasattr(part, "shape") for part in data):
            values, labels = data
            names = {"data_name": self.data_names[0]}
            if getattr(self, "label_names", None):
                names["label_name"] = self.label_names[0]
            return NDArrayIter(values, labels, min(batch_size, len(values)), shuffle, **names)
        raise TypeError(f"{what} must be an iterator over batches or a pair (data, label) of arrays, got "
                        f"{type(data).__name__}; mx.io.NDArrayIter(data, label, batch_size=32, shuffle=True) makes an "
                        "iterator of arrays")

    def _train_epoch(self, epoch: int, train_data, eval_metric, batch_end_callback, monitor, sparse_row_id_fn) -> list:
        """Run one epoch; returns the metric's final values."""
        eval_metric.reset()
        batches = iter(train_data)
        data_batch = next(batches, None)
        if data_batch is None:
            raise StopIteration(f"epoch {epoch}: the training data gave no batch; it is empty, or was not reset")
        nbatch, eval_name_vals = 0, []
        while data_batch is not None:
            if monitor is not None:
                monitor.tic()
            self._train_batch(data_batch, eval_metric)
            next_data_batch = next(batches, None)  # fetched while the device computes
            end_of_batch = next_data_batch is None
            if end_of_batch:
                eval_name_vals = eval_metric.get_global_name_value()
            else:
                self.prepare(next_data_batch, sparse_row_id_fn=sparse_row_id_fn)
            if monitor is not None:
                monitor.toc_print()
            if batch_end_callback is not None:
                _call_all(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
            data_batch = next_data_batch
            nbatch += 1
        return eval_name_vals

    def _train_batch(self, batch, eval_metric) -> None:
        """Run forward, backward and update on a batch, and update the metric."""
        self.forward_backward(batch)
        self.update()
        self._update_metric_from(eval_metric, batch)

    def _end_epoch(self, epoch: int, callback) -> None:
        """Synchronize the parameters of all devices and pass them to the callbacks."""
        arg_params, aux_params = self.get_params()
        self.set_params(arg_params, aux_params)
        if callback is not None:
            for function in _as_list(callback):
                function(epoch, self.symbol, arg_params, aux_params)

    def _update_metric_from(self, eval_metric, batch) -> None:
        if isinstance(batch, list):
            self.update_metric(eval_metric, [part.label for part in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)


def _listed(callbacks) -> list:
    return [] if callbacks is None else list(_as_list(callbacks))


def _as_metric(found):
    return found if isinstance(found, _metric.EvalMetric) else _metric.create(found)


def _call_all(callbacks, param: BatchEndParam) -> None:
    for callback in _as_list(callbacks):
        callback(param)


_borrowed(__name__)
