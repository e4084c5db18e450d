"""TF32: whether programs multiply float32 in tensor cores. Executors hold `allowed()` around runs and captures.

``MXNET_CUDA_ALLOW_TENSOR_CORE`` decides: 1 enables TF32, 0 disables it, unset leaves torch's own flags.
``MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION``, if set, decides instead of a 1.
"""
from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager, nullcontext

import torch

from .errors import MXNetError

CORES = "MXNET_CUDA_ALLOW_TENSOR_CORE"
CONVERSION = "MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION"
_VALUES = {"0": False, "false": False, "1": True, "true": True}
_UNCHANGED = nullcontext()


def allowed() -> AbstractContextManager:
    """Return a block in which torch's flags are what the environment says; they are restored afterwards.

    The block may be kept and entered again, by several threads at once; it does nothing if the environment sets
    nothing.
    """
    wanted = setting()
    return _UNCHANGED if wanted is None else _BLOCKS[wanted]


def setting() -> bool | None:
    """Read the environment: TF32 or not, or None to leave torch's flags alone."""
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


class _Block(AbstractContextManager):
    """A block with TF32, or without.

    The flags are process-wide: the first thread to enter saves them, the last to leave restores them.
    """

    _lock = threading.Lock()
    _entered = 0
    _saved: tuple = ()

    def __init__(self, tf32: bool) -> None:
        self.tf32 = tf32

    def __enter__(self) -> None:
        with _Block._lock:
            if _Block._entered == 0:
                _Block._saved = _read_flags()
            _Block._entered += 1
            _set_flags(_Block._saved, self.tf32)

    def __exit__(self, *exc) -> None:
        with _Block._lock:
            _Block._entered -= 1
            if _Block._entered == 0:
                _restore_flags(_Block._saved)


_BLOCKS = {tf32: _Block(tf32) for tf32 in (False, True)}


# torch has two spellings of these flags, and refuses to read the older one if a program has set the newer. Each is read
# and restored in the spelling that the program uses.

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
