"""Backward reads arguments as they are then, and results as they were; MXNet 1.9.1 gave the values below."""
import numpy as np
import pytest

import mxnet as mx

DATA = np.array([[3, 1, 2], [4, 6, 5]], np.float32)
X, Y = mx.sym.var("x"), mx.sym.var("y")
EXPECTED = {
    "nanprod": (mx.sym.nanprod(X, axis=1), [[[0.857, 2, 1.2], [13.333, 9.231, 10.909]]]),
    "gamma": (mx.sym.gamma(X), [[[1348.405, 1.846, 36.147], [86310.67, 1209955584, 8534040]]]),
    "hypot": (mx.sym.broadcast_hypot(X, Y), [[[0.659, 0.6, 0.64], [0.669, 0.68, 0.676]],
                                             [[0.753, 0.8, 0.768], [0.743, 0.733, 0.737]]]),
    "_hypot": (mx.sym._internal._hypot(X, Y), [[[0.659, 0.6, 0.64], [0.669, 0.68, 0.676]],
                                               [[0.753, 0.8, 0.768], [0.743, 0.733, 0.737]]]),
    "_hypot_scalar": (mx.sym._internal._hypot_scalar(X, scalar=3), [[[0.919, 0.707, 0.857], [0.949, 0.974, 0.965]]]),
    "power": (X ** Y, [[[6588344, 108, 18750], [3874204672, 4240251560132608, 3423740100608]],
                       [[11217784, 88.988, 25147.469], [7661248512, 1.0099171e16, 7525622611968]]]),
    "moments": (mx.sym.moments(X, axes=(1,))[1], [[[3.333, 0.667, 2], [2.667, 5.333, 4]]]),
}


def overwritten(arrays):
    for array in arrays:
        array[:] = array * 2 + 1 if array is arrays[0] else array * 2
    return arrays


@pytest.mark.parametrize("name", EXPECTED)
def test_arguments_written_between_forward_and_backward(name):
    net, expected = EXPECTED[name]
    names = net.list_arguments()
    executor = net.simple_bind(mx.cpu(), **dict.fromkeys(names, DATA.shape))
    for argument in names:
        executor.arg_dict[argument][:] = DATA + (argument == "y")
    out = executor.forward(is_train=True)[0]
    overwritten([executor.arg_dict[argument] for argument in names])
    executor.backward(mx.nd.ones(out.shape))
    for argument, value in zip(names, expected, strict=True):
        np.testing.assert_allclose(executor.grad_dict[argument].asnumpy(), value, rtol=2e-3)


@pytest.mark.parametrize("name", EXPECTED)
def test_arguments_written_on_the_tape(name):
    net, expected = EXPECTED[name]
    arrays = [mx.nd.array(DATA), mx.nd.array(DATA + 1)][:len(expected)]
    for array in arrays:
        array.attach_grad()
    call = {"power": lambda a, b: a ** b, "hypot": mx.nd.broadcast_hypot, "_hypot": mx.nd._internal._hypot,
            "_hypot_scalar": lambda a: mx.nd._internal._hypot_scalar(a, scalar=3), "gamma": mx.nd.gamma,
            "nanprod": lambda a: mx.nd.nanprod(a, axis=1), "moments": lambda a: mx.nd.moments(a, axes=(1,))[1]}[name]
    with mx.autograd.record():
        out = call(*arrays)
    overwritten(arrays)
    out.backward()
    for array, value in zip(arrays, expected, strict=True):
        np.testing.assert_allclose(array.grad.asnumpy(), value, rtol=2e-3)


def test_a_zero_among_the_factors_and_what_is_no_number():
    data = mx.nd.array([[0, 2, 3], [np.nan, 2, 3], [0, 0, 1]])
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.nanprod(data, axis=1)
    out.backward()
    assert data.grad.asnumpy().tolist() == [[6, 0, 0], [0, 3, 2], [0, 0, 0]]


