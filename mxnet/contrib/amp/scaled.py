"""How Gluon's Trainer, a Module and an Optimizer store a loss scale and divide by it."""
from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from ...core.errors import Misuse, MXNetError
from ...module.base_module import BaseModule
from ...ndarray.tensors import buffer_of
from ...optimizer import Optimizer
from .loss_scaler import LossScaler


def scaled_by(trainer: Any) -> Scaled:
    """Return the adapter of a trainer that `amp` works with."""
    if isinstance(trainer, BaseModule):
        return _ModuleScale(trainer)
    if isinstance(trainer, Optimizer):
        return _OptimizerScale(trainer)
    if hasattr(trainer, "_scale") and hasattr(trainer, "_params"):
        return _TrainerScale(trainer)
    raise TypeError("optimizer_or_trainer should be a Gluon Trainer, a Module or an optimizer, "
                    f"instead is {type(trainer)}")


class Scaled:
    """Adapter of a trainer that may have a loss scale."""

    def __init__(self, trainer: Any) -> None:
        self.trainer = trainer

    @property
    def scaler(self) -> LossScaler | None:
        return getattr(self.trainer, "_amp_loss_scaler", None)

    def install(self, scaler: LossScaler) -> None:
        raise NotImplementedError

    def divide(self) -> None:
        """Let updates divide gradients by the current scale."""
        raise NotImplementedError

    def unscale(self) -> None:
        """Divide the gradients themselves."""
        raise NotImplementedError


class _TrainerScale(Scaled):
    def install(self, scaler: LossScaler) -> None:
        self.trainer._amp_loss_scaler = scaler
        self.trainer._amp_original_scale = self.trainer._scale

    def divide(self) -> None:
        self.trainer._scale = self.trainer._amp_original_scale / self.scaler.loss_scale

    def unscale(self) -> None:
        for param in self.trainer._params:
            for grad in param._grad or ():
                grad[:] = grad * self.trainer._scale
        self.trainer._scale = 1.0


# Optimizers are saved in files, their scale is not: (scale, rescale_grad before).
_scales: WeakKeyDictionary = WeakKeyDictionary()


class _OptimizerScale(Scaled):
    @property
    def scaler(self) -> LossScaler | None:
        return _scales.get(self.trainer, (None, 1.0))[0]

    def install(self, scaler: LossScaler) -> None:
        _scales[self.trainer] = (scaler, self.trainer.rescale_grad)

    def divide(self) -> None:
        scaler, original = _scales[self.trainer]
        self.trainer.rescale_grad = original / scaler.loss_scale

    def unscale(self) -> None:
        raise TypeError("an Optimizer does not hold gradients: multiply them with optimizer.rescale_grad"
                        " times the loss scale yourself, or give amp.unscale a Module")


class _ModuleScale(Scaled):
    """A Module: if gradients are not finite, its update is skipped and the scale halved."""

    @property
    def scaler(self) -> LossScaler | None:
        optimizer = self._optimizer()
        return None if optimizer is None else _OptimizerScale(optimizer).scaler

    def _optimizer(self) -> Optimizer | None:
        return getattr(getattr(self.trainer, "_curr_module", self.trainer), "_optimizer", None)

    def _store(self) -> Any:
        return getattr(self.trainer, "_curr_module", self.trainer)._kvstore

    def _gradients(self) -> list:
        bound = getattr(self.trainer, "_curr_module", self.trainer)
        return [array for arrays in bound._exec_group.grad_arrays for array in arrays if array is not None]

    def install(self, scaler: LossScaler) -> None:
        module, optimizer = self.trainer, self._optimizer()
        if optimizer is None:
            raise Misuse("call init_optimizer before amp.init_trainer")
        for entry in module.symbol._outputs:
            node = entry.node
            if node.op is not None and node.op.is_head(node.params):
                raise MXNetError(f"{node.op_name}({node.name}) makes its own gradient, so a changing loss scale "
                                 "cannot reach it: give it grad_scale=S when the symbol is made and divide "
                                 "the optimizer's rescale_grad by S, or train in bfloat16, which needs no scale")
        _OptimizerScale(optimizer).install(scaler)
        update = module.update

        def update_if_finite() -> None:
            if not scaler.has_overflow(self._gradients(), self._store()):
                update()
        module.update = update_if_finite

    def divide(self) -> None:
        _OptimizerScale(self._optimizer()).divide()

    def unscale(self) -> None:
        """Divide the gradients by the loss scale; the optimizer still divides by the batch size."""
        optimizer, scaler = self._optimizer(), self.scaler
        if scaler is None:
            raise Misuse("Loss scaler is not initialized, did you forget to call amp.init_trainer()?")
        original = _scales[optimizer][1]
        factor = optimizer.rescale_grad / original if original else 1.0
        for grad in self._gradients():
            buffer_of(grad).mul_(factor)
        optimizer.rescale_grad = original
