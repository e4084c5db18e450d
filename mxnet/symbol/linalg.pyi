"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from .symbol import Symbol

def det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants."""

def extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Give a diagonal of each matrix."""

def extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pack a triangle of each matrix into a vector, row by row of the lower one."""

def gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decompose matrices with no more rows than columns into ``L @ Q``; gives Q and L."""

def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``alpha * A @ B + beta * C`` for matrices whose rows lie along ``axis``."""

def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``alpha * A @ B`` for matrices whose rows lie along ``axis``."""

def inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert matrices."""

def makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make matrices with the last axis of an array as a diagonal."""

def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Unpack vectors into triangular matrices; the inverse of extracttrian."""

def potrf(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute a Cholesky factor of symmetric positive definite matrices."""

def potri(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert the matrices whose Cholesky factors A are: ``A @ A.T``, or ``A.T @ A`` of upper ones."""

def slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the sign and the logarithm of the size of determinants."""

def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the logarithms of each matrix's diagonal."""

def syevd(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decompose symmetric matrices into ``U.T @ diag(L) @ U``; gives U and L."""

def syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A``."""

def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply triangular matrices A with matrices B; only their triangle is read."""

def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Solve ``A @ X = alpha * B``, or ``X @ A = alpha * B``, for triangular A."""
