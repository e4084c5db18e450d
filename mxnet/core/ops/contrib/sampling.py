"""Bilinear reading of images at many places, as the region and deformable layers do.

Images lie with their channels last, so that a place is a row of a table: a result is a weighted sum
of rows, which is torch's `embedding_bag`, gradients included.
"""
from math import prod
from typing import Literal

import numpy as np
import torch
from torch.nn import functional

from ...op import Array

Edge = Literal["clamp", "touch", "fade"]


def wide(array: Array) -> Array:
    """Give a 16-bit array more digits; coordinates need them."""
    return array.float() if array.dtype in (torch.float16, torch.bfloat16) else array


def _corners(place: Array, size: int, edge: Edge) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Give (index, weight) of the two pixels around each place along one axis.

    Edges: "clamp" reads the border pixel beyond it; "touch" too, but a place on a pixel has no
    other neighbour, which shows in gradients; "fade" reads zeros beyond the border.
    """
    if edge != "fade":
        place = place.clamp(0, size - 1)
    low = place.detach().floor()
    beyond = place - low
    index = low.long()
    other = place.detach().ceil().long() if edge == "touch" else index + 1
    if edge == "fade":
        inside = (index >= 0) & (index < size), (other >= 0) & (other < size)
        return ((index.clamp(0, size - 1), torch.where(inside[0], 1 - beyond, 0)),
                (other.clamp(0, size - 1), torch.where(inside[1], beyond, 0)))
    return (index, 1 - beyond), (other.clamp(max=size - 1), beyond)


def summed(images: Array, index: Array, weight: Array) -> Array:
    """Add up weighted rows of a table of pixels; the last axis of index and weight has a bin's members."""
    bins, channels = index.shape[:-1], images.shape[-1]
    if 0 in bins or channels == 0:
        return images.new_zeros(*bins, channels)
    index = index.reshape(-1, index.shape[-1])
    # A table whose rows are not whole in memory, as of a single image, would take a slow path.
    table = images.reshape(-1, channels).contiguous()
    return functional.embedding_bag(index, table, mode="sum",
                                    per_sample_weights=weight.reshape(index.shape)).view(*bins, channels)


def on_host(rois: Array) -> np.ndarray:
    """Give regions as NumPy's: what is worked out from their few numbers costs least there."""
    return wide(rois.detach()).cpu().numpy()


class _Sums(torch.autograd.Function):
    """Weighted sums of rows of a table on the host, whose gradient spreads rows over a table."""

    @staticmethod
    def forward(ctx, table: Array, index: Array, weight: Array) -> Array:
        ctx.save_for_backward(index, weight)
        ctx.rows = len(table)
        begin = torch.arange(0, index.numel(), index.shape[1])
        return torch.embedding_bag(table, index.view(-1), begin, False, 0, False, weight.view(-1))[0]

    @staticmethod
    def backward(ctx, grad: Array) -> tuple:
        return _Spread.apply(grad, *ctx.saved_tensors, ctx.rows), None, None


class _Spread(torch.autograd.Function):
    """The other way round: each row of the table is a weighted sum too.

    torch's own gradient adds rows one by one, and has no gradient itself.
    """

    @staticmethod
    def forward(ctx, sums: Array, index: Array, weight: Array, rows: int) -> Array:
        ctx.save_for_backward(index, weight)
        place = index.numpy().ravel()
        # NumPy sorts 16 bits in a few passes.
        order = place.astype(np.uint16 if rows <= 65536 else np.int64, copy=False).argsort(kind="stable")
        count = np.bincount(place, minlength=rows)
        begin, source = count.cumsum() - count, order // index.shape[1]
        return torch.embedding_bag(sums.contiguous(), torch.from_numpy(source), torch.from_numpy(begin), False,
                                   0, False, torch.from_numpy(weight.numpy().ravel().take(order)))[0]

    @staticmethod
    def backward(ctx, grad: Array) -> tuple:
        return _Sums.apply(grad.contiguous(), *ctx.saved_tensors), None, None, None


def sum_grids(images: Array, plane: np.ndarray, rows: tuple, columns: tuple) -> Array:
    """Sum pixels on upright grids into bins.

    Parameters
    ----------
    images : (planes, height, width, channels)
    plane : index of the image that each bin reads, (regions or 1, bins or 1, bins or 1).
    rows, columns : pixels along each side, (regions, bins, pixels), and their weights, zero where one
        does not count; a pixel of the grid has the product of two.

    Gives (regions, bins, bins, channels). Both sides are worked out apart, which are few numbers
    beside those of the grid.
    """
    _, height, width, channels = images.shape
    (row, tall), (column, broad) = rows, columns
    row = (plane[..., None] * height + row[:, :, None]) * width
    index = row[..., None] + column[:, None, :, None, :]
    weight = tall[:, :, None, :, None] * broad[:, None, :, None, :]
    bins = index.shape[:3]
    index, weight = (torch.from_numpy(part.reshape(prod(bins), index.shape[3] * index.shape[4]))
                     for part in (index, weight))
    weight = weight.to(images.device, images.dtype)
    if not images.is_cpu or not index.numel() or not channels:
        return summed(images, index.to(images.device), weight).view(*bins, channels)
    return _Sums.apply(images.reshape(-1, channels).contiguous(), index, weight).view(*bins, channels)


def read_grids(images: Array, plane: np.ndarray, y: tuple, x: tuple) -> Array:
    """Sum bilinear samples on upright grids into bins, as `sum_grids` sums pixels."""
    _, height, width, _ = images.shape
    return sum_grids(images, plane, _side(*y, height), _side(*x, width))


def _side(place: np.ndarray, weight: np.ndarray, size: int) -> tuple:
    """Give the pixels that samples along one side read, two each, and their weights."""
    place = np.minimum(np.maximum(place, 0), size - 1)
    low = np.floor(place)
    far = (place - low) * weight
    index = low.astype(np.int64)
    return (np.concatenate((index, np.minimum(index + 1, size - 1)), -1),
            np.concatenate(((1 - (place - low)) * weight, far), -1))


def read(images: Array, plane: Array, y: Array, x: Array, weight: Array, edge: Edge = "clamp") -> Array:
    """Sum bilinear samples of images into bins.

    Parameters
    ----------
    images : (planes, height, width, channels)
    plane : index of the image that each bin reads, of a shape that broadcasts to ``y``.
    y, x : places in pixels, (bins ..., samples).
    weight : of each sample, zero where it does not count.

    Gives (bins ..., channels).
    """
    _, height, width, _ = images.shape
    y, x, weight, plane = torch.broadcast_tensors(y, x, weight, plane)
    indices, weights = [], []
    for row, tall in _corners(y, height, edge):
        for column, broad in _corners(x, width, edge):
            indices.append((plane * height + row) * width + column)
            weights.append(tall * broad * weight)
    return summed(images, torch.stack(indices, -1).flatten(-2), torch.stack(weights, -1).flatten(-2))
