"""Follow the regularized leader."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import Optimizer, register, single
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import Settings



@register
class Ftrl(Optimizer):
    """FTRL-proximal: the rule for sparse models.

    ``g = clip(rescale_grad * g);  z = z + g - (sqrt(n + g * g) - sqrt(n)) * w / lr;``
    ``n = n + g * g;``
    ``w = (sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``|z| > lamda1``, else 0.
    McMahan and others, "Ad Click Prediction: a View from the Trenches", KDD 2013.

    Parameters
    ----------
    lamda1 : float, default=0.01
        Strength of the L1 regularization.
    learning_rate : float, default=0.1
        Learning rate.
    beta : float, default=1
        Number added to the root of the squares; a larger one means a smaller rate for rare features.
    **kwargs
        Further arguments of `Optimizer`: ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and others.
    """

    _keeps = ("z", "n")
    _by_row = True
    _form = {"wide": True, "stored": True}

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1,
                 **kwargs: Unpack[Settings]) -> None:
        super().__init__(**kwargs)
        self.lamda1 = lamda1
        self.beta = beta
        self.lr = learning_rate

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return weight.stype == grad.stype == "row_sparse"

    def _step(self, batch: Batch) -> None:
        lamda1 = single(self.lamda1)
        for part in batch.uniform():
            lr = self._divisor(part)
            grads = self._scaled(part.grads)
            sums, squares = part.states
            root = foreach.sqrt(squares)
            foreach.addcmul_(squares, grads, grads)
            new_root = list(foreach.sqrt(squares))
            growth = foreach.sub(new_root, root)
            foreach.add_(sums, grads)
            foreach.addcmul_(sums, growth, part.weights, -1 / lr)
            # w = -(z cut off at lamda1) / (...): outside the band sign(z) * lamda1 - z.
            inside = foreach.clamp_min(foreach.clamp_max(sums, lamda1), -lamda1)
            foreach.sub_(inside, sums)
            foreach.add_(new_root, single(self.beta))
            foreach.div_(new_root, lr)
            if part.wd:
                foreach.add_(new_root, single(part.wd))
            foreach.copy_(part.weights, foreach.div(inside, new_root))
