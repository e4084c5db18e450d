"""Pooling over regions of interest."""
from functools import lru_cache

import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Shape, op


@lru_cache(maxsize=4096)
def bins(length: int, count: int) -> tuple[tuple[int, int], ...]:
    """Cut a length into overlapping bins, in float32 as MXNet computes their edges."""
    step = np.float32(length) / np.float32(count)
    steps = np.arange(count + 1, dtype=np.float32) * step
    return tuple((int(np.floor(a)), int(np.ceil(b))) for a, b in zip(steps[:-1], steps[1:]))


@lru_cache(maxsize=4096)
def _regular(length: int, count: int) -> bool:
    """Tell whether the bins are those of torch's adaptive pooling."""
    return all(bin_ == (i * length // count, -(-(i + 1) * length // count))
               for i, bin_ in enumerate(bins(length, count)))


def _region(image: Array, top: int, left: int, height: int, width: int) -> Array:
    """Cut a region out of an image; what lies outside holds the lowest number."""
    _, rows, columns = image.shape
    inside = image[:, max(top, 0):max(top + height, 0), max(left, 0):max(left + width, 0)]
    if inside.shape[1:] == (height, width):
        return inside
    region = image.new_full((image.shape[0], height, width), torch.finfo(image.dtype).min)
    row, column = max(-top, 0), max(-left, 0)
    region[:, row:row + inside.shape[1], column:column + inside.shape[2]] = inside
    return region


def _pool_bins(region: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Give the maximum of each bin and its place in the region."""
    height, width = region.shape[1:]
    if _regular(height, size[0]) and _regular(width, size[1]):
        return torch._C._nn.adaptive_max_pool2d(region, size)
    values, places = [], []
    for top, bottom in bins(height, size[0]):
        for left, right in bins(width, size[1]):
            part = region[:, top:bottom, left:right]
            value, place = part.flatten(1).max(1)
            across = part.shape[2]
            values.append(value)
            places.append((place // across + top) * width + place % across + left)
    shape = (region.shape[0], *size)
    return torch.stack(values, 1).view(shape), torch.stack(places, 1).view(shape)


@op("ROIPooling", outputs=2, output_names=["output", "maxidx"], visible=1)
def roi_pooling(data: Array, rois: Array, *, pooled_size: Shape, spatial_scale: float):
    """Take the maximum over each bin of each region; a region is (image, left, top, right, bottom).

    Corners are scaled by ``spatial_scale`` and rounded; both belong to the region.
    """
    if data.dim() != 4 or rois.dim() != 2 or rois.shape[1] < 5:
        raise MXNetError("data is (batch, channel, y, x) and rois (number, 5); got "
                         f"{list(data.shape)} and {list(rois.shape)}")
    if getattr(torch.compiler, "is_exporting", torch.compiler.is_compiling)():
        return _pool_by_masks(data, rois, tuple(pooled_size), spatial_scale)
    wide = data.detach().float() if data.dtype is torch.float16 else data.detach()
    batch, channels, height, width = data.shape
    size, lowest = tuple(pooled_size), torch.finfo(wide.dtype).min
    best = wide.new_full((rois.shape[0], channels, *size), lowest)
    place = torch.full(best.shape, -1, dtype=torch.int64, device=data.device)
    inside = True
    for number, (image, left, top, broad, tall) in enumerate(_boxes(rois, spatial_scale).tolist()):
        if 0 <= image < batch:
            region = _region(wide[image], top, left, tall, broad)
            best[number], place[number] = _pool_bins(region, size)
            inside &= left >= 0 and top >= 0 and left + broad <= width and top + tall <= height
        else:
            inside = False
    if not inside:  # a bin without pixels
        none = best == lowest
        best.masked_fill_(none, 0)
        place.masked_fill_(none, -1)
    return best.to(data.dtype), place


def _pool_by_masks(data: Array, rois: Array, size: tuple[int, int], scale: float) -> tuple[Array, Array]:
    """Pool without looking at values: slower and with more memory, but `torch.export` can follow."""
    lowest = torch.finfo(data.dtype).min
    corners = rois[:, 1:5].detach().float() * float(np.float32(scale))
    corners = torch.trunc(corners + torch.where(corners >= 0, 0.5, -0.5))
    extent = (corners[:, 2:] - corners[:, :2] + 1).clamp(min=1)

    def members(axis: int, count: int, length: int) -> Array:
        """Say which pixels are in each bin: (region, bin, pixel)."""
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
    best = torch.where((best == lowest) | ~there.view(-1, 1, 1, 1), 0, best)
    return best, torch.full_like(best, -1, dtype=torch.int64)


def _boxes(rois: Array, scale: float) -> np.ndarray:
    """Give (image, left, top, width, height) of each region in whole pixels, on the host."""
    kind = np.float64 if rois.dtype is torch.float64 else np.float32
    regions = rois.detach().cpu().numpy().astype(kind)
    corners = regions[:, 1:5] * kind(np.float32(scale))
    corners = np.trunc(corners + np.where(corners >= 0, kind(0.5), kind(-0.5)))
    # A region without extent is one pixel.
    extent = np.maximum(corners[:, 2:] - corners[:, :2] + 1, 1)
    return np.concatenate((regions[:, :1], corners[:, :2], extent), 1).astype(np.int64)


@roi_pooling.infer_shape
def roi_pooling_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    if len(data) != 4 or len(rois) != 2:
        raise MXNetError(f"data has 4 axes and rois 2; got {len(data)} and {len(rois)}")
    shape.output = shape.maxidx = (rois[0], data[1], *p.pooled_size)


@roi_pooling.infer_type
def roi_pooling_type(types, p) -> None:
    types.rois = types.output = types.data
    types.maxidx = torch.int64


@roi_pooling.gradient
def roi_pooling_gradient(grads, data, rois, outs, *, p):
    """Send each bin's gradient to the pixel that it came from; places are counted within regions."""
    _, channels, height, width = data.shape
    flat = torch.zeros(data.numel(), dtype=data.dtype, device=data.device)
    if flat.numel():
        boxes = torch.from_numpy(_boxes(rois, p.spatial_scale)).to(data.device)
        image, left, top, broad, _ = boxes.view(-1, 5, 1, 1, 1).unbind(1)
        place = outs[1]
        row = torch.div(place, broad, rounding_mode="floor")
        column = place - row * broad + left
        plane = image * channels + torch.arange(channels, device=data.device).view(-1, 1, 1)
        index = ((plane * height + row + top) * width + column).masked_fill_(place < 0, 0)
        flat.index_add_(0, index.reshape(-1), grads[0].masked_fill(place < 0, 0).reshape(-1))
    return flat.view(data.shape), None
