"""The ways of gradients into their arrays: filled by a kernel, copied once they are made, donated by a capture."""
from operator import is_

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.donation import restored_on_error
from mxnet.core.ops.nn import dense


def network():
    data = mx.sym.Variable("data")
    net = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=200, name="fc1"), act_type="relu", name="relu")
    shared = mx.sym.Variable("shared_weight")
    left = mx.sym.FullyConnected(net, weight=shared, num_hidden=30, name="left")
    right = mx.sym.FullyConnected(net, weight=shared, num_hidden=30, no_bias=True, name="right")
    net = mx.sym.relu(mx.sym.FullyConnected(left + right, num_hidden=300, name="fc2"))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc3"), name="softmax")


def gradients(grad_req, lands):
    executor = network().simple_bind(mx.cpu(), data=(6, 5, 40), softmax_label=(6,), grad_req=grad_req)
    rng = np.random.RandomState(0)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 10, 6) if name == "softmax_label" else rng.uniform(-0.3, 0.3, array.shape)
    homes = [array._data for array in executor.grad_arrays if array is not None]
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
    if lands:
        assert all(a is b._data for a, b in zip(homes, [g for g in executor.grad_arrays if g is not None]))
    return {name: array.asnumpy() for name, array in executor.grad_dict.items() if array is not None}, executor


MIXED = {"fc1_weight": "write", "fc2_bias": "add", "fc2_weight": "write"}


@pytest.mark.parametrize("grad_req", ["write", "add", MIXED], ids=["write", "add", "mixed"])
def test_same_gradients(monkeypatch, grad_req):
    expected, _ = gradients(grad_req, False)
    monkeypatch.setattr(dense, "_RELU_COSTS", frozenset(("cpu",)))
    found, executor = gradients(grad_req, True)
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        np.testing.assert_allclose(found[name], array, rtol=1e-5, atol=1e-6, err_msg=name)
    program = executor._compiled.training()[1].code
    assert ("fc3_weight_grad, fc3_bias_grad)" in program) is (grad_req == "write")
    assert "FullyConnected_Activation(data" in executor._compiled.training()[0].code


@pytest.mark.parametrize("bias", ["add", "null"])
def test_a_gradient_is_filled_although_its_neighbour_is_not(bias):
    expected, _ = gradients("write", False)
    found, executor = gradients({"fc3_weight": "write", "fc3_bias": bias}, True)
    assert "fc3_weight_grad, None)" in executor._compiled.training()[1].code
    np.testing.assert_allclose(found["fc3_weight"], expected["fc3_weight"], rtol=1e-5, atol=1e-6)
    if bias == "add":
        np.testing.assert_allclose(found["fc3_bias"], 2 * expected["fc3_bias"], rtol=1e-5, atol=1e-6)


LARGE = (256, 256)  # such gradients are copied at once


@pytest.mark.parametrize("make", [lambda a, b: a + b, lambda a, b: mx.sym.identity(a) + mx.sym.identity(b),
                                  lambda a, b: mx.sym.broadcast_add(a, b), lambda a, b: mx.sym.add_n(a, b)])
def test_gradients_share_no_memory(make):
    """One gradient may belong to two arrays, and be the head gradient of the caller too."""
    executor = make(mx.sym.var("a"), mx.sym.var("b")).simple_bind(mx.cpu(), a=LARGE, b=LARGE)
    head = mx.nd.ones(LARGE)
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward(head)
        executor.grad_dict["a"][:] = 5
        assert head.asnumpy().max() == 1 and executor.grad_dict["b"].asnumpy().max() == 1
        executor.grad_dict["b"][:] = 7
        assert head.asnumpy().max() == 1 and executor.grad_dict["a"].asnumpy().max() == 5


@pytest.mark.parametrize("size", [8, 300])
def test_a_gradient_is_the_output_gradient_of_the_next_backward(size):
    """Backward reads the array to which it writes another gradient, and then the next."""
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=size, name="fc")
    executor = net.simple_bind(mx.cpu(), data=(size, size))
    rng = np.random.RandomState(0)
    for array in (*executor.arg_arrays, *executor.grad_arrays):
        array[:] = rng.uniform(-0.1, 0.1, array.shape)
    data, weight = (executor.arg_dict[name].asnumpy() for name in ("data", "fc_weight"))
    for name in ("fc_weight", "data"):
        head = executor.grad_dict[name].asnumpy()
        executor.forward(is_train=True)
        executor.backward(executor.grad_dict[name])
        expected = {"data": head @ weight, "fc_weight": head.T @ data, "fc_bias": head.sum(0)}
        for each, array in executor.grad_dict.items():
            np.testing.assert_allclose(array.asnumpy(), expected[each], rtol=1e-3, atol=1e-5, err_msg=each)


