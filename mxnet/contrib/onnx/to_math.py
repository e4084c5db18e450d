"""Exports arithmetic, elementwise functions, reductions and matrix products to ONNX."""
from collections.abc import Callable

import numpy as np
import torch

from .writing import Call, Writer, numpy_type, translates

# ---- two arrays, an array and a number ----------------------------------------------------------------

_BINARY = {"Add": "elemwise_add broadcast_add _plus_scalar _grad_add",
           "Sub": "elemwise_sub broadcast_sub _minus_scalar", "Mul": "elemwise_mul broadcast_mul _mul_scalar",
           "Div": "elemwise_div broadcast_div _div_scalar", "Pow": "_power broadcast_power _power_scalar",
           "Max": "_maximum broadcast_maximum _maximum_scalar", "Min": "_minimum broadcast_minimum _minimum_scalar"}
_COMPARED = {"equal": "Equal", "greater": "Greater", "greater_equal": "GreaterOrEqual", "lesser": "Less",
             "lesser_equal": "LessOrEqual"}
_LOGICAL = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}


def _arithmetic(op: str, reverse: bool = False):
    def translate(to: Writer, call: Call) -> None:
        ins = _operands(to, call, reverse)
        to.call(op, ins, call.outs)
    return translate


def _operands(to: Writer, call: Call, reverse: bool = False) -> list[str]:
    ins = list(call.ins)
    if len(ins) == 1:
        value = float(call.p.scalar)
        ins.append(to.scalar(value if call.types[0].is_floating_point else int(value), call.types[0]))
    return ins[::-1] if reverse else ins


def _comparison(op: str, negate: bool = False):
    def translate(to: Writer, call: Call) -> None:
        found = to.call(op, _operands(to, call))
        to.cast(to.call("Not", [found]) if negate else found, call.out_types[0], call.outs)
    return translate


def _logic(op: str):
    def translate(to: Writer, call: Call) -> None:
        ins = [to.cast(name, torch.bool) for name in _operands(to, call)]
        to.cast(to.call(op, ins), call.out_types[0], call.outs)
    return translate


for _op, _words in _BINARY.items():
    translates(*_words.split())(_arithmetic(_op))
for _word, _op in {"minus": "Sub", "div": "Div", "power": "Pow"}.items():
    translates(f"_r{_word}_scalar")(_arithmetic(_op, reverse=True))
for _word, _op in _COMPARED.items():
    translates(f"_{_word}", f"broadcast_{_word}", f"_{_word}_scalar")(_comparison(_op))
translates("_not_equal", "broadcast_not_equal", "_not_equal_scalar")(_comparison("Equal", negate=True))
for _word, _op in _LOGICAL.items():
    translates(f"broadcast_{_word}", f"_{_word}", f"_{_word}_scalar")(_logic(_op))


@translates("broadcast_mod", "_mod", "_mod_scalar", "_rmod_scalar")
def modulo(to: Writer, call: Call) -> None:
    """Export the remainder, which has the divisor's sign (ONNX's Mod: for integers only) and is 0 for a divisor of
    zero."""
    a, b = _operands(to, call, reverse=call.node.op_name == "_rmod_scalar")
    dtype = call.types[0]
    zero = to.scalar(0, dtype)
    none = to.call("Equal", [b, zero])
    divisor = to.call("Where", [none, to.scalar(1, dtype), b])
    if dtype.is_floating_point:
        rest = to.call("Mod", [a, divisor], fmod=1)
        apart = to.call("Less", [to.call("Mul", [rest, divisor]), zero])
        rest = to.call("Where", [apart, to.call("Add", [rest, divisor]), rest])
    else:
        rest = to.call("Mod", [a, divisor])
    to.call("Where", [none, zero, rest], call.outs)


@translates("broadcast_hypot", "_hypot", "_hypot_scalar")
def hypotenuse(to: Writer, call: Call) -> None:
    squares = [to.call("Mul", [name, name]) for name in _operands(to, call)]
    to.call("Sqrt", [to.call("Add", squares)], call.outs)


