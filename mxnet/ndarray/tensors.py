"""How other packages access the tensor behind an array: through verbs that say what they do; none touches `_data`.

`tensor_of` returns the tensor for reading, `buffer_of` the same tensor for writing. torch counts the writes of its own
operations; a kernel that it does not count reports ``written`` to `core.ownership`. `write` copies values to an array's
memory, `assign` replaces the array's memory, `wrap` makes an array. The tensor of a sparse array is its dense window,
which stays equal to the parts whichever of them is written to.

The memory of every array is in row order: `reshape` and slices are views of it, and other libraries read it by DLPack.
"""
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

import torch

from ..core.device import Context
from ..core.order import contiguous
from . import invoke

__all__ = ["assign", "buffer_of", "buffers_of", "tensor_of", "tensors_of", "wrap", "write"]

# A getter in C: calling a Python function would cost twice as much.
tensor_of: Callable[[Any], torch.Tensor] = attrgetter("_data")
buffer_of = tensor_of


def tensors_of(arrays: Iterable[Any]) -> list[torch.Tensor]:
    """Return the tensors of arrays, for reading."""
    return [array._data for array in arrays]


def buffers_of(arrays: Iterable[Any]) -> list[torch.Tensor]:
    """Return the tensors of arrays, for writing."""
    return [array._data for array in arrays]


def wrap(tensor: torch.Tensor, ctx: Context, cls: Any = None) -> Any:
    """Make an array around a tensor, or around a copy in row order if the tensor is in another, or expanded."""
    return invoke.wrap(tensor if tensor.is_contiguous() else contiguous(tensor), ctx, cls)


def write(array: Any, values: torch.Tensor) -> None:
    """Copy values to an array's memory, in its element type and on its device."""
    array._data.copy_(values)


def assign(array: Any, memory: torch.Tensor) -> None:
    """Make a tensor the memory of an array; caches see that it is a different tensor."""
    array._data = memory
