"""Anchors, training targets and detections of single-shot detectors. None of these has a gradient."""
from functools import lru_cache

import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Floats, op, types
from ..constant import constant
from ..places import first_places
from . import greedy
from .boxes import centered, match_greedily
from .sampling import wide
from .suppression import intersections, keep_best, single


def _corner_iou(left: Array, right: Array) -> Array:
    """Return the intersection over union of boxes given by corners; zero if there is no union."""
    shared = intersections(left, right, "corner")
    size = [(b[..., 2] - b[..., 0]) * (b[..., 3] - b[..., 1]) for b in (left, right)]
    union = size[0].unsqueeze(-1) + size[1].unsqueeze(-2) - shared
    return torch.where(union > 0, shared / union, 0)


def _check_variances(variances: tuple) -> None:
    if len(variances) != 4:
        raise MXNetError(f"Variance size must be 4, got {len(variances)}")


# ---- anchors --------------------------------------------------------------------------------------

@op("_contrib_MultiBoxPrior", accepts=types.FLOATING, differentiable=False, default_type=torch.float32)
def multibox_prior(data: Array, *, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False,
                   steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5)):
    """Place anchors of several sizes and aspect ratios on each pixel of a feature map.

    A pixel has one anchor for each size with the first ratio, and one for each other ratio with the first size. An
    anchor of size ``s`` and ratio ``r`` is ``s * sqrt(r)`` wide and ``s / sqrt(r)`` high, relative to the image's
    height.

    Parameters
    ----------
    data
        Feature map of shape ``(batch, channels, height, width)``; only its shape counts.
    sizes
        Sizes of anchors, relative to the image.
    ratios
        Width divided by height.
    clip
        Keep the corners inside the image.
    steps
        Vertical and horizontal distance between anchors, relative to the image; if not positive, one pixel of the map.
    offsets
        Vertical and horizontal position of anchors in a pixel, relative to its size.

    Returns
    -------
    Array of shape ``(1, height * width * (len(sizes) + len(ratios) - 1), 4)``: corners ``x1, y1, x2, y2`` relative to
    the image.

    Examples
    --------
    >>> mx.nd.contrib.MultiBoxPrior(mx.nd.zeros((1, 3, 1, 1)), sizes=(0.5, 0.25)).asnumpy().tolist()
    [[[0.25, 0.25, 0.75, 0.75], [0.375, 0.375, 0.625, 0.625]]]
    """
    height, width = _prior_size(data.shape)
    _check_prior(sizes, ratios, steps, offsets)
    layout = height, width, sizes, ratios, steps, offsets
    out = (_host_anchors(*layout).clone() if data.is_cpu else _anchors(data, *layout)).to(data.dtype)
    return out.clamp(0, 1) if clip else out


def _anchors(like: Array, height: int, width: int, sizes: tuple, ratios: tuple, steps: tuple,
             offsets: tuple) -> Array:
    step_y, step_x = steps if min(steps) > 0 else (1 / height, 1 / width)
    rows, columns = ((torch.arange(count, dtype=torch.float32, device=like.device) + offset) * step
                     for count, offset, step in ((height, offsets[0], step_y), (width, offsets[1], step_x)))
    size = np.array([*sizes, *sizes[:1] * (len(ratios) - 1)], dtype=np.float32)
    ratio = np.sqrt(np.array([*ratios[:1] * len(sizes), *ratios[1:]], dtype=np.float32))
    half = np.stack((size * height / width * ratio / 2, size / ratio / 2), -1)
    half = constant(half.ravel().tolist(), like, torch.float32).view(-1, 2)
    center = torch.stack(torch.broadcast_tensors(columns, rows.unsqueeze(1)), -1).unsqueeze(2)
    return torch.cat((center - half, center + half), -1).reshape(1, -1, 4)


@lru_cache(maxsize=16)
def _host_anchors(*layout) -> Array:
    """Cache anchors on the host: a network needs the same ones at every step."""
    return _anchors(torch.empty(0), *layout)


def _prior_size(shape) -> tuple[int, int]:
    if len(shape) < 4:
        raise MXNetError(f"Input data should be 4D: batch-channel-y-x; got {len(shape)} axes")
    if 0 in shape[2:4]:
        raise MXNetError(f"Input height and width should be > 0; got {tuple(shape[2:4])}")
    return shape[2], shape[3]


