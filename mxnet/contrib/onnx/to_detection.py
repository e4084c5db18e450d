"""Exports detection operators to ONNX: boxes, suppression, proposals; and sampling at computed positions."""
import numpy as np
import torch

from ...core.ops.contrib.proposal import base_anchors
from ...core.ops.nn.sampler import target_grid
from .writing import Call, Writer, translates

_F = torch.float32


def _column(to: Writer, name: str, index: int, axis: int) -> str:
    return to.slice(name, axis, index, index + 1)


def _halves(to: Writer, name: str) -> list[str]:
    """Split the last of three axes, of four numbers, into two and two."""
    return [to.slice(name, 2, 0, 2), to.slice(name, 2, 2, 4)]


def _centred(to: Writer, boxes: str) -> tuple[str, str]:
    first, second = _halves(to, boxes)
    middle = to.call("Mul", [to.call("Add", [first, second]), to.scalar(0.5, _F)])
    return middle, to.call("Sub", [second, first])


def _from_centre(to: Writer, centre: str, half: str) -> str:
    return to.call("Concat", [to.call("Sub", [centre, half]), to.call("Add", [centre, half])], axis=2)


def _rows(to: Writer, name: str, places: str) -> str:
    """Take rows (batch, number, width) at positions (batch, number)."""
    return to.call("GatherND", [name, to.unsqueeze(places, [2])], batch_dims=1)


def _kept(to: Writer, boxes: str, valid: str, threshold: float, batch: int, count: int, centre: bool = False,
          kinds: list[str] | None = None, most: int | None = None) -> tuple[str, str]:
    """Suppress boxes that are sorted, best first; return 1 for each box that is kept, and ONNX's list of them.

    Ranks replace scores, so that ties are broken as in MXNet. ``kinds`` are flags, one array per class, which limit
    suppression to boxes of the same class.
    """
    ranks = to.constant(np.arange(count, 0, -1, dtype=np.float32), hint="ranks")
    zero = to.scalar(0, _F)
    groups = [valid] if kinds is None else [to.call("And", [valid, kind]) for kind in kinds]
    scores = [to.unsqueeze(to.call("Where", [group, ranks, zero]), [1]) for group in groups]
    joined = scores[0] if len(scores) == 1 else to.call("Concat", scores, axis=1)
    chosen = to.call("NonMaxSuppression", [
        boxes, joined, to.ints(most or count), to.constant(np.array([min(max(threshold, 0), 1)], np.float32)),
        to.constant(np.array([0.5], np.float32))], center_point_box=int(centre))
    places = to.call("Gather", [chosen, to.ints(0, 2)], axis=1)
    there = to.cast(to.call("GreaterOrEqual", [to.squeeze(_column(to, places, 1, 1), [1]), to.ints(0)]), _F)
    empty = to.constant(np.zeros((batch, count), np.float32), hint="none")
    return to.call("ScatterND", [empty, places, there]), places


# ---- boxes ------------------------------------------------------------------------------------------

@translates("_contrib_box_decode")
def box_decode(to: Writer, call: Call) -> None:
    p, dtype = call.p, call.types[0]
    data, anchors = to.cast(call.ins[0], _F), to.reshape(to.cast(call.ins[1], _F), (1, -1, 4))
    base, extent = _centred(to, anchors) if p.format == "corner" else _halves(to, anchors)
    stds = to.constant(np.array([p.std0, p.std1, p.std2, p.std3], np.float32), hint="stds")
    shift, size = _halves(to, to.call("Mul", [data, stds]))
    centre = to.call("Add", [to.call("Mul", [shift, extent]), base])
    if p.clip > 0:
        size = to.call("Min", [size, to.scalar(p.clip, _F)])
    half = to.call("Mul", [to.call("Mul", [to.call("Exp", [size]), extent]), to.scalar(0.5, _F)])
    to.cast(_from_centre(to, centre, half), dtype, call.outs)


