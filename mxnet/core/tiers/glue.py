"""What programs call between operators: zeros, copies, and kernels that write to the memory of dead values."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from ..device import Context
from ..ownership import is_unique, references_of_last
from ..program import Program


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


class Reusing:
    """Calls a kernel that writes into the memory given as the last argument, or, where that is still held, another.

    ``kind`` is what the memory must be, in bytes and type: an output that nothing reads may be less than its form says.
    """

    __slots__ = ("_plain", "_into", "_bytes", "_type")

    def __init__(self, plain: Callable[..., Any] | None, into: Callable[..., Any],
                 kind: tuple[int, torch.dtype | None] = (0, None)) -> None:
        self._plain, self._into = plain, into
        self._bytes, self._type = kind

    def __call__(self, *args: Any) -> Any:
        if self._plain is None:
            return references_of_last(args)
        if args[-1].nbytes == self._bytes and args[-1].dtype is self._type \
                and references_of_last(args) <= _references_of_value() and is_unique(args[-1]):
            return self._into(*args)
        return self._plain(*args[:-1])


@functools.lru_cache(maxsize=1)
def _references_of_value() -> int:
    """Count what holds a value while a program calls with it: that depends on the release of Python."""
    program = Program("probe")
    program.inputs("values", ["memory"], consumed=True)
    program.call(Reusing(None, _nothing), "references", ["memory"], ["count"])
    program.returns = [["count"]]
    return program.compile()([object()])[0]


def _nothing(*args: Any) -> None:
    """Stand for the kernel of a probe."""
