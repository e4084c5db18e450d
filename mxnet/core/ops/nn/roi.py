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
    wide = data.detach().float() if data.dtype is torch.float16 else data.detach()
    batch, channels, height, width = data.shape
    out = wide.new_zeros((rois.shape[0], channels, *pooled_size))
    index = torch.full(out.shape, -1, dtype=torch.int64, device=data.device)
    corners = rois[:, 1:5].to(wide.dtype) * float(np.float32(spatial_scale))
    corners = torch.trunc(corners + torch.where(corners >= 0, 0.5, -0.5)).long().tolist()
    for number, (image, box) in enumerate(zip(rois[:, 0].long().tolist(), corners)):
        left, top, right, bottom = box
        if not 0 <= image < batch:
            continue
        # A region without extent is one pixel.
        tall, broad = max(bottom - top + 1, 1), max(right - left + 1, 1)
        best, place = _pool_bins(_region(wide[image], top, left, tall, broad), tuple(pooled_size))
        found = best > torch.finfo(wide.dtype).min
        out[number] = best.where(found, 0)
        row, column = place // broad + top, place % broad + left
        plane = torch.arange(channels, device=data.device).view(-1, 1, 1) + image * channels
        index[number] = ((plane * height + row) * width + column).where(found, -1)
    return out.to(data.dtype), index


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
    flat.index_add_(0, index.clamp(min=0), torch.where(index >= 0, grad, 0))
    return flat.view(data.shape), None
