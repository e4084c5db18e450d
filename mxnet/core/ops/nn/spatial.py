"""What convolution and pooling share: params per axis, and layouts other than channels first."""
import torch

from ...errors import MXNetError
from ...op import Array

DEFAULT_LAYOUT = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
CHANNELS_LAST = {"NWC", "NHWC", "NDHWC"}
Axes = tuple[int, ...]


def per_axis(value: Axes, rank: int, default: int, name: str) -> Axes:
    """Expand a param to one value per axis; an empty one means the default everywhere."""
    if not value:
        return (default,) * rank
    if len(value) != rank:
        raise MXNetError(f"{name} has {len(value)} values, expected {rank} as the kernel has")
    return value


def channels_last(layout: str | None, rank: int) -> bool:
    """Return whether a layout has the channels last; a layout of another rank is refused."""
    if layout is None:
        return False
    if len(layout) != rank + 2:
        raise MXNetError(f"layout {layout} is not for {rank}-D data; expected {DEFAULT_LAYOUT[rank]} "
                         "or its channels-last form")
    return layout in CHANNELS_LAST


def to_first(shape: Axes) -> Axes:
    """Move the channels of a channels-last shape to axis 1."""
    return (shape[0], shape[-1], *shape[1:-1])


def to_last(shape: Axes) -> Axes:
    """Invert `to_first`."""
    return (shape[0], *shape[2:], shape[1])


def first(tensor: Array) -> Array:
    """View a channels-last tensor with its channels at axis 1."""
    return tensor.movedim(-1, 1)


def last(tensor: Array) -> Array:
    """Return a channels-first tensor as a channels-last one."""
    return tensor.movedim(1, -1).contiguous()


def spread(data: Array, tall: int, broad: int) -> Array:
    """Repeat each pixel along the last two axes, with the fastest kernels."""
    if data.requires_grad or data.is_meta:  # the gradient of a stack is the fastest
        if broad > 1:
            data = torch.stack((data,) * broad, -1).flatten(-2)
        return torch.stack((data,) * tall, -2).flatten(-3, -2)
    *outer, height, width = data.shape
    if broad == 2 and data.is_cpu and data.dtype in (torch.float32, torch.float64) and data.numel() \
            and data.__class__ is Array and not torch.compiler.is_compiling():
        # Two equal adjacent numbers are one complex number, which torch makes many at a time.
        rows = torch.view_as_real(torch.complex(data, data)).reshape(-1, 2 * width)
        return (torch.cat((rows,) * tall, 1) if tall > 1 else rows).view(*outer, height * tall, 2 * width)
    out = data.new_empty(*outer, height * tall, width * broad)
    for column in range(broad):
        out[..., ::tall, column::broad] = data
    for row in range(1, tall):
        out[..., row::tall, :] = out[..., ::tall, :]
    return out
