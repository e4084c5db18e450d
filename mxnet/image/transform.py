"""Images as NDArrays (height, width, channels): reading, resizing, cropping, turning.

Called by the augmenters and iterators of this package, and by programs as `mx.image.*`.
"""
import os
import random
import warnings
from collections.abc import Sequence
from numbers import Number
from typing import Any

import numpy as np
import torch

from ..core import picture
from ..core.device import cpu
from ..core.errors import MXNetError
from ..fileformat.location import local_path
from ..ndarray import BilinearSampler, NDArray, array
from ..ndarray.invoke import wrap

__all__ = ["center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imdecode",
           "imread", "imresize", "imrotate", "random_crop", "random_rotate", "random_size_crop",
           "resize_short", "scale_down"]

_IGNORE_ORIENTATION = 128
Rectangle = tuple[int, int, int, int]


# ---- between bytes and arrays ------------------------------------------------------------------

def pixels(src: NDArray) -> np.ndarray:
    """Return an image's values as OpenCV takes them, without a copy where they lie on the CPU."""
    if not isinstance(src, NDArray):
        raise TypeError(f"an image must be an NDArray, got {type(src).__name__}")
    if src.ndim != 3:
        raise MXNetError("an image must have shape (height, width, channels), "
                         f"got {tuple(src.shape)}")
    return src._data.detach().cpu().contiguous().numpy()


def image(values: np.ndarray, like: NDArray | None = None, out: NDArray | None = None) -> NDArray:
    """Return values from OpenCV, which drops a single channel, as an image; or put them in `out`."""
    if values.ndim == 2:
        values = values[:, :, None]
    found = torch.from_numpy(np.ascontiguousarray(values))
    if out is None:
        ctx = cpu() if like is None else like.context
        return wrap(found if like is None else found.to(like._data.device), ctx)
    if tuple(out.shape) != tuple(values.shape):
        raise MXNetError(f"out has shape {tuple(out.shape)}, the image {tuple(values.shape)}")
    out[:] = wrap(found, cpu()).astype(out.dtype)
    return out


def _is_plain(data: np.ndarray) -> bool:
    """Tell the images whose EXIF orientation MXNet leaves alone: PNG, and JPEG begun by JFIF."""
    head = data[:11].tobytes()
    return head[:4] == b"\x89PNG" or (head[:4] == b"\xff\xd8\xff\xe0" and head[6:11] == b"JFIF\0")


def _decoded(data: np.ndarray, flag: int, to_rgb: bool, out: NDArray | None) -> NDArray:
    if flag < 0:
        raise MXNetError(f"value {flag} for Parameter flag should be greater equal to 0")
    mode = (1 if flag else 0) | (_IGNORE_ORIENTATION if _is_plain(data) else 0)
    found = picture.decode(data, mode)
    if flag and to_rgb:
        cv2 = picture.opencv()
        found = cv2.cvtColor(found, cv2.COLOR_BGR2RGB)
    return image(found, out=out)


def imread(filename: str | os.PathLike, flag: int = 1, to_rgb: bool = True,
           out: NDArray | None = None) -> NDArray:
    """Read an image file into a uint8 array (height, width, channels).

    Parameters
    ----------
    flag : 1 for three channels, 0 for one of greys.
    to_rgb : red first; False for OpenCV's order, blue first.
    """
    path = local_path(filename)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise MXNetError(f"Imread: '{path}' couldn't open file: {error.strerror}") from error
    try:
        return _decoded(np.frombuffer(data, np.uint8), flag, to_rgb, out)
    except MXNetError as error:
        raise MXNetError(f"{path}: {error}") from error


def imdecode(buf: Any, flag: int = 1, to_rgb: bool = True, out: NDArray | None = None) -> NDArray:
    """Decode the bytes of an image file into a uint8 array (height, width, channels).

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray of uint8
    flag : 1 for three channels, 0 for one of greys.
    to_rgb : red first; False for OpenCV's order, blue first.
    """
    if isinstance(buf, NDArray):
        buf = buf.asnumpy()
        if buf.dtype != np.uint8:
            raise MXNetError(f"Input needs to be uint8 buffer, got {buf.dtype}")
    elif not isinstance(buf, (bytes, bytearray, memoryview, np.ndarray)):
        raise ValueError("buf must be of type bytes, bytearray or numpy.ndarray,"
                         "if you would like to input type str, please convert to bytes")
    return _decoded(np.frombuffer(buf, np.uint8), flag, to_rgb, out)


# ---- sizes ---------------------------------------------------------------------------------------

def _get_interp_method(interp: int, sizes: tuple = ()) -> int:
    """Settle on one of OpenCV's methods 0 to 4: 9 chooses by the sizes, 10 at random.

    Parameters
    ----------
    sizes : old height, old width, new height, new width.
    """
    if interp == 9:
        if not sizes:
            return 2
        if len(sizes) != 4:
            raise ValueError("sizes are (old_height, old_width, new_height, new_width), "
                             f"got {sizes}")
        old_height, old_width, new_height, new_width = sizes
        if new_height > old_height and new_width > old_width:
            return 2
        return 3 if new_height < old_height and new_width < old_width else 1
    if interp == 10:
        return random.randint(0, 4)
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError(f"Unknown interp method {interp}")
    return interp


