"""Typed params: converts a value, or its MXNet string form, to a Python value with a grammar, never with eval.

Operators, data readers and file formats declare and parse their params with these types.
"""
import math
import re
import types
from collections.abc import Callable, Iterable, Mapping
from ctypes import c_float
from operator import is_
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

import numpy as np
import torch

from .bounds import Extent, Range
from .dtype import NAME_TO_TORCH, dtype_name, to_torch
from .errors import MXNetError, OperatorError


class Shape(tuple):
    """Annotation: a tuple of ints, also given as one int."""


Window = Annotated[Shape, Extent()]


class Ints(tuple):
    """Annotation: like Shape, for lists of numbers that are not a shape."""


class MaybeInts(tuple):
    """Annotation: a tuple whose items are ints or None, as slice begins and ends."""


class Floats(tuple):
    """Annotation: a tuple of floats, also given as one number."""


class Shapes(tuple):
    """Annotation: a tuple of shapes."""


class Double(float):
    """Annotation: a 64-bit float; a plain float has 32 bits, as in MXNet."""


class Long(int):
    """Annotation: a 64-bit int; a plain int has 32 bits, as in MXNet's files."""


if TYPE_CHECKING:
    DType = torch.dtype
else:
    class DType:
        """Annotation: an element type; the operator receives a torch dtype."""


class Required:
    """Default of a required param."""

    def __repr__(self) -> str:
        return "required"


REQUIRED = Required()
SHOWN_DIGITS = 12  # a number of more digits than these is a float32 written as a double


class BadValue(ValueError):
    """A value that does not fit its param; the boundary adds operator and param."""


class OutOfRange(BadValue):
    """A value of the right type outside the param's bound; the message states the bound."""


