"""The augmenter of `ImageDetRecordIter`: an image and the boxes in it.

Random numbers and arithmetic are MXNet's, see `augment`.
"""
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from ..core.errors import MXNetError
from ..core.ops.image_header import opencv
from ..core.params import Floats, Ints, Shape
from .augment import resized, scaled_values, shifted_hls, shorter_edge
from .mersenne import Mersenne
from .parameters import about

_float = np.float32
_BORDER_ISOLATED = 16
_LEAST_PADDING = _float(1.05)


@dataclass(frozen=True)
class DetectionAugmentParams:
    """How `det_aug_default` augments images and boxes. A tuple holds one value per crop sampler."""

    resize: int = about(-1, "length that the shorter edge gets first; -1 leaves it")
    rand_crop_prob: float = about(0.0, "probability of a random crop")
    min_crop_scales: Floats = about((0.0,), "smallest edge of a crop, as a share of the image's")
    max_crop_scales: Floats = about((1.0,), "largest edge of a crop")
    min_crop_aspect_ratios: Floats = about((1.0,), "smallest width / height of a crop")
    max_crop_aspect_ratios: Floats = about((1.0,), "largest width / height of a crop")
    min_crop_overlaps: Floats = about((0.0,), "least overlap over union of crop and an object")
    max_crop_overlaps: Floats = about((1.0,), "most overlap over union")
    min_crop_sample_coverages: Floats = about((0.0,), "least share of the crop an object takes")
    max_crop_sample_coverages: Floats = about((1.0,), "most of the crop an object takes")
    min_crop_object_coverages: Floats = about((0.0,), "least share of an object in the crop")
    max_crop_object_coverages: Floats = about((1.0,), "most of an object in the crop")
    num_crop_sampler: int = about(1, "how many kinds of crops are tried, in random order")
    crop_emit_mode: Literal["center", "overlap"] = about(
        "center", "objects stay whose centre, or enough of whose area, is in the crop")
    emit_overlap_thresh: float = about(0.3, "how much is enough")
    max_crop_trials: Ints = about((25,), "crops to try")
    rand_pad_prob: float = about(0.0, "probability of a larger canvas")
    max_pad_scale: float = about(1.0, "largest edge of the canvas, as a multiple of the image's")
    max_random_hue: int = about(0, "largest change of hue, of 180")
    random_hue_prob: float = about(0.0, "its probability")
    max_random_saturation: int = about(0, "largest change of saturation, of 255")
    random_saturation_prob: float = about(0.0, "its probability")
    max_random_illumination: int = about(0, "largest change of lightness, of 255")
    random_illumination_prob: float = about(0.0, "its probability")
    max_random_contrast: float = about(0.0, "random factor on values, how far from 1")
    random_contrast_prob: float = about(0.0, "its probability")
    rand_mirror_prob: float = about(0.0, "probability of mirroring left and right")
    fill_value: int = about(127, "grey of the canvas")
    inter_method: int = about(
        1, "0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random")
    data_shape: Shape = about((), "channels, height and width of an image in the batch")
    resize_mode: Literal["force", "shrink", "fit"] = about(
        "force", "force to the batch's size, shrink into it, or fit to it; the last two keep the "
        "aspect")


_SAMPLER_FIELDS = ("min_crop_scales", "max_crop_scales", "min_crop_aspect_ratios",
                   "max_crop_aspect_ratios", "min_crop_overlaps", "max_crop_overlaps",
                   "min_crop_sample_coverages", "max_crop_sample_coverages",
                   "min_crop_object_coverages", "max_crop_object_coverages", "max_crop_trials")


class Box(NamedTuple):
    """A rectangle relative to the image's width and height."""

    x: np.float32
    y: np.float32
    width: np.float32
    height: np.float32


class Sampler(NamedTuple):
    """One kind of crop."""

    min_scale: np.float32
    max_scale: np.float32
    min_ratio: np.float32
    max_ratio: np.float32
    min_overlap: np.float32
    max_overlap: np.float32
    min_sample: np.float32
    max_sample: np.float32
    min_object: np.float32
    max_object: np.float32
    trials: int


def _samplers(params: DetectionAugmentParams) -> list[Sampler]:
    count = params.num_crop_sampler
    if count <= 0:
        return []
    columns = []
    for name in _SAMPLER_FIELDS:
        values = getattr(params, name)
        if len(values) not in (1, count):
            raise MXNetError(f"# of parameters/crop_samplers mismatch: {name} has {len(values)} "
                             f"values for {count} samplers")
        kind = int if name == "max_crop_trials" else _float
        columns.append([kind(value) for value in (values * count if len(values) == 1 else values)])
    found = [Sampler(*row) for row in zip(*columns)]
    for one in found:
        if not (0 <= one.min_scale < one.max_scale <= 1 and 0 <= one.min_ratio <= one.max_ratio
                and one.min_overlap <= one.max_overlap and one.min_sample <= one.max_sample
                and one.min_object <= one.max_object):
            raise MXNetError(f"a crop sampler has its limits in the wrong order: {one}")
    return found


