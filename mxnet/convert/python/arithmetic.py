"""Operators that compute with numbers: element by element, reductions, products, choices by index."""
from __future__ import annotations

import re

from .pieces import RULES, Call, Piece, check, rule, size

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_COMPARED = {"equal": "==", "not_equal": "!=", "greater": ">", "greater_equal": ">=", "lesser": "<",
             "lesser_equal": "<="}
_SCALARS = {"_plus_scalar": "{{0}} + {s}", "_minus_scalar": "{{0}} - {s}", "_rminus_scalar": "{s} - {{0}}",
            "_mul_scalar": "{{0}} * {s}", "_div_scalar": "{{0}} / {s}", "_rdiv_scalar": "{s} / {{0}}",
            "_power_scalar": "{{0}} ** {s}", "_rpower_scalar": "{s} ** {{0}}",
            "_maximum_scalar": "torch.clamp({{0}}, min={s})", "_minimum_scalar": "torch.clamp({{0}}, max={s})"}
_UNARY = {name: f"torch.{name}({{0}})" for name in (
    "exp", "log", "sqrt", "square", "abs", "sigmoid", "tanh", "negative", "sin", "cos", "tan", "floor", "ceil", "rsqrt",
    "reciprocal", "sign", "erf", "trunc", "log1p", "expm1", "log2", "log10", "arcsin", "arccos", "arctan", "sinh",
    "cosh", "arcsinh", "arccosh", "arctanh", "zeros_like", "ones_like")}
_UNARY.update({
    "relu": "F.relu({0})", "BlockGrad": "{0}.detach()", "_copy": "{0}", "identity": "{0}", "MakeLoss": "{0}",
    "fix": "torch.trunc({0})", "rint": "torch.round({0})", "softsign": "F.softsign({0})",
    "round": "{0}.trunc() + ({0}.frac().abs() >= 0.5) * {0}.sign()",  # halves away from zero, unlike torch
    "_contrib_div_sqrt_dim": "{0} / {0}.shape[-1] ** 0.5"})
# Of two equal numbers the first has the gradient; torch.maximum shares it between both.
_CHOSEN = {"maximum": "torch.where({0} >= {1}, {0}, {1})", "minimum": "torch.where({0} <= {1}, {0}, {1})"}


def _elementwise() -> None:
    """Declare binary and unary operators by tables."""
    for word, sign in {**_SIGNS, "power": "**"}.items():
        for name in (f"elemwise_{word}", f"broadcast_{word}", f"_{word}"):
            RULES[name] = lambda call, sign=sign: _binary(call, f"{{0}} {sign} {{1}}")
    for word, sign in _COMPARED.items():
        for name in (f"_{word}", f"broadcast_{word}"):
            RULES[name] = lambda call, sign=sign: _binary(call, f"({{0}} {sign} {{1}}).to({{0}}.dtype)")
        RULES[f"_{word}_scalar"] = lambda call, sign=sign: Piece(
            f"({{0}} {sign} {float(call.p.scalar)}).to({{0}}.dtype)")
    for name, text in _SCALARS.items():
        RULES[name] = lambda call, text=text: Piece(text.format(s=float(call.p.scalar)))
    for name, text in _UNARY.items():
        RULES[name] = lambda call, text=text: Piece(text)
    for word, text in _CHOSEN.items():
        for name in (f"broadcast_{word}", f"_{word}"):
            RULES[name] = lambda call, text=text: _binary(call, text)


def _binary(call: Call, text: str) -> Piece:
    """Write an operator of two values; torch broadcasts where those of equal shapes do not."""
    if call.checked and not call.node.op_name.startswith("broadcast_"):
        text = re.sub(r"\{(\d)\}", r"same({0}, {1})[\1]", text)
    return Piece(text, takes=[0, 1])


_elementwise()


@rule("add_n")
def add_n(call: Call) -> Piece:
    places = call.every()
    values = [f"{{{i}}}" for i in places]
    return Piece(f"sum(same({', '.join(values)}))" if call.checked else " + ".join(values), takes=places)


@rule("clip")
def clip(call: Call) -> Piece:
    return Piece(f"torch.clamp({{0}}, {call.p.a_min}, {call.p.a_max})")


@rule("mean", "sum", "max", "min", "prod")
def reduction(call: Call) -> Piece:
    p = call.p
    axis = tuple(range(call.rank)) if p.axis in (None, ()) else p.axis if isinstance(p.axis, tuple) else (p.axis,)
    if p.get("exclude", False) and p.axis not in (None, ()):
        axis = tuple(place for place in range(call.rank) if place not in [one % call.rank for one in axis])
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
    total = f".sum({size(axes) if len(axes) == 1 else axes}, keepdim=True)" if axes else ""
    return Piece(f"{{0}} / torch.sqrt({{0}}.square(){total} + {call.p.eps:g})")


