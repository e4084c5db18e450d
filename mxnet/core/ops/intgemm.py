"""int8 matrix products, after the intgemm library: data and weights are prepared once, then multiplied.

MXNet stores prepared weights in an order that depends on the CPU; here the order is unchanged, so they can be saved and
moved. Products are exact: intgemm's intermediate sums saturate at 16 bits on CPUs without VNNI.
"""
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, Positive, op, shapes
from .quantization import check_types, kinds, ratio, single
from .quantization_layers import product

_INNER, _ROWS = 64, 8  # what the reference's kernels process at once: inner dimension, and rows of a weight
_FLOAT, _BYTE = torch.float32, torch.int8


def _quantized(values: Array, most: Array) -> Array:
    """Round to int8 so that ``most`` becomes 127, half to even; -128 does not occur."""
    return (values * ratio(127.0, most)).round_().clamp_(-127, 127).nan_to_num_(-127).to(_BYTE)


def _check_weight(shape: tuple) -> None:
    rows = shapes.prod(shape[:-1])
    if len(shape) < 2 or shape[-1] % _INNER or rows % _ROWS:
        raise MXNetError(f"weight has shape {list(shape)}; intgemm requires the inner dimension, the last one, to be a "
                         f"multiple of {_INNER} and the product of the others to be a multiple of {_ROWS}")


def _like_first(shape, p) -> None:
    """Set the output's shape to that of the first input; ``maxabs`` is one number."""
    single(shape, "maxabs")
    first = shape.input_names[0]
    known = shape.peek(first) or shape.outs[0]
    shape.set_out(0, known)
    if known is not None:
        setattr(shape, first, known)


@op("_contrib_intgemm_maxabsolute", aliases=("_npx_intgemm_maxabsolute",), differentiable=False,
    types=kinds(data=_FLOAT, output=_FLOAT))
def maxabsolute(data: Array):
    """Return the greatest magnitude in an array: ``max(abs(data))``.

    Parameters
    ----------
    data
        Array of type float32.

    Returns
    -------
    Array of shape ``(1,)``.

    Examples
    --------
    >>> mx.nd.contrib.intgemm_maxabsolute(mx.nd.array([1, -3, 2])).asnumpy().tolist()
    [3.0]
    """
    check_types(("data", data, _FLOAT))
    return data.abs().amax().reshape(1) if data.numel() else data.new_zeros(1)


@maxabsolute.infer_shape
def maxabsolute_shape(shape, p) -> None:
    shape.out = (1,)
    _ = shape.data


@op("_contrib_intgemm_prepare_data", aliases=("_npx_intgemm_prepare_data",), differentiable=False, shapes=_like_first,
    types=kinds(data=_FLOAT, maxabs=_FLOAT, output=_BYTE))
def prepare_data(data: Array, maxabs: Array):
    """Quantize floats to int8 for a product: ``round(data * 127 / maxabs)``, kept between -127 and 127.

    Parameters
    ----------
    data
        Array of type float32 and any shape.
    maxabs
        The magnitude that becomes 127, an array of one element; `intgemm_maxabsolute` gives it.

    Returns
    -------
    Array of type int8 and the shape of ``data``.

    Examples
    --------
    >>> x, most = mx.nd.array([1, -2, 4]), mx.nd.array([2])
    >>> mx.nd.contrib.intgemm_prepare_data(x, most).asnumpy().tolist()
    [64, -127, 127]
    """
    check_types(("data", data, _FLOAT), ("maxabs", maxabs, _FLOAT))
    return _quantized(data, maxabs)


@op("_contrib_intgemm_prepare_weight", aliases=("_npx_intgemm_prepare_weight",), differentiable=False,
    omit={"maxabs": "already_quantized"}, shapes=_like_first,
    types=kinds(weight=lambda types, p: _BYTE if p.already_quantized else _FLOAT, maxabs=_FLOAT, output=_BYTE))
def prepare_weight(weight: Array, maxabs: Array | None = None, *, already_quantized: bool = False):
    """Prepare a weight for products: quantize it to int8, unless it is int8 already.

    MXNet also reorders the weight for the CPU; here the order is unchanged, so that it can be saved and moved.

    Parameters
    ----------
    weight
        Matrix of float32, or of int8 with ``already_quantized``. Its last size is a multiple of 64, the
        product of the others a multiple of 8.
    maxabs
        The magnitude that becomes 127, an array of one element; not given with ``already_quantized``.
    already_quantized
        Take ``weight`` as int8 that needs no quantizing.

    Returns
    -------
    Array of type int8 and the shape of ``weight``.

    Examples
    --------
    >>> weight = mx.nd.ones((8, 64))
    >>> int(mx.nd.contrib.intgemm_prepare_weight(weight, mx.nd.array([1])).max().asscalar())
    127
    """
    check_types(("weight", weight, _BYTE if already_quantized else _FLOAT), ("maxabs", maxabs, _FLOAT))
    _check_weight(tuple(weight.shape))
    return weight.clone() if already_quantized else _quantized(weight, maxabs)


