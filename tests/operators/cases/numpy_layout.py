"""Cases of mx.np's operators that shape, order, join, cut and make arrays, and that multiply them."""
import numpy as np

from tests.operators.harness import Case, definite, distinct, uniform

A, B = (2, 3, 4), (3, 4)


def by(function, *names, **fixed):
    """Call a NumPy function with params under its own names, in order."""
    def reference(*arrays, **params):
        return function(*arrays, *[params.get(name) for name in names], **fixed)
    return reference



def made(function):
    """Say what an operator without inputs makes."""
    return lambda **params: function(**params)


MAKING = {"dtypes": "float32", "grad": False}
CASES = [
    Case("_np_reshape", [A], {"newshape": (4, -1)}, reference=by(np.reshape, "newshape")),
    Case("_np_reshape", [A], {"newshape": (5, -1)}, raises="reshape"),
    Case("_npx_reshape", [A], {"newshape": (-5, -2)}, reference=lambda x, newshape: x.reshape(6, 4)),
    Case("_npx_reshape", [(1, 4, 6)], {"newshape": (-3, -2, -6, 2, -1)},
         reference=lambda x, newshape: x.reshape(4, 2, 3)),
    Case("_npx_reshape", [A], {"newshape": (-2, -4)}, reference=lambda x, newshape: x),
    Case("_npx_reshape", [A], {"newshape": (-3, -4)}, raises="size 1"),
    Case("_np_squeeze", [(1, 3, 1)], reference=by(np.squeeze)),
    Case("_np_squeeze", [(1, 3, 1)], {"axis": (0,)}, reference=by(np.squeeze, "axis")),
    Case("_np_squeeze", [(1, 3)], {"axis": (1,)}, raises="squeeze"),
    Case("_np_atleast_1d", [()], {"num_args": 1}, reference=by(np.atleast_1d)),
    Case("_np_atleast_2d", [(3,)], {"num_args": 1}, reference=by(np.atleast_2d)),
    Case("_np_atleast_3d", [(3,)], {"num_args": 1}, reference=by(np.atleast_3d)),
    Case("_np_transpose", [A], reference=by(np.transpose)),
    Case("_np_transpose", [A], {"axes": (1, 0, 2)}, reference=by(np.transpose, "axes")),
    Case("_np_moveaxis", [A], {"source": (0,), "destination": (2,)},
         reference=by(np.moveaxis, "source", "destination")),
    Case("_np_roll", [A], {"shift": (1,)}, reference=lambda x, shift: np.roll(x, 1)),
    Case("_np_roll", [A], {"shift": (1, 2), "axis": (0, 2)}, reference=by(np.roll, "shift", "axis")),
    Case("_npi_flip", [A], {"axis": (1,)}, reference=by(np.flip, "axis")),
    Case("_npi_rot90", [A], {"k": 1, "axes": (0, 2)}, reference=by(np.rot90, "k", "axes")),
    Case("_npi_broadcast_to", [(3, 1)], {"shape": (2, 3, 4)}, reference=by(np.broadcast_to, "shape")),
    Case("_npi_broadcast_to", [(3, 2)], {"shape": (3, 4)}, raises="broadcast"),
    Case("_np_diag", [(3,)], {"k": 1}, reference=by(np.diag, "k")),
    Case("_np_diag", [B], {"k": -1}, reference=by(np.diag, "k")),
    Case("_np_diagflat", [(2, 2)], {"k": 1}, reference=by(np.diagflat, "k")),
    Case("_np_diagonal", [A], {"offset": 1, "axis1": 0, "axis2": 2},
         reference=by(np.diagonal, "offset", "axis1", "axis2")),
    Case("_np_trace", [A], {"offset": 1, "axis1": 1, "axis2": 2}, reference=by(np.trace, "offset", "axis1", "axis2")),
    Case("_npi_tril", [A], {"k": 1}, reference=by(np.tril, "k")),
    Case("_npi_diag_indices_from", [(3, 3)], reference=lambda x: np.stack(np.diag_indices_from(x)), grad=False),
    *[Case("_npi_pad", [B], {"pad_width": ((1, 2), (2, 1)), "mode": mode},
           reference=lambda x, pad_width, mode: np.pad(x, pad_width, mode))
      for mode in ("constant", "edge", "reflect", "symmetric")],
    Case("_npi_pad", [distinct(B)], {"pad_width": ((1, 0), (0, 1)), "mode": "maximum"}, grad=False,
         reference=lambda x, pad_width, mode: np.pad(x, pad_width, mode)),
    # joined and cut
    Case("_npi_concatenate", [B, (2, 4)], {"axis": 0}, reference=lambda *a, axis: np.concatenate(a, axis)),
    Case("_npi_concatenate", [B, (2,)], {"axis": None}, reference=lambda *a, axis: np.concatenate(a, axis)),
    Case("_npi_stack", [B, B], {"axis": 1}, reference=lambda *a, axis: np.stack(a, axis)),
    Case("_npi_stack", [B, (2, 4)], {"axis": 1}, raises="same shape"),
    Case("_npi_vstack", [(3,), (3,)], reference=lambda *a: np.vstack(a)),
    Case("_npi_hstack", [(3,), (2,)], reference=lambda *a: np.hstack(a)),
    Case("_npi_hstack", [B, (3, 2)], reference=lambda *a: np.hstack(a)),
    Case("_npi_dstack", [B, B], reference=lambda *a: np.dstack(a)),
    Case("_npi_column_stack", [(3,), (3, 2)], reference=lambda *a: np.column_stack(a)),
    Case("_npi_hsplit", [(2, 4)], {"indices": (), "sections": 2},
         reference=lambda x, indices, sections: tuple(np.hsplit(x, 2))),
    Case("_npi_dsplit", [A], {"indices": (0, 1), "axis": 2},
         reference=lambda x, indices, axis: tuple(np.dsplit(x, [1]))),
    # products
    Case("_np_dot", [B, (4, 2)], reference=np.dot), Case("_np_dot", [A, (4,)], reference=np.dot),
    Case("_np_dot", [(), B], reference=np.dot), Case("_np_dot", [A, (5, 4, 2)], reference=np.dot),
    Case("_npi_matmul", [A, (2, 4, 3)], reference=np.matmul), Case("_npi_matmul", [(4,), (4, 3)], reference=np.matmul),
    Case("_npi_matmul", [(), (4, 3)], raises="scalars"),
    Case("_npi_tensordot", [A, (4, 3)], {"a_axes_summed": (1, 2), "b_axes_summed": (1, 0)},
         reference=lambda a, b, a_axes_summed, b_axes_summed: np.tensordot(a, b, (a_axes_summed, b_axes_summed))),
    Case("_npi_tensordot_int_axes", [A, (4, 2)], {"axes": 1}, reference=by(np.tensordot, "axes")),
    Case("_npi_einsum", [B, (4, 2)], {"subscripts": "ij,jk->ik"},
         reference=lambda *a, subscripts: np.einsum(subscripts, *a)),
    # made of nothing
    Case("_npi_zeros", params={"shape": (2, 0)}, reference=made(lambda shape: np.zeros(shape)), **MAKING),
    Case("_npi_ones", params={"shape": (), "dtype": "int32"},
         reference=made(lambda shape, dtype: np.ones(shape, dtype)), **MAKING),
    Case("_npi_identity", params={"shape": (3, 3)}, reference=made(lambda shape: np.eye(3)), **MAKING),
    Case("_npi_full_like", [B], {"fill_value": 2.5}, reference=by(np.full_like, "fill_value"), grad=False),
    Case("_npi_arange", params={"start": 1, "stop": 6, "step": 2}, reference=made(np.arange), **MAKING),
    Case("_npi_arange", params={"start": 3, "stop": 1}, reference=made(np.arange), **MAKING),
    Case("_npi_eye", params={"N": 3, "M": 4, "k": 1}, reference=made(np.eye), **MAKING),
    Case("_npi_indices", params={"dimensions": (2, 3)}, reference=made(np.indices), **MAKING),
    Case("_npi_logspace", params={"start": 0, "stop": 2, "num": 5}, reference=made(np.logspace), **MAKING),
    *[Case(f"_npi_{name}", params={"M": 6}, reference=made(getattr(np, name)), **MAKING)
      for name in ("hanning", "hamming", "blackman")],
    # linear algebra
    Case("_npi_norm", [A], reference=lambda x: np.linalg.norm(x)),
    Case("_npi_norm", [A], {"ord": 3, "axis": (1,), "flag": -1}, reference=lambda x, **p: np.linalg.norm(x, 3, 1)),
    Case("_npi_norm", [A], {"ord": 2, "axis": (1, 2), "flag": 2, "keepdims": True}, grad=False,
         reference=lambda x, **p: np.linalg.norm(x, "nuc", (1, 2), True)),
    Case("_npi_svd", [(3, 4)], grad=False, check=lambda outs, ins, params: np.testing.assert_allclose(
        outs[0] * outs[1] @ outs[2], ins[0], atol=1e-5)),
    Case("_npi_cholesky", [definite((3, 3))], reference=np.linalg.cholesky, grad=False),
    Case("_npi_eigvals", [definite((3, 3))], grad=False, check=lambda outs, ins, params: np.testing.assert_allclose(
        np.sort(outs[0]), np.linalg.eigvalsh(ins[0]), rtol=1e-4)),
    Case("_npi_eig", [definite((3, 3))], grad=False, check=lambda outs, ins, params: np.testing.assert_allclose(
        ins[0] @ outs[1], outs[0] * outs[1], atol=1e-4)),
    Case("_npi_eigvalsh", [definite((3, 3))], reference=np.linalg.eigvalsh, grad=False, tolerance={"float32": 1e-4}),
    Case("_npi_eigh", [definite((3, 3))], grad=False, check=lambda outs, ins, params: np.testing.assert_allclose(
        ins[0] @ outs[1], outs[0] * outs[1], atol=1e-4)),
    Case("_npi_solve", [definite((3, 3)), (3, 2)], reference=np.linalg.solve, tolerance={"float32": 1e-3}),
    Case("_npi_tensorinv", [lambda rng: np.eye(4).reshape(2, 2, 4) + 0.1 * rng.uniform(size=(2, 2, 4))], {"ind": 2},
         reference=by(np.linalg.tensorinv, "ind"), tolerance={"float32": 1e-4}),
    Case("_npi_tensorsolve", [lambda rng: np.eye(4).reshape(2, 2, 4) + 0.1 * rng.uniform(size=(2, 2, 4)), (2, 2)],
         reference=np.linalg.tensorsolve, tolerance={"float32": 1e-4}),
    Case("_npi_pinv_scalar_rcond", [uniform((3, 2), 0.5, 2)], reference=lambda a, **p: np.linalg.pinv(a), grad=False,
         tolerance={"float32": 1e-3}),
    Case("_npi_pinv", [uniform((3, 2), 0.5, 2), np.array(1e-6)], reference=lambda a, r: np.linalg.pinv(a), grad=False,
         tolerance={"float32": 1e-3}),
]
