"""Products of arrays, and linear algebra on (batches of) matrices in the last two axes."""
from typing import Literal

import torch

from .. import npmode
from ..errors import LateError, MXNetError, NotYet
from ..op import Array, Double, op, shapes
from .reduce import shaped

_STORAGE = Literal["csr", "default", "row_sparse"]


# ---- dot ----------------------------------------------------------------------------------------

def _flat_left(lhs: Array, transposed: bool) -> tuple:
    """Give the left operand as a matrix (rows, inner) and the shape that its rows stand for."""
    if lhs.dim() == 2:  # it may be a sparse one, which has no other shapes
        return (lhs.t(), lhs.shape[1:]) if transposed else (lhs, lhs.shape[:-1])
    if transposed:
        return lhs.reshape(lhs.shape[0], -1).t(), lhs.shape[1:]
    return lhs.reshape(-1, lhs.shape[-1]), lhs.shape[:-1]


def _flat_right(rhs: Array, transposed: bool) -> tuple:
    """Give the right operand as a matrix (inner, columns) and the shape that its columns stand for."""
    if transposed:
        return rhs.reshape(-1, rhs.shape[-1]).t(), rhs.shape[:-1]
    return rhs.reshape(rhs.shape[0], -1), rhs.shape[1:]


@op("dot", aliases=("_sparse_dot",), spreads=True)
def dot(lhs: Array, rhs: Array, *, transpose_a: bool = False, transpose_b: bool = False,
        forward_stype: _STORAGE | None = None):
    """Multiply arrays: the last axis of the first with the first axis of the second.

    ``transpose_a`` takes the first axis of the first one, ``transpose_b`` the last of the second.
    """
    if lhs.dim() == 2 and rhs.dim() == 2:
        lhs, rhs = lhs.t() if transpose_a else lhs, rhs.t() if transpose_b else rhs
        if lhs.shape[1] != rhs.shape[0]:
            raise _dot_error(lhs, rhs)
        return torch.mm(lhs, rhs)
    if lhs.dim() == 1 and rhs.dim() == 1:
        if transpose_a or transpose_b:
            raise MXNetError("Cannot transpose vectors")
        if lhs.shape != rhs.shape:
            raise _dot_error(lhs, rhs)
        return shaped(torch.dot(lhs, rhs))
    left, rows = _flat_left(lhs, transpose_a)
    right, columns = _flat_right(rhs, transpose_b)
    if left.shape[1] != right.shape[0]:
        raise _dot_error(lhs, rhs)
    return shaped(torch.mm(left, right).reshape(rows + columns))


@dot.infer_shape
def dot_shape(shape, p) -> None:
    lhs, rhs = shape.lhs, shape.rhs
    if shapes.known(lhs) and shapes.known(rhs) or len(lhs) + len(rhs) <= 2:
        return  # the product itself says
    shape.out = (lhs[1:] if p.transpose_a else lhs[:-1]) + (rhs[:-1] if p.transpose_b else rhs[1:])


def _dot_error(lhs: Array, rhs: Array) -> MXNetError:
    return MXNetError(f"dot shape error: {list(lhs.shape)} X {list(rhs.shape)}; the contracted axes must "
                      "have one size")


@dot.fast_gradient
def dot_gradient(grad, lhs, rhs, *, p, needs):
    left, _ = _flat_left(lhs, p.transpose_a)
    right, _ = _flat_right(rhs, p.transpose_b)
    grad = grad.reshape(left.shape[0], right.shape[1])
    return (_left_gradient(grad, right, lhs, p.transpose_a) if needs[0] else None,
            _right_gradient(grad, left, rhs, p.transpose_b) if needs[1] else None)


def _left_gradient(grad, right, lhs, transposed: bool) -> Array:
    return (torch.mm(right, grad.t()) if transposed else torch.mm(grad, right.t())).reshape(lhs.shape)


