"""Pooling over regions of interest."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Annotated, NamedTuple

import numpy as np
import torch

from ...bounds import check_size
from ...errors import MXNetError
from ...op import Array, Extent, Fraction, Shape, op, types
from ...tuning import ROI_AT_ONCE_ELEMENTS
from ..places import first_places
from ..tables import looked_up, turned


@op("ROIPooling", accepts=types.FLOATING, constant=("rois",), outputs=2, output_names=["output", "maxidx"], visible=1)
def roi_pooling(data: Array, rois: Array, *, pooled_size: Annotated[Shape, Extent(2)], spatial_scale: Fraction,
                is_train: bool):
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom).

    Corners are scaled by ``spatial_scale`` and rounded; both belong to the region. The region is divided into
    ``pooled_size`` bins, which may share pixels; an empty bin gives zero.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    rois
        Regions of shape ``(number, 5)``: the image's index in the batch, then the corners ``x1, y1, x2, y2``.
    pooled_size
        Number of bins, vertically and horizontally.
    spatial_scale
        Pixels of the data per unit of the corners: 1/16 if the network halves its images four times.

    Returns
    -------
    Array of shape ``(number, channels, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.ROIPooling(image, mx.nd.array([[0, 0, 0, 3, 1]]), pooled_size=(1, 2), spatial_scale=1).asnumpy().tolist()
    [[[[5.0, 7.0]]]]
    """
    _check(tuple(data.shape), tuple(rois.shape))
    check_size(rois.shape[0], data.shape[1], *pooled_size)
    if getattr(torch.compiler, "is_exporting", torch.compiler.is_compiling)():
        best, place = _pool_by_masks(data, rois, tuple(pooled_size), spatial_scale), None
    else:
        best, place = _pool(data.detach(), rois, tuple(pooled_size), spatial_scale, is_train)
    # Indices that are unlikely to be requested are a single meaningless number.
    return best, best.new_empty((), dtype=torch.int64).expand(best.shape) if place is None else place


def _check(data: tuple, rois: tuple) -> None:
    if len(data) != 4 or len(rois) != 2 or rois[1] not in (5, -1):
        raise MXNetError(f"data is (batch, channel, y, x) and rois (number, 5); got {list(data)} and {list(rois)}")


@roi_pooling.infer_shape
def roi_pooling_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    _check(data, rois)
    shape.output = shape.maxidx = (rois[0], data[1], *p.pooled_size)


@roi_pooling.infer_type
def roi_pooling_type(types, p) -> None:
    types.rois = types.output = types.data
    types.maxidx = torch.int64


@roi_pooling.gradient
def roi_pooling_gradient(grads, data, rois, outs, *, p):
    """Route each bin's gradient to the pixel that it came from."""
    place = outs[1]
    if place.numel() and not place.stride(-1):
        _, place = _pool(data, rois, tuple(p.pooled_size), p.spatial_scale, True)
    flat = torch.zeros(data.numel() + 1, dtype=data.dtype, device=data.device)
    flat.scatter_add_(0, place.reshape(-1), grads[0].reshape(-1))
    return flat[:-1].view(data.shape), None


def _pool(data: Array, rois: Array, size: tuple[int, int], scale: float,
          places: bool) -> tuple[Array, Array | None]:
    """Return the maximum of each bin, and its index in the data: the first, or past the end if the bin is empty."""
    channels = data.shape[1]
    pixels = turned(data.flatten(2)).view(-1, channels)
    out = where = None
    for part in _parts(rois, data.shape, size, scale):
        values = looked_up(pixels, part.index)
        best = values.amax(0)
        place = _places(part, _first(values, best), data.shape).reshape(-1, channels, *size) if places else None
        if part.hollow is not None:
            best.masked_fill_(part.hollow.unsqueeze(1), 0)
        best = turned(best.view(-1, prod(size), channels)).view(-1, channels, *size)
        if part.regions is None:
            return best, place
        if out is None:
            out = best.new_empty(rois.shape[0], channels, *size)
            where = torch.empty_like(out, dtype=torch.int64) if places else None
        out[part.regions] = best
        if places:
            where[part.regions] = place
    return data.new_empty(rois.shape[0], channels, *size) if out is None else out, where


