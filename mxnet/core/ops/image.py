"""Images as arrays of (height, width, channels): conversion, geometry, colour."""
from collections.abc import Callable
from math import prod
from typing import Annotated

import numpy as np
import torch

from ..errors import LateError, MXNetError
from ..op import Array, Floats, Range, Rng, Shape, document, op, shapes, types
from .arithmetic import to_whole
from .constant import constant
from .image_header import opencv

Factor = Annotated[float, Range(0)]

# The part that red, green and blue have in grey.
_GREY = (0.299, 0.587, 0.114)
# Directions of colour variation over ImageNet, each scaled by its strength; rows are red, green, blue.
_VARIATION = ((55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009),
              (55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140),
              (55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203))


def _kind(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


# ---- between images and tensors -------------------------------------------------------------------

def _check_images(shape) -> None:
    if len(shape) not in (3, 4):
        raise MXNetError("Input image must have shape (height, width, channels), or "
                         f"(N, height, width, channels) but got {list(shape)}")


@op("_image_to_tensor", types=types.always(torch.float32))
def to_tensor(data: Array):
    """Convert images of 0 to 255 with channels last to tensors of 0 to 1 with channels first.

    Parameters
    ----------
    data
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``, usually of type uint8.

    Returns
    -------
    Array of type float32 and shape ``(C, H, W)`` or ``(N, C, H, W)``: ``data / 255``.

    Examples
    --------
    >>> image = mx.nd.array([[[0, 51, 255]]], dtype="uint8")
    >>> mx.nd.image.to_tensor(image).shape
    (3, 1, 1)
    >>> mx.nd.image.to_tensor(image).reshape((-1,)).asnumpy().tolist()
    [0.0, 0.20, 1.0]
    """
    _check_images(data.shape)
    first = data.movedim(-1, -3)
    if data.is_cpu or data.dtype is torch.float32:  # which `to` would leave as they are
        first = first.contiguous()  # transposing bytes takes half the time of transposing floats
    return first.to(torch.float32, memory_format=torch.contiguous_format) / 255


@to_tensor.infer_shape
def to_tensor_shape(shape, p) -> None:
    data = shape.data
    _check_images(data)
    shape.out = (*data[:-3], data[-1], *data[-3:-1])


def _check_normalize(shape, mean: tuple, std: tuple) -> None:
    if len(shape) not in (3, 4):
        raise MXNetError("Input tensor must have shape (channels, height, width), or "
                         f"(N, channels, height, width), but got {list(shape)}")
    channels = shape[-3]
    if channels not in (1, 3):
        raise MXNetError(f"The {'first' if len(shape) == 3 else 'second'} dimension of input tensor must be "
                         "the channel dimension with either 1 or 3 elements, but got input with shape "
                         f"{list(shape)}")
    for name, values in (("mean", mean), ("std", std)):
        if len(values) not in (1, channels):
            raise MXNetError(f"Invalid {name} for input with shape {list(shape)}. {name} must have either 1 "
                             f"or {channels} elements, but got {list(values)}")


@op("_image_normalize", accepts=types.NUMBERS)
def normalize(data: Array, *, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)):
    """Normalize images by mean and standard deviation of each channel: ``(data - mean) / std``.

    Parameters
    ----------
    data
        Images with channels first, ``(C, H, W)`` or ``(N, C, H, W)``; one or three channels.
    mean
        Mean that is subtracted: one number for all channels, or one for each.
    std
        Standard deviation to divide by: one number for all channels, or one for each.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((3, 1, 1))
    >>> mx.nd.image.normalize(image, mean=(0, 1, 2), std=(1, 2, 4)).reshape((-1,)).asnumpy().tolist()
    [1.0, 0.0, -0.25]
    """
    _check_normalize(data.shape, mean, std)
    wide = data if data.is_floating_point() else data.float()
    shift, scale = (constant(values, wide).view(-1, 1, 1) for values in (mean, std))
    out = (wide - shift) / scale
    return out if data.is_floating_point() else to_whole(out, data.dtype)


@normalize.infer_shape
def normalize_shape(shape, p) -> None:
    shapes.same(shape, p)
    _check_normalize(shape.data, p.mean, p.std)


# ---- geometry -------------------------------------------------------------------------------------

