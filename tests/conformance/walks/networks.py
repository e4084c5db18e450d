"""Walks of the layers of neural networks: dense, convolution, pooling, normalization, activations."""
from tests.conformance.walk import array, walk

# The reference's CPU kernels refuse float16 for most layers, and some compute float64 in float32
# (LeakyReLU): those draw float32 alone.


@walk("FullyConnected")
def fully_connected(draw):
    shape, hidden, flatten = draw.shape((2, 4)), draw.integer(1, 5), draw.flag()
    width = shape[-1]
    if flatten:
        width = 1
        for size in shape[1:]:
            width *= size
    dtype, bias = draw.dtype("float32", "float64"), draw.flag()
    inputs = [array(shape, dtype=dtype), array([hidden, width], dtype=dtype)]
    if bias:
        inputs.append(array([hidden], dtype=dtype))
    return draw.case(inputs, num_hidden=hidden, no_bias=not bias, flatten=flatten)


def _axes(draw, rank, low, high):
    """Draw a param of one value an axis, or leave it out."""
    return None if draw.flag() else [draw.integer(low, high) for _ in range(rank)]


@walk("Convolution", "Convolution_v1")
def convolution(draw):
    old = draw.op == "Convolution_v1"  # 2-D, and with a wrong gradient where it dilates
    rank, groups = 2 if old else draw.integer(1, 3), draw.choice([1, 1, 2])
    kernel = [draw.integer(1, 3) for _ in range(rank)]
    channels, filters = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    dtype, bias = draw.dtype("float32", "float32", "float64"), draw.flag()
    data = [draw.integer(1, 3), channels] + [draw.integer(5, 8) for _ in range(rank)]
    inputs = [array(data, dtype=dtype), array([filters, channels // groups, *kernel], dtype=dtype)]
    if bias:
        inputs.append(array([filters], dtype=dtype))
    return draw.case(inputs, kernel=kernel, stride=_axes(draw, rank, 1, 3), pad=_axes(draw, rank, 0, 2),
                     dilate=None if old else _axes(draw, rank, 1, 2), num_filter=filters, num_group=groups,
                     no_bias=not bias)


@walk("Deconvolution")
def deconvolution(draw):
    rank, groups = draw.integer(1, 3), draw.choice([1, 1, 2])
    kernel = [draw.integer(2, 4) for _ in range(rank)]
    stride = [draw.integer(1, 3) for _ in range(rank)]
    channels, filters = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    dtype, bias = "float32" if rank == 3 else draw.dtype("float32", "float64"), draw.flag()
    data = [draw.integer(1, 3), channels] + [draw.integer(3, 5) for _ in range(rank)]
    inputs = [array(data, dtype=dtype), array([channels, filters // groups, *kernel], dtype=dtype)]
    if bias:
        inputs.append(array([filters], dtype=dtype))
    adj = target = pad = None
    if draw.flag():
        adj, pad = [draw.integer(0, s - 1) for s in stride], _axes(draw, rank, 0, 1)
    elif dtype == "float64":  # float32 kernels of the reference refuse some
        target = [(n - 1) * s + k - draw.integer(0, 1)
                  for n, s, k in zip(data[2:], stride, kernel)]
    return draw.case(inputs, kernel=kernel, stride=stride, pad=pad, adj=adj, target_shape=target,
                     num_filter=filters, num_group=groups, no_bias=not bias)


@walk("Pooling")
def pooling(draw):
    rank, kind = draw.integer(1, 3), draw.choice(["max", "avg", "sum", "lp"])
    kernel = [draw.integer(2, 3) for _ in range(rank)]
    data = [draw.integer(1, 2), draw.integer(1, 3)] + [draw.integer(4, 7) for _ in range(rank)]
    layout = None
    if draw.choice([True, False, False]):
        layout = [None, "NWC", "NHWC", "NDHWC"][rank]
        data = [data[0], *data[2:], data[1]]
    everything = draw.choice([True, False, False, False])
    return draw.case(
        [array(data, "distinct", draw.dtype("float32", "float64"))], kernel=kernel, pool_type=kind,
        global_pool=everything, pooling_convention=draw.choice(["valid", "full"]),
        stride=_axes(draw, rank, 1, 3), pad=_axes(draw, rank, 0, 1), layout=layout,
        p_value=draw.integer(1, 3) if kind == "lp" else None,
        count_include_pad=draw.choice([None, True, False]))


@walk("Pooling_v1")
def pooling_v1(draw):
    data = [draw.integer(1, 2), draw.integer(1, 3), draw.integer(4, 7), draw.integer(4, 7)]
    return draw.case(
        [array(data, "distinct")], kernel=[draw.integer(2, 3), draw.integer(2, 3)],
        pool_type=draw.choice(["max", "avg", "sum"]), global_pool=draw.choice([True, False, False]),
        pooling_convention=draw.choice(["valid", "full"]), stride=_axes(draw, 2, 1, 2),
        pad=_axes(draw, 2, 0, 1))


@walk("Activation")
def activation(draw):
    return draw.case([array(draw.shape(), "apart", draw.dtype())],
                     act_type=draw.choice(["relu", "sigmoid", "softrelu", "softsign", "tanh"]))


@walk("LeakyReLU")
def leaky_relu(draw):
    kind = draw.choice(["leaky", "elu", "selu", "gelu", "prelu"])
    shape = draw.shape((2, 4))
    inputs = [array(shape, "apart")]
    if kind == "prelu":
        inputs.append(array(draw.choice([[1], shape[1:2]]), "uniform", low=0.1, high=0.5))
    return draw.case(inputs, act_type=kind, slope=draw.real(0.1, 0.9))


@walk("BatchNorm")
def batch_norm(draw):
    shape = draw.shape((2, 5), low=2)
    axis = draw.axis(len(shape))
    dtype = draw.dtype("float32", "float32", "float64", "float16")
    wide = "float32" if dtype == "float16" else dtype
    size = [shape[axis]]
    return draw.case(
        [array(shape, dtype=dtype), array(size, "uniform", wide, low=0.5, high=2), array(size, dtype=wide),
         array(size, dtype=wide, grad=False), array(size, "uniform", wide, low=0.5, high=2, grad=False)],
        # The reference's float32 gradients of float16 data are no better than float16.
        grad=dtype != "float16", train=draw.flag(), eps=draw.choice([None, 1e-3, 2e-5]),
        momentum=draw.choice([None, 0.99, 0.5]), fix_gamma=draw.flag(),
        use_global_stats=draw.flag(), output_mean_var=draw.flag(), axis=axis)


@walk("_contrib_SyncBatchNorm", "_contrib_BatchNormWithReLU")
def batch_norm_variant(draw):
    shape = draw.shape(4, low=2)
    size = shape[1:2]
    key = str(draw.seed) if "Sync" in draw.op else None
    train = key is None or draw.flag()  # the other one's gradient reads unset memory in prediction
    return draw.case(
        [array(shape), array(size, "uniform", low=0.5, high=2), array(size), array(size, grad=False),
         array(size, "uniform", low=0.5, high=2, grad=False)], train=train,
        momentum=draw.choice([None, 0.5]), fix_gamma=draw.flag(), use_global_stats=draw.flag(),
        output_mean_var=key is None, key=key)


@walk("Dropout")
def dropout(draw):
    # What is drawn cannot agree; prediction and p=0 must.
    train = draw.flag()
    return draw.case([array(draw.shape(), dtype=draw.dtype())], train=train,
                     p=0 if train else draw.real(0.1, 0.9), axes=draw.choice([None, [0]]))


@walk("softmax", "softmin", "log_softmax")
def softmax(draw):
    shape, dtype = draw.shape((1, 4)), draw.dtype("float32", "float32", "float64")
    inputs, axis = [array(shape, dtype=dtype)], draw.axis(len(shape))
    length = draw.op == "softmax" and len(shape) > 1 and draw.flag()
    if length:
        axis %= len(shape)
        rows = shape[:axis] + shape[axis + 1:]
        inputs.append(array(rows, "integers", "int32", low=1, high=shape[axis] + 1, grad=False))
    return draw.case(inputs, axis=axis, temperature=draw.choice([None, 0.5, 2.0]),
                     # A type of its own: the reference computes in the narrower of the two.
                     use_length=True if length else None, dtype=draw.choice([None, dtype]))


@walk("SoftmaxActivation")
def softmax_activation(draw):
    return draw.case([array(draw.shape((3, 4)))], mode=draw.choice(["channel", "instance"]))


@walk("softmax_cross_entropy")
def softmax_cross_entropy(draw):
    rows, classes = draw.integer(1, 5), draw.integer(2, 5)
    return draw.case([array([rows, classes]), array([rows], "integers", low=0, high=classes, grad=False)])


@walk("SoftmaxOutput")
def softmax_output(draw):
    multi = draw.flag()
    shape = draw.shape((3, 4) if multi else (2, 3), low=2)
    preserve = draw.flag() or len(shape) > 2
    label = [shape[0], *shape[2:]] if multi else shape[:-1]
    classes = shape[1] if multi else shape[-1]
    inputs = [array(shape), array(label, "integers", low=-1, high=classes, grad=False)]
    if draw.choice([True, False, False, False]):
        inputs[1] = array(shape, "uniform", low=0, high=1, grad=False)
    return draw.case(inputs, grad_scale=draw.choice([None, 0.5]), ignore_label=draw.choice([None, 1]),
                     multi_output=multi, use_ignore=draw.flag(), preserve_shape=preserve,
                     normalization=draw.choice(["batch", "null", "valid"]), out_grad=draw.flag(),
                     smooth_alpha=draw.choice([None, 0.1]))


@walk("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput")
def regression(draw):
    shape = draw.shape((1, 3))
    return draw.case([array(shape), array(shape, grad=False)], grad_scale=draw.choice([None, 0.3]))


@walk("SVMOutput")
def svm_output(draw):
    shape = draw.shape((2, 3), low=2)
    return draw.case([array(shape), array(shape[:-1], "integers", low=0, high=shape[-1], grad=False)],
                     margin=draw.choice([None, 0.3]), use_linear=draw.flag(),
                     regularization_coefficient=draw.choice([None, 0.7]))


@walk("MakeLoss")
def make_loss(draw):
    return draw.case([array(draw.shape())], grad_scale=draw.choice([None, 0.3]),
                     valid_thresh=draw.choice([None, 0.5]),
                     normalization=draw.choice(["batch", "null", "valid"]))


@walk("LayerNorm")
def layer_norm(draw):
    # Few elements to normalize leave nothing of the gradient but rounding.
    shape, dtype = draw.shape((2, 4), low=4, high=7), draw.dtype("float32", "float64")
    axis = draw.axis(len(shape))
    size = [shape[axis]]
    return draw.case([array(shape, dtype=dtype), array(size, dtype=dtype), array(size, dtype=dtype)],
                     axis=axis, eps=draw.choice([None, 1e-3]), output_mean_var=draw.flag())


@walk("GroupNorm")
def group_norm(draw):
    groups, shape = draw.integer(2, 3), draw.shape((3, 4), low=4, high=6)
    shape[1] = groups * draw.integer(1, 3)
    return draw.case([array(shape), array([groups]), array([groups])], num_groups=groups,
                     eps=draw.choice([None, 1e-3]), output_mean_var=draw.flag())


@walk("InstanceNorm")
def instance_norm(draw):
    shape = draw.shape((3, 4), low=2)
    return draw.case([array(shape), array(shape[1:2]), array(shape[1:2])], eps=draw.choice([None, 1e-2]))


@walk("L2Normalization")
def l2_normalization(draw):
    return draw.case([array(draw.shape((3, 4), low=2), "apart", draw.dtype("float32", "float64"))],
                     mode=draw.choice(["channel", "instance", "spatial"]), eps=draw.choice([None, 1e-2]))


@walk("LRN")
def lrn(draw):
    return draw.case([array(draw.shape(4))], nsize=draw.choice([1, 3, 5]), alpha=draw.choice([None, 0.1]),
                     beta=draw.choice([None, 0.5]), knorm=draw.choice([None, 1.0]))


@walk("RNN")
def rnn(draw):
    mode, layers, both = draw.choice(["rnn_relu", "rnn_tanh", "lstm", "gru"]), draw.integer(1, 3), draw.flag()
    steps, batch, width, hidden = (draw.integer(1, 4) for _ in range(4))
    gates, directions = {"lstm": 4, "gru": 3}.get(mode, 1), 2 if both else 1
    first = gates * hidden * directions * (width + hidden + 2)
    other = gates * hidden * directions * (hidden * directions + hidden + 2)
    state = array([layers * directions, batch, hidden])
    inputs = [array([steps, batch, width]), array([first + (layers - 1) * other], scale=0.5), state]
    if mode == "lstm":
        inputs.append(state)
    return draw.case(inputs, state_size=hidden, num_layers=layers, bidirectional=both, mode=mode,
                     state_outputs=draw.flag())
