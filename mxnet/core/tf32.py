"""Torch's flags for TF32: blocks of code that set them, and put them back as the program had them."""
from __future__ import annotations

import threading
from contextlib import AbstractContextManager

import torch


class _Block(AbstractContextManager):
    """A block with TF32, or without.

    The flags are the process's: whoever enters first saves them, whoever leaves last restores them.
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


BLOCKS = {tf32: _Block(tf32) for tf32 in (False, True)}


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
