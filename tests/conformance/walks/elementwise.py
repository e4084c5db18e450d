"""Walks of the unary functions, the binary ones in their three forms, and casts."""
from tests.conformance.walk import array, walk

# name -> where its argument may lie; the rest take any number
DOMAINS = {
    "arccos": (-0.9, 0.9), "arcsin": (-0.9, 0.9), "arctanh": (-0.9, 0.9), "erfinv": (-0.9, 0.9),
    "arccosh": (1.1, 4), "log": (0.1, 4), "log10": (0.1, 4), "log2": (0.1, 4), "log1p": (-0.5, 4),
    "sqrt": (0.1, 4), "rsqrt": (0.1, 4), "cbrt": (0.1, 4), "rcbrt": (0.1, 4),
    "reciprocal": (0.1, 4), "gamma": (0.2, 4), "gammaln": (0.2, 4), "digamma": (0.2, 4),
}
SMOOTH = ("arcsinh", "arctan", "cos", "cosh", "degrees", "erf", "exp", "expm1", "negative",
          "radians", "sigmoid", "sin", "sinh", "softsign", "square", "tan", "tanh", "_copy")
# away from zero or from the whole numbers, where they jump
KINKED = ("abs", "ceil", "fix", "floor", "relu", "rint", "round", "sign", "trunc", "logical_not")


@walk(*DOMAINS)
def bounded(draw):
    low, high = DOMAINS[draw.op]
    return draw.case([array(draw.shape(), "uniform", draw.dtype(), low=low, high=high)])


@walk(*SMOOTH)
def smooth(draw):
    return draw.case([array(draw.shape(), "uniform", draw.dtype(), low=-1.2, high=1.2)])


@walk(*KINKED)
def kinked(draw):
    return draw.case([array(draw.shape(), "apart", draw.dtype())])


@walk("hard_sigmoid")
def hard_sigmoid(draw):
    return draw.case([array(draw.shape(), scale=3)], alpha=draw.real(0.1, 0.4), beta=draw.real(0.3, 0.6))


@walk("smooth_l1")
def smooth_l1(draw):
    return draw.case([array(draw.shape(), scale=2)], scalar=draw.real(0.5, 2))


@walk("clip")
def clip(draw):
    return draw.case([array(draw.shape(), dtype=draw.dtype())], a_min=draw.real(-1, -0.2),
                     a_max=draw.real(0.2, 1))


@walk("Cast")
def cast(draw):
    kinds = ("float32", "float64", "float16", "int32", "int64", "uint8", "int8")
    return draw.case([array(draw.shape(), "uniform", draw.choice(kinds), low=0, high=100)],
                     dtype=draw.choice(kinds), grad=False)


@walk("zeros_like", "ones_like", "shape_array", "size_array", "BlockGrad", "make_loss")
def like(draw):
    return draw.case([array(draw.shape())])


@walk("where")
def where(draw):
    shape = draw.shape()
    condition = shape if draw.flag() else shape[:1]
    return draw.case([array(condition, "integers", low=0, high=2, grad=False), array(shape), array(shape)])


@walk("add_n")
def add_n(draw):
    shape = draw.shape()
    return draw.case([array(shape) for _ in range(draw.integer(1, 4))])


# ---- binary: (broadcasting, elementwise, with a scalar), and how the operands are drawn ----

DIFFERENTIABLE = {"add": "normal", "sub": "normal", "mul": "normal", "div": "apart",
                  "maximum": "normal", "minimum": "normal", "hypot": "apart"}
COMPARING = ("equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal",
             "logical_and", "logical_or", "logical_xor")
_ELEMENTWISE = {"add": "elemwise_add", "sub": "elemwise_sub", "mul": "elemwise_mul",
                "div": "elemwise_div"}


@walk(*(f"broadcast_{name}" for name in DIFFERENTIABLE))
def broadcasting(draw):
    shape, kind = draw.shape(), DIFFERENTIABLE[draw.op.removeprefix("broadcast_")]
    dtype = draw.dtype()
    left, right = draw.broadcast(shape), draw.broadcast(shape)
    return draw.case([array(left, kind, dtype), array(right, kind, dtype)])


@walk(*_ELEMENTWISE.values(), "_maximum", "_minimum", "_hypot")
def elementwise(draw):
    shape, dtype = draw.shape(), draw.dtype()
    return draw.case([array(shape, "apart", dtype), array(shape, "apart", dtype)])


@walk(*(f"broadcast_{name}" for name in COMPARING))
def comparing(draw):
    shape = draw.shape()
    dtype = draw.dtype("float32", "float64", "int32", "int64")
    sides = [array(draw.broadcast(shape), "integers", dtype, low=-1, high=2) for _ in range(2)]
    return draw.case(sides, grad=False)


@walk(*(f"_{name}" for name in COMPARING))
def comparing_same_shape(draw):
    shape = draw.shape()
    return draw.case([array(shape, "integers", low=-1, high=2) for _ in range(2)], grad=False)


@walk(*(f"_{name}_scalar" for name in COMPARING))
def comparing_scalar(draw):
    dtype = draw.dtype("float32", "float64", "int32")
    return draw.case([array(draw.shape(), "integers", dtype, low=-1, high=2)], grad=False,
                     scalar=float(draw.integer(-1, 1)))


@walk("_plus_scalar", "_minus_scalar", "_rminus_scalar", "_mul_scalar", "_div_scalar",
      "_rdiv_scalar", "_maximum_scalar", "_minimum_scalar", "_hypot_scalar", "_mod_scalar",
      "_rmod_scalar")
def with_scalar(draw):
    return draw.case([array(draw.shape(), "apart", draw.dtype())], scalar=draw.real(0.3, 2))


@walk("_power_scalar", "_rpower_scalar")
def power_scalar(draw):
    return draw.case([array(draw.shape(), "uniform", draw.dtype(), low=0.3, high=2)],
                     scalar=draw.real(0.3, 2))


@walk("broadcast_power", "broadcast_mod")
def broadcast_power(draw):
    shape, dtype = draw.shape(), draw.dtype()
    sides = [array(draw.broadcast(shape), "uniform", dtype, low=0.3, high=2) for _ in range(2)]
    return draw.case(sides)


@walk("_power", "_mod")
def elementwise_power(draw):
    shape, dtype = draw.shape(), draw.dtype()
    return draw.case([array(shape, "uniform", dtype, low=0.3, high=2) for _ in range(2)])