# ---- one array ----------------------------------------------------------------------------------------

_UNARY = {"abs": "Abs", "negative": "Neg", "exp": "Exp", "log": "Log", "sqrt": "Sqrt", "ceil": "Ceil",
          "floor": "Floor", "sign": "Sign", "reciprocal": "Reciprocal", "erf": "Erf",
          "relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softsign": "Softsign", "sin": "Sin", "cos": "Cos",
          "tan": "Tan", "arcsin": "Asin", "arccos": "Acos", "arctan": "Atan", "sinh": "Sinh", "cosh": "Cosh",
          "arcsinh": "Asinh", "arccosh": "Acosh", "arctanh": "Atanh", "_copy": "Identity", "BlockGrad": "Identity",
          "make_loss": "Identity", "MakeLoss": "Identity", "IdentityAttachKLSparseReg": "Identity",
          "_contrib_gradientmultiplier": "Identity", "_identity_with_attr_like_rhs": "Identity", "_copyto": "Identity",
          "_contrib_sign_ste": "Sign"}


# calls that also become one node, and the attributes that follow from their params
_DIRECT = {
    "add_n": ("Sum", lambda p: {}),
    "depth_to_space": ("DepthToSpace", lambda p: {"blocksize": p.block_size}),
    "space_to_depth": ("SpaceToDepth", lambda p: {"blocksize": p.block_size}),
    "Flatten": ("Flatten", lambda p: {"axis": 1}),
    "hard_sigmoid": ("HardSigmoid", lambda p: {"alpha": float(p.alpha), "beta": float(p.beta)}),
    "InstanceNorm": ("InstanceNormalization", lambda p: {"epsilon": float(p.eps)}),
    "LRN": ("LRN", lambda p: {"alpha": float(p.alpha), "beta": float(p.beta), "bias": float(p.knorm), "size": p.nsize}),
    "ROIPooling": ("MaxRoiPool", lambda p: {"pooled_shape": list(p.pooled_size),
                                            "spatial_scale": float(p.spatial_scale)}),
    "SoftmaxActivation": ("Softmax", lambda p: {"axis": 1 if p.mode == "channel" else -1}),
}


def _node(op: str, inputs: int | None, attributes: Callable):
    def translate(to: Writer, call: Call) -> None:
        to.call(op, call.ins[:inputs], call.outs[:1], **attributes(call.p))
    return translate


for _word, _op in _UNARY.items():
    translates(_word)(_node(_op, 1, lambda p: {}))
for _word, (_op, _attributes) in _DIRECT.items():
    translates(_word)(_node(_op, None, _attributes))


def _of(word: str, steps):
    """Register a function that ONNX does not have: ``steps(to, name, number)`` returns the result."""
    @translates(word)
    def translate(to: Writer, call: Call) -> None:
        made = steps(to, call.ins[0], lambda value: to.scalar(value, call.types[0]))
        to.call("Identity", [made], call.outs)


_of("rint", lambda to, x, n: to.call("Ceil", [to.call("Sub", [x, n(0.5)])]))  # half is rounded down
_of("square", lambda to, x, n: to.call("Mul", [x, x]))
_of("rsqrt", lambda to, x, n: to.call("Reciprocal", [to.call("Sqrt", [x])]))
_of("cbrt", lambda to, x, n: to.call("Mul", [
    to.call("Sign", [x]), to.call("Pow", [to.call("Abs", [x]), n(1 / 3)])]))
_of("rcbrt", lambda to, x, n: to.call("Mul", [
    to.call("Sign", [x]), to.call("Pow", [to.call("Abs", [x]), n(-1 / 3)])]))
