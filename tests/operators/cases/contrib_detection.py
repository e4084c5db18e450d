"""Cases of detection: boxes, matching, anchors, targets, detections, proposals."""
import numpy as np

from tests.operators.harness import RECORDED, Case, distinct, uniform

SINGLE = ("float32",)
PLAIN = {"dtypes": SINGLE, "grad": False}


def boxes(*shape, size=1.0):
    """Draw boxes by corners."""
    def draw(rng):
        corner = rng.uniform(0, 0.6, (*shape, 2))
        return size * np.concatenate((corner, corner + rng.uniform(0.1, 0.4, (*shape, 2))), -1)
    return draw


def rows(*shape):
    """Draw (class, score, box)."""
    def draw(rng):
        kinds, scores = rng.randint(-1, 3, (*shape, 1)), rng.uniform(-0.2, 1, (*shape, 1))
        return np.concatenate((kinds, scores, boxes(*shape)(rng)), -1)
    return draw


def labels(*counts, most):
    """Draw so many labels an image, filled up with -1."""
    def draw(rng):
        out = -np.ones((len(counts), most, 5))
        for image, count in enumerate(counts):
            out[image, :count] = np.concatenate((rng.randint(0, 3, (count, 1)), boxes(count)(rng)), -1)
        return out
    return draw


_SUPPRESSION = ({}, {"overlap_thresh": 0.1, "valid_thresh": 0.2}, {"id_index": 0}, {"id_index": 0, "background_id": 0},
                {"id_index": 0, "force_suppress": True}, {"topk": 3}, {"topk": 0}, {"out_format": "center"},
                {"in_format": "center", "out_format": "corner", "overlap_thresh": 0.2}, {"valid_thresh": 2.0})

