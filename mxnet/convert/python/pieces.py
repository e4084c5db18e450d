"""Maps each operator to torch: a layer of `torch.nn`, or an expression. One function per operator."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from ...core.graph import Node

if TYPE_CHECKING:
    from ...module.signatures import Params


RULES: dict[str, Callable[[Call], Piece]] = {}


class Refused(Exception):
    """Raised with the reason why an operator, as it is used here, has no equivalent."""


@dataclass
class Piece:
    """A line of `forward`: an expression in which {0}, {1} … stand for inputs and {layer} for the layer, if any."""

    text: str
    hint: str = "x"                                                   # a readable name for its value or layer
    layer: str = ""                                                   # its class: "nn.Conv2d"
    args: list[tuple[str, Any]] = field(default_factory=list)         # of the class; "" is a positional one
    state: dict[str, torch.Tensor] = field(default_factory=dict)      # tensors of the layer by name
    takes: list[int] = field(default_factory=lambda: [0])             # the operator's inputs that {0}, {1} … stand for
    parts: list[str] = field(default_factory=list)                    # how its outputs are accessed, if not by [0], [1]


class Call:
    """One use of an operator: its params, the shapes around it, and the parameters among its inputs."""

    node: Node
    p: Params
    shapes: list[tuple[int, ...]]
    results: list[tuple[int, ...]]
    values: list[Any | None]

    def __init__(self, node: Node, shapes: list[tuple[int, ...]], results: list[tuple[int, ...]],
                 values: list[torch.Tensor | None]) -> None:
        self.node, self.p, self.shapes, self.results, self.values = node, node.params, shapes, results, values

    @property
    def rank(self) -> int:
        return len(self.shapes[0])

    def value(self, position: int) -> torch.Tensor:
        """Return the parameter at this input; a layer cannot hold a computed value."""
        found = self.values[position] if position < len(self.values) else None
        if found is None:
            raise Refused(f"its {self.node.input_names()[position]} is computed, not a parameter")
        return found

    def every(self) -> list[int]:
        return list(range(len(self.shapes)))


def rule(*names: str) -> Callable[..., Any]:
    """Register the function that writes these operators."""
    def add(function: Callable[[Call], Piece]) -> Callable[[Call], Piece]:
        for name in names:
            RULES[name] = function
        return function
    return add


def size(value: tuple[int, ...] | int) -> Any:
    """Return (3, 3) as 3: torch applies a single number to all axes."""
    return value if isinstance(value, int) else value[0] if len(set(value)) == 1 else tuple(value)


def options(**given: tuple[Any, Any]) -> list[tuple[str, Any]]:
    """Keep the options, given as name=(value, default), that differ from their defaults."""
    return [(name, value) for name, (value, default) in given.items() if value != default]


def check(right: bool, why: str) -> None:
    if not right:
        raise Refused(why)


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
    check(not p.target_shape or not any(p.target_shape), "target_shape")
    args = [("", call.shapes[0][1]), ("", p.num_filter), ("", size(p.kernel)), *options(
        stride=(size(p.stride or (1,)), 1), padding=(size(p.pad or (0,)), 0), output_padding=(size(p.adj or (0,)), 0),
        groups=(p.num_group, 1), bias=(not p.no_bias, True), dilation=(size(p.dilate or (1,)), 1))]
    state = {"weight": call.value(1)} if p.no_bias else {"weight": call.value(1), "bias": call.value(2)}
    return Piece("{layer}({0})", "deconv", f"nn.ConvTranspose{rank}d", args, state)


@rule("FullyConnected")
def fully_connected(call: Call) -> Piece:
    p, weight = call.p, call.value(1)
    args = [("", weight.shape[1]), ("", weight.shape[0]), *options(bias=(not p.no_bias, True))]
    state = {"weight": weight} if p.no_bias else {"weight": weight, "bias": call.value(2)}
    data = flattened(call) if p.flatten and call.rank != 2 else "{0}"
    return Piece(f"{{layer}}({data})", "fc", "nn.Linear", args, state)


def flattened(call: Call) -> str:
    """Write the input with two axes; a vector has one number per sample of the batch."""
    return "torch.flatten({0}, 1)" if call.rank > 1 else "{0}.unsqueeze(1)"


@rule("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm")
def batch_norm(call: Call) -> Piece:
    p = call.p
    check(p.get("axis", 1) in (1, 1 - call.rank), f"axis {p.get('axis', 1)}")
    gamma, beta, mean, var = (call.value(place) for place in (1, 2, 3, 4))
    check(call.rank in (2, 3, 4, 5), f"an input of {call.rank} axes")
    kind = {2: 1, 3: 1, 4: 2, 5: 3}[call.rank]
    args = [("", len(mean)), *options(eps=(round(float(p.eps), 10), 1e-5), momentum=(round(1 - p.momentum, 6), 0.1))]
    state = {"weight": torch.ones_like(gamma) if p.fix_gamma else gamma, "bias": beta, "running_mean": mean,
             "running_var": var, "num_batches_tracked": torch.tensor(0)}
    return Piece("{layer}({0})", "bn", f"nn.BatchNorm{kind}d", args, state)


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
    forms = {"leaky": f"F.leaky_relu({{0}}, {slope})", "elu": f"F.elu({{0}}, {slope})", "selu": "F.selu({0})",
             "gelu": "F.gelu({0})"}
    check(p.act_type in forms, f"act_type {p.act_type}")
    return Piece(forms[p.act_type])


@rule("Dropout")
def dropout(call: Call) -> Piece:
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
    parts = ["[0]", "[1][0]", "[1][1]"] if p.mode == "lstm" else []
    return Piece("{layer}({0}" + states + ")", "rnn", name, args, state, takes, parts)


# ---- pooling ------------------------------------------------------------------------------------

@rule("Pooling", "Pooling_v1")
def pooling(call: Call) -> Piece:
    p, axes = call.p, tuple(range(2, call.rank))
    check(p.get("layout") in (None, "NCW", "NCHW", "NCDHW") and p.pool_type in ("max", "avg"),
          f"{p.pool_type} pooling, layout {p.get('layout')}")
    if p.global_pool:
        way = "amax" if p.pool_type == "max" else "mean"
        return Piece(f"{{0}}.{way}({size(axes) if len(axes) == 1 else axes}, keepdim=True)")
    rank, pad = len(p.kernel), size(p.pad or (0,))
    check(p.pooling_convention in ("valid", "full"), f"pooling_convention {p.pooling_convention}")
    given = [repr(size(p.kernel)), *(f"{name}={value!r}" for name, value in options(
        stride=(size(p.stride or (1,)), None), padding=(pad, 0), ceil_mode=(p.pooling_convention == "full", False)))]
    if p.pool_type == "avg" and pad and p.get("count_include_pad") is False:
        given.append("count_include_pad=False")
    return Piece(f"F.{p.pool_type}_pool{rank}d({{0}}, {', '.join(given)})")


@rule("UpSampling")
def upsampling(call: Call) -> Piece:
    check(call.p.sample_type == "nearest" and len(call.shapes) == 1, "other than nearest, of one input")
    return Piece(f"F.interpolate({{0}}, scale_factor={call.p.scale})")


# ---- activations --------------------------------------------------------------------------------

ACTIVATIONS = {"relu": "F.relu({0})", "sigmoid": "torch.sigmoid({0})", "tanh": "torch.tanh({0})",
               "softrelu": "F.softplus({0})", "softsign": "F.softsign({0})"}


@rule("Activation")
def activation(call: Call) -> Piece:
    return Piece(ACTIVATIONS[call.p.act_type])


@rule("softmax", "log_softmax", "softmin")
def softmax(call: Call) -> Piece:
    check(len(call.shapes) == 1 and call.p.temperature in (None, 1.0), "lengths or temperature")
    sign = "-" if call.node.op_name == "softmin" else ""
    way = "log_softmax" if call.node.op_name == "log_softmax" else "softmax"
    return Piece(f"torch.{way}({sign}{{0}}, dim={call.p.axis})")


@rule("SoftmaxActivation")
def softmax_activation(call: Call) -> Piece:
    if call.p.mode == "channel":
        return Piece("torch.softmax({0}, dim=1)")
    return Piece("torch.softmax({0}, dim=1)" if call.rank == 2 else
                 "torch.softmax(torch.flatten({0}, 1), dim=1).reshape({0}.shape)")


# ---- shapes -------------------------------------------------------------------------------------

@rule("Flatten")
def flatten(call: Call) -> Piece:
    return Piece(flattened(call))


@rule("Reshape", "reshape")
def reshape(call: Call) -> Piece:
    """Keep the batch size variable: the first axis may have any size."""
    before, after = call.shapes[0], call.results[0]
    if after and before and after[0] == before[0]:
        return Piece(f"{{0}}.reshape({', '.join(map(str, ('-1', *after[1:])))})")
    if before and any(before[0] and n % before[0] == 0 for n in after[:1]):
        return Piece(f"{{0}}.reshape({', '.join(map(str, ('-1', *after[1:])))})")
    return Piece(f"{{0}}.reshape({', '.join(map(str, after))})")


@rule("transpose")
def transpose(call: Call) -> Piece:
    axes = call.p.axes or tuple(reversed(range(call.rank)))
    return Piece(f"{{0}}.permute({', '.join(map(str, axes))})")


@rule("SwapAxis")
def swap_axis(call: Call) -> Piece:
    return Piece(f"{{0}}.transpose({call.p.dim1}, {call.p.dim2})")


@rule("expand_dims")
def expand_dims(call: Call) -> Piece:
    return Piece(f"{{0}}.unsqueeze({call.p.axis})")


@rule("squeeze")
def squeeze(call: Call) -> Piece:
    axis = call.p.axis
    return Piece("{0}.squeeze()" if axis is None else f"{{0}}.squeeze({size(axis)})")


@rule("Concat", "concat")
def concat(call: Call) -> Piece:
    places = call.every()
    return Piece(f"torch.cat([{', '.join(f'{{{i}}}' for i in places)}], dim={call.p.dim})", takes=places)


@rule("stack")
def stack(call: Call) -> Piece:
    places = call.every()
    return Piece(f"torch.stack([{', '.join(f'{{{i}}}' for i in places)}], dim={call.p.axis})", takes=places)


@rule("add_n")
def add_n(call: Call) -> Piece:
    places = call.every()
    return Piece(" + ".join(f"{{{i}}}" for i in places), takes=places)


@rule("SliceChannel", "split")
def slice_channel(call: Call) -> Piece:
    p = call.p
    if p.squeeze_axis:
        return Piece(f"torch.unbind({{0}}, dim={p.axis})", "parts")
    return Piece(f"torch.chunk({{0}}, {p.num_outputs}, dim={p.axis})", "parts")


@rule("slice_axis")
def slice_axis(call: Call) -> Piece:
    p, axis = call.p, call.p.axis % call.rank
    end = "" if p.end is None else p.end
    return Piece(f"{{0}}[{', '.join([':'] * axis + [f'{p.begin}:{end}'])}]")


@rule("Crop")
def crop(call: Call) -> Piece:
    """Cut the first input to a size, or to that of the second."""
    (height, width), p = call.shapes[0][2:], call.p
    tall, wide = call.results[0][2:]
    top, left = ((height - tall) // 2, (width - wide) // 2) if p.center_crop else p.offset or (0, 0)
    return Piece(f"{{0}}[:, :, {top}:{top + tall}, {left}:{left + wide}]")


@rule("Pad", "pad")
def pad_borders(call: Call) -> Piece:
    p = call.p
    widths = [number for axis in reversed(range(2, call.rank)) for number in p.pad_width[2 * axis:2 * axis + 2]]
    check(not any(p.pad_width[:4]), "padding of batch and channels")
    way = {"constant": f", value={p.constant_value}" if p.constant_value else "", "edge": ", mode='replicate'",
           "reflect": ", mode='reflect'"}[p.mode]
    return Piece(f"F.pad({{0}}, {tuple(widths)}{way})")


# ---- arithmetic ---------------------------------------------------------------------------------

def _elementwise() -> None:
    """Declare binary and unary operators by a table each."""
    signs = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
    for word, sign in signs.items():
        for name in (f"elemwise_{word}", f"broadcast_{word}"):
            RULES[name] = lambda call, sign=sign: Piece(f"{{0}} {sign} {{1}}", takes=[0, 1])
    scalars = {"_plus_scalar": "{{0}} + {s}", "_minus_scalar": "{{0}} - {s}", "_rminus_scalar": "{s} - {{0}}",
               "_mul_scalar": "{{0}} * {s}", "_div_scalar": "{{0}} / {s}", "_rdiv_scalar": "{s} / {{0}}",
               "_power_scalar": "{{0}} ** {s}", "_maximum_scalar": "torch.clamp({{0}}, min={s})",
               "_minimum_scalar": "torch.clamp({{0}}, max={s})"}
    for name, text in scalars.items():
        RULES[name] = lambda call, text=text: Piece(text.format(s=float(call.p.scalar)))
    for name in ("exp", "log", "sqrt", "square", "abs", "sigmoid", "tanh", "negative", "sin", "cos", "floor", "ceil",
                 "rsqrt", "reciprocal", "sign", "erf", "round"):
        RULES[name] = lambda call, name=name: Piece(f"torch.{name}({{0}})")
    RULES["relu"] = lambda call: Piece("F.relu({0})")
    RULES["BlockGrad"] = lambda call: Piece("{0}.detach()")
    for name in ("_copy", "identity", "MakeLoss"):
        RULES[name] = lambda call: Piece("{0}")
    for name in ("broadcast_maximum", "_maximum"):
        RULES[name] = lambda call: Piece("torch.maximum({0}, {1})", takes=[0, 1])
    for name in ("broadcast_minimum", "_minimum"):
        RULES[name] = lambda call: Piece("torch.minimum({0}, {1})", takes=[0, 1])


_elementwise()


@rule("clip")
def clip(call: Call) -> Piece:
    if (call.p.a_min, call.p.a_max) == (0, 6):
        return Piece("F.relu6({0})")
    return Piece(f"torch.clamp({{0}}, {call.p.a_min}, {call.p.a_max})")


@rule("mean", "sum", "max", "min", "prod")
def reduction(call: Call) -> Piece:
    p = call.p
    check(not p.get("exclude", False), "exclude")
    axis = tuple(range(call.rank)) if p.axis in (None, ()) else p.axis if isinstance(p.axis, tuple) else (p.axis,)
    way = {"max": "amax", "min": "amin"}.get(call.node.op_name, call.node.op_name)
    check(way != "prod" or len(axis) == 1, "a product over several axes")
    return Piece(f"{{0}}.{way}({size(axis) if len(axis) == 1 else axis}{', keepdim=True' if p.keepdims else ''})")


@rule("dot")
def dot(call: Call) -> Piece:
    check(call.rank == 2 and len(call.shapes[1]) == 2, "axes other than two")
    left = "{0}.t()" if call.p.transpose_a else "{0}"
    return Piece(f"{left} @ {'{1}.t()' if call.p.transpose_b else '{1}'}", takes=[0, 1])


@rule("batch_dot")
def batch_dot(call: Call) -> Piece:
    left = "{0}.transpose(1, 2)" if call.p.transpose_a else "{0}"
    return Piece(f"torch.bmm({left}, {'{1}.transpose(1, 2)' if call.p.transpose_b else '{1}'})", takes=[0, 1])


@rule("L2Normalization")
def l2_normalization(call: Call) -> Piece:
    axes = {"instance": tuple(range(1, call.rank)), "channel": (1,), "spatial": tuple(range(2, call.rank))}[call.p.mode]
    return Piece(f"{{0}} / torch.sqrt({{0}}.square().sum({size(axes) if len(axes) == 1 else axes}, keepdim=True) + "
                 f"{call.p.eps:g})")


@rule("LRN")
def lrn(call: Call) -> Piece:
    p = call.p
    return Piece(f"F.local_response_norm({{0}}, {p.nsize}, alpha={p.alpha:g}, beta={p.beta:g}, k={p.knorm:g})")


@rule("_zeros", "_ones")
def filled(call: Call) -> Piece:
    return Piece(f"torch.{call.node.op_name[1:]}({', '.join(map(str, call.results[0]))})", takes=[])


@rule("_arange")
def arange(call: Call) -> Piece:
    p = call.p
    check(p.stop is not None and p.repeat == 1, "without an end, or repeated")
    return Piece(f"torch.arange({p.start:g}, {p.stop:g}, {p.step:g}, dtype=torch.float32)", takes=[])


@rule("Cast")
def cast(call: Call) -> Piece:
    return Piece(f"{{0}}.to({call.p.dtype})")