def _check_prior(sizes: tuple, ratios: tuple, steps: tuple, offsets: tuple) -> None:
    if not sizes or not ratios:
        raise MXNetError("at least one size and one ratio are needed")
    if len(steps) != 2:
        raise MXNetError(f"Step ndim must be 2: (step_y, step_x), got {len(steps)}")
    if steps[0] * steps[1] < 0:
        raise MXNetError("Must specify both step_y and step_x")
    if len(offsets) != 2 or not all(0 <= offset <= 1 for offset in offsets):
        raise MXNetError(f"offsets are two numbers from 0 to 1, got {offsets}")


@multibox_prior.infer_shape
def multibox_prior_shape(shape, p) -> None:
    height, width = _prior_size(shape.data)
    _check_prior(p.sizes, p.ratios, p.steps, p.offsets)
    anchors = len(p.sizes) + len(p.ratios) - 1
    shape.out = (1, -1 if -1 in (height, width) else height * width * anchors, 4)


# ---- training targets -----------------------------------------------------------------------------

@op("_contrib_MultiBoxTarget", accepts=types.FLOATING, outputs=3, output_names=["loc_target", "loc_mask", "cls_target"],
    types=types.same, differentiable=False, default_type=torch.float32)
def multibox_target(anchor: Array, label: Array, cls_pred: Array, *, overlap_threshold: float = 0.5,
                    ignore_label: float = -1.0, negative_mining_ratio: float = -1.0,
                    negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0,
                    variances: Floats = (0.1, 0.1, 0.2, 0.2)):
    """Match anchors with labelled objects; returns location targets, their mask, and class targets.

    Each object gets its best anchor, and other anchors the object they overlap most, above the threshold. The rest is
    background, class 0; with ``negative_mining_ratio`` only the hardest ones are, and the others are ignored. A
    location target is ``((x - xa) / wa, (y - ya) / ha, log(w / wa), log(h / ha)) / variances``, from centers and sizes
    of the object and of the anchor ``a``.

    Parameters
    ----------
    anchor
        Corners of shape ``(1, anchors, 4)``, as `MultiBoxPrior` gives them.
    label
        Objects of shape ``(batch, objects, 5 or more)``: class, left, top, right, bottom. The first class of -1 ends
        the list.
    cls_pred
        Scores of shape ``(batch, classes, anchors)``, the background being class 0; read for mining.
    overlap_threshold
        Intersection over union at which an anchor counts as an object.
    ignore_label
        Class target of anchors that are ignored.
    negative_mining_ratio
        Number of background anchors per object anchor; all if it is not positive.
    negative_mining_thresh
        An anchor that overlaps an object by this much is not a candidate for background.
    minimum_negative_samples
        Accepted and ignored, as in MXNet.
    variances
        What the four numbers of a location target are divided by.

    Returns
    -------
    A list of three arrays: location targets and their mask, of shape ``(batch, anchors * 4)``, and class targets,
    ``(batch, anchors)``: 0 for background, 1 more than the label's class otherwise.

    Examples
    --------
    >>> anchors = mx.nd.array([[[0.1, 0.1, 0.5, 0.5], [0.5, 0.5, 0.9, 0.9]]])
    >>> label = mx.nd.array([[[2, 0.1, 0.1, 0.5, 0.5]]])
    >>> where, mask, kind = mx.nd.contrib.MultiBoxTarget(anchors, label, mx.nd.zeros((1, 4, 2)))
    >>> kind.asnumpy().tolist(), mask.asnumpy().tolist()
    ([[3.0, 0.0]], [[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]])
    """
    _check_target(anchor.shape, label.shape, cls_pred.shape)
    _check_variances(variances)
    mining = (negative_mining_ratio, negative_mining_thresh) if negative_mining_ratio > 0 else None
    given = [wide(part.detach()) for part in (anchor, label, cls_pred)]
    match = _target_on_host if anchor.is_cpu else _target
    with np.errstate(all="ignore"):  # boxes without an area, or without an end
        found = match(*given, overlap_threshold, ignore_label, mining, variances)
    return tuple(part.to(anchor.dtype) for part in found)


