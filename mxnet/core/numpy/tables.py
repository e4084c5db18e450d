"""Tables of the functions of one and two operands: the operator, NumPy's function of plain numbers, the description."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..op import document


class Unary(NamedTuple):
    """One function of one operand."""

    operator: str
    plain: Callable  # of a number
    sentence: str
    given: str       # values of an example, and its result
    found: str


class Binary(NamedTuple):
    """One function of two operands."""

    both: str        # operator of two arrays
    scalar: str      # of an array and a number
    turned: str      # of a number and an array, called with the array first
    plain: Callable  # of two numbers
    sentence: str
    given: str       # values of an example, the second operand, and its result
    beside: str
    found: str


def _one(name: str, sentence: str, given: str, found: str, plain: str = "") -> Unary:
    return Unary(f"_npi_{name}", getattr(np, plain or name), sentence, given, found)


UNARY: dict[str, Unary] = {
    "absolute": _one("absolute", "Compute the magnitude of each element.", "[-1, 2]", "[1.0, 2.0]"),
    "arccos": _one("arccos", "Compute the inverse cosine of each element, in radians from 0 to pi.",
                   "[1, 0]", "[0.0, 1.57]"),
    "arccosh": _one("arccosh", "Compute the inverse hyperbolic cosine of each element.", "[1, 2]", "[0.0, 1.32]"),
    "arcsin": _one("arcsin", "Compute the inverse sine of each element, in radians from -pi/2 to pi/2.",
                   "[0, 1]", "[0.0, 1.57]"),
    "arcsinh": _one("arcsinh", "Compute the inverse hyperbolic sine of each element.", "[0, 1]", "[0.0, 0.88]"),
    "arctan": _one("arctan", "Compute the inverse tangent of each element, in radians from -pi/2 to pi/2.",
                   "[0, 1]", "[0.0, 0.79]"),
    "arctanh": _one("arctanh", "Compute the inverse hyperbolic tangent of each element.", "[0, 0.5]", "[0.0, 0.55]"),
    "bitwise_not": _one("bitwise_not", "Invert every bit of integers, or every truth value of bool arrays.",
                        "[0, 5], dtype='int32'", "[-1, -6]"),
    "cbrt": _one("cbrt", "Compute the cube root of each element.", "[8, -1]", "[2.0, -1.0]"),
    "ceil": _one("ceil", "Round each element up to an integer.", "[1.2, -1.2]", "[2.0, -1.0]"),
    "cos": _one("cos", "Compute the cosine of each element, an angle in radians.", "[0, 1]", "[1.0, 0.54]"),
    "cosh": _one("cosh", "Compute the hyperbolic cosine of each element.", "[0, 1]", "[1.0, 1.54]"),
    "degrees": _one("degrees", "Convert angles from radians to degrees.", "[0, mx.np.pi]", "[0.0, 180.0]"),
    "exp": _one("exp", "Compute e to the power of each element.", "[0, 1]", "[1.0, 2.72]"),
    "expm1": _one("expm1", "Compute ``exp(x) - 1``, exact for small elements.", "[0, 1]", "[0.0, 1.72]"),
    "fix": _one("fix", "Round each element towards zero.", "[1.7, -1.7]", "[1.0, -1.0]"),
    "floor": _one("floor", "Round each element down to an integer.", "[1.7, -1.2]", "[1.0, -2.0]"),
    "isfinite": _one("isfinite", "Tell which elements are neither infinite nor nan.", "[1, mx.np.inf]",
                     "[True, False]"),
    "isinf": _one("isinf", "Tell which elements are infinite, of either sign.", "[1, mx.np.inf]", "[False, True]"),
    "isnan": _one("isnan", "Tell which elements are nan, not a number.", "[1, mx.np.nan]", "[False, True]"),
    "isneginf": _one("isneginf", "Tell which elements are minus infinity.", "[-mx.np.inf, mx.np.inf]",
                     "[True, False]"),
    "isposinf": _one("isposinf", "Tell which elements are plus infinity.", "[-mx.np.inf, mx.np.inf]",
                     "[False, True]"),
    "log": _one("log", "Compute the natural logarithm of each element.", "[1, 2]", "[0.0, 0.69]"),
    "log10": _one("log10", "Compute the logarithm to base 10 of each element.", "[1, 2]", "[0.0, 0.30]"),
    "log1p": _one("log1p", "Compute ``log(1 + x)``, exact for small elements.", "[0, 1]", "[0.0, 0.69]"),
    "log2": _one("log2", "Compute the logarithm to base 2 of each element.", "[1, 8]", "[0.0, 3.0]"),
    "logical_not": _one("logical_not", "Tell which elements are zero or False.", "[0, 3]", "[True, False]"),
    "negative": _one("negative", "Change the sign of each element.", "[1, -2]", "[-1.0, 2.0]"),
    "radians": _one("radians", "Convert angles from degrees to radians.", "[0, 180]", "[0.0, 3.14]"),
    "reciprocal": _one("reciprocal", "Compute ``1 / x`` of each element.", "[2, 4]", "[0.5, 0.25]"),
    "rint": _one("rint", "Round each element to the nearest integer.", "[1.2, 1.8]", "[1.0, 2.0]"),
    "sign": _one("sign", "Give -1, 0 or 1 for negative, zero and positive elements.", "[-5, 0, 3]",
                 "[-1.0, 0.0, 1.0]"),
    "sin": _one("sin", "Compute the sine of each element, an angle in radians.", "[0, 1]", "[0.0, 0.84]"),
    "sinh": _one("sinh", "Compute the hyperbolic sine of each element.", "[0, 1]", "[0.0, 1.18]"),
    "sqrt": _one("sqrt", "Compute the square root of each element, nan of negative ones.", "[4, 9]", "[2.0, 3.0]"),
    "square": _one("square", "Compute the square of each element.", "[2, -3]", "[4.0, 9.0]"),
    "tan": _one("tan", "Compute the tangent of each element, an angle in radians.", "[0, 1]", "[0.0, 1.56]"),
    "tanh": _one("tanh", "Compute the hyperbolic tangent of each element.", "[0, 1]", "[0.0, 0.76]"),
    "trunc": _one("trunc", "Round each element towards zero.", "[1.7, -1.7]", "[1.0, -1.0]"),
    "abs": _one("absolute", "Compute the magnitude of each element.", "[-1, 2]", "[1.0, 2.0]", "abs"),
    "fabs": _one("absolute", "Compute the magnitude of each element.", "[-1, 2]", "[1.0, 2.0]", "abs"),
    "invert": _one("bitwise_not", "Invert every bit of integers, or every truth value of bool arrays.",
                   "[0, 5], dtype='int32'", "[-1, -6]"),
    "rad2deg": _one("degrees", "Convert angles from radians to degrees.", "[0, mx.np.pi]", "[0.0, 180.0]", "rad2deg"),
    "deg2rad": _one("radians", "Convert angles from degrees to radians.", "[0, 180]", "[0.0, 3.14]", "deg2rad"),
}


TESTS = ("isfinite", "isinf", "isnan", "isneginf", "isposinf")


def _two(name: str, turned: str, sentence: str, given: str, beside: str, found: str) -> Binary:
    scalar = f"_npi_{name}_scalar"
    return Binary(f"_npi_{name}", scalar, f"_npi_{turned}_scalar" if turned else scalar, getattr(np, name), sentence,
                  given, beside, found)


_QUOTIENT = "Divide one operand by the other, element by element."
_REMAINDER = "Compute the remainder of a division, with the sign of the divisor."
_WHOLE = "[6, 4], dtype='int32'"
BINARY: dict[str, Binary] = {
    "add": _two("add", "", "Add two operands, element by element.", "[1, 2]", "[10, 20]", "[11.0, 22.0]"),
    "subtract": _two("subtract", "rsubtract", "Subtract one operand from the other, element by element.",
                     "[1, 2]", "[10, 20]", "[-9.0, -18.0]"),
    "multiply": _two("multiply", "", "Multiply two operands, element by element.", "[1, 2]", "[10, 20]",
                     "[10.0, 40.0]"),
    "divide": _two("true_divide", "rtrue_divide", _QUOTIENT, "[1, 2]", "[2, 8]", "[0.5, 0.25]"),
    "true_divide": _two("true_divide", "rtrue_divide", _QUOTIENT, "[1, 2]", "[2, 8]", "[0.5, 0.25]"),
    "mod": _two("mod", "rmod", _REMAINDER, "[5, -5]", "[3, 3]", "[2.0, 1.0]"),
    "remainder": _two("mod", "rmod", _REMAINDER, "[5, -5]", "[3, 3]", "[2.0, 1.0]"),
    "power": _two("power", "rpower", "Raise one operand to the power of the other, element by element.", "[2, 3]",
                  "[3, 2]", "[8.0, 9.0]"),
    "maximum": _two("maximum", "", "Take the larger of two operands, element by element.", "[1, 5]", "[3, 2]",
                    "[3.0, 5.0]"),
    "minimum": _two("minimum", "", "Take the smaller of two operands, element by element.", "[1, 5]", "[3, 2]",
                    "[1.0, 2.0]"),
    "hypot": _two("hypot", "", "Compute ``sqrt(x1 ** 2 + x2 ** 2)``, the long side of right triangles.", "[3, 5]",
                  "[4, 12]", "[5.0, 13.0]"),
    "copysign": _two("copysign", "rcopysign", "Give the first operand the signs of the second.", "[1, 2]",
                     "[-3, 4]", "[-1.0, 2.0]"),
    "arctan2": _two("arctan2", "rarctan2", "Compute the angle of the point (x2, x1), in radians from -pi to pi.",
                    "[0, 1]", "[1, 0]", "[0.0, 1.57]"),
    "ldexp": _two("ldexp", "rldexp", "Compute ``x1 * 2 ** x2``.", "[1, 3]", "[2, 3]", "[4.0, 24.0]"),
    "lcm": _two("lcm", "", "Compute the least common multiple of integers.", _WHOLE, "[4, 10], dtype='int32'",
                "[12, 20]"),
    "bitwise_and": _two("bitwise_and", "", "Keep the bits that are set in both of two integers.", _WHOLE,
                        "[3, 5], dtype='int32'", "[2, 4]"),
    "bitwise_or": _two("bitwise_or", "", "Set the bits that are set in at least one of two integers.", _WHOLE,
                       "[3, 5], dtype='int32'", "[7, 5]"),
    "bitwise_xor": _two("bitwise_xor", "", "Set the bits that differ between two integers.", _WHOLE,
                        "[3, 5], dtype='int32'", "[5, 1]"),
    "equal": _two("equal", "", "Tell where two operands are equal.", "[1, 2]", "[1, 3]", "[True, False]"),
    "not_equal": _two("not_equal", "", "Tell where two operands differ.", "[1, 2]", "[1, 3]", "[False, True]"),
    "greater": _two("greater", "less", "Tell where the first operand is larger.", "[1, 4]", "[1, 3]",
                    "[False, True]"),
    "less": _two("less", "greater", "Tell where the first operand is smaller.", "[1, 2]", "[1, 3]", "[False, True]"),
    "greater_equal": _two("greater_equal", "less_equal", "Tell where the first operand is larger or equal.",
                          "[1, 2]", "[1, 3]", "[True, False]"),
    "less_equal": _two("less_equal", "greater_equal", "Tell where the first operand is smaller or equal.",
                       "[1, 4]", "[1, 3]", "[True, False]"),
}
COMPARISONS = ("equal", "not_equal", "greater", "less", "greater_equal", "less_equal")
# these take only operands and out
STRICT = (*COMPARISONS, "true_divide")
_BITS = ("lcm", "bitwise_and", "bitwise_or", "bitwise_xor")
_ALIKE = ("maximum", "minimum", "copysign", "ldexp")
_FLOATS = ("hypot", "arctan2")

# ---- words --------------------------------------------------------------------------------------

_OPERAND = "Array, or a number, which NumPy's function handles."
_OUT = "Array to write the result to, which is then returned."
_KEYWORDS = """NumPy's keywords of universal functions (``where``, ``casting``, ``order``, ``dtype``, ``subok``),
of which only the defaults are implemented."""
_CUT = """An array of the shape and type of ``x``. Results for integers are truncated to the same type,
    whereas NumPy returns floats; bool arrays are refused."""


def unary_words(name: str) -> str:
    """Write the docstring of a function of one operand."""
    row = UNARY[name]
    if name in (*TESTS, "logical_not"):
        kind = "An array of bool, of the shape of ``x``."
    else:
        kind = "An array of the shape and type of ``x``." if row.operator == "_npi_bitwise_not" else _CUT
    return document(row.sentence, parameters={"x": _OPERAND, "out": _OUT, "**kwargs": _KEYWORDS},
                    returns=f"\nndarray\n    {kind}",
                    example=f">>> mx.np.{name}(mx.np.array({row.given})).tolist()\n{row.found}")


def binary_words(name: str) -> str:
    """Write the docstring of a function of two operands."""
    row = BINARY[name]
    parameters = {"x1": "First operand: an array, or a number.",
                  "x2": "Second operand: an array, or a number. Shapes broadcast.", "out": _OUT,
                  "**kwargs": "Keywords of universal functions are refused." if name in STRICT else _KEYWORDS}
    return document(row.sentence, parameters=parameters, returns=f"\nndarray\n    {_type_rule(name, row)}",
                    example=f">>> mx.np.{name}(mx.np.array({row.given}), mx.np.array({row.beside})).tolist()\n"
                            f"{row.found}")


_NUMBER = """A number takes the type of the array, so that ``x + 1.5`` adds 1 to whole
    numbers, as in MXNet."""


def _type_rule(name: str, row: Binary) -> str:
    """Return a description of the result type."""
    if name in COMPARISONS:
        return "An array of bool. Two arrays must be of one type; NumPy compares any two."
    if name in _BITS:
        return "An array of the type of the operands: integers or bool, and one type if both are arrays."
    if name in _FLOATS:
        return "An array of the type of the operands; two arrays must be of one floating point type."
    if name in _ALIKE:
        return "An array of the type of the operands; two arrays must be of one type, while NumPy converts them."
    if row.both == "_npi_true_divide":
        return ("An array of floats: the type of the floating point operand, float32 for integers, whereas\n"
                "    NumPy returns float64.")
    return f"An array of the wider type; a floating point type next to integers.\n    {_NUMBER}"
