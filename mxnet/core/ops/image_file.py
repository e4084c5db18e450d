"""Images from files and buffers, and what MXNet leaves to OpenCV: `mx.nd._internal._cv*`."""
from typing import Any

import numpy as np
import torch

from ..errors import MXNetError
from ..op import Array, Device, Double, Floats, op, types
from ..opening import MAX_ENCODED, read_bytes
from .image import resize_by_opencv
from .image_header import decode, opencv

_IGNORE_ORIENTATION = 128


def _pixels(encoded, flag: int, to_rgb: bool) -> Array:
    if flag < 0:
        raise MXNetError(f"value {flag} for Parameter flag should be greater equal to 0")
    head = bytes(encoded[:11])
    # MXNet rotates images by EXIF orientation, unless it reads their size itself: for PNG, and for JPEG with JFIF.
    sized = head[:4] == b"\x89PNG" or (head[:4] == b"\xff\xd8\xff\xe0" and head[6:11] == b"JFIF\0")
    found = decode(encoded, int(flag > 0) | (_IGNORE_ORIENTATION if sized else 0))
    if found.ndim == 2:
        found = found[:, :, None]
    elif to_rgb:
        cv2 = opencv()
        found = cv2.cvtColor(found, cv2.COLOR_BGR2RGB)  # a thirtieth of NumPy's time
    return torch.from_numpy(np.ascontiguousarray(found))


@op("_cvimdecode", types=types.always(torch.uint8), differentiable=False, dynamic=True)
def cv_decode(buf: Array, *, flag: int = 1, to_rgb: bool = True):
    """Decode the bytes of an image file, such as JPEG or PNG.

    Parameters
    ----------
    buf
        The bytes, an array of type uint8.
    flag
        0 decodes to grey, any other number to colour.
    to_rgb
        Order the channels red, green, blue; otherwise blue, green, red, as OpenCV does.

    Returns
    -------
    Array of type uint8 and shape ``(H, W, C)``, with one or three channels.

    Examples
    --------
    >>> file = b"P3 2 1 255 1 2 3 4 5 6 "  # a PPM of two pixels
    >>> mx.nd._internal._cvimdecode(mx.nd.array(list(file), dtype="uint8")).asnumpy().tolist()
    [[[1, 2, 3], [4, 5, 6]]]
    """
    if buf.dtype is not torch.uint8:
        raise MXNetError(f"Input needs to be uint8 buffer, got {str(buf.dtype).removeprefix('torch.')}")
    return _pixels(buf.cpu().contiguous().numpy().reshape(-1), flag, to_rgb).to(buf.device)


@op("_cvimread", types=types.always(torch.uint8), differentiable=False, dynamic=True)
def cv_read(*, filename: str, flag: int = 1, to_rgb: bool = True, device: Device):
    """Read an image file, such as JPEG or PNG.

    Parameters
    ----------
    filename
        Path of the file.
    flag
        0 decodes to grey, any other number to colour.
    to_rgb
        Order the channels red, green, blue; otherwise blue, green, red, as OpenCV does.

    Returns
    -------
    Array of type uint8 and shape ``(H, W, C)``, with one or three channels.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "two.ppm")
    ...     with open(path, "wb") as file:
    ...         _ = file.write(b"P3 2 1 255 1 2 3 4 5 6 ")
    ...     image = mx.nd._internal._cvimread(filename=path)
    >>> image.asnumpy().tolist()
    [[[1, 2, 3], [4, 5, 6]]]
    """
    encoded = read_bytes(filename, MAX_ENCODED, "Imread: couldn't open file")
    return _pixels(encoded, flag, to_rgb).to(device)


@op("_imdecode", differentiable=False, dynamic=True, types=lambda types, p: types.set_out(
    0, types.ins[0] if types.ins else torch.float32), strided=True)
def decode_into(mean: Array | None = None, *, index: int = 0, x0: int = 0, y0: int = 0, x1: int = 0, y1: int = 0,
                c: int = 3, size: int = 0, str_img: Any):
    """Decode an image as the first releases did: channels first, blue first, cut to a rectangle, less a mean.

    Parameters
    ----------
    mean
        Mean image that is subtracted, of the shape of the result.
    index
        Which slice of ``out`` is written to, if that has four axes.
    x0
        Left edge of the rectangle.
    y0
        Upper edge of the rectangle.
    x1
        Right edge of the rectangle.
    y1
        Lower edge of the rectangle; equal to ``y0`` means the whole image.
    c
        Number of channels; 1 is grey.
    size
        Accepted and ignored: the bytes have a length.
    str_img
        The bytes of the image file.

    Returns
    -------
    Array of shape ``(c, y1 - y0, x1 - x0)``, of type float32 or that of ``mean``.

    Examples
    --------
    >>> file = b"P3 2 1 255 1 2 3 4 5 6 "  # a PPM of two pixels
    >>> mx.nd._internal._imdecode(str_img=file).asnumpy().tolist()
    [[[3.0, 6.0]], [[2.0, 5.0]], [[1.0, 4.0]]]
    """
    found = decode(str_img, 0 if c == 1 else -1)
    found = found[:, :, None] if found.ndim == 2 else found
    if c > found.shape[2]:
        raise MXNetError(f"{c} channels are asked for, the image has {found.shape[2]}")
    if y1 == y0:
        x0, y0, x1, y1 = 0, 0, found.shape[1], found.shape[0]
    if not (0 <= x0 < x1 <= found.shape[1] and 0 <= y0 < y1 <= found.shape[0]):
        raise MXNetError(f"the rectangle {(x0, y0, x1, y1)} is not inside an image of "
                         f"{found.shape[1]} x {found.shape[0]}")
    image = torch.from_numpy(np.ascontiguousarray(found[y0:y1, x0:x1, :c])).permute(2, 0, 1)
    if mean is None:
        return image.to(torch.float32, memory_format=torch.contiguous_format)
    if mean.shape != image.shape:
        raise MXNetError(f"mean has shape {list(mean.shape)}, the image {list(image.shape)}")
    return image.to(mean.device, mean.dtype) - mean


