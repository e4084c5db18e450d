"""FeedForward: the predecessor of Module, kept for old programs; and its training loop."""
from __future__ import annotations

import logging
import time
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import io
from . import metric as _metric
from . import ndarray as nd
from . import optimizer as _optimizer
from . import symbol as sym
from .base import mx_real_t
from .callback import LogValidationMetricsCallback
from .checkpoint import BatchEndParam, load_checkpoint, save_checkpoint
from .context import Context, cpu
from .core.errors import BadType, Misuse, MXNetError
from .executor_manager import DataParallelExecutorManager, _check_arguments, _load_data
from .fit_callbacks import StopTraining
from .initializer import Uniform
from .module.updating import (
    create_kvstore,
    fill_kvstore,
    update_on_store,
    update_on_store_in_groups,
    update_params,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .kvstore import KVStoreBase
    from .metric.eval_metric import MetricLike
    from .module.signatures import BatchEndCallbacks, EpochEndCallbacks, InitFunction, Logger
    from .monitor import Monitor
    from .ndarray import NDArray
    from .optimizer import Optimizer
    from .symbol import Symbol

__all__ = ["FeedForward"]

BASE_ESTIMATOR: type[Any] = object
try:
    from sklearn.base import BaseEstimator
    BASE_ESTIMATOR = BaseEstimator
    SKLEARN_INSTALLED = True
except ImportError:
    SKLEARN_INSTALLED = False


class FeedForward(BASE_ESTIMATOR):  # pyright: ignore[reportGeneralTypeIssues]
    """Fits, predicts and scores one symbol on arrays or iterators. Deprecated: use `mx.mod.Module`.

    Parameters
    ----------
    symbol : the network, or a function of the bucket key that makes it.
    epoch_size : batches per epoch; None for a whole pass over the data.
    numpy_batch_size : the batch size for data given as arrays.
    kwargs : params of the optimizer.
    """

    ctx: list[Context] | Sequence[Context]
    arg_params: Any
    aux_params: Any
    symbol: Symbol | None
    num_epoch: int | None
    epoch_size: int | None
    begin_epoch: int
    optimizer: str | Optimizer
    initializer: InitFunction
    kwargs: dict[str, Any]

    def __init__(self, symbol: Symbol, ctx: Context | Sequence[Context] | None = None, num_epoch: int | None = None,
                 epoch_size: int | None = None, optimizer: str | Optimizer = "sgd",
                 initializer: InitFunction = Uniform(0.01), numpy_batch_size: int = 128,
                 arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                 allow_extra_params: bool = False, begin_epoch: int = 0, **kwargs: Any) -> None:
        warnings.warn("\033[91mmxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module "
                      "instead.\033[0m", DeprecationWarning, stacklevel=2)
        is_symbol = isinstance(symbol, sym.Symbol)
        if not is_symbol and not callable(symbol):
            raise BadType("symbol must be a Symbol or a function that makes one")
        self.symbol = symbol if is_symbol else None
        self.sym_gen: Any = None if is_symbol else symbol
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else ctx
        self.num_epoch, self.epoch_size, self.begin_epoch = num_epoch, epoch_size, begin_epoch
        self.optimizer, self.initializer, self.kwargs = optimizer, initializer, dict(kwargs)
        self.numpy_batch_size = numpy_batch_size
        self.arg_params, self.aux_params = arg_params, aux_params
        self.allow_extra_params = allow_extra_params
        self.argument_checked: bool = False
        self._pred_exec = None
        if is_symbol:
            self._check_arguments()

    def _check_arguments(self) -> None:
        """Check once that names are unique, and drop parameters that the symbol does not have if that is allowed."""
        if self.argument_checked:
            return
        self.argument_checked = True
        _check_arguments(self.symbol)
        if self.allow_extra_params:
            self.arg_params = _only(self.arg_params, self.symbol.list_arguments())
            self.aux_params = _only(self.aux_params, self.symbol.list_auxiliary_states())

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pred_exec": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @staticmethod
    def _is_data_arg(name: str) -> bool:
        """Return whether a name is that of an input."""
        return name.endswith(("data", "label"))

    # ---- data ---------------------------------------------------------------------------------

    def _init_iter(self, X, y, is_train: bool):
        """Return an iterator over arrays; an iterator is returned unchanged."""
        if not isinstance(X, (np.ndarray, nd.NDArray)):
            if not isinstance(X, io.DataIter) and not hasattr(X, "provide_data"):
                raise TypeError("X must be DataIter, NDArray or numpy.ndarray")
            return X
        if y is None:
            if is_train:
                raise ValueError("y must be specified when X is numpy.ndarray")
            y = np.zeros(X.shape[0])
        if not isinstance(y, (np.ndarray, nd.NDArray)):
            raise TypeError("y must be ndarray when X is numpy.ndarray")
        if X.shape[0] != y.shape[0]:
            raise ValueError("The numbers of data points and labels not equal")
        if y.ndim == 2 and y.shape[1] == 1:  # pyright: ignore[reportGeneralTypeIssues]
            y = y.reshape((-1,))
        if y.ndim != 1:
            raise ValueError("Label must be 1D or 2D (with 2nd dimension being 1)")
        batch_size = min(X.shape[0], self.numpy_batch_size)
        if is_train:
            return io.NDArrayIter(X, y, batch_size, shuffle=True, last_batch_handle="roll_over")
        return io.NDArrayIter(X, y, batch_size, shuffle=False)

    def _init_eval_iter(self, eval_data):
        """Return an iterator over validation data: a pair of arrays or lists, or an iterator."""
        if eval_data is None:
            return None
        if isinstance(eval_data, (tuple, list)) and len(eval_data) == 2:
            data, label = eval_data
            if data is None:
                raise ValueError("Eval data is NONE")
            if label is None and isinstance(data, io.DataIter):
                return data
            return self._init_iter(np.array(data) if isinstance(data, list) else data,
                                   np.array(label) if isinstance(label, list) else label, is_train=True)
        if not isinstance(eval_data, io.DataIter):
            raise TypeError("Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of "
                            "length 2)")
        return eval_data

    # ---- training -----------------------------------------------------------------------------

    def _init_params(self, inputs, overwrite: bool = False) -> tuple:
        """Create all parameters and states for these inputs; return the names of arguments, parameters and states.

        Existing values are kept, unless ``overwrite`` is set; all others are initialized.
        """
        descs = [desc if isinstance(desc, io.DataDesc) else io.DataDesc(*desc) for desc in inputs]
        shapes, _, state_shapes = self.symbol.infer_shape(**{desc.name: desc.shape for desc in descs})
        types, _, state_types = self.symbol.infer_type(**{desc.name: desc.dtype for desc in descs})
        if shapes is None or types is None:
            raise Misuse(f"shapes and types of the parameters do not follow from the inputs {descs}")
        given = {desc.name for desc in descs}
        arguments, states = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        params = [name for name in arguments if name not in given]
        sized = [item for item in zip(arguments, shapes, types) if item[0] not in given]
        kept = (None, None) if overwrite else (self.arg_params, self.aux_params)
        self.arg_params = self._filled(sized, kept[0] or {})
        self.aux_params = self._filled(list(zip(states, state_shapes, state_types)), kept[1] or {})
        return arguments, params, states

    def _filled(self, sized: list[tuple], kept: Mapping[str, NDArray]) -> dict:
        made = {name: nd.zeros(shape, dtype=dtype) for name, shape, dtype in sized}
        with warnings.catch_warnings():  # by the name alone, as in MXNet's first versions
            warnings.filterwarnings("ignore", message=".*Calling initializer with init", category=DeprecationWarning)
            for name, array in made.items():
                if name in kept:
                    array[:] = kept[name]
                else:
                    self.initializer(name, array)
        return made

    def fit(self, X: Any, y: Any = None, eval_data: Any = None, eval_metric: MetricLike = "acc",
            epoch_end_callback: EpochEndCallbacks | None = None, batch_end_callback: BatchEndCallbacks | None = None,
            kvstore: str | KVStoreBase | None = "local", logger: Logger | None = None,
            work_load_list: Sequence[float] | None = None, monitor: Monitor | None = None,
            eval_end_callback: BatchEndCallbacks | None = LogValidationMetricsCallback(),
            eval_batch_end_callback: BatchEndCallbacks | None = None) -> None:
        """Train on arrays or an iterator, from ``begin_epoch`` to ``num_epoch``."""
        data, validation = self._init_iter(X, y, is_train=True), self._init_eval_iter(eval_data)
        if self.num_epoch is None:
            raise BadType("FeedForward.fit: num_epoch is None; give the model the number of epochs")
        if self.sym_gen is not None:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        arguments, params, states = self._init_params([*data.provide_data, *data.provide_label])
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        store, update_on_kvstore = create_kvstore(kvstore, len(self.ctx), self.arg_params)
        optimizer = self._made_optimizer(data.batch_size, params, store, update_on_kvstore)
        _train_multi_device(self.symbol, self.ctx, arguments, params, states, self.arg_params, self.aux_params,
                            begin_epoch=self.begin_epoch, end_epoch=self.num_epoch, epoch_size=self.epoch_size,
                            optimizer=optimizer, train_data=data, eval_data=validation, eval_metric=eval_metric,
                            epoch_end_callback=epoch_end_callback, batch_end_callback=batch_end_callback,
                            kvstore=store, update_on_kvstore=update_on_kvstore, logger=logger,
                            work_load_list=work_load_list, monitor=monitor, eval_end_callback=eval_end_callback,
                            eval_batch_end_callback=eval_batch_end_callback, sym_gen=self.sym_gen)

    def _made_optimizer(self, batch_size: int, params: list, store, update_on_kvstore: bool):
        count = 1 if update_on_kvstore else len(self.ctx)
        names = {i * count + k: name for i, name in enumerate(params) for k in range(count)}
        self.kwargs.update(sym=self.symbol, param_idx2name=names)
        if isinstance(self.optimizer, _optimizer.Optimizer):
            if not self.optimizer.idx2name:
                self.optimizer.idx2name = dict(names)
            return self.optimizer
        if store is not None and "dist" in store.type and "_async" not in store.type:
            batch_size *= store.num_workers
        return _optimizer.create(self.optimizer, **{"rescale_grad": 1.0 / batch_size, **self.kwargs})

    # ---- using --------------------------------------------------------------------------------

    def _init_predictor(self, input_shapes, type_dict: dict | None = None) -> None:
        """Bind for prediction on the first context, unless that has been done for these shapes.

        Labels get inferred shapes; parameters that the model does not have are zeros.
        """
        if self.arg_params is None:
            raise MXNetError("FeedForward: fit or load parameters before predict")
        shapes = {name: array.shape for name, array in self.arg_params.items()}
        shapes.update((desc[0], tuple(desc[1])) for desc in input_shapes)
        if self._pred_exec is not None:
            found, _, _ = self.symbol.infer_shape(**shapes)
            if found == [array.shape for array in self._pred_exec.arg_arrays]:
                return
        executor = self.symbol.simple_bind(self.ctx[0], grad_req="null", type_dict=type_dict, **shapes)  # type: ignore[arg-type]
        executor.copy_params_from(self.arg_params, self.aux_params)
        _check_arguments(self.symbol)
        self._pred_exec = executor

    def _run(self, data, num_batch: int | None):
        """Yield (number, batch) after running each batch forward."""
        descs = data.provide_data
        types = {name: array.dtype for name, array in (self.arg_params or {}).items()}
        types.update((desc[0], desc.dtype if isinstance(desc, io.DataDesc) else mx_real_t) for desc in descs)
        self._init_predictor(descs, types)
        arrays = [self._pred_exec.arg_dict[desc[0]] for desc in descs]
        for number, batch in enumerate(data):
            if num_batch is not None and number == num_batch:
                break
            _load_data(batch, arrays)
            self._pred_exec.forward(is_train=False)
            yield number, batch

    def predict(self, X: Any, num_batch: int | None = None, return_data: bool = False, reset: bool = True) -> Any:
        """Return the outputs as NumPy arrays; with ``return_data`` also the data and labels seen."""
        data = self._init_iter(X, None, is_train=False)
        if reset:
            data.reset()
        rows: list = []
        for _, batch in self._run(data, num_batch or None):
            kept = data.batch_size - (batch.pad or 0)
            parts = (self._pred_exec.outputs, batch.data, batch.label or []) if return_data \
                else (self._pred_exec.outputs,)
            rows.append([[array[0:kept].asnumpy() for array in group] for group in parts])
        if not rows:
            raise ValueError("FeedForward.predict: the iterator gave no batch")
        merged = [[np.concatenate(column) for column in zip(*groups)] for groups in zip(*rows)]
        shown = [group[0] if len(group) == 1 else group for group in merged]
        return tuple(shown) if return_data else shown[0]

    def score(self, X: Any, eval_metric: MetricLike = "acc", num_batch: int | None = None,
              batch_end_callback: BatchEndCallbacks | None = None, reset: bool = True) -> float:
        """Return the metric's value over an iterator."""
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        data = self._init_iter(X, None, is_train=False)
        if reset:
            data.reset()
        for number, batch in self._run(data, num_batch):
            eval_metric.update(batch.label, self._pred_exec.outputs)
            if batch_end_callback is not None:
                _multiple_callbacks(batch_end_callback, BatchEndParam(0, number, eval_metric, locals()))
        return eval_metric.get()[1]

    # ---- files --------------------------------------------------------------------------------

    def save(self, prefix: str, epoch: int | None = None, remove_amp_cast: bool = True) -> None:
        """Save a checkpoint."""
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise Misuse("FeedForward.save: give the epoch")
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params, remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: int, ctx: Context | Sequence[Context] | None = None, **kwargs: Any) -> FeedForward:
        """Make a model from a checkpoint."""
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(symbol: Symbol, X: Any, y: Any = None, ctx: Context | Sequence[Context] | None = None,
               num_epoch: int | None = None, epoch_size: int | None = None, optimizer: str | Optimizer = "sgd",
               initializer: InitFunction = Uniform(0.01), eval_data: Any = None, eval_metric: MetricLike = "acc",
               epoch_end_callback: EpochEndCallbacks | None = None, batch_end_callback: BatchEndCallbacks | None = None,
               kvstore: str | KVStoreBase | None = "local", logger: Logger | None = None,
               work_load_list: Sequence[float] | None = None,
               eval_end_callback: BatchEndCallbacks | None = LogValidationMetricsCallback(),
               eval_batch_end_callback: BatchEndCallbacks | None = None, **kwargs: Any) -> FeedForward:
        """Make a model and fit it."""
        model = FeedForward(symbol, ctx=ctx, num_epoch=num_epoch, epoch_size=epoch_size, optimizer=optimizer,
                            initializer=initializer, **kwargs)
        model.fit(X, y, eval_data=eval_data, eval_metric=eval_metric, epoch_end_callback=epoch_end_callback,
                  batch_end_callback=batch_end_callback, kvstore=kvstore, logger=logger,
                  work_load_list=work_load_list, eval_end_callback=eval_end_callback,
                  eval_batch_end_callback=eval_batch_end_callback)
        return model


