"""SequentialModule: modules in a chain, the outputs of one being the data of the next."""
from __future__ import annotations

import copy
import logging
from typing import TYPE_CHECKING, Any

from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse
from ..initializer import Uniform
from ..io import DataDesc
from .base_module import BaseModule
from .checks import require

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..io import DataBatch
    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from .signatures import Descriptions, GradReq, InitFunction, Logger

__all__ = ["SequentialModule"]


class SequentialModule(BaseModule):
    """Run modules one after the other: the outputs of one are the data of the next.

    Parameters
    ----------
    logger : Logger, default=logging
        Where `fit` reports.

    Examples
    --------
    >>> data = mx.sym.var("data")
    >>> first = mx.mod.Module(mx.sym.FullyConnected(data, num_hidden=8), label_names=None)
    >>> last = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=2), name="softmax"))
    >>> chain = mx.mod.SequentialModule().add(first).add(last, take_labels=True, auto_wiring=True)
    >>> chain.bind([("data", (4, 3))], [("softmax_label", (4,))])
    >>> chain.output_shapes
    [('softmax_output', (4, 2))]
    """

    binded: bool
    params_initialized: bool
    optimizer_initialized: bool
    for_training: bool
    inputs_need_grad: bool

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger: Logger = logging) -> None:
        super().__init__(logger=logger)
        self._modules: list = []
        self._metas: list = []
        self._label_shapes = None

    def add(self, module: BaseModule, **kwargs: Any) -> SequentialModule:
        """Append a module.

        Parameters
        ----------
        module : BaseModule
            The module.
        **kwargs
            ``take_labels=True`` gives it the labels of batches; ``auto_wiring=True`` renames the outputs before it to
            its data names, in order.

        Returns
        -------
        SequentialModule
            The chain itself.
        """
        for key in kwargs:
            if key not in (self.META_TAKE_LABELS, self.META_AUTO_WIRING):
                raise Misuse(f'Unknown meta "{key}", a typo? take_labels and auto_wiring exist')
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    def _takes_labels(self, index: int) -> bool:
        return bool(self._metas[index].get(self.META_TAKE_LABELS))

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self) -> list[str]:
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self) -> list[DataDesc]:
        require(self.binded, "call bind before data_shapes")
        return self._modules[0].data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        require(self.binded, "call bind before label_shapes")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        require(self.binded, "call bind before output_shapes")
        return self._modules[-1].output_shapes

    # ---- parameters ---------------------------------------------------------------------------

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        require(self.binded and self.params_initialized, "call bind and init_params before get_params")
        arg_params: dict = {}
        aux_params: dict = {}
        for module in self._modules:
            args, auxs = module.get_params()
            arg_params.update(args)
            aux_params.update(auxs)
        return arg_params, aux_params

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            return
        require(self.binded, "call bind before initializing the parameters")
        for module in self._modules:
            # each module takes its own from the common dicts, so names of the others are extra to it
            module.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                               allow_missing=allow_missing, force_init=force_init, allow_extra=True)
        self._check_unique()
        self.params_initialized = True

    def _check_unique(self) -> None:
        owners: dict = {}
        for index, module in enumerate(self._modules):
            for group in module.get_params():
                for name in group:
                    if name in owners:
                        raise Misuse(f"Duplicated parameter names: name \"{name}\" in layer {index} "
                                     f"({type(module).__name__}) is already used in layer {owners[name]} "
                                     f"({type(self._modules[owners[name]]).__name__}).")
            for group in module.get_params():
                owners.update(dict.fromkeys(group, index))

    # ---- binding ------------------------------------------------------------------------------

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        """Bind every module to the output shapes of the one before.

        Parameters
        ----------
        data_shapes : list of DataDesc or of (name, shape)
            Shapes of the data inputs of the first module.
        label_shapes : list of DataDesc or of (name, shape), optional
            Shapes of the labels.
        for_training : bool, default=True
            Whether gradients will be computed.
        inputs_need_grad : bool, default=False
            Whether those of the data inputs are needed too.
        force_rebind : bool, default=False
            Whether to bind again if the module is bound.
        shared_module : BaseModule, optional
            Not supported.
        grad_req : str, list of str or dict of str to str, default='write'
            What is done with gradients: ``"write"``, ``"add"`` or ``"null"``, for all parameters or for each.
        """
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        require(for_training or not inputs_need_grad, "inputs_need_grad is only possible when for_training")
        require(shared_module is None, "Shared module is not supported")
        require(self._modules, "Attempting to bind an empty SequentialModule")
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        shapes = data_shapes
        for index, module in enumerate(self._modules):
            if self._metas[index].get(self.META_AUTO_WIRING):
                shapes = self._rewired(module, shapes)
            module.bind(data_shapes=shapes, label_shapes=label_shapes if self._takes_labels(index) else None,
                        for_training=for_training, inputs_need_grad=bool(inputs_need_grad or (for_training and index)),
                        force_rebind=force_rebind, grad_req=grad_req)
            shapes = module.output_shapes
        self._label_shapes = label_shapes if any(map(self._takes_labels, range(len(self._modules)))) else None
        self.binded = True

    @staticmethod
    def _rewired(module: BaseModule, shapes: Descriptions) -> list:
        names = module.data_names
        if len(names) != len(shapes):
            raise Misuse(f"auto_wiring: {len(shapes)} outputs for the {len(names)} inputs {names}")
        return [(name, desc[1]) for name, desc in zip(names, shapes)]

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        require(self.binded and self.params_initialized, "call bind and init_params before init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        for module in self._modules:
            module.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params,
                                  force_init=force_init)
        self.optimizer_initialized = True

    # ---- running ------------------------------------------------------------------------------

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        self._require_ready("forward")
        batch = copy.copy(data_batch)
        for index, module in enumerate(self._modules):
            module.forward(batch, is_train=is_train)
            if index + 1 == len(self._modules):
                break
            batch.data = module.get_outputs()
            if getattr(batch, "provide_data", None) is not None:
                names = [desc[0] for desc in module.output_shapes]
                if self._metas[index + 1].get(self.META_AUTO_WIRING):
                    names = self._modules[index + 1].data_names
                batch.provide_data = [DataDesc(name, array.shape) for name, array in zip(names, batch.data)]

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        self._require_ready("backward")
        for index, module in reversed(list(enumerate(self._modules))):
            module.backward(out_grads=out_grads)
            if index:
                out_grads = module.get_input_grads()

    def update(self) -> None:
        require(self.binded and self.params_initialized and self.optimizer_initialized,
                "call bind, init_params and init_optimizer before update")
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        self._require_ready("get_outputs")
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        require(self.binded and self.params_initialized and self.inputs_need_grad,
                "bind with inputs_need_grad=True before get_input_grads")
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        self._require_ready("update_metric")
        for index, module in enumerate(self._modules):
            if self._takes_labels(index):
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Monitor) -> None:
        require(self.binded, "call bind before install_monitor")
        for module in self._modules:
            module.install_monitor(mon)


_borrowed(__name__)
