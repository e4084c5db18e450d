"""TF32: whether programs multiply float32 in tensor cores. Executors hold `allowed()` around runs and captures.

``MXNET_CUDA_ALLOW_TENSOR_CORE`` decides: 1 with TF32, 0 without, unset as torch's own flags say.
``MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION``, where set, decides in place of a 1.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import torch

from ..errors import MXNetError
from ..tf32 import BLOCKS

CORES = "MXNET_CUDA_ALLOW_TENSOR_CORE"
CONVERSION = "MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION"
TUNING = "MXNET_CUDNN_AUTOTUNE_DEFAULT"
_VALUES = {"0": False, "false": False, "1": True, "true": True}
_UNCHANGED = nullcontext()


def allowed() -> AbstractContextManager:
    """Give a block in which torch's flags are what the environment says, and are put back after it.

    What comes back may be kept and entered again, by several threads at once; it does nothing at all
    where the environment says nothing.
    """
    wanted = setting()
    return _UNCHANGED if wanted is None else BLOCKS[wanted]


def run(function: Callable, *args):
    """Call a function that works on a GPU, with the flags the environment asks for.

    ``MXNET_CUDNN_AUTOTUNE_DEFAULT`` of 1 or 2 lets cuDNN search for the fastest convolutions; unset, torch's flag
    decides, because the search can take longer than all that follows.
    """
    tuned = os.environ.get(TUNING)
    if tuned is None:
        with allowed():
            return function(*args)
    before, torch.backends.cudnn.benchmark = torch.backends.cudnn.benchmark, tuned.strip() in ("1", "2")
    try:
        with allowed():
            return function(*args)
    finally:
        torch.backends.cudnn.benchmark = before


def setting() -> bool | None:
    """Read the environment: TF32 or not, or None where torch's flags are left alone."""
    get = os.environ.get
    cores, conversion = get(CORES), get(CONVERSION)
    if cores is None and conversion is None:
        return None
    may = None if cores is None else _read(CORES, cores)
    if may is False or conversion is None:
        return may
    return _read(CONVERSION, conversion)


def _read(name: str, text: str) -> bool:
    found = _VALUES.get(text.strip().lower())
    if found is None:
        raise MXNetError(f"{name}={text!r} in the environment: expected 0 or 1")
    return found
