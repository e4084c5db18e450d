"""Gradient descent by the sign of the gradient."""
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
class Signum(Optimizer):
    """Signum: move every weight by the learning rate, in the direction of the momentum's sign.

    ``m = momentum * m - (1 - momentum) * (clip(rescale_grad * g) + wd * w)``,
    ``w = (1 - lr * wd_lh) * w + lr * sign(m)``; without momentum the sign of the gradient decides and the decay is
    ``lr * wd``. Bernstein and others, arXiv 1802.04434.

    Parameters
    ----------
    learning_rate : float, default=0.01
        Learning rate.
    momentum : float, default=0.9
        Fraction of the last direction carried over to the next.
    wd_lh : float, default=0.0
        Weight decay apart from the gradient, arXiv 1711.05101.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("direction",)
    _by_row = True

    _numbers = ("rescale_grad", "clip_gradient", "momentum", "wd_lh")

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0,
                 **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        return zeros_like(weight, stored=True) if self.momentum != 0.0 else None

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            lr, wd = single(part.lr), single(part.wd)
            if part.states:
                (momenta,) = part.states
                momentum = single(max(self.momentum, 0.0))
                foreach.mul_(momenta, momentum)
                foreach.add_(momenta, self._scaled(part.grads), alpha=momentum - 1)
                if wd:
                    foreach.add_(momenta, part.weights, alpha=(momentum - 1) * wd)
                signs, decay = foreach.sign(momenta), lr * single(self.wd_lh)
            else:
                signs, decay = foreach.sign(foreach.neg(part.grads)), lr * wd
            if decay:
                foreach.mul_(part.weights, 1 - decay)
            foreach.add_(part.weights, signs, alpha=lr)
