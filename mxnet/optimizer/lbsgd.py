"""SGD that emulates a larger batch."""
import logging
import math
from typing import Any

import torch

from ..ndarray import NDArray, sgd_mom_update, sgd_update
from ..ndarray.tensors import tensor_of
from .base import Optimizer, register, zeros_like


@register
class LBSGD(Optimizer):
    """SGD for large batches: on the mean of several gradients, with a learning rate that rises during a warm-up.

    Parameters
    ----------
    momentum : float, default=0.0
        Fraction of the last step carried over to the next.
    multi_precision : bool, default=False
        Whether to keep a copy of 16-bit weights in 32 bits, and compute there.
    warmup_strategy : {'linear', 'power2', 'sqrt', 'lars'}, default='linear'
        How the rate's factor rises from 1 to ``batch_scale``; 'lars' computes it from the norms of weight and gradient
        instead.
    warmup_epochs : int, default=5
        Number of epochs of the warm-up.
    batch_scale : int, default=1
        Number of gradients per update.
    updates_per_epoch : int, default=32
        Number of updates in an epoch.
    begin_epoch : int, default=0
        Number of epochs that were done before, in a resumed run.
    num_epochs : int, default=60
        Number of epochs of the whole run.
    **kwargs
        Arguments of `Optimizer`: ``learning_rate``, ``wd``, ``rescale_grad``, ``clip_gradient``, ``lr_scheduler`` and
        others.
    """

    _keeps = ("momentum",)
    _carried = ("cumgrads",)

    def __init__(self, momentum: float = 0.0, multi_precision: bool = False,
                 warmup_strategy: str = "linear", warmup_epochs: int = 5, batch_scale: int = 1,
                 updates_per_epoch: int = 32, begin_epoch: int = 0, num_epochs: int = 60,
                 **kwargs: Any) -> None:
        super().__init__(multi_precision=multi_precision, **kwargs)
        logging.info("Running Large-Batch SGD Algorithm")
        logging.info("(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)",
                     batch_scale, warmup_epochs, warmup_strategy, updates_per_epoch)
        self.momentum = momentum
        self.warmup_strategy = warmup_strategy
        self.warmup_epochs = warmup_epochs
        self.batch_scale = batch_scale
        self.updates_per_epoch = updates_per_epoch
        self.init_updates: int = begin_epoch * updates_per_epoch
        self.num_epochs = num_epochs
        self.lbmult = 1
        self.cumgrads: dict[Any, dict[Any, Any]] = {}
        self.adaptive = False
        self.admult = 1

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        return zeros_like(weight, stored=True) if self.momentum != 0.0 else None

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: NDArray | None) -> None:
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        self._known([index], [tensor_of(weight)], [state])
        found = self._cumulate_gradient(grad, index)
        if found["num_cums"] % self.batch_scale:
            return
        mean = found["cum_grad"] / self.batch_scale
        found["cum_grad"] = 0
        if self.warmup_strategy == "lars":
            lr *= self._get_lars(tensor_of(weight), tensor_of(mean), wd)
        else:
            lr *= self._get_lbmult(found["num_cums"])
        # The operators know which rows a sparse gradient updates.
        settings: dict[str, Any] = {"lr": lr, "wd": wd, "rescale_grad": self.rescale_grad,
                                    "clip_gradient": self.clip_gradient or -1.0}
        if state is None:
            sgd_update(weight, mean, out=weight, **settings)
        else:
            sgd_mom_update(weight, mean, state, out=weight, momentum=max(self.momentum, 0.0), **settings)

    def _can_carry(self, name: str, value: Any) -> bool:
        return isinstance(value, dict) and all(
            isinstance(found, dict) and isinstance(found.get("cum_grad"), int | float | NDArray)
            and type(found.get("num_cums")) is int for found in value.values())

    def _cumulate_gradient(self, grad: NDArray, index: Any) -> dict:
        """Add `grad` to the sum of a parameter; the count continues over the sums."""
        found = self.cumgrads.get(index)
        if found is None:
            # Not a copy, as in MXNet: an executor overwrites the first gradient with the second, so the first mean has
            # the second one twice.
            found = {"cum_grad": grad, "num_cums": self.init_updates + 1}
        else:
            found = {"cum_grad": found["cum_grad"] + grad, "num_cums": found["num_cums"] + 1}
        self.cumgrads[index] = found
        return found

    def _get_lbmult(self, done: int) -> float:
        """Return the factor of the rate after `done` gradients."""
        warmup = self.warmup_epochs * self.updates_per_epoch
        most = float(self.batch_scale)
        if done >= warmup:
            return most
        if warmup <= 1:
            return 1.0
        share = {"linear": done / warmup, "power2": done * done / (warmup * warmup),
                 "sqrt": math.sqrt(done / warmup)}.get(self.warmup_strategy, 0.0)
        return 1.0 + (most - 1) * share

    def _get_lars(self, weight: torch.Tensor, grad: torch.Tensor, wd: float) -> float:
        """Return the factor of the rate from the squared norms; this waits for the device."""
        weights, grads = weight.square().sum().item(), grad.square().sum().item()
        return min(max(math.sqrt(weights / (grads + wd * weights + 1e-18)), 0.01), 100)
