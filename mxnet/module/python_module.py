"""Modules implemented in plain Python: most methods do nothing; a loss module has a gradient."""
from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse
from ..initializer import Uniform
from .base_module import BaseModule
from .checks import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..io import DataBatch, DataDesc
    from ..kvstore import KVStoreBase
    from ..metric import EvalMetric
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..optimizer import Optimizer
    from .signatures import Descriptions, GradReq, InitFunction, Logger

__all__ = ["PythonLossModule", "PythonModule"]


class PythonModule(BaseModule):
    """Base of modules without parameters, written in Python: define `forward`, `backward` and output shapes.

    Parameters
    ----------
    data_names : Sequence[str] or None
        Names of the data inputs.
    label_names : Sequence[str] or None
        Names of the labels.
    output_names : Sequence[str]
        Names of the outputs.
    logger : Logger, default=logging
        Where `fit` reports.
    """

    for_training: bool
    inputs_need_grad: bool

    def __init__(self, data_names: Sequence[str] | None, label_names: Sequence[str] | None, output_names: Sequence[str],
                 logger: Logger = logging) -> None:
        super().__init__(logger=logger)
        self._data_names = list(data_names)
        self._label_names = list(label_names) if label_names is not None else None
        self._output_names = list(output_names)
        self._data_shapes = self._label_shapes = self._output_shapes = None

    @property
    def data_names(self) -> list[str]:
        return self._data_names

    @property
    def output_names(self) -> list[str]:
        return self._output_names

    @property
    def data_shapes(self) -> list[DataDesc]:
        return self._data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        return self._output_shapes

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Return two empty dicts: there are no parameters.

        Returns
        -------
        tuple of two dicts
            Two empty dicts.
        """
        return {}, {}

    def init_params(self, initializer: InitFunction | None = Uniform(0.01),
                    arg_params: Mapping[str, NDArray] | None = None, aux_params: Mapping[str, NDArray] | None = None,
                    allow_missing: bool = False, force_init: bool = False, allow_extra: bool = False) -> None:
        self.params_initialized = True

    def update(self) -> None:
        """Do nothing: there are no parameters."""

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        if self._label_shapes is None:
            return
        if pre_sliced:
            raise Misuse("PythonModule does not support presliced labels")
        eval_metric.update(labels, self.get_outputs())

    def bind(self, data_shapes: Descriptions, label_shapes: Descriptions | None = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: BaseModule | None = None,
             grad_req: GradReq = "write") -> None:
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        require(grad_req == "write", "Python module only supports write gradient")
        self._check_names(data_shapes, self._data_names, "data")
        if label_shapes is not None:
            self._check_names(label_shapes, self._label_names, "label")
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self._output_shapes = self._compute_output_shapes()
        self.binded = True

    @staticmethod
    def _check_names(shapes, names, kind: str) -> None:
        given = [desc[0] for desc in shapes]
        if given != names:
            raise Misuse(f"{kind}_shapes name {given}, the module was made for {names}")

    def _compute_output_shapes(self) -> list:
        """Return (name, shape) pairs from the data shapes; define it in derived classes."""
        raise NotImplementedError(f"{type(self).__name__} does not define _compute_output_shapes")

    def init_optimizer(self, kvstore: str | KVStoreBase | None = "local", optimizer: str | Optimizer = "sgd",
                       optimizer_params: Mapping[str, Any] | Iterable[tuple[str, Any]] = (("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        self.optimizer_initialized = True


class PythonLossModule(PythonModule):
    """A loss at the end of a chain, written in Python: its outputs are its inputs.

    Parameters
    ----------
    name : str, default='pyloss'
        Name of the output, which is called ``NAME_output``.
    data_names : Sequence[str] or None, default=('data',)
        Name of the one data input, the scores.
    label_names : Sequence[str] or None, default=('softmax_label',)
        Name of the labels.
    logger : Logger, default=logging
        Where `fit` reports.
    grad_func : Callable[[NDArray, NDArray], Any], optional
        Function of scores and labels that gives the gradient of the scores.
    """

    def __init__(self, name: str = "pyloss", data_names: Sequence[str] | None = ("data",),
                 label_names: Sequence[str] | None = ("softmax_label",), logger: Logger = logging,
                 grad_func: Callable[[NDArray, NDArray], Any] | None = None) -> None:
        super().__init__(data_names, label_names, [f"{name}_output"], logger=logger)
        if len(self._data_names) != 1 or len(self._label_names) != 1:
            raise Misuse("a PythonLossModule takes one data and one label")
        if grad_func is not None and not callable(grad_func):
            raise Misuse("grad_func must be a function of (scores, labels)")
        self._name, self._grad_func = name, grad_func
        self._scores = self._labels = self._scores_grad = None

    def _compute_output_shapes(self) -> list:
        return [(f"{self._name}_output", self._data_shapes[0][1])]

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        require(merge_multi_context, "a PythonLossModule has one context")
        return [self._scores]

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        require(out_grads is None, "For a loss module, out_grads should be None")
        require(self.for_training, "bind with for_training=True to run backward")
        self._backward_impl()

    def _backward_impl(self) -> None:
        """Set ``self._scores_grad``; override it, or give ``grad_func``."""
        if self._grad_func is None:
            raise NotImplementedError("give grad_func, or override _backward_impl")
        found = self._grad_func(self._scores, self._labels)
        self._scores_grad = found if isinstance(found, nd.NDArray) else nd.array(found)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        require(merge_multi_context, "a PythonLossModule has one context")
        return [self._scores_grad]

    def install_monitor(self, mon: Monitor) -> None:
        raise NotImplementedError("a PythonLossModule has no executor to watch")


_borrowed(__name__)
