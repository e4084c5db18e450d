"""Linear algebra."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .functions import Array, function


@function("linalg")
def norm(F, x: Array, ord: int | float | str | None = None, axis: int | tuple[int, ...] | None = None,
         keepdims: bool = False) -> Array:
    """Compute a norm of vectors or matrices.

    Parameters
    ----------
    x
        Input array of floating point numbers.
    ord
        Which norm. None is the root of the sum of squares. Along one axis a number p gives the p-norm, and
        ``numpy.inf`` or ``-numpy.inf`` the largest or smallest magnitude. Along two axes ``"fro"`` is the Frobenius
        norm, ``"nuc"`` the nuclear norm, 1 and -1 the largest and smallest sum of a column's magnitudes, inf and
        -inf those of a row, 2 and -2 the largest and smallest singular value.
    axis
        One axis for vectors, or two for matrices; None takes the whole array.
    keepdims
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
    if axis is None and ord is None:
        return F.call("_npi_norm", x, ord=2, axis=None, keepdims=keepdims, flag=-2)
    if axis is not None and not isinstance(axis, (int, tuple)):
        raise TypeError("'axis' must be None, an integer or a tuple of integers.")
    axes = (axis,) if isinstance(axis, int) else axis
    ord = {np.inf: "inf", -np.inf: "-inf"}.get(ord, ord) if isinstance(ord, float) else ord
    if axes is not None and len(axes) == 2:
        if ord in ("inf", "-inf", 1, -1):
            return _matrix_norm(F, x, ord, axes, keepdims)
        if ord in (2, -2):
            return F.call("_npi_norm", x, ord=ord, axis=axes, keepdims=keepdims, flag=0)
    flag = {None: 1, "fro": 1, "f": 1, "nuc": 2}.get(ord, -1)  # type: ignore[arg-type]
    return F.call("_npi_norm", x, ord=2 if flag > 0 else ord, axis=axes, keepdims=keepdims, flag=flag)


def _matrix_norm(F, x, ord, axes: tuple, keepdims: bool):
    """Return the largest or smallest sum of magnitudes of rows or columns."""
    summed, chosen = axes if ord in (1, -1) else axes[::-1]
    if not keepdims and chosen > summed:
        chosen -= 1
    sums = F.call("_np_sum", F.call("_npi_absolute", x), axis=summed, keepdims=keepdims)
    return F.call("_np_max" if ord in ("inf", 1) else "_np_min", sums, axis=chosen, keepdims=keepdims)


@function("linalg")
def svd(F, a: Array) -> tuple[Array, Array, Array]:
    """Compute the singular value decomposition ``a = ut @ diag(l) @ v``.

    Parameters
    ----------
    a
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
    return tuple(F.call("_npi_svd", a))  # type: ignore[return-value]


@function("linalg")
def eig(F, a: Array) -> tuple[Array, Array]:
    """Compute eigenvalues and right eigenvectors of square matrices.

    Parameters
    ----------
    a
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
    return tuple(F.call("_npi_eig", a))  # type: ignore[return-value]


@function("linalg")
def eigh(F, a: Array, UPLO: str = "L") -> tuple[Array, Array]:
    """Compute eigenvalues and eigenvectors of symmetric matrices.

    Parameters
    ----------
    a
        Array of shape ``(..., n, n)``.
    UPLO
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
    return tuple(F.call("_npi_eigh", a, UPLO=UPLO))  # type: ignore[return-value]


@function("linalg")
def eigvals(F, a: Array) -> Array:
    """Compute eigenvalues of square matrices.

    Parameters
    ----------
    a
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
    return F.call("_npi_eigvals", a)


@function("linalg")
def eigvalsh(F, a: Array, UPLO: str = "L") -> Array:
    """Compute eigenvalues of symmetric matrices.

    Parameters
    ----------
    a
        Array of shape ``(..., n, n)``.
    UPLO
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
    return F.call("_npi_eigvalsh", a, UPLO=UPLO)


@function("linalg")
def cholesky(F, a: Array) -> Array:
    """Compute the Cholesky factor of positive-definite matrices: ``L`` with ``a = L @ L.T``.

    Parameters
    ----------
    a
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
    return F.call("_npi_cholesky", a)


@function("linalg")
def inv(F, a: Array) -> Array:
    """Compute the inverse of square matrices.

    Parameters
    ----------
    a
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
    return F.call("_npi_inv", a)


@function("linalg")
def det(F, a: Array) -> Array:
    """Compute the determinant of square matrices.

    Parameters
    ----------
    a
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
    return F.call("_npi_det", a)


@function("linalg")
def slogdet(F, a: Array) -> Sequence[Array]:
    """Compute the sign and the logarithm of the magnitude of determinants, which cannot overflow.

    Parameters
    ----------
    a
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
    return F.call("_npi_slogdet", a)


@function("linalg")
def solve(F, a: Array, b: Array) -> Array:
    """Solve the linear equations ``a @ x = b``.

    Parameters
    ----------
    a
        Coefficients of shape ``(..., n, n)``.
    b
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
    return F.call("_npi_solve", a, b)


@function("linalg")
def tensorinv(F, a: Array, ind: int = 2) -> Array:
    """Compute the inverse of a tensor that maps its last axes to its first ones.

    Parameters
    ----------
    a
        Array whose first ``ind`` axes have as many elements as the others.
    ind
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
    return F.call("_npi_tensorinv", a, ind=ind)


@function("linalg")
def tensorsolve(F, a: Array, b: Array, axes: Sequence[int] | None = None) -> Array:
    """Solve ``tensordot(a, x, x.ndim) = b`` for ``x``.

    Parameters
    ----------
    a
        Coefficients; the product of the sizes after the axes of ``b`` is that of ``b``.
    b
        Right side.
    axes
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
    return F.call("_npi_tensorsolve", a, b, a_axes=axes)


@function("linalg")
def pinv(F, a: Array, rcond: float | Array = 1e-15, hermitian: bool = False) -> Array:
    """Compute the Moore-Penrose pseudo-inverse of matrices.

    Parameters
    ----------
    a
        Array of shape ``(..., m, n)``.
    rcond
        Singular values below ``rcond`` times the largest one count as zero; a number or an array, one per matrix.
    hermitian
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
    if hermitian is True:
        raise NotImplementedError("pinv: matrices are taken for general ones; there is no hermitian=True, as in MXNet")
    if np.isscalar(rcond):
        return F.call("_npi_pinv_scalar_rcond", a, rcond=rcond, hermitian=hermitian)
    return F.call("_npi_pinv", a, rcond, hermitian=hermitian)
