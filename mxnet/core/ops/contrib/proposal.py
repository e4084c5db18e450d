"""Region proposals: anchors over a feature map, moved by predictions, without overlaps. Not differentiable."""
from functools import lru_cache

import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Floats, Params, document, op
from ..constant import constant
from . import greedy
from .sampling import wide
from .suppression import intersections, keep_best, single


def base_anchors(stride: int, ratios: tuple, scales: tuple) -> np.ndarray:
    """Make the anchors of one position: each ratio at each scale, around the center of a cell."""
    area, middle = np.float32(stride * stride), np.float32(0.5 * (stride - 1))
    made = []
    for ratio in np.array(ratios, np.float32):
        width = np.floor(np.sqrt(np.floor(area / ratio)) + np.float32(0.5))
        for scale in np.array(scales, np.float32):
            wide = width * scale
            high = np.floor(wide / scale * ratio + np.float32(0.5)) * scale
            half = np.float32(0.5) * (np.array([wide, high], np.float32) - 1)
            made.append([*(middle - half), *(middle + half)])
    return np.array(made, np.float32)


def _shifted(anchors: Array, height: int, width: int, stride: int) -> Array:
    """Lay anchors over a map: (height, width, anchors, 4)."""
    y = torch.arange(height, device=anchors.device, dtype=anchors.dtype) * stride
    x = torch.arange(width, device=anchors.device, dtype=anchors.dtype) * stride
    grid = torch.stack((x.expand(height, width), y.unsqueeze(1).expand(height, width)), -1)
    return anchors + grid.repeat(1, 1, 2).unsqueeze(2)


def _moved(anchors: Array, deltas: Array, iou_loss: bool) -> Array:
    """Apply predictions: shifts of corners with ``iou_loss``, otherwise of centers and log-sizes."""
    if iou_loss:
        return anchors + deltas
    size = anchors[..., 2:] - anchors[..., :2] + 1
    center = deltas[..., :2] * size + anchors[..., :2] + 0.5 * (size - 1)
    half = 0.5 * (torch.exp(deltas[..., 2:]) * size - 1)
    return torch.cat((center - half, center + half), -1)


def _cells(height: float, width: float, map_size: tuple, stride: int) -> tuple[int, int]:
    """Return how many rows and columns of a feature map cover the image rather than padding."""
    real = int(height / stride), int(width / stride)
    if map_size[0] < real[0] or map_size[1] < real[1]:
        raise MXNetError(f"im_info says {real} cells, the feature map has {tuple(map_size)}")
    return real


def _propose(score: Array, deltas: Array, info: Array, anchors: Array, p) -> tuple[Array, Array]:
    """Return the proposals of one image, ``(post_nms_top_n, 4)``, and their scores, on a device."""
    height, width = score.shape[1:]
    image_height, image_width, scale = info.tolist()
    real = _cells(image_height, image_width, score.shape[1:], p.feature_stride)
    places = _shifted(anchors, height, width, p.feature_stride)
    boxes = _moved(places, deltas.unflatten(0, (-1, 4)).permute(2, 3, 0, 1), p.iou_loss)
    bound = constant([image_width, image_height] * 2, boxes) - 1
    boxes = torch.minimum(boxes, bound).clamp(min=0)
    score = score.permute(1, 2, 0).clone()
    score[real[0]:] = score[:, real[1]:] = -1  # predictions for padding
    boxes, score = boxes.reshape(-1, 4), score.reshape(-1)
    least = single(p.rpn_min_size * single(scale))
    small = (boxes[:, 2:] - boxes[:, :2] + 1 < least).any(1)
    grown = constant([-1, -1, 1, 1], boxes) * (least / 2)
    boxes = torch.where(small.unsqueeze(1), boxes + grown, boxes)
    score = torch.where(small, -1, score)
    order = score.sort(descending=True, stable=True)[1]
    if p.rpn_pre_nms_top_n > 0:
        order = order[:p.rpn_pre_nms_top_n]
    boxes, score = boxes[order], score[order]
    area = (boxes[:, 2:] - boxes[:, :2] + 1).prod(1)

    def suppresses(one, two):
        shared = intersections(boxes[one], boxes[two], "corner", 1)
        return shared / (area[one].unsqueeze(1) + area[two] - shared) > single(p.threshold)
    limit = min(p.rpn_post_nms_top_n, len(boxes))
    kept = keep_best(len(boxes), suppresses, boxes.device, limit)[:limit]
    # If there are too few proposals, they repeat from the first on.
    kept = kept[torch.arange(p.rpn_post_nms_top_n, device=boxes.device) % max(len(kept), 1)]
    return boxes[kept], score[kept].unsqueeze(1)


