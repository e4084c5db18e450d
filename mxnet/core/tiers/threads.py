"""How many cores work on a call: small work loses more to handing it over than it gains."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from math import prod

import torch

from ..cores import on_one_core as on_one_core
from ..op.shapes import known
from ..tuning import ONE_CORE_UP_TO_ELEMENTS


def _alone() -> None:
    torch.set_num_threads(1)


# A forked child has none of the threads of torch's pool and would wait for them at its first parallel
# loop, for ever. Children compute on one core, as they do in MXNet.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)


def is_small(shapes: Iterable) -> bool:
    """Tell whether all shapes are known, and none is large."""
    return all(known(shape) and prod(shape) <= ONE_CORE_UP_TO_ELEMENTS for shape in shapes)


def on_all_cores(function: Callable, *args):
    """Call a function as it is."""
    return function(*args)
