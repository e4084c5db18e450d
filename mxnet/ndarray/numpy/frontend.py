"""Makes the functions of `mx.np` and `mx.npx` for arrays: fast paths for the common case, `core.numpy` for the rest."""
from collections.abc import Callable
from typing import Any

import torch

from ...core import trace
from ...core.device import Context, home_context
from ...core.mode import mode
from ...core.numpy import FUNCTIONS, elementwise
from ...core.numpy.words import described
from ...core.op import Op, find
from ...core.refusal import REFUSALS
from ...util import check_ufunc_options
from ..array import NDArray
from ..indexing import apart, check_writable
from ..invoke import invoke
from ..register import make_function, number_of
from .array import ndarray
from .creation import array as _array

_new = object.__new__
_FLOATS = frozenset((torch.float32, torch.float64))
_NUMBERS = frozenset((torch.float16, torch.float32, torch.float64, torch.int8, torch.uint8, torch.int32, torch.int64))
_ALL = _NUMBERS | {torch.bool}


class Arrays:
    """The front-end that `core.numpy` calls: operators run eagerly."""

    symbolic = False

    @staticmethod
    def is_array(value: object) -> bool:
        return isinstance(value, ndarray)

    @staticmethod
    def call(operator: str, *arrays: Any, out: Any = None, ctx: Context | None = None, **params: Any) -> Any:
        op = find(operator)
        for place, item in enumerate(arrays):
            if not isinstance(item, NDArray):
                name = f"Argument {op.input_order[place]}" if place < len(op.input_order) else "Positional arguments"
                raise AssertionError(f"{operator}: {name} must have NDArray type, but got {item}")
        params = {name: number_of(value) for name, value in params.items()}
        if arrays:
            ctx = None
            if op.schema.variadic and op.num_args in op.schema.params:
                params[op.num_args] = len(arrays)
        else:
            ctx = home_context(ctx)
        return invoke(op.bind(params), arrays, out, ctx, ndarray)

    @staticmethod
    def with_number(operator: str, array: ndarray, number: Any, out: Any = None, turned: bool = False) -> Any:
        return invoke(find(operator).bind({}).with_params(scalar=float(number)), (array,), out)

    @staticmethod
    def array(values: Any) -> ndarray:
        return _array(values, dtype=values.dtype)


# ---- two operands -------------------------------------------------------------------------------

# name: (torch kernel that computes the same, types for which it does)
_KERNELS = {
    "add": (torch.add, _NUMBERS), "subtract": (torch.sub, _NUMBERS), "multiply": (torch.mul, _NUMBERS),
    "divide": (torch.true_divide, _FLOATS), "true_divide": (torch.true_divide, _FLOATS),
    "power": (torch.pow, _FLOATS), "equal": (torch.eq, _ALL), "not_equal": (torch.ne, _ALL),
    "greater": (torch.gt, _ALL), "greater_equal": (torch.ge, _ALL), "less": (torch.lt, _ALL),
    "less_equal": (torch.le, _ALL), "maximum": (torch.maximum, _FLOATS), "minimum": (torch.minimum, _FLOATS),
}
_TAKE_NO_NUMBER = ("maximum", "minimum")


def operation(name: str) -> Callable[..., Any]:
    """Make ``a op b`` of an array and anything; equal types take the fast path outside recording."""
    row = elementwise.BINARY[name]
    kernel, kinds = _KERNELS.get(name, (None, frozenset()))
    beside_number = _FLOATS if kernel is not None and name not in _TAKE_NO_NUMBER else frozenset()

    def operate(self, other):
        if kernel is not None and not mode.recording and trace.report is None:
            data, kind = self._data, other.__class__
            try:
                if kind is ndarray:
                    right = other._data
                    if data.dtype is right.dtype and data.dtype in kinds:
                        made = _new(ndarray)
                        made._data, made._ctx, made._ag = kernel(data, right), self._ctx, None
                        return made
                elif (kind is float or kind is int) and data.dtype in beside_number:
                    made = _new(ndarray)
                    made._data, made._ctx, made._ag = kernel(data, other), self._ctx, None
                    return made
            except RuntimeError:
                pass  # the slow path raises with the operator's name
        return elementwise.binary(Arrays, row, self, other)
    return operate


def _reflected(name: str) -> Callable:
    row = elementwise.BINARY[name]

    def operate(self, other):
        return elementwise.binary(Arrays, row, other, self)
    return operate