def _reformed(to: Writer, boxes: str, form: str) -> str:
    """Convert boxes to corners or centres; one that starts left of zero is left unchanged, as in MXNet."""
    first, second = _halves(to, boxes)
    if form == "center":
        made = to.call("Concat", [*_centred(to, boxes)], axis=2)
    else:
        made = _from_centre(to, first, to.call("Mul", [second, to.scalar(0.5, _F)]))
    left = to.call("Less", [_column(to, boxes, 0, 2), to.scalar(0, _F)])
    return to.call("Where", [left, boxes, made])


@translates("_contrib_box_nms")
def box_nms(to: Writer, call: Call) -> None:
    p, (count, width) = call.p, call.shapes[0][-2:]
    batch = int(np.prod(call.shapes[0][:-2]))
    if p.topk == 0:
        to.call("Identity", call.ins, call.outs[:1])
        return
    limit = min(p.topk, count) if p.topk > 0 else count
    data = to.reshape(to.cast(call.ins[0], _F), (batch, count, width))
    score = to.squeeze(_column(to, data, p.score_index, 2), [2])
    valid = to.call("Greater", [score, to.scalar(p.valid_thresh, _F)])
    if p.id_index >= 0:
        kind = to.squeeze(_column(to, data, p.id_index, 2), [2])
        other = to.call("Not", [to.call("Equal", [kind, to.scalar(p.background_id, _F)])])
        valid = to.call("And", [valid, other])
    lowest = to.scalar(float(np.finfo(np.float32).min), _F)
    best, order = to.call("TopK", [to.call("Where", [valid, score, lowest]), to.ints(limit)], 2, axis=1)
    rows = _rows(to, data, order)
    boxes = to.slice(rows, 2, p.coord_start, p.coord_start + 4)
    if p.id_index >= 0 and not p.force_suppress:
        # classes are shifted so far that their boxes cannot overlap
        span = to.call("Sub", [to.reduce("ReduceMax", boxes, (0, 1, 2), True),
                               to.reduce("ReduceMin", boxes, (0, 1, 2), True)])
        span = to.call("Add", [to.call("Mul", [span, to.scalar(2, _F)]), to.scalar(1, _F)])
        away = to.call("Mul", [to.call("Floor", [_column(to, rows, p.id_index, 2)]), span])
        moved = np.array([1, 0, 1, 0] if p.in_format == "corner" else [1, 0, 0, 0], np.float32)
        boxes = to.call("Add", [boxes, to.call("Mul", [away, to.constant(moved, hint="moved")])])
    alive = to.call("Greater", [best, lowest])
    kept, _ = _kept(to, boxes, alive, p.overlap_thresh, batch, limit, p.in_format == "center")
    # kept boxes are moved to the front, in their order; the others become rows of -1
    ranks = to.constant(np.arange(limit, 0, -1, dtype=np.float32), hint="ranks")
    left, front = to.call("TopK", [to.call("Mul", [kept, ranks]), to.ints(limit)], 2, axis=1)
    rows, minus = _rows(to, rows, front), to.scalar(-1, _F)
    here = to.unsqueeze(to.call("Greater", [left, to.scalar(0, _F)]), [2])
    rows = to.call("Where", [here, rows, minus])
    if p.in_format != p.out_format:
        end = p.coord_start + 4
        parts = [to.slice(rows, 2, 0, p.coord_start)] if p.coord_start else []
        parts.append(_reformed(to, to.slice(rows, 2, p.coord_start, end), p.out_format))
        parts += [to.slice(rows, 2, end, width)] if end < width else []
        rows = to.call("Concat", parts, axis=2) if len(parts) > 1 else parts[0]
    if limit < count:
        rows = to.call("Pad", [rows, to.ints(0, 0, 0, 0, count - limit, 0), minus], mode="constant")
    to.cast(to.reshape(rows, call.shapes[0]), call.out_types[0], call.outs[:1])


