"""Imports arithmetic, elementwise functions, reductions and matrix products from ONNX."""
import functools

import numpy as np

from ... import symbol as sym
from ...core.dtype import dtype_name
from ...core.ops.arithmetic import FAMILY
from ...ndarray.arithmetic import REFLECTED
from ...symbol import Symbol
from .reading import Call, Reader, folds, reads

# ---- two arrays -----------------------------------------------------------------------------------

_BINARY = {"Add": "add", "Sub": "sub", "Mul": "mul", "Div": "div", "Pow": "power", "Equal": "equal",
           "Greater": "greater", "GreaterOrEqual": "greater_equal", "Less": "lesser", "LessOrEqual": "lesser_equal",
           "And": "logical_and", "Or": "logical_or", "Xor": "logical_xor"}


def _function(name: str):
    return getattr(sym._internal if name.startswith("_") else sym, name)


@reads(*_BINARY)
def binary(reader: Reader, call: Call) -> Symbol:
    key = _BINARY[call.op]
    _, (plain, *_), _, (right, *_) = FAMILY[key]
    left = REFLECTED.get(key, right)
    values = [reader.known(name) for name in call.ins]
    name = reader.name(call.name)
    for place, (value, op) in enumerate(zip(values, (left, right))):
        other = call.ins[1 - place]
        if value is not None and value.size == 1 and value.ndim <= _rank(reader, other):
            return _function(op)(reader.array(other), scalar=float(value.reshape(())), name=name)
    a, b = (reader.array(item) for item in call.ins)
    if all(value is None for value in values) and call.op in ("Add", "Sub", "Mul", "Div") \
            and _same_shape(reader, a, b):
        return _function(plain.replace("broadcast", "elemwise"))(a, b, name=name)
    return _function(plain)(a, b, name=name)


def _rank(reader: Reader, name: str) -> int:
    shape = reader.partial(reader.array(name))
    return len(shape) if shape is not None else 0


def _same_shape(reader: Reader, a: Symbol, b: Symbol) -> bool:
    shapes = reader.partial(a), reader.partial(b)
    return None not in shapes and shapes[0] == shapes[1]


@reads("Sum", "Max", "Min", "Mean")
def several(reader: Reader, call: Call) -> Symbol:
    join = {"Max": sym.broadcast_maximum, "Min": sym.broadcast_minimum}.get(call.op, sym.broadcast_add)
    arrays = [reader.array(name) for name in call.ins]
    if len(arrays) > 2 and call.op == "Sum" and all(_same_shape(reader, arrays[0], other) for other in arrays[1:]):
        return sym.add_n(*arrays, name=reader.name(call.name))
    total = functools.reduce(join, arrays)
    return total / len(arrays) if call.op == "Mean" and len(arrays) > 1 else total


@reads("Mod")
def modulo(reader: Reader, call: Call) -> Symbol:
    a, b = (reader.array(name) for name in call.ins)
    if call.get("fmod", 0):  # the sign of the dividend
        return sym.broadcast_mul(sym.sign(a), sym.broadcast_mod(sym.abs(a), sym.abs(b)), name=reader.name(call.name))
    return sym.broadcast_mod(a, b, name=reader.name(call.name))


# ---- one array ------------------------------------------------------------------------------------

_UNARY = {"Abs": "abs", "Neg": "negative", "Exp": "exp", "Log": "log", "Sqrt": "sqrt", "Ceil": "ceil",
          "Floor": "floor", "Sign": "sign", "Reciprocal": "reciprocal", "Erf": "erf", "Sin": "sin",
          "Cos": "cos", "Tan": "tan", "Asin": "arcsin", "Acos": "arccos", "Atan": "arctan", "Sinh": "sinh",
          "Cosh": "cosh", "Asinh": "arcsinh", "Acosh": "arccosh", "Atanh": "arctanh", "Not": "logical_not",
          "Identity": "identity"}


@reads(*_UNARY)
def unary(reader: Reader, call: Call) -> Symbol:
    return _function(_UNARY[call.op])(reader.array(call.ins[0]), name=reader.name(call.name))


