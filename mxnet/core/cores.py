"""How many cores work on one call: torch splits some work among all of them, however small it is."""
import os
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any

import torch

from .tuning import ONE_CORE_UP_TO_ELEMENTS, UPDATE_ON_ONE_CORE_UP_TO_ELEMENTS


def _alone() -> None:
    torch.set_num_threads(1)


# A forked child has no threads of torch's pool and would wait for them forever in its first parallel loop. Children
# compute on one core, as in MXNet.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)


def on_one_core(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function with torch on the caller's core only.

    Idle workers of torch's pool spin for a while after every parallel loop and slow down other processes.
    """
    cores = torch.get_num_threads()
    if cores == 1:
        return function(*args, **kwargs)
    torch.set_num_threads(1)
    try:
        return function(*args, **kwargs)
    finally:
        torch.set_num_threads(cores)


def on_all_cores(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function unchanged."""
    return function(*args)


def are_small(tensors: Iterable[torch.Tensor | None]) -> bool:
    """Return whether all tensors are on the host and too small for a second core."""
    for tensor in tensors:
        if tensor is not None and (not tensor.is_cpu or tensor.numel() > ONE_CORE_UP_TO_ELEMENTS):
            return False
    return True


def update_runner(shapes: Sequence[tuple[int, ...]]) -> Callable[..., Any]:
    """Return how to call a step of an optimizer over arrays of these shapes: torch divides each of them by itself."""
    small = sum(map(prod, shapes)) <= len(shapes) * UPDATE_ON_ONE_CORE_UP_TO_ELEMENTS
    return on_one_core if small else on_all_cores


def gathered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function restricted to one core when its tensors are small."""
    def run(*tensors: torch.Tensor | None, **params: Any) -> Any:
        return on_one_core(function, *tensors, **params) if are_small(tensors) else function(*tensors, **params)
    return run