@translates("_contrib_MultiBoxDetection")
def multibox_detection(to: Writer, call: Call) -> None:
    p, (batch, classes, count) = call.p, call.shapes[0]
    if classes < 2:
        call.refuse("there is no class but the background")
    probability, shift, anchors = (to.cast(name, _F) for name in call.ins)
    base, extent = _centred(to, anchors)
    variances = to.constant(np.array(p.variances, np.float32), hint="variances")
    shift = to.call("Mul", [to.reshape(shift, (batch, count, 4)), variances])
    move, size = _halves(to, shift)
    centre = to.call("Add", [to.call("Mul", [move, extent]), base])
    half = to.call("Mul", [to.call("Mul", [to.call("Exp", [size]), extent]), to.scalar(0.5, _F)])
    boxes = _from_centre(to, centre, half)
    if p.clip:
        boxes = to.call("Clip", [boxes, to.scalar(0, _F), to.scalar(1, _F)])
    real = to.slice(probability, 1, 1, classes)
    score = to.reduce("ReduceMax", real, [1], False)
    kind = to.cast(to.call("ArgMax", [real], axis=1, keepdims=0), _F)
    valid = to.call("GreaterOrEqual", [score, to.scalar(p.threshold, _F)])
    rows = to.call("Concat", [to.unsqueeze(kind, [2]), to.unsqueeze(score, [2]), boxes], axis=2)
    minus, size = to.scalar(-1, _F), to.ints(count)
    found = to.unsqueeze(to.cast(to.reduce("ReduceSum", to.cast(valid, torch.int64), [1], False), _F), [1])
    places = to.constant(np.arange(count, dtype=np.float32), hint="places")
    here = to.call("Less", [places, found])
    _, order = to.call("TopK", [to.cast(valid, _F), size], 2, axis=1)  # the lower position first
    plain = _rows(to, rows, order)
    if not 0 < p.nms_threshold <= 1:
        to.cast(to.call("Where", [to.unsqueeze(here, [2]), plain, minus]), call.out_types[0], call.outs)
        return
    limit = p.nms_topk if 0 < p.nms_topk < count else count
    _, order = to.call("TopK", [to.call("Where", [valid, score, to.scalar(-1e30, _F)]), size], 2, axis=1)
    best = _rows(to, rows, order)
    first = to.constant(np.arange(count) < limit, hint="first")
    kinds = None
    if not p.force_suppress and classes > 2:
        named = to.squeeze(_column(to, best, 0, 2), [2])
        kinds = [to.call("Equal", [named, to.scalar(index, _F)]) for index in range(classes - 1)]
    # MXNet suppresses at the threshold itself, ONNX above it
    threshold = float(np.nextafter(np.float32(p.nms_threshold), np.float32(0)))
    kept, _ = _kept(to, to.slice(best, 2, 2, 6), to.call("And", [here, first]), threshold, batch, count, kinds=kinds)
    kept = to.unsqueeze(to.call("Greater", [kept, to.scalar(0, _F)]), [2])
    if limit < count:  # beyond the limit, rows stay unchanged
        best = to.call("Where", [to.unsqueeze(first, [1]), best, plain])
    name = to.call("Where", [kept, _column(to, best, 0, 2), minus])
    rows = to.call("Concat", [name, to.slice(best, 2, 1, 6)], axis=2)
    to.cast(to.call("Where", [to.unsqueeze(here, [2]), rows, minus]), call.out_types[0], call.outs)


@translates("_contrib_Proposal", "_contrib_MultiProposal")
def proposal(to: Writer, call: Call) -> None:
    batch = call.shapes[0][0]
    boxes, scores = [], []
    for image in range(batch):
        box, score = _proposed(to, call, *(to.slice(to.cast(name, _F), 0, image, image + 1) for name in call.ins))
        number = to.constant(np.full((call.p.rpn_post_nms_top_n, 1), image, np.float32), hint="image")
        boxes.append(to.call("Concat", [number, box], axis=1))
        scores.append(score)
    for parts, out, dtype in zip((boxes, scores), call.outs, call.out_types):
        made = parts[0] if batch == 1 else to.call("Concat", parts, axis=0)
        to.cast(made, dtype, [out])


