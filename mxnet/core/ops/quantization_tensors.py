"""Convolutions on torch's quantized tensors, which store a scale and a zero point with their bytes.

These kernels keep oneDNN's primitive with the packed weights, whereas kernels on plain bytes prepare it on every call;
for small batches that is a large part of the run time. All bytes here are unsigned: signed ones are stored with zero
point 128. PyTorch has deprecated quantized tensors, so every layer can also run without them (`are_quantized`).
"""
import math
import threading
import warnings
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

import torch
from torch.nn import functional

from ..torch_private import (
    pack_quantized_conv2d,
    quantized_conv2d,
    quantized_conv2d_relu,
    quantized_conv2d_sum,
    quantized_conv2d_sum_relu,
    quantized_engine,
    set_quantized_engine,
    unasked,
    with_channel_scales,
)
from ..tuning import STACKED_UP_TO_CHANNELS

REFUSALS = (RuntimeError, NotImplementedError, TypeError)  # of a torch or a CPU without a kernel


_QUANTIZED = {torch.uint8: torch.quint8, torch.int8: torch.qint8}


class _Engine:
    """Sets torch's engine for quantized kernels to oneDNN, from the first thread that enters to the last that leaves.

    The engine is a setting of the whole process. Packing weights and convolutions with a sum depend on it.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = 0
        self.before = self.own = None

    def __enter__(self) -> None:
        with self.lock:
            if not self.inside:
                self.before = quantized_engine()
                if self.own is None:
                    torch.backends.quantized.engine = "onednn"
                    self.own = quantized_engine()
                set_quantized_engine(self.own)
            self.inside += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.inside -= 1
            if not self.inside:
                set_quantized_engine(self.before)


_onednn = _Engine()
kernels_of_onednn: AbstractContextManager[None] = _onednn


def quantized(data: torch.Tensor, unit: float, zero: int) -> torch.Tensor:
    """Return unsigned bytes as a quantized tensor that shares their memory."""
    made = torch.quantize_per_tensor(torch.empty(0), unit, zero, torch.quint8)
    return made.set_(data.untyped_storage(), data.storage_offset(), data.shape, data.stride())


def bytes_of(data: torch.Tensor) -> torch.Tensor:
    """Return the bytes of a quantized tensor, which share its memory."""
    made = torch.empty(0, dtype=torch.uint8)
    return made.set_(data.untyped_storage(), data.storage_offset(), data.shape, data.stride())


def to_levels(data: torch.Tensor, scale: float, unit: float | None, kind: torch.dtype) -> torch.Tensor:
    """Round floats times a scale to bytes, half to even and NaN to 0; returns the bytes with type uint8.

    ``unit`` is what `exact_unit` returns for the scale.
    """
    if not are_quantized():
        info = torch.iinfo(kind)
        return (data * scale).round_().clamp_(info.min, info.max).nan_to_num_(0).to(kind).view(torch.uint8)
    if unit is None:
        data, unit = data * scale, 1.0
    if math.isnan(data.sum().item()):  # the kernel would return the greatest byte
        data = data.nan_to_num(0)
    return bytes_of(torch.quantize_per_tensor(data, unit, 0, _QUANTIZED[kind]))


def exact_unit(scale: float, kind: torch.dtype) -> float | None:
    """Return a unit by which torch's kernel rounds every float as a product with the scale does; None if none does.

    The kernel multiplies by the unit's inverse in float32, and not every float32 is an inverse. Both ways never fall as
    the float grows, so they are equal if they step from each byte to the next at the same float: those are compared.
    """
    if not are_quantized():
        return None
    info = torch.iinfo(kind)
    inverse = torch.tensor(scale)
    steps = (torch.arange(info.min, info.max) + 0.5) / inverse
    near = torch.stack([(steps.view(torch.int32) + offset).view(torch.float32) for offset in range(-4, 5)])
    levels = (near * inverse).round().clamp(info.min, info.max)
    if (levels[0] == levels[-1]).any():
        return None  # some step is not among them
    for offset in (0, 1, -1):
        unit = (inverse.reciprocal().view(torch.int32) + offset).view(torch.float32).item()
        if torch.equal(torch.quantize_per_tensor(near, unit, 0, _QUANTIZED[kind]).int_repr(), levels.to(kind)):
            return unit
    return None


def interleaved(images: torch.Tensor) -> torch.Tensor:
    """Return plain bytes with channels last; images of few channels by the kernel that shuffles quantized channels.

    Each image is a pixel of all its bytes to it, of which it shuffles as many groups as there are channels. One image
    at a time runs on the caller's core; more would wake the threads of another library.
    """
    count, channels, height, width = images.shape
    if channels < 2 or channels > STACKED_UP_TO_CHANNELS or not images.is_contiguous():
        return images.contiguous(memory_format=torch.channels_last)
    if not shuffles_bytes():
        return torch.stack(images.unbind(1), -1).permute(0, 3, 1, 2)
    size = height * width
    pixels = quantized(images, 1.0, 0).view(count, channels * size, 1, 1)
    shape, strides = (1, channels, height, width), (channels * size, 1, width * channels, channels)
    if count == 1:
        return _seen_as(torch.channel_shuffle(pixels, channels), shape, strides)
    made = torch.empty((count, height, width, channels), dtype=torch.uint8).permute(0, 3, 1, 2)
    for number in range(count):
        made[number] = _seen_as(torch.channel_shuffle(pixels[number:number + 1], channels), shape, strides)[0]
    return made


def _seen_as(data: torch.Tensor, shape: tuple[int, ...], strides: tuple[int, ...]) -> torch.Tensor:
    """Return the bytes of a quantized tensor in another shape."""
    return torch.empty(0, dtype=torch.uint8).set_(data.untyped_storage(), data.storage_offset(), shape, strides)


@lru_cache(maxsize=1)
def shuffles_bytes() -> bool:
    """Return whether the library is here whose kernel shuffles bytes in blocks; torch's own moves them one by one."""
    if not are_quantized() or "qnnpack" not in torch.backends.quantized.supported_engines:
        return False
    data = torch.arange(3 * 35, dtype=torch.uint8)
    try:
        found = torch.channel_shuffle(quantized(data.view(1, 105, 1, 1), 1.0, 0), 3)
    except REFUSALS:
        return False
    return torch.equal(_seen_as(found, (35, 3), (3, 1)), data.view(3, 35).t())


