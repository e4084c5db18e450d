"""RMSProp, in two versions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import Optimizer, register, single, zeros_like
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings



@register
class RMSProp(Optimizer):
    """RMSProp: steps divided by a running root mean square of the gradient.

    ``g = clip(rescale_grad * g + wd * w);  n = gamma1 * n + (1 - gamma1) * g * g``, then
    ``w = w - lr * g / sqrt(n + epsilon)`` (Tieleman and Hinton), or centered
    ``a = gamma1 * a + (1 - gamma1) * g;  d = gamma2 * d - lr * g / sqrt(n - a * a + epsilon);``
    ``w = w + d`` (Graves, arXiv 1308.0850).

    Parameters
    ----------
    learning_rate : float, default=0.001
        Learning rate.
    gamma1 : float, default=0.9
        Decay of the running means.
    gamma2 : float, default=0.9
        Momentum of the centered version.
    epsilon : float, default=1e-08
        Small number that avoids division by zero.
    centered : bool, default=False
        Which version.
    clip_weights : float, optional
        Bound of every element of a weight.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("squares of gradients",)
    _by_row = True

    _numbers = ("rescale_grad", "clip_gradient", "gamma1", "gamma2", "epsilon", "centered", "clip_weights")

    def __init__(self, learning_rate: float = 0.001, gamma1: float = 0.9, gamma2: float = 0.9, epsilon: float = 1e-8,
                 centered: bool = False, clip_weights: float | None = None, **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1 = gamma1
        self.gamma2 = gamma2
        self.centered = centered
        self.epsilon = epsilon
        self.clip_weights = clip_weights

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, ...]:
        return tuple(zeros_like(weight, wide=True, stored=True) for _ in range(3 if self.centered else 1))

    def _step(self, batch: Batch) -> None:
        decay, epsilon = single(self.gamma1), single(self.epsilon)
        for part in batch.uniform():
            lr = single(part.lr)
            grads = self._scaled(part.grads, part.weights, single(part.wd))
            squares = part.states[0]
            foreach.mul_(squares, decay)
            foreach.addcmul_(squares, grads, grads, 1 - decay)
            if self.centered:
                _, means, steps = part.states
                foreach.mul_(means, decay)
                foreach.add_(means, grads, alpha=1 - decay)
                spread = list(foreach.addcmul(squares, means, means, -1))
                foreach.add_(spread, epsilon)
                foreach.sqrt_(spread)
                foreach.mul_(steps, single(self.gamma2))
                foreach.addcdiv_(steps, grads, spread, -lr)
                foreach.add_(part.weights, steps)
            else:
                spread = list(foreach.add(squares, epsilon))
                foreach.sqrt_(spread)
                foreach.addcdiv_(part.weights, grads, spread, -lr)
            if self.clip_weights:
                foreach.clamp_max_(part.weights, self.clip_weights)
                foreach.clamp_min_(part.weights, -self.clip_weights)
