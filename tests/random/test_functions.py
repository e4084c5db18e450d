"""The functions of mx.nd.random and mx.random: shapes, types, contexts, out, errors, gradients."""
import numpy as np
import pytest

import mxnet as mx

SPACES = pytest.mark.parametrize("space", [mx.nd.random, mx.random], ids=["nd.random", "random"])


@SPACES
def test_shapes(space):
    assert space.uniform().shape == (1,)
    assert space.uniform(shape=3).shape == (3,)
    assert space.normal(shape=(2, 3)).shape == (2, 3)
    assert space.randn(2, 3).shape == (2, 3)
    assert space.randn().shape == (1,)
    assert space.randn(4, loc=5, scale=0.001).asnumpy().round().tolist() == [5] * 4
    assert space.randint(0, 5, shape=(2,)).shape == (2,)


@pytest.mark.parametrize("name", ["uniform", "normal", "gamma", "negative_binomial",
                                  "generalized_negative_binomial"])
def test_arrays_of_params(name):
    one = mx.nd.array([[1, 1, 1], [2, 2, 2]])
    two = mx.nd.array([[3, 3, 3], [4, 4, 4]]) if name != "negative_binomial" else one / 4
    draw = getattr(mx.nd.random, name)
    assert draw(one, two).shape == (2, 3)
    assert draw(one, two, shape=4).shape == (2, 3, 4)
    assert draw(one, two, shape=(2, 2), dtype="float64").dtype == np.float64
    with pytest.raises(TypeError, match="must all have the same type"):
        draw(one, 0.5)
    with pytest.raises(mx.MXNetError, match="one shape"):
        draw(one, two[0])


def test_rows_use_their_own_params():
    means = mx.nd.array([-1000, 0, 1000])
    found = mx.nd.random.normal(means, mx.nd.ones((3,)), shape=(50,)).asnumpy().mean(1)
    np.testing.assert_allclose(found, [-1000, 0, 1000], atol=1)
    rates = mx.nd.random.exponential(mx.nd.array([1, 1000]), shape=(400,)).asnumpy().mean(1)
    assert 0.7 < rates[0] < 1.3
    assert 700 < rates[1] < 1300


def test_params_that_are_no_numbers():
    with pytest.raises(ValueError, match="either NDArray or numbers"):
        mx.nd.random.uniform("a", "b")
    with pytest.raises(ValueError, match="must be numbers"):
        mx.nd.random.randint(mx.nd.zeros((1,)), 5)


def test_out_says_what_is_not_given():
    out = mx.nd.zeros((50,), dtype="float64")
    assert mx.nd.random.uniform(5, 6, out=out) is out
    assert 5 <= out.asnumpy().min() < out.asnumpy().max() <= 6
    half = mx.nd.zeros((2, 3), dtype="float16", ctx=mx.cpu(1))
    mx.random.normal(7, 0.001, out=half)
    np.testing.assert_allclose(half.asnumpy(), np.full((2, 3), 7), atol=0.05)
    whole = mx.nd.zeros((9,), dtype="int64")
    mx.nd.random.randint(3, 4, out=whole)
    assert whole.asnumpy().tolist() == [3] * 9
    samples = mx.nd.zeros((2, 4), dtype="float64")
    mx.nd.random.normal(mx.nd.array([1, 2]), mx.nd.array([0.001, 0.001]), shape=(4,), out=samples)
    np.testing.assert_allclose(samples.asnumpy().mean(1), [1, 2], atol=0.01)
    with pytest.raises(mx.MXNetError, match="expected"):
        mx.nd.random.uniform(shape=(3,), out=out)
    with pytest.raises(mx.MXNetError, match="expected"):
        mx.nd.random.uniform(shape=(50,), dtype="float32", out=out)


def test_contexts():
    assert mx.nd.random.uniform(ctx=mx.cpu(2)).context == mx.cpu(2)
    with mx.cpu(1):
        assert mx.nd.random.normal(shape=(2,)).context == mx.cpu(1)
    like = mx.nd.zeros((2,), ctx=mx.cpu(3))
    assert mx.nd.random.uniform_like(like).context == mx.cpu(3)


def test_multinomial_forms():
    rows = mx.nd.array([[0, 1, 0], [1, 0, 0]])
    assert mx.nd.random.multinomial(rows).asnumpy().tolist() == [1, 0]
    assert mx.nd.random.multinomial(rows[0]).shape == (1,)
    assert mx.nd.random.multinomial(rows, shape=(2, 2)).shape == (2, 2, 2)
    assert mx.nd.random.multinomial(rows).dtype == np.int32
    assert mx.nd.random.multinomial(rows, dtype="uint8").dtype == np.uint8
    drawn, logarithm = mx.nd.random.multinomial(rows, get_prob=True)
    assert drawn.asnumpy().tolist() == [1, 0]
    assert logarithm.asnumpy().tolist() == [0, 0]


def test_multinomial_gradient():
    law = mx.nd.array([[0.2, 0.3, 0.5], [0.7, 0.2, 0.1]])
    law.attach_grad()
    with mx.autograd.record():
        drawn, logarithm = mx.nd.random.multinomial(law, shape=(6,), get_prob=True)
    heads = mx.nd.array(np.arange(12).reshape(2, 6))
    logarithm.backward(heads)
    wanted = np.zeros((2, 3))
    for row in range(2):
        for place, index in enumerate(drawn.asnumpy()[row]):
            wanted[row, index] += heads.asnumpy()[row, place] / law.asnumpy()[row, index]
    np.testing.assert_allclose(law.grad.asnumpy(), wanted, rtol=1e-5)
    np.testing.assert_allclose(logarithm.asnumpy(), np.log(np.take_along_axis(
        law.asnumpy(), drawn.asnumpy().astype(int), 1)), rtol=1e-5)


def test_shuffle_keeps_rows_together():
    data = mx.nd.array(np.arange(60).reshape(20, 3))
    found = mx.nd.random.shuffle(data).asnumpy()
    assert not np.array_equal(found, data.asnumpy())
    np.testing.assert_array_equal(found[np.argsort(found[:, 0])], data.asnumpy())


def test_no_gradient_through_a_draw():
    mean = mx.nd.zeros((2,))
    mean.attach_grad()
    mean.grad[:] = 5
    with mx.autograd.record():
        drawn = mx.nd.random.normal(mean, mx.nd.ones((2,))) * 3
    drawn.backward()
    assert mean.grad.asnumpy().tolist() == [0, 0]


def test_densities_have_no_gradient_for_counts():
    counts, rate = mx.nd.array([[1, 2]]), mx.nd.array([3])
    counts.attach_grad()
    rate.attach_grad()
    with mx.autograd.record():
        found = mx.nd.random_pdf_poisson(counts, rate, is_log=True)
    found.backward()
    assert counts.grad.asnumpy().tolist() == [[0, 0]]
    np.testing.assert_allclose(rate.grad.asnumpy(), [1 / 3 - 1 + 2 / 3 - 1], rtol=1e-5)