def test_gradients_are_exchanged():
    """Each output gradient is the array of the other variable."""
    names = "a", "b"
    executor = mx.sym.Group([mx.sym.identity(mx.sym.var(name)) for name in names]).simple_bind(mx.cpu(), a=(3,), b=(3,))
    for value, array in enumerate(executor.grad_arrays):
        array[:] = value
    executor.forward(is_train=True)
    executor.backward(executor.grad_arrays[::-1])
    assert [array.asnumpy().max() for array in executor.grad_arrays] == [1, 0]


def stepped(executor, donated):
    """Run a step as a capture does; give the gradients' tensors before it and after."""
    before = executor._gradients.tensors()
    with pytest.raises(KeyError), restored_on_error(executor._gradients.arrays):
        executor._whole_step((), donated)
        raise KeyError
    assert all(map(is_, executor._gradients.tensors(), before))  # not where the capture fails
    if "add" in executor._gradients.requests:
        for array, request in zip(executor._gradients.arrays, executor._gradients.requests):
            if request == "add":
                array /= 2
    executor._whole_step((), donated)
    return before, executor._gradients.tensors()


@pytest.mark.parametrize("donated", [False, True])
@pytest.mark.parametrize("grad_req", ["write", "add", MIXED], ids=["write", "add", "mixed"])
def test_gradients_of_a_captured_step(grad_req, donated):
    expected, _ = gradients(grad_req, False)
    _, executor = gradients(grad_req, False)
    executor._gradients.fillable = []
    executor._compiled.targets = {}
    executor._compiled.watch(None)  # written anew
    held = executor.grad_dict["fc3_weight"][:2] if grad_req == "write" else None  # whose memory must stay
    for name, array in executor.grad_dict.items():
        if array is not None and (grad_req == "add" or executor._reqs[executor._arg_names.index(name)] == "add"):
            array /= 2  # one of the two steps that `gradients` added up
    before, after = stepped(executor, donated)
    for name, array in expected.items():
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), array, rtol=1e-5, atol=1e-6, err_msg=name)
    moved = sum(a is not b for a, b in zip(before, after, strict=True))
    written = executor._gradients.requests.count("write")
    assert moved == (written - (held is not None) if donated else 0)
    if held is not None:
        np.testing.assert_array_equal(held.asnumpy(), executor.grad_dict["fc3_weight"].asnumpy()[:2])


def test_large_gradients_are_filled_or_copied_at_once():
    """A fully connected layer writes its gradients where they belong, whatever their size; others are copied there."""
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(1, 1), num_filter=256, name="conv")
    net = mx.sym.FullyConnected(net, num_hidden=64, name="fc")
    executor = mx.sym.LinearRegressionOutput(net, name="out").simple_bind(
        mx.cpu(), data=(2, 256, 2, 2), grad_req={"conv_weight": "write", "fc_weight": "write", "fc_bias": "write"})
    homes = {name: array._data.data_ptr() for name, array in executor.grad_dict.items() if array is not None}
    view = executor.grad_dict["fc_weight"][3:5]
    for step in (1.0, 2.0):
        for array in executor.arg_dict.values():
            array[:] = 0.01 * step
        executor.forward(is_train=True)
        executor.backward()
        found = executor.grad_dict["fc_weight"]
        assert {name: executor.grad_dict[name]._data.data_ptr() for name in homes} == homes
        np.testing.assert_array_equal(view.asnumpy(), found.asnumpy()[3:5])
        assert view.asnumpy().any() and executor.grad_dict["conv_weight"].asnumpy().any()
    copied = [line for line in executor.code.splitlines() if "= put(" in line]
    assert len(copied) == 1 and "conv_weight_grad" in copied[0]


@pytest.mark.parametrize("held", [False, True])
def test_a_gradient_that_overwrites_what_backward_reads_is_written_last(held):
    """The gradient of c goes into the array of b, which the gradient of a is still made from."""
    a, b, c = (mx.nd.array(np.full(LARGE, value)) for value in (2, 3, 5))
    gradient = mx.nd.zeros(LARGE)
    net = (mx.sym.var("a") * mx.sym.var("b")) * mx.sym.var("c")
    executor = net.bind(mx.cpu(), {"a": a, "b": b, "c": c}, {"a": gradient, "c": b})
    view = b[:1] if held else None
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(LARGE))
    assert (gradient.asnumpy() == 15).all() and (b.asnumpy() == 6).all()
    assert view is None or (view.asnumpy() == 6).all()
