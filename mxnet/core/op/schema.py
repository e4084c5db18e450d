"""Reads an operator's schema off its Python signature: arrays, aux states, params, what is injected."""
from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import torch

from ..bounds import Range
from ..params import REQUIRED, Param

Array = torch.Tensor


class Aux:
    """Annotation: state that the operator changes in place, such as a moving mean."""


class Rng:
    """Annotation: the torch.Generator of the context the operator runs on. Injected, not a param."""


class Device:
    """Annotation: the torch.device to create on, for operators without inputs. Injected."""


class Subgraphs:
    """Annotation: the bodies of a control-flow operator, as functions of tensors. Injected."""


_INJECTED = {Rng: "rng", Device: "device", Subgraphs: "subgraphs"}


class Input(NamedTuple):
    """One array that an operator takes."""

    name: str
    optional: bool
    aux: bool
    python_name: str  # that of the function's argument


class Argument(NamedTuple):
    """One argument of a function, as `inspect.Parameter` tells it; hundreds are read when the package is imported."""

    name: str
    kind: Any
    default: Any
    annotation: Any


_KIND = inspect.Parameter


def _arguments(function: Callable[..., Any]) -> list[Argument] | list[inspect.Parameter]:
    """List a function's arguments: a plain one's by its code, which takes a fifth of the time of a signature."""
    if not isinstance(function, types.FunctionType) or {"__wrapped__", "__signature__"} & function.__dict__.keys():
        return list(inspect.signature(function, eval_str=True).parameters.values())
    code, said = function.__code__, function.__annotations__
    if any(isinstance(annotation, str) for annotation in said.values()):
        said = inspect.get_annotations(function, eval_str=True)
    names, count, only = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    several = code.co_flags & inspect.CO_VARARGS
    defaults, fixed = function.__kwdefaults__ or {}, function.__defaults__ or ()
    before = [_KIND.empty] * (count - len(fixed))
    found = [Argument(name, _KIND.POSITIONAL_OR_KEYWORD, default, said.get(name, _KIND.empty))
             for name, default in zip(names[:count], [*before, *fixed])]
    if several:
        name = names[count + only]
        found.append(Argument(name, _KIND.VAR_POSITIONAL, _KIND.empty, said.get(name, _KIND.empty)))
    found += [Argument(name, _KIND.KEYWORD_ONLY, defaults.get(name, _KIND.empty), said.get(name, _KIND.empty))
              for name in names[count:count + only]]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        name = names[count + only + bool(several)]
        found.append(Argument(name, _KIND.VAR_KEYWORD, _KIND.empty, said.get(name, _KIND.empty)))
    return found


class Schema:
    """What one operator takes: ``inputs`` in order, or ``variadic``; ``params`` by name; injections."""

    def __init__(self, function: Callable[..., Any], rename: dict[str, str]) -> None:
        self.inputs: list[Input] = []
        self.variadic: str | None = None
        self.count: Range | None = None  # how many arrays `variadic` takes
        self.params: dict[str, Param] = {}
        self.injected: set[str] = set()
        # MXNet has params named like Python keywords ("lambda"?) or like our arguments; `rename` maps
        # the Python name to MXNet's.
        self.python_name: dict[str, str] = {}
        for item in _arguments(function):
            self._add(item, rename)

    def _add(self, item: inspect.Parameter | Argument, rename: dict[str, str]) -> None:
        kind, annotation = item.kind, item.annotation
        if kind is _KIND.VAR_POSITIONAL:
            self.variadic = item.name
            if get_origin(annotation) is Annotated:
                self.count = get_args(annotation)[1]
        elif kind is _KIND.VAR_KEYWORD:
            self.injected.add("extra")
        elif kind is not _KIND.KEYWORD_ONLY:
            base, optional = _strip_optional(annotation)
            self.inputs.append(Input(rename.get(item.name, item.name), optional, base is Aux, item.name))
        elif item.name == "is_train":
            self.injected.add("is_train")
        elif annotation in _INJECTED:
            self.injected.add(_INJECTED[annotation])
        else:
            default = REQUIRED if item.default is _KIND.empty else item.default
            name = rename.get(item.name, item.name)
            self.python_name[name] = item.name
            self.params[name] = Param(name, Any if annotation is _KIND.empty else annotation, default)


def _strip_optional(annotation) -> tuple:
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [a for a in get_args(annotation) if a is not type(None)]
        return inner[0], True
    return annotation, False
