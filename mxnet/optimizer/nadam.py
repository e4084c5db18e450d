"""Adam with Nesterov's momentum."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.torch_private import foreach
from .adam import moments
from .base import Optimizer, register
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings



@register
class Nadam(Optimizer):
    """Nadam: Adam with Nesterov's momentum, whose weight rises along a schedule (Dozat, 2015).

    As in MXNet the product of the schedule so far, ``m_schedule``, advances with every parameter and not with every
    step, so the order of the parameters has a small influence.

    Parameters
    ----------
    learning_rate : float, default=0.001
        Learning rate.
    beta1 : float, default=0.9
        Decay of the running mean of gradients.
    beta2 : float, default=0.999
        Decay of the running mean of their squares.
    epsilon : float, default=1e-08
        Small number that avoids division by zero.
    schedule_decay : float, default=0.004
        How fast the weight of the momentum rises.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("mean", "variance")
    _carried = ("m_schedule",)

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 schedule_decay: float = 0.004, **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.schedule_decay = schedule_decay
        self.m_schedule: float = 1.0

    def _step(self, batch: Batch) -> None:
        grads = batch.grads
        if self.rescale_grad != 1:
            grads = foreach.mul(grads, self.rescale_grad)
        if any(batch.wds):
            grads = foreach.add(grads, foreach.mul(batch.weights, batch.wds))
        if self.clip_gradient is not None:
            grads = [grad.clone() for grad in grads]
            self._clip(grads)
        means, squares = batch.states
        moments(grads, means, squares, self.beta1, self.beta2)
        from_grad, from_mean, corrections = [], [], []
        for count in batch.counts:
            momentum, ahead = self._momentum(count), self._momentum(count + 1)
            self.m_schedule *= momentum
            from_grad.append((1.0 - momentum) / (1.0 - self.m_schedule))
            from_mean.append(ahead / (1.0 - self.m_schedule * ahead))
            corrections.append(1.0 - self.beta2**count)
        step = list(foreach.mul(grads, from_grad))
        foreach.add_(step, foreach.mul(means, from_mean))
        spread = list(foreach.div(squares, corrections))
        foreach.sqrt_(spread)
        foreach.add_(spread, self.epsilon)
        foreach.addcdiv_(batch.weights, step, spread, [-lr for lr in batch.lrs])

    def _momentum(self, count: int) -> float:
        return self.beta1 * (1.0 - 0.5 * pow(0.96, count * self.schedule_decay))
