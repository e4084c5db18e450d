"""Arithmetic and statistics at the edges of their types; the expected numbers are MXNet 1.9.1's."""
import operator

import numpy as np
import pytest

import mxnet as mx

FLOATS, WHOLES = ("float16", "float32", "float64"), ("int8", "uint8", "int32", "int64")


def array(values, dtype):
    return mx.nd.array(np.array(values).astype(dtype), dtype=dtype)


@pytest.mark.parametrize("dtype", FLOATS + WHOLES)
@pytest.mark.parametrize("divisor", [lambda dtype: array([0, 2, 0, 3], dtype), lambda dtype: array([0], dtype),
                                     lambda dtype: 0], ids=["array", "broadcast", "scalar"])
def test_a_remainder_by_zero_is_zero_in_every_form(dtype, divisor):
    by = divisor(dtype)
    plain, kept = array([0, 5, 7, 100], dtype), array([0, 5, 7, 100], dtype)
    alias = kept
    kept %= by
    wanted = [0, 1, 0, 1] if not isinstance(by, int) and by.shape == (4,) else [0] * 4
    assert kept is alias
    for found in (plain % by, kept, mx.nd.modulo(plain, by)):
        assert found.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(found.asnumpy(), wanted)


@pytest.mark.parametrize("dtype", FLOATS + WHOLES)
@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "mod", "pow"])
def test_in_place_is_what_out_of_place_is(name, dtype):
    left, right = [0, 1, 2, 7, 9, 3], [1, 3, 2, 2, 4, 5]
    for other in (array(right, dtype), array(right[:1], dtype), 3):
        plain = getattr(operator, name)(array(left, dtype), other)
        changed = getattr(operator, "i" + name)(array(left, dtype), other)
        np.testing.assert_array_equal(changed.asnumpy(), plain.asnumpy())


@pytest.mark.parametrize("dtype,least", [("int8", 0), ("uint8", 0), ("int32", -2**31), ("int64", -2**63)])
def test_a_number_by_whole_zero_is_what_c_makes_of_infinity(dtype, least):
    np.testing.assert_array_equal((7 / array([0, 2, 7], dtype)).asnumpy(), np.array([least, 3, 1], dtype))
    finite = mx.nd.contrib.isfinite(array([1, 5], dtype))
    np.testing.assert_array_equal(finite.asnumpy(), [1, 1])


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_the_least_word_by_minus_one_is_itself(dtype):
    least = np.iinfo(dtype).min
    for by in (array([-1, -1], dtype), -1):
        np.testing.assert_array_equal((array([least, 6], dtype) / by).asnumpy(), np.array([least, -6], dtype))
        np.testing.assert_array_equal((array([least, 6], dtype) % by).asnumpy(), [0, 0])


@pytest.mark.parametrize("dtype", WHOLES)
def test_norms_of_whole_numbers(dtype):
    np.testing.assert_array_equal(mx.nd.norm(array([[3, 4], [5, 5]], dtype), axis=0).asnumpy(), [5, 5])
    np.testing.assert_array_equal(mx.nd.norm(array([[5, 5, 0], [3, 3, 3], [7, 5, 5]], dtype), axis=1,
                                             keepdims=True).asnumpy(), [[7], [5], [7]])
    wanted = np.array([200]).astype(dtype)
    np.testing.assert_array_equal(mx.nd.norm(array([100] * 4, dtype)).asnumpy(), wanted)
    np.testing.assert_array_equal(mx.nd.norm(array([3, 4], dtype), ord=1).asnumpy(), [7])


@pytest.mark.parametrize("dtype,mean,spread", [
    ("int8", [2, 3, -24], [4, 2, -3]), ("int32", [2, 3, 61], [4, 2, 2328]), ("int64", [2, 3, 61], [4, 2, 2328])])
def test_moments_of_whole_numbers(dtype, mean, spread):
    found = mx.nd.moments(array([[3, 4, 100], [5, 5, -7], [0, 2, 90]], dtype), axes=0)
    np.testing.assert_array_equal(found[0].asnumpy(), mean)
    np.testing.assert_array_equal(found[1].asnumpy(), spread)
    kept = mx.nd.moments(array([[3, 4, 100], [5, 5, -7]], dtype), axes=(0, 1), keepdims=True)
    assert [item.shape for item in kept] == [(1, 1), (1, 1)] and kept[0].dtype == np.dtype(dtype)


@pytest.mark.parametrize("dtype", WHOLES)
def test_histograms_of_whole_numbers_have_whole_edges(dtype):
    values = [3, 4, 100, 5, 5, 7, 0, 2, 90]
    counts, edges = mx.nd.histogram(array(values, dtype), 4, (-8, 9))
    if dtype == "uint8":  # the edges below zero wrap, and the counts follow them
        wanted, marks = [1, 0, 2, 4], [248, 253, 0, 4, 9]
    else:
        wanted, marks = [0, 0, 3, 4], [-8, -3, 0, 4, 9]
    np.testing.assert_array_equal(counts.asnumpy(), wanted)
    np.testing.assert_array_equal(edges.asnumpy(), np.array(marks))
