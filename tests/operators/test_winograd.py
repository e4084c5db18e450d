"""Convolutions by Winograd's algorithm, against torch's own in double precision, and where programs use them."""
import threading

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet.core.ops.nn import winograd
from mxnet.core.ops.nn.fused import PackedConvolution

CASES = [  # images, channels, filters, sizes, pad
    (2, 16, 32, (13, 18), (1, 1)), (3, 32, 16, (12, 12), (0, 2)), (1, 16, 16, (25, 9), (2, 0)),
    (5, 16, 48, (8, 8), (1, 1)), (2, 16, 16, (3, 40), (1, 0)),
]
SHAPE = 15, 64, 24, 24  # of data for which it pays with 64 filters
LOST = 3e-5  # of the numbers' deviation: float32 has 6e-8, sums of 9 * 16 products and the transforms have the rest

pytestmark = pytest.mark.skipif(not torch.backends.mkl.is_available(), reason="this torch multiplies without MKL")


def deviation(found, expected) -> float:
    return float((found.double() - expected).abs().max() / expected.std())


@pytest.fixture(params=[1, 1 << 16, 1 << 30], ids=["row", "part", "all"])
def at_once(request, monkeypatch):
    """Tiles are worked on row by row, by several rows or images, or all at once."""
    monkeypatch.setattr(winograd, "WINOGRAD_AT_ONCE_BYTES", request.param)
    parts = winograd._parts
    monkeypatch.setattr(winograd, "_parts", lambda images, rows, size, _: parts(images, rows, size, request.param))


@pytest.mark.parametrize("images, channels, filters, sizes, pad", CASES)
def test_convolution_and_gradients(images, channels, filters, sizes, pad, at_once):
    torch.manual_seed(0)
    data, weight = torch.randn(images, channels, *sizes), torch.randn(filters, channels, 3, 3)
    bias = torch.randn(filters)
    exact = [each.double().requires_grad_() for each in (data, weight)]
    expected = F.conv2d(*exact, bias.double(), padding=pad)
    grad = torch.randn(expected.shape)
    to_data, to_weight = torch.autograd.grad(expected, exact, grad.double())
    data, grad = (each.contiguous(memory_format=torch.channels_last) for each in (data, grad))
    found = winograd.convolve(data, weight, bias, pad)
    assert found.is_contiguous(memory_format=torch.channels_last)
    assert deviation(found, expected.detach()) < LOST
    assert deviation(winograd.data_gradient(grad, weight, pad), to_data) < LOST
    made = winograd.weight_gradient(grad, data, pad)
    assert made.is_contiguous() and deviation(made, to_weight) < LOST


@pytest.mark.parametrize("packs", [True, False])
@pytest.mark.parametrize("activation", ["none", "relu", "sigmoid", "tanh"])
@pytest.mark.parametrize("onto", [False, True])
def test_filters_that_are_kept(packs, activation, onto, monkeypatch):
    torch.manual_seed(0)
    monkeypatch.setattr(winograd, "WINOGRAD_MANY_CHANNELS", 0 if packs else 1 << 30)
    data, weight, bias = torch.randn(3, 16, 14, 10), torch.randn(32, 16, 3, 3) / 12, torch.randn(32)
    addend = torch.randn(3, 32, 14, 10).contiguous(memory_format=torch.channels_last)
    expected = F.conv2d(data.double(), weight.double(), bias.double(), padding=1) + (addend.double() if onto else 0)
    expected = expected if activation == "none" else getattr(torch, activation)(expected)
    plan = winograd.Plan(data.shape, 32, (1, 1))
    products = plan.kept(weight)
    assert isinstance(products, winograd.PackedProducts) == (packs and winograd.convolution_pointwise is not None)
    found = plan.convolve(data, products, bias, activation, addend if onto else None)
    assert deviation(found, expected) < LOST
    assert (found.data_ptr() == addend.data_ptr()) == onto


def test_large_filters_of_two_layers_do_not_share_memory(monkeypatch):
    monkeypatch.setattr(winograd, "MALLOC_KEEPS_BLOCK_BYTES", 0)
    monkeypatch.setattr(winograd, "WINOGRAD_MANY_CHANNELS", 1 << 30)
    data, first, second = torch.randn(1, 16, 8, 8), torch.randn(16, 16, 3, 3), torch.randn(16, 16, 3, 3)
    plan = winograd.Plan(data.shape, 16, (1, 1))
    kept = plan.kept(first)
    plan.kept(second)
    assert deviation(plan.convolve(data, kept), F.conv2d(data.double(), first.double(), padding=1)) < LOST


@pytest.mark.parametrize("change", [
    {"data_shape": (4, 64, 24)}, {"dtype": torch.float64}, {"weight_shape": (64, 64, 5, 5)},
    {"weight_shape": (64, 64, 3)}, {"weight_shape": (8, 64, 3, 3)}, {"weight_shape": (72, 64, 3, 3)},
    {"stride": (2, 1)}, {"dilate": (2, 2)}, {"pad": (1, 3)}, {"groups": 2},
    {"data_shape": (1, 64, 8, 8)}, {"data_shape": (14, 64, 24, 24)},
    {"data_shape": (8, 512, 7, 7), "weight_shape": (512, 512, 3, 3)}])