def imresize(src: NDArray, w: int, h: int, interp: int = 1, out: NDArray | None = None) -> NDArray:
    """Resize an image to width `w` and height `h`.

    Parameters
    ----------
    interp : 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos.
    """
    for name, value in (("w", w), ("h", h)):
        if value < 1:
            raise MXNetError(f"value {value} for Parameter {name} should be greater equal to 1")
    cv2 = picture.opencv()
    values = pixels(src)
    try:
        found = cv2.resize(values, (int(w), int(h)), interpolation=int(interp))
    except cv2.error as error:
        raise MXNetError(f"imresize: OpenCV cannot resize {tuple(src.shape)} of "
                         f"{values.dtype} to {h} x {w} by method {interp}: {error.err}") from error
    return image(found.reshape(h, w, src.shape[2]), src, out)


def scale_down(src_size: Sequence, size: Sequence) -> tuple[int, int]:
    """Shrink a crop of (width, height), its aspect kept, until it fits into an image.

    >>> mx.image.scale_down((640, 480), (720, 120))
    (640, 106)
    """
    (width, height), (limit_width, limit_height) = size, src_size
    if height > limit_height:
        width, height = float(width * limit_height) / height, limit_height
    if width > limit_width:
        width, height = limit_width, float(height * limit_width) / width
    return int(width), int(height)


def resize_short(src: NDArray, size: int, interp: int = 2) -> NDArray:
    """Resize an image so that its shorter edge is `size` long.

    Parameters
    ----------
    interp : as in `imresize`; 9 bicubic to enlarge, by area to shrink; 10 any at random.
    """
    height, width, _ = src.shape
    if height > width:
        new_height, new_width = size * height // width, size
    else:
        new_height, new_width = size, size * width // height
    method = _get_interp_method(interp, (height, width, new_height, new_width))
    return imresize(src, new_width, new_height, interp=method)


def copyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, type: int = 0,
                   value: float = 0.0, values: Sequence = (), out: NDArray | None = None) -> NDArray:
    """Add a border around an image.

    Parameters
    ----------
    type : 0 a constant, 1 the edge pixel, 2 mirrored, 3 wrapped round, 4 mirrored at the edge pixel.
    value : the constant of the first three channels.
    values : the constants of up to four channels, in place of `value`.
    """
    cv2 = picture.opencv()
    given = list(values) if len(values) else [value] * 3
    if len(given) > 4:
        raise MXNetError(f"copyMakeBorder: values are for up to 4 channels, got {len(given)}")
    try:
        found = cv2.copyMakeBorder(pixels(src), int(top), int(bot), int(left), int(right), int(type),
                                   value=[float(v) for v in given] + [0.0] * (4 - len(given)))
    except cv2.error as error:
        raise MXNetError(f"copyMakeBorder: OpenCV cannot pad {tuple(src.shape)} by {top}, {bot}, "
                         f"{left}, {right} with type {type}: {error.err}") from error
    return image(found, src, out)


# ---- crops ---------------------------------------------------------------------------------------

def fixed_crop(src: NDArray, x0: int, y0: int, w: int, h: int, size: Sequence | None = None,
               interp: int = 2) -> NDArray:
    """Cut out the rectangle at (x0, y0) and resize it to `size`, (width, height), if given."""
    out = src[y0:y0 + h, x0:x0 + w]
    if size is not None and (w, h) != tuple(size):
        method = _get_interp_method(interp, (h, w, size[1], size[0]))
        out = imresize(out, *size, interp=method)
    return out


def random_crop(src: NDArray, size: Sequence, interp: int = 2) -> tuple[NDArray, Rectangle]:
    """Cut a rectangle of `size`, (width, height), out of a random place.

    A crop larger than the image is scaled down to fit, cut, and resized to `size`.

    Returns
    -------
    the crop, and its place in the image as (x, y, width, height).
    """
    height, width, _ = src.shape
    new_width, new_height = scale_down((width, height), size)
    x0 = random.randint(0, width - new_width)
    y0 = random.randint(0, height - new_height)
    where = (x0, y0, new_width, new_height)
    return fixed_crop(src, *where, size, interp), where


