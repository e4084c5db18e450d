"""Self-attention products in 8 bits, and the nodes of files that stand for them.

MXNet's oneDNN backends make a node of each product (`_sg_mkldnn_selfatt_qk`, `_sg_mkldnn_selfatt_valatt`), with the
product that it was made from as its subgraph. One that is not quantized stands for that subgraph, a quantized one for
one call of an operator below. See `contrib.attention` for how projections lie in their array.
"""
import math

import torch

from ..op import Array, Positive, Subgraphs, op
from .contrib.attention import check_heads, check_maps, joined_heads, part
from .control_shapes import through_body
from .quantization import WORDS, check_types, rounded, scalar, single
from .quantization_joined import BYTES, scale_of
from .quantization_layers import carrier, product_range

_WORDS = {
    **WORDS,
    "queries_keys_values": "Bytes of type int8, ``(time, batch, heads * 3 * width)``: query, key and value of each "
                           "head side by side.",
    "heads": "Number of heads.",
    "min_qkv": "Least number that the projections stand for, an array of one element.",
    "max_qkv": "Greatest number that the projections stand for, an array of one element.",
    "float_output": "Give floats.",
}
_OUT = ["output", "min_output", "max_output"]


def _out_type(p) -> torch.dtype:
    if p.float_output:
        return torch.float32
    return torch.int32 if p.min_calib_range is None or p.max_calib_range is None else torch.int8


def _types(types, p) -> None:
    """Projections are signed, ranges floats; weights of attention may be signed or not."""
    types.queries_keys_values = torch.int8
    for name in types.input_names:
        if name.startswith(("min_", "max_")):
            setattr(types, name, torch.float32)
    types.output = _out_type(p)
    for name in types.output_names[1:]:
        setattr(types, name, torch.float32)


def _maps_shape(shape, p) -> None:
    single(shape, "min_qkv", "max_qkv", "min_output", "max_output")
    projections = shape.peek("queries_keys_values")
    if projections is not None and -1 not in projections[:2]:
        time, batch, _ = projections
        shape.output = batch * p.heads, time, time


def _means_shape(shape, p) -> None:
    single(shape, "min_qkv", "max_qkv", "min_attention", "max_attention", "min_output", "max_output")
    projections = shape.peek("queries_keys_values")
    if projections is not None and -1 not in projections:
        time, batch, width = projections
        shape.attention = batch * p.heads, time, time
        shape.output = time, batch, width // 3


def _finished(sums: Array, scale: Array, ends: tuple[Array, Array], float_output: bool, low: float | None,
              high: float | None):
    """Return sums of products in the requested form; ``scale`` is the value of one, and 32 bits represent ``ends``."""
    if float_output:
        return (sums / scale).float()
    if low is None or high is None:
        return rounded(sums, torch.int32), *ends
    ends = scalar(low, sums), scalar(high, sums)
    return rounded((sums * (scale_of(torch.int8, *ends) / scale)).float(), torch.int8), *ends


@op("_joined_quantized_selfatt_qk", outputs=lambda p: 1 if p.float_output else 3, output_names=_OUT, words=_WORDS,
    differentiable=False, types=_types, shapes=_maps_shape)
def joined_selfatt_qk(queries_keys_values: Array, min_qkv: Array, max_qkv: Array, *, heads: Positive,
                      float_output: bool = False, min_calib_range: float | None = None,
                      max_calib_range: float | None = None):
    """Multiply queries and keys of self-attention in 8 bits, scaled as in `interleaved_matmul_selfatt_qk`.

    It does the work of the quantized nodes in files of MXNet's oneDNN backend.

    Returns
    -------
    Three arrays: the maps, ``(batch * heads, time, time)``, and the range that they represent; one array of type
    float32 with ``float_output``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]], dtype="int8")
    >>> low, high = mx.nd.array([-127.5]), mx.nd.array([127.5])
    >>> mx.nd._internal._joined_quantized_selfatt_qk(x, low, high, heads=1, float_output=True).asnumpy().tolist()
    [[[2.0, 4.0], [6.0, 12.0]]]
    """
    check_types(("queries_keys_values", queries_keys_values, torch.int8))
    check_heads("queries_keys_values", queries_keys_values, heads, 3)
    queries, keys = (part(queries_keys_values, heads, 3, index) for index in (0, 1))
    width = queries.shape[-1] or 1
    wide = carrier(queries, width)
    sums = torch.bmm(queries.to(wide), keys.to(wide).transpose(1, 2)) / math.sqrt(width)
    scale = scale_of(torch.int8, min_qkv, max_qkv)
    return _finished(sums, scale * scale, product_range(min_qkv, max_qkv, min_qkv, max_qkv, False), float_output,
                     min_calib_range, max_calib_range)


@op("_joined_quantized_selfatt_valatt", outputs=lambda p: 1 if p.float_output else 3, output_names=_OUT,
    words=_WORDS, differentiable=False, types=_types, shapes=_means_shape)