@rule("LRN")
def lrn(call: Call) -> Piece:
    p = call.p
    return Piece(f"F.local_response_norm({{0}}, {p.nsize}, alpha={p.alpha:g}, beta={p.beta:g}, k={p.knorm:g})")


@rule("norm")
def norm(call: Call) -> Piece:
    p = call.p
    check(int(p.ord) in (1, 2) and not p.get("out_dtype"), f"ord {p.ord}, or a type")
    axis = tuple(range(call.rank)) if p.axis in (None, ()) else p.axis if isinstance(p.axis, tuple) else (p.axis,)
    return Piece(f"torch.linalg.vector_norm({{0}}, {p.ord}, {axis}{', keepdim=True' if p.keepdims else ''})")


@rule("argmax", "argmin")
def place_of(call: Call) -> Piece:
    p = call.p
    check(p.axis is not None, "without an axis")
    kept = ", keepdim=True" if p.keepdims else ""
    return Piece(f"torch.{call.node.op_name}({{0}}, {p.axis}{kept}).to({{0}}.dtype)")


@rule("_linalg_gemm2")
def gemm2(call: Call) -> Piece:
    p = call.p
    check(int(p.get("axis", -2)) == -2, f"axis {p.get('axis')}")
    left = "{0}.mT" if p.transpose_a else "{0}"
    factor = f" * {float(p.alpha)}" if p.alpha != 1 else ""
    return Piece(f"torch.matmul({left}, {'{1}.mT' if p.transpose_b else '{1}'}){factor}", takes=[0, 1])


# ---- attention ----------------------------------------------------------------------------------

@rule("_contrib_interleaved_matmul_selfatt_qk", "_contrib_interleaved_matmul_encdec_qk")
def attention_scores(call: Call) -> Piece:
    heads = call.p.heads
    if "selfatt" in call.node.op_name:
        queries, keys, takes = f"heads_of({{0}}, {heads}, 3, 0)", f"heads_of({{0}}, {heads}, 3, 1)", [0]
    else:
        queries, keys, takes = f"heads_of({{0}}, {heads}, 1, 0)", f"heads_of({{1}}, {heads}, 2, 0)", [0, 1]
    width = call.shapes[0][2] // heads // (3 if len(takes) == 1 else 1)
    return Piece(f"torch.bmm({queries} / {width} ** 0.5, {keys}.transpose(1, 2))", "scores", takes=takes)


@rule("_contrib_interleaved_matmul_selfatt_valatt", "_contrib_interleaved_matmul_encdec_valatt")
def attention_values(call: Call) -> Piece:
    parts = 3 if "selfatt" in call.node.op_name else 2
    values = f"heads_of({{0}}, {call.p.heads}, {parts}, {parts - 1})"
    return Piece(f"torch.bmm({{1}}, {values}).transpose(0, 1).reshape({{1}}.shape[1], {{0}}.shape[1], -1)",
                 takes=[0, 1])


# ---- choices ------------------------------------------------------------------------------------

@rule("where")
def where(call: Call) -> Piece:
    check(call.shapes[0] == call.shapes[1], "a condition of another shape")
    return Piece("torch.where({0} != 0, {1}, {2})", takes=[0, 1, 2])


@rule("take")
def take(call: Call) -> Piece:
    axis = call.p.axis % call.rank
    index = {"clip": f".clamp(0, {{0}}.shape[{axis}] - 1)", "wrap": f".remainder({{0}}.shape[{axis}])",
             "raise": ""}[call.p.mode]
    return Piece(f"{{0}}[{':, ' * axis}{{1}}.long(){index}]", takes=[0, 1])


@rule("pick")
def pick(call: Call) -> Piece:
    p = call.p
    check(p.axis is not None and p.mode == "clip", "without an axis, or wrapping")
    axis = p.axis % call.rank
    index = f"{{1}}.long().clamp(0, {{0}}.shape[{axis}] - 1)"
    if len(call.shapes[1]) < call.rank:
        index += f".unsqueeze({axis})"
    return Piece(f"{{0}}.gather({axis}, {index}){'' if p.keepdims else f'.squeeze({axis})'}", takes=[0, 1])


@rule("one_hot")
def one_hot(call: Call) -> Piece:
    p = call.p
    hot = f"({{0}}.long().unsqueeze(-1) == torch.arange({p.depth}, device={{0}}.device)).to({p.dtype})"
    scale = "" if p.on_value - p.off_value == 1 else f" * {float(p.on_value - p.off_value)}"
    return Piece(hot + scale + (f" + {float(p.off_value)}" if p.off_value else ""))


@rule("SequenceMask")
def sequence_mask(call: Call) -> Piece:
    p = call.p
    if not p.use_sequence_length:
        return Piece("{0}")
    return Piece(f"{{0}}.masked_fill(beyond({{0}}, {{1}}, {p.axis}), {float(p.value)})", takes=[0, 1])
