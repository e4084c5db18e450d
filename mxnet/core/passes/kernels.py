"""What a program calls for one node: its operator with params, mode and generator baked in."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from ..device import Context
from ..graph import Node
from ..op.registry import Bound
from ..rng import generator


def baked(bound: Bound, call: Callable[..., Any], is_train: bool, ctx: Context, node: Node) -> Callable[..., Any]:
    """Bind what the operator needs injected."""
    op = bound.op
    if hasattr(op, "per_node"):  # a user's operator: a separate instance in every program
        call = op.per_node(bound)
    extra = bound.injected(is_train, lambda: generator(ctx), ctx.torch_device)
    if op.wants_subgraphs:
        extra["subgraphs"] = bodies(node, is_train, ctx)
    return functools.partial(call, **extra) if extra else call


def bodies(node: Node, is_train: bool, ctx: Context) -> list[Callable[..., Any]]:
    """Return the bodies of a control-flow node as functions of their variables' values, in order."""
    from ..evaluate import evaluator  # which runs graphs by the programs that are written here
    return [functools.partial(evaluator(graph), is_train, ctx) for graph in node.subgraphs]


def filled(rule: Callable[..., Any], makers: list[Any]) -> Callable[..., Any]:
    """Wrap a gradient rule so that it returns a tuple, with zeros where they are needed.

    ``makers`` has for each gradient a function that makes zeros, or None if it is not needed.
    """
    wanted = [(place, make) for place, make in enumerate(makers) if make is not None]
    rest = (None,) * (len(makers) - 1)
    first = makers[0] if len(wanted) == 1 and wanted[0][0] == 0 else None  # e.g. a loss, whose label gets none

    def gradients(*args) -> tuple:
        found = rule(*args)
        if found.__class__ is not tuple:
            if first is not None and found is not None:
                return (found, *rest)
            found = (found, *rest)
        for place, make in wanted:
            if found[place] is None:
                found = (*found[:place], make(), *found[place + 1:])
        return found
    return gradients


@functools.lru_cache(maxsize=1024)
def zeros_maker(shape: tuple[Any, ...], dtype: torch.dtype, ctx: Context) -> Callable[..., Any]:
    """Return a callable that makes zeros of a known shape."""
    return functools.partial(torch.zeros, shape, dtype=dtype, device=ctx.torch_device)


def mover(ctx: Context) -> Callable[..., Any]:
    """Return a callable that copies a tensor to a context's device."""
    device = ctx.torch_device

    def copy_across(tensor: torch.Tensor) -> torch.Tensor:
        return tensor.to(device, non_blocking=True)
    return copy_across


def put(gradient: torch.Tensor, buffer: torch.Tensor | None) -> torch.Tensor:
    """Put a gradient into the array that it is for, if there is one: its own memory is then free for the next."""
    return gradient if buffer is None or gradient is buffer else buffer.copy_(gradient)


def owned(tensor: torch.Tensor) -> torch.Tensor:
    """Copy an output that may be a view of an argument."""
    return tensor.clone(memory_format=torch.contiguous_format)
