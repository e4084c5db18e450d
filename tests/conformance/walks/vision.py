"""Walks of the layers that vision networks sample and compare images with."""
from tests.conformance.walk import array, walk


@walk("UpSampling")
def upsampling(draw):
    scale, shape = draw.integer(1, 3), draw.shape(4)
    if draw.flag():
        size = 2 * scale - scale % 2
        weight = array([shape[1], 1, size, size])
        return draw.case([array(shape), weight], scale=scale, sample_type="bilinear", num_args=2,
                         num_filter=shape[1])
    count, mode = draw.integer(1, 3), draw.choice(["concat", "sum"])
    inputs = [array(shape)]
    for _ in range(count - 1):
        inputs.append(array([shape[0], shape[1] if mode == "sum" else draw.integer(1, 3), *shape[2:]]))
    return draw.case(inputs, scale=scale, sample_type="nearest", num_args=count, multi_input_mode=mode)


@walk("Crop")
def crop(draw):
    shape = draw.shape(4, low=2, high=6)
    height, width = draw.integer(1, shape[2]), draw.integer(1, shape[3])
    inputs = [array(shape)]
    if draw.flag():
        inputs.append(array([shape[0], 2, height, width]))
    offset = [draw.integer(0, shape[2] - height), draw.integer(0, shape[3] - width)]
    return draw.case(inputs, num_args=len(inputs), h_w=[height, width], offset=offset,
                     center_crop=draw.flag())


@walk("GridGenerator")
def grid_generator(draw):
    batch, size = draw.integer(1, 3), [draw.integer(2, 5), draw.integer(2, 5)]
    if draw.flag():
        return draw.case([array([batch, 6])], transform_type="affine", target_shape=size)
    return draw.case([array([batch, 2, *size])], transform_type="warp")


@walk("BilinearSampler")
def bilinear_sampler(draw):
    data = draw.shape(4, low=2)
    return draw.case([array(data), array([data[0], 2, draw.integer(1, 4), draw.integer(1, 4)], "uniform",
                                         low=-1.2, high=1.2)])


@walk("SpatialTransformer")
def spatial_transformer(draw):
    data = draw.shape(4, low=2)
    return draw.case([array(data), array([data[0], 6], scale=0.5)], transform_type="affine",
                     sampler_type="bilinear", target_shape=[draw.integer(2, 5), draw.integer(2, 5)])


@walk("ROIPooling")
def roi_pooling(draw):
    data, boxes = draw.shape(4, low=4, high=9), []
    for _ in range(draw.integer(1, 4)):
        left, top = draw.real(-2, 12), draw.real(-2, 12)
        boxes.append([draw.integer(0, data[0] - 1), left, top, left + draw.real(0, 12), top + draw.real(0, 12)])
    rois = array([len(boxes), 5], "values", values=boxes, grad=False)
    return draw.case([array(data, "distinct"), rois], pooled_size=[draw.integer(1, 4), draw.integer(1, 4)],
                     spatial_scale=draw.choice([0.5, 1.0]))


@walk("Correlation")
def correlation(draw):
    shape = [draw.integer(1, 2), draw.integer(1, 3), draw.integer(6, 9), draw.integer(6, 9)]
    return draw.case([array(shape), array(shape)], kernel_size=draw.choice([1, 3]),
                     max_displacement=draw.integer(1, 2), stride1=draw.integer(1, 2),
                     stride2=draw.integer(1, 2), pad_size=draw.integer(1, 3), is_multiply=draw.flag())


@walk("im2col", "col2im")
def blocks(draw):
    kernel = [draw.integer(1, 3), draw.integer(1, 3)]
    stride, pad, dilate = ([draw.integer(low, 2) for _ in range(2)] for low in (1, 0, 1))
    size = [draw.integer(5, 7), draw.integer(5, 7)]
    batch, channels = draw.integer(1, 2), draw.integer(1, 3)
    params = {"kernel": kernel, "stride": stride, "pad": pad, "dilate": dilate}
    if draw.op == "im2col":
        return draw.case([array([batch, channels, *size])], **params)
    count = 1
    for n, k, s, q, d in zip(size, kernel, stride, pad, dilate):
        count *= (n + 2 * q - d * (k - 1) - 1) // s + 1
    return draw.case([array([batch, channels * kernel[0] * kernel[1], count])], output_size=size, **params)
