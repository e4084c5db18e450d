"""Module: a Symbol with its executors, parameters and optimizer."""
from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Any, Literal, overload

from .. import optimizer as _optimizer
from ..checkpoint import load_checkpoint
from ..context import Context, cpu
from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse, MXNetError
from ..core.opening import read_bytes
from ..fileformat.atomic import atomic_write
from ..initializer import InitDesc, Uniform
from ..io import DataDesc
from ..ndarray.creation import lasting_zeros
from . import overlap
from .base_module import BaseModule
from .checks import check_input_names, parse_data_desc, require
from .copying import captured, restored
from .executor_group import DataParallelExecutorGroup
from .overridden import Methods
from .updating import create_kvstore, fill_kvstore, update_on_devices, update_on_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..io import DataBatch
    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from ..symbol import Symbol
    from .signatures import Descriptions, GradReq, Groups, InitFunction, Logger

__all__ = ["Module"]


class Module(BaseModule):
    """Train and run one symbol, on one device or on several.

    Parameters
    ----------
    symbol : Symbol
        The network, with its loss.
    data_names : Sequence[str] or None, default=('data',)
        Inputs that are data of batches.
    label_names : Sequence[str] or None, default=('softmax_label',)
        Inputs that are labels of batches. All other inputs are parameters.
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
        Compression of gradients in the store, such as ``{"type": "2bit", "threshold": 0.5}``.

    Examples
    --------
    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    >>> module = mx.mod.Module(net, context=mx.cpu())
    >>> module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    >>> module.init_params(mx.init.Xavier())
    >>> module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))]), is_train=False)
    >>> module.get_outputs()[0].shape
    (4, 2)
    """

    binded: bool
    params_initialized: bool
    for_training: bool
    inputs_need_grad: bool
    optimizer_initialized: bool

    def __init__(self, symbol: Symbol, data_names: Sequence[str] | None = ("data",),
                 label_names: Sequence[str] | None = ("softmax_label",), logger: Logger = logging,
                 context: Context | Sequence[Context] = cpu(), work_load_list: Sequence[float] | None = None,
                 fixed_param_names: Sequence[str] | None = None, state_names: Sequence[str] | None = None,
                 group2ctxs: Groups | None = None, compression_params: Mapping[str, Any] | None = None) -> None:
        super().__init__(logger=logger)
        self._symbol = symbol
        self._context = [context] if isinstance(context, Context) else list(context)
        self._work_load_list = list(work_load_list) if work_load_list is not None else [1] * len(self._context)
        if len(self._work_load_list) != len(self._context):
            raise Misuse(f"work_load_list has {len(self._work_load_list)} entries for "
                             f"{len(self._context)} contexts")
        self._group2ctxs, self._compression_params = group2ctxs, compression_params
        self._data_names, self._label_names = list(data_names or ()), list(label_names or ())
        self._state_names, self._fixed_param_names = list(state_names or ()), list(fixed_param_names or ())
        check_input_names(symbol, self._data_names, "data", True)
        check_input_names(symbol, self._label_names, "label", False)
        check_input_names(symbol, self._state_names, "state", True)
        check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()
        self._arg_params = self._aux_params = None
        self._params_dirty = False
        self._optimizer = self._kvstore = self._update_on_kvstore = self._updater = None
        self._preload_opt_states = None
        self._reset_bind()

    def _reset_bind(self) -> None:
        """Drop the executors; parameters are kept."""
        self.binded = False
        self._exec_group = self._data_shapes = self._label_shapes = self._bound_shapes = None

    # ---- copies and notebooks -----------------------------------------------------------------

    def __getstate__(self) -> dict[Any, Any]:
        return captured(self)

    def __setstate__(self, state: dict[Any, Any]) -> None:
        restored(self, state, Module.__init__)

    def _repr_html_(self) -> str:
        """Show the module in a notebook: its layers, with shapes and counts of parameters."""
        from ..visualization.tables import layers
        shapes = {desc.name: tuple(desc.shape) for desc in [*(self._data_shapes or ()), *(self._label_shapes or ())]}
        given = self._arg_params, self._aux_params
        shapes.update((name, tuple(array.shape)) for found in given for name, array in (found or {}).items())
        return layers(self._symbol, shapes, {*self._data_names, *self._label_names, *self._state_names})

    # ---- files --------------------------------------------------------------------------------

    @staticmethod
    def load(prefix: str, epoch: int, load_optimizer_states: bool = False, **kwargs: Any) -> Module:
        """Create a module from a checkpoint.

        Parameters
        ----------
        prefix : str
            Path of the checkpoint without its endings ``-symbol.json`` and ``-0001.params``.
        epoch : int
            Which epoch to load.
        load_optimizer_states : bool, default=False
            Whether to load the states of the optimizer too, when it is initialized.
        **kwargs
            Further arguments of `Module`.

        Returns
        -------
        Module
            A module whose parameters are set by the first `bind`.

        Examples
        --------
        >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
        >>> module = mx.mod.Module(net)
        >>> module.bind([("data", (4, 3))], [("softmax_label", (4,))])
        >>> module.init_params()
        >>> module.save_checkpoint("model", epoch=1)
        >>> again = mx.mod.Module.load("model", 1, label_names=None)
        >>> again.bind([("data", (1, 3))], for_training=False)
        >>> again.predict(mx.nd.ones((1, 3))).shape
        (1, 2)
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        made = Module(symbol=symbol, **kwargs)
        made._arg_params, made._aux_params = arg_params, aux_params
        made.params_initialized = True
        if load_optimizer_states:
            made._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return made

    def save_checkpoint(self, prefix: str, epoch: int, save_optimizer_states: bool = False,
                        remove_amp_cast: bool = True) -> None:
        """Save symbol, parameters and, if asked, optimizer states.

        The files are ``PREFIX-symbol.json``, ``PREFIX-0001.params`` and ``PREFIX-0001.states``; each is replaced as a
        whole.

        Parameters
        ----------
        prefix : str
            Path without the endings.
        epoch : int
            Number in the names of the files.
        save_optimizer_states : bool, default=False
            Whether to save the states of the optimizer too.
        remove_amp_cast : bool, default=True
            Whether to save the symbol without the casts of automatic mixed precision.
        """
        self._symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        param_name = f"{prefix}-{epoch:04d}.params"
        self.save_params(param_name)
        logging.info('Saved checkpoint to "%s"', param_name)
        if save_optimizer_states:
            state_name = f"{prefix}-{epoch:04d}.states"
            self.save_optimizer_states(state_name)
            logging.info('Saved optimizer state to "%s"', state_name)

    def save_optimizer_states(self, fname: str) -> None:
        """Save the states of the optimizer, such as momenta.

        Parameters
        ----------
        fname : str
            Path of the file, which is replaced as a whole.
        """
        require(self.optimizer_initialized, "call init_optimizer before save_optimizer_states")
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            with atomic_write(fname) as stream:
                stream.write(self._updater.get_states())

    def load_optimizer_states(self, fname: str) -> None:
        """Load the states of the optimizer.

        Parameters
        ----------
        fname : str
            Path of a file that `save_optimizer_states` wrote.
        """
        require(self.optimizer_initialized, "call init_optimizer before load_optimizer_states")
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            self._updater.set_states(read_bytes(fname))

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def symbol(self) -> Symbol:
        return self._symbol

    @property
    def data_names(self) -> list[str]:
        return self._data_names

    @property
    def label_names(self) -> list[str]:
        """Names of the labels."""
        return self._label_names

    @property
    def output_names(self) -> list[str]:
        return self._output_names

    @property
    def data_shapes(self) -> list[DataDesc]:
        require(self.binded, "call bind before data_shapes")
        return self._data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        require(self.binded, "call bind before label_shapes")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        require(self.binded, "call bind before output_shapes")
        return self._exec_group.get_output_shapes()

    # ---- parameters ---------------------------------------------------------------------------

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        require(self.params_initialized, "call init_params before get_params")
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def _sync_params_from_devices(self) -> None:
        self._exec_group.get_params(self._arg_params, self._aux_params)
        self._params_dirty = False

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. init_params call ignored.",
                          stacklevel=2)
            return
        require(self.binded, "call bind before initializing the parameters")
        attrs = self._symbol.attr_dict()
        for kept, given in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name, array in sorted(kept.items()):
                self._init_one(InitDesc(name, attrs.get(name)), array, given, initializer, allow_missing)
        self.params_initialized = True
        self._params_dirty = False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=allow_extra)

    @staticmethod
    def _init_one(desc: InitDesc, array, given: Mapping[str, NDArray] | None, initializer, allow_missing: bool) -> None:
        if given is not None and desc in given:
            source = given[desc]
            if source is not array:
                if source.shape != array.shape:
                    raise MXNetError(f"parameter {desc}: expected shape {array.shape}, got {source.shape}")
                source.copyto(array)
            return
        if given is not None and not allow_missing:
            raise RuntimeError(f"{desc} is not presented")
        if initializer is not None:
            initializer(desc, array)
        elif given is None:
            raise TypeError(f"parameter {desc} has neither a value nor an initializer")

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
        require(self.binded, "call bind before set_params")
        self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)
        self._params_dirty = True  # the host copies are now older than the devices'
        self.params_initialized = True

    # ---- binding ------------------------------------------------------------------------------

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        require(for_training or not inputs_need_grad, "inputs_need_grad is only possible when for_training")
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        self._data_shapes, self._label_shapes = parse_data_desc(self._data_names, self._label_names, data_shapes,
                                                                label_shapes)
        shared_group = None
        if shared_module is not None:
            require(isinstance(shared_module, Module) and shared_module.binded and shared_module.params_initialized,
                    "shared_module must be a bound Module with initialised parameters")
            shared_group = shared_module._exec_group
        self._exec_group = DataParallelExecutorGroup(
            self._symbol, self._context, self._work_load_list, self._data_shapes, self._label_shapes,
            self._param_names, for_training, inputs_need_grad, shared_group, logger=self.logger,
            fixed_param_names=self._fixed_param_names, grad_req=grad_req, state_names=self._state_names,
            group2ctxs=self._group2ctxs)
        self._note_shapes()
        self.binded = True
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = shared_module._arg_params, shared_module._aux_params
            if shared_module.optimizer_initialized:
                self.borrow_optimizer(shared_module)  # type: ignore[arg-type]
        elif self.params_initialized:
            self._exec_group.set_params(self._arg_params, self._aux_params)
        else:
            self._make_host_params()

    def _make_host_params(self) -> None:
        group = self._exec_group
        self._arg_params, self._aux_params = (
            {name: lasting_zeros(arrays[0].shape, None, arrays[0].dtype, arrays[0].stype)
             for name, arrays in zip(names, bound)}
            for names, bound in ((self._param_names, group.param_arrays), (self._aux_names, group.aux_arrays)))

    def _note_shapes(self) -> None:
        self._bound_shapes = [tuple(desc.shape) for desc in self._data_shapes]

    def reshape(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None) -> None:
        """Switch to other input shapes; the parameters stay in place.

        Parameters
        ----------
        data_shapes : list of DataDesc or of (name, shape)
            Shapes of the data inputs.
        label_shapes : list of DataDesc or of (name, shape), optional
            Shapes of the labels.
        """
        require(self.binded, "call bind before reshape")
        self._data_shapes, self._label_shapes = parse_data_desc(self._data_names, self._label_names, data_shapes,
                                                                label_shapes)
        self._exec_group.reshape(self._data_shapes, self._label_shapes)
        self._note_shapes()

    # ---- optimizer ----------------------------------------------------------------------------

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        require(self.binded and self.params_initialized, "call bind and init_params before init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        if self._params_dirty:
            self._sync_params_from_devices()
        store, update_on_kvstore = create_kvstore(kvstore, len(self._context), self._arg_params)
        if store is not None and "dist" in store.type and len(self._context) == store.num_workers == 1 \
                and not self._compression_params:
            store, update_on_kvstore = None, False  # there is nothing to share with
        batch_size = self._exec_group.batch_size
        if store is not None and "dist" in store.type and "_sync" in store.type:
            batch_size *= store.num_workers
        names = self._index_names(update_on_kvstore)
        self._optimizer = self._make_optimizer(optimizer, optimizer_params, 1.0 / batch_size, names)
        self._kvstore, self._update_on_kvstore, self._updater = store, update_on_kvstore, None
        if store is not None:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            if update_on_kvstore:
                store.set_optimizer(self._optimizer)
            fill_kvstore(store, self._exec_group.param_arrays, self._arg_params, self._param_names, update_on_kvstore)
        if not update_on_kvstore:
            self._updater = _optimizer.get_updater(self._optimizer)
        updater = self._updater or getattr(store, "_updater", None)
        if updater is not None:
            updater._keys = self._state_keys(update_on_kvstore, names)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _index_names(self, update_on_kvstore: bool) -> dict:
        count = 1 if update_on_kvstore else len(self._context)
        return {i * count + k: name for i, name in enumerate(self._param_names) for k in range(count)}

    def _state_keys(self, update_on_kvstore: bool, names: dict) -> frozenset:
        """Return the keys under which an updater keeps states."""
        return frozenset(self._param_names if update_on_kvstore else names)

    def _make_optimizer(self, optimizer, params, rescale_grad: float, names: dict):
        if isinstance(optimizer, str):
            params = dict(params)
            params.setdefault("rescale_grad", rescale_grad)
            return _optimizer.create(optimizer, sym=self.symbol, param_idx2name=names, **params)
        if not isinstance(optimizer, _optimizer.Optimizer):
            raise Misuse(f"optimizer must be a name or an Optimizer, got {type(optimizer).__name__}")
        if optimizer.rescale_grad != rescale_grad:
            warnings.warn("Optimizer created manually outside Module but rescale_grad is not normalized to "
                          f"1.0/batch_size/num_workers ({optimizer.rescale_grad} vs. {rescale_grad}). "
                          "Is this intended?", stacklevel=3)
        if not optimizer.idx2name:
            optimizer.idx2name = dict(names)
        return optimizer

    def borrow_optimizer(self, shared_module: Module) -> None:
        """Use the optimizer of another module, which shares the parameters.

        Parameters
        ----------
        shared_module : Module
            That module, whose optimizer is initialized.
        """
        require(shared_module.optimizer_initialized, "the shared module has no optimizer yet")
        self._optimizer, self._kvstore = shared_module._optimizer, shared_module._kvstore
        self._update_on_kvstore, self._updater = shared_module._update_on_kvstore, shared_module._updater
        self.optimizer_initialized = True

    # ---- running ------------------------------------------------------------------------------

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        require(self.binded and self.params_initialized, "call bind and init_params before forward")
        shapes = self._batch_shapes(data_batch)
        if shapes != self._bound_shapes:
            self._reshape_for(data_batch, shapes)
        self._exec_group.forward(data_batch, is_train)

    @staticmethod
    def _batch_shapes(batch) -> list:
        if not isinstance(batch, list):
            return [tuple(array.shape) for array in batch.data]
        if not batch:
            raise Misuse("Encountered empty data batch")
        first = [tuple(array.shape) for array in batch[0].data]
        if any([tuple(array.shape) for array in part.data] != first for part in batch):
            raise Misuse("All data batches in a list need to have the same shape")
        return [(len(batch) * shape[0], *shape[1:]) for shape in first]

    def _reshape_for(self, batch, shapes: list) -> None:
        data = getattr(batch, "provide_data", None) or [
            DataDesc(desc.name, shape, desc.dtype, desc.layout) for desc, shape in zip(self._data_shapes, shapes)]
        label = getattr(batch, "provide_label", None)
        if not label and getattr(batch, "label", None):
            label = [DataDesc(desc.name, array.shape, desc.dtype, desc.layout)
                     for desc, array in zip(self._label_shapes or [], batch.label)]
        self.reshape(data, label or None)

    def forward_backward(self, data_batch: DataBatch) -> None:
        if not self.for_training or _METHODS.replaced(self, ("forward", "backward")):
            super().forward_backward(data_batch)
            return
        require(self.binded and self.params_initialized, "call bind and init_params before forward")
        shapes = self._batch_shapes(data_batch)
        if shapes != self._bound_shapes:
            self._reshape_for(data_batch, shapes)
        self._exec_group.forward_backward(data_batch)

    def _train_batch(self, batch, eval_metric) -> None:
        """Run a step of `fit`, on a GPU as one graph: nothing can look at arrays between its parts."""
        early = overlap.is_possible(self)
        whole = len(self._context) == 1 and self._exec_group.execs[0].is_captured and self._updater is not None \
            and self._kvstore is None
        if not (early or whole) or isinstance(batch, list) or _METHODS.replaced(self):
            super()._train_batch(batch, eval_metric)
            return
        shapes = self._batch_shapes(batch)
        if shapes != self._bound_shapes:
            self._reshape_for(batch, shapes)
        if early:
            overlap.train(self, batch, eval_metric)
            return
        done = self._exec_group.train(batch, self._updater, eval_metric)
        if not done:
            self.update()
        self._params_dirty = True
        if done < 2:
            self.update_metric(eval_metric, batch.label)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        require(self.binded and self.params_initialized, "call bind and init_params before backward")
        self._exec_group.backward(out_grads=out_grads)

    def update(self) -> None:
        require(self.binded and self.params_initialized and self.optimizer_initialized,
                "call bind, init_params and init_optimizer before update")
        self._params_dirty = True
        group = self._exec_group
        if self._update_on_kvstore:
            group.call_update(update_on_store, group.param_arrays, group.grad_arrays, self._kvstore, self._param_names)
        else:
            group.call_update(update_on_devices, group.live_lists, group.grad_arrays, self._updater, self._kvstore,
                              self._param_names)

    @overload
    def get_outputs(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_outputs(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        require(self.binded and self.params_initialized, "call bind and init_params before get_outputs")
        return self._exec_group.get_outputs(merge_multi_context)

    @overload
    def get_input_grads(self, merge_multi_context: Literal[True] = True) -> list[NDArray]: ...

    @overload
    def get_input_grads(self, merge_multi_context: Literal[False]) -> list[list[NDArray]]: ...

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        require(self.binded and self.params_initialized and self.inputs_need_grad,
                "bind with inputs_need_grad=True before get_input_grads")
        return self._exec_group.get_input_grads(merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        self._require_ready("get_states")
        return self._exec_group.get_states(merge_multi_context)

    def set_states(self, states: Sequence[Any] | None = None, value: float | None = None) -> None:
        self._require_ready("set_states")
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        require(self.binded, "call bind before update_metric")
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Monitor) -> None:
        require(self.binded, "call bind before install_monitor")
        self._exec_group.install_monitor(mon)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> None:
        require(self.binded, "call bind before prepare")
        if self._exec_group._sends and not isinstance(data_batch, list) \
                and self._batch_shapes(data_batch) == self._bound_shapes:
            self._exec_group.send_ahead(data_batch)
        # All rows of all parameters are on every device, so none need to be fetched for a batch.
        if sparse_row_id_fn is not None and all(array.stype == "default" for array in self._arg_params.values()):
            warnings.warn("Parameters are dense. No need to call sparse_row_id_fn.", stacklevel=2)


_METHODS = Methods(Module)
_borrowed(__name__)
