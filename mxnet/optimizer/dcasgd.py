"""Gradient descent that compensates for delayed gradients."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.torch_private import foreach
from ..ndarray import NDArray
from ..ndarray.tensors import tensor_of, wrap
from .base import Optimizer, register, zeros_like
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



@register
class DCASGD(Optimizer):
    """Asynchronous stochastic gradient descent with delay compensation, arXiv 1609.08326.

    ``g = clip(rescale_grad * g);``
    ``m = momentum * m - lr * (g + wd * w + lamda * g * g * (w - w_before));  w = w + m``.

    Parameters
    ----------
    momentum : float, default=0.0
        Fraction of the last step carried over to the next.
    lamda : float, default=0.04
        Weight of the compensation.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _keeps = ("momentum", "weight before")
    _by_row = True

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous: dict[Any, Any] = {}
        self.lamda = lamda

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray | None, NDArray]:
        momentum = zeros_like(weight) if self.momentum != 0.0 else None
        return momentum, weight.copy() if weight.stype != "default" else wrap(tensor_of(weight).clone(), weight._ctx)

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads = self._scaled(part.grads, rescale=self.rescale_grad)
            previous = part.states[-1]
            moved = foreach.sub(part.weights, previous)
            foreach.mul_(moved, foreach.mul(grads, grads))
            step = list(foreach.add(grads, moved, alpha=self.lamda))
            if part.wd:
                foreach.add_(step, part.weights, alpha=part.wd)
            foreach.mul_(step, -part.lr)
            if len(part.states) == 2:
                foreach.mul_(part.states[0], self.momentum)
                foreach.add_(part.states[0], step)
                step = part.states[0]
            foreach.copy_(previous, part.weights)
            foreach.add_(part.weights, step)
