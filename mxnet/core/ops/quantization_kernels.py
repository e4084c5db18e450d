"""What programs call for layers on 8 bits on a CPU: oneDNN's kernels, which multiply bytes and sum in 32 bits.

Parameters are quantized and laid out once, and kept while nobody writes to them and the ranges stay. Bytes stay bytes,
channels last in memory, from layer to layer. Where torch has no such kernel, or one that sums otherwise (see
`sums_exactly`), layers run by their operators' functions; the numbers are the same but for sums that fall halfway
between two bytes.
"""
from functools import lru_cache

import torch

from ..op import Params
from ..ownership import Stamp
from ..torch_private import (
    byte_conv2d,
    byte_conv2d_sum,
    byte_linear,
    byte_max_pool2d,
    pack_byte_conv2d,
    pack_byte_linear,
)
from .nn.conv import geometry
from .quantization import WIDE_RANGE, calibrated, quantize_v2, scalar
from .quantization_joined import (
    Levels,
    check_data,
    convolution_levels,
    dense_levels,
    joined_convolution,
    joined_fully_connected,
    out_range,
    out_type,
    scale_of,
)
from .quantization_layers import pool_plan, quantized_pooling

_MIDDLE = 128  # signed bytes are unsigned ones from here on: all kernels take unsigned data


def unsigned(data: torch.Tensor) -> tuple[torch.Tensor, int]:
    """Give bytes as unsigned ones, and what stands for zero among them; subtracting wraps around."""
    return (data, 0) if data.dtype is torch.uint8 else (data.view(torch.uint8) - _MIDDLE, _MIDDLE)


@lru_cache(maxsize=1)
def sums_exactly() -> bool:
    """Tell whether torch has kernels that sum bytes exactly; processors without VNNI stop at 16 bits in between."""
    if byte_conv2d is None or byte_linear is None or byte_max_pool2d is None:
        return False
    data, weight = torch.full((1, 64, 4, 4), 255, dtype=torch.uint8), torch.full((16, 64, 1, 1), 127, dtype=torch.int8)
    ones, zeros = torch.ones(16), torch.zeros(16, dtype=torch.int64)
    try:
        packed = pack_byte_conv2d(weight, ones, 1.0, 0, [1, 1], [0, 0], [1, 1], 1, [1, 64, 4, 4])
        found = byte_conv2d(data, 1.0, 0, packed, ones, zeros, None, [1, 1], [0, 0], [1, 1], 1, 1.0, 0, torch.float32,
                            "none", [], "")
        packed = pack_byte_linear(weight.flatten(1), [1, 64])
        rows = byte_linear(data[:, :, 0, 0], 1.0, 0, packed, ones, zeros, None, 1.0, 0, torch.float32, "none", [], "")
        pooled = byte_max_pool2d(data, [2, 2], [2, 2], [0, 0], [1, 1], False)
    except (RuntimeError, NotImplementedError, TypeError):
        return False
    wanted = float(64 * 255 * 127)
    return bool((found == wanted).all() and (rows == wanted).all() and (pooled == 255).all())


def _runs(call) -> bool:
    return call.stateful and call.device.type == "cpu" and all(0 not in shape for shape, _ in call.specs) \
        and sums_exactly()


