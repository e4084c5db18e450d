"""Arrays that are overwritten between forward and backward, and arrays after a backward that failed.

Expected gradients are those of MXNet 1.9.1: rules read what arrays hold when backward runs.
"""
import numpy as np
import pytest

import mxnet as mx

BEFORE, AFTER = [[1, 2, 3], [4, 5, 6]], [[2, 2, 2], [3, 3, 3]]


class Scaled(mx.operator.CustomOp):
    """Multiplies by its auxiliary state, which backward doubles."""

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * aux[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], in_data[0] * aux[0])
        self.assign(aux[0], "write", aux[0] * 2)


@mx.operator.register("overwritten_scaled")
class ScaledProp(mx.operator.CustomOpProp):
    def list_auxiliary_states(self):
        return ["state"]

    def infer_shape(self, in_shape):
        return in_shape, in_shape, in_shape

    def create_operator(self, ctx, shapes, dtypes):
        return Scaled()


@pytest.mark.parametrize("make, expected", [
    (lambda a: mx.sym.prod(a, axis=1), [[3, 3, 3], [40, 40, 40]]),
    (lambda a: mx.sym.smooth_l1(a, scalar=1.0), np.ones((2, 3))),
    (lambda a: mx.sym.linalg_syrk(a), np.full((2, 3), 10)),
    (lambda a: mx.sym.square(a), [[4, 4, 4], [6, 6, 6]]),
    (lambda a: mx.sym.norm(a, axis=1), [[0.5345] * 3, [0.3419] * 3]),
], ids=["prod", "smooth_l1", "syrk", "square", "norm"])
def test_a_bound_argument(make, expected):
    executor = make(mx.sym.var("a")).simple_bind(mx.cpu(), a=(2, 3))
    executor.arg_dict["a"][:] = mx.nd.array(BEFORE)
    executor.forward(is_train=True)
    executor.arg_dict["a"][:] = mx.nd.array(AFTER)
    executor.backward(mx.nd.ones(executor.outputs[0].shape))
    np.testing.assert_allclose(executor.grad_dict["a"].asnumpy(), expected, atol=1e-4)


def test_a_bound_argument_without_gradient():
    net = mx.sym.linalg_gemm2(mx.sym.var("a"), mx.sym.var("b"))
    executor = net.simple_bind(mx.cpu(), a=(2, 3), b=(3, 3), grad_req={"a": "write", "b": "null"})
    executor.arg_dict["b"][:] = 1
    executor.forward(is_train=True)
    executor.arg_dict["b"][:] = 2
    executor.backward(mx.nd.ones((2, 3)))
    assert (executor.grad_dict["a"].asnumpy() == 6).all()


def test_an_output():
    executor = mx.sym.prod(mx.sym.var("a"), axis=1).simple_bind(mx.cpu(), a=(2, 3))
    executor.arg_dict["a"][:] = mx.nd.array(BEFORE)
    executor.forward(is_train=True)
    executor.outputs[0][:] = 1
    executor.backward(mx.nd.ones(2))
    np.testing.assert_allclose(executor.grad_dict["a"].asnumpy(), 1 / np.array(BEFORE), rtol=1e-6)


def test_a_custom_operator_and_its_state():
    net = mx.sym.Custom(mx.sym.var("a"), op_type="overwritten_scaled", name="scaled")
    state = mx.nd.ones((2, 3))
    executor = net.bind(mx.cpu(), {"a": mx.nd.array(BEFORE)}, {"a": mx.nd.zeros((2, 3))},
                        aux_states={"scaled_state": state})
    executor.forward(is_train=True)
    executor.arg_dict["a"][:] = mx.nd.array(AFTER)
    state[:] = 5
    executor.backward(mx.nd.ones((2, 3)))
    np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), 5 * np.array(AFTER))
    assert (state.asnumpy() == 10).all()


@pytest.mark.parametrize("make, expected", [
    (lambda a, b: a * b, [1, 1, 1]), (mx.nd.dot, [1, 1, 1]), (lambda a, b: a / b, [1, 1, 1]),
    (mx.nd.power, [1, 1, 1]), (mx.nd.maximum, [1, 1, 1]), (lambda a, b: a * a * b, [2, 4, 6]),
    (lambda a, b: mx.nd.smooth_l1(a * b, scalar=1.0), [1, 1, 1])],
    ids=["mul", "dot", "div", "power", "maximum", "chain", "smooth_l1"])
def test_a_recorded_constant(make, expected):
    a, b = mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6])
    a.attach_grad()
    with mx.autograd.record():
        y = make(a, b)
    b[:] = 1
    y.backward()
    np.testing.assert_array_equal(a.grad.asnumpy(), expected)


def test_a_recorded_constant_that_an_optimizer_updates():
    a, b = mx.nd.array([1.0, 2.0]), mx.nd.array([3.0, 4.0])
    a.attach_grad()
    with mx.autograd.record():
        y = a * b
    mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0))(0, mx.nd.ones(2), b)
    y.backward()
    assert a.grad.asnumpy().tolist() == [2, 3]


# ---- a backward that fails ------------------------------------------------------------------------

class Failing(mx.operator.CustomOp):
    fails = True

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        if Failing.fails:
            raise ValueError("no gradient today")
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("overwritten_failing")
class FailingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Failing()


@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_gradients_are_arrays_after_a_failure(grad_req):
    net = mx.sym.Custom(mx.sym.var("a") * 2, op_type="overwritten_failing") + mx.sym.var("b")
    executor = net.simple_bind(mx.cpu(), a=(256, 256), b=(256, 256), grad_req=grad_req)
    gradient = executor.grad_dict["a"]
    executor.forward(is_train=True)
    Failing.fails = True
    with pytest.raises(mx.MXNetError, match="no gradient today"):
        executor.backward(mx.nd.ones((256, 256)))
    for array in executor.grad_arrays:
        assert array._data.is_contiguous()
        array[:] = 0
        array[0] = 5
        assert array.asnumpy().sum() == 5 * 256
        array[:] = 0
    Failing.fails = False
    executor.backward(mx.nd.ones((256, 256)))
    assert executor.grad_dict["a"] is gradient and (gradient.asnumpy() == 2).all()
