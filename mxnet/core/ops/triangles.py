"""Diagonals and triangles of matrices in the last two axes, extracted and restored; also for mx.nd.linalg."""
import torch

from ..errors import MXNetError
from ..op import Array, op
from .linalg import check_floats, check_square


def _check_offset(A: Array, offset: int) -> None:
    check_square(A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetError(f"Illegal offset {offset} for diag/trian extraction of matrix with dimension "
                         f"{A.shape[-1]}")


@op("_linalg_extractdiag", aliases=("linalg_extractdiag",))
def extractdiag(A: Array, *, offset: int = 0):
    """Extract a diagonal of each matrix.

    Parameters
    ----------
    A
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.

    Returns
    -------
    Array of shape ``(..., N - abs(offset))``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.linalg.extractdiag(A).asnumpy().tolist()
    [1.0, 4.0]
    >>> mx.nd.linalg.extractdiag(A, offset=1).asnumpy().tolist()
    [2.0]
    """
    _check_offset(A, offset)
    return torch.diagonal(A, offset, -2, -1).clone(memory_format=torch.contiguous_format)


@op("_linalg_makediag", aliases=("linalg_makediag",))
def makediag(A: Array, *, offset: int = 0):
    """Make square matrices with the last axis of an array as a diagonal, and zeros elsewhere.

    Parameters
    ----------
    A
        Array of float32 or float64, ``(..., N)``.
    offset
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.

    Returns
    -------
    Array of shape ``(..., N + abs(offset), N + abs(offset))``.

    Examples
    --------
    >>> mx.nd.linalg.makediag(mx.nd.array([1, 2])).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    check_floats(A)
    return torch.diag_embed(A, offset)


def _triangle(size: int, offset: int, lower: bool, device) -> tuple:
    """Return rows and columns of a triangle in MXNet's order: the upper one is the lower one transposed."""
    rows, columns = torch.tril_indices(size, size, device=device)
    rows = rows + abs(offset)
    return (rows, columns) if offset < 0 or (offset == 0 and lower) else (columns, rows)


@op("_linalg_extracttrian", aliases=("linalg_extracttrian",))
def extracttrian(A: Array, *, offset: int = 0, lower: bool = True):
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle.

    An upper triangle is packed as the lower one of the transposed matrix. `maketrian` is the inverse.

    Parameters
    ----------
    A
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower
        Which triangle an offset of zero means.

    Returns
    -------
    Array of shape ``(..., K * (K + 1) / 2)`` with ``K = N - abs(offset)``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.linalg.extracttrian(A).asnumpy().tolist()
    [1.0, 3.0, 4.0]
    >>> mx.nd.linalg.extracttrian(A, lower=False).asnumpy().tolist()
    [1.0, 2.0, 4.0]
    """
    _check_offset(A, offset)
    rows, columns = _triangle(A.shape[-1] - abs(offset), offset, lower, A.device)
    return A[..., rows, columns]


@op("_linalg_maketrian", aliases=("linalg_maketrian",))
def maketrian(A: Array, *, offset: int = 0, lower: bool = True):
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`.

    Parameters
    ----------
    A
        Array of float32 or float64, ``(..., K * (K + 1) / 2)``.
    offset
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower
        Which triangle an offset of zero means.

    Returns
    -------
    Array of shape ``(..., N, N)`` with ``N = K + abs(offset)``, zero outside the triangle.

    Examples
    --------
    >>> mx.nd.linalg.maketrian(mx.nd.array([1, 3, 4])).asnumpy().tolist()
    [[1.0, 0.0], [3.0, 4.0]]
    """
    check_floats(A)
    count = A.shape[-1]
    size = int(((8 * count + 1) ** 0.5 - 1) / 2)
    if size * (size + 1) // 2 != count:
        raise MXNetError("Input tensor of maketrian has an invalid dimension for the last axis: "
                         f"{count} is no triangular number")
    rows, columns = _triangle(size, offset, lower, A.device)
    side = size + abs(offset)
    made = A.new_zeros((*A.shape[:-1], side * side))
    return made.index_copy(-1, rows * side + columns, A).reshape(*A.shape[:-1], side, side)
