"""Cases of products and of linear algebra."""
import numpy as np

from tests.operators.harness import Case, definite, triangular, uniform


def dot(x, y, transpose_a=False, transpose_b=False):
    left = np.moveaxis(x, 0, -1) if transpose_a else x
    right = np.moveaxis(y, -1, 0) if transpose_b else y
    return np.atleast_1d(np.tensordot(left, right, 1))


def swapped(x, flag):
    return np.swapaxes(x, -1, -2) if flag else x


def gemm(a, b, c=None, transpose_a=False, transpose_b=False, alpha=1, beta=1, axis=-2):
    a, b = (np.swapaxes(m, axis, -2) for m in (a, b))
    made = np.swapaxes(alpha * swapped(a, transpose_a) @ swapped(b, transpose_b), axis, -2)
    return made if c is None else made + beta * c


def trmm(a, b, transpose=False, rightside=False, lower=True, alpha=1):
    a = swapped(np.tril(a) if lower else np.triu(a), transpose)
    return alpha * (b @ a if rightside else a @ b)


def trsm(a, b, transpose=False, rightside=False, lower=True, alpha=1):
    a = np.linalg.inv(swapped(np.tril(a) if lower else np.triu(a), transpose))
    return alpha * (b @ a if rightside else a @ b)


def syevd(a):
    values, vectors = np.linalg.eigh(a)
    rows = np.swapaxes(vectors, -1, -2)
    largest = np.take_along_axis(rows, np.abs(rows).argmax(-1)[..., None], -1)
    return rows * np.sign(largest), values


def triangle(size, offset, lower):
    rows, columns = np.tril_indices(size)
    rows = rows + abs(offset)
    return (rows, columns) if offset < 0 or (offset == 0 and lower) else (columns, rows)


def extracttrian(a, offset=0, lower=True):
    rows, columns = triangle(a.shape[-1] - abs(offset), offset, lower)
    return a[..., rows, columns]


def maketrian(a, offset=0, lower=True):
    size = int((np.sqrt(8 * a.shape[-1] + 1) - 1) / 2)
    made = np.zeros((*a.shape[:-1], size + abs(offset), size + abs(offset)))
    made[(..., *triangle(size, offset, lower))] = a
    return made


def symmetric(function):
    """Read the lower triangle only: what the operator is a function of."""
    return lambda a: function(np.tril(a) + np.swapaxes(np.tril(a, -1), -1, -2))


def flat(x):
    return np.atleast_1d(x)


LOOSE = {"float32": 1e-4}  # inverses of drawn matrices lose a digit

