"""The augmenters: objects that transform one image, and `CreateAugmenter`, which makes a list of them.

They draw from Python's `random` (and LightingAug from `numpy.random`) in MXNet's order, so that the
same seeds give the same images.
"""
import json
import random
from typing import Any

import numpy as np

from ..core.params import plain
from ..ndarray import NDArray, array, dot, flip
from ..ndarray import sum as nd_sum
from .transform import (
    _area_range,
    _get_interp_method,
    center_crop,
    color_normalize,
    imresize,
    random_crop,
    random_size_crop,
    resize_short,
)

__all__ = ["Augmenter", "BrightnessJitterAug", "CastAug", "CenterCropAug", "ColorJitterAug",
           "ColorNormalizeAug", "ContrastJitterAug", "CreateAugmenter", "ForceResizeAug",
           "HorizontalFlipAug", "HueJitterAug", "LightingAug", "RandomCropAug", "RandomGrayAug",
           "RandomOrderAug", "RandomSizedCropAug", "ResizeAug", "SaturationJitterAug",
           "SequentialAug"]

_GREY = ((0.299, 0.587, 0.114),)
IMAGENET_MEAN = (123.68, 116.28, 103.53)
IMAGENET_STD = (58.395, 57.12, 57.375)
# principal components of ImageNet's colours
_EIGENVALUES = (55.46, 4.794, 1.148)
_EIGENVECTORS = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))


class Described:
    """An object with a name and settings, which `dumps` returns."""

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {name: value.asnumpy().tolist() if isinstance(value, NDArray)
                        else value.tolist() if isinstance(value, np.ndarray) else plain(value)
                        for name, value in kwargs.items()}

    def dumps(self) -> Any:
        """Return name and settings as JSON.

        Returns
        -------
        str or list
            Name and settings.
        """
        return json.dumps([self.__class__.__name__.lower(), self._kwargs])


class Augmenter(Described):
    """Base of augmenters: callables that map an image to another one.

    Parameters
    ----------
    **kwargs
        Settings, which `dumps` returns.

    Examples
    --------
    >>> class Negative(mx.image.Augmenter):
    ...     def __call__(self, src):
    ...         return 255 - src
    >>> Negative()(mx.nd.zeros((1, 1, 3))).asnumpy().tolist()
    [[[255.0, 255.0, 255.0]]]
    """

    def __call__(self, src: NDArray) -> NDArray:
        raise NotImplementedError("Must override implementation.")


class SequentialAug(Augmenter):
    """Apply augmenters one after another.

    Parameters
    ----------
    ts : list[Augmenter]
        The augmenters.
    """

    def __init__(self, ts: list[Augmenter]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> list[Any]:
        """Return the name, and the descriptions of the augmenters.

        Returns
        -------
        str or list
            Name and settings.
        """
        return [self.__class__.__name__.lower(), [inner.dumps() for inner in self.ts]]

    def __call__(self, src: NDArray) -> NDArray:
        for inner in self.ts:
            src = inner(src)
        return src


class RandomOrderAug(SequentialAug):
    """Apply augmenters in an order that is drawn for each image."""

    def __call__(self, src: NDArray) -> NDArray:
        random.shuffle(self.ts)
        return super().__call__(src)


class _Sized(Augmenter):
    """Common base of augmenters that resize or crop an image to a size.

    Parameters
    ----------
    size
        Length of the shorter edge, or width and height.
    interp : int, default=2
        Interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 by area, 4 Lanczos; 9 bicubic to enlarge and area to
        shrink; 10 any at random.
    """

    def __init__(self, size: Any, interp: int = 2):
        super().__init__(size=size, interp=interp)
        self.size = size
        self.interp = interp


class ResizeAug(_Sized):
    """Resize the shorter edge of an image."""

    def __call__(self, src: NDArray) -> NDArray:
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_Sized):
    """Resize an image to a width and height, ignoring its aspect ratio."""

    def __call__(self, src: NDArray) -> NDArray:
        method = _get_interp_method(self.interp, (*src.shape[:2], self.size[1], self.size[0]))
        return imresize(src, *self.size, interp=method)


class RandomCropAug(_Sized):
    """Crop a given width and height at a random position."""

    def __call__(self, src: NDArray) -> NDArray:
        return random_crop(src, self.size, self.interp)[0]


