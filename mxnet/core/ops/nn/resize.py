"""Changing the size of images inside a network: upsampling and cropping."""
from typing import Annotated, Literal

import torch

from ...bounds import check_size
from ...errors import MXNetError
from ...op import Array, Long, Positive, Range, Shape, op, types
from .spatial import spread

# ---- upsampling -----------------------------------------------------------------------------------


def _kernel(scale: int) -> tuple[int, int]:
    """Return kernel size and padding of the deconvolution that upsamples."""
    return 2 * scale - scale % 2, scale // 2


@op("UpSampling", accepts=types.FLOATING,
    input_names=lambda p: ["data", "weight"] if p.sample_type == "bilinear" else None, starts={1: '["bilinear", {}]'})
def upsampling(*data: Annotated[Array, Range(1)], scale: Positive, num_filter: int = 0,
               sample_type: Literal["bilinear", "nearest"], multi_input_mode: Literal["concat", "sum"] = "concat",
               workspace: Long = 512):
    """Upsample images: repeat pixels, or deconvolve each channel with a weight (a second input).

    Several ``nearest`` inputs are brought to the size of the first one, times ``scale``, and concatenated or summed.

    Parameters
    ----------
    *data
        Images of shape ``(batch, channels, height, width)``: any number with ``nearest``. With ``bilinear`` one,
        and the weight, of shape ``(channels, 1, k, k)`` with ``k = 2 * scale - scale % 2``, which
        `mx.init.Bilinear` fills.
    scale
        How many times as high and as wide the result is.
    num_filter
        Accepted and ignored: the number of channels with ``bilinear``, which the data has too.
    sample_type
        ``nearest`` repeats each pixel; ``bilinear`` interpolates by a deconvolution that may be trained.
    multi_input_mode
        How several inputs are combined: their channels are concatenated, or they are summed.

    Returns
    -------
    Array of shape ``(batch, channels, scale * height, scale * width)``.

    Examples
    --------
    >>> image = mx.nd.array([[1, 2], [3, 4]]).reshape((1, 1, 2, 2))
    >>> mx.nd.UpSampling(image, scale=2, sample_type="nearest")[0, 0].asnumpy().astype(int).tolist()
    [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]
    """
    if sample_type == "bilinear":
        if len(data) != 2:
            raise MXNetError(f"bilinear takes data and weight, got {len(data)} inputs")
        image, weight = data
        size, pad = _kernel(scale)
        expected = (image.shape[1], 1, size, size)
        if weight.shape != expected:
            raise MXNetError(f"weight has shape {list(weight.shape)}, expected {list(expected)}")
        return torch.conv_transpose2d(image, weight, None, scale, pad, 0, image.shape[1])
    height = data[0].shape[2] * scale
    check_size(*data[0].shape[:2], height, data[0].shape[3] * scale)
    if any(height % image.shape[2] for image in data):
        raise MXNetError(f"input heights {[i.shape[2] for i in data]} do not divide the output's, {height}")
    large = [spread(image, times, times) for image in data for times in (height // image.shape[2],)]
    if len(large) == 1:
        return large[0]
    return torch.cat(large, 1) if multi_input_mode == "concat" else sum(large[1:], large[0])


@upsampling.infer_shape
def upsampling_shape(shape, p) -> None:
    first = shape.ins[0]
    if first is None:
        return
    if len(first) != 4:
        raise MXNetError(f"UpSampling: Input data should be 4D in (batch, channel, y, x); got {len(first)}")
    height, width = (-1 if size == -1 else size * p.scale for size in first[2:])
    channels = first[1]
    if p.sample_type == "bilinear":
        size, _ = _kernel(p.scale)
        shape.set_in(1, (channels, 1, size, size))
    elif p.multi_input_mode == "concat" or len(shape.ins) == 1:
        counts = [None if cell is None else cell[1] for cell in shape.ins]
        channels = -1 if None in counts or -1 in counts else sum(counts)
    shape.set_out(0, (first[0], channels, height, width))


# ---- cropping -------------------------------------------------------------------------------------

@op("Crop", held=True, constant=("arg1",), default_type=torch.float32)
def crop(*data: Annotated[Array, Range(1, 3)], offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False):
    """Cut a window out of images: of the size ``h_w``, or of the second input's size.

    Parameters
    ----------
    *data
        Images of shape ``(batch, channels, height, width)``, and, if the window is to be as large as another image,
        that image.
    offset
        Row and column where the window begins.
    h_w
        Height and width of the window; ignored with a second input.
    center_crop
        Cut out the center, whatever the offset is.

    Returns
    -------
    Array of shape ``(batch, channels, *h_w)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.Crop(image, offset=(1, 0), h_w=(2, 2))[0, 0].asnumpy().astype(int).tolist()
    [[4, 5], [8, 9]]
    >>> mx.nd.Crop(image, mx.nd.zeros((1, 1, 2, 2)), center_crop=True)[0, 0].asnumpy().astype(int).tolist()
    [[5, 6], [9, 10]]
    """
    image = data[0]
    height, width = data[1].shape[2:] if len(data) > 1 else h_w
    room = image.shape[2] - height, image.shape[3] - width
    if min(height, width) < 1 or min(room) < 0:
        raise MXNetError(f"a window of {(height, width)} does not fit an image of {tuple(image.shape[2:])}")
    top, left = (room[0] // 2, room[1] // 2) if center_crop else offset
    if not (0 <= top <= room[0] and 0 <= left <= room[1]):
        raise MXNetError(f"offset {(top, left)} should be less than the residual space {room}")
    return image[:, :, top:top + height, left:left + width].clone(
        memory_format=torch.contiguous_format)


@crop.infer_shape
def crop_shape(shape, p) -> None:
    image = shape.ins[0]
    if image is None:
        return
    if len(image) != 4:
        raise MXNetError(f"Input data should be 4D in batch-num_filter-y-x; got {len(image)} axes")
    size = p.h_w if len(shape.ins) == 1 else (shape.ins[1] or (-1,) * 4)[2:]
    shape.set_out(0, (*image[:2], *size))
