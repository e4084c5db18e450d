"""Nesterov's accelerated gradient."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import register, single
from .batch import Batch
from .sgd import Descent, descend

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



@register
class NAG(Descent):
    """Nesterov's accelerated gradient: gradient descent that looks ahead along its momentum.

    ``d = lr * (clip(rescale_grad * g) + wd * w);  m = momentum * m - d;  w = w + momentum * m - d``

    Parameters
    ----------
    momentum : float, default=0.0
        Fraction of the last step carried over to the next.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _numbers = ("rescale_grad", "clip_gradient", "momentum", "_in_place")
    _in_place = True  # whether the weight is updated in place, not on a dense copy
    _by_row = True

    def __init__(self, momentum: float = 0.0, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return self.momentum == 0.0 and grad.stype == "row_sparse" and not mastered

    def _update_stored(self, indices: list, weights: list, grads: list, states: list, mixed: bool) -> None:
        for dense in (True, False):
            places = [place for place, weight in enumerate(weights) if (weight.stype == "default") is dense]
            self._in_place = dense or mixed
            try:
                if places:
                    super()._update_stored([indices[place] for place in places], [weights[place] for place in places],
                                           [grads[place] for place in places], [states[place] for place in places],
                                           mixed)
            finally:
                self._in_place = True

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads, rescale = self._prepared(part)
            lr, wd, momentum = single(part.lr), single(part.wd), single(max(self.momentum, 0.0))
            weights = part.weights
            if not part.states:
                descend(weights, grads, None, lr, wd, 0.0, rescale)
                continue
            (momenta,) = part.states
            step = list(foreach.mul(grads, -lr * rescale))
            foreach.mul_(momenta, momentum)
            foreach.add_(momenta, step)
            if wd:
                foreach.add_(step, weights, alpha=-lr * wd)
                # A quirk kept on purpose: the momentum decays with the weight after the step, if the new weight is
                # written there; the steps of a row-sparse one are made on copies.
                if not self._in_place:
                    foreach.add_(momenta, weights, alpha=-lr * wd)
                    foreach.add_(weights, momenta, alpha=momentum)
                    foreach.add_(weights, step)
                    continue
                after = foreach.add(momenta, weights, alpha=-lr * wd)
                foreach.add_(weights, after, alpha=momentum)
                foreach.add_(weights, step)
                foreach.add_(momenta, weights, alpha=-lr * wd)
            else:
                foreach.add_(weights, momenta, alpha=momentum)
                foreach.add_(weights, step)
