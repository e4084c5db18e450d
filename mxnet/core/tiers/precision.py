"""TF32: whether programs multiply float32 in tensor cores. Executors hold `allowed()` around runs and captures.

``MXNET_CUDA_ALLOW_TENSOR_CORE`` decides: 1 with TF32, 0 without, unset as torch's own flags say.
``MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION``, where set, decides in place of a 1.
"""
from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import torch

from ..errors import MXNetError

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
    return _UNCHANGED if wanted is None else _BRACKETS[wanted]


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


class _Flags:
    """Torch's flags, which are the process's: whoever enters first saves, whoever leaves last restores."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.entered = 0
        self.saved: tuple = ()

    def enter(self, tf32: bool) -> None:
        with self.lock:
            if self.entered == 0:
                self.saved = _read_flags()
            self.entered += 1
            _set_flags(self.saved, tf32)

    def leave(self) -> None:
        with self.lock:
            self.entered -= 1
            if self.entered == 0:
                _restore_flags(self.saved)


_flags = _Flags()


class _Bracket(AbstractContextManager):
    """A block with TF32, or without."""

    __slots__ = ("tf32",)

    def __init__(self, tf32: bool) -> None:
        self.tf32 = tf32

    def __enter__(self) -> None:
        _flags.enter(self.tf32)

    def __exit__(self, *exc) -> None:
        _flags.leave()


_BRACKETS = {tf32: _Bracket(tf32) for tf32 in (False, True)}


# Torch has two spellings of these flags, and refuses to read the older one where a program has set
# the newer. Each is read and put back in the spelling that the program uses.

def _newer() -> list:
    cuda, cudnn = torch.backends.cuda.matmul, torch.backends.cudnn
    return [cuda, cudnn.conv, cudnn.rnn]


def _read_flags() -> tuple:
    try:
        return (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32,
                torch.get_float32_matmul_precision())
    except RuntimeError:
        return tuple(place.fp32_precision for place in _newer()), None, None


def _set_flags(saved: tuple, tf32: bool) -> None:
    if isinstance(saved[0], tuple):
        for place in _newer():
            place.fp32_precision = "tf32" if tf32 else "ieee"
        return
    for place in (torch.backends.cuda.matmul, torch.backends.cudnn):
        if place.allow_tf32 is not tf32:
            place.allow_tf32 = tf32


def _restore_flags(saved: tuple) -> None:
    matmul, cudnn, precision = saved
    if isinstance(matmul, tuple):
        for place, value in zip(_newer(), matmul, strict=True):
            place.fp32_precision = value
        return
    if torch.backends.cuda.matmul.allow_tf32 is not matmul:
        torch.set_float32_matmul_precision(precision)
        if torch.backends.cuda.matmul.allow_tf32 is not matmul:
            torch.backends.cuda.matmul.allow_tf32 = matmul
    if torch.backends.cudnn.allow_tf32 is not cudnn:
        torch.backends.cudnn.allow_tf32 = cudnn
