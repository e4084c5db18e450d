"""Image transforms. Images are (height, width, channels) until `ToTensor`."""
from __future__ import annotations

import numbers
import random
from typing import Any

import numpy as np

from .... import image
from ....core.borrowed import borrowed as _borrowed
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential
from ..late import Parts

__all__ = ["Compose", "Cast", "ToTensor", "Normalize", "Rotate", "RandomRotation",
           "RandomResizedCrop", "CropResize", "CenterCrop", "Resize", "RandomFlipLeftRight", "RandomFlipTopBottom",
           "RandomBrightness", "RandomContrast", "RandomSaturation", "RandomHue", "RandomColorJitter",
           "RandomLighting", "RandomApply"]


def _size(size: Any) -> Any:
    return (size, size) if isinstance(size, numbers.Number) else size


def _is_watched(block: Block) -> bool:
    return bool(block._forward_hooks or block._forward_pre_hooks)


def _is_late(block: Any) -> bool:
    """Return whether a transform, of exactly our class, maps a stack to the stack of its results."""
    return type(block) in (Cast, Normalize, ToTensor) and not _is_watched(block)


class Compose(Sequential):
    """Apply transforms in sequence; consecutive hybrid ones are compiled together.

    Parameters
    ----------
    transforms : list[Block]
        What is applied, in this order.

    Examples
    --------
    >>> from mxnet.gluon.data.vision import transforms
    >>> prepare = transforms.Compose([transforms.Resize(8), transforms.ToTensor()])
    >>> prepare(mx.nd.zeros((10, 12, 3), dtype="uint8")).shape
    (3, 8, 8)
    """

    def __init__(self, transforms: list[Any]) -> None:
        super().__init__()
        row: list = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                row.append(transform)
                continue
            if len(row) == 1:
                self.add(row[0])
            elif row:
                together = HybridSequential()
                together.add(*row)
                together.hybridize()
                self.add(together)
            row = []
            if transform is not None:
                self.add(transform)

    def _parted(self) -> Parts | None:
        """Return the steps that may see one image or many, and those before them."""
        if type(self) is not Compose or _is_watched(self):
            return None
        steps: list = []
        for block in self:
            steps += block if type(block) is HybridSequential and not _is_watched(block) else [block]
        early = len(steps)
        while early and _is_late(steps[early - 1]):
            early -= 1
        return Parts(steps[:early], steps[early:])


class _Late(HybridBlock):
    """A transform that maps a stack of images to the stack of its results."""

    def _parted(self) -> Parts:
        return Parts([], [self]) if _is_late(self) else Parts([self], [])


class Cast(_Late):
    """Change the element type.

    Parameters
    ----------
    dtype : str or type, default='float32'
        The new type.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.Cast("float16")(mx.nd.ones((2, 2, 3))).dtype
    <class 'numpy.float16'>
    """

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Cast."""
        return F.cast(x, self._dtype)


class ToTensor(_Late):
    """Convert channels-last bytes to channels-first float32 in [0, 1].

    One image of (height, width, channels) becomes (channels, height, width); a batch likewise.

    Examples
    --------
    >>> picture = mx.nd.full((2, 4, 3), 255, dtype="uint8")
    >>> out = mx.gluon.data.vision.transforms.ToTensor()(picture)
    >>> out.shape, float(out.max().asscalar())
    ((3, 2, 4), 1.0)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Convert an image, or a batch of images, to what networks take."""
        return F.image.to_tensor(x)


class Normalize(_Late):
    """Subtract a mean and divide by a standard deviation, one for all channels or one per channel.

    Images are (channels, height, width) and float32, as `ToTensor` gives them.

    Parameters
    ----------
    mean : float or Sequence[float], default=0.0
        Mean to subtract.
    std : float or Sequence[float], default=1.0
        Divisor.

    Examples
    --------
    >>> normalize = mx.gluon.data.vision.transforms.Normalize(mean=(0, 1, 2), std=2)
    >>> normalize(mx.nd.ones((3, 1, 1))).asnumpy().ravel().tolist()
    [0.5, 0.0, -0.5]
    """

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Normalize."""
        return F.image.normalize(x, self._mean, self._std)


def _check_float(x: Any) -> None:
    if x.dtype != np.float32:
        raise TypeError(f"rotations take float32, got {np.dtype(x.dtype).name}: put ToTensor before")


