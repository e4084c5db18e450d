"""Walks of linear algebra on matrices in the last two axes."""
from tests.conformance.walk import array, walk


def batch(draw):
    return draw.shape((0, 2), high=3)


def kind(draw):
    return draw.dtype("float32", "float64")


@walk("_linalg_gemm", "_linalg_gemm2")
def gemm(draw):
    rows, inner, columns = draw.shape(3)
    left, right, dtype, lead = draw.flag(), draw.flag(), kind(draw), batch(draw)
    sides = [[inner, rows] if left else [rows, inner], [columns, inner] if right else [inner, columns]]
    if draw.op == "_linalg_gemm":
        sides.append([rows, columns])
    axis = draw.choice([-2, -2, -3]) if lead else -2
    # with another axis the rows move there; the batch stays in between
    shapes = [[*lead, *s] if axis == -2 else [*lead[:-1], s[0], lead[-1], s[1]] for s in sides]
    more = {"beta": draw.real(-2, 2)} if draw.op == "_linalg_gemm" else {}
    return draw.case([array(s, dtype=dtype) for s in shapes], transpose_a=left, transpose_b=right,
                     alpha=draw.real(-2, 2), axis=axis, **more)


@walk("_linalg_syrk")
def syrk(draw):
    return draw.case([array([*batch(draw), *draw.shape(2)], dtype=kind(draw))], transpose=draw.flag(),
                     alpha=draw.real(-2, 2))


@walk("_linalg_trmm", "_linalg_trsm")
def triangular(draw):
    size, other = draw.shape(2)
    right, lead, dtype = draw.flag(), batch(draw), kind(draw)
    factor = array([*lead, size, size], "triangular", dtype)
    sides = [other, size] if right else [size, other]
    lower = draw.flag()
    if not lower:  # drawn lower; read as upper it is diagonal, which is a case of its own
        factor = array([*lead, size, size], "definite", dtype)
    return draw.case([factor, array([*lead, *sides], dtype=dtype)], transpose=draw.flag(),
                     rightside=right, lower=lower, alpha=draw.real(-2, 2))


@walk("_linalg_potrf", "_linalg_inverse", "_linalg_det", "_linalg_slogdet", "_linalg_sumlogdiag")
def definite(draw):
    size = draw.integer(1, 5)
    return draw.case([array([*batch(draw), size, size], "definite", kind(draw))])


@walk("_linalg_syevd")
def syevd(draw):
    size, dtype = draw.integer(1, 5), kind(draw)
    # eigenvalues may lie close together: the gradient in float32 is then noise on either side
    return draw.case([array([*batch(draw), size, size], "definite", dtype)], grad=dtype == "float64")


@walk("_linalg_potri")
def potri(draw):
    size = draw.integer(1, 5)
    return draw.case([array([*batch(draw), size, size], "triangular", kind(draw))])


@walk("_linalg_gelqf")
def gelqf(draw):
    rows = draw.integer(1, 4)
    return draw.case([array([*batch(draw), rows, rows + draw.integer(0, 2)], dtype=kind(draw))])


@walk("_linalg_extractdiag", "_linalg_extracttrian")
def extract(draw):
    size = draw.integer(1, 5)
    more = {"lower": draw.flag()} if draw.op == "_linalg_extracttrian" else {}
    return draw.case([array([*batch(draw), size, size], dtype=kind(draw))],
                     offset=draw.integer(1 - size, size - 1), **more)


@walk("_linalg_makediag")
def makediag(draw):
    return draw.case([array([*batch(draw), draw.integer(1, 4)], dtype=kind(draw))],
                     offset=draw.integer(-2, 2))


@walk("_linalg_maketrian")
def maketrian(draw):
    size = draw.integer(1, 4)
    return draw.case([array([*batch(draw), size * (size + 1) // 2], dtype=kind(draw))],
                     offset=draw.integer(-2, 2), lower=draw.flag())
