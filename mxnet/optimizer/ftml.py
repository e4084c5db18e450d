"""Follow the moving leader."""
from typing import Any

import torch

from ..ndarray import NDArray
from .base import Optimizer, register, single, zeros_like
from .batch import Batch


@register
class FTML(Optimizer):
    """The rule of "Follow the Moving Leader in Deep Learning" (Zheng and Kwok, ICML 2017).

    ``g = clip(rescale_grad * g + wd * w);  v = beta2 * v + (1 - beta2) * g * g;``
    ``d' = (1 - beta1 ** t) / lr * (sqrt(v / (1 - beta2 ** t)) + epsilon);``
    ``z = beta1 * z + (1 - beta1) * g - (d' - beta1 * d) * w;  w = -z / d'``.
    """

    _keeps = ("d", "v", "z")

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray, NDArray]:
        """Make d, v and z."""
        return zeros_like(weight), zeros_like(weight), zeros_like(weight)

    def _step(self, batch: Batch) -> None:
        beta1, beta2 = single(self.beta1), single(self.beta2)
        for part in batch.uniform():
            lr = self._divisor(part)
            grads = self._scaled(part.grads, part.weights, single(part.wd))
            last, squares, leaders = part.states
            torch._foreach_mul_(squares, beta2)
            torch._foreach_addcmul_(squares, grads, grads, 1 - beta2)
            spread = list(torch._foreach_div(squares, 1 - beta2**part.count))
            torch._foreach_sqrt_(spread)
            torch._foreach_add_(spread, single(self.epsilon))
            torch._foreach_mul_(spread, (1 - beta1**part.count) / lr)
            torch._foreach_mul_(leaders, beta1)
            torch._foreach_add_(leaders, grads, alpha=1 - beta1)
            growth = torch._foreach_sub(spread, last, alpha=beta1)
            torch._foreach_addcmul_(leaders, growth, part.weights, -1)
            torch._foreach_copy_(last, spread)
            torch._foreach_copy_(part.weights, leaders)
            torch._foreach_div_(part.weights, spread)
            torch._foreach_neg_(part.weights)