class Objects:
    """The label of an image: header numbers, then one row per object.

    A row is class, left, top, right, bottom, and any further numbers. Rows without area are dropped.
    """

    def __init__(self, raw: np.ndarray) -> None:
        if len(raw) < 7:
            raise MXNetError("a detection label has at least 2 head numbers and 5 an object, this "
                             f"one {len(raw)} in all")
        head, width = int(raw[0]), int(raw[1])
        if head < 2 or width < 5 or head > len(raw) or (len(raw) - head) % width:
            raise MXNetError(f"a detection label of {len(raw)} numbers cannot have {head} head "
                             f"numbers and {width} an object")
        self._head = raw[:head]
        rows = raw[head:].reshape(-1, width).astype(_float)
        self.rows: np.ndarray = rows[(rows[:, 3] > rows[:, 1]) & (rows[:, 4] > rows[:, 2])]

    def raw(self) -> np.ndarray:
        """Return header and rows as one array."""
        return np.concatenate((self._head, self.rows.ravel())).astype(_float)

    def mirror(self) -> None:
        """Mirror all boxes left and right."""
        self.rows[:, (1, 3)] = _float(1) - self.rows[:, (3, 1)]

    def project(self, box: Box, kept: np.ndarray | None = None) -> None:
        """Express the boxes, or those that are kept, in the coordinates of a new frame."""
        rows = self.rows if kept is None else self.rows[kept]
        origin, size = np.array((box.x, box.y), _float), np.array((box.width, box.height), _float)
        rows[:, 1:3] = np.maximum(0, (rows[:, 1:3] - origin) / size)
        rows[:, 3:5] = np.minimum(1, (rows[:, 3:5] - origin) / size)
        self.rows = rows

    def crop(self, box: Box, sampler: Sampler, by_centre: bool, least: np.float32) -> bool:
        """Crop to a box if it meets the sampler's limits and keeps an object; return whether it did."""
        if not len(self.rows):
            return True
        shared, own = self._overlap(box)
        area = box.width * box.height
        if not self._meets(sampler, shared, own, area):
            return False
        if by_centre:
            x = (self.rows[:, 1] + self.rows[:, 3]) * _float(0.5)
            y = (self.rows[:, 2] + self.rows[:, 4]) * _float(0.5)
            kept = ((box.x <= x) & (x < box.x + box.width)
                    & (box.y <= y) & (y < box.y + box.height))
        else:
            kept = shared / own > least
        if not kept.any():
            return False
        self.project(box, kept)
        return True

    def _overlap(self, box: Box) -> tuple[np.ndarray, np.ndarray]:
        """Return the areas that objects share with a box, and their own."""
        left, top, right, bottom = self.rows[:, 1:5].T
        width = np.minimum(right, box.x + box.width) - np.maximum(left, box.x)
        height = np.minimum(bottom, box.y + box.height) - np.maximum(top, box.y)
        shared = np.where((width > 0) & (height > 0), width * height, _float(0))
        return shared, (right - left) * (bottom - top)

    @staticmethod
    def _meets(sampler: Sampler, shared: np.ndarray, own: np.ndarray, area: np.float32) -> bool:
        """Return whether any object lies within all limits; limits of 0 and 1 do not count."""
        limits = ((sampler.min_overlap, sampler.max_overlap, shared / (area + own - shared)),
                  (sampler.min_sample, sampler.max_sample, shared / area),
                  (sampler.min_object, sampler.max_object, shared / own))
        good = np.ones(len(own), bool)
        for least, most, value in limits:
            if least > 0 or most < 1:
                good &= (least <= value) & (value <= most)
        return bool(good.any())


