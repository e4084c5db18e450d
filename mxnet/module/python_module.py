"""Modules whose computation is plain Python: most methods do nothing, a loss module has a gradient."""
import logging

from .. import ndarray as nd
from ..core.borrowed import borrowed as _borrowed
from ..core.errors import Misuse
from ..initializer import Uniform
from .base_module import BaseModule
from .checks import require

__all__ = ["PythonLossModule", "PythonModule"]


class PythonModule(BaseModule):
    """A module without parameters; derive from it and define `forward`, `backward` and the output shapes."""

    def __init__(self, data_names, label_names, output_names, logger=logging) -> None:
        super().__init__(logger=logger)
        self._data_names = list(data_names)
        self._label_names = list(label_names) if label_names is not None else None
        self._output_names = list(output_names)
        self._data_shapes = self._label_shapes = self._output_shapes = None

    data_names = property(lambda self: self._data_names)
    output_names = property(lambda self: self._output_names)
    data_shapes = property(lambda self: self._data_shapes)
    label_shapes = property(lambda self: self._label_shapes)
    output_shapes = property(lambda self: self._output_shapes)

    def get_params(self) -> tuple:
        """There are none."""
        return {}, {}

    def init_params(self, initializer=Uniform(0.01), arg_params=None, aux_params=None, allow_missing: bool = False,
                    force_init: bool = False, allow_extra: bool = False) -> None:
        """There is nothing to initialise."""
        self.params_initialized = True

    def update(self) -> None:
        """There is nothing to update."""

    def update_metric(self, eval_metric, labels, pre_sliced: bool = False) -> None:
        """Add the outputs to a metric, if this module takes labels."""
        if self._label_shapes is None:
            return
        if pre_sliced:
            raise Misuse("PythonModule does not support presliced labels")
        eval_metric.update(labels, self.get_outputs())

    def bind(self, data_shapes, label_shapes=None, for_training: bool = True, inputs_need_grad: bool = False,
             force_rebind: bool = False, shared_module=None, grad_req="write") -> None:
        """Take the shapes; there is nothing to allocate."""
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
        """Give (name, shape) pairs from the data shapes; define it in derived classes."""
        raise NotImplementedError(f"{type(self).__name__} does not define _compute_output_shapes")

    def init_optimizer(self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
                       force_init: bool = False) -> None:
        """There is nothing to optimise."""
        self.optimizer_initialized = True


class PythonLossModule(PythonModule):
    """A loss at the end of a chain: outputs are its inputs, ``grad_func(scores, labels)`` is the gradient."""

    def __init__(self, name: str = "pyloss", data_names=("data",), label_names=("softmax_label",), logger=logging,
                 grad_func=None) -> None:
        super().__init__(data_names, label_names, [f"{name}_output"], logger=logger)
        if len(self._data_names) != 1 or len(self._label_names) != 1:
            raise Misuse("a PythonLossModule takes one data and one label")
        if grad_func is not None and not callable(grad_func):
            raise Misuse("grad_func must be a function of (scores, labels)")
        self._name, self._grad_func = name, grad_func
        self._scores = self._labels = self._scores_grad = None

    def _compute_output_shapes(self) -> list:
        return [(f"{self._name}_output", self._data_shapes[0][1])]

    def forward(self, data_batch, is_train: bool | None = None) -> None:
        """Keep the scores, and in training the labels."""
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> list:
        require(merge_multi_context, "a PythonLossModule has one context")
        return [self._scores]

    def backward(self, out_grads=None) -> None:
        require(out_grads is None, "For a loss module, out_grads should be None")
        require(self.for_training, "bind with for_training=True to run backward")
        self._backward_impl()

    def _backward_impl(self) -> None:
        """Set ``self._scores_grad``; override it, or give ``grad_func``."""
        if self._grad_func is None:
            raise NotImplementedError("give grad_func, or override _backward_impl")
        found = self._grad_func(self._scores, self._labels)
        self._scores_grad = found if isinstance(found, nd.NDArray) else nd.array(found)

    def get_input_grads(self, merge_multi_context: bool = True) -> list:
        require(merge_multi_context, "a PythonLossModule has one context")
        return [self._scores_grad]

    def install_monitor(self, mon) -> None:
        """There is no executor to watch."""
        raise NotImplementedError("a PythonLossModule has no executor to watch")


__getattr__ = _borrowed(__name__)
