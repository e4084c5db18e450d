"""AdaGrad."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import MXNetError
from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import Optimizer, register
from .batch import Batch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



@register
class AdaGrad(Optimizer):
    """AdaGrad: steps that shrink with the squares of all gradients so far.

    ``g = clip(rescale_grad * g);  h = h + g * g;  w = w - lr * (g / sqrt(h + eps) + wd * w)``.
    Duchi, Hazan and Singer, JMLR 12 (2011).

    Parameters
    ----------
    eps : float, default=1e-07
        Small number that avoids division by zero.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _keeps = ("squares of gradients",)
    _by_row = True
    _form = {"wide": True, "stored": True}

    _numbers = ("rescale_grad", "clip_gradient", "float_stable_eps")

    def __init__(self, eps: float = 1e-7, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        if grad.stype != "row_sparse":
            return False
        if self.wd:
            raise MXNetError("AdaGrad: a row_sparse gradient allows no weight decay; set wd to 0")
        return True

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads = self._scaled(part.grads, rescale=self.rescale_grad)
            (history,) = part.states
            foreach.addcmul_(history, grads, grads)
            spread = list(foreach.add(history, self.float_stable_eps))
            foreach.sqrt_(spread)
            step = list(foreach.div(grads, spread))
            if part.wd:
                foreach.add_(step, part.weights, alpha=part.wd)
            foreach.add_(part.weights, step, alpha=-part.lr)