@op("_contrib_intgemm_take_weight", aliases=("_npx_intgemm_take_weight",), differentiable=False,
    types=kinds(weight=_BYTE, indices=torch.int32, output=_BYTE))
def take_weight(weight: Array, indices: Array):
    """Select rows of a prepared weight, i.e. the outputs of the product that are needed.

    Parameters
    ----------
    weight
        Prepared weight, of type int8 and shape ``(N, K)``.
    indices
        Rows, of type int32; their number is a multiple of 8.

    Returns
    -------
    Array of type int8 and shape ``(len(indices), K)``.

    Examples
    --------
    >>> weight = mx.nd.ones((16, 64), dtype="int8")
    >>> rows = mx.nd.arange(8, dtype="int32")
    >>> mx.nd.contrib.intgemm_take_weight(weight, rows).shape
    (8, 64)
    """
    check_types(("weight", weight, _BYTE), ("indices", indices, torch.int32))
    _check_weight((indices.shape[0], weight.shape[-1]))
    if indices.numel() and not weight.is_cuda and not 0 <= int(indices.min()) <= int(indices.max()) < len(weight):
        raise MXNetError(f"indices must be in [0, {len(weight)}), got {int(indices.min())} to {int(indices.max())}")
    return weight.index_select(0, indices.clamp(0, max(len(weight) - 1, 0)))


@take_weight.infer_shape
def take_weight_shape(shape, p) -> None:
    shape.out = (shape.indices[0], shape.weight[1])


@op("_contrib_intgemm_fully_connected", aliases=("_npx_intgemm_fully_connected",), differentiable=False,
    omit={"scaling": lambda p: p.out_type != "float32", "bias": "no_bias"},
    types=kinds(weight=_BYTE, scaling=_FLOAT, bias=lambda types, p: _OUT[p.out_type],
                output=lambda types, p: _OUT[p.out_type]))
def intgemm_fully_connected(data: Array, weight: Array, scaling: Array | None = None, bias: Array | None = None, *,
                            num_hidden: Positive, no_bias: bool = False, flatten: bool = True,
                            out_type: Literal["float32", "int32"] = "float32"):
    """Apply a linear map with a prepared weight: ``scaling * (data @ weight.T) + bias``, the product in int8.

    Parameters
    ----------
    data
        Input of shape ``(batch, ...)``: int8, or float32, which is quantized first.
    weight
        Prepared weight, of type int8 and shape ``(num_hidden, K)``.
    scaling
        What a product of 1 represents, an array of one element; only for ``out_type="float32"``. For int8 data that is
        ``maxabs(data) * maxabs(weight) / 127**2``, for floats ``maxabs(weight) / 127``.
    bias
        Bias of shape ``(num_hidden,)`` and type ``out_type``.
    num_hidden
        Number of output features.
    no_bias
        Add no bias; ``bias`` is then not given.
    flatten
        Merge all axes of ``data`` but the first; otherwise the map is applied to the last axis.
    out_type
        Type of the result: the products as ``"int32"``, or scaled to ``"float32"``.

    Returns
    -------
    Array of shape ``(batch, num_hidden)``, or ``data.shape[:-1] + (num_hidden,)`` without ``flatten``.

    Examples
    --------
    >>> x, weight = mx.nd.ones((1, 64), dtype="int8"), mx.nd.ones((8, 64), dtype="int8")
    >>> out = mx.nd.contrib.intgemm_fully_connected(x, weight, num_hidden=8, no_bias=True, out_type="int32")
    >>> out.asnumpy().tolist()
    [[64, 64, 64, 64, 64, 64, 64, 64]]
    """
    check_types(("data", data, (_BYTE, _FLOAT)), ("weight", weight, _BYTE), ("scaling", scaling, _FLOAT),
                ("bias", bias, _OUT[out_type]))
    rows = data.flatten(1) if flatten and data.dim() > 1 else data
    if weight.shape != (num_hidden, rows.shape[-1]):
        raise MXNetError(f"weight has shape {list(weight.shape)}, expected {[num_hidden, rows.shape[-1]]}")
    _check_weight(tuple(weight.shape))
    factor = scaling
    if data.dtype is _FLOAT:
        most = maxabsolute.function(data)
        rows = _quantized(rows, most)
        factor = None if scaling is None else scaling * (most / 127.0)
    sums = product(rows, weight)
    out = sums if out_type == "int32" else sums.float() * factor
    return out if bias is None else out + bias.flatten()


_OUT = {"float32": _FLOAT, "int32": torch.int32}


@intgemm_fully_connected.infer_shape
def intgemm_fully_connected_shape(shape, p) -> None:
    single(shape, "scaling")
    data = shape.data
    width = shapes.prod(data[1:]) if p.flatten else data[-1]
    shape.weight = (p.num_hidden, width)
    if shape.has("bias") and shape.peek("bias") != (p.num_hidden, 1):
        shape.bias = (p.num_hidden,)
    shape.out = (data[0], p.num_hidden) if p.flatten else (*data[:-1], p.num_hidden)
    shape.data = (shape.out[0], *data[1:])
