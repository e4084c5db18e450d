"""Convolutions that read at learned positions: each tap has an offset, and may have a weight."""
from typing import Literal

import torch

from ...errors import MXNetError
from ...op import Array, Long, Params, Positive, Shape, Window, op
from ..nn.conv import WORDS
from ..nn.spatial import per_axis
from .sampling import read, wide

_Layout = Literal["NCDHW", "NCHW", "NCW"]
_WORDS = {**WORDS, "data": "Images of shape ``(batch, channels, height, width)``.",
          "weight": "Filters of shape ``(num_filter, channels / num_group, *kernel)``.",
          "layout": "The order of axes; only ``NCHW``, and that by default."}


def _geometry(p) -> tuple:
    if len(p.kernel) != 2:
        raise MXNetError(f"only 2-D kernels are there, got {len(p.kernel)} axes")
    if p.layout not in (None, "NCHW"):
        raise MXNetError(f"layout NCHW is for 2-D data, got {p.layout}")
    return (per_axis(p.stride, 2, 1, "stride"), per_axis(p.pad, 2, 0, "pad"),
            per_axis(p.dilate, 2, 1, "dilate"))


def _out_size(size: tuple, p) -> tuple:
    stride, pad, dilate = _geometry(p)
    found = []
    for n, k, s, q, d in zip(size, p.kernel, stride, pad, dilate):
        if n != -1 and k > n + 2 * q:
            raise MXNetError(f"kernel size exceed input: {k} and {n} padded to {n + 2 * q}")
        found.append(-1 if n == -1 else (n + 2 * q - d * (k - 1) - 1) // s + 1)
    return tuple(found)


def _check(data, p) -> None:
    if len(data) != 4:
        raise MXNetError(f"Input data should be 4D in batch-num_filter-y-x; got {len(data)} axes")
    if data[1] != -1 and data[1] % p.num_group:
        raise MXNetError(f"input num_filter {data[1]} must divide group size {p.num_group}")
    if data[1] != -1 and data[1] % p.num_deformable_group:
        raise MXNetError(f"input num_filter {data[1]} must divide deformable group size "
                         f"{p.num_deformable_group}")
    if p.num_filter % p.num_group:
        raise MXNetError(f"output num_filter {p.num_filter} must divide group size {p.num_group}")
    if p.num_filter % p.num_deformable_group:
        raise MXNetError(f"output num_filter {p.num_filter} must divide deformable group size "
                         f"{p.num_deformable_group}")
    if min(p.kernel, default=0) < 1:
        raise MXNetError(f"incorrect kernel size: {p.kernel}")


def _taps(count: int, kernel: int, stride: int, pad: int, dilate: int, like: Array) -> Array:
    """Return the regular position of each tap along one axis: (outputs, taps)."""
    outputs = torch.arange(count, device=like.device, dtype=like.dtype) * stride - pad
    return outputs.unsqueeze(1) + torch.arange(kernel, device=like.device, dtype=like.dtype) * dilate


def _convolve(data: Array, offset: Array, mask: Array | None, weight: Array, bias: Array | None,
              p) -> Array:
    _check(data.shape, p)
    batch, channels, height, width = data.shape
    stride, pad, dilate = _geometry(p)
    tall, broad = _out_size((height, width), p)
    (kernel_y, kernel_x), groups, parts = p.kernel, p.num_group, p.num_deformable_group
    taps = kernel_y * kernel_x
    for name, array, each in (("offset", offset, 2), ("mask", mask, 1)):
        if array is not None and array.shape != (batch, each * parts * taps, tall, broad):
            raise MXNetError(f"{name} has shape {list(array.shape)}, expected "
                             f"{[batch, each * parts * taps, tall, broad]}")
    expected = (p.num_filter, channels // groups, *p.kernel)
    if weight.shape != expected:
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {list(expected)}")
    source, shift = wide(data), wide(offset)
    # all of (image, output y, output x, tap, deformable group)
    shift = shift.view(batch, parts, taps, 2, tall, broad).permute(3, 0, 4, 5, 2, 1)
    y = _taps(tall, kernel_y, stride[0], pad[0], dilate[0], shift).view(1, tall, 1, kernel_y, 1, 1)
    x = _taps(broad, kernel_x, stride[1], pad[1], dilate[1], shift).view(1, 1, broad, 1, kernel_x, 1)
    y, x = ((line.expand(1, tall, broad, kernel_y, kernel_x, 1).reshape(1, tall, broad, taps, 1) + part
             ).unsqueeze(-1) for line, part in ((y, shift[0]), (x, shift[1])))
    if mask is None:
        inside = (y >= 0) & (x >= 0) & (y < height) & (x < width)
        strength, edge = inside.to(source.dtype), "clamp"
    else:
        inside = (y > -1) & (x > -1) & (y < height) & (x < width)
        factor = wide(mask).view(batch, parts, taps, tall, broad).permute(0, 3, 4, 2, 1).unsqueeze(-1)
        strength, edge = torch.where(inside, factor, 0), "fade"
    images = source.unflatten(1, (parts, -1)).permute(0, 1, 3, 4, 2).flatten(0, 1)
    plane = (torch.arange(batch, device=data.device).view(-1, 1) * parts
             + torch.arange(parts, device=data.device)).view(batch, 1, 1, 1, parts, 1)
    columns = read(images, plane, y, x, strength, edge).reshape(-1, taps, groups, channels // groups)
    filters = wide(weight).reshape(groups, -1, channels // groups, taps).permute(0, 3, 2, 1)
    out = torch.bmm(columns.permute(2, 0, 1, 3).flatten(2), filters.flatten(1, 2))
    out = out.view(groups, batch, tall, broad, -1).permute(1, 0, 4, 2, 3).flatten(1, 2)
    if bias is not None:
        out = out + wide(bias).view(1, -1, 1, 1)
    return out.to(data.dtype).contiguous()


def _infer(shape, p) -> None:
    data = shape.data
    _check(data, p)
    size, taps = _out_size(data[2:], p), p.kernel[0] * p.kernel[1]
    shape.offset = (data[0], 2 * p.num_deformable_group * taps, *size)
    if shape.has("mask"):
        shape.mask = (data[0], p.num_deformable_group * taps, *size)
    shape.weight = (p.num_filter, -1 if data[1] == -1 else data[1] // p.num_group, *p.kernel)
    if shape.has("bias"):
        shape.bias = (p.num_filter,)
    shape.out = (data[0], p.num_filter, *size)
    out, (stride, pad, dilate) = shape.out, _geometry(p)
    back = [-1 if n == -1 or s != 1 else n + d * (k - 1) - 2 * q
            for n, k, s, q, d in zip(out[2:], p.kernel, stride, pad, dilate)]
    shape.data = (out[0], -1, *back)


@op("_contrib_DeformableConvolution", held=True, omit={"bias": "no_bias"}, words=_WORDS)
def deformable_convolution(data: Array, offset: Array, weight: Array, bias: Array | None = None, *,
                           kernel: Window, stride: Window = (), dilate: Window = (), pad: Shape = (),
                           num_filter: Positive, num_group: Positive = 1, num_deformable_group: Positive = 1,
                           workspace: Long = 1024, no_bias: bool = False, layout: _Layout | None = None):
    """Convolve with taps that ``offset`` moves: (y, x) for each tap, position and deformable group.

    A tap is an element of the kernel. It reads where a convolution would, moved by its offset, and interpolates between
    pixels; outside the image it reads zero.

    Parameters
    ----------
    offset
        Shifts of shape ``(batch, 2 * num_deformable_group * prod(kernel), *sizes)``, sizes being those of the output.
    num_deformable_group
        Number of groups that the channels are divided into; each has its own offsets.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> image = mx.nd.arange(9).reshape((1, 1, 3, 3))
    >>> right = mx.nd.concat(mx.nd.zeros((1, 1, 3, 3)), mx.nd.ones((1, 1, 3, 3)), dim=1)  # y by 0, x by 1
    >>> out = mx.nd.contrib.DeformableConvolution(image, right, mx.nd.ones((1, 1, 1, 1)), kernel=(1, 1), num_filter=1,
    ...                                           no_bias=True)
    >>> out[0, 0].asnumpy().tolist()
    [[1.0, 2.0, 0.0], [4.0, 5.0, 0.0], [7.0, 8.0, 0.0]]
    """
    return _convolve(data, offset, None, weight, bias, Params(
        kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group,
        num_deformable_group=num_deformable_group, layout=layout))


@op("_contrib_ModulatedDeformableConvolution", omit={"bias": "no_bias"}, words=_WORDS)
def modulated_deformable_convolution(data: Array, offset: Array, mask: Array, weight: Array,
                                     bias: Array | None = None, *, kernel: Window, stride: Window = (),
                                     dilate: Window = (), pad: Shape = (), num_filter: Positive,
                                     num_group: Positive = 1, num_deformable_group: Positive = 1,
                                     workspace: Long = 1024, no_bias: bool = False, im2col_step: Positive = 64,
                                     layout: _Layout | None = None):
    """Convolve with taps that ``offset`` moves and ``mask`` scales, with zeros around the image.

    It is `DeformableConvolution` with a factor for each tap; at the borders images fade to zero over one pixel.

    Parameters
    ----------
    offset
        Shifts of shape ``(batch, 2 * num_deformable_group * prod(kernel), *sizes)``, sizes being those of the output.
    mask
        Factors of shape ``(batch, num_deformable_group * prod(kernel), *sizes)``.
    num_deformable_group
        Number of groups that the channels are divided into; each has its own offsets.
    im2col_step
        Accepted and ignored: how many images MXNet's kernel takes at a time.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, sizes as in `Convolution`.

    Examples
    --------
    >>> image, still = mx.nd.arange(4).reshape((1, 1, 2, 2)), mx.nd.zeros((1, 2, 2, 2))
    >>> half = mx.nd.ones((1, 1, 2, 2)) / 2
    >>> out = mx.nd.contrib.ModulatedDeformableConvolution(image, still, half, mx.nd.ones((1, 1, 1, 1)), kernel=(1, 1),
    ...                                                    num_filter=1, no_bias=True)
    >>> out[0, 0].asnumpy().tolist()
    [[0.0, 0.5], [1.0, 1.5]]
    """
    return _convolve(data, offset, mask, weight, bias, Params(
        kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group,
        num_deformable_group=num_deformable_group, layout=layout))


deformable_convolution.infer_shape(_infer)
modulated_deformable_convolution.infer_shape(_infer)
