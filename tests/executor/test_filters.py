"""Filters and images with channels last beside their arrays: programs see what the arrays hold, at any time."""
import pytest
import torch

import mxnet as mx
from mxnet.core.tiers.filters import Filters
from mxnet.ndarray.tensors import tensor_of
from tests.executor.test_capture import STEPS, assert_same, bound, device, history, uncaptured

__all__ = ["device", "uncaptured"]  # fixtures
SHAPE, LABEL = (4, 3, 8, 8), (4,)


def network():
    net = mx.sym.var("data")
    for number, kernel in enumerate((3, 1, 3)):
        net = mx.sym.Convolution(net, kernel=(kernel, kernel), pad=(kernel // 2,) * 2, num_filter=6, no_bias=True,
                                 name=f"conv{number}")
        net = mx.sym.Activation(net, act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc"), name="softmax")


def compared(device, uncaptured, between):
    captured, plain = bound(network(), SHAPE, LABEL), uncaptured(network(), SHAPE, LABEL)
    assert_same(history(captured, between=between), history(plain, between=between))
    return captured


def test_images_and_filters_that_only_convolutions_read(device):
    executor = bound(network(), SHAPE, LABEL)
    names, filters = network().list_arguments(), executor._filters
    assert [names[place] for place in filters._copied] == ["data", "conv0_weight", "conv2_weight"]
    assert [names[place] for place in filters._viewed] == ["conv1_weight"]
    executor.forward_backward()
    assert all(home.is_contiguous(memory_format=torch.channels_last) for home in filters._homes)
    (array, view), = filters._views.values()
    assert array is tensor_of(executor.arg_dict["conv1_weight"]) and view.data_ptr() == array.data_ptr()
    assert view.stride() == (6, 1, 6, 6) and torch.equal(view, array)
    assert all(tensor_of(array).is_contiguous() for array in [*executor.arg_arrays, *executor.grad_arrays])


def test_filters_read_by_others_or_over_single_images_stay(device):
    weight, data = mx.sym.var("weight", shape=(3, 3, 3, 3)), mx.sym.var("data")
    made = mx.sym.Convolution(data, weight, kernel=(3, 3), num_filter=3, no_bias=True)

    def copied(net, batch=4):
        executor = net.simple_bind(device, data=(batch, 3, 8, 8))
        return [net.list_arguments()[place] for place in executor._filters._copied]
    assert copied(made) == ["data", "weight"] and not copied(made, batch=1)
    assert copied(mx.sym.Group([made, mx.sym.sum(weight)])) == copied(mx.sym.Group([made, weight])) == ["data"]
    assert copied(mx.sym.Group([made, mx.sym.mean(data)])) == ["weight"]


@pytest.mark.parametrize("name", ["conv1_weight", "conv2_weight", "data"])
def test_arrays_written_between_forward_and_backward(device, uncaptured, name):
    def double(executor):
        executor.arg_dict[name][:] *= 2
    compared(device, uncaptured, double)


def test_filters_written_outside_of_any_count(device, uncaptured):
    """What left by DLPack or as a tensor of torch is written to without a word."""
    def double(executor):
        executor.arg_dict["conv2_weight"].as_torch().detach().mul_(2)
    compared(device, uncaptured, double)


@pytest.mark.parametrize("name", ["conv0_weight", "conv1_weight", "data"])
def test_arrays_exchanged(device, uncaptured, name):
    captured, plain = bound(network(), SHAPE, LABEL), uncaptured(network(), SHAPE, LABEL)
    place = network().list_arguments().index(name)
    for _ in range(3):
        assert_same(history(captured), history(plain))
        for executor in (captured, plain):
            executor.arg_arrays[place] = executor.arg_arrays[place] * 1.5


def test_a_step_in_one_graph_copies_filters_once(device, uncaptured, monkeypatch):
    brought, bring = [], Filters._bring

    def counted(filters, values):
        brought.append(len(values))
        bring(filters, values)
    monkeypatch.setattr(Filters, "_bring", counted)
    captured, plain = bound(network(), SHAPE, LABEL), uncaptured(network(), SHAPE, LABEL)
    weights = [name for name in captured.arg_dict if name.endswith("weight")]
    for step in range(STEPS):
        for executor in (captured, plain):
            executor.forward_backward()
        assert_same(*[[[a.asnumpy() for a in executor.grad_arrays if a is not None]] for executor in (captured, plain)])
        for executor in (captured, plain):
            for name in weights:
                executor.arg_dict[name] -= 0.1 * executor.grad_dict[name]
        if step == 1:
            assert brought == [3, 3]  # nobody wrote to them between forward and backward
    assert brought == [3, 3]  # the graph has copies of its own


@pytest.mark.gpu
def test_gradients_of_filters_have_the_order_of_their_arrays():
    data, weight = (torch.randn(shape, device="cuda") for shape in ((4, 8, 9, 9), (16, 8, 3, 3)))
    array = mx.nd.from_torch(weight)
    array.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Convolution(mx.nd.from_torch(data), array, kernel=(3, 3), num_filter=16, no_bias=True)
    out.backward()
    assert tensor_of(array.grad).is_contiguous()