def averaged(data: torch.Tensor, kernel: list[int], stride: list[int], pad: list[int]) -> torch.Tensor:
    """Return the means of windows of a quantized tensor."""
    with _onednn:
        return functional.avg_pool2d(data, kernel, stride, pad)


def packed(weight: torch.Tensor, units: torch.Tensor, bias: torch.Tensor | None, window: tuple) -> Any:
    """Pack a convolution's weight, int8 with one unit per filter, and its bias, float32."""
    zeros = torch.zeros(units.numel(), dtype=torch.int64)
    with _onednn:
        return pack_quantized_conv2d(with_channel_scales(weight, units.double(), zeros, 0), bias, *window)


def convolved(data: torch.Tensor, weight: Any, unit: float, zero: int, relu: bool) -> torch.Tensor:
    """Return the convolution of a quantized tensor, with a given unit and zero point."""
    with unasked():
        return (quantized_conv2d_relu if relu else quantized_conv2d)(data, weight, unit, zero)


def convolved_onto(addend: torch.Tensor, data: torch.Tensor, weight: Any, unit: float, zero: int, relu: bool
                   ) -> torch.Tensor:
    """Return the convolution of a quantized tensor plus another one, which it overwrites."""
    with unasked(), _onednn:
        return (quantized_conv2d_sum_relu if relu else quantized_conv2d_sum)(data, addend, weight, unit, zero)


@lru_cache(maxsize=1)
def are_quantized() -> bool:
    """Return whether torch has quantized tensors, and kernels that convolve them exactly and add in place."""
    if quantized_conv2d is None or "onednn" not in torch.backends.quantized.supported_engines:
        return False
    data, weight = torch.full((1, 64, 2, 2), 255, dtype=torch.uint8), torch.full((16, 64, 1, 1), 127, dtype=torch.int8)
    sums = torch.full((1, 16, 2, 2), 131, dtype=torch.uint8).contiguous(memory_format=torch.channels_last)
    unit = float(64 * 255 * 127)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that they are deprecated, once per process
        try:
            ones = packed(weight, torch.ones(16), None, ([1, 1], [0, 0], [1, 1], 1))
            found = convolved(quantized(data, 1.0, 0), ones, unit / 200, 0, True)
            ones = packed(weight, torch.ones(16), None, ([1, 1], [0, 0], [1, 1], 1))
            convolved_onto(quantized(sums, unit, 128), quantized(data, 1.0, 0), ones, unit, 0, True)
        except REFUSALS:
            return False
    return bool((bytes_of(found) == 200).all() and (sums == 4).all())