def center_crop(src: NDArray, size: Sequence, interp: int = 2) -> tuple[NDArray, Rectangle]:
    """Cut a rectangle of `size`, (width, height), out of the middle; see `random_crop`."""
    height, width, _ = src.shape
    new_width, new_height = scale_down((width, height), size)
    where = ((width - new_width) // 2, (height - new_height) // 2, new_width, new_height)
    return fixed_crop(src, *where, size, interp), where


def _area_range(area: Any, deprecated: dict, caller: str) -> Any:
    if "min_area" in deprecated:
        warnings.warn("`min_area` is deprecated. Please use `area` instead.", DeprecationWarning,
                      stacklevel=3)
        area = deprecated.pop("min_area")
    if deprecated:
        raise TypeError(f"unexpected keyword arguments for `{caller}`: {', '.join(deprecated)}")
    return area


def random_size_crop(src: NDArray, size: Sequence, area: Any, ratio: Sequence, interp: int = 2,
                     **kwargs: Any) -> tuple[NDArray, Rectangle]:
    """Cut a rectangle of random area and aspect out of a random place and resize it to `size`.

    After ten tries that did not fit it is `center_crop`.

    Parameters
    ----------
    area : smallest and largest share of the image's area; one number is the smallest.
    ratio : smallest and largest width / height.
    """
    area = _area_range(area, kwargs, "random_size_crop")
    height, width, _ = src.shape
    smallest, largest = (area, 1.0) if isinstance(area, Number) else area
    for _ in range(10):
        wanted = random.uniform(smallest, largest) * height * width
        aspect = np.exp(random.uniform(np.log(ratio[0]), np.log(ratio[1])))
        new_width = int(round(np.sqrt(wanted * aspect)))
        new_height = int(round(np.sqrt(wanted / aspect)))
        if new_width <= width and new_height <= height:
            x0 = random.randint(0, width - new_width)
            y0 = random.randint(0, height - new_height)
            where = (x0, y0, new_width, new_height)
            return fixed_crop(src, *where, size, interp), where
    return center_crop(src, size, interp)


def color_normalize(src: NDArray, mean: NDArray | None, std: NDArray | None = None) -> NDArray:
    """Subtract `mean` and divide by `std`, in the image itself, which is returned."""
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


# ---- rotation ------------------------------------------------------------------------------------

def _zoom(angles: np.ndarray, height: int, width: int, zoom_in: bool) -> np.ndarray:
    """Return the factor by which the turned frame must shrink or grow to hide or show all."""
    angles = np.abs(angles)
    reach = np.float32(np.hypot(height, width))
    corner = np.float32(np.arctan2(height, width))
    across = np.maximum(np.abs(np.cos(corner + angles)), np.abs(np.cos(corner - angles))) * reach
    along = np.maximum(np.abs(np.sin(corner + angles)), np.abs(np.sin(corner - angles))) * reach
    if zoom_in:
        return np.minimum(width / across, height / along)
    return np.maximum(across / width, along / height)


def imrotate(src: NDArray, rotation_degrees: Any, zoom_in: bool = False,
             zoom_out: bool = False) -> NDArray:
    """Turn an image (channels, height, width), or a batch of them, about its middle.

    Parameters
    ----------
    src : float32.
    rotation_degrees : a number, or for a batch also an array with one number an image.
    zoom_in : enlarge until nothing from outside the image is in sight.
    zoom_out : shrink until all of the image is.
    """
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")
    if src.dtype is not np.float32:
        raise TypeError("Only `float32` images are supported by this function")
    if src.ndim not in (3, 4):
        raise ValueError("Only 3D and 4D are supported by this function")
    if src.ndim == 3:
        if not isinstance(rotation_degrees, Number):
            raise TypeError("When a single image is passed the rotation angle is "
                            "required to be a scalar.")
        return imrotate(src.expand_dims(axis=0), rotation_degrees, zoom_in, zoom_out)[0]
    if isinstance(rotation_degrees, Number):
        rotation_degrees = [rotation_degrees] * len(src)
    elif isinstance(rotation_degrees, NDArray):
        rotation_degrees = rotation_degrees.asnumpy()
    if len(src) != len(rotation_degrees):
        raise ValueError("The number of images must be equal to the number of rotation angles")
    degrees = np.asarray(rotation_degrees, np.float32).reshape(-1, 1, 1)
    angles = np.float32(np.pi) * degrees / np.float32(180)
    height, width = src.shape[2:]
    middle_y, middle_x = np.float32((height - 1) / 2), np.float32((width - 1) / 2)
    y = np.arange(height, dtype=np.float32)[:, None] - middle_y
    x = np.arange(width, dtype=np.float32)[None, :] - middle_x
    cos, sin = np.cos(angles), np.sin(angles)
    # divided only after turning, which keeps the aspect
    grid = np.stack(((x * cos - y * sin) / middle_x, (x * sin + y * cos) / middle_y), axis=1)
    if zoom_in or zoom_out:
        grid *= _zoom(angles, height, width, zoom_in)[..., None]
    return BilinearSampler(src, array(grid, ctx=src.context))


def random_rotate(src: NDArray, angle_limits: Sequence, zoom_in: bool = False,
                  zoom_out: bool = False) -> NDArray:
    """Turn an image, or each of a batch, by a random angle between two limits in degrees."""
    if src.ndim == 3:
        angle = float(np.random.uniform(*angle_limits))
        return imrotate(src, angle, zoom_in=zoom_in, zoom_out=zoom_out)
    angles = np.random.uniform(*angle_limits, size=src.shape[0])
    return imrotate(src, array(angles), zoom_in=zoom_in, zoom_out=zoom_out)
