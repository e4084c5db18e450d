"""Operators on sparse arrays, in their dense form; how arrays are stored is up to the front-end."""
from typing import Literal

import torch

from ..errors import MXNetError
from ..op import Array, op, types
from ..op.shapes import like_first, show
from .coordinates import safe_coordinates
from .indexing import whole_index
from .layout import axis_of


@op("_sparse_retain", constant=("indices",), types=types.free, shapes=like_first)
def sparse_retain(data: Array, indices: Array) -> Array:
    """Keep some rows of an array and set the others to zero.

    Parameters
    ----------
    data
        Array of any shape, usually a ``row_sparse`` one.
    indices
        Indices of the rows that are kept.

    Returns
    -------
    Array of the shape and storage type of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]]).tostype("row_sparse")
    >>> mx.nd.sparse.retain(x, mx.nd.array([0, 2])).asnumpy().tolist()
    [[1.0, 2.0], [0.0, 0.0], [5.0, 6.0]]
    """
    keep = torch.zeros(data.shape[0], dtype=torch.bool, device=data.device)
    keep[whole_index(indices)] = True
    return data * keep.reshape(-1, *(1,) * (data.dim() - 1)).to(data.dtype)


@op("cast_storage", aliases=("_sparse_cast_storage",), shapes=like_first)
def cast_storage(data: Array, *, stype: Literal["csr", "default", "row_sparse"]) -> Array:
    """Convert an array to another storage type; its values stay the same.

    Parameters
    ----------
    data
        Array of any storage type; only a matrix can become ``csr``.
    stype
        The storage type: ``"default"`` is dense, ``"row_sparse"`` stores the rows, and ``"csr"`` the elements, that
        are not zero.

    Returns
    -------
    Array of the shape and type of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [0, 0]])
    >>> mx.nd.cast_storage(x, stype="csr").stype
    'csr'
    """
    return data.clone()


@op("_contrib_getnnz", no_gradient=True, types=types.always(torch.int64), differentiable=False)
def getnnz(data: Array, *, axis: int | None = None) -> Array:
    """Count the stored elements of a matrix, or the nonzero ones if it is dense.

    Parameters
    ----------
    data
        Matrix, usually a ``csr`` one.
    axis
        Axis along which they are counted; None counts all of them.

    Returns
    -------
    Array of type int64, of shape ``(1,)`` without ``axis``.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [2, 3]]).tostype("csr")
    >>> mx.nd.contrib.getnnz(x).asnumpy().tolist()
    [3]
    """
    if axis is None:
        return (data != 0).sum().reshape(1)
    return (data != 0).sum(axis_of(axis, data.dim()))


@op("_contrib_edge_id", types=types.free, differentiable=False)
def edge_id(data: Array, u: Array, v: Array) -> Array:
    """Read edges of a graph from its adjacency matrix: ``out[i] = data[u[i], v[i]]``, and -1 where there is no edge.

    Parameters
    ----------
    data
        Adjacency matrix, usually a ``csr`` one, whose elements are the numbers of edges.
    u
        Vertices where edges start, a vector.
    v
        Vertices where they end; of the shape of ``u``.

    Returns
    -------
    Array of the shape of ``u`` with the type of ``data``.

    Examples
    --------
    >>> graph = mx.nd.array([[0, 1], [2, 0]]).tostype("csr")
    >>> mx.nd.contrib.edge_id(graph, mx.nd.array([0, 0]), mx.nd.array([1, 0])).asnumpy().tolist()
    [1.0, -1.0]
    """
    if u.shape != v.shape or u.dim() != 1 or data.dim() != 2:
        raise MXNetError(f"expected a matrix and two vectors of one size, got {show(data.shape)}, "
                         f"{show(u.shape)} and {show(v.shape)}")
    if data.is_cpu or data.is_meta:
        found = data[whole_index(u), whole_index(v)]
        return torch.where(found == 0, torch.full_like(found, -1), found)
    places, inside = safe_coordinates(torch.stack((whole_index(u), whole_index(v))), data.shape)
    found = data[places]
    return torch.where(inside & (found != 0), found, torch.full_like(found, -1))
