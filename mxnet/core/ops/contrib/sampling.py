"""Bilinear sampling of images at many positions, for the region and deformable layers.

Images have channels last, so that a pixel is a row of a table: a result is a weighted sum of rows, i.e. torch's
`embedding_bag`, including gradients.
"""
from typing import Literal

import numpy as np
import torch
from torch.nn import functional

from ...op import Array
from ..clamp import clamp

Edge = Literal["clamp", "touch", "fade"]


def wide(array: Array) -> Array:
    """Convert a 16-bit array to float32; coordinates need the precision."""
    return array.float() if array.dtype in (torch.float16, torch.bfloat16) else array


def _corners(place: Array, size: int, edge: Edge) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return (index, weight) of the two pixels around each position along one axis.

    Edges: "clamp" reads the border pixel beyond it; "touch" too, but a place on a pixel has no
    other neighbour, which shows in gradients; "fade" reads zeros beyond the border.
    """
    if edge != "fade":
        place = clamp(place, 0, size - 1)
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
    """Sum weighted rows of a table of pixels; the last axis of index and weight holds a bin's members."""
    bins, channels = index.shape[:-1], images.shape[-1]
    if 0 in bins or channels == 0:
        return images.new_zeros(*bins, channels)
    index = index.reshape(-1, index.shape[-1])
    # A table whose rows are not contiguous, as for a single image, would take a slow path.
    table = images.reshape(-1, channels).contiguous()
    return functional.embedding_bag(index, table, mode="sum",
                                    per_sample_weights=weight.reshape(index.shape)).view(*bins, channels)


def on_host(rois: Array) -> np.ndarray:
    """Return regions as NumPy arrays: computing on their few numbers is cheapest there."""
    rois = wide(rois.detach())
    return (rois if rois.is_cpu else rois.cpu()).numpy()


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
