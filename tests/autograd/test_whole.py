"""Gradients of whole numbers, as MXNet 1.9.1 gives them: each call's are rounded to the type of its input."""
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

VALUES = [1, 2, 3, 5, 7]

CASES = {  # function: what MXNet 1.9.1 gave for ones, or for the head gradient named
    "mod": (lambda x: (x + 1) % 3, [0, 0, 0, 0, 0]),
    "mod_by_array": (lambda x: x % (x + 1), [0, 0, 0, 0, 0]),
    "mod_times": (lambda x: ((x + 1) % 3) * x, [2, 0, 1, 0, 2]),
    "halves_squared": (lambda x: (x / 2) * (x / 2), [0, 0, 0, 2, 2]),
    "two_halves": (lambda x: x / 2 + x / 2, [0, 0, 0, 0, 0]),
    "halves_times": (lambda x: (x / 2) * 3, [1, 1, 1, 1, 1]),
    "mean": (lambda x: nd.mean(x * 10), [0, 0, 0, 0, 0]),
    "sqrt": (lambda x: nd.sqrt(x) * 4, [0, 0, 0, 0, 0]),
    "tanh": (lambda x: nd.tanh(x), [1, 1, 1, 1, 1]),
    "square": (lambda x: nd.square(x), [2, 4, 6, 10, 14]),
    "through_floats": (lambda x: (x.astype("float32") / 2).astype(x.dtype) * 3, [1, 1, 1, 1, 1]),
    "cast": (lambda x: x.astype("float32") * 2.5, [2, 2, 2, 2, 2]),
    "softsign": (lambda x: nd.softsign(x), [0, 0, 0, 0, 0]),
}


def gradient(function, values, dtype, head=None):
    x = nd.array(values, dtype=dtype)
    x.attach_grad()
    x.grad[:] = 77
    with autograd.record():
        y = function(x)
    y.backward(None if head is None else nd.full(y.shape, head, dtype=y.dtype))
    assert x.grad.dtype == np.dtype(dtype)
    return x.grad.asnumpy()


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
@pytest.mark.parametrize("case", CASES)
def test_gradients_are_rounded_call_by_call(case, dtype):
    function, expected = CASES[case]
    np.testing.assert_array_equal(gradient(function, VALUES, dtype), expected)


def test_scalars_are_whole_beside_whole_numbers():
    np.testing.assert_array_equal(gradient(lambda x: x * 1.5, VALUES, "int32", head=3), 3)
    np.testing.assert_array_equal(gradient(lambda x: x / 2, VALUES, "int32", head=5), 2)
    np.testing.assert_array_equal(gradient(lambda x: x ** 2.5, VALUES, "int32"), [2, 4, 6, 10, 14])


def test_what_is_broadcast_is_rounded_before_it_is_summed():
    x = nd.array([[6], [3]], dtype="int32")
    x.attach_grad()
    with autograd.record():
        y = nd.broadcast_div(x, nd.array([[1, 2, 2]], dtype="int32"))
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[1], [1]])


@pytest.mark.parametrize("dtype", ["int32", "uint8", "int64"])
def test_gradients_pass_casts_to_whole_numbers(dtype):
    np.testing.assert_array_equal(gradient(lambda x: x.astype(dtype) * 2, [1.5, 2.5], "float32"), 2)
    found = gradient(lambda x: x.astype(dtype).astype("float32") * 2.5, [1.5, 2.5], "float32")
    np.testing.assert_array_equal(found, 2)  # it comes back over whole numbers


def test_executors_agree():
    x = mx.sym.Variable("x")
    for build in (lambda v: v / 2, lambda v: v * v, lambda v: (v + 1) % 3, lambda v: -v + 2):
        executor = build(x).bind(mx.cpu(), {"x": nd.array(VALUES, dtype="int32")},
                                 {"x": nd.zeros(5, dtype="int32")})
        executor.forward(is_train=True)
        executor.backward(nd.full((5,), 3, dtype="int32"))
        np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), gradient(build, VALUES, "int32", head=3))


def test_graphs_that_are_kept():
    x = nd.array(VALUES, dtype="int32")
    x.attach_grad("add")
    with autograd.record():
        y = x * x
    y.backward(retain_graph=True)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [4, 8, 12, 20, 28])
