"""Operators that are layers of `torch.nn`: with parameters, pooling, resizing, activations."""
from __future__ import annotations

import torch

from .pieces import Call, Piece, check, flattened, options, rule, size

# ---- layers with parameters ---------------------------------------------------------------------

@rule("Convolution", "Convolution_v1")
def convolution(call: Call) -> Piece:
    p, rank = call.p, len(call.p.kernel)
    check(p.get("layout") in (None, "NCW", "NCHW", "NCDHW"), f"layout {p.get('layout')}")
    weight = call.value(1)
    args = [("", call.shapes[0][1]), ("", p.num_filter), ("", size(p.kernel)), *options(
        stride=(size(p.stride or (1,)), 1), padding=(size(p.pad or (0,)), 0), dilation=(size(p.dilate or (1,)), 1),
        groups=(p.num_group, 1), bias=(not p.no_bias, True))]
    state = {"weight": weight} if p.no_bias else {"weight": weight, "bias": call.value(2)}
    return Piece("{layer}({0})", "conv", f"nn.Conv{rank}d", args, state)


@rule("Deconvolution")
def deconvolution(call: Call) -> Piece:
    p, rank = call.p, len(call.p.kernel)
    check(p.layout in (None, "NCW", "NCHW", "NCDHW"), f"layout {p.layout}")
    target = any(p.target_shape)  # then pad and adj follow from the input's size
    pad, adj = ((0,), (0,)) if target else (p.pad or (0,), p.adj or (0,))
    args = [("", call.shapes[0][1]), ("", p.num_filter), ("", size(p.kernel)), *options(
        stride=(size(p.stride or (1,)), 1), padding=(size(pad), 0), output_padding=(size(adj), 0),
        groups=(p.num_group, 1), bias=(not p.no_bias, True), dilation=(size(p.dilate or (1,)), 1))]
    state = {"weight": call.value(1)} if p.no_bias else {"weight": call.value(1), "bias": call.value(2)}
    text = f"centered({{layer}}({{0}}), {call.results[0][2:]})" if target else "{layer}({0})"
    return Piece(text, "deconv", f"nn.ConvTranspose{rank}d", args, state)


@rule("FullyConnected")
def fully_connected(call: Call) -> Piece:
    p, weight = call.p, call.value(1)
    args = [("", weight.shape[1]), ("", weight.shape[0]), *options(bias=(not p.no_bias, True))]
    state = {"weight": weight} if p.no_bias else {"weight": weight, "bias": call.value(2)}
    data = flattened(call) if p.flatten and call.rank != 2 else "{0}"
    return Piece(f"{{layer}}({data})", "fc", "nn.Linear", args, state)


@rule("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm")
def batch_norm(call: Call) -> Piece:
    """Write MXNet's layer: torch's corrects the moving variance for the size of the batch, and has no fixed scale."""
    p = call.p
    check(p.get("axis", 1) in (1, 1 - call.rank), f"axis {p.get('axis', 1)}")
    gamma, beta, mean, var = (call.value(place) for place in (1, 2, 3, 4))
    check(call.rank in (2, 3, 4, 5), f"an input of {call.rank} axes")
    kind = {2: 1, 3: 1, 4: 2, 5: 3}[call.rank]
    args = [("", len(mean)), *options(
        eps=(round(float(p.eps), 10), 1e-5), momentum=(round(1 - p.momentum, 6), 0.1),
        fix_gamma=(bool(p.fix_gamma), False), use_global_stats=(bool(p.get("use_global_stats")), False))]
    state = {"weight": torch.ones_like(gamma) if p.fix_gamma else gamma, "bias": beta, "running_mean": mean,
             "running_var": var, "num_batches_tracked": torch.tensor(0)}
    return Piece("{layer}({0})", "bn", f"BatchNorm{kind}d", args, state)


@rule("LayerNorm")
def layer_norm(call: Call) -> Piece:
    check(call.p.axis in (-1, call.rank - 1), f"axis {call.p.axis}")
    args = [("", call.shapes[0][-1]), *options(eps=(round(float(call.p.eps), 10), 1e-5))]
    return Piece("{layer}({0})", "norm", "nn.LayerNorm", args, {"weight": call.value(1), "bias": call.value(2)})


@rule("InstanceNorm")
def instance_norm(call: Call) -> Piece:
    check(call.rank in (3, 4, 5), f"an input of {call.rank} axes")
    args = [("", call.shapes[0][1]), *options(eps=(round(float(call.p.eps), 10), 1e-5)), ("affine", True)]
    state = {"weight": call.value(1), "bias": call.value(2)}
    return Piece("{layer}({0})", "norm", f"nn.InstanceNorm{call.rank - 2}d", args, state)


