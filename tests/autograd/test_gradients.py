"""Where gradients land, how they add up, of what, and their own gradients."""
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd


def variable(values=(1.0, 2.0, 3.0), req="write", dtype="float32"):
    made = mx.nd.array(values, dtype=dtype)
    made.attach_grad(req)
    return made


def test_attach_grad_starts_at_zero():
    x = variable()
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    assert mx.nd.ones((2,)).grad is None
    with pytest.raises(KeyError):
        x.attach_grad("sometimes")


@pytest.mark.parametrize(("req", "wanted"), [("write", [2, 4, 6]), ("add", [6, 12, 18])])
def test_requests(req, wanted):
    x = variable(req=req)
    for _ in range(3):
        with autograd.record():
            y = x * x
        y.backward()
    assert x.grad.asnumpy().tolist() == wanted


def test_request_null():
    x, w = variable(req="null"), variable()
    with autograd.record():
        y = x * w
        alone = x * 2
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    assert w.grad.asnumpy().tolist() == [1, 2, 3]
    with pytest.raises(mx.MXNetError, match="no inputs"):
        alone.backward()


def test_gradients_land_in_the_arrays_given():
    x, landing = mx.nd.array([1, 2, 3]), mx.nd.full((3,), 9)
    autograd.mark_variables([x], [landing])
    view = landing[1:]
    with autograd.record():
        y = x * x
    y.backward()
    assert landing.asnumpy().tolist() == [2, 4, 6]
    assert view.asnumpy().tolist() == [4, 6]
    autograd.mark_variables(x, landing, "add")
    with autograd.record():
        y = x * x
    y.backward()
    assert landing.asnumpy().tolist() == [4, 8, 12]


def test_mark_variables_refuses_what_does_not_match():
    with pytest.raises(mx.MXNetError, match="do not match"):
        autograd.mark_variables([mx.nd.ones((1,))], [])


def test_marking_an_intermediate_array_cuts_there():
    x = variable()
    with autograd.record():
        y = x * x
        y.attach_grad()
        z = y * 3
    z.backward()
    assert y.grad.asnumpy().tolist() == [3, 3, 3]
    assert x.grad.asnumpy().tolist() == [0, 0, 0]


def test_unreached_variables_keep_their_gradient():
    x, w = variable(), variable()
    w.grad[:] = 7
    with autograd.record():
        y = x * 2
    y.backward()
    assert w.grad.asnumpy().tolist() == [7, 7, 7]


@pytest.mark.parametrize("function", [mx.nd.sign, mx.nd.BlockGrad, lambda x: mx.nd.argmax(x, axis=0) * 2,
                                      lambda x: (x > 2) + mx.nd.ones((3,)), lambda x: mx.nd.one_hot(x, 5)])
def test_reached_without_a_slope_is_zero(function):
    x = variable()
    x.grad[:] = 7
    with autograd.record():
        y = function(x)
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0, 0]


def test_fresh_flag():
    x = variable()
    assert not x._fresh_grad
    with autograd.record():
        y = x * x
    y.backward()
    assert x._fresh_grad
    x._fresh_grad = False
    assert not x._fresh_grad


def test_head_gradients():
    x, w = variable(), variable([4.0, 5.0, 6.0])
    with autograd.record():
        a, b = x * w, x + w
    autograd.backward([a, b], [mx.nd.array([1, 2, 3]), None])
    assert x.grad.asnumpy().tolist() == [5, 11, 19]
    assert w.grad.asnumpy().tolist() == [2, 5, 10]
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match="head gradient 0 has shape"):
        y.backward(mx.nd.ones((2,)))
    with pytest.raises(mx.MXNetError, match="1 heads but 2 head gradients"):
        autograd.backward([y], [None, None])
    y.backward(mx.nd.array([1, 2, 3], dtype="float64"))
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


def test_backward_from_a_variable():
    x = variable()
    x.backward()
    assert x.grad.asnumpy().tolist() == [1, 1, 1]


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_whole_numbers_have_gradients(dtype):
    x = variable([3, 1, 2], dtype=dtype)
    x[0] = 4  # what the tape holds follows the array
    with autograd.record():
        y = x * x + 1
        ordered = mx.nd.topk(x, k=2, ret_typ="value")
        part = x[1:]
    assert y.dtype == x.dtype
    assert y.asnumpy().tolist() == [17, 2, 5]
    autograd.backward([y, ordered, part], [None, mx.nd.array([1, 2], dtype=dtype), None])
    assert x.grad.dtype == x.dtype
    assert x.grad.asnumpy().tolist() == [9, 3, 7]


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_types_are_kept(dtype):
    x = variable(dtype=dtype)
    with autograd.record():
        y = x * x
    y.backward()
    assert y.dtype == x.grad.dtype == np.dtype(dtype)
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


