"""Quantiles, differences and polynomials."""
from math import nan, prod
from typing import Literal

import torch

from ...errors import MXNetError, RefusedValue
from ...op import Array, Double, Shape, op, types
from ..arithmetic import no_kernel_for_bool
from ..layout import axis_of
from .reduce import axes_of

_HOW = Literal["linear", "lower", "higher", "midpoint", "nearest"]


def _quantile_kind(kind: torch.dtype) -> torch.dtype:
    return kind if kind is torch.float64 else torch.float32


def _quantile_type(types, p) -> None:
    kind = types.ins[0]
    if kind is not None:
        types.set_out(0, _quantile_kind(kind))


@op("_npi_percentile", omit={"q": lambda p: p.q_scalar is not None}, types=_quantile_type, differentiable=False,
    strided=True)
def percentile(a: Array, q: Array | None = None, *, axis: Shape | None = None, interpolation: _HOW = "linear",
               keepdims: bool = False, q_scalar: Double | None = None):
    """Return percentiles of the elements along axes."""
    axes = axes_of(axis, a.dim())
    kept = [place for place in range(a.dim()) if place not in axes]
    sizes = [1 if place in axes else size for place, size in enumerate(a.shape)] if keepdims else \
        [a.shape[place] for place in kept]
    shape = [*(() if q is None else q.shape), *sizes]
    if not prod(shape):
        return torch.empty(shape, dtype=_quantile_kind(a.dtype), device=a.device)
    if torch.bool in (a.dtype, a.dtype if q is None else q.dtype):
        raise MXNetError("bool arrays have no percentiles; cast first")
    wide = a.double()
    wanted = torch.tensor(q_scalar, dtype=torch.float64, device=a.device) if q is None else q.double()
    if wanted.device.type != "meta" and wanted.numel() and (float(wanted.min()) < 0 or float(wanted.max()) > 100):
        raise RefusedValue("Percentiles must be in the range [0, 100]")
    if not a.numel():
        raise MXNetError("an empty array has no percentiles")
    lines = wide.permute(*kept, *axes).reshape([*(a.shape[place] for place in kept), -1])
    found = _between(lines.sort(-1).values, wanted.reshape(-1), interpolation)
    found = found.masked_fill(torch.isnan(lines).any(-1, keepdim=True), nan)
    return found.movedim(-1, 0).reshape(shape).to(_quantile_kind(a.dtype))


def _between(ordered: Array, wanted: Array, how: str) -> Array:
    """Interpolate sorted lines at positions between their elements."""
    places = wanted / 100 * (ordered.shape[-1] - 1)
    low, high = places.floor().long(), places.ceil().long()
    if how == "lower":
        return ordered[..., low]
    if how == "higher":
        return ordered[..., high]
    if how == "nearest":
        return ordered[..., (places + 0.5).long()]
    share = (places - low) if how == "linear" else torch.where(low == high, 0.0, 0.5)
    below, above = ordered[..., low], ordered[..., high]
    return torch.where((share == 0) | (below == above), below, below + (above - below) * share)  # they may be infinite


@op("_npi_diff")
def diff(a: Array, *, n: int = 1, axis: int = -1):
    """Subtract from each element the previous one along an axis, ``n`` times."""
    if n < 0:
        raise MXNetError(f"order must be non-negative but got {n}")
    return torch.diff(a, n, axis_of(axis, a.dim())) if n else a.clone()


def _edge(array: Array | None, number: float | None, like: Array) -> list:
    if array is not None:
        if array.dtype is not like.dtype:
            raise MXNetError(f"takes arrays of one type, got {str(like.dtype)[6:]} and {str(array.dtype)[6:]}")
        return [array.reshape(-1)]
    return [] if number is None else [torch.full((1,), number, dtype=like.dtype, device=like.device)]


@op("_npi_ediff1d", rename={"first": "input2", "second": "input3"}, types=types.free,
    omit={"input2": lambda p: not (p.to_begin_arr_given or p.to_end_arr_given),
          "input3": lambda p: not (p.to_begin_arr_given and p.to_end_arr_given)})
def ediff1d(input1: Array, first: Array | None = None, second: Array | None = None, *,
            to_begin_arr_given: bool = False, to_end_arr_given: bool = False, to_begin_scalar: Double | None = None,
            to_end_scalar: Double | None = None):
    """Return differences of neighbours of the flattened array, with a prefix and a suffix."""
    begin = first if to_begin_arr_given else None
    end = (second if to_begin_arr_given else first) if to_end_arr_given else None
    made = torch.cat([*_edge(begin, to_begin_scalar, input1), torch.diff(input1.reshape(-1)),
                      *_edge(end, to_end_scalar, input1)])
    return no_kernel_for_bool(made) if made.dtype is torch.bool else made


@op("_npi_polyval")
def polyval(p: Array, x: Array):
    """Evaluate a polynomial, given by its coefficients from the highest down, at each element."""
    if p.dim() != 1:
        raise RefusedValue(f"polyval: the coefficients must be 1-D, got {p.dim()} dimensions")
    if x.dtype is torch.bool:
        return no_kernel_for_bool(x)
    found = torch.zeros_like(x)
    for coefficient in p.unbind():
        found = found * x + coefficient
    return found


@polyval.infer_shape
def polyval_shape(shape, params) -> None:
    shape.out = shape.x
