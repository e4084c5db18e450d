"""Convolution fused with what follows it, for inference: packed weights, folded batch norm, sum and relu.

What is derived from parameters is cached until they are written to, so users may still change them.
"""
import math
from math import prod
from typing import Any, NamedTuple

import torch

from ... import order
from ...op import Kernel
from ...op.lowering import Following
from ...ownership import Stamp, version
from ...torch_private import (
    convolution_onto,
    convolution_pointwise,
    has_onednn_bfloat16,
    reorder_conv2d_weight,
)
from ..elemwise import clip
from . import winograd
from .activation import activation
from .batchnorm import APART, batch_norm
from .conv import convolution, convolution_kernel, geometry, reads_past
from .spatial import channels_last
from .winograd import is_finite

_ACTIVATIONS = ("relu", "sigmoid", "tanh", "hardtanh")  # that the kernel applies to what it writes
_HIDING = ("relu", "hardtanh")  # of these, the ones by which it turns NaN into a number
_PLAINLY = {"none": lambda out: out, "relu": torch.relu_, "sigmoid": torch.sigmoid_, "tanh": torch.tanh_}
_AFTER_SUMS = ("relu",)
_SUMS = ("elemwise_add", "broadcast_add", "_npi_add")


class _Activation(NamedTuple):
    """What is done to a result last, by the name that torch's kernel has for it."""

    name: str
    bounds: tuple[float, ...] = ()


_NONE = _Activation("none")


class PackedConvolution:
    """A convolution on oneDNN with its weight packed, optionally with a batch norm and an activation.

    With ``onto`` the last argument is added before the activation, and is overwritten by the result.

    The kernel's relu and bounds turn NaN into a number, torch's keep it. So that all programs of a network give one
    answer, they are left to torch where parameters or images are not all finite.
    """

    def __init__(self, conv, norm, activation: _Activation, data_shape: tuple, dtype: torch.dtype,
                 onto: bool = False) -> None:
        _, self.stride, self.pad, self.dilate = (list(v) if isinstance(v, tuple) else v for v in geometry(conv))
        self.groups, self.has_bias = conv.num_group, not conv.no_bias
        self.norm, self.data_shape, self.dtype = norm, list(data_shape), dtype
        self.activation, self.bounds, self.params = activation.name, activation.bounds, list(activation.bounds)
        self.hides = activation.name in _HIDING
        # From parameters: weight and bias, and whether they are finite.
        self.derived: tuple[Stamp, Any, torch.Tensor | None, bool] | None = None
        self.run = convolution_pointwise
        self.onto = onto
        shape = conv.num_filter, data_shape[1], *conv.kernel
        self.plan = winograd.planned(data_shape, dtype, shape, *geometry(conv)[1:], self.groups, kept=True)
        self.asks = self.hides or self.plan is not None  # Winograd's algorithm spreads NaN and infinity over a tile
        # For runs of convolutions in one call (`tiers.fused`): an addend comes after the parameters.
        self.fuses = self.plan is None
        self.products = prod(data_shape) * conv.num_filter * prod(conv.kernel) // (prod(self.stride) * self.groups)
        self.images = (0, 1 + _count_parameters(conv, norm)) if onto else (0,)

    def __call__(self, data, *params):
        if self.onto:
            *params, addend = params
        derived = self.derived  # which another thread may replace or free
        if derived is None or not derived[0].is_current(params):
            derived = self.derived = self._derive(params)
        _, weight, bias, finite = derived
        if not self.asks:
            return self._compute(data, weight, bias, addend if self.onto else None)
        if not (finite and self.is_finite(data) and (not self.onto or self.is_finite(addend))):
            return self._plainly(data, params, addend if self.onto else None)
        out = self._compute(data, weight, bias, addend if self.onto else None)
        out.finite_at = version(out)  # the next layer need not read all of it to know
        return out

    def _compute(self, data: torch.Tensor, weight: Any, bias: torch.Tensor | None,
                 addend: torch.Tensor | None) -> torch.Tensor:
        if self.plan is not None:
            out = self.plan.convolve(order.channels_last(data), weight, bias,
                                     "none" if self.bounds else self.activation,
                                     order.channels_last(addend) if self.onto else None)
            return out.clamp_(*self.bounds) if self.bounds else out
        if self.onto:
            return convolution_onto(order.channels_last(addend), order.channels_last(data), weight, bias,
                                    self.pad, self.stride, self.dilate, self.groups, "add", 1.0,
                                    None if self.activation == "none" else self.activation, [], None)
        return self.run(order.channels_last(data), weight, bias, self.pad, self.stride,
                        self.dilate, self.groups, self.activation, self.params, "")

    def _plainly(self, data: torch.Tensor, params: tuple, addend: torch.Tensor | None) -> torch.Tensor:
        """Compute with torch's own calls, which keep NaN and infinity where they are."""
        weight, bias = (None if each is None else each.detach().to(self.dtype) for each in self._joined(params))
        out = torch.conv2d(order.channels_last(data), weight, bias, self.stride, self.pad, self.dilate, self.groups)
        if addend is not None:
            out += addend
        return out.clamp_(*self.bounds) if self.bounds else _PLAINLY[self.activation](out)

    def is_finite(self, values: torch.Tensor) -> bool:
        """Return whether single calls use the kernel for an image of these numbers.

        What such a kernel has made of finite numbers is finite, unless it overflows, until something writes to it.
        """
        return getattr(values, "finite_at", None) == version(values) or is_finite(values)

    def forget(self) -> None:
        """Free what was derived from parameters."""
        self.derived = None

    def _derive(self, params: tuple) -> tuple[Stamp, Any, torch.Tensor | None, bool]:
        if self.norm is not None and self.norm.fix_gamma and self.norm.fix_gamma != APART:
            params[-4].fill_(1)  # MXNet writes it too
        stamp = Stamp(params)
        weight, bias = self._joined(params)
        finite = is_finite(weight) and (bias is None or is_finite(bias))
        if self.plan is not None:
            packed = self.plan.kept(weight.detach())
        else:
            packed = reorder_conv2d_weight(weight.detach().to(self.dtype).contiguous().to_mkldnn(), self.pad,
                                           self.stride, self.dilate, self.groups, self.data_shape)
        return stamp, packed, None if bias is None else bias.detach().to(self.dtype).contiguous(), finite

    def lines(self, result: str, params: tuple, data: str, addend: str | None = None) -> list:
        """Return its calls in a script, with parameters as constants."""
        weight, bias = (None if each is None else each.detach().to(self.dtype).contiguous()
                        for each in self._joined(params))
        if not (is_finite(weight) and (bias is None or is_finite(bias))):
            raise RuntimeError("parameters that are not finite are left to single calls, which keep NaN")
        calls: list = [("aten::conv2d", data, weight, bias, self.stride, self.pad, self.dilate, self.groups)]
        calls += [("aten::add", addend, 1)] if addend is not None else []
        calls += [(f"aten::{self.activation}", *self.bounds)] if self.activation != "none" else []
        found, value = [], ()
        for number, (operator, *args) in enumerate(calls, 1):
            name = result if number == len(calls) else f"{result} {number}"
            found.append((name, operator, (*value, *args)))
            value = (name,)
        return found

    def _joined(self, params: tuple) -> tuple:
        """Return weight and bias, a batch norm folded in."""
        weight, bias = params[0], params[1] if self.has_bias else None
        return (weight, bias) if self.norm is None else self._folded(weight, bias, *params[-4:])

    def _folded(self, weight, bias, gamma, beta, mean, var) -> tuple:
        scale = torch.rsqrt(var + self.norm.eps)
        if not self.norm.fix_gamma:
            scale *= gamma
        shift = beta - mean * scale if bias is None else beta + (bias - mean) * scale
        return weight * scale.view(-1, 1, 1, 1), shift


