"""Derives an operator's schema from its Python signature: arrays, aux states, params, injected values."""
from __future__ import annotations

import types
from collections.abc import Callable
from inspect import Parameter
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import torch

from ..arguments import Argument, arguments_of
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


class Schema:
    """What one operator takes: ``inputs`` in order, or ``variadic``; ``params`` by name; injections."""

    def __init__(self, function: Callable[..., Any], rename: dict[str, str]) -> None:
        self.inputs: list[Input] = []
        self.variadic: str | None = None
        self.count: Range | None = None  # how many arrays `variadic` takes
        self.params: dict[str, Param] = {}
        self.injected: set[str] = set()
        # MXNet has params named like Python keywords ("lambda"?) or like our arguments; `rename` maps the Python name
        # to MXNet's.
        self.python_name: dict[str, str] = {}
        for item in arguments_of(function):
            self._add(item, rename)

    def _add(self, item: Parameter | Argument, rename: dict[str, str]) -> None:
        kind, annotation = item.kind, item.annotation
        if kind is Parameter.VAR_POSITIONAL:
            self.variadic = item.name
            if get_origin(annotation) is Annotated:
                self.count = get_args(annotation)[1]
        elif kind is Parameter.VAR_KEYWORD:
            self.injected.add("extra")
        elif kind is not Parameter.KEYWORD_ONLY:
            base, optional = _strip_optional(annotation)
            self.inputs.append(Input(rename.get(item.name, item.name), optional, base is Aux, item.name))
        elif item.name == "is_train":
            self.injected.add("is_train")
        elif annotation in _INJECTED:
            self.injected.add(_INJECTED[annotation])
        else:
            default = REQUIRED if item.default is Parameter.empty else item.default
            name = rename.get(item.name, item.name)
            self.python_name[name] = item.name
            self.params[name] = Param(name, Any if annotation is Parameter.empty else annotation, default)


def _strip_optional(annotation) -> tuple:
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [a for a in get_args(annotation) if a is not type(None)]
        return inner[0], True
    return annotation, False
