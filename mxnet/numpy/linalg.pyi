"""Made from the operator registry by tools/stubs.py; `make stubs` writes it anew."""
from collections.abc import Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from . import fallback_linalg as fallback_linalg
from mxnet.ndarray.numpy.array import ndarray

def cholesky(a: Any) -> Any:
    """Give the lower triangular factor of positive-definite matrices."""

cond: Any

def det(a: Any) -> Any:
    """Compute determinants."""

def eig(a: Any) -> Any:
    """Give eigenvalues and right eigenvectors."""

def eigh(a: Any, UPLO: Any = 'L') -> Any:
    """Give eigenvalues and eigenvectors of symmetric matrices."""

def eigvals(a: Any) -> Any:
    """Give eigenvalues."""

def eigvalsh(a: Any, UPLO: Any = 'L') -> Any:
    """Give eigenvalues of symmetric matrices."""

def inv(a: Any) -> Any:
    """Invert matrices."""

lstsq: Any

matrix_power: Any

matrix_rank: Any

multi_dot: Any

def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """Compute a norm of vectors or matrices."""

def pinv(a: Any, rcond: Any = 1e-15, hermitian: Any = False) -> Any:
    """Give the pseudo-inverse of matrices."""

qr: Any

def slogdet(a: Any) -> Any:
    """Give signs and logarithms of determinants."""

def solve(a: Any, b: Any) -> Any:
    """Solve ``a @ x = b``."""

def svd(a: Any) -> Any:
    """Decompose matrices into ``ut @ diag(l) @ v``."""

def tensorinv(a: Any, ind: Any = 2) -> Any:
    """Invert a tensor as a map from its last axes to its first ``ind``."""

def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """Solve ``tensordot(a, x, x.ndim) = b``."""
