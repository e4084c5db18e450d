"""What programs call for 8-bit layers on a CPU: oneDNN's kernels, which multiply bytes and sum in 32 bits.

Parameters are quantized and packed once, and cached until they are written to or the ranges change. Values stay bytes,
with channels last, from layer to layer; between layers that can read it they pass as a quantized tensor (`travels`,
`quantization_tensors`). If torch has no such kernel, or one that sums inexactly (see `sums_exactly`), layers run their
operators' functions; results are the same except for sums halfway between two bytes.
"""
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import torch

from ..op.lowering import Call, Reader, Spec
from ..op.registry import Op
from ..ownership import Stamp, written
from ..torch_private import (
    byte_conv2d,
    byte_conv2d_sum,
    byte_linear,
    byte_linear_sum,
    byte_max_pool2d,
    pack_byte_conv2d,
    pack_byte_linear,
)
from .nn.conv import geometry
from .quantization import NOT_FINITE, calibrated
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
from .quantization_tensors import (
    REFUSALS,
    are_quantized,
    bytes_of,
    convolved,
    convolved_onto,
    kernels_of_onednn,
    packed,
    quantized,
)

MIDDLE = 128  # offset of unsigned bytes for signed ones: all kernels take unsigned data


def unsigned(data: torch.Tensor, in_place: bool = False) -> torch.Tensor:
    """Return bytes as unsigned; signed ones are shifted by 128. Subtraction wraps around."""
    if data.dtype is torch.uint8:
        return data
    return data.view(torch.uint8).sub_(MIDDLE) if in_place else data.view(torch.uint8) - MIDDLE


@lru_cache(maxsize=1)
def sums_exactly() -> bool:
    """Return whether torch's kernels sum bytes exactly; without VNNI, sums saturate at 16 bits."""
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
    except REFUSALS:
        return False
    wanted = float(64 * 255 * 127)
    return bool((found == wanted).all() and (rows == wanted).all() and (pooled == 255).all())


@lru_cache(maxsize=1)
def sums_in_place() -> bool:
    """Return whether torch's kernel for products adds to bytes in place."""
    if byte_linear_sum is None:
        return False
    rows, weight = torch.full((2, 8), 3, dtype=torch.uint8), torch.ones((4, 8), dtype=torch.int8)
    sums, ones, zeros = torch.full((2, 4), 130, dtype=torch.uint8), torch.ones(4), torch.zeros(4, dtype=torch.int64)
    try:
        byte_linear_sum(rows, 1.0, 0, pack_byte_linear(weight, [2, 8]), ones, zeros, sums, None, 1.0, 0, torch.uint8,
                        2.0, 128, "sum", 1.0, "relu", [], "")
    except REFUSALS:
        return False
    return bool((sums == 3 * 8 + 2 * (130 - 128)).all())


def is_lowered(call: Call) -> bool:
    return call.stateful and call.device.type == "cpu"


def fits(specs: Sequence[Spec]) -> bool:
    return all(0 not in shape for shape, _ in specs) and sums_exactly()


# ---- what goes between layers ---------------------------------------------------------------------

def travels(call: Call) -> bool:
    """Return whether every reader of a call's bytes takes a quantized tensor, and reads the range of these bytes."""
    readers = call.readers() if call.readers is not None else None
    return bool(readers) and are_quantized() and all(map(_takes, readers))


Rule = Callable[[Any, Sequence[Spec], dict[int, int]], bool]
_takers: dict[Op, Rule] = {}
BY_UNIT: set[Op] = set()  # operators that need the true unit of what they are given


def takes(op: Op) -> Callable[[Rule], Rule]:
    """Register the rule that says whether a call of an operator takes a quantized tensor.

    It is given the call's params, its specs, and which of its inputs are which outputs of the call that made the bytes.
    """
    def add(rule: Rule) -> Rule:
        _takers[op] = rule
        return rule
    return add


def _takes(reader: Reader) -> bool:
    op, p, specs, read = reader
    return op in _takers and _takers[op](p, specs, read)


def reads(read: dict[int, int], *ways: Sequence[int]) -> bool:
    """Return whether inputs are the bytes and the two ends of their range, and nothing else, in one of some ways."""
    return any(read == {place: output for output, place in enumerate(way)} for way in ways)


