"""Layer-wise adaptive rates."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

import torch

from ..core.torch_private import foreach
from ..ndarray import NDArray
from .base import register, single
from .batch import Batch
from .sgd import Descent

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .signatures import RatedSettings


_NOT_SCALED = ("gamma", "beta", "bias")


@register
class LARS(Descent):
    """LARS: SGD with per-layer rates from the norms of weight and gradient, for large batches.

    ``lr_layer = lr * eta * |w| / (|rescale_grad * g| + wd * |w| + eps)``; it is ``lr`` for a norm of 0 and for
    gammas, betas and biases. You, Gitman and Ginsburg, arXiv 1708.03888.

    Parameters
    ----------
    momentum : float, default=0.0
        Fraction of the last step carried over to the next.
    lazy_update : bool, default=True
        For sparse gradients: whether rows without a gradient are skipped, without decay or momentum.
    eta : float, default=0.001
        Trust coefficient of the layer rate.
    eps : float, default=0
        Small number that avoids division by zero.
    momentum_correction : bool, default=True
        Whether to scale the momentum with the change of the global rate, arXiv 1706.02677. As in MXNet the first
        ``aggregate_num`` parameters of a step get it.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _keeps = ("momentum",)
    _carried = ("last_lr", "cur_lr")

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, eta: float = 0.001, eps: float = 0,
                 momentum_correction: bool = True, **kwargs: Unpack[RatedSettings]) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.momentum_correction = momentum_correction
        self.lazy_update = lazy_update
        self.aggregate_num: int = int(os.getenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "4"))
        self.eta = eta
        self.eps = eps
        self.skip = 0
        self.last_lr: float | None = None
        self.cur_lr: float | None = None

    def _is_lazy(self, weight: NDArray, grad: NDArray, mastered: bool) -> bool:
        return self.lazy_update and grad.stype == "row_sparse" and not mastered

    def _stores_rows(self) -> bool:
        return self.lazy_update

    def _decays(self, name: str) -> bool:
        return name.endswith("_weight")

    def _get_lrs(self, indices: list) -> list[float]:
        now = self.learning_rate
        self.last_lr = now if self.cur_lr is None else self.cur_lr
        self.cur_lr = now
        return self._multiplied(now, "lr_mult", indices)

    def _step(self, batch: Batch) -> None:
        grads, rescale = self._prepared(batch)
        rates = self._rates(batch)
        step = list(foreach.mul(grads, -rescale))
        if any(batch.wds):
            decays = [-single(wd) for wd in batch.wds]
            foreach.add_(step, foreach.mul(batch.weights, decays))
        foreach.mul_(step, rates)
        if batch.states:
            momenta = batch.states[0]
            foreach.mul_(momenta, self._momenta(len(momenta)))
            foreach.add_(momenta, step)
            step = momenta
        foreach.add_(batch.weights, step)

    def _momenta(self, number: int) -> list[float]:
        momentum = max(self.momentum, 0.0)
        factors = [single(momentum)] * number
        if self.momentum_correction and self.last_lr:
            corrected = single(momentum * (self.cur_lr / self.last_lr))
            first = min(max(self.aggregate_num, 1), number)
            factors[:first] = [corrected] * first
        return factors

    def _rates(self, batch: Batch) -> list[torch.Tensor]:
        """Compute the rates on the device: nothing is read back."""
        # In mixed precision the reference uses the norms of the 16-bit weights.
        weights = batch.wholes or batch.weights if batch.halves is None else [half.float() for half in batch.halves]
        sizes, gradient_norms = foreach.norm(weights), foreach.norm(batch.grads)
        rates = []
        for place, (size, norm) in enumerate(zip(sizes, gradient_norms, strict=True)):
            index, lr, wd = batch.indices[place], batch.lrs[place], single(batch.wds[place])
            if str(self.idx2name.get(index, index)).endswith(_NOT_SCALED):
                rates.append(torch.full_like(size, lr))
                continue
            divisor = norm * single(self.rescale_grad) + wd * size + single(self.eps)
            scaled = single(lr) * single(self.eta) * size / divisor
            rates.append(torch.where((size > 0) & (norm > 0), scaled, single(lr)))
        return rates
