"""Copies of arrays in another memory order, for operators and programs on the host.

The kernel behind torch's channel shuffle transposes in blocks that fit registers; that of `permute_copy` and
`contiguous` moves one number at a time and takes two to four times as long.
"""
from functools import lru_cache
from math import prod

import torch

from .tuning import REORDER_FROM_ELEMENTS, TORCH_COPIES_PARALLEL_FROM_ELEMENTS

# Without this library (on processors other than x86) the kernel is a plain loop.
_IN_BLOCKS = "fbgemm" in torch.backends.quantized.supported_engines
_SLOW_ROWS, _SLOW_COLUMNS = (1, 3, 5, 6), (1, 3)  # that do not fill a block: a plain loop handles them


def permuted(data: torch.Tensor, order: tuple[int, ...]) -> torch.Tensor:
    """Copy data with its axes in another order."""
    found = _exchange(order) if data.numel() >= REORDER_FROM_ELEMENTS else None
    if found is not None:
        start, middle = found
        shape = data.shape
        sizes = prod(shape[:start]), prod(shape[start:middle]), prod(shape[middle:])
        if data.is_contiguous() and _pays(data, *sizes, serial=len(order) == 2):
            return _exchanged(data, *sizes).view([shape[axis] for axis in order])
    return torch.permute_copy(data, order)


def channels_last(images: torch.Tensor) -> torch.Tensor:
    """Return a 4-D array with the second axis last in memory, like `contiguous` with that memory format."""
    if images.numel() >= REORDER_FROM_ELEMENTS and images.is_contiguous():
        count, channels, height, width = images.shape
        size = height * width
        if _pays(images, count, channels, size):
            return _exchanged(images, count, channels, size).as_strided(
                images.shape, (channels * size, 1, width * channels, channels))
    return images.contiguous(memory_format=torch.channels_last)


def strided_last(images: torch.Tensor) -> torch.Tensor:
    """Return a 4-D array with the second axis last in memory, and strides that say so.

    A single channel fits either order's strides, and torch would treat it as channels first.
    """
    images = channels_last(images)
    if images.stride(1) == 1:
        return images
    _, channels, height, width = images.shape
    return images.as_strided(images.shape, (channels * height * width, 1, width * channels, channels))


def contiguous(data: torch.Tensor) -> torch.Tensor:
    """Return data contiguous in the order of its axes; from channels last, faster than torch does."""
    if data.dim() == 4 and data.numel() >= REORDER_FROM_ELEMENTS and not data.is_contiguous() \
            and data.is_contiguous(memory_format=torch.channels_last):
        count, channels, height, width = data.shape
        if _pays(data, count, height * width, channels):
            return _exchanged(data, count, height * width, channels).view(data.shape)
    return data.contiguous()


@lru_cache(maxsize=1024)
def _exchange(order: tuple[int, ...]) -> tuple[int, int] | None:
    """Return where the two groups of axes begin that an order exchanges, if that is all it does."""
    rank = len(order)
    start = next((place for place, axis in enumerate(order) if axis != place), rank)
    if start == rank:
        return None
    middle = order[start]
    return (start, middle) if order[start:] == (*range(middle, rank), *range(start, middle)) else None


def _pays(data: torch.Tensor, count: int, rows: int, columns: int, serial: bool = False) -> bool:
    """Return whether blocks are faster; ``serial``: torch's own copy would run on one thread as well."""
    return _IN_BLOCKS and rows not in _SLOW_ROWS and columns not in _SLOW_COLUMNS \
        and data.is_cpu and data.dtype is torch.float32 and data.__class__ is torch.Tensor \
        and (serial or data.numel() < TORCH_COPIES_PARALLEL_FROM_ELEMENTS or count >= torch.get_num_threads()) \
        and not (data.requires_grad and torch.is_grad_enabled()) and not torch.compiler.is_compiling()


def _exchanged(data: torch.Tensor, count: int, rows: int, columns: int) -> torch.Tensor:
    """Copy memory laid out as (count, rows, columns) to (count, columns, rows)."""
    size = rows * columns
    return torch.native_channel_shuffle(data.as_strided((count, size, 1, 1), (size, 1, size, size)), rows)