@pytest.mark.parametrize("net", [
    mx.sym.topk(X, k=2, ret_typ="both")[1], mx.sym.topk(X, k=2, ret_typ="both")[1] * 2,
    mx.sym.sum(mx.sym.topk(X, k=2, ret_typ="both")[1]), mx.sym.BatchNorm(X, output_mean_var=True, name="bn")[1],
])
def test_outputs_whose_gradient_nobody_reads_need_none(net):
    executor = net.simple_bind(mx.cpu(), x=DATA.shape)
    executor.arg_dict["x"][:] = DATA
    executor.grad_dict["x"][:] = 7
    executor.forward(is_train=True)
    executor.backward()
    assert not executor.grad_dict["x"].asnumpy().any()


def test_values_of_topk_need_a_gradient():
    net = mx.sym.topk(X, k=2, ret_typ="both")
    executor = net.simple_bind(mx.cpu(), x=DATA.shape)
    executor.arg_dict["x"][:] = DATA
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError):
        executor.backward()
    executor.backward([mx.nd.ones((2, 2)), mx.nd.ones((2, 2))])
    assert executor.grad_dict["x"].asnumpy().tolist() == [[1, 0, 1], [0, 1, 1]]


def test_prelu_that_overwrites_its_input_keeps_the_gradient_of_gamma():
    """In MXNet 1.9.1 it is `gamma` times as large."""
    data = np.random.RandomState(0).normal(size=(4, 3, 5, 5)).astype(np.float32)
    net = mx.sym.LeakyReLU(mx.sym.var("data") * 1, act_type="prelu", name="act")
    executor = net.simple_bind(mx.cpu(), data=data.shape)
    executor.arg_dict["data"][:] = data
    executor.arg_dict["act_gamma"][:] = mx.nd.array([0.25, 2, -0.5])
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones(data.shape)])
    expected = np.minimum(data, 0).sum((0, 2, 3))
    np.testing.assert_allclose(executor.grad_dict["act_gamma"].asnumpy(), expected, rtol=1e-5)


# ---- views of arguments ---------------------------------------------------------------------------

VIEWS = {
    "transpose": lambda F, x: F.transpose(x), "reshape": lambda F, x: F.reshape(x, (-1,)),
    "Flatten": lambda F, x: F.Flatten(x), "expand_dims": lambda F, x: F.expand_dims(x, axis=0),
    "slice": lambda F, x: F.slice(x, begin=(0, 0), end=(2, 3)), "identity": lambda F, x: F.identity(x),
    "slice_axis": lambda F, x: F.slice_axis(x, axis=1, begin=0, end=3), "BlockGrad": lambda F, x: F.BlockGrad(x),
    "split": lambda F, x: F.concat(*F.split(x, num_outputs=3, axis=1), dim=1),
    "split of one": lambda F, x: F.split(x, num_outputs=3, axis=1)[0], "Cast": lambda F, x: F.Cast(x, "float32"),
    "SwapAxis": lambda F, x: F.SwapAxis(x, dim1=0, dim2=1), "squeeze": lambda F, x: F.squeeze(F.expand_dims(x, 0)),
    "reshape_like": lambda F, x: F.reshape_like(x, x),
    "astype": lambda F, x: x.astype("float32"),
    "view of a view": lambda F, x: F.reshape(F.transpose(F.expand_dims(x, axis=0)), (-1,)),
    "foreach": lambda F, x: F.contrib.foreach(lambda row, s: (F.identity(row), s + row), x, F.zeros((3,)))[0],
    "while": lambda F, x: F.contrib.while_loop(lambda i, v: i < 2, lambda i, v: (v, (i + 1, F.identity(v))),
                                               (F.zeros((1,)), F.identity(x)), max_iterations=2)[1][1],
    "cond": lambda F, x: F.contrib.cond(F.sum(x) > 0, lambda: F.identity(x), lambda: x + 1),
}
READERS = {  # by their rule's inputs, by what a kernel saves, by torch's tape
    "square": lambda F, v: F.square(v), "gelu": lambda F, v: F.LeakyReLU(v, act_type="gelu"),
    "erf": lambda F, v: F.erf(v) * v, "cumsum": lambda F, v: F.cumsum(v, axis=0) * v,
    "dot": lambda F, v: F.dot(v, F.transpose(v)),
    "smooth": lambda F, v: F.smooth_l1(v, scalar=0.5), "lp": lambda F, v: F.Pooling(
        F.reshape(v, (1, 1, -1)), kernel=(2,), pool_type="lp", p_value=2),
}


