"""What is done to images before a network sees them. Images are (height, width, channels) until `ToTensor`."""
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
    """Tell whether a transform, one of ours and no other class, gives for a stack what it gives for each image."""
    return type(block) in (Cast, Normalize, ToTensor) and not _is_watched(block)


class Compose(Sequential):
    """Apply transforms one after another; hybrid ones in a row are compiled together.

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
        """Give the steps to which it does not matter whether they see one image or many, and those before them."""
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
    """A transform that gives for a stack of images what it gives for each."""

    def _parted(self) -> Parts:
        return Parts([], [self]) if _is_late(self) else Parts([self], [])


class Cast(_Late):
    """Change the element type."""

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Cast."""
        return F.cast(x, self._dtype)


class ToTensor(_Late):
    """Give channels first, as float32 in [0, 1], from bytes with channels last."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Turn an image, or a batch of images, into what networks take."""
        return F.image.to_tensor(x)


class Normalize(_Late):
    """Subtract a mean and divide by a deviation, one for all channels or one per channel."""

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
    """Rotate by an angle in degrees; ``zoom_in`` cuts corners off, ``zoom_out`` keeps all of the image."""

    def __init__(self, rotation_degrees: float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        """Rotate."""
        _check_float(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Rotate by an angle drawn between two limits, with probability ``rotate_with_proba``."""

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
    """Cut out a part of random area and ratio, and resize it."""

    def __init__(self, size: Any, scale: Any = (0.08, 1.0), ratio: Any = (3.0 / 4.0, 4.0 / 3.0),
                 interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_size(size), scale, ratio, interpolation)

    def forward(self, x: Any) -> Any:
        """Cut and resize."""
        return image.random_size_crop(x, *self._args)[0]


class CropResize(HybridBlock):
    """Cut out a given part, and resize it where a size is given."""

    def __init__(self, x: int, y: int, width: int, height: int, size: Any = None,
                 interpolation: int | None = None) -> None:
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size, self._interpolation = size, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Cut and resize."""
        out = F.image.crop(x, self._x, self._y, self._width, self._height)
        return F.image.resize(out, self._size, False, self._interpolation) if self._size else out


class CenterCrop(Block):
    """Cut the middle out, enlarging an image that is smaller."""

    def __init__(self, size: Any, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_size(size), interpolation)

    def forward(self, x: Any) -> Any:
        """Cut."""
        return image.center_crop(x, *self._args)[0]


class Resize(HybridBlock):
    """Resize to (width, height), or with one number and ``keep_ratio`` the shorter edge."""

    def __init__(self, size: Any, keep_ratio: bool = False, interpolation: int = 1) -> None:
        super().__init__()
        self._keep, self._size, self._interpolation = keep_ratio, size, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Resize."""
        return F.image.resize(x, self._size, self._keep, self._interpolation)


class RandomFlipLeftRight(HybridBlock):
    """Exchange left and right with probability 1/2."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Flip, or not."""
        return F.image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """Exchange top and bottom with probability 1/2."""

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
    """Change brightness by a factor in [1 - brightness, 1 + brightness]."""

    _function = "random_brightness"

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness)


class RandomContrast(_Around):
    """Change contrast by a factor in [1 - contrast, 1 + contrast]."""

    _function = "random_contrast"

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast)


class RandomSaturation(_Around):
    """Change saturation by a factor in [1 - saturation, 1 + saturation]."""

    _function = "random_saturation"

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation)


class RandomHue(_Around):
    """Change the hue by a factor in [1 - hue, 1 + hue]."""

    _function = "random_hue"

    def __init__(self, hue: float) -> None:
        super().__init__(hue)


class RandomColorJitter(HybridBlock):
    """Change brightness, contrast, saturation and hue by random factors, in random order."""

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Change colours at random."""
        return F.image.random_color_jitter(x, *self._args)


class RandomLighting(HybridBlock):
    """Add noise along the principal colours of ImageNet, of deviation ``alpha``."""

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Add noise."""
        return F.image.random_lighting(x, self._alpha)


class RandomApply(Sequential):
    """Apply a transform with probability ``p``."""

    transforms: Any
    p: float

    def __init__(self, transforms: Any, p: float = 0.5) -> None:
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, x: Any) -> Any:
        """Transform, or not."""
        return x if self.p < random.random() else self.transforms(x)


_borrowed(__name__)
