"""8-bit numbers: quantizing floats, dequantizing, requantizing 32 bits to 8, and choosing the range.

An 8-bit or 32-bit array comes with two arrays of one float each, the smallest and the largest number that it
represents. Results are those of MXNet's CPU kernels, which are oneDNN's: they round half to even and saturate, and
their int8 and uint8 represent ±127.5 and 255.5 in most places.
"""
import math
from collections.abc import Callable
from typing import Literal

import numpy as np
import torch

from ..errors import LateError, MXNetError
from ..op import Array, Params, op

WIDE_RANGE = {torch.int8: 127.5, torch.uint8: 255.5}
RANGE = {torch.int8: 127.0, torch.uint8: 255.0, torch.int32: float(2**31)}
NAMES = {"int8": torch.int8, "uint8": torch.uint8}
NOT_FINITE = ("the ranges of its data are {}, expected finite numbers; data that is not calibrated has an infinity or "
              "NaN")


# ---- what the quantized operators share -----------------------------------------------------------

# Descriptions of their params and range ends.
WORDS = {
    **{f"{end}_{of}": f"{word} number that ``{of}`` stands for, an array of one element."
       for of in ("data", "weight", "bias") for end, word in (("min", "Least"), ("max", "Greatest"))},
    "min_calib_range": "Least number of the range that calibration found; given together with the greatest. None: the "
                       "range is found from the data, or 32 bits are given.",
    "max_calib_range": "Greatest number of the range that calibration found.",
}


def largest(low: Array, high: Array) -> Array:
    """Return the larger magnitude of the two ends of a range, which is to be finite; a GPU is not asked."""
    reach = torch.maximum(low.abs(), high.abs())
    asked = type(reach) is torch.Tensor and reach.device.type == "cpu" and not torch.compiler.is_compiling()
    if asked and not math.isfinite(reach.sum().item()):
        raise LateError(NOT_FINITE.format((low.flatten()[0].item(), high.flatten()[0].item())))
    return reach


def rounded(values: Array, dtype: torch.dtype) -> Array:
    """Round to the nearest number of an integer type, half to even."""
    info = torch.iinfo(dtype)
    exact = values if dtype is not torch.int32 and values.dtype is torch.float32 else values.double()
    return exact.round().clamp_(info.min, info.max).nan_to_num_(0).to(dtype)


def ratio(value: float, array: Array) -> Array:
    """Divide a number by an array; `value / array` would round twice, and ties would differ."""
    return torch.full_like(array, value) / array


def scalar(value, like: Array) -> Array:
    """Make the one-element array that carries the end of a range."""
    return torch.full((1,), value, dtype=torch.float32, device=like.device)


def check_types(*wanted: tuple) -> None:
    """Refuse arrays of another type: ``(name, array, type or types)`` each."""
    for name, array, kinds in wanted:
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        if array is not None and array.dtype not in kinds:
            spelled = " or ".join(str(kind).removeprefix("torch.") for kind in kinds)
            raise MXNetError(f"{name} must be {spelled}, got {array.dtype}".replace("torch.", ""))


def calibrated(p) -> bool:
    return p.min_calib_range is not None and p.max_calib_range is not None


def kinds(**fixed) -> Callable:
    """Make a type rule: the named inputs and outputs have these types; a function is called for one."""
    def rule(types, p) -> None:
        for name, kind in fixed.items():
            if name in types.input_names or name in types.output_names:
                setattr(types, name, kind(types, p) if callable(kind) else kind)
    return rule


def single(shape, *names: str) -> None:
    """Set these cells to arrays of one float, if the call has them."""
    for name in names:
        if name in shape.input_names or name in shape.output_names:
            setattr(shape, name, (1,))


def _like_data(*ranges: str) -> Callable:
    """Make a shape rule: the first output has the shape of data, the rest is single."""
    def rule(shape, p) -> None:
        single(shape, *ranges, *shape.output_names[1:])
        data = shape.peek("data") or shape.outs[0]
        shape.set_out(0, data)
        if data is not None:
            shape.data = data
    return rule


# ---- to 8 bits ------------------------------------------------------------------------------------

@op("_contrib_quantize", held=True, outputs=3, shapes=_like_data("min_range", "max_range"), differentiable=False,
    types=kinds(data=torch.float32, min_range=torch.float32, max_range=torch.float32,
                output0=lambda types, p: NAMES[p.out_type], output1=torch.float32, output2=torch.float32))
