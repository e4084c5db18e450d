"""Adam with the largest gradient instead of the mean square."""
from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from ..core.torch_private import foreach
from .base import Optimizer, register
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings



@register
class Adamax(Optimizer):
    """AdaMax: Adam in the infinity norm, section 7 of arXiv 1412.6980.

    ``g = clip(rescale_grad * g + wd * w);  m = beta1 * m + (1 - beta1) * g;``
    ``u = max(beta2 * u, |g|);  w = w - lr / (1 - beta1 ** t) * m / u``.

    Parameters
    ----------
    learning_rate : float, default=0.002
        Learning rate.
    beta1 : float, default=0.9
        Decay of the running mean of gradients.
    beta2 : float, default=0.999
        Decay of the running maximum of their magnitudes.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("mean", "largest")
    _by_row = True

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999,
                 **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads = self._scaled(part.grads, part.weights, part.wd, self.rescale_grad)
            means, largest = part.states
            foreach.mul_(means, self.beta1)
            foreach.add_(means, grads, alpha=1.0 - self.beta1)
            foreach.mul_(largest, self.beta2)
            foreach.maximum_(largest, foreach.abs(grads))
            lr = part.lr / (1.0 - self.beta1**part.count)
            # MXNet divides by a gradient that has always been zero, and the weight becomes NaN: for an unseen row of an
            # embedding, or by chance rounding for a bias before BatchNorm.
            tiny = [torch.finfo(tensor.dtype).tiny for tensor in largest]
            foreach.addcdiv_(part.weights, means, foreach.clamp_min(largest, tiny), -lr)
