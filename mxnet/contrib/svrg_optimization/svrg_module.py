"""SVRGModule: every few epochs the gradient over all data is computed; it corrects those of the following batches."""
from __future__ import annotations

import copy
import logging
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ...context import cpu
from ...core.errors import Misuse
from ...module import Module
from ...module.checks import require
from ...optimizer import create
from .svrg_optimizer import _FULL, _SVRGOptimizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ...context import Context
    from ...io import DataBatch, DataIter
    from ...kvstore import KVStoreBase
    from ...module import BaseModule
    from ...module.signatures import Descriptions, GradReq, Groups, Logger
    from ...ndarray import NDArray
    from ...optimizer import Optimizer
    from ...symbol import Symbol

__all__ = ["SVRGModule"]


class SVRGModule(Module):
    """A Module that trains by stochastic variance-reduced gradients (Johnson and Zhang, NIPS 2013).

    Every `update_freq` epochs it keeps a copy of its weights and the gradient over all data at them. From then on the
    copy's gradient on a batch is subtracted from the gradient of that batch, and the one over all data is added: the
    mean is unchanged, and the variance is smaller the closer the weights are to the copy.

    Parameters
    ----------
    symbol : Symbol
        The network.
    data_names : Sequence[str] | None, default=('data',)
        Names of the inputs that are data.
    label_names : Sequence[str] | None, default=('softmax_label',)
        Names of the inputs that are labels.
    logger : logging.Logger
        Logger of progress messages.
    context : Context or Sequence[Context], default=cpu(0)
        Contexts to compute on.
    work_load_list : Sequence[float], optional
        Relative size of each context's part of a batch.
    fixed_param_names : Sequence[str], optional
        Parameters that are not trained.
    state_names : Sequence[str], optional
        Names of inputs that are states.
    group2ctxs : dict or list of dict, optional
        Context of each group of nodes.
    compression_params : Mapping[str, Any], optional
        How gradients are compressed.
    update_freq : int
        Number of epochs between two full gradients.

    Examples
    --------
    >>> import numpy as np
    >>> data = mx.io.NDArrayIter(np.ones((8, 2)), np.ones((8,)), 4, label_name="label")
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    >>> net = mx.sym.LinearRegressionOutput(net, mx.sym.var("label"))
    >>> module = mx.contrib.svrg_optimization.svrg_module.SVRGModule(net, label_names=["label"], update_freq=2)
    >>> module.fit(data, eval_metric="mse", num_epoch=4, optimizer_params={"learning_rate": 0.1})
    """

    def __init__(self, symbol: Symbol, data_names: Sequence[str] | None = ("data",),
                 label_names: Sequence[str] | None = ("softmax_label",), logger: Logger = logging,
                 context: Context | Sequence[Context] = cpu(), work_load_list: Sequence[float] | None = None,
                 fixed_param_names: Sequence[str] | None = None, state_names: Sequence[str] | None = None,
                 group2ctxs: Groups | None = None, compression_params: Mapping[str, Any] | None = None,
                 update_freq: int | None = None) -> None:
        if not isinstance(update_freq, int):
            raise TypeError("update_freq in SVRGModule must be an integer, the epochs between full gradients; "
                            f"got {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(f"update_freq in SVRGModule must be a positive integer; got {update_freq}")
        given = (symbol, data_names, label_names, logger, context, work_load_list, fixed_param_names, state_names,
                 group2ctxs, compression_params)
        self._mod_aux = Module(*given)  # the copy
        super().__init__(*given)
        self.update_freq = update_freq
        self._param_dict: list[dict] | None = None  # full gradients by context and name
        self._ctx_len = len(self._context)

    def __getstate__(self) -> dict[Any, Any]:
        state = super().__getstate__()
        gradients = self._param_dict and [{name: array.copy() for name, array in found.items()}
                                          for found in self._param_dict]
        state["own"].update(_mod_aux=copy.copy(self._mod_aux), _param_dict=gradients)
        return state

    # ---- both modules -------------------------------------------------------------------------

    def _reset_bind(self) -> None:
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        """Bind to shapes; for training also the copy."""
        super().bind(data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind, shared_module, grad_req)
        if for_training and not self._mod_aux.binded:
            shared = getattr(shared_module, "_mod_aux", None)
            self._mod_aux.bind(data_shapes, label_shapes, for_training, inputs_need_grad, False, shared, grad_req)

    def reshape(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None) -> None:
        """Bind to other input shapes."""
        super().reshape(data_shapes, label_shapes)
        if self._mod_aux.binded:
            self._mod_aux.reshape(data_shapes, label_shapes)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[[DataBatch], Any] | None = None) -> None:
        """Prepare for the next batch."""
        super().prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self._mod_aux.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Compute the outputs, also those of the copy if ``is_train`` is True."""
        super().forward(data_batch, is_train)
        if is_train:
            require(self._mod_aux.params_initialized, "call update_full_grads before a step of SVRGModule")
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Compute the gradients at the weights and at the copy."""
        super().backward(out_grads)
        if self._mod_aux.binded and self._mod_aux.params_initialized:
            self._mod_aux.backward(out_grads)

    # ---- optimizer ----------------------------------------------------------------------------

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        """Install an optimizer, and in a KVStore keys for the full gradients."""
        if self.optimizer_initialized and not force_init:
            super().init_optimizer(kvstore, optimizer, optimizer_params, force_init)  # says so
            return
        values = self.get_params()[0]
        self._param_dict = [{name: nd.zeros(value.shape, ctx=context, dtype=value.dtype)
                             for name, value in values.items()} for context in self._context]
        super().init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        if self._kvstore is not None:
            for name in self._param_names:
                self._kvstore.init(name + _FULL, self._param_dict[0][name])

    def _make_optimizer(self, optimizer, params, rescale_grad: float, names: dict):
        names = dict(names)
        first = max(names, default=-1) + 1
        names.update((first + place, name + _FULL) for place, name in enumerate(self._param_names))
        given = {"rescale_grad": rescale_grad, **dict(params)}
        return create(_SVRGOptimizer.__name__, default_optimizer=optimizer, param_idx2name=names, **given)

    def _state_keys(self, update_on_kvstore: bool, names: dict) -> frozenset:
        keys = super()._state_keys(update_on_kvstore, names)
        return keys | {name + _FULL for name in self._param_names} if update_on_kvstore else keys

    def update(self) -> None:
        """Correct the gradients of the last backward and update the parameters."""
        self._update_svrg_gradients()
        super().update()

    # ---- full gradients -----------------------------------------------------------------------

    def update_full_grads(self, train_data: DataIter) -> None:
        """Copy the weights, and compute the mean gradient over all batches of `train_data` at them.

        As in MXNet the sum starts from the last full gradient, not from zero.

        Parameters
        ----------
        train_data : DataIter
            The data.
        """
        if self._param_dict is None:
            raise Misuse("call init_optimizer before update_full_grads")
        self._mod_aux.set_params(*self.get_params())
        train_data.reset()
        count, padding = 0, 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            count, padding = count + 1, batch.pad or 0
            for name, grads in self._aux_grads():
                for place, grad in enumerate(grads):
                    self._param_dict[place][name] += grad
        if not count:
            raise Misuse("update_full_grads: the training data gave no batch")
        for name, grads in self._aux_grads():
            means = [self._param_dict[place][name] for place in range(len(grads))]
            for mean in means:
                mean /= count - padding / train_data.batch_size
            if self._kvstore is not None:
                self._accumulate_kvstore(name, means)

    def _aux_grads(self) -> list[tuple]:
        """Return names and the copy's gradients on each context, of all parameters that are trained."""
        return [(name, grads) for name, grads in zip(self._param_names, self._mod_aux._exec_group.grad_arrays)
                if grads[0] is not None]

    def _accumulate_kvstore(self, key: str, value: list) -> None:
        """Sum the full gradients of all contexts and workers in the store."""
        self._kvstore.push(key + _FULL, value)
        self._kvstore._barrier()
        self._kvstore.pull(key + _FULL, value)
        self._allocate_gradients(key, value)

    def _allocate_gradients(self, key: str, value: list) -> None:
        """Give each context its part of a sum."""
        assert self._param_dict is not None
        for place in range(self._ctx_len):
            self._param_dict[place][key] = value[place] / self._ctx_len

    def _svrg_grads_update_rule(self, g_curr_batch_curr_weight, g_curr_batch_special_weight,
                                g_special_weight_all_batch):
        """Return the corrected gradient of a batch: minus the copy's on that batch, plus the copy's over all data."""
        return g_curr_batch_curr_weight - g_curr_batch_special_weight + g_special_weight_all_batch

    def _update_svrg_gradients(self) -> None:
        """Overwrite the gradients of the last backward by the corrected ones."""
        if self._param_dict is None:
            return
        special = dict(self._aux_grads())
        for name, grads in zip(self._param_names, self._exec_group.grad_arrays):
            if grads[0] is None:
                continue
            for place, grad in enumerate(grads):
                made = self._svrg_grads_update_rule(grad, special[name][place], self._param_dict[place][name])
                grad[:] = made if grad.stype == "default" else made.tostype(grad.stype)

    def _train_epoch(self, epoch: int, train_data, *given) -> list:
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
        train_data.reset()
        return super()._train_epoch(epoch, train_data, *given)