@reads("IsNaN")
def is_nan(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    return sym.broadcast_not_equal(data, data, name=reader.name(call.name))


@reads("IsInf")
def is_inf(reader: Reader, call: Call) -> Symbol:
    data, largest = reader.array(call.ins[0]), 3.4028235e38
    if not call.get("detect_negative", 1):
        return sym._internal._greater_scalar(data, scalar=largest, name=reader.name(call.name))
    if not call.get("detect_positive", 1):
        return sym._internal._lesser_scalar(data, scalar=-largest, name=reader.name(call.name))
    return sym._internal._greater_scalar(sym.abs(data), scalar=largest, name=reader.name(call.name))


@reads("Clip")
def clip(reader: Reader, call: Call) -> Symbol:
    bounds = [reader.need(call, place, word) if call.has(place) else call.get(word)
              for place, word in ((1, "min"), (2, "max"))]
    low, high = (None if value is None else float(np.asarray(value).reshape(())) for value in bounds)
    data, name = reader.array(call.ins[0]), reader.name(call.name)
    if low is None and high is None:
        return sym.identity(data, name=name)
    if low is None or high is None:  # integers have no infinity
        make = sym._internal._minimum_scalar if low is None else sym._internal._maximum_scalar
        return make(data, scalar=high if low is None else low, name=name)
    return sym.clip(data, low, high, name=name)


@reads("Round")
def nearest(reader: Reader, call: Call) -> Symbol:
    """Round half to even."""
    raised = reader.array(call.ins[0]) + 0.5
    whole = sym.floor(raised)
    odd = sym.broadcast_equal(whole, raised) * (whole % 2)
    return sym.elemwise_sub(whole, odd, name=reader.name(call.name))


@reads("Cast")
def cast(reader: Reader, call: Call) -> Symbol:
    kind = _numpy_type(call.get("to"))
    # conditions are numbers here, so casts to bool leave them unchanged
    if kind == np.bool_:
        return sym.identity(reader.array(call.ins[0]), name=reader.name(call.name))
    return sym.Cast(reader.array(call.ins[0]), dtype=dtype_name(kind), name=reader.name(call.name))


def _numpy_type(number: int) -> np.dtype:
    from onnx import helper
    return np.dtype(helper.tensor_dtype_to_np_dtype(number))


@reads("Where")
def where(reader: Reader, call: Call) -> Symbol:
    condition, x, y = (reader.array(name) for name in call.ins)
    shapes = [reader.shape(call, item) for item in (condition, x, y)]
    full = np.broadcast_shapes(*shapes)

    def spread(item: Symbol, shape: tuple) -> Symbol:
        if shape == full:
            return item
        item = sym.Reshape(item, shape=(1,) * (len(full) - len(shape)) + shape)
        return sym.broadcast_to(item, shape=full)
    return sym.where(*(spread(item, shape) for item, shape in zip((condition, x, y), shapes)),
                     name=reader.name(call.name))


# ---- reductions -----------------------------------------------------------------------------------

_REDUCED = {"ReduceSum": "sum", "ReduceMean": "mean", "ReduceMax": "max", "ReduceMin": "min", "ReduceProd": "prod"}


@reads(*_REDUCED, "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp")
def reduction(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    axes = call.get("axes")
    if call.has(1):
        axes = [int(axis) for axis in reader.need(call, 1, "axes")]
    if not axes and call.get("noop_with_empty_axes", 0):
        return sym.identity(data, name=reader.name(call.name))
    rank = reader.rank(call, data) if axes else 0
    options = {"axis": tuple(axis % rank for axis in axes) if axes else None,
               "keepdims": bool(call.get("keepdims", 1))}
    if not axes and options["keepdims"]:
        options["axis"] = tuple(range(reader.rank(call, data)))
    name = reader.name(call.name)
    if call.op in _REDUCED:
        return _function(_REDUCED[call.op])(data, name=name, **options)
    if call.op == "ReduceL1":
        return sym.sum(sym.abs(data), name=name, **options)
    if call.op == "ReduceL2":
        return sym.sqrt(sym.sum(sym.square(data), **options), name=name)
    if call.op == "ReduceSumSquare":
        return sym.sum(sym.square(data), name=name, **options)
    if call.op == "ReduceLogSum":
        return sym.log(sym.sum(data, **options), name=name)
    largest = sym.max(data, axis=options["axis"], keepdims=True)
    total = sym.log(sym.sum(sym.exp(sym.broadcast_sub(data, largest)), **options))
    return sym.elemwise_add(total, sym.max(data, **options), name=name)


@reads("ArgMax", "ArgMin")
def arg_extreme(reader: Reader, call: Call) -> Symbol:
    make = sym.argmax if call.op == "ArgMax" else sym.argmin
    data, axis, name = reader.array(call.ins[0]), call.get("axis", 0), reader.name(call.name)
    keep = bool(call.get("keepdims", 1))
    if call.get("select_last_index", 0):
        last = reader.shape(call, data)[axis] - 1
        return sym._internal._rminus_scalar(make(sym.reverse(data, axis=axis), axis=axis, keepdims=keep),
                                            scalar=last, name=name)
    return make(data, axis=axis, keepdims=keep, name=name)


@reads("TopK")
def topk(reader: Reader, call: Call) -> list[Symbol]:
    count = int(reader.need(call, 1, "k").reshape(())) if call.has(1) else call.get("k")
    made = sym.topk(reader.array(call.ins[0]), k=count, axis=call.get("axis", -1), ret_typ="both",
                    is_ascend=not call.get("largest", 1), name=reader.name(call.name))
    return [made[0], made[1]]


@reads("CumSum")
def cumulative(reader: Reader, call: Call) -> Symbol:
    """Compute cumulative sums along an axis by a product with a triangular matrix."""
    data = reader.array(call.ins[0])
    shape = reader.shape(call, data)
    axis = int(reader.need(call, 1, "axis").reshape(())) % len(shape)
    size = shape[axis]
    table = np.triu(np.ones((size, size), np.float32), 1 if call.get("exclusive", 0) else 0)
    table = table.T if call.get("reverse", 0) else table
    weight = reader.parameter(f"{call.name}_triangle", np.ascontiguousarray(table.T))
    last = sym.SwapAxis(data, dim1=axis, dim2=len(shape) - 1)
    made = sym.FullyConnected(last, weight, num_hidden=size, no_bias=True, flatten=False)
    return sym.SwapAxis(made, dim1=axis, dim2=len(shape) - 1, name=reader.name(call.name))


# ---- matrix products ------------------------------------------------------------------------------

@reads("MatMul")
def matmul(reader: Reader, call: Call) -> Symbol:
    a, b = (reader.array(name) for name in call.ins)
    ranks = [reader.rank(call, item) for item in (a, b)]
    name = reader.name(call.name)
    if ranks == [2, 2]:
        return sym.dot(a, b, name=name)
    if ranks[1] == 2 and ranks[0] > 2:
        weight = reader.known(call.ins[1])
        if weight is not None:
            turned = f"{call.ins[1]}_transposed"
            reader.values[turned] = np.ascontiguousarray(weight.T)
            return sym.FullyConnected(a, reader.array(turned), num_hidden=weight.shape[1], no_bias=True,
                                      flatten=False, name=name)
        return sym.dot(a, b, name=name)
    if ranks == [1, 1] or (ranks[1] == 1 and ranks[0] == 2) or (ranks[0] == 1 and ranks[1] == 2):
        return sym.dot(a, b, name=name)
    if min(ranks) < 2:  # a vector with a batch: a matrix of one row or column
        a, b = (sym.Reshape(item, shape=shape) if rank == 1 else item
                for item, rank, shape in ((a, ranks[0], (1, -1)), (b, ranks[1], (-1, 1))))
        gone = max(ranks) - (2 if ranks[0] == 1 else 1)
        return sym.squeeze(_matrices(reader, call, a, b), axis=(gone,), name=name)
    return _matrices(reader, call, a, b, name)


def _matrices(reader: Reader, call: Call, a: Symbol, b: Symbol, name: str | None = None) -> Symbol:
    shapes = [reader.shape(call, item) for item in (a, b)]
    lead = np.broadcast_shapes(shapes[0][:-2], shapes[1][:-2])
    size = int(np.prod(lead))

    def stacked(item: Symbol, shape: tuple) -> Symbol:
        if shape[:-2] != lead:
            item = sym.Reshape(item, shape=(1,) * (len(lead) + 2 - len(shape)) + shape)
            item = sym.broadcast_to(item, shape=(*lead, *shape[-2:]))
        return sym.Reshape(item, shape=(size, *shape[-2:]))
    product = sym.batch_dot(stacked(a, shapes[0]), stacked(b, shapes[1]))
    return sym.Reshape(product, shape=(*lead, shapes[0][-2], shapes[1][-1]), name=name)


# ---- on constants -----------------------------------------------------------------------------------

for _op, _compute in {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Equal": np.equal, "Less": np.less,
                      "Greater": np.greater, "Floor": np.floor, "Ceil": np.ceil, "Sqrt": np.sqrt, "Neg": np.negative,
                      "Exp": np.exp, "Pow": np.power, "Max": np.maximum, "Min": np.minimum, "Not": np.logical_not,
                      "And": np.logical_and, "Or": np.logical_or, "Reciprocal": np.reciprocal,
                      "Identity": np.array}.items():
    folds(_op)(lambda call, *arrays, compute=_compute: np.asarray(compute(*arrays)))


@folds("Div")
def fold_division(call: Call, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind in "iu":  # towards zero
        return (np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))).astype(a.dtype)
    return a / b


@folds("Cast")
def fold_cast(call: Call, array: np.ndarray) -> np.ndarray:
    return array.astype(_numpy_type(call.get("to")))


@folds("Where")
def fold_where(call: Call, condition: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.where(condition, x, y)


@folds("ReduceProd")
def fold_product(call: Call, array: np.ndarray, axes: np.ndarray | None = None) -> np.ndarray:
    chosen = tuple(call.get("axes", []) if axes is None else axes.tolist()) or None
    return np.prod(array, axis=chosen, keepdims=bool(call.get("keepdims", 1))).astype(array.dtype)
