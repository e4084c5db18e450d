"""Descent by the sign of the gradient."""
from typing import Any

import torch

from ..ndarray import NDArray
from .base import Optimizer, register, single, zeros_like
from .batch import Batch


@register
class Signum(Optimizer):
    """Move every weight by the rate, in the direction of the momentum's sign.

    ``m = momentum * m - (1 - momentum) * (clip(rescale_grad * g) + wd * w)``,
    ``w = (1 - lr * wd_lh) * w + lr * sign(m)``; without momentum the sign of the gradient decides
    and the decay is ``lr * wd``. Bernstein and others, arXiv 1802.04434.

    Parameters
    ----------
    momentum : float
        The share of the last direction in the next.
    wd_lh : float
        Weight decay apart from the gradient, arXiv 1711.05101.
    """

    _keeps = ("direction",)

    _numbers = ("rescale_grad", "clip_gradient", "momentum", "wd_lh")

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0,
                 **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        """Make the momentum, if there is one."""
        return zeros_like(weight, stored=True) if self.momentum != 0.0 else None

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            lr, wd = single(part.lr), single(part.wd)
            if part.states:
                (momenta,) = part.states
                momentum = single(max(self.momentum, 0.0))
                torch._foreach_mul_(momenta, momentum)
                torch._foreach_add_(momenta, self._scaled(part.grads), alpha=momentum - 1)
                if wd:
                    torch._foreach_add_(momenta, part.weights, alpha=(momentum - 1) * wd)
                signs, decay = torch._foreach_sign(momenta), lr * single(self.wd_lh)
            else:
                signs, decay = torch._foreach_sign(torch._foreach_neg(part.grads)), lr * wd
            if decay:
                torch._foreach_mul_(part.weights, 1 - decay)
            torch._foreach_add_(part.weights, signs, alpha=lr)
