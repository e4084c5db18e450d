"""Computations on sparse arrays, for MXNet 1.9.1 to record (`record.py`) and for the tests to repeat.

Each case is a function of the module `mx` and gives one array or a tuple of arrays.
"""
import numpy as np

DENSE = np.float32([[0, 0.5, 0], [0, 0, 0], [0.25, 0, 0.75], [-0.5, 0, 0]])
OTHER = np.float32([[0, 1, 2], [0, 0, 0], [0, 0, 0], [0.5, 3, 0]])
SQUARE = np.float32([[1, 0, 2], [0, 3, 0], [4, 0, 0]])
WEIGHT = np.float32([[1, 2], [3, 4], [5, 6]])

UNARY = """abs arcsin arcsinh arctan arctanh cbrt ceil degrees expm1 fix floor log1p negative radians relu rint round
sign sin sinh sqrt square tan tanh trunc zeros_like ones_like exp cos sigmoid identity BlockGrad make_loss
softsign erf""".split()
SCALAR = """_plus_scalar _minus_scalar _rminus_scalar _mul_scalar _div_scalar _power_scalar _maximum_scalar
_equal_scalar _not_equal_scalar _greater_scalar _greater_equal_scalar _lesser_scalar _lesser_equal_scalar
_logical_and_scalar""".split()
BINARY = """elemwise_add elemwise_sub elemwise_mul broadcast_add broadcast_sub broadcast_mul broadcast_maximum
broadcast_equal""".split()
STORAGES = ("default", "row_sparse", "csr")


def made(mx, values, stype):
    return mx.nd.array(values).tostype(stype)


def find(mx, name):
    return getattr(mx.nd, name, None) or getattr(mx.nd._internal, name)


def _unary(name, stype):
    # A value of a csr or row_sparse result that is not a number in MXNet would not be one here: none is.
    return lambda mx: find(mx, name)(made(mx, DENSE, stype))


def _scalar(name, number, stype):
    return lambda mx: find(mx, name)(made(mx, DENSE, stype), scalar=number)


def _binary(name, left, right):
    return lambda mx: find(mx, name)(made(mx, DENSE, left), made(mx, OTHER, right))


def _dot(left, right, transposed, forward):
    def case(mx):
        given = {"transpose_a": transposed} if forward is None else {"transpose_a": transposed,
                                                                     "forward_stype": forward}
        return mx.nd.dot(made(mx, SQUARE, left), made(mx, WEIGHT, right), **given)
    return case


def _method(function, stype):
    return lambda mx: function(mx, made(mx, DENSE, stype))


CASES = {}
for _stype in ("row_sparse", "csr"):
    for _name in UNARY:
        CASES[f"{_name}({_stype})"] = _unary(_name, _stype)
    for _name in SCALAR:
        for _number in (0.0, 0.5, -1.0):
            CASES[f"{_name}({_stype}, {_number})"] = _scalar(_name, _number, _stype)
    for _label, _function in {
            "copy": lambda mx, a: a.copy(), "astype": lambda mx, a: a.astype("float64"),
            "dense": lambda mx, a: a.tostype("default"), "T": lambda mx, a: a.T, "neg": lambda mx, a: -a,
            "abs": lambda mx, a: abs(a), "a+a": lambda mx, a: a + a, "a-a": lambda mx, a: a - a * 2,
            "a*a": lambda mx, a: a * a, "a*2": lambda mx, a: a * 2, "2*a": lambda mx, a: 2 * a,
            "a/2": lambda mx, a: a / 2, "a+1": lambda mx, a: a + 1, "1-a": lambda mx, a: 1 - a,
            "a**2": lambda mx, a: a ** 2, "a==a": lambda mx, a: a == a, "a>0": lambda mx, a: a > 0,
            "dense*a": lambda mx, a: mx.nd.array(OTHER) * a, "a*dense": lambda mx, a: a * mx.nd.array(OTHER),
            "dense-a": lambda mx, a: mx.nd.array(OTHER) - a, "sum": lambda mx, a: a.sum(),
            "sum0": lambda mx, a: a.sum(axis=0), "sum1": lambda mx, a: mx.nd.sum(a, axis=1, keepdims=True),
            "mean0": lambda mx, a: mx.nd.mean(a, axis=0), "mean1": lambda mx, a: mx.nd.mean(a, axis=1),
            "norm": lambda mx, a: a.norm(), "clip": lambda mx, a: mx.nd.clip(a, -0.25, 0.6),
            "slice": lambda mx, a: mx.nd.slice(a, begin=(0,), end=(3,)),
            "block": lambda mx, a: mx.nd.slice(a, begin=(1, 1), end=(4, 3)),
            "steps": lambda mx, a: mx.nd.slice(a, begin=(0,), end=(4,), step=(2,)),
            "take": lambda mx, a: mx.nd.take(a, mx.nd.array([2, 0, 3, 2])),
            "wrap": lambda mx, a: mx.nd.take(a, mx.nd.array([5, -1]), mode="wrap"),
            "concat": lambda mx, a: mx.nd.concat(a, a, dim=0), "beside": lambda mx, a: mx.nd.concat(a, a, dim=1),
            "add_n": lambda mx, a: mx.nd.add_n(a, a, a), "array": lambda mx, a: mx.nd.array(a),
            "where": lambda mx, a: mx.nd.where(a, mx.nd.ones((4, 3)), mx.nd.zeros((4, 3))),
            "column": lambda mx, a: mx.nd.broadcast_mul(a, mx.nd.array([[1], [2], [3], [4]])),
            "by column": lambda mx, a: mx.nd.broadcast_div(a, mx.nd.array([[1], [2], [4], [8]])),
            "into": lambda mx, a: mx.nd.elemwise_add(mx.nd.ones((4, 3)), a, out=a),
            "stretched": lambda mx, a: mx.nd.array([[0, 2, 0]]).tostype(a.stype).broadcast_to((2, 3)),
    }.items():
        CASES[f"{_label} of {_stype}"] = _method(_function, _stype)
