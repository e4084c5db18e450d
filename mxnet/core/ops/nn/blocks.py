"""Sliding blocks of images as columns, and back: the building blocks of convolution."""
from math import prod

import torch
from torch.nn import functional

from ...errors import MXNetError
from ...op import Array, Shape, Window, op, types
from .spatial import per_axis

_WORDS = {
    "kernel": "Size of a block, per axis.",
    "stride": "Distance between blocks, per axis; 1 by default.",
    "dilate": "Distance between the pixels of a block, per axis; 1 by default.",
    "pad": "Zeros on both sides of the images, per axis; 0 by default.",
}


def _geometry(sizes, kernel, stride, dilate, pad) -> tuple:
    """Return (stride, dilate, pad, counts of blocks) along each axis."""
    rank = len(kernel)
    if rank not in (1, 2, 3):
        raise MXNetError(f"kernel has {rank} axes, expected 1, 2 or 3")
    if len(sizes) != rank:
        raise MXNetError(f"{len(sizes)} spatial axes, expected {rank} as the kernel has")
    stride, pad = per_axis(stride, rank, 1, "stride"), per_axis(pad, rank, 0, "pad")
    dilate = per_axis(dilate, rank, 1, "dilate")
    counts = [(size + 2 * q - d * (k - 1) - 1) // s + 1
              for size, k, s, d, q in zip(sizes, kernel, stride, dilate, pad)]
    if min(counts) < 1:
        raise MXNetError(f"kernel size exceed input: {kernel} in {tuple(sizes)} padded by {pad}")
    return stride, dilate, pad, counts


def _places(kernel: int, count: int, stride: int, dilate: int, device) -> Array:
    """Number the elements that each kernel position reads along one axis, block by block."""
    inside = torch.arange(kernel, device=device) * dilate
    return (inside.unsqueeze(1) + torch.arange(count, device=device) * stride).flatten()


@op("im2col", words=_WORDS)
def im2col(data: Array, *, kernel: Window, stride: Window = (), dilate: Window = (), pad: Shape = ()):
    """Extract sliding blocks as columns, so that a convolution becomes a matrix product.

    Column ``j`` holds what the kernel covers at position ``j``: all channels, and the kernel's elements of each. Along
    an axis there are ``(size + 2 * pad - dilate * (kernel - 1) - 1) // stride + 1`` places.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size. For a kernel of one axis also
        ``(batch, channels, size, 1)``, the only form that MXNet takes.

    Returns
    -------
    Array of shape ``(batch, channels * prod(kernel), places)``.

    Examples
    --------
    >>> image = mx.nd.arange(9).reshape((1, 1, 3, 3))
    >>> mx.nd.im2col(image, kernel=(2, 2))[0].asnumpy().astype(int).tolist()
    [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]]
    """
    if len(kernel) == 1 and data.dim() == 4:  # as in MXNet, which reads an image as a matrix from its first element
        batch, channels, size = data.shape[:3]
        data = data.flatten(1)[:, :channels * size].reshape(batch, channels, size)
    stride, dilate, pad, counts = _geometry(data.shape[2:], kernel, stride, dilate, pad)
    columns = functional.pad(data, [side for q in reversed(pad) for side in (q, q)])
    rank = len(kernel)
    for axis in range(rank):
        places = _places(kernel[axis], counts[axis], stride[axis], dilate[axis], data.device)
        columns = columns.index_select(2 + axis, places)
    shape = [n for pair in zip(kernel, counts) for n in pair]
    columns = columns.view(*data.shape[:2], *shape)
    order = [0, 1, *range(2, 2 + 2 * rank, 2), *range(3, 3 + 2 * rank, 2)]
    return columns.permute(order).reshape(data.shape[0], data.shape[1] * prod(kernel), prod(counts))


@im2col.infer_shape
def im2col_shape(shape, p) -> None:
    data = shape.data
    if -1 not in data[2:]:
        sizes = data[2:3] if len(p.kernel) == 1 and len(data) == 4 else data[2:]
        *_, counts = _geometry(sizes, p.kernel, p.stride, p.dilate, p.pad)
        shape.out = (data[0], -1 if data[1] == -1 else data[1] * prod(p.kernel), prod(counts))


@op("col2im", accepts=types.FLOATING, words=_WORDS)
def col2im(data: Array, *, output_size: Shape, kernel: Window, stride: Window = (), dilate: Window = (),
           pad: Shape = ()):
    """Sum columns of blocks into images of ``output_size``; the transpose of `im2col`.

    Each element of a column goes to where `im2col` would read it; overlapping blocks are summed.

    Parameters
    ----------
    data
        Columns of shape ``(batch, channels * prod(kernel), places)``.
    output_size
        Size of the images, per axis.

    Returns
    -------
    Array of shape ``(batch, channels, *output_size)``.

    Examples
    --------
    >>> columns = mx.nd.ones((1, 4, 4))
    >>> mx.nd.col2im(columns, output_size=(3, 3), kernel=(2, 2))[0, 0].asnumpy().astype(int).tolist()
    [[1, 2, 1], [2, 4, 2], [1, 2, 1]]
    """
    stride, dilate, pad, counts = _geometry(output_size, kernel, stride, dilate, pad)
    if data.dim() != 3 or data.shape[1] % prod(kernel) or data.shape[2] != prod(counts):
        raise MXNetError(f"data has shape {list(data.shape)}, expected (batch, channel * {prod(kernel)}, "
                         f"{prod(counts)})")
    rank, channels = len(kernel), data.shape[1] // prod(kernel)
    image = data.view(data.shape[0], channels, *kernel, *counts)
    order = [0, 1, *(axis for i in range(rank) for axis in (2 + i, 2 + rank + i))]
    image = image.permute(order).reshape(data.shape[0], channels, *(k * n for k, n in zip(kernel, counts)))
    for axis in range(rank):
        places = _places(kernel[axis], counts[axis], stride[axis], dilate[axis], data.device)
        shape = list(image.shape)
        shape[2 + axis] = output_size[axis] + 2 * pad[axis]
        image = image.new_zeros(shape).index_add(2 + axis, places, image)
    for axis, q in enumerate(pad):
        image = image.narrow(2 + axis, q, output_size[axis])
    return image.contiguous()


@col2im.infer_shape
def col2im_shape(shape, p) -> None:
    size = prod(p.kernel)
    *_, counts = _geometry(p.output_size, p.kernel, p.stride, p.dilate, p.pad)
    data = shape.data
    shape.data = (-1, -1, prod(counts))
    shape.out = (data[0], -1 if data[1] == -1 else data[1] // size, *p.output_size)