def _into(name: str, method_name: str = "") -> Callable:
    """Make ``a op= b``: it writes to the array's own memory."""
    row = elementwise.BINARY[name]

    def operate(self, other):
        check_writable(self, other)
        data = self._data
        right = other._data if other.__class__ is ndarray else other
        if method_name and trace.report is None and data.dtype in _FLOATS and (
                right.__class__ in (int, float) or (right.__class__ is torch.Tensor and right.dtype is data.dtype)):
            if right.__class__ is torch.Tensor and right.numel() != data.numel():
                right = apart(right, data)
            try:
                getattr(data, method_name)(right)
                return self
            except RuntimeError:
                pass
        return elementwise.binary(Arrays, row, self, other, self)
    return operate


def attach_operators() -> None:
    """Add the operators to the class."""
    words = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "mod": "mod",
             "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
    in_place = {"add": "add_", "sub": "sub_", "mul": "mul_", "truediv": "div_"}
    for word, name in words.items():
        setattr(ndarray, f"__{word}__", operation(name))
        setattr(ndarray, f"__r{word}__", _reflected(name))
        setattr(ndarray, f"__i{word}__", _into(name, in_place.get(word, "")))
    for word, name in {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
                       "le": "less_equal"}.items():
        setattr(ndarray, f"__{word}__", operation(name))
    ndarray.__hash__ = ndarray.__mro__[1].__hash__  # defining __eq__ removes it
    for word in ("", "r", "i"):
        setattr(ndarray, f"__{word}div__", getattr(ndarray, f"__{word}truediv__"))
    ndarray.__neg__ = lambda self: self * -1.0
    for word, operator in {"abs": "_npi_absolute", "invert": "_npi_bitwise_not", "ceil": "_npi_ceil",
                           "floor": "_npi_floor", "trunc": "_npi_trunc"}.items():
        setattr(ndarray, f"__{word}__", _method_of(operator))
    ndarray.__round__ = lambda self, n=0: Arrays.call("_npi_around", self, decimals=n)
    for word, call in {"": lambda self, other: Arrays.call("_npi_matmul", self, other),
                       "r": lambda self, other: Arrays.call("_npi_matmul", other, self),
                       "i": lambda self, other: Arrays.call("_npi_matmul", self, other, out=self)}.items():
        setattr(ndarray, f"__{word}matmul__", call)


def _method_of(operator: str) -> Callable:
    return lambda self: Arrays.call(operator, self)


# ---- functions ----------------------------------------------------------------------------------

def _binary_function(name: str) -> Callable:
    short, row = operation(name), elementwise.BINARY[name]
    strict = name in elementwise.STRICT

    def function(x1, x2, out=None, **kwargs):
        if kwargs:
            if strict:
                raise TypeError(f"{name}() got an unexpected keyword argument {next(iter(kwargs))!r}")
            check_ufunc_options(name, kwargs)
        if out is None and x1.__class__ is ndarray:
            return short(x1, x2)
        return elementwise.binary(Arrays, row, x1, x2, out)
    return function


def _unary_function(name: str) -> Callable:
    bound = find(elementwise.UNARY[name].operator).bind({})
    run = bound.unary

    def function(x, out=None, **kwargs):
        if kwargs:
            check_ufunc_options(name, kwargs)
        if out is None and x.__class__ is ndarray and not mode.recording and trace.report is None:
            try:
                result = run(x._data)
            except REFUSALS:
                return invoke(bound, (x,))  # it says which operator refused what
            made = _new(ndarray)
            made._data, made._ctx, made._ag = result, x._ctx, None
            return made
        return elementwise.unary(Arrays, name, x, out)
    return function


def functions(space: str, home: str) -> dict[str, Callable[..., Any]]:
    """Make the functions of a namespace of `core.numpy`."""
    made = {}
    for name, source in FUNCTIONS[space].items():
        made[name] = described(_calling(source), source, name, home, "ndarray")
    if space == "np":
        for name in elementwise.UNARY:
            made[name] = described(_unary_function(name), None, name, home, "ndarray")
        for name in elementwise.BINARY:
            made[name] = described(_binary_function(name), None, name, home, "ndarray")
    return made


def _calling(source: Callable) -> Callable:
    def function(*args, **kwargs):
        return source(Arrays, *args, **kwargs)
    return function


def operator_function(op: Op, name: str, home: str) -> Callable[..., Any]:
    """Make a function from a single operator, like those of `mx.nd`."""
    made = make_function(op, name, cls=ndarray)
    made.__module__ = home
    return made

