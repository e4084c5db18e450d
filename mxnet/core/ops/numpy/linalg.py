"""Linear algebra: norms, decompositions, solvers."""
from collections.abc import Callable
from functools import partial
from math import inf, prod

import torch

from ...errors import MXNetError
from ...op import Array, Double, Ints, Shape, op, shapes, types
from ..layout import axis_of
from ..linalg import gradient_of_inverse
from ..reduce import length

# ---- norms --------------------------------------------------------------------------------------


def _order(ord: str) -> float:
    return {"inf": inf, "-inf": -inf}[ord] if ord in ("inf", "-inf") else float(ord)


def _as_floats(data: Array) -> Array:
    return data if data.is_floating_point() else data.float()


def _float_type(types, p) -> None:
    """Integers give float32."""
    kind = types.ins[0]
    if kind is not None:
        types.set_outs(kind if kind.is_floating_point else torch.float32)


def _solved_kind(*kinds: torch.dtype) -> torch.dtype:
    """Return the type of decompositions and solutions: float64 for integers, and for two types."""
    return kinds[0] if kinds[0].is_floating_point and len(set(kinds)) == 1 else torch.float64


def _solved_type(types, p) -> None:
    if None not in types.ins:
        types.set_outs(_solved_kind(*types.ins))


@op("_npi_norm", types=_float_type, output_names=["output0"])
def norm(data: Array, *, ord: str = "2", axis: Shape | None = None, keepdims: bool = False, flag: int = -2):
    """Compute a norm of vectors or matrices.

    ``flag`` says which: -2 of all elements, -1 of vectors, 0 the largest or smallest singular value, 1 Frobenius's,
    2 the sum of singular values.
    """
    data = _as_floats(data)
    if flag == -2:
        found = length(data, 2, tuple(range(data.dim())), False)
        return found.reshape([1] * data.dim()) if keepdims else found
    if axis is None and not data.dim():
        raise MXNetError("an array without dimensions has no such norm")
    axes = tuple(range(data.dim()))[-2:] if axis is None else tuple(axis_of(place, data.dim()) for place in axis)
    if flag in (0, 2):
        values = torch.linalg.svdvals(torch.movedim(data, axes, (-2, -1)))
        found = values.sum(-1) if flag == 2 else values.amax(-1) if _order(ord) > 0 else values.amin(-1)
        return found.reshape([1 if place in axes else size for place, size in enumerate(data.shape)]) \
            if keepdims else found
    if flag == -1 and len(axes) == 2:
        return torch.linalg.matrix_norm(data, _order(ord), axes, keepdims)
    return length(data, 2 if flag == 1 else _order(ord), axes, keepdims)


# ---- decompositions -----------------------------------------------------------------------------

def _square(a: Array) -> None:
    if a.dim() < 2 or a.shape[-1] != a.shape[-2]:
        raise MXNetError(f"takes square matrices, got {list(a.shape)}")


@op("_npi_svd", outputs=3, strided=True)
def svd(A: Array):
    """Decompose matrices into ``ut @ diag(l) @ v``."""
    u, values, v = torch.linalg.svd(A, full_matrices=False)
    return u, values, v


@op("_npi_cholesky", shapes=shapes.same, strided=True)
def cholesky(A: Array):
    """Return the lower triangular factor of positive-definite matrices."""
    _square(A)
    return torch.linalg.cholesky(A) if A.dtype is not torch.float16 else torch.linalg.cholesky(A.float()).half()


def _in_one_type(function: Callable, *tensors: torch.Tensor):
    """Compute in the type of the result: float64 of integers, and of two types."""
    kind = _solved_kind(*(tensor.dtype for tensor in tensors))
    return _widened(function, *(tensor.to(kind) for tensor in tensors))


def _widened(function: Callable, *tensors: torch.Tensor):
    """Compute in float32 what torch has no 16-bit kernel for."""
    kind = tensors[0].dtype
    if kind not in (torch.float16, torch.bfloat16):
        return function(*tensors)
    found = function(*(tensor.float() for tensor in tensors))
    return tuple(part.to(kind) for part in found) if isinstance(found, tuple) else found.to(kind)


