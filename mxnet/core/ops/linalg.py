"""Linear algebra on (batches of) matrices in the last two axes: mx.nd.linalg."""
import torch

from .. import npmode
from ..errors import LateError, MXNetError, NotYet
from ..matmul import matmul
from ..op import Array, Double, op, shapes
from .reduce import shaped

# ---- what every linalg operator checks ----------------------------------------------------------

def check_floats(A: Array) -> None:
    """Refuse types other than single and double precision."""
    if A.dtype not in (torch.float32, torch.float64):
        raise MXNetError("This operation only supports 32-bit and 64-bit floating point, got "
                         + str(A.dtype)[6:])


def _check_matrices(A: Array) -> None:
    check_floats(A)
    if A.dim() < 2:
        raise MXNetError(f"expected matrices in the last two axes, got shape {list(A.shape)}")


def check_square(A: Array) -> None:
    """Refuse arrays without square matrices in the last two axes."""
    _check_matrices(A)
    if A.shape[-1] != A.shape[-2]:
        raise MXNetError(f"expected square matrices, got shape {list(A.shape)}")


# ---- products -----------------------------------------------------------------------------------

def _product(A: Array, B: Array, p_transpose_a: bool, p_transpose_b: bool, axis: int) -> tuple:
    """Multiply matrices whose rows are along ``axis``; returns the product with rows second to last."""
    for item in (A, B):
        if item.dim() < 2 or item.dim() != A.dim():
            raise MXNetError(f"expected matrices of one rank, got {list(A.shape)} and {list(B.shape)}")
        if not -item.dim() <= axis < item.dim() or axis % item.dim() == item.dim() - 1:
            raise MXNetError(f"axis {axis} cannot hold the rows of matrices of shape {list(item.shape)}")
    if axis not in (-2, A.dim() - 2):
        A, B = A.swapaxes(axis, -2), B.swapaxes(axis, -2)
    A, B = A.mT if p_transpose_a else A, B.mT if p_transpose_b else B
    if A.shape[-1] != B.shape[-2] or A.shape[:-2] != B.shape[:-2]:
        raise MXNetError(f"Incompatible matrix dimensions for multiplication: {list(A.shape)} and "
                         f"{list(B.shape)}")
    return matmul(A, B)


def _placed(value: Array, axis: int) -> Array:
    return value if axis in (-2, value.dim() - 2) else value.swapaxes(axis, -2).contiguous()


@op("_linalg_gemm", aliases=("linalg_gemm",))
def gemm(A: Array, B: Array, C: Array, *, transpose_a: bool = False, transpose_b: bool = False,
         alpha: Double = 1.0, beta: Double = 1.0, axis: int = -2):
    """Multiply matrices and add a third: ``alpha * op(A) @ op(B) + beta * C``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B
        Matrices that fit ``A``; with the same leading axes.
    C
        Matrices of the shape of the product.
    transpose_a
        Multiply with the transposed matrices of ``A``.
    transpose_b
        Multiply with the transposed matrices of ``B``.
    alpha
        Factor of the product.
    beta
        Factor of ``C``.
    axis
        Axis that holds the rows of all matrices; columns are in the last one.

    Returns
    -------
    Array of the shape of ``C``.

    Examples
    --------
    >>> A, B, C = mx.nd.array([[1, 2]]), mx.nd.array([[3], [4]]), mx.nd.array([[10]])
    >>> mx.nd.linalg.gemm(A, B, C, alpha=2.0, beta=3.0).asnumpy().tolist()
    [[52.0]]
    """
    check_floats(A)
    value = _placed(_product(A, B, transpose_a, transpose_b, axis) * alpha, axis)
    if value.shape != C.shape:
        raise MXNetError(f"expected C of shape {list(value.shape)}, got {list(C.shape)}")
    return value + C * beta


@gemm.infer_shape
def gemm_shape(shape, p) -> None:
    """C has the shape of the product."""
    a, b = shape.A, shape.B
    if len(a) != len(b) or -1 in a or -1 in b:
        raise NotYet
    rows = p.axis % len(a)
    made = list(a)
    made[rows] = a[-1] if p.transpose_a else a[rows]
    made[-1] = b[rows] if p.transpose_b else b[-1]
    shape.C = tuple(made)


