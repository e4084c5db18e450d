"""Custom functions, the computation of an array as a Symbol, and the first autograd interface."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


class Sigmoid(autograd.Function):
    def forward(self, x):
        y = 1 / (1 + mx.nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        y, = self.saved_tensors
        assert not autograd.is_recording()
        return dy * y * (1 - y)


class Both(autograd.Function):
    def forward(self, a, b):
        return a + b, a * b

    def backward(self, d_sum, d_product):
        return d_sum * 2, d_product * 3


def test_function():
    x = mx.nd.array([-1, 0, 2])
    x.attach_grad()
    with autograd.record():
        y = Sigmoid()(x * 2) * 5
    y.backward()
    s = 1 / (1 + np.exp(-2 * x.asnumpy()))
    np.testing.assert_allclose(y.asnumpy(), 5 * s, rtol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), 10 * s * (1 - s), rtol=1e-5)


def test_function_of_several():
    a, b = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    for array in (a, b):
        array.attach_grad()
    with autograd.record():
        total, product = Both()(a, b)
    autograd.backward([total, product])
    assert total.asnumpy().tolist() == [4, 6]
    assert product.asnumpy().tolist() == [3, 8]
    assert a.grad.asnumpy().tolist() == [2, 2]
    assert b.grad.asnumpy().tolist() == [3, 3]


def test_function_outside_recording():
    assert Sigmoid()(mx.nd.zeros((1,))).asnumpy().tolist() == [0.5]


def test_function_is_used_once():
    function = Sigmoid()
    function(mx.nd.zeros((1,)))
    with pytest.raises(mx.MXNetError, match="only be called once"):
        function(mx.nd.zeros((1,)))


def test_function_gives_one_gradient_an_input():
    class Wrong(autograd.Function):
        def forward(self, a, b):
            return a + b

        def backward(self, dy):
            return dy
    x = mx.nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = Wrong()(x, x)
    with pytest.raises(mx.MXNetError, match="Expecting 2 got 1"):
        y.backward()


def test_function_says_what_is_missing():
    class Half(autograd.Function):
        def forward(self, x):
            return x
    x = mx.nd.ones((2,))
    x.attach_grad()
    with pytest.raises(NotImplementedError, match="forward is not defined"):
        autograd.Function()(x)
    with autograd.record():
        y = Half()(x)
    with pytest.raises(NotImplementedError, match="Half.backward is not defined"):
        y.backward()


# ---- get_symbol ----

def test_symbol_counts_variables():
    x, z = mx.nd.ones((1,)), mx.nd.ones((1,))
    x.attach_grad()
    with autograd.record():
        y = x * x + 2 * x - 1
    assert autograd.get_symbol(y).list_arguments() == ["var0"]
    with autograd.record():
        y = x * x * z - z
    assert autograd.get_symbol(y).list_arguments() == ["var0", "var1"]
    with autograd.record():
        y = x * x + 2 * z - z
    assert len(autograd.get_symbol(y).list_arguments()) == 3, "2 * z is computed, not recorded"


def test_symbol_computes_the_same():
    x, w = mx.nd.array(np.arange(6).reshape(2, 3)), mx.nd.array(np.arange(12).reshape(4, 3))
    x.attach_grad()
    with autograd.record():
        hidden = mx.nd.FullyConnected(x * x, w, no_bias=True, num_hidden=4)
        left, right = mx.nd.split(hidden.reshape((-1, 2)), num_outputs=2, axis=1)
        y = mx.nd.concat(left, right.copy(), dim=0)[1:, None] + x[::-1][0][1]
    symbol = autograd.get_symbol(y)
    assert symbol.list_arguments() == ["var0", "var1"]
    np.testing.assert_allclose(symbol.eval(var0=x, var1=w)[0].asnumpy(), y.asnumpy())
    assert len(set(symbol.get_internals().list_outputs())) == len(symbol.get_internals().list_outputs())
    y.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        autograd.get_symbol(y)


def test_symbol_of_a_long_chain():
    x = mx.nd.ones((1,))
    x.attach_grad()
    with autograd.record():
        y = x
        for _ in range(3000):
            y = y + 1
    assert len(autograd.get_symbol(y).get_internals()) == 3001


def test_symbol_says_what_it_cannot():
    x = mx.nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        custom, picked = Sigmoid()(x), x[[0, 1]]
    for array in (custom, picked):
        with pytest.raises(mx.MXNetError, match="a Symbol cannot say"):
            autograd.get_symbol(array)


# ---- mx.contrib.autograd ----

def test_first_interface():
    from mxnet.contrib import autograd as first

    def square(x, y):
        return x * x * y
    a, b = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    (da, db), value = first.grad_and_loss(square)(a, b)
    assert value.asnumpy().tolist() == [3, 16]
    assert da.asnumpy().tolist() == [6, 16]
    assert db.asnumpy().tolist() == [1, 4]
    assert first.grad(square, argnum=1)(a, b)[0].asnumpy().tolist() == [1, 4]
    assert first.grad(square, argnum=[1, 0])(a, b)[1].asnumpy().tolist() == [6, 16]
    with pytest.raises(TypeError, match="should NDArray"):
        first.grad(square)(a, 3)
    with pytest.raises(TypeError, match="list or tuple"):
        first.backward(value)


def test_first_interface_sections():
    from mxnet.contrib import autograd as first
    with first.train_section():
        assert (autograd.is_recording(), autograd.is_training()) == (True, True)
        with first.test_section():
            assert (autograd.is_recording(), autograd.is_training()) == (False, False)
        assert autograd.is_recording()
    assert first.set_is_training(True) is False
    assert first.set_is_training(False) is True


def test_a_gradient_with_its_graph_kept_leaves_that_graph_alive():
    x = nd.array([1.0, 2.0])
    w = nd.array([[3.0, 4.0]])
    for array in (x, w):
        array.attach_grad()
    with autograd.record():
        y = nd.dot(w, x)
        slope = autograd.grad(y, [x], create_graph=True, retain_graph=True)[0]
        mixed = autograd.grad(slope, [w], head_grads=nd.array([5.0, 6.0]))[0]
        again = autograd.grad(y, [w], create_graph=True, retain_graph=True)[0]
    assert slope.asnumpy().tolist() == [3, 4] and mixed.asnumpy().tolist() == [[5, 6]]
    assert again.asnumpy().tolist() == [[1, 2]]


def test_rows_of_a_head_gradient_that_are_too_many_are_left_alone():
    x = nd.ones((2, 3))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.backward(nd.array(np.arange(9).reshape(3, 3)))
    assert x.grad.asnumpy().tolist() == [[0, 2, 4], [6, 8, 10]]
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match="head gradient 0"):
        y.backward(nd.ones((3, 2)))
