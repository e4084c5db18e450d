"""Walks of detection: boxes, anchors, proposals, features of regions, deformable layers."""
from tests.conformance.walk import array, walk


def _boxes(draw, count, high=1.0):
    """Draw boxes by corners, in 256ths of ``high``."""
    found = []
    for _ in range(count):
        left, top = draw.real(0, 0.6), draw.real(0, 0.6)
        found.append([high * n for n in (left, top, left + draw.real(0.1, 0.4), top + draw.real(0.1, 0.4))])
    return found


@walk("_contrib_box_nms")
def box_nms(draw):
    batch, count = draw.choice([[], [draw.integer(1, 3)], [2, 1]]), draw.integer(1, 8)
    rows, places = [], 1
    for size in batch:
        places *= size
    for box in _boxes(draw, places * count):
        rows.append([draw.integer(-1, 2), draw.real(-0.2, 1), *box])
    form, more = draw.choice(["corner", "center"]), draw.flag()
    return draw.case([array([*batch, count, 6], "values", draw.dtype("float32", "float64"), values=rows)],
                     overlap_thresh=draw.choice([None, 0.1, 0.3, 0.7]), valid_thresh=draw.choice([None, 0.25]),
                     topk=draw.choice([None, 0, 2, 5]), id_index=0 if more else None,
                     background_id=draw.choice([None, 0]) if more else None, force_suppress=draw.flag(),
                     in_format=form, out_format=draw.choice(["corner", "center"]))


@walk("_contrib_box_iou")
def box_iou(draw):
    inputs = []
    for _ in range(2):
        shape = draw.shape((1, 2))
        count = 1
        for size in shape:
            count *= size
        inputs.append(array([*shape, 4], "values", "float32", values=_boxes(draw, count)))
    return draw.case(inputs, format=draw.choice(["corner", "center"]))


@walk("_contrib_bipartite_matching")
def bipartite_matching(draw):
    return draw.case([array(draw.shape((2, 3), high=6), "distinct", draw.dtype("float32", "float64"))],
                     threshold=draw.real(-1, 1), is_ascend=draw.flag(), topk=draw.choice([None, 1, 3]))


@walk("_contrib_box_encode")
def box_encode(draw):
    batch, count, objects = draw.integer(1, 3), draw.integer(1, 6), draw.integer(1, 4)
    return draw.case([
        array([batch, count], "integers", low=-1, high=2), array([batch, count], "integers", low=0, high=objects),
        array([batch, count, 4], "values", values=_boxes(draw, batch * count)),
        array([batch, objects, 4], "values", values=_boxes(draw, batch * objects)),
        array([4]), array([4], "uniform", low=0.1, high=2)])


@walk("_contrib_box_decode")
def box_decode(draw):
    batch, count = draw.integer(1, 3), draw.integer(1, 6)
    return draw.case([array([batch, count, 4], dtype="float32"),
                      array([1, count, 4], "values", values=_boxes(draw, count))],
                     std0=draw.choice([None, 0.1]), std1=draw.choice([None, 0.1]), std2=draw.choice([None, 0.2]),
                     std3=draw.choice([None, 0.2]), clip=draw.choice([None, 0.5]),
                     format=draw.choice(["corner", "center"]))


@walk("_contrib_MultiBoxPrior")
def multibox_prior(draw):
    return draw.case([array(draw.shape(4, high=4))],
                     sizes=[draw.real(0.1, 1) for _ in range(draw.integer(1, 3))],
                     ratios=[draw.real(0.3, 3) for _ in range(draw.integer(1, 3))], clip=draw.flag(),
                     steps=draw.choice([None, [0.25, 0.125]]), offsets=draw.choice([None, [0.25, 0.75]]))


@walk("_contrib_MultiBoxTarget")
def multibox_target(draw):
    batch, count, objects, classes = draw.integer(1, 3), draw.integer(4, 9), draw.integer(1, 4), draw.integer(2, 4)
    labels = []
    for _ in range(batch):
        real = draw.integer(0, objects)
        labels += [[draw.integer(0, classes - 2), *box] for box in _boxes(draw, real)]
        labels += [[-1] * 5] * (objects - real)
    mining = draw.flag()
    return draw.case([array([1, count, 4], "values", values=_boxes(draw, count)),
                      array([batch, objects, 5], "values", values=labels), array([batch, classes, count])],
                     overlap_threshold=draw.choice([None, 0.2, -1.0]), ignore_label=draw.choice([None, -2.0]),
                     negative_mining_ratio=draw.choice([1.0, 3.0]) if mining else None,
                     negative_mining_thresh=draw.choice([None, 0.7]), grad=False,
                     variances=draw.choice([None, [0.5, 0.25, 0.125, 1.0]]))


@walk("_contrib_MultiBoxDetection")
def multibox_detection(draw):
    batch, count, classes = draw.integer(1, 3), draw.integer(2, 9), draw.integer(1, 4)
    return draw.case([array([batch, classes, count], "uniform", low=0, high=1), array([batch, count * 4]),
                      array([1, count, 4], "values", values=_boxes(draw, count))],
                     clip=draw.flag(), threshold=draw.choice([None, 0.4]), force_suppress=draw.flag(),
                     nms_threshold=draw.choice([None, 0.2, -1.0]), nms_topk=draw.choice([None, 1, 4]),
                     variances=draw.choice([None, [0.5, 0.25, 0.125, 1.0]]))