for _name in BINARY:
    for _left in STORAGES:
        for _right in STORAGES:
            if (_left, _right) != ("default", "default"):
                CASES[f"{_name}({_left}, {_right})"] = _binary(_name, _left, _right)
for _left in STORAGES:
    for _right in STORAGES:
        for _transposed in (False, True):
            for _forward in (None, "default"):
                if (_left, _right) != ("default", "default") \
                        and (_left, _right, _transposed, _forward) != ("csr", "row_sparse", True, "default"):
                    CASES[f"dot({_left}, {_right}, {_transposed}, {_forward})"] = _dot(_left, _right, _transposed,
                                                                                       _forward)
CASES["dense times csr"] = lambda mx: mx.nd.dot(mx.nd.array(WEIGHT.T), made(mx, SQUARE, "csr"))
CASES["dense times csr.T"] = lambda mx: mx.nd.dot(mx.nd.array(WEIGHT.T), made(mx, SQUARE, "csr"), transpose_b=True)


# ---- parts that are stored although they are zero -------------------------------------------------

def rows(mx, values, indices, count=5):
    data = np.float32(values)[:, None] * np.ones((1, 2), np.float32)
    return mx.nd.sparse.row_sparse_array((data, indices), shape=(count, 2))


def matrix(mx):
    return mx.nd.sparse.csr_matrix(([1.0, 2.0, 0.0], [1, 0, 2], [0, 1, 1, 3]), shape=(3, 3))