def _proposed(to: Writer, call: Call, score: str, deltas: str, info: str) -> tuple[str, str]:
    """Propose regions of one image; corner pixels belong to the box."""
    p, (height, width) = call.p, call.shapes[0][2:]
    anchors = base_anchors(p.feature_stride, p.ratios, p.scales)
    each, total = len(anchors), len(anchors) * height * width
    y, x = (grid[..., None, None] * p.feature_stride for grid in np.mgrid[:height, :width].astype(np.float32))
    places = (anchors + np.concatenate([x, y, x, y], -1)).reshape(1, total, 4).astype(np.float32)
    moves = to.reshape(to.transpose(to.reshape(deltas, (each, 4, height, width)), (2, 3, 0, 1)), (1, total, 4))
    anchor = to.constant(places, hint="anchors")
    one = to.scalar(1, _F)
    if p.iou_loss:
        boxes = to.call("Add", [anchor, moves])
    else:
        extent = to.constant(places[..., 2:] - places[..., :2] + 1, hint="extent")
        middle = to.constant(places[..., :2] + (places[..., 2:] - places[..., :2]) * np.float32(0.5), hint="middle")
        move, size = _halves(to, moves)
        centre = to.call("Add", [to.call("Mul", [move, extent]), middle])
        side = to.call("Sub", [to.call("Mul", [to.call("Exp", [size]), extent]), one])
        boxes = _from_centre(to, centre, to.call("Mul", [side, to.scalar(0.5, _F)]))
    high, wide, scale = (to.reshape(_column(to, info, i, 1), (1,)) for i in range(3))
    bound = to.call("Sub", [to.call("Concat", [wide, high, wide, high], axis=0), one])
    boxes = to.call("Max", [to.call("Min", [boxes, bound]), to.scalar(0, _F)])
    score = to.transpose(to.slice(to.reshape(score, (2 * each, height, width)), 0, each, 2 * each), (1, 2, 0))
    stride = to.scalar(p.feature_stride, _F)
    rows, columns = (to.call("Floor", [to.call("Div", [side, stride])]) for side in (high, wide))
    real = to.call("And", [to.call("Less", [to.constant(y[:, :, 0, :] / p.feature_stride, np.float32), rows]),
                           to.call("Less", [to.constant(x[:, :, 0, :] / p.feature_stride, np.float32), columns])])
    minus = to.scalar(-1, _F)
    score = to.reshape(to.call("Where", [real, score, minus]), (1, total))
    least = to.call("Mul", [scale, to.scalar(p.rpn_min_size, _F)])
    first, second = _halves(to, boxes)
    sides = to.call("Add", [to.call("Sub", [second, first]), one])
    small = to.call("Less", [to.reduce("ReduceMin", sides, [2], True), least])
    grown = to.call("Mul", [to.constant(np.array([-0.5, -0.5, 0.5, 0.5], np.float32)), least])
    boxes = to.call("Where", [small, to.call("Add", [boxes, grown]), boxes])
    score = to.call("Where", [to.squeeze(small, [2]), minus, score])
    count = min(p.rpn_pre_nms_top_n, total) if p.rpn_pre_nms_top_n > 0 else total
    best, order = to.call("TopK", [score, to.ints(count)], 2, axis=1)
    boxes = _rows(to, boxes, order)
    more = to.call("Add", [boxes, to.constant(np.array([0, 0, 1, 1], np.float32))])
    valid = to.constant(np.ones((1, count), bool), hint="all")
    _, chosen = _kept(to, more, valid, p.threshold, 1, count, most=min(p.rpn_post_nms_top_n, count))
    chosen = to.squeeze(_column(to, chosen, 1, 1), [1])
    # if there are too few proposals, they are repeated from the first on
    place = to.call("Mod", [to.ints(*range(p.rpn_post_nms_top_n)), to.call("Shape", [chosen])])
    chosen = to.call("Gather", [chosen, place], axis=0)
    return (to.call("Gather", [to.squeeze(boxes, [0]), chosen], axis=0),
            to.unsqueeze(to.call("Gather", [to.squeeze(best, [0]), chosen], axis=0), [1]))


