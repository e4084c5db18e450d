"""Lazy updates: a row-sparse gradient moves only the rows that it has, of the weight and of its states."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..ndarray import NDArray
from ..ndarray.storage.arrays import BaseSparseNDArray, RowSparseNDArray
from ..ndarray.storage.steps import lend, settle
from .batch import Batch

if TYPE_CHECKING:
    from .base import Optimizer


def split(optimizer: Optimizer, weights: list, grads: list) -> tuple[list[int], list[int]]:
    """Give the places of parameters that are updated lazily, and of all others."""
    lazy: list[int] = []
    others: list[int] = []
    for place, (weight, grad) in enumerate(zip(weights, grads, strict=True)):
        (lazy if optimizer._is_lazy(weight, grad) else others).append(place)
    return lazy, others


def update_rows(optimizer: Optimizer, index: Any, weight: NDArray, grad: RowSparseNDArray, state: Any,
                mixed: bool) -> None:
    """Step one parameter on the rows of its gradient."""
    lrs, wds = optimizer._count_and_rate([index])
    if grad.shape != weight.shape:
        optimizer._refuse([index], [weight._data], [grad._data])
    values, rows = grad._stored()
    half = None
    if mixed and values.dtype in (torch.float16, torch.bfloat16):
        half = weight
        weight, state = optimizer._split_master(state)
        values = values.float()
    if not rows.numel():
        return
    states = [] if state is None else list(state) if isinstance(state, tuple | list) else [state]
    whole = [lend(array) for array in (weight, *states)]
    parts = [tensor.index_select(0, rows) for tensor in whole]
    count = optimizer._index_update_count[index]
    batch = Batch([index], parts[:1], [values], tuple([part] for part in parts[1:]), lrs, wds, [count])
    optimizer._step(batch)
    for tensor, part in zip(whole, parts, strict=True):
        tensor.index_copy_(0, rows, part)
    if half is not None:
        lend(half)[rows] = parts[0].to(lend(half).dtype)
        settle(half)
    for array in (weight, *states):
        settle(array)


def touch(*groups: Any) -> None:
    """Say that all sparse arrays in these may have been written to: torch does not count what fused steps write."""
    for item in groups:
        if isinstance(item, tuple | list):
            touch(*item)
        elif isinstance(item, BaseSparseNDArray):
            item._touch()