def _only(params: Any, names: list) -> Any:
    return params and {name: array for name, array in params.items() if name in names}


# ---- the training loop --------------------------------------------------------------------------

def _multiple_callbacks(callbacks, *args, **kwargs) -> None:
    """Call one function, a list of them, or none."""
    for callback in callbacks if isinstance(callbacks, list) else [callbacks] if callbacks else []:
        callback(*args, **kwargs)


def _train_multi_device(symbol, ctx, arg_names, param_names, aux_names, arg_params, aux_params, begin_epoch, end_epoch,
                        epoch_size, optimizer, kvstore, update_on_kvstore, train_data, eval_data=None,
                        eval_metric=None, epoch_end_callback=None, batch_end_callback=None, logger=None,
                        work_load_list=None, monitor=None, eval_end_callback=None, eval_batch_end_callback=None,
                        sym_gen=None) -> None:
    """Train a symbol on one or several contexts; ``arg_params`` and ``aux_params`` receive the result.

    Batches are counted from 1 for callbacks in training, from 0 in validation.
    """
    logger = logger or logging
    executor_manager = DataParallelExecutorManager(
        symbol=symbol, sym_gen=sym_gen, ctx=ctx, train_data=train_data, param_names=param_names, arg_names=arg_names,
        aux_names=aux_names, work_load_list=work_load_list, logger=logger)
    if monitor:
        executor_manager.install_monitor(monitor)
    executor_manager.set_params(arg_params, aux_params)
    step = _update_step(executor_manager, optimizer, kvstore, update_on_kvstore, arg_params)
    train_data.reset()
    for epoch in range(begin_epoch, end_epoch):
        started = time.time()
        try:
            _train_epoch(executor_manager, step, train_data, epoch, epoch_size, eval_metric, batch_end_callback,
                         monitor, logger)
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            if epoch_end_callback or epoch + 1 == end_epoch:
                executor_manager.copy_to(arg_params, aux_params)
            _multiple_callbacks(epoch_end_callback, epoch, symbol, arg_params, aux_params)
            if eval_data:
                _validate(executor_manager, eval_data, epoch, eval_metric, eval_batch_end_callback, eval_end_callback)
        except StopTraining as reason:
            logger.info("Epoch[%d] training ends: %s", epoch, reason)
            executor_manager.copy_to(arg_params, aux_params)
            train_data.reset()
            break