def gradients_of_block(view, reader, mode, writes):
    class Block(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return READERS[reader](F, VIEWS[view](F, x)) * 3

    block = Block()
    if mode != "eager":
        block.hybridize(**({"static_alloc": True, "static_shape": True} if mode == "static" else {}))
    x = mx.nd.array(DATA)
    x.attach_grad()
    with mx.autograd.record():
        out = mx.nd.sum(block(x))
    if writes:
        x[:] = 100
    out.backward()
    return x.grad.asnumpy()


@pytest.mark.parametrize("mode", ["eager", "hybrid", "static"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_an_argument_is_that_of_forward(view, mode):
    expected = gradients_of_block(view, "square", "eager", writes=False)
    np.testing.assert_array_equal(gradients_of_block(view, "square", mode, writes=True), expected)


@pytest.mark.parametrize("mode", ["eager", "static"])
@pytest.mark.parametrize("reader", READERS)
def test_whatever_keeps_a_view(reader, mode):
    expected = gradients_of_block("transpose", reader, "eager", writes=False)
    np.testing.assert_allclose(gradients_of_block("transpose", reader, mode, writes=True), expected, rtol=1e-6)


def bound_gradient(net, **options):
    executor = net.simple_bind(mx.cpu(), x=DATA.shape, **options)
    executor.arg_dict["x"][:] = DATA
    outputs = executor.forward(is_train=True)
    return executor, outputs


def test_a_bound_view():
    executor, _ = bound_gradient(mx.sym.square(mx.sym.transpose(X)))
    executor.arg_dict["x"][:] = 100
    executor.backward(mx.nd.ones(DATA.T.shape))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), 2 * DATA)


def test_a_view_of_an_output():
    """The output is read as it is, the view beside it is that of forward."""
    double = X * 2
    net = mx.sym.Group([double, mx.sym.square(mx.sym.reshape(double, shape=(-1,))), mx.sym.square(double)])
    executor, outputs = bound_gradient(net)
    outputs[0][:] = 0
    executor.backward([mx.nd.zeros(DATA.shape), mx.nd.ones(DATA.size), mx.nd.ones(DATA.shape)])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), 8 * DATA)


def test_nothing_is_copied_that_backward_does_not_read():
    net = mx.sym.sum(mx.sym.sin(mx.sym.transpose(X) * 3 + 1))
    assert "own_memory" not in bound_gradient(net)[0].code
    assert bound_gradient(mx.sym.square(mx.sym.transpose(X)))[0].code.count("own_memory(") == 1
    inside = mx.sym.square(mx.sym.transpose(mx.sym.exp(X)))
    assert "own_memory" not in bound_gradient(inside)[0].code


def test_values_that_are_recomputed_unasked_do_not_start_from_arguments(monkeypatch):
    """With MXNET_BACKWARD_DO_MIRROR=1 they do, as in MXNet."""
    net = mx.sym.square(mx.sym.relu(X))
    monkeypatch.setattr("mxnet.core.passes.rematerialize.REMATERIALIZE_FROM_BYTES", 0)
    for asked, expected in (("", 2 * DATA), ("1", np.full(DATA.shape, 200))):
        monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", asked)
        executor, _ = bound_gradient(net)
        executor.arg_dict["x"][:] = 100
        executor.backward(mx.nd.ones(DATA.shape))
        np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), expected)
