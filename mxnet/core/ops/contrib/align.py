"""Region features without rounding: averages of bilinear samples over the bins of each region."""
import math
from typing import Annotated

import numpy as np
import torch

from ...bounds import check_size
from ...errors import MXNetError
from ...op import Array, Extent, Fraction, Shape, op
from .grids import between, sum_grids
from .sampling import on_host, read, wide

_WORDS = {
    "data": "Images of shape ``(batch, channels, height, width)``.",
    "pooled_size": "Number of bins, down and across.",
    "spatial_scale": "Pixels of the data for one unit of a region: 1/16 where a network halves its images four times.",
}


def _check(data, rois, columns: int, pooled) -> None:
    if len(data) != 4:
        raise MXNetError(f"data should be a 4D tensor, got {len(data)} axes")
    if len(rois) != 2 or rois[1] not in (columns, -1):
        raise MXNetError(f"bbox should be a 2D tensor of shape [batch, {columns}], got {list(rois)}")
    if len(pooled) != 2 or min(pooled) < 1:
        raise MXNetError(f"pooled_size is (height, width), both positive; got {tuple(pooled)}")


def image_of(rois: np.ndarray, batch: int) -> np.ndarray:
    """Return the index of each region's image; a negative index means that the region is skipped."""
    image = rois[:, 0].astype(np.int64)
    if image.size and image.max() >= batch:
        raise MXNetError(f"a region is on image {image.max()}, there are {batch}")
    return image


def _ticks(extent: np.ndarray, bins: int, ratio: int) -> tuple[np.ndarray, np.ndarray]:
    """Place samples along one side of each region.

    Returns their distances from its start, (regions, bins, samples), and weights that sum to one per bin. The number of
    samples is ``ratio``, or one per pixel.
    """
    kind = extent.dtype
    step = (extent / bins).astype(kind)[:, None]
    count = np.ceil(step) if ratio <= 0 else np.full_like(step, ratio)
    most = ratio if ratio > 0 else int(count.max()) if extent.size else 1
    index = np.arange(most, dtype=kind)
    with np.errstate(divide="ignore", invalid="ignore"):  # a region without extent has no samples
        within = (index + kind.type(0.5)) * step / count
        weight = np.where(index < count, 1 / count, 0).astype(kind)
    starts = np.arange(bins, dtype=kind) * step
    return starts[:, :, None] + within[:, None], weight[:, None]


def _grid(tall: np.ndarray, broad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Combine (regions, bins, samples) of two sides to (regions, bins, bins, samples)."""
    y, x = np.broadcast_arrays(tall[:, :, None, :, None], broad[:, None, :, None, :])
    bins = (*y.shape[:3], y.shape[3] * y.shape[4])
    return y.reshape(bins), x.reshape(bins)


# ---- upright regions ------------------------------------------------------------------------------

@op("_contrib_ROIAlign", constant=("rois",), words=_WORDS)
def roi_align(data: Array, rois: Array, *, pooled_size: Annotated[Shape, Extent(2)], spatial_scale: Fraction,
              sample_ratio: int = -1, position_sensitive: bool = False, aligned: bool = False):
    """Average bilinear samples over the bins of each region, (image, left, top, right, bottom).

    Nothing is rounded, unlike in `ROIPooling`: a region with scaled corners is divided into ``pooled_size`` equal bins,
    and each bin is the mean of interpolated samples. A region with a negative image index gives zeros.

    Parameters
    ----------
    rois
        Regions of shape ``(number, 5)``: the image's index in the batch, then the corners ``x1, y1, x2, y2``.
    sample_ratio
        Samples per bin along each axis; if not positive, one per pixel of a bin.
    position_sensitive
        Let each bin read its own channels: the output has ``channels / prod(pooled_size)``.
    aligned
        Place pixel centers at half-integer coordinates, which is exact. Otherwise a region is at least one pixel large.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 0, 0, 2, 2]])
    >>> mx.nd.contrib.ROIAlign(image, region, pooled_size=(1, 2), spatial_scale=1, sample_ratio=1).asnumpy().tolist()
    [[[[4.5, 5.5]]]]
    """
    _check(data.shape, rois.shape, 5, pooled_size)
    check_size(rois.shape[0], data.shape[1], *pooled_size)
    source, boxes = wide(data), on_host(rois)
    batch, _, height, width = data.shape
    image, kind = image_of(boxes, batch), boxes.dtype.type
    # Each row holds one number of all regions: such short arrays are cheaper if contiguous.
    corners = np.ascontiguousarray(boxes.T[1:]) * kind(spatial_scale) - kind(0.5 if aligned else 0.0)
    size = corners[2:] - corners[:2]
    if not aligned:
        size = np.maximum(size, kind(1))
    elif (size <= 0)[:, image >= 0].any():
        raise MXNetError("with aligned, every region needs a positive width and height")
    columns, rows = _samples(corners[:2], size, image, pooled_size[::-1], sample_ratio, (width, height))
    plane, outputs, groups = np.maximum(image, 0)[:, None, None], data.shape[1], 1
    if position_sensitive:
        outputs, groups = _own_channels(outputs, pooled_size), math.prod(pooled_size)
        plane = plane * groups + np.arange(groups).reshape(1, *pooled_size)
    return sum_grids(source, outputs, groups, plane, rows, columns).to(data.dtype)


def _samples(start: np.ndarray, size: np.ndarray, image: np.ndarray, bins: tuple, ratio: int,
             limits: tuple[int, int]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the pixels that samples read along x and y, (regions, bins, pixels), and their weights.

    Both axes are processed together, (axis, regions, bins, samples): the cost is in the calls.
    """
    kind = start.dtype
    step = (size / np.array(bins, kind)[:, None])[..., None]
    count = np.ceil(step) if ratio <= 0 else kind.type(ratio)
    most = [ratio] * 2 if ratio > 0 else count.max(1).astype(int).ravel().tolist() if count.size else [1, 1]
    index = np.arange(max(most), dtype=kind)
    with np.errstate(divide="ignore", invalid="ignore"):  # a region without extent has no samples
        within = (index + kind.type(0.5)) * step / count
        weight = np.where(index < count, 1 / count, kind.type(0))
    place = (np.arange(max(bins), dtype=kind) * step)[..., None] + within[:, :, None]
    place += start[..., None, None]
    limit = np.array(limits, kind)[:, None, None, None]
    # A sample counts where both of its coordinates are near the image, and its region has an image.
    inside = (place >= -1) & (place <= limit)
    if image.size and image.min() < 0:
        inside &= (image >= 0)[:, None, None]
    pixels, weights = between(place, weight[..., None, :] * inside, limit)
    return [tuple(part[axis, :, :bins[axis], :most[axis]].reshape(image.size, bins[axis], 2 * most[axis])
                  for part in (pixels, weights)) for axis in (0, 1)]