def _target(anchor: Array, label: Array, cls_pred: Array, threshold: float, ignored: float,
            mining: tuple | None, variances: tuple) -> tuple[Array, ...]:
    """Match all images at once, on a device."""
    boxes = anchor[0]
    real = (label[:, :, 0] != -1).cumprod(1).bool()  # labels after the first empty one do not count
    # Whatever is not real overlaps nothing, and sorts after everything that is.
    overlap = torch.where(real.unsqueeze(1), _corner_iou(boxes, label[:, :, 1:5]), -1)
    partner, _ = match_greedily(overlap, single(1e-6), label.shape[1])
    closeness, closest = overlap.max(2)
    positive = partner >= 0
    if threshold > 0:
        near = ~positive & (closeness > single(threshold))
        partner, positive = torch.where(near, closest, partner), positive | near
    negative = _hardest(cls_pred, positive, closeness, *mining, real[:, 0]) if mining else ~positive
    matched = label.gather(1, partner.clamp(min=0).unsqueeze(-1).expand(-1, -1, label.shape[2]))
    center, size = centered(matched[..., 1:5])
    base, extent = centered(boxes)
    scale = constant(variances, boxes)
    coded = torch.cat(((center - base) / extent, torch.log(size / extent)), -1) / scale
    mask = positive.unsqueeze(-1).expand_as(coded)
    kinds = torch.where(positive, matched[..., 0] + 1, torch.where(negative, 0, ignored))
    kinds = torch.where(real[:, :1], kinds, ignored)  # an image without objects gives no training signal
    return torch.where(mask, coded, 0).flatten(1), mask.flatten(1), kinds


_TOO_FEW = "fewer anchors overlap less than negative_mining_thresh than are to be negative"


def _check_mining(threshold: float) -> None:
    if threshold <= 0:
        raise MXNetError(f"negative_mining_thresh must be positive, got {threshold}")


def _hardest(cls_pred: Array, positive: Array, closeness: Array, ratio: float, threshold: float,
             taught: Array) -> Array:
    """Choose the background anchors that look least like background."""
    _check_mining(threshold)
    found = positive.sum(1)
    wanted = torch.minimum((found * single(ratio)).long(), positive.shape[1] - found)
    candidate = ~positive & (closeness < single(threshold))
    if bool((taught & (candidate.sum(1) < wanted)).any()):
        raise MXNetError(_TOO_FEW)
    background = torch.where(candidate, cls_pred.softmax(1)[:, 0], torch.inf)
    rank = background.sort(dim=1, stable=True)[1].argsort(1)
    return rank < wanted.unsqueeze(1)


def _target_on_host(anchor: Array, label: Array, cls_pred: Array, threshold: float, ignored: float,
                    mining: tuple | None, variances: tuple) -> tuple[Array, ...]:
    """Match with NumPy's cheap calls: only matches are encoded, and boxes are columns."""
    if mining:
        _check_mining(mining[1])
        background = cls_pred.softmax(1)[:, 0].numpy()
    labels, kind = label.numpy(), anchor.numpy().dtype
    anchors = np.ascontiguousarray(anchor.numpy()[0].T)
    size = anchors[2:] - anchors[:2]
    area, count = size[0] * size[1], anchors.shape[1]
    target, mask = np.zeros((len(labels), count, 4), kind), np.zeros((len(labels), count, 4), kind)
    kinds = np.full((len(labels), count), ignored, kind)
    for index, rows in enumerate(labels):
        empty = (rows[:, 0] == -1).nonzero()[0]  # labels after the first empty one do not count
        objects = (rows[:empty[0]] if empty.size else rows).T
        if not objects.size:
            continue  # an image without objects gives no training signal
        overlap = _overlaps_on_host(objects[1:5], anchors, area)
        closeness = overlap.max(0)
        chosen = _best_pairs(overlap, single(1e-6))
        near = closeness > kind.type(single(threshold)) if threshold > 0 else np.zeros(count, bool)
        near[list(chosen)] = True
        if mining:
            kinds[index, _hardest_on_host(background[index], near, closeness, *mining)] = 0
        else:
            kinds[index] = 0
        positive = near.nonzero()[0]
        partner = overlap.take(positive, 1).argmax(0)
        for place, number in chosen.items():
            partner[positive.searchsorted(place)] = number
        matched = objects.take(partner, 1)
        kinds[index, positive] = matched[0] + 1
        target[index, positive] = _coded(matched[1:5], anchors.take(positive, 1), variances).T
        mask[index, positive] = 1
    return tuple(torch.from_numpy(part.reshape(len(labels), -1)) for part in (target, mask, kinds))