def joined_selfatt_valatt(queries_keys_values: Array, attention: Array, min_qkv: Array, max_qkv: Array,
                          min_attention: Array, max_attention: Array, *, heads: Positive, float_output: bool = False,
                          min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Average values of self-attention by weights, both in 8 bits, as in `interleaved_matmul_selfatt_valatt`.

    It does the work of the quantized nodes in files of MXNet's oneDNN backend.

    Parameters
    ----------
    attention
        Weights of type uint8 or int8, ``(batch * heads, time, time)``.
    min_attention
        Smallest number that the weights represent, an array of one element.
    max_attention
        Largest number that the weights represent, an array of one element.

    Returns
    -------
    Three arrays: the averages, ``(time, batch, heads * width)``, and the range that they represent; one array of type
    float32 with ``float_output``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]], dtype="int8")
    >>> weights = mx.nd.array([[[1, 0], [2, 1]]], dtype="uint8")
    >>> ends = [mx.nd.array([end]) for end in (-127.5, 127.5, 0, 255.5)]
    >>> layer = mx.nd._internal._joined_quantized_selfatt_valatt
    >>> layer(x, weights, *ends, heads=1, float_output=True).asnumpy().ravel().tolist()
    [5.0, 16.0]
    """
    check_types(("queries_keys_values", queries_keys_values, torch.int8), ("attention", attention, BYTES))
    check_heads("queries_keys_values", queries_keys_values, heads, 3)
    time, batch = queries_keys_values.shape[:2]
    check_maps(attention, (batch * heads, time, time))
    wide = carrier(attention, time)
    sums = torch.bmm(attention.to(wide), part(queries_keys_values, heads, 3, 2).to(wide))
    scale = scale_of(torch.int8, min_qkv, max_qkv) * scale_of(attention.dtype, min_attention, max_attention)
    ends = product_range(min_qkv, max_qkv, min_attention, max_attention, attention.dtype is torch.uint8)
    return _finished(joined_heads(sums, batch), scale, ends, float_output, min_calib_range, max_calib_range)


# ---- the nodes of files ---------------------------------------------------------------------------

def _call(node) -> tuple[str, dict[str, str]] | None:
    """Return the call that a quantized node stands for."""
    p = node.params
    if not p.quantized:
        return None
    found = {key: node.attrs[key] for key in ("heads", "min_calib_range", "max_calib_range") if key in node.attrs}
    name = node.op_name.replace("_sg_mkldnn", "_joined_quantized")
    return name, {**found, "float_output": str(p.enable_float_output)}


def _inputs(node) -> list[str]:
    """Name the inputs as the one call in the node does."""
    inner, = (inner for inner in node.body.nodes if inner.op is not None)
    return inner.input_names()


@op("_sg_mkldnn_selfatt_qk", inline=True, stands_for=_call, words=_WORDS, output_names=_OUT, shown_inputs=_inputs,
    outputs=lambda p: 3 if p.quantized and not p.enable_float_output else 1)
def selfatt_qk_of_files(*data: Array, subgraphs: Subgraphs, heads: int, quantized: bool = False,
                        enable_float_output: bool = False, min_calib_range: float | None = None,
                        max_calib_range: float | None = None):
    """Multiply queries and keys of self-attention, as stored in a subgraph in files of MXNet's oneDNN backend.

    A quantized one stands for one call of `_joined_quantized_selfatt_qk`. Such nodes are made by loading a file or by
    `Symbol.get_backend_symbol`; there is no array function.

    Parameters
    ----------
    data
        The inputs of the subgraph, then the ranges of those that are quantized.
    quantized
        Whether it computes in 8 bits.
    enable_float_output
        Whether a quantized one returns floats.

    Returns
    -------
    The subgraph's outputs; if it is quantized and returns no floats, three arrays: bytes and the range that they
    stand for.

    Examples
    --------
    >>> from mxnet.core.op import find
    >>> find("_sg_mkldnn_selfatt_qk").list_outputs(find("_sg_mkldnn_selfatt_qk").bind({"heads": "2"}).params)
    ['output']
    """
    body, = subgraphs
    return body(*data)


@op("_sg_mkldnn_selfatt_valatt", inline=True, stands_for=_call, words=_WORDS, output_names=_OUT, shown_inputs=_inputs,
    outputs=lambda p: 3 if p.quantized and not p.enable_float_output else 1)
def selfatt_valatt_of_files(*data: Array, subgraphs: Subgraphs, heads: int, quantized: bool = False,
                            enable_float_output: bool = False, min_calib_range: float | None = None,
                            max_calib_range: float | None = None):
    """Average values of self-attention by weights, as stored in a subgraph in files of MXNet's oneDNN backend.

    A quantized one stands for one call of `_joined_quantized_selfatt_valatt`. Such nodes are made by loading a file
    or by `Symbol.get_backend_symbol`; there is no array function.

    Parameters
    ----------
    data
        The inputs of the subgraph, then the ranges of those that are quantized.
    quantized
        Whether it computes in 8 bits.
    enable_float_output
        Whether a quantized one returns floats.

    Returns
    -------
    The subgraph's outputs; if it is quantized and returns no floats, three arrays: bytes and the range that they
    stand for.

    Examples
    --------
    >>> from mxnet.core.op import find
    >>> find("_sg_mkldnn_selfatt_valatt").list_outputs(find("_sg_mkldnn_selfatt_valatt").bind({"heads": "2"}).params)
    ['output']
    """
    body, = subgraphs
    return body(*data)


selfatt_qk_of_files.infer_bodies(through_body)
selfatt_valatt_of_files.infer_bodies(through_body)