@lru_cache(maxsize=16)
def _places(height: int, width: int, stride: int, ratios: tuple, scales: tuple, kind: np.dtype) -> tuple:
    """Return corners of all anchors, sizes, and offsets to centers: (2, anchors, height * width) each.

    Cached, as a network needs the same ones at every step.
    """
    anchors = base_anchors(stride, ratios, scales).astype(kind).T[:, :, None, None]
    near, far = (np.stack((side[0] + np.arange(width, dtype=kind) * stride + np.zeros((height, 1), kind),
                           side[1] + np.arange(height, dtype=kind)[:, None] * stride + np.zeros(width, kind)))
                 for side in (anchors[:2], anchors[2:]))
    near, far = (side.reshape(*side.shape[:2], -1) for side in (near, far))
    size = far - near + 1
    return near, far, size, kind.type(0.5) * (size - 1)


def _moved_on_host(places: tuple, deltas: np.ndarray, iou_loss: bool) -> np.ndarray:
    """Apply predictions, (4, anchors, places), to anchors."""
    near, far, size, middle = places
    boxes = np.empty(deltas.shape, deltas.dtype)
    if iou_loss:
        np.add(near, deltas[:2], boxes[:2])
        np.add(far, deltas[2:], boxes[2:])
        return boxes
    center = deltas[:2] * size
    center += near
    center += middle
    half = np.exp(deltas[2:])
    half *= size
    half -= 1
    half *= deltas.dtype.type(0.5)
    np.subtract(center, half, boxes[:2])
    np.add(center, half, boxes[2:])
    return boxes


def _propose_on_host(score: np.ndarray, deltas: np.ndarray, info: np.ndarray, p) -> tuple:
    """Do what `_propose` does, with NumPy's cheap calls; boxes are columns."""
    kind, (count, height, width) = score.dtype, score.shape
    image_height, image_width, scale = info.tolist()
    real = _cells(image_height, image_width, (height, width), p.feature_stride)
    places = _places(height, width, p.feature_stride, p.ratios, p.scales, kind)
    boxes = _moved_on_host(places, deltas.reshape(count, 4, -1).swapaxes(0, 1), p.iou_loss).reshape(4, -1)
    for side, end in (boxes[::2], image_width), (boxes[1::2], image_height):
        side.clip(0, max(kind.type(end) - 1, 0), side)
    score = score.copy()
    score[:, real[0]:] = score[:, :, real[1]:] = -1  # predictions for padding
    least = single(p.rpn_min_size * single(scale))
    size = boxes[2:] - boxes[:2]
    size += 1
    small = np.minimum(*size) < kind.type(least)
    some = small.any()
    if some:
        np.putmask(score, small.reshape(score.shape), -1)
    # Equal scores are ordered by position, then by anchor.
    order = greedy.best_first(score.transpose(1, 2, 0).ravel(),
                              p.rpn_pre_nms_top_n if p.rpn_pre_nms_top_n > 0 else None)
    order = order % count * (height * width) + order // count
    boxes, size, score = boxes.take(order, 1), size.take(order, 1), score.take(order)
    if some:
        grown = small.take(order) * kind.type(least / 2)
        boxes[:2] -= grown
        boxes[2:] += grown
        size = boxes[2:] - boxes[:2]
        size += 1
    limit = min(p.rpn_post_nms_top_n, order.size)
    kept = greedy.keep_best(greedy.with_areas(boxes, size), np.greater, single(p.threshold), more=1,
                            enough=limit)[:limit]
    # If there are too few proposals, they repeat from the first on.
    kept = kept.take(np.arange(p.rpn_post_nms_top_n) % max(kept.size, 1))
    return boxes.take(kept, 1).T, score.take(kept)


def _proposals(cls_prob: Array, bbox_pred: Array, im_info: Array, p) -> tuple[Array, Array]:
    count = len(p.ratios) * len(p.scales)
    if cls_prob.dim() != 4 or cls_prob.shape[1] != 2 * count:
        raise MXNetError(f"cls_prob is (batch, 2 * {count} anchors, y, x), got {list(cls_prob.shape)}")
    batch, _, height, width = cls_prob.shape
    if bbox_pred.shape != (batch, 4 * count, height, width) or im_info.shape != (batch, 3):
        raise MXNetError("bbox_pred has four numbers an anchor, im_info (height, width, scale) an image; got "
                         f"{list(bbox_pred.shape)} and {list(im_info.shape)} for {list(cls_prob.shape)}")
    kind = cls_prob.dtype
    cls_prob, bbox_pred, im_info = wide(cls_prob), wide(bbox_pred), wide(im_info)
    with np.errstate(all="ignore"):
        found = (_all_on_host if cls_prob.is_cpu else _all)(cls_prob[:, count:].detach(), bbox_pred.detach(),
                                                            im_info.detach(), p)
    return tuple(part.to(kind) for part in found)