def _update_step(executor_manager, optimizer, kvstore, update_on_kvstore: bool, arg_params: dict):
    """Return a function without arguments that updates the parameters."""
    updater = None if update_on_kvstore else _optimizer.get_updater(optimizer)
    if update_on_kvstore:
        kvstore.set_optimizer(optimizer)
    arrays, grads, names = executor_manager.param_arrays, executor_manager.grad_arrays, executor_manager.param_names
    if kvstore:
        fill_kvstore(kvstore, arrays, arg_params, names, update_on_kvstore)
    if updater is not None:
        return lambda: update_params(arrays, grads, updater, len(executor_manager.ctx), kvstore, names)
    update = update_on_store_in_groups if "nccl" in kvstore.type else update_on_store
    return lambda: update(arrays, grads, kvstore, names)


def _train_epoch(executor_manager, step, train_data, epoch: int, epoch_size: int | None, eval_metric,
                 batch_end_callback, monitor, logger) -> None:
    """Run the batches of one epoch, resetting the data iterator as often as needed."""
    eval_metric.reset()
    nbatch = 0
    while True:
        do_reset = True
        batches = iter(train_data)
        upcoming = next(batches, None)
        while upcoming is not None:
            data_batch = upcoming
            executor_manager.load_data_batch(data_batch)
            if monitor is not None:
                monitor.tic()
            executor_manager.forward(is_train=True)
            executor_manager.backward()
            step()
            if monitor is not None:
                monitor.toc_print()
            executor_manager.update_metric(eval_metric, data_batch.label)
            nbatch += 1
            do_reset = epoch_size is None or nbatch < epoch_size
            upcoming = next(batches, None) if do_reset else None
            end_of_batch = not do_reset or (epoch_size is None and upcoming is None)  # callbacks read it in `locals`
            if batch_end_callback is not None:
                _multiple_callbacks(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
        if do_reset:
            logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            train_data.reset()
        if epoch_size is None or nbatch >= epoch_size:
            return


def _validate(executor_manager, eval_data, epoch: int, eval_metric, batch_end_callback, end_callback) -> None:
    """Measure the parameters on validation data."""
    eval_metric.reset()
    eval_data.reset()
    total_num_batch = 0
    for i, eval_batch in enumerate(eval_data):
        executor_manager.load_data_batch(eval_batch)
        executor_manager.forward(is_train=False)
        executor_manager.update_metric(eval_metric, eval_batch.label)
        total_num_batch += 1
        if batch_end_callback is not None:
            _multiple_callbacks(batch_end_callback, BatchEndParam(epoch, i, eval_metric, locals()))
    if end_callback is not None:
        _multiple_callbacks(end_callback, BatchEndParam(epoch, total_num_batch, eval_metric, locals()))
    eval_data.reset()