_of("log2", lambda to, x, n: to.call("Mul", [to.call("Log", [x]), n(1 / np.log(2))]))
_of("log10", lambda to, x, n: to.call("Mul", [to.call("Log", [x]), n(1 / np.log(10))]))
_of("log1p", lambda to, x, n: to.call("Log", [to.call("Add", [x, n(1)])]))
_of("expm1", lambda to, x, n: to.call("Sub", [to.call("Exp", [x]), n(1)]))
_of("degrees", lambda to, x, n: to.call("Mul", [x, n(180 / np.pi)]))
_of("radians", lambda to, x, n: to.call("Mul", [x, n(np.pi / 180)]))
# towards zero, and half away from zero
_of("fix", lambda to, x, n: to.call("Mul", [to.call("Sign", [x]), to.call("Floor", [to.call("Abs", [x])])]))
_of("trunc", lambda to, x, n: to.call("Mul", [to.call("Sign", [x]), to.call("Floor", [to.call("Abs", [x])])]))
for _word in ("round", "_contrib_round_ste"):
    _of(_word, lambda to, x, n: to.call("Mul", [
        to.call("Sign", [x]), to.call("Floor", [to.call("Add", [to.call("Abs", [x]), n(0.5)])])]))


@translates("clip")
def clip(to: Writer, call: Call) -> None:
    low, high = (to.scalar(value, call.types[0]) for value in (call.p.a_min, call.p.a_max))
    to.call("Clip", [call.ins[0], low, high], call.outs)


@translates("smooth_l1")
def smooth_l1(to: Writer, call: Call) -> None:
    x, square = call.ins[0], float(call.p.scalar) ** 2
    dtype = call.types[0]
    size = to.call("Abs", [x])
    near = to.call("Mul", [to.call("Mul", [x, x]), to.scalar(square / 2, dtype)])
    far = to.call("Sub", [size, to.scalar(0.5 / square, dtype)])
    to.call("Where", [to.call("Less", [size, to.scalar(1 / square, dtype)]), near, far], call.outs)


@translates("logical_not")
def logical_not(to: Writer, call: Call) -> None:
    to.cast(to.call("Not", [to.cast(call.ins[0], torch.bool)]), call.out_types[0], call.outs)


@translates("_contrib_quadratic")
def quadratic(to: Writer, call: Call) -> None:
    p, x = call.p, call.ins[0]
    a, b, c = (to.scalar(value, call.types[0]) for value in (p.a, p.b, p.c))
    inner = to.call("Add", [to.call("Mul", [a, x]), b])
    to.call("Add", [to.call("Mul", [inner, x]), c], call.outs)


@translates("amp_multicast")
def casts(to: Writer, call: Call) -> None:
    for name, out, dtype in zip(call.ins, call.outs, call.out_types):
        to.cast(name, dtype, [out])


@translates("_image_normalize")
def image_normalize(to: Writer, call: Call) -> None:
    mean, std = (to.constant(np.array(values, numpy_type(call.types[0])).reshape(-1, 1, 1), hint="channels")
                 for values in (call.p.mean, call.p.std))
    to.call("Div", [to.call("Sub", [call.ins[0], mean]), std], call.outs)


@translates("_image_to_tensor")
def image_to_tensor(to: Writer, call: Call) -> None:
    lead = range(call.rank - 3)
    first = to.transpose(to.cast(call.ins[0], torch.float32), (*lead, call.rank - 1, call.rank - 3, call.rank - 2))
    to.call("Div", [first, to.scalar(255, torch.float32)], call.outs)


@translates("Cast", "amp_cast")
def cast(to: Writer, call: Call) -> None:
    to.cast(call.ins[0], call.out_types[0], call.outs)


@translates("where")
def where(to: Writer, call: Call) -> None:
    condition = to.cast(call.ins[0], torch.bool)
    if len(call.shapes[0]) < len(call.shapes[1]):  # a condition with one value per row
        condition = to.reshape(condition, (-1, *(1,) * (len(call.shapes[1]) - 1)))
    to.call("Where", [condition, *call.ins[1:]], call.outs)


# ---- reductions ---------------------------------------------------------------------------------------

def _axes(call: Call) -> list[int]:
    p = call.p
    axis = p.get("axis")
    chosen = range(call.rank) if axis is None or axis == () else \
        [call.axis(a) for a in (axis if isinstance(axis, tuple) else (axis,))]
    if p.get("exclude"):
        return [a for a in range(call.rank) if a not in set(chosen)]
    return sorted(chosen)