def _right_gradient(grad, left, rhs, transposed: bool) -> Array:
    return (torch.mm(grad.t(), left) if transposed else torch.mm(left.t(), grad)).reshape(rhs.shape)


@op("batch_dot", spreads=True)
def batch_dot(lhs: Array, rhs: Array, *, transpose_a: bool = False, transpose_b: bool = False,
              forward_stype: _STORAGE | None = None):
    """Multiply matrices in the last two axes, one pair for each index of the leading ones."""
    if lhs.dim() != rhs.dim() or lhs.dim() < 3:
        raise MXNetError("batch_dot currently only support N-D*N-D array (N >= 3), got "
                         f"{list(lhs.shape)} v.s. {list(rhs.shape)}")
    if lhs.shape[:-2] != rhs.shape[:-2]:
        raise MXNetError("batch_dot shape error (the leading batch dimensions must be equal): "
                         f"{list(lhs.shape)} X {list(rhs.shape)}")
    lhs, rhs = lhs.mT if transpose_a else lhs, rhs.mT if transpose_b else rhs
    if lhs.shape[-1] != rhs.shape[-2]:
        raise _dot_error(lhs, rhs)
    return torch.bmm(lhs, rhs) if lhs.dim() == 3 else torch.matmul(lhs, rhs)


@batch_dot.infer_shape
def batch_dot_shape(shape, p) -> None:
    lhs, rhs = shape.lhs, shape.rhs
    if shapes.known(lhs) and shapes.known(rhs) or len(lhs) != len(rhs) or len(lhs) < 3:
        return  # the product itself says
    if -1 in lhs[-2:] + rhs[-2:]:
        raise NotYet
    batch = shapes.unify(lhs[:-2], rhs[:-2], "batch axes")
    shape.out = batch + (lhs[-1 if p.transpose_a else -2], rhs[-2 if p.transpose_b else -1])


@batch_dot.fast_gradient
def batch_dot_gradient(grad, lhs, rhs, *, p, needs):
    left, right = lhs.mT if p.transpose_a else lhs, rhs.mT if p.transpose_b else rhs
    first = second = None
    if needs[0]:
        first = torch.matmul(right, grad.mT) if p.transpose_a else torch.matmul(grad, right.mT)
    if needs[1]:
        second = torch.matmul(grad.mT, left) if p.transpose_b else torch.matmul(left.mT, grad)
    return first, second


# ---- what every linalg operator checks ----------------------------------------------------------

def _check_floats(A: Array) -> None:
    if A.dtype not in (torch.float32, torch.float64):
        raise MXNetError("This operation only supports 32-bit and 64-bit floating point, got "
                         + str(A.dtype)[6:])


def _check_matrices(A: Array) -> None:
    _check_floats(A)
    if A.dim() < 2:
        raise MXNetError(f"expected matrices in the last two axes, got shape {list(A.shape)}")


def _check_square(A: Array) -> None:
    _check_matrices(A)
    if A.shape[-1] != A.shape[-2]:
        raise MXNetError(f"expected square matrices, got shape {list(A.shape)}")


# ---- products -----------------------------------------------------------------------------------

def _product(A: Array, B: Array, p_transpose_a: bool, p_transpose_b: bool, axis: int) -> tuple:
    """Multiply matrices whose rows lie along ``axis``; gives the product with rows second to last."""
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
    return torch.matmul(A, B)


def _placed(value: Array, axis: int) -> Array:
    return value if axis in (-2, value.dim() - 2) else value.swapaxes(axis, -2).contiguous()


@op("_linalg_gemm", aliases=("linalg_gemm",))
def gemm(A: Array, B: Array, C: Array, *, transpose_a: bool = False, transpose_b: bool = False,
         alpha: Double = 1.0, beta: Double = 1.0, axis: int = -2):
    """Compute ``alpha * A @ B + beta * C`` for matrices whose rows lie along ``axis``."""
    _check_floats(A)
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
    """Compute ``alpha * A @ B`` for matrices whose rows lie along ``axis``."""
    _check_floats(A)
    return _placed(_product(A, B, transpose_a, transpose_b, axis) * alpha, axis)


