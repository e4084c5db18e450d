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
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle."""

def gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decompose matrices into a lower triangle and orthonormal rows: ``A = L @ Q``."""

def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``."""

def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices: ``alpha * op(A) @ op(B)``."""

def inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert matrices; a singular one is an error."""

def makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make square matrices with the last dimension of an array as a diagonal, and zeros elsewhere."""

def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`."""

def potrf(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``."""

def potri(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``."""

def slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow."""

def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``."""

def syevd(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Decompose symmetric matrices into eigenvectors and eigenvalues: ``A = U.T @ diag(L) @ U``."""

def syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``."""

def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply with triangular matrices: ``alpha * op(A) @ B``."""

def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``."""
