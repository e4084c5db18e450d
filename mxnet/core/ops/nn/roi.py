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
    wide = data.detach().float() if data.dtype in (torch.float16, torch.bfloat16) else data.detach()
    batch, channels, height, width = data.shape
    size, lowest = tuple(pooled_size), torch.finfo(wide.dtype).min
    best = wide.new_full((rois.shape[0], channels, *size), lowest)
    place = torch.zeros(best.shape, dtype=torch.int64, device=data.device)
    kind = np.float64 if wide.dtype is torch.float64 else np.float32
    regions = rois.detach().cpu().numpy().astype(kind)
    corners = regions[:, 1:5] * kind(np.float32(spatial_scale))
    corners = np.trunc(corners + np.where(corners >= 0, kind(0.5), kind(-0.5))).astype(np.int64)
    images = regions[:, 0].astype(np.int64)
    # A region without extent is one pixel.
    extent = np.maximum(corners[:, 2:] - corners[:, :2] + 1, 1)
    for number, (image, box, sides) in enumerate(zip(images.tolist(), corners.tolist(), extent.tolist())):
        if 0 <= image < batch:
            region = _region(wide[image], box[1], box[0], sides[1], sides[0])
            best[number], place[number] = _pool_bins(region, size)
    found = best > lowest

    def each(values: np.ndarray) -> Array:
        return torch.from_numpy(np.ascontiguousarray(values)).to(data.device).view(-1, 1, 1, 1)
    across = each(extent[:, 0])
    row = torch.div(place, across, rounding_mode="floor")
    column = place - row * across + each(corners[:, 0])
    plane = torch.arange(channels, device=data.device).view(-1, 1, 1) + each(images * channels)
    index = ((plane * height + row + each(corners[:, 1])) * width + column).masked_fill_(~found, -1)
    return best.masked_fill_(~found, 0).to(data.dtype), index


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
def roi_pooling_gradient(grads, data, outs):
    grad, index = grads[0].reshape(-1), outs[1].reshape(-1)
    flat = torch.zeros(data.numel(), dtype=data.dtype, device=data.device)
    if flat.numel():
        flat.index_add_(0, index.clamp(min=0), torch.where(index >= 0, grad, 0))
    return flat.view(data.shape), None
