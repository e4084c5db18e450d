"""Cases of binary arithmetic, comparison and logic in their three forms, and of sums of arrays."""
import numpy as np

from tests.operators.harness import Case, apart, integers, uniform

ALL = ("float16", "float32", "float64")
WHOLE = ("int32", "int64", "int8", "uint8")


def logic(test):
    return lambda x, y: test(x, y).astype(x.dtype)


# key: (NumPy's function, broadcasting name, elementwise name, how operands are drawn)
SMOOTH = {
    "add": (np.add, "broadcast_add", "elemwise_add", uniform),
    "sub": (np.subtract, "broadcast_sub", "elemwise_sub", uniform),
    "mul": (np.multiply, "broadcast_mul", "elemwise_mul", uniform),
    "div": (np.divide, "broadcast_div", "elemwise_div", apart),
    "mod": (np.mod, "broadcast_mod", "_mod", apart),
    "power": (np.power, "broadcast_power", "_power",
              lambda shape: uniform(shape, low=0.3, high=2)),
    "hypot": (np.hypot, "broadcast_hypot", "_hypot", apart),
    "maximum": (np.maximum, "broadcast_maximum", "_maximum", uniform),
    "minimum": (np.minimum, "broadcast_minimum", "_minimum", uniform),
}
LOGIC = {
    "equal": np.equal, "not_equal": np.not_equal, "greater": np.greater,
    "greater_equal": np.greater_equal, "lesser": np.less, "lesser_equal": np.less_equal,
    "logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor,
}
SCALAR = {
    "_plus_scalar": lambda x, scalar: x + scalar, "_minus_scalar": lambda x, scalar: x - scalar,
    "_rminus_scalar": lambda x, scalar: scalar - x, "_mul_scalar": lambda x, scalar: x * scalar,
    "_div_scalar": lambda x, scalar: x / scalar, "_rdiv_scalar": lambda x, scalar: scalar / x,
    "_mod_scalar": lambda x, scalar: x % scalar, "_rmod_scalar": lambda x, scalar: scalar % x,
    "_maximum_scalar": lambda x, scalar: np.maximum(x, scalar),
    "_minimum_scalar": lambda x, scalar: np.minimum(x, scalar),
    "_hypot_scalar": lambda x, scalar: np.hypot(x, scalar),
    "_scatter_plus_scalar": lambda x, scalar: x + scalar,
    "_scatter_minus_scalar": lambda x, scalar: x - scalar,
}

CASES = []
for function, broadcast, elementwise, draw in SMOOTH.values():
    CASES += [
        Case(broadcast, [draw((2, 1, 3)), draw((4, 1))], reference=function, dtypes=ALL),
        Case(broadcast, [draw((3,)), draw((3,))], reference=function),
        Case(elementwise, [draw((3, 4)), draw((3, 4))], reference=function, dtypes=ALL),
        Case(elementwise, [(2, 3), (2, 2)], raises="Incompatible attr"),
        Case(elementwise, [(2, 3), (1, 3)], raises="Incompatible attr",
             note="what broadcasts is refused too"),
        Case(broadcast, [(2, 3), (2, 2)], raises="broadcast|size"),
    ]
for key, function in LOGIC.items():
    pair = [integers((3, 4), low=-1, high=2), integers((3, 4), low=-1, high=2)]
    CASES += [
        Case(f"_{key}", pair, reference=logic(function), dtypes=ALL, grad=False),
        Case(f"broadcast_{key}", [integers((3, 1), low=-1, high=2), integers((1, 4), low=-1, high=2)],
             reference=logic(function), grad=False),
        Case(f"broadcast_{key}", [integers((3, 1), low=-1, high=2, dtype="int32"),
                                  integers((1, 4), low=-1, high=2, dtype="int32")],
             reference=logic(function), dtypes="float32", grad=False),
        Case(f"_{key}_scalar", [integers((3, 4), low=-1, high=2)], {"scalar": 1},
             reference=lambda x, scalar, f=function: f(x, scalar).astype(x.dtype), dtypes=ALL,
             grad=False),
    ]
for name, function in SCALAR.items():
    CASES += [Case(name, [apart((2, 3))], {"scalar": scalar}, reference=function, dtypes=ALL)
              for scalar in (1.5, 0.25)]
