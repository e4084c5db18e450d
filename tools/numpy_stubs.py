"""Stubs of `mx.np` and `mx.npx`: functions that are made, from core.numpy, from operators, or by NumPy itself."""
import __future__

import importlib
import inspect
import re
import types
import typing

import numpy as onp

from mxnet.core import describe
from mxnet.core.numpy import FUNCTIONS
from mxnet.core.numpy.functions import METHODS
from mxnet.core.op import operators
from mxnet.ndarray.numpy.array import ndarray

HEADER = '''"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
'''
# the modules whose functions are made -> how the operators among them begin in the registry
MODULES = {"numpy": "_np_", "numpy.linalg": None, "numpy.random": None, "numpy_extension": "_npx_",
           "numpy_extension.random": None}
OURS = ("mxnet.numpy", "mxnet.ndarray")
TRAILING = ("out: ndarray | None = None", "name: str | None = None")

# What functions that NumPy computes give, where that is not one array.
GIVEN = {
    **dict.fromkeys("linalg.qr modf frexp divmod polydiv".split(), "tuple[ndarray, ndarray]"),
    **dict.fromkeys("ix_ tril_indices_from triu_indices_from".split(), "tuple[ndarray, ...]"),
    **dict.fromkeys("allclose array_equal array_equiv".split(), "bool"), **dict.fromkeys(("ndim", "size"), "int"),
    **dict.fromkeys("count_nonzero histogram2d histogramdd min_scalar_type mirr npv pmt polyfit ppmt promote_types pv "
                    "rate result_type linalg.lstsq".split(), "Any"),
}
# Functions that give one array, and what they give where one of these flags is set.
FLAGS = {"unique": ("return_index", "return_inverse", "return_counts"), "linspace": ("retstep",),
         "average": ("returned",)}
# Functions that can be called in two ways, and what each gives.
WAYS = {
    "where": (("condition: Any", "tuple[ndarray, ...]"), ("condition: Any, x: Any, y: Any", "ndarray")),
    **dict.fromkeys("atleast_1d atleast_2d atleast_3d".split(),
                    (("array: Any, /", "ndarray"), ("*arys: Any", "list[ndarray]"))),
}
BINARY, COMPARING = "add sub mul truediv mod pow and or xor matmul div".split(), "eq ne gt ge lt le".split()
UNARY = "neg abs invert ceil floor trunc".split()


def _with_flags(text, flags):
    """Declare twice: with no flag set a function gives one array, else the other kind that its annotation names."""
    other = re.search(r"\) -> (.*):\n", text)[1].replace("ndarray | ", "", 1)
    plain = text.partition("\n")[0]
    for flag in flags:
        plain = plain.replace(f"{flag}: bool = False", f"{flag}: Literal[False] = False")
    plain = re.sub(r" -> .*:$", " -> ndarray: ...", plain)
    return f"@overload\n{plain}\n@overload\n" + re.sub(r"\) -> .*:\n", f") -> {other}:\n", text, count=1)


def _in_two_ways(name, function, ways):
    first, second = (f"def {name}({taken}) -> {back}:" for taken, back in ways)
    words = describe.with_words(second, inspect.getdoc(function) or "")
    return f"@overload\n{first} ...\n@overload\n{words}"


def declare(path, function, op, by_hand):
    """Declare a function of ours."""
    name = path.rpartition(".")[2]
    if path in WAYS:
        return _in_two_ways(name, function, WAYS[path])
    if op is not None:
        return describe.stub(op, name, "ndarray", TRAILING)
    made = by_hand(name, function, "ndarray", GIVEN.get(path, "ndarray"))
    return _with_flags(made, FLAGS[path]) if path in FLAGS else made


def constant(path, value):
    """Declare what is no function of ours: a type, a number, or a function that NumPy computes."""
    key = path.rpartition(".")[2]
    if isinstance(value, type):
        home = "numpy" if getattr(onp, key, None) is value else value.__module__
        return f"from {home} import {key} as {key}\n"
    if callable(value):
        return f"def {key}(*args: Any, **kwargs: Any) -> {GIVEN.get(path, 'ndarray')}: ...\n"
    return f"{key}: {'None' if value is None else type(value).__name__}\n"


def _operator(module, key):
    """Give the operator that a function is, if it is one by itself."""
    prefix = MODULES[module]
    return operators().get(f"{prefix}{key}") if prefix and key not in FUNCTIONS["np"] else None


def stub(name, by_hand):
    """Declare a module: functions and constants, and what it takes from elsewhere."""
    module, lines, parts = importlib.import_module(f"mxnet.{name}"), [], []
    space = name.partition(".")[2]
    for key, value in sorted(vars(module).items()):
        if key.startswith("_") or getattr(typing, key, getattr(__future__, key, None)) is value:
            continue
        path = f"{space}.{key}" if space else key
        home = getattr(value, "__module__", None) or ""
        if isinstance(value, types.ModuleType):
            lines.append(f"from . import {key} as {key}")
        elif key == "ndarray":
            lines.append("from mxnet.ndarray.numpy.array import ndarray as ndarray")
        elif home.startswith("mxnet.") and (inspect.isclass(value) or not home.startswith(OURS)):
            lines.append(f"from {home} import {key} as {key}")
        elif inspect.isfunction(value) and home.startswith("mxnet.") and key.isidentifier():
            parts.append(declare(path, value, _operator(name, key), by_hand))
        else:
            parts.append(constant(path, value))
    if not hasattr(module, "ndarray"):
        lines.append("from mxnet.ndarray.numpy.array import ndarray")
    return HEADER + "\n".join(lines) + "\n\n" + "\n".join(parts)


def methods(by_hand):
    """Declare the methods of `mx.np.ndarray` that are made: operators, and functions of the same name."""
    lines = [f"def __{prefix}{word}__(self, other: Any) -> ndarray: ..."
             for word in BINARY for prefix in ("", "r", "i")]
    lines += [f"def __{word}__(self, other: Any) -> ndarray: ..."
              + ("  # type: ignore[override]" if word in ("eq", "ne") else "") for word in COMPARING]
    lines += [f"def __{word}__(self) -> ndarray: ..." for word in UNARY]
    for name in METHODS:
        op = _operator("numpy", name)
        made = (describe.stub(op, name, "ndarray", TRAILING, method=True) if op is not None
                else by_hand(name, vars(ndarray)[name], "ndarray", "ndarray", brief=True))
        lines += made.rstrip().split("\n")
    return (f"{HEADER}from ..array import NDArray\nfrom .array import ndarray\n\n\nclass Fluent(NDArray):\n"
            + "".join(f"    {line}\n" for line in lines))
