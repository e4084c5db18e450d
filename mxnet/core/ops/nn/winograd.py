"""Convolution by 3 x 3 filters on the host with a quarter of the products: Winograd's F(4 x 4, 3 x 3).

The output is cut into tiles of 4 x 4. Each depends on 6 x 6 numbers of every channel, and with three constant matrices

    tile of the output = A^T ((G filter G^T) * (B^T tile of the data B)) A        (* is elementwise)

so a tile takes 36 products per channel and filter instead of 144. Summed over the channels, the elementwise products
are 36 matrix products, one per place in a tile. The transforms are matrix products too, with the Kronecker product of
each matrix with itself, so that every transform rounds once.

The matrices follow from the points at which polynomials are evaluated. With the usual ones, 0, 1, -1, 2 and -2, results
lose five times as many digits as those of a direct convolution; with 0, 5/8, -5/8, 3/2 and -3/2, one to two times.

A part of the tiles goes through all steps before the next part does, and stays in the cache of the core that works on
it: the tile is the first axis of every array, and the first axis is what kernels divide among cores.
"""
from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import cache
from math import prod
from typing import NamedTuple

import torch
import torch.nn.functional as F

from ...op import Array
from ...torch_private import convolution_pointwise, reorder_conv2d_weight
from ...tuning import (
    MALLOC_KEEPS_BLOCK_BYTES,
    WINOGRAD_AT_ONCE_BYTES,
    WINOGRAD_CHANNELS_PER_TILE,
    WINOGRAD_FEW_CHANNELS_FROM_TILES,
    WINOGRAD_FROM_CHANNELS,
    WINOGRAD_FROM_TILES,
    WINOGRAD_KEPT_CHANNELS_PER_TILE,
    WINOGRAD_MANY_CHANNELS,
)
from .packing import is_live

_TILE, _REACH = 4, 6  # of the output, and of the data that it depends on
_PLACES = _REACH * _REACH
_POINTS = 0, 5 / 8, -5 / 8, 3 / 2, -3 / 2  # the sixth is infinity
_ONES, _NONE = (1, 1), (0, 0)


class _Transforms(NamedTuple):
    """The matrices for both axes of a tile at once, where tiles and filters are vectors."""

    data: Array             # 36 x 36
    filters: Array          # 36 x 9
    rotated_filters: Array  # 36 x 9, for filters turned by 180 degrees, as the gradient of data wants them
    output: Array           # 16 x 36
    output_gradient: Array  # 36 x 16
    filter_gradient: Array  # 9 x 36


@cache
def _transforms() -> _Transforms:
    points = torch.tensor(_POINTS, dtype=torch.float64)
    count = len(points)
    output = torch.zeros(_TILE, _REACH, dtype=torch.float64)
    filters = torch.zeros(_REACH, 3, dtype=torch.float64)
    data = torch.zeros(_REACH, _REACH, dtype=torch.float64)
    for place, point in enumerate(points):
        others = torch.cat([points[:place], points[place + 1:]])
        output[:, place] = point ** torch.arange(_TILE)
        filters[place] = point ** torch.arange(3) / (point - others).prod()
        data[place, :count] = _polynomial(others)
    output[-1, -1] = filters[-1, -1] = 1
    data[-1] = _polynomial(points)
    output, filters, data = (torch.kron(matrix, matrix).float() for matrix in (output, filters, data))
    return _Transforms(data, filters, filters.flip(1), output, output.t().contiguous(), filters.t().contiguous())


def _polynomial(roots: Array) -> Array:
    """Return the coefficients of the polynomial with these roots, the constant one first."""
    made = torch.ones(1, dtype=roots.dtype)
    for root in roots:
        made = F.pad(made, (1, 0)) - root * F.pad(made, (0, 1))
    return made


# ---- where it pays ------------------------------------------------------------------------------------