# ---- sampling at computed positions --------------------------------------------------------------------

def _sampled(to: Writer, call: Call, data: str, grid: str, size: tuple) -> None:
    """Read data at ``grid`` (batch, 2, y, x) with x and y from -1 to 1; zero outside."""
    batch, channels, height, width = call.shapes[0]
    if to.opset >= 16:
        to.call("GridSample", [data, to.transpose(grid, (0, 2, 3, 1))], call.outs[:1], mode="bilinear",
                padding_mode="zeros", align_corners=1)
        return
    dtype, total = call.types[0], size[0] * size[1]
    grid = to.reshape(grid, (batch, 2, total))
    flat = to.reshape(data, (batch, channels, height * width))
    ends = []
    for axis, extent in ((0, width), (1, height)):
        place = to.call("Mul", [to.call("Add", [_column(to, grid, axis, 1), to.scalar(1, dtype)]),
                                to.scalar((extent - 1) / 2, dtype)])
        low = to.call("Floor", [place])
        share = to.call("Sub", [place, low])
        ends.append([(low, to.call("Sub", [to.scalar(1, dtype), share])),
                     (to.call("Add", [low, to.scalar(1, dtype)]), share)])
    terms = []
    for x, x_share in ends[0]:
        for y, y_share in ends[1]:
            bounds = [(x, width - 1), (y, height - 1)]
            inside = [to.call("And", [to.call("GreaterOrEqual", [side, to.scalar(0, dtype)]),
                                      to.call("LessOrEqual", [side, to.scalar(last, dtype)])])
                      for side, last in bounds]
            weight = to.call("Mul", [to.call("Mul", [x_share, y_share]),
                                     to.cast(to.call("And", inside), dtype)])
            near = [to.call("Clip", [side, to.scalar(0, dtype), to.scalar(last, dtype)]) for side, last in bounds]
            index = to.cast(to.call("Add", [to.call("Mul", [near[1], to.scalar(width, dtype)]), near[0]]), torch.int64)
            index = to.call("Expand", [index, to.sizes((batch, channels, total), call.ins[0])])
            terms.append(to.call("Mul", [to.call("GatherElements", [flat, index], axis=2), weight]))
    to.reshape(to.call("Sum", terms), (batch, channels, *size), call.outs[:1])


def _affine(to: Writer, call: Call, name: str, batch: int, size: tuple) -> str:
    height, width = size
    places = target_grid(height, width, torch.zeros((), dtype=torch.float64)).numpy()
    matrix = to.reshape(name, (batch, 2, 3))
    made = to.call("MatMul", [matrix, to.constant(places.astype(np.float32), hint="places")])
    return to.reshape(made, (batch, 2, *size))


@translates("BilinearSampler")
def bilinear_sampler(to: Writer, call: Call) -> None:
    data, grid = call.ins
    _sampled(to, call, data, grid, call.out_shapes[0][2:])


@translates("GridGenerator")
def grid_generator(to: Writer, call: Call) -> None:
    if call.p.transform_type == "affine":
        grid = _affine(to, call, call.ins[0], call.shapes[0][0], call.p.target_shape)
        to.call("Identity", [grid], call.outs[:1])
        return
    height, width = call.shapes[0][2:]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    half = np.array([(width - 1) / 2, (height - 1) / 2], np.float32).reshape(1, 2, 1, 1)
    moved = to.call("Add", [call.ins[0], to.constant(np.stack([x, y]), hint="places")])
    to.call("Sub", [to.call("Div", [moved, to.constant(half, hint="half")]), to.scalar(1, _F)], call.outs[:1])


@translates("SpatialTransformer")
def spatial_transformer(to: Writer, call: Call) -> None:
    size = call.p.target_shape
    _sampled(to, call, call.ins[0], _affine(to, call, call.ins[1], call.shapes[0][0], size), size)
