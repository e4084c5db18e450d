"""Bounding boxes: overlap, matching, and coding against anchors. None of these has a gradient."""
from math import prod
from typing import Literal

import torch

from ...errors import MXNetError
from ...op import Array, op, types
from ..constant import constant
from .suppression import areas, intersections, single


def _check_boxes(name: str, shape, axes: int) -> None:
    if len(shape) < axes:
        raise MXNetError(f"{name} must have dim >= {axes}, {len(shape)} provided")
    if shape[-1] not in (4, -1):
        raise MXNetError(f"last dimension of {name} must be 4, {shape[-1]} provided")


# ---- overlap and matching -------------------------------------------------------------------------

@op("_contrib_box_iou", accepts=types.FLOATING, differentiable=False)
def box_iou(lhs: Array, rhs: Array, *, format: Literal["corner", "center"] = "corner"):
    """Compute the intersection over union of each box of one array with each of another.

    ``area(a and b) / (area(a) + area(b) - area(a and b))``; 0 where they do not meet.

    Parameters
    ----------
    lhs, rhs
        Boxes of shape ``(..., 4)``.
    format
        What four numbers mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.

    Returns
    -------
    Array of shape ``(*lhs.shape[:-1], *rhs.shape[:-1])``.

    Examples
    --------
    >>> one, two = mx.nd.array([[0, 0, 2, 2]]), mx.nd.array([[1, 1, 3, 3], [0, 0, 2, 2]])
    >>> mx.nd.contrib.box_iou(one, two).asnumpy().tolist()
    [[0.1429, 1.0]]
    """
    _check_boxes("lhs", lhs.shape, 2)
    _check_boxes("rhs", rhs.shape, 2)
    left, right = lhs.reshape(-1, 4), rhs.reshape(-1, 4)
    shared = intersections(left, right, format)
    union = areas(left, format).unsqueeze(1) + areas(right, format) - shared
    return torch.where(shared > 0, shared / union, 0).view(*lhs.shape[:-1], *rhs.shape[:-1])


@box_iou.infer_shape
def box_iou_shape(shape, p) -> None:
    for name in ("lhs", "rhs"):
        _check_boxes(name, getattr(shape, name), 2)
    shape.out = (*shape.lhs[:-1], *shape.rhs[:-1])


def match_greedily(scores: Array, threshold: float, rounds: int) -> tuple[Array, Array]:
    """Pair rows with columns, highest score first, while scores exceed a threshold.

    ``scores`` is (batch, rows, columns). Returns the column of each row and the row of each column, or -1 for none. Of
    equal scores the first counts.
    """
    batch, height, width = scores.shape
    left = scores.clone()
    row_of = torch.full((batch, width), -1, dtype=torch.int64, device=scores.device)
    column_of = torch.full((batch, height), -1, dtype=torch.int64, device=scores.device)
    each = torch.arange(batch, device=scores.device)
    for _ in range(min(rounds, height, width) if scores.numel() else 0):
        best, place = left.flatten(1).max(1)
        good = best > threshold
        if not bool(good.any()):
            break
        item, row, column = each[good], place[good] // width, place[good] % width
        column_of[item, row], row_of[item, column] = column, row
        left[item, row] = left[item, :, column] = -torch.inf
    return column_of, row_of


@op("_contrib_bipartite_matching", accepts=types.FLOATING, outputs=2, differentiable=False)
def bipartite_matching(data: Array, *, is_ascend: bool = False, threshold: float, topk: int = -1):
    """Match rows to columns of score matrices, best first; returns each one's partner, or -1.

    The best score is taken first, its row and column are removed, and so on.

    Parameters
    ----------
    data
        Scores of shape ``(..., rows, columns)``.
    is_ascend
        Whether lower scores are better.
    threshold
        Scores that do not exceed it are not matched; with ``is_ascend``, those that are not below it.
    topk
        The number of pairs minus one, as in MXNet; all pairs if it is not positive.

    Returns
    -------
    A list of two arrays: the column of each row, of shape ``(..., rows)``, and the row of each column,
    ``(..., columns)``.

    Examples
    --------
    >>> scores = mx.nd.array([[0.9, 0.8], [0.7, 0.1]])
    >>> [part.asnumpy().tolist() for part in mx.nd.contrib.bipartite_matching(scores, threshold=0)]
    [[0.0, 1.0], [0.0, 1.0]]
    >>> [part.asnumpy().tolist() for part in mx.nd.contrib.bipartite_matching(scores, threshold=0.5)]
    [[0.0, -1.0], [0.0, -1.0]]
    """
    if data.dim() < 2:
        raise MXNetError(f"score matrix must have dim >= 2, {data.dim()} provided")
    scores = data.reshape(prod(data.shape[:-2]), *data.shape[-2:])
    sign = -1 if is_ascend else 1
    # One more than topk are matched, as in MXNet.
    rounds = topk + 1 if topk > 0 else max(data.shape[-2:])
    columns, rows = match_greedily(scores * sign, single(threshold) * sign, rounds)
    return (columns.to(data.dtype).view(data.shape[:-1]),
            rows.to(data.dtype).view(*data.shape[:-2], data.shape[-1]))


@bipartite_matching.infer_shape
def bipartite_matching_shape(shape, p) -> None:
    data = shape.data
    if len(data) < 2:
        raise MXNetError(f"score matrix must have dim >= 2, {len(data)} provided")
    shape.output0, shape.output1 = data[:-1], (*data[:-2], data[-1])


# ---- coding against anchors -----------------------------------------------------------------------

def centered(corners: Array) -> tuple[Array, Array]:
    """Return the centers and sizes of boxes given by corners."""
    size = corners[..., 2:] - corners[..., :2]
    return corners[..., :2] + size * 0.5, size


