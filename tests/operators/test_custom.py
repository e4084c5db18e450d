"""Operators written by users: CustomOp and the older NumpyOp and NDArrayOp, imperative and bound."""
import numpy as np
import pytest

import mxnet as mx


class Scale(mx.operator.CustomOp):
    """Multiplies by a factor; counts its calls in an auxiliary state."""

    def __init__(self, factor):
        self.factor = factor

    def forward(self, is_train, req, in_data, out_data, aux):
        if is_train and aux:
            aux[0][:] += 1
        self.assign(out_data[0], req[0], in_data[0] * self.factor)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * self.factor)


@mx.operator.register("test_scale")
class ScaleProp(mx.operator.CustomOpProp):
    def __init__(self, factor="2", counted="False"):
        super().__init__(need_top_grad=True)
        self.factor, self.counted = float(factor), counted == "True"

    def list_auxiliary_states(self):
        return ["count"] if self.counted else []

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0]], [(1,)] if self.counted else []

    def create_operator(self, ctx, shapes, dtypes):
        return Scale(self.factor)


class Loss(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_data[0] - in_data[1])


@mx.operator.register("test_loss")
class LossProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def list_arguments(self):
        return ["data", "label"]

    def infer_shape(self, in_shape):
        return [in_shape[0], in_shape[0]], [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return Loss()


def test_imperative_with_gradient():
    x = mx.nd.array([1.0, 2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="test_scale", factor=3) * 2
    y.backward()
    np.testing.assert_array_equal(y.asnumpy(), [6, 12])
    np.testing.assert_array_equal(x.grad.asnumpy(), [6, 6])


def test_bound_with_state_and_names():
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_scale", factor=3, counted=True, name="s")
    assert net.list_arguments() == ["x"]
    assert net.list_auxiliary_states() == ["s_count"]
    executor = net.simple_bind(mx.cpu(), x=(2,))
    for _ in range(2):
        executor.forward(is_train=True, x=mx.nd.array([1.0, 2.0]))
        executor.backward(mx.nd.ones(2))
    np.testing.assert_array_equal(executor.outputs[0].asnumpy(), [3, 6])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [3, 3])
    assert executor.aux_dict["s_count"].asscalar() == 2


def test_a_loss_needs_no_head_gradient_and_trains():
    net = mx.sym.Custom(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc"), op_type="test_loss",
                        name="loss")
    assert net.list_arguments() == ["data", "fc_weight", "fc_bias", "loss_label"]
    rng = np.random.RandomState(0)
    data = rng.randn(64, 3).astype("float32")
    label = data @ np.array([[1.0], [-2.0], [0.5]], "float32")
    module = mx.mod.Module(net, label_names=["loss_label"])
    module.fit(mx.io.NDArrayIter(data, label, 16, label_name="loss_label"), num_epoch=40, eval_metric="mse",
               optimizer_params={"learning_rate": 0.1})
    np.testing.assert_allclose(module.get_params()[0]["fc_weight"].asnumpy(), [[1, -2, 0.5]], atol=1e-2)


def test_symbols_of_custom_operators_survive_json():
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_scale", factor=3, name="s")
    again = mx.sym.load_json(net.tojson())
    assert again.tojson() == net.tojson()
    np.testing.assert_array_equal(again.eval(x=mx.nd.ones(2))[0].asnumpy(), [3, 3])


def test_errors_reach_the_caller_with_their_traceback():
    class Broken(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            raise KeyError("lost")

    @mx.operator.register("test_broken")
    class BrokenProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Broken()

    with pytest.raises(mx.MXNetError, match="(?s)KeyError.*lost.*Traceback"):
        mx.nd.Custom(mx.nd.ones(2), op_type="test_broken")
    with pytest.raises(mx.MXNetError, match="did you mean 'test_scale'"):
        mx.nd.Custom(mx.nd.ones(2), op_type="test_scal")
    with pytest.raises(mx.MXNetError, match="op_type"):
        mx.nd.Custom(mx.nd.ones(2))


@pytest.mark.parametrize("base, ones", [(mx.operator.NumpyOp, np.ones), (mx.operator.NDArrayOp, mx.nd.ones)])
def test_the_older_ways(base, ones):
    class Square(base):
        def forward(self, in_data, out_data):
            out_data[0][:] = in_data[0] * in_data[0]

        def backward(self, out_grad, in_data, out_data, in_grad):
            in_grad[0][:] = 2 * in_data[0] * out_grad[0]

    net = Square()(mx.sym.Variable("x"), name="square")
    executor = net.simple_bind(mx.cpu(), x=(2,))
    executor.forward(is_train=True, x=mx.nd.array([2.0, 3.0]))
    executor.backward(mx.nd.ones(2))
    np.testing.assert_array_equal(executor.outputs[0].asnumpy(), [4, 9])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [4, 6])
