"""Cases of functions of each element, copies and casts."""
import math

import numpy as np

from tests.operators.harness import RECORDED, Case, apart, distinct, integers, uniform

ALL = ("float16", "float32", "float64")


def vector(function):
    return np.vectorize(function, otypes=["float64"])


def round_half_away(x):
    return np.trunc(x + np.copysign(0.5, x))


# name: (NumPy's function, where arguments lie)
REAL = {
    "arccos": (np.arccos, (-0.9, 0.9)), "arccosh": (np.arccosh, (1.1, 4)), "arcsin": (np.arcsin, (-0.9, 0.9)),
    "arcsinh": (np.arcsinh, (-2, 2)), "arctan": (np.arctan, (-2, 2)), "arctanh": (np.arctanh, (-0.9, 0.9)),
    "cbrt": (np.cbrt, (0.2, 4)), "cos": (np.cos, (-2, 2)), "cosh": (np.cosh, (-2, 2)),
    "degrees": (np.degrees, (-2, 2)), "erf": (vector(math.erf), (-2, 2)), "exp": (np.exp, (-2, 2)),
    "expm1": (np.expm1, (-2, 2)), "gamma": (vector(math.gamma), (0.3, 4)),
    "gammaln": (vector(math.lgamma), (0.3, 4)), "log": (np.log, (0.2, 4)), "log10": (np.log10, (0.2, 4)),
    "log1p": (np.log1p, (-0.5, 4)), "log2": (np.log2, (0.2, 4)), "radians": (np.radians, (-90, 90)),
    "rcbrt": (lambda x: 1 / np.cbrt(x), (0.2, 4)), "reciprocal": (np.reciprocal, (0.2, 4)),
    "rsqrt": (lambda x: 1 / np.sqrt(x), (0.2, 4)), "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), (-3, 3)),
    "sin": (np.sin, (-2, 2)), "sinh": (np.sinh, (-2, 2)), "softsign": (lambda x: x / (1 + abs(x)), (0.1, 3)),
    "sqrt": (np.sqrt, (0.2, 4)), "tan": (np.tan, (-1, 1)), "tanh": (np.tanh, (-2, 2)),
}
KINKED = {
    "abs": np.abs, "negative": np.negative, "relu": lambda x: np.maximum(x, 0), "square": np.square,
    "sign": np.sign, "ceil": np.ceil, "fix": np.trunc, "floor": np.floor, "trunc": np.trunc,
    "round": round_half_away, "rint": np.rint,
}
HALVES = np.array([-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5])

CASES = []
for name, (function, (low, high)) in REAL.items():
    CASES += [Case(name, [uniform((2, 3), low=low, high=high)], reference=function, dtypes=ALL),
              Case(name, [np.array([1, 2, 3], "int32")], dtypes="float32", grad=False,
                   reference=lambda x, f=function: f(x.astype("float64")).astype("int32"))
              if name not in ("arccos", "arcsin", "arctanh") else
              Case(name, [uniform((1,), low=low, high=high)], reference=function),
              Case(name, [np.array([True])], dtypes="float32", raises="bool")]
for name, function in KINKED.items():
    CASES += [Case(name, [apart((2, 3))], reference=function, dtypes=ALL),
              Case(name, [np.array([-3, 0, 3], "int8")], reference=function, dtypes="float32", grad=False)]
