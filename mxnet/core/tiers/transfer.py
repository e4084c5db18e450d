"""Copies from the host to a GPU that wait for nothing: neither Python for the GPU, nor the copy for its computations.

torch's own copy of ordinary memory waits until all that the GPU has been given is done. So a loop that brings each
batch over by `as_in_context` could never prepare a step while the one before is computed.
"""
from __future__ import annotations

from collections import deque
from functools import lru_cache

import torch

from ..tuning import COPIED_AHEAD_BATCHES, STAGED_COPY_FROM_BYTES
from .threads import copy_into

_stream = lru_cache(torch.cuda.Stream)  # one to copy on, per device


@lru_cache
def _sent(device: torch.device) -> deque[torch.cuda.Event]:
    """Give where a device was in its work when batches were sent to it, the latest last."""
    return deque()


def to_gpu(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """Give a copy of a host's tensor on a GPU; the tensor may be written to as soon as this returns.

    A large one goes through page-locked memory, on a stream of its own. Computations that are given to the GPU from
    now on wait for it; and the caller waits where too many copies are ahead of the computations, which hold memory.
    """
    if torch.cuda.is_current_stream_capturing():
        return tensor.to(device, copy=True)
    if tensor.nbytes < STAGED_COPY_FROM_BYTES:  # the driver keeps a copy of so few bytes itself
        return tensor.to(device, copy=True, non_blocking=not tensor.is_pinned())
    host = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
    copy_into(host, tensor)
    current, stream, sent = torch.cuda.current_stream(device), _stream(device), _sent(device)
    sent.append(current.record_event())
    if len(sent) > COPIED_AHEAD_BATCHES:
        sent.popleft().synchronize()
    with torch.cuda.stream(stream):
        made = host.to(device, non_blocking=True)
    current.wait_stream(stream)
    made.record_stream(current)  # which uses it, although it was made on another
    return made