def _own_channels(channels: int, pooled_size: tuple) -> int:
    bins = math.prod(pooled_size)
    if channels == -1:
        return -1
    if channels % bins:
        raise MXNetError("Input channels should be divided by pooled_size[0]*pooled_size[1] when "
                         f"position_sensitive is true; got {channels} channels and {tuple(pooled_size)}")
    return channels // bins


@roi_align.infer_shape
def roi_align_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    _check(data, rois, 5, p.pooled_size)
    channels = _own_channels(data[1], p.pooled_size) if p.position_sensitive else data[1]
    shape.out = (rois[0], channels, *p.pooled_size)


# ---- rotated regions ------------------------------------------------------------------------------

@op("_contrib_RROIAlign", constant=("rois",), words=_WORDS)
def rotated_roi_align(data: Array, rois: Array, *, pooled_size: Annotated[Shape, Extent(2)], spatial_scale: Fraction,
                      sampling_ratio: int = -1):
    """Average bilinear samples over the bins of rotated regions.

    It is `ROIAlign` for regions that are rotated about their center, such as text in photographs.

    Parameters
    ----------
    rois
        Regions of shape ``(number, 6)``: the image's index in the batch, the center ``x, y``, width and height, and the
        angle in degrees.
    sampling_ratio
        Samples per bin along each axis; if not positive, one per pixel of a bin.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 1.5, 1.5, 2, 2, 90]])
    >>> mx.nd.contrib.RROIAlign(image, region, pooled_size=(1, 1), spatial_scale=1, sampling_ratio=1).asnumpy().tolist()
    [[[[7.5]]]]
    """
    _check(data.shape, rois.shape, 6, pooled_size)
    check_size(rois.shape[0], data.shape[1], *pooled_size)
    source, boxes = wide(data), on_host(rois)
    batch, _, height, width = data.shape
    image, kind = image_of(boxes, batch)[:, None, None, None], boxes.dtype.type
    center, size = boxes[:, 1:3] * kind(spatial_scale), np.maximum(boxes[:, 3:5] * kind(spatial_scale), 1)
    angle = np.deg2rad(boxes[:, 5])[:, None, None, None]
    tall, tall_weight = _ticks(size[:, 1], pooled_size[0], sampling_ratio)
    broad, broad_weight = _ticks(size[:, 0], pooled_size[1], sampling_ratio)
    up, across = _grid(tall - size[:, 1, None, None] / 2, broad - size[:, 0, None, None] / 2)
    sine, cosine = np.sin(angle), np.cos(angle)
    x = across * cosine + up * sine + center[:, 0, None, None, None]
    y = up * cosine - across * sine + center[:, 1, None, None, None]
    inside = (y >= -1) & (y <= height) & (x >= -1) & (x <= width) & (image >= 0)
    weight = np.multiply(*_grid(tall_weight, broad_weight)) * inside
    plane, y, x, weight = (torch.from_numpy(np.ascontiguousarray(part)).to(data.device)
                           for part in (np.maximum(image, 0), y, x, weight))
    out = read(source.permute(0, 2, 3, 1), plane, y, x, weight.to(source.dtype))
    return out.permute(0, 3, 1, 2).contiguous().to(data.dtype)


@rotated_roi_align.infer_shape
def rotated_roi_align_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    _check(data, rois, 6, p.pooled_size)
    shape.out = (rois[0], data[1], *p.pooled_size)
