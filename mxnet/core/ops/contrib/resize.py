"""Pooling and interpolation of images to a given size."""
from typing import Literal

import numpy as np
import torch

from ... import order
from ...bounds import check_size
from ...errors import MXNetError
from ...op import Array, Params, Positive, Shape, op
from ...torch_private import upsample_bilinear2d
from ...tuning import RESIZE_CHANNELS_LAST_FROM_ELEMENTS


def _check(data: Array) -> None:
    if data.dim() != 4:
        raise MXNetError(f"data should be 4D in batch-channel-y-x; got {data.dim()} axes")
    if not data.is_floating_point():
        raise MXNetError("This operation only support floating point types, not "
                         f"{str(data.dtype).removeprefix('torch.')}")


# ---- adaptive average pooling ---------------------------------------------------------------------

def _pooled_size(size: tuple) -> tuple[int, int]:
    # More than two numbers mean the same as none, as in MXNet.
    return {1: (*size, *size), 2: size}.get(len(size), (1, 1))


@op("_contrib_AdaptiveAvgPooling2D")
def adaptive_avg_pooling(data: Array, *, output_size: Shape = ()):
    """Average images over a grid of ``output_size`` bins; a single number is both height and width.

    Bin ``i`` of ``n`` goes from ``floor(i * size / n)`` to ``ceil((i + 1) * size / n)``, so bins may share pixels.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    output_size
        Height and width of the grid; one bin by default.

    Returns
    -------
    Array of shape ``(batch, channels, *output_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.contrib.AdaptiveAvgPooling2D(image, output_size=2)[0, 0].asnumpy().tolist()
    [[2.5, 4.5], [10.5, 12.5]]
    """
    _check(data)
    check_size(*data.shape[:2], *_pooled_size(output_size))
    wide = data.float() if data.dtype in (torch.float16, torch.bfloat16) else data
    return torch.nn.functional.adaptive_avg_pool2d(wide, _pooled_size(output_size)).to(data.dtype)


@adaptive_avg_pooling.infer_shape
def adaptive_avg_pooling_shape(shape, p) -> None:
    data = shape.data
    if len(data) != 4:
        raise MXNetError(f"data should be 4D in batch-channel-y-x; got {len(data)} axes")
    shape.out = (*data[:2], *_pooled_size(p.output_size))


# ---- bilinear resizing ----------------------------------------------------------------------------

# mode -> (remainder by 2 that is wanted, what is added to a size that has another)
_PARITY = {"to_even_down": (0, -1), "to_even_up": (0, 1), "to_odd_down": (1, -1), "to_odd_up": (1, 1)}


def _scaled(size: int, scale: float | None, mode: str) -> int:
    if scale is None:
        raise MXNetError(f"mode {mode!r} needs both scale_height and scale_width")
    if size == -1:
        return -1
    scale = np.float32(scale)  # the product too, otherwise sizes such as 70 * 0.1 differ
    if mode == "odd_scale" and size % 2:
        return int(np.float32(size - 1) * scale) + 1
    return int(np.float32(size) * scale)


def _resized(size: tuple[int, int], p, like: tuple[int, int] | None) -> tuple[int, int]:
    """Return height and width of the output; unknown ones are -1."""
    if p.mode == "like":
        return like or (-1, -1)
    if p.mode in _PARITY:
        wanted, step = _PARITY[p.mode]
        return tuple(n if n == -1 or n % 2 == wanted else n + step for n in size)
    # The height's scale alone decides whether sizes or scales apply, as in MXNet.
    if p.mode == "odd_scale" or p.scale_height is not None:
        scales = p.scale_height, p.scale_width
        return tuple(_scaled(n, scale, p.mode) for n, scale in zip(size, scales))
    if min(p.height, p.width) < 1:
        raise MXNetError(f"height and width must be at least 1; got {p.height} and {p.width}")
    return p.height, p.width


@op("_contrib_BilinearResize2D", constant=("like",), omit={"like": lambda p: p.mode != "like"})
def bilinear_resize(data: Array, like: Array | None = None, *, height: Positive = 1, width: Positive = 1,
                    scale_height: float | None = None, scale_width: float | None = None,
                    mode: Literal["size", "odd_scale", "like", "to_even_down", "to_even_up",
                                  "to_odd_down", "to_odd_up"] = "size",
                    align_corners: bool = True):
    """Resize images by bilinear interpolation.

    The size is ``height`` by ``width``, or by ``mode``: scaled, that of another array, or the next even or odd one.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    like
        Array whose last two axes give the size; an input with ``mode='like'`` only.
    height, width
        Size of the result, with ``mode='size'``.
    scale_height, scale_width
        Factors of the size; with ``mode='size'`` they take precedence over ``height`` and ``width``.
    mode
        How the size is found: ``size`` as given; ``odd_scale`` scaled, an odd size staying odd; ``like`` that of
        another array; ``to_even_down`` to ``to_odd_up`` the next even or odd number, down or up.
    align_corners
        Whether the centers of the corner pixels stay in place. If not, the corners of the images do.

    Returns
    -------
    Array of shape ``(batch, channels, height, width)`` with the new size.

    Examples
    --------
    >>> image = mx.nd.array([[0, 4], [8, 12]]).reshape((1, 1, 2, 2))
    >>> mx.nd.contrib.BilinearResize2D(image, height=3, width=3)[0, 0].asnumpy().tolist()
    [[0.0, 2.0, 4.0], [4.0, 6.0, 8.0], [8.0, 10.0, 12.0]]
    """
    _check(data)
    if like is not None and like.dim() != 4:
        raise MXNetError(f"like should be 4D in batch-channel-y-x; got {like.dim()} axes")
    before = data.shape[2:]
    size = height, width
    if mode != "size" or scale_height is not None or min(size) < 1:
        given = Params(height=height, width=width, scale_height=scale_height, scale_width=scale_width,
                       mode=mode)
        size = _resized(tuple(before), given, None if like is None else tuple(like.shape[2:]))
    check_size(*data.shape[:2], *size)
    if data.numel() == 0 or 0 in size:
        return data.new_zeros(*data.shape[:2], *size)
    if before == size:
        return data.clone()
    wide = data.float() if data.dtype in (torch.float16, torch.bfloat16) else data
    # If the output has one row, MXNet reads the first row, torch the middle one: use the first.
    for axis in () if align_corners else (2, 3):
        if size[axis - 2] == 1:
            wide = wide.narrow(axis, 0, 1)
    if not wide.is_cpu or wide.shape[1] < 4 or wide.numel() < RESIZE_CHANNELS_LAST_FROM_ELEMENTS:
        out = upsample_bilinear2d(wide, size, align_corners)
    else:  # the faster kernel for large ones
        out = upsample_bilinear2d(order.channels_last(wide), size, align_corners)
        out = order.contiguous(out)
    return out if wide.dtype is data.dtype else out.to(data.dtype)


@bilinear_resize.infer_shape
def bilinear_resize_shape(shape, p) -> None:
    data = shape.data
    if len(data) != 4:
        raise MXNetError(f"data should be 4D in batch-channel-y-x; got {len(data)} axes")
    like = shape.peek("like") if shape.has("like") else None
    shape.out = (*data[:2], *_resized(data[2:], p, like and like[2:]))