def _check_crop(shape, x: int, y: int, width: int, height: int) -> None:
    if len(shape) not in (3, 4):
        raise MXNetError("Image Crop expects inputs of 3D (h, w, c) or 4D (n, h, w, c). But got "
                         f"{len(shape)}")
    if shape[-1] not in (1, 3, -1):
        raise MXNetError(f"Expect channel of the input image is 1 or 3, but got {shape[-1]}")
    if min(width, height) < 1:
        raise MXNetError(f"Input height and width must be greater than 0, got {height} and {width}")
    if min(x, y) < 0:
        raise MXNetError(f"x and y must not be negative, got {x} and {y}")
    if shape[-2] != -1 and x + width > shape[-2]:
        raise MXNetError(f"x + width should not be greater than input width: {x} + {width}, {shape[-2]}")
    if shape[-3] != -1 and y + height > shape[-3]:
        raise MXNetError(f"y + height should not be greater than input height: {y} + {height}, {shape[-3]}")


@op("_image_crop")
def crop(data: Array, *, x: int, y: int, width: int, height: int):
    """Crop images to a rectangle.

    Parameters
    ----------
    data
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``; one or three channels.
    x
        Left edge of the rectangle, counted from zero.
    y
        Upper edge of the rectangle, counted from zero.
    width
        Width of the rectangle.
    height
        Height of the rectangle.

    Returns
    -------
    Array of shape ``(height, width, C)`` or ``(N, height, width, C)``.

    Examples
    --------
    >>> image = mx.nd.zeros((6, 8, 3), dtype="uint8")
    >>> mx.nd.image.crop(image, x=1, y=2, width=5, height=3).shape
    (3, 5, 3)
    """
    _check_crop(data.shape, x, y, width, height)
    return data[..., y:y + height, x:x + width, :].clone(memory_format=torch.contiguous_format)


@crop.infer_shape
def crop_shape(shape, p) -> None:
    data = shape.data
    _check_crop(data, p.x, p.y, p.width, p.height)
    shape.out = (*data[:-3], p.height, p.width, data[-1])


