"""The gradient of a convolution with respect to its data, summed over each channel, without the gradient itself.

A network that normalizes its images first, with a gamma that is fixed, needs no more for the shift of its channels. An
element of a filter meets a box of the outputs, all those whose window has data there and not padding; the sum of their
gradients times the element is its share. So one pass over the output gradient is enough.
"""
from collections.abc import Sequence

import torch

from ...op import Array


def summed_gradient(grad: Array, weight: Array, sizes: Sequence[int], stride: Sequence[int], pad: Sequence[int],
                    dilate: Sequence[int], groups: int) -> Array:
    """Return the sum over each channel, for data of these sizes; channels are first in all arrays."""
    axis = 1
    if not grad.is_contiguous():       # where channels are last in memory, sums in another order take ten times as long
        grad, axis = grad.movedim(1, -1), 0
    boxes = grad.sum(0)
    for size, kernel, step, before, apart in zip(sizes, weight.shape[2:], stride, pad, dilate):
        ranges = [_outputs(element * apart - before, size, step, boxes.shape[axis]) for element in range(kernel)]
        sums = {each: boxes.narrow(axis, each[0], each[1]).sum(axis) for each in dict.fromkeys(ranges)}
        boxes = torch.stack([sums[each] for each in ranges], -1)  # an axis of the kernel instead of one of the outputs
    shares = weight * boxes.unsqueeze(1)
    return shares.view(groups, -1, *weight.shape[1:]).sum([1, *range(3, weight.dim() + 1)]).flatten()


def _outputs(place: int, size: int, step: int, outputs: int) -> tuple[int, int]:
    """Return the first of the outputs along an axis that meet data, and their count.

    The first output of all meets this place, which is padding if it is not in the data.
    """
    first = min(outputs, max(0, -(place // step)))
    return first, max(0, min(outputs, (size - 1 - place) // step + 1) - first)
