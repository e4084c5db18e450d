"""BucketingModule: one Module per bucket key (a sequence length, for example), all with the same parameters."""
from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym
from ..checkpoint import load_params
from ..context import cpu
from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse
from ..initializer import Uniform
from ..name import NameManager
from .base_module import BaseModule
from .checks import check_input_names, require
from .copying import captured_buckets, restored_buckets
from .module import Module
from .overridden import Methods

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..context import Context
    from ..io import DataBatch, DataDesc
    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from ..symbol import Symbol
    from .signatures import Descriptions, GradReq, Groups, InitFunction, Logger

__all__ = ["BucketingModule"]


class BucketingModule(BaseModule):
    r"""Train networks that depend on the length of their inputs and share parameters: one module per bucket.

    The default bucket is bound first; it must be the largest, since the others share its memory.

    Parameters
    ----------
    sym_gen : Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]]
        Function of a bucket key that returns ``(symbol, data_names, label_names)``.
    default_bucket_key : optional
        Key of the largest bucket.
    logger : Logger, default=logging
        Where `fit` reports.
    context : Context or Sequence[Context], default=cpu()
        Device, or a list of devices, over which batches are split.
    work_load_list : Sequence[float], optional
        Share of the batch for each device; equal ones by default.
    fixed_param_names : Sequence[str], optional
        Parameters that are not trained.
    state_names : Sequence[str], optional
        Inputs that are neither in batches nor parameters; see `set_states`.
    group2ctxs : Groups, optional
        Where the parts of a network that is divided by ``ctx_group`` live: a dict of group to device, or several of
        them.
    compression_params : Mapping[str, Any], optional
        Compression of gradients in the store.

    Examples
    --------
    >>> def sym_gen(length):
    ...     words = mx.sym.sum(mx.sym.Embedding(mx.sym.var("data"), input_dim=10, output_dim=4), axis=1)
    ...     return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(words, num_hidden=2), name="softmax"), \
    ...         ("data",), ("softmax_label",)
    >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
    >>> module.bind([("data", (2, 8))], [("softmax_label", (2,))])
    >>> module.init_params()
    >>> batch = mx.io.DataBatch([mx.nd.ones((2, 5))], [mx.nd.zeros(2)], bucket_key=5,
    ...                         provide_data=[("data", (2, 5))], provide_label=[("softmax_label", (2,))])
    >>> module.forward(batch)
    >>> module.get_outputs()[0].shape
    (2, 2)
    """

    binded: bool
    params_initialized: bool
    for_training: bool
    inputs_need_grad: bool

    def __init__(self, sym_gen: Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]],
                 default_bucket_key: Any = None, logger: Logger = logging, context: Context | Sequence[Context] = cpu(),
                 work_load_list: Sequence[float] | None = None, fixed_param_names: Sequence[str] | None = None,
                 state_names: Sequence[str] | None = None, group2ctxs: Groups | None = None,
                 compression_params: Mapping[str, Any] | None = None) -> None:
        super().__init__(logger=logger)
        require(default_bucket_key is not None, "default_bucket_key is needed")
        self._sym_gen, self._default_bucket_key = sym_gen, default_bucket_key
        self._context, self._work_load_list = context, work_load_list
        self._fixed_param_names, self._state_names = list(fixed_param_names or ()), list(state_names or ())
        self._group2ctxs, self._compression_params = group2ctxs, compression_params
        symbol, data_names, label_names = self._call_sym_gen(default_bucket_key)
        check_input_names(symbol, list(data_names or ()), "data", True)
        check_input_names(symbol, list(label_names or ()), "label", False)
        check_input_names(symbol, self._state_names, "state", True)
        check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        self._monitor = self._grad_req = self._preload_opt_states = None
        self._params_dirty = False
        self._reset_bind()

    def __getstate__(self) -> dict[Any, Any]:
        return captured_buckets(self)

    def __setstate__(self, state: dict[Any, Any]) -> None:
        restored_buckets(self, state, BucketingModule.__init__, lambda: Module.__new__(Module))

    def _reset_bind(self) -> None:
        self.binded = False
        self._buckets: dict = {}
        self._curr_module = self._curr_bucket_key = None

    def _call_sym_gen(self, bucket_key) -> tuple:
        """Call the generator with fresh automatic names, so that all buckets have the same node names."""
        with NameManager():
            return self._sym_gen(bucket_key)

    @property
    def _options(self) -> dict:
        """The constructor arguments of every bucket's module."""
        return {"logger": self.logger, "context": self._context, "work_load_list": self._work_load_list,
                "fixed_param_names": self._fixed_param_names, "state_names": self._state_names,
                "group2ctxs": self._group2ctxs, "compression_params": self._compression_params}

    def _make_module(self, bucket_key) -> Module:
        symbol, data_names, label_names = self._call_sym_gen(bucket_key)
        return Module(symbol, data_names, label_names, **self._options)

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        return self._curr_module.data_names if self.binded else self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self) -> list[str]:
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    @property
    def data_shapes(self) -> list[DataDesc]:
        require(self.binded, "call bind before data_shapes")
        return self._curr_module.data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        require(self.binded, "call bind before label_shapes")
        return self._curr_module.label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        require(self.binded, "call bind before output_shapes")
        return self._curr_module.output_shapes

    @property
    def symbol(self) -> Symbol:
        """Symbol of the current bucket."""
        require(self.binded, "call bind before symbol")
        return self._curr_module.symbol

    # ---- parameters ---------------------------------------------------------------------------

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        require(self.params_initialized, "call init_params before get_params")
        self._curr_module._params_dirty = self._params_dirty
        found = self._curr_module.get_params()
        self._params_dirty = False
        return found

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            return
        require(self.binded, "call bind before initializing the parameters")
        self._curr_module.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                                      allow_missing=allow_missing, force_init=force_init, allow_extra=allow_extra)
        self._params_dirty = False
        self.params_initialized = True

    def set_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray],
                   allow_missing: bool = False, force_init: bool = True, allow_extra: bool = False) -> None:
        if not allow_missing:
            self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params,
                             allow_missing=allow_missing, force_init=force_init, allow_extra=allow_extra)
            return
        if self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. set_params call ignored.",
                          stacklevel=2)
            return
        self._curr_module.set_params(arg_params, aux_params, allow_missing=allow_missing, force_init=force_init,
                                     allow_extra=allow_extra)
        self._params_dirty = True
        self.params_initialized = True

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        self._require_ready("get_states")
        return self._curr_module.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Sequence[Any] | None = None, value: float | None = None) -> None:
        self._require_ready("set_states")
        self._curr_module.set_states(states, value)

    # ---- binding and switching ----------------------------------------------------------------

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        """Bind the default bucket; other buckets are bound when they are first used.

        Parameters
        ----------
        data_shapes : list of DataDesc or of (name, shape)
            Shapes of the data inputs of the default bucket.
        label_shapes : list of DataDesc or of (name, shape), optional
            Shapes of its labels.
        for_training : bool, default=True
            Whether gradients will be computed.
        inputs_need_grad : bool, default=False
            Whether those of the data inputs are needed too.
        force_rebind : bool, default=False
            Whether to bind again if the module is bound.
        shared_module : BaseModule, optional
            Not supported: buckets share parameters anyway.
        grad_req : str, list of str or dict of str to str, default='write'
            What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, for all parameters or for each.
        """
        params = self.get_params() if self.params_initialized else None
        loaded = dict(self._buckets)
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        require(shared_module is None, "shared_module for BucketingModule is not supported")
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        module = loaded.get(self._default_bucket_key) or self._make_module(self._default_bucket_key)
        module.bind(data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind=force_rebind,
                    shared_module=None, grad_req=grad_req)
        self.binded = True
        self._curr_module, self._curr_bucket_key = module, self._default_bucket_key
        self._buckets[self._default_bucket_key] = module
        if self._monitor is not None:
            module.install_monitor(self._monitor)
        if params is not None:
            self.set_params(*params)

    def switch_bucket(self, bucket_key: Any, data_shapes: Descriptions,
                      label_shapes: Descriptions | None = None) -> None:
        """Make a bucket the current one; a new one is bound so that it shares the parameters.

        Parameters
        ----------
        bucket_key
            Key of the bucket.
        data_shapes : list of DataDesc or of (name, shape)
            Shapes of its data inputs.
        label_shapes : list of DataDesc or of (name, shape), optional
            Shapes of its labels.
        """
        require(self.binded, "call bind before switching bucket")
        module = self._buckets.get(bucket_key)
        if module is None or not module.binded:  # loaded ones wait here unbound
            module = module or self._make_module(bucket_key)
            module.bind(data_shapes, label_shapes, self._curr_module.for_training,
                        self._curr_module.inputs_need_grad, force_rebind=False,
                        shared_module=self._buckets[self._default_bucket_key], grad_req=self._grad_req)
            if self._monitor is not None:
                module.install_monitor(self._monitor)
            self._buckets[bucket_key] = module
        self._curr_module, self._curr_bucket_key = module, bucket_key

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> None:
        """Bind the bucket of the next batch, and stay in the current one.

        Parameters
        ----------
        data_batch : DataBatch
            The next batch, with its ``bucket_key``.
        sparse_row_id_fn : Callable[[DataBatch], Any], optional
            Function of a batch that returns the rows of row_sparse parameters that it needs.
        """
        self._require_ready("prepare")
        current = self._curr_bucket_key
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self.switch_bucket(current, None, None)

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        require(self.binded and self.params_initialized, "call bind and init_params before init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init=force_init)
        for module in self._buckets.values():
            if module is not self._curr_module:
                module.borrow_optimizer(self._curr_module)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def install_monitor(self, mon: Monitor) -> None:
        require(self.binded, "call bind before install_monitor")
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # ---- running ------------------------------------------------------------------------------

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        self._require_ready("forward")
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        self._require_ready("backward")
        self._curr_module.backward(out_grads=out_grads)

    def update(self) -> None:
        require(self.binded and self.params_initialized and self.optimizer_initialized,
                "call bind, init_params and init_optimizer before update")
        self._params_dirty = True
        self._curr_module.update()

    def _train_batch(self, batch, eval_metric) -> None:
        """Run a step of `fit` as the bucket's module does: on a GPU as one graph where possible."""
        if _METHODS.replaced(self):
            super()._train_batch(batch, eval_metric)
            return
        self._require_ready("fit")
        self.switch_bucket(batch.bucket_key, batch.provide_data, batch.provide_label)
        self._params_dirty = True
        self._curr_module._train_batch(batch, eval_metric)

    @overload
    def get_outputs(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_outputs(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        self._require_ready("get_outputs")
        return self._curr_module.get_outputs(merge_multi_context=merge_multi_context)

    @overload
    def get_input_grads(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_input_grads(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        require(self.binded and self.params_initialized and self.inputs_need_grad,
                "bind with inputs_need_grad=True before get_input_grads")
        return self._curr_module.get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        self._require_ready("update_metric")
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    # ---- files --------------------------------------------------------------------------------

    def save_checkpoint(self, prefix: str, epoch: int, remove_amp_cast: bool = False,
                        save_optimizer_states: bool = False) -> None:
        """Save parameters, a symbol per bucket, the list of bucket keys and, if asked, optimizer states.

        Parameters
        ----------
        prefix : str
            Path without the endings.
        epoch : int
            Number in the names of the files.
        remove_amp_cast : bool, default=False
            Whether to save the symbols without the casts of automatic mixed precision.
        save_optimizer_states : bool, default=False
            Whether to save the states of the optimizer too.

        Raises
        ------
        MXNetError
            If a bucket key is not an int.
        """
        if not self._buckets:
            raise Misuse("Empty BucketingModule cannot be saved")
        self.save_params(f"{prefix}-{epoch:04d}.params")
        for key in self._buckets:
            symbol, _, _ = self._call_sym_gen(key)
            symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
        nd.save(f"{prefix}.buckets", nd.array(list(self._buckets), dtype=np.int32))
        if save_optimizer_states:
            self.save_optimizer_states(f"{prefix}-{epoch:04d}.states")

    def _save_checkpoint(self, prefix: str, epoch: int, save_optimizer_states: bool) -> None:
        self.save_checkpoint(prefix, epoch, save_optimizer_states=save_optimizer_states)

    def save_optimizer_states(self, fname: str) -> None:
        """Save the states of the optimizer, which all buckets share.

        Parameters
        ----------
        fname : str
            Path of the file, which is replaced as a whole.
        """
        require(self.optimizer_initialized, "call init_optimizer before save_optimizer_states")
        self._curr_module.save_optimizer_states(fname)

    def load_optimizer_states(self, fname: str) -> None:
        """Load the states of the optimizer, which all buckets share.

        Parameters
        ----------
        fname : str
            Path of a file that `save_optimizer_states` wrote.
        """
        require(self.optimizer_initialized, "call init_optimizer before load_optimizer_states")
        self._curr_module.load_optimizer_states(fname)

    @staticmethod
    def load(prefix: str, epoch: int,
             sym_gen: Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]] = None,
             default_bucket_key: Any = None, load_optimizer_states: bool = False, **kwargs: Any) -> BucketingModule:
        """Create a module from a checkpoint.

        Parameters
        ----------
        prefix : str
            Path of the checkpoint without its endings.
        epoch : int
            Which epoch to load.
        sym_gen : Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]], optional
            Function of a bucket key that returns ``(symbol, data_names, label_names)``; needed for buckets that were
            not saved.
        default_bucket_key : optional
            Key of the largest bucket.
        load_optimizer_states : bool, default=False
            Whether to load the states of the optimizer too, when it is initialized.
        **kwargs
            Further arguments of `BucketingModule`.

        Returns
        -------
        BucketingModule
            A module whose parameters are set by the first `bind`.
        """
        keys = [int(key) for key in nd.load(f"{prefix}.buckets")[0].asnumpy()]
        symbols = {key: sym.load(f"{prefix}-{key}-symbol.json") for key in keys}
        arg_params, aux_params = load_params(prefix, epoch)
        made = BucketingModule.load_dict(symbols, sym_gen, default_bucket_key, arg_params, aux_params, **kwargs)
        if load_optimizer_states:
            made._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return made

    @staticmethod
    def load_dict(sym_dict: Mapping[Any, Symbol] | None = None,
                  sym_gen: Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]] = None,
                  default_bucket_key: Any = None, arg_params: Mapping[str, NDArray] | None = None,
                  aux_params: Mapping[str, NDArray] | None = None, **kwargs: Any) -> BucketingModule:
        """Create a module from symbols and the parameters that they share.

        Parameters
        ----------
        sym_dict : Mapping[Any, Symbol], optional
            Symbols by bucket key.
        sym_gen : Callable[[Any], tuple[Symbol, Sequence[str] | None, Sequence[str] | None]], optional
            Function of a bucket key that returns ``(symbol, data_names, label_names)``.
        default_bucket_key : optional
            Key of the largest bucket.
        arg_params : Mapping[str, NDArray], optional
            Parameters by name.
        aux_params : Mapping[str, NDArray], optional
            Auxiliary states by name.
        **kwargs
            Further arguments of `BucketingModule`.

        Returns
        -------
        BucketingModule
            A module whose parameters are set by the first `bind`.
        """
        given = {"sym_dict": sym_dict, "sym_gen": sym_gen, "default_bucket_key": default_bucket_key,
                 "arg_params": arg_params, "aux_params": aux_params}
        for name, value in given.items():
            require(value is not None, f"{name} is required for loading BucketingModule")
        made = BucketingModule(sym_gen, default_bucket_key, **kwargs)
        for key, symbol in sym_dict.items():
            _, data_names, label_names = made._call_sym_gen(key)
            made._buckets[key] = Module(symbol, data_names, label_names, **kwargs)
        if default_bucket_key not in made._buckets:
            raise Misuse(f"default_bucket_key {default_bucket_key!r} is not among {list(sym_dict)}")
        module = made._curr_module = made._buckets[default_bucket_key]
        module._arg_params, module._aux_params = arg_params, aux_params
        module.params_initialized = made.params_initialized = True
        return made


_METHODS = Methods(BucketingModule)
_borrowed(__name__)
