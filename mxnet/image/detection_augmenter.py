"""Augmenters of images with bounding boxes. Called by `ImageDetIter`.

A label is a NumPy array with one row per object: class, left, top, right, bottom, and any further values; the edges are
fractions of the image's width and height.
"""
import logging
import random
import warnings
from collections.abc import Sequence
from math import sqrt
from numbers import Number
from typing import Any

import numpy as np

from ..ndarray import NDArray, flip
from .augmenter import (
    IMAGENET_MEAN,
    IMAGENET_STD,
    Augmenter,
    CastAug,
    ColorNormalizeAug,
    Described,
    ForceResizeAug,
    ResizeAug,
    channel_values,
    colour_augmenters,
)
from .transform import copyMakeBorder, fixed_crop

_BORDER_ISOLATED = 16


class DetAugmenter(Described):
    """Base of augmenters for detection: callables that map an image and its label to new ones.

    Parameters
    ----------
    **kwargs
        Settings, which `dumps` returns.
    """

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        raise NotImplementedError("Must override implementation.")


class DetBorrowAug(DetAugmenter):
    """Apply an augmenter of `mx.image` that does not move objects.

    Parameters
    ----------
    augmenter : Augmenter
        The augmenter.
    """

    def __init__(self, augmenter: Augmenter) -> None:
        if not isinstance(augmenter, Augmenter):
            raise TypeError("Borrowing from invalid Augmenter")
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self) -> list[Any]:
        """Return the name, and the description of the augmenter.

        Returns
        -------
        list
            Name and descriptions of the augmenters.
        """
        return [self.__class__.__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """Apply one of several augmenters, chosen at random, or none.

    Parameters
    ----------
    aug_list
        The augmenters.
    skip_prob : float, default=0
        Probability of none.
    """

    def __init__(self, aug_list: Any, skip_prob: float = 0) -> None:
        super().__init__(skip_prob=skip_prob)
        if not isinstance(aug_list, (list, tuple)):
            aug_list = [aug_list]
        if not all(isinstance(augmenter, DetAugmenter) for augmenter in aug_list):
            raise ValueError("Allow DetAugmenter in list only")
        self.aug_list: list[Any] = list(aug_list)
        self.skip_prob = skip_prob if aug_list else 1

    def dumps(self) -> list[Any]:
        """Return the name, and the descriptions of the augmenters.

        Returns
        -------
        list
            Name and descriptions of the augmenters.
        """
        return [self.__class__.__name__.lower(), [inner.dumps() for inner in self.aug_list]]

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Flip image and boxes horizontally, at random; the label is changed in place.

    Parameters
    ----------
    p : float
        Probability of applying it.
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        if random.random() < self.p:
            src = flip(src, axis=1)
            self._flip_label(label)
        return src, label

    def _flip_label(self, label: np.ndarray) -> None:
        """Flip the boxes of a label in place."""
        label[:, (1, 3)] = 1.0 - label[:, (3, 1)]


def _pair(value: Any, name: str, owner: str) -> Any:
    """Return a range; a single number is both ends."""
    if isinstance(value, (tuple, list)):
        return value
    if not isinstance(value, Number):
        raise ValueError(f"{owner}: {name} must be a number or a pair of them, got {value!r}")
    logging.info("Using fixed %s: %s in %s", name, value, owner)
    return value, value


def _areas(boxes: np.ndarray) -> np.ndarray:
    return (np.maximum(0, boxes[:, 3] - boxes[:, 1]) * np.maximum(0, boxes[:, 2] - boxes[:, 0]))


class _RandomFrame(DetAugmenter):
    """Common base of cropping and padding: a frame of random area and aspect ratio, drawn until it fits."""

    def _configure(self, aspect_ratio_range: Any, area_range: Any, max_attempts: int,
                   smallest_area: float) -> None:
        self.aspect_ratio_range = aspect_ratio_range
        self.area_range = area_range
        self.max_attempts = max_attempts
        bad_area = area_range[1] <= smallest_area or area_range[0] > area_range[1]
        bad_aspect = aspect_ratio_range[0] <= 0 or aspect_ratio_range[0] > aspect_ratio_range[1]
        self.enabled = not (bad_area or bad_aspect)
        if not self.enabled:
            name, value = (("area_range", area_range) if bad_area
                           else ("aspect_ratio_range", aspect_ratio_range))
            warnings.warn(f"Skip {type(self).__name__} due to invalid {name}: {value}",
                          stacklevel=3)

    def _frames(self, height: int, width: int):
        """Yield aspect, smallest and largest height, smallest and largest area of each attempt."""
        if not self.enabled or height <= 0 or width <= 0:
            return
        least, most = (share * height * width for share in self.area_range)
        for _ in range(self.max_attempts):
            ratio = random.uniform(*self.aspect_ratio_range)
            if ratio > 0:
                yield (ratio, int(round(sqrt(least / ratio))), int(round(sqrt(most / ratio))),
                       least, most)


class DetRandomCropAug(_RandomFrame):
    """Crop a random part that contains enough of the objects.

    Parameters
    ----------
    min_object_covered : float, default=0.1
        Minimum fraction inside the crop of each object that the crop touches.
    aspect_ratio_range : default=(0.75, 1.33)
        Smallest and largest width divided by height.
    area_range : default=(0.05, 1.0)
        Smallest and largest fraction of the image's area.
    min_eject_coverage : float, default=0.3
        Objects with at most this fraction inside are dropped.
    max_attempts : int, default=50
        After this many rejected crops, the image is left unchanged.
    """

    def __init__(self, min_object_covered: float = 0.1, aspect_ratio_range: Any = (0.75, 1.33),
                 area_range: Any = (0.05, 1.0), min_eject_coverage: float = 0.3, max_attempts: int = 50) -> None:
        aspect_ratio_range = _pair(aspect_ratio_range, "aspect ratio", "DetRandomCropAug")
        area_range = _pair(area_range, "area range", "DetRandomCropAug")
        super().__init__(min_object_covered=min_object_covered,
                         aspect_ratio_range=aspect_ratio_range, area_range=area_range,
                         min_eject_coverage=min_eject_coverage, max_attempts=max_attempts)
        self.min_object_covered = min_object_covered
        self.min_eject_coverage = min_eject_coverage
        self._configure(aspect_ratio_range, area_range, max_attempts, 0)

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        found = self._random_crop_proposal(label, *src.shape[:2])
        if found:
            *where, label = found
            src = fixed_crop(src, *where)
        return src, label

    def _check_satisfy_constraints(self, label: np.ndarray, xmin: int, ymin: int, xmax: int,
                                   ymax: int, width: int, height: int) -> bool:
        """Return whether a crop of more than a pixel covers enough of all objects that it touches."""
        if (xmax - xmin) * (ymax - ymin) < 2:
            return False
        boxes = label[:, 1:5]
        areas = _areas(boxes)
        seen = areas * width * height > 2
        if not seen.any():
            return False
        boxes, areas = boxes[seen], areas[seen]
        inside = np.stack((np.maximum(boxes[:, 0], xmin / width),
                           np.maximum(boxes[:, 1], ymin / height),
                           np.minimum(boxes[:, 2], xmax / width),
                           np.minimum(boxes[:, 3], ymax / height)), axis=1)
        coverage = _areas(inside) / areas
        coverage = coverage[coverage > 0]
        return bool(coverage.size and coverage.min() > self.min_object_covered)

    def _update_labels(self, label: np.ndarray, crop_box: Sequence, height: int,
                       width: int) -> np.ndarray | None:
        """Return the remaining objects, in coordinates of the crop; None if there are none."""
        x, y, w, h = (float(value) / size
                      for value, size in zip(crop_box, (width, height, width, height)))
        out = label.copy()
        out[:, (1, 3)] = (out[:, (1, 3)] - x) / w
        out[:, (2, 4)] = (out[:, (2, 4)] - y) / h
        out[:, 1:5] = np.clip(out[:, 1:5], 0, 1)
        whole = _areas(label[:, 1:])
        coverage = np.divide(_areas(out[:, 1:]) * w * h, whole, out=np.zeros_like(whole),
                             where=whole > 0)
        stays = ((out[:, 3] > out[:, 1]) & (out[:, 4] > out[:, 2])
                 & (coverage > self.min_eject_coverage))
        return out[stays] if stays.any() else None

    def _random_crop_proposal(self, label: np.ndarray, height: int, width: int) -> tuple:
        """Return (x, y, width, height, label) of an acceptable crop, or nothing."""
        for ratio, h, most_h, least, most in self._frames(height, width):
            if round(most_h * ratio) > width:
                most_h = int((width + 0.4999999) / ratio)
            most_h = min(most_h, height)
            h = random.randint(h, most_h) if h < most_h else most_h
            w = int(round(h * ratio))
            # after rounding, the area may be out of range by one row
            if w * h < least:
                h += 1
            w = int(round(h * ratio))
            if w * h > most:
                h -= 1
            w = int(round(h * ratio))
            if not (least <= w * h <= most and 0 <= w <= width and 0 <= h <= height):
                continue
            y = random.randint(0, max(0, height - h))
            x = random.randint(0, max(0, width - w))
            if self._check_satisfy_constraints(label, x, y, x + w, y + h, width, height):
                changed = self._update_labels(label, (x, y, w, h), height, width)
                if changed is not None:
                    return x, y, w, h, changed
        return ()


class DetRandomPadAug(_RandomFrame):
    """Place the image at a random position on a larger canvas.

    Parameters
    ----------
    aspect_ratio_range : default=(0.75, 1.33)
        Smallest and largest width divided by height.
    area_range : default=(1.0, 3.0)
        Smallest and largest area of the canvas, as multiples of the image's.
    max_attempts : int, default=50
        After this many rejected canvases, the image is left unchanged.
    pad_val : default=(128, 128, 128)
        Colour of the canvas.
    """

    def __init__(self, aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (1.0, 3.0), max_attempts: int = 50,
                 pad_val: Any = (128, 128, 128)) -> None:
        if not isinstance(pad_val, (list, tuple)):
            if not isinstance(pad_val, Number):
                raise ValueError(f"DetRandomPadAug: pad_val must be a number or several, "
                                 f"got {pad_val!r}")
            pad_val = (pad_val,) * 3
        aspect_ratio_range = _pair(aspect_ratio_range, "aspect ratio", "DetRandomPadAug")
        area_range = _pair(area_range, "area range", "DetRandomPadAug")
        super().__init__(aspect_ratio_range=aspect_ratio_range, area_range=area_range,
                         max_attempts=max_attempts, pad_val=pad_val)
        self.pad_val = pad_val
        self._configure(aspect_ratio_range, area_range, max_attempts, 1.0)

    def __call__(self, src: NDArray, label: np.ndarray) -> tuple[NDArray, np.ndarray]:
        height, width, _ = src.shape
        found = self._random_pad_proposal(label, height, width)
        if found:
            x, y, w, h, label = found
            src = copyMakeBorder(src, y, h - y - height, x, w - x - width, _BORDER_ISOLATED,
                                 values=self.pad_val)
        return src, label

    def _update_labels(self, label: np.ndarray, pad_box: Sequence, height: int,
                       width: int) -> np.ndarray:
        """Return the objects in coordinates of the canvas."""
        x, y, w, h = pad_box
        out = label.copy()
        out[:, (1, 3)] = (out[:, (1, 3)] * width + x) / w
        out[:, (2, 4)] = (out[:, (2, 4)] * height + y) / h
        return out

    def _random_pad_proposal(self, label: np.ndarray, height: int, width: int) -> tuple:
        """Return (x, y, width, height, label) of the image's position on a canvas, or nothing."""
        for ratio, h, most_h, _, _ in self._frames(height, width):
            if round(h * ratio) < width:
                h = int((width + 0.499999) / ratio)
            h = min(max(h, height), most_h)
            if h < most_h:
                h = random.randint(h, most_h)
            w = int(round(h * ratio))
            if h - height < 2 or w - width < 2:
                continue
            y = random.randint(0, max(0, h - height))
            x = random.randint(0, max(0, w - width))
            return x, y, w, h, self._update_labels(label, (x, y, w, h), height, width)
        return ()


def CreateMultiRandCropAugmenter(min_object_covered: Any = 0.1,
                                 aspect_ratio_range: Any = (0.75, 1.33),
                                 area_range: Any = (0.05, 1.0), min_eject_coverage: Any = 0.3,
                                 max_attempts: Any = 50, skip_prob: float = 0) -> DetRandomSelectAug:
    """Create a random choice among `DetRandomCropAug` augmenters; lists of values give one augmenter per value.

    Parameters
    ----------
    min_object_covered : default=0.1
        Minimum fraction inside the crop of each object that the crop touches.
    aspect_ratio_range : default=(0.75, 1.33)
        Smallest and largest width divided by height.
    area_range : default=(0.05, 1.0)
        Smallest and largest fraction of the image's area.
    min_eject_coverage : default=0.3
        Objects with at most this fraction inside are dropped.
    max_attempts : default=50
        After this many rejected crops, the image is left unchanged.
    skip_prob : float, default=0
        Probability of no crop.

    Returns
    -------
    DetRandomSelectAug
        The choice.
    """
    settings = {"min_object_covered": min_object_covered, "aspect_ratio_range": aspect_ratio_range,
                "area_range": area_range, "min_eject_coverage": min_eject_coverage,
                "max_attempts": max_attempts}
    lists = {name: value if isinstance(value, list) else [value]
             for name, value in settings.items()}
    count = max(map(len, lists.values()))
    for name, values in lists.items():
        if len(values) not in (1, count):
            raise ValueError(f"{name} has {len(values)} values where others have {count}")
    crops = [DetRandomCropAug(**{name: values[i % len(values)] for name, values in lists.items()})
             for i in range(count)]
    return DetRandomSelectAug(crops, skip_prob=skip_prob)


def CreateDetAugmenter(data_shape: tuple[int, int, int], resize: int = 0, rand_crop: float = 0, rand_pad: float = 0,
                       rand_gray: float = 0, rand_mirror: bool = False, mean: Any = None, std: Any = None,
                       brightness: float = 0, contrast: float = 0, saturation: float = 0, pca_noise: float = 0,
                       hue: float = 0, inter_method: int = 2, min_object_covered: Any = 0.1,
                       aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (0.05, 3.0),
                       min_eject_coverage: Any = 0.3, max_attempts: Any = 50,
                       pad_val: Any = (127, 127, 127)) -> list[DetAugmenter]:
    """Create the usual list of augmenters for detection.

    Parameters
    ----------
    data_shape : tuple[int, int, int]
        Channels, height and width of the resulting images.
    resize : int, default=0
        Length to which the shorter edge is resized first; 0 for no resizing.
    rand_crop : float, default=0
        Probability of a random crop.
    rand_pad : float, default=0
        Probability of a larger canvas.
    rand_gray : float, default=0
        Probability of making an image grey.
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
    pca_noise : float, default=0
        Standard deviation of noise along the principal components of colour.
    hue : float, default=0
        Largest angle of hue, in half turns.
    inter_method : int, default=2
        Interpolation; see `resize_short`.
    min_object_covered : default=0.1
        Minimum fraction inside a crop of each object that the crop touches; a list gives several crops.
    aspect_ratio_range : default=(0.75, 1.33)
        Smallest and largest width divided by height.
    area_range : default=(0.05, 3.0)
        Smallest and largest area of crop and canvas, as multiples of the image's.
    min_eject_coverage : default=0.3
        Objects with at most this fraction inside are dropped.
    max_attempts : default=50
        After this many rejected attempts, the image is left unchanged.
    pad_val : default=(127, 127, 127)
        Colour of the canvas.

    Returns
    -------
    list of DetAugmenter
        The augmenters, in the order in which they are applied.
    """
    found: list[DetAugmenter] = []
    if resize > 0:
        found.append(DetBorrowAug(ResizeAug(resize, inter_method)))
    if rand_crop > 0:
        found.append(CreateMultiRandCropAugmenter(
            min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts,
            skip_prob=1 - rand_crop))
    if rand_mirror > 0:
        found.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        canvas = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        found.append(DetRandomSelectAug([canvas], 1 - rand_pad))
    borrowed = [ForceResizeAug((data_shape[2], data_shape[1]), inter_method), CastAug(),
                *colour_augmenters(brightness, contrast, saturation, hue, pca_noise, rand_gray)]
    mean = channel_values(mean, "mean", np.array(IMAGENET_MEAN))
    std = channel_values(std, "std", np.array(IMAGENET_STD))
    if mean is not None or std is not None:
        borrowed.append(ColorNormalizeAug(mean, std))
    return found + [DetBorrowAug(augmenter) for augmenter in borrowed]
