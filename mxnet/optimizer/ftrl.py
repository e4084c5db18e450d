"""Follow the regularized leader."""
from typing import Any

import torch

from ..ndarray import NDArray
from .base import Optimizer, register, single, zeros_like
from .batch import Batch


@register
class Ftrl(Optimizer):
    """The FTRL-proximal rule for sparse models.

    ``g = clip(rescale_grad * g);  z = z + g - (sqrt(n + g * g) - sqrt(n)) * w / lr;``
    ``n = n + g * g;``
    ``w = (sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``|z| > lamda1``, else 0.
    McMahan and others, "Ad Click Prediction: a View from the Trenches", KDD 2013.

    Parameters
    ----------
    lamda1 : float
        The L1 regularization.
    beta : float
        Added to the root of the squares; larger means a smaller rate for rare features.
    """

    _keeps = ("z", "n")

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lamda1 = lamda1
        self.beta = beta
        self.lr = learning_rate

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Make z and n."""
        return zeros_like(weight, wide=True, stored=True), zeros_like(weight, wide=True, stored=True)

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return weight.stype == grad.stype == "row_sparse"

    def _step(self, batch: Batch) -> None:
        lamda1 = single(self.lamda1)
        for part in batch.uniform():
            lr = self._divisor(part)
            grads = self._scaled(part.grads)
            sums, squares = part.states
            root = torch._foreach_sqrt(squares)
            torch._foreach_addcmul_(squares, grads, grads)
            new_root = list(torch._foreach_sqrt(squares))
            growth = torch._foreach_sub(new_root, root)
            torch._foreach_add_(sums, grads)
            torch._foreach_addcmul_(sums, growth, part.weights, -1 / lr)
            # w = -(z cut off at lamda1) / (...): outside the band sign(z) * lamda1 - z.
            inside = torch._foreach_clamp_min(torch._foreach_clamp_max(sums, lamda1), -lamda1)
            torch._foreach_sub_(inside, sums)
            torch._foreach_add_(new_root, single(self.beta))
            torch._foreach_div_(new_root, lr)
            if part.wd:
                torch._foreach_add_(new_root, single(part.wd))
            torch._foreach_copy_(part.weights, torch._foreach_div(inside, new_root))