class Rotate(Block):
    """Rotate float images of (channels, height, width), one or a batch.

    Parameters
    ----------
    rotation_degrees : float
        The angle, counterclockwise.
    zoom_in : bool, default=False
        Whether the image is enlarged until no corner is empty.
    zoom_out : bool, default=False
        Whether the image is made smaller until all of it is seen.

    Raises
    ------
    TypeError
        If the image is not float32.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.Rotate(90)(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(self, rotation_degrees: float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        """Rotate."""
        _check_float(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Rotate by an angle drawn between two limits.

    Parameters
    ----------
    angle_limits : tuple[float, float]
        The smallest and the largest angle, in degrees.
    zoom_in : bool, default=False
        Whether the image is enlarged until no corner is empty.
    zoom_out : bool, default=False
        Whether the image is made smaller until all of it is seen.
    rotate_with_proba : float, default=1.0
        Probability with which an image is rotated at all.

    Raises
    ------
    ValueError
        If the limits are not ascending, or the probability is invalid.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomRotation((-10, 10))(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(self, angle_limits: Any, zoom_in: bool = False, zoom_out: bool = False,
                 rotate_with_proba: float = 1.0) -> None:
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError(f"RandomRotation: angle_limits are two rising numbers, got {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"RandomRotation: rotate_with_proba lies in [0, 1], got {rotate_with_proba}")
        self._args, self._rotate_with_proba = (angle_limits, zoom_in, zoom_out), rotate_with_proba

    def forward(self, x: Any) -> Any:
        """Rotate, or not."""
        if np.random.random() > self._rotate_with_proba:
            return x
        _check_float(x)
        return image.random_rotate(x, *self._args)


class RandomResizedCrop(Block):
    """Crop a part of random area and aspect ratio, and resize it.

    Parameters
    ----------
    size : int or tuple[int, int]
        Width and height of the result; one number is both.
    scale : tuple[float, float], default=(0.08, 1.0)
        Smallest and largest part of the area.
    ratio : tuple[float, float], default=(3/4, 4/3)
        Smallest and largest width divided by height.
    interpolation : int, default=1
        How pixels are resized, by OpenCV's number: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> crop = mx.gluon.data.vision.transforms.RandomResizedCrop((6, 4))
    >>> crop(mx.nd.zeros((10, 12, 3), dtype="uint8")).shape
    (4, 6, 3)
    """

    def __init__(self, size: Any, scale: Any = (0.08, 1.0), ratio: Any = (3.0 / 4.0, 4.0 / 3.0),
                 interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_size(size), scale, ratio, interpolation)

    def forward(self, x: Any) -> Any:
        """Crop and resize."""
        return image.random_size_crop(x, *self._args)[0]


class CropResize(HybridBlock):
    """Crop a given part, and resize it if a size is given.

    Parameters
    ----------
    x : int
        Left edge of the part.
    y : int
        Upper edge of the part.
    width : int
        Width of the part.
    height : int
        Height of the part.
    size : int or tuple[int, int], optional
        Width and height of the result.
    interpolation : int, optional
        How pixels are resized, by OpenCV's number.

    Examples
    --------
    >>> crop = mx.gluon.data.vision.transforms.CropResize(1, 2, width=6, height=4, size=(3, 2), interpolation=1)
    >>> crop(mx.nd.zeros((10, 12, 3), dtype="uint8")).shape
    (2, 3, 3)
    """

    def __init__(self, x: int, y: int, width: int, height: int, size: Any = None,
                 interpolation: int | None = None) -> None:
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size, self._interpolation = size, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Crop and resize."""
        out = F.image.crop(x, self._x, self._y, self._width, self._height)
        return F.image.resize(out, self._size, False, self._interpolation) if self._size else out


class CenterCrop(Block):
    """Crop the center, enlarging a smaller image.

    Parameters
    ----------
    size : int or tuple[int, int]
        Width and height of the result; one number is both.
    interpolation : int, default=1
        How pixels are resized, by OpenCV's number.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.CenterCrop(4)(mx.nd.zeros((10, 12, 3), dtype="uint8")).shape
    (4, 4, 3)
    """

    def __init__(self, size: Any, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_size(size), interpolation)

    def forward(self, x: Any) -> Any:
        """Crop."""
        return image.center_crop(x, *self._args)[0]