def pays(data_shape: tuple[int, ...], dtype: torch.dtype, weight_shape: tuple[int, ...], stride: tuple, pad: tuple,
         dilate: tuple, groups: int, kept: bool = False) -> bool:
    """Return whether a convolution on the host is faster this way; ``kept``: filters are the same in many calls."""
    if weight_shape[2:] != (3, 3) or len(data_shape) != 4 or dtype is not torch.float32 or groups != 1 \
            or stride != _ONES or dilate != _ONES or max(pad) > 2 or not _usable():
        return False
    count, channels, height, width = data_shape
    filters = weight_shape[0]
    if min(channels, filters) < WINOGRAD_FROM_CHANNELS or channels % 16 or filters % 16:
        return False
    tiles = count * _tiles(height + 2 * pad[0] - 2) * _tiles(width + 2 * pad[1] - 2)
    per_tile = WINOGRAD_KEPT_CHANNELS_PER_TILE if kept else WINOGRAD_CHANNELS_PER_TILE
    many = min(channels, filters) >= WINOGRAD_MANY_CHANNELS
    return tiles >= max(WINOGRAD_FROM_TILES if many else WINOGRAD_FEW_CHANNELS_FROM_TILES,
                        max(channels, filters) / per_tile)


def _usable() -> bool:
    return torch.backends.mkl.is_available() and os.environ.get("MXNET_CPU_WINOGRAD", "1") != "0"


def computes(*tensors: Array) -> bool:
    """Return whether tensors are numbers: what torch traces, or differentiates itself, is left to its own kernels."""
    taped = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)
    return not taped and is_live() and all(tensor.__class__ is Array for tensor in tensors)


