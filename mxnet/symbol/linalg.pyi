"""Made from the operator registry by tools/stubs.py; `make stubs` regenerates it."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from .symbol import Symbol

def det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> mx.nd.linalg.det(mx.nd.array([[2, 0], [0, 4]])).asnumpy().tolist()
    [8.0]
    """

def extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Extract a diagonal of each matrix.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Pack a triangle of each matrix into a vector, row by row of the lower triangle.

    An upper triangle is packed as the lower one of the transposed matrix. `maketrian` is the inverse.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    offset : int, optional, default=0
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower : boolean, optional, default=True
        Which triangle an offset of zero means.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

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

def gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the LQ decomposition of matrices, a lower triangle and orthonormal rows: ``A = L @ Q``.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 with no more rows than columns, ``(..., N, M)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays: ``Q`` of shape ``(..., N, M)`` with ``Q @ Q.T`` the identity, then ``L`` of shape ``(..., N, N)``.

    Examples
    --------
    >>> A = mx.nd.array([[3, 4, 0], [0, 0, 2]])
    >>> Q, L = mx.nd.linalg.gelqf(A)
    >>> bool(abs(mx.nd.dot(L, Q) - A).max() < 1e-5), Q.shape, L.shape
    (True, (2, 3), (2, 2))
    """

def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B : Symbol
        Matrices that fit ``A``; with the same leading axes.
    C : Symbol
        Matrices of the shape of the product.
    transpose_a : boolean, optional, default=False
        Multiply with the transposed matrices of ``A``.
    transpose_b : boolean, optional, default=False
        Multiply with the transposed matrices of ``B``.
    alpha : double, optional, default=1.0
        Factor of the product.
    beta : double, optional, default=1.0
        Factor of ``C``.
    axis : int, optional, default=-2
        Axis that holds the rows of all matrices; columns are in the last one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``C``.

    Examples
    --------
    >>> A, B, C = mx.nd.array([[1, 2]]), mx.nd.array([[3], [4]]), mx.nd.array([[10]])
    >>> mx.nd.linalg.gemm(A, B, C, alpha=2.0, beta=3.0).asnumpy().tolist()
    [[52.0]]
    """

def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices: ``alpha * op(A) @ op(B)``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B : Symbol
        Matrices that fit ``A``; with the same leading axes.
    transpose_a : boolean, optional, default=False
        Multiply with the transposed matrices of ``A``.
    transpose_b : boolean, optional, default=False
        Multiply with the transposed matrices of ``B``.
    alpha : double, optional, default=1.0
        Factor of the product.
    axis : int, optional, default=-2
        Axis that holds the rows of all matrices; columns are in the last one.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the products.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.gemm2(A, B, transpose_b=True, alpha=2.0).asnumpy().tolist()
    [[6.0, 6.0], [14.0, 14.0]]
    """

def inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the inverse of matrices; a singular one is an error.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.dot(A, mx.nd.linalg.inverse(A)).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

def makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Make square matrices with the last axis of an array as a diagonal, and zeros elsewhere.

    Parameters
    ----------
    A : Symbol
        Array of float32 or float64, ``(..., N)``.
    offset : int, optional, default=0
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., N + abs(offset), N + abs(offset))``.

    Examples
    --------
    >>> mx.nd.linalg.makediag(mx.nd.array([1, 2])).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """

def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Unpack vectors into triangular matrices; the inverse of `extracttrian`.

    Parameters
    ----------
    A : Symbol
        Array of float32 or float64, ``(..., K * (K + 1) / 2)``.
    offset : int, optional, default=0
        Diagonal where the triangle ends: a positive one means the upper triangle from there, a negative one the
        lower.
    lower : boolean, optional, default=True
        Which triangle an offset of zero means.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``(..., N, N)`` with ``N = K + abs(offset)``, zero outside the triangle.

    Examples
    --------
    >>> mx.nd.linalg.maketrian(mx.nd.array([1, 3, 4])).asnumpy().tolist()
    [[1.0, 0.0], [3.0, 4.0]]
    """

def potrf(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``.

    Parameters
    ----------
    A : Symbol
        Symmetric positive definite matrices of float32 or float64, ``(..., N, N)``.
    lower : boolean, optional, default=True
        Give the lower triangle; otherwise the upper one, ``U`` with ``U.T @ U = A``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Triangular matrices of the shape of ``A``, zero outside the triangle.

    Examples
    --------
    >>> A = mx.nd.array([[4, 2], [2, 5]])
    >>> mx.nd.linalg.potrf(A).asnumpy().tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """

def potri(A: Symbol | None = None, lower: bool | int = True, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``.

    Parameters
    ----------
    A : Symbol
        Cholesky factors as `potrf` gives them, ``(..., N, N)``.
    lower : boolean, optional, default=True
        Whether ``A`` holds lower triangles; of upper ones the result is ``(A.T @ A)**-1``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Symmetric matrices of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.linalg.potri(A).asnumpy().tolist()
    [[0.25, 0.0], [0.0, 0.0625]]
    """

def slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays of shape ``A.shape[:-2]``, ``(1,)`` for one matrix: the signs -1, 0 or 1, then ``log(abs(det(A)))``,
    which is minus infinity for a singular matrix.

    Examples
    --------
    >>> sign, size = mx.nd.linalg.slogdet(mx.nd.array([[0, 1], [1, 0]]))
    >>> sign.asnumpy().tolist(), size.asnumpy().tolist()
    ([-1.0], [0.0])
    """

def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``.

    Of a Cholesky factor this is half the logarithm of the determinant.

    Parameters
    ----------
    A : Symbol
        Square matrices of float32 or float64 with positive diagonals, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> A = mx.nd.array([[1, 5], [6, 1]])
    >>> mx.nd.linalg.sumlogdiag(A).asnumpy().tolist()
    [0.0]
    """

def syevd(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Compute the eigendecomposition of symmetric matrices: ``A = U.T @ diag(L) @ U``.

    Parameters
    ----------
    A : Symbol
        Symmetric matrices of float32 or float64, ``(..., N, N)``.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Two arrays: ``U`` of shape ``(..., N, N)``, whose rows are the eigenvectors, each with its largest element positive,
    then the eigenvalues ``L`` of shape ``(..., N)`` in ascending order.

    Examples
    --------
    >>> U, L = mx.nd.linalg.syevd(mx.nd.array([[3, 0], [0, 1]]))
    >>> U.shape, L.asnumpy().tolist()
    ((2, 2), [1.0, 3.0])
    """

def syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``.

    Parameters
    ----------
    A : Symbol
        Matrices of float32 or float64 in the last two axes, ``(..., N, M)``.
    transpose : boolean, optional, default=False
        Compute ``alpha * A.T @ A`` instead.
    alpha : double, optional, default=1.0
        Factor of the product.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Symmetric matrices of shape ``(..., N, N)``, or ``(..., M, M)`` with ``transpose``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.linalg.syrk(A).asnumpy().tolist()
    [[14.0, 32.0], [32.0, 77.0]]
    """

def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Multiply with triangular matrices: ``alpha * op(A) @ B``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A : Symbol
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B : Symbol
        Matrices ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose : boolean, optional, default=False
        Multiply with the transposed triangles.
    rightside : boolean, optional, default=False
        Compute ``alpha * B @ op(A)`` instead.
    lower : boolean, optional, default=True
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha : double, optional, default=1.0
        Factor of the product.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    Array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 9], [2, 3]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.trmm(A, B).asnumpy().tolist()
    [[1.0, 1.0], [5.0, 5.0]]
    """

def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A : Symbol
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B : Symbol
        Right-hand sides, ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose : boolean, optional, default=False
        Solve with the transposed triangles.
    rightside : boolean, optional, default=False
        Solve ``X @ op(A) = alpha * B`` instead.
    lower : boolean, optional, default=True
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha : double, optional, default=1.0
        Factor of the right-hand side.
    name : str, optional
        Name of the node; automatic by default.
    attr : dict of str to str, optional
        Attributes of the node.

    Returns
    -------
    The solutions ``X``, an array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[2, 0], [1, 4]]), mx.nd.array([[2], [9]])
    >>> mx.nd.linalg.trsm(A, B).asnumpy().tolist()
    [[1.0], [2.0]]
    """
