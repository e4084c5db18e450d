"""Names, signatures and docstrings of the functions that front-ends make, combined from the source and its types.

A docstring in this package lists parameters by name; types and defaults are in the signature.
"""
from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from ..words import of_method, read
from . import tables
from .functions import Array

_ARRAY = re.compile(r"\bArray\b")


def _one(x: Array | float, out: Array | None = None, **kwargs: Any) -> Array:
    """Provides the signature of every function of one operand."""


def _two(x1: Array | float, x2: Array | float, out: Array | None = None, **kwargs: Any) -> Array:
    """Provides the signature of every function of two operands."""


def described(made: Callable, source: Callable | None, name: str, home: str, array: str) -> Callable:
    """Set a function's name, module, signature and docstring from its source.

    Parameters
    ----------
    source
        The function in this package; None for one of the tables.
    array
        What the front-end calls an array.
    """
    made.__name__ = made.__qualname__ = name
    made.__module__ = home
    words = source.__doc__ if source is not None else \
        tables.unary_words(name) if name in tables.UNARY else tables.binary_words(name)
    shape = signature(source or (_one if name in tables.UNARY else _two), array)
    made.__signature__ = shape  # type: ignore[attr-defined]
    made.__doc__ = docstring(words, shape, array)
    return made


def signature(source: Callable, array: str) -> inspect.Signature:
    """Return the signature of a function without its front-end, with the front-end's name for an array."""
    found = inspect.signature(source)
    parameters = [item.replace(annotation=_spelled(item.annotation, array))
                  for key, item in found.parameters.items() if key != "F"]
    return found.replace(parameters=parameters, return_annotation=_spelled(found.return_annotation, array))


class _Spelled(str):
    """An annotation as text, which `help` shows without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _spelled(annotation: Any, array: str) -> Any:
    return _Spelled(_ARRAY.sub(array, annotation)) if isinstance(annotation, str) else annotation


def docstring(words: str | None, shape: inspect.Signature, array: str) -> str:
    """Add types and defaults from a signature to the parameters that a docstring lists."""
    head, blocks, sections = read(words)
    lines = [head, "", "Parameters", "----------"]
    for item in shape.parameters.values():
        stars = {item.VAR_POSITIONAL: "*", item.VAR_KEYWORD: "**"}.get(item.kind, "")
        lines += [f"{stars}{item.name}{_kind(item)}", blocks.get(item.name, "")]
    lines += [f"\n{title}\n{'-' * len(title)}\n{_named(body, array) if title == 'Returns' else body}"
              for title, body in sections.items()]
    return "\n".join(lines)


def _kind(item: inspect.Parameter) -> str:
    """Format type and default of a parameter: `` : int, optional, default=0``."""
    if not isinstance(item.annotation, str) or item.kind in (item.VAR_KEYWORD, item.VAR_POSITIONAL):
        return ""
    kinds = [kind for kind in item.annotation.split(" | ") if kind != "None" or item.default is not None]
    spelled = " or ".join(kinds) or "None"
    if item.default is item.empty:
        return f" : {spelled}"
    if item.default is None:
        return f" : {spelled}, optional"
    shown = item.default.__name__ if isinstance(item.default, type) else repr(item.default)
    return f" : {spelled}, optional, default={shown}"


def _named(body: str, array: str) -> str:
    """Return the description of the result in the front-end's terms: the first line is a type."""
    kind, line, rest = body.partition("\n")
    return kind.replace("ndarray", array) + line + rest


def as_method(made: Callable, function: Callable, cls: str, space: str) -> Callable:
    """Describe a method by the function that it calls with the array as its first argument."""
    name = function.__name__
    made.__name__, made.__qualname__ = name, f"{cls}.{name}"
    shape = inspect.signature(function)
    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    first, *others = shape.parameters.values()
    if "name" in shape.parameters:  # made from an operator: this and further keywords are for symbols
        others = [item for item in others if item.name != "name" and item.kind is not item.VAR_KEYWORD]
    made.__signature__ = shape.replace(parameters=[this, *others])  # type: ignore[attr-defined]
    made.__doc__ = of_method(function.__doc__, f"{space}.{name}", first.name)
    return made
