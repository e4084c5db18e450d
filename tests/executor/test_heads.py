"""Which nodes backward runs, and where it needs head gradients, as MXNet decides it."""
import numpy as np
import pytest

import mxnet as mx

DATA = np.array([[1.0, 2, 3], [4, 5, 7]], np.float32)
x, label, w = mx.sym.Variable("x"), mx.sym.Variable("label"), mx.sym.Variable("w")
VALUES = {"x": DATA, "w": 2 * DATA, "target": np.ones_like(DATA), "label": np.array([0, 2], np.float32)}

LOSSES = {
    "SoftmaxOutput": lambda: mx.sym.SoftmaxOutput(x, label),
    "SVMOutput": lambda: mx.sym.SVMOutput(x, label),
    "LinearRegressionOutput": lambda: mx.sym.LinearRegressionOutput(x, mx.sym.Variable("target")),
    "LogisticRegressionOutput": lambda: mx.sym.LogisticRegressionOutput(x, mx.sym.Variable("target")),
    "MAERegressionOutput": lambda: mx.sym.MAERegressionOutput(x, mx.sym.Variable("target")),
    "MakeLoss": lambda: mx.sym.MakeLoss(x * x),
    "make_loss": lambda: mx.sym.make_loss(x * x),
    "Custom": lambda: mx.sym.Custom(x, op_type="pulls_by_five"),
}
# Nothing passes through these; below them a loss still makes its gradient.
STOPS = {
    "BlockGrad": mx.sym.BlockGrad, "sign": mx.sym.sign, "round": mx.sym.round, "zeros_like": mx.sym.zeros_like,
    "argmax": lambda s: mx.sym.argmax(s, axis=1), "argsort": mx.sym.argsort, "greater": lambda s: s > 0.5,
    "one_hot": lambda s: mx.sym.one_hot(mx.sym.argmax(s, axis=1), depth=3),
    "topk": lambda s: mx.sym.topk(s, ret_typ="indices"), "mask": lambda s: mx.sym.topk(s, ret_typ="mask"),
    "behind": lambda s: 3 * mx.sym.BlockGrad(mx.sym.log(s + 2)),
}
# A gradient would pass through these, but a loss asks for none.
PASSES = {
    "Reshape": lambda s: mx.sym.Reshape(s, shape=(-1,)), "scaled": lambda s: s * 2,
    "slice_axis": lambda s: mx.sym.slice_axis(s, axis=1, begin=0, end=1),
    "Cast": lambda s: mx.sym.Cast(s, dtype="float64"), "transpose": mx.sym.transpose,
    "log": lambda s: mx.sym.log(s + 2), "sum": mx.sym.sum, "loss": mx.sym.MakeLoss,
    "twice": lambda s: mx.sym.Group([s, s * 3, mx.sym.argmax(s, axis=1)]),
}


@mx.operator.register("pulls_by_five")
class _Prop(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def create_operator(self, ctx, shapes, dtypes):
        return _Pull()


@mx.operator.register("pulls_and_listens")
class _Listening(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Pull()


class _Pull(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] + 5)


def gradients(symbol, heads=None, wanted=("x",), aux=0.5):
    """Bind with gradients of some arguments, run both passes, give the gradients and the executor."""
    names = symbol.list_arguments()
    args = {name: mx.nd.array(VALUES.get(name, np.ones(3))) for name in names}
    grads = {name: mx.nd.full(args[name].shape, 7) for name in wanted if name in names}
    states = {name: mx.nd.full((3,), aux) for name in symbol.list_auxiliary_states()}
    executor = symbol.bind(mx.cpu(), args, grads, {name: "write" if name in grads else "null" for name in names},
                           states)
    executor.forward(is_train=True)
    executor.backward(heads)
    return [grads[name].asnumpy() for name in wanted if name in grads], executor


@pytest.mark.parametrize("above", [*STOPS, *PASSES])
@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_makes_its_gradient_whatever_is_above(loss, above):
    top = STOPS.get(above) or PASSES[above]
    expected, = gradients(LOSSES[loss]())[0]
    assert np.abs(expected).sum() > 0
    found, = gradients(top(LOSSES[loss]()))[0]
    np.testing.assert_array_equal(found, expected)


def test_in_a_group_gradients_of_stopped_losses_join_the_others():
    loss, = gradients(LOSSES["SoftmaxOutput"]())[0]
    group = mx.sym.Group([mx.sym.BlockGrad(LOSSES["SoftmaxOutput"]()), x * 2])
    found, = gradients(group, [None, mx.nd.ones((2, 3))])[0]
    np.testing.assert_allclose(found, loss + 2, rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="head_gradient is required"):
        gradients(group)


def test_heads_that_nothing_uses_are_not_looked_at():
    expected, = gradients(LOSSES["SoftmaxOutput"]())[0]
    found, = gradients(mx.sym.transpose(LOSSES["SoftmaxOutput"]()), [mx.nd.ones((9,))])[0]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("above", [lambda s: s + w, lambda s: mx.sym.broadcast_mul(s, w)])
def test_a_head_gradient_is_needed_where_another_path_uses_it(above):
    symbol = above(LOSSES["SoftmaxOutput"]())
    expected, = gradients(LOSSES["SoftmaxOutput"]())[0]
    np.testing.assert_array_equal(gradients(symbol)[0][0], expected)
    with pytest.raises(mx.MXNetError, match="head_gradient is required"):
        gradients(symbol, wanted=("x", "w"))
    np.testing.assert_array_equal(gradients(symbol, mx.nd.ones((2, 3)), ("x", "w"))[0][0], expected)


def test_backward_does_not_run_what_is_above_a_loss():
    symbol = mx.sym.BatchNorm(LOSSES["SoftmaxOutput"](), name="bn")
    _, executor = gradients(symbol)
    np.testing.assert_array_equal(executor.aux_dict["bn_moving_mean"].asnumpy(), 0.5)


@pytest.mark.parametrize("norm", ["BatchNorm", "BatchNorm_v1"])
def test_averages_move_below_what_stops_gradients(norm):
    symbol = mx.sym.BlockGrad(getattr(mx.sym, norm)(x, name="bn"))
    found, executor = gradients(symbol)
    np.testing.assert_array_equal(found[0], 0)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), [0.7, 0.8, 0.95], rtol=1e-6)


