"""Imports layers from ONNX: convolution, pooling, normalization, activation, recurrence, resizing."""
import numpy as np

from ... import symbol as sym
from ...symbol import Symbol
from .from_extra import resized
from .reading import Call, Reader, reads


def _halves(reader: Reader, call: Call, data: Symbol, rank: int, fill: float = 0.0) -> tuple[Symbol, tuple]:
    """Return data and its symmetric padding; an asymmetric padding is applied to data directly."""
    auto = call.get("auto_pad", "NOTSET")
    pads = call.get("pads", [0] * 2 * rank)
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        sizes = reader.shape(call, data)[2:]
        kernel = call.get("kernel_shape")
        stride, dilate = call.get("strides", [1] * rank), call.get("dilations", [1] * rank)
        total = [max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
                 for n, k, s, d in zip(sizes, kernel, stride, dilate)]
        small, large = [t // 2 for t in total], [t - t // 2 for t in total]
        pads = small + large if auto == "SAME_UPPER" else large + small
    elif auto == "VALID":
        pads = [0] * 2 * rank
    begin, end = tuple(pads[:rank]), tuple(pads[rank:])
    if begin == end and min(begin, default=0) >= 0:
        return data, begin
    return _padded(reader, call, data, begin, end, fill), (0,) * rank


def _padded(reader: Reader, call: Call, data: Symbol, begin: tuple, end: tuple, fill: float) -> Symbol:
    width = (0, 0, 0, 0, *(side for pair in zip(begin, end) for side in pair))
    if len(begin) == 1:  # MXNet pads images and volumes only
        data = sym.expand_dims(data, axis=3)
        data = sym.Pad(data, mode="constant", pad_width=(*width, 0, 0), constant_value=fill,
                       name=reader.name(f"{call.name}_pad"))
        return sym.squeeze(data, axis=(3,))
    return sym.Pad(data, mode="constant", pad_width=width, constant_value=fill, name=reader.name(f"{call.name}_pad"))


@reads("Conv")
def convolution(reader: Reader, call: Call) -> Symbol:
    data, weight = reader.array(call.ins[0]), reader.array(call.ins[1])
    shape = reader.shape(call, weight)
    rank = len(shape) - 2
    call.attrs.setdefault("kernel_shape", list(shape[2:]))
    data, pad = _halves(reader, call, data, rank)
    inputs = {"bias": reader.array(call.ins[2])} if call.has(2) else {"no_bias": True}
    return sym.Convolution(data, weight, kernel=shape[2:], num_filter=shape[0], pad=pad,
                           stride=tuple(call.get("strides", [1] * rank)),
                           dilate=tuple(call.get("dilations", [1] * rank)), num_group=call.get("group", 1),
                           name=reader.name(call.name), **inputs)


@reads("ConvTranspose")
def deconvolution(reader: Reader, call: Call) -> Symbol:
    data, weight = reader.array(call.ins[0]), reader.array(call.ins[1])
    shape, groups = reader.shape(call, weight), call.get("group", 1)
    rank = len(shape) - 2
    stride, dilate = call.get("strides", [1] * rank), call.get("dilations", [1] * rank)
    extra = call.get("output_padding", [0] * rank)
    pads = call.get("pads", [0] * 2 * rank)
    auto, wanted = call.get("auto_pad", "NOTSET"), call.get("output_shape")
    if wanted or auto in ("SAME_UPPER", "SAME_LOWER"):
        sizes = reader.shape(call, data)[2:]
        wanted = wanted[-rank:] if wanted else [n * s for n, s in zip(sizes, stride)]
        total = [s * (n - 1) + e + (k - 1) * d + 1 - w
                 for n, s, e, k, d, w in zip(sizes, stride, extra, shape[2:], dilate, wanted)]
        extra = [e + max(-t, 0) for e, t in zip(extra, total)]
        total = [max(t, 0) for t in total]
        small, large = [t // 2 for t in total], [t - t // 2 for t in total]
        pads = small + large if auto == "SAME_UPPER" else large + small
    inputs = {"bias": reader.array(call.ins[2])} if call.has(2) else {"no_bias": True}
    even = pads[:rank] == pads[rank:]
    made = sym.Deconvolution(data, weight, kernel=shape[2:], num_filter=shape[1] * groups, stride=tuple(stride),
                             dilate=tuple(dilate), pad=tuple(pads[:rank]) if even else (0,) * rank,
                             adj=tuple(extra), num_group=groups, name=reader.name(call.name),
                             **{"no_bias": False, **inputs})
    for axis, (begin, end) in enumerate(zip(pads[:rank], pads[rank:]), 2) if not even else ():
        made = sym.slice_axis(made, axis=axis, begin=begin, end=-end if end else None)
    return made


@reads("Gemm")
def gemm(reader: Reader, call: Call) -> Symbol:
    a, weight = reader.array(call.ins[0]), call.ins[1]
    alpha, beta = call.get("alpha", 1.0), call.get("beta", 1.0)
    bias = reader.known(call.ins[2]) if call.has(2) else None
    matrix = reader.known(weight)
    layer = matrix is not None and alpha == beta == 1 and not call.get("transA") \
        and (not call.has(2) or (bias is not None and bias.ndim == 1))
    if layer:  # a dense layer, which can be trained
        if not call.get("transB"):
            weight = f"{weight}_transposed"
            reader.values[weight] = np.ascontiguousarray(matrix.T)
        rows = reader.known(weight).shape[0]
        inputs = {"bias": reader.array(call.ins[2])} if call.has(2) else {"no_bias": True}
        if not call.has(2) or bias.shape == (rows,):
            return sym.FullyConnected(a, reader.array(weight), num_hidden=rows, flatten=False,
                                      name=reader.name(call.name), **inputs)
    product = sym.dot(a, reader.array(call.ins[1]), transpose_a=bool(call.get("transA")),
                      transpose_b=bool(call.get("transB")))
    product = product if alpha == 1 else product * alpha
    if not call.has(2):
        return product
    rest = reader.array(call.ins[2])
    return sym.broadcast_add(product, rest if beta == 1 else rest * beta, name=reader.name(call.name))


@reads("MaxPool", "AveragePool", "LpPool")
def pooling(reader: Reader, call: Call) -> Symbol:
    kernel = call.get("kernel_shape")
    rank = len(kernel)
    if any(step != 1 for step in call.get("dilations", [1] * rank)):
        call.refuse("dilated pooling is not there")
    if len(call.outs) > 1 and call.outs[1]:
        call.refuse("the places of maxima are not given")
    kind = {"MaxPool": "max", "AveragePool": "avg", "LpPool": "lp"}[call.op]
    counts = bool(call.get("count_include_pad", 0))
    pads = call.get("pads", [0] * 2 * rank)
    data = reader.array(call.ins[0])
    stride = tuple(call.get("strides", [1] * rank))
    uneven = pads[:rank] != pads[rank:] or call.get("auto_pad", "NOTSET") not in ("NOTSET", "VALID")
    name, options = reader.name(call.name), {"kernel": tuple(kernel), "stride": stride}
    options["pooling_convention"] = "full" if call.get("ceil_mode", 0) else "valid"
    if kind == "lp":
        options["p_value"] = call.get("p", 2)
        data = sym.abs(data)
    if uneven and kind == "avg" and not counts:
        # sum of data over count of data: padding counts in neither
        sums = []
        for one in (data, sym.ones_like(data)):
            one, pad = _halves(reader, call, one, rank)
            sums.append(sym.Pooling(one, pool_type="sum", pad=pad, **options))
        return sym.elemwise_div(*sums, name=name)
    data, pad = _halves(reader, call, data, rank, -3.4e38 if kind == "max" else 0.0)
    if kind == "avg":
        options["count_include_pad"] = counts or uneven
    made = sym.Pooling(data, pool_type=kind, pad=pad, name=name, **options)
    if call.get("ceil_mode", 0):
        for axis, (size, k, s, p) in enumerate(zip(reader.shape(call, data)[2:], kernel, stride, pad), 2):
            count = -(-(size + 2 * p - k) // s) + 1
            if (count - 1) * s >= size + p:  # ONNX leaves out a window that starts in the padding after data
                made = sym.slice_axis(made, axis=axis, begin=0, end=count - 1)
    return made


@reads("GlobalMaxPool", "GlobalAveragePool", "GlobalLpPool")
def global_pooling(reader: Reader, call: Call) -> Symbol:
    kind = {"GlobalMaxPool": "max", "GlobalAveragePool": "avg", "GlobalLpPool": "lp"}[call.op]
    data = reader.array(call.ins[0])
    extra = {"p_value": call.get("p", 2)} if kind == "lp" else {}
    return sym.Pooling(data, pool_type=kind, global_pool=True, kernel=(1,) * (reader.rank(call, data) - 2),
                       name=reader.name(call.name), **extra)


@reads("BatchNormalization", "SpatialBN")
def batch_norm(reader: Reader, call: Call) -> Symbol:
    if call.get("training_mode", 0):
        call.refuse("training_mode=1 is not read; export the model for inference")
    data, gamma, beta = (reader.array(name) for name in call.ins[:3])
    states = [reader.array(name) for name in call.ins[3:5]]
    eps = call.get("epsilon", 1e-5)
    return sym.BatchNorm(data, gamma, beta, *states, eps=eps, momentum=call.get("momentum", 0.9), fix_gamma=False,
                         name=reader.name(call.name))[0]


@reads("InstanceNormalization")
def instance_norm(reader: Reader, call: Call) -> Symbol:
    data, gamma, beta = (reader.array(name) for name in call.ins)
    return sym.InstanceNorm(data, gamma, beta, eps=call.get("epsilon", 1e-5), name=reader.name(call.name))


@reads("LayerNormalization")
def layer_norm(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    axis = call.get("axis", -1) % (rank := reader.rank(call, data))
    gamma = reader.array(call.ins[1])
    beta = reader.array(call.ins[2]) if call.has(2) else sym.zeros_like(gamma)
    options = {"axis": -1, "eps": call.get("epsilon", 1e-5), "name": reader.name(call.name)}
    if len(call.outs) > 1:
        call.refuse("mean and deviation are not given")
    if axis == rank - 1:
        return sym.LayerNorm(data, gamma, beta, **options)
    shape = reader.shape(call, data)
    flat = sym.LayerNorm(sym.Reshape(data, shape=(*shape[:axis], -1)), sym.Reshape(gamma, shape=(-1,)),
                         sym.Reshape(beta, shape=(-1,)), **options)
    return sym.Reshape(flat, shape=shape)


@reads("LRN")
def lrn(reader: Reader, call: Call) -> Symbol:
    return sym.LRN(reader.array(call.ins[0]), alpha=call.get("alpha", 1e-4), beta=call.get("beta", 0.75),
                   knorm=call.get("bias", 1.0), nsize=call.get("size"), name=reader.name(call.name))


@reads("LpNormalization")
def lp_normalization(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    length = sym.norm(data, ord=call.get("p", 2), axis=call.get("axis", -1), keepdims=True)
    return sym.broadcast_div(data, length, name=reader.name(call.name))


@reads("Dropout")
def dropout(reader: Reader, call: Call) -> list[Symbol]:
    if len(call.outs) > 1 and call.outs[1]:
        call.refuse("the mask is not given")
    ratio = reader.known(call.ins[1]) if call.has(1) else call.get("ratio", 0.5)
    return [sym.Dropout(reader.array(call.ins[0]), p=float(ratio), name=reader.name(call.name))[0]]


@reads("PRelu")
def prelu(reader: Reader, call: Call) -> Symbol:
    data, slope = reader.array(call.ins[0]), reader.known(call.ins[1])
    if slope is not None and slope.size == max(slope.shape, default=1):
        flat = f"{call.ins[1]}_flat" if slope.ndim != 1 else call.ins[1]
        reader.values.setdefault(flat, slope.reshape(-1))
        return sym.LeakyReLU(data, reader.array(flat), act_type="prelu", name=reader.name(call.name))
    below = sym.broadcast_mul(data * (data < 0), reader.array(call.ins[1]))
    return sym.elemwise_add(sym.relu(data), below, name=reader.name(call.name))


@reads("LeakyRelu", "Elu", "Selu")
def leaky(reader: Reader, call: Call) -> Symbol:
    kind = {"LeakyRelu": "leaky", "Elu": "elu", "Selu": "selu"}[call.op]
    if kind == "selu" and ("alpha" in call.attrs or "gamma" in call.attrs):
        alpha, gamma = call.get("alpha", 1.67326319217681884765625), call.get("gamma", 1.05070102214813232421875)
        inner = sym.LeakyReLU(reader.array(call.ins[0]), act_type="elu", slope=alpha)
        return sym._internal._mul_scalar(inner, scalar=gamma, name=reader.name(call.name))
    extra = {} if kind == "selu" else {"slope": call.get("alpha", 0.01 if kind == "leaky" else 1.0)}
    return sym.LeakyReLU(reader.array(call.ins[0]), act_type=kind, name=reader.name(call.name), **extra)


@reads("Gelu")
def gelu(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    if call.get("approximate", "none") == "tanh":
        inner = sym.tanh((data + sym.square(data) * data * 0.044715) * (2 / np.pi) ** 0.5)
        return sym.elemwise_mul(data * 0.5, inner + 1, name=reader.name(call.name))
    return sym.LeakyReLU(reader.array(call.ins[0]), act_type="gelu", name=reader.name(call.name))


@reads("Softplus", "Relu", "Sigmoid", "Tanh", "Softsign")
def activation(reader: Reader, call: Call) -> Symbol:
    kind = {"Softplus": "softrelu"}.get(call.op, call.op.lower())
    return sym.Activation(reader.array(call.ins[0]), act_type=kind, name=reader.name(call.name))


@reads("HardSigmoid")
def hard_sigmoid(reader: Reader, call: Call) -> Symbol:
    return sym.hard_sigmoid(reader.array(call.ins[0]), alpha=call.get("alpha", 0.2), beta=call.get("beta", 0.5),
                            name=reader.name(call.name))


@reads("HardSwish")
def hard_swish(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    return sym.elemwise_mul(data, sym.clip(data / 6 + 0.5, 0, 1), name=reader.name(call.name))


@reads("Softmax", "LogSoftmax")
def softmax(reader: Reader, call: Call) -> Symbol:
    make = sym.softmax if call.op == "Softmax" else sym.log_softmax
    data = reader.array(call.ins[0])
    if call.opset >= 13:
        return make(data, axis=call.get("axis", -1), name=reader.name(call.name))
    # before opset 13: over all axes from this one on
    shape = reader.shape(call, data)
    axis = call.get("axis", 1) % len(shape)
    if axis == len(shape) - 1:
        return make(data, axis=-1, name=reader.name(call.name))
    flat = make(sym.Reshape(data, shape=(*shape[:axis], -1)), axis=-1)
    return sym.Reshape(flat, shape=shape, name=reader.name(call.name))


# ---- recurrent layers -------------------------------------------------------------------------------

_ORDER = {"LSTM": (0, 2, 3, 1), "GRU": (1, 0, 2), "RNN": (0,)}  # ONNX's gates in MXNet's order


@reads("LSTM", "GRU", "RNN")
def recurrent(reader: Reader, call: Call) -> list[Symbol]:
    size, direction = call.get("hidden_size"), call.get("direction", "forward")
    data = reader.array(call.ins[0])
    lengths = reader.need(call, 4, "sequence_lens") if call.has(4) else np.zeros(0)
    whole = (lengths == (reader.partial(data) or (0,))[0]).all()
    _check_recurrent(call, whole)
    if direction == "reverse":
        data = sym.reverse(data, axis=0)
    both = 2 if direction == "bidirectional" else 1
    mode = {"LSTM": "lstm", "GRU": "gru"}.get(call.op) or _rnn_mode(call)
    w, r = reader.need(call, 1, "W"), reader.need(call, 2, "R")
    gates = len(_ORDER[call.op])
    b = reader.need(call, 3, "B") if call.has(3) else np.zeros((both, 2 * gates * size), w.dtype)

    def ordered(array: np.ndarray) -> np.ndarray:
        return np.concatenate([array[g * size:(g + 1) * size] for g in _ORDER[call.op]])
    weights = [ordered(matrix[d]).ravel() for d in range(both) for matrix in (w, r)]
    biases = [ordered(part) for d in range(both) for part in np.split(b[d], 2)]
    vector = reader.parameter(f"{call.name}_parameters", np.concatenate([*weights, *biases]))
    batch = (reader.partial(data) or (0, 0))[1]
    states = {name: reader.array(call.ins[place]) if call.has(place) else
              sym.zeros(shape=(both, max(batch, 0), size), name=reader.name(f"{call.name}_{name}"))
              for place, name in enumerate(("state", "state_cell")[:2 if mode == "lstm" else 1], 5)}
    made = sym.RNN(data, parameters=vector, state_size=size, num_layers=1, mode=mode, bidirectional=both == 2,
                   state_outputs=True, name=reader.name(call.name), **states)
    # (time, batch, direction * feature) -> (time, direction, batch, feature)
    out = sym.transpose(sym.Reshape(made[0], shape=(0, 0, both, size)), axes=(0, 2, 1, 3))
    out = sym.reverse(out, axis=0) if direction == "reverse" else out
    return [out, *(made[i] for i in range(1, 3 if mode == "lstm" else 2))]


def _check_recurrent(call: Call, whole: bool) -> None:
    """Refuse what MXNet's layers do not support."""
    if not whole or call.get("clip") or (call.op == "LSTM" and call.has(7)) or call.get("layout", 0):
        call.refuse("sequences of different lengths, clip, layout 1 and peepholes are not read")
    if call.op != "RNN" and call.get("activations"):
        usual = {"LSTM": ["sigmoid", "tanh", "tanh"], "GRU": ["sigmoid", "tanh"]}[call.op]
        if [kind.lower() for kind in call.get("activations")][:len(usual)] != usual:
            call.refuse("activations other than sigmoid and tanh are not there")
    if call.op == "GRU" and not call.get("linear_before_reset", 0):
        call.refuse("linear_before_reset=0 is another layer than MXNet's")


def _rnn_mode(call: Call) -> str:
    kinds = {kind.lower() for kind in call.get("activations", ["Tanh"])}
    if kinds not in ({"tanh"}, {"relu"}):
        call.refuse(f"activations {sorted(kinds)} are not there")
    return f"rnn_{kinds.pop()}"


# ---- image sizes ------------------------------------------------------------------------------------

@reads("Resize", "Upsample")
def resize(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    factors, sizes = _resizing(reader, call, data)
    mode = call.get("mode", "nearest")
    way = call.get("coordinate_transformation_mode", "half_pixel" if call.op == "Resize" else "asymmetric")
    if call.get("axes") is not None or call.get("keep_aspect_ratio_policy", "stretch") != "stretch":
        call.refuse("axes and keep_aspect_ratio_policy are not there")
    image = len(factors) == 4 and factors[:2] == [1, 1]
    if image and mode == "nearest" and _repeats(call, factors, way):
        return sym.UpSampling(data, scale=int(factors[2]), sample_type="nearest", num_args=1,
                              name=reader.name(call.name))
    full = reader.shape(call, data)
    exact = sizes is not None or all(int(n * f) == n * f for n, f in zip(full, factors))
    if sizes is None:
        sizes = [int(n * f) for n, f in zip(full, factors)]
    if image and exact and mode == "linear" and way in ("align_corners", "half_pixel", "pytorch_half_pixel") \
            and call.opset > 10 and not call.get("antialias", 0):
        return sym.contrib.BilinearResize2D(data, height=int(sizes[2]), width=int(sizes[3]),
                                            align_corners=way == "align_corners", name=reader.name(call.name))
    return resized(reader, call, data, factors, [int(size) for size in sizes])


def _resizing(reader: Reader, call: Call, data: Symbol) -> tuple[list[float], np.ndarray | None]:
    """Return the factor of each axis, and the sizes if the file states them."""
    place = 2 if call.op == "Resize" and call.opset > 10 else 1
    scales = reader.known(call.ins[place]) if call.has(place) else np.array(call.get("scales", []))
    sizes = reader.need(call, 3, "sizes") if call.has(3) else None
    if sizes is not None:
        return [float(new) / old for new, old in zip(sizes, reader.shape(call, data))], sizes
    if scales is None or not scales.size:
        call.refuse("scales or sizes must be constant")
    return [float(value) for value in scales], None


def _repeats(call: Call, factors: list[float], way: str) -> bool:
    """Return whether each pixel is repeated an integer number of times, the same along both axes."""
    whole = factors[2] == factors[3] == int(factors[2])
    if way == "asymmetric":
        return whole and call.get("nearest_mode", "round_prefer_floor") in ("floor", "round_prefer_floor")
    return whole and way == "half_pixel" and call.op == "Resize" and call.opset > 10


@reads("MaxRoiPool")
def roi_pooling(reader: Reader, call: Call) -> Symbol:
    return sym.ROIPooling(reader.array(call.ins[0]), reader.array(call.ins[1]), name=reader.name(call.name),
                          pooled_size=tuple(call.get("pooled_shape")), spatial_scale=call.get("spatial_scale", 1.0))


@reads("RoiAlign")
def roi_align(reader: Reader, call: Call) -> Symbol:
    if call.get("mode", "avg") != "avg":
        call.refuse("only mode 'avg' is there")
    aligned = call.opset >= 16 and call.get("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    data, boxes, image = (reader.array(name) for name in call.ins)
    rois = sym.Concat(sym.expand_dims(sym.Cast(image, dtype="float32"), axis=1), boxes, dim=1)
    return sym.contrib.ROIAlign(data, rois, pooled_size=(call.get("output_height", 1), call.get("output_width", 1)),
                                spatial_scale=call.get("spatial_scale", 1.0), aligned=aligned,
                                sample_ratio=call.get("sampling_ratio", 0) or -1, name=reader.name(call.name))