class Params(dict[str, Any]):
    """An operator's parsed params, readable as attributes; treat as immutable."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


_INT = re.compile(r"\s*[+-]?\d{1,400}[lL]?\s*")  # Python refuses to read thousands of digits
_TOKEN = re.compile(r"\s*([()\[\],]|[^()\[\],\s]+)")


def parse_int(value: Any) -> int:
    if isinstance(value, (int, np.integer)):  # bool is an int in MXNet's eyes too
        return int(value)
    if isinstance(value, str) and _INT.fullmatch(value):
        return int(value.strip().rstrip("lL"))
    if isinstance(value, str) and value.strip() in ("True", "False"):
        return int(value.strip() == "True")
    raise BadValue("int")


def _parse_word(value: Any) -> int:
    number = parse_int(value)
    if not -2**31 <= number < 2**31:
        raise BadValue("int of 32 bits")
    return number


def parse_float(value: Any) -> float:
    if isinstance(value, (int, float, np.number, np.bool_)):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value.strip().rstrip("fF") if "inf" not in value.lower() else value)
        except ValueError:
            pass
    if isinstance(value, np.ndarray) and value.size == 1:
        return float(value.item())
    raise BadValue("float")


def _parse_single(value: Any) -> float:
    number = parse_float(value)
    if math.isfinite(number) and math.isinf(c_float(number).value):
        raise BadValue("float of 32 bits")
    return number


def _finite(parse: Callable) -> Callable:
    """Refuse what MXNet cannot read: it accepts infinities and NaN only in params that are a single float."""
    def parse_finite(value: Any) -> float:
        number = parse(value)
        if not math.isfinite(number):
            raise BadValue("finite float")
        return number
    return parse_finite


def parse_bool(value: Any) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, float, np.number)) and value in (0, 1):
        return bool(value)
    text = str(value).strip().lower()
    if text in ("true", "1"):
        return True
    if text in ("false", "0"):
        return False
    raise BadValue("boolean")


def parse_str(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def parse_nested(text: str) -> Any:
    """Read ``(1, 2)``, ``[1,(2,3)]`` or a bare word into nested tuples of strings."""
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text) or len(tokens) > 4096:
        raise BadValue("tuple")
    stack: list[list] = [[]]
    for token in tokens:
        if token in "([":
            if len(stack) > 8:
                raise BadValue("tuple")
            stack.append([])
        elif token in ")]":
            if len(stack) < 2:
                raise BadValue("tuple")
            done = tuple(stack.pop())
            stack[-1].append(done)
        elif token != ",":
            stack[-1].append(token)
    if len(stack) != 1:
        raise BadValue("tuple")
    if len(stack[0]) == 1:
        return stack[0][0]
    return tuple(stack[0])


def _items(value: Any) -> tuple:
    if isinstance(value, str):
        value = parse_nested(value)
    value = plain(value)
    if isinstance(value, (tuple, list, torch.Size, range)):
        return tuple(value)
    return (value,)


def _tuple_parser(item, name: str):
    def parse(value: Any) -> tuple:
        try:
            return tuple([item(x) for x in _items(value)])
        except BadValue:
            raise BadValue(name) from None
    return parse


def _maybe_int(value: Any) -> int | None:
    if value is None or (isinstance(value, str) and value.strip() == "None"):
        return None
    return parse_int(value)


def _maybe_ints(value: Any) -> tuple:
    """Read a tuple whose members may be None; None instead of the tuple means an empty one."""
    if value is None or (isinstance(value, str) and value.strip() == "None"):
        return ()
    return _each_maybe_int(value)


_each_maybe_int = _tuple_parser(_maybe_int, "Shape(tuple)")
parse_shape: Callable[[Any], tuple[Any, ...]] = _tuple_parser(parse_int, "Shape(tuple)")


def parse_shapes(value: Any) -> tuple[Any, ...]:
    return tuple(parse_shape(x) for x in _items(value))


def parse_dtype(value: Any) -> torch.dtype:
    try:
        return to_torch(value.strip() if isinstance(value, str) else value)
    except MXNetError:
        raise BadValue("{" + ", ".join(map(repr, sorted(NAME_TO_TORCH))) + "}") from None


def _enum_parser(choices: tuple):
    spelled = ", ".join(map(repr, choices))

    def parse(value: Any) -> Any:
        for choice in choices:
            if value == choice and not isinstance(value, float):
                return choice
        text = str(value).strip()
        for choice in choices:
            if str(choice) == text:
                return choice
        raise BadValue("{" + spelled + "}")
    return parse


_PARSERS: dict = {
    int: (_parse_word, "int"), Long: (parse_int, "long"), float: (_parse_single, "float"),
    Double: (parse_float, "double"), bool: (parse_bool, "boolean"),
    str: (parse_str, "string"), Shape: (parse_shape, "Shape(tuple)"), Ints: (parse_shape, "Shape(tuple)"),
    MaybeInts: (_maybe_ints, "Shape(tuple)"),
    Floats: (_tuple_parser(_finite(_parse_single), "tuple of <float>"), "tuple of <float>"),
    Shapes: (parse_shapes, "tuple of <Shape(tuple)>"), DType: (parse_dtype, "dtype"),
    Any: (lambda value: value, "any"),
}  # fmt: skip


def _bounded(parse: Callable, bound: Range | Extent) -> Callable:
    def parse_bounded(value: Any) -> Any:
        found = parse(value)
        if found is not None and found not in bound:
            raise OutOfRange(str(bound))
        return found
    return parse_bounded


def _parser_of(annotation) -> tuple:
    """Return (parse, type name) for one annotation, ``X | None`` and bounds included."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *bounds = get_args(annotation)
        parse, name = _parser_of(inner)
        for bound in bounds:
            parse = _bounded(parse, bound)
        return parse, name
    if origin is Literal:
        choices = get_args(annotation)
        return _enum_parser(choices), "{" + ", ".join(map(repr, choices)) + "}"
    if origin in (Union, types.UnionType):
        inner = [a for a in get_args(annotation) if a is not type(None)]
        if len(inner) != 1:
            raise TypeError(f"a param may be X or X | None, not {annotation}")
        parse, name = _parser_of(inner[0])
        if inner[0] in (float, Double):
            parse = _finite(parse)

        def parse_or_none(value):
            if value is None or (isinstance(value, str) and value.strip() == "None"):
                return None
            return parse(value)
        return parse_or_none, name + " or None"
    try:
        return _PARSERS[annotation]
    except KeyError:
        raise TypeError(f"{annotation!r} is no param type; known: {list(_PARSERS)}") from None