@op("_linalg_syrk", aliases=("linalg_syrk",))
def syrk(A: Array, *, transpose: bool = False, alpha: Double = 1.0):
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A``."""
    _check_matrices(A)
    return (torch.matmul(A.mT, A) if transpose else torch.matmul(A, A.mT)) * alpha


# ---- triangular matrices ------------------------------------------------------------------------

def _check_triangular(A: Array, B: Array, rightside: bool) -> None:
    _check_square(A)
    size = B.shape[-1] if rightside else B.shape[-2] if B.dim() > 1 else -1
    if A.dim() != B.dim() or A.shape[:-2] != B.shape[:-2] or size != A.shape[-1]:
        raise MXNetError(f"Shapes of matrices do not fit: {list(A.shape)} and {list(B.shape)}")


@op("_linalg_trmm", aliases=("linalg_trmm",))
def trmm(A: Array, B: Array, *, transpose: bool = False, rightside: bool = False, lower: bool = True,
         alpha: Double = 1.0):
    """Multiply triangular matrices A with matrices B; only their triangle is read."""
    _check_triangular(A, B, rightside)
    A = A.tril() if lower else A.triu()
    A = A.mT if transpose else A
    return (torch.matmul(B, A) if rightside else torch.matmul(A, B)) * alpha


@op("_linalg_trsm", aliases=("linalg_trsm",))
def trsm(A: Array, B: Array, *, transpose: bool = False, rightside: bool = False, lower: bool = True,
         alpha: Double = 1.0):
    """Solve ``A @ X = alpha * B``, or ``X @ A = alpha * B``, for triangular A."""
    _check_triangular(A, B, rightside)
    return torch.linalg.solve_triangular(A.mT if transpose else A, B * alpha, left=not rightside,
                                         upper=lower == transpose)


@op("_linalg_potrf", aliases=("linalg_potrf",), shapes=shapes.same)
def potrf(A: Array, *, lower: bool = True):
    """Compute a Cholesky factor of symmetric positive definite matrices."""
    _check_square(A)
    try:
        return torch.linalg.cholesky(A, upper=not lower)
    except torch.linalg.LinAlgError:
        raise LateError("potrf failed. This may happen when the input matrix is either not symmetric or "
                         "not positive definite.") from None


@op("_linalg_potri", aliases=("linalg_potri",), shapes=shapes.same)
def potri(A: Array, *, lower: bool = True):
    """Invert the matrices whose Cholesky factors A are: ``A @ A.T``, or ``A.T @ A`` of upper ones."""
    _check_square(A)
    if A.device.type == "cpu" and not bool(torch.diagonal(A, dim1=-2, dim2=-1).all()):
        raise LateError("potri failed: the matrix has a zero on its diagonal.")
    inverse = torch.linalg.solve_triangular(A, torch.eye(A.shape[-1], dtype=A.dtype, device=A.device),
                                            upper=not lower)
    return torch.matmul(inverse.mT, inverse) if lower else torch.matmul(inverse, inverse.mT)


@op("_linalg_sumlogdiag", aliases=("linalg_sumlogdiag",))
def sumlogdiag(A: Array):
    """Add the logarithms of each matrix's diagonal."""
    _check_square(A)
    return shaped(torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1))


# ---- decompositions -----------------------------------------------------------------------------

@op("_linalg_gelqf", aliases=("linalg_gelqf",), outputs=2)
def gelqf(A: Array):
    """Decompose matrices with no more rows than columns into ``L @ Q``; gives Q and L."""
    _check_matrices(A)
    if A.shape[-2] > A.shape[-1]:
        raise MXNetError(f"expected no more rows than columns, got shape {list(A.shape)}")
    Q, R = torch.linalg.qr(A.mT)
    return Q.mT.contiguous(), R.mT.contiguous()