@walk("_contrib_Proposal", "_contrib_MultiProposal")
def proposal(draw):
    batch = draw.integer(1, 3) if "Multi" in draw.op else 1
    scales, ratios = [[2.0], [2.0, 4.0]][draw.integer(0, 1)], [[1.0], [0.5, 1.0, 2.0]][draw.integer(0, 1)]
    count, height, width = len(scales) * len(ratios), draw.integer(3, 6), draw.integer(3, 6)
    stride = draw.choice([8, 16])
    info = [[stride * (height - draw.integer(0, 1)), stride * (width - draw.integer(0, 1)), draw.choice([1.0, 0.5])]
            for _ in range(batch)]
    return draw.case([array([batch, 2 * count, height, width], "uniform", low=0, high=1),
                      array([batch, 4 * count, height, width], scale=0.25),
                      array([batch, 3], "values", values=info)],
                     grad=False, rpn_pre_nms_top_n=draw.choice([None, 12]),
                     rpn_post_nms_top_n=draw.choice([4, 10, 40]), threshold=draw.choice([0.3, 0.7]),
                     rpn_min_size=draw.choice([4, 16]), scales=scales, ratios=ratios, feature_stride=stride,
                     output_score=draw.flag(), iou_loss=draw.flag())


def _regions(draw, images, size, count=None):
    rows = []
    for _ in range(count or draw.integer(1, 4)):
        left, top = draw.real(-1, size), draw.real(-1, size)
        rows.append([draw.integer(0, images - 1), left, top, left + draw.real(0.5, size), top + draw.real(0.5, size)])
    return array([len(rows), 5], "values", values=rows, grad=False)


@walk("_contrib_ROIAlign")
def roi_align(draw):
    bins, ps = [draw.integer(1, 3), draw.integer(1, 3)], draw.flag()
    channels = draw.integer(1, 3) * (bins[0] * bins[1] if ps else 1)
    shape = [draw.integer(1, 2), channels, draw.integer(3, 8), draw.integer(3, 8)]
    return draw.case([array(shape), _regions(draw, shape[0], 10)], pooled_size=bins,
                     spatial_scale=draw.choice([0.5, 1.0]), sample_ratio=draw.choice([None, 1, 2, 3]),
                     position_sensitive=ps, aligned=draw.flag())


@walk("_contrib_RROIAlign")
def rotated_roi_align(draw):
    shape = [draw.integer(1, 2), draw.integer(1, 3), draw.integer(3, 8), draw.integer(3, 8)]
    rows = [[draw.integer(0, shape[0] - 1), draw.real(0, 9), draw.real(0, 9), draw.real(0, 8), draw.real(0, 8),
             draw.real(-90, 90)] for _ in range(draw.integer(1, 4))]
    return draw.case([array(shape), array([len(rows), 6], "values", values=rows)], grad=False,
                     pooled_size=[draw.integer(1, 3), draw.integer(1, 3)],
                     spatial_scale=draw.choice([0.5, 1.0]), sampling_ratio=draw.choice([None, 1, 2]))


@walk("_contrib_PSROIPooling")
def psroi_pooling(draw):
    bins, groups, outputs = draw.integer(1, 3), draw.choice([None, 1, 2, 3]), draw.integer(1, 3)
    shape = [draw.integer(1, 2), outputs * (groups or bins) ** 2, draw.integer(3, 8), draw.integer(3, 8)]
    return draw.case([array(shape), _regions(draw, shape[0], 10)], spatial_scale=draw.choice([0.5, 1.0]),
                     output_dim=outputs, pooled_size=bins, group_size=groups)


@walk("_contrib_DeformablePSROIPooling")
def deformable_psroi_pooling(draw):
    bins, groups, classes = draw.integer(1, 3), draw.integer(1, 3), draw.integer(1, 2)
    outputs, still, parts = classes * draw.integer(1, 2), draw.flag(), draw.choice([None, 1, 2])
    shape = [draw.integer(1, 2), outputs * groups ** 2, draw.integer(3, 8), draw.integer(3, 8)]
    rois = _regions(draw, shape[0], 10)
    inputs = [array(shape), rois]
    if not still:
        inputs.append(array([rois["shape"][0], 2 * classes, parts or bins, parts or bins]))
    return draw.case(inputs, spatial_scale=draw.choice([0.5, 1.0]), output_dim=outputs, group_size=groups,
                     pooled_size=bins, part_size=parts, sample_per_part=draw.integer(1, 3),
                     trans_std=draw.choice([None, 0.125]), no_trans=still)


@walk("_contrib_DeformableConvolution", "_contrib_ModulatedDeformableConvolution")
def deformable_convolution(draw):
    modulated = "Modulated" in draw.op
    groups, parts = draw.choice([1, 1, 2]), draw.choice([1, 1, 2])
    channels, filters = 2 * draw.integer(1, 2), 2 * draw.integer(1, 2)
    kernel, stride, pad, dilate = ([draw.integer(low, high) for _ in range(2)]
                                   for low, high in ((1, 3), (1, 2), (0, 2), (1, 2)))
    data = [draw.integer(1, 2), channels, draw.integer(5, 8), draw.integer(5, 8)]
    size = [(n + 2 * q - d * (k - 1) - 1) // s + 1
            for n, k, s, q, d in zip(data[2:], kernel, stride, pad, dilate)]
    taps, bias = kernel[0] * kernel[1], draw.flag()
    inputs = [array(data), array([data[0], 2 * parts * taps, *size])]
    if modulated:
        inputs.append(array([data[0], parts * taps, *size], "uniform", low=0, high=1))
    inputs.append(array([filters, channels // groups, *kernel]))
    if bias:
        inputs.append(array([filters]))
    # The reference has the gradient of the modulated one on GPUs only.
    return draw.case(inputs, grad=not modulated, kernel=kernel, stride=stride, pad=pad, dilate=dilate,
                     num_filter=filters, num_group=groups, num_deformable_group=parts, no_bias=not bias)
