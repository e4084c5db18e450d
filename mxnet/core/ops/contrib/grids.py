"""Weighted sums of pixels on axis-aligned grids, as needed for averages over the bins of regions.

A pixel is a row of a table, its channels; a bin is a sum of rows, i.e. torch's `embedding_bag`. The gradient is one
too, with rows and sums exchanged: torch's own adds rows one by one and is not differentiable.
"""
from functools import lru_cache
from math import prod

import numpy as np
import torch

from ...op import Array
from ..tables import turned


def sum_grids(data: Array, outputs: int, groups: int, plane: np.ndarray, rows: tuple, columns: tuple) -> Array:
    """Sum pixels into bins; returns (regions, outputs, bins along y, bins along x).

    Both sides are computed separately, as they are few numbers compared with the grid.

    Parameters
    ----------
    data : (batch, outputs * groups or more, height, width); a plane is a group of an image.
    plane : index of the one that each bin reads, (regions, bins or 1, bins or 1).
    rows, columns : pixels along each side, (regions, bins, pixels), and their weights, zero where one
        does not count; a pixel of the grid has the product of two.
    """
    (row, tall), (column, broad) = rows, columns
    each, other = _pairs(row.shape[2], column.shape[2])
    height, width = data.shape[2:]
    row = (plane * (height * width))[..., None] + (row * width)[:, :, None]
    index = row.take(each, 3) + column.take(other, 2)[:, None]
    weight = tall.take(each, 2)[:, :, None] * broad.take(other, 2)[:, None]
    regions, *bins, members = index.shape
    index, weight = (torch.from_numpy(part.reshape(regions * prod(bins), members)) for part in (index, weight))
    shape = regions, outputs, *bins
    if 0 in shape or not data.numel():
        return data.new_zeros(shape) + data.sum() * 0
    return _run(_sums, data, index.to(data.device), weight.to(data.device, data.dtype), groups, shape)


@lru_cache(maxsize=64)
def _pairs(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Number the rows and the columns of a grid's pixels."""
    return np.repeat(np.arange(rows), columns), np.tile(np.arange(columns), rows)


def between(place: np.ndarray, weight: np.ndarray, limit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the two pixels around each position, and their weights, with one more axis."""
    place = np.minimum(np.maximum(place, 0), limit - 1)
    low = np.floor(place)
    part = place - low
    index, share = np.empty((*place.shape, 2), np.int64), np.empty((*place.shape, 2), place.dtype)
    index[..., 0] = low
    np.minimum(low + 1, limit - 1, out=index[..., 1], casting="unsafe")
    np.multiply(part, weight, out=share[..., 1])
    np.multiply(1 - part, weight, out=share[..., 0])
    return index, share


# ---- both ways ------------------------------------------------------------------------------------

def _sums(data: Array, index: Array, weight: Array, groups: int, shape: tuple) -> Array:
    """Sum rows of pixels; ``shape`` is (regions, outputs, bins, bins)."""
    regions, outputs, *bins = shape
    if groups * outputs < data.shape[1]:
        data = data[:, :groups * outputs]
    table = turned(data.reshape(data.shape[0], outputs, -1)).view(-1, outputs)
    begin = torch.from_numpy(np.arange(0, index.numel(), index.shape[1])).to(index.device)
    out = torch.embedding_bag(table, index.view(-1), begin, False, 0, False, weight.view(-1))[0]
    return turned(out.view(regions, prod(bins), outputs)).view(shape)


def _spread(grad: Array, index: Array, weight: Array, groups: int, shape: tuple) -> Array:
    """Spread bins over pixels; ``shape`` is that of the data."""
    batch, channels, height, width = shape
    rows, outputs = batch * groups * height * width, grad.shape[1]
    grad = turned(grad.reshape(*grad.shape[:2], -1)).view(-1, outputs)
    table = (_gathered if grad.is_cpu else _added)(grad, index, weight, rows)
    out = turned(table.view(batch, -1, outputs)).view(batch, -1, height, width)
    return out if out.shape[1] == channels else torch.nn.functional.pad(
        out, (0, 0, 0, 0, 0, channels - out.shape[1]))


def _gathered(sums: Array, index: Array, weight: Array, rows: int) -> Array:
    """For each row of a table, sum the gradients of the sums that read it, on the host."""
    place = index.numpy().ravel()
    # NumPy sorts 16 bits in a few passes.
    order = place.astype(np.uint16 if rows <= 65536 else np.int64, copy=False).argsort(kind="stable")
    count = np.bincount(place, minlength=rows)
    parts = order // index.shape[1], count.cumsum() - count, weight.numpy().ravel().take(order)
    source, begin, share = map(torch.from_numpy, parts)
    return torch.embedding_bag(sums, source, begin, False, 0, False, share)[0]


def _added(sums: Array, index: Array, weight: Array, rows: int) -> Array:
    """Do the same on a device, pixel by pixel of the bins: all at once would take too much memory."""
    table = sums.new_zeros(rows, sums.shape[1])
    for place, share in zip(index.t(), weight.t().unsqueeze(2)):
        table.index_add_(0, place, sums * share)
    return table


class _OnTape(torch.autograd.Function):
    """Either direction on torch's tape: each is the gradient of the other."""

    @staticmethod
    def forward(ctx, way, array: Array, index: Array, weight: Array, groups: int, shape: tuple) -> Array:
        ctx.save_for_backward(index, weight)
        ctx.back, ctx.groups, ctx.shape = _spread if way is _sums else _sums, groups, tuple(array.shape)
        return way(array, index, weight, groups, shape)

    @staticmethod
    def backward(ctx, grad: Array) -> tuple:
        return None, _run(ctx.back, grad, *ctx.saved_tensors, ctx.groups, ctx.shape), None, None, None, None


# What its `apply` ends up calling if no torch function transform is active, as here.
_taped = super(torch.autograd.Function, _OnTape).apply


def _run(way, array: Array, *args) -> Array:
    return _taped(way, array, *args) if array.requires_grad else way(array, *args)
