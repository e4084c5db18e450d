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
from ..initializer import Uniform
from ..io import DataBatch, DataDesc, DataIter
from .checks import check_input_names as _check_input_names  # noqa: F401  programs import these four
from .checks import check_names_match as _check_names_match  # noqa: F401
from .checks import parse_data_desc as _parse_data_desc  # noqa: F401
from .checks import require
from .resuming import Resumption

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np

    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..metric.eval_metric import MetricLike
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from ..symbol import Symbol
    from .signatures import (
        BatchEndCallbacks,
        Descriptions,
        EpochEndCallbacks,
        GradReq,
        InitFunction,
        Logger,
    )

__all__ = ["BaseModule", "BatchEndParam", "DataBatch", "DataDesc", "DataIter"]


class BaseModule:
    """Something that can be bound to shapes, run forward and backward, and updated.

    A module walks through states, in this order: made; `binded` (shapes known, arrays there);
    `params_initialized`; `optimizer_initialized`. Derived classes define the primitives (`bind`,
    `forward`, `backward`, `update` ...); `fit`, `score` and `predict` are built on them here.
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

    # ---- high level ---------------------------------------------------------------------------

    def forward_backward(self, data_batch: DataBatch) -> None:
        """Run forward in training mode, then backward."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def score(self, eval_data: DataIter, eval_metric: MetricLike, num_batch: int | None = None,
              batch_end_callback: BatchEndCallbacks | None = None, score_end_callback: BatchEndCallbacks | None = None,
              reset: bool = True, epoch: int = 0,
              sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> list[tuple[str, float]]:
        """Run prediction over a data iterator and give the metric's (name, value) pairs."""
        self._require_ready("score")
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
        """Yield (outputs without padding, batch number, batch) for each batch."""
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
        """Predict for a data iterator, or for one NDArray or NumPy array, which gives the first output only.

        Batches are joined into one array an output, unless ``merge_batches`` is False.
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
        """Give the first output for one array."""
        if not isinstance(value, nd.NDArray):
            if not hasattr(value, "shape"):
                raise ValueError("eval_data must be of type NDArray or DataIter")
            value = nd.array(value)
        self.forward(DataBatch([value]), is_train=False)
        return self.get_outputs()[0]

    def fit(self, train_data: DataIter, eval_data: DataIter | None = None, eval_metric: MetricLike = "acc",
            epoch_end_callback: EpochEndCallbacks | None = None, batch_end_callback: BatchEndCallbacks | None = None,
            kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
            optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
            eval_end_callback: BatchEndCallbacks | None = None,
            eval_batch_end_callback: BatchEndCallbacks | None = None, initializer: InitFunction | None = Uniform(0.01),
            arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
            allow_missing: bool = False, force_rebind: bool = False, force_init: bool = False, begin_epoch: int = 0,
            num_epoch: int | None = None, validation_metric: MetricLike | None = None, monitor: Monitor | None = None,
            sparse_row_id_fn: Callable[[DataBatch], Any] | None = None,
            resume: str | os.PathLike[str] | None = None) -> None:
        """Train: bind, initialise what is not yet, then run epochs of forward, backward and update.

        Parameters
        ----------
        train_data, eval_data : iterators over batches; the second is scored after every epoch.
        eval_metric, validation_metric : what is measured in training and in validation.
        epoch_end_callback : called with (epoch, symbol, arg_params, aux_params).
        batch_end_callback, eval_batch_end_callback, eval_end_callback : called with a BatchEndParam.
        arg_params, aux_params : parameters to start from; missing ones need ``allow_missing``.
        begin_epoch : the number of the first epoch, when a run is resumed.
        resume : a file that is written after every epoch, and from which training goes on if it is there. A run that
            was broken off and started again ends with the parameters of one that was not.
        """
        require(num_epoch is not None, "please specify number of epochs")
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
            begin_epoch = resumption.settle(train_data, begin_epoch)
        eval_metric = _as_metric(eval_metric)
        validation_metric = eval_metric if validation_metric is None else _as_metric(validation_metric)
        for epoch in range(begin_epoch, num_epoch):
            started = time.time()
            values = self._train_epoch(epoch, train_data, eval_metric, batch_end_callback, monitor, sparse_row_id_fn)
            for name, value in values:
                self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, value)
            self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            self._end_epoch(epoch, epoch_end_callback)
            if eval_data is not None:
                found = self.score(eval_data, validation_metric, score_end_callback=eval_end_callback,
                                   batch_end_callback=eval_batch_end_callback, epoch=epoch)
                for name, value in found:
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, value)
            if resumption is not None:
                resumption.save(epoch + 1)
                resumption.seed(epoch + 1)
            train_data.reset()

    def _train_epoch(self, epoch: int, train_data, eval_metric, batch_end_callback, monitor, sparse_row_id_fn) -> list:
        """Run one epoch; gives the metric's values at its end."""
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
        """Run forward, backward and update on a batch, and measure it."""
        self.forward_backward(batch)
        self.update()
        self._update_metric_from(eval_metric, batch)

    def _end_epoch(self, epoch: int, callback) -> None:
        """Bring the parameters of all devices together and show them to the callbacks."""
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

    def _require_ready(self, word: str) -> None:
        require(self.binded and self.params_initialized, f"call bind and init_params before {word}")

    # ---- what a module is ---------------------------------------------------------------------

    @property
    def symbol(self) -> Symbol | None:
        """The symbol this module computes; None for modules in Python."""
        return self._symbol

    @property
    def data_names(self) -> list[str]:
        """Names of the data inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_names")

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_names")

    @property
    def data_shapes(self) -> list[DataDesc]:
        """(name, shape) of the data inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_shapes")

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        """(name, shape) of the labels."""
        raise NotImplementedError(f"{type(self).__name__} does not define label_shapes")

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """(name, shape) of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_shapes")

    # ---- parameters -------------------------------------------------------------------------

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Give (arg_params, aux_params), two dicts of name to NDArray."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_params")

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        """Initialise parameters and auxiliary states."""
        raise NotImplementedError(f"{type(self).__name__} does not define init_params")

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray],
                   allow_missing: bool = False, force_init: bool = True, allow_extra: bool = False) -> None:
        """Assign parameters and auxiliary states."""
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing,
                         force_init=force_init, allow_extra=allow_extra)

    def save_params(self, fname: str) -> None:
        """Save parameters and auxiliary states to one file."""
        arg_params, aux_params = self.get_params()
        named = {f"arg:{name}": array for name, array in arg_params.items()}
        named.update({f"aux:{name}": array for name, array in aux_params.items()})
        nd.save(fname, named)

    def load_params(self, fname: str) -> None:
        """Load parameters and auxiliary states from one file."""
        groups: dict = {"arg": {}, "aux": {}}
        for key, array in nd.load(fname).items():
            kind, _, name = key.partition(":")
            if kind not in groups or not name:
                raise ValueError(f"Invalid param file {fname}: key {key!r} is neither arg:NAME nor aux:NAME")
            groups[kind][name] = array
        self.set_params(groups["arg"], groups["aux"])

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """Give the values of the states; modules without states give none."""
        self._require_ready("get_states")
        if merge_multi_context:
            raise Misuse("get_states: this module has no states to merge; pass merge_multi_context=False")
        return []

    def set_states(self, states: Sequence[Any] | None = None, value: float | None = None) -> None:
        """Set the states from arrays or to one value."""
        self._require_ready("set_states")
        if states or value:
            raise Misuse("set_states: this module has no states")

    # ---- primitives -------------------------------------------------------------------------

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> None:
        """Make ready for a batch that will come next."""
        if sparse_row_id_fn is not None:
            warnings.warn("sparse_row_id_fn is not invoked for BaseModule.", stacklevel=2)

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        """Allocate and compile for the shapes."""
        raise NotImplementedError(f"{type(self).__name__} does not define bind")

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        """Install an optimizer."""
        raise NotImplementedError(f"{type(self).__name__} does not define init_optimizer")

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Compute the gradients."""
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def update(self) -> None:
        """Update the parameters with the gradients of the last backward."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        """Add the last outputs to a metric."""
        raise NotImplementedError(f"{type(self).__name__} does not define update_metric")

    @overload
    def get_outputs(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_outputs(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Give the outputs of the last forward."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_outputs")

    @overload
    def get_input_grads(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_input_grads(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Give the gradients of the data inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_input_grads")

    def install_monitor(self, mon: Monitor) -> None:
        """Let a monitor watch the executors."""
        raise NotImplementedError(f"{type(self).__name__} does not define install_monitor")


def _as_metric(found):
    return found if isinstance(found, _metric.EvalMetric) else _metric.create(found)


def _call_all(callbacks, param: BatchEndParam) -> None:
    for callback in _as_list(callbacks):
        callback(param)


_borrowed(__name__)
