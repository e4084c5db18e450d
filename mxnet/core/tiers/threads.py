"""How many cores work on a call: small work loses more to handing it over than it gains."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from math import prod

import torch

from ..op.shapes import known
from ..tuning import (
    COPY_PARALLEL_FROM_ELEMENTS,
    ONE_CORE_UP_TO_ELEMENTS,
    TORCH_COPIES_PARALLEL_FROM_ELEMENTS,
)


def _alone() -> None:
    torch.set_num_threads(1)


# A forked child has none of the threads of torch's pool and would wait for them at its first parallel
# loop, for ever. Children compute on one core, as they do in MXNet.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)


def is_small(shapes: Iterable) -> bool:
    """Tell whether all shapes are known, and none is large."""
    return all(known(shape) and prod(shape) <= ONE_CORE_UP_TO_ELEMENTS for shape in shapes)


def on_one_core(function: Callable, *args):
    """Call a function with torch on the caller's core alone.

    Idle workers of torch's pool spin for a while after every parallel loop, which is paid for by whoever
    runs beside them.
    """
    cores = torch.get_num_threads()
    if cores == 1:
        return function(*args)
    torch.set_num_threads(1)
    try:
        return function(*args)
    finally:
        torch.set_num_threads(cores)


def _shares_in_vain(elements: int) -> bool:
    return TORCH_COPIES_PARALLEL_FROM_ELEMENTS <= elements < COPY_PARALLEL_FROM_ELEMENTS


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """Copy a tensor on the host; see `copy_into`."""
    return on_one_core(tensor.clone) if _shares_in_vain(tensor.numel()) else tensor.clone()


def copy_into(target: torch.Tensor, source: torch.Tensor) -> None:
    """Copy on the host; several cores do it from a size on where they gain anything."""
    if _shares_in_vain(source.numel()):
        on_one_core(target.copy_, source)
    else:
        target.copy_(source)


def on_all_cores(function: Callable, *args):
    """Call a function as it is."""
    return function(*args)
