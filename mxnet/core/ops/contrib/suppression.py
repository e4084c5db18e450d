"""Non-maximum suppression: what detection operators share, and `box_nms`."""
from collections.abc import Callable
from math import prod
from typing import Literal

import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Params, op, types
from ...tuning import SUPPRESS_ON_DEVICE_CANDIDATES
from . import greedy


def single(value: float) -> float:
    """Round to float32, in which MXNet keeps its thresholds: ties must match."""
    return float(np.float32(value))


def keep_best(count: int, suppresses: Callable[[Array, Array], Array], device: torch.device,
              enough: int | None = None) -> Array:
    """Go through candidates on a device, best first; return those that no earlier kept one suppresses.

    ``suppresses(i, j)`` returns a table of flags for two lists of candidates. They are decided in blocks, and what a
    block suppresses is not considered again. Ends early with ``enough`` or more. `greedy` is the version for the host.
    """
    left, kept, found = torch.arange(count, device=device), [], 0
    while len(left) and (enough is None or found < enough):
        block, others = left[:SUPPRESS_ON_DEVICE_CANDIDATES], left[SUPPRESS_ON_DEVICE_CANDIDATES:]
        # One step per candidate would be slow: iterate on what the remaining ones remove until nothing changes.
        inner = suppresses(block, block).triu_(1)
        state = torch.ones_like(block, dtype=torch.bool)
        while not torch.equal(state, decided := ~(inner & state.unsqueeze(1)).any(0)):
            state = decided
        kept.append(block[state])
        found += len(kept[-1])
        left = others[~suppresses(kept[-1], others).any(0)] if len(others) else others
    return torch.cat(kept) if kept else left


# ---- box_nms --------------------------------------------------------------------------------------

def _check(shape, p) -> None:
    if len(shape) < 2:
        raise MXNetError(f"input must have dim >= 2: (number of boxes, width of a box); got {list(shape)}")
    width, first, last = shape[-1], p.coord_start, p.coord_start + 3
    if width == -1:
        return
    fields = {"score_index": p.score_index}
    if p.id_index >= 0:
        fields["id_index"] = p.id_index
    if width < 4 + len(fields):
        raise MXNetError("the last dimension must have at least 5 elements, namely (score, coordinates "
                         f"x 4); {width} provided, {4 + len(fields)} expected")
    if first < 0 or last >= width:
        raise MXNetError(f"coordinates: ({first}, {last}) out of range:: (0, {width})")
    for name, index in fields.items():
        if not 0 <= index < width:
            raise MXNetError(f"{name}: {index} out of range: (0, {width})")
        if first <= index <= last:
            raise MXNetError(f"{name}: {index} conflict with coordinates: ({first}, {last}).")
    if p.id_index == p.score_index:
        raise MXNetError(f"id_index: {p.id_index} conflict with score_index: {p.score_index}")


def areas(boxes: Array, form: str) -> Array:
    """Return width times height of each box; an inverted box has none."""
    size = boxes[..., 2:] - boxes[..., :2] if form == "corner" else boxes[..., 2:]
    return torch.where((size < 0).any(-1), 0, size.prod(-1))


def intersections(left: Array, right: Array, form: str, more: int = 0) -> Array:
    """Return the area that each box of one list shares with each of another.

    ``more`` is 1 if corners are pixels that belong to the box.
    """
    if form == "center":
        left, right = (torch.cat((b[..., :2] - b[..., 2:] / 2, b[..., :2] + b[..., 2:] / 2), -1)
                       for b in (left, right))
    one = [side.unsqueeze(-1) for side in left.unbind(-1)]
    two = [side.unsqueeze(-2) for side in right.movedim(-1, 0).contiguous()]
    broad, tall = (torch.minimum(one[i + 2], two[i + 2]).sub_(torch.maximum(one[i], two[i]))
                   for i in (0, 1))
    if more:
        broad, tall = broad.add_(more), tall.add_(more)
    return broad.clamp_(min=0).mul_(tall.clamp_(min=0))


def _selected(rows: Array, p) -> Array:
    """Return the indices of the rows that survive, best first, on a device."""
    score = rows[:, p.score_index]
    valid = score > single(p.valid_thresh)
    if p.id_index >= 0:
        valid &= rows[:, p.id_index] != p.background_id
    places = valid.nonzero().squeeze(1)
    places = places[score[places].sort(descending=True, stable=True)[1]]
    if p.topk >= 0:
        places = places[:p.topk]
    boxes = rows[places, p.coord_start:p.coord_start + 4]
    area, threshold = areas(boxes, p.in_format), single(p.overlap_thresh)
    kinds = None if p.force_suppress or p.id_index < 0 else rows[places, p.id_index].long()

    def suppresses(one, two):
        shared = intersections(boxes[one], boxes[two], p.in_format)
        flags = shared / (area[one].unsqueeze(1) + area[two] - shared) > threshold
        return flags if kinds is None else flags & (kinds[one].unsqueeze(1) == kinds[two])
    return places[keep_best(len(places), suppresses, rows.device)]


def _selected_on_host(rows: np.ndarray, p) -> np.ndarray:
    """Do the same for a NumPy array."""
    score = rows[:, p.score_index]
    valid = score > score.dtype.type(p.valid_thresh)
    if p.id_index >= 0:
        valid &= rows[:, p.id_index] != p.background_id
    places = valid.nonzero()[0]
    places = places.take(greedy.best_first(score.take(places), p.topk if p.topk >= 0 else None))
    fields = np.ascontiguousarray(rows.take(places, 0).T)
    boxes = fields[p.coord_start:p.coord_start + 4]
    if p.in_format == "center":
        size, half = boxes[2:], boxes[2:] / 2
        boxes = np.concatenate((boxes[:2] - half, boxes[:2] + half))
    else:
        size = boxes[2:] - boxes[:2]
    table = greedy.with_areas(boxes, size)
    kinds = None if p.force_suppress or p.id_index < 0 else fields[p.id_index].astype(np.int64)
    return places.take(greedy.keep_best(table, np.greater, single(p.overlap_thresh), kinds=kinds))