class Resize(HybridBlock):
    """Resize an image, or a batch of images, of (height, width, channels).

    Parameters
    ----------
    size : int or tuple[int, int]
        Width and height of the result; one number is both.
    keep_ratio : bool, default=False
        Whether one number means the shorter edge, and the other follows from the aspect ratio.
    interpolation : int, default=1
        How pixels are resized, by OpenCV's number: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> picture = mx.nd.zeros((10, 20, 3), dtype="uint8")
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transforms.Resize(5)(picture).shape, transforms.Resize(5, keep_ratio=True)(picture).shape
    ((5, 5, 3), (5, 10, 3))
    """

    def __init__(self, size: Any, keep_ratio: bool = False, interpolation: int = 1) -> None:
        super().__init__()
        self._keep, self._size, self._interpolation = keep_ratio, size, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Resize."""
        return F.image.resize(x, self._size, self._keep, self._interpolation)


class RandomFlipLeftRight(HybridBlock):
    """Flip left and right with probability 1/2.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomFlipLeftRight()(mx.nd.zeros((2, 4, 3))).shape
    (2, 4, 3)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Flip, or not."""
        return F.image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """Flip top and bottom with probability 1/2.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomFlipTopBottom()(mx.nd.zeros((2, 4, 3))).shape
    (2, 4, 3)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Flip, or not."""
        return F.image.random_flip_top_bottom(x)


class _Around(HybridBlock):
    """A change by a factor drawn around 1."""

    _function: str

    def __init__(self, amount: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - amount), 1 + amount)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Change by a random factor."""
        return getattr(F.image, self._function)(x, *self._args)


class RandomBrightness(_Around):
    """Change brightness by a random factor.

    Parameters
    ----------
    brightness : float
        The factor lies in [max(0, 1 - brightness), 1 + brightness].

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomBrightness(0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    _function = "random_brightness"

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness)


class RandomContrast(_Around):
    """Change contrast by a random factor.

    Parameters
    ----------
    contrast : float
        The factor lies in [max(0, 1 - contrast), 1 + contrast].

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomContrast(0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    _function = "random_contrast"

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast)


class RandomSaturation(_Around):
    """Change saturation by a random factor.

    Parameters
    ----------
    saturation : float
        The factor lies in [max(0, 1 - saturation), 1 + saturation].

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomSaturation(0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    _function = "random_saturation"

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation)


class RandomHue(_Around):
    """Change the hue by a random factor.

    Parameters
    ----------
    hue : float
        The factor lies in [max(0, 1 - hue), 1 + hue].

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomHue(0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    _function = "random_hue"

    def __init__(self, hue: float) -> None:
        super().__init__(hue)


class RandomColorJitter(HybridBlock):
    """Change brightness, contrast, saturation and hue by random factors, in random order.

    Parameters
    ----------
    brightness : float, default=0
        How far the factor of brightness may be from 1.
    contrast : float, default=0
        How far the factor of contrast may be from 1.
    saturation : float, default=0
        How far the factor of saturation may be from 1.
    hue : float, default=0
        How far the factor of hue may be from 1.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomColorJitter(0.1, 0.1, 0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Change colours at random."""
        return F.image.random_color_jitter(x, *self._args)


class RandomLighting(HybridBlock):
    """Add noise along the principal colours of ImageNet.

    Parameters
    ----------
    alpha : float
        Standard deviation of the noise.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomLighting(0.1)(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Add noise."""
        return F.image.random_lighting(x, self._alpha)


class RandomApply(Sequential):
    """Apply a transform with a given probability.

    Parameters
    ----------
    transforms : Block
        What is applied.
    p : float, default=0.5
        The probability.

    Examples
    --------
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transforms.RandomApply(transforms.Resize(4), p=1.0)(mx.nd.zeros((10, 12, 3), dtype="uint8")).shape
    (4, 4, 3)
    """

    transforms: Any
    p: float

    def __init__(self, transforms: Any, p: float = 0.5) -> None:
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, x: Any) -> Any:
        """Transform, or not."""
        return x if self.p < random.random() else self.transforms(x)


_borrowed(__name__)