@op("_linalg_gemm2", aliases=("linalg_gemm2",))
def gemm2(A: Array, B: Array, *, transpose_a: bool = False, transpose_b: bool = False, alpha: Double = 1.0,
          axis: int = -2):
    """Multiply matrices: ``alpha * op(A) @ op(B)``.

    ``op`` transposes a matrix or leaves it as it is. Leading axes count the matrices of a batch.

    Parameters
    ----------
    A
        Matrices of float32 or float64 in the last two axes, or in ``axis`` and the last one.
    B
        Matrices that fit ``A``; with the same leading axes.
    transpose_a
        Multiply with the transposed matrices of ``A``.
    transpose_b
        Multiply with the transposed matrices of ``B``.
    alpha
        Factor of the product.
    axis
        Axis that holds the rows of all matrices; columns are in the last one.

    Returns
    -------
    Array of the products.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.gemm2(A, B, transpose_b=True, alpha=2.0).asnumpy().tolist()
    [[6.0, 6.0], [14.0, 14.0]]
    """
    check_floats(A)
    return _placed(_product(A, B, transpose_a, transpose_b, axis) * alpha, axis)


@op("_linalg_syrk", aliases=("linalg_syrk",))
def syrk(A: Array, *, transpose: bool = False, alpha: Double = 1.0):
    """Multiply matrices with their own transposes: ``alpha * A @ A.T``.

    Parameters
    ----------
    A
        Matrices of float32 or float64 in the last two axes, ``(..., N, M)``.
    transpose
        Compute ``alpha * A.T @ A`` instead.
    alpha
        Factor of the product.

    Returns
    -------
    Symmetric matrices of shape ``(..., N, N)``, or ``(..., M, M)`` with ``transpose``.

    Examples
    --------
    >>> A = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.linalg.syrk(A).asnumpy().tolist()
    [[14.0, 32.0], [32.0, 77.0]]
    """
    _check_matrices(A)
    return (matmul(A.mT, A) if transpose else matmul(A, A.mT)) * alpha


# ---- triangular matrices ------------------------------------------------------------------------

def _check_triangular(A: Array, B: Array, rightside: bool) -> None:
    check_square(A)
    size = B.shape[-1] if rightside else B.shape[-2] if B.dim() > 1 else -1
    if A.dim() != B.dim() or A.shape[:-2] != B.shape[:-2] or size != A.shape[-1]:
        raise MXNetError(f"Shapes of matrices do not fit: {list(A.shape)} and {list(B.shape)}")


@op("_linalg_trmm", aliases=("linalg_trmm",))
def trmm(A: Array, B: Array, *, transpose: bool = False, rightside: bool = False, lower: bool = True,
         alpha: Double = 1.0):
    """Multiply with triangular matrices: ``alpha * op(A) @ B``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B
        Matrices ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose
        Multiply with the transposed triangles.
    rightside
        Compute ``alpha * B @ op(A)`` instead.
    lower
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha
        Factor of the product.

    Returns
    -------
    Array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[1, 9], [2, 3]]), mx.nd.array([[1, 1], [1, 1]])
    >>> mx.nd.linalg.trmm(A, B).asnumpy().tolist()
    [[1.0, 1.0], [5.0, 5.0]]
    """
    _check_triangular(A, B, rightside)
    A = _triangle(A, lower, transpose)
    return (matmul(B, A) if rightside else matmul(A, B)) * alpha


def _triangle(A: Array, lower: bool, transpose: bool = False) -> Array:
    A = A.tril() if lower else A.triu()
    return A.mT if transpose else A


@trmm.fast_gradient
def trmm_gradient(grad, A, B, *, p, needs):
    grad, factor, to_A = grad * p.alpha, _triangle(A, p.lower, p.transpose).mT, None
    if needs[0]:
        to_A = matmul(B.mT, grad) if p.rightside else matmul(grad, B.mT)
        to_A = _triangle(to_A.mT if p.transpose else to_A, p.lower)
    return to_A, (matmul(grad, factor) if p.rightside else matmul(factor, grad)) if needs[1] else None