def _reduced(to: Writer, call: Call, kind: str, name: str) -> None:
    """Reduce to MXNet's shape: a full reduction has one axis of one element."""
    axes = _axes(call)
    plain = bool(call.p.get("keepdims")) or len(axes) < call.rank
    if not axes:
        to.call("Identity", [name], call.outs)
        return
    out = to.reduce(kind, name, axes, bool(call.p.get("keepdims")), call.outs if plain else 1)
    if not plain:
        to.reshape(out, (1,), call.outs)


def _reduction(kind: str):
    def translate(to: Writer, call: Call) -> None:
        _reduced(to, call, kind, call.ins[0])
    return translate


for _word, _op in {"sum": "ReduceSum", "mean": "ReduceMean", "max": "ReduceMax", "min": "ReduceMin",
                   "prod": "ReduceProd"}.items():
    translates(_word)(_reduction(_op))


@translates("_square_sum", "nansum", "nanprod")
def altered_reduction(to: Writer, call: Call) -> None:
    """Square, or replace NaN by the neutral element, then reduce."""
    name, data = call.node.op_name, call.ins[0]
    if name == "_square_sum":
        data = to.call("Mul", [data, data])
    else:
        neutral = to.scalar(0 if name == "nansum" else 1, call.types[0])
        data = to.call("Where", [to.call("IsNaN", [data]), neutral, data])
    _reduced(to, call, "ReduceProd" if name == "nanprod" else "ReduceSum", data)


@translates("moments")
def moments(to: Writer, call: Call) -> None:
    axes = sorted(call.axis(axis) for axis in call.p.axes)
    mean = to.reduce("ReduceMean", call.ins[0], axes, True)
    apart = to.call("Sub", [call.ins[0], mean])
    variance = to.reduce("ReduceMean", to.call("Mul", [apart, apart]), axes, True)
    for made, shape, out in zip((mean, variance), call.out_shapes, call.outs):
        to.reshape(made, shape, [out])


@translates("norm")
def norm(to: Writer, call: Call) -> None:
    if call.out_types[0] is not call.types[0]:
        call.refuse("out_dtype has no form in ONNX")
    _reduced(to, call, "ReduceL1" if call.p.ord == 1 else "ReduceL2", call.ins[0])


@translates("argmax", "argmin", "argmax_channel")
def arg_extreme(to: Writer, call: Call) -> None:
    kind = "ArgMin" if call.node.op_name == "argmin" else "ArgMax"
    data, axis, keep = call.ins[0], call.p.get("axis", 1), int(bool(call.p.get("keepdims", False)))
    if axis is None:
        found = to.call(kind, [to.reshape(data, (-1,))], axis=0, keepdims=1)
        found = to.cast(found, call.out_types[0])
        to.reshape(found, call.out_shapes[0], call.outs)
        return
    found = to.call(kind, [data], axis=call.axis(axis), keepdims=keep)
    if call.rank == 1 and not keep:
        found = to.reshape(found, (1,))
    to.cast(found, call.out_types[0], call.outs)


@translates("topk")
def topk(to: Writer, call: Call) -> None:
    p = call.p
    if p.ret_typ == "mask" or p.axis is None:
        call.refuse("ret_typ 'mask' and axis=None have no form in ONNX")
    axis = call.axis(p.axis)
    count = p.k if p.k > 0 else call.shapes[0][axis]
    values, places = to.call("TopK", [call.ins[0], to.ints(count)], 2, axis=axis, largest=int(not p.is_ascend))
    outs = {"value": [values], "indices": [places], "both": [values, places]}[p.ret_typ]
    for name, made, dtype in zip(call.outs, outs, call.out_types):
        if made == values:
            to.call("Identity", [made], [name])
        else:
            to.cast(made, dtype, [name])