def _all(cls_prob: Array, bbox_pred: Array, im_info: Array, p) -> tuple[Array, Array]:
    anchors = torch.from_numpy(base_anchors(p.feature_stride, p.ratios, p.scales)).to(
        cls_prob.device, cls_prob.dtype)
    boxes, scores = [], []
    for index in range(len(cls_prob)):
        box, score = _propose(cls_prob[index], bbox_pred[index], im_info[index], anchors, p)
        boxes.append(torch.cat((torch.full_like(score, index), box), 1))
        scores.append(score)
    return torch.cat(boxes), torch.cat(scores)


def _all_on_host(cls_prob: Array, bbox_pred: Array, im_info: Array, p) -> tuple[Array, Array]:
    given = cls_prob.numpy(), bbox_pred.numpy(), im_info.numpy()
    count = p.rpn_post_nms_top_n
    regions = np.empty((len(cls_prob) * count, 5), given[0].dtype)
    scores = np.empty((len(cls_prob) * count, 1), given[0].dtype)
    for index, image in enumerate(zip(*given)):
        part = slice(index * count, (index + 1) * count)
        regions[part, 0] = index
        regions[part, 1:], scores[part, 0] = _propose_on_host(*image, p)
    return torch.from_numpy(regions), torch.from_numpy(scores)


_WORDS = {
    "cls_prob": "Probabilities of shape ``(batch, 2 * anchors, height, width)``: of each anchor's background, then of "
                "each anchor's object.",
    "bbox_pred": "Predictions of shape ``(batch, 4 * anchors, height, width)``: shifts of the center, in parts of the "
                 "anchor's size, and logarithms of the size's factors.",
    "im_info": "Height, width and scale of each image, of shape ``(batch, 3)``.",
    "rpn_pre_nms_top_n": "How many of the best boxes are looked at; all where it is not positive.",
    "rpn_post_nms_top_n": "How many regions are given; too few are repeated.",
    "threshold": "Intersection over union above which the worse of two boxes is dropped.",
    "rpn_min_size": "Boxes that are narrower or lower, in pixels of the original image, come last.",
    "scales": "Sizes of anchors, in pixels of the feature map.",
    "ratios": "Height divided by width, of anchors.",
    "feature_stride": "Pixels of the image for one of the feature map.",
    "output_score": "Return the scores too.",
    "iou_loss": "The predictions are shifts of the corners, in pixels.",
}


def _documented(name: str, many: bool) -> str:
    images = 2 if many else 1
    example = f"""
        >>> scores, shifts = mx.nd.ones(({images}, 2, 4, 4)), mx.nd.zeros(({images}, 4, 4, 4))
        >>> sizes = mx.nd.array([[64, 64, 1]] * {images})
        >>> mx.nd.contrib.{name}(scores, shifts, sizes, scales=(2,), ratios=(1,), rpn_post_nms_top_n=3).shape
        ({3 * images}, 5)
        """
    rows = "batch * rpn_post_nms_top_n" if many else "rpn_post_nms_top_n"
    return document(
        f"Propose regions of {'images' if many else 'one image'}: the best-scoring anchors, moved, without overlaps.",
        "Anchors of all scales and ratios lie over each pixel of a feature map. They are moved by the predictions, "
        "clipped to\nthe image, sorted by score, and suppressed where they overlap a better one: the region proposals "
        "of Faster R-CNN.",
        returns=f"Array of shape ``({rows}, 5)``: image, left, top, right, bottom. With ``output_score`` a list\nof "
                f"two, with the scores, of shape ``({rows}, 1)``.",
        example=example)


def _declare(name: str, many: bool) -> None:
    @op(f"_contrib_{name}", outputs=2, output_names=["output", "score"], visible=lambda p: 1 + p.output_score,
        differentiable=False, default_type=torch.float32, words=_WORDS)
    def proposal(cls_prob: Array, bbox_pred: Array, im_info: Array, *, rpn_pre_nms_top_n: int = 6000,
                 rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16,
                 scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0),
                 feature_stride: int = 16, output_score: bool = False, iou_loss: bool = False):
        if not many and cls_prob.shape[0] != 1:
            raise MXNetError("one image at a time; MultiProposal takes a batch of them, as the "
                             f"{cls_prob.shape[0]} given")
        return _proposals(cls_prob, bbox_pred, im_info, Params(
            rpn_pre_nms_top_n=rpn_pre_nms_top_n, rpn_post_nms_top_n=rpn_post_nms_top_n,
            threshold=threshold, rpn_min_size=rpn_min_size, scales=scales, ratios=ratios,
            feature_stride=feature_stride, iou_loss=iou_loss))

    proposal.__doc__ = _documented(name, many)

    @proposal.infer_shape
    def proposal_shape(shape, p) -> None:
        batch, channels, height, width = shape.cls_prob
        shape.bbox_pred = (batch, -1 if channels == -1 else 2 * channels, height, width)
        shape.im_info = (batch, 3)
        rows = p.rpn_post_nms_top_n
        if many:
            rows = -1 if batch == -1 else rows * batch
        shape.output, shape.score = (rows, 5), (rows, 1)


_declare("Proposal", many=False)
_declare("MultiProposal", many=True)