@op("_linalg_trsm", aliases=("linalg_trsm",), strided=True)
def trsm(A: Array, B: Array, *, transpose: bool = False, rightside: bool = False, lower: bool = True,
         alpha: Double = 1.0):
    """Solve equations with triangular matrices: ``op(A) @ X = alpha * B`` for ``X``.

    ``op`` transposes the triangle or leaves it as it is.

    Parameters
    ----------
    A
        Triangular matrices of float32 or float64, ``(..., N, N)``; elements outside the triangle are not read.
    B
        Right-hand sides, ``(..., N, M)``, or ``(..., M, N)`` with ``rightside``.
    transpose
        Solve with the transposed triangles.
    rightside
        Solve ``X @ op(A) = alpha * B`` instead.
    lower
        Whether the lower triangle of ``A`` counts or the upper one.
    alpha
        Factor of the right-hand side.

    Returns
    -------
    The solutions ``X``, an array of the shape of ``B``.

    Examples
    --------
    >>> A, B = mx.nd.array([[2, 0], [1, 4]]), mx.nd.array([[2], [9]])
    >>> mx.nd.linalg.trsm(A, B).asnumpy().tolist()
    [[1.0], [2.0]]
    """
    _check_triangular(A, B, rightside)
    # The transposed problem, as LAPACK's results are in column order.
    return torch.linalg.solve_triangular(A if transpose else A.mT, (B * alpha).mT, left=rightside,
                                         upper=lower != transpose).mT


@trsm.fast_gradient
def trsm_gradient(grad, A, out, *, p, needs):
    to_product = _solved(A if p.transpose else A.mT, grad, p.lower == p.transpose, left=not p.rightside)
    to_A = None
    if needs[0]:
        to_A = -(matmul(out.mT, to_product) if p.rightside else matmul(to_product, out.mT))
        to_A = _triangle(to_A.mT if p.transpose else to_A, p.lower)
    return to_A, to_product * p.alpha if needs[1] else None


@op("_linalg_potrf", aliases=("linalg_potrf",), shapes=shapes.same, strided=True)
def potrf(A: Array, *, lower: bool = True):
    """Compute Cholesky factors of symmetric positive definite matrices: the triangle ``L`` with ``L @ L.T = A``.

    Parameters
    ----------
    A
        Symmetric positive definite matrices of float32 or float64, ``(..., N, N)``.
    lower
        Give the lower triangle; otherwise the upper one, ``U`` with ``U.T @ U = A``.

    Returns
    -------
    Triangular matrices of the shape of ``A``, zero outside the triangle.

    Examples
    --------
    >>> A = mx.nd.array([[4, 2], [2, 5]])
    >>> mx.nd.linalg.potrf(A).asnumpy().tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    check_square(A)
    try:
        return torch.linalg.cholesky(A, upper=not lower)
    except torch.linalg.LinAlgError:
        raise LateError("potrf failed. This may happen when the input matrix is either not symmetric or "
                         "not positive definite.") from None


def _solved(A: Array, B: Array, lower: bool, left: bool = True) -> Array:
    return torch.linalg.solve_triangular(A, B, upper=not lower, left=left)


def _mirrored(A: Array, lower: bool) -> Array:
    """Copy a triangle to the other side."""
    return A.tril() + A.tril(-1).mT if lower else A.triu() + A.triu(1).mT


@potrf.fast_gradient
def potrf_gradient(grad, out, *, p):
    """Read the factor as it is, which programs may overwrite: it is what MXNet reads."""
    factor = (out if p.lower else out.mT).tril()
    middle = _mirrored(matmul(factor.mT, grad if p.lower else grad.mT), True)
    half = _solved(factor.mT, middle, False)
    return _solved(factor, half, True, left=False) * 0.5


@op("_linalg_potri", aliases=("linalg_potri",), shapes=shapes.same)
def potri(A: Array, *, lower: bool = True):
    """Invert symmetric positive definite matrices that are given by their Cholesky factors: ``(A @ A.T)**-1``.

    Parameters
    ----------
    A
        Cholesky factors as `potrf` gives them, ``(..., N, N)``.
    lower
        Whether ``A`` holds lower triangles; of upper ones the result is ``(A.T @ A)**-1``.

    Returns
    -------
    Symmetric matrices of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.linalg.potri(A).asnumpy().tolist()
    [[0.25, 0.0], [0.0, 0.0625]]
    """
    check_square(A)
    if A.device.type == "cpu" and not bool(torch.diagonal(A, dim1=-2, dim2=-1).all()):
        raise LateError("potri failed: the matrix has a zero on its diagonal.")
    inverse = _solved(A, torch.eye(A.shape[-1], dtype=A.dtype, device=A.device), lower)
    return matmul(inverse.mT, inverse) if lower else matmul(inverse, inverse.mT)


@potri.fast_gradient
def potri_gradient(grad, A, out, *, p):
    both = -(grad + grad.mT)
    if p.lower:
        return _solved(A.mT, matmul(out, both), False, left=False).tril()
    return _solved(A.mT, matmul(both, out), True).triu()


@op("_linalg_sumlogdiag", aliases=("linalg_sumlogdiag",))
def sumlogdiag(A: Array):
    """Add the logarithms of each matrix's diagonal: ``sum_i log(A[i, i])``.

    Of a Cholesky factor this is half the logarithm of the determinant.

    Parameters
    ----------
    A
        Square matrices of float32 or float64 with positive diagonals, ``(..., N, N)``.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> A = mx.nd.array([[1, 5], [6, 1]])
    >>> mx.nd.linalg.sumlogdiag(A).asnumpy().tolist()
    [0.0]
    """
    check_square(A)
    return shaped(torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1))


# ---- decompositions -----------------------------------------------------------------------------

@op("_linalg_gelqf", aliases=("linalg_gelqf",), outputs=2)
def gelqf(A: Array):
    """Compute the LQ decomposition of matrices, a lower triangle and orthonormal rows: ``A = L @ Q``.

    Parameters
    ----------
    A
        Matrices of float32 or float64 with no more rows than columns, ``(..., N, M)``.

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
    _check_matrices(A)
    if A.shape[-2] > A.shape[-1]:
        raise MXNetError(f"expected no more rows than columns, got shape {list(A.shape)}")
    Q, R = torch.linalg.qr(A.mT)
    return Q.mT.contiguous(), R.mT.contiguous()


