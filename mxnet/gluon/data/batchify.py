"""Samples into batches, and batches between processes, as tensors in shared memory."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ... import ndarray
from ...context import Context, cpu
from ...ndarray import NDArray
from ...ndarray.tensors import tensor_of, wrap
from ..faces import shown
from .arena import Placed, Slot


def default_batchify_fn(data: Any) -> Any:
    """Stack samples; parts of tuples become a list of batches. Numbers keep NumPy's type for them."""
    if isinstance(data[0], NDArray):
        return shown(ndarray.stack(*data))
    if isinstance(data[0], tuple):
        return [default_batchify_fn(part) for part in zip(*data)]
    data = np.asarray(data)
    return shown(ndarray.array(data, dtype=data.dtype))


default_mp_batchify_fn = default_batchify_fn  # a worker's batch is moved to shared memory when it is sent


def _as_in_context(data: Any, ctx: Context) -> Any:
    """Return a nested batch on a context."""
    if isinstance(data, NDArray):
        return data.as_in_context(ctx)
    if isinstance(data, (list, tuple)):
        return [_as_in_context(part, ctx) for part in data]
    return data


class Sent:
    """An array in transfer between processes, as the tensor that torch puts into shared memory."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor: Any = tensor

    def __reduce__(self) -> tuple[Any, ...]:
        return Sent, (self.tensor,)


def packed(batch: Any, slot: Slot | None = None) -> Any:
    """Return a nested batch in transfer form: arrays in a slot of shared memory, if there is one."""
    def send(array: Any) -> Any:
        if not isinstance(array, NDArray) or array.stype != "default":
            return array  # pickled, parts of sparse arrays too
        tensor = tensor_of(array)
        placed = None if slot is None or not tensor.is_cpu else slot.write(tensor)
        return Sent(tensor.contiguous()) if placed is None else placed
    return _mapped(send, batch)


def unpacked(batch: Any, slot: Slot | None = None) -> Any:
    """Invert `packed`."""
    def receive(array: Any) -> Any:
        if isinstance(array, Placed) and slot is not None:
            return shown(wrap(slot.read(array), cpu()))
        return shown(wrap(array.tensor, cpu())) if isinstance(array, Sent) else array
    return _mapped(receive, batch)


def _mapped(function: Callable[[Any], Any], batch: Any) -> Any:
    """Apply a function to the leaves of nested tuples, lists and dicts."""
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*(_mapped(function, part) for part in batch))
    if isinstance(batch, (list, tuple)):
        return type(batch)(_mapped(function, part) for part in batch)
    if isinstance(batch, dict):
        return {key: _mapped(function, value) for key, value in batch.items()}
    return function(batch)
