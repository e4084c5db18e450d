"""Exports layers to ONNX: convolution, pooling, normalization, activation, recurrence, resizing."""
from math import prod

import numpy as np
import torch

from ...core.ops.nn.deconv import padding
from ...core.ops.nn.pool import Plan, members, reach
from ...core.ops.nn.rnn import unpack
from .to_sequence import beyond
from .writing import Call, Writer, numpy_type, translates


def _sizes(values: tuple, rank: int, fill: int) -> list[int]:
    return list(values) if values else [fill] * rank


def _channels_first(call: Call) -> None:
    layout = call.p.get("layout")
    if layout is not None and layout not in ("NCW", "NCHW", "NCDHW"):
        call.refuse(f"layout {layout} has no form in ONNX; transpose data instead")


@translates("Convolution", "Convolution_v1")
def convolution(to: Writer, call: Call) -> None:
    _channels_first(call)
    p, rank = call.p, len(call.p.kernel)
    to.call("Conv", call.ins, call.outs[:1], kernel_shape=list(p.kernel), strides=_sizes(p.stride, rank, 1),
            dilations=_sizes(p.dilate, rank, 1), pads=_sizes(p.pad, rank, 0) * 2, group=p.num_group)


@translates("Deconvolution")
def deconvolution(to: Writer, call: Call) -> None:
    _channels_first(call)
    p, rank = call.p, len(call.p.kernel)
    stride, dilate = _sizes(p.stride, rank, 1), _sizes(p.dilate, rank, 1)
    pad, adj = padding(call.shapes[0][2:], p)
    to.call("ConvTranspose", call.ins, call.outs[:1], kernel_shape=list(p.kernel), strides=stride,
            dilations=dilate, pads=[*pad, *pad], output_padding=list(adj), group=p.num_group)


@translates("FullyConnected")
def fully_connected(to: Writer, call: Call) -> None:
    data = call.ins[0]
    if call.p.flatten or call.rank == 2:
        if call.rank != 2:
            data = to.call("Flatten", [data], axis=1)
        to.call("Gemm", [data, *call.ins[1:]], call.outs, transB=1)
        return
    turned = to.transpose(call.ins[1], (1, 0))
    if len(call.ins) < 3:
        to.call("MatMul", [data, turned], call.outs)
    else:
        to.call("Add", [to.call("MatMul", [data, turned]), call.ins[2]], call.outs)


