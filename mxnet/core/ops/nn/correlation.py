"""Correlation of the patches of two images."""
from typing import Annotated

import torch
from torch.nn import functional

from ...errors import MXNetError
from ...op import Array, Params, Positive, Range, op, types


def _geometry(height: int, width: int, p) -> tuple:
    """Return (output height, output width, displacements each way)."""
    border = p.max_displacement + (p.kernel_size - 1) // 2
    if p.kernel_size % 2 == 0:
        raise MXNetError(f"kernel size should be odd number, got {p.kernel_size}")
    rows, columns = (-(-(size + 2 * p.pad_size - 2 * border) // p.stride1) for size in (height, width))
    if min(rows, columns) < 1:
        raise MXNetError("Correlation cannot be done with current settings.Neighborhood and kernel don't "
                         "fit in blob")
    return rows, columns, p.max_displacement // p.stride2


@op("Correlation", accepts=types.FLOATING, outputs=3, output_names=["output", "tmp1", "tmp2"], visible=1)
def correlation(data1: Array, data2: Array, *, kernel_size: Positive = 1,
                max_displacement: Annotated[int, Range(0)] = 1, stride1: Positive = 1, stride2: Positive = 1,
                pad_size: Annotated[int, Range(0)] = 0, is_multiply: bool = True):
    """Compare each patch of one image with the patches around its position in another.

    A channel of the output belongs to one displacement. It holds the products of the two patches, or their absolute
    differences, averaged over the patch and its channels. Optical flow networks use this to match images.

    Parameters
    ----------
    data1, data2
        Images of shape ``(batch, channels, height, width)``, both of one shape.
    kernel_size
        Size of a patch; an odd number.
    max_displacement
        How far away patches of the second image may be, in pixels.
    stride1
        Distance between the patches of the first image.
    stride2
        Distance between the displacements that are tried.
    pad_size
        Zeros around both images.
    is_multiply
        Whether patches are multiplied. If not, their absolute difference is taken.

    Returns
    -------
    Array of shape ``(batch, d * d, rows, columns)`` with ``d = 2 * (max_displacement // stride2) + 1``. There are
    ``(height + 2 * pad_size - 2 * (max_displacement + kernel_size // 2)) / stride1`` rows, rounded up.

    Examples
    --------
    >>> one, two = mx.nd.ones((1, 2, 5, 5)), mx.nd.ones((1, 2, 5, 5)) * 3
    >>> out = mx.nd.Correlation(one, two, kernel_size=1, max_displacement=1, pad_size=1)
    >>> out.shape, out[0, 4, 2, 2].asscalar().item()
    ((1, 9, 5, 5), 3.0)
    """
    if data1.dim() != 4 or data1.shape != data2.shape:
        raise MXNetError(f"data should be two 4D arrays of one shape; got {list(data1.shape)} and "
                         f"{list(data2.shape)}")
    p = Params(kernel_size=kernel_size, max_displacement=max_displacement, stride1=stride1,
               stride2=stride2, pad_size=pad_size)
    rows, columns, radius = _geometry(*data1.shape[2:], p)
    one, two = (functional.pad(data, [pad_size] * 4) for data in (data1, data2))
    tall, broad = ((count - 1) * stride1 + kernel_size for count in (rows, columns))
    here = one[:, :, max_displacement:max_displacement + tall, max_displacement:max_displacement + broad]
    channels = []
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            top, left = max_displacement + y * stride2, max_displacement + x * stride2
            there = two[:, :, top:top + tall, left:left + broad]
            channels.append((here * there if is_multiply else _distance(here, there)).sum(1))
    sums = functional.avg_pool2d(torch.stack(channels, 1), kernel_size, stride1, 0, False, True, 1)
    out = sums / (kernel_size * kernel_size * data1.shape[1])
    return out, data1.new_empty(0), data1.new_empty(0)


def _distance(one: Array, two: Array) -> Array:
    """Return the absolute difference; the gradient is 1 at zero, as in MXNet."""
    gap = one - two
    return torch.where(gap >= 0, gap, -gap)


@correlation.infer_shape
def correlation_shape(shape, p) -> None:
    data = shape.data1
    shape.data2 = data
    if len(data) != 4:
        raise MXNetError(f"data should be a 4D tensor; got {len(data)} axes")
    if -1 in data[2:]:
        return
    rows, columns, radius = _geometry(*data[2:], p)
    shape.output = (data[0], (2 * radius + 1) ** 2, rows, columns)
    shape.tmp1 = shape.tmp2 = (data[0], data[2] + 2 * p.pad_size, data[3] + 2 * p.pad_size, data[1])
