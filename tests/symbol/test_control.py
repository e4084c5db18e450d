"""Control flow: what loops and branches compute, their gradients, shapes, and mistakes."""
import numpy as np
import pytest
import torch

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


# ---- bodies are programs ----

def _recurrence():
    data, state, weight = (mx.sym.Variable(name) for name in ("data", "state", "weight"))

    def body(x, s):
        new = mx.sym.Activation(mx.sym.FullyConnected(x, weight, num_hidden=3, no_bias=True, name="i2h") + s,
                                act_type="tanh")
        return new * 2, new
    outputs, last = mx.sym.contrib.foreach(body, data, state)
    return mx.sym.Group([outputs, last])


def test_a_body_is_compiled_once_and_not_for_each_step(monkeypatch):
    from mxnet.core import evaluate
    compiled = []
    real = evaluate.compile
    monkeypatch.setattr(evaluate, "compile", lambda *args: compiled.append(args) or real(*args))
    executor = _recurrence().simple_bind(mx.cpu(), data=(7, 2, 4), state=(2, 3))
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward([mx.nd.ones((7, 2, 3)), mx.nd.ones((2, 3))])
    # the first step's state has no history where it is not wanted; here every input is
    assert len(compiled) == 1
    executor.forward(is_train=False)
    assert len(compiled) == 2


def test_gradients_of_a_body_equal_the_unrolled_networks():
    shapes = {"data": (5, 2, 4), "state": (2, 3), "weight": (3, 4)}
    rng = np.random.default_rng(3)
    values = {name: mx.nd.array(rng.normal(size=shape)) for name, shape in shapes.items()}
    head = mx.nd.array(rng.normal(size=(5, 2, 3)))
    looped = _recurrence().bind(mx.cpu(), values, {name: mx.nd.zeros(shape) for name, shape in shapes.items()})
    looped.forward(is_train=True)
    looped.backward([head, mx.nd.ones((2, 3))])
    x, s, w = (torch.tensor(values[name].asnumpy(), requires_grad=True) for name in ("data", "state", "weight"))
    rows, last = [], s
    for part in x:
        last = torch.tanh(part @ w.T + last)
        rows.append(last * 2)
    (torch.stack(rows) * torch.tensor(head.asnumpy())).sum().add(last.sum()).backward()
    for name, wanted in zip(("data", "state", "weight"), (x, s, w), strict=True):
        np.testing.assert_allclose(looped.grad_dict[name].asnumpy(), wanted.grad.numpy(), rtol=1e-4, atol=1e-5)


def test_users_operators_in_a_body_keep_state_for_each_step():
    class Scale(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.seen = float(in_data[0].asnumpy()[0])
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0] * self.seen)

    @mx.operator.register("body_scale")
    class ScaleProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Scale()
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.Custom(x, op_type="body_scale"), s),
                                        mx.sym.Variable("data"), mx.sym.Variable("state"))
    data = mx.nd.array([[2], [3], [5]])
    executor = outputs.bind(mx.cpu(), {"data": data, "state": mx.nd.zeros(1)}, {"data": mx.nd.zeros((3, 1))})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((3, 1)))
    assert executor.grad_dict["data"].asnumpy().ravel().tolist() == [2, 3, 5]


def test_shapes_inside_a_body_may_depend_on_values():
    mask = mx.sym.Variable("mask")
    outputs, _ = mx.sym.contrib.foreach(
        lambda x, s: (mx.sym.sum(mx.sym.contrib.boolean_mask(x, mask)), s), mx.sym.Variable("data"),
        mx.sym.Variable("state"))
    call = mx.nd.CachedOp(outputs)
    data = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    data.attach_grad()
    with mx.autograd.record():
        y = call(data, *[{"mask": mx.nd.array([1, 0, 1]), "state": mx.nd.zeros(1)}[name]
                         for name in outputs.list_inputs() if name != "data"])
    y.backward()
    assert y.asnumpy().ravel().tolist() == [4, 10]
    assert data.grad.asnumpy().tolist() == [[1, 0, 1]] * 2


@pytest.mark.parametrize("order", [1, 2])
def test_derivatives_of_a_loop(order):
    data, state = mx.sym.Variable("data"), mx.sym.Variable("state")
    _, last = mx.sym.contrib.foreach(lambda x, s: (s, s * x), data, state)
    x, s = mx.nd.array([[2], [3]]), mx.nd.array([5])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.CachedOp(last * last, {"inline_limit": 0})(x, s)
        if order == 2:
            y = mx.autograd.grad(y, [x], create_graph=True)[0]
    y.backward()
    a, b = 2, 3
    first = [2 * 25 * a * b * b, 2 * 25 * a * a * b]
    second = [2 * 25 * b * b + 4 * 25 * a * b, 2 * 25 * a * a + 4 * 25 * a * b]
    np.testing.assert_allclose(x.grad.asnumpy().ravel(), first if order == 1 else second, rtol=1e-5)


def test_a_random_body_draws_anew_in_each_step():
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.Dropout(x, p=0.5), s), mx.sym.Variable("data"),
                                        mx.sym.Variable("state"))
    executor = outputs.bind(mx.cpu(), {"data": mx.nd.ones((4, 64)), "state": mx.nd.zeros(1)},
                            {"data": mx.nd.zeros((4, 64))})
    found = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(mx.nd.ones((4, 64)))
    np.testing.assert_array_equal(executor.grad_dict["data"].asnumpy(), found)
    assert len({row.tobytes() for row in found}) == 4


def test_states_in_a_body_move_in_training():
    norm = mx.sym.BatchNorm
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (norm(x, name="bn", fix_gamma=False, momentum=0.5), s),
                                        mx.sym.Variable("data"), mx.sym.Variable("state"))
    arrays = {name: mx.nd.ones(3) for name in outputs.list_inputs()}
    arrays["bn_moving_mean"][:] = 0
    arrays["data"] = mx.nd.array(np.arange(24).reshape(2, 4, 3))
    arrays["data"].attach_grad()
    with mx.autograd.record():
        y = mx.nd.CachedOp(outputs)(*[arrays[name] for name in outputs.list_inputs()])
    y.backward()
    one, two = arrays["data"].asnumpy().mean(1)
    moved = arrays["bn_moving_mean"].asnumpy()
    assert any(np.allclose(moved, wanted) for wanted in (one / 4 + two / 2, two / 4 + one / 2))