@translates("Pooling", "Pooling_v1")
def pooling(to: Writer, call: Call) -> None:
    _channels_first(call)
    p = call.p
    plan = Plan(call.shapes[0], p)
    data, rank = call.ins[0], len(plan.sizes)
    whole = call.node.op_name == "Pooling_v1"
    if p.global_pool:
        kind = {"max": "GlobalMaxPool", "avg": "GlobalAveragePool", "sum": "GlobalAveragePool",
                "lp": "GlobalLpPool"}[p.pool_type]
        power = {"p": plan.power} if p.pool_type == "lp" else {}
        if p.pool_type == "sum":
            mean = to.call(kind, [data])
            to.call("Mul", [mean, to.scalar(prod(plan.sizes), call.types[0])], call.outs[:1])
        else:
            to.call(kind, [data], call.outs[:1], **power)
        return
    sides = reach(plan)
    before, after = [max(a, 0) for a, _ in sides], [max(b, 0) for _, b in sides]
    # windows inside the padding after data: ONNX requires a padding smaller than the kernel, so these are added
    # afterwards
    outside = [max(-(-(b - k + 1) // s), 0) for b, k, s in zip(after, plan.kernel, plan.stride)]
    after = [max(b - n * s, 0) for b, n, s in zip(after, outside, plan.stride)]
    if any(b >= k for b, k in zip((*before, *after), plan.kernel * 2)):  # ONNX requires less than the kernel size
        fill = torch.finfo(call.types[0]).min if p.pool_type == "max" else 0
        data = to.call("Pad", [data, to.ints(0, 0, *before, 0, 0, *after), to.scalar(fill, call.types[0])],
                       mode="constant")
        before, after = [0] * rank, [0] * rank
    shape = {"kernel_shape": list(plan.kernel), "strides": list(plan.stride), "pads": before + after}
    if p.pool_type == "max" and whole and any(plan.pad):
        # the padding holds zeros (a Pad before MaxPool would do, but runtimes merge the two wrongly)
        inside = np.ones(plan.counts, bool)
        for axis, (size, k, s, q, count) in enumerate(zip(plan.sizes, plan.kernel, plan.stride, plan.pad,
                                                          plan.counts)):
            begin = np.arange(count) * s - q
            within = (begin >= 0) & (np.minimum(begin + k, size + q) <= size)
            inside &= within.reshape([-1 if i == axis else 1 for i in range(rank)])
        least = np.where(inside, torch.finfo(call.types[0]).min, 0).astype(numpy_type(call.types[0]))
        to.call("Max", [to.call("MaxPool", [data], **shape), to.constant(least, hint="least")], call.outs[:1])
    elif p.pool_type == "max":
        made = to.call("MaxPool", [data], 1 if any(outside) else call.outs[:1], **shape)
        _widened(to, call, made, outside, torch.finfo(call.types[0]).min)
    elif p.pool_type == "lp":
        to.call("LpPool", [data], call.outs[:1], p=plan.power, **shape)
    else:
        _average(to, call, data, plan, shape, whole, outside)


def _widened(to: Writer, call: Call, name: str, outside: list[int], fill: float, last: bool = True) -> str:
    """Append the results of windows outside of data; return the name of the result."""
    if not any(outside):
        return name
    return to.call("Pad", [name, to.ints(*[0] * (2 * 2 + len(outside)), *outside), to.scalar(fill, call.types[0])],
                   call.outs[:1] if last else 1, mode="constant")


def _average(to: Writer, call: Call, data: str, plan: Plan, shape: dict, whole: bool, outside: list[int]) -> None:
    """Average over whole windows, then correct those with fewer elements: MXNet's windows end at the padding."""
    counted = np.full(plan.counts, prod(plan.kernel)) if whole \
        else members(plan, torch.ones((), dtype=torch.float64)).numpy()
    with np.errstate(divide="ignore"):  # a window outside of data has no elements, and no mean
        factor = prod(plan.kernel) / counted if call.p.pool_type == "avg" else np.full(1, prod(plan.kernel))
    plain = bool((factor == 1).all())
    mean = to.call("AveragePool", [data], call.outs[:1] if plain and not any(outside) else 1, count_include_pad=1,
                   **shape)
    mean = _widened(to, call, mean, outside, 0, plain)
    if not plain:
        to.call("Mul", [mean, to.constant(factor.astype(numpy_type(call.types[0])), hint="members")], call.outs[:1])


@translates("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm", "_contrib_BatchNormWithReLU")
def batch_norm(to: Writer, call: Call) -> None:
    p, axis = call.p, call.axis(call.p.get("axis", 1))
    data, gamma, beta, mean, var = call.ins
    if p.fix_gamma:
        gamma = to.constant(np.ones(call.shapes[1], numpy_type(call.types[1])), hint="ones")
    order = list(range(call.rank))
    order[1:1] = [order.pop(axis)]
    relu = call.node.op_name == "_contrib_BatchNormWithReLU"
    turned = axis != 1
    if turned:
        data = to.transpose(data, order)
    out = to.call("BatchNormalization", [data, gamma, beta, mean, var],
                  1 if turned or relu else call.outs[:1], epsilon=float(p.eps), momentum=float(p.momentum))
    if relu:
        out = to.call("Relu", [out], 1 if turned else call.outs[:1])
    if turned:
        to.transpose(out, [order.index(i) for i in range(call.rank)], call.outs[:1])


@translates("Activation")
def activation(to: Writer, call: Call) -> None:
    kind = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softrelu": "Softplus", "softsign": "Softsign"}
    to.call(kind[call.p.act_type], call.ins, call.outs)


@translates("LeakyReLU")
def leaky_relu(to: Writer, call: Call) -> None:
    p, data, dtype = call.p, call.ins[0], call.types[0]
    if p.act_type == "prelu":
        slope = call.ins[1]
        if call.rank > 2 and len(call.shapes[1]) == 1 and call.shapes[1][0] != 1:
            slope = to.reshape(slope, (-1, *(1,) * (call.rank - 2)))
        to.call("PRelu", [data, slope], call.outs)
    elif p.act_type == "elu":
        to.call("Elu", [data], call.outs, alpha=float(p.slope))
    elif p.act_type == "selu":
        to.call("Selu", [data], call.outs)
    elif p.act_type == "gelu":
        inner = to.call("Erf", [to.call("Mul", [data, to.scalar(2 ** -0.5, dtype)])])
        half = to.call("Mul", [data, to.scalar(0.5, dtype)])
        to.call("Mul", [half, to.call("Add", [inner, to.scalar(1, dtype)])], call.outs)
    else:
        slope = p.slope if p.act_type == "leaky" else (p.lower_bound + p.upper_bound) / 2
        to.call("LeakyRelu", [data], call.outs[:1], alpha=float(slope))


@translates("softmax", "log_softmax", "softmin")
def softmax(to: Writer, call: Call) -> None:
    p, data = call.p, call.ins[0]
    past = None
    if p.get("use_length"):
        axis = call.axis(p.axis)
        past = beyond(to, call.ins[1], call.shapes[0], axis,
                      tuple(1 if i == axis else size for i, size in enumerate(call.shapes[0])))
        data = to.call("Where", [past, to.scalar(torch.finfo(call.types[0]).min, call.types[0]), data])
    scale = -1.0 if call.node.op_name == "softmin" else 1.0
    if p.temperature is not None:
        scale /= p.temperature
    if scale != 1.0:
        data = to.call("Mul", [data, to.scalar(scale, call.types[0])])
    kind = "LogSoftmax" if call.node.op_name == "log_softmax" else "Softmax"
    plain = past is None and call.out_types[0] is call.types[0]
    made = to.call(kind, [data], call.outs if plain else 1, axis=call.axis(p.axis))
    if past is not None:
        made = to.call("Where", [past, to.scalar(0, call.types[0]), made])
    if not plain:
        to.cast(made, call.out_types[0], call.outs)


@translates("Dropout")
def dropout(to: Writer, call: Call) -> None:
    if call.p.mode == "always":
        call.refuse("mode 'always' draws random numbers in prediction")
    to.call("Identity", call.ins, call.outs[:1])


@translates("LayerNorm")
def layer_norm(to: Writer, call: Call) -> None:
    p, axis = call.p, call.axis(call.p.axis)
    data, gamma, beta = call.ins
    shape = [1] * call.rank
    shape[axis] = -1
    out = _standardised(to, data, [axis], p.eps, call.types[0])
    scaled = to.call("Mul", [out, to.reshape(gamma, shape)])
    to.call("Add", [scaled, to.reshape(beta, shape)], call.outs[:1])


def _standardised(to: Writer, data: str, axes: list[int], eps: float, dtype: torch.dtype) -> str:
    centred = to.call("Sub", [data, to.reduce("ReduceMean", data, axes, True)])
    variance = to.reduce("ReduceMean", to.call("Mul", [centred, centred]), axes, True)
    deviation = to.call("Sqrt", [to.call("Add", [variance, to.scalar(eps, dtype)])])
    return to.call("Div", [centred, deviation])


@translates("GroupNorm")
def group_norm(to: Writer, call: Call) -> None:
    p, data = call.p, call.ins[0]
    groups = p.num_groups
    inner = to.reshape(data, (0, groups, -1))
    out = _standardised(to, inner, [2], p.eps, call.types[0])
    gamma, beta = (to.reshape(name, (1, groups, 1)) for name in call.ins[1:])
    out = to.call("Add", [to.call("Mul", [out, gamma]), beta])
    to.reshape(out, (0, *call.shapes[0][1:]), call.outs[:1])


@translates("L2Normalization")
def l2_normalization(to: Writer, call: Call) -> None:
    axes = {"instance": list(range(1, call.rank)), "channel": [1], "spatial": list(range(2, call.rank))}[call.p.mode]
    data = call.ins[0]
    total = to.reduce("ReduceSum", to.call("Mul", [data, data]), axes, True)
    length = to.call("Sqrt", [to.call("Add", [total, to.scalar(call.p.eps, call.types[0])])])
    to.call("Div", [data, length], call.outs[:1])


@translates("Embedding", "_contrib_SparseEmbedding")
def embedding(to: Writer, call: Call) -> None:
    index = to.cast(call.ins[0], torch.int64)
    last = to.constant(np.array(call.p.input_dim - 1), hint="last")
    index = to.call("Min", [to.call("Max", [index, to.constant(np.array(0), hint="first")]), last])
    to.call("Gather", [call.ins[1], index], call.outs, axis=0)


# ---- recurrent layers -------------------------------------------------------------------------------

_ORDER = {"lstm": (0, 3, 1, 2), "gru": (1, 0, 2), "rnn_tanh": (0,), "rnn_relu": (0,)}  # MXNet's gates in ONNX's order
_KIND = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}


@translates("RNN")
def rnn(to: Writer, call: Call) -> None:
    p = call.p
    if p.projection_size or p.use_sequence_length or p.lstm_state_clip_min is not None:
        call.refuse("projection_size, use_sequence_length and lstm_state_clip have no form here")
    directions, size = 1 + p.bidirectional, p.state_size
    layers = unpack(torch.arange(call.shapes[1][0]), p, call.shapes[0][2])  # the position of each weight
    data, states, ends = call.ins[0], call.ins[2:4 if p.mode == "lstm" else 3], []
    for number, weights in enumerate(layers):
        each = len(weights) // directions
        sets = [[_reordered(w.numpy(), p.mode, size) for w in weights[d * each:(d + 1) * each]]
                for d in range(directions)]
        name = f"{call.node.name}_l{number}"
        w, r = (_taken(to, call, np.stack([one[i] for one in sets]), f"{name}_{k}") for i, k in ((0, "w"), (1, "r")))
        b = _taken(to, call, np.stack([np.concatenate([one[2], one[3]]) for one in sets]), f"{name}_b")
        first = [""] * len(states) if all(s in to.zeros for s in states) else \
            [to.slice(s, 0, number * directions, (number + 1) * directions) for s in states]
        extra = {"gru": {"linear_before_reset": 1}, "rnn_relu": {"activations": ["Relu"] * directions}}.get(p.mode, {})
        outs = to.call(_KIND[p.mode], [data, w, r, b, "", *first], 1 + len(states), hidden_size=size,
                       direction="bidirectional" if p.bidirectional else "forward", **extra)
        # (time, direction, batch, feature) -> (time, batch, direction * feature)
        data = to.reshape(to.transpose(outs[0], (0, 2, 1, 3)), (0, 0, -1),
                          call.outs[:1] if number == len(layers) - 1 else 1)
        ends.append(outs[1:])
    if p.state_outputs:
        for index in range(len(states)):
            to.call("Concat", [end[index] for end in ends], [call.outs[1 + index]], axis=0)


def _taken(to: Writer, call: Call, places: np.ndarray, hint: str) -> str:
    """Take elements of the packed vector: now if it is constant, otherwise when the model runs."""
    vector = to.values.get(call.ins[1])
    if vector is not None:
        return to.constant(vector[places], hint=hint)
    return to.call("Gather", [call.ins[1], to.constant(places, np.int64, hint=hint)], axis=0)


def _reordered(weight: np.ndarray, mode: str, size: int) -> np.ndarray:
    return np.concatenate([weight[gate * size:(gate + 1) * size] for gate in _ORDER[mode]])


# ---- image sizes ------------------------------------------------------------------------------------

@translates("UpSampling")
def upsampling(to: Writer, call: Call) -> None:
    p = call.p
    if p.sample_type == "bilinear":
        kernel, pad = 2 * p.scale - p.scale % 2, -(-(p.scale - 1) // 2)
        to.call("ConvTranspose", call.ins, call.outs, kernel_shape=[kernel] * 2, strides=[p.scale] * 2,
                pads=[pad] * 4, group=call.shapes[0][1])
        return
    height = call.out_shapes[0][2]
    parts = []
    for name, shape in zip(call.ins, call.shapes):
        scale = height // shape[2]
        scales = to.constant(np.array([1, 1, scale, scale], np.float32), hint="scales")
        parts.append(to.call("Resize", [name, "", scales], 1 if len(call.ins) > 1 else call.outs, mode="nearest",
                             coordinate_transformation_mode="asymmetric", nearest_mode="floor"))
    if len(parts) > 1 and p.multi_input_mode == "sum":
        to.call("Sum", parts, call.outs)
    elif len(parts) > 1:
        to.call("Concat", parts, call.outs, axis=1)


@translates("Crop")
def crop(to: Writer, call: Call) -> None:
    p, height, width = call.p, *call.out_shapes[0][2:]
    top, left = p.offset if p.offset else (0, 0)
    if p.center_crop:
        top, left = (call.shapes[0][2] - height) // 2, (call.shapes[0][3] - width) // 2
    to.call("Slice", [call.ins[0], to.ints(top, left), to.ints(top + height, left + width), to.ints(2, 3)], call.outs)


@translates("_contrib_BilinearResize2D")
def bilinear_resize(to: Writer, call: Call) -> None:
    aligned = call.p.get("align_corners", True)
    sizes = to.sizes((*call.shapes[0][:2], *call.out_shapes[0][2:]), *call.ins)
    to.call("Resize", [call.ins[0], "", "", sizes], call.outs, mode="linear",
            coordinate_transformation_mode="align_corners" if aligned else "half_pixel")


@translates("_contrib_AdaptiveAvgPooling2D")
def adaptive_pooling(to: Writer, call: Call) -> None:
    """Average with two constant matrices: ONNX has no windows of different sizes."""
    if call.out_shapes[0][2:] == (1, 1):
        to.call("GlobalAveragePool", call.ins, call.outs)
        return
    parts = []
    for size, count in zip(call.shapes[0][2:], call.out_shapes[0][2:]):
        matrix = np.zeros((count, size), numpy_type(call.types[0]))
        for row in range(count):
            begin, end = row * size // count, -(-(row + 1) * size // count)
            matrix[row, begin:end] = 1 / (end - begin)
        parts.append(matrix)
    rows = to.call("MatMul", [to.constant(parts[0], hint="rows"), call.ins[0]])
    to.call("MatMul", [rows, to.constant(parts[1].T, hint="columns")], call.outs)


@translates("_contrib_ROIAlign")
def roi_align(to: Writer, call: Call) -> None:
    p = call.p
    if p.position_sensitive or p.aligned:
        call.refuse("position_sensitive and aligned regions have no form in this opset")
    first = to.squeeze(to.slice(call.ins[1], 1, 0, 1), [1])
    image = to.cast(to.call("Max", [first, to.scalar(0, call.types[1])]), torch.int64)
    boxes = to.slice(call.ins[1], 1, 1, 5)
    frame = {"coordinate_transformation_mode": "output_half_pixel"} if to.opset >= 16 else {}
    made = to.call("RoiAlign", [call.ins[0], boxes, image], **frame, output_height=p.pooled_size[0],
                   output_width=p.pooled_size[1], sampling_ratio=max(p.sample_ratio, 0),
                   spatial_scale=float(p.spatial_scale))
    # image index -1 means no region
    none = to.reshape(to.call("Less", [first, to.scalar(0, call.types[1])]), (-1, 1, 1, 1))
    to.call("Where", [none, to.scalar(0, call.types[0]), made], call.outs)
