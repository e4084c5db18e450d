"""Convolution on the host with fewer products, by Winograd's algorithm.

Four outputs of a convolution by r numbers depend on r + 3 numbers of the data, and with three constant matrices

    four outputs = A^T ((G filter) * (B^T data))        (* is elementwise)

so they take r + 3 products instead of 4 r. There are two forms of it for images:

- squares, for 3 x 3 filters: both axes are transformed, by the Kronecker product of each matrix with itself, so that
  every transform rounds once. A tile of 4 x 4 outputs takes 36 products per channel and filter instead of 144. Summed
  over the channels, the elementwise products are 36 matrix products, one per place in a tile.
- strips, for 5 x 5 filters: only columns are transformed, in tiles of 4 rows over the whole width of an image, and rows
  are convolved directly: 40 products per channel and filter instead of 100, in 8 matrix products, one per place in a
  column. What each output depends on, 5 columns of every channel, is gathered side by side. With both axes transformed
  rounding would lose too much, and with few channels transforms would cost too much.

3 x 3 filters that are kept are convolved in strips too where there are too few tiles for squares, without a gathering:
18 products instead of 36, by a convolution of 1 x 3 in 6 groups.

Gradients are those of these steps in reverse, with the transposed matrices.

The matrices follow from the points at which polynomials are evaluated. For r = 3 the usual ones are 0, 1, -1, 2 and -2,
with which results of squares deviate five times as much as those of a direct convolution; with 0, 5/8, -5/8, 3/2 and
-3/2, one to two times. For r = 5 the best are 0, 1/2, -1/2, 1, -1, 2 and -2, with which those of strips deviate twice.

A part of the tiles goes through all steps before the next part does, and stays in the caches. Transformed tiles are
arrays (places, tiles, channels): a transform is one product with a matrix, and so is each place's. For packed filters,
which are a convolution in groups, tiles come first in memory.
"""
from __future__ import annotations

import math
import os
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

import torch
import torch.nn.functional as F

from ...matmul import is_faster, multiplying
from ...op import Array
from ...torch_private import convolution_pointwise, reorder_conv2d_weight
from ...tuning import (
    MALLOC_KEEPS_BLOCK_BYTES,
    WINOGRAD_AT_ONCE_BYTES,
    WINOGRAD_AT_ONCE_WIDE_BYTES,
    WINOGRAD_CHANNELS_PER_TILE,
    WINOGRAD_FEW_CHANNELS_FROM_TILES,
    WINOGRAD_FROM_CHANNELS,
    WINOGRAD_FROM_TILES,
    WINOGRAD_KEPT_CHANNELS_PER_TILE,
    WINOGRAD_MANY_CHANNELS,
    WINOGRAD_NARROW_FROM_PIXELS,
    WINOGRAD_NARROW_UP_TO_THREADS,
    WINOGRAD_STRIPS_AT_ONCE_BYTES,
    WINOGRAD_STRIPS_CHANNEL_PRODUCTS,
    WINOGRAD_STRIPS_FILTER_PRODUCTS,
    WINOGRAD_STRIPS_FROM_PIXELS,
    WINOGRAD_STRIPS_PRODUCT_PRODUCTS,
    WINOGRAD_STRIPS_WHOLE_BYTES,
    WINOGRAD_SUM_UP_TO_BYTES,
    WINOGRAD_SUM_UP_TO_ROWS,
    WINOGRAD_WIDE_CHANNELS,
    WINOGRAD_WIDE_FROM_TILES,
)
from .activation import tanh_

_TILE = 4
_POINTS = {3: (0, 5 / 8, -5 / 8, 3 / 2, -3 / 2), 5: (0, 1 / 2, -1 / 2, 1, -1, 2, -2)}  # and infinity
_LANES = 16  # numbers in a vector of the processor
_ONES = (1, 1)


class Form(NamedTuple):
    """How images are cut into tiles, and the matrices by which tiles and filters, as vectors, are transformed."""

    tile: tuple[int, int]   # of the output
    reach: tuple[int, int]  # of the data that it depends on
    span: int               # columns of filters that are convolved directly: 1 in squares
    folds: bool             # whether a row of an image is taken for a single number of many channels
    data: Array             # places x reach
    filters: Array          # places x what is transformed of a filter
    output: Array           # tile x places

    @property
    def places(self) -> int:
        return len(self.data)


