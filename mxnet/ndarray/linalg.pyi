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
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle."""

def gelqf(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Decompose matrices into a lower triangle and orthonormal rows: ``A = L @ Q``."""

def gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``."""

def gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices: ``alpha * op(A) @ op(B)``."""

def inverse(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert matrices; a singular one is an error."""

def makediag(A: NDArray, offset: int = 0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Make square matrices with the last dimension of an array as a diagonal, and zeros elsewhere."""

def maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`."""

def potrf(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``."""

def potri(A: NDArray, lower: bool | int = True, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``."""

def slogdet(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow."""

def sumlogdiag(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``."""

def syevd(A: NDArray, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Decompose symmetric matrices into eigenvectors and eigenvalues: ``A = U.T @ diag(L) @ U``."""

def syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``."""

def trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Multiply with triangular matrices: ``alpha * op(A) @ B``."""

def trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | list[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``."""