@decode_into.into
def decode_into_place(p, old: Array, new: Array) -> Array:
    """Write the image to slice ``index`` of an output with four axes."""
    if old.dim() != 4 or new.shape != old.shape[1:]:
        return new
    placed = old.clone()
    placed[p.index] = new.to(old.dtype)
    return placed


def _check_image(shape) -> None:
    if len(shape) != 3:
        raise MXNetError(f"an image has shape (height, width, channels), got {list(shape)}")


@op("_cvimresize", differentiable=False)
def cv_resize(src: Array, *, w: int, h: int, interp: int = 1):
    """Resize an image with OpenCV.

    Parameters
    ----------
    src
        Image of shape ``(H, W, C)``.
    w
        New width.
    h
        New height.
    interp
        How values between pixels are found: 0 nearest, 1 bilinear, 2 bicubic, 3 mean of the area, 4 Lanczos.

    Returns
    -------
    Array of shape ``(h, w, C)`` with the type of ``src``.

    Examples
    --------
    >>> image = mx.nd.zeros((40, 80, 3), dtype="uint8")
    >>> mx.nd._internal._cvimresize(image, w=10, h=20).shape
    (20, 10, 3)
    """
    _check_image(src.shape)
    _check_size(w, h)
    return resize_by_opencv(src.detach().cpu(), h, w, interp).to(src.device)


def _check_size(w: int, h: int) -> None:
    if min(w, h) < 1:
        raise MXNetError(f"w and h must be at least 1, got {w} and {h}")


@cv_resize.infer_shape
def cv_resize_shape(shape, p) -> None:
    _check_image(shape.src)
    _check_size(p.w, p.h)
    shape.out = (p.h, p.w, shape.src[2])


# ---- borders --------------------------------------------------------------------------------------

def _source(size: int, before: int, after: int, kind: int, device) -> Array:
    """Return which source row or column each one of the padded image repeats, by OpenCV's border types."""
    place = torch.arange(-before, size + after, device=device)
    if kind == 1:  # the edge
        return place.clamp(0, size - 1)
    if kind == 3:  # round and round
        return place.remainder(size)
    period = 2 * size if kind == 2 else max(2 * size - 2, 1)  # mirrored, the edge twice or once
    place = place.remainder(period)
    return torch.minimum(place, (period - 1 if kind == 2 else period) - place)


@op("_cvcopyMakeBorder", differentiable=False)
def cv_border(src: Array, *, top: int, bot: int, left: int, right: int, type: int = 0, value: Double = 0.0,
              values: Floats = ()):
    """Add a border to an image.

    Parameters
    ----------
    src
        Image of shape ``(H, W, C)``.
    top
        Rows that are added above.
    bot
        Rows that are added below.
    left
        Columns that are added to the left.
    right
        Columns that are added to the right.
    type
        What the border contains: 0 a constant, 1 the edge repeated, 2 the image mirrored, 3 the image wrapped around, 4
        the image mirrored without its edge.
    value
        The constant, for all of the first three channels.
    values
        The constant of each channel, up to four; instead of ``value``.

    Returns
    -------
    Array of shape ``(top + H + bot, left + W + right, C)`` with the type of ``src``.

    Examples
    --------
    >>> image = mx.nd.array([[[1], [2]]])
    >>> mx.nd._internal._cvcopyMakeBorder(image, 0, 0, 1, 2, type=1).reshape((-1,)).asnumpy().tolist()
    [1.0, 1.0, 2.0, 2.0, 2.0]
    """
    _check_image(src.shape)
    if min(top, bot, left, right) < 0:
        raise MXNetError(f"margins must not be negative, got {(top, bot, left, right)}")
    if type not in range(5):
        raise MXNetError(f"border type {type} is not one of 0 to 4")
    height, width, channels = src.shape
    if type:
        rows = _source(height, top, bot, type, src.device)
        return src[rows][:, _source(width, left, right, type, src.device)]
    colour = torch.zeros(max(channels, 4), dtype=torch.float64)
    given = torch.tensor(values[:4] or (value,) * 3, dtype=torch.float64)
    colour[:len(given)] = given
    if not src.dtype.is_floating_point:
        info = torch.iinfo(src.dtype)
        colour = colour.round().clamp(info.min, info.max)
    out = colour[:channels].to(src.device, src.dtype).repeat(top + height + bot, left + width + right, 1)
    out[top:top + height, left:left + width] = src
    return out


@cv_border.infer_shape
def cv_border_shape(shape, p) -> None:
    src = shape.src
    _check_image(src)
    grown = [-1 if n == -1 else n + more for n, more in ((src[0], p.top + p.bot), (src[1], p.left + p.right))]
    shape.out = (*grown, src[2])