def quantize(data: Array, min_range: Array, max_range: Array, *, out_type: Literal["int8", "uint8"] = "uint8"):
    """Quantize floats to 8 bits by a given range.

    ``int8`` is symmetric: ``round(data * 127 / max(abs(min_range), abs(max_range)))``; ``uint8`` is the same with
    255, and negative numbers become 0. Halves are rounded to even.

    Parameters
    ----------
    data
        Array of type float32 and any shape.
    min_range
        Smallest number that is expected, an array of one element.
    max_range
        Largest number that is expected, an array of one element.
    out_type
        Type of the result.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-1, 0, 2]), mx.nd.array([-1]), mx.nd.array([2])
    >>> out, least, most = mx.nd.contrib.quantize(x, low, high, out_type="int8")
    >>> out.asnumpy().tolist(), least.asnumpy().tolist(), most.asnumpy().tolist()
    ([-64, 0, 127], [-2.0], [2.0])
    """
    check_types(("data", data, torch.float32))
    real, kind = largest(min_range, max_range), NAMES[out_type]
    out = rounded(data * ratio(RANGE[kind], real), kind)
    if kind is torch.int8:
        return out, -real, real.clone()
    return out, min_range.clone(), max_range.clone()


def _chosen(p) -> torch.dtype:
    """Return the type that ``out_type`` means: "auto" is unsigned if the range has no negative numbers."""
    if p.out_type != "auto":
        return NAMES[p.out_type]
    return torch.uint8 if calibrated(p) and p.min_calib_range >= 0 else torch.int8


@op("_contrib_quantize_v2", outputs=3, shapes=_like_data(), differentiable=False,
    words=WORDS, types=kinds(output0=lambda types, p: _chosen(p), output1=torch.float32, output2=torch.float32))