def test_contexts_are_crossed():
    x = variable()
    with autograd.record():
        y = x.as_in_context(mx.cpu(1)) * 2
    y.backward()
    assert (y.context, x.grad.context) == (mx.cpu(1), mx.cpu(0))
    assert x.grad.asnumpy().tolist() == [2, 2, 2]


def test_training_mode_of_backward():
    x = variable()
    with autograd.record(train_mode=False):
        y = mx.nd.Dropout(x, p=0.5)
    y.backward(train_mode=False)
    assert x.grad.asnumpy().tolist() == [1, 1, 1]


# ---- autograd.grad ----

def test_grad_gives_a_list():
    x, w = variable(), variable([4.0, 5.0, 6.0])
    with autograd.record():
        y = x * x * w
    one = autograd.grad(y, x, retain_graph=True)
    both = autograd.grad([y], [x, w], [mx.nd.array([1, 1, 2])])
    assert isinstance(one, list)
    assert one[0].asnumpy().tolist() == [8, 20, 36]
    assert [g.asnumpy().tolist() for g in both] == [[8, 20, 72], [1, 4, 18]]
    assert x.grad.asnumpy().tolist() == [0, 0, 0]


def test_grad_refuses():
    x, other = variable(), variable()
    with autograd.record():
        y = x * x
    for wanted, words in ((mx.nd.ones((3,)), "does not require gradient"), (other, "unreachable")):
        with pytest.raises(mx.MXNetError, match=words):
            autograd.grad(y, wanted, retain_graph=True)
    with pytest.raises(mx.MXNetError, match="at least one"):
        autograd.grad(y, [])


def test_grad_of_a_constant_path_is_zero():
    x = variable()
    with autograd.record():
        y = mx.nd.sign(x)
    assert autograd.grad(y, x)[0].asnumpy().tolist() == [0, 0, 0]


@pytest.mark.parametrize(("function", "first", "second"), [
    (lambda x: x * x * x, lambda x: 3 * x**2, lambda x: 6 * x),
    (mx.nd.sin, np.cos, lambda x: -np.sin(x)),
    (mx.nd.exp, np.exp, np.exp),
    (lambda x: mx.nd.log(x) + x[0], None, lambda x: -1 / x**2),
    (lambda x: x ** 3 / x, lambda x: 2 * x, lambda x: 2 + 0 * x),
])
def test_second_order(function, first, second):
    x = variable()
    with autograd.record():
        y = function(x)
        slope = autograd.grad(y, [x], create_graph=True, retain_graph=True)[0]
    if first is not None:
        np.testing.assert_allclose(slope.asnumpy(), first(x.asnumpy()), rtol=1e-5)
    slope.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), second(x.asnumpy()), rtol=1e-4)


def test_third_order():
    x = variable()
    with autograd.record():
        found = x ** 4
        for _ in range(2):
            found = autograd.grad(found, [x], create_graph=True)[0]
    found.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 24 * x.asnumpy(), rtol=1e-5)


def test_operators_without_a_gradient_say_so():
    x = variable()
    with autograd.record():
        y = mx.nd.shuffle(x) * 2
    with pytest.raises(mx.MXNetError, match="_shuffle is non-differentiable"):
        y.backward()


def test_large_gradients_share_no_memory():
    """Gradients may be handed over instead of copied, but never one that somebody else can see."""
    x, y = mx.nd.ones((128, 128)), mx.nd.ones((128, 128))
    for array in (x, y):
        array.attach_grad()
    head, view, tensor = mx.nd.full((16384,), 3), x.grad[0:2], y.grad._data
    for _ in range(2):
        with mx.autograd.record():
            out = x.reshape((-1,)) + y.reshape((-1,))
        out.backward(head)
        x.grad[:] = x.grad + 1
        assert (x.grad.asnumpy() == 4).all()
        assert (y.grad.asnumpy() == 3).all()
        assert (head.asnumpy() == 3).all()
        assert (view.asnumpy() == 4).all()
        assert tensor is y.grad._data


def test_large_gradients_are_handed_over():
    x = mx.nd.ones((128, 128))
    x.attach_grad()
    gradient, before = x.grad, x.grad._data.data_ptr()
    with mx.autograd.record():
        out = x * x
    out.backward()
    assert x.grad is gradient
    assert (gradient.asnumpy() == 2).all()
    release = tuple(map(int, torch.__version__.split(".")[:2]))
    # an older torch may hold on to the gradient, and then it is copied
    assert gradient._data.data_ptr() != before or release < (2, 13)
