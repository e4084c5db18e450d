"""Optimizers under `mx.optimizer.contrib`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from ..core.borrowed import borrowed as _borrowed
from ..core.errors import MXNetError
from ..core.torch_private import foreach
from ..ndarray import NDArray
from ..ndarray.storage import zeros as sparse_zeros
from ..ndarray.tensors import tensor_of, wrap
from .adam import adapt
from .base import Optimizer, register, single
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings, Settings


__all__ = ["AdamW", "GroupAdaGrad"]


@register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one rate per row of a matrix, such as an embedding, and without weight decay.

    ``g = clip(rescale_grad * g);  h = h + mean(g * g) of the row;  w = w - lr * g / sqrt(h + eps)``

    Parameters
    ----------
    eps : float, default=1e-05
        Small number that avoids division by zero.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("squares of rows",)
    _by_row = True

    def __init__(self, eps: float = 1e-5, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: NDArray) -> NDArray:
        if len(weight.shape) != 2:
            raise MXNetError(f"GroupAdaGrad: weights must have 2 axes; got shape {weight.shape}")
        if weight.stype != "default":
            return sparse_zeros(weight.stype, (weight.shape[0], 1), ctx=weight._ctx)
        data = tensor_of(weight)
        return wrap(data.new_zeros((data.shape[0], 1), dtype=torch.float32), weight._ctx)

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return grad.stype == "row_sparse"

    def _step(self, batch: Batch) -> None:
        if any(batch.wds):
            raise MXNetError("Weight decay is not supported for GroupAdaGrad")
        for part in batch.uniform():
            grads = self._scaled(part.grads, rescale=self.rescale_grad)
            (history,) = part.states
            foreach.add_(history, [grad.square().mean(1, True) for grad in grads])
            spread = list(foreach.add(history, self.float_stable_eps))
            foreach.sqrt_(spread)
            step = foreach.div(grads, spread)
            foreach.add_(part.weights, step, alpha=-part.lr)


@register
class AdamW(Optimizer):
    """AdamW: Adam with decoupled weight decay, by the rule of `contrib.adamw_update`.

    ``w = w - lr * (c * m / (sqrt(v) + epsilon) + wd * w)``, where c corrects the first steps.
    Loshchilov and Hutter, arXiv 1711.05101.

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
    correct_bias : bool, default=True
        Whether c is Adam's ``sqrt(1 - beta2 ** t) / (1 - beta1 ** t)``, and not 1.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("mean", "variance")
    _by_row = True

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 correct_bias: bool = True, **kwargs: Unpack[Settings]) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.correct_bias = correct_bias

    def _step(self, batch: Batch) -> None:
        beta1, beta2, epsilon = single(self.beta1), single(self.beta2), single(self.epsilon)
        for part in batch.uniform():
            lr = part.lr
            if self.correct_bias:
                lr *= math.sqrt(1.0 - self.beta2**part.count) / (1.0 - self.beta1**part.count)
            grads = self._scaled(part.grads)
            if part.wd:
                foreach.mul_(part.weights, 1 - single(part.lr) * single(part.wd))
            means, variances = part.states
            adapt(part.weights, grads, means, variances, single(lr), beta1, beta2, epsilon)


_borrowed(__name__)
