"""Anchors, training targets and detections of single-shot detectors. None of these has a gradient."""
from functools import lru_cache

import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Floats, op, types
from ..constant import constant
from .boxes import centered, match_greedily
from .suppression import intersections, keep_best, single


def _corner_iou(left: Array, right: Array) -> Array:
    """Give intersection over union of boxes by corners; zero where there is no union."""
    shared = intersections(left, right, "corner")
    size = [(b[..., 2] - b[..., 0]) * (b[..., 3] - b[..., 1]) for b in (left, right)]
    union = size[0].unsqueeze(-1) + size[1].unsqueeze(-2) - shared
    return torch.where(union > 0, shared / union, 0)


def _check_variances(variances: tuple) -> None:
    if len(variances) != 4:
        raise MXNetError(f"Variance size must be 4, got {len(variances)}")


# ---- anchors --------------------------------------------------------------------------------------

@op("_contrib_MultiBoxPrior", differentiable=False)
def multibox_prior(data: Array, *, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: bool = False,
                   steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5)):
    """Lay anchors of several sizes and shapes over each pixel of a feature map.

    A pixel has one anchor for each size with the first ratio, and one for each other ratio with the
    first size. Coordinates are relative to the image.
    """
    height, width = _prior_size(data.shape)
    _check_prior(sizes, ratios, steps)
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
    """Keep anchors on the host: a network asks for the same ones at every step."""
    return _anchors(torch.empty(0), *layout)


def _prior_size(shape) -> tuple[int, int]:
    if len(shape) < 4:
        raise MXNetError(f"Input data should be 4D: batch-channel-y-x; got {len(shape)} axes")
    if 0 in shape[2:4]:
        raise MXNetError(f"Input height and width should be > 0; got {tuple(shape[2:4])}")
    return shape[2], shape[3]


def _check_prior(sizes: tuple, ratios: tuple, steps: tuple) -> None:
    if not sizes or not ratios:
        raise MXNetError("at least one size and one ratio are needed")
    if len(steps) != 2:
        raise MXNetError(f"Step ndim must be 2: (step_y, step_x), got {len(steps)}")
    if steps[0] * steps[1] < 0:
        raise MXNetError("Must specify both step_y and step_x")


@multibox_prior.infer_shape
def multibox_prior_shape(shape, p) -> None:
    height, width = _prior_size(shape.data)
    _check_prior(p.sizes, p.ratios, p.steps)
    anchors = len(p.sizes) + len(p.ratios) - 1
    shape.out = (1, -1 if -1 in (height, width) else height * width * anchors, 4)


# ---- training targets -----------------------------------------------------------------------------

@op("_contrib_MultiBoxTarget", outputs=3, output_names=["loc_target", "loc_mask", "cls_target"],
    types=types.same, differentiable=False)
def multibox_target(anchor: Array, label: Array, cls_pred: Array, *, overlap_threshold: float = 0.5,
                    ignore_label: float = -1.0, negative_mining_ratio: float = -1.0,
                    negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0,
                    variances: Floats = (0.1, 0.1, 0.2, 0.2)):
    """Match anchors with labelled objects; gives location targets, their mask, and class targets.

    A label is (class, left, top, right, bottom, ...); labels end with a class of -1. Each object gets
    its best anchor, and other anchors the object they overlap most, above the threshold. The rest is
    background, class 0, or with ``negative_mining_ratio`` only its hardest part, the others ignored.
    """
    _check_target(anchor.shape, label.shape, cls_pred.shape)
    _check_variances(variances)
    boxes = anchor[0].float() if anchor.dtype in (torch.float16, torch.bfloat16) else anchor[0]
    label = label.to(boxes.dtype)
    real = (label[:, :, 0] != -1).cumprod(1).bool()  # labels behind the first empty one do not count
    # Whatever is not real overlaps nothing, and is behind all that is.
    overlap = torch.where(real.unsqueeze(1), _corner_iou(boxes, label[:, :, 1:5]), -1)
    partner, _ = match_greedily(overlap, single(1e-6), label.shape[1])
    closeness, closest = overlap.max(2)
    positive = partner >= 0
    if overlap_threshold > 0:
        near = ~positive & (closeness > single(overlap_threshold))
        partner, positive = torch.where(near, closest, partner), positive | near
    if negative_mining_ratio > 0:
        negative = _hardest(cls_pred.to(boxes.dtype), positive, closeness, negative_mining_ratio,
                            negative_mining_thresh, real[:, 0])
    else:
        negative = ~positive
    matched = label.gather(1, partner.clamp(min=0).unsqueeze(-1).expand(-1, -1, label.shape[2]))
    center, size = centered(matched[..., 1:5])
    base, extent = centered(boxes)
    scale = constant(variances, boxes)
    coded = torch.cat(((center - base) / extent, torch.log(size / extent)), -1) / scale
    mask = positive.unsqueeze(-1).expand_as(coded)
    kinds = torch.where(positive, matched[..., 0] + 1, torch.where(negative, 0, ignore_label))
    kinds = torch.where(real[:, :1], kinds, ignore_label)  # an image without objects teaches nothing
    found = torch.where(mask, coded, 0).flatten(1), mask.flatten(1), kinds
    return tuple(part.to(anchor.dtype) for part in found)


