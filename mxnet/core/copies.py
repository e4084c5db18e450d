"""Copies of host memory: on as many cores as help, and to a GPU without waiting for it.

torch's own copy of pageable memory to a GPU waits until the GPU has finished all queued work. A loop that moves each
batch with `as_in_context` could then never prepare a step while the previous one runs.
"""
from __future__ import annotations

from collections import deque
from functools import lru_cache

import numpy as np
import torch

from .cores import on_one_core
from .tuning import (
    COPIED_AHEAD_BATCHES,
    COPY_PARALLEL_FROM_ELEMENTS,
    STAGED_COPY_FROM_BYTES,
    TORCH_COPIES_PARALLEL_FROM_ELEMENTS,
)

_stream = lru_cache(torch.cuda.Stream)  # one to copy on, per device


def _shares_in_vain(elements: int) -> bool:
    return TORCH_COPIES_PARALLEL_FROM_ELEMENTS <= elements < COPY_PARALLEL_FROM_ELEMENTS


def row_order(values: np.ndarray) -> np.ndarray:
    """Return an array in row-major order, over the same memory if possible, with strides that torch accepts.

    To NumPy an axis of one element is contiguous whatever its stride, and a reversed axis has a negative stride; the
    reshaped array has plain strides. An array that torch accepts is returned itself: a view would hold its memory but
    not the array, which a pool of arrays would then take for free.
    """
    unit = values.itemsize or 1
    if values.flags.c_contiguous and not [stride for stride in values.strides if stride < 0 or stride % unit]:
        return values
    return np.ascontiguousarray(values).reshape(-1).reshape(values.shape)


def from_host(values: np.ndarray) -> torch.Tensor:
    """Return a NumPy array as a tensor for reading, over the same memory where torch can read it.

    torch refuses other byte orders and warns about read-only memory; such arrays are copied.

    Parameters
    ----------
    values : numpy.ndarray
        Numbers of any strides and byte order.

    Returns
    -------
    torch.Tensor
        A tensor on the host, of the same shape and type.

    Raises
    ------
    TypeError
        Torch has no such type.
    """
    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    elif not values.flags.writeable:
        values = values.copy()
    return torch.from_numpy(row_order(values))


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """Copy a tensor on the host; see `copy_into`."""
    return on_one_core(tensor.clone) if _shares_in_vain(tensor.numel()) else tensor.clone()


def copy_into(target: torch.Tensor, source: torch.Tensor) -> None:
    """Copy on the host; large copies use several cores where that helps."""
    if _shares_in_vain(source.numel()):
        on_one_core(target.copy_, source)
    else:
        target.copy_(source)


@lru_cache
def _sent(device: torch.device) -> deque[torch.cuda.Event]:
    """Return events marking a device's progress when batches were sent to it, the latest last."""
    return deque()


def to_gpu(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """Return a copy of a host tensor on a GPU; the tensor may be written to as soon as this returns.

    A large tensor goes through pinned memory on a separate stream. Work submitted to the GPU after this call waits for
    it. The caller waits if too many copies, which hold memory, are ahead of the computations.
    """
    if torch.cuda.is_current_stream_capturing():
        return tensor.to(device, copy=True)
    if tensor.nbytes < STAGED_COPY_FROM_BYTES:  # the driver buffers such small copies itself
        return tensor.to(device, copy=True, non_blocking=not tensor.is_pinned())
    try:
        host = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
    except RuntimeError:  # the system locks no more pages
        return tensor.to(device, copy=True)
    copy_into(host, tensor)
    current, stream, sent = torch.cuda.current_stream(device), _stream(device), _sent(device)
    sent.append(current.record_event())
    if len(sent) > COPIED_AHEAD_BATCHES:
        sent.popleft().synchronize()
    with torch.cuda.stream(stream):
        made = host.to(device, non_blocking=True)
    current.wait_stream(stream)
    made.record_stream(current)  # which uses it, although it was allocated on another
    return made