@cache
def _form(size: int, square: bool) -> Form:
    """Return the form for filters of this size: squares or strips."""
    points = torch.tensor(_POINTS[size], dtype=torch.float64)
    reach = _TILE + size - 1
    output = torch.zeros(_TILE, reach, dtype=torch.float64)
    filters = torch.zeros(reach, size, dtype=torch.float64)
    data = torch.zeros(reach, reach, dtype=torch.float64)
    for place, point in enumerate(points):
        others = torch.cat([points[:place], points[place + 1:]])
        output[:, place] = point ** torch.arange(_TILE)
        filters[place] = point ** torch.arange(size) / (point - others).prod()
        data[place, :-1] = _polynomial(others)
    output[-1, -1] = filters[-1, -1] = 1
    data[-1] = _polynomial(points)
    if not square:
        return Form((_TILE, 1), (reach, 1), size, size > 3, data.float(), filters.float(), output.float())
    return Form((_TILE, _TILE), (reach, reach), 1, False,
                *(torch.kron(matrix, matrix).float() for matrix in (data, filters, output)))


def _polynomial(roots: Array) -> Array:
    """Return the coefficients of the polynomial with these roots, the constant one first."""
    made = torch.ones(1, dtype=roots.dtype)
    for root in roots:
        made = F.pad(made, (1, 0)) - root * F.pad(made, (0, 1))
    return made


# ---- where it pays ------------------------------------------------------------------------------------

def planned(data_shape: tuple[int, ...], dtype: torch.dtype, weight_shape: tuple[int, ...], stride: tuple, pad: tuple,
            dilate: tuple, groups: int, kept: bool = False) -> Plan | None:
    """Plan a convolution on the host, if it is faster this way; ``kept``: filters are the same in many calls."""
    if dtype is not torch.float32 or groups != 1 or stride != _ONES or dilate != _ONES or len(data_shape) != 4 \
            or not _usable():
        return None
    return _planned(tuple(data_shape), tuple(weight_shape), pad, kept, torch.get_num_threads())


@lru_cache(maxsize=1024)
def _planned(data_shape: tuple[int, ...], weight_shape: tuple[int, ...], pad: tuple[int, int], kept: bool,
             threads: int) -> Plan | None:
    kernel = weight_shape[2:]
    if kernel not in ((3, 3), (5, 5)) or max(pad) >= kernel[0]:
        return None
    plan, demanding = Plan(data_shape, weight_shape, pad), threads > 1 and is_faster()  # direct ones are faster then
    if plan.folds:
        return plan if not demanding and _strips_pay(plan) else None
    few, many = sorted((plan.channels, plan.filters))
    if few < WINOGRAD_FROM_CHANNELS or demanding and many < WINOGRAD_MANY_CHANNELS or few % _LANES or many % _LANES:
        return None
    if _squares_pay(plan, kept, few, many):
        return plan
    narrow = kept and threads <= WINOGRAD_NARROW_UP_TO_THREADS and pad == _ONES and not is_faster() \
        and plan.height * plan.width >= WINOGRAD_NARROW_FROM_PIXELS and convolution_pointwise is not None
    return Plan(data_shape, weight_shape, pad, square=False) if narrow else None


def _squares_pay(plan: Plan, kept: bool, few: int, many: int) -> bool:
    tiles = plan.count * plan.rows * plan.columns
    per_tile = WINOGRAD_KEPT_CHANNELS_PER_TILE if kept else WINOGRAD_CHANNELS_PER_TILE
    least = WINOGRAD_FROM_TILES if few >= WINOGRAD_MANY_CHANNELS else WINOGRAD_FEW_CHANNELS_FROM_TILES
    if few < WINOGRAD_WIDE_CHANNELS and is_faster():
        least = max(least, WINOGRAD_WIDE_FROM_TILES)
    return tiles >= max(least, many / per_tile)


