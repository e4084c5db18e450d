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

from ..base import numeric_types
from ..core import npmode
from ..core.device import cpu
from ..core.errors import MXNetError
from ..core.location import local_path
from ..ndarray import BilinearSampler, NDArray, _internal, array

__all__ = ["center_crop", "color_normalize", "copyMakeBorder", "fixed_crop", "imdecode",
           "imread", "imresize", "imrotate", "random_crop", "random_rotate", "random_size_crop",
           "resize_short", "scale_down"]

_BORDER_ISOLATED = 16       # of use to OpenCV's views only
Rectangle = tuple[int, int, int, int]


# ---- from bytes ----------------------------------------------------------------------------------

def shown(made: NDArray) -> NDArray:
    """Give an array that was made from nothing as the mode has it: one of mx.np in NumPy mode."""
    return made.as_np_ndarray() if npmode.get_array() else made


def imread(filename: str | os.PathLike[str], flag: int = 1, to_rgb: bool = True,
           out: NDArray | None = None) -> NDArray:
    """Read an image file into a uint8 array (height, width, channels).

    Parameters
    ----------
    flag : 1 for three channels, 0 for one of greys.
    to_rgb : red first; False for OpenCV's order, blue first.
    """
    path = local_path(filename)
    try:
        return shown(_internal._cvimread(path, flag=flag, to_rgb=to_rgb, out=out))
    except MXNetError as error:
        raise error if path in str(error) else MXNetError(f"{path}: {error}") from error


def imdecode(buf: Any, flag: int = 1, to_rgb: bool = True, out: NDArray | None = None) -> NDArray:
    """Decode the bytes of an image file into a uint8 array (height, width, channels).

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray of uint8
    flag : 1 for three channels, 0 for one of greys.
    to_rgb : red first; False for OpenCV's order, blue first.
    """
    if not isinstance(buf, NDArray):
        if not isinstance(buf, (bytes, bytearray, memoryview, np.ndarray)):
            raise ValueError("buf must be of type bytes, bytearray or numpy.ndarray,"
                             "if you would like to input type str, please convert to bytes")
        buf = array(np.frombuffer(buf, np.uint8), ctx=cpu(), dtype=np.uint8)
    return shown(_internal._cvimdecode(buf, flag=flag, to_rgb=to_rgb, out=out))


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
    return _internal._cvimresize(src, w=w, h=h, interp=interp, out=out)


def scale_down(src_size: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
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


def copyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, type: int = 0, value: float = 0.0,
                   values: Sequence[float] = (), out: NDArray | None = None) -> NDArray:
    """Add a border around an image.

    Parameters
    ----------
    type : 0 a constant, 1 the edge pixel, 2 mirrored, 3 wrapped round, 4 mirrored at the edge pixel.
    value : the constant of the first three channels.
    values : the constants of up to four channels, in place of `value`.
    """
    return _internal._cvcopyMakeBorder(src, top=top, bot=bot, left=left, right=right,
                                       type=type & ~_BORDER_ISOLATED, value=value,
                                       values=tuple(values), out=out)


# ---- crops ---------------------------------------------------------------------------------------

def fixed_crop(src: NDArray, x0: int, y0: int, w: int, h: int, size: tuple[int, int] | None = None,
               interp: int = 2) -> NDArray:
    """Cut out the rectangle at (x0, y0) and resize it to `size`, (width, height), if given."""
    out = src[y0:y0 + h, x0:x0 + w]
    if size is not None and (w, h) != tuple(size):
        method = _get_interp_method(interp, (h, w, size[1], size[0]))
        out = imresize(out, *size, interp=method)
    return out


def random_crop(src: NDArray, size: tuple[int, int], interp: int = 2) -> tuple[NDArray, Rectangle]:
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


def center_crop(src: NDArray, size: tuple[int, int], interp: int = 2) -> tuple[NDArray, Rectangle]:
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


def random_size_crop(src: NDArray, size: tuple[int, int], area: float | tuple[float, float], ratio: tuple[float, float],
                     interp: int = 2, **kwargs: Any) -> tuple[NDArray, Rectangle]:
    """Cut a rectangle of random area and aspect out of a random place and resize it to `size`.

    After ten tries that did not fit it is `center_crop`.

    Parameters
    ----------
    area : smallest and largest share of the image's area; one number is the smallest.
    ratio : smallest and largest width / height.
    """
    area = _area_range(area, kwargs, "random_size_crop")
    height, width, _ = src.shape
    smallest, largest = (area, 1.0) if isinstance(area, numeric_types) else area
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


def random_rotate(src: NDArray, angle_limits: tuple[float, float], zoom_in: bool = False,
                  zoom_out: bool = False) -> NDArray:
    """Turn an image, or each of a batch, by a random angle between two limits in degrees."""
    if src.ndim == 3:
        angle = float(np.random.uniform(*angle_limits))
        return imrotate(src, angle, zoom_in=zoom_in, zoom_out=zoom_out)
    angles = np.random.uniform(*angle_limits, size=src.shape[0])
    return imrotate(src, array(angles), zoom_in=zoom_in, zoom_out=zoom_out)
