"""The augmenter of `ImageRecordIter`: one image, in OpenCV's format, from file size to network size.

Its random numbers come from a `Mersenne` in MXNet's order: the same seed gives the same picture. Arithmetic is in
float32 where MXNet's is, since its results are truncated to whole pixels.
"""
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.ops.image_header import opencv
from ..core.params import Ints, Shape
from .mersenne import Mersenne
from .parameters import about

_float = np.float32
_LARGEST = 1e10
# eigenvalues times eigenvectors of ImageNet's colours, red first
_COLOURS = (np.array([55.46, 4.794, 1.148], _float)
            * np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140],
                        [-0.5836, -0.6948, 0.4203]], _float))
_VALUES = np.arange(256)


@dataclass(frozen=True)
class AugmentParams:
    """How `aug_default` augments images."""

    resize: int = about(-1, "length that the shorter edge gets first; -1 leaves it")
    rand_crop: bool = about(False, "crop at a random place instead of the middle")
    random_resized_crop: bool = about(
        False, "crop a random area of random aspect, as for training on ImageNet")
    max_rotate_angle: int = about(0, "turn by a random angle of up to so many degrees")
    max_aspect_ratio: float = about(
        0.0, "largest random width / height; without min_aspect_ratio, how far it is from 1")
    min_aspect_ratio: float | None = about(None, "smallest random width / height")
    max_shear_ratio: float = about(0.0, "shear by up to this ratio")
    max_crop_size: int = about(-1, "edge of the largest square to crop and resize")
    min_crop_size: int = about(-1, "edge of the smallest square to crop and resize")
    max_random_scale: float = about(1.0, "largest random factor on the size")
    min_random_scale: float = about(1.0, "smallest random factor on the size")
    max_random_area: float = about(1.0, "largest share of the area for random_resized_crop")
    min_random_area: float = about(1.0, "smallest share of the area for random_resized_crop")
    max_img_size: float = about(_LARGEST, "longest edge after scaling and turning")
    min_img_size: float = about(0.0, "shortest edge after scaling and turning")
    brightness: float = about(0.0, "random factor on brightness, how far from 1")
    contrast: float = about(0.0, "random factor on contrast, how far from 1")
    saturation: float = about(0.0, "random factor on saturation, how far from 1")
    pca_noise: float = about(0.0, "deviation of noise along the principal components of colour")
    random_h: int = about(0, "random change of hue, of 180")
    random_s: int = about(0, "random change of saturation, of 255")
    random_l: int = about(0, "random change of lightness, of 255")
    rotate: int = about(-1, "turn by this many degrees, whatever max_rotate_angle says")
    fill_value: int = about(255, "grey of what is added around an image")
    data_shape: Shape = about((), "channels, height and width of an image in the batch")
    inter_method: int = about(
        1, "0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random")
    pad: int = about(0, "pixels to add on each side before cropping")
    rotate_list: Ints = about((), "angles to choose from, whatever the others say")


def interpolation(method: int, old: tuple[Any, ...], new: tuple[Any, ...], random: Mersenne) -> int:
    """Choose one of OpenCV's methods for sizes (width, height)."""
    if method == 9:
        if new[0] > old[0] and new[1] > old[1]:
            return 2
        return 3 if new[0] < old[0] and new[1] < old[1] else 1
    return random.integer(0, 4) if method == 10 else method


