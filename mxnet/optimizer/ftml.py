"""Follow the moving leader."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.torch_private import foreach
from .base import Optimizer, register, single
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



@register
class FTML(Optimizer):
    """FTML: the rule of "Follow the Moving Leader in Deep Learning" (Zheng and Kwok, ICML 2017).

    ``g = clip(rescale_grad * g + wd * w);  v = beta2 * v + (1 - beta2) * g * g;``
    ``d' = (1 - beta1 ** t) / lr * (sqrt(v / (1 - beta2 ** t)) + epsilon);``
    ``z = beta1 * z + (1 - beta1) * g - (d' - beta1 * d) * w;  w = -z / d'``.

    Parameters
    ----------
    beta1 : float, default=0.6
        Decay of the running mean of gradients.
    beta2 : float, default=0.999
        Decay of the running mean of their squares.
    epsilon : float, default=1e-08
        Small number that avoids division by zero.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _keeps = ("d", "v", "z")
    _by_row = True

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8,
                 **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def _step(self, batch: Batch) -> None:
        beta1, beta2 = single(self.beta1), single(self.beta2)
        for part in batch.uniform():
            lr = self._divisor(part)
            grads = self._scaled(part.grads, part.weights, single(part.wd))
            last, squares, leaders = part.states
            foreach.mul_(squares, beta2)
            foreach.addcmul_(squares, grads, grads, 1 - beta2)
            spread = list(foreach.div(squares, 1 - beta2**part.count))
            foreach.sqrt_(spread)
            foreach.add_(spread, single(self.epsilon))
            foreach.mul_(spread, (1 - beta1**part.count) / lr)
            foreach.mul_(leaders, beta1)
            foreach.add_(leaders, grads, alpha=1 - beta1)
            growth = foreach.sub(spread, last, alpha=beta1)
            foreach.addcmul_(leaders, growth, part.weights, -1)
            foreach.copy_(last, spread)
            foreach.copy_(part.weights, leaders)
            foreach.div_(part.weights, spread)
            foreach.neg_(part.weights)
