"""Samples into batches, and batches between processes: there they are tensors in shared memory."""
from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ... import ndarray
from ...context import Context, cpu
from ...ndarray import NDArray
from ...ndarray.tensors import tensor_of, wrap


def default_batchify_fn(data: Any) -> Any:
    """Stack samples; parts of tuples become a list of batches. Numbers keep NumPy's type for them."""
    if isinstance(data[0], NDArray):
        return ndarray.stack(*data)
    if isinstance(data[0], tuple):
        return [default_batchify_fn(part) for part in zip(*data)]
    data = np.asarray(data)
    return ndarray.array(data, dtype=data.dtype)


default_mp_batchify_fn = default_batchify_fn  # whatever a worker makes is moved to shared memory when it is sent


def _as_in_context(data: Any, ctx: Context) -> Any:
    """Give a nested batch on a context."""
    if isinstance(data, NDArray):
        return data.as_in_context(ctx)
    if isinstance(data, (list, tuple)):
        return [_as_in_context(part, ctx) for part in data]
    return data


class Sent:
    """An array on its way between processes, as the tensor that torch puts into shared memory."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor

    def __reduce__(self) -> tuple:
        return Sent, (self.tensor,)


def packed(batch: Any) -> Any:
    """Give a nested batch in the form in which it travels."""
    if isinstance(batch, NDArray):
        if batch.stype != "default":
            return batch  # its parts are pickled
        return Sent(tensor_of(batch).contiguous())
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*map(packed, batch))
    if isinstance(batch, (list, tuple)):
        return type(batch)(map(packed, batch))
    if isinstance(batch, dict):
        return {key: packed(value) for key, value in batch.items()}
    return batch


def unpacked(batch: Any) -> Any:
    """Give the batch again that `packed` was given."""
    if isinstance(batch, Sent):
        return wrap(batch.tensor, cpu())
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*map(unpacked, batch))
    if isinstance(batch, (list, tuple)):
        return type(batch)(map(unpacked, batch))
    if isinstance(batch, dict):
        return {key: unpacked(value) for key, value in batch.items()}
    return batch