def _resized(height: int, width: int, size: tuple, keep_ratio: bool) -> tuple[int, int]:
    if len(size) not in (1, 2):
        raise MXNetError(f"Input size dimension must be 1 or 2, but got {len(size)}")
    if min(size) < 1:
        raise MXNetError(f"Input size should be greater than 0, but got {tuple(size)}")
    if len(size) == 2:
        return size[1], size[0]
    edge = size[0]
    if not keep_ratio:
        return edge, edge
    if -1 in (height, width):
        return -1, -1
    return (height * edge // width, edge) if height > width else (edge, width * edge // height)


@op("_image_resize")
def resize(data: Array, *, size: Shape = (), keep_ratio: bool = False, interp: int = 1):
    """Resize images.

    OpenCV does it on the CPU. On a GPU bilinear interpolation is torch's, and the other methods go through the
    host. There is no gradient: `contrib.BilinearResize2D` has one.

    Parameters
    ----------
    data
        Images of shape ``(H, W, C)`` or ``(N, H, W, C)``.
    size
        The new ``(width, height)``, or one number for both edges.
    keep_ratio
        Resize the shorter edge to the one number, and scale the other edge proportionally.
    interp
        How values between pixels are found: 0 nearest, 1 bilinear, 2 bicubic, 3 mean of the area, 4 Lanczos.

    Returns
    -------
    Array of the rank and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.zeros((40, 80, 3), dtype="uint8")
    >>> mx.nd.image.resize(image, size=(10, 20)).shape
    (20, 10, 3)
    >>> mx.nd.image.resize(image, size=20, keep_ratio=True).shape
    (20, 40, 3)
    """
    _check_images(data.shape)
    target = _resized(*data.shape[-3:-1], size, keep_ratio)
    if data.device.type == "cpu":
        return resize_by_opencv(data.detach(), *target, interp)
    if interp != 1 and data.device.type != "meta":
        return resize_by_opencv(data.detach().cpu(), *target, interp).to(data.device)
    images = data.detach().reshape(-1, *data.shape[-3:]).movedim(-1, 1)
    out = torch.nn.functional.interpolate(images.float(), target, mode="bilinear", align_corners=False)
    if not data.is_floating_point():
        out = out.round()
    return out.movedim(1, -1).to(data.dtype).reshape(*data.shape[:-3], *target, data.shape[-1])


def resize_by_opencv(data: Array, height: int, width: int, interp: int) -> Array:
    """Resize images of (..., height, width, channels) on the CPU."""
    if data.dtype in (torch.float16, torch.bfloat16):
        raise MXNetError("opencv image mat doesn't support fp16")
    if interp not in range(5):
        raise LateError(f"Unknown interpolation method {interp}, expected 0 to 4")
    cv2 = opencv()
    channels = data.shape[-1]
    images = data.contiguous().numpy().reshape(-1, *data.shape[-3:])
    out = np.empty((len(images), height, width, channels), images.dtype)
    try:
        for source, target in zip(images, out):
            target[...] = cv2.resize(source, (width, height), interpolation=interp).reshape(target.shape)
    except cv2.error as error:
        raise MXNetError(f"OpenCV cannot resize {_kind(data.dtype)} images of {list(data.shape[-3:])} by "
                         f"method {interp}: {error.err}") from error
    return torch.from_numpy(out).reshape(*data.shape[:-3], height, width, channels)


@resize.infer_shape
def resize_shape(shape, p) -> None:
    data = shape.data
    _check_images(data)
    shape.out = (*data[:-3], *_resized(*data[-3:-1], p.size, p.keep_ratio), data[-1])


@resize.gradient
def resize_gradient(grad, data):
    if grad.shape != data.shape:
        raise MXNetError("image resizing has no gradient; BilinearResize2D has one")
    return grad.clone()


# ---- augmentation ---------------------------------------------------------------------------------
# Gradients pass these unchanged, flips included, as in MXNet.

def _check_image(shape) -> None:
    if len(shape) != 3:
        raise MXNetError(f"Input image must have shape (height, width, channels), but got {list(shape)}")
    if shape[2] not in (1, 3, -1):
        raise MXNetError("The last dimension of input image must be the channel dimension with either 1 or "
                         f"3 elements, but got input with shape {list(shape)}")


def _image_shape(shape, p) -> None:
    shapes.same(shape, p)
    _check_image(shape.data)


_WORDS = {
    "data": "Image of shape ``(H, W, C)`` with one or three channels.",
    "min_factor": "Lower bound of what is drawn.",
    "max_factor": "Upper bound of what is drawn.",
}
_RETURNED = "Array of the shape and type of ``data``."


def _augmentation(name: str, accepts: types.Kinds | None = types.NUMBERS):
    """Declare an operator that changes one image; its function gets a checked image."""
    def declare(function):
        made = op(name, accepts=accepts, shapes=_image_shape, words=_WORDS)(function)
        made.gradient(lambda grad: grad.clone())
        return made
    return declare


def _stored(values: Array, dtype: torch.dtype) -> Array:
    """Convert float32 values to an image's type; bytes saturate, fractions are truncated."""
    if dtype is torch.uint8:
        return values.clamp(0, 255).to(dtype)
    return values.to(dtype) if dtype.is_floating_point else to_whole(values, dtype)


def _drawn(low: float, high: float, like: Array, rng) -> Array:
    return torch.empty((), device=like.device).uniform_(min(low, high), max(low, high), generator=rng)


def _declare_flips(way: str, axis: int) -> None:
    """Declare the operator that mirrors an image, and the one that does so at random."""
    def flip(data: Array):
        _check_image(data.shape)
        return data.flip(axis)

    def random_flip(data: Array, *, rng: Rng):
        _check_image(data.shape)
        stays = _drawn(0, 1, data, rng) < 0.5
        if data.is_cpu:  # the draw does not synchronize
            return data.clone() if stays else data.flip(axis)
        return torch.where(stays, data, data.flip(axis))
    text = f"Flip an image from {way.replace('_', ' to ')}"
    example = f""">>> image = mx.nd.array([[[1], [2]], [[3], [4]]])
        >>> mx.nd.image.flip_{way}(image).reshape((-1,)).asnumpy().tolist()
        {[[3.0, 4.0, 1.0, 2.0], [2.0, 1.0, 4.0, 3.0]][axis]}"""
    flip.__doc__ = document(f"{text}.", returns=_RETURNED, example=example)
    random_flip.__doc__ = document(f"{text} with a probability of one half.", returns=_RETURNED,
                                   example=f">>> mx.nd.image.random_flip_{way}(mx.nd.ones((4, 5, 3))).shape\n(4, 5, 3)")
    _augmentation(f"_image_flip_{way}", None)(flip)
    _augmentation(f"_image_random_flip_{way}", None)(random_flip)


_declare_flips("left_right", 1)
_declare_flips("top_bottom", 0)


# ---- colour ---------------------------------------------------------------------------------------

def _weights(values, like: Array) -> Array:
    return torch.tensor(values, dtype=torch.float32, device=like.device)


def _brightened(data: Array, factor: Array) -> Array:
    return _stored(data.float() * factor, data.dtype)


def _contrasted(data: Array, factor: Array) -> Array:
    """Move values away from the image's mean grey, or towards it."""
    image = data.float()
    grey = image if data.shape[2] == 1 else image @ _weights(_GREY, data)
    mean = grey.sum() / max(prod(data.shape[:2]), 1)
    return _stored(image * factor + (1 - factor) * mean, data.dtype)


def _saturated(data: Array, factor: Array) -> Array:
    """Move each pixel away from its grey, or towards it; MXNet uses the blue weight alone for grey."""
    if data.shape[2] == 1:
        return data.clone()
    image = data.float()
    grey = image[:, :, 2:] * _GREY[2]
    return _stored(grey * (1 - factor) + image * factor, data.dtype)


def _to_hls(image: Array) -> tuple[Array, Array, Array]:
    """Return hue in degrees, lightness and saturation of a colour image with values up to 1."""
    red, green, blue = image.unbind(2)
    high, low = image.amax(2), image.amin(2)
    range_, lightness = high - low, (high + low) * 0.5
    coloured = range_ > torch.finfo(torch.float32).eps
    span = torch.where(coloured, range_, 1)
    saturation = range_ / torch.where(lightness < 0.5, high + low, 2 - high - low)
    degrees = torch.full_like(span, 60) / span  # `60 / span` would round twice, which is visible in bytes
    hue = torch.where(high == red, (green - blue) * degrees,
                      torch.where(high == green, (blue - red) * degrees + 120, (red - green) * degrees + 240))
    hue = torch.where(hue < 0, hue + 360, hue)
    return torch.where(coloured, hue, 0), lightness, torch.where(coloured, saturation, 0)


# Which of (maximum, minimum, falling, rising) red, green and blue take in each sixth of the hues.
_SECTORS = ((0, 3, 1), (2, 0, 1), (1, 0, 3), (1, 2, 0), (3, 1, 0), (0, 1, 2))


def _from_hls(hue: Array, lightness: Array, saturation: Array) -> Array:
    most = torch.where(lightness <= 0.5, lightness * (1 + saturation),
                       lightness + saturation - lightness * saturation)
    least = 2 * lightness - most
    sixth = torch.remainder(hue * (1 / 60), 6)
    sector = sixth.long().clamp(max=5)
    beyond = sixth - sector
    levels = torch.stack((most, least, least + (most - least) * (1 - beyond), least + (most - least) * beyond), 2)
    choice = torch.tensor(_SECTORS, device=hue.device)[sector]
    return torch.where(saturation.unsqueeze(2) != 0, levels.gather(2, choice), lightness.unsqueeze(2))


def _turned(data: Array, factor: Array) -> Array:
    """Rotate the hues by a fraction of the circle."""
    if data.shape[2] == 1:
        return data.clone()
    hue, lightness, saturation = _to_hls(data.float() / 255)
    return _stored(_from_hls(hue + factor * 360, lightness, saturation) * 255, data.dtype)


def _lit(data: Array, alpha: Array) -> Array:
    """Add colour along the directions in which natural images vary."""
    if data.shape[2] == 1:
        return data.clone()
    return _stored(data.float() + _weights(_VARIATION, data) @ alpha, data.dtype)


def _declare_random(name: str, change: Callable, text: str, more: str = "", neutral: int = 1) -> None:
    """Declare a change by a random factor; the ``neutral`` one changes nothing."""
    def body(data: Array, *, min_factor: Factor, max_factor: Factor, rng: Rng):
        _check_image(data.shape)
        return change(data, _drawn(min_factor, max_factor, data, rng))
    body.__doc__ = document(
        f"{text}, drawn evenly between two bounds.", more, returns=_RETURNED,
        example=f""">>> image = mx.nd.ones((1, 1, 3)) * 100
        >>> mx.nd.image.random_{name}(image, min_factor={neutral}, max_factor={neutral}).asnumpy().tolist()
        [[[100.0, 100.0, 100.0]]]""")
    _augmentation(f"_image_random_{name}")(body)


_declare_random("brightness", _brightened, "Change the brightness of an image by a factor",
                "Its values are multiplied: ``factor * data``.")
_declare_random("contrast", _contrasted, "Change the contrast of an image by a factor",
                "It is the distance of values from the image's mean grey: ``factor * data + (1 - factor) * mean``.")
_declare_random("saturation", _saturated, "Change the saturation of an image by a factor",
                "It is the distance of values from grey: ``factor * data + (1 - factor) * grey``. Grey is 0.114 of "
                "blue, as in MXNet.")
_declare_random("hue", _turned, "Turn the hues of an image by a part of the circle",
                "A factor of 1 is the whole circle, so that 0 and 1 change nothing.", neutral=0)


@_augmentation("_image_random_color_jitter")
def random_color_jitter(data: Array, *, brightness: float, contrast: float, saturation: float, hue: float,
                        rng: Rng):
    """Change brightness, contrast, saturation and hue of an image by random amounts, in random order.

    Each factor is drawn uniformly from ``[1 - x, 1 + x]``, the rotation of the hues from ``[-hue, hue]`` of the circle.

    Parameters
    ----------
    brightness
        How far the brightness factor may be from 1; 0 skips it.
    contrast
        How far the contrast factor may be from 1; 0 skips it.
    saturation
        How far the saturation factor may be from 1; 0 skips it.
    hue
        How far the hues may be rotated, as a fraction of the circle; 0 skips it.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((4, 5, 3))
    >>> out = mx.nd.image.random_color_jitter(image, brightness=0.1, contrast=0.1, saturation=0.1, hue=0.1)
    >>> out.shape
    (4, 5, 3)
    """
    _check_image(data.shape)
    steps = ((_brightened, brightness, 1), (_contrasted, contrast, 1), (_saturated, saturation, 1),
             (_turned, hue, 0))
    out = data.clone()
    for index in torch.randperm(4, generator=rng, device=data.device).tolist():
        change, bound, middle = steps[index]
        if bound > 0:
            out = change(out, middle + _drawn(-bound, bound, data, rng))
    return out


@_augmentation("_image_adjust_lighting")
def adjust_lighting(data: Array, *, alpha: Floats):
    """Add a colour to every pixel along the principal components of the colours of natural images, as AlexNet did.

    The components and their strengths, ``eigenvectors @ (eigenvalues * alpha)``, are those of ImageNet.

    Parameters
    ----------
    data
        Image of shape ``(H, W, C)`` with values up to 255; one channel passes unchanged.
    alpha
        Strength along each of the three components.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> image = mx.nd.ones((1, 1, 3)) * 100
    >>> mx.nd.image.adjust_lighting(image, alpha=(0, 0, 0)).asnumpy().tolist()
    [[[100.0, 100.0, 100.0]]]
    """
    _check_image(data.shape)
    if len(alpha) != 3:
        raise MXNetError(f"alpha needs three numbers, got {len(alpha)}")
    return _lit(data, _weights(alpha, data))


@_augmentation("_image_random_lighting")
def random_lighting(data: Array, *, alpha_std: float = 0.05, rng: Rng):
    """Add a colour to every pixel as `adjust_lighting` does, with strengths drawn from a normal distribution.

    Parameters
    ----------
    data
        Image of shape ``(H, W, C)`` with values up to 255; one channel passes unchanged.
    alpha_std
        Standard deviation of the strengths.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.nd.image.random_lighting(mx.nd.ones((4, 5, 3)), alpha_std=0.1).shape
    (4, 5, 3)
    """
    _check_image(data.shape)
    return _lit(data, torch.empty(3, device=data.device).normal_(0, abs(alpha_std), generator=rng))
