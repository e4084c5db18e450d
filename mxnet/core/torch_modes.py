"""Modes of torch that a caller may have entered: inference mode, autocast, torch.func. Here they change nothing.

Tensors made in inference mode can never be on a tape, nor be written to outside of it; arrays made there are ordinary
ones. Autocast would compute in 16 bits what an array declares as float32. Transforms of `torch.func` (functionalize,
which exporters use, vmap, grad) put wrappers around new tensors, whose memory is not theirs.

What meets torch (operators, executors, called graphs, backward, new arrays) asks `entered` and then runs `without`
them. The modes are those of the caller's thread, and stay. Only tensors that a transform has made itself, and that came
here by `mx.nd.from_torch`, are computed inside it.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any, TypeVar, cast

import torch

from .torch_private import any_autocast, is_transformed, leave_transforms, transform

_Result = TypeVar("_Result")
_Function = TypeVar("_Function", bound=Callable[..., Any])

inference: Callable[[], bool] = torch.is_inference_mode_enabled
_AUTOCAST_DEVICES = ("cpu", "cuda")


def entered() -> bool:
    """Return whether a mode is entered that would change what torch computes; fast paths ask `inference` alone."""
    return inference() or any_autocast() or transform() is not None


def without(function: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> _Result:
    """Call a function as if no mode were entered."""
    with ExitStack() as stack:
        if transform() is not None:
            stack.enter_context(leave_transforms())
        if inference():
            stack.enter_context(torch.inference_mode(False))
        for device in _AUTOCAST_DEVICES:
            if torch.is_autocast_enabled(device):
                stack.enter_context(torch.autocast(device, enabled=False))
        return function(*args, **kwargs)


def shielded(function: _Function) -> _Function:
    """Make a function run without the modes of its callers."""
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        if (inference() or any_autocast() or transform() is not None) and not any_wrapped(args):
            return without(function, *args, **kwargs)
        return function(*args, **kwargs)
    return cast(_Function, run)


def any_wrapped(values: Iterable[Any]) -> bool:
    """Return whether a transform made one of some tensors, or of arrays or lists of tensors."""
    if transform() is None:
        return False
    found = [value if isinstance(value, (torch.Tensor, list, tuple)) else getattr(value, "_data", None)
             for value in values]
    return any(is_transformed(value) if isinstance(value, torch.Tensor) else
               isinstance(value, (list, tuple)) and any_wrapped(value) for value in found)


def ordinary(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor, or a copy if it was made in inference mode."""
    return without(tensor.clone) if tensor.is_inference() else tensor
