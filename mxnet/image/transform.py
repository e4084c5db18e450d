"""Images as NDArrays (height, width, channels): reading, resizing, cropping, rotating.

Called by the augmenters and iterators of this package, and by programs as `mx.image.*`.
"""
import os
import random
import warnings
from collections.abc import Sequence
from numbers import Number
from typing import Any

import numpy as np

from ..base import numeric_types
from ..core import npmode
from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.location import local_path
from ..ndarray import BilinearSampler, NDArray, _internal, array

__all__ = ["center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imdecode",
           "imread", "imresize", "imrotate", "random_crop", "random_rotate", "random_size_crop",
           "resize_short", "scale_down"]

_BORDER_ISOLATED = 16       # used only by OpenCV
Rectangle = tuple[int, int, int, int]


# ---- from bytes ----------------------------------------------------------------------------------

def shown(made: NDArray) -> NDArray:
    """Return a new array in the class of the current mode: that of mx.np in NumPy mode."""
    return made.as_np_ndarray() if npmode.get_array() else made


def imread(filename: str | os.PathLike[str], flag: int = 1, to_rgb: bool = True,
           out: NDArray | None = None) -> NDArray:
    """Read an image file.

    Parameters
    ----------
    filename : str or os.PathLike[str]
        Path of the file.
    flag : int, default=1
        1 for three channels, 0 for one grey channel.
    to_rgb : bool, default=True
        Whether red comes first; otherwise blue does, as in OpenCV.
    out : NDArray, optional
        Array to write the image to.

    Returns
    -------
    NDArray
        Image of type uint8 and shape (height, width, channels).
    """
    path = local_path(filename)
    try:
        return shown(_internal._cvimread(path, flag=flag, to_rgb=to_rgb, out=out))
    except MXNetError as error:
        raise error if path in str(error) else MXNetError(f"{path}: {error}") from error


def imdecode(buf: Any, flag: int = 1, to_rgb: bool = True, out: NDArray | None = None) -> NDArray:
    """Decode the bytes of an image file.

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray of uint8
        The bytes.
    flag : int, default=1
        1 for three channels, 0 for one grey channel.
    to_rgb : bool, default=True
        Whether red comes first; otherwise blue does, as in OpenCV.
    out : NDArray, optional
        Array to write the image to.

    Returns
    -------
    NDArray
        Image of type uint8 and shape (height, width, channels).
    """
    if not isinstance(buf, NDArray):
        if not isinstance(buf, (bytes, bytearray, memoryview, np.ndarray)):
            raise ValueError("buf must be of type bytes, bytearray or numpy.ndarray,"
                             "if you would like to input type str, please convert to bytes")
        buf = array(np.frombuffer(buf, np.uint8), ctx=cpu(), dtype=np.uint8)
    return shown(_internal._cvimdecode(buf, flag=flag, to_rgb=to_rgb, out=out))


# ---- sizes ---------------------------------------------------------------------------------------