class DetectionAugmenter:
    """`det_aug_default`."""

    def __init__(self, params: DetectionAugmentParams) -> None:
        self.params = p = params
        if p.inter_method not in (0, 1, 2, 3, 4, 9, 10):
            raise MXNetError("invalid inter_method: valid value 0,1,2,3,9,10")
        if p.emit_overlap_thresh < 0:
            raise MXNetError(f"emit_overlap_thresh must not be below 0, got {p.emit_overlap_thresh}")
        self._samplers = _samplers(p)
        self._recolours = max(p.random_hue_prob, p.random_saturation_prob,
                              p.random_illumination_prob, p.random_contrast_prob) > 0

    def __call__(self, image: np.ndarray, label: np.ndarray,
                 random: Mersenne) -> tuple[np.ndarray, np.ndarray]:
        p = self.params
        if p.resize != -1:
            image = shorter_edge(image, p.resize, p.inter_method, random)
        objects = Objects(label)
        if self._recolours:
            image = self._recoloured(image, random)
        if p.rand_mirror_prob > 0 and random.uniform() < _float(p.rand_mirror_prob):
            objects.mirror()
            image = opencv().flip(image, 1)
        if p.rand_pad_prob > 0 and p.max_pad_scale > 1 \
                and random.uniform() < _float(p.rand_pad_prob):
            image = self._padded(image, objects, random)
        if p.rand_crop_prob > 0 and self._samplers and random.uniform() < _float(p.rand_crop_prob):
            image = self._cropped(image, objects, random)
        return self._fitted(image, random), objects.raw()

    def _recoloured(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params
        hue, saturation, light = (int(random.uniform(-1, 1) * _float(limit)) for limit in (
            p.max_random_hue, p.max_random_saturation, p.max_random_illumination))
        contrast = random.uniform(-1, 1) * _float(p.max_random_contrast)
        hue = hue if random.uniform() < _float(p.random_hue_prob) else 0
        saturation = saturation if random.uniform() < _float(p.random_saturation_prob) else 0
        light = light if random.uniform() < _float(p.random_illumination_prob) else 0
        contrast = contrast if random.uniform() < _float(p.random_contrast_prob) else _float(0)
        if hue or saturation or light:
            image = shifted_hls(image, hue, light, saturation)
        if abs(contrast) > 1e-3:
            image = scaled_values(image, contrast + _float(1), 0)
        return image

    def _padded(self, image: np.ndarray, objects: Objects, random: Mersenne) -> np.ndarray:
        """Place the image at a random position on a larger canvas, unless that is hardly larger."""
        p = self.params
        rows, columns = image.shape[:2]
        scale = random.uniform(1, p.max_pad_scale)
        if scale < _LEAST_PADDING:
            return image
        x, y = random.uniform(0, scale - _float(1)), random.uniform(0, scale - _float(1))
        objects.project(Box(-x, -y, scale, scale))
        left, top = int(x * _float(columns)), int(y * _float(rows))
        right = int((scale - x - _float(1)) * _float(columns))
        bottom = int((scale - y - _float(1)) * _float(rows))
        return opencv().copyMakeBorder(image, top, bottom, left, right, _BORDER_ISOLATED,
                                       value=(p.fill_value,) * 3)

    def _cropped(self, image: np.ndarray, objects: Objects, random: Mersenne) -> np.ndarray:
        """Try the samplers in random order until a crop succeeds."""
        p = self.params
        rows, columns = image.shape[:2]
        order = list(range(len(self._samplers)))
        random.shuffle(order)
        for number in order:
            sampler = self._samplers[number]
            for _ in range(sampler.trials):
                box = self._crop_box(sampler, _float(columns) / _float(rows), random)
                if objects.crop(box, sampler, p.crop_emit_mode == "center",
                                _float(p.emit_overlap_thresh)):
                    x, width = int(box.x * _float(columns)), int(box.width * _float(columns))
                    y, height = int(box.y * _float(rows)), int(box.height * _float(rows))
                    if not (width and height):
                        raise MXNetError(f"a random crop of {columns} x {rows} pixels has none left")
                    return image[y:y + height, x:x + width]
        return image

    @staticmethod
    def _crop_box(sampler: Sampler, aspect: np.float32, random: Mersenne) -> Box:
        one = _float(1)
        scale = random.uniform(sampler.min_scale, sampler.max_scale) + _float(1e-12)
        square = scale * scale
        least = max(sampler.min_ratio / aspect, square)
        most = min(sampler.max_ratio / aspect, _float(1.0 / float(square)))
        ratio = np.sqrt(random.uniform(least, most))
        width, height = min(one, scale * ratio), min(one, scale / ratio)
        return Box(random.uniform(0, one - width), random.uniform(0, one - height), width, height)

    def _fitted(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params
        rows, columns = image.shape[:2]
        _, height, width = p.data_shape
        size = (width, height)
        if p.resize_mode != "force":
            if p.resize_mode == "shrink" and rows <= height and columns <= width:
                return image
            ratio = min(_float(height) / _float(rows), _float(width) / _float(columns))
            size = (int(ratio * _float(columns)), int(ratio * _float(rows)))
            if min(size) < 1:
                raise MXNetError(f"an image of {columns} x {rows} pixels does not fit into "
                                 f"{width} x {height} in its own aspect")
        return resized(image, size, p.inter_method, random)
