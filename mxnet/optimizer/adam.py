"""Adam."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from ..core.ownership import written
from ..core.torch_private import foreach, fused_adam_
from ..ndarray import NDArray
from .base import Optimizer, register, single, zeros_like
from .batch import Batch, Tensors, TensorTraits, fusable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings


# torch's kernels take the step number as a tensor on the weight's device; at this one their own bias corrections are 1.
_LATE = 1e9
_late_steps: dict[torch.device, torch.Tensor] = {}


def adapt(weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, lr: float,
          beta1: float, beta2: float, epsilon: float, traits: TensorTraits | None = None) -> None:
    """Apply Adam's rule without bias correction: ``w -= lr * mean / (sqrt(variance) + epsilon)``."""
    if fusable(weights, grads, means, variances, traits=traits):
        device = weights[0].device
        if device not in _late_steps:
            _late_steps[device] = torch.tensor(_LATE, device=device)
        fused_adam_(weights, grads, means, variances, [],
                    [_late_steps[device]] * len(weights), lr=lr, beta1=beta1, beta2=beta2,
                    weight_decay=0.0, eps=epsilon, amsgrad=False, maximize=False)
        written([*weights, *means, *variances])
        return
    moments(grads, means, variances, beta1, beta2)
    spread = list(foreach.sqrt(variances))
    foreach.add_(spread, epsilon)
    foreach.addcdiv_(weights, means, spread, -lr)


def moments(grads: Tensors, means: Tensors, variances: Tensors, beta1: float,
            beta2: float) -> None:
    """Update the running means of the gradients and of their squares."""
    foreach.mul_(means, beta1)
    foreach.add_(means, grads, alpha=1 - beta1)
    foreach.mul_(variances, beta2)
    foreach.addcmul_(variances, grads, grads, 1 - beta2)


@register
class Adam(Optimizer):
    """Adam: steps scaled by running means of the gradient and of its square.

    ``g = clip(rescale_grad * g + wd * w);  m = beta1 * m + (1 - beta1) * g;``
    ``v = beta2 * v + (1 - beta2) * g * g;``
    ``w = w - lr * sqrt(1 - beta2 ** t) / (1 - beta1 ** t) * m / (sqrt(v) + epsilon)``.
    Kingma and Ba, arXiv 1412.6980.

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
    lazy_update : bool, default=True
        For sparse gradients: whether rows without a gradient are skipped, without decay or momentum.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.

    Examples
    --------
    >>> weight = mx.nd.ones(2)
    >>> adam = mx.optimizer.Adam(learning_rate=0.1)
    >>> adam.update(0, weight, mx.nd.array([5, -5]), adam.create_state(0, weight))
    >>> weight.asnumpy().round(2).tolist()
    [0.9, 1.1]
    """

    _keeps = ("mean", "variance")
    _by_row = True

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 lazy_update: bool = True, **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        return zeros_like(weight, stored=self.lazy_update), zeros_like(weight, stored=self.lazy_update)

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return self.lazy_update and grad.stype == "row_sparse"

    def _step(self, batch: Batch) -> None:
        beta1, beta2, epsilon = single(self.beta1), single(self.beta2), single(self.epsilon)
        for part in batch.uniform():
            rise = math.sqrt(1.0 - self.beta2**part.count) / (1.0 - self.beta1**part.count)
            grads = self._scaled(part.grads, part.weights, single(part.wd))
            means, variances = part.states
            adapt(part.weights, grads, means, variances, single(part.lr * rise), beta1, beta2,
                  epsilon, part.traits)
