"""The gradient of a strided convolution with respect to data of few channels, as one convolution without a stride.

Rows of the data whose indices have the same remainder modulo the stride, a phase, meet the same filter rows. So a
convolution with one output channel per channel and phase gives the whole gradient, interleaved; kernels are far better
at that than at the gradient itself, which for three channels has hardly any parallelism.
"""
from functools import lru_cache
from typing import NamedTuple

import torch
from torch.nn import functional

from ...op import Array
from ...tuning import PHASES_FROM_ELEMENTS, PHASES_UP_TO_CHANNELS


class _Axis(NamedTuple):
    """How phases of one axis meet the filters."""

    count: int                          # positions in a phase
    pad: int                            # what the convolution adds on both sides
    skip: int                           # positions of its result before the first one of a phase
    span: int                           # size of its filters
    meets: tuple[tuple[int, int], ...]  # for each phase the first row of the filters, and the place of the last in ours


def phase_gradient(grad: Array, weight: Array, sizes: tuple[int, ...], stride: tuple[int, ...],
                   pad: tuple[int, ...]) -> Array | None:
    """Return the gradient with respect to data of these sizes, or None if this does not apply or pay off."""
    if weight.shape[1] > PHASES_UP_TO_CHANNELS or grad.numel() < PHASES_FROM_ELEMENTS or len(sizes) != 2:
        return None
    step = stride[0]
    if stride[1] != step or step == 1 or min(weight.shape[2:]) <= 2 * step or grad.dtype is not torch.float32:
        return None
    axes = [_axis(*numbers, step) for numbers in zip(sizes, weight.shape[2:], pad, grad.shape[2:])]
    if None in axes:
        return None
    rows, columns = axes
    made = functional.conv2d(grad, _filters(weight, rows, columns, step), padding=(rows.pad, columns.pad))
    made = made[:, :, rows.skip:rows.skip + rows.count, columns.skip:columns.skip + columns.count]
    whole = functional.pixel_shuffle(made, step)
    return whole if whole.shape[2:] == sizes else whole[:, :, :sizes[0], :sizes[1]].contiguous()


@lru_cache(maxsize=256)
def _axis(size: int, kernel: int, pad: int, outputs: int, step: int) -> _Axis | None:
    """Row ``y`` of the data meets row ``k`` of a filter in output ``o`` where ``y + pad = step * o + k``."""
    count = -(-size // step)
    first = [(phase + pad) % step for phase in range(step)]
    latest = [(phase + pad) // step for phase in range(step)]    # output that meets the first row, less the place
    earliest = [late - (kernel - 1 - row) // step for late, row in zip(latest, first)]
    low, high = min(earliest), max(latest)
    before, after = -low, count - 1 + high - (outputs - 1)
    if before < 0 or after < 0:
        return None
    most = max(before, after)
    return _Axis(count, most, most - before, high - low + 1,
                 tuple((row, late - low) for row, late in zip(first, latest)))


def _filters(weight: Array, rows: _Axis, columns: _Axis, step: int) -> Array:
    """Return the filters of all channels and phases: flipped, as outputs come earlier for later rows."""
    filters, channels = weight.shape[:2]
    made = weight.new_zeros(channels, step, step, filters, rows.span, columns.span)
    for row, (top, bottom) in enumerate(rows.meets):
        for column, (left, right) in enumerate(columns.meets):
            part = weight[:, :, top::step, left::step].flip(2, 3).transpose(0, 1)
            height, width = part.shape[2:]
            made[:, row, column, :, bottom + 1 - height:bottom + 1, right + 1 - width:right + 1] = part
    return made.view(channels * step * step, filters, rows.span, columns.span)