@rule("Embedding")
def embedding(call: Call) -> Piece:
    weight = call.value(1)
    return Piece("{layer}({0}.long())", "embedding", "nn.Embedding", [("", weight.shape[0]), ("", weight.shape[1])],
                 {"weight": weight})


@rule("LeakyReLU")
def leaky_relu(call: Call) -> Piece:
    p, slope = call.p, round(float(call.p.slope), 8)
    if p.act_type == "prelu":
        alpha = call.value(1)
        return Piece("{layer}({0})", "prelu", "nn.PReLU", [("", alpha.numel())] if alpha.numel() > 1 else [],
                     {"weight": alpha.reshape(-1)})
    if p.act_type == "rrelu":
        return Piece("{layer}({0})", "rrelu", "nn.RReLU", [("", round(float(p.lower_bound), 8)),
                                                           ("", round(float(p.upper_bound), 8))])
    forms = {"leaky": f"F.leaky_relu({{0}}, {slope})", "elu": f"F.elu({{0}}, {slope})", "selu": "F.selu({0})",
             "gelu": "F.gelu({0})"}
    check(p.act_type in forms, f"act_type {p.act_type}")
    return Piece(forms[p.act_type])


@rule("Dropout")
def dropout(call: Call) -> Piece:
    check(call.p.mode == "training" and not call.p.axes, "at prediction too, or of whole axes")
    return Piece("{layer}({0})", "dropout", "nn.Dropout", [("", round(float(call.p.p), 6))])


GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


@rule("RNN")
def rnn(call: Call) -> Piece:
    """Write a fused layer; its parameter vector has all weights first, then all biases."""
    p = call.p
    check(not p.projection_size and not p.use_sequence_length, "projections and sequence lengths")
    ways, features, units = 2 if p.bidirectional else 1, call.shapes[0][2], p.state_size
    vector, gates = call.value(1).reshape(-1), GATES[p.mode]
    state: dict[str, torch.Tensor] = {}
    place = 0
    for kind in ("weight", "bias"):
        for layer in range(p.num_layers):
            for way in range(ways):
                for source, width in (("ih", features if layer == 0 else units * ways), ("hh", units)):
                    shape = (gates * units, width) if kind == "weight" else (gates * units,)
                    count = gates * units * (width if kind == "weight" else 1)
                    name = f"{kind}_{source}_l{layer}{'_reverse' if way else ''}"
                    state[name] = vector[place:place + count].reshape(shape)
                    place += count
    name = {"lstm": "nn.LSTM", "gru": "nn.GRU"}.get(p.mode, "nn.RNN")
    args = [("", features), ("", units), *options(num_layers=(p.num_layers, 1), bidirectional=(p.bidirectional, False)),
            *([("nonlinearity", "relu")] if p.mode == "rnn_relu" else [])]
    states = ", ({1}, {2})" if p.mode == "lstm" else ", {1}"
    takes = [0, 2, 3] if p.mode == "lstm" else [0, 2]
    if all(call.node.inputs[place].node.op_name == "_zeros" for place in takes[1:]):  # torch's default
        states, takes = "", [0]
    if not p.state_outputs:
        return Piece("{layer}({0}" + states + ")[0]", "rnn", name, args, state, takes)
    parts = ["[0]", "[1][0]", "[1][1]"] if p.mode == "lstm" else ["[0]", "[1]"]
    return Piece("{layer}({0}" + states + ")", "rnn", name, args, state, takes, len(parts), parts)


# ---- pooling ------------------------------------------------------------------------------------

@rule("Pooling", "Pooling_v1")
def pooling(call: Call) -> Piece:
    p, axes, kind = call.p, tuple(range(2, call.rank)), call.p.pool_type
    check(p.get("layout") in (None, "NCW", "NCHW", "NCDHW") and kind in ("max", "avg", "sum"),
          f"{kind} pooling, layout {p.get('layout')}")
    if p.global_pool:
        way = {"max": "amax", "avg": "mean", "sum": "sum"}[kind]
        return Piece(f"{{0}}.{way}({size(axes) if len(axes) == 1 else axes}, keepdim=True)")
    rank = len(p.kernel)
    full = p.pooling_convention == "full"
    check(full or p.pooling_convention == "valid", f"pooling_convention {p.pooling_convention}")
    strides, pads = p.stride or (1,) * rank, p.pad[:rank] or (0,) * rank
    excludes = kind == "avg" and any(pads) and p.get("count_include_pad") is False
    if kind == "sum" or any(2 * q > k or full and s + q > k for k, s, q in zip(p.kernel, strides, pads)):
        # torch pads less than half a kernel, and drops windows that begin past the data
        more = options(full=(full, False), include_padding=(not excludes, True))
        return Piece(f"pool({{0}}, {kind!r}, {tuple(p.kernel)}, {tuple(strides)}, {tuple(pads)}"
                     f"{''.join(f', {name}={value}' for name, value in more)})")
    given = [repr(size(p.kernel)), *(f"{name}={value!r}" for name, value in options(
        stride=(size(strides), None), padding=(size(pads), 0), ceil_mode=(full, False)))]
    if excludes:
        given.append("count_include_pad=False")
    return Piece(f"F.{kind}_pool{rank}d({{0}}, {', '.join(given)})")


