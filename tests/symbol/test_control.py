"""Control flow: what loops and branches compute, their gradients, shapes, and mistakes."""
import numpy as np
import pytest

import mxnet as mx

sym = mx.sym


def run(symbol, **arrays):
    """Give outputs and the gradients of their sum, by name."""
    args = {name: mx.nd.array(value) for name, value in arrays.items()}
    grads = {name: mx.nd.zeros(value.shape) for name, value in args.items()}
    executor = symbol.bind(mx.cpu(), args, grads)
    outs = executor.forward(is_train=True)
    executor.backward([mx.nd.ones(out.shape) for out in outs])
    return [out.asnumpy() for out in outs], {name: g.asnumpy() for name, g in grads.items()}


def test_foreach_carries_states():
    weight = sym.var("w")
    outs, states = sym.contrib.foreach(lambda x, s: (x * weight + s[0], [s[0] + x]),
                                       sym.var("data"), [sym.var("start")])
    data, start = np.arange(6.).reshape(3, 2), np.array([10., 20.])
    (found, last), grads = run(sym.Group([outs, states[0]]), data=data, start=start,
                               w=np.array([2., 3.]))
    before = np.vstack([start, start + np.cumsum(data, 0)[:-1]])
    np.testing.assert_allclose(found, data * [2, 3] + before)
    np.testing.assert_allclose(last, start + data.sum(0))
    np.testing.assert_allclose(grads["w"], data.sum(0))
    np.testing.assert_allclose(grads["start"], [4, 4])
    np.testing.assert_allclose(grads["data"], [[5, 6], [4, 5], [3, 4]])


def test_foreach_keeps_the_layout_of_lists():
    def body(data, states):
        (x, y), s = data, states
        return [[x + y], s], s + 1
    outs, state = sym.contrib.foreach(body, [sym.var("x"), sym.var("y")], sym.var("s"))
    assert isinstance(outs, list) and isinstance(outs[0], list) and isinstance(state, sym.Symbol)
    (sums, before, last), _ = run(sym.Group([outs[0][0], outs[1], state]), x=np.ones((2, 3)),
                                  y=np.ones((2, 3)), s=np.zeros(3))
    assert sums.tolist() == [[2] * 3] * 2 and before.tolist() == [[0] * 3, [1] * 3]
    assert last.tolist() == [2] * 3


def test_foreach_over_a_vector_sees_elements_of_one_axis():
    outs, _ = sym.contrib.foreach(lambda x, s: (x * 2, s + x), sym.var("data"), sym.var("s"))
    assert outs.infer_shape(data=(4,))[1] == [(4, 1)]
    (found, ), _ = run(outs, data=np.arange(4.), s=np.zeros(1))
    assert found.tolist() == [[0], [2], [4], [6]]


def test_loops_nest():
    def outer(row, total):
        parts, total = sym.contrib.foreach(lambda x, t: (x * t, t + x), row, total)
        return parts, total
    outs, total = sym.contrib.foreach(outer, sym.var("data"), sym.var("start"))
    (_, found), _ = run(sym.Group([outs, total]), data=np.ones((2, 3, 1)), start=np.zeros(1))
    assert found.tolist() == [6]


def test_while_loop_stops_and_pads():
    outs, (i, total) = sym.contrib.while_loop(
        lambda i, total: i <= sym.var("limit"), lambda i, total: (i * 10, (i + 1, total + i)),
        (sym.var("i"), sym.var("total")), max_iterations=5)
    (found, last, summed), grads = run(sym.Group([outs, i, total]), i=np.array([1.]),
                                       total=np.array([0.]), limit=np.array([3.]))
    assert found[:3].tolist() == [[10], [20], [30]] and found.shape == (5, 1)
    assert last.tolist() == [4] and summed.tolist() == [6]
    assert grads["i"].tolist() == [30 + 1 + 3] and grads["total"].tolist() == [1]


def test_while_loop_may_stop_at_once():
    outs, (i,) = sym.contrib.while_loop(lambda i: i < 0, lambda i: (i * 2, [i + 1]),
                                        [sym.var("i")], max_iterations=3)
    (found, last), grads = run(sym.Group([outs, i]), i=np.array([1.]))
    assert found.shape == (3, 1) and last.tolist() == [1] and grads["i"].tolist() == [1]