CASES = [
    *(Case("_contrib_box_nms", [rows(2, 8)], params, RECORDED, ("float32", "float64"), RECORDED)
      for params in _SUPPRESSION),
    Case("_contrib_box_nms", [rows(3, 1, 4)], {"id_index": 0}, RECORDED, SINGLE, RECORDED),
    Case("_contrib_box_nms", [rows(2, 300)], {"overlap_thresh": 0.3}, RECORDED, **PLAIN, note="several blocks"),
    *(Case("_contrib_box_nms", [shape], {}, lambda x: x, grad=False) for shape in ((0, 4, 6), (2, 0, 6))),
    Case("_contrib_box_nms", [(4, 5)], {}, raises="out of range"),
    Case("_contrib_box_nms", [(4, 6)], {"score_index": 3}, raises="conflict with coordinates"),
    Case("_contrib_box_nms", [(4, 6)], {"id_index": 1}, raises="conflict with score_index"),
    Case("_contrib_box_iou", [np.array([[0.5, 0.5, 1, 1], [0, 0, 0.5, 0.5]]), np.array([[0.25, 0.25, 0.75, 0.75]])],
         {}, lambda a, b: np.full((2, 1), 1 / 7), grad=lambda heads, *boxes: [np.zeros_like(b) for b in boxes]),
    *(Case("_contrib_box_iou", [boxes(2, 3), boxes(4)], {"format": form}, RECORDED, **PLAIN)
      for form in ("corner", "center")),
    Case("_contrib_box_iou", [(2, 5), (2, 4)], {}, raises="must be 4"),
    *(Case("_contrib_bipartite_matching", [distinct(shape)], {"threshold": threshold, **more}, RECORDED, **PLAIN)
      for shape, threshold, more in (((3, 2), 1e-12, {}), ((2, 3, 5), -0.6, {}), ((2, 5, 3), 0.6, {"is_ascend": True}),
                                     ((4, 4), -9.0, {"topk": 1}))),
    Case("_contrib_bipartite_matching", [(0, 3)], {"threshold": 0.5},
         lambda x, threshold: (np.zeros(0), -np.ones(3)), grad=False),
    Case("_contrib_bipartite_matching", [(3,)], {"threshold": 0.5}, raises="dim >= 2"),
    Case("_contrib_box_encode", [np.array([[1, -1, 0, 1.0]]), np.array([[0, 1, 0, 1.0]]), boxes(1, 4), boxes(1, 2),
                                 (4,), uniform((4,), 0.1, 2)], {}, RECORDED, **PLAIN),
    Case("_contrib_box_encode", [(1, 4), (1, 4), (1, 4, 5), (1, 2, 5), (4,), (4,)], {}, raises="must be 4"),
    *(Case("_contrib_box_decode", [(2, 3, 4), boxes(1, 3)], params, RECORDED, **PLAIN)
      for params in ({}, {"format": "corner", "std0": 0.1, "std1": 0.1, "std2": 0.2, "std3": 0.2}, {"clip": 0.5})),
    Case("_contrib_box_decode", [(2, 3, 4), (1, 2, 4)], {}, raises="one for each"),
    *(Case("_contrib_MultiBoxPrior", [(1, 2, 3, 4)], params, RECORDED, **PLAIN)
      for params in ({}, {"sizes": (0.5, 0.25), "ratios": (1.0, 2.0, 0.5), "clip": True},
                     {"steps": (0.2, 0.1), "offsets": (0.25, 0.75)})),
    Case("_contrib_MultiBoxPrior", [(1, 2, 3, 4)], {"steps": (0.2, -0.1)}, raises="both step"),
    *(Case("_contrib_MultiBoxTarget", [boxes(1, 8), labels(3, 0, 1, most=4), (3, 4, 8)], params, RECORDED, **PLAIN)
      for params in ({}, {"overlap_threshold": 0.2, "ignore_label": -2.0},
                     {"negative_mining_ratio": 2.0, "negative_mining_thresh": 0.9}, {"overlap_threshold": -1.0},
                     {"variances": (1.0, 1.0, 0.5, 0.5)})),
    Case("_contrib_MultiBoxTarget", [(1, 8, 4), (2, 3, 5), (2, 4, 7)], {}, raises="anchors mismatch"),
    Case("_contrib_MultiBoxTarget", [(1, 8, 4), (2, 3, 4), (2, 4, 8)], {}, raises="label has shape"),
    *(Case("_contrib_MultiBoxDetection", [uniform((2, classes, 8), 0, 1), (2, 32), boxes(1, 8)], params, RECORDED,
           **PLAIN)
      for classes, params in ((4, {}), (4, {"threshold": 0.7, "clip": False}),
                              (3, {"nms_topk": 3, "nms_threshold": 0.2}),
                              (3, {"force_suppress": True, "nms_threshold": 0.1}),
                              (3, {"nms_threshold": -1.0}), (1, {}))),
    Case("_contrib_MultiBoxDetection", [(2, 3, 8), (2, 30), (1, 8, 4)], {}, raises="mismatch"),
    *(Case("_contrib_" + name, [uniform((batch, 12, 4, 5), 0, 1), uniform((batch, 24, 4, 5), -0.3, 0.3),
                                np.array([[64, 80, 1], [48, 80, 0.5]])[:batch]],
           {"scales": (2.0, 4.0), "feature_stride": 16, "rpn_post_nms_top_n": 12, **params}, RECORDED, **PLAIN)
      for name, batch in (("Proposal", 1), ("MultiProposal", 2))
      for params in ({"output_score": True}, {"iou_loss": True, "threshold": 0.3},
                     {"rpn_pre_nms_top_n": 10, "rpn_min_size": 40})),
    Case("_contrib_Proposal", [(2, 24, 4, 5), (2, 48, 4, 5), (2, 3)], {}, raises="MultiProposal"),
    Case("_contrib_MultiProposal", [(2, 12, 4, 5), (2, 24, 4, 5), (2, 3)], {}, raises="anchors"),
]