def is_added(reader: Reader) -> bool:
    """Return whether a call adds the bytes to its result."""
    op, _, _, read = reader
    return op is joined_convolution and 0 not in read


class Giving:
    """How a call returns its unsigned bytes and the range that they represent."""

    def __init__(self, call: Call, kind: torch.dtype, low: float, high: float) -> None:
        self.kind, self.travels, self.ends = kind, travels(call), Ends(low, high, call)
        self.constant = self.ends()  # for layers, which do not write to it

    def __call__(self, made: torch.Tensor) -> tuple:
        """Return a quantized tensor as the readers take it, and the ends of its range."""
        return (made, *self.constant) if self.travels else (plain(made, self.kind), *self.ends())


def plain(made: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    found = bytes_of(made)
    return found if kind is torch.uint8 else found.sub_(MIDDLE).view(torch.int8)


class Ends:
    """The two ends of a range as a call returns them: the same arrays every time, until they are written to.

    Readers can then tell that the range is unchanged without reading the numbers.
    """

    def __init__(self, low: float, high: float, call: Call) -> None:
        self.numbers = low, high
        # Arrays that leave the program belong to the caller.
        self.keeps = call.leaves is not None and not call.leaves(1) and not call.leaves(2)
        self.arrays: tuple[torch.Tensor, torch.Tensor] | None = None
        self.stamp: Stamp | None = None

    def __call__(self) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.arrays
        if found is None or self.stamp is None or not self.stamp.is_current(found):
            with torch.inference_mode(False):  # otherwise writes to them would not be counted
                low, high = (torch.full((1,), number, dtype=torch.float32) for number in self.numbers)
            found = low, high
            if self.keeps:
                self.arrays, self.stamp = found, Stamp(found)
        return found


class PassedEnds:
    """The ends of a range that a call passes on as copies of its inputs."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.stamp: Stamp | None = None

    def __call__(self, *ends: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if self.stamp is None or not self.stamp.is_current(ends):
            stamp = Stamp(ends)
            self.own = Ends(*(end.item() for end in ends), self.call)
            self.stamp = stamp
        return self.own()


def check_finite(ranges: Sequence[float]) -> None:
    """Refuse ranges that have no scale, by an error to which the program adds which call it is."""
    if not all(map(math.isfinite, ranges)):
        raise RuntimeError(NOT_FINITE.format(tuple(ranges)))


class _Layer:
    """Parameters of a layer as its kernel takes them, cached while they and the ranges are unchanged."""

    def __init__(self, call: Call) -> None:
        p = self.p = call.p
        self.kind = call.specs[0][1]
        self.type = out_type(p)
        self.unit = 1.0 if self.type is torch.float32 else 1 / float(
            scale_of(self.type, torch.tensor(p.min_calib_range), torch.tensor(p.max_calib_range)))
        self.ends = None if self.type is torch.float32 else Ends(*out_range(p), call)
        self.given_stamp: Stamp | None = None  # of parameters and arrays that hold ranges
        self.stamp: Stamp | None = None        # of the parameters
        self.ranges: tuple[float, ...] = ()
        self.settings: tuple = ()              # what the kernel takes after the bytes

    def refresh(self, given: tuple, params: tuple, ends: tuple, data: torch.Tensor) -> None:
        """Derive everything again if something has changed in what was given: parameters, and ranges that may change.

        Stamps are stored last: another thread, or the next call after an error, does not use what was not derived.
        """
        if self.given_stamp is None or not self.given_stamp.is_current(given):
            stamp = Stamp(given)
            self._derive(params, ends, data)
            self.given_stamp = stamp

    def _derive(self, params: tuple, ends: tuple, data: torch.Tensor) -> None:
        """Derive what parameters and ranges have changed; ends may be other arrays with the same values."""
        ranges = tuple(end.item() for end in ends)
        if ranges == self.ranges and self.stamp is not None and self.stamp.is_current(params):
            return
        check_finite(ranges)
        stamp = Stamp(params)
        scale = scale_of(self.kind, *(torch.tensor([end]) for end in ranges[:2]))
        levels = self.levels(params, scale, ranges, self.kind is torch.int8)
        unit, units = 1 / float(scale), (1 / levels.scales.double()).float()
        bias = None if levels.bias is None else (levels.bias.double() / (levels.scales * scale)).float()
        zero, zeros = 0 if self.kind is torch.uint8 else MIDDLE, torch.zeros(units.numel(), dtype=torch.int64)
        weight = self.packed(levels.weight.contiguous(), units, bias, unit, zero, data)
        self.settings = unit, zero, weight, units, zeros, bias
        self.ranges, self.stamp = ranges, stamp

    def levels(self, params: tuple, scale: torch.Tensor, ranges: tuple, signed: bool) -> Levels:
        raise NotImplementedError

    def packed(self, weight: torch.Tensor, units: torch.Tensor, bias: torch.Tensor | None, unit: float, zero: int,
               data: torch.Tensor) -> Any:
        raise NotImplementedError


# ---- convolution ----------------------------------------------------------------------------------

class JoinedConvolution(_Layer):
    """A convolution of bytes with batch norm and activation inside."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        p = call.p
        _, self.stride, self.pad, self.dilate = (list(v) if isinstance(v, tuple) else v for v in geometry(p))
        self.count = _parameters(p)
        bounds = [0.0, p.bound] if p.activation == "clip" else []
        self.window = self.stride, self.pad, self.dilate, p.num_group
        self.activation = {"none": "none", "relu": "relu", "clip": "hardtanh"}[p.activation]
        self.way_out = self.unit, 0, self.type, self.activation, bounds, ""

    def __call__(self, data, *rest):
        count = self.count
        self.refresh(rest, rest[:count], rest[count:], data)
        source = last(unsigned(data))
        return byte_conv2d(source, *self.settings, *self.window, *self.way_out), *self.ends()

    def levels(self, params, scale, ranges, signed):
        check_data(signed, ranges[0])
        return convolution_levels(self.p, scale, params[0], None if self.p.no_bias else params[1], params[-4:])

    def packed(self, weight, units, bias, unit, zero, data):
        return pack_byte_conv2d(weight, units, unit, zero, *self.window, list(data.shape))


class SummedConvolution(JoinedConvolution):
    """A byte convolution to which other bytes are added before the activation."""

    def __init__(self, call: Call, place: int) -> None:
        super().__init__(call)
        self.overwrites = call.free is not None and call.free(place)
        signed = call.specs[place][1] is torch.int8
        self.middle = MIDDLE if signed and self.type is torch.uint8 else 0
        self.sum_type = call.specs[place][1]

    def __call__(self, data, *rest):
        count = self.count
        self.refresh(rest[:count] + rest[count + 1:], rest[:count], rest[count + 1:], data)
        source = last(unsigned(data))
        # The kernel overwrites the addend, so that has the type of the output.
        addend = last(rest[count])
        if self.middle:
            addend = unsigned(addend, self.overwrites or addend is not rest[count])
        elif addend is rest[count] and not self.overwrites:
            addend = addend.clone(memory_format=torch.channels_last)
        self.add(source, addend)
        return addend, *self.ends()

    def add(self, source: torch.Tensor, addend: torch.Tensor) -> None:
        """Write the result over the addend."""
        *settings, bias = self.settings
        byte_conv2d_sum(source, *settings, addend, bias, *self.window, *self.way_out[:3], self.sum_unit, self.middle,
                        "sum", 1.0, self.activation, [], "")

    def levels(self, params, scale, ranges, signed):
        self.sum_unit = 1 / float(scale_of(self.sum_type, *map(torch.tensor, ranges[2:])))
        return super().levels(params, scale, ranges, signed)


class SummedProduct(SummedConvolution):
    """A convolution with one-pixel windows, and a sum: a product over all pixels.

    The kernel for products returns the memory that it wrote to, whereas that for convolutions returns a copy.
    """

    def add(self, source, addend):
        *settings, bias = self.settings
        rows, sums = (_pixels(array) for array in (source, addend))
        byte_linear_sum(rows, *settings, sums, bias, *self.way_out[:3], self.sum_unit, self.middle, "sum", 1.0,
                        self.activation, [], "")
        written((addend,))

    def packed(self, weight, units, bias, unit, zero, data):
        return pack_byte_linear(weight.flatten(1), [data.numel() // data.shape[1], data.shape[1]])


def _pixels(images: torch.Tensor) -> torch.Tensor:
    """View channels-last images as a matrix, one pixel per row."""
    return images.permute(0, 2, 3, 1).view(-1, images.shape[1])


class QuantizedConvolution(JoinedConvolution):
    """A convolution of a quantized tensor; plain bytes are made one first."""

    places: Sequence[int] = (0,)
    scope = kernels_of_onednn

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.relu, self.give = self.p.activation != "none", Giving(call, self.type, *out_range(self.p))
        self.travels = self.give.travels
        signed, added = self.type is torch.int8, [is_added(reader) for reader in call.readers()] if self.travels else []
        # A zero point costs time. If the result is only added to others, the bias takes its place, here and there; not
        # below a relu, which follows the bias.
        self.shifts = signed and not self.relu and self.travels and all(added)
        self.zero = MIDDLE if signed and not self.shifts else 0
        # So does a unit of what is multiplied. If nothing else reads it, the unit is 1, and the weights have the rest.
        scaled = any(added) or self.travels and any(op in BY_UNIT for op, *_ in call.readers())
        self.given_unit = self.unit if scaled else 1.0

    def __call__(self, data, *rest):
        count = self.count
        self.refresh(rest, rest[:count], rest[count:], data)
        return self.give(convolved(self.source(data), self.settings[2], self.given_unit, self.zero, self.relu))

    def source(self, data: torch.Tensor) -> torch.Tensor:
        """Return the data as a quantized tensor."""
        return data if data.is_quantized else quantized(last(unsigned(data)), 1.0, self.settings[1])

    def packed(self, weight, units, bias, unit, zero, data):
        factor, shift = self.given_unit / self.unit, self.shift()
        if shift:
            bias = torch.full_like(units, shift) if bias is None else bias + shift
        factors = units.double() * (unit / (data.q_scale() if data.is_quantized else 1.0) * factor)
        return packed(weight, factors, None if bias is None else (bias.double() * factor).float(), self.window)

    def lines(self, result: str, data: str) -> list:
        return [(result, f"quantized::conv2d{'_relu' * self.relu}",
                 (data, self.settings[2], self.given_unit, self.zero))]

    def shift(self) -> float:
        """Return what the bias gets on top."""
        return MIDDLE * self.unit if self.shifts else 0.0


class QuantizedSum(QuantizedConvolution):
    """A convolution of a quantized tensor that is added to another in place."""

    def __init__(self, call: Call, place: int) -> None:
        super().__init__(call)
        self.overwrites = call.free is not None and call.free(place)
        self.sum_type = call.specs[place][1]
        self.places = 0, place
        # What is known of the addend since the first call: whether it has no zero point, and the unit that it goes by.
        self.takes_shifted, self.taken_unit = False, 0.0

    def __call__(self, data, *rest):
        count, addend = self.count, rest[self.count]
        if addend.is_quantized and addend.q_scale() != self.taken_unit:  # its range was joined from one that may change
            self.takes_shifted = self.sum_type is torch.int8 and addend.q_zero_point() == 0
            self.taken_unit = addend.q_scale()
        self.refresh(rest[:count] + rest[count + 1:], rest[:count], rest[count + 1:], data)
        return self.give(convolved_onto(self.addend(addend), self.source(data), self.settings[2], self.given_unit,
                                        self.zero, self.relu))

    def addend(self, given: torch.Tensor) -> torch.Tensor:
        """Return the addend as a quantized tensor that may be overwritten."""
        if given.is_quantized:
            return given if self.overwrites else given.clone()
        found = last(given)
        own = self.overwrites or found is not given
        if self.sum_type is torch.int8:
            return quantized(unsigned(found, own), self.sum_unit, MIDDLE)
        return quantized(found if own else found.clone(), self.sum_unit, 0)

    def lines(self, result, data, addend):
        copied = [] if self.overwrites else [(f"{result} sum", "aten::clone", (addend, None))]
        return [*copied, (result, f"quantized::conv2d_add{'_relu' * self.relu}",
                          (data, f"{result} sum" if copied else addend, self.settings[2], self.given_unit,
                           self.zero))]

    def shift(self) -> float:
        return super().shift() - (MIDDLE * self.sum_unit if self.takes_shifted else 0.0)

    def levels(self, params, scale, ranges, signed):
        self.sum_unit = 1 / float(scale_of(self.sum_type, *map(torch.tensor, ranges[2:])))
        # The kernel adds in the addend's unit; the result goes by one that is as many times too small or too large.
        self.given_unit = self.unit * (self.taken_unit / self.sum_unit if self.taken_unit else 1.0)
        return super().levels(params, scale, ranges, signed)


def last(images: torch.Tensor) -> torch.Tensor:
    return images.contiguous(memory_format=torch.channels_last)


def _parameters(p) -> int:
    """Return how many parameters a convolution has; they come after its data."""
    return 1 + (not p.no_bias) + 4 * p.with_bn


def _convolution_fits(p, specs: Sequence[Spec]) -> bool:
    """Return whether there is a kernel for a convolution."""
    if len(p.kernel) != 2 or not calibrated(p) or p.activation not in ("none", "relu", "clip"):
        return False
    if p.with_sum and (p.activation == "clip" or not are_quantized() and specs[1 + _parameters(p)][1] is torch.uint8
                       and out_type(p) is torch.int8):
        return False  # as plain bytes the addend would have to become signed first, and lose half its range
    return fits(specs)


@takes(joined_convolution)
def _takes_convolution(p, specs: Sequence[Spec], read: dict[int, int]) -> bool:
    ends = 1 + _parameters(p) + p.with_sum
    ways = [(0, ends, ends + 1)] + [(ends - 1, ends + 2, ends + 3)] * p.with_sum
    return _convolution_fits(p, specs) and _saturates(p) and reads(read, *ways)


def _saturates(p) -> bool:
    """Return whether an upper bound, if any, is at or above the greatest byte, where values saturate anyway."""
    return p.activation != "clip" or (p.unsigned and p.bound >= out_range(p)[1] >= 0)


@joined_convolution.lower
def joined_convolution_kernel(call):
    p = call.p
    if not is_lowered(call) or not _convolution_fits(p, call.specs):
        return None
    whole = are_quantized() and _saturates(p)
    if not p.with_sum:
        return (QuantizedConvolution if whole else JoinedConvolution)(call)
    place = 1 + _parameters(p)
    if whole:
        return QuantizedSum(call, place)
    _, stride, pad, _ = geometry(p)
    product = {*p.kernel, *stride} == {1} and not any(pad) and p.num_group == 1 and sums_in_place()
    return (SummedProduct if product else SummedConvolution)(call, place)


# ---- dense layers ---------------------------------------------------------------------------------

class JoinedDense(_Layer):
    """A dense layer on bytes with its activation inside, into bytes or floats."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.count = 1 + (not call.p.no_bias)
        self.way_out = self.unit, 0, self.type, call.p.activation, [], ""

    def __call__(self, data, *rest):
        count = self.count
        self.refresh(rest, rest[:count], rest[count:], data)
        if data.is_quantized:
            data = data.int_repr()  # a few bytes, and fewer calls than a view of them
        rows = data.flatten(1) if self.p.flatten and data.dim() > 1 else data
        out = byte_linear(unsigned(rows).contiguous(), *self.settings, *self.way_out)
        return out if self.ends is None else (out, *self.ends())

    def levels(self, params, scale, ranges, signed):
        ends = [torch.tensor([end]) for end in ranges[2:]]
        return dense_levels(self.p, scale, params[0], None if self.p.no_bias else params[1], ends)

    def packed(self, weight, units, bias, unit, zero, data):
        return pack_byte_linear(weight, [data.numel() // weight.shape[1], weight.shape[1]])


def _dense_fits(p, specs: Sequence[Spec]) -> bool:
    """Return whether there is a kernel for a dense layer."""
    return p.activation in ("none", "relu") and (p.float_output or calibrated(p)) and fits(specs)


@takes(joined_fully_connected)
def _takes_dense(p, specs: Sequence[Spec], read: dict[int, int]) -> bool:
    ends = 2 + (not p.no_bias)
    return _dense_fits(p, specs) and reads(read, (0, ends, ends + 1))


@joined_fully_connected.lower
def joined_fully_connected_kernel(call):
    return JoinedDense(call) if is_lowered(call) and _dense_fits(call.p, call.specs) else None
