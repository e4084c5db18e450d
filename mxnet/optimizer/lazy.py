"""Lazy updates: a row-sparse gradient updates only the rows that it has, of the weight and of its states."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from ..ndarray import NDArray
from ..ndarray.storage.arrays import BaseSparseNDArray, RowSparseNDArray
from ..ndarray.storage.steps import lend, written_to
from ..ndarray.tensors import tensor_of
from .batch import Batch
from .layout import check_states

if TYPE_CHECKING:
    from .base import Optimizer

_HALF = (torch.float16, torch.bfloat16)


def _type_of(array: NDArray) -> torch.dtype:
    return array._stored()[0].dtype if isinstance(array, BaseSparseNDArray) else tensor_of(array).dtype


def split(optimizer: Optimizer, weights: list[Any], grads: list[Any], mixed: bool) -> tuple[list[int], list[int]]:
    """Return the positions of parameters that are updated lazily, and of all others."""
    lazy: list[int] = []
    others: list[int] = []
    for place, (weight, grad) in enumerate(zip(weights, grads, strict=True)):
        mastered = mixed and _type_of(weight) in _HALF
        (lazy if optimizer._is_lazy(weight, grad, mastered) else others).append(place)
    return lazy, others


def update_rows(optimizer: Optimizer, index: Any, weight: NDArray, grad: RowSparseNDArray, state: Any,
                mixed: bool) -> None:
    """Step one parameter on the rows of its gradient."""
    lrs, wds = optimizer._count_and_rate([index])
    if grad.shape != weight.shape:
        optimizer._refuse([index], [tensor_of(weight)], [tensor_of(grad)])
    values, rows = grad._stored()
    _check_once(optimizer, index, weight, state, mixed and values.dtype in _HALF)
    half = None
    if mixed and values.dtype in _HALF:
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
    batch.wholes = whole[:1]
    optimizer._step(batch)
    for tensor, part in zip(whole, parts, strict=True):
        tensor.index_copy_(0, rows, part)
    if half is not None:
        lend(half)[rows] = parts[0].to(lend(half).dtype)
        written_to(half)
    for array in (weight, *states):
        written_to(array)


def _check_once(optimizer: Optimizer, index: Any, weight: NDArray, state: Any, mastered: bool) -> None:
    """Check a weight and its state against each other, unless they are those of the last time."""
    seen = optimizer._rows_seen.get(index)
    if seen is None or seen[0] is not weight or seen[1] is not state or seen[2] != weight.shape:
        check_states(optimizer, [index], [lend(weight)], [state], mastered)
        seen_rows = optimizer._rows_seen or {}  # the class has a shared empty one
        seen_rows[index] = weight, state, weight.shape
        optimizer._rows_seen = seen_rows