def _strips_pay(plan: Plan) -> bool:
    """Compare what an output costs, in products of a direct convolution, which has idle lanes in the last vector."""
    direct = prod(plan.kernel) * plan.channels * -(-plan.filters // _LANES) * _LANES
    products = plan.form.places * plan.kernel[1] * plan.channels * plan.filters * plan.rows / plan.height
    return plan.count * plan.height * plan.width >= WINOGRAD_STRIPS_FROM_PIXELS and direct >= \
        WINOGRAD_STRIPS_PRODUCT_PRODUCTS * products + WINOGRAD_STRIPS_CHANNEL_PRODUCTS * plan.channels \
        + WINOGRAD_STRIPS_FILTER_PRODUCTS * plan.filters


def is_finite(values: Array) -> bool:
    """Return whether numbers and their sum, the fastest to ask, are finite; transforms spread others over a tile."""
    return math.isfinite(values.sum().item())


def _usable() -> bool:
    return torch.backends.mkl.is_available() and os.environ.get("MXNET_CPU_WINOGRAD", "1") != "0"


# ---- tiles a few at a time ----------------------------------------------------------------------------

class _Part(NamedTuple):
    """Some images, and some rows of their tiles."""

    image: int
    images: int
    row: int
    rows: int


def _parts(images: int, rows: int, row_bytes: int, at_once: int) -> Iterator[_Part]:
    """Divide tiles into parts of up to so many bytes, of similar size: whole images, or rows of tiles of one image."""
    if row_bytes * rows <= at_once:
        step = _even(images, max(1, at_once // (row_bytes * rows)))
        for image in range(0, images, step):
            yield _Part(image, min(step, images - image), 0, rows)
        return
    step = _even(rows, max(1, at_once // row_bytes))
    for image in range(images):
        for row in range(0, rows, step):
            yield _Part(image, 1, row, min(step, rows - row))


def _at_once() -> int:
    """Return how many bytes of transformed tiles all cores work on."""
    each = WINOGRAD_AT_ONCE_WIDE_BYTES if is_faster() else WINOGRAD_AT_ONCE_BYTES
    return max(WINOGRAD_AT_ONCE_BYTES, each * torch.get_num_threads())


def _even(count: int, most: int) -> int:
    """Return how many of a count to take at a time, so that as few times as with the most leave no small rest."""
    return -(-count // -(-count // most)) if count else most


_kept = threading.local()


def _scratch(use: str, *shape: int) -> Array:
    """Return memory to work in; a large block is kept for each use, as the C library would return it each time."""
    if prod(shape) * 4 <= MALLOC_KEEPS_BLOCK_BYTES:
        return torch.empty(shape)
    found = getattr(_kept, use, None)
    if found is None or found.numel() < prod(shape):
        found = torch.empty(prod(shape))
        setattr(_kept, use, found)
    return found[:prod(shape)].view(shape)


class _Space:
    """Memory for an array of every part; the first part is the largest."""

    def __init__(self) -> None:
        self.memory: Array | None = None

    def __call__(self, *shape: int) -> Array:
        if self.memory is None:
            self.memory = torch.empty(prod(shape))
        return self.memory[:prod(shape)].view(shape)


class _Transform:
    """Transforms tiles by a matrix; ``apart``: tiles, not places, come first in memory."""

    def __init__(self, matrix: Array, apart: bool = False) -> None:
        self.matrix, self.apart, self.made = matrix, apart, _Space()

    def __call__(self, tiles: Array) -> Array:
        """Return (rows of the matrix, tiles, channels) of (columns of the matrix, tiles, channels)."""
        (_, count, channels), size = tiles.shape, len(self.matrix)
        if self.apart:
            return torch.bmm(self.matrix.expand(count, -1, -1), tiles.transpose(0, 1),
                             out=self.made(count, size, channels)).transpose(0, 1)
        made = self.made(size, count * channels)
        return torch.mm(self.matrix, tiles.reshape(-1, count * channels), out=made).view(size, count, channels)


class _Tiles:
    """Cuts images, with their channels last, into tiles of some size, and transforms these by a matrix."""

    def __init__(self, matrix: Array, apart: bool = False) -> None:
        self.transform, self.cut = _Transform(matrix, apart), _Space()

    def __call__(self, tiles: Array) -> Array:
        """Return (places, tiles, channels) of (images, rows, columns, height, width, channels)."""
        places, count, channels = tiles.shape[3:5].numel(), tiles.shape[:3].numel(), tiles.shape[5]
        if self.transform.apart:
            cut = self.cut(count, places, channels)
            cut.view(tiles.shape).copy_(tiles)
            return self.transform(cut.transpose(0, 1))
        cut = self.cut(places, count, channels)
        cut.view(*tiles.shape[3:5], *tiles.shape[:3], channels).copy_(tiles.permute(3, 4, 0, 1, 2, 5))
        return self.transform(cut)


class _Reader:
    """Gives the transformed tiles of the data, which overlap, of images with their channels last."""

    def __init__(self, plan: Plan, images: Array, apart: bool = False) -> None:
        self.plan, self.images = plan, images
        self.transform = _Tiles(plan.form.data, apart)
        self.padded: Array | None = None

    def __call__(self, part: _Part) -> Array:
        plan, (tall, wide), padded = self.plan, self.plan.form.tile, self.plan.folded(self._padded(part))
        image, row, column, _ = padded.stride()
        return self.transform(padded.as_strided(
            (part.images, part.rows, plan.columns, *plan.form.reach, padded.shape[3]),
            (image, tall * row, wide * column, row, column, 1), padded.storage_offset()))

    def _padded(self, part: _Part) -> Array:
        """Return what the tiles of a part depend on, with zeros around the image where they reach over it."""
        _, height, width, channels = self.images.shape
        images, left = self.images[part.image:part.image + part.images], self.plan.pad[1]
        start, sizes = self.plan.reached(part)
        first, last = max(start, 0), min(height, start + sizes[0])
        if (first, last, width) == (start, start + sizes[0], sizes[1]) and images.stride(3) == 1:
            return images[:, first:last]
        shape = part.images, *sizes, channels
        if self.padded is None or self.padded.shape != shape:
            self.padded = torch.zeros(shape)
        padded = self.padded
        padded[:, :first - start].zero_()
        padded[:, first - start:last - start, left:left + width] = images[:, first:last]
        padded[:, last - start:].zero_()
        return padded


class _Spread:
    """Adds up gradients of tiles of the data, which overlap, to those of images."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.whole = next(plan.parts(True)).rows == plan.rows  # else parts of an image overlap too
        self.images = (torch.empty if self.whole else torch.zeros)((plan.count, *plan.sizes, plan.channels))
        self.transform, self.space = _Transform(plan.form.data.t().contiguous()), _Space()

    def __call__(self, tiles: Array, part: _Part) -> None:
        """Add (places, tiles, channels)."""
        plan, (tall, wide), reach = self.plan, self.plan.form.tile, self.plan.form.reach
        rows, columns = tall * part.rows, wide * plan.columns
        tiles = plan.tiled(self.transform(tiles), part, reach)
        padded = self.space(part.images, rows + tall, columns + (wide if reach[1] > wide else 0), tiles.shape[5])
        padded[:, rows:].zero_()
        padded[:, :rows, columns:].zero_()
        for top, left in product(range(0, reach[0], tall), range(0, reach[1], wide)):
            piece = tiles[:, :, :, top:top + tall, left:left + wide]
            place = _as_tiles(padded[:, top:top + rows, left:left + columns], plan.form.tile)
            if top == left == 0:
                place.copy_(piece)
            else:
                place[:, :, :, :piece.shape[3], :piece.shape[4]] += piece
        start, sizes = plan.reached(part)
        first, last, left = max(start, 0), min(plan.sizes[0], start + sizes[0]), plan.pad[1]
        made = padded.view(*padded.shape[:2], -1, plan.channels)[:, first - start:last - start,
                                                                 left:left + plan.sizes[1]]
        place = self.images[part.image:part.image + part.images, first:last]
        if self.whole:
            place.copy_(made)
        else:
            place.add_(made)


def _last(images: Array) -> Array:
    """Return images of axes NCHW as NHWC, which they are in memory."""
    return images.permute(0, 2, 3, 1)


def _as_tiles(images: Array, tile: tuple[int, int]) -> Array:
    """View images divisible into tiles as (images, rows, columns, height, width, channels)."""
    return images.unflatten(1, (-1, tile[0])).unflatten(3, (-1, tile[1])).transpose(2, 3)


# ---- products -----------------------------------------------------------------------------------------

@lru_cache(maxsize=1024)
def _blocks(rows: int) -> int:
    """Return into how many equal parts rows are divided, none of them larger than one product should sum."""
    blocks = -(-rows // WINOGRAD_SUM_UP_TO_ROWS)
    while rows % blocks:
        blocks += 1
    return blocks


class Products:
    """Multiplies transformed tiles by transformed filters (places, filters, channels), place by place."""

    def __init__(self, plan: Plan, filters: Array) -> None:
        self.plan, self.filters = plan, filters

    apart = False

    def __call__(self, tiles: Array, made: _Space) -> Array:
        """Return (places, tiles, filters) of tiles (places, tiles, channels)."""
        rows = self.gathered(tiles)
        out = made(*rows.shape[:2], self.plan.filters)
        return torch.bmm(rows, self.filters.transpose(1, 2), out=out).view(len(rows), tiles.shape[1], -1)

    def gradients(self, grads: Array, tiles: Array, needs: tuple[bool, bool],
                  total: Array | None) -> tuple[Array | None, Array | None]:
        """Return the gradients of tiles, and those of the filters, added to those of other tiles."""
        grads = grads.view(len(self.filters), -1, self.plan.filters)
        if needs[1]:
            total = self._summed(grads, self.gathered(tiles), total)
        return self.scattered(torch.bmm(grads, self.filters), tiles.shape[1]) if needs[0] else None, total

    def _summed(self, grads: Array, rows: Array, total: Array | None) -> Array:
        """Return the gradients of the filters, added to those of other tiles; one product sums a few rows only."""
        places, count, _ = rows.shape
        blocks = _blocks(count)
        if blocks > 1 and blocks * self.filters.nbytes <= WINOGRAD_SUM_UP_TO_BYTES:
            outer, inner = (each.view(places * blocks, -1, each.shape[2]) for each in (grads, rows))
            made = torch.bmm(outer.mT, inner).view(places, blocks, *self.filters.shape[1:]).sum(1)
            return made if total is None else total.add_(made)
        for outer, inner in zip(grads.split(WINOGRAD_SUM_UP_TO_ROWS, 1), rows.split(WINOGRAD_SUM_UP_TO_ROWS, 1)):
            total = torch.bmm(outer.mT, inner, out=_scratch("gradient", *self.filters.shape)) if total is None \
                else total.baddbmm_(outer.mT, inner)
        assert total is not None
        return total

    def gathered(self, tiles: Array) -> Array:
        """Return what is multiplied by the filters (places, outputs, channels)."""
        return tiles

    def scattered(self, gathered: Array, count: int) -> Array:
        """Return the gradient of tiles, of that of what was gathered."""
        return gathered


class StripProducts(Products):
    """The same for strips, whose channels are columns and channels of the data, or columns and filters."""

    def gathered(self, tiles: Array) -> Array:
        plan, (places, count, _) = self.plan, tiles.shape
        wide = plan.channels * plan.form.span
        out = tiles.new_empty(places, count, plan.width, wide)
        place, tile, _ = tiles.stride()
        out.copy_(tiles.as_strided(out.shape, (place, tile, plan.channels, 1)))
        return out.view(places, -1, wide)

    def scattered(self, gathered: Array, count: int) -> Array:
        plan, places = self.plan, len(gathered)
        gathered = gathered.view(places, count, plan.width, plan.form.span, plan.channels)
        out = gathered.new_empty(places, count, plan.width + plan.form.span - 1, plan.channels)
        out[:, :, :plan.width] = gathered[:, :, :, 0]
        out[:, :, plan.width:] = 0
        for column in range(1, plan.form.span):
            out[:, :, column:column + plan.width] += gathered[:, :, :, column]
        return out.view(places, count, -1)


class PackedProducts:
    """Products by oneDNN, as a convolution in groups, one per place: the fastest, once filters are packed.

    Filters are of 1 x 1 in squares. Strips of 3 x 3 filters, which are not gathered, are convolved by 1 x 3 here.
    """

    apart = True

    def __init__(self, plan: Plan, filters: Array) -> None:
        self.places, outputs, _ = filters.shape
        self.columns, self.pad = plan.columns if plan.groups else 1, (0, plan.form.span // 2)
        part = next(plan.parts())
        rows = part.images * part.rows * plan.columns // self.columns
        plain = filters.view(self.places * outputs, plan.form.span, plan.channels).transpose(1, 2).unsqueeze(2)
        self.filters = reorder_conv2d_weight(plain.contiguous().to_mkldnn(), self.pad, _ONES, _ONES, self.places,
                                             [1, self.places * plan.channels, rows, self.columns])

    def __call__(self, tiles: Array, _: _Space) -> Array:
        count = tiles.shape[1]
        image = tiles.transpose(0, 1).view(1, count // self.columns, self.columns, -1).permute(0, 3, 1, 2)
        out = convolution_pointwise(image, self.filters, None, self.pad, _ONES, _ONES, self.places, "none", [], "")
        return out.permute(0, 2, 3, 1).reshape(count, self.places, -1).transpose(0, 1)


# ---- the convolution and its gradients ----------------------------------------------------------------

_ACTIVATIONS = {"none": None, "relu": torch.relu_, "sigmoid": torch.sigmoid_, "tanh": tanh_}


class Plan:
    """A convolution of images of one shape: in which form and parts it is computed."""

    def __init__(self, data_shape: tuple[int, ...], weight_shape: tuple[int, ...], pad: tuple[int, int],
                 square: bool = True) -> None:
        form = self.form = _form(weight_shape[2], square and weight_shape[2] == 3)
        self.folds, self.groups = form.folds, form.span > 1 and not form.folds
        self.pad = (pad[0], 0) if self.groups else pad  # columns are padded by the convolution in groups
        self.count, self.channels, *self.sizes = data_shape
        self.filters, _, *self.kernel = weight_shape
        self.height, self.width = (size + 2 * each - reach + 1
                                   for size, each, reach in zip(self.sizes, pad, self.kernel))
        self.rows = -(-self.height // form.tile[0])
        self.columns = 1 if self.folds else -(-self.width // form.tile[1])
        widest = self.width * max(self.channels * form.span, self.filters) if self.folds \
            else self.columns * max(self.channels, self.filters)
        self.row_bytes = 4 * form.places * widest
        self.filter_bytes = 4 * form.places * form.span * self.channels * self.filters

    def reached(self, part: _Part) -> tuple[int, tuple[int, int]]:
        """Return the first row, and the size, of the data that a part depends on, padding included."""
        (tall, wide), (height, width) = self.form.tile, self.form.reach
        columns = self.sizes[1] + 2 * self.pad[1] if self.folds else wide * (self.columns - 1) + width
        return tall * part.row - self.pad[0], (tall * (part.rows - 1) + height, columns)

    def folded(self, images: Array) -> Array:
        """View images with their channels last as the form has them: strips take a row for a single number."""
        return images.flatten(2).unsqueeze(2) if self.folds else images

    def transformed(self, weight: Array) -> Array:
        """Transform filters: (places, filters, columns and channels)."""
        size = self.kernel[0]
        parts = weight.reshape(-1, size * size).t() if self.form.span == 1 else \
            weight.permute(2, 0, 3, 1).reshape(size, -1)
        out = torch.mm(self.form.filters, parts, out=_scratch("filters", self.form.places, parts.shape[1]))
        return out.view(self.form.places, self.filters, -1)

    def products(self, weight: Array) -> Products:
        """Transform filters that were not seen before."""
        return self._products(self.transformed(weight))

    def kept(self, weight: Array) -> Products | PackedProducts:
        """Transform filters that are the same in many calls."""
        filters = self.transformed(weight)
        packs = self.groups or not self.folds and min(self.channels, self.filters) >= WINOGRAD_MANY_CHANNELS
        if packs and convolution_pointwise is not None:
            return PackedProducts(self, filters)
        return self._products(filters.clone())

    def _products(self, filters: Array) -> Products:
        return (StripProducts if self.folds else Products)(self, filters)

    def parts(self, summed: bool = False) -> Iterator[_Part]:
        """Divide the work: all filters are read, or their gradients written, per part.

        ``summed``: the gradients of filters are summed over tiles. oneDNN copies what is not all of an array, so parts
        have no more of them than one product sums.
        """
        if self.form.span > 1:
            whole = self.folds and self.count * self.rows * self.row_bytes <= WINOGRAD_STRIPS_WHOLE_BYTES
            at_once = WINOGRAD_STRIPS_WHOLE_BYTES if whole else WINOGRAD_STRIPS_AT_ONCE_BYTES
            most = max(at_once * torch.get_num_threads(), self.filter_bytes // 2)
        else:
            most = max(_at_once(), self.filter_bytes // 2)
            if summed and is_faster():
                most = min(most, WINOGRAD_SUM_UP_TO_ROWS * self.row_bytes // self.columns)
        return _parts(self.count, self.rows, self.row_bytes, most)

    @multiplying
    def convolve(self, data: Array, products: Products | PackedProducts, bias: Array | None = None,
                 activation: str = "none", onto: Array | None = None) -> Array:
        """Convolve images with channels last in memory; ``onto`` is added before the activation, and overwritten."""
        activate = _ACTIVATIONS[activation]
        out = data.new_empty(self.count, self.height, self.width, self.filters) if onto is None else _last(onto)
        apart, made, joined = products.apart, _Space(), _Space()
        read, transform = _Reader(self, _last(data), apart), _Transform(self.form.output, apart)
        if bias is not None and self.folds:
            bias = bias.repeat(self.width)
        for part in self.parts():
            tiles = self.tiled(transform(products(read(part), made)), part, self.form.tile)
            place = self._rows(out, part)
            _put(tiles, place, bias, onto is not None, joined)
            if activate is not None:
                activate(place)
        return out.permute(0, 3, 1, 2)

    @multiplying
    def gradients(self, grad: Array, data: Array, weight: Array,
                  needs: tuple[bool, bool]) -> tuple[Array | None, Array | None]:
        """Return the gradients of data and filters; all images have their channels last in memory."""
        products, read = self.products(weight), _Reader(self, _last(data))
        transform, tile = _Tiles(self.form.output.t().contiguous()), self.form.tile
        spread = _Spread(self) if needs[0] else None
        total: Array | None = None
        for part in self.parts(True):
            grads = self._rows(_last(grad), part)
            missing = tile[0] * part.rows - grads.shape[1], tile[1] * self.columns - grads.shape[2]
            if any(missing):
                grads = F.pad(grads, (0, 0, 0, missing[1], 0, missing[0]))
            tiles, total = products.gradients(transform(_as_tiles(grads, tile)), read(part), needs, total)
            if spread is not None:
                spread(tiles, part)
        return spread and spread.images.permute(0, 3, 1, 2), self._filter_gradient(total) if needs[1] else None

    def tiled(self, tiles: Array, part: _Part, sizes: tuple[int, int]) -> Array:
        """View (places, tiles, channels) as (images, rows, columns, height, width, channels)."""
        tiles = tiles.unflatten(0, sizes).unflatten(2, (part.images, part.rows, self.columns))
        return tiles.permute(2, 3, 4, 0, 1, 5)

    def _filter_gradient(self, total: Array) -> Array:
        """Return the gradient of filters, of that of transformed ones."""
        made, (height, width) = torch.mm(self.form.filters.t(), total.view(self.form.places, -1)), self.kernel
        if self.folds:
            return made.view(height, self.filters, width, self.channels).permute(1, 3, 0, 2).contiguous()
        return made.view(height, width, self.filters, self.channels).permute(2, 3, 0, 1).contiguous()

    def _rows(self, images: Array, part: _Part) -> Array:
        """Return the rows of images, with their channels last, that the tiles of a part cover."""
        tall = self.form.tile[0]
        return self.folded(images[part.image:part.image + part.images, tall * part.row:tall * (part.row + part.rows)])


def _put(tiles: Array, place: Array, bias: Array | None, add: bool, joined: _Space) -> None:
    """Write tiles to their place in the output, or add them to what is there, and a bias."""
    images, rows, columns, tall, wide, channels = tiles.shape
    if place.shape[1:3] == (tall * rows, wide * columns):
        place = _as_tiles(place, (tall, wide))
    else:
        whole = joined(images, tall * rows, wide * columns, channels)
        _as_tiles(whole, (tall, wide)).copy_(tiles)
        tiles = whole[:, :place.shape[1], :place.shape[2]]
    if add:
        place.add_(tiles)
        if bias is not None:
            place.add_(bias)
    elif bias is None:
        place.copy_(tiles)
    else:
        torch.add(tiles, bias, out=place)
