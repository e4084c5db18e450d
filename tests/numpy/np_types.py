"""Calls of mx.np x types x shapes: each gives a value with its type, or a refusal.

Run as a script it writes what the running MXNet answers, in the order of `calls`:
``np_types.py tests/data/np_types.txt.gz``.
"""
import gzip
import itertools
import operator
import os
import sys

import numpy as onp

from mxnet import np, npx

TYPES = "bool int8 uint8 int32 int64 float16 float32 float64".split()

# ---- of two arrays -----------------------------------------------------------------------------

LEFT = {"bool": [1, 0], "int8": [100, -7], "uint8": [200, 7], "int32": [300, -7], "int64": [5 * 10 ** 9, -7],
        "float16": [2.5, -7.5], "float32": [1.7, -7.5], "float64": [1.1, -7.5]}
RIGHT = {"bool": [1, 1], "int8": [90, 3], "uint8": [150, 4], "int32": [250, 5], "int64": [9 * 10 ** 9, 5],
         "float16": [1.5, 3.0], "float32": [1.3, 3.25], "float64": [1.9, 2.5]}
VECTORS = {"0-d": lambda row: row[0], "1-d": lambda row: row, "empty": lambda row: row[:0]}
NAMES = """add subtract multiply divide true_divide mod remainder maximum minimum hypot copysign arctan2 lcm bitwise_and
    bitwise_or bitwise_xor equal not_equal greater less greater_equal less_equal""".split()
LARGE = [*(f"np.{name}(a, b)" for name in NAMES), *(f"np.{name}((a, b))" for name in (
    "concatenate", "stack", "vstack", "hstack", "dstack", "column_stack")),
    "np.append(a, b)", "np.polyval(a, b)", "np.where(a, a, b)", "np.where(a, b, 2)", "np.where(a, 3, b)",
    "np.tensordot(a, b, 0)", "np.outer(a, b)", "np.average(a, weights=b)", "np.ediff1d(a, b, b)", "np.insert(a, 0, b)",
    *(f"np.{name}(a, b, out=a)" for name in "add subtract multiply true_divide mod maximum arctan2".split()),
    "np.equal(a, b, out=a)", *(f"{name}(a, b)" for name in "iadd isub imul itruediv imod iand".split())]
SMALL = ["np.power(a, b)", "np.ldexp(a, b)", "np.dot(a, b)", "np.matmul(a, b)", "np.inner(a, b)", "np.vdot(a, b)",
         "np.einsum('...,...->...', a, b)", "np.percentile(a, b)", "np.quantile(a, b)", "np.take(a, b)",
         "np.bincount(a, b)", "np.histogram(a, b)", "npx.gather_nd(a, b)"]
SOLVED = ["np.linalg.solve(a, b)", "np.linalg.tensorsolve(a, b)", "npx.batch_dot(a, b)", "np.matmul(a, b)"]
MATRICES = {"2x2": lambda rows: rows, "2": lambda rows: rows[0], "2x0": lambda rows: rows[:, :0],
            "2x2x2": lambda rows: onp.stack([rows, rows + 1])}

# ---- of one array ------------------------------------------------------------------------------

SHAPES = {"0-d": lambda a: a[0, 0, 0], "1-d": lambda a: a[0, 0], "empty": lambda a: a[0, 0, :0],
          "2x2": lambda a: a[0], "2x2x2": lambda a: a}
CUBE = [[[4, 1], [1, 3]], [[5, 2], [2, 1]]]
ELEMENTWISE = """abs absolute arccos arccosh arcsin arcsinh arctan arctanh bitwise_not cbrt ceil cos cosh degrees exp
    expm1 fabs fix floor invert isfinite isinf isnan isneginf isposinf log log10 log1p log2 logical_not negative rad2deg
    deg2rad radians reciprocal rint sign sin sinh sqrt square tan tanh trunc around nan_to_num""".split()
REDUCED = "sum prod mean std var max min any all argmax argmin cumsum average".split()
ONE = [*(f"np.{name}(a)" for name in [*ELEMENTWISE, *REDUCED]), *(f"np.{name}(a, axis=1)" for name in REDUCED),
       *(f"np.{name}(a, axis=())" for name in "sum mean std max any".split()),
       *(f"np.{name}(a, dtype='{kind}')" for name in "sum prod mean std var cumsum".split()
         for kind in "int8 int32 float16 float64".split())]