def _first(values: Array, best: Array) -> Array:
    """Return the index along axis 0 at which the maximum comes first."""
    if values.is_cpu and values.dtype is not torch.bfloat16:
        return torch.from_numpy(first_places(values.numpy(), best.numpy()).astype(np.int64))
    number = torch.arange(len(values), device=values.device).view(-1, 1, 1)
    return torch.where(values == best, number, len(values) - 1).amin(0)


def _places(part: Part, first: Array, shape: tuple) -> Array:
    """Convert pixel numbers of bins to indices in the data, (regions, channels, bins)."""
    batch, channels, height, width = shape
    bins = part.index.shape[1] // len(part.image)
    place = part.index.gather(0, first.t())
    place += torch.arange(0, channels * height * width, height * width, device=place.device).unsqueeze(1)
    if batch > 1:  # pixels are counted as if there were one channel
        image = torch.from_numpy(part.image).to(place.device).repeat_interleave(bins)
        place += image * ((channels - 1) * height * width)
    if part.hollow is not None:
        place.masked_fill_(part.hollow, prod(shape))
    return place.view(channels, -1, bins).transpose(0, 1)


# ---- the pixels of bins ---------------------------------------------------------------------------

class Part(NamedTuple):
    """Some regions, all of them if None, and the pixels of their bins.

    ``index`` is (most pixels of a bin, bins) and counts the pixels of all images. A bin with fewer repeats its last
    ones, which changes no maximum; an empty one, flagged in ``hollow``, has meaningless ones. ``image`` is that of each
    region.
    """
    regions: Array | None
    index: Array
    hollow: Array | None
    image: np.ndarray


def _parts(rois: Array, shape: tuple, size: tuple[int, int], scale: float) -> Iterator[Part]:
    """Find the pixels of bins on the host, where so few numbers are cheapest."""
    batch, channels, height, width = shape
    regions = (rois.detach() if rois.is_cpu else rois.detach().cpu()).numpy()
    if not regions.size or not channels:
        return
    if regions.dtype != np.float64:
        regions = regions.astype(np.float32, copy=False)
    low, high = _bins(regions, size, scale, height, width)
    image, count, hollow = regions[:, 0].astype(np.int64), high - low, None
    if count.min() < 1 or image.view(np.uint64).max() >= batch:
        hollow = (count[:, :size[0], None] < 1) | (count[:, None, size[0]:] < 1)
        hollow |= ((image < 0) | (image >= batch))[:, None, None]
        image, high = image.clip(0, batch - 1), high.clip(1)
        low = np.minimum(low, high - 1)
    tall, broad = count[:, :size[0]], count[:, size[0]:]
    most, each = (max(int(tall.max()), 1), max(int(broad.max()), 1)), prod(size) * channels
    if each * len(count) * prod(most) <= ROI_AT_ONCE_ELEMENTS:
        yield _part(None, low, high, image, hollow, size, shape, most, rois.device)
        return
    # Regions of similar size are processed together: their bins then repeat few pixels.
    extent = tall.max(1).clip(1), broad.max(1).clip(1)
    order = (extent[0] * extent[1]).argsort(kind="stable")
    group = ((extent[0] * extent[1]).take(order).cumsum() * each) // ROI_AT_ONCE_ELEMENTS
    for chosen in np.split(order, np.flatnonzero(group[1:] != group[:-1]) + 1):
        most = int(extent[0][chosen].max()), int(extent[1][chosen].max())
        yield _part(chosen, low[chosen], high[chosen], image[chosen],
                    None if hollow is None else hollow[chosen], size, shape, most, rois.device)


