"""Scatter operators change what a sparse array stores, zeros included; MXNet 1.9.1 gave the values below."""
import numpy as np
import pytest

import mxnet as mx

ABOVE = np.arange(1, 9, dtype=np.float32).reshape(4, 2)


def rows(numbers, values, shape=(4, 2)):
    return mx.nd.sparse.row_sparse_array((np.array(values, np.float32), numbers), shape=shape,
                                         ctx=mx.current_context())


def matrix():
    return mx.nd.sparse.csr_matrix((np.array([1, -9, 0, 2], np.float32), [0, 1, 0, 1], [0, 2, 2, 3, 4]), shape=(4, 2),
                                   ctx=mx.current_context())


def x(stype):
    return mx.sym.var("x", stype=stype)


def plus(data):
    return mx.sym._internal._scatter_plus_scalar(data, scalar=9)


def run(net, **arrays):
    return net.bind(mx.current_context(), arrays).forward()[0]


@pytest.mark.parametrize("name, sign", [("_scatter_plus_scalar", 1), ("_scatter_minus_scalar", -1)])
@pytest.mark.parametrize("stype", ["row_sparse", "csr"])
def test_a_scalar_is_added_to_what_is_stored(name, sign, stype):
    data = rows([0, 2], [[1, -9], [0, 0]]) if stype == "row_sparse" else matrix()
    stored = [[1, 1], [0, 0], [1, 1], [0, 0]] if stype == "row_sparse" else [[1, 1], [0, 0], [1, 0], [0, 1]]
    net = getattr(mx.sym._internal, name)(x(stype), scalar=9)
    executor = net.bind(mx.current_context(), {"x": data}, {"x": mx.nd.zeros((4, 2))})
    out = executor.forward(is_train=True)[0]
    assert out.stype == stype
    np.testing.assert_array_equal(out.asnumpy(), data.asnumpy() + sign * 9 * np.array(stored))
    executor.backward(mx.nd.array(ABOVE))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), ABOVE)  # as of dense arrays


def test_stored_rows_are_divided():
    left, right = rows([0, 2], [[1, -9], [-9, -9]]), rows([1, 2], [[1, 2], [3, 3]])
    net = mx.sym._internal._scatter_elemwise_div(x("row_sparse"), mx.sym.var("y", stype="row_sparse"))
    executor = net.bind(mx.current_context(), {"x": left, "y": right},
                        {"x": mx.nd.zeros((4, 2)), "y": mx.nd.zeros((4, 2))})
    out = executor.forward(is_train=True)[0]
    assert out.stype == "row_sparse" and out.indices.asnumpy().tolist() == [0, 2]
    np.testing.assert_array_equal(out.data.asnumpy(), [[np.inf, -np.inf], [-3, -3]])
    executor.backward(mx.nd.array(ABOVE))
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(),
                               [[np.inf, np.inf], [3, 2], [5 / 3, 2], [np.inf, np.inf]], rtol=1e-6)
    np.testing.assert_allclose(executor.grad_dict["y"].asnumpy(),
                               [[-np.inf, np.inf], [0, 0], [5, 6], [np.nan, np.nan]], rtol=1e-6)


def test_a_csr_matrix_is_divided_densely():
    out = run(mx.sym._internal._scatter_elemwise_div(x("csr"), mx.sym.var("y")), x=matrix(), y=mx.nd.ones((4, 2)) * 2)
    assert out.stype == "default"
    np.testing.assert_array_equal(out.asnumpy(), matrix().asnumpy() / 2)


@pytest.mark.parametrize("net, expected", [
    (lambda data, other: plus(plus(data)), [[19, 18], [0, 0], [18, 18], [0, 0]]),
    (lambda data, other: plus(mx.sym.square(data)), [[10, 9], [0, 0], [9, 9], [0, 0]]),
    (lambda data, other: plus(data + other), [[9, 9], [0, 0], [9, 9], [9, 9]]),
    (lambda data, other: plus(data * other), [[8, 9], [0, 0], [9, 9], [9, 9]]),
    (lambda data, other: plus(mx.sym.zeros_like(data)), [[0, 0]] * 4),
    (lambda data, other: mx.sym.square(plus(data)) * 3, [[300, 243], [0, 0], [243, 243], [0, 0]]),
])
def test_what_operators_before_store(net, expected):
    symbol = net(x("row_sparse"), mx.sym.var("other", stype="row_sparse"))
    arrays = {"x": rows([0, 2], [[1, 0], [0, 0]]), "other": rows([0, 3], [[-1, 0], [0, 0]])}
    out = run(symbol, **{name: arrays[name] for name in symbol.list_arguments()})
    np.testing.assert_array_equal(out.asnumpy(), expected)


def test_other_rows_are_stored_later():
    net = plus(x("row_sparse"))
    executor = net.simple_bind(mx.current_context(), x=(4, 2))
    assert executor.grad_dict["x"].stype == "row_sparse"
    assert not executor.forward()[0].asnumpy().any()
    for numbers in ([0, 2], [1], [3]):
        executor.arg_dict["x"][:] = rows(numbers, np.zeros((len(numbers), 2)))
        assert executor.forward()[0].indices.asnumpy().tolist() == numbers
    smaller = executor.reshape(x=(2, 2))
    smaller.arg_dict["x"][:] = rows([1], [[1, 1]], (2, 2))
    np.testing.assert_array_equal(smaller.forward()[0].asnumpy(), [[0, 0], [10, 10]])
    assert executor.forward()[0].indices.asnumpy().tolist() == [3]


def test_two_executors_of_one_symbol():
    net = plus(x("row_sparse"))
    ctx = mx.current_context()
    first, second = (net.bind(ctx, {"x": rows([number], [[0, 0]])}) for number in (1, 2))
    dense = net.bind(ctx, {"x": mx.nd.zeros((4, 2))})
    assert first.forward()[0].indices.asnumpy().tolist() == [1]
    assert second.forward()[0].indices.asnumpy().tolist() == [2]
    assert first.forward()[0].indices.asnumpy().tolist() == [1]
    np.testing.assert_array_equal(dense.forward()[0].asnumpy(), np.full((4, 2), 9))


def test_recorded():
    data = rows([0, 2], [[1, 0], [0, 0]])
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd._internal._scatter_plus_scalar(data, scalar=9)
    out.backward()
    np.testing.assert_array_equal(out.asnumpy(), [[10, 9], [0, 0], [9, 9], [0, 0]])
    np.testing.assert_array_equal(data.grad.asnumpy(), np.ones((4, 2)))