def _overlaps_on_host(objects: np.ndarray, anchors: np.ndarray, area: np.ndarray) -> np.ndarray:
    """Return the intersection over union of each object, a column of corners, with each anchor."""
    inner = np.minimum(objects[2:, :, None], anchors[2:, None])
    inner -= np.maximum(objects[:2, :, None], anchors[:2, None])
    shared = np.multiply(*inner.clip(0))
    size = objects[2:] - objects[:2]
    union = (size[0] * size[1])[:, None] + area
    union -= shared
    shared /= union
    if not union.min() > 0:
        shared[~(union > 0)] = 0
    return shared


def _best_pairs(overlap: np.ndarray, least: float) -> dict[int, int]:
    """Pair anchors with objects, largest overlap first; of equal ones the first anchor counts."""
    best, place = overlap.max(1).tolist(), overlap.argmax(1).tolist()
    left, free, pairs = overlap.copy(), set(range(len(overlap))), {}
    while free:
        number = min(free, key=lambda k: (-best[k], place[k], k))
        if not best[number] > least:
            break
        taken = place[number]
        pairs[taken] = number
        free.remove(number)
        left[:, taken] = -1
        for other in free:
            if place[other] == taken:
                place[other] = int(left[other].argmax())
                best[other] = float(left[other, place[other]])
    return pairs


def _hardest_on_host(background: np.ndarray, positive: np.ndarray, closeness: np.ndarray, ratio: float,
                     threshold: float) -> np.ndarray:
    """Do what `_hardest` does, for one image; returns indices."""
    found = int(np.count_nonzero(positive))
    wanted = min(int(np.float32(found) * np.float32(ratio)), positive.size - found)
    candidates = ((closeness < closeness.dtype.type(single(threshold))) & ~positive).nonzero()[0]
    if candidates.size < wanted:
        raise MXNetError(_TOO_FEW)
    return candidates.take(background.take(candidates).argsort(kind="stable")[:wanted])


def _coded(corners: np.ndarray, anchors: np.ndarray, variances: tuple) -> np.ndarray:
    """Code boxes relative to anchors; both are columns of corners."""
    size, extent = corners[2:] - corners[:2], anchors[2:] - anchors[:2]
    half = size.dtype.type(0.5)
    shift = (corners[:2] + size * half - (anchors[:2] + extent * half)) / extent
    return np.concatenate((shift, np.log(size / extent))) / np.array(variances, size.dtype)[:, None]


def _check_target(anchor, label, cls_pred) -> None:
    if len(anchor) != 3 or anchor[0] != 1 or anchor[2] != 4 or anchor[1] == 0:
        raise MXNetError(f"anchor has shape (1, number, 4), got {list(anchor)}")
    if len(label) != 3 or label[1] == 0 or 0 <= label[2] < 5:
        raise MXNetError(f"label has shape (batch, number, 5 or more), got {list(label)}")
    if len(cls_pred) != 3 or cls_pred[2] not in (-1, anchor[1]):
        raise MXNetError("Number of anchors mismatch: cls_pred has shape (batch, classes, anchors), got "
                         f"{list(cls_pred)} for {anchor[1]} anchors")


@multibox_target.infer_shape
def multibox_target_shape(shape, p) -> None:
    anchor, label = shape.anchor, shape.label
    _check_target(anchor, label, shape.cls_pred)
    shape.loc_target = shape.loc_mask = (label[0], -1 if anchor[1] == -1 else anchor[1] * 4)
    shape.cls_target = (label[0], anchor[1])


# ---- detections -----------------------------------------------------------------------------------