def _bins(rois: np.ndarray, size: tuple[int, int], scale: float, height: int,
          width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first pixel of each bin and the one after its last: (regions, bins along y and x)."""
    kind = rois.dtype.type
    corners = rois[:, 1:5] * kind(np.float32(scale))
    corners = np.trunc(corners + np.copysign(kind(0.5), corners))
    # An empty region is one pixel.
    extent = np.maximum(corners[:, 2:] - corners[:, :2] + 1, 1)
    axis, length, count, number, after = _axes(size, height, width)
    # Edges are computed in float32, as in MXNet.
    step, start = extent.astype(np.float32, copy=False).take(axis, 1) / count, corners.take(axis, 1)
    low, high = np.floor(number * step) + start, np.ceil(after * step) + start
    return np.maximum(low, 0).astype(np.int64), np.minimum(high, length).astype(np.int64)


@lru_cache(maxsize=64)
def _axes(size: tuple[int, int], height: int, width: int) -> tuple[np.ndarray, ...]:
    """Return, for all bins along y and then x: the axis, its length, its bins, and their first and last edge."""
    number = np.concatenate([np.arange(count, dtype=np.float32) for count in size])
    return (np.repeat((1, 0), size), np.repeat(np.float32((height, width)), size),
            np.repeat(np.float32(size), size), number, number + 1)


def _part(chosen: np.ndarray | None, low: np.ndarray, high: np.ndarray, image: np.ndarray,
          hollow: np.ndarray | None, size: tuple[int, int], shape: tuple, most: tuple[int, int],
          device: torch.device) -> Part:
    """List the pixels of the bins of some regions, ``most`` of them along each axis."""
    last, split = high - 1, size[0]
    rows = np.minimum(low[:, :split] + np.arange(most[0])[:, None, None], last[:, :split])
    columns = np.minimum(low[:, split:] + np.arange(most[1])[:, None, None], last[:, split:])
    if shape[0] > 1:
        rows += image[:, None] * shape[2]
    rows *= shape[3]
    index = (rows[:, None, :, :, None] + columns[:, :, None]).reshape(prod(most), -1)
    return Part(None if chosen is None else torch.from_numpy(chosen).to(device),
                torch.from_numpy(index).to(device),
                None if hollow is None else torch.from_numpy(hollow.ravel()).to(device), image)


def _pool_by_masks(data: Array, rois: Array, size: tuple[int, int], scale: float) -> Array:
    """Pool without reading values: slower and with more memory, but `torch.export` can trace it."""
    lowest = torch.finfo(data.dtype).min
    corners = rois[:, 1:5].detach().float() * float(np.float32(scale))
    corners = torch.trunc(corners + torch.where(corners >= 0, 0.5, -0.5))
    extent = (corners[:, 2:] - corners[:, :2] + 1).clamp(min=1)

    def members(axis: int, count: int, length: int) -> Array:
        """Return which pixels are in each bin: (region, bin, pixel)."""
        edges = torch.arange(count + 1, device=data.device) * (extent[:, axis, None] / count)
        first = corners[:, axis, None]
        place = torch.arange(length, device=data.device)
        return ((place >= (edges[:, :-1].floor() + first).unsqueeze(2))
                & (place < (edges[:, 1:].ceil() + first).unsqueeze(2)))
    image = rois[:, 0].detach().long()
    there = (image >= 0) & (image < data.shape[0])
    chosen = data[image.clamp(0, data.shape[0] - 1)]
    rows = members(1, size[0], data.shape[2])[:, None, :, :, None]
    best = torch.where(rows, chosen.unsqueeze(2), lowest).amax(3)
    columns = members(0, size[1], data.shape[3])[:, None, None]
    best = torch.where(columns, best.unsqueeze(3), lowest).amax(4)
    return torch.where((best == lowest) | ~there.view(-1, 1, 1, 1), 0, best)