CASES |= {
    "rows added": lambda mx: rows(mx, [1, 2, 0], [0, 2, 3]) + rows(mx, [3, -2], [2, 4]),
    "rows cancelled": lambda mx: rows(mx, [1, 2, 0], [0, 2, 3]) - rows(mx, [1, 2, 0], [0, 2, 3]),
    "rows multiplied": lambda mx: rows(mx, [1, 2], [0, 2]) * rows(mx, [3, 2], [2, 4]),
    "rows by zeros": lambda mx: mx.nd.sparse.elemwise_mul(rows(mx, [1, 2], [0, 2]), mx.nd.zeros((5, 2))),
    "rows kept": lambda mx: mx.nd.sparse.retain(rows(mx, [1, 2, 0], [0, 2, 3]), mx.nd.array([0, 1, 3])),
    "rows summed": lambda mx: mx.nd.add_n(rows(mx, [1], [0]), rows(mx, [2], [3]), rows(mx, [1], [3])),
    "squares of rows": lambda mx: mx.nd._internal._square_sum(rows(mx, [1, 2], [0, 3]), axis=1, keepdims=True),
    "rows scattered": lambda mx: mx.nd._internal._scatter_plus_scalar(rows(mx, [1, 2], [0, 3]), scalar=1.0),
    "rows divided": lambda mx: mx.nd._internal._scatter_elemwise_div(rows(mx, [1, 2], [0, 3]),
                                                                     mx.nd.ones((5, 2)) * 4),
    "matrix kept": lambda mx: matrix(mx).copy(),
    "matrix scaled": lambda mx: matrix(mx) * 0,
    "rows of the matrix": lambda mx: matrix(mx)[1:3],
    "last row": lambda mx: matrix(mx)[-1],
    "matrix taken": lambda mx: mx.nd.take(matrix(mx), mx.nd.array([2, 0, 2])),
    "matrix.T times": lambda mx: mx.nd.dot(matrix(mx), mx.nd.ones((3, 2)), transpose_a=True),
    "times matrix": lambda mx: mx.nd.dot(mx.nd.ones((2, 3)), matrix(mx)),
    "matrix through dense": lambda mx: matrix(mx).tostype("default").tostype("csr"),
    "counted": lambda mx: (mx.nd.contrib.getnnz(matrix(mx)), mx.nd.contrib.getnnz(matrix(mx), axis=1)),
    "coordinates": lambda mx: mx.nd.sparse.csr_matrix((np.float32([3, 1, 2, 4]), ([2, 0, 1, 2], [1, 2, 0, 1])),
                                                      shape=(3, 3)),
    "nothing": lambda mx: (mx.nd.sparse.zeros("csr", (2, 3)), mx.nd.zeros((2, 3), stype="row_sparse"),
                           mx.nd.sparse.csr_matrix((3, 2)), mx.nd.sparse.row_sparse_array((2, 3, 4))),
    "shape from the parts": lambda mx: (mx.nd.sparse.csr_matrix(([1, 2], [3, 0], [0, 1, 2])),
                                        mx.nd.sparse.row_sparse_array(([[1, 2]], [4]))),
    "filled": lambda mx: _written(mx, 2.0),
    "overwritten": lambda mx: _written(mx, mx.nd.array([[1, 0], [0, 0], [2, 2], [0, 0], [0, 0]])),
    "gradient": lambda mx: _gradient(mx, "default"),
    "gradient by rows": lambda mx: _gradient(mx, "row_sparse"),
    "embedding": lambda mx: _embedding(mx),
    "lazy sgd": lambda mx: _stepped(mx, "sgd_mom_update", 1, lr=0.1, wd=0.1, momentum=0.9),
    "sgd": lambda mx: _stepped(mx, "sgd_update", 0, lr=0.1, wd=0.1),
    "sgd of all rows": lambda mx: _stepped(mx, "sgd_update", 0, lr=0.1, wd=0.1, lazy_update=False),
    "lazy adam": lambda mx: _stepped(mx, "adam_update", 2, lr=0.1, wd=0.1),
    "optimizers": lambda mx: _optimized(mx),
}


def _written(mx, value):
    array = mx.nd.zeros((5, 2), stype="row_sparse")
    array[:] = value
    return array


def _gradient(mx, stype):
    data, weight = made(mx, DENSE, "csr"), mx.nd.array(WEIGHT)
    weight.attach_grad(stype=stype)
    with mx.autograd.record():
        loss = mx.nd.square(mx.nd.dot(data, weight))
    loss.backward()
    return loss, weight.grad


def _embedding(mx):
    data, weight = mx.sym.var("data"), mx.sym.var("weight")
    net = mx.sym.Embedding(data, weight, input_dim=6, output_dim=2, sparse_grad=True)
    executor = net.simple_bind(mx.cpu(), data=(3,), grad_req={"weight": "write", "data": "null"})
    executor.arg_dict["data"][:] = mx.nd.array([4, 1, 4])
    executor.arg_dict["weight"][:] = mx.nd.array(np.arange(12).reshape(6, 2))
    executor.forward(is_train=True)
    executor.backward(mx.nd.array([[1, 2], [3, 4], [5, 6]]))
    return executor.outputs[0], executor.grad_dict["weight"]


def _stepped(mx, name, states, **given):
    weight, grad = mx.nd.ones((5, 2)), rows(mx, [1, 2], [1, 3])
    kept = [mx.nd.ones((5, 2)) for _ in range(states)]
    getattr(mx.nd, name)(weight, grad, *kept, out=weight, **given)
    return (weight, *kept)


def _optimized(mx):
    found = []
    for optimizer in (mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, wd=0.1),
                      mx.optimizer.SGD(learning_rate=0.1, lazy_update=False, wd=0.1),
                      mx.optimizer.Adam(learning_rate=0.1, wd=0.1), mx.optimizer.AdaGrad(learning_rate=0.1),
                      mx.optimizer.Ftrl(learning_rate=0.1)):
        updater = mx.optimizer.get_updater(optimizer)
        weight = mx.nd.ones((5, 2)).tostype("row_sparse")
        for step in range(3):
            updater(0, rows(mx, [1, 2], [1, 3 + step % 2]), weight)
        found.append(weight.tostype("default"))
    return tuple(found)
