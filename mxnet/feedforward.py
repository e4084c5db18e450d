"""FeedForward: the estimator that came before Module, kept for old programs and run on a Module."""
import logging
import time
import warnings

import numpy as np

from . import io
from . import metric as _metric
from . import ndarray as nd
from . import symbol as sym
from .callback import LogValidationMetricsCallback
from .context import Context, cpu
from .core.errors import Misuse, MXNetError
from .initializer import Uniform
from .model import BatchEndParam, load_checkpoint, save_checkpoint
from .module import BucketingModule, Module
from .module.checks import as_list

__all__ = ["FeedForward"]


class FeedForward:
    """Fits, predicts and scores one symbol on arrays or iterators. Deprecated: use `mx.mod.Module`.

    Parameters
    ----------
    symbol : the network, or a function of the bucket key that makes it.
    epoch_size : batches an epoch; None for a whole pass over the data.
    numpy_batch_size : the batch size for data given as arrays.
    kwargs : params of the optimizer.
    """

    def __init__(self, symbol, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd", initializer=Uniform(0.01),
                 numpy_batch_size: int = 128, arg_params=None, aux_params=None, allow_extra_params: bool = False,
                 begin_epoch: int = 0, **kwargs) -> None:
        warnings.warn("\033[91mmxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module "
                      "instead.\033[0m", DeprecationWarning, stacklevel=2)
        is_symbol = isinstance(symbol, sym.Symbol)
        if not is_symbol and not callable(symbol):
            raise TypeError("symbol must be a Symbol or a function that makes one")
        self.symbol, self.sym_gen = (symbol, None) if is_symbol else (None, symbol)
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else list(ctx)
        self.num_epoch, self.epoch_size, self.begin_epoch = num_epoch, epoch_size, begin_epoch
        self.optimizer, self.initializer, self.kwargs = optimizer, initializer, dict(kwargs)
        self.numpy_batch_size = numpy_batch_size
        self.arg_params, self.aux_params = arg_params, aux_params
        self.allow_extra_params = allow_extra_params
        self._predictor: Module | None = None
        self._check_arguments()

    def _check_arguments(self) -> None:
        """Check that names are unique, and drop parameters that the symbol does not have if that is allowed."""
        if self.symbol is None:
            return
        arguments, states = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        for word, names in (("argument", arguments), ("auxiliary param", states)):
            twice = [name for name in names if names.count(name) > 1]
            if twice:
                raise ValueError(f'Find duplicated {word} name "{twice[0]}", please make the weight name '
                                 f"non-duplicated(using name arguments), they are {names}")
        if self.allow_extra_params:
            self.arg_params = _only(self.arg_params, arguments)
            self.aux_params = _only(self.aux_params, states)

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_predictor": None}

    # ---- data ---------------------------------------------------------------------------------

    def _iterator(self, X, y, is_train: bool):
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
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.reshape((-1,))
        if y.ndim != 1:
            raise ValueError("Label must be 1D or 2D (with 2nd dimension being 1)")
        batch_size = min(X.shape[0], self.numpy_batch_size)
        if is_train:
            return io.NDArrayIter(X, y, batch_size, shuffle=True, last_batch_handle="roll_over")
        return io.NDArrayIter(X, y, batch_size, shuffle=False)

    def _eval_iterator(self, eval_data):
        if eval_data is None:
            return None
        if isinstance(eval_data, (tuple, list)) and len(eval_data) == 2:
            data, label = eval_data
            if data is None:
                raise ValueError("Eval data is NONE")
            if label is None and isinstance(data, io.DataIter):
                return data
            return self._iterator(np.array(data) if isinstance(data, list) else data,
                                  np.array(label) if isinstance(label, list) else label, is_train=True)
        if not isinstance(eval_data, io.DataIter):
            raise TypeError("Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of "
                            "length 2)")
        return eval_data

    # ---- training -----------------------------------------------------------------------------

    def fit(self, X, y=None, eval_data=None, eval_metric="acc", epoch_end_callback=None, batch_end_callback=None,
            kvstore="local", logger=None, work_load_list=None, monitor=None,
            eval_end_callback=LogValidationMetricsCallback(), eval_batch_end_callback=None) -> None:
        """Train on arrays or an iterator."""
        data, validation = self._iterator(X, y, is_train=True), self._eval_iterator(eval_data)
        logger = logger or logging
        module = self._training_module(data, work_load_list, logger)
        if monitor is not None:
            module.install_monitor(monitor)
        module.init_optimizer(kvstore=kvstore, optimizer=self.optimizer, optimizer_params=self.kwargs)
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        logger.info("Start training with %s", str(self.ctx))
        data.reset()
        for epoch in range(self.begin_epoch, self.num_epoch or self.begin_epoch):
            started = time.time()
            self._train_epoch(module, data, epoch, eval_metric, batch_end_callback, monitor, logger)
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            self.arg_params, self.aux_params = module.get_params()
            for callback in as_list(epoch_end_callback or []):
                callback(epoch, self.symbol, self.arg_params, self.aux_params)
            if validation is not None:
                module.score(validation, eval_metric, score_end_callback=eval_end_callback,
                             batch_end_callback=eval_batch_end_callback, epoch=epoch)
                validation.reset()
        self.arg_params, self.aux_params = module.get_params()
        self._predictor = None

    def _training_module(self, data, work_load_list, logger):
        names = [desc[0] for desc in data.provide_data], [desc[0] for desc in data.provide_label]
        if self.sym_gen is not None:
            self.symbol = self.sym_gen(data.default_bucket_key)
            module = BucketingModule(lambda key: (self.sym_gen(key), *names), data.default_bucket_key, logger=logger,
                                     context=self.ctx, work_load_list=work_load_list)
        else:
            module = Module(self.symbol, *names, logger=logger, context=self.ctx, work_load_list=work_load_list)
        module.bind(data.provide_data, data.provide_label, for_training=True)
        module.init_params(self.initializer, self.arg_params, self.aux_params, allow_missing=True,
                           allow_extra=self.allow_extra_params)
        return module

    def _train_epoch(self, module, data, epoch: int, eval_metric, batch_end_callback, monitor, logger) -> None:
        eval_metric.reset()
        nbatch = 0
        while True:
            exhausted = True
            for batch in data:
                if monitor is not None:
                    monitor.tic()
                module.forward_backward(batch)
                module.update()
                if monitor is not None:
                    monitor.toc_print()
                module.update_metric(eval_metric, batch.label)
                nbatch += 1
                for callback in as_list(batch_end_callback or []):
                    callback(BatchEndParam(epoch, nbatch, eval_metric, locals()))
                if self.epoch_size is not None and nbatch >= self.epoch_size:
                    exhausted = False
                    break
            if exhausted:
                logger.info("Epoch[%d] Resetting Data Iterator", epoch)
                data.reset()
            if self.epoch_size is None or nbatch >= self.epoch_size:
                return

    # ---- using --------------------------------------------------------------------------------

    def _bound(self, data) -> Module:
        """Give a module for prediction on an iterator's shapes."""
        if self.arg_params is None:
            raise MXNetError("FeedForward: fit or load parameters before predict")
        names = [desc[0] for desc in data.provide_data]
        labels = [desc for desc in data.provide_label if desc[0] in self.symbol.list_arguments()]
        if self._predictor is None or self._predictor.data_names != names:
            self._predictor = Module(self.symbol, names, [desc[0] for desc in labels], context=self.ctx[0])
        self._predictor.bind(data.provide_data, labels or None, for_training=False, force_rebind=True)
        self._predictor.init_params(None, self.arg_params, self.aux_params or {}, allow_missing=False,
                                    force_init=True, allow_extra=self.allow_extra_params)
        return self._predictor

    def predict(self, X, num_batch=None, return_data: bool = False, reset: bool = True):
        """Give the outputs as NumPy arrays; with ``return_data`` also the data and labels seen."""
        data = self._iterator(X, None, is_train=False)
        if reset:
            data.reset()
        module = self._bound(data)
        rows: list = []
        for outputs, _, batch in module.iter_predict(data, num_batch, reset=False):
            kept = data.batch_size - (batch.pad or 0)
            parts = (outputs, batch.data if return_data else [], batch.label if return_data else [])
            rows.append([[array[0:kept].asnumpy() for array in group] for group in parts])
        merged = [[np.concatenate(column) for column in zip(*(row[group] for row in rows))] for group in range(3)]
        shown = [group[0] if len(group) == 1 else group for group in merged]
        return tuple(shown) if return_data else shown[0]

    def score(self, X, eval_metric="acc", num_batch=None, batch_end_callback=None, reset: bool = True):
        """Give the metric's value over an iterator."""
        if not isinstance(eval_metric, _metric.EvalMetric):
            eval_metric = _metric.create(eval_metric)
        data = self._iterator(X, None, is_train=False)
        if reset:
            data.reset()
        self._bound(data).score(data, eval_metric, num_batch, batch_end_callback, reset=False)
        return eval_metric.get()[1]

    # ---- files --------------------------------------------------------------------------------

    def save(self, prefix: str, epoch: int | None = None, remove_amp_cast: bool = True) -> None:
        """Save a checkpoint."""
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise Misuse("FeedForward.save: give the epoch")
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params, remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: int, ctx=None, **kwargs) -> "FeedForward":
        """Make a model from a checkpoint."""
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(symbol, X, y=None, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd",
               initializer=Uniform(0.01), eval_data=None, eval_metric="acc", epoch_end_callback=None,
               batch_end_callback=None, kvstore="local", logger=None, work_load_list=None,
               eval_end_callback=LogValidationMetricsCallback(), eval_batch_end_callback=None,
               **kwargs) -> "FeedForward":
        """Make a model and fit it."""
        model = FeedForward(symbol, ctx=ctx, num_epoch=num_epoch, epoch_size=epoch_size, optimizer=optimizer,
                            initializer=initializer, **kwargs)
        model.fit(X, y, eval_data=eval_data, eval_metric=eval_metric, epoch_end_callback=epoch_end_callback,
                  batch_end_callback=batch_end_callback, kvstore=kvstore, logger=logger,
                  work_load_list=work_load_list, eval_end_callback=eval_end_callback,
                  eval_batch_end_callback=eval_batch_end_callback)
        return model


def _only(params: dict | None, names: list) -> dict | None:
    return None if params is None else {name: array for name, array in params.items() if name in names}