@op("_contrib_MultiBoxDetection", accepts=types.FLOATING, differentiable=False, default_type=torch.float32)
def multibox_detection(cls_prob: Array, loc_pred: Array, anchor: Array, *, clip: bool = True,
                       threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5,
                       force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2),
                       nms_topk: int = -1):
    """Convert predictions to rows of (class, score, left, top, right, bottom), best first.

    Each anchor becomes its predicted box, with its best class other than the background. A row of class -1 is not a
    detection: it is too uncertain, or suppressed by one that it overlaps.

    Parameters
    ----------
    cls_prob
        Probabilities of shape ``(batch, classes, anchors)``; class 0 is the background.
    loc_pred
        Predictions of shape ``(batch, anchors * 4)``, coded as the targets of `MultiBoxTarget`.
    anchor
        Corners of shape ``(1, anchors, 4)``.
    clip
        Keep the corners inside the image.
    threshold
        The minimum probability of a detection.
    background_id
        Accepted and ignored, as in MXNet: class 0 is the background.
    nms_threshold
        Intersection over union at which the worse of two boxes is suppressed; none is if it is outside 0 to 1.
    force_suppress
        Let boxes of different classes suppress each other.
    variances
        Factors of the four predictions.
    nms_topk
        How many of the best boxes are kept; all if it is not positive.

    Returns
    -------
    Array of shape ``(batch, anchors, 6)``. Classes count from 0, without the background.

    Examples
    --------
    >>> chances, anchors = mx.nd.array([[[0.1, 0.8], [0.9, 0.2]]]), mx.nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> out = mx.nd.contrib.MultiBoxDetection(chances, mx.nd.zeros((1, 8)), anchors, threshold=0.5)
    >>> out.asnumpy().tolist()
    [[[0.0, 0.90, 0.0, 0.0, 0.5, 0.5], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]]
    """
    _check_detection(cls_prob.shape, loc_pred.shape, anchor.shape)
    _check_variances(variances)
    given = [wide(part.detach()) for part in (cls_prob, loc_pred, anchor)]
    detect = _detect_on_host if anchor.is_cpu else _detect
    with np.errstate(all="ignore"):
        out = detect(*given, variances, clip, threshold, nms_threshold, force_suppress, nms_topk)
    return out.to(anchor.dtype)


def _detect(cls_prob: Array, loc_pred: Array, anchor: Array, variances: tuple, clip: bool, threshold: float,
            overlap: float, all_classes: bool, limit: int) -> Array:
    """Detect on a device."""
    rows = _decoded(anchor[0], loc_pred.unflatten(1, (-1, 4)), variances, clip)
    score, kind = _best_class(cls_prob, threshold)
    rows = torch.cat((kind.unsqueeze(-1).to(rows.dtype), score.unsqueeze(-1), rows), -1)
    out = torch.full_like(rows, -1)
    for index, image in enumerate(rows):
        found = image[image[:, 0] >= 0]
        out[index, :len(found)] = found
        if len(found) and 0 < overlap <= 1:
            _suppress(out[index, :len(found)], single(overlap), all_classes, limit)
    return out


def _detect_on_host(cls_prob: Array, loc_pred: Array, anchor: Array, variances: tuple, clip: bool,
                    threshold: float, overlap: float, all_classes: bool, limit: int) -> Array:
    """Detect with NumPy's cheap calls; boxes are columns, so that each number's array is contiguous."""
    cls_prob, loc_pred, anchor = cls_prob.numpy(), loc_pred.numpy(), anchor.numpy()
    kind = anchor.dtype
    anchors = np.ascontiguousarray(anchor[0].T)
    base, extent = (anchors[:2] + anchors[2:]) / 2, anchors[2:] - anchors[:2]
    scale, least = np.array(variances, kind)[:, None], kind.type(single(threshold))
    count = anchors.shape[1]
    out = np.full((len(cls_prob), count, 6), -1, kind)
    if cls_prob.shape[1] < 2:
        return torch.from_numpy(out)
    for rows, probability, shift in zip(out, cls_prob[:, 1:], loc_pred.reshape(-1, count, 4)):
        score = probability.max(0)
        found = (score >= least).nonzero()[0]
        if not found.size:
            continue
        some = found.size < count
        if some:
            score, probability, shift = score.take(found), probability.take(found, 1), shift.take(found, 0)
        table = np.empty((6, found.size), kind)
        table[0], table[1] = first_places(probability, score), score
        _decode_on_host(table[2:], np.multiply(shift.T, scale, order="C"),
                        *((base.take(found, 1), extent.take(found, 1)) if some else (base, extent)), clip)
        if 0 < overlap <= 1:
            table = _suppressed(table, single(overlap), all_classes, limit)
        rows[:found.size] = table.T
    return torch.from_numpy(out)


