"""What programs call between 8-bit layers on a CPU: arrays of bytes quantized, joined, normalized, bounded and pooled.

Pre-activation networks have a batch norm and a relu between two 8-bit layers, densely connected ones a concatenation as
well. These kernels take and give what layers do (`quantization_kernels`); their numbers are those of the operators,
except for sums halfway between two bytes.
"""
from collections.abc import Sequence
from math import prod

import torch

from ..op.lowering import Call, Spec
from ..ownership import Stamp
from ..torch_private import byte_max_pool2d, quantized_batch_norm2d, quantized_cat, unasked
from .nn.pool import Plan
from .quantization import WIDE_RANGE, calibrated, quantize_v2, scalar
from .quantization_arrays import joined_range, quantized_concat, quantized_flatten, rescaled
from .quantization_joined import joined_convolution, scale_of
from .quantization_kernels import (
    BY_UNIT,
    MIDDLE,
    Giving,
    PassedEnds,
    check_finite,
    fits,
    is_lowered,
    last,
    plain,
    reads,
    takes,
    travels,
    unsigned,
)
from .quantization_layers import (
    norm_factors,
    pool_plan,
    quantized_act,
    quantized_batch_norm,
    quantized_pooling,
)
from .quantization_tensors import (
    are_quantized,
    averaged,
    bytes_of,
    exact_unit,
    interleaved,
    kernels_of_onednn,
    quantized,
    to_levels,
)


def _zero(kind: torch.dtype) -> int:
    """Return the zero point of bytes: all are unsigned."""
    return MIDDLE if kind is torch.int8 else 0