def test_where_it_does_not_pay(change):
    call = {"data_shape": SHAPE, "dtype": torch.float32, "weight_shape": (64, 64, 3, 3), "stride": (1, 1),
            "pad": (1, 1), "dilate": (1, 1), "groups": 1}
    assert winograd.pays(**call)
    assert not winograd.pays(**{**call, **change})


def test_switch(monkeypatch):
    call = SHAPE, torch.float32, (64, 64, 3, 3), (1, 1), (1, 1), (1, 1), 1
    monkeypatch.setenv("MXNET_CPU_WINOGRAD", "0")
    assert not winograd.pays(*call)
    monkeypatch.delenv("MXNET_CPU_WINOGRAD")
    assert winograd.pays(*call)


# ---- in programs --------------------------------------------------------------------------------------

def network():
    """Two convolutions for which it pays, with a batch norm, a residual and activations."""
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=64, name="first")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="norm"), act_type="relu")
    net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=64, no_bias=True, name="second") + data
    return mx.sym.Activation(net, act_type="relu")


def bound(monkeypatch, switch: str):
    monkeypatch.setenv("MXNET_CPU_WINOGRAD", switch)
    executor = network().simple_bind(mx.cpu(), data=SHAPE)
    generator = np.random.RandomState(0)
    for name, array in sorted({**executor.arg_dict, **executor.aux_dict}.items()):
        array[:] = generator.uniform(0.5, 1.5, array.shape) if "gamma" in name or "var" in name \
            else generator.standard_normal(array.shape) * (1 if name == "data" else 0.05)
    executor.forward(is_train=False)  # programs are written at the first call
    return executor


def counted(monkeypatch) -> list:
    """Count what is computed by Winograd's algorithm: `convolve` computes the gradients of data as well."""
    calls: list[str] = []
    for name in ("convolve", "weight_gradient"):
        method = getattr(winograd.Plan, name)
        monkeypatch.setattr(winograd.Plan, name,
                            lambda *args, name=name, method=method: calls.append(name) or method(*args))
    return calls


def close(found, expected) -> None:
    found, expected = found.asnumpy(), expected.asnumpy()
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4 * np.abs(expected).max())


def test_training(monkeypatch):
    found, expected = bound(monkeypatch, "1"), bound(monkeypatch, "0")
    calls = counted(monkeypatch)
    for executor in (found, expected):
        monkeypatch.setenv("MXNET_CPU_WINOGRAD", "1" if executor is found else "0")
        executor.forward(is_train=True)
        executor.backward(mx.nd.array(np.random.RandomState(1).standard_normal(SHAPE)))
    assert sorted(calls) == ["convolve"] * 4 + ["weight_gradient"] * 2
    close(found.outputs[0], expected.outputs[0])
    for name, gradient in expected.grad_dict.items():
        if name != "first_bias":  # nothing but rounding: the batch norm takes it away
            close(found.grad_dict[name], gradient)


def test_prediction_follows_its_parameters(monkeypatch):
    found, expected = bound(monkeypatch, "1"), bound(monkeypatch, "0")
    calls = counted(monkeypatch)
    for name in ("", "second_weight", "norm_moving_var", "norm_gamma", "first_bias", "data"):
        for executor in (found, expected):
            arrays = {**executor.arg_dict, **executor.aux_dict}
            if name:
                arrays[name] *= 1.5
            executor.forward(is_train=False)
        close(found.outputs[0], expected.outputs[0])
    assert calls == ["convolve"] * 12


def test_a_program_says_so(monkeypatch):
    executor = bound(monkeypatch, "1")
    steps = [step.function for step in executor._compiled.inference().steps]
    assert [step.plan is not None for step in steps if isinstance(step, PackedConvolution)] == [True, True]


def test_torch_differentiates_its_own_kernels(monkeypatch):
    block = mx.gluon.nn.Conv2D(64, 3, padding=1, in_channels=64)
    block.initialize()
    block.hybridize()
    block(mx.nd.zeros(SHAPE))
    calls = counted(monkeypatch)
    data = torch.randn(SHAPE, requires_grad=True)
    block.to_torch()(data).sum().backward()
    assert data.grad.abs().sum() > 0 and not calls


def test_threads_at_once():
    torch.manual_seed(0)
    data = [torch.randn(2, 16, 12, 12) for _ in range(8)]
    weight = torch.randn(16, 16, 3, 3)
    plan = winograd.Plan(data[0].shape, 16, (1, 1))
    kept, found = plan.kept(weight), [None] * 8

    def work(number):
        for _ in range(10):
            found[number] = plan.convolve(data[number], kept)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each, images in zip(found, data):
        assert deviation(each, F.conv2d(images.double(), weight.double(), padding=1)) < LOST


def test_imperative_gradients_use_it_too(monkeypatch):
    calls = counted(monkeypatch)
    data, weight = mx.nd.random.normal(shape=SHAPE), mx.nd.random.normal(shape=(64, 64, 3, 3))
    for array in (data, weight):
        array.attach_grad()
    with mx.autograd.record():
        out = mx.nd.Convolution(data, weight, no_bias=True, kernel=(3, 3), pad=(1, 1), num_filter=64)
    out.backward()
    assert sorted(calls) == ["convolve", "weight_gradient"]
    exact = [torch.tensor(array.asnumpy()).double().requires_grad_() for array in (data, weight)]
    expected = torch.autograd.grad(F.conv2d(*exact, padding=1).sum(), exact)
    for array, gradient in zip((data, weight), expected):
        assert deviation(torch.tensor(array.grad.asnumpy()), gradient) < LOST
