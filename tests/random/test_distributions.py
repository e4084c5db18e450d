"""Draws of every distribution, by numbers, by arrays and like an array, against its exact law."""
import numpy as np
import pytest
from scipy import stats

import mxnet as mx

COUNT = 20000
SMALLEST = 1e-5  # of the probability under the law; the seed is fixed, so a failure is no accident

# name: (params by keyword, law)
CONTINUOUS = {
    "uniform": ({"low": -2.0, "high": 5.0}, stats.uniform(-2, 7)),
    "normal": ({"loc": 1.5, "scale": 0.7}, stats.norm(1.5, 0.7)),
    "exponential": ({"lam": 4.0}, stats.expon(scale=0.25)),
    "gamma": ({"alpha": 9.0, "beta": 0.5}, stats.gamma(9, scale=0.5)),
    "gamma small": ({"alpha": 0.5, "beta": 2.0}, stats.gamma(0.5, scale=2)),
}
DISCRETE = {
    "poisson": ({"lam": 4.0}, stats.poisson(4)),
    "poisson large": ({"lam": 25.0}, stats.poisson(25)),
    "negative_binomial": ({"k": 3, "p": 0.4}, stats.nbinom(3, 0.4)),
    "generalized_negative_binomial": ({"mu": 2.0, "alpha": 0.3}, stats.nbinom(1 / 0.3, 1 / 1.6)),
    "generalized_negative_binomial plain": ({"mu": 2.0, "alpha": 0.0}, stats.poisson(2)),
}


def draws(name, params, form, dtype):
    op = name.split()[0]
    if form == "numbers":
        return getattr(mx.nd._internal, f"_random_{op}")(**params, shape=(COUNT,), dtype=dtype)
    if form == "like":
        like = mx.nd.zeros((COUNT,), dtype=dtype)
        return getattr(mx.nd.random, f"{op}_like")(like, **params)
    arrays = [mx.nd.full((1,), value, dtype="float64") for value in params.values()]
    return getattr(mx.nd._internal, f"_sample_{op}")(*arrays, shape=(COUNT,), dtype=dtype)[0]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", ["numbers", "arrays", "like"])
@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous(name, form, dtype):
    params, law = CONTINUOUS[name]
    found = draws(name, params, form, dtype)
    assert found.dtype == np.dtype(dtype)
    assert stats.kstest(found.asnumpy().astype("float64"), law.cdf).pvalue > SMALLEST


@pytest.mark.parametrize("form", ["numbers", "arrays", "like"])
@pytest.mark.parametrize("name", DISCRETE)
def test_discrete(name, form):
    params, law = DISCRETE[name]
    found = draws(name, params, form, "float32").asnumpy()
    np.testing.assert_array_equal(found, np.floor(found))
    first, last = (int(law.ppf(q)) for q in (0.002, 0.998))
    edges = [-0.5, *np.arange(first + 0.5, last + 1), np.inf]
    wanted = np.diff([0.0, *law.cdf(np.array(edges[1:-1])), 1.0]) * COUNT
    counted, _ = np.histogram(found, np.array(edges[:-1] + [1e9]))
    assert stats.chisquare(counted, wanted).pvalue > SMALLEST


def test_half_precision():
    found = mx.nd.random.normal(0, 1, shape=(COUNT,), dtype="float16").asnumpy()
    assert found.dtype == np.float16
    assert stats.kstest(found.astype("float64"), stats.norm.cdf).pvalue > SMALLEST


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_whole_numbers(dtype):
    found = mx.nd.random.randint(-3, 9, shape=(COUNT,), dtype=dtype).asnumpy()
    counted = np.bincount(found + 3, minlength=12)
    assert len(counted) == 12
    assert stats.chisquare(counted).pvalue > SMALLEST


def test_multinomial():
    law = np.array([[0.1, 0.0, 0.6, 0.3], [0.25, 0.25, 0.5, 0.0]])
    found = mx.nd.random.multinomial(mx.nd.array(law), shape=COUNT).asnumpy()
    for row, probabilities in zip(found, law, strict=True):
        counted = np.bincount(row, minlength=4)
        possible = probabilities > 0
        assert not counted[~possible].any()
        assert stats.chisquare(counted[possible], probabilities[possible] * COUNT).pvalue > SMALLEST


def test_shuffle_is_even():
    data = mx.nd.arange(4)
    places = np.zeros((4, 4))
    for _ in range(2000):
        places[np.arange(4), mx.nd.random.shuffle(data).asnumpy().astype(int)] += 1
    assert stats.chisquare(places, axis=None).pvalue > SMALLEST


def test_unique_zipfian():
    samples, tries = mx.nd._internal._sample_unique_zipfian(1000, shape=(2000, 3))
    values = np.arange(1000)
    law = (np.log(values + 2) - np.log(values + 1)) / np.log(1001)
    first = np.bincount(samples.asnumpy()[:, 0], minlength=1000)
    # The law is rounded to the nearest number, ours is exact between neighbours: compare by decades.
    edges = [0, 3, 10, 30, 100, 1000]
    counted = np.add.reduceat(first, edges[:-1])
    wanted = np.add.reduceat(law, edges[:-1]) * 2000
    assert np.all(np.abs(counted - wanted) < 0.12 * 2000)
    assert np.all(np.diff(np.sort(samples.asnumpy(), 1), axis=1) > 0)
    assert np.all(tries.asnumpy() >= 3)


def test_rand_zipfian():
    samples, true_count, count = mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 8192, 5)
    expected = (np.log(np.arange(5) + 2) - np.log(np.arange(5) + 1)) / np.log(6) * 8192
    np.testing.assert_allclose(true_count.asnumpy(), expected[3:4])
    np.testing.assert_allclose(count.asnumpy(), expected[samples.asnumpy()])
    assert samples.dtype == np.int64
    assert stats.chisquare(np.bincount(samples.asnumpy(), minlength=5), expected).pvalue > SMALLEST