def shorter_edge(image: np.ndarray, size: int, method: int, random: Mersenne) -> np.ndarray:
    """Resize an image so that its shorter edge is `size` long."""
    rows, columns = image.shape[:2]
    if rows > columns:
        new = (size, size * rows // columns)
    else:
        new = (size * columns // rows, size)
    return resized(image, new, method, random)


def resized(image: np.ndarray, size: tuple[int, int], method: int, random: Mersenne) -> np.ndarray:
    """Resize an image to (width, height)."""
    rows, columns = image.shape[:2]
    method = interpolation(method, (columns, rows), size, random)
    return opencv().resize(image, size, interpolation=method)


def scaled_values(image: np.ndarray, factor: float, offset: float) -> np.ndarray:
    """Return ``image * factor + offset``, rounded, within 0 ... 255."""
    table = np.rint(_VALUES.astype(_float) * _float(factor) + _float(offset))
    return opencv().LUT(image, np.clip(table, 0, 255).astype(np.uint8))


def shifted_hls(image: np.ndarray, hue: int, lightness: int, saturation: int) -> np.ndarray:
    """Shift hue (of 180), lightness and saturation (of 255), saturating at their limits."""
    cv2 = opencv()
    tables = [np.clip(_VALUES + shift, 0, limit) for shift, limit in
              ((hue, 180), (lightness, 255), (saturation, 255))]
    table = np.stack(tables, axis=-1).astype(np.uint8).reshape(1, 256, 3)
    return cv2.cvtColor(cv2.LUT(cv2.cvtColor(image, cv2.COLOR_BGR2HLS), table),
                        cv2.COLOR_HLS2BGR)


def _rounded(value: Any) -> int:
    """Round half away from zero, as C does."""
    return math.floor(float(value) + 0.5)


class DefaultAugmenter:
    """`aug_default`."""

    def __init__(self, params: AugmentParams) -> None:
        self.params = p = params
        self._height, self._width = p.data_shape[1:]
        if p.min_aspect_ratio is None:
            self._ratios = _float(1) - _float(p.max_aspect_ratio), _float(1) + _float(
                p.max_aspect_ratio)
        else:
            self._ratios = _float(p.min_aspect_ratio), _float(p.max_aspect_ratio)
        can_warp = p.inter_method in (1, 2, 3, 4, 9, 10)
        if p.inter_method != 0 and not can_warp:
            raise MXNetError("invalid inter_method: valid value 0,1,2,3,9,10")
        self._warps = bool(
            p.max_rotate_angle > 0 or p.max_shear_ratio > 0 or p.rotate > 0 or p.rotate_list
            or p.max_random_scale != 1 or p.min_random_scale != 1
            or (not p.random_resized_crop and self._ratios != (1, 1))
            or p.max_img_size != _LARGEST or p.min_img_size != 0)
        if self._warps and not can_warp:
            raise MXNetError("invalid inter_method: 0 cannot scale, shear or turn images")
        self._jitters = p.brightness > 0 or p.contrast > 0 or p.saturation > 0
        if p.random_resized_crop:
            self._check_resized_crop()

    def _check_resized_crop(self) -> None:
        p = self.params
        if (p.min_random_scale, p.max_random_scale, p.min_crop_size, p.max_crop_size,
                p.rand_crop) != (1, 1, -1, -1, False):
            raise MXNetError("Setting random_resized_crop to true conflicts with min_random_scale, "
                             "max_random_scale, min_crop_size, max_crop_size, and rand_crop.")
        if not 0 < self._ratios[0] <= self._ratios[1]:
            raise MXNetError("random_resized_crop needs 0 < min_aspect_ratio <= max_aspect_ratio, "
                             f"got {self._ratios[0]} and {self._ratios[1]}")
        if p.min_random_area > p.max_random_area:
            raise MXNetError(f"min_random_area {p.min_random_area} is above max_random_area "
                             f"{p.max_random_area}")

    def __call__(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params
        if p.resize != -1:
            image = shorter_edge(image, p.resize, p.inter_method, random)
        if self._warps:
            image = self._warped(image, random)
        if p.pad > 0:
            cv2 = opencv()
            image = cv2.copyMakeBorder(image, p.pad, p.pad, p.pad, p.pad, cv2.BORDER_CONSTANT,
                                       value=(p.fill_value,) * 3)
        image = self._cropped(image, random)
        if self._jitters:
            image = self._jittered(image, random)
        if p.random_h or p.random_s or p.random_l:
            image = self._recoloured(image, random)
        if p.pca_noise > 0:
            image = self._noisy(image, random)
        return image

    def _warped(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        """Scale, shear and rotate about the center."""
        p = self.params
        rows, columns = image.shape[:2]
        shear = random.uniform() * _float(p.max_shear_ratio) * _float(2) - _float(p.max_shear_ratio)
        angle = random.integer(-p.max_rotate_angle, p.max_rotate_angle)
        if p.rotate > 0:
            angle = p.rotate
        if p.rotate_list:
            angle = p.rotate_list[random.integer(0, len(p.rotate_list) - 1)]
        scale = ratio = _float(1)
        if not p.random_resized_crop:
            scale = random.uniform(p.min_random_scale, p.max_random_scale)
            ratio = random.uniform(*self._ratios)
        cos = _float(math.cos(angle / 180 * math.pi))
        sin = _float(math.sin(angle / 180 * math.pi))
        high = _float(2) * scale / (_float(1) + ratio)
        wide = ratio * high
        width, height = (max(_float(p.min_img_size), min(_float(p.max_img_size),
                                                         scale * _float(size)))
                         for size in (columns, rows))
        matrix = np.empty((2, 3), _float)
        matrix[0, :2] = high * cos - shear * sin * wide, high * sin + shear * cos * wide
        matrix[1, :2] = -sin * wide, cos * wide
        middle = matrix[:, 0] * _float(columns) + matrix[:, 1] * _float(rows)
        matrix[:, 2] = (np.array((width, height)) - middle) / _float(2)
        size = (int(width), int(height))
        cv2 = opencv()
        method = interpolation(p.inter_method, (columns, rows), size, random)
        return cv2.warpAffine(image, matrix, size, flags=method, borderMode=cv2.BORDER_CONSTANT,
                              borderValue=(p.fill_value,) * 3)

    def _cropped(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params
        if p.random_resized_crop:
            if (p.min_random_area, p.max_random_area, *self._ratios) != (1, 1, 1, 1):
                found = self._resized_crop(image, random)
                if found is not None:
                    return found
        elif p.max_crop_size != -1 or p.min_crop_size != -1:
            return self._square_crop(image, random)
        return self._plain_crop(image, random)

    def _resized_crop(self, image: np.ndarray, random: Mersenne) -> np.ndarray | None:
        """Crop a random area of random aspect ratio; None after ten failed attempts."""
        p = self.params
        rows, columns = image.shape[:2]
        for _ in range(10):
            area = _float(rows * columns) * random.uniform(p.min_random_area, p.max_random_area)
            ratio = random.uniform(*self._ratios)
            height, width = _rounded(np.sqrt(area / ratio)), _rounded(np.sqrt(area * ratio))
            if random.uniform() > 0.5:
                height, width = width, height
            if height <= rows and width <= columns:
                y, x = random.integer(0, rows - height), random.integer(0, columns - width)
                return resized(image[y:y + height, x:x + width], (self._width, self._height),
                               p.inter_method, random)
        return None

    def _corner(self, rows: int, columns: int, random: Mersenne) -> tuple[int, int]:
        """Return top and left of a crop that leaves so many rows and columns."""
        if self.params.rand_crop:
            return random.integer(0, rows), random.integer(0, columns)
        return rows // 2, columns // 2

    def _square_crop(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params
        rows, columns = image.shape[:2]
        if min(rows, columns) < p.max_crop_size or p.max_crop_size < p.min_crop_size:
            raise MXNetError("input image size smaller than max_crop_size")
        size = random.integer(p.min_crop_size, p.max_crop_size)
        y, x = self._corner(rows - size, columns - size, random)
        return resized(image[y:y + size, x:x + size], (self._width, self._height), p.inter_method,
                       random)

    def _plain_crop(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        """Crop to the required size; an image that is too small is enlarged first."""
        height, width = self._height, self._width
        rows, columns = image.shape[:2]
        method = interpolation(self.params.inter_method, (columns, rows), (width, height), random)
        if rows < height:
            columns = int(_float(height) / _float(rows) * _float(columns))
            rows = height
            image = opencv().resize(image, (columns, rows), interpolation=method)
        if columns < width:
            rows = int(_float(width) / _float(columns) * _float(rows))
            columns = width
            image = opencv().resize(image, (columns, rows), interpolation=method)
        if rows < height or columns < width:
            raise MXNetError("input image size smaller than input shape")
        y, x = self._corner(rows - height, columns - width, random)
        return image[y:y + height, x:x + width]

    def _jittered(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p, cv2 = self.params, opencv()
        brightness, contrast, saturation = (
            _float(1.0 + float(random.uniform(-limit, limit)))
            for limit in (p.brightness, p.contrast, p.saturation))
        order = [0, 1, 2]
        random.shuffle(order)
        for kind in order:
            if kind == 0:
                image = scaled_values(image, brightness, 0)
            else:
                # blue and red are swapped here, as in MXNet
                grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
                if kind == 1:
                    mean = _float(cv2.mean(grey)[0])
                    image = scaled_values(image, contrast, (_float(1) - contrast) * mean)
                else:
                    grey = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
                    image = cv2.addWeighted(image, float(saturation), grey,
                                            float(_float(1) - saturation), 0.0)
        return image

    def _recoloured(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        p = self.params

        def draw(limit: int) -> int:
            share = (random.uniform() + _float(4) * random.uniform()) / _float(5)
            return int(share * _float(limit) * _float(2) - _float(limit))

        hue, saturation, lightness = draw(p.random_h), draw(p.random_s), draw(p.random_l)
        return shifted_hls(image, hue, lightness, saturation)

    def _noisy(self, image: np.ndarray, random: Mersenne) -> np.ndarray:
        amounts = np.array(random.normals(3, self.params.pca_noise), _float)
        red, green, blue = (row[0] * amounts[0] + row[1] * amounts[1] + row[2] * amounts[2]
                            for row in _COLOURS)
        tables = [np.clip(np.trunc(_VALUES.astype(_float) + shift), 0, 255)
                  for shift in (blue, green, red)]
        table = np.stack(tables, axis=-1).astype(np.uint8).reshape(1, 256, 3)
        return opencv().LUT(image, table)
