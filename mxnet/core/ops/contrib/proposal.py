"""Region proposals: anchors over a feature map, moved by predictions, without overlaps. No gradient."""
import numpy as np
import torch

from ...errors import MXNetError
from ...op import Array, Floats, Params, op
from ..constant import constant
from .sampling import wide
from .suppression import intersections, keep_best, single


def base_anchors(stride: int, ratios: tuple, scales: tuple) -> np.ndarray:
    """Make the anchors of one place: each ratio at each scale, around the middle of a cell."""
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
    """Apply predictions: shifts of corners with ``iou_loss``, else of centers and log-sizes."""
    if iou_loss:
        return anchors + deltas
    size = anchors[..., 2:] - anchors[..., :2] + 1
    center = deltas[..., :2] * size + anchors[..., :2] + 0.5 * (size - 1)
    half = 0.5 * (torch.exp(deltas[..., 2:]) * size - 1)
    return torch.cat((center - half, center + half), -1)


def _propose(score: Array, deltas: Array, info: Array, anchors: Array, p) -> tuple[Array, Array]:
    """Give the proposals of one image, ``(post_nms_top_n, 4)``, and their scores."""
    height, width = score.shape[1:]
    image_height, image_width, scale = info.tolist()
    real = int(image_height / p.feature_stride), int(image_width / p.feature_stride)
    if height < real[0] or width < real[1]:
        raise MXNetError(f"im_info says {real} cells, the feature map has {(height, width)}")
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
    # Too few proposals are repeated from the first on.
    kept = kept[torch.arange(p.rpn_post_nms_top_n, device=boxes.device) % max(len(kept), 1)]
    return boxes[kept], score[kept].unsqueeze(1)


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
    anchors = torch.from_numpy(base_anchors(p.feature_stride, p.ratios, p.scales)).to(
        cls_prob.device, cls_prob.dtype)
    boxes, scores = [], []
    for index in range(batch):
        box, score = _propose(cls_prob[index, count:], bbox_pred[index], im_info[index], anchors, p)
        boxes.append(torch.cat((torch.full_like(score, index), box), 1))
        scores.append(score)
    return torch.cat(boxes).to(kind), torch.cat(scores).to(kind)


def _declare(name: str, many: bool) -> None:
    @op(name, outputs=2, output_names=["output", "score"], visible=lambda p: 1 + p.output_score,
        differentiable=False)
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

    @proposal.infer_shape
    def proposal_shape(shape, p) -> None:
        batch, channels, height, width = shape.cls_prob
        shape.bbox_pred = (batch, -1 if channels == -1 else 2 * channels, height, width)
        shape.im_info = (batch, 3)
        rows = p.rpn_post_nms_top_n
        if many:
            rows = -1 if batch == -1 else rows * batch
        shape.output, shape.score = (rows, 5), (rows, 1)

    proposal.__doc__ = (f"Propose regions of {'images' if many else 'one image'}: the best-scoring anchors, "
                        "moved by predictions, without overlaps; rows are (image, left, top, right, bottom).")


_declare("_contrib_Proposal", many=False)
_declare("_contrib_MultiProposal", many=True)
