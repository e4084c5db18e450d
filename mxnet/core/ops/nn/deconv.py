"""Deconvolution, the transpose of convolution, in one to three dimensions."""
from functools import lru_cache
from typing import Literal

import torch

from ... import order
from ...errors import MXNetError
from ...op import Array, Long, Params, Positive, Shape, op, types
from ...torch_private import (
    conv_transpose_pointwise,
    im2col,
    reorder_conv_transpose_weight,
    slow_conv_transpose2d,
)
from ...tuning import DECONVOLUTION_CHANNELS_LAST_FROM_ELEMENTS, PLAIN_DECONVOLUTION_UP_TO_PRODUCTS
from .conv import WORDS, check, geometry
from .packing import Packing, is_live
from .spatial import channels_last, first, last, per_axis, to_first, to_last

_transposed = torch.ops.aten.convolution.default
_backward = torch.ops.aten.convolution_backward.default


def padding(sizes, p) -> tuple:
    """Return (pad, adj) along each axis; a target shape decides them both."""
    rank, stride, pad, dilate = geometry(p)
    if not any(p.target_shape):
        adj = per_axis(p.adj, rank, 0, "adj")
    else:
        target = per_axis(p.target_shape, rank, 0, "target_shape")
        excess = [None if n == -1 else s * (n - 1) + d * (k - 1) + 1 - t
                  for n, s, d, k, t in zip(sizes, stride, dilate, p.kernel, target)]
        if any(e is not None and e < 0 for e in excess):
            raise MXNetError(f"too big target shape {list(target)}")
        pad = tuple(0 if e is None else (e + 1) // 2 for e in excess)
        adj = tuple(0 if e is None else e % 2 for e in excess)
    for s, a in zip(stride, adj):
        if a > s - 1:
            raise MXNetError(f"adj {list(adj)} must be smaller than stride {list(stride)}")
    return pad, adj


def _plan(shape, *params) -> tuple:
    """Check the operands for data of a shape; returns (stride, pad, dilate, adj, turned)."""
    p = Params(zip(_PARAMS, params))
    rank, stride, _, dilate = geometry(p)
    check(shape, p)
    turned = channels_last(p.layout, rank)
    pad, adj = padding((to_first(shape) if turned else shape)[2:], p)
    return stride, pad, dilate, adj, turned


_kept = lru_cache(maxsize=1024)(_plan)


def _planned(shape, *params) -> tuple:
    """Return the cached plan for a shape; sizes that a tracer leaves symbolic do not hash."""
    try:
        return _kept(shape, *params)
    except TypeError:
        return _plan(shape, *params)


_PARAMS = ("kernel", "stride", "dilate", "pad", "adj", "target_shape", "num_filter", "num_group", "layout")


@op("Deconvolution", accepts=types.FLOATING, omit={"bias": "no_bias"}, words=WORDS, strided=True)
def deconvolution(data: Array, weight: Array, bias: Array | None = None, *, kernel: Shape,
                  stride: Shape = (), dilate: Shape = (), pad: Shape = (), adj: Shape = (),
                  target_shape: Shape = (), num_filter: Positive, num_group: Positive = 1, workspace: Long = 512,
                  no_bias: bool = True,
                  cudnn_tune: Literal["fastest", "limited_workspace", "off"] | None = None,
                  cudnn_off: bool = False,
                  layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"] | None = None):
    """Apply the transpose of a convolution: spread each input over a kernel of outputs, and sum.

    It is the gradient of `Convolution` with respect to its data, used to upsample images with learned filters. Along
    each axis ``size`` becomes ``stride * (size - 1) + dilate * (kernel - 1) + 1 - 2 * pad + adj``.

    Parameters
    ----------
    weight
        Filters of shape ``(channels, num_filter / num_group, *kernel)``; the channels are those of the data.
    stride
        Distance between the outputs of neighbouring inputs, per axis; 1 by default.
    dilate
        Distance between the outputs of one input, per axis; 1 by default.
    pad
        How much of the output is cropped on both sides, per axis; 0 by default.
    adj
        How much is added to the output's far side, per axis; less than ``stride``.
    target_shape
        Size of the output, per axis; it overrides ``pad`` and ``adj``.

    Returns
    -------
    Array of shape ``(batch, num_filter, *sizes)``, or in the requested layout.

    Examples
    --------
    >>> x, filters = mx.nd.ones((1, 3, 5, 5)), mx.nd.ones((3, 2, 4, 4))
    >>> mx.nd.Deconvolution(x, filters, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=2).shape
    (1, 2, 10, 10)
    """
    stride, pad, dilate, adj, turned = _planned(
        data.shape, kernel, stride, dilate, pad, adj, target_shape, num_filter, num_group, layout)
    if turned:
        data, weight = first(data), first(weight)
    expected = (data.shape[1], num_filter // num_group, *kernel)
    if weight.shape != expected:
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {list(expected)}")
    if _is_small(data, weight, num_group):
        out = slow_conv_transpose2d(data, weight, kernel, bias, stride, pad, adj, dilate)
    else:
        out = _run(data, weight, bias, stride, pad, dilate, adj, num_group)
    return last(out) if turned else out


def _is_small(data: Array, weight: Array, groups: int) -> bool:
    return data.is_cpu and data.dim() == 4 and groups == 1 and data.dtype in (torch.float32, torch.float64) \
        and 0 < data.numel() * (weight.numel() // max(weight.shape[0], 1)) < PLAIN_DECONVOLUTION_UP_TO_PRODUCTS


def _is_reordered(weight: Array) -> bool:
    """Return whether the CPU kernel needs channels-last arrays; it is slow to reorder them itself."""
    return weight.is_cpu and weight.dim() == 4 and weight.dtype is torch.float32 \
        and weight.numel() >= DECONVOLUTION_CHANNELS_LAST_FROM_ELEMENTS


def _run(data: Array, weight: Array, bias: Array | None, stride, pad, dilate, adj, groups: int) -> Array:
    """Deconvolve channels-first arrays with the general kernel, in the memory order that it needs."""
    if not _is_reordered(weight):
        return _transposed(data, weight, bias, stride, pad, dilate, True, adj, groups)
    data = order.channels_last(data)
    fits = bias is None or (bias.shape == (weight.shape[1] * groups,) and bias.is_contiguous())  # nothing else checks
    if conv_transpose_pointwise is not None and fits and weight.__class__ is Array and data.numel() and is_live() \
            and not (torch.is_grad_enabled() and any(a is not None and a.requires_grad for a in (data, weight, bias))):
        packed = _packing.find(weight, data.shape, stride, pad, dilate, adj, groups)
        if packed is not None:
            return conv_transpose_pointwise(data, packed, bias, pad, adj, stride, dilate, groups, "none", [], "")
    return _transposed(data, order.channels_last(weight), bias, stride, pad, dilate, True, adj, groups)


def _pack(weight: Array, shape, stride, pad, dilate, adj, groups: int) -> Array:
    return reorder_conv_transpose_weight(weight.detach(), pad, adj, stride, dilate, groups, shape)


_packing = Packing(_pack)


@deconvolution.infer_shape
def deconvolution_shape(shape, p) -> None:
    data = shape.data
    rank, stride, _, dilate = geometry(p)
    check(data, p)
    turned = channels_last(p.layout, rank)
    if turned:
        data = to_first(data)
    if data[1] != -1 and data[1] % p.num_group:
        raise MXNetError(f"input num_filter {data[1]} must divide group size {p.num_group}")
    weight = (data[1], p.num_filter // p.num_group, *p.kernel)
    shape.weight = to_last(weight) if turned else weight
    if shape.has("bias"):
        shape.bias = (p.num_filter,)
    pad, adj = padding(data[2:], p)
    sizes = (-1 if n == -1 else s * (n - 1) + d * (k - 1) + 1 - 2 * q + a
             for n, s, d, k, q, a in zip(data[2:], stride, dilate, p.kernel, pad, adj))
    out = (data[0], p.num_filter, *sizes)
    shape.out = to_last(out) if turned else out


@deconvolution.fast_gradient
def deconvolution_gradient(grad, data, weight, *, p, needs):
    stride, pad, dilate, adj, turned = _planned(data.shape, *[p[name] for name in _PARAMS])
    if turned:
        grad, data, weight = first(grad), first(data), first(weight)
    mask = [needs[0], needs[1], len(needs) > 2 and needs[2]]
    if _is_small(data, weight, p["num_group"]):
        to_data, to_weight, to_bias = _small_gradient(grad, data, weight, dilate, pad, stride, mask)
    else:
        if _is_reordered(weight):
            grad, data, weight = map(order.channels_last, (grad, data, weight))
        to_data, to_weight, to_bias = _backward(grad, data, weight, [p["num_filter"]], stride, pad, dilate,
                                                True, adj, p["num_group"], mask)
    # torch's tape copies a gradient whose layout differs from its array's, and slowly.
    place = last if turned else order.contiguous
    return place(to_data) if needs[0] else None, place(to_weight) if needs[1] else None, to_bias


def _small_gradient(grad, data, weight, dilate, pad, stride, mask) -> tuple:
    """Arrange the windows of the gradient as columns: only matrix products remain."""
    columns, rows = im2col(grad, weight.shape[2:], dilate, pad, stride), weight.shape[0]
    to_data = to_weight = None
    if len(columns) == 1:  # the most common case has the fewest calls
        columns = columns[0]
        if mask[0]:
            to_data = torch.mm(weight.reshape(rows, -1), columns).view(data.shape)
        if mask[1]:
            to_weight = torch.mm(data.reshape(rows, -1), columns.t()).view(weight.shape)
    else:
        if mask[0]:
            to_data = torch.matmul(weight.reshape(rows, -1), columns).view(data.shape)
        if mask[1]:
            to_weight = torch.bmm(data.flatten(2), columns.transpose(1, 2)).sum(0).view(weight.shape)
    return to_data, to_weight, grad.sum((0, 2, 3)) if mask[2] else None


@deconvolution.lower
def deconvolution_kernel(call):
    p = call.p
    rank, stride, _, dilate = geometry(p)
    if channels_last(p.layout, rank):
        return None
    (pad, adj), groups = padding(call.specs[0][0][2:], p), p.num_group
    return lambda data, weight, bias=None: _run(data, weight, bias, stride, pad, dilate, adj, groups)