@rule("_contrib_AdaptiveAvgPooling2D")
def adaptive_pooling(call: Call) -> Piece:
    target = call.results[0][2:]
    return Piece(f"F.adaptive_avg_pool2d({{0}}, {size(target)})")


@rule("UpSampling")
def upsampling(call: Call) -> Piece:
    p = call.p
    if p.sample_type == "bilinear":
        weight = call.value(1)
        args = [("", len(weight)), ("", len(weight)), ("", weight.shape[-1]), ("stride", p.scale),
                *options(padding=(p.scale // 2, 0)), ("groups", len(weight)), ("bias", False)]
        return Piece("{layer}({0})", "upsample", "nn.ConvTranspose2d", args, {"weight": weight})
    places = call.every()
    scales = []
    for place in places:
        found = {first[2] * p.scale / other[2] for first, other in zip(call.of(0), call.of(place))}
        exact = len(found) == 1 and next(iter(found)).is_integer()
        scales.append(int(next(iter(found))) if exact else f"{{0}}.shape[2] * {p.scale} // {{{place}}}.shape[2]")
    large = [f"F.interpolate({{{place}}}, scale_factor={scale})" for place, scale in zip(places, scales)]
    if len(large) == 1:
        return Piece(large[0])
    return Piece(f"torch.cat([{', '.join(large)}], dim=1)" if p.multi_input_mode == "concat" else " + ".join(large),
                 takes=places)


@rule("_contrib_BilinearResize2D")
def bilinear_resize(call: Call) -> Piece:
    p = call.p
    check(p.align_corners or 1 not in call.results[0][2:], "to a side of one pixel without align_corners")
    sides = [f"{{0}}.shape[{axis}]" for axis in (2, 3)]
    takes = [0]
    forms = {"to_even_down": "{n} - {n} % 2", "to_even_up": "{n} + {n} % 2", "to_odd_down": "{n} - 1 + {n} % 2",
             "to_odd_up": "{n} + 1 - {n} % 2"}
    if p.mode == "like":
        target, takes = "{1}.shape[2:]", [0, 1]
    elif p.mode in forms:
        target = f"({', '.join(forms[p.mode].replace('{n}', side) for side in sides)})"
    elif p.mode == "odd_scale" or p.scale_height is not None:
        odd = ", odd=True" if p.mode == "odd_scale" else ""
        scales = [f"{float(scale):.9g}{odd}" for scale in (p.scale_height, p.scale_width)]
        target = f"({', '.join(f'scaled({side}, {scale})' for side, scale in zip(sides, scales))})"
    else:
        target = repr((p.height, p.width))
    return Piece(f"F.interpolate({{0}}, size={target}, mode='bilinear', align_corners={p.align_corners})", takes=takes)


@rule("_contrib_MultiBoxPrior")
def multibox_prior(call: Call) -> Piece:
    p = call.p
    given = options(steps=(tuple(p.steps), (-1.0, -1.0)), offsets=(tuple(p.offsets), (0.5, 0.5)), clip=(p.clip, False))
    return Piece(f"anchors({{0}}, {tuple(p.sizes)}, {tuple(p.ratios)}"
                 f"{''.join(f', {name}={value}' for name, value in given)})", "anchors")


# ---- activations --------------------------------------------------------------------------------

ACTIVATIONS = {"relu": "F.relu({0})", "sigmoid": "torch.sigmoid({0})", "tanh": "torch.tanh({0})",
               "softrelu": "F.softplus({0})", "softsign": "F.softsign({0})"}


@rule("Activation")
def activation(call: Call) -> Piece:
    return Piece(ACTIVATIONS[call.p.act_type])


@rule("softmax", "log_softmax", "softmin")
def softmax(call: Call) -> Piece:
    check(len(call.shapes) == 1, "lengths")
    sign = "-" if call.node.op_name == "softmin" else ""
    way = "log_softmax" if call.node.op_name == "log_softmax" else "softmax"
    divided = "" if call.p.temperature in (None, 1.0) else f" / {call.p.temperature}"
    return Piece(f"torch.{way}({sign}{{0}}{divided}, dim={call.p.axis})")


@rule("SoftmaxActivation")
def softmax_activation(call: Call) -> Piece:
    if call.p.mode == "channel":
        return Piece("torch.softmax({0}, dim=1)")
    return Piece("torch.softmax({0}, dim=1)" if call.rank == 2 else
                 "torch.softmax(torch.flatten({0}, 1), dim=1).reshape({0}.shape)")
