"""Cases of mx.np's functions of each element, of one array, two, or an array and a number."""
import numpy as np

from tests.operators.harness import Case, apart, integers, uniform

INSIDE, ABOVE = uniform((2, 3), -0.8, 0.8), uniform((2, 3), 1.2, 3.0)
POSITIVE, AWAY = uniform((2, 3), 0.3, 2.0), apart((2, 3))
UNARY = {
    "arccos": INSIDE, "arccosh": ABOVE, "arcsin": INSIDE, "arcsinh": INSIDE, "arctan": INSIDE, "arctanh": INSIDE,
    "cbrt": POSITIVE, "cos": INSIDE, "cosh": INSIDE, "degrees": INSIDE, "exp": INSIDE, "expm1": INSIDE, "log": POSITIVE,
    "log10": POSITIVE, "log1p": POSITIVE, "log2": POSITIVE, "negative": INSIDE, "radians": INSIDE,
    "reciprocal": POSITIVE, "sin": INSIDE, "sinh": INSIDE, "sqrt": POSITIVE, "square": INSIDE, "tan": INSIDE,
    "tanh": INSIDE, "absolute": AWAY,
}
STEPS = {"ceil": np.ceil, "floor": np.floor, "fix": np.trunc, "trunc": np.trunc, "rint": np.rint, "sign": np.sign}
SPECIAL = np.array([[1.0, np.nan, np.inf], [-np.inf, 0.0, -2.0]])
TESTS = {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "isposinf": np.isposinf,
         "isneginf": np.isneginf, "logical_not": np.logical_not}


def plain(function):
    return lambda x, **params: function(x)


CASES = [Case(f"_npi_{name}", [draw], reference=plain(getattr(np, name))) for name, draw in UNARY.items()]
CASES += [Case(f"_npi_{name}", [uniform((2, 3), -3, 3)], reference=plain(function), grad=False)
          for name, function in STEPS.items()]
CASES += [Case(f"_npi_{name}", [SPECIAL], reference=plain(function), grad=False) for name, function in TESTS.items()]
CASES += [
    Case("_npi_sin", [np.array(0.5)], reference=plain(np.sin), note="an array without dimensions"),
    Case("_npi_sin", [np.zeros((0, 2))], reference=plain(np.sin), grad=False),
    Case("_npi_sin", [np.array([True])], raises="bool", dtypes="float32"),
    Case("_npx_relu", [AWAY], reference=plain(lambda x: np.maximum(x, 0))),
    Case("_npx_sigmoid", [INSIDE], reference=plain(lambda x: 1 / (1 + np.exp(-x)))),
    Case("_npi_bitwise_not", [integers((2, 3), -5, 5, dtype="int32")], dtypes="float32", grad=False,
         reference=plain(np.bitwise_not)),
    Case("_npi_bitwise_not", [(2, 3)], raises="whole numbers"),
    Case("_npi_around", [uniform((2, 3), -9, 9)], {"decimals": 1}, grad=False,
         reference=lambda x, decimals: np.around(x, decimals)),
    Case("_npi_around", [np.array([15, 26, -25], "int32")], {"decimals": -1}, dtypes="float32", grad=False,
         reference=lambda x, decimals: np.array([10, 20, -20], "int32"), note="whole numbers are cut"),
    Case("_npi_nan_to_num", [SPECIAL], {"nan": 3.0, "posinf": 5.0, "neginf": -5.0}, grad=False,
         reference=lambda x, **p: np.nan_to_num(x, **p)),
    Case("_np_copy", [(2, 3)], reference=plain(np.copy)),
    Case("_npx_constraint_check", [np.array([True, True])], dtypes="float32", grad=False,
         reference=plain(lambda x: np.array(True))),
]

# ---- two operands -------------------------------------------------------------------------------

