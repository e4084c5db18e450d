"""Conversion between dense tensors and the parts of sparse ones, and validation of parts. On torch tensors only.

The parts of a CSR matrix are (data, indptr, indices), those of a row-sparse array (data, indices).
"""
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from ...core.errors import MXNetError


def check_matrix(shape: tuple[Any, ...]) -> None:
    """Refuse to compute with a csr array that is not two-dimensional: as in MXNet it may be made, but has no value."""
    if len(shape) != 2:
        raise MXNetError(f"a csr array has 2 dimensions, got shape {shape}")


def compress_csr(dense: torch.Tensor) -> tuple[Any, ...]:
    """Return the parts of a dense matrix as CSR."""
    check_matrix(tuple(dense.shape))
    rows, columns = dense.nonzero(as_tuple=True)
    return dense[rows, columns], pointers(rows, dense.shape[0]), columns


def compress_rows(dense: torch.Tensor) -> tuple[Any, ...]:
    """Return the rows of a dense tensor that are not all zero, and their indices."""
    if not dense.dim():
        raise MXNetError("a row_sparse array has at least one dimension")
    found = dense != 0
    if dense.dim() > 1:
        found = found.flatten(1).any(1)
    rows = found.nonzero().reshape(-1)
    return dense[rows], rows


def pointers(rows: torch.Tensor, count: int) -> torch.Tensor:
    """Return where each of ``count`` rows begins, from the sorted row indices of all elements."""
    found = torch.zeros(count + 1, dtype=torch.int64, device=rows.device)
    torch.cumsum(torch.bincount(rows, minlength=count), 0, out=found[1:])
    return found


def united(places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the distinct numbers, sorted, and the inverse index."""
    if not places.is_cpu or not places.numel():
        return torch.unique(places, return_inverse=True)
    # Numbers come as a few sorted runs, which NumPy's stable sort merely merges.
    numbers = places.numpy()
    order = numbers.argsort(kind="stable")
    ordered = numbers[order]
    first = np.empty(len(numbers), bool)
    first[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    which = np.cumsum(first)
    which -= 1
    found = np.empty_like(which)
    found[order] = which
    return torch.from_numpy(ordered[first]), torch.from_numpy(found)


def row_numbers(indptr: torch.Tensor) -> torch.Tensor:
    """Return the row of every stored element."""
    return torch.repeat_interleave(indptr[1:] - indptr[:-1])


def _room(shape: tuple, data: torch.Tensor) -> torch.Tensor:
    """Return zeros for a dense form; a sparse array of few bytes may have any shape."""
    try:
        return torch.zeros(shape, dtype=data.dtype, device=data.device)
    except RuntimeError as error:
        raise MXNetError(f"there is no memory for the dense form of a sparse array of shape {tuple(shape)}: "
                         f"{error}") from error


def expand_csr(parts: tuple[Any, ...], shape: tuple[Any, ...]) -> torch.Tensor:
    """Return a CSR matrix as a dense tensor."""
    check_matrix(shape)
    data, indptr, indices = parts
    dense = _room(shape, data)
    dense[row_numbers(indptr), indices] = data
    return dense


def expand_rows(parts: tuple[Any, ...], shape: tuple[Any, ...]) -> torch.Tensor:
    """Return a row-sparse array as a dense tensor."""
    data, indices = parts
    dense = _room(shape, data)
    return dense.index_copy_(0, indices, data)


def empty_csr(shape: tuple[Any, ...], dtype: torch.dtype, device: Any) -> tuple[Any, ...]:
    """Return the parts of a matrix of zeros."""
    indices = torch.empty(0, dtype=torch.int64, device=device)
    return (torch.empty(0, dtype=dtype, device=device),
            torch.zeros(shape[0] + 1, dtype=torch.int64, device=device), indices)


def empty_rows(shape: tuple[Any, ...], dtype: torch.dtype, device: Any) -> tuple[Any, ...]:
    """Return the parts of an array of zeros."""
    return (torch.empty((0, *shape[1:]), dtype=dtype, device=device),
            torch.empty(0, dtype=torch.int64, device=device))


def check_csr(parts: tuple[Any, ...], shape: tuple[Any, ...], full: bool) -> None:
    """Refuse parts that are not a CSR matrix: every kernel relies on what this checks.

    Unsorted or duplicate columns harm no kernel; a full check refuses them too.
    """
    data, indptr, indices = parts
    if len(shape) != 2 or data.dim() != 1 or indices.shape != data.shape or indptr.shape != (shape[0] + 1,):
        raise MXNetError(f"csr: the lengths of data {tuple(data.shape)}, indices {tuple(indices.shape)} and indptr "
                         f"{tuple(indptr.shape)} do not fit the shape {tuple(shape)}")
    steps = indptr[1:] - indptr[:-1]
    ends = (indptr[0] != 0) | (indptr[-1] != indices.numel())
    if bool(ends) or (steps.numel() and bool(steps.min() < 0)):
        raise MXNetError("CSRNDArray: indptr must begin with 0, never fall, and end with the number of "
                         "stored elements")
    if indices.numel() and (bool(indices.min() < 0) or bool(indices.max() >= shape[1])):
        raise MXNetError(f"CSRNDArray: a column index is negative or not less than {shape[1]}, the number of columns")
    if full and indices.numel() > 1:
        rows = row_numbers(indptr)
        if bool(((indices[1:] <= indices[:-1]) & (rows[1:] == rows[:-1])).any()):
            raise MXNetError("CSRNDArray: the column indices of a row must rise, and none may come twice")


def check_rows(parts: tuple[Any, ...], shape: tuple[Any, ...], full: bool) -> None:
    """Refuse parts that are not a row-sparse array; only the full check requires sorted rows."""
    data, indices = parts
    if indices.dim() != 1 or data.shape != (indices.numel(), *shape[1:]) or indices.numel() > shape[0]:
        raise MXNetError(f"row_sparse: data {tuple(data.shape)} and indices {tuple(indices.shape)} do not fit the "
                         f"shape {tuple(shape)}")
    if not indices.numel():
        return
    if bool(indices.min() < 0) or bool(indices.max() >= shape[0]):
        raise MXNetError(f"RowSparseNDArray: a row index is negative or not less than {shape[0]}, the number of rows")
    if full and bool((indices[1:] <= indices[:-1]).any()):
        raise MXNetError("RowSparseNDArray: row indices must rise, and none may come twice")


def in_order(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the parts of a row-sparse array with ascending rows, on which kernels rely."""
    data, indices = parts
    if indices.numel() < 2 or bool((indices[1:] > indices[:-1]).all()):
        return parts
    indices, order = torch.sort(indices)
    if bool((indices[1:] == indices[:-1]).any()):
        raise MXNetError("RowSparseNDArray: a row index comes twice")
    return data[order], indices


class Form(NamedTuple):
    """How one kind of sparse array handles its parts."""

    compress: Callable[[torch.Tensor], tuple]           # parts of a dense tensor
    expand: Callable[[tuple, tuple], torch.Tensor]      # a dense tensor of parts and shape
    check: Callable[[tuple, tuple, bool], None]         # refuses parts that are invalid for that shape
    empty: Callable[..., tuple]                         # parts of zeros, for a shape, a type and a device
    order: Callable[[tuple], tuple] = lambda parts: parts  # brings parts into the order that kernels rely on


CSR = Form(compress_csr, expand_csr, check_csr, empty_csr)
ROWS = Form(compress_rows, expand_rows, check_rows, empty_rows, in_order)