def _count_parameters(conv, norm) -> int:
    return 1 + (not conv.no_bias) + (0 if norm is None else 4)


def _multiplies(dtype: torch.dtype) -> bool:
    """Return whether the kernel supports a type; it accumulates in float32."""
    return dtype is torch.float32 or (dtype is torch.bfloat16 and has_onednn_bfloat16())


@convolution.lower
def convolution_and_more(call):
    return _packed(call) or convolution_kernel(call)


def _packed(call) -> Kernel | None:
    conv, (shape, dtype) = call.p, call.specs[0]
    if not call.stateful or call.device.type != "cpu" or len(conv.kernel) != 2 or not _multiplies(dtype) \
            or channels_last(conv.layout, 2) or 0 in shape or not torch.backends.mkldnn.is_available() \
            or convolution_pointwise is None or reads_past(shape, geometry(conv)[1]):
        return None
    norm, applied, follows = None, _NONE, list(call.follows)
    if follows and follows[0].op is batch_norm and follows[0].p.axis == 1 and not follows[0].p.output_mean_var:
        norm = follows.pop(0).p
    onto = bool(follows) and _is_sum(follows[0], dtype)
    if onto:
        follows.pop(0)
    if follows and _activation(follows[0]).name in (_AFTER_SUMS if onto else _ACTIVATIONS):
        applied = _activation(follows.pop(0))
    return Kernel(PackedConvolution(conv, norm, applied, shape, dtype, onto), applies=len(call.follows) - len(follows))


def _is_sum(call: Following, dtype: torch.dtype) -> bool:
    """Return whether a call adds an array of the same shape and type, which the sum may overwrite."""
    if call.op.name not in _SUMS or convolution_onto is None:
        return False
    (first, kind), (second, other) = call.specs
    return first == second and kind is other is dtype and call.free(1 - call.place)


def _activation(call: Following) -> _Activation:
    """Return the activation that a call is."""
    if call.op is activation:
        return _Activation(call.p.act_type)
    if call.op is clip and 0 == call.p.a_min <= call.p.a_max < math.inf:
        return _Activation("hardtanh", (call.p.a_min, call.p.a_max))
    return _NONE
