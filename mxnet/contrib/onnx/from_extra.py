"""Imports ONNX operators without a counterpart here: random draws, rare activations, resizing by matrices."""
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import symbol as sym
from ...core.dtype import dtype_name
from ...symbol import Symbol
from .from_math import _numpy_type
from .reading import Call, Reader, folds, reads

# ---- activations --------------------------------------------------------------------------------------


def _split(data: Symbol) -> tuple[Symbol, Symbol]:
    """Return the positive and the negative part of data."""
    return sym.relu(data), sym.negative(sym.relu(sym.negative(data)))


@reads("Celu")
def celu(reader: Reader, call: Call) -> Symbol:
    alpha = call.get("alpha", 1.0)
    above, below = _split(reader.array(call.ins[0]))
    return sym.elemwise_add(above, sym.expm1(below / alpha) * alpha, name=reader.name(call.name))


@reads("Mish")
def mish(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    return sym.elemwise_mul(data, sym.tanh(sym.Activation(data, act_type="softrelu")), name=reader.name(call.name))


@reads("Swish")
def swish(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    return sym.elemwise_mul(data, sym.sigmoid(data * call.get("alpha", 1.0)), name=reader.name(call.name))


@reads("ThresholdedRelu")
def thresholded(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    return sym.elemwise_mul(data, data > call.get("alpha", 1.0), name=reader.name(call.name))


@reads("Shrink")
def shrink(reader: Reader, call: Call) -> Symbol:
    data, bias, edge = reader.array(call.ins[0]), call.get("bias", 0.0), call.get("lambd", 0.5)
    above = (data - bias) * (data > edge)
    return sym.elemwise_add(above, (data + bias) * (data < -edge), name=reader.name(call.name))


@reads("Hardmax")
def hardmax(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    shape = reader.shape(call, data)
    axis = call.get("axis", -1 if call.opset >= 13 else 1) % len(shape)
    if call.opset < 13:  # over all axes from this one on
        flat = sym.Reshape(data, shape=(-1, int(np.prod(shape[axis:]))))
        made = sym.one_hot(sym.argmax(flat, axis=1), depth=int(np.prod(shape[axis:])))
        return sym.Reshape(made, shape=shape, name=reader.name(call.name))
    last = len(shape) - 1
    made = sym.one_hot(sym.argmax(data, axis=axis), depth=shape[axis])
    order = (*range(axis), last, *range(axis, last))
    return sym.transpose(made, axes=order, name=reader.name(call.name)) if axis != last else made


# ---- normalization --------------------------------------------------------------------------------------

@reads("MeanVarianceNormalization")
def mean_variance(reader: Reader, call: Call) -> Symbol:
    data, axes = reader.array(call.ins[0]), tuple(call.get("axes", [0, 2, 3]))
    apart = sym.broadcast_sub(data, sym.mean(data, axis=axes, keepdims=True))
    variance = sym.mean(sym.square(apart), axis=axes, keepdims=True)
    return sym.broadcast_div(apart, sym.sqrt(variance) + 1e-9, name=reader.name(call.name))


@reads("GroupNormalization")
def group_norm(reader: Reader, call: Call) -> Symbol:
    data, gamma, beta = (reader.array(name) for name in call.ins)
    shape, groups = reader.shape(call, data), call.get("num_groups")
    inner = sym.Reshape(data, shape=(shape[0], groups, -1))
    apart = sym.broadcast_sub(inner, sym.mean(inner, axis=2, keepdims=True))
    variance = sym.mean(sym.square(apart), axis=2, keepdims=True)
    made = sym.broadcast_div(apart, sym.sqrt(variance + call.get("epsilon", 1e-5)))
    ones = (1,) * (len(shape) - 2)
    if call.opset < 21:  # one gamma per group; per channel in later versions
        sides = [sym.Reshape(side, shape=(1, groups, 1)) for side in (gamma, beta)]
        made = sym.broadcast_add(sym.broadcast_mul(made, sides[0]), sides[1])
        return sym.Reshape(made, shape=shape, name=reader.name(call.name))
    made = sym.Reshape(made, shape=shape)
    sides = [sym.Reshape(side, shape=(1, shape[1], *ones)) for side in (gamma, beta)]
    return sym.broadcast_add(sym.broadcast_mul(made, sides[0]), sides[1], name=reader.name(call.name))


# ---- random draws -------------------------------------------------------------------------------------------

@reads("RandomUniform", "RandomNormal", "RandomUniformLike", "RandomNormalLike")
def random(reader: Reader, call: Call) -> Symbol:
    shape = tuple(call.get("shape", ())) or reader.shape(call, reader.array(call.ins[0]))
    kind = call.get("dtype", 1)
    options = {"shape": shape, "dtype": dtype_name(_numpy_type(kind)), "name": reader.name(call.name)}
    if "Uniform" in call.op:
        return sym.random.uniform(call.get("low", 0.0), call.get("high", 1.0), **options)
    return sym.random.normal(call.get("mean", 0.0), call.get("scale", 1.0), **options)


@reads("Multinomial")
def multinomial(reader: Reader, call: Call) -> Symbol:
    odds = sym.softmax(reader.array(call.ins[0]))
    kind = dtype_name(_numpy_type(call.get("dtype", 6)))
    drawn = sym.sample_multinomial(odds, shape=(call.get("sample_size", 1),), dtype="int32")
    return sym.Cast(drawn, dtype=kind, name=reader.name(call.name))


# ---- matrices -------------------------------------------------------------------------------------------------

@reads("FC")
def dense(reader: Reader, call: Call) -> Symbol:
    weight = reader.array(call.ins[1])
    return sym.FullyConnected(reader.array(call.ins[0]), weight, reader.array(call.ins[2]),
                              num_hidden=reader.shape(call, weight)[0], name=reader.name(call.name))


@reads("Trilu")
def triangle(reader: Reader, call: Call) -> Symbol:
    data = reader.array(call.ins[0])
    shift = int(reader.need(call, 1, "k").reshape(())) if call.has(1) else 0
    flags = np.ones(reader.shape(call, data)[-2:], np.float32)
    flags = np.triu(flags, shift) if call.get("upper", 1) else np.tril(flags, shift)
    rank = reader.rank(call, data)
    mask = reader.parameter(f"{call.name}_mask", flags.reshape((1,) * (rank - 2) + flags.shape))
    full = sym.broadcast_like(mask, data)
    return sym.where(full, data, sym.zeros_like(data), name=reader.name(call.name))


@reads("EyeLike")
def eye_like(reader: Reader, call: Call) -> Symbol:
    rows, columns = reader.shape(call, reader.array(call.ins[0]))
    kind = np.float32 if call.get("dtype") is None else _numpy_type(call.get("dtype"))
    return reader.parameter(f"{call.name}_eye", np.eye(rows, columns, call.get("k", 0), dtype=kind))


@reads("Einsum")
def einsum(reader: Reader, call: Call) -> Symbol:
    """Contract two arrays, in which each label occurs once, as a batched matrix product."""
    left, _, out = call.get("equation").replace(" ", "").partition("->")
    sides = left.split(",")
    if len(sides) == 1 and out and "." not in left and len(set(left)) == len(left):
        data, kept = _summed(reader.array(call.ins[0]), left, out)
        return sym.transpose(data, axes=tuple(kept.index(x) for x in out), name=reader.name(call.name))
    if len(sides) != 2 or "." in left or not out or any(len(set(side)) != len(side) for side in (*sides, out)):
        call.refuse(f"the equation {call.get('equation')!r} is not of one or two arrays with labels of one letter")
    return _contracted(reader, call, sides, out)


def _contracted(reader: Reader, call: Call, sides: list[str], out: str) -> Symbol:
    a, b = sides
    sizes: dict[str, int] = {}
    arrays = [reader.array(name) for name in call.ins]
    for side, array in zip(sides, arrays):
        sizes.update(zip(side, reader.shape(call, array)))
    shared = [x for x in a if x in b]
    batch, inner = [x for x in shared if x in out], [x for x in shared if x not in out]
    free = [[x for x in side if x not in shared and x in out] for side in sides]
    rows = _as_matrices(arrays[0], a, (batch, free[0], inner), sizes)
    columns = _as_matrices(arrays[1], b, (batch, inner, free[1]), sizes)
    made = [*batch, *free[0], *free[1]]
    product = sym.Reshape(sym.batch_dot(rows, columns), shape=tuple(sizes[x] for x in made))
    return sym.transpose(product, axes=tuple(made.index(x) for x in out), name=reader.name(call.name))


def _summed(array: Symbol, labels: str, wanted: str | list[str]) -> tuple[Symbol, str]:
    """Sum over the axes whose labels are not needed; return the array and the remaining labels."""
    gone = tuple(place for place, x in enumerate(labels) if x not in wanted)
    return sym.sum(array, axis=gone) if gone else array, "".join(x for x in labels if x in wanted)


def _as_matrices(array: Symbol, labels: str, groups: tuple, sizes: dict[str, int]) -> Symbol:
    """Return an array as a batch of matrices: three groups of labels become its three axes."""
    order = [x for group in groups for x in group]
    array, labels = _summed(array, labels, order)
    array = sym.transpose(array, axes=tuple(labels.index(x) for x in order))
    return sym.Reshape(array, shape=tuple(int(np.prod([sizes[x] for x in group])) for group in groups))


# ---- indices ----------------------------------------------------------------------------------------------------

@reads("ScatterND")
def scatter_nd(reader: Reader, call: Call) -> Symbol:
    if call.get("reduction", "none") != "none":
        call.refuse("only reduction 'none' is there")
    data, index, updates = (reader.array(name) for name in call.ins)
    rank = reader.rank(call, index)
    turned = sym.transpose(index, axes=(rank - 1, *range(rank - 1)))
    return sym._internal._scatter_set_nd(data, updates, turned, shape=reader.shape(call, data),
                                         name=reader.name(call.name))


@reads("ScatterElements", "Scatter")
def scatter_elements(reader: Reader, call: Call) -> Symbol:
    if call.get("reduction", "none") != "none":
        call.refuse("only reduction 'none' is there")
    data, index, updates = (reader.array(name) for name in call.ins)
    shape = reader.shape(call, data)
    places = flat_places(reader, call, index, shape, call.get("axis", 0) % len(shape))
    made = sym._internal._scatter_set_nd(sym.Reshape(data, shape=(-1,)), sym.Reshape(updates, shape=(-1,)),
                                         sym.Reshape(places, shape=(1, -1)), shape=(int(np.prod(shape)),))
    return sym.Reshape(made, shape=shape, name=reader.name(call.name))


def flat_places(reader: Reader, call: Call, index: Symbol, shape: tuple[Any, ...], axis: int) -> Symbol:
    """Convert an index along one axis to positions in the flattened array."""
    strides = np.cumprod([1, *shape[:0:-1]])[::-1]
    rest = np.zeros(reader.shape(call, index), np.int64)
    for place, (size, stride) in enumerate(zip(rest.shape, strides)):
        if place != axis:
            rest += (np.arange(size) * stride).reshape([-1 if i == place else 1 for i in range(rest.ndim)])
    inside = sym._internal._mod_scalar(sym.Cast(index, dtype="int64"), scalar=shape[axis])  # -1 is the last
    base = reader.parameter(f"{call.name}_base", rest)
    return sym.broadcast_add(inside * int(strides[axis]), base)


# ---- sampling and resizing ----------------------------------------------------------------------------------------

@reads("GridSample")
def grid_sample(reader: Reader, call: Call) -> Symbol:
    if call.get("mode", "bilinear") not in ("bilinear", "linear") or not call.get("align_corners", 0) \
            or call.get("padding_mode", "zeros") != "zeros":
        call.refuse("only bilinear samples with align_corners=1 and zeros outside are there")
    grid = sym.transpose(reader.array(call.ins[1]), axes=(0, 3, 1, 2))
    return sym.BilinearSampler(reader.array(call.ins[0]), grid, name=reader.name(call.name))


def _place(out: int, size: int, count: int, scale: float, way: str) -> float:
    if way == "align_corners":
        return out * (size - 1) / (count - 1) if count > 1 else 0.0
    if way == "asymmetric":
        return out / scale
    if way == "pytorch_half_pixel" and count <= 1:
        return 0.0
    return (out + 0.5) / scale - 0.5


def _cubic(share: float, a: float) -> list[float]:
    far, near = lambda x: ((a * x - 5 * a) * x + 8 * a) * x - 4 * a, lambda x: ((a + 2) * x - (a + 3)) * x * x + 1
    return [far(share + 1), near(share), near(1 - share), far(2 - share)]


def resize_matrix(call: Call, size: int, count: int, scale: float) -> np.ndarray:
    """Return the weights (count, size) of ONNX's resizing along one axis."""
    mode, way = call.get("mode", "nearest"), call.get("coordinate_transformation_mode", "half_pixel")
    known = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")
    if call.op == "Upsample" or (call.op == "Resize" and call.opset < 11):
        way = "asymmetric"
    if way not in known or call.get("exclude_outside", 0) or call.get("antialias", 0):
        call.refuse(f"{way!r}, exclude_outside and antialias are not there")
    table = np.zeros((count, size), np.float32)
    round_way = "floor" if call.op == "Upsample" or call.opset < 11 else call.get("nearest_mode", "round_prefer_floor")
    ways: dict[str, Callable] = {"floor": np.floor, "ceil": np.ceil, "round_prefer_floor": lambda x: np.ceil(x - 0.5),
                                 "round_prefer_ceil": lambda x: np.floor(x + 0.5)}
    rounded = ways[round_way]
    for out in range(count):
        x = _place(out, size, count, scale, way)
        if mode == "nearest":
            table[out, int(np.clip(rounded(x), 0, size - 1))] = 1
            continue
        low = int(np.floor(x))
        share = x - low
        weights = _cubic(share, call.get("cubic_coeff_a", -0.75)) if mode == "cubic" else [1 - share, share]
        for step, weight in enumerate(weights, -1 if mode == "cubic" else 0):
            table[out, int(np.clip(low + step, 0, size - 1))] += weight
    return table


def resized(reader: Reader, call: Call, data: Symbol, factors: list[float], sizes: list[int]) -> Symbol:
    """Resize any axes by matrix products."""
    shape = reader.shape(call, data)
    last = len(shape) - 1
    for axis, (size, count, factor) in enumerate(zip(shape, sizes, factors)):
        if size == count and factor == 1:
            continue
        table = reader.parameter(f"{call.name}_axis{axis}", resize_matrix(call, size, count, factor))
        made = sym.FullyConnected(data if axis == last else sym.SwapAxis(data, dim1=axis, dim2=last), table,
                                  num_hidden=count, no_bias=True, flatten=False)
        data = made if axis == last else sym.SwapAxis(made, dim1=axis, dim2=last)
    return sym.identity(data, name=reader.name(call.name))


@reads("CastLike")
def cast_like(reader: Reader, call: Call) -> Symbol:
    known = reader.known(call.ins[1])
    if known is None:
        call.refuse("the type of its second input is not known")
    return sym.Cast(reader.array(call.ins[0]), dtype=dtype_name(known.dtype), name=reader.name(call.name))


@folds("Size")
def size(call: Call, array: np.ndarray) -> np.ndarray:
    return np.array(array.size, np.int64)