ONE += """
np.std(a, ddof=1)
np.var(a, ddof=1)
np.var(a, axis=0, ddof=1, keepdims=True)
np.var(a, ddof=1, dtype='float64')
np.std(a, ddof=2, dtype='int32')
np.sum(a, axis=(0, 1), keepdims=True)
np.mean(a, axis=0, keepdims=True)
np.average(a, returned=True)
np.average(a, axis=0, weights=np.array([1.0, 2.0]))
np.sort(a)
np.sort(a, axis=None)
np.argsort(a)
np.argsort(a, axis=None)
np.unique(a)
np.unique(a, axis=1)
np.percentile(a, 30)
np.percentile(a, np.array([10, 50.0]), axis=0)
np.percentile(a, 50, interpolation='nearest')
np.quantile(a, 0.3)
np.quantile(a, 0.5, keepdims=True)
np.diff(a)
np.diff(a, n=2, axis=0)
np.ediff1d(a)
np.ediff1d(a, to_begin=1, to_end=2)
np.histogram(a, bins=3, range=(0, 5))
np.bincount(a)
np.bincount(a, minlength=4)
np.trace(a)
np.diag(a)
np.diagonal(a)
np.diagflat(a)
np.tril(a)
np.nonzero(a)
np.squeeze(a)
np.squeeze(a, axis=0)
np.transpose(a)
np.transpose(a, (1, 0))
np.swapaxes(a, 0, 1)
np.moveaxis(a, 0, 1)
np.flip(a)
np.flip(a, axis=1)
np.fliplr(a)
np.flipud(a)
np.roll(a, 1)
np.roll(a, 1, axis=1)
np.rot90(a)
np.repeat(a, 2)
np.repeat(a, 2, axis=1)
np.tile(a, 2)
np.split(a, 2)
np.split(a, 3, axis=1)
np.split(a, [1], axis=1)
np.array_split(a, 2)
np.hsplit(a, 2)
np.vsplit(a, 2)
np.dsplit(a, 2)
np.reshape(a, (2, 2))
np.reshape(a, (-1,))
np.reshape(a, (3, -1))
np.ravel(a)
np.expand_dims(a, 0)
np.expand_dims(a, 3)
np.broadcast_to(a, (2, 2))
np.atleast_1d(a)
np.atleast_2d(a)
np.atleast_3d(a)
np.pad(a, 1)
np.pad(a, 1, mode='edge')
np.pad(a, ((1, 0), (0, 1)), mode='constant', constant_values=2)
np.clip(a, 1, 2)
np.clip(a, None, 2)
np.clip(a, 2, 1)
np.around(a, 1)
np.around(a, -1)
np.round(a)
np.delete(a, 0)
np.delete(a, 1, axis=1)
np.insert(a, 1, 5)
np.insert(a, 1, 5, axis=1)
np.take(a, np.array([0, 1]))
np.take(a, np.array([1]), axis=1)
np.take(a, np.array([5]), mode='wrap')
np.where(a)
np.where(a, 1, 2)
np.unravel_index(a, (6, 7))
np.zeros_like(a)
np.ones_like(a)
np.full_like(a, 3)
np.copy(a)
np.concatenate((a,))
np.concatenate((a, a), axis=1)
np.concatenate((a, a), axis=None)
np.stack((a, a), axis=1)
np.vstack((a,))
np.hstack((a, a))
np.dstack((a, a))
np.column_stack((a, a))
np.dot(a, a)
np.matmul(a, a)
np.inner(a, a)
np.outer(a, a)
np.vdot(a, a)
np.tensordot(a, a, 1)
np.tensordot(a, a, ((0,), (0,)))
np.einsum('ij->ji', a)
np.einsum('ii', a)
np.einsum('ij,jk->ik', a, a)
np.meshgrid(a, a)
np.broadcast_arrays(a, np.ones((2, 2)))
np.diag_indices_from(a)
np.shares_memory(a, a)
np.linalg.norm(a)
np.linalg.norm(a, ord=1)
np.linalg.norm(a, ord=2)
np.linalg.norm(a, ord=2, axis=0)
np.linalg.norm(a, ord='fro')
np.linalg.norm(a, ord='nuc')
np.linalg.norm(a, ord=np.inf)
np.linalg.norm(a, axis=0)
np.linalg.norm(a, axis=(0, 1), keepdims=True)
np.linalg.svd(a)
np.linalg.cholesky(a)
np.linalg.inv(a)
np.linalg.det(a)
np.linalg.slogdet(a)
np.linalg.eig(a)
np.linalg.eigh(a)
np.linalg.eigvals(a)
np.linalg.eigvalsh(a)
np.linalg.pinv(a)
np.linalg.tensorinv(a, ind=1)
np.linalg.solve(a, a)
np.linalg.tensorsolve(a, a)
npx.softmax(a)
npx.softmax(a, axis=1)
npx.log_softmax(a)
npx.relu(a)
npx.sigmoid(a)
npx.activation(a, act_type='tanh')
npx.leaky_relu(a)
npx.erf(a)
npx.erfinv(a)
npx.gamma(a)
npx.gammaln(a)
npx.one_hot(a, 4)
npx.topk(a)
npx.topk(a, k=2, ret_typ='both')
npx.topk(a, k=9)
npx.pick(a, np.array([0, 1]))
npx.pick(a, a)
npx.layer_norm(a, np.ones(2), np.zeros(2))
npx.batch_norm(a, np.ones(2), np.zeros(2), np.zeros(2), np.ones(2))
npx.batch_flatten(a)
npx.batch_dot(a, a)
npx.fully_connected(a, np.ones((3, 2)), no_bias=True, num_hidden=3)
npx.embedding(a, np.ones((6, 2)), input_dim=6, output_dim=2)
npx.sequence_mask(a, np.array([1, 1]), use_sequence_length=True)
npx.reshape_like(a, np.ones((2, 2)))
npx.reshape(a, (-1, 2))
npx.shape_array(a)
npx.arange_like(a)
npx.smooth_l1(a)
npx.slice(a, begin=(0,), end=(1,))
npx.nonzero(a)
npx.cast(a, dtype='float32')
npx.pooling(a, kernel=(2,), pool_type='max')
npx.dropout(a)
npx.constraint_check(a)
-a
abs(a)
~a
a + True
a + 1
a + 200
a + 1.5
1.7 - a
a * 2.5
2 / a
a / 2
a // 2
a % 3
7 % a
a ** 2
2 ** a
2.5 ** a
a & 1
a | 1
6 ^ a
a == 1
a < 1.5
2 >= a
np.maximum(a, 2)
np.minimum(2.5, a)
np.copysign(a, -1)
np.arctan2(a, 2)
np.arctan2(2, a)
np.hypot(a, 3)
np.ldexp(a, 2)
np.lcm(a, 6)
np.where(a > 1, a, 0)
a @ a
a[0]
a[0, 1]
a[5]
a[None]
a[a > 1]
a[np.array([1, 0])]
a.T
a.item()
a.tolist()
a.astype('int8')
a.reshape(4)
a.flatten()
len(a)
bool(a)
float(a)
int(a)
""".strip().split("\n")