@gelqf.fast_gradient
def gelqf_gradient(grads, outs):
    (to_Q, to_L), (Q, L) = grads, outs
    middle = _mirrored(matmul(L.tril().mT, to_L) - matmul(to_Q, Q.mT), True)
    return _solved(L.mT, to_Q + matmul(middle, Q), False)


@op("_linalg_syevd", outputs=2)
def syevd(A: Array):
    """Compute the eigendecomposition of symmetric matrices: ``A = U.T @ diag(L) @ U``.

    Parameters
    ----------
    A
        Symmetric matrices of float32 or float64, ``(..., N, N)``.

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
    check_square(A)
    values, vectors = torch.linalg.eigh(A)
    U = vectors.mT
    largest = U.gather(-1, U.abs().argmax(-1, keepdim=True))
    return torch.where(largest < 0, -U, U), values


@op("_linalg_inverse", aliases=("linalg_inverse",), shapes=shapes.same, strided=True)
def inverse(A: Array):
    """Compute the inverse of matrices; a singular one is an error.

    Parameters
    ----------
    A
        Square matrices of float32 or float64, ``(..., N, N)``.

    Returns
    -------
    Array of the shape of ``A``.

    Examples
    --------
    >>> A = mx.nd.array([[2, 0], [0, 4]])
    >>> mx.nd.dot(A, mx.nd.linalg.inverse(A)).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    check_square(A)
    try:
        return torch.linalg.inv(A.mT).mT  # in row order: LAPACK's results are in column order
    except torch.linalg.LinAlgError:
        raise LateError("the input matrix is non-convertible: it is singular") from None


@inverse.fast_gradient
def inverse_gradient(grad, out):
    return gradient_of_inverse(grad, out)


def gradient_of_inverse(grad: Array, out: Array) -> Array:
    """Read the inverse as it is, which programs may overwrite: it is what MXNet reads."""
    return -matmul(matmul(out.mT, grad), out.mT)


@op("_linalg_det", aliases=("linalg_det",), output_names=["output0"])
def det(A: Array):
    """Compute determinants.

    Parameters
    ----------
    A
        Square matrices of float32 or float64, ``(..., N, N)``.

    Returns
    -------
    Array of shape ``A.shape[:-2]``; ``(1,)`` for one matrix.

    Examples
    --------
    >>> mx.nd.linalg.det(mx.nd.array([[2, 0], [0, 4]])).asnumpy().tolist()
    [8.0]
    """
    check_square(A)
    return _per_matrix(torch.linalg.det(A))


@op("_linalg_slogdet", aliases=("linalg_slogdet",), outputs=2, constant_outputs=(0,))  # the signs
def slogdet(A: Array):
    """Compute determinants as their signs and the logarithms of their magnitudes, which cannot overflow.

    Parameters
    ----------
    A
        Square matrices of float32 or float64, ``(..., N, N)``.

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
    check_square(A)
    sign, size = torch.linalg.slogdet(A)
    return _per_matrix(sign), _per_matrix(size)


def _per_matrix(value: Array) -> Array:
    """Return the result for one matrix with shape (1,), unless NumPy shapes are on."""
    return value if npmode.get_shape() else shaped(value)
