"""Small constant arrays on the device of other arrays. Operators call this where a number is not enough."""
from collections.abc import Sequence

import torch

from ..op import Array


def constant(values: Sequence[float], like: Array, dtype: torch.dtype | None = None) -> Array:
    """Make an array of a few numbers, on the device of another and by default of its type.

    Beside the CPU each is written by a kernel: a copy from the host would wait for the device, and
    could not be recorded in a CUDA graph.
    """
    dtype = dtype or like.dtype
    if like.is_cpu or like.is_meta:
        return torch.tensor(values, dtype=dtype, device=like.device)
    made = torch.empty(len(values), dtype=dtype, device=like.device)
    for place, value in zip(made, values, strict=True):
        place.fill_(value)
    return made
