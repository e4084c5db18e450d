"""Small constant arrays on the device of other arrays, for operators that need more than a number."""
from collections.abc import Sequence

import torch

from ..op import Array
from ..tuning import SCALARS_KEPT


def constant(values: Sequence[float], like: Array, dtype: torch.dtype | None = None) -> Array:
    """Make an array of a few numbers, on the device of another and by default of its type.

    On other devices than the CPU each is written by a kernel: a copy from the host would wait for the device, and could
    not be captured in a CUDA graph.
    """
    dtype = dtype or like.dtype
    if like.is_cpu or like.is_meta:
        return torch.tensor(values, dtype=dtype, device=like.device)
    made = torch.empty(len(values), dtype=dtype, device=like.device)
    for place, value in zip(made, values, strict=True):
        place.fill_(value)
    return made


def number(value: float, like: Array) -> Array | float:
    """Return a constant number as an operand of an array.

    On a CPU torch makes an array of every number and converts it, which takes longer than a small product.
    """
    if like.is_cpu and like.dtype in (torch.float32, torch.float64) and like.__class__ is Array \
            and not torch.compiler.is_compiling():
        found = _KEPT.get((value, like.dtype))
        return _made(value, like.dtype) if found is None else found
    return value


_KEPT: dict[tuple, Array] = {}


def _made(value: float, dtype: torch.dtype) -> Array:
    with torch.inference_mode(False):  # otherwise no tape could hold it
        made = torch.tensor(value, dtype=dtype, device="cpu")
    if made.__class__ is Array:  # and not what some tracer made of it
        if len(_KEPT) >= SCALARS_KEPT:
            _KEPT.clear()
        _KEPT[value, dtype] = made
    return made
