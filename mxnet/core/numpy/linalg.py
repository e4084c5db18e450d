"""Linear algebra."""
import numpy as np

from .functions import function


@function("linalg")
def norm(F, x, ord=None, axis=None, keepdims=False):
    """Compute a norm of vectors or matrices."""
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
    if ord in ("inf", "-inf"):
        return F.call("_np_max" if ord == "inf" else "_np_min", F.call("_npi_absolute", x), axis=axes,
                      keepdims=keepdims)
    flag = {None: 1, "fro": 1, "f": 1, "nuc": 2}.get(ord, -1)
    return F.call("_npi_norm", x, ord=2 if flag > 0 else ord, axis=axes, keepdims=keepdims, flag=flag)


def _matrix_norm(F, x, ord, axes: tuple, keepdims: bool):
    """Give the largest or smallest sum of magnitudes of rows or columns."""
    summed, chosen = axes if ord in (1, -1) else axes[::-1]
    if not keepdims and chosen > summed:
        chosen -= 1
    sums = F.call("_np_sum", F.call("_npi_absolute", x), axis=summed, keepdims=keepdims)
    return F.call("_np_max" if ord in ("inf", 1) else "_np_min", sums, axis=chosen, keepdims=keepdims)


@function("linalg")
def svd(F, a):
    """Decompose matrices into ``ut @ diag(l) @ v``."""
    return tuple(F.call("_npi_svd", a))


@function("linalg")
def eig(F, a):
    """Give eigenvalues and right eigenvectors."""
    return tuple(F.call("_npi_eig", a))


@function("linalg")
def eigh(F, a, UPLO="L"):
    """Give eigenvalues and eigenvectors of symmetric matrices."""
    return tuple(F.call("_npi_eigh", a, UPLO=UPLO))


@function("linalg")
def eigvalsh(F, a, UPLO="L"):
    """Give eigenvalues of symmetric matrices."""
    return F.call("_npi_eigvalsh", a, UPLO=UPLO)


def _plain(name: str, text: str) -> None:
    def made(F, a):
        return F.call(f"_npi_{name}", a)
    made.__name__, made.__doc__ = name, text
    function("linalg")(made)


for _name, _text in {"cholesky": "Give the lower triangular factor of positive-definite matrices.",
                     "inv": "Invert matrices.", "det": "Compute determinants.",
                     "eigvals": "Give eigenvalues."}.items():
    _plain(_name, _text)


@function("linalg")
def slogdet(F, a):
    """Give signs and logarithms of determinants."""
    return F.call("_npi_slogdet", a)


@function("linalg")
def solve(F, a, b):
    """Solve ``a @ x = b``."""
    return F.call("_npi_solve", a, b)


@function("linalg")
def tensorinv(F, a, ind=2):
    """Invert a tensor as a map from its last axes to its first ``ind``."""
    return F.call("_npi_tensorinv", a, ind=ind)


@function("linalg")
def tensorsolve(F, a, b, axes=None):
    """Solve ``tensordot(a, x, x.ndim) = b``."""
    return F.call("_npi_tensorsolve", a, b, a_axes=axes)


@function("linalg")
def pinv(F, a, rcond=1e-15, hermitian=False):
    """Give the pseudo-inverse of matrices."""
    if hermitian is True:
        raise NotImplementedError("pinv: matrices are taken for general ones; there is no hermitian=True, as in MXNet")
    if np.isscalar(rcond):
        return F.call("_npi_pinv_scalar_rcond", a, rcond=rcond, hermitian=hermitian)
    return F.call("_npi_pinv", a, rcond, hermitian=hermitian)
