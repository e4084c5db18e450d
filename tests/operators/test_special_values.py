"""Zeros with a sign, infinity and NaN, where MXNet's answer is not what a formula gives; its numbers are recorded."""
import numpy as np
import pytest

import mxnet as mx

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_gamma_of_a_negative_zero(dtype):
    x = mx.nd.array([0.0, -0.0, 2, -0.5, -1], dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.gamma(x)
    y.backward()
    assert y.dtype == np.dtype(dtype)
    np.testing.assert_allclose(y.asnumpy(), [INF, -INF, 1, -3.544908, NAN], rtol=1e-3)
    np.testing.assert_allclose(x.grad.asnumpy()[:4], [INF, -INF, 0.42278433, -0.12935339], rtol=2e-3)


def test_density_of_a_uniform_distribution_does_not_read_the_samples():
    low, high = mx.nd.array([0.0]), mx.nd.array([2.0])
    density = mx.nd.random_pdf_uniform(mx.nd.array([[INF, NAN, 1.0]]), low, high)
    assert density.asnumpy().tolist() == [[0.5, 0.5, 0.5]]


@pytest.mark.parametrize("dtype", ["bool", "int8", "int32", "int64"])
def test_a_multiplied_gradient_of_integers_has_an_integer_factor(dtype):
    values = [1, 0, 1] if dtype == "bool" else [3, 2, 1]
    x = mx.nd.array(values, dtype=dtype)
    whole = mx.nd.contrib.backward_gradientmultiplier(x, scalar=-1.8)
    assert whole.dtype == np.dtype("int64" if dtype == "bool" else dtype)
    assert whole.asnumpy().tolist() == [-value for value in values]
    real = mx.nd.contrib.backward_gradientmultiplier(x, scalar=-1.8, is_int=False)
    assert real.dtype == np.float64
    np.testing.assert_allclose(real.asnumpy(), np.array(values) * -1.8)


def test_a_param_that_is_nan_does_not_hide_a_negative_one():
    scale = mx.np.array([1.0, -2.0, NAN])
    with pytest.raises(ValueError, match="at least 0, got -2.0"):
        mx.np.random.normal(0, scale).asnumpy()
    drawn = mx.np.random.normal(0, mx.np.array([1.0, NAN])).asnumpy()
    assert np.isfinite(drawn[0]) and np.isnan(drawn[1])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_smooth_l1_of_integers_has_an_integer_scalar(dtype):
    x = mx.nd.array([5, 4, 3, 2, 1, 0], dtype=dtype)
    assert mx.nd.smooth_l1(x, scalar=0.63).asnumpy().tolist() == [0] * 6
    assert mx.nd.smooth_l1(x, scalar=1.7).asnumpy().tolist() == [4, 3, 2, 1, 0, 0]


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "bool"])
def test_layers_of_integers_are_refused_where_they_would_truncate(dtype):
    x = mx.nd.ones((2, 1, 3), dtype=dtype)
    with pytest.raises(mx.base.MXNetError, match="type"):
        mx.nd.LogisticRegressionOutput(x, x)
    with pytest.raises(mx.base.MXNetError, match="type"):
        mx.nd.RNN(x, mx.nd.ones((20,), dtype=dtype), mx.nd.ones((1, 1, 2), dtype=dtype), mode="rnn_tanh", state_size=2,
                  num_layers=1)


def test_ctc_loss_of_labels_without_probability_is_infinite():
    def loss(scores, label):
        scores = mx.nd.array(scores)
        scores.attach_grad()
        with mx.autograd.record():
            cost = mx.nd.CTCLoss(scores, mx.nd.array(label))
        cost.backward()
        return cost.asscalar(), scores.grad.asnumpy().ravel()
    cost, grad = loss([[[0, -INF, 0, 0]]], [[1.0]])
    assert cost == INF and np.isfinite(grad).all()
    np.testing.assert_allclose(loss([[[0, -100, 0, 0]]], [[1.0]])[0], 101.09861, rtol=1e-6)
    assert loss([[[-INF, 0, -INF, -INF]]], [[1.0]])[0] == 0  # certain
    assert loss(np.zeros((2, 1, 4)), [[1.0, 1.0]])[0] == 0  # two equal labels need three steps


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_cube_roots_keep_the_sign_of_zero(dtype):
    x = mx.nd.array([-0.0, 0.0, -8, 8], dtype=dtype)
    root, reciprocal = mx.nd.cbrt(x).asnumpy(), mx.nd.rcbrt(x).asnumpy()
    assert np.signbit(root).tolist() == [True, False, True, False]
    np.testing.assert_allclose(root, [0, 0, -2, 2], rtol=1e-3)
    np.testing.assert_allclose(reciprocal, [-INF, INF, -0.5, 0.5], rtol=1e-3)
