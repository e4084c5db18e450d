"""AdaDelta."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.torch_private import foreach
from .base import Optimizer, register
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



@register
class AdaDelta(Optimizer):
    """AdaDelta: scales steps by the ratio of past steps to past gradients, without a learning rate.

    ``g = clip(rescale_grad * g);  a = rho * a + (1 - rho) * g * g;``
    ``d = sqrt(b + epsilon) / sqrt(a + epsilon) * g;  b = rho * b + (1 - rho) * d * d;``
    ``w = w - (d + wd * w)``. Zeiler, arXiv 1212.5701.

    Parameters
    ----------
    rho : float, default=0.9
        Decay of the running means.
    epsilon : float, default=1e-05
        Small number that avoids division by zero.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("squares of gradients", "squares of steps")
    _by_row = True
    _form = {"wide": True}

    _numbers = ("rescale_grad", "clip_gradient", "rho", "epsilon")

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads = self._scaled(part.grads, rescale=self.rescale_grad)
            squares, steps = part.states
            foreach.mul_(squares, self.rho)
            foreach.addcmul_(squares, grads, grads, 1.0 - self.rho)
            change = list(foreach.add(steps, self.epsilon))
            foreach.sqrt_(change)
            spread = list(foreach.add(squares, self.epsilon))
            foreach.sqrt_(spread)
            foreach.div_(change, spread)
            foreach.mul_(change, grads)
            foreach.mul_(steps, self.rho)
            foreach.addcmul_(steps, change, change, 1.0 - self.rho)
            if part.wd:
                foreach.mul_(part.weights, 1 - part.wd)
            foreach.sub_(part.weights, change)