class CenterCropAug(_Sized):
    """Crop a given width and height at the centre."""

    def __call__(self, src: NDArray) -> NDArray:
        return center_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Crop a random area of random aspect ratio at a random position; see `random_size_crop`.

    Parameters
    ----------
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
    """

    def __init__(self, size: tuple[int, int], area: float | tuple[float, float], ratio: tuple[float, float],
                 interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size = size
        self.area: Any = _area_range(area, kwargs, "RandomSizedCropAug")
        self.ratio = ratio
        self.interp = interp

    def __call__(self, src: NDArray) -> NDArray:
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class BrightnessJitterAug(Augmenter):
    """Change the brightness: multiply by a random factor.

    Parameters
    ----------
    brightness : float
        How far the factor may be from 1.
    """

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src: NDArray) -> NDArray:
        src *= 1.0 + random.uniform(-self.brightness, self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Change the contrast: interpolate between the image and its mean grey by a random factor.

    Parameters
    ----------
    contrast : float
        How far the factor may be from 1.
    """

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast=contrast)
        self.contrast = contrast
        self.coef: NDArray = array([_GREY])

    def __call__(self, src: NDArray) -> NDArray:
        keep = 1.0 + random.uniform(-self.contrast, self.contrast)
        weighted = src * self.coef
        mean = nd_sum(weighted) * (3.0 * (1.0 - keep) / weighted.size)
        src *= keep
        src += mean
        return src


class SaturationJitterAug(Augmenter):
    """Change the saturation: interpolate between the image and its grey version by a random factor.

    Parameters
    ----------
    saturation : float
        How far the factor may be from 1.
    """

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation=saturation)
        self.saturation = saturation
        self.coef: NDArray = array([_GREY])

    def __call__(self, src: NDArray) -> NDArray:
        keep = 1.0 + random.uniform(-self.saturation, self.saturation)
        grey = nd_sum(src * self.coef, axis=2, keepdims=True)
        grey *= 1.0 - keep
        src *= keep
        src += grey
        return src


class HueJitterAug(Augmenter):
    """Rotate the hues by a random angle, in YIQ space.

    Parameters
    ----------
    hue : float
        Largest angle, in half turns.
    """

    def __init__(self, hue: float) -> None:
        super().__init__(hue=hue)
        self.hue = hue
        self.tyiq: np.ndarray = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.321],
                              [0.211, -0.523, 0.311]])
        self.ityiq: np.ndarray = np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.107, 1.705]])

    def __call__(self, src: NDArray) -> NDArray:
        angle = random.uniform(-self.hue, self.hue) * np.pi
        cos, sin = np.cos(angle), np.sin(angle)
        rotation = np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
        return dot(src, array((self.ityiq @ rotation @ self.tyiq).T))


class ColorJitterAug(RandomOrderAug):
    """Change brightness, contrast and saturation in random order, skipping those that are 0.

    Parameters
    ----------
    brightness : float
        How far the factor of brightness may be from 1.
    contrast : float
        How far the factor of contrast may be from 1.
    saturation : float
        How far the factor of saturation may be from 1.
    """

    def __init__(self, brightness: float, contrast: float, saturation: float) -> None:
        kinds = ((BrightnessJitterAug, brightness), (ContrastJitterAug, contrast),
                 (SaturationJitterAug, saturation))
        super().__init__([kind(amount) for kind, amount in kinds if amount > 0])


class LightingAug(Augmenter):
    """Add noise along the principal components of colour.

    Parameters
    ----------
    alphastd : float
        Standard deviation of the noise.
    eigval
        Eigenvalues of the colours of a data set.
    eigvec
        Their eigenvectors.
    """

    def __init__(self, alphastd: float, eigval: Any, eigvec: Any) -> None:
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd = alphastd
        self.eigval = eigval
        self.eigvec = eigvec

    def __call__(self, src: NDArray) -> NDArray:
        amounts = np.random.normal(0, self.alphastd, size=(3,))
        src += array(np.dot(self.eigvec * amounts, self.eigval))
        return src


class ColorNormalizeAug(Augmenter):
    """Subtract a mean and divide by a deviation.

    Parameters
    ----------
    mean
        Mean of each channel; None subtracts nothing.
    std
        Standard deviation of each channel; None divides by nothing.
    """

    def __init__(self, mean: Any, std: Any) -> None:
        super().__init__(mean=mean, std=std)
        self.mean: NDArray | None = mean if mean is None or isinstance(mean, NDArray) else array(mean)
        self.std: NDArray | None = std if std is None or isinstance(std, NDArray) else array(std)

    def __call__(self, src: NDArray) -> NDArray:
        return color_normalize(src, self.mean, self.std)


