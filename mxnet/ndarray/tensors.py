"""How other rooms reach the tensor behind an array. They say by a verb what they do with it; none touches `_data`.

`tensor_of` gives the tensor to compute with, which is only read, `buffer_of` the same tensor to write into.
Torch counts what its own operations write; a kernel that it does not count says ``written`` to `core.ownership`.
`write` copies values into an array's memory, `assign` gives the array object other memory, `wrap` makes an array.
The tensor of a sparse array is its dense window, which stays equal to the parts whichever of them is written to.
"""
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

import torch

from .invoke import wrap

__all__ = ["assign", "buffer_of", "buffers_of", "tensor_of", "tensors_of", "wrap", "write"]

# A getter in C: calling a function of Python would cost twice as much.
tensor_of: Callable[[Any], torch.Tensor] = attrgetter("_data")
buffer_of = tensor_of


def tensors_of(arrays: Iterable[Any]) -> list[torch.Tensor]:
    """Return the tensors of arrays, to be read."""
    return [array._data for array in arrays]


def buffers_of(arrays: Iterable[Any]) -> list[torch.Tensor]:
    """Return the tensors of arrays, to be written into."""
    return [array._data for array in arrays]


def write(array: Any, values: torch.Tensor) -> None:
    """Copy values into an array's memory, in its element type and on its device."""
    array._data.copy_(values)


def assign(array: Any, memory: torch.Tensor) -> None:
    """Let an array have this tensor for its memory; a cache sees that it is another tensor."""
    array._data = memory
