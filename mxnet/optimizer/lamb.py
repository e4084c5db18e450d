"""Adam with layer-wise rates for large batches."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

import torch

from ..core.torch_private import foreach
from .adam import moments
from .base import Optimizer, register, single
from .batch import Batch, Tensors

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings



@register
class LAMB(Optimizer):
    """LAMB: the direction of Adam, with a length proportional to the norm of the weight, for large batches.

    ``s = m / (sqrt(v) + epsilon) + wd * w;  w = w - lr * clip(|w|) / |s| * s``, the ratio 1 where a norm is 0.
    You and others, arXiv 1904.00962.

    Parameters
    ----------
    learning_rate : float, default=0.001
        Learning rate.
    beta1 : float, default=0.9
        Decay of the running mean of gradients.
    beta2 : float, default=0.999
        Decay of the running mean of their squares.
    epsilon : float, default=1e-06
        Small number that avoids division by zero.
    lower_bound : float, optional
        Lower bound of the norm of a weight.
    upper_bound : float, optional
        Upper bound of it.
    bias_correction : bool, default=True
        Whether to correct the running means of the first steps.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("mean", "variance")
    _by_key = True
    _form = {"stored": True}

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-6,
                 lower_bound: float | None = None, upper_bound: float | None = None, bias_correction: bool = True,
                 **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound
        self.bias_correction = bias_correction
        size = int(os.getenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "45"))
        self.aggregate_num: int = max(1, min(45, size))

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            direction = self._direction(part)
            ratios = self._ratios(part, direction)
            foreach.mul_(direction, ratios)
            foreach.add_(part.weights, direction, alpha=-single(part.lr))

    def _direction(self, part: Batch) -> Tensors:
        beta1, beta2 = single(self.beta1), single(self.beta2)
        means, squares = part.states
        moments(self._scaled(part.grads), means, squares, beta1, beta2)
        spread, rise = list(foreach.sqrt(squares)), 1.0
        if self.bias_correction:
            rise = 1 / (1 - beta1**part.count)
            foreach.mul_(spread, (1 - beta2**part.count) ** -0.5)
        foreach.add_(spread, single(self.epsilon))
        direction = list(foreach.div(means, spread))
        if rise != 1:
            foreach.mul_(direction, rise)
        if part.wd:
            foreach.add_(direction, part.weights, alpha=single(part.wd))
        return direction

    def _ratios(self, part: Batch, direction: Tensors) -> Tensors:
        # In mixed precision the reference uses the norms of the 16-bit weights.
        weights = part.weights if part.halves is None else [half.float() for half in part.halves]
        sizes, lengths = (torch.stack(foreach.norm(tensors))
                          for tensors in (weights, direction))
        if self.lower_bound or self.upper_bound:
            sizes = sizes.clamp(self.lower_bound or None, self.upper_bound or None)
        ratios = torch.where((sizes == 0) | (lengths == 0), 1.0, sizes / lengths)
        return list(ratios.unbind())
