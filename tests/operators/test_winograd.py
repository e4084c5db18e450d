"""Convolutions by Winograd's algorithm, against torch's own in double precision, and where programs use them."""
import threading

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import mxnet as mx
from mxnet.core.ops.nn import winograd
from mxnet.core.ops.nn.fused import PackedConvolution

CASES = [  # images, channels, filters, kernel, sizes, pad
    (2, 16, 32, 3, (13, 18), (1, 1)), (3, 32, 16, 3, (12, 12), (0, 2)), (1, 16, 16, 3, (25, 9), (2, 0)),
    (5, 16, 48, 3, (8, 8), (1, 1)), (2, 16, 16, 3, (3, 40), (1, 0)),
    (3, 20, 50, 5, (12, 12), (0, 0)), (2, 1, 65, 5, (13, 18), (2, 1)), (1, 65, 1, 5, (9, 25), (0, 2)),
    (5, 7, 9, 5, (8, 5), (1, 0)), (4, 16, 32, 5, (5, 30), (2, 2)), (2, 3, 4, 5, (11, 6), (4, 3)),
]
SHAPE = 15, 64, 24, 24  # of data for which it pays with 64 filters of 3 x 3
DIGITS = 16, 20, 12, 12  # with 50 of 5 x 5
LOST = 3e-5  # of the numbers' deviation: float32 has 6e-8, sums of 9 * 16 products and the transforms have the rest

pytestmark = pytest.mark.skipif(not torch.backends.mkl.is_available(), reason="this torch multiplies without MKL")


