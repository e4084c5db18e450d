"""Made from the functions of mx.np by tools/numpy_stubs.py; `make stubs` writes it anew."""
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, overload

from numpy.typing import DTypeLike

from mxnet.context import Context
from . import fallback_linalg as fallback_linalg
from mxnet.ndarray.numpy.array import ndarray

def cholesky(a: ndarray) -> ndarray:
    """Compute the Cholesky factor of positive-definite matrices: ``L`` with ``a = L @ L.T``.

    Parameters
    ----------
    a : ndarray
        Array of symmetric matrices, of shape ``(..., n, n)``.

    Returns
    -------
    ndarray
        Lower triangular matrices of shape ``(..., n, n)``.

    Raises
    ------
    MXNetError
        If a matrix is not positive-definite.

    Examples
    --------
    >>> mx.np.linalg.cholesky(mx.np.array([[4, 0], [0, 9]])).tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """

def cond(*args: Any, **kwargs: Any) -> ndarray: ...

def det(a: ndarray) -> ndarray:
    """Compute the determinant of square matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``.

    Returns
    -------
    ndarray
        One number per matrix, of shape ``a.shape[:-2]``.

    Examples
    --------
    >>> mx.np.linalg.det(mx.np.array([[2, 0], [0, 4]])).item()
    8.0
    """

def eig(a: ndarray) -> tuple[ndarray, ndarray]:
    """Compute eigenvalues and right eigenvectors of square matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``, whose eigenvalues must be real.

    Returns
    -------
    tuple of two ndarray
        Eigenvalues of shape ``(..., n)``, in no particular order, and eigenvectors of length one as the columns of an
        array of shape ``(..., n, n)``. There are no complex arrays, which NumPy would return.

    Examples
    --------
    >>> values, vectors = mx.np.linalg.eig(mx.np.array([[2, 0], [0, 3]]))
    >>> sorted(values.tolist())
    [2.0, 3.0]
    """

def eigh(a: ndarray, UPLO: str = 'L') -> tuple[ndarray, ndarray]:
    """Compute eigenvalues and eigenvectors of symmetric matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``.
    UPLO : str, optional, default='L'
        Triangle that is read, ``"L"`` (lower) or ``"U"`` (upper); the other one is taken to mirror it.

    Returns
    -------
    tuple of two ndarray
        Eigenvalues of shape ``(..., n)`` in ascending order, and eigenvectors as the columns of an array of shape
        ``(..., n, n)``.

    Examples
    --------
    >>> values, vectors = mx.np.linalg.eigh(mx.np.array([[3, 0], [0, 2]]))
    >>> values.tolist()
    [2.0, 3.0]
    """

def eigvals(a: ndarray) -> ndarray:
    """Compute eigenvalues of square matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``, whose eigenvalues must be real.

    Returns
    -------
    ndarray
        Eigenvalues of shape ``(..., n)``, in no particular order.

    Examples
    --------
    >>> sorted(mx.np.linalg.eigvals(mx.np.array([[3, 0], [0, 2]])).tolist())
    [2.0, 3.0]
    """

def eigvalsh(a: ndarray, UPLO: str = 'L') -> ndarray:
    """Compute eigenvalues of symmetric matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``.
    UPLO : str, optional, default='L'
        Triangle that is read, ``"L"`` (lower) or ``"U"`` (upper); the other one is taken to mirror it.

    Returns
    -------
    ndarray
        Eigenvalues of shape ``(..., n)`` in ascending order.

    Examples
    --------
    >>> mx.np.linalg.eigvalsh(mx.np.array([[3, 0], [0, 2]])).tolist()
    [2.0, 3.0]
    """

def inv(a: ndarray) -> ndarray:
    """Compute the inverse of square matrices.

    Parameters
    ----------
    a : ndarray
        Array of invertible matrices, of shape ``(..., n, n)``.

    Returns
    -------
    ndarray
        The inverses, of the shape and type of ``a``.

    Examples
    --------
    >>> mx.np.linalg.inv(mx.np.array([[2, 0], [0, 4]])).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """

def lstsq(*args: Any, **kwargs: Any) -> Any: ...

def matrix_power(*args: Any, **kwargs: Any) -> ndarray: ...

def matrix_rank(*args: Any, **kwargs: Any) -> ndarray: ...

def multi_dot(*args: Any, **kwargs: Any) -> ndarray: ...