def _hardest(cls_pred: Array, positive: Array, closeness: Array, ratio: float, threshold: float,
             taught: Array) -> Array:
    """Choose the background anchors that look least like background."""
    if threshold <= 0:
        raise MXNetError(f"negative_mining_thresh must be positive, got {threshold}")
    found = positive.sum(1)
    wanted = torch.minimum((found * single(ratio)).long(), positive.shape[1] - found)
    candidate = ~positive & (closeness < single(threshold))
    if bool((taught & (candidate.sum(1) < wanted)).any()):
        raise MXNetError("fewer anchors overlap less than negative_mining_thresh than are to be negative")
    background = torch.where(candidate, cls_pred.softmax(1)[:, 0], torch.inf)
    rank = background.sort(dim=1, stable=True)[1].argsort(1)
    return rank < wanted.unsqueeze(1)


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

@op("_contrib_MultiBoxDetection", differentiable=False)
def multibox_detection(cls_prob: Array, loc_pred: Array, anchor: Array, *, clip: bool = True,
                       threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5,
                       force_suppress: bool = False, variances: Floats = (0.1, 0.1, 0.2, 0.2),
                       nms_topk: int = -1):
    """Turn predictions into rows of (class, score, left, top, right, bottom), best first.

    A row of class -1 is none: too uncertain, or suppressed by one that it overlaps.
    """
    _check_detection(cls_prob.shape, loc_pred.shape, anchor.shape)
    _check_variances(variances)
    wide = torch.float32 if anchor.dtype in (torch.float16, torch.bfloat16) else anchor.dtype
    rows = _decoded(anchor[0].to(wide), loc_pred.to(wide).unflatten(1, (-1, 4)), variances, clip)
    score, kind = _best_class(cls_prob.to(wide), threshold)
    rows = torch.cat((kind.unsqueeze(-1).to(wide), score.unsqueeze(-1), rows), -1)
    out = torch.full_like(rows, -1)
    for index, image in enumerate(rows):
        found = image[image[:, 0] >= 0]
        out[index, :len(found)] = found
        if len(found) and 0 < nms_threshold <= 1:
            _suppress(out[index, :len(found)], single(nms_threshold), force_suppress, nms_topk)
    return out.to(anchor.dtype)


def _decoded(anchors: Array, shift: Array, variances: tuple, clip: bool) -> Array:
    corner, opposite = anchors[:, :2], anchors[:, 2:]
    base, extent = (corner + opposite) / 2, opposite - corner
    scaled = shift * constant(variances, shift)
    center, half = scaled[..., :2] * extent + base, torch.exp(scaled[..., 2:]) * extent / 2
    boxes = torch.cat((center - half, center + half), -1)
    return boxes.clamp(0, 1) if clip else boxes


def _best_class(probability: Array, threshold: float) -> tuple[Array, Array]:
    """Give the score and index of each anchor's best class without the background, or -1."""
    if probability.shape[1] < 2:
        none = probability.new_full((probability.shape[0], probability.shape[2]), -1)
        return none, none
    score, kind = probability[:, 1:].max(1)
    return score, torch.where(score < single(threshold), -1, kind)


def _suppress(rows: Array, threshold: float, all_classes: bool, limit: int) -> None:
    """Sort the best rows to the front, and mark what others suppress, in place."""
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