def quantize_v2(data: Array, *, out_type: Literal["auto", "int8", "uint8"] = "int8",
                min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Quantize floats to 8 bits by a calibrated range, or by that of the data.

    8-bit data passes unchanged.

    Parameters
    ----------
    data
        Array of type float32, int8 or uint8 and any shape.
    out_type
        Type of the result; ``"auto"`` is ``"uint8"`` if the calibrated range has no negative numbers, else
        ``"int8"``.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> out, least, most = mx.nd.contrib.quantize_v2(mx.nd.array([-1, 0, 2]))
    >>> out.asnumpy().tolist(), least.asnumpy().tolist(), most.asnumpy().tolist()
    ([-64, 0, 127], [-2.0], [2.0])
    """
    check_types(("data", data, (torch.float32, torch.int8, torch.uint8)))
    p = Params(out_type=out_type, min_calib_range=min_calib_range, max_calib_range=max_calib_range)
    kind = _chosen(p)
    if calibrated(p):
        low, high = scalar(min_calib_range, data), scalar(max_calib_range, data)
    elif data.is_floating_point():
        low, high = (end.reshape(1) for end in torch.aminmax(data))
    else:
        high = scalar(WIDE_RANGE[data.dtype], data)
        low = -high if data.dtype is torch.int8 else torch.zeros_like(high)
    if not data.is_floating_point():
        return data.clone().view(kind), low, high
    real = largest(low, high)
    out = rounded(data * ratio(WIDE_RANGE[kind], real), kind)
    return (out, -real, real) if kind is torch.int8 else (out, low, high)


@op("_contrib_quantize_asym", outputs=3, output_names=["output", "scale", "shift"], shapes=_like_data(),
    words=WORDS, differentiable=False, types=kinds(output=torch.uint8, scale=torch.float32, shift=torch.float32))
def quantize_asym(data: Array, *, min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Quantize floats to unsigned bytes, using their whole range: ``round(data * scale + shift)``.

    ``scale = 255 / (high - low)`` and ``shift = 255 - high * scale``, where ``low`` and ``high`` are the calibrated
    range or that of the data. 128 is added to int8 data; uint8 data passes unchanged.

    Parameters
    ----------
    data
        Array of type float32, int8 or uint8 and any shape.

    Returns
    -------
    Three arrays: the bytes, of the shape of ``data``, ``scale`` and ``shift``, of shape ``(1,)``.

    Examples
    --------
    >>> out, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.array([-1, 0, 4]))
    >>> out.asnumpy().tolist(), scale.asnumpy().tolist(), shift.asnumpy().tolist()
    ([0, 51, 255], [51.0], [51.0])
    """
    check_types(("data", data, (torch.float32, torch.int8, torch.uint8)))
    if data.dtype is torch.uint8:
        return data.clone(), scalar(1, data), scalar(0, data)
    if data.dtype is torch.int8:
        return (data.short() + 128).to(torch.uint8), scalar(1, data), scalar(128, data)
    if min_calib_range is not None and max_calib_range is not None:
        low, high = scalar(min_calib_range, data), scalar(max_calib_range, data)
    else:
        low, high = (end.reshape(1) for end in torch.aminmax(data))
    largest(low, high)
    scale = ratio(255, high - low)
    shift = 255 - high * scale
    return rounded(data * scale + shift, torch.uint8), scale, shift


@op("_contrib_requantize", held=True, outputs=3, shapes=_like_data("min_range", "max_range"), differentiable=False,
    words=WORDS,
    types=kinds(data=torch.int32, min_range=torch.float32, max_range=torch.float32,
                output0=lambda types, p: _chosen(p), output1=torch.float32, output2=torch.float32))
def requantize(data: Array, min_range: Array, max_range: Array, *,
               out_type: Literal["auto", "int8", "uint8"] = "int8", min_calib_range: float | None = None,
               max_calib_range: float | None = None):
    """Requantize 32-bit sums to 8 bits, by a calibrated range or by that of the data.

    Parameters
    ----------
    data
        Array of type int32 and any shape, such as the output of a quantized layer.
    min_range
        Smallest number that 32 bits represent, an array of one element.
    max_range
        Largest number that 32 bits represent, an array of one element.
    out_type
        Type of the result; ``"auto"`` is ``"uint8"`` if the calibrated range has no negative numbers, else
        ``"int8"``.

    Returns
    -------
    Three arrays: the 8 bits, of the shape of ``data``, and the smallest and the largest number that they represent,
    of shape ``(1,)``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-4, 2], dtype="int32"), mx.nd.array([-2.0**31]), mx.nd.array([2.0**31])
    >>> out, least, most = mx.nd.contrib.requantize(x, low, high)
    >>> out.asnumpy().tolist(), most.asnumpy().tolist()
    ([-127, 64], [4.0])
    """
    check_types(("data", data, torch.int32))
    p = Params(out_type=out_type, min_calib_range=min_calib_range, max_calib_range=max_calib_range)
    kind, given = _chosen(p), largest(min_range, max_range)
    if calibrated(p):
        real = largest(scalar(min_calib_range, data), scalar(max_calib_range, data))
    else:
        low, high = torch.aminmax(data)
        real = largest(low.float(), high.float()) * given / RANGE[torch.int32]
    scale = given / RANGE[torch.int32] * ratio(RANGE[kind], real)
    out = rounded(data.float() * scale, kind)
    return out, -real if kind is torch.int8 else torch.zeros_like(real), real


@op("_contrib_dequantize", held=True, shapes=_like_data("min_range", "max_range"), differentiable=False,
    types=kinds(min_range=torch.float32, max_range=torch.float32, output=torch.float32))
def dequantize(data: Array, min_range: Array, max_range: Array, *, out_type: Literal["float32"] = "float32"):
    """Convert 8 bits back to floats: ``data * max(abs(min_range), abs(max_range)) / 127.5``, or 255.5 for uint8.

    Parameters
    ----------
    data
        Array of type int8 or uint8 and any shape.
    min_range
        Smallest number that the 8 bits represent, an array of one element.
    max_range
        Largest number that the 8 bits represent, an array of one element.
    out_type
        Type of the result.

    Returns
    -------
    Array of type float32 and the shape of ``data``.

    Examples
    --------
    >>> x, low, high = mx.nd.array([-51, 0, 102], dtype="int8"), mx.nd.array([-2.5]), mx.nd.array([2.5])
    >>> mx.nd.contrib.dequantize(x, low, high).asnumpy().tolist()
    [-1.0, 0.0, 2.0]
    """
    check_types(("data", data, (torch.int8, torch.uint8)))
    return data.float() * (largest(min_range, max_range) / WIDE_RANGE[data.dtype])


# ---- choosing a range -----------------------------------------------------------------------------

_LEAST = np.float32(0.0001)  # what an empty bin of a histogram gets


def _smoothed(counts: np.ndarray) -> np.ndarray | None:
    """Give empty bins a small amount, taken from the others; None if that is impossible."""
    empty = counts == 0
    zeros = int(np.count_nonzero(empty))
    if zeros == counts.size:
        return None
    off = _LEAST * np.float32(zeros) / np.float32(counts.size - zeros)
    return None if off >= 1 else counts + np.where(empty, _LEAST, -off)


def _sum(values: np.ndarray) -> np.float32:
    """Sum sequentially in float32, as MXNet does: such roundings decide between equally good thresholds."""
    return np.add.accumulate(values)[-1]


def _divergence(counts: np.ndarray, start: int, stop: int, levels: int) -> float:
    """Compare a histogram truncated to [start, stop) with its quantization to few levels."""
    inside = counts[start:stop].copy()
    whole = inside.copy()
    whole[0] += counts[:start].sum()
    whole[-1] += counts[stop:].sum()
    inside[0] = 0  # as in MXNet: the first bin counts as outside
    inside = np.floor(inside)
    merged = inside.size // levels
    edges = np.arange(levels) * merged
    sums, used = np.add.reduceat(inside, edges), np.add.reduceat((inside != 0).astype(np.float32), edges)
    level = np.minimum(np.arange(inside.size) // merged, levels - 1)
    coarse = np.where(whole != 0, (sums / np.maximum(used, 1))[level], 0).astype(np.float32)
    fine, coarse = _smoothed(whole), _smoothed(coarse)
    if fine is None or coarse is None:
        return np.inf
    fine, coarse = fine / _sum(fine), coarse / _sum(coarse)
    return float(_sum(fine * np.log(fine / coarse)))


@op("_contrib_calibrate_entropy", outputs=2, output_names=["threshold", "divergence"], differentiable=False,
    types=kinds(hist=torch.float32, hist_edges=torch.float32, threshold=torch.float32,
                divergence=torch.float32))
def calibrate_entropy(hist: Array, hist_edges: Array, *, num_quantized_bins: int = 255):
    """Find the threshold that minimizes the loss of quantizing a histogram.

    For each threshold, the truncated histogram is compared with its quantization to ``num_quantized_bins`` levels, by
    the Kullback-Leibler divergence.

    Parameters
    ----------
    hist
        Counts of values, of type float32, in bins that are symmetric about zero.
    hist_edges
        Edges of the bins, one more than there are bins.
    num_quantized_bins
        Number of levels, 255 for 8 bits; no more than there are bins.

    Returns
    -------
    Two arrays of shape ``(1,)``: the threshold and the divergence at it.

    Examples
    --------
    >>> counts, edges = mx.nd.ones((9,)), mx.nd.arange(10) - 4.5
    >>> threshold, divergence = mx.nd.contrib.calibrate_entropy(counts, edges, num_quantized_bins=3)
    >>> threshold.shape, divergence.shape
    ((1,), (1,))
    """
    check_types(("hist", hist, torch.float32), ("hist_edges", hist_edges, torch.float32))
    bins, half = hist.numel(), num_quantized_bins // 2
    if hist_edges.numel() != bins + 1:
        raise MXNetError(f"{bins} bins have {bins + 1} edges, got {hist_edges.numel()}")
    if not 0 < num_quantized_bins <= bins:
        raise MXNetError(f"num_quantized_bins is from 1 to the number of bins, {bins}; got {num_quantized_bins}")
    counts, edges = hist.cpu().numpy().reshape(-1), hist_edges.cpu().numpy().reshape(-1)
    middle = bins // 2
    stops = [min(middle + i + 1, bins) for i in range(half, middle + 1)]
    losses = [_divergence(counts, middle - i, stop, num_quantized_bins)
              for i, stop in zip(range(half, middle + 1), stops)]
    best = int(np.argmin(losses))
    return scalar(float(edges[stops[best]]), hist), scalar(losses[best], hist)


@calibrate_entropy.infer_shape
def calibrate_entropy_shape(shape, p) -> None:
    single(shape, "threshold", "divergence")