@op("_contrib_box_encode", accepts=types.FLOATING, held=True, outputs=2, differentiable=False)
def box_encode(samples: Array, matches: Array, anchors: Array, refs: Array, means: Array, stds: Array):
    """Encode the box that each anchor is matched with, relative to the anchor; and a mask of those used.

    With centers ``x, y`` and sizes ``w, h``, of the box and of the anchor ``a``, the code is
    ``((x - xa) / wa, (y - ya) / ha, log(w / wa), log(h / ha))``, less ``means`` and divided by ``stds``.

    Parameters
    ----------
    samples
        1 for anchors that count, of shape ``(batch, anchors)``; others are 0 or -1.
    matches
        The index of each anchor's box in ``refs``, of shape ``(batch, anchors)``.
    anchors
        Corners of shape ``(batch, anchors, 4)``.
    refs
        Corners of the boxes, of shape ``(batch, boxes, 4)``.
    means, stds
        Mean and deviation that normalize the codes, of shape ``(4,)``.

    Returns
    -------
    A list of two arrays of shape ``(batch, anchors, 4)``: the codes, and a mask of ones where they count.

    Examples
    --------
    >>> anchors, boxes = mx.nd.array([[[0, 0, 2, 2]]]), mx.nd.array([[[1, 1, 3, 3]]])
    >>> code, mask = mx.nd.contrib.box_encode(mx.nd.ones((1, 1)), mx.nd.zeros((1, 1)), anchors, boxes,
    ...                                       mx.nd.zeros(4), mx.nd.ones(4))
    >>> code.asnumpy().tolist(), mask.asnumpy().tolist()
    ([[[0.5, 0.5, 0.0, 0.0]]], [[[1.0, 1.0, 1.0, 1.0]]])
    """
    if anchors.dim() != 3 or refs.dim() != 3 or samples.shape != anchors.shape[:2] \
            or matches.shape != samples.shape:
        raise MXNetError("samples and matches are (batch, anchors), anchors and refs (batch, number, 4); got "
                         + " ".join(str(list(a.shape)) for a in (samples, matches, anchors, refs)))
    _check_boxes("anchors", anchors.shape, 3)
    _check_boxes("refs", refs.shape, 3)
    if refs.shape[1] == 0:
        return torch.zeros_like(anchors), torch.zeros_like(anchors)
    # An unmatched anchor may have any index; it does not count.
    index = matches.long().clamp(0, refs.shape[1] - 1).unsqueeze(-1).expand(*matches.shape, 4)
    center, size = centered(refs.gather(1, index))
    base, extent = centered(anchors)
    coded = torch.cat(((center - base) / extent, torch.log(size / extent)), -1)
    used = (samples > 0.5).unsqueeze(-1).expand_as(anchors)
    return torch.where(used, (coded - means) / stds, 0), used.to(anchors.dtype)


@box_encode.infer_shape
def box_encode_shape(shape, p) -> None:
    anchors = shape.anchors
    _check_boxes("anchors", anchors, 3)
    shape.means = shape.stds = (4,)
    shape.samples = shape.matches = anchors[:2]
    shape.output0 = shape.output1 = anchors


@op("_contrib_box_decode", accepts=types.FLOATING, differentiable=False)
def box_decode(data: Array, anchors: Array, *, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0,
               std3: float = 1.0, clip: float = -1.0, format: Literal["center", "corner"] = "center"):
    """Turn predictions relative to anchors into corners of boxes; ``clip`` bounds the log of sizes.

    The center is ``data[:2] * std * size + center`` of the anchor, the size ``exp(data[2:] * std) * size``.

    Parameters
    ----------
    data
        Predictions of shape ``(batch, boxes, 4)``, as `box_encode` codes them.
    anchors
        Anchors of shape ``(1, boxes, 4)``.
    std0, std1, std2, std3
        Factor of each of the four numbers.
    clip
        Upper bound of ``data[2:] * std``; no bound if it is not positive.
    format
        What the numbers of an anchor mean: ``center`` ``x, y, width, height``, or ``corner`` ``x1, y1, x2, y2``.

    Returns
    -------
    Array of shape ``(batch, boxes, 4)``: corners ``x1, y1, x2, y2``.

    Examples
    --------
    >>> code, anchor = mx.nd.array([[[0.5, 0.5, 0, 0]]]), mx.nd.array([[[1, 1, 2, 2]]])
    >>> mx.nd.contrib.box_decode(code, anchor).asnumpy().tolist()
    [[[1.0, 1.0, 3.0, 3.0]]]
    """
    if data.dim() != 3:
        raise MXNetError(f"data shape must have dim == 3, {data.dim()} provided")
    _check_boxes("data", data.shape, 3)
    _check_boxes("anchors", anchors.shape, 3)
    if anchors.numel() != data.shape[1] * 4:
        raise MXNetError(f"anchors of shape {list(anchors.shape)} are not one for each of {data.shape[1]} boxes")
    anchors = anchors.reshape(1, -1, 4)
    base, extent = centered(anchors) if format == "corner" else (anchors[..., :2], anchors[..., 2:])
    scaled = data * constant([std0, std1, std2, std3], data)
    center, size = scaled[..., :2] * extent + base, scaled[..., 2:]
    if clip > 0:
        size = size.clamp(max=clip)
    half = torch.exp(size) * extent * 0.5
    return torch.cat((center - half, center + half), -1)


@box_decode.infer_shape
def box_decode_shape(shape, p) -> None:
    data = shape.data
    _check_boxes("data", data, 3)
    if shape.known("anchors"):
        _check_boxes("anchors", shape.anchors, 3)
    shape.out = data