CASES += [
    Case("_power_scalar", [uniform((2, 3), low=0.3, high=2)], {"scalar": 2.5},
         reference=lambda x, scalar: x ** scalar, dtypes=ALL),
    Case("_power_scalar", [apart((2, 3))], {"scalar": 2}, reference=lambda x, scalar: x ** scalar),
    Case("_rpower_scalar", [(2, 3)], {"scalar": 2.5}, reference=lambda x, scalar: scalar ** x),
]

# Whole numbers: division truncates, remainders follow the divisor, scalars are cast first and wrap.
A, B = np.array([-7, -1, 9, 1, 7]), np.array([2, -3, 2, 1, -2])
for dtype in WHOLE[:3]:
    CASES += [Case(name, [A.astype(dtype), B.astype(dtype)], reference=function, dtypes="float32",
                   grad=False)
              for name, function in [
                  ("broadcast_div", lambda x, y: np.trunc(x / y).astype(x.dtype)),
                  ("broadcast_mod", np.mod),
                  ("broadcast_hypot", lambda x, y: np.hypot(x * 1.0, y).astype(x.dtype)),
                  ("broadcast_power", lambda x, y: np.trunc(np.power(x * 1.0, y)).astype(x.dtype))]]
    CASES += [Case("_div_scalar", [A.astype(dtype)], {"scalar": -2.5}, dtypes="float32", grad=False,
                   reference=lambda x, scalar: np.trunc(x / -2).astype(x.dtype)),
              Case("_rmod_scalar", [A.astype(dtype)], {"scalar": 3.9}, dtypes="float32", grad=False,
                   reference=lambda x, scalar: np.mod(3, x)),
              Case("_plus_scalar", [A.astype(dtype)], {"scalar": 2.5, "is_int": False},
                   dtypes="float32", grad=False, reference=lambda x, scalar, is_int: x + 2.5)]
CASES += [
    Case("_plus_scalar", [np.array([1, 200], "uint8")], {"scalar": 300}, dtypes="float32", grad=False,
         reference=lambda x, scalar: x + np.uint8(300 - 256)),
    Case("_mul_scalar", [np.array([True, False])], {"scalar": 3}, dtypes="float32", grad=False,
         reference=lambda x, scalar: x * np.int64(3), note="bool counts as int64"),
    # MXNet gives all of the gradient to the first operand at a tie, and a remainder by zero is zero.
    Case("broadcast_maximum", [np.array([1.0, 2, 3]), np.array([1.0, 3, 2])], reference=np.maximum,
         grad=lambda heads, x, y: (heads[0] * (x >= y), heads[0] * (x < y))),
    Case("broadcast_minimum", [np.array([1.0, 2, 3]), np.array([1.0, 3, 2])], reference=np.minimum,
         grad=lambda heads, x, y: (heads[0] * (x <= y), heads[0] * (x > y))),
    Case("_maximum_scalar", [np.array([0.0, 1, 2])], {"scalar": 1}, grad=lambda h, x, scalar: h[0] * (x >= 1),
         reference=lambda x, scalar: np.maximum(x, 1)),
    Case("broadcast_mod", [np.array([5.0, -5]), np.array([0.0, 0])], grad=False,
         reference=lambda x, y: 0 * x),
    Case("_mod_scalar", [np.array([5.0, -5])], {"scalar": 0}, reference=lambda x, scalar: 0 * x,
         grad=lambda heads, x, scalar: heads[0]),
    Case("broadcast_add", [np.zeros(2, "int32"), np.zeros(2, "float32")], dtypes="float32",
         raises="expected int32, got float32"),
    Case("_plus_scalar", [(2, 3)], {"scalar": "x"}, raises="Invalid Parameter format for scalar"),
    Case("_plus_scalar", [(2, 3)], {"scaler": 1}, raises="scalar"),
    Case("_scatter_elemwise_div", [(2, 3), apart((2, 3))], reference=np.divide),
    Case("_grad_add", [(2, 3), (2, 3)], reference=np.add),
    Case("add_n", [(2, 3)], reference=lambda x: x),
    Case("add_n", [(2, 3)] * 4, reference=lambda *xs: sum(xs), dtypes=ALL),
    Case("add_n", [(2, 3), (1, 3)], raises="Incompatible attr"),
]