def norm(x: ndarray, ord: int | float | str | None = None, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> ndarray:
    """Compute a norm of vectors or matrices.

    Parameters
    ----------
    x : ndarray
        Input array of floating point numbers.
    ord : int or float or str, optional
        Which norm. None is the root of the sum of squares. Along one axis a number p gives the p-norm, and
        ``numpy.inf`` or ``-numpy.inf`` the largest or smallest magnitude. Along two axes ``"fro"`` is the Frobenius
        norm, ``"nuc"`` the nuclear norm, 1 and -1 the largest and smallest sum of a column's magnitudes, inf and
        -inf those of a row, 2 and -2 the largest and smallest singular value.
    axis : int or tuple[int, ...], optional
        One axis for vectors, or two for matrices; None takes the whole array.
    keepdims : bool, optional, default=False
        Whether the axes are kept, with size one.

    Returns
    -------
    ndarray
        The norms, of the type of ``x``; without dimensions if ``axis`` is None.

    Raises
    ------
    TypeError
        If ``axis`` is neither None nor an int or a tuple.

    Examples
    --------
    >>> mx.np.linalg.norm(mx.np.array([3, 4])).item()
    5.0
    >>> mx.np.linalg.norm(mx.np.array([[1, -2], [3, 4]]), ord=1, axis=0).tolist()
    [4.0, 6.0]
    """

def pinv(a: ndarray, rcond: float | ndarray = 1e-15, hermitian: bool = False) -> ndarray:
    """Compute the Moore-Penrose pseudo-inverse of matrices.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., m, n)``.
    rcond : float or ndarray, optional, default=1e-15
        Singular values below ``rcond`` times the largest one count as zero; a number or an array, one per matrix.
    hermitian : bool, optional, default=False
        NumPy's flag for symmetric matrices; only False is supported.

    Returns
    -------
    ndarray
        Pseudo-inverses of shape ``(..., n, m)``.

    Examples
    --------
    >>> mx.np.linalg.pinv(mx.np.ones((3, 2))).shape
    (2, 3)
    """

def qr(*args: Any, **kwargs: Any) -> tuple[ndarray, ndarray]: ...

def slogdet(a: ndarray) -> Sequence[ndarray]:
    """Compute the sign and the logarithm of the magnitude of determinants, which cannot overflow.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., n, n)``.

    Returns
    -------
    list of two ndarray
        Signs (-1, 0 or 1) and logarithms, each of shape ``a.shape[:-2]``.

    Examples
    --------
    >>> sign, log = mx.np.linalg.slogdet(mx.np.array([[1, 0], [0, -1]]))
    >>> sign.item(), log.item()
    (-1.0, 0.0)
    """

def solve(a: ndarray, b: ndarray) -> ndarray:
    """Solve the linear equations ``a @ x = b``.

    Parameters
    ----------
    a : ndarray
        Coefficients of shape ``(..., n, n)``.
    b : ndarray
        Right side of shape ``(..., n)`` or ``(..., n, k)``.

    Returns
    -------
    ndarray
        The solution ``x``, of the shape of ``b``.

    Examples
    --------
    >>> mx.np.linalg.solve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 8])).tolist()
    [1.0, 2.0]
    """

def svd(a: ndarray) -> tuple[ndarray, ndarray, ndarray]:
    """Compute the singular value decomposition ``a = ut @ diag(l) @ v``.

    Parameters
    ----------
    a : ndarray
        Array of shape ``(..., m, n)`` with ``m <= n``.

    Returns
    -------
    tuple of three ndarray
        ``ut`` of shape ``(..., m, m)``, the singular values ``l`` of shape ``(..., m)`` in descending order, and
        ``v`` of shape ``(..., m, n)``. NumPy gives all rows of ``v`` by default; this is its ``full_matrices=False``.

    Examples
    --------
    >>> ut, l, v = mx.np.linalg.svd(mx.np.array([[3, 0], [0, 4]]))
    >>> l.tolist()
    [4.0, 3.0]
    """

def tensorinv(a: ndarray, ind: int = 2) -> ndarray:
    """Compute the inverse of a tensor that maps its last axes to its first ones.

    Parameters
    ----------
    a : ndarray
        Array whose first ``ind`` axes have as many elements as the others.
    ind : int, optional, default=2
        Number of axes that count as the rows of the map.

    Returns
    -------
    ndarray
        The inverse map, of shape ``a.shape[ind:] + a.shape[:ind]``.

    Examples
    --------
    >>> mx.np.linalg.tensorinv(mx.np.eye(4).reshape(4, 2, 2), ind=1).shape
    (2, 2, 4)
    """

def tensorsolve(a: ndarray, b: ndarray, axes: Sequence[int] | None = None) -> ndarray:
    """Solve ``tensordot(a, x, x.ndim) = b`` for ``x``.

    Parameters
    ----------
    a : ndarray
        Coefficients; the product of the sizes after the axes of ``b`` is that of ``b``.
    b : ndarray
        Right side.
    axes : Sequence[int], optional
        Axes of ``a`` to move to its end first.

    Returns
    -------
    ndarray
        The solution, of shape ``a.shape[b.ndim:]``.

    Examples
    --------
    >>> mx.np.linalg.tensorsolve(mx.np.eye(4).reshape(4, 2, 2), mx.np.ones(4)).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