def _wrapped(data: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Return plain bytes as a quantized tensor."""
    return data if data.is_quantized else quantized(last(unsigned(data)), 1.0, _zero(kind))


# ---- quantizing ---------------------------------------------------------------------------------

@quantize_v2.lower
def quantize_kernel(call):
    """Quantize images into channels-last bytes."""
    p, (shape, kind) = call.p, call.specs[0]
    if not call.stateful or call.device.type != "cpu" or kind is not torch.float32 or not calibrated(p) \
            or len(shape) != 4 or 0 in shape:
        return None
    type_ = {"int8": torch.int8, "uint8": torch.uint8}.get(p.out_type) or (
        torch.uint8 if p.min_calib_range >= 0 else torch.int8)
    reach = max(abs(p.min_calib_range), abs(p.max_calib_range))
    if reach == 0:
        return None
    scale = float(torch.full((1,), WIDE_RANGE[type_]) / torch.full((1,), reach))
    return Quantizing(call, type_, reach, scale)


class Quantizing:
    """Makes channels-last bytes from images of floats."""

    def __init__(self, call: Call, kind: torch.dtype, reach: float, scale: float) -> None:
        p, self.kind, self.scale, self.unit = call.p, kind, scale, exact_unit(scale, kind)
        self.signed = kind is torch.int8
        self.give = Giving(call, kind, *((-reach, reach) if self.signed else (p.min_calib_range, p.max_calib_range)))
        self.travels = self.give.travels

    def __call__(self, data):
        raw = interleaved(to_levels(data, self.scale, self.unit, self.kind))
        if not self.travels:
            return raw.view(self.kind), *self.give.ends()
        zero = MIDDLE if self.signed else 0
        return quantized(raw.sub_(zero) if zero else raw, 1.0, zero), *self.give.constant


# ---- joining --------------------------------------------------------------------------------------

class QuantizedConcat:
    """Images joined along their channels, each rescaled to the widest range."""

    scope = kernels_of_onednn

    def __init__(self, call: Call) -> None:
        self.call, self.count = call, call.p.num_args
        self.places: Sequence[int] = range(self.count)
        self.kinds = [kind for _, kind in call.specs[:self.count]]
        self.kind = torch.int8 if torch.int8 in self.kinds else torch.uint8
        self.travels = travels(call)
        self.stamp: Stamp | None = None

    def __call__(self, *args):
        arrays, ends = args[:self.count], args[self.count:]
        if self.stamp is None or not self.stamp.is_current(ends):
            self._derive(ends)
        made = self._joined(arrays) if self.exact else self._rescaled(arrays, ends)
        return self.give(made)

    def lines(self, result: str, *data: str) -> list | None:
        """Return its calls in a script, which relabel tensors of another unit first."""
        if not self.exact:
            return None
        found, parts = [], []
        for number, (name, unit, was) in enumerate(zip(data, self.units, self.were)):
            if was[0] != unit:
                found += _relabelled(f"{result} {number}", name, unit, was[1])
                name = f"{result} {number}"
            parts.append(name)
        return [*found, (result, "quantized::cat", (tuple(parts), 1, self.unit, _zero(self.kind)))]

    def _joined(self, arrays: Sequence[torch.Tensor]) -> torch.Tensor:
        """Join by torch's kernel, which rescales by the units that its tensors have."""
        wrapped = [_wrapped(array, kind) for array, kind in zip(arrays, self.kinds)]
        self.were = [(array.q_scale(), array.q_zero_point()) for array in wrapped]
        given = [_in_unit(array, unit) for array, unit in zip(wrapped, self.units)]
        with unasked():
            return quantized_cat(given, 1, self.unit, _zero(self.kind))

    def _rescaled(self, arrays: Sequence[torch.Tensor], ends: Sequence[torch.Tensor]) -> torch.Tensor:
        """Rescale as the operator does, where torch's kernel rounds some byte differently."""
        # Copies: others may read the arrays, and bytes become plain in place.
        given = [plain(array.clone(), kind) if array.is_quantized else array
                 for array, kind in zip(arrays, self.kinds)]
        made = torch.cat(rescaled(given, ends[::2], ends[1::2], self.kind, self.range), 1)
        return quantized(last(unsigned(made)), self.unit, _zero(self.kind))

    def _derive(self, ends: tuple) -> None:
        check_finite([end.item() for end in ends])
        stamp = Stamp(ends)
        self.range = low, high = joined_range(ends[::2], ends[1::2])
        # Not as in `rescaled`: tensors have no unit of zero, which an empty range would be.
        units = [1 / scale_of(kind, *pair).item() for kind, *pair in zip(self.kinds, ends[::2], ends[1::2])]
        self.unit, self.units = 1 / scale_of(self.kind, low, high).item(), units
        self.exact = all(map(self._is_exact, self.kinds, ends[::2], ends[1::2], units))
        self.give = Giving(self.call, self.kind, low.item(), high.item())
        self.stamp = stamp

    def _is_exact(self, kind: torch.dtype, low: torch.Tensor, high: torch.Tensor, unit: float) -> bool:
        """Return whether torch's kernel gives the operator's byte for every byte, in vectors and one by one."""
        for shape in ((1, 256, 1, 1), (256, 1, 1, 1)):
            raw = torch.arange(256, dtype=torch.uint8).view(shape).contiguous(memory_format=torch.channels_last)
            with unasked():
                made = quantized_cat([quantized(raw, unit, _zero(kind))], 1, self.unit, _zero(self.kind))
            wanted, = rescaled([plain(quantized(raw.clone(), unit, _zero(kind)), kind)], [low], [high], self.kind,
                                self.range)
            if not torch.equal(plain(made, self.kind), wanted):
                return False
        return True


def _relabelled(result: str, data: str, unit: float, zero: int, moved: int = 0) -> list:
    """Return calls in a script that give a quantized tensor another unit and zero point, and move its bytes."""
    raw = [(f"{result} bytes", "aten::int_repr", (data,))]
    if moved:
        raw.append((f"{result} moved", "aten::add", (raw[0][0], moved, 1)))
    return [*raw, (result, "aten::_make_per_tensor_quantized_tensor", (raw[-1][0], unit, zero))]


def _in_unit(data: torch.Tensor, unit: float) -> torch.Tensor:
    return data if data.q_scale() == unit else quantized(bytes_of(data), unit, data.q_zero_point())


BY_UNIT.add(quantized_concat)


def _concat_fits(p, specs: Sequence[Spec]) -> bool:
    """Return whether there is a kernel for a concatenation: of images, along their channels."""
    return p.dim in (1, -3) and all(len(shape) == 4 for shape, _ in specs[:p.num_args]) \
        and quantized_cat is not None and are_quantized() and fits(specs)


@takes(quantized_concat)
def _takes_concat(p, specs, read) -> bool:
    ways = ((place, p.num_args + 2 * place, p.num_args + 2 * place + 1) for place in range(p.num_args))
    return _concat_fits(p, specs) and reads(read, *ways)


@quantized_concat.lower
def quantized_concat_kernel(call):
    return QuantizedConcat(call) if is_lowered(call) and _concat_fits(call.p, call.specs) else None


# ---- normalizing ----------------------------------------------------------------------------------

class QuantizedNorm:
    """A batch norm of images with its moving statistics; one multiplication and one addition per number."""

    places: Sequence[int] = (0,)
    scope = kernels_of_onednn
    most = MIDDLE - 1  # the greatest signed byte

    def __init__(self, call: Call) -> None:
        p, self.kind = call.p, call.specs[0][1]
        self.p, self.give = p, Giving(call, torch.int8, p.min_calib_range, p.max_calib_range)
        # If only relus read it, it rounds negative numbers to zero, and no zero point is needed, which costs time.
        self.zero = 0 if self.give.travels and all(op is quantized_act for op, *_ in call.readers()) else MIDDLE
        self.travels = self.give.travels
        self.stamp: Stamp | None = None

    def __call__(self, data, *rest):
        if self.stamp is None or not self.stamp.is_current(rest):
            self._derive(data, rest)
        data = _wrapped(data, self.kind)
        if self.kind is torch.uint8:
            data = self._normalized(data, self.halves, self.zeros, 0)
        made = self._normalized(data, self.factors, self.shifts, self.zero)
        if self.exceeds:
            bytes_of(made).clamp_(max=self.most)
        return self.give(made)

    def lines(self, result: str, data: str) -> list:
        """Return its calls in a script."""
        found, operator, settings = [], "quantized::batch_norm2d", (self.zeros, self.ones, 0.0, 1.0)
        if self.kind is torch.uint8:
            found.append((f"{result} half", operator, (data, self.halves, self.zeros, *settings, 0)))
            data = f"{result} half"
        made = f"{result} unbounded" if self.exceeds else result
        found.append((made, operator, (data, self.factors, self.shifts, *settings, self.zero)))
        return [*found, (result, "aten::clamp", (made, None, self.most))] if self.exceeds else found

    def _normalized(self, data: torch.Tensor, factors: torch.Tensor, shifts: torch.Tensor, zero: int) -> torch.Tensor:
        with unasked():
            return quantized_batch_norm2d(data, factors, shifts, self.zeros, self.ones, 0.0, 1.0, zero)

    def _derive(self, data: torch.Tensor, rest: tuple) -> None:
        stamp = Stamp(rest)
        low, high = (scalar(end, rest[0]) for end in (self.p.min_calib_range, self.p.max_calib_range))
        factors, shifts = norm_factors(*rest[:4], rest[4:], (low, high), self.p.eps)
        unit = data.q_scale() if data.is_quantized else 1.0
        self.zeros, self.ones = torch.zeros_like(shifts), torch.ones_like(shifts)
        if self.kind is torch.uint8:  # it becomes signed first, as in the operator
            self.halves = torch.full_like(shifts, WIDE_RANGE[torch.int8] / WIDE_RANGE[torch.uint8] / unit)
            unit = 1.0
        self.factors, self.shifts = factors / unit, shifts
        # Without a zero point there is room above the greatest signed byte; MXNet's numbers end there.
        ends = torch.stack([factors * end + shifts for end in (-MIDDLE, self.most)])
        self.exceeds = not self.zero and not bool((ends < self.most + 0.5).all())
        self.stamp = stamp


def _norm_fits(p, specs: Sequence[Spec]) -> bool:
    """Return whether there is a kernel for a batch norm: of images, with the channels on axis 1."""
    return len(specs[0][0]) == 4 and p.axis in (1, -3) and calibrated(p) and quantized_batch_norm2d is not None \
        and are_quantized() and fits(specs)


@takes(quantized_batch_norm)
def _takes_norm(p, specs, read) -> bool:
    return _norm_fits(p, specs) and reads(read, (0, 5, 6))


@quantized_batch_norm.lower
def quantized_batch_norm_kernel(call):
    return QuantizedNorm(call) if is_lowered(call) and _norm_fits(call.p, call.specs) else None


# ---- bounding -------------------------------------------------------------------------------------

class QuantizedRelu:
    """Negative bytes become zero; those of a batch norm are already (`QuantizedNorm`)."""

    places: Sequence[int] = (0,)
    scope = kernels_of_onednn

    def __init__(self, call: Call) -> None:
        # Only images become quantized tensors here; plain bytes can be of any rank.
        self.ends, self.travels = PassedEnds(call), travels(call) and len(call.specs[0][0]) == 4
        # Convolutions multiply bytes without a zero point faster; others expect signed bytes to have one.
        self.passes = self.travels and all(op is joined_convolution and 0 in read
                                           for op, _, _, read in call.readers())

    def __call__(self, data, low, high):
        if self.travels:
            data = _wrapped(data, torch.int8)
        elif not data.is_quantized:
            return data.clamp(min=0), *self.ends(low, high)
        self.was = data.q_scale(), data.q_zero_point()
        if data.q_zero_point():
            out = torch.relu(data)
        else:
            out = data if self.passes else quantized(bytes_of(data) + MIDDLE, data.q_scale(), MIDDLE)
        return out if self.travels else plain(out, torch.int8), *self.ends(low, high)

    def lines(self, result: str, data: str) -> list:
        """Return its calls in a script."""
        unit, zero = self.was
        if zero:
            return [(result, "aten::relu", (data,))]
        return [(result, "", (data,))] if self.passes else _relabelled(result, data, unit, MIDDLE, MIDDLE)


def _relu_fits(p, specs: Sequence[Spec]) -> bool:
    return p.act_type == "relu" and specs[0][1] is torch.int8 and are_quantized() and fits(specs)


@takes(quantized_act)
def _takes_relu(p, specs, read) -> bool:
    return _relu_fits(p, specs) and reads(read, (0, 1, 2))


@quantized_act.lower
def quantized_act_kernel(call):
    return QuantizedRelu(call) if is_lowered(call) and _relu_fits(call.p, call.specs) else None


# ---- pooling and flattening ------------------------------------------------------------------------

def _pooling_fits(p, specs: Sequence[Spec]) -> bool:
    """Return whether there is a kernel for pooling: for whole windows, and for means that it rounds exactly."""
    shape, _ = specs[0]
    if p.pool_type not in ("max", "avg") or len(shape) != 4 or not fits(specs):
        return False
    plan = pool_plan(shape, p)
    if any(2 * q > k for k, q in zip(plan.kernel, plan.pad)) or plan.counts not in _torch_counts(plan):
        return False
    past, size = plan.counts != _torch_counts(plan)[0], prod(plan.kernel)
    # Sums over a power of two are divided exactly, and an odd number of bytes has no mean halfway between two.
    return p.pool_type == "max" or (are_quantized() and not past and not any(plan.pad)
                                    and (size % 2 == 1 or size & (size - 1) == 0))


def _torch_counts(plan: Plan) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of windows along each axis that torch takes: whole ones, and with those past the end."""
    whole, more = [], []
    for size, k, s, q in zip(plan.sizes, plan.kernel, plan.stride, plan.pad):
        span = size + 2 * q - k
        count = -(-span // s) + 1
        whole.append(span // s + 1)
        more.append(count - ((count - 1) * s >= size + q))  # none begins in the padding after the data
    return tuple(whole), tuple(more)


@takes(quantized_pooling)
def _takes_pooling(p, specs: Sequence[Spec], read: dict[int, int]) -> bool:
    return _pooling_fits(p, specs) and reads(read, (0, 1, 2))


@quantized_pooling.lower
def quantized_pooling_kernel(call):
    if not is_lowered(call) or not _pooling_fits(call.p, call.specs):
        return None
    return Pooling(call)


class Pooling:
    """Pooling of a quantized tensor or of plain bytes."""

    places: Sequence[int] = (0,)
    scope = kernels_of_onednn

    def __init__(self, call: Call) -> None:
        (shape, self.kind), self.is_max = call.specs[0], call.p.pool_type == "max"
        plan = pool_plan(shape, call.p)
        self.window = list(plan.kernel), list(plan.stride), list(plan.pad)
        self.past = plan.counts != _torch_counts(plan)[0]
        self.ends, self.travels = PassedEnds(call), travels(call)

    def __call__(self, data, low, high):
        if self.travels or data.is_quantized:
            out = self.pool(_wrapped(data, self.kind))
            return out if self.travels else plain(out, self.kind), *self.ends(low, high)
        source = last(unsigned(data))
        out = self.pool(source) if self.is_max else bytes_of(self.pool(quantized(source, 1.0, 0)))
        return out.sub_(MIDDLE).view(self.kind) if self.kind is torch.int8 else out, *self.ends(low, high)

    def pool(self, source: torch.Tensor) -> torch.Tensor:
        if self.is_max:
            return byte_max_pool2d(source, *self.window, [1, 1], self.past)
        return averaged(source, *self.window)

    def lines(self, result: str, data: str) -> list:
        if self.is_max:
            return [(result, "quantized::max_pool2d", (data, *self.window, [1, 1], self.past))]
        return [(result, "aten::avg_pool2d", (data, *self.window, False, True, None))]


@takes(quantized_flatten)
def _takes_flatten(p, specs: Sequence[Spec], read: dict[int, int]) -> bool:
    return reads(read, (0, 1, 2))


@quantized_flatten.lower
def quantized_flatten_kernel(call):
    return Flattening(call) if is_lowered(call) and are_quantized() else None


class Flattening:
    """Flattens a quantized tensor or plain bytes."""

    places: Sequence[int] = (0,)
    scope = kernels_of_onednn

    def __init__(self, call: Call) -> None:
        self.kind, self.ends, self.travels = call.specs[0][1], PassedEnds(call), travels(call)

    def __call__(self, data, low, high):
        if not data.is_quantized:
            return data.reshape(data.shape[0], prod(data.shape[1:])).clone(), *self.ends(low, high)
        out = data.flatten(1)
        return out if self.travels else plain(out.clone(), self.kind), *self.ends(low, high)

    def lines(self, result: str, data: str) -> list:
        return [(result, "aten::flatten", (data, 1, -1))]