CASES += [
    Case("cbrt", [np.array([-8.0, 8])], reference=np.cbrt),
    Case("gamma", [np.array([-1.5, -0.5, 5])], reference=vector(math.gamma)),
    Case("erfinv", [uniform((2, 3), low=-0.9, high=0.9)], reference=RECORDED, dtypes=("float32", "float64"),
         tolerance={"float64": 1e-5}, note="the reference computes it in float32"),
    Case("round", [HALVES], reference=round_half_away, grad=lambda h, x: 0 * x),
    Case("rint", [HALVES], reference=lambda x: np.ceil(x - 0.5), grad=lambda h, x: 0 * x,
         note="a half goes down, unlike NumPy's"),
    Case("sign", [HALVES], reference=np.sign, grad=lambda h, x: 0 * x),
    Case("relu", [np.array([-1.0, 0, 1])], reference=lambda x: np.maximum(x, 0),
         grad=lambda h, x: h[0] * (x > 0)),
    Case("relu", [np.array([np.nan, 1, np.inf])], reference=lambda x: np.maximum(x, 0),
         grad=lambda h, x: h[0] * np.where(np.isnan(x), x, 1), note="not a number has no slope"),
    Case("abs", [np.array([-1.0, 0, 1])], reference=abs, grad=lambda h, x: h[0] * np.sign(x)),
    Case("logical_not", [integers((3, 4), high=2)], reference=lambda x: (x == 0) * 1.0, dtypes=ALL, grad=False),
    Case("logical_not", [np.array([0, 5], "int32")], reference=lambda x: (x == 0).astype("int32"),
         dtypes="float32", grad=False),
    Case("hard_sigmoid", [uniform((3, 4), low=-4, high=4)], reference=lambda x: np.clip(0.2 * x + 0.5, 0, 1),
         dtypes=ALL),
    Case("hard_sigmoid", [(3, 4)], {"alpha": 0.25, "beta": 0.75},
         reference=lambda x, alpha, beta: np.clip(alpha * x + beta, 0, 1)),
    Case("hard_sigmoid", [np.array([-2.5, 0, 2.5])], reference=lambda x: np.clip(0.2 * x + 0.5, 0, 1),
         grad=lambda h, x: h[0] * (abs(x) < 2) * 0.2),
    Case("hard_sigmoid", [np.array([1], "int32")], dtypes="float32", raises="floating"),
    Case("clip", [(3, 4)], {"a_min": -0.5, "a_max": 0.75}, dtypes=ALL,
         reference=lambda x, a_min, a_max: np.clip(x, a_min, a_max)),
    Case("clip", [np.array([-1.0, 0, 1, 2])], {"a_min": -1, "a_max": 1},
         reference=lambda x, a_min, a_max: np.clip(x, a_min, a_max),
         grad=lambda h, x, a_min, a_max: h[0] * (abs(x) <= 1)),
    Case("clip", [np.array([-3, 0, 3], "int32")], {"a_min": -1.5, "a_max": 1.5}, dtypes="float32", grad=False,
         reference=lambda x, a_min, a_max: np.clip(x, -1, 1)),
    # Bounds out of a type's reach are no bounds; the first is NumPy's largest 32-bit number as it prints.
    Case("clip", [(3, 4)], {"a_min": 0, "a_max": 3.4028235e38}, dtypes=ALL,
         reference=lambda x, a_min, a_max: np.fmax(x, 0)),
    Case("clip", [np.array([1, 5, 200], "uint8")], {"a_min": -1, "a_max": 300}, dtypes="float32", grad=False,
         reference=lambda x, a_min, a_max: x),
    Case("clip", [np.array([1, -5, 7], "int32")], {"a_min": float("-inf"), "a_max": 3e9}, dtypes="float32", grad=False,
         reference=lambda x, a_min, a_max: x),
    Case("clip", [(2, 2)], {"a_min": 0}, raises="Required parameter a_max"),
    Case("smooth_l1", [distinct((3, 4))], {"scalar": 1.5}, dtypes=ALL,
         reference=lambda x, scalar: np.where(abs(x) > 1 / scalar**2, abs(x) - 0.5 / scalar**2,
                                              0.5 * (x * scalar)**2)),
    Case("smooth_l1", [(2, 2)], reference=lambda x: np.where(abs(x) > 1, abs(x) - 0.5, 0.5 * x * x)),
    Case("_copy", [(2, 3)], reference=lambda x: x, dtypes=ALL),
    Case("_copyto", [(2, 3)], reference=lambda x: x, grad=False),
    Case("BlockGrad", [(2, 3)], reference=lambda x: x, grad=lambda h, x: 0 * x),
    Case("make_loss", [(2, 3)], reference=lambda x: x, grad=lambda h, x: np.ones_like(x)),
    Case("_identity_with_attr_like_rhs", [(2, 3), (2, 3)], reference=lambda x, y: x),
    Case("zeros_like", [(2, 3)], reference=np.zeros_like, grad=lambda h, x: 0 * x),
    Case("ones_like", [(2, 3)], reference=np.ones_like, grad=lambda h, x: 0 * x),
    Case("shape_array", [(2, 3)], reference=lambda x: np.array([2, 3]), grad=False),
    Case("size_array", [(2, 3)], reference=lambda x: np.array([6]), grad=False),
    Case("Cast", [(2, 3)], {"dtype": "float64"}, reference=lambda x, dtype: x, dtypes="float32"),
    Case("Cast", [(2, 3)], {"dtype": "float16"}, reference=lambda x, dtype: x.astype("float16"), grad=False),
    Case("Cast", [np.array([1.7, -2.9, 200.3, -200.5])], {"dtype": "uint8"}, grad=False,
         reference=lambda x, dtype: np.trunc(x).astype("int64").astype("uint8")),
    Case("Cast", [np.array([1.7, -2.9, 0])], {"dtype": "bool"}, grad=False,
         reference=lambda x, dtype: x != 0, symbolic=False),
    Case("Cast", [(2,)], {"dtype": "float31"}, raises="Invalid Parameter format for dtype"),
    Case("amp_cast", [(2, 3)], {"dtype": "float16"}, reference=lambda x, dtype: x.astype("float16"),
         dtypes="float32", grad=False),
    Case("amp_cast", [integers((2, 3), dtype="int32")], {"dtype": "float16"}, reference=lambda x, dtype: x,
         dtypes="float32", grad=False),
    Case("amp_multicast", [(2, 3), uniform((2,), dtype="float16")], {"num_outputs": 2}, dtypes="float32",
         reference=lambda x, y, num_outputs: (x.astype("float32"), y.astype("float32")), grad=False),
    Case("amp_multicast", [(2, 3), uniform((2,), dtype="float16")], {"num_outputs": 2, "cast_narrow": True},
         reference=lambda x, y, **p: (x.astype("float16"), y.astype("float16")), grad=False,
         dtypes="float32"),
    Case("amp_multicast", [(2, 3)], {"num_outputs": 2}, raises="num_outputs"),
]