def _tiles(size: int) -> int:
    return -(-size // _TILE)


# ---- tiles a few at a time ----------------------------------------------------------------------------

class _Part(NamedTuple):
    """Some images, and some rows of their tiles."""

    image: int
    images: int
    row: int
    rows: int


def _parts(images: int, rows: int, row_bytes: int, at_once: int) -> Iterator[_Part]:
    """Divide tiles into parts of about so many bytes: whole images, or rows of tiles of one image."""
    if row_bytes * rows <= at_once:
        step = max(1, at_once // (row_bytes * rows))
        for image in range(0, images, step):
            yield _Part(image, min(step, images - image), 0, rows)
        return
    step = max(1, at_once // row_bytes)
    for image in range(images):
        for row in range(0, rows, step):
            yield _Part(image, 1, row, min(step, rows - row))


_kept = threading.local()


def _scratch(*shape: int) -> Array:
    """Return memory to work in; a large block is kept, as the C library would ask the system for it each time."""
    if prod(shape) * 4 <= MALLOC_KEEPS_BLOCK_BYTES:
        return torch.empty(shape)
    found = getattr(_kept, "block", None)
    if found is None or found.numel() < prod(shape):
        found = _kept.block = torch.empty(prod(shape))
    return found[:prod(shape)].view(shape)


class _Space:
    """Memory for an array of every part; the first part is the largest."""

    def __init__(self) -> None:
        self.memory: Array | None = None

    def __call__(self, *shape: int) -> Array:
        if self.memory is None:
            self.memory = torch.empty(shape)
        return self.memory[:shape[0]]


class _Tiles:
    """Cuts images, with their channels last, into tiles of some size, and transforms these by a matrix."""

    def __init__(self, matrix: Array) -> None:
        self.matrix = matrix
        self.cut, self.made = _Space(), _Space()

    def __call__(self, tiles: Array) -> Array:
        """Return (tiles, places, channels) of (images, rows, columns, height, width, channels)."""
        count, channels = tiles.shape[:3].numel(), tiles.shape[5]
        cut = self.cut(count, *tiles.shape[3:])
        cut.view(tiles.shape).copy_(tiles)
        places = len(self.matrix)
        return torch.bmm(self.matrix.expand(count, -1, -1), cut.view(count, -1, channels),
                         out=self.made(count, places, channels))


class _Reader:
    """Gives the transformed tiles of 6 x 6, which overlap, of images with their channels last."""

    def __init__(self, images: Array, pad: tuple[int, int], columns: int) -> None:
        self.images, self.pad, self.columns = images, pad, columns
        self.transform = _Tiles(_transforms().data)
        self.padded: Array | None = None

    def __call__(self, part: _Part) -> Array:
        padded = self._padded(part)
        image, row, column, _ = padded.stride()
        return self.transform(padded.as_strided(
            (part.images, part.rows, self.columns, _REACH, _REACH, padded.shape[3]),
            (image, _TILE * row, _TILE * column, row, column, 1)))

    def _padded(self, part: _Part) -> Array:
        """Copy what the tiles of a part depend on, with zeros around the image."""
        _, height, width, channels = self.images.shape
        shape = part.images, _TILE * part.rows + 2, _TILE * self.columns + 2, channels
        if self.padded is None or self.padded.shape != shape:
            self.padded = torch.zeros(shape)
        start = _TILE * part.row - self.pad[0]
        first, last = max(start, 0), min(height, start + shape[1])
        padded, left = self.padded, self.pad[1]
        padded[:, :first - start].zero_()
        padded[:, first - start:last - start, left:left + width] = \
            self.images[part.image:part.image + part.images, first:last]
        padded[:, last - start:].zero_()
        return padded


def _last(images: Array) -> Array:
    """Return images of axes NCHW as NHWC, which they are in memory."""
    return images.permute(0, 2, 3, 1)


# ---- filters ------------------------------------------------------------------------------------------

def transformed(weight: Array, rotated: bool = False) -> Array:
    """Transform filters: (places, filters, channels)."""
    filters, channels = weight.shape[:2]
    out = _scratch(_PLACES, filters * channels)
    matrix = _transforms().rotated_filters if rotated else _transforms().filters
    torch.mm(matrix, weight.reshape(-1, 9).t(), out=out)
    return out.view(_PLACES, filters, channels)


class Products:
    """Multiplies transformed tiles by transformed filters, place by place."""

    def __init__(self, filters: Array) -> None:
        self.filters = filters.transpose(1, 2)

    def __call__(self, tiles: Array) -> Array:
        """Return (tiles, places, filters) of tiles (tiles, places, channels)."""
        return torch.bmm(tiles.permute(1, 0, 2), self.filters).permute(1, 0, 2)


class PackedProducts:
    """The same by oneDNN, as a convolution of 1 x 1 in 36 groups: the fastest, once filters are laid out for it."""

    def __init__(self, filters: Array, tiles: int) -> None:
        _, outputs, channels = filters.shape
        plain = filters.reshape(_PLACES * outputs, channels, 1, 1).to_mkldnn()
        self.filters = reorder_conv2d_weight(plain, _NONE, _ONES, _ONES, _PLACES, [1, _PLACES * channels, tiles, 1])

    def __call__(self, tiles: Array) -> Array:
        image = tiles.view(1, len(tiles), 1, -1).permute(0, 3, 1, 2)
        out = convolution_pointwise(image, self.filters, None, _NONE, _ONES, _ONES, _PLACES, "none", [], "")
        return out.permute(0, 2, 3, 1).reshape(len(tiles), _PLACES, -1)


# ---- the convolution and its gradients ----------------------------------------------------------------

_ACTIVATIONS = {"none": None, "relu": torch.relu_, "sigmoid": torch.sigmoid_, "tanh": torch.tanh_}


class Plan:
    """A convolution of images of one shape: in which parts it is computed."""

    def __init__(self, data_shape: tuple[int, ...], filters: int, pad: tuple[int, int]) -> None:
        self.count, self.channels, height, width = data_shape
        self.filters, self.pad = filters, pad
        self.height, self.width = height + 2 * pad[0] - 2, width + 2 * pad[1] - 2
        self.rows, self.columns = _tiles(self.height), _tiles(self.width)
        self.row_bytes = self.columns * _PLACES * max(self.channels, filters) * 4

    def kept(self, weight: Array) -> Products | PackedProducts:
        """Transform filters that are the same in many calls."""
        filters = transformed(weight)
        if min(self.channels, self.filters) < WINOGRAD_MANY_CHANNELS or convolution_pointwise is None:
            return Products(filters.clone())
        part = next(self.parts())
        return PackedProducts(filters, part.images * part.rows * self.columns)

    def parts(self) -> Iterator[_Part]:
        """Divide the work: all filters are read, or their gradients written, per part."""
        return _parts(self.count, self.rows, self.row_bytes, max(WINOGRAD_AT_ONCE_BYTES * torch.get_num_threads(),
                                                                 4 * _PLACES * self.channels * self.filters // 2))

    def convolve(self, data: Array, products: Products | PackedProducts, bias: Array | None = None,
                 activation: str = "none", onto: Array | None = None) -> Array:
        """Convolve images with channels last in memory; ``onto`` is added before the activation, and overwritten."""
        activate, transform = _ACTIVATIONS[activation], _transforms().output
        out = data.new_empty(self.count, self.height, self.width, self.filters) if onto is None else _last(onto)
        read, space, joined = _Reader(_last(data), self.pad, self.columns), _Space(), _Space()
        for part in self.parts():
            tiles = products(read(part))
            count = len(tiles)
            tiles = torch.bmm(transform.expand(count, -1, -1), tiles, out=space(count, _TILE * _TILE, self.filters))
            tiles = tiles.view(part.images, part.rows, self.columns, _TILE, _TILE, self.filters)
            place = _rows(out, part)
            _put(tiles, place, bias, onto is not None, joined)
            if activate is not None:
                activate(place)
        return out.permute(0, 3, 1, 2)

    def weight_gradient(self, grad: Array, data: Array) -> Array:
        """Return the gradient of the filters; both arrays have their channels last in memory."""
        read, transform = _Reader(_last(data), self.pad, self.columns), _Tiles(_transforms().output_gradient)
        total: Array | None = None
        for part in self.parts():
            grads = _rows(_last(grad), part)
            missing = _TILE * part.rows - grads.shape[1], _TILE * self.columns - grads.shape[2]
            if any(missing):
                grads = F.pad(grads, (0, 0, 0, missing[1], 0, missing[0]))
            outer, inner = transform(_as_tiles(grads)).permute(1, 2, 0), read(part).permute(1, 0, 2)
            if total is None:
                total = torch.bmm(outer, inner, out=_scratch(_PLACES, self.filters, self.channels))
            else:
                total.baddbmm_(outer, inner)
        made = torch.mm(_transforms().filter_gradient, total.view(_PLACES, -1))
        return made.view(3, 3, self.filters, self.channels).permute(2, 3, 0, 1).contiguous()


def _rows(images: Array, part: _Part) -> Array:
    """Return the rows of images, with their channels last, that the tiles of a part cover."""
    return images[part.image:part.image + part.images, _TILE * part.row:_TILE * (part.row + part.rows)]


def _as_tiles(images: Array) -> Array:
    """View images divisible into tiles as (images, rows, columns, height, width, channels)."""
    return images.unflatten(1, (-1, _TILE)).unflatten(3, (-1, _TILE)).transpose(2, 3)


def _put(tiles: Array, place: Array, bias: Array | None, add: bool, joined: _Space) -> None:
    """Write tiles to their place in the output, or add them to what is there, and a bias."""
    images, rows, columns, _, _, channels = tiles.shape
    if place.shape[1:3] == (_TILE * rows, _TILE * columns):
        place = _as_tiles(place)
    else:
        whole = joined(images, _TILE * rows, _TILE * columns, channels)
        _as_tiles(whole).copy_(tiles)
        tiles = whole[:, :place.shape[1], :place.shape[2]]
    if add:
        place.add_(tiles)
        if bias is not None:
            place.add_(bias)
    elif bias is None:
        place.copy_(tiles)
    else:
        torch.add(tiles, bias, out=place)


def convolve(data: Array, weight: Array, bias: Array | None, pad: tuple[int, int]) -> Array:
    """Convolve images with channels last in memory by filters that were not seen before."""
    return Plan(data.shape, weight.shape[0], pad).convolve(data, Products(transformed(weight)), bias)


def data_gradient(grad: Array, weight: Array, pad: tuple[int, int]) -> Array:
    """Return the gradient of the data: the output gradient, convolved by filters turned by 180 degrees."""
    plan = Plan(grad.shape, weight.shape[1], (2 - pad[0], 2 - pad[1]))
    return plan.convolve(grad, Products(transformed(weight, rotated=True).transpose(1, 2)))


def weight_gradient(grad: Array, data: Array, pad: tuple[int, int]) -> Array:
    """Return the gradient of the filters."""
    return Plan(data.shape, grad.shape[1], pad).weight_gradient(grad, data)
