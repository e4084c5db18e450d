"""Walks of the elementwise functions of mx.np: all types, scalars on either side, arrays without axes or elements."""
from tests.conformance.walk import array, walk

# name -> where its argument may lie; the rest take any number
DOMAINS = {
    "arccos": (-0.9, 0.9), "arcsin": (-0.9, 0.9), "arctanh": (-0.9, 0.9), "arccosh": (1.1, 4), "log": (0.1, 4),
    "log10": (0.1, 4), "log2": (0.1, 4), "log1p": (-0.5, 4), "sqrt": (0.1, 4), "cbrt": (0.1, 4),
    "reciprocal": (0.2, 4),
}
# deg2rad and rad2deg are not here: the reference lists them, and its operators behind them are missing
SMOOTH = ("arcsinh", "arctan", "cos", "cosh", "degrees", "exp", "expm1", "negative", "radians", "sin", "sinh", "square",
          "tan", "tanh")
KINKED = ("abs", "absolute", "ceil", "fabs", "fix", "floor", "rint", "sign", "trunc")
ARITHMETIC = {"add": "normal", "subtract": "normal", "multiply": "normal", "divide": "apart", "true_divide": "apart",
              "maximum": "normal", "minimum": "normal", "hypot": "apart", "arctan2": "apart", "copysign": "apart"}
COMPARING = ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal")
TYPES = ("float32", "float32", "float64", "float16")
WHOLE = ("int32", "int64", "int8", "uint8")


@walk(*(f"np.{name}" for name in DOMAINS))
def bounded(draw):
    low, high = DOMAINS[draw.op[3:]]
    return draw.call([array(draw.numpy_shape(), "uniform", draw.dtype(), low=low, high=high)])


@walk(*(f"np.{name}" for name in SMOOTH))
def smooth(draw):
    if draw.integer(0, 4) == 0:  # whole numbers, which most of these answer in floating point
        return draw.call([array(draw.numpy_shape(), "integers", draw.choice(WHOLE), low=0, high=4)], grad=False)
    return draw.call([array(draw.numpy_shape(), "uniform", draw.dtype(), low=-1.2, high=1.2)])


@walk(*(f"np.{name}" for name in KINKED))
def kinked(draw):
    if draw.integer(0, 4) == 0:
        return draw.call([array(draw.numpy_shape(), "integers", draw.choice(WHOLE), low=0, high=4)], grad=False)
    return draw.call([array(draw.numpy_shape(), "apart", draw.dtype())])


def operands(draw, kind, types, **more):
    """Draw two arrays that broadcast, or one of them and a number on either side."""
    shape, form = draw.numpy_shape(), draw.integer(0, 3)
    if form < 2:  # beside bool arrays the reference makes any number but zero a one
        types = [name for name in types if name != "bool"]
    first = draw.choice(types)
    # two types without elements end the reference's process
    second = draw.choice(types) if draw.integer(0, 2) == 0 and 0 not in shape else first
    left = array(draw.broadcast(shape), kind, first, **more)
    if form == 0:
        return [left], [], [draw.choice([1, 2, 2.5])]
    if form == 1:
        return [left], [draw.choice([1, 2, 2.5])], []
    return [left, array(draw.broadcast(shape), kind, second, **more)], [], []


@walk(*(f"np.{name}" for name in ARITHMETIC))
def arithmetic(draw):
    inputs, before, after = operands(draw, ARITHMETIC[draw.op[3:]], TYPES)
    # of these beside a number the reference has no gradient, or a wrong one
    return draw.call(inputs, before, after, grad=len(inputs) == 2 or draw.op not in ("np.copysign", "np.arctan2"))


@walk("np.power", "np.mod", "np.remainder")
def positive(draw):
    inputs, before, after = operands(draw, "uniform", TYPES, low=0.3, high=2.2)
    return draw.call(inputs, before, after)


@walk("np.ldexp")
def ldexp(draw):
    inputs, before, after = operands(draw, "integers", ("float32", "float64"), low=-2, high=3)
    return draw.call(inputs, before, after)


@walk(*(f"np.{name}" for name in COMPARING))
def comparing(draw):
    inputs, before, after = operands(draw, "integers", ("float32", "float64", "int32", "int64", "bool", "uint8"),
                                     low=0, high=3)
    return draw.call(inputs, before, after, grad=False)


@walk("np.bitwise_and", "np.bitwise_or", "np.bitwise_xor", "np.lcm")
def bitwise(draw):
    kind = draw.choice(("int32", "int64", "uint8", "int8"))  # bool is refused by the reference
    shape = draw.numpy_shape()
    sides = [array(draw.broadcast(shape), "integers", kind, low=0, high=9) for _ in range(2)]
    return draw.call(sides, grad=False)


@walk("np.bitwise_not", "np.invert", "np.logical_not")
def inverted(draw):
    kinds = ("int32", "int64", "uint8", "int8", "bool") + (("float32", "float64") if "logical" in draw.op else ())
    return draw.call([array(draw.numpy_shape(), "integers", draw.choice(kinds), low=0, high=3)], grad=False)


@walk("np.isfinite", "np.isinf", "np.isnan", "np.isneginf", "np.isposinf")
def tested(draw):
    values = [1.0, float("nan"), float("inf"), -float("inf"), 0.0, -2.0]
    return draw.call([array([2, 3], "values", draw.dtype(), values=values)], grad=False)


@walk("np.nan_to_num")
def nan_to_num(draw):
    values = [1.0, float("nan"), float("inf"), -float("inf"), 0.0, -2.0]
    return draw.call([array([2, 3], "values", draw.dtype(), values=values)], nan=draw.real(-1, 1),
                     posinf=draw.choice([None, 7.0]), neginf=draw.choice([None, -7.0]), grad=False)


@walk("np.around", "np.round", "np.round_")
def around(draw):
    return draw.call([array(draw.numpy_shape(), "uniform", draw.dtype("float32", "float64"), low=-20, high=20)],
                     decimals=draw.choice([None, 0, 1, 2, -1]))


@walk("np.clip")
def clip(draw):
    return draw.call([array(draw.numpy_shape(), dtype=draw.dtype())], a_min=draw.choice([draw.real(-1, -0.2), -1]),
                     a_max=draw.real(0.2, 1))


@walk("np.where")
def where(draw):
    shape = draw.shape((0, 4))  # without elements it ends the reference's process
    kind = draw.dtype("bool", "float32", "int32")
    return draw.call([array(draw.broadcast(shape), "integers", kind, low=0, high=2, grad=False),
                      array(draw.broadcast(shape), dtype=draw.dtype("float32", "float64")),
                      array(draw.broadcast(shape), dtype=draw.dtype("float32"))])


@walk("np.isclose", "np.allclose", "np.array_equal", "np.array_equiv")
def alike(draw):
    shape = draw.shape((1, 3))
    return draw.call([array(shape, "integers", low=0, high=2), array(shape, "integers", low=0, high=2)], grad=False)


@walk("npx.relu", "npx.sigmoid", "npx.erf", "npx.gamma", "npx.gammaln", "npx.erfinv")
def special(draw):
    return draw.call([array(draw.shape(), "uniform", draw.dtype("float32", "float64"), low=0.2, high=0.9)])
