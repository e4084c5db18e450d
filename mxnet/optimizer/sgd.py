"""Stochastic gradient descent, with momentum or without."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..core.ownership import written
from ..core.torch_private import foreach, fused_sgd_
from ..ndarray import NDArray
from ..ndarray.tensors import buffers_of, tensors_of
from .base import Optimizer, register, single, zeros_like
from .batch import Batch, Tensors, TensorTraits, columns, fusable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings



def fused(weights: Tensors, grads: Tensors, momenta: Tensors | None, lr: float, wd: float, momentum: float,
          rescale: float) -> None:
    """Apply `descend`'s rule in one call.

    torch does not include the learning rate in its momentum:
    ``m = momentum * m + (1 - dampening) * (g + wd * w); w -= lr * m``. With ``lr = -1`` and the rate in the dampening
    it is MXNet's rule.
    """
    plain = momenta is None or not momentum  # torch refuses a momentum that has no effect
    fused_sgd_(weights, grads, [] if plain else momenta, weight_decay=wd / rescale, momentum=momentum,
               lr=lr * rescale if plain else -1.0, dampening=0.0 if plain else 1 + lr * rescale,
               nesterov=False, maximize=False, is_first_step=False)
    written(weights)
    if not plain:
        written(momenta)


def descend(weights: Tensors, grads: Tensors, momenta: Tensors | None, lr: float, wd: float,
            momentum: float, rescale: float, traits: TensorTraits | None = None) -> None:
    """Apply ``m = momentum * m - lr * (rescale * g + wd * w); w = w + m`` in place."""
    if not momentum:
        momenta = None
    lists = (grads,) if momenta is None else (grads, momenta)
    if rescale != 0 and fusable(weights, *lists, traits=traits):
        fused(weights, grads, momenta, lr, wd, momentum, rescale)
        return
    if momenta is None:
        if wd:
            foreach.mul_(weights, 1 - lr * wd)
        foreach.add_(weights, grads, alpha=-lr * rescale)
        return
    foreach.mul_(momenta, momentum)
    if wd:
        foreach.add_(momenta, weights, alpha=-lr * wd)
    foreach.add_(momenta, grads, alpha=-lr * rescale)
    foreach.add_(weights, momenta)


class Descent(Optimizer):
    """What SGD, NAG and LARS share: a momentum, stored before the master copy in the state."""

    _keeps = ("momentum",)

    momentum: float

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        return zeros_like(weight, stored=self._stores_rows()) if self.momentum != 0.0 else None

    def _stores_rows(self) -> bool:
        """Return whether a row-sparse weight has a row-sparse momentum."""
        return False

    def _join_master(self, master: NDArray, state: Any) -> tuple:
        return state, master

    def _split_master(self, pair: tuple) -> tuple:
        return pair[1], pair[0]

    def _prepared(self, batch: Batch) -> tuple[Tensors, float]:
        """Return gradients and the factor that remains to be applied."""
        rescale = single(self.rescale_grad)
        if self.clip_gradient is None:
            return batch.grads, rescale
        return self._scaled(batch.grads), 1.0


@register
class SGD(Descent):
    """Stochastic gradient descent with momentum and weight decay.

    ``m = momentum * m - lr * (clip(rescale_grad * g) + wd * w);  w = w + m``

    Parameters
    ----------
    momentum : float, default=0.0
        Fraction of the last step carried over to the next.
    lazy_update : bool, default=True
        For sparse gradients: whether rows without a gradient are skipped, without decay or momentum.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.

    Examples
    --------
    >>> weight = mx.nd.ones(2)
    >>> sgd = mx.optimizer.SGD(learning_rate=0.5, momentum=0.9)
    >>> state = sgd.create_state(0, weight)
    >>> for step in range(2):
    ...     sgd.update(0, weight, mx.nd.ones(2), state)
    >>> weight.asnumpy().round(2).tolist()
    [-0.45, -0.45]
    """

    _numbers = ("rescale_grad", "clip_gradient", "momentum")
    _by_row = True

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update
        self.aggregate_num: int = int(os.getenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "4"))

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return self.lazy_update and grad.stype == "row_sparse" and not mastered

    def _stores_rows(self) -> bool:
        return self.lazy_update

    def _update_lists(self, indices: list, weights: list, grads: list, states: list, mixed: bool) -> None:
        """Take a fast path in ordinary cases: for a small network the slow one is half the time."""
        traits = self._tensor_traits.get(indices[0]) if indices else None
        if traits is None or mixed or self.clip_gradient is not None or type(self)._step is not SGD._step \
                or not self.rescale_grad or self._is_on_gpu(weights[0]):
            super()._update_lists(indices, weights, grads, states, mixed)
            return
        tensors, gradients = buffers_of(weights), tensors_of(grads)
        try:
            momenta = columns(states)
        except (AttributeError, TypeError, ValueError):  # the slow path reports what is wrong
            momenta = ([],)
        if not (traits.knows(tensors, momenta) and traits.fuses(gradients)):
            super()._update_lists(indices, weights, grads, states, mixed)
            return
        lrs, wds = self._count_and_rate(indices)
        if lrs.count(lrs[0]) == wds.count(wds[0]) == len(lrs):
            fused(tensors, gradients, momenta[0] if momenta else None, single(lrs[0]), single(wds[0]),
                  single(max(self.momentum, 0.0)), single(self.rescale_grad))
            return
        counts = list(map(self._index_update_count.__getitem__, indices))
        self._step(Batch(indices, tensors, gradients, momenta, lrs, wds, counts, traits=traits))

    def _step(self, batch: Batch) -> None:
        for part in batch.uniform():
            grads, rescale = self._prepared(part)
            momenta = part.states[0] if part.states else None
            # A negative momentum creates a state but, as in MXNet, has no effect.
            momentum = single(max(self.momentum, 0.0))
            descend(part.weights, grads, momenta, single(part.lr), single(part.wd), momentum,
                    rescale, part.traits)


@register
class ccSGD(SGD):
    """`SGD` under an old name."""