@pytest.mark.parametrize("a, expected, grad", [(1., [6 * 7], 7), (9., [4 * -3], -3)])
def test_cond_takes_one_branch(a, expected, grad):
    x, y = sym.var("x"), sym.var("y")
    net = sym.contrib.cond(x * y < 5, lambda: (x + 5) * (y + 5), lambda: (x - 5) * (y - 5))
    (found, ), grads = run(net, x=np.array([a]), y=np.array([2.]))
    assert found.tolist() == expected and grads["x"].tolist() == [grad]


def test_shapes_and_types_go_through_bodies():
    def body(x, s):
        return sym.FullyConnected(x, num_hidden=4, name="fc"), s + sym.sum(x, axis=1)
    outs, state = sym.contrib.foreach(body, sym.var("data"), sym.var("start"))
    net = sym.Group([outs, state])
    args, out_shapes, _ = net.infer_shape(data=(7, 2, 3))
    found = dict(zip(net.list_arguments(), args))
    assert found == {"data": (7, 2, 3), "start": (2,), "fc_weight": (4, 3), "fc_bias": (4,)}
    assert out_shapes == [(7, 2, 4), (2,)]
    assert set(net.infer_type(data="float16")[0]) == {np.float16}
    assert outs.infer_shape_partial(fc_weight=(4, 3))[1] == [()]


def test_saved_and_loaded_loops_run():
    outs, _ = sym.contrib.foreach(lambda x, s: (x + s, s * 2), sym.var("data"), sym.var("start"))
    loaded = sym.load_json(outs.tojson())
    assert loaded.tojson() == outs.tojson()
    (found, ), _ = run(loaded, data=np.zeros((3, 1)), start=np.ones(1))
    assert found.tolist() == [[1], [2], [4]]


def test_contradictions_inside_a_body_name_both_nodes():
    outs, _ = sym.contrib.foreach(
        lambda x, s: (sym.elemwise_add(x, sym.var("w"), name="inner"), s), sym.var("data"),
        sym.var("start"))
    with pytest.raises(mx.MXNetError, match="Error in operator _foreach(.|\n)*inner"):
        outs.infer_shape(data=(2, 3), w=(4,), start=(1,))


def test_mistakes():
    data, start = sym.var("data"), sym.var("start")
    with pytest.raises(AssertionError, match="data arrays have to be used"):
        sym.contrib.foreach(lambda x, s: (s, s), data, start)
    with pytest.raises(AssertionError, match="state arrays have to be used"):
        sym.contrib.foreach(lambda x, s: (x, x), data, start)
    with pytest.raises(AssertionError, match="different format"):
        sym.contrib.foreach(lambda x, s: (x, [s]), data, start)
    with pytest.raises(AssertionError, match="foreach input must be"):
        sym.contrib.foreach(lambda x, s: (x, s), 3, start)
    with pytest.raises(ValueError, match="max_iterations should be specified"):
        sym.contrib.while_loop(lambda i: i < 3, lambda i: (i, [i]), [start])
    with pytest.raises(ValueError, match="at least one"):
        sym.contrib.while_loop(lambda: data, lambda: ([], []), [], max_iterations=2)
    with pytest.raises(ValueError, match="must be a Symbol"):
        sym.contrib.while_loop(lambda i: True, lambda i: (i, [i]), [start], max_iterations=2)
    with pytest.raises(ValueError, match="consistent"):
        sym.contrib.while_loop(lambda i: i < 3, lambda i: (i, [i, i]), [start], max_iterations=2)
    with pytest.raises(ValueError, match="1-th loop_var doesn't involve"):
        sym.contrib.while_loop(lambda i, j: i < 3, lambda i, j: (j, [j, j + 1]),
                               [start, data], max_iterations=2)
    with pytest.raises(ValueError, match="differs between"):
        sym.contrib.cond(data < 1, lambda: data, lambda: [data, data])
    with pytest.raises(ValueError, match="single output"):
        sym.contrib.cond([data, data], lambda: data, lambda: data)
    with pytest.raises(ValueError, match="python int"):
        sym.contrib.while_loop(lambda i: i < 3, lambda i: (i, [i]), [start], max_iterations="x")