@pytest.fixture(autouse=True)
def one_core():
    """Where it pays depends on the number of cores."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def deviation(found, expected) -> float:
    return float((found.double() - expected).abs().max() / expected.std())


@pytest.fixture(params=[1, 1 << 16, 1 << 30], ids=["row", "part", "all"])
def at_once(request, monkeypatch):
    """Tiles are worked on row by row, by several rows or images, or all at once."""
    monkeypatch.setattr(winograd, "WINOGRAD_AT_ONCE_BYTES", request.param)
    parts = winograd._parts
    monkeypatch.setattr(winograd, "_parts", lambda images, rows, size, _: parts(images, rows, size, request.param))


@pytest.mark.parametrize("images, channels, filters, kernel, sizes, pad", CASES)
def test_convolution_and_gradients(images, channels, filters, kernel, sizes, pad, at_once):
    torch.manual_seed(0)
    data, weight = torch.randn(images, channels, *sizes), torch.randn(filters, channels, kernel, kernel)
    bias = torch.randn(filters)
    exact = [each.double().requires_grad_() for each in (data, weight)]
    expected = F.conv2d(*exact, bias.double(), padding=pad)
    grad = torch.randn(expected.shape)
    to_data, to_weight = torch.autograd.grad(expected, exact, grad.double())
    data, grad = (each.contiguous(memory_format=torch.channels_last) for each in (data, grad))
    plan = winograd.Plan(data.shape, weight.shape, pad)
    found = plan.convolve(data, plan.products(weight), bias)
    assert found.is_contiguous(memory_format=torch.channels_last)
    assert deviation(found, expected.detach()) < LOST
    made = plan.gradients(grad, data, weight, (True, True))
    assert deviation(made[0], to_data) < LOST
    assert made[1].is_contiguous() and deviation(made[1], to_weight) < LOST
    for needs in ((True, False), (False, True)):
        alone = plan.gradients(grad, data, weight, needs)
        assert [each is not None for each in alone] == list(needs)
        assert all(torch.equal(each, one) for each, one, need in zip(made, alone, needs) if need)


@pytest.mark.parametrize("rows, blocks", [(256, 1), (257, 257), (512, 2), (1024, 4), (1030, 5)])
def test_no_product_sums_too_many_rows(rows, blocks):
    assert winograd._blocks(rows) == blocks


@pytest.mark.parametrize("square", [True, False])
def test_sums_side_by_side_are_those_one_after_another(square, monkeypatch):
    """Of the parts of all rows, over two parts of the images."""
    kernel = 3 if square else 5
    torch.manual_seed(0)
    data, weight = torch.randn(8, 16, 24, 24), torch.randn(16, 16, kernel, kernel)
    monkeypatch.setattr(winograd, "WINOGRAD_SUM_UP_TO_ROWS", 36)
    parts = winograd._parts
    monkeypatch.setattr(winograd, "_parts", lambda images, rows, size, _: parts(images, rows, size, 4 * rows * size))
    plan, found = winograd.Plan(data.shape, weight.shape, (kernel // 2,) * 2), []
    grad = torch.randn_like(data).contiguous(memory_format=torch.channels_last)
    for most in (0, 1 << 30):
        monkeypatch.setattr(winograd, "WINOGRAD_SUM_UP_TO_BYTES", most)
        found.append(plan.gradients(grad, data.contiguous(memory_format=torch.channels_last), weight, (False, True))[1])
    expected = torch.nn.grad.conv2d_weight(data.double(), weight.shape, grad.double(), padding=kernel // 2)
    assert all(deviation(each, expected) < LOST for each in found)


def test_parts_are_of_similar_size(monkeypatch):
    monkeypatch.setattr(winograd, "WINOGRAD_STRIPS_WHOLE_BYTES", 0)
    plan = winograd.Plan((64, 20, 12, 12), (50, 20, 5, 5), (0, 0))
    assert [part.images for part in plan.parts()] == [32, 32]
    monkeypatch.setattr(winograd, "WINOGRAD_STRIPS_WHOLE_BYTES", 1 << 22)
    assert [part.images for part in plan.parts()] == [64]
    assert [part.rows for part in winograd._parts(1, 7, 1, 6)] == [4, 3]
    assert [part.images for part in winograd._parts(0, 7, 1, 60)] == []


@pytest.mark.parametrize("rows", range(1, 8))
@pytest.mark.parametrize("kernel, square", [(3, True), (3, False), (5, False)])
def test_a_last_part_of_fewer_rows(kernel, square, rows, monkeypatch):
    """Of seven rows of tiles, which end beyond the image."""
    parts = winograd._parts
    monkeypatch.setattr(winograd, "_parts", lambda images, every, size, _: parts(images, every, size, rows * size))
    torch.manual_seed(0)
    data, weight = torch.randn(2, 16, 26, 26), torch.randn(16, 16, kernel, kernel)
    data = data.contiguous(memory_format=torch.channels_last)
    pad, grad = kernel // 2, torch.randn_like(data)
    plan = winograd.Plan(data.shape, weight.shape, (pad, pad), square)
    found = plan.convolve(data, plan.kept(weight))
    assert deviation(found, F.conv2d(data.double(), weight.double(), padding=pad)) < LOST
    if not plan.groups:  # used in prediction alone
        to_data, _ = plan.gradients(grad, data, weight, (True, True))
        expected = torch.nn.grad.conv2d_input(data.shape, weight.double(), grad.double(), padding=pad)
        assert deviation(to_data, expected) < LOST


@pytest.mark.parametrize("kernel", [3, 5])
def test_a_single_image_in_any_order(kernel, at_once):
    """Which needs no padding, as tiles end with it."""
    torch.manual_seed(0)
    data, weight = torch.randn(1, 6, 16 + kernel - 1, 16 + kernel - 1), torch.randn(9, 6, kernel, kernel)
    plan = winograd.Plan(data.shape, weight.shape, (0, 0))
    expected = F.conv2d(data.double(), weight.double())
    assert deviation(plan.convolve(data, plan.products(weight)), expected) < LOST
    grad = torch.randn(expected.shape)
    to_data, to_weight = plan.gradients(grad, data, weight, (True, True))
    assert deviation(to_data, torch.nn.grad.conv2d_input(data.shape, weight.double(), grad.double())) < LOST
    assert deviation(to_weight, torch.nn.grad.conv2d_weight(data.double(), weight.shape, grad.double())) < LOST


@pytest.mark.parametrize("data_shape, weight_shape, pad", [
    ((8, 64, 28, 28), (64, 64, 3, 3), 1), ((64, 20, 12, 12), (50, 20, 5, 5), 0), ((2, 64, 27, 27), (96, 64, 5, 5), 2)])
def test_rounding_is_near_that_of_a_direct_convolution(data_shape, weight_shape, pad):
    """Of the sums over many products: twice as much forward and for data, a few times as much for filters."""
    torch.manual_seed(0)
    data, weight = torch.randn(data_shape).contiguous(memory_format=torch.channels_last), torch.randn(weight_shape)
    plan = winograd.Plan(data_shape, weight_shape, (pad, pad))
    expected = F.conv2d(data.double(), weight.double(), padding=pad)
    grad = torch.randn(expected.shape).contiguous(memory_format=torch.channels_last)

    def gradients(*arrays):
        return torch.ops.aten.convolution_backward(*arrays, None, [1, 1], [pad, pad], [1, 1], False, [0, 0], 1,
                                                   [True, True, False])[:2]
    exact = expected, *gradients(grad.double(), data.double(), weight.double())
    direct = F.conv2d(data, weight, padding=pad), *gradients(grad, data, weight)
    found = plan.convolve(data, plan.products(weight)), *plan.gradients(grad, data, weight, (True, True))
    for most, right, theirs, ours in zip((2.5, 3, 8), exact, direct, found):
        errors = [float((each.double() - right).square().mean().sqrt()) for each in (theirs, ours)]
        assert errors[1] < most * errors[0] + 1e-7 * float(right.std())


@pytest.mark.parametrize("kernel, packs, square", [(3, True, True), (3, False, True), (3, True, False),
                                                   (5, False, True)])
@pytest.mark.parametrize("activation", ["none", "relu", "sigmoid", "tanh"])
@pytest.mark.parametrize("onto", [False, True])
def test_filters_that_are_kept(kernel, packs, square, activation, onto, monkeypatch, at_once):
    if not square and winograd.convolution_pointwise is None:
        pytest.skip("this torch has no convolution with packed filters")
    torch.manual_seed(0)
    monkeypatch.setattr(winograd, "WINOGRAD_MANY_CHANNELS", 0 if packs else 1 << 30)
    data, weight, bias = torch.randn(3, 16, 14, 10), torch.randn(32, 16, kernel, kernel) / 12, torch.randn(32)
    addend = torch.randn(3, 32, 14, 10).contiguous(memory_format=torch.channels_last)
    expected = F.conv2d(data.double(), weight.double(), bias.double(), padding=kernel // 2)
    expected = expected + (addend.double() if onto else 0)
    expected = expected if activation == "none" else getattr(torch, activation)(expected)
    plan = winograd.Plan(data.shape, weight.shape, (kernel // 2, kernel // 2), square)
    products = plan.kept(weight)
    assert isinstance(products, winograd.PackedProducts) == (packs and winograd.convolution_pointwise is not None)
    found = plan.convolve(data, products, bias, activation, addend if onto else None)
    assert deviation(found, expected) < LOST
    assert (found.data_ptr() == addend.data_ptr()) == onto


def test_large_filters_of_two_layers_do_not_share_memory(monkeypatch):
    monkeypatch.setattr(winograd, "MALLOC_KEEPS_BLOCK_BYTES", 0)
    monkeypatch.setattr(winograd, "WINOGRAD_MANY_CHANNELS", 1 << 30)
    data, first, second = torch.randn(1, 16, 8, 8), torch.randn(16, 16, 3, 3), torch.randn(16, 16, 3, 3)
    plan = winograd.Plan(data.shape, first.shape, (1, 1))
    kept = plan.kept(first)
    plan.kept(second)
    assert deviation(plan.convolve(data, kept), F.conv2d(data.double(), first.double(), padding=1)) < LOST


def test_large_filters_and_their_gradients_have_memory_of_their_own(monkeypatch, at_once):
    torch.manual_seed(0)
    data, weight, grad = torch.randn(2, 16, 8, 8), torch.randn(16, 16, 3, 3), torch.randn(2, 16, 8, 8)
    plan = winograd.Plan(data.shape, weight.shape, (1, 1))
    expected = plan.gradients(grad, data, weight, (True, True))
    monkeypatch.setattr(winograd, "MALLOC_KEEPS_BLOCK_BYTES", 0)
    for found, right in zip(plan.gradients(grad, data, weight, (True, True)), expected):
        assert torch.equal(found, right)


@pytest.mark.parametrize("change", [
    {"data_shape": (4, 64, 24)}, {"dtype": torch.float64}, {"weight_shape": (64, 64, 7, 7)},
    {"weight_shape": (64, 64, 3)}, {"weight_shape": (64, 64, 3, 5)}, {"weight_shape": (8, 64, 5, 5)},
    {"weight_shape": (8, 64, 3, 3)}, {"weight_shape": (72, 64, 3, 3)},
    {"stride": (2, 1)}, {"dilate": (2, 2)}, {"pad": (1, 3)}, {"groups": 2},
    {"data_shape": (1, 64, 8, 8)}, {"data_shape": (14, 64, 24, 24)},
    {"data_shape": (8, 512, 7, 7), "weight_shape": (512, 512, 3, 3)},
    {"data_shape": (64, 1, 28, 28), "weight_shape": (20, 1, 5, 5)},
    {"data_shape": (1, 20, 12, 12), "weight_shape": (50, 20, 5, 5)}])
def test_where_it_does_not_pay(change):
    call = {"data_shape": SHAPE, "dtype": torch.float32, "weight_shape": (64, 64, 3, 3), "stride": (1, 1),
            "pad": (1, 1), "dilate": (1, 1), "groups": 1}
    assert winograd.planned(**call)
    assert not winograd.planned(**{**call, **change})


@pytest.mark.skipif(winograd.convolution_pointwise is None, reason="this torch has no convolution with packed filters")
def test_an_image_is_predicted_in_strips_on_one_core(monkeypatch):
    winograd._planned.cache_clear()
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    monkeypatch.setattr(winograd, "is_faster", lambda: False)
    call = {"data_shape": (1, 256, 14, 14), "dtype": torch.float32, "weight_shape": (256, 256, 3, 3),
            "stride": (1, 1), "pad": (1, 1), "dilate": (1, 1), "groups": 1, "kept": True}
    assert winograd.planned(**call).groups
    assert not winograd.planned(**{**call, "data_shape": (8, 256, 14, 14)}).groups
    assert winograd.planned(**{**call, "kept": False}) is None
    assert winograd.planned(**{**call, "pad": (0, 1)}) is None
    assert winograd.planned(**{**call, "data_shape": (1, 256, 13, 14)}) is None
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    assert winograd.planned(**call) is None
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    monkeypatch.setattr(winograd, "is_faster", lambda: True)
    winograd._planned.cache_clear()
    assert winograd.planned(**call) is None


@pytest.mark.parametrize("wide", [True, False])
def test_few_channels_on_several_cores(monkeypatch, wide):
    """They do not pay where direct convolutions use wider vectors than MKL."""
    monkeypatch.setattr(winograd, "is_faster", lambda: wide)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    winograd._planned.cache_clear()
    call = {"dtype": torch.float32, "stride": (1, 1), "pad": (1, 1), "dilate": (1, 1), "groups": 1}
    assert bool(winograd.planned(SHAPE, weight_shape=(64, 64, 3, 3), **call)) is not wide
    assert winograd.planned((15, 128, 24, 24), weight_shape=(128, 128, 3, 3), **call)
    assert winograd.planned(SHAPE, weight_shape=(192, 64, 3, 3), **call)
    assert bool(winograd.planned(DIGITS, weight_shape=(50, 20, 5, 5), **{**call, "pad": (0, 0)})) is not wide
    winograd._planned.cache_clear()


@pytest.mark.parametrize("shape", [(8, 64, 56, 56), (2, 64, 112, 112), (4, 256, 20, 20)])
def test_parts_on_several_cores(monkeypatch, shape):
    """Where oneDNN multiplies, gradients of filters are not summed over more tiles than one product takes."""
    monkeypatch.setattr(torch, "get_num_threads", lambda: 8)
    plan = winograd.Plan(shape, (shape[1], shape[1], 3, 3), (1, 1))
    for wide in (False, True):
        monkeypatch.setattr(winograd, "is_faster", lambda found=wide: found)
        whole, parts = list(plan.parts()), list(plan.parts(True))
        for found in (whole, parts):
            assert sum(part.images * part.rows for part in found) == plan.count * plan.rows
        most = max(part.images * part.rows * plan.columns for part in parts)
        assert most <= winograd.WINOGRAD_SUM_UP_TO_ROWS if wide else parts == whole


def test_switch(monkeypatch):
    call = SHAPE, torch.float32, (64, 64, 3, 3), (1, 1), (1, 1), (1, 1), 1
    monkeypatch.setenv("MXNET_CPU_WINOGRAD", "0")
    assert not winograd.planned(*call)
    monkeypatch.delenv("MXNET_CPU_WINOGRAD")
    assert winograd.planned(*call)


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
    """Count what is computed by Winograd's algorithm."""
    calls: list[str] = []
    for name in ("convolve", "gradients"):
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
    assert sorted(calls) == ["convolve"] * 2 + ["gradients"] * 2
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
    plan = winograd.Plan(data[0].shape, weight.shape, (1, 1))
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
    assert calls == ["gradients"]
    exact = [torch.tensor(array.asnumpy()).double().requires_grad_() for array in (data, weight)]
    expected = torch.autograd.grad(F.conv2d(*exact, padding=1).sum(), exact)
    for array, gradient in zip((data, weight), expected):
        assert deviation(torch.tensor(array.grad.asnumpy()), gradient) < LOST


