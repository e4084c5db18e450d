"""Position-sensitive pooling of regions: each bin of a region reads its own channels."""
import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Fraction, op
from .align import image_of
from .grids import sum_grids
from .sampling import on_host, read, wide

_WORDS = {
    "data": "Images of shape ``(batch, output_dim * group_size ** 2, height, width)``.",
    "rois": "Regions of shape ``(number, 5)``: the image's place in the batch, then the corners ``x1, y1, x2, y2``.",
    "spatial_scale": "Pixels of the data for one unit of the corners.",
    "output_dim": "Number of channels of the result.",
}


def _check(data, rois, p) -> None:
    if len(data) != 4:
        raise MXNetError(f"data should be a 4D tensor, got {len(data)} axes")
    if len(rois) != 2 or rois[1] not in (5, -1):
        raise MXNetError(f"bbox should be a 2D tensor of shape [batch, 5], got {list(rois)}")
    need = p["output_dim"] * p["group_size"] ** 2
    if data[1] != -1 and data[1] < need:
        raise MXNetError(f"output_dim * group_size**2 = {need} channels are needed, data has {data[1]}")


def _regions(rois: np.ndarray, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the scaled corners and sizes, two rows (x, y) each; corners are rounded, half away from 0."""
    kind = rois.dtype.type
    corners = np.ascontiguousarray(rois.T[1:])
    corners = np.trunc(corners + np.copysign(kind(0.5), corners))
    start = corners[:2] * kind(scale)
    return start, np.maximum((corners[2:] + 1) * kind(scale) - start, kind(0.1))


def _group(bins: int, groups: int) -> np.ndarray:
    """Return the group that each bin belongs to along one axis."""
    return np.arange(0, bins * groups, groups) // bins


# ---- plain ----------------------------------------------------------------------------------------

@op("_contrib_PSROIPooling", constant=("rois",), words=_WORDS)
def psroi_pooling(data: Array, rois: Array, *, spatial_scale: Fraction, output_dim: int, pooled_size: int,
                  group_size: int = 0):
    """Average the pixels of each bin of each region, (image, left, top, right, bottom).

    Each bin reads its own channels, those for its position in a grid of ``group_size`` by ``group_size``:
    position-sensitive pooling, from R-FCN.

    Parameters
    ----------
    pooled_size
        Number of bins per axis.
    group_size
        Number of channel groups per axis; ``pooled_size`` if it is 0.

    Returns
    -------
    Array of shape ``(number, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> maps = mx.nd.broadcast_to(mx.nd.arange(4).reshape((1, 4, 1, 1)), (1, 4, 6, 6))  # channel c is full of c
    >>> region = mx.nd.array([[0, 0, 0, 5, 5]])
    >>> mx.nd.contrib.PSROIPooling(maps, region, spatial_scale=1, output_dim=1, pooled_size=2)[0, 0].asnumpy().tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """
    group_size = group_size or pooled_size
    _check(data.shape, rois.shape, {"output_dim": output_dim, "group_size": group_size})
    source, boxes = wide(data), on_host(rois)
    batch, _, height, width = data.shape
    start, size = _regions(boxes, spatial_scale)
    columns, rows = _inside(start, size, pooled_size, (width, height))
    cell = _group(pooled_size, group_size)
    cell = cell[:, None] * group_size + cell
    plane = np.maximum(image_of(boxes, batch), 0)[:, None, None] * group_size ** 2 + cell
    return sum_grids(source, output_dim, group_size ** 2, plane, rows, columns).to(data.dtype)


def _inside(start: np.ndarray, size: np.ndarray, bins: int, limits: tuple[int, int]) -> list[tuple]:
    """Return the pixels in each bin along x and y, (regions, bins, pixels), and weights that average them."""
    kind = start.dtype
    lines = np.arange(bins + 1, dtype=kind) * (size / bins)[..., None] + start[..., None]
    limit = np.array(limits, kind)[:, None, None]
    low = np.minimum(np.maximum(np.floor(lines[..., :-1]), 0), limit)
    count = np.minimum(np.maximum(np.ceil(lines[..., 1:]), 0), limit) - low
    most = np.maximum(count.max((1, 2)), 1).astype(int).tolist() if count.size else [1, 1]
    number = np.arange(max(most), dtype=kind)
    weight = (number < count[..., None]) / np.maximum(count, 1)[..., None]
    pixels = np.minimum(low[..., None] + number, limit[..., None] - 1).astype(np.int64)
    return [(pixels[axis, ..., :most[axis]], weight[axis, ..., :most[axis]]) for axis in (0, 1)]


@psroi_pooling.infer_shape
def psroi_pooling_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    _check(data, rois, {"output_dim": p.output_dim, "group_size": p.group_size or p.pooled_size})
    shape.out = (rois[0], p.output_dim, p.pooled_size, p.pooled_size)


# ---- deformable -----------------------------------------------------------------------------------

@op("_contrib_DeformablePSROIPooling", constant=("rois",), outputs=2, output_names=["output", "top_count"], visible=1,
    omit={"trans": "no_trans"}, words=_WORDS)
def deformable_psroi_pooling(data: Array, rois: Array, trans: Array | None = None, *, spatial_scale: Fraction,
                             output_dim: int, group_size: int, pooled_size: int, part_size: int = 0,
                             sample_per_part: int = 1, trans_std: Fraction = 0.0, no_trans: bool = False):
    """Average bilinear samples over bins that ``trans`` moves, relative to the region's size.

    It is `PSROIPooling` with bins that a network moves: by ``trans * trans_std`` of the region's width and height.

    Parameters
    ----------
    trans
        Shifts of shape ``(number, 2 * classes, part_size, part_size)``, x before y; absent with ``no_trans``.
    group_size
        Number of channel groups per axis.
    pooled_size
        Number of bins per axis.
    part_size
        Number of shifts per axis; ``pooled_size`` if it is 0.
    sample_per_part
        Samples per bin along each axis.
    trans_std
        Factor of the shifts.
    no_trans
        Do not move bins; the operator then has two inputs.

    Returns
    -------
    Array of shape ``(number, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> maps = mx.nd.broadcast_to(mx.nd.arange(4).reshape((1, 4, 1, 1)), (1, 4, 6, 6))  # channel c is full of c
    >>> region = mx.nd.array([[0, 0, 0, 5, 5]])
    >>> out = mx.nd.contrib.DeformablePSROIPooling(maps, region, spatial_scale=1, output_dim=1, group_size=2,
    ...                                            pooled_size=2, no_trans=True)
    >>> out[0, 0].asnumpy().tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """
    _check(data.shape, rois.shape, {"output_dim": output_dim, "group_size": group_size})
    part_size = part_size or pooled_size
    source, boxes = wide(data), wide(rois.detach())
    batch, _, height, width = data.shape
    regions = on_host(rois)
    start, size = (torch.from_numpy(part.T).to(data.device) for part in _regions(regions, spatial_scale))
    start = start - 0.5
    shift = _shifts(None if no_trans else trans, boxes, pooled_size, part_size, output_dim)
    classes = shift.shape[1]
    index = torch.arange(pooled_size, device=data.device, dtype=boxes.dtype)
    sample = torch.arange(sample_per_part, device=data.device, dtype=boxes.dtype)
    step = size / pooled_size

    def line(axis: int, bins: Array, samples: Array) -> Array:
        """Place samples along one axis: (regions, classes, bins, bins, samples, samples)."""
        def column(values):
            return values[:, axis].view(-1, 1, 1, 1, 1, 1)
        moved = shift[:, :, axis, :, :, None, None] * trans_std * column(size)
        return bins * column(step) + column(start) + moved + samples * column(step) / sample_per_part
    y = line(1, index.view(1, 1, -1, 1, 1, 1), sample.view(-1, 1)).expand(
        -1, -1, -1, pooled_size, -1, sample_per_part).flatten(4)
    x = line(0, index.view(1, 1, 1, -1, 1, 1), sample).expand(
        -1, -1, pooled_size, -1, sample_per_part, -1).flatten(4)
    inside = (y >= -0.5) & (y <= height - 0.5) & (x >= -0.5) & (x <= width - 0.5)
    count = inside.sum(-1, keepdim=True)
    weight = inside / count.clamp(min=1).to(boxes.dtype)
    maps = source[:, :output_dim * group_size ** 2].unflatten(1, (classes, -1, group_size, group_size))
    maps = maps.permute(0, 1, 3, 4, 5, 6, 2).flatten(0, 3)  # (image, class, group y, group x)
    row = torch.from_numpy(_group(pooled_size, group_size)).to(data.device)
    plane = torch.from_numpy(image_of(regions, batch)).to(data.device).view(-1, 1, 1, 1, 1) * classes
    plane = plane + torch.arange(classes, device=data.device).view(1, -1, 1, 1, 1)
    plane = (plane * group_size + row.view(1, 1, -1, 1, 1)) * group_size + row.view(1, 1, 1, -1, 1)
    out = read(maps, plane, y, x, weight, "touch")
    counts = count.expand(-1, -1, -1, -1, output_dim // classes)
    return tuple(part.permute(0, 1, 4, 2, 3).flatten(1, 2).to(data.dtype, memory_format=torch.contiguous_format)
                 for part in (out, counts))


def _shifts(trans: Array | None, boxes: Array, bins: int, parts: int, outputs: int) -> Array:
    """Return the shift of each bin: (regions, classes, 2, bins, bins)."""
    regions = boxes.shape[0]
    if trans is None:
        return boxes.new_zeros(regions, 1, 2, bins, bins)
    if trans.dim() != 4 or trans.shape[1] % 2 or trans.shape[0] != regions or trans.shape[2:] != (parts, parts):
        raise MXNetError(f"trans has shape {list(trans.shape)}, expected [{regions}, 2 * classes, {parts}, "
                         f"{parts}]")
    if outputs % (trans.shape[1] // 2):
        raise MXNetError(f"{outputs} outputs cannot be shared by {trans.shape[1] // 2} classes")
    part = torch.arange(bins, device=trans.device) * parts // bins
    return wide(trans)[:, :, part][:, :, :, part].unflatten(1, (-1, 2))


@deformable_psroi_pooling.infer_shape
def deformable_psroi_pooling_shape(shape, p) -> None:
    data, rois = shape.data, shape.rois
    _check(data, rois, p)
    if shape.has("trans") and len(shape.trans) != 4:
        raise MXNetError(f"trans should be a 4D tensor, got {len(shape.trans)} axes")
    shape.output = shape.top_count = (rois[0], p.output_dim, p.pooled_size, p.pooled_size)
