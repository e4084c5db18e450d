"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from . import fallback_linalg as fallback_linalg
from mxnet.ndarray.numpy.array import ndarray

def cholesky(a: ndarray) -> ndarray:
    """Compute the Cholesky factor of positive-definite matrices: ``L`` with ``a = L @ L.T``."""

def cond(*args: Any, **kwargs: Any) -> ndarray: ...

def det(a: ndarray) -> ndarray:
    """Compute the determinant of square matrices."""

def eig(a: ndarray) -> tuple[ndarray, ndarray]:
    """Compute eigenvalues and right eigenvectors of square matrices."""

def eigh(a: ndarray, UPLO: str = 'L') -> tuple[ndarray, ndarray]:
    """Compute eigenvalues and eigenvectors of symmetric matrices."""

def eigvals(a: ndarray) -> ndarray:
    """Compute eigenvalues of square matrices."""

def eigvalsh(a: ndarray, UPLO: str = 'L') -> ndarray:
    """Compute eigenvalues of symmetric matrices."""

def inv(a: ndarray) -> ndarray:
    """Compute the inverse of square matrices."""

def lstsq(*args: Any, **kwargs: Any) -> Any: ...

def matrix_power(*args: Any, **kwargs: Any) -> ndarray: ...

def matrix_rank(*args: Any, **kwargs: Any) -> ndarray: ...

def multi_dot(*args: Any, **kwargs: Any) -> ndarray: ...

def norm(x: ndarray, ord: int | float | str | None = None, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> ndarray:
    """Compute a norm of vectors or matrices."""

def pinv(a: ndarray, rcond: float | ndarray = 1e-15, hermitian: bool = False) -> ndarray:
    """Compute the Moore-Penrose pseudo-inverse of matrices."""

def qr(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def slogdet(a: ndarray) -> Sequence[ndarray]:
    """Compute the sign and the logarithm of the magnitude of determinants, which cannot overflow."""

def solve(a: ndarray, b: ndarray) -> ndarray:
    """Solve the linear equations ``a @ x = b``."""

def svd(a: ndarray) -> tuple[ndarray, ndarray, ndarray]:
    """Compute the singular value decomposition ``a = ut @ diag(l) @ v``."""

def tensorinv(a: ndarray, ind: int = 2) -> ndarray:
    """Compute the inverse of a tensor that maps its last axes to its first ones."""

def tensorsolve(a: ndarray, b: ndarray, axes: Sequence[int] | None = None) -> ndarray:
    """Solve ``tensordot(a, x, x.ndim) = b`` for ``x``."""
