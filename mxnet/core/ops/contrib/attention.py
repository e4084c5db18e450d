"""Multi-head attention products on projections that are interleaved in one array.

Projections are (time, batch, heads * parts * width), where parts are the query, key and value of one
head, or its key and value; maps of attention are (batch * heads, time of queries, time of keys).
"""
import math

import torch

from ...errors import MXNetError
from ...matmul import bmm
from ...op import Array, op, types

_WORDS = {"heads": "Number of heads."}


def check_heads(name: str, array: Array, heads: int, parts: int) -> None:
    if array.dim() != 3:
        raise MXNetError(f"Input {name} should be 3D in seq_length-batch-proj_dim, currently is: "
                         f"{array.dim()}D")
    if heads < 1 or array.shape[2] % (heads * parts):
        raise MXNetError(f"{name}.shape[2] is {array.shape[2]}; expected a multiple of "
                         f"{parts} parts times {heads} heads")


def part(array: Array, heads: int, parts: int, index: int) -> Array:
    """View one of the interleaved projections as (batch * heads, time, width)."""
    time, batch = array.shape[:2]
    return array.reshape(time, batch * heads, parts, -1)[:, :, index].transpose(0, 1)


def joined_heads(heads_first: Array, batch: int) -> Array:
    """Convert (batch * heads, time, width) to (time, batch, heads * width)."""
    return heads_first.transpose(0, 1).reshape(heads_first.shape[1], batch, -1)


def _product(left: Array, right: Array) -> Array:
    if left.dtype is torch.float16 and left.device.type == "cpu":
        return torch.bmm(left.float(), right.float()).to(left.dtype)
    return bmm(left, right)


def _scores(queries: Array, keys: Array) -> Array:
    return _product(queries / math.sqrt(queries.shape[-1] or 1), keys.transpose(1, 2))


@op("_contrib_interleaved_matmul_selfatt_qk", accepts=types.FLOATING, words=_WORDS)
def selfatt_qk(queries_keys_values: Array, *, heads: int):
    """Compute the scaled products of queries and keys of self-attention, one map per head.

    ``out[b, i, j] = queries[i] . keys[j] / sqrt(width)``; a softmax over the last axis makes weights of them.

    Parameters
    ----------
    queries_keys_values
        Projections of shape ``(time, batch, heads * 3 * width)``: query, key and value of each head side by side.

    Returns
    -------
    Array of shape ``(batch * heads, time, time)``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]])  # two steps of one head of width 1
    >>> mx.nd.contrib.interleaved_matmul_selfatt_qk(x, heads=1).asnumpy().tolist()
    [[[2.0, 4.0], [6.0, 12.0]]]
    """
    check_heads("queries_keys_values", queries_keys_values, heads, 3)
    return _scores(*(part(queries_keys_values, heads, 3, i) for i in (0, 1)))


@op("_contrib_interleaved_matmul_selfatt_valatt", accepts=types.FLOATING, words=_WORDS)
def selfatt_valatt(queries_keys_values: Array, attention: Array, *, heads: int):
    """Average the values of self-attention by the weights in ``attention``.

    ``out[i] = sum_j attention[i, j] * values[j]`` for each head.

    Parameters
    ----------
    queries_keys_values
        Projections of shape ``(time, batch, heads * 3 * width)``: query, key and value of each head side by side.
    attention
        Weights of shape ``(batch * heads, time, time)``.

    Returns
    -------
    Array of shape ``(time, batch, heads * width)``.

    Examples
    --------
    >>> x = mx.nd.array([[[1, 2, 5]], [[3, 4, 6]]])  # two steps of one head of width 1
    >>> weights = mx.nd.array([[[1, 0], [0.5, 0.5]]])
    >>> mx.nd.contrib.interleaved_matmul_selfatt_valatt(x, weights, heads=1).asnumpy().ravel().tolist()
    [5.0, 5.5]
    """
    check_heads("queries_keys_values", queries_keys_values, heads, 3)
    time, batch = queries_keys_values.shape[:2]
    check_maps(attention, (batch * heads, time, time))
    return joined_heads(_product(attention, part(queries_keys_values, heads, 3, 2)), batch)


@op("_contrib_interleaved_matmul_encdec_qk", accepts=types.FLOATING, words=_WORDS)
def encdec_qk(queries: Array, keys_values: Array, *, heads: int):
    """Compute the scaled products of a decoder's queries and an encoder's keys, one map per head.

    ``out[b, i, j] = queries[i] . keys[j] / sqrt(width)``.

    Parameters
    ----------
    queries
        Projections of shape ``(time of queries, batch, heads * width)``.
    keys_values
        Projections of shape ``(time of keys, batch, heads * 2 * width)``: key and value of each head side by side.

    Returns
    -------
    Array of shape ``(batch * heads, time of queries, time of keys)``.

    Examples
    --------
    >>> queries, memory = mx.nd.array([[[1]], [[3]]]), mx.nd.array([[[2, 5]], [[4, 6]], [[0, 7]]])
    >>> mx.nd.contrib.interleaved_matmul_encdec_qk(queries, memory, heads=1).asnumpy().tolist()
    [[[2.0, 4.0, 0.0], [6.0, 12.0, 0.0]]]
    """
    check_heads("queries", queries, heads, 1)
    check_heads("keys_values", keys_values, heads, 2)
    if keys_values.shape[2] != 2 * queries.shape[2] or keys_values.shape[1] != queries.shape[1]:
        raise MXNetError("keys_values must have queries' batch and twice its projections; got "
                         f"{list(queries.shape)} and {list(keys_values.shape)}")
    return _scores(part(queries, heads, 1, 0), part(keys_values, heads, 2, 0))


@op("_contrib_interleaved_matmul_encdec_valatt", accepts=types.FLOATING, words=_WORDS)
def encdec_valatt(keys_values: Array, attention: Array, *, heads: int):
    """Average an encoder's values by the weights in ``attention``.

    ``out[i] = sum_j attention[i, j] * values[j]`` for each head.

    Parameters
    ----------
    keys_values
        Projections of shape ``(time of keys, batch, heads * 2 * width)``: key and value of each head side by side.
    attention
        Weights of shape ``(batch * heads, time of queries, time of keys)``.

    Returns
    -------
    Array of shape ``(time of queries, batch, heads * width)``.

    Examples
    --------
    >>> memory, weights = mx.nd.array([[[2, 5]], [[4, 7]]]), mx.nd.array([[[0.5, 0.5]]])
    >>> mx.nd.contrib.interleaved_matmul_encdec_valatt(memory, weights, heads=1).asnumpy().ravel().tolist()
    [6.0]
    """
    check_heads("keys_values", keys_values, heads, 2)
    time, batch = keys_values.shape[:2]
    check_maps(attention, (batch * heads, -1, time))
    return joined_heads(_product(attention, part(keys_values, heads, 2, 1)), batch)


def check_maps(attention: Array, wanted: tuple) -> None:
    if attention.dim() != 3 or any(n not in (-1, m) for n, m in zip(wanted, attention.shape)):
        raise MXNetError(f"attention has shape {list(attention.shape)}, expected "
                         f"{['?' if n == -1 else n for n in wanted]}")