# ---- filters of 5 x 5 in programs ---------------------------------------------------------------------

def lenet():
    """The convolutions of LeNet; the second is computed in strips."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(5, 5), num_filter=20, name="first")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="tanh"), pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.Convolution(net, kernel=(5, 5), num_filter=50, name="second"), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="last"), name="softmax")


def trained(monkeypatch, switch: str) -> dict:
    """Train a Module for three steps."""
    monkeypatch.setenv("MXNET_CPU_WINOGRAD", switch)
    random = np.random.RandomState(0)
    batch = mx.io.DataBatch([mx.nd.array(random.rand(16, 1, 28, 28))], [mx.nd.array(random.randint(0, 10, 16))])
    module = mx.mod.Module(lenet())
    module.bind([("data", (16, 1, 28, 28))], [("softmax_label", (16,))])
    mx.random.seed(0)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    for _ in range(3):
        module.forward_backward(batch)
        module.update()
    return module.get_params()[0]


def test_a_module_trains_the_same_in_strips(monkeypatch):
    calls = counted(monkeypatch)
    found = trained(monkeypatch, "1")
    assert calls == ["convolve", "gradients"] * 3
    expected = trained(monkeypatch, "0")
    assert len(calls) == 6
    for name, array in expected.items():
        close(found[name], array)


def test_a_block_trains_the_same_in_strips(monkeypatch):
    calls, outs, random = counted(monkeypatch), [], np.random.RandomState(0)
    data = mx.nd.array(random.randn(*DIGITS))
    weights = [mx.nd.array(random.randn(50, 20, 5, 5) * 0.05), mx.nd.array(random.randn(10, 50, 3, 3) * 0.05)]
    for switch in ("1", "0"):
        monkeypatch.setenv("MXNET_CPU_WINOGRAD", switch)
        block = mx.gluon.nn.HybridSequential()
        block.add(mx.gluon.nn.Conv2D(50, 5, in_channels=20, activation="tanh"),
                  mx.gluon.nn.MaxPool2D(), mx.gluon.nn.Conv2D(10, 3, in_channels=50))
        block.initialize()
        block.hybridize()
        for layer, weight in zip((block[0], block[2]), weights):
            layer.weight.set_data(weight)
        trainer = mx.gluon.Trainer(block.collect_params(), "sgd", {"learning_rate": 0.1})
        for _ in range(3):
            with mx.autograd.record():
                loss = (block(data) ** 2).mean()
            loss.backward()
            trainer.step(1)
        outs.append((block(data), block[0].weight.data(), block[0].bias.data()))
    assert calls.count("convolve") == 4 and calls.count("gradients") == 3
    for found, expected in zip(*outs):
        close(found, expected)


def test_prediction_in_strips_follows_its_parameters(monkeypatch):
    calls, executors = counted(monkeypatch), []
    for switch in ("1", "0"):
        monkeypatch.setenv("MXNET_CPU_WINOGRAD", switch)
        executor = lenet().simple_bind(mx.cpu(), grad_req="null", data=(16, 1, 28, 28))
        random = np.random.RandomState(0)
        for array in executor.arg_dict.values():
            array[:] = random.standard_normal(array.shape) * 0.1
        executor.forward(is_train=False)
        executors.append(executor)
    for name in ("second_weight", "second_bias", "first_weight", "data"):
        for executor in executors:
            executor.arg_dict[name] *= 1.5
            executor.forward(is_train=False)
        close(*(executor.outputs[0] for executor in executors))
    assert calls == ["convolve"] * 5