@op("_linalg_syevd", outputs=2)
def syevd(A: Array):
    """Decompose symmetric matrices into ``U.T @ diag(L) @ U``; gives U and L.

    The rows of U are the eigenvectors, each with its largest element positive; L rises.
    """
    _check_square(A)
    values, vectors = torch.linalg.eigh(A)
    U = vectors.mT
    largest = U.gather(-1, U.abs().argmax(-1, keepdim=True))
    return torch.where(largest < 0, -U, U), values


@op("_linalg_inverse", aliases=("linalg_inverse",), shapes=shapes.same)
def inverse(A: Array):
    """Invert matrices."""
    _check_square(A)
    try:
        return torch.linalg.inv(A)
    except torch.linalg.LinAlgError:
        raise LateError("the input matrix is non-convertible: it is singular") from None


@op("_linalg_det", aliases=("linalg_det",), output_names=["output0"])
def det(A: Array):
    """Compute determinants."""
    _check_square(A)
    return _per_matrix(torch.linalg.det(A))


@op("_linalg_slogdet", aliases=("linalg_slogdet",), outputs=2)
def slogdet(A: Array):
    """Compute the sign and the logarithm of the size of determinants."""
    _check_square(A)
    sign, size = torch.linalg.slogdet(A)
    return _per_matrix(sign), _per_matrix(size)


def _per_matrix(value: Array) -> Array:
    """Give a number of one matrix the shape (1,), unless NumPy shapes are on."""
    return value if npmode.get_shape() else shaped(value)


# ---- diagonals and triangles --------------------------------------------------------------------

def _check_offset(A: Array, offset: int) -> None:
    _check_square(A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetError(f"Illegal offset {offset} for diag/trian extraction of matrix with dimension "
                         f"{A.shape[-1]}")


@op("_linalg_extractdiag", aliases=("linalg_extractdiag",))
def extractdiag(A: Array, *, offset: int = 0):
    """Give a diagonal of each matrix."""
    _check_offset(A, offset)
    return torch.diagonal(A, offset, -2, -1).clone(memory_format=torch.contiguous_format)


@op("_linalg_makediag", aliases=("linalg_makediag",))
def makediag(A: Array, *, offset: int = 0):
    """Make matrices with the last axis of an array as a diagonal."""
    _check_floats(A)
    return torch.diag_embed(A, offset)


def _triangle(size: int, offset: int, lower: bool, device) -> tuple:
    """Give rows and columns of a triangle in MXNet's order: the upper one is the lower one transposed."""
    rows, columns = torch.tril_indices(size, size, device=device)
    rows = rows + abs(offset)
    return (rows, columns) if offset < 0 or (offset == 0 and lower) else (columns, rows)


@op("_linalg_extracttrian", aliases=("linalg_extracttrian",))
def extracttrian(A: Array, *, offset: int = 0, lower: bool = True):
    """Pack a triangle of each matrix into a vector, row by row of the lower one.

    A positive offset means the upper triangle above that diagonal, a negative one the lower.
    """
    _check_offset(A, offset)
    rows, columns = _triangle(A.shape[-1] - abs(offset), offset, lower, A.device)
    return A[..., rows, columns]


@op("_linalg_maketrian", aliases=("linalg_maketrian",))
def maketrian(A: Array, *, offset: int = 0, lower: bool = True):
    """Unpack vectors into triangular matrices; the inverse of extracttrian."""
    _check_floats(A)
    count = A.shape[-1]
    size = int(((8 * count + 1) ** 0.5 - 1) / 2)
    if size * (size + 1) // 2 != count:
        raise MXNetError("Input tensor of maketrian has an invalid dimension for the last axis: "
                         f"{count} is no triangular number")
    rows, columns = _triangle(size, offset, lower, A.device)
    side = size + abs(offset)
    made = A.new_zeros((*A.shape[:-1], side * side))
    return made.index_copy(-1, rows * side + columns, A).reshape(*A.shape[:-1], side, side)
