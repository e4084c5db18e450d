"""Control flow on arrays, and graphs called as one operator."""
import numpy as np
import pytest

import mxnet as mx


def test_foreach():
    data = mx.nd.array(np.arange(6).reshape(3, 2))
    data.attach_grad()
    with mx.autograd.record():
        outputs, state = mx.nd.contrib.foreach(lambda x, s: (x * s, s + x), data, mx.nd.ones((2,)))
        total = outputs.sum() + state.sum()
    total.backward()
    x, s, rows = data.asnumpy(), np.ones(2), []
    for row in x:
        rows.append(row * s)
        s = s + row
    np.testing.assert_allclose(outputs.asnumpy(), rows)
    np.testing.assert_allclose(state.asnumpy(), s)
    later = x.sum(0) - np.cumsum(x, 0)
    np.testing.assert_allclose(data.grad.asnumpy(), [1 + np.cumsum(x, 0)[i] - x[i] + later[i] + 1 for i in range(3)])


def test_foreach_nests():
    data = [mx.nd.array([1, 2]), mx.nd.array([3, 4])]
    outputs, states = mx.nd.contrib.foreach(
        lambda x, s: ([x[0], [x[1], s[0]]], [s[0] + x[0]]), data, [mx.nd.zeros((1,))])
    assert outputs[0].asnumpy().ravel().tolist() == [1, 2]
    assert outputs[1][1].asnumpy().ravel().tolist() == [0, 1]
    assert states[0].asnumpy().tolist() == [3]
    with pytest.raises(TypeError, match="nested"):
        mx.nd.contrib.foreach(lambda x, s: (x, s), 5, data)


def test_while_loop():
    def body(i, total):
        return total, (i + 1, total + i)
    outputs, (i, total) = mx.nd.contrib.while_loop(
        lambda i, total: i <= 5, body, (mx.nd.array([1]), mx.nd.array([1])), max_iterations=10)
    assert outputs.shape == (10, 1)
    assert outputs.asnumpy().ravel()[:5].tolist() == [1, 2, 4, 7, 11]
    assert (i.asscalar(), total.asscalar()) == (6, 16)
    outputs, state = mx.nd.contrib.while_loop(lambda x: False, lambda x: (x, x), mx.nd.ones((1,)), max_iterations=3)
    assert outputs == []
    assert state.asscalar() == 1


@pytest.mark.parametrize(("arguments", "words"), [
    ({}, "max_iterations should be specified"), ({"max_iterations": "x"}, "Cannot convert max_iteration"),
    ({"max_iterations": 3, "loop_vars": []}, "at least one element"),
    ({"max_iterations": 3, "func": lambda x: (x, [x, x])}, "length of loop_vars")])
def test_while_loop_refuses(arguments, words):
    given = {"cond": lambda x: 1, "func": lambda x: (x, x), "loop_vars": mx.nd.ones((1,)), **arguments}
    with pytest.raises(ValueError, match=words):
        mx.nd.contrib.while_loop(**given)


def test_while_loop_wants_steady_outputs():
    counter = iter(range(9))

    def body(x):
        return mx.nd.ones((next(counter) + 1,)), x
    with pytest.raises(mx.MXNetError, match="Shapes of 1-th elements"):
        mx.nd.contrib.while_loop(lambda x: 1, body, mx.nd.ones((1,)), max_iterations=3)


def test_cond():
    a = mx.nd.array([1])
    for value, wanted in ((5, 3), (0, 2)):
        found = mx.nd.contrib.cond(mx.nd.array([value]), lambda: a + 2, lambda: a * 2)
        assert found.asscalar() == wanted
    with pytest.raises(ValueError, match="Cannot convert pred"):
        mx.nd.contrib.cond(mx.nd.ones((2,)), lambda: a, lambda: a)


def test_tests_of_numbers():
    a = mx.nd.array([1, np.inf, -np.inf, np.nan])
    assert mx.nd.contrib.isinf(a).asnumpy().tolist() == [0, 1, 1, 0]
    assert mx.nd.contrib.isnan(a).asnumpy().tolist() == [0, 0, 0, 1]
    assert mx.nd.contrib.isfinite(a).asnumpy().tolist() == [1, 0, 0, 0]


# ---- CachedOp ----

def test_cached_op():
    data, weight = mx.sym.Variable("data"), mx.sym.Variable("weight")
    network = mx.sym.FullyConnected(data, weight, num_hidden=2, no_bias=True) * 2
    call = mx.nd.CachedOp(network, flags=[("static_alloc", True)])
    x, w = mx.nd.ones((3, 4)), mx.nd.ones((2, 4))
    assert call(x, w).asnumpy().tolist() == [[8, 8]] * 3
    out = mx.nd.zeros((3, 2))
    assert call(x, w, out=out) is out
    assert out.asnumpy().tolist() == [[8, 8]] * 3
    w.attach_grad()
    with mx.autograd.record():
        y = call(x, w) * 3
    y.backward()
    assert w.grad.asnumpy().tolist() == [[18] * 4] * 2
    assert call(mx.nd.ones((1, 4)), w).shape == (1, 2)
    with pytest.raises(mx.MXNetError, match=r"takes 2 arrays \(data, weight\), got 1"):
        call(x)
    with pytest.raises(TypeError, match="unexpected keyword"):
        call(x, w, is_train=True)