def test_what_adds_to_a_gradient_adds_to_none():
    symbol = mx.sym.IdentityAttachKLSparseReg(mx.sym.sigmoid(x), penalty=1.0, name="kl")
    with pytest.raises(mx.MXNetError, match="head_gradient is required"):
        gradients(symbol)
    expected, _ = gradients(symbol, mx.nd.zeros((2, 3)))
    found, executor = gradients(mx.sym.BlockGrad(symbol))
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_allclose(executor.aux_dict["kl_moving_avg"].asnumpy(), [0.536, 0.544, 0.548], atol=1e-3)


def test_a_users_operator_runs_on_zeros():
    found, _ = gradients(mx.sym.BlockGrad(mx.sym.Custom(x, op_type="pulls_and_listens")))
    np.testing.assert_array_equal(found[0], 5)


def test_of_a_repeated_output_the_last_head_counts():
    ones, tens = mx.nd.ones((2, 3)), mx.nd.full((2, 3), 10)
    y = x * 2
    np.testing.assert_array_equal(gradients(mx.sym.Group([y, y]), [ones, tens])[0][0], 20)
    np.testing.assert_array_equal(gradients(mx.sym.Group([y, y, y + 1]), [None, tens, tens])[0][0], 40)
    np.testing.assert_array_equal(gradients(mx.sym.Group([x, x]), [ones, tens])[0][0], 10)
    # equal computations are two outputs, though one call makes both
    np.testing.assert_array_equal(gradients(mx.sym.Group([x * 2, x * 2]), [ones, tens])[0][0], 22)


def test_an_operator_without_gradient_is_refused_above_a_loss_too():
    index = mx.sym.Cast(label, dtype="int32")
    symbol = mx.sym.batch_take(LOSSES["SoftmaxOutput"](), index)
    with pytest.raises(mx.MXNetError, match="non-differentiable"):
        gradients(symbol)
    expected, = gradients(LOSSES["SoftmaxOutput"]())[0]
    np.testing.assert_array_equal(gradients(mx.sym.BlockGrad(symbol))[0][0], expected)


def test_a_module_trains_with_reshapes_behind_its_losses():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    loss = mx.sym.SoftmaxOutput(net, mx.sym.Variable("softmax_label"), name="softmax")
    plain, shaped = [], []
    for symbol, found in ((loss, plain), (mx.sym.Group([mx.sym.Reshape(loss, shape=(1, -1)),
                                                        mx.sym.BlockGrad(net)]), shaped)):
        module = mx.mod.Module(symbol)
        module.bind([("data", (2, 3))], [("softmax_label", (2,))])
        module.init_params(mx.init.One())
        module.forward_backward(mx.io.DataBatch([mx.nd.array(DATA)], [mx.nd.array(VALUES["label"])]))
        found += [grads[0].asnumpy() for grads in module._exec_group.grad_arrays]
    for one, other in zip(plain, shaped, strict=True):
        np.testing.assert_array_equal(one, other)
