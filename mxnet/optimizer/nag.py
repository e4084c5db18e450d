"""Nesterov's accelerated gradient."""
from typing import Any

import torch

from .base import register, single
from .batch import Batch
from .sgd import Descent, descend


@register
class NAG(Descent):
    """Descent that looks ahead along its momentum.

    ``d = lr * (clip(rescale_grad * g) + wd * w);  m = momentum * m - d;  w = w + momentum * m - d``
    """

    _numbers = ("rescale_grad", "clip_gradient", "momentum")

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads, rescale = self._prepared(part)
            lr, wd, momentum = single(part.lr), single(part.wd), single(max(self.momentum, 0.0))
            weights = part.weights
            if not part.states:
                descend(weights, grads, None, lr, wd, 0.0, rescale)
                continue
            (momenta,) = part.states
            step = list(torch._foreach_mul(grads, -lr * rescale))
            torch._foreach_mul_(momenta, momentum)
            torch._foreach_add_(momenta, step)
            if wd:
                torch._foreach_add_(step, weights, alpha=-lr * wd)
                # A quirk kept: the momentum decays with the weight as it is after the step.
                after = torch._foreach_add(momenta, weights, alpha=-lr * wd)
                torch._foreach_add_(weights, after, alpha=momentum)
                torch._foreach_add_(weights, step)
                torch._foreach_add_(momenta, weights, alpha=-lr * wd)
            else:
                torch._foreach_add_(weights, momenta, alpha=momentum)
                torch._foreach_add_(weights, step)
