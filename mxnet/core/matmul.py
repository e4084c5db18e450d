"""Which library multiplies float32 matrices on the host: MKL, or oneDNN where that is faster.

torch calls MKL, whose kernels use vectors of 256 bits on processors that are not Intel's. Where a processor computes
512 bits at once, oneDNN's kernels are twice as fast, but take longer to start. torch calls them for float32 if products
may round their operands to bfloat16, which oneDNN does with AMX instructions only; without these, results are as
precise as MKL's. So large products run while that is allowed, on the processors for which it was measured, and only if
a product shows that nothing is rounded. ``MXNET_MKLDNN_ENABLED=0`` leaves all products to MKL.

The permission is process-wide: while one thread multiplies large matrices, small products of other threads are
oneDNN's too, which may round differently. Replicas that run side by side therefore hold `by_onednn` all the time.
"""
from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import torch
from torch.nn import functional

from .tuning import ONEDNN_FROM_PRODUCTS, ONEDNN_MATRIX_FROM_ELEMENTS

_WIDE_SINCE_FAMILY = 26  # AMD's Zen 5; Zen 4 computes 512 bits in two halves
_EXACT = ("none", "ieee")  # settings that a program has not changed to something less precise
_UNCHANGED = nullcontext()
_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def is_faster() -> bool:
    """Return whether oneDNN is the faster one here, and as precise."""
    return os.environ.get("MXNET_MKLDNN_ENABLED", "1") != "0" and hasattr(torch.backends.mkldnn, "matmul") \
        and torch.backends.mkldnn.is_available() and torch.backends.cpu.get_cpu_capability() == "AVX512" \
        and _has_wide_vectors() and _rounds_nothing()


def _has_wide_vectors() -> bool:
    """Return whether the processor is one that MKL does not use in full."""
    try:
        lines = Path("/proc/cpuinfo").read_text().partition("\n\n")[0].splitlines()
    except OSError:
        return False
    found = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    family = found.get("cpu family", "")
    return found.get("vendor_id") == "AuthenticAMD" and family.isdigit() and int(family) >= _WIDE_SINCE_FAMILY


def _rounds_nothing() -> bool:
    """Multiply numbers that bfloat16 does not have."""
    with torch.no_grad(), _block:
        values = torch.full((256, 256), 1 + 2.0 ** -12)
        return bool((torch.mm(values, values) - 256 * (1 + 2.0 ** -12) ** 2).abs().max() < 1e-3)


class _Block(AbstractContextManager):
    """The permission: the first thread to enter saves torch's setting, the last to leave restores it."""

    def __init__(self) -> None:
        self.lock, self.entered, self.saved = threading.Lock(), 0, "none"

    def __enter__(self) -> None:
        with self.lock:
            if not self.entered:
                self.saved = torch.backends.mkldnn.matmul.fp32_precision
                if self.saved in _EXACT:
                    torch.backends.mkldnn.matmul.fp32_precision = "bf16"
            self.entered += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.entered -= 1
            if not self.entered:
                self._restore()

    def _restore(self) -> None:
        if self.saved in _EXACT:
            torch.backends.mkldnn.matmul.fp32_precision = self.saved

    def leave(self) -> None:
        """Forget threads that were inside: a forked child does not have them."""
        self.lock = threading.Lock()
        if self.entered:
            self.entered = 0
            self._restore()


_block = _Block()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_block.leave)


def by_onednn() -> AbstractContextManager:
    """Return a block in which oneDNN multiplies, small matrices too; it changes nothing where MKL is as fast."""
    return _block if is_faster() else _UNCHANGED


def by_onednn_if_large(tensors: Iterable[torch.Tensor]) -> AbstractContextManager:
    """Return that block for calls whose products are not known, if one of their tensors is a large matrix."""
    for tensor in tensors:
        if pays(ONEDNN_FROM_PRODUCTS, tensor) and tensor.numel() >= ONEDNN_MATRIX_FROM_ELEMENTS:
            return _block
    return _UNCHANGED


def multiplying(function: _Function) -> _Function:
    """Run a function that multiplies large matrices on the faster library."""
    @wraps(function)
    def run(*args: Any, **options: Any) -> Any:
        with by_onednn():
            return function(*args, **options)
    return cast(_Function, run)


def may_pay(products: int) -> bool:
    """Return whether so many products are enough for oneDNN, if they are of float32 and on the host."""
    return products >= ONEDNN_FROM_PRODUCTS and is_faster()


def pays(products: int, tensor: torch.Tensor) -> bool:
    """Return whether oneDNN should compute so many products with a tensor, which nothing traces.

    Sizes are compared last: those that a tracer leaves open would be bounded by it.
    """
    return tensor.__class__ is torch.Tensor and not torch.compiler.is_compiling() \
        and products >= ONEDNN_FROM_PRODUCTS and tensor.is_cpu and tensor.dtype is torch.float32 and is_faster()


def _chosen(function: Callable[..., torch.Tensor], products: Callable[..., int]) -> Callable[..., torch.Tensor]:
    """Return a product of torch's that runs on the library that is faster for its operands."""
    def run(left: torch.Tensor, right: torch.Tensor, *rest: Any, **options: Any) -> torch.Tensor:
        if pays(products(left, right), left):
            with _block:
                return function(left, right, *rest, **options)
        return function(left, right, *rest, **options)
    return run


def _count(left: torch.Tensor, right: torch.Tensor) -> int:
    return left.numel() * right.shape[-1]


def _count_transposed(left: torch.Tensor, right: torch.Tensor) -> int:
    return left.numel() * right.shape[0]


mm: Callable[..., torch.Tensor] = _chosen(torch.mm, _count)
bmm: Callable[..., torch.Tensor] = _chosen(torch.bmm, _count)
matmul: Callable[..., torch.Tensor] = _chosen(torch.matmul, _count)
linear: Callable[..., torch.Tensor] = _chosen(functional.linear, _count_transposed)