def _decode_on_host(boxes: np.ndarray, scaled: np.ndarray, base: np.ndarray, extent: np.ndarray,
                    clip: bool) -> None:
    center = scaled[:2] * extent
    center += base
    half = np.exp(scaled[2:])
    half *= extent
    half /= 2
    np.subtract(center, half, boxes[:2])
    np.add(center, half, boxes[2:])
    if clip:
        boxes.clip(0, 1, boxes)


def _suppressed(table: np.ndarray, overlap: float, all_classes: bool, limit: int) -> np.ndarray:
    """Sort the best columns to the front, and set the class of suppressed ones to -1."""
    # What comes after the limit is unchanged, except for the class.
    best = table.take(greedy.best_first(table[1], limit if limit > 0 else None), 1)
    count = best.shape[1]
    boxes, kinds = best[2:], best[0].copy()
    kept = greedy.keep_best(greedy.with_areas(boxes, boxes[2:] - boxes[:2]), np.greater_equal, overlap,
                            kinds=None if all_classes else kinds)
    best[0] = -1
    best[0, kept] = kinds.take(kept)
    if count == table.shape[1]:
        return best
    table[:, :count] = best
    table[0, count:] = -1
    return table


def _decoded(anchors: Array, shift: Array, variances: tuple, clip: bool) -> Array:
    corner, opposite = anchors[:, :2], anchors[:, 2:]
    base, extent = (corner + opposite) / 2, opposite - corner
    scaled = shift * constant(variances, shift)
    center, half = scaled[..., :2] * extent + base, torch.exp(scaled[..., 2:]) * extent / 2
    boxes = torch.cat((center - half, center + half), -1)
    return boxes.clamp(0, 1) if clip else boxes


def _best_class(probability: Array, threshold: float) -> tuple[Array, Array]:
    """Return the score and index of each anchor's best class other than the background, or -1."""
    if probability.shape[1] < 2:
        none = probability.new_full((probability.shape[0], probability.shape[2]), -1)
        return none, none
    score, kind = probability[:, 1:].max(1)
    return score, torch.where(score < single(threshold), -1, kind)


def _suppress(rows: Array, threshold: float, all_classes: bool, limit: int) -> None:
    """Sort the best rows to the front, and mark suppressed ones, in place."""
    best = rows[rows[:, 1].sort(descending=True, stable=True)[1]]
    if 0 < limit < len(best):
        best = best[:limit]
        rows[limit:, 0] = -1
    kinds, boxes = best[:, 0], best[:, 2:]

    def suppresses(one, two):
        flags = _corner_iou(boxes[one], boxes[two]) >= threshold
        return flags if all_classes else flags & (kinds[one].unsqueeze(1) == kinds[two])
    kept = keep_best(len(best), suppresses, rows.device)
    rows[:len(best)] = best
    rows[:len(best), 0] = -1
    rows[kept, 0] = kinds[kept]


def _check_detection(cls_prob, loc_pred, anchor) -> None:
    if len(cls_prob) != 3 or len(loc_pred) != 2 or len(anchor) != 3 or anchor[2] != 4 or anchor[1] == 0:
        raise MXNetError("cls_prob is (batch, classes, anchors), loc_pred (batch, anchors * 4) and anchor "
                         f"(1, anchors, 4); got {list(cls_prob)}, {list(loc_pred)} and {list(anchor)}")
    if -1 not in (cls_prob[2], anchor[1]) and cls_prob[2] != anchor[1]:
        raise MXNetError(f"Number of anchors mismatch: {cls_prob[2]} and {anchor[1]}")
    if -1 not in (cls_prob[2], loc_pred[1]) and cls_prob[2] * 4 != loc_pred[1]:
        raise MXNetError(f"# anchors mismatch with # loc: {cls_prob[2]} and {loc_pred[1]}")


@multibox_detection.infer_shape
def multibox_detection_shape(shape, p) -> None:
    cls_prob, anchor = shape.cls_prob, shape.anchor
    _check_detection(cls_prob, shape.loc_pred, anchor)
    shape.out = (cls_prob[0], anchor[1], 6)
