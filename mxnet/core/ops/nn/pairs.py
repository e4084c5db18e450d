"""The gradient of filters over images of one channel, two columns at a time, on the host.

A single channel gives kernels little to do between two loads, and few filters leave lanes of the processor's vectors
idle. Neighbouring columns are taken for two channels, and the output gradient's for twice as many filters, which both
are in memory anyway, as channels are last. Filters get one more column, whose gradient is dropped: a fifth more
products for 5 x 5.
"""
from __future__ import annotations

from functools import cache, lru_cache

import torch

from ...op import Array
from ...tuning import PAIRS_FROM_ELEMENTS, PAIRS_SHARED_FROM_ELEMENTS

_backward = torch.ops.aten.convolution_backward.default
_ONES, _NONE = (1, 1), (0, 0)


@cache
def _has_wide_vectors() -> bool:
    return torch.backends.mkldnn.is_available() and torch.backends.cpu.get_cpu_capability() == "AVX512"


def applies(grad_shape: tuple[int, ...], data: Array, weight_shape: tuple[int, ...], stride: tuple, pad: tuple,
            dilate: tuple, groups: int) -> bool:
    """Return whether there is a gradient by pairs of columns, and it is faster."""
    return data.dim() == 4 and data.shape[1] == 1 and data.dtype is torch.float32 and groups == 1 \
        and stride == dilate == _ONES and _pays(tuple(grad_shape), weight_shape[3], pad[1], torch.get_num_threads())


@lru_cache(maxsize=1024)
def _pays(shape: tuple[int, ...], kernel: int, pad: int, threads: int) -> bool:
    count, filters, height, width = shape
    least = PAIRS_SHARED_FROM_ELEMENTS * threads if threads > 1 else PAIRS_FROM_ELEMENTS
    return _has_wide_vectors() and count > 1 and kernel % 2 == 1 and width % 2 == pad % 2 == 0 \
        and count * filters * height * width >= least


def filter_gradient(grad: Array, data: Array, weight: Array, pad: tuple[int, int]) -> Array:
    """Return the gradient of filters; the output's has its channels last in memory."""
    filters, _, tall, wide = weight.shape
    twice, (rows, columns) = 2 * filters, pad
    paired = grad.permute(0, 2, 3, 1).view(len(grad), grad.shape[2], -1, twice)
    like = weight.new_empty(1).expand(twice, 2, tall, (wide + 1) // 2)  # of which only the shape is read
    made = _backward(paired.permute(0, 3, 1, 2), _paired(data), like, None, _ONES, (rows, columns // 2), _ONES, False,
                     _NONE, 1, [False, True, False])[1]
    even, odd = made.permute(0, 2, 3, 1).reshape(2, filters, 1, tall, wide + 1)
    return even[..., :-1] + odd[..., 1:]


def _paired(data: Array) -> Array:
    """View images as if they had half as many columns and two channels."""
    count, _, height, width = data.shape
    return data.contiguous().view(count, height, width // 2, 2).permute(0, 3, 1, 2)