def _declare_eigen(name: str, text: str, kernel, several: bool, symmetric: bool) -> None:
    def of_symmetric(A: Array, *, UPLO: str = "L"):
        _square(A)
        return _in_one_type(lambda a: kernel(a, UPLO), A)

    def of_any(A: Array):
        _square(A)
        return _in_one_type(kernel, A)
    body: Callable = of_symmetric if symmetric else of_any
    body.__doc__ = text
    op(name, outputs=2 if several else 1, types=_solved_type, differentiable=symmetric, strided=True)(body)


def _real_pairs(a: Array) -> tuple:
    if a.device.type == "meta":
        return a.new_empty(a.shape[:-1]), a
    values, vectors = torch.linalg.eig(a)
    return values.real.to(a.dtype), vectors.real.to(a.dtype)


_declare_eigen("_npi_eig", "Give eigenvalues and right eigenvectors, their real parts.", _real_pairs, True, False)
_declare_eigen("_npi_eigvals", "Give eigenvalues, their real parts.", lambda a: _real_pairs(a)[0], False, False)
_declare_eigen("_npi_eigh", "Give eigenvalues and eigenvectors of symmetric matrices.",
               lambda a, side: tuple(torch.linalg.eigh(a, side)), True, True)
_declare_eigen("_npi_eigvalsh", "Give eigenvalues of symmetric matrices.", torch.linalg.eigvalsh, False, True)


# ---- solvers ------------------------------------------------------------------------------------

def _solved(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.linalg.solve(a, b.unsqueeze(-1)).squeeze(-1) if b.dim() == a.dim() - 1 else torch.linalg.solve(a, b)


@op("_npi_solve", types=_solved_type, strided=True)
def solve(A: Array, B: Array):
    """Solve ``A @ x = B``."""
    _square(A)
    return _in_one_type(_solved, A, B)


@op("_npi_tensorinv", strided=True)
def tensorinv(a: Array, *, ind: int = 2):
    """Invert a tensor as a map from its last axes to its first ``ind``."""
    if ind <= 0:
        raise MXNetError("Invalid ind argument.")
    left, right = a.shape[:ind], a.shape[ind:]
    return _widened(torch.linalg.inv, a.reshape(prod(left), prod(right)).mT).mT.reshape(*right, *left)


@tensorinv.fast_gradient
def tensorinv_gradient(grad, a, out, *, p):
    rows, columns = prod(a.shape[p.ind:]), prod(a.shape[:p.ind])
    return gradient_of_inverse(grad.reshape(rows, columns), out.reshape(rows, columns)).reshape(a.shape)


@op("_npi_tensorsolve", types=_solved_type, strided=True)
def tensorsolve(a: Array, b: Array, *, a_axes: Ints | None = None):
    """Solve ``tensordot(a, x, x.ndim) = b``; the named axes of ``a`` are moved to the end first."""
    if a_axes:
        rest = [place for place in range(a.dim()) if place not in [axis % a.dim() for axis in a_axes]]
        a = a.permute(*rest, *[axis % a.dim() for axis in a_axes])
    unknown = tuple(a.shape)[b.dim() - a.dim():]
    square = a.reshape(b.numel(), prod(unknown))
    return _in_one_type(torch.linalg.solve, square, b.reshape(-1)).reshape(unknown)


@op("_npi_pinv_scalar_rcond", strided=True)
def pinv_scalar_rcond(A: Array, *, rcond: Double = 1e-15, hermitian: bool = False):
    """Return the pseudo-inverse of matrices; singular values below ``rcond`` of the largest count as zero."""
    return _widened(partial(torch.linalg.pinv, rtol=rcond, hermitian=hermitian), A)


@op("_npi_pinv", types=types.free, strided=True)
def pinv(A: Array, rcond: Array, *, hermitian: bool = False):
    """Return the pseudo-inverse of matrices, each with its own cutoff."""
    return _widened(lambda a, rtol: torch.linalg.pinv(a, rtol=rtol, hermitian=hermitian), A, rcond.to(A.dtype))