class Param:
    """One keyword of an operator or a reader: its name, type, default and string form."""

    name: str
    annotation: Any
    parse: Callable[[Any], Any]
    type_name: str
    bounds: tuple[Any, ...]
    default: Any

    __slots__ = ("name", "annotation", "parse", "type_name", "bounds", "default")

    def __init__(self, name: str, annotation: Any, default: Any = REQUIRED) -> None:
        self.name, self.annotation, self.default = name, annotation, default
        self.parse, self.type_name = _parser_of(annotation)
        self.bounds = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
        if default is not REQUIRED and default is not None:
            self.default = self.parse(default)

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def kind(self) -> str:
        """Name the type with its bounds."""
        return " ".join([self.type_name, *(f"({bound})" for bound in self.bounds)]) if self.bounds else self.type_name

    def describe(self) -> str:
        if self.required:
            return f"{self.kind()}, required"
        return f"{self.kind()}, optional, default={self.shown_default()}"

    def shown_default(self) -> str:
        """Format the default for a reader: a float32 default is shown with few digits."""
        default = self.default
        if isinstance(default, torch.dtype):
            default = dtype_name(default)
        if isinstance(default, float) and len(repr(default)) > SHOWN_DIGITS and c_float(default).value == default:
            default = float(str(np.float32(default)))  # the fewest digits that are this float32
        return repr(default)


def parse_params(owner: str, declared: Mapping[str, Param], given: Mapping[str, Any]) -> Params:
    """Parse the declared params among the keywords and fill in defaults; errors name the owner."""
    params, missing = Params(), None  # given values are checked first
    for name, param in declared.items():
        if name not in given:
            missing = missing or (param if param.required else None)
            params[name] = param.default
            continue
        value = given[name]
        if isinstance(value, np.ndarray) and not value.ndim:
            value = plain(value)
        try:
            params[name] = param.parse(value)
        except OutOfRange as error:
            raise OperatorError(owner, f"value {value} of param {name} is out of range; expected {error}") from None
        except BadValue as error:
            raise OperatorError(owner, f"Invalid Parameter format for {name} expect {param.type_name} but "
                                       f"value='{value}'; expected {error}") from None
    if missing is not None:
        raise OperatorError(owner, f"Required parameter {missing.name} of {missing.type_name} is not presented")
    return params


def is_ambiguous(value: Any) -> bool:
    """Return whether another value compares equal, including its type, but means something else: 0.0, (1, 2)."""
    if isinstance(value, tuple):
        return not all(item is None or isinstance(item, str) for item in value)
    return isinstance(value, (float, np.floating)) and not value


def _all_ints(values: Iterable) -> bool:
    """Return whether the tuples among some values hold nothing but ints."""
    for value in values:
        if value.__class__ is tuple:
            for item in value:
                if item.__class__ is not int:
                    return False
    return True


def _exactly(value: Any) -> Any:
    """Return a key that separates a param's value from equal ones: nested types, and the sign of zero."""
    if isinstance(value, tuple):
        return (value.__class__, *map(_exactly, value))
    if isinstance(value, (float, np.floating)):
        return value.__class__, math.copysign(1.0, value)
    return value.__class__


class Alike:
    """Caches results for params that compare equal but differ: ``0.0`` and ``-0.0``, ``(1, 2)`` and ``(1.0, 2)``."""

    __slots__ = ("make", "found", "last", "signed", "whole")

    def __init__(self, given: dict[str, Any], make: Callable[[dict[str, Any]], Any]) -> None:
        self.make = make
        self.found: dict[tuple[Any, ...], Any] = {}
        self.last: tuple[tuple[Any, ...], Any] = ((), None)
        self.signed: bool = any(is_ambiguous(value) and value.__class__ is not tuple for value in given.values())
        self.whole: Any = None  # what is made where tuples hold ints, as almost all do

    def pick(self, given: dict[str, Any]) -> Any:
        """Return the cached result for exactly these params."""
        if self.whole is not None and _all_ints(given.values()):
            return self.whole
        values, found = self.last
        if found is not None and all(map(is_, values, given.values())):  # as in a loop
            return found
        values = tuple(given.values())
        key = tuple(map(_exactly, values))
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = self.make(given)
            if not self.signed and _all_ints(values):
                self.whole = found
        self.last = values, found
        return found


def plain(value: Any) -> Any:
    """Return a value with Python's numbers, strings and lists for NumPy's, at any depth: as text they differ."""
    if isinstance(value, np.ndarray):
        return plain(value[()]) if not value.ndim else [plain(item) for item in value]
    if isinstance(value, np.floating):
        return float(str(value))  # the fewest digits: 0.1 of 32 bits is 0.1
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (tuple, list)):
        return (tuple if isinstance(value, tuple) else list)(plain(item) for item in value)
    return {plain(key): plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def to_string(name: str, value: Any) -> str:
    """Return the string that MXNet's front-end stores for a param value."""
    if isinstance(value, torch.dtype) or (name == "dtype" and not isinstance(value, str) and value is not None):
        return dtype_name(value)
    return str(plain(value))
