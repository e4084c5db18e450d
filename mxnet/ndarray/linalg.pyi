"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .array import NDArray

def det(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute determinants."""

def extractdiag(A: NDArray, offset: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Give a diagonal of each matrix."""

def extracttrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Pack a triangle of each matrix into a vector, row by row of the lower one."""

def gelqf(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Decompose matrices with no more rows than columns into ``L @ Q``; gives Q and L."""

def gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``alpha * A @ B + beta * C`` for matrices whose rows lie along ``axis``."""

def gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``alpha * A @ B`` for matrices whose rows lie along ``axis``."""

def inverse(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert matrices."""

def makediag(A: NDArray, offset: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make matrices with the last axis of an array as a diagonal."""

def maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Unpack vectors into triangular matrices; the inverse of extracttrian."""

def potrf(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute a Cholesky factor of symmetric positive definite matrices."""

def potri(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert the matrices whose Cholesky factors A are: ``A @ A.T``, or ``A.T @ A`` of upper ones."""

def slogdet(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Compute the sign and the logarithm of the size of determinants."""

def sumlogdiag(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the logarithms of each matrix's diagonal."""

def syevd(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Decompose symmetric matrices into ``U.T @ diag(L) @ U``; gives U and L."""

def syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A``."""

def trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply triangular matrices A with matrices B; only their triangle is read."""

def trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Solve ``A @ X = alpha * B``, or ``X @ A = alpha * B``, for triangular A."""