def _get_interp_method(interp: int, sizes: tuple = ()) -> int:
    """Choose one of OpenCV's methods 0 to 4: 9 chooses by the sizes, 10 at random.

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
    """Resize an image.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    w : int
        Width.
    h : int
        Height.
    interp : int, default=1
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos.
    out : NDArray, optional
        Array to write the image to.

    Returns
    -------
    NDArray
        The resized image.

    Examples
    --------
    >>> image = mx.nd.zeros((4, 6, 3), dtype="uint8")
    >>> mx.image.imresize(image, w=3, h=2).shape
    (2, 3, 3)
    """
    return _internal._cvimresize(src, w=w, h=h, interp=interp, out=out)


def scale_down(src_size: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Shrink a crop to fit into an image, keeping its aspect ratio.

    Parameters
    ----------
    src_size : tuple[int, int]
        Width and height of the image.
    size : tuple[int, int]
        Width and height of the crop.

    Returns
    -------
    tuple of int
        Width and height.

    Examples
    --------
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
    """Resize an image so that its shorter edge has a given length.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : int
        Length of the shorter edge.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.

    Returns
    -------
    NDArray
        The resized image.

    Examples
    --------
    >>> mx.image.resize_short(mx.nd.zeros((4, 6, 3), dtype="uint8"), 8).shape
    (8, 12, 3)
    """
    height, width, _ = src.shape
    if height > width:
        new_height, new_width = size * height // width, size
    else:
        new_height, new_width = size, size * width // height
    method = _get_interp_method(interp, (height, width, new_height, new_width))
    return imresize(src, new_width, new_height, interp=method)


def copyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0,
                   values: Sequence[float] = (), out: NDArray | None = None) -> NDArray:
    """Add a border around an image.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    top : int
        Number of pixels above.
    bot : int
        Number of pixels below.
    left : int
        Number of pixels on the left.
    right : int
        Number of pixels on the right.
    type : int, default=0
        0 constant, 1 edge pixel, 2 reflection including the edge pixel, 3 wrapped around, 4 reflection without it.
    value : float, default=0.0
        Constant of the first three channels.
    values : Sequence[float], default=()
        Constants of up to four channels, in place of ``value``.
    out : NDArray, optional
        Array to write the image to.

    Returns
    -------
    NDArray
        The larger image.
    """
    return _internal._cvcopyMakeBorder(src, top=top, bot=bot, left=left, right=right,
                                       type=type & ~_BORDER_ISOLATED, value=value,
                                       values=tuple(values), out=out)


# ---- crops ---------------------------------------------------------------------------------------

def fixed_crop(src: NDArray, x0: int, y0: int, w: int, h: int, size: tuple[int, int] | None = None,
               interp: int = 2) -> NDArray:
    """Crop a rectangle.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    x0 : int
        Left edge.
    y0 : int
        Upper edge.
    w : int
        Width.
    h : int
        Height.
    size : tuple[int, int], optional
        Width and height to resize it to; none by default.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.

    Returns
    -------
    NDArray
        The crop.
    """
    out = src[y0:y0 + h, x0:x0 + w]
    if size is not None and (w, h) != tuple(size):
        method = _get_interp_method(interp, (h, w, size[1], size[0]))
        out = imresize(out, *size, interp=method)
    return out


def random_crop(src: NDArray, size: tuple[int, int], interp: int = 2) -> tuple[NDArray, Rectangle]:
    """Crop a rectangle at a random position.

    A crop larger than the image is scaled down to fit, cut, and resized.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple[int, int]
        Width and height.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.

    Returns
    -------
    tuple of NDArray and tuple
        The crop, and its position in the image as (x, y, width, height).
    """
    height, width, _ = src.shape
    new_width, new_height = scale_down((width, height), size)
    x0 = random.randint(0, width - new_width)
    y0 = random.randint(0, height - new_height)
    where = (x0, y0, new_width, new_height)
    return fixed_crop(src, *where, size, interp), where


def center_crop(src: NDArray, size: tuple[int, int], interp: int = 2) -> tuple[NDArray, Rectangle]:
    """Crop a rectangle at the centre.

    A crop larger than the image is scaled down to fit, cut, and resized.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple[int, int]
        Width and height.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.

    Returns
    -------
    tuple of NDArray and tuple
        The crop, and its position in the image as (x, y, width, height).

    Examples
    --------
    >>> crop, place = mx.image.center_crop(mx.nd.zeros((4, 6, 3), dtype="uint8"), (2, 2))
    >>> crop.shape, place
    ((2, 2, 3), (2, 1, 2, 2))
    """
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


def random_size_crop(src: NDArray, size: tuple[int, int], area: float | tuple[float, float], ratio: tuple[float, float],
                     interp: int = 2, **kwargs: Any) -> tuple[NDArray, Rectangle]:
    """Crop a rectangle of random area and aspect ratio at a random position, and resize it.

    After ten attempts that do not fit, it applies `center_crop`.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple[int, int]
        Width and height to resize it to.
    area : float or tuple[float, float]
        Smallest and largest fraction of the image's area; a single number is the smallest.
    ratio : tuple[float, float]
        Smallest and largest width divided by height.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.
    **kwargs
        ``min_area``, the old name of ``area``.

    Returns
    -------
    tuple of NDArray and tuple
        The crop, and its position in the image as (x, y, width, height).
    """
    share: Any = _area_range(area, kwargs, "random_size_crop")
    height, width, _ = src.shape
    smallest, largest = (share, 1.0) if isinstance(share, numeric_types) else share
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
    """Subtract a mean from an image and divide by a deviation, in place.

    Parameters
    ----------
    src : NDArray
        Image of a floating point type.
    mean : NDArray or None
        Mean of each channel; None subtracts nothing.
    std : NDArray, optional
        Standard deviation of each channel; None divides by nothing.

    Returns
    -------
    NDArray
        The image itself.
    """
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


# ---- rotation ------------------------------------------------------------------------------------

def _zoom(angles: np.ndarray, height: int, width: int, zoom_in: bool) -> np.ndarray:
    """Return the factor by which the rotated frame is scaled to hide everything outside, or to show everything
    inside."""
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
    """Rotate an image, or a batch of them, about the centre.

    Parameters
    ----------
    src : NDArray
        Image of type float32 and shape (channels, height, width), or a batch of them.
    rotation_degrees
        Angle in degrees; for a batch also an array with one per image.
    zoom_in : bool, default=False
        Whether to enlarge until nothing outside the image is visible.
    zoom_out : bool, default=False
        Whether to shrink until the whole image is visible.

    Returns
    -------
    NDArray
        The rotated image, of the same shape.
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
    # divided only after the rotation, which keeps the aspect ratio
    grid = np.stack(((x * cos - y * sin) / middle_x, (x * sin + y * cos) / middle_y), axis=1)
    if zoom_in or zoom_out:
        grid *= _zoom(angles, height, width, zoom_in)[..., None]
    return BilinearSampler(src, array(grid, ctx=src.context))


def random_rotate(src: NDArray, angle_limits: tuple[float, float], zoom_in: bool = False,
                  zoom_out: bool = False) -> NDArray:
    """Rotate an image, or each of a batch, by a random angle.

    Parameters
    ----------
    src : NDArray
        Image of type float32 and shape (channels, height, width), or a batch of them.
    angle_limits : tuple[float, float]
        Smallest and largest angle in degrees.
    zoom_in : bool, default=False
        Whether to enlarge until nothing outside the image is visible.
    zoom_out : bool, default=False
        Whether to shrink until the whole image is visible.

    Returns
    -------
    NDArray
        The rotated image, of the same shape.
    """
    if src.ndim == 3:
        angle = float(np.random.uniform(*angle_limits))
        return imrotate(src, angle, zoom_in=zoom_in, zoom_out=zoom_out)
    angles = np.random.uniform(*angle_limits, size=src.shape[0])
    return imrotate(src, array(angles), zoom_in=zoom_in, zoom_out=zoom_out)