class _Layer:
    """Parameters of a layer as its kernel takes them, kept while they and the ranges stay."""

    def __init__(self, p: Params) -> None:
        self.p, self.type = p, out_type(p)
        self.unit = 1.0 if self.type is torch.float32 else 1 / float(
            scale_of(self.type, torch.tensor(p.min_calib_range), torch.tensor(p.max_calib_range)))
        self.stamp: Stamp | None = None
        self.ranges: tuple | None = None
        self.data_unit, self.weight, self.units, self.bias = 1.0, None, None, None

    def refresh(self, params: tuple, ranges: tuple, data: torch.Tensor) -> bool:
        """Derive everything anew where something has changed; tells whether it had."""
        if ranges == self.ranges and self.stamp is not None and self.stamp.is_current(params):
            return False
        self.stamp, self.ranges = Stamp(params), ranges
        scale = scale_of(data.dtype, *(torch.tensor([end]) for end in ranges[:2]))
        levels = self.levels(params, scale, ranges, data.dtype is torch.int8)
        self.data_unit, self.units = 1 / float(scale), (1 / levels.scales.double()).float()
        self.bias = None if levels.bias is None else (levels.bias.double() / (levels.scales * scale)).float()
        self.zeros = torch.zeros(self.units.numel(), dtype=torch.int64)
        self.weight = self.packed(levels.weight, data)
        return True

    def levels(self, params: tuple, scale: torch.Tensor, ranges: tuple, signed: bool) -> Levels:
        raise NotImplementedError

    def packed(self, weight: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError


# ---- convolution ----------------------------------------------------------------------------------

class JoinedConvolution(_Layer):
    """A convolution of bytes with batch norm, sum and activation inside."""

    def __init__(self, p: Params, overwrites_sum: bool) -> None:
        super().__init__(p)
        _, self.stride, self.pad, self.dilate = (list(v) if isinstance(v, tuple) else v for v in geometry(p))
        self.count = 1 + (not p.no_bias) + 4 * p.with_bn  # parameters
        self.overwrites_sum = overwrites_sum
        self.activation = {"none": "none", "relu": "relu", "clip": "hardtanh"}[p.activation]
        self.bounds = [0.0, p.bound] if p.activation == "clip" else []

    def __call__(self, data, *rest):
        params, ends = rest[:self.count], rest[-4:] if self.p.with_sum else rest[-2:]
        ranges = tuple(end.item() for end in ends)
        if self.refresh(params, ranges, data) and self.p.with_sum:
            self.sum_unit = 1 / float(scale_of(rest[self.count].dtype, *map(torch.tensor, ranges[2:])))
        source, zero = unsigned(data)
        source = source.contiguous(memory_format=torch.channels_last)
        if self.p.with_sum:
            out = self._summed(source, zero, rest[self.count])
        else:
            out = byte_conv2d(source, self.data_unit, zero, self.weight, self.units, self.zeros, self.bias, self.stride,
                              self.pad, self.dilate, self.p.num_group, self.unit, 0, self.type, self.activation,
                              self.bounds, "")
        return out, *out_range(self.p, data)

    def _summed(self, source, zero, addend):
        # The kernel writes over what is added, so that has the type of the output.
        addend, middle = (addend, 0) if addend.dtype is self.type else unsigned(addend)
        if not middle and not self.overwrites_sum:
            addend = addend.clone(memory_format=torch.channels_last)
        addend = addend.contiguous(memory_format=torch.channels_last)
        byte_conv2d_sum(source, self.data_unit, zero, self.weight, self.units, self.zeros, addend, self.bias,
                        self.stride, self.pad, self.dilate, self.p.num_group, self.unit, 0, self.type, self.sum_unit,
                        middle, "sum", 1.0, self.activation, [], "")
        return addend

    def levels(self, params, scale, ranges, signed):
        bias = None if self.p.no_bias else params[1]
        check_data(signed, ranges[0])
        return convolution_levels(self.p, scale, params[0], bias, params[-4:])

    def packed(self, weight, data):
        zero = 0 if data.dtype is torch.uint8 else _MIDDLE
        return pack_byte_conv2d(weight.contiguous(), self.units, self.data_unit, zero, self.stride, self.pad,
                                self.dilate, self.p.num_group, list(data.shape))


@joined_convolution.lower
def joined_convolution_kernel(call):
    p = call.p
    if not _runs(call) or len(p.kernel) != 2 or not calibrated(p) or p.activation not in ("none", "relu", "clip") \
            or (p.with_sum and p.activation == "clip"):
        return None
    if not p.with_sum:
        return JoinedConvolution(p, False)
    place = 2 + (not p.no_bias) + 4 * p.with_bn
    if call.specs[place][1] is torch.uint8 and out_type(p) is torch.int8:
        return None  # what is added would have to become signed first, and lose half its range
    return JoinedConvolution(p, call.free is not None and call.free(place))


# ---- dense layers ---------------------------------------------------------------------------------

class JoinedDense(_Layer):
    """A dense layer on bytes with its activation inside, into bytes or floats."""

    def __init__(self, p: Params) -> None:
        super().__init__(p)
        self.count = 1 + (not p.no_bias)

    def __call__(self, data, *rest):
        p = self.p
        params, ends = rest[:self.count], rest[self.count:]
        self.refresh(params, tuple(end.item() for end in ends), data)
        rows = data.flatten(1) if p.flatten and data.dim() > 1 else data
        source, zero = unsigned(rows)
        out = byte_linear(source.contiguous(), self.data_unit, zero, self.weight, self.units, self.zeros, self.bias,
                          self.unit, 0, self.type, p.activation, [], "")
        if p.float_output:
            return out
        return out, *out_range(p, data)

    def levels(self, params, scale, ranges, signed):
        ends = [torch.tensor([end]) for end in ranges[2:]]
        return dense_levels(self.p, scale, params[0], None if self.p.no_bias else params[1], ends)

    def packed(self, weight, data):
        rows = data.numel() // weight.shape[1]
        return pack_byte_linear(weight.contiguous(), [rows, weight.shape[1]])


@joined_fully_connected.lower
def joined_fully_connected_kernel(call):
    p = call.p
    if not _runs(call) or p.activation not in ("none", "relu") or not (p.float_output or calibrated(p)):
        return None
    return JoinedDense(p)


# ---- what is between layers -----------------------------------------------------------------------

@quantize_v2.lower
def quantize_kernel(call):
    """Quantize images one by one, which fit a core's cache, into bytes with their channels last in memory."""
    p, (shape, kind) = call.p, call.specs[0]
    if not call.stateful or call.device.type != "cpu" or kind is not torch.float32 or not calibrated(p) \
            or len(shape) != 4 or 0 in shape:
        return None
    type_ = {"int8": torch.int8, "uint8": torch.uint8}.get(p.out_type) or (
        torch.uint8 if p.min_calib_range >= 0 else torch.int8)
    reach = max(abs(p.min_calib_range), abs(p.max_calib_range))
    if reach == 0:
        return None
    info = torch.iinfo(type_)
    scale = float(torch.full((1,), WIDE_RANGE[type_]) / torch.full((1,), reach))
    ends = (-reach, reach) if type_ is torch.int8 else (p.min_calib_range, p.max_calib_range)

    def kernel(data):
        out = torch.empty(data.shape, dtype=type_, memory_format=torch.channels_last)
        for source, image in zip(data.unbind(), out.unbind()):
            image.copy_((source * scale).round_().clamp_(info.min, info.max).nan_to_num_(0))
        return out, scalar(ends[0], data), scalar(ends[1], data)
    return kernel


@quantized_pooling.lower
def quantized_pooling_kernel(call):
    p, (shape, _) = call.p, call.specs[0]
    if not _runs(call) or p.pool_type != "max" or len(shape) != 4:
        return None
    plan = pool_plan(shape, p)
    kernel, stride, pad = list(plan.kernel), list(plan.stride), list(plan.pad)
    if any((count - 1) * s + k > size + 2 * q for size, k, s, q, count
           in zip(plan.sizes, kernel, stride, pad, plan.counts)) or any(2 * q > k for q, k in zip(pad, kernel)):
        return None  # windows over the end, as the convention "full" makes them

    def run(data, low, high):
        source, zero = unsigned(data)
        out = byte_max_pool2d(source.contiguous(memory_format=torch.channels_last), kernel, stride, pad, [1, 1], False)
        return (out if not zero else (out - _MIDDLE).view(torch.int8)), low.clone(), high.clone()
    return run