@translates("argsort", "sort")
def argsort(to: Writer, call: Call) -> None:
    p = call.p
    if p.axis is None:
        call.refuse("axis=None has no form in ONNX")
    axis = call.axis(p.axis)
    made = to.call("TopK", [call.ins[0], to.ints(call.shapes[0][axis])], 2, axis=axis, largest=int(not p.is_ascend))
    if call.node.op_name == "sort":
        to.call("Identity", made[:1], call.outs[:1])
    else:
        to.cast(made[1], call.out_types[0], call.outs)


# ---- matrix products ----------------------------------------------------------------------------------

def _swapped(to: Writer, name: str, rank: int, transposed: bool) -> str:
    return to.transpose(name, (*range(rank - 2), rank - 1, rank - 2)) if transposed else name


@translates("dot")
def dot(to: Writer, call: Call) -> None:
    p, ranks = call.p, [len(shape) for shape in call.shapes]
    if max(ranks) > 2:
        _dot_of_many(to, call)
        return
    a = to.transpose(call.ins[0], (1, 0)) if p.transpose_a and ranks[0] == 2 else call.ins[0]
    b = to.transpose(call.ins[1], (1, 0)) if p.transpose_b and ranks[1] == 2 else call.ins[1]
    if ranks == [1, 1]:
        to.reshape(to.call("MatMul", [a, b]), (1,), call.outs)
    else:
        to.call("MatMul", [a, b], call.outs)


def _dot_of_many(to: Writer, call: Call) -> None:
    """Contract the last axis of one with the first of the other, as matrices; a transposed one has its axes rotated."""
    sides = []
    for name, shape, transposed, last in ((call.ins[0], call.shapes[0], call.p.transpose_a, True),
                                          (call.ins[1], call.shapes[1], call.p.transpose_b, False)):
        if transposed and len(shape) > 1:
            # MXNet moves the first axis to the end of the left one, the last to the front of the right
            order = (*range(1, len(shape)), 0) if last else (len(shape) - 1, *range(len(shape) - 1))
            name, shape = to.transpose(name, order), tuple(shape[i] for i in order)
        sides.append(to.reshape(name, (-1, shape[-1]) if last else (shape[0], -1)))  # pyright: ignore[reportGeneralTypeIssues]
    to.reshape(to.call("MatMul", sides), call.out_shapes[0], call.outs)


@translates("batch_dot")
def batch_dot(to: Writer, call: Call) -> None:
    a = _swapped(to, call.ins[0], len(call.shapes[0]), call.p.transpose_a)
    b = _swapped(to, call.ins[1], len(call.shapes[1]), call.p.transpose_b)
    to.call("MatMul", [a, b], call.outs)


@translates("_linalg_gemm2", "_linalg_gemm")
def gemm(to: Writer, call: Call) -> None:
    p = call.p
    if call.axis(p.axis) != call.rank - 2:
        call.refuse("axis has no form in ONNX")
    a = _swapped(to, call.ins[0], len(call.shapes[0]), p.transpose_a)
    b = _swapped(to, call.ins[1], len(call.shapes[1]), p.transpose_b)
    made = to.call("Mul", [to.call("MatMul", [a, b]), to.scalar(p.alpha, call.types[0])])
    if len(call.ins) > 2:
        made = to.call("Add", [made, to.call("Mul", [call.ins[2], to.scalar(p.beta, call.types[0])])])
    to.call("Identity", [made], call.outs)


@translates("_linalg_syrk")
def syrk(to: Writer, call: Call) -> None:
    a, turned = call.ins[0], _swapped(to, call.ins[0], call.rank, True)
    made = to.call("MatMul", [turned, a] if call.p.transpose else [a, turned])
    to.call("Mul", [made, to.scalar(call.p.alpha, call.types[0])], call.outs)


@translates("_contrib_div_sqrt_dim")
def div_sqrt_dim(to: Writer, call: Call) -> None:
    factor = np.array(call.shapes[0][-1] ** -0.5, numpy_type(call.types[0]))
    to.call("Mul", [call.ins[0], to.constant(factor, hint="scalar")], call.outs)
