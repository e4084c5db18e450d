"""Makes the functions of `mx.sym.np` and `mx.sym.npx` from those in `core.numpy`."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ...context import current_context
from ...core.numpy import FUNCTIONS, elementwise
from ...core.numpy.functions import METHODS
from ...core.numpy.words import as_method, described
from ...core.op import Op, find
from ...util import check_ufunc_options
from ..create import create
from ..methods import FLUENT
from ..register import make_function
from ..symbol import SymbolBase
from .symbol import _Symbol, short_name


class Symbols:
    """The front-end that `core.numpy` calls: operators become nodes."""

    symbolic = True

    @staticmethod
    def is_array(value: object) -> bool:
        return isinstance(value, _Symbol)

    @staticmethod
    def call(operator: str, *inputs: Any, out: Any = None, ctx: Any = None, **params: Any) -> _Symbol:
        op = find(operator)
        for item in inputs:
            if not isinstance(item, SymbolBase):
                raise AssertionError(f"{operator}: arguments must be Symbol instances, but got {item!r}")
        if "ctx" in op.schema.params:
            params["ctx"] = str(ctx or current_context())
        if op.schema.variadic and (op.num_args in op.schema.params or not op.takes_extra):
            params[op.num_args] = len(inputs)
        return create(op, short_name(operator), inputs, {}, params, cls=_Symbol)  # type: ignore[return-value]

    @staticmethod
    def with_number(operator: str, x: Any, number: Any, out: Any = None, turned: bool = False) -> _Symbol:
        # a left operand that is a number is already a float if the order matters
        whole = isinstance(number, int) and not turned
        return create(find(operator), short_name(operator), (x,), {}, {"scalar": float(number), "is_int": whole},
                      cls=_Symbol)  # type: ignore[return-value]


def _operation(name: str) -> Callable:
    row = elementwise.BINARY[name]
    return lambda self, other: elementwise.binary(Symbols, row, self, other)


def _reflected(name: str) -> Callable:
    row = elementwise.BINARY[name]
    return lambda self, other: elementwise.binary(Symbols, row, other, self)


def _refused(word: str) -> Callable:
    def operate(self, other):
        raise NotImplementedError(f"{word}= on a symbol: there is nothing to write to")
    return operate


def attach_operators() -> None:
    """Give the class its operators."""
    words = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "mod": "mod",
             "pow": "power"}
    for word, name in words.items():
        setattr(_Symbol, f"__{word}__", _operation(name))
        setattr(_Symbol, f"__r{word}__", _reflected(name))
    _Symbol.__radd__, _Symbol.__rmul__ = _Symbol.__add__, _Symbol.__mul__
    for word in ("", "r"):
        setattr(_Symbol, f"__{word}div__", getattr(_Symbol, f"__{word}truediv__"))
    _Symbol.__itruediv__ = _Symbol.__idiv__ = _refused("/")
    for word, name in {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
                       "le": "less_equal"}.items():
        setattr(_Symbol, f"__{word}__", _operation(name))
    _Symbol.__hash__ = None  # type: ignore[assignment]
    _Symbol.__neg__ = lambda self: self * -1.0
    _Symbol.__abs__ = lambda self: Symbols.call("_npi_absolute", self)
    setattr(_Symbol, "__matmul__", lambda self, other: Symbols.call("_npi_matmul", self, other))  # noqa: B010


def _method(function: Callable) -> Callable:
    def method(self, *args, **kwargs):
        return function(self, *args, **kwargs)
    return as_method(method, function, "_Symbol", "mx.sym.np")


def _refusal(name: str) -> Callable:
    def method(self, *args, **kwargs) -> NoReturn:
        raise AttributeError(f"_Symbol object has no attribute {name}")
    method.__name__, method.__qualname__ = name, f"_Symbol.{name}"
    method.__doc__ = "Raise: symbols with NumPy's interface have no such method."
    return method


def attach_methods(functions: dict[str, Callable[..., Any]]) -> None:
    """Give the class its methods."""
    for name in METHODS:
        if name in functions:
            setattr(_Symbol, name, _method(functions[name]))
    _Symbol.clip = lambda self, min=None, max=None, out=None: functions["clip"](self, min, max, out=out)
    for name in (*FLUENT, "expand_dims", "split_v2", "diag"):
        if name not in vars(_Symbol):
            setattr(_Symbol, name, _refusal(name))


def _calling(source: Callable) -> Callable:
    def function(*args, **kwargs):
        return source(Symbols, *args, **kwargs)
    return function


def _unary_function(name: str) -> Callable:
    def function(x, out=None, **kwargs):
        check_ufunc_options(name, kwargs)
        return elementwise.unary(Symbols, name, x, out)
    return function


def _binary_function(name: str) -> Callable:
    row = elementwise.BINARY[name]

    def function(x1, x2, out=None, **kwargs):
        check_ufunc_options(name, kwargs)
        return elementwise.binary(Symbols, row, x1, x2, out)
    return function


def functions(space: str, home: str) -> dict[str, Callable[..., Any]]:
    """Make the functions of a namespace of `core.numpy`."""
    made = {name: described(_calling(source), source, name, home, "Symbol") for name, source in FUNCTIONS[space].items()
            if not source.arrays_only}  # type: ignore[attr-defined]
    if space == "np":
        for name in elementwise.UNARY:
            made[name] = described(_unary_function(name), None, name, home, "Symbol")
        for name in elementwise.BINARY:
            made[name] = described(_binary_function(name), None, name, home, "Symbol")
    return made


def operator_function(op: Op, name: str, home: str) -> Callable[..., Any]:
    """Make a function of a single operator, like those of `mx.sym`."""
    made = make_function(op, name, cls=_Symbol)
    made.__module__ = home
    return made