def _cast(values, kind):
    return onp.asarray(values).astype(kind)


def two(expressions, left, right, shapes, types=TYPES):
    """Walk over calls of two arrays."""
    for text, (first, second), (before, behind) in itertools.product(
            expressions, itertools.product(types, types), itertools.product(shapes, shapes)):
        yield ((text, first, before, second, behind),
               {"a": shapes[before](_cast(left[first], first)), "b": shapes[behind](_cast(right[second], second))})


def calls():
    """Walk over all calls: a key, which begins with the expression, and its arrays."""
    yield from two(LARGE, LEFT, RIGHT, VECTORS)
    yield from two(SMALL, dict.fromkeys(TYPES, [3, 2]), dict.fromkeys(TYPES, [2, 1]), VECTORS)
    yield from two(SOLVED, dict.fromkeys(TYPES, CUBE[0]), dict.fromkeys(TYPES, CUBE[1]), MATRICES,
                   "bool uint8 int32 float16 float32 float64".split())
    for text, kind, shape in itertools.product(ONE, TYPES, SHAPES):
        yield (text, kind, shape), {"a": SHAPES[shape](_cast(CUBE, kind))}


def written(values):
    """Write a NumPy array as text: its type, shape and values."""
    numbers = [f"{x:.6g}" if isinstance(x, (float, complex)) else str(int(x)) for x in values.ravel().tolist()]
    return " ".join([str(values.dtype), "x".join(map(str, values.shape)) or "-", *numbers])


def shown(result):
    """Write a result as text."""
    if isinstance(result, (list, tuple)):
        return " & ".join(map(shown, result))
    return written(result.asnumpy()) if hasattr(result, "asnumpy") else f"{type(result).__name__} {result!r}"


def refusal(error):
    """Name the kind of an error."""
    kinds = TypeError, IndexError, ValueError, AssertionError, NotImplementedError, AttributeError, RuntimeError
    return next((kind.__name__ for kind in kinds if isinstance(error, kind)), type(error).__name__)


SCOPE = {"npx": npx, **{name: getattr(operator, name) for name in "iadd isub imul itruediv imod iand".split()}}


def compute(text, arrays):
    """Evaluate a call."""
    return shown(eval(text, {**SCOPE, "np": np, **{name: np.array(value, dtype=value.dtype)
                                                   for name, value in arrays.items()}}))


def answer(text, arrays):
    """Compute one answer."""
    try:
        return compute(text, arrays)
    except Exception as error:
        return refusal(error)


def recorded():
    """Record all answers, in child processes: some calls end MXNet's."""
    made, left = [], list(calls())
    while len(made) < len(left):
        ours, theirs = os.pipe()
        child = os.fork()
        if not child:
            os.close(ours)
            npx.set_np()
            for key, arrays in left[len(made):]:
                os.write(theirs, (answer(key[0], arrays) + "\n").encode())
            os._exit(0)
        os.close(theirs)
        with os.fdopen(ours) as pipe:
            made += pipe.read().split("\n")[:-1]
        if os.waitpid(child, 0)[1]:
            print(len(made), *left[len(made)][0], flush=True)
            made.append("end")
    return made


if __name__ == "__main__":
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as file:
        file.write("\n".join(recorded()).encode())