CASES = [
    *(Case("dot", [left, right], params, reference=dot)
      for left, right, params in (
          ((2, 3), (3, 4), {}), ((3, 2), (3, 4), {"transpose_a": True}), ((2, 3), (4, 3), {"transpose_b": True}),
          ((3, 2), (4, 3), {"transpose_a": True, "transpose_b": True}), ((3,), (3,), {}), ((2, 3), (3,), {}),
          ((3,), (3, 2), {}), ((2, 3, 4), (4, 2), {}), ((4, 2, 3), (4, 2), {"transpose_a": True}),
          ((2, 4), (3, 2, 4), {"transpose_b": True}), ((2, 3), (3, 2, 2), {}))),
    Case("dot", [uniform((2, 3)), uniform((3, 2))], reference=dot, dtypes="float16", grad=False),
    Case("dot", [(2, 3), (2, 3)], raises="dot shape error"),
    Case("dot", [(3,), (3,)], {"transpose_a": True}, raises="Cannot transpose vectors"),
    *(Case("batch_dot", [left, right], {"transpose_a": a, "transpose_b": b},
           reference=lambda x, y, transpose_a, transpose_b: swapped(x, transpose_a) @ swapped(y, transpose_b))
      for left, right, a, b in (((2, 3, 4), (2, 4, 2), False, False), ((2, 4, 3), (2, 4, 2), True, False),
                                ((2, 3, 4), (2, 2, 4), False, True), ((2, 4, 3), (2, 2, 4), True, True),
                                ((2, 1, 3, 2), (2, 1, 2, 2), False, False))),
    Case("batch_dot", [(1, 3, 4), (2, 4, 2)], raises="leading batch dimensions"),
    Case("batch_dot", [(3, 4), (4, 2)], raises="N >= 3"),
    *(Case("_linalg_gemm2", [left, right], params, reference=gemm)
      for left, right, params in (((2, 3), (3, 4), {"alpha": 1.5}), ((2, 2, 3), (2, 3, 2), {}),
                                  ((3, 2), (4, 3), {"transpose_a": True, "transpose_b": True}),
                                  ((3, 2, 2), (2, 2, 4), {"axis": 0}))),
    Case("_linalg_gemm", [(2, 3), (3, 4), (2, 4)], {"alpha": 1.5, "beta": 0.5}, reference=gemm),
    Case("_linalg_gemm", [(2, 3, 2), (2, 3, 4), (2, 2, 4)], {"transpose_a": True}, reference=gemm),
    Case("_linalg_gemm", [(2, 3), (3, 4), (2, 3)], raises="expected C of shape"),
    Case("_linalg_gemm2", [uniform((2, 2)), uniform((2, 2))], dtypes="float16", raises="32-bit and 64-bit"),
    *(Case("_linalg_syrk", [(2, 2, 3)], {"transpose": flag, "alpha": 0.5},
           reference=lambda a, transpose, alpha: alpha * swapped(a, transpose) @ swapped(a, not transpose))
      for flag in (False, True)),
    *(Case(name, [triangular((2, 3, 3)) if params.get("lower", True) else triangular((2, 3, 3), lower=False),
                  (2, 4, 3) if params.get("rightside") else (2, 3, 4)], params, reference=function, tolerance=LOOSE)
      for name, function in (("_linalg_trmm", trmm), ("_linalg_trsm", trsm))
      for params in ({}, {"transpose": True}, {"rightside": True, "alpha": 2}, {"lower": False},
                     {"lower": False, "transpose": True, "rightside": True})),
    Case("_linalg_trsm", [(2, 2), (3, 2)], raises="do not fit"),
    Case("_linalg_potrf", [definite((2, 3, 3))], reference=np.linalg.cholesky, tolerance=LOOSE,
         grad=lambda h, a: cholesky_gradient(h[0], a)),
    Case("_linalg_potrf", [np.array([[1.0, 2], [2, 1]])], raises="positive definite"),
    Case("_linalg_potrf", [(2, 3)], raises="square"),
    Case("_linalg_potri", [triangular((2, 3, 3))], tolerance=LOOSE,
         reference=lambda a: np.linalg.inv(np.tril(a) @ swapped(np.tril(a), True))),
    Case("_linalg_sumlogdiag", [definite((3, 3))], reference=lambda a: flat(np.log(np.diag(a)).sum())),
    Case("_linalg_sumlogdiag", [definite((2, 3, 3))],
         reference=lambda a: np.log(np.diagonal(a, 0, -2, -1)).sum(-1)),
    Case("_linalg_gelqf", [(2, 3)], grad=True, reference=lambda a: tuple(
        swapped(m, True) for m in np.linalg.qr(swapped(a, True))), tolerance=LOOSE),
    Case("_linalg_gelqf", [(3, 2)], raises="rows"),
    Case("_linalg_syevd", [definite((2, 3, 3))], reference=syevd, grad=False, tolerance=LOOSE),
    Case("_linalg_syevd", [definite((3, 3))], reference=syevd, grad=False, tolerance=LOOSE),
    Case("_linalg_inverse", [definite((2, 3, 3))], reference=np.linalg.inv, tolerance=LOOSE),
    Case("_linalg_inverse", [np.zeros((2, 2))], raises="singular"),
    Case("_linalg_det", [definite((3, 3))], reference=lambda a: flat(np.linalg.det(a)), tolerance=LOOSE),
    Case("_linalg_det", [(2, 3, 3)], reference=np.linalg.det, tolerance=LOOSE),
    Case("_linalg_slogdet", [definite((2, 3, 3))], reference=lambda a: tuple(np.linalg.slogdet(a)), tolerance=LOOSE),
    *(Case("_linalg_extractdiag", [(2, 3, 3)], {"offset": k},
           reference=lambda a, offset: np.diagonal(a, offset, -2, -1)) for k in (0, 1, -2)),
    Case("_linalg_extractdiag", [(3, 3)], {"offset": 3}, raises="Illegal offset"),
    *(Case("_linalg_makediag", [(2, 3)], {"offset": k},
           reference=lambda a, offset: np.stack([np.diag(row, offset) for row in a])) for k in (0, 1, -2)),
    *(Case(name, [shape], {"offset": k, "lower": lower}, reference=function)
      for name, shape, function in (("_linalg_extracttrian", (2, 4, 4), extracttrian),
                                    ("_linalg_maketrian", (2, 6), maketrian))
      for k, lower in ((0, True), (0, False), (1, True), (-1, False))),
    Case("_linalg_maketrian", [(4,)], raises="triangular number|invalid dimension"),
]


def cholesky_gradient(grad, a):
    """Give the symmetric gradient: moving an element moves its mirror image with it."""
    factor = np.linalg.cholesky(a)
    inner = np.tril(swapped(factor, True) @ np.tril(grad))
    inner -= 0.5 * inner * np.eye(a.shape[-1])
    inverse = np.linalg.inv(factor)
    made = swapped(inverse, True) @ inner @ inverse
    return 0.5 * (made + swapped(made, True))
