"""Walks of operators on 8 bits. The reference runs neither quantized_elemwise_mul nor quantized_rnn."""
from tests.conformance.walk import array, walk


def _bytes(draw, shape, kind=None):
    kind = kind or draw.choice(["int8", "uint8"])
    low, high = (-128, 128) if kind == "int8" else (0, 256)
    return array(shape, "integers", kind, low=low, high=high)


def _small(shape):
    """Weights that no CPU overflows with: without VNNI the reference adds pairs of products in 16 bits."""
    return array(shape, "integers", "int8", low=-64, high=64)


def _range(draw):
    """Draw the two ends of a range, each an array of one float."""
    return [array([1], "values", values=[-draw.real(0.5, 3)]), array([1], "values", values=[draw.real(0.5, 3)])]


def _calibration(draw, always=False):
    if not always and draw.flag():
        return {}
    return {"min_calib_range": -draw.real(0.5, 3), "max_calib_range": draw.real(0.5, 3)}


@walk("_contrib_quantize")
def quantize(draw):
    return draw.case([array(draw.shape()), *_range(draw)], grad=False, out_type=draw.choice([None, "int8", "uint8"]))


@walk("_contrib_quantize_v2")
def quantize_v2(draw):
    out_type = draw.choice([None, "int8", "uint8", "auto"])
    kind = "uint8" if out_type == "uint8" else "int8"
    data = array(draw.shape()) if draw.flag() else _bytes(draw, draw.shape(), kind)
    return draw.case([data], grad=False, out_type=out_type, **_calibration(draw, out_type == "auto"))


@walk("_contrib_quantize_asym")
def quantize_asym(draw):
    return draw.case([array(draw.shape(3, low=2))], grad=False, **_calibration(draw))


@walk("_contrib_dequantize")
def dequantize(draw):
    return draw.case([_bytes(draw, draw.shape()), *_range(draw)], grad=False)


@walk("_contrib_requantize")
def requantize(draw):
    data = array(draw.shape(), "integers", "int32", low=-2**30, high=2**30)
    return draw.case([data, *_range(draw)], grad=False, out_type=draw.choice([None, "int8", "uint8"]),
                     **_calibration(draw))


@walk("_contrib_calibrate_entropy")
def calibrate_entropy(draw):
    bins = 2 * draw.integer(6, 30) + 1
    edges = [-1 + 2 * i / bins for i in range(bins + 1)]
    return draw.case([array([bins], "integers", low=0, high=200), array([bins + 1], "values", values=edges)],
                     grad=False, num_quantized_bins=draw.choice([3, 5, 7]))


@walk("_contrib_quantized_act")
def act(draw):
    return draw.case([_bytes(draw, draw.shape()), *_range(draw)], grad=False, act_type="relu")


@walk("_contrib_quantized_flatten")
def flatten(draw):
    return draw.case([_bytes(draw, draw.shape()), *_range(draw)], grad=False)


@walk("_contrib_quantized_pooling")
def pooling(draw):
    rank, full = draw.integer(2, 3), draw.flag()
    kernel = [draw.integer(1, 3) for _ in range(rank)]
    data = _bytes(draw, [draw.integer(1, 2), draw.integer(1, 3)] + [draw.integer(4, 6) for _ in range(rank)])
    # In training the reference's kernel asks for a workspace that it does not make.
    return draw.case([data, *_range(draw)], grad=False, train=False, kernel=kernel,
                     pool_type=draw.choice(["max", "avg"]),
                     stride=[draw.integer(1, min(k, 2)) for k in kernel],  # no window is all padding
                     pad=[0 if full else draw.integer(0, k // 2) for k in kernel],
                     pooling_convention="full" if full else "valid", global_pool=draw.choice([False, False, True]),
                     count_include_pad=draw.choice([None, False]))


@walk("_contrib_quantized_batch_norm")
def batch_norm(draw):
    shape = draw.shape((2, 4))
    size = [shape[1]]
    return draw.case([_bytes(draw, shape), array(size), array(size), array(size),
                      array(size, "uniform", low=0.2, high=2), *_range(draw)], grad=False,
                     eps=draw.choice([None, 1e-5]), fix_gamma=draw.flag(), **_calibration(draw, always=True))


@walk("_contrib_quantized_concat")
def concat(draw):
    shape, count = draw.shape((2, 4)), draw.integer(1, 3)
    axis = draw.integer(1, len(shape) - 1)
    arrays, ranges = [], []
    for _ in range(count):
        own = list(shape)
        own[axis] = draw.integer(1, 4)
        arrays.append(_bytes(draw, own))
        ranges += _range(draw)
    return draw.case([*arrays, *ranges], grad=False, num_args=count, dim=axis)


@walk("_contrib_quantized_conv")
def conv(draw):
    rank = draw.integer(2, 3)
    kernel, stride, pad, dilate = ([draw.integer(low, high) for _ in range(rank)]
                                   for low, high in ((1, 3), (1, 2), (0, 1), (1, 2)))
    channels, filters, bias = draw.integer(1, 4), draw.integer(1, 4), draw.flag()
    inputs = [_bytes(draw, [draw.integer(1, 2), channels] + [draw.integer(5, 7) for _ in range(rank)], "uint8"),
              _small([filters, channels, *kernel])]
    if bias:
        inputs.append(_bytes(draw, [filters], "int8"))
    for _ in range(3 if bias else 2):
        inputs += _range(draw)
    return draw.case(inputs, grad=False, kernel=kernel, stride=stride, pad=pad, dilate=dilate,
                     num_filter=filters, no_bias=not bias)


@walk("_contrib_quantized_fully_connected")
def fully_connected(draw):
    shape, hidden, flat, bias = draw.shape((2, 3)), draw.integer(1, 4), draw.flag(), draw.flag()
    width = shape[-1]
    if flat and len(shape) == 3:
        width *= shape[1]
    inputs = [_bytes(draw, shape), _small([hidden, width])]
    if bias:
        inputs.append(_bytes(draw, [hidden], "int8"))
    for _ in range(3 if bias else 2):
        inputs += _range(draw)
    return draw.case(inputs, grad=False, num_hidden=hidden, no_bias=not bias, flatten=flat)


@walk("_contrib_quantized_elemwise_add")
def add(draw):
    shape, kind = draw.shape((2, 4)), draw.choice(["int8", "uint8"])
    calibration = _calibration(draw)
    # Beside each other in 32 bits, signed and unsigned lose most of the latter there.
    other = draw.choice(["int8", "uint8"]) if calibration else kind
    return draw.case([_bytes(draw, shape, kind), _bytes(draw, shape, other), *_range(draw), *_range(draw)],
                     grad=False, **calibration)


@walk("_contrib_quantized_embedding")
def embedding(draw):
    rows, width = draw.integer(1, 6), draw.integer(1, 4)
    return draw.case([array(draw.shape((1, 3)), "integers", low=-1, high=rows + 1),
                      _bytes(draw, [rows, width], "int8"), *_range(draw)], grad=False, input_dim=rows,
                     output_dim=width)