WIDE, TALL = uniform((2, 1, 3), 0.5, 2.0), uniform((4, 1), 0.5, 2.0)
BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "true_divide": np.true_divide,
          "power": np.power, "hypot": np.hypot, "arctan2": np.arctan2, "copysign": np.copysign,
          "ldexp": lambda a, b: a * 2.0**b}
COMPARED = {"equal": np.equal, "not_equal": np.not_equal, "greater": np.greater, "greater_equal": np.greater_equal,
            "less": np.less, "less_equal": np.less_equal}
BITS = {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor, "lcm": np.lcm}
WHOLE = integers((2, 3), 1, 9, dtype="int32")


def with_number(function, turned=False):
    def reference(x, scalar, is_int=True):
        return function(scalar, x) if turned else function(x, scalar)
    return reference


for name, function in BINARY.items():
    grad = name != "copysign"
    CASES.append(Case(f"_npi_{name}", [WIDE, TALL], reference=function, grad=grad))
    CASES.append(Case(f"_npi_{name}", [uniform((), 0.5, 2.0), POSITIVE], reference=function, grad=grad))
    if name != "hypot":
        CASES.append(Case(f"_npi_{name}_scalar", [POSITIVE], {"scalar": 1.5}, grad=grad,
                          reference=with_number(function)))
    if name not in ("add", "multiply", "hypot"):
        CASES.append(Case(f"_npi_r{name}_scalar", [POSITIVE], {"scalar": 1.5}, grad=grad,
                          reference=with_number(function, turned=True)))
for name, function in COMPARED.items():
    CASES += [Case(f"_npi_{name}", [WHOLE, WHOLE], reference=function, grad=False, dtypes="float32"),
              Case(f"_npi_{name}", [(2, 3), (3,)], reference=function, grad=False),
              Case(f"_npi_{name}_scalar", [WHOLE], {"scalar": 4.0}, reference=with_number(function), grad=False,
                   dtypes="float32")]
for name, function in BITS.items():
    CASES += [Case(f"_npi_{name}", [WHOLE, WHOLE], reference=function, grad=False, dtypes="float32"),
              Case(f"_npi_{name}_scalar", [WHOLE], {"scalar": 6.0}, grad=False, dtypes="float32",
                   reference=with_number(lambda a, b, f=function: f(np.int32(a), np.int32(b)))),
              Case(f"_npi_{name}", [(2, 3), (2, 3)], raises="one type")]
CASES += [
    Case("_npi_mod", [uniform((2, 3), 3, 9), uniform((2, 3), 1, 2)], reference=np.mod, grad=False),
    Case("_npi_mod_scalar", [uniform((2, 3), 3, 9)], {"scalar": 2.0}, reference=with_number(np.mod), grad=False),
    Case("_npi_rmod_scalar", [uniform((2, 3), 3, 9)], {"scalar": 20.0}, grad=False,
         reference=with_number(np.mod, turned=True)),
    Case("_npi_add", [np.array([1, 2], "int32"), (2,)], reference=lambda a, b: a + b, wrt=(1,),
         note="whole numbers and floats give floats"),
    Case("_npi_add", [np.array([1], "int8"), np.array([1], "uint8")], raises="int8 and uint8", dtypes="float32"),
    Case("_npi_true_divide", [np.array([3], "int32"), np.array([2], "int32")], dtypes="float32", grad=False,
         reference=lambda a, b: np.array([1.5], "float32")),
    Case("_npi_add_scalar", [np.array([3, 5], "int32")], {"scalar": 1.5}, dtypes="float32", grad=False,
         reference=lambda x, scalar: np.array([4, 6], "int32"), note="the number is cast to the array's type"),
    Case("_npi_true_divide_scalar", [np.array([3, 5], "int32")], {"scalar": 2.0}, dtypes="float32", grad=False,
         reference=lambda x, scalar: np.array([1.5, 2.5], "float32")),
    Case("_npi_subtract", [np.array([True]), np.array([True])], raises="bool", dtypes="float32"),
]