class RandomGrayAug(Augmenter):
    """Make all channels grey, at random.

    Parameters
    ----------
    p : float
        Probability of applying it.
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p
        self.mat: NDArray = array([[0.21] * 3, [0.72] * 3, [0.07] * 3])

    def __call__(self, src: NDArray) -> NDArray:
        return dot(src, self.mat) if random.random() < self.p else src


class HorizontalFlipAug(Augmenter):
    """Flip horizontally, at random.

    Parameters
    ----------
    p : float
        Probability of applying it.
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: NDArray) -> NDArray:
        return flip(src, axis=1) if random.random() < self.p else src


class CastAug(Augmenter):
    """Convert an image to an element type.

    Parameters
    ----------
    typ : default='float32'
        The type.
    """

    def __init__(self, typ: Any = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: NDArray) -> NDArray:
        return src.astype(self.typ)


def channel_values(given: Any, name: str, default: Any) -> Any:
    """Return the values of `mean=` or `std=`: True means ImageNet's, an array is returned unchanged."""
    if given is True:
        return default
    if given is not None and not (isinstance(given, (np.ndarray, NDArray))
                                  and given.shape[0] in (1, 3)):
        raise ValueError(f"{name} must be True or an array of 1 or 3 values, got {given!r}")
    return given


def colour_augmenters(brightness: float, contrast: float, saturation: float, hue: float,
                      pca_noise: float, rand_gray: float) -> list[Augmenter]:
    """Return the augmenters that only change colours, in MXNet's order."""
    found: list[Augmenter] = []
    if brightness or contrast or saturation:
        found.append(ColorJitterAug(brightness, contrast, saturation))
    if hue:
        found.append(HueJitterAug(hue))
    if pca_noise > 0:
        found.append(LightingAug(pca_noise, np.array(_EIGENVALUES), np.array(_EIGENVECTORS)))
    if rand_gray > 0:
        found.append(RandomGrayAug(rand_gray))
    return found


def CreateAugmenter(data_shape: tuple[int, int, int], resize: int = 0, rand_crop: bool = False,
                    rand_resize: bool = False, rand_mirror: bool = False, mean: Any = None, std: Any = None,
                    brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0,
                    pca_noise: float = 0, rand_gray: float = 0, inter_method: int = 2) -> list[Augmenter]:
    """Create the usual list of augmenters, from resizing to normalizing.

    Parameters
    ----------
    data_shape : tuple[int, int, int]
        Channels, height and width of the resulting images.
    resize : int, default=0
        Length to which the shorter edge is resized first; 0 for no resizing.
    rand_crop : bool, default=False
        Whether to crop at a random position; otherwise at the centre.
    rand_resize : bool, default=False
        Whether the crop has a random area and aspect ratio; requires ``rand_crop``.
    rand_mirror : bool, default=False
        Whether to mirror left and right, with probability 0.5.
    mean : optional
        Mean of each channel; True for that of ImageNet.
    std : optional
        Standard deviation of each channel; True for that of ImageNet.
    brightness : float, default=0
        How far the factor of brightness may be from 1.
    contrast : float, default=0
        How far the factor of contrast may be from 1.
    saturation : float, default=0
        How far the factor of saturation may be from 1.
    hue : float, default=0
        Largest angle of hue, in half turns.
    pca_noise : float, default=0
        Standard deviation of noise along the principal components of colour.
    rand_gray : float, default=0
        Probability of making an image grey.
    inter_method : int, default=2
        Interpolation; see `resize_short`.

    Returns
    -------
    list of Augmenter
        The augmenters, in the order in which they are applied.

    Examples
    --------
    >>> mx.image.CreateAugmenter((3, 224, 224), resize=256)[1].dumps()
    '["centercropaug", {"size": [224, 224], "interp": 2}]'
    """
    found: list[Augmenter] = []
    if resize > 0:
        found.append(ResizeAug(resize, inter_method))
    size = (data_shape[2], data_shape[1])
    if rand_resize:
        if not rand_crop:
            raise ValueError("rand_resize needs rand_crop")
        found.append(RandomSizedCropAug(size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method))
    else:
        found.append((RandomCropAug if rand_crop else CenterCropAug)(size, inter_method))
    if rand_mirror:
        found.append(HorizontalFlipAug(0.5))
    found.append(CastAug())
    found += colour_augmenters(brightness, contrast, saturation, hue, pca_noise, rand_gray)
    mean = channel_values(mean, "mean", array(IMAGENET_MEAN))
    std = channel_values(std, "std", array(IMAGENET_STD))
    if mean is not None or std is not None:
        found.append(ColorNormalizeAug(mean, std))
    return found