def test_cached_op_of_several_outputs_and_states():
    data = mx.sym.Variable("data")
    network = mx.sym.Group([mx.sym.BatchNorm(data, name="bn", fix_gamma=False), data + mx.sym.zeros((0, 3))])
    call = mx.nd.CachedOp(network)
    assert network.list_inputs() == ["data", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    x, mean = mx.nd.array([[1, 2, 3], [3, 4, 5]]), mx.nd.zeros((3,))
    arrays = [x, mx.nd.ones((3,)), mx.nd.zeros((3,)), mean, mx.nd.ones((3,))]
    normed, same = call(*arrays)
    np.testing.assert_allclose(normed.asnumpy(), x.asnumpy() / np.sqrt(1.001), rtol=1e-5)
    np.testing.assert_array_equal(same.asnumpy(), x.asnumpy())
    x.attach_grad()
    with mx.autograd.record():
        normed, _ = call(*arrays)
    normed.backward()
    np.testing.assert_allclose(mean.asnumpy(), [0.2, 0.3, 0.4], rtol=1e-5)


def test_cached_op_with_control_flow():
    data, state = mx.sym.Variable("data"), mx.sym.Variable("state")
    outputs, last = mx.sym.contrib.foreach(lambda x, s: (x + s, x + s), data, state)
    call = mx.nd.CachedOp(mx.sym.Group([outputs, last]))
    x, s = mx.nd.array([[1], [2], [3]]), mx.nd.zeros((1,))
    x.attach_grad()
    with mx.autograd.record():
        sums, final = call(x, s)
    assert sums.asnumpy().ravel().tolist() == [1, 3, 6]
    final.backward()
    assert x.grad.asnumpy().ravel().tolist() == [1, 1, 1]


# ---- step outputs whose shapes differ: only their stack is at fault ---------------------------------

def _growing(F, item, rows):
    rows = F.concat(rows, F.reshape(item, shape=(1, -1)), dim=0)
    return rows, rows


class _Grows(mx.gluon.HybridBlock):
    def __init__(self, returns):
        super().__init__()
        self.returns = returns

    def hybrid_forward(self, F, data, rows):
        found = F.contrib.foreach(lambda item, rows: _growing(F, item, rows), data, rows)
        return found[self.returns]


@pytest.mark.parametrize("read", [lambda stack: stack.asnumpy(), lambda stack: stack.sum().asscalar(),
                                  lambda stack: stack.wait_to_read(), lambda stack: mx.nd.waitall()])
def test_states_of_a_loop_whose_stack_nobody_reads(read):
    data, start = mx.nd.arange(6).reshape((3, 2)), mx.nd.zeros((1, 2))
    stack, rows = mx.nd.contrib.foreach(lambda item, rows: _growing(mx.nd, item, rows), data, start)
    assert rows.asnumpy().tolist() == [[0, 0], [0, 1], [2, 3], [4, 5]]
    assert stack.shape == (3, 2, 2)
    with pytest.raises(mx.MXNetError, match="expected shape"):
        read(stack)


def test_states_of_such_a_loop_have_gradients():
    data, start = mx.nd.arange(6).reshape((3, 2)), mx.nd.zeros((1, 2))
    data.attach_grad()
    start.attach_grad()
    with mx.autograd.record():
        stack, rows = mx.nd.contrib.foreach(lambda item, rows: _growing(mx.nd, item, rows), data, start)
        loss = (rows * rows).sum()
    loss.backward()
    assert (data.grad == 2 * data).asnumpy().all()
    with pytest.raises(mx.MXNetError, match="expected shape"):
        stack.asnumpy()


def test_another_output_of_such_a_loop():
    def body(item, rows):
        rows = mx.nd.concat(rows, item.reshape((1, -1)), dim=0)
        return [rows, item * 2], rows
    (stack, doubled), rows = mx.nd.contrib.foreach(body, mx.nd.arange(6).reshape((3, 2)), mx.nd.zeros((1, 2)))
    with pytest.raises(mx.MXNetError, match="expected shape"):
        stack.asnumpy()
    assert doubled.asnumpy().tolist() == [[0, 2], [4, 6], [8, 10]]
    assert rows.shape == (4, 2)


@pytest.mark.parametrize("static", [False, True])
def test_a_hybridized_loop_refuses_states_that_grow(static):
    """So does MXNet: a graph has one shape for each state."""
    net = _Grows(1)
    net.hybridize(static_alloc=static)
    with pytest.raises(mx.MXNetError, match="inconsistent"):
        net(mx.nd.arange(6).reshape((3, 2)), mx.nd.zeros((1, 2)))


def test_while_loop_pads_its_stacks_and_so_compares_them_at_once():
    def body(i, rows):
        rows = mx.nd.concat(rows, rows[:1], dim=0)
        return rows, (i + 1, rows)
    with pytest.raises(mx.MXNetError, match="inconsistent"):
        mx.nd.contrib.while_loop(lambda i, rows: i < 3, body, (mx.nd.array([0]), mx.nd.zeros((1, 2))),
                                 max_iterations=5)