def _select(batches: Array, p) -> tuple[Array, Array]:
    """Return the rows that survive, and the origin of each; -1 for none."""
    out, record = torch.full_like(batches, -1), batches.new_full(batches.shape[:2], -1, dtype=torch.int64)
    for index, rows in enumerate(batches):
        places = _selected(rows, p)
        out[index, :len(places)] = rows[places]
        record[index, :len(places)] = places + index * rows.shape[0]
    return out, record


def _select_on_host(batches: Array, p) -> tuple[Array, Array]:
    """Do the same with NumPy's cheap calls; it has no bfloat16."""
    given = (batches.float() if batches.dtype is torch.bfloat16 else batches).numpy()
    out, record = np.full_like(given, -1), np.full(given.shape[:2], -1)
    with np.errstate(all="ignore"):  # boxes without an area, or without an end
        for index, rows in enumerate(given):
            places = _selected_on_host(rows, p)
            out[index, :places.size] = rows.take(places, 0)
            record[index, :places.size] = places + index * len(rows)
    return torch.from_numpy(out).to(batches.dtype), torch.from_numpy(record)


def _reformed(boxes: Array, form: str) -> Array:
    """Convert boxes to corners or centers. One that begins left of zero is unchanged, as in MXNet."""
    first, second = boxes[..., :2], boxes[..., 2:]
    if form == "center":
        made = torch.cat(((first + second) / 2, second - first), -1)
    else:
        made = torch.cat((first - second / 2, first + second / 2), -1)
    return torch.where(boxes[..., :1] < 0, boxes, made)


@op("_contrib_box_nms", accepts=types.FLOATING, aliases=["_contrib_box_non_maximum_suppression"], outputs=2, visible=1)
def box_nms(data: Array, *, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1,
            coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1,
            force_suppress: bool = False, in_format: Literal["corner", "center"] = "corner",
            out_format: Literal["corner", "center"] = "corner"):
    """Sort boxes by score and drop those that overlap a better one; empty rows are filled with -1.

    This is non-maximum suppression. Boxes of different classes do not suppress each other, unless ``force_suppress``.

    Parameters
    ----------
    data
        Boxes of shape ``(..., number, fields)``: four coordinates, a score, and whatever else a row holds.
    overlap_thresh
        Intersection over union above which the worse of two boxes is dropped.
    valid_thresh
        Boxes whose score is not above this are dropped.
    topk
        How many of the best boxes are considered; all if it is negative. With 0 nothing is done.
    coord_start
        Field where the four coordinates begin.
    score_index
        Field of the score.
    id_index
        Field of the class; negative if there are no classes.
    background_id
        Class whose boxes are dropped.
    force_suppress
        Let boxes of different classes suppress each other.
    in_format, out_format
        What coordinates mean: ``corner`` ``x1, y1, x2, y2``, or ``center`` ``x, y, width, height``.

    Returns
    -------
    Array of the shape of ``data``: the boxes that stay, best first, then rows of -1.

    Examples
    --------
    >>> rows = mx.nd.array([[0, 0.5, 0, 0, 4, 4], [0, 0.9, 0, 0, 4, 5], [0, 0.3, 6, 6, 8, 8]])
    >>> mx.nd.contrib.box_nms(rows).asnumpy().tolist()
    [[0.0, 0.90, 0.0, 0.0, 4.0, 5.0], [0.0, 0.30, 6.0, 6.0, 8.0, 8.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]
    """
    p = Params(overlap_thresh=overlap_thresh, valid_thresh=valid_thresh, topk=topk, coord_start=coord_start,
               score_index=score_index, id_index=id_index, background_id=background_id,
               force_suppress=force_suppress, in_format=in_format)
    _check(data.shape, p)
    batches = data.detach().reshape(prod(data.shape[:-2]), *data.shape[-2:])
    if topk == 0:
        record = torch.arange(prod(data.shape[:-1]), device=data.device)
        return data.clone(), record.view(*data.shape[:-1], 1)
    out, record = _select_on_host(batches, p) if data.is_cpu else _select(batches, p)
    if in_format != out_format and bool((record >= 0).any()):
        box = slice(coord_start, coord_start + 4)
        out[..., box] = _reformed(out[..., box], out_format)
    return out.view(data.shape), record.view(*data.shape[:-1], 1)


@box_nms.infer_shape
def box_nms_shape(shape, p) -> None:
    data = shape.peek("data") or shape.output0
    shape.data = shape.output0 = data
    _check(data, p)
    shape.output1 = (*data[:-1], 1)


@box_nms.infer_type
def box_nms_type(types, p) -> None:
    types.output0 = types.data
    types.output1 = torch.int64  # float16 cannot count the boxes, and the output is hidden


@box_nms.gradient
def box_nms_gradient(grads, data, outs):
    """Route each row's gradient to where the row came from."""
    source = outs[1].reshape(-1)
    rows = torch.zeros_like(data).view(-1, data.shape[-1])
    there = source >= 0
    rows[source[there]] = grads[0].reshape(rows.shape)[there]
    return rows.view(data.shape)
