"""Dynamic loss scaling: a factor on the loss that keeps float16 gradients from underflowing."""
import logging
from collections.abc import Iterable
from typing import Any

import torch

from ...core.borrowed import borrowed as _borrowed
from ...core.errors import MXNetError
from ...ndarray import NDArray
from ...ndarray.tensors import tensor_of

_STEPS_TO_GROW = 2000
_LARGEST = 2.0 ** 24


class LossScaler:
    """Doubles the scale after 2000 steps with finite gradients, halves it after a step with others.

    A change takes effect one check later, as in MXNet.
    """

    def __init__(self) -> None:
        self._loss_scale = self._next_loss_scale = 2.0 ** 16
        self._max_loss_scale = _LARGEST
        self._scale_seq_len = _STEPS_TO_GROW
        self._unskipped = 0

    @property
    def loss_scale(self) -> float:
        """The current factor of losses."""
        return self._loss_scale

    def has_overflow(self, params: Iterable[Any], store: Any = None) -> bool:
        """Return whether a gradient has an infinity or a NaN, here or in another worker, and adapt the scale.

        Parameters
        ----------
        params : gradients (arrays, or lists of them), or parameters of Gluon.
        store : the KVStore, if gradients are not yet summed over its workers. Workers that skip different steps would
            wait for each other, so all are notified.
        """
        overflow = not all_finite(params)
        if hasattr(store, "is_any"):
            if "async" in store.type:
                raise MXNetError(f"the loss scale is the same in all workers, which have to wait for each other: "
                                 f"{store.type!r} does not; use 'dist_sync', or bfloat16, which needs no scale")
            overflow = store.is_any(overflow)
        self._loss_scale = self._next_loss_scale
        if overflow:
            self._next_loss_scale = self._loss_scale / 2.0
            self._unskipped = 0
            logging.info("AMP: decreasing loss scale to %f", self._next_loss_scale)
        else:
            self._unskipped += 1
        if self._unskipped == self._scale_seq_len:
            self._unskipped = 0
            self._next_loss_scale = min(self._max_loss_scale, self._loss_scale * 2.0)
            logging.info("AMP: increasing loss scale to %f", self._next_loss_scale)
        return overflow


def all_finite(params: Iterable[Any]) -> bool:
    """Return whether all gradients are finite; waits for each device once."""
    places: dict[torch.device, list[torch.Tensor]] = {}
    for array in _gradients(params):
        if array.numel():
            places.setdefault(array.device, []).append(array)
    # The largest and smallest element are enough: NaN propagates to both, and an infinity is one of them.
    found = [torch.stack([torch.isfinite(end).all() for array in arrays for end in torch.aminmax(array)]).all()
             for arrays in places.values()]
    return all(bool(one) for one in found)


def _gradients(items: Iterable[Any]) -> Iterable[torch.Tensor]:
    for item in items:
        if isinstance(item, NDArray):
            yield tensor_of(item)
        elif isinstance(item, (list, tuple)):
            yield from _gradients(item)
        elif getattr(item, "_grad", None) is not None:  # a parameter of Gluon: one gradient per device
            yield from _gradients(item._grad)


_borrowed(__name__)
