"""Bilinear reading of images at many places, as the region and deformable layers do.

Images lie with their channels last, so that a place is a row of a table: a result is a weighted sum
of rows, which is torch's `embedding_bag`, gradients included.
"""
from typing import Literal

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
    planes, height, width, channels = images.shape
    y, x, weight, plane = torch.broadcast_tensors(y, x, weight, plane)
    indices, weights = [], []
    for row, tall in _corners(y, height, edge):
        for column, broad in _corners(x, width, edge):
            indices.append((plane * height + row) * width + column)
            weights.append(tall * broad * weight)
    bins = y.shape[:-1]
    if 0 in bins or channels == 0:
        return images.new_zeros(*bins, channels)
    index = torch.stack(indices, -1).view(bins.numel(), -1)
    return functional.embedding_bag(
        index, images.reshape(-1, channels), mode="sum",
        per_sample_weights=torch.stack(weights, -1).view(index.shape)).view(*bins, channels)
