"""Programs of layers on 8 bits give what the functions give, whoever holds or writes to what they pass on."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops import quantization_between, quantization_kernels, quantization_tensors

LAYER = {"num_filter": 8, "no_bias": True, "min_calib_range": 0.0, "max_calib_range": 6.0, "unsigned": True}
ENDS = {"data_min": 0.0, "data_max": 2.0, "sum_min": 0.0, "sum_max": 3.0}


@pytest.fixture(autouse=True, params=[True, False], ids=["quantized", "plain"])
def kernels(request, monkeypatch):
    """Run with torch's quantized tensors, and as if there were none."""
    if not quantization_kernels.sums_exactly() or (request.param and not quantization_tensors.are_quantized()):
        pytest.skip("this processor, or this torch, has no kernels for bytes")
    for module in (quantization_kernels, quantization_tensors, quantization_between):
        monkeypatch.setattr(module, "are_quantized", lambda: request.param)


def values(kernel, signed, batch=2):
    random = np.random.RandomState(3)
    return {"data": random.randint(0, 255, (batch, 8, 6, 6)).astype("uint8"),
            "weight": random.uniform(-1, 1, (8, 8, kernel, kernel)).astype("float32"),
            "sum": random.randint(-120 if signed else 0, 127, (batch, 8, 6, 6)).astype("int8" if signed else "uint8"),
            **{name: np.array([-3 if signed and name == "sum_min" else end], dtype="float32")
               for name, end in ENDS.items()}}


def summed(kernel):
    names = ("data", "weight", "sum", *ENDS)
    variables = {name: mx.sym.Variable(name) for name in names}
    layer = mx.sym._internal._joined_quantized_convolution
    return layer(**variables, kernel=(kernel,) * 2, pad=(kernel // 2,) * 2, with_sum=True, activation="relu", **LAYER)


def bound(symbol, given):
    arrays = {name: mx.nd.array(given[name], dtype=given[name].dtype) for name in symbol.list_arguments()}
    return symbol.bind(mx.cpu(), arrays, grad_req="null")


def by_function(given, kernel):
    arrays = {name: mx.nd.array(value, dtype=value.dtype) for name, value in given.items()}
    layer = mx.nd._internal._joined_quantized_convolution
    return layer(**arrays, kernel=(kernel,) * 2, pad=(kernel // 2,) * 2, with_sum=True, activation="relu",
                 **LAYER)[0].asnumpy()


@pytest.mark.parametrize("batch", [1, 2])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("kernel", [1, 3])
def test_sums_are_those_of_the_function(kernel, signed, batch):
    given = values(kernel, signed, batch)
    exe = bound(summed(kernel), given)
    wanted = by_function(given, kernel)
    for _ in range(2):  # what is added is an argument, and stays as it is
        found = exe.forward()[0].asnumpy()
        assert abs(found.astype(int) - wanted.astype(int)).max() <= 1 and 20 < wanted.mean() < 235
        assert (exe.arg_dict["sum"].asnumpy() == given["sum"]).all()


@pytest.mark.parametrize("kernel", [1, 3])
def test_what_is_added_stays_for_those_who_read_it_later(kernel):
    """The first layer's bytes are added in the second, and then leave the program."""
    given = values(kernel, False)
    first = summed(kernel)
    layer = mx.sym._internal._joined_quantized_convolution
    names = {name: mx.sym.Variable(name) for name in ("data", "weight", "data_min", "data_max")}
    second = layer(**names, sum=first[0], sum_min=first[1], sum_max=first[2], kernel=(kernel,) * 2,
                   pad=(kernel // 2,) * 2, with_sum=True, activation="relu", name="second", **LAYER)
    exe = bound(mx.sym.Group([second[0], first[0]]), given)
    assert abs(exe.forward()[1].asnumpy().astype(int) - by_function(given, kernel).astype(int)).max() <= 1
    alone = bound(second[0], given)
    assert (alone.forward()[0].asnumpy() == exe.outputs[0].asnumpy()).all()


def test_ranges_that_leave_a_program_are_the_callers():
    given = values(1, False)
    call = mx.nd.CachedOp(summed(1))
    inputs = [mx.nd.array(given[name], dtype=given[name].dtype) for name in summed(1).list_arguments()]
    once, again = call(*inputs), call(*inputs)
    again[2][:] = 99
    assert once[2].asscalar() == 6.0 and call(*inputs)[2].asscalar() == 6.0


def test_a_range_that_somebody_writes_to_is_made_anew():
    """An operator in place after the layer may write where its range lies."""
    given = values(1, False)
    layer = summed(1)
    exe = bound(mx.sym.Group([layer[0], mx.sym.Activation(layer[2], act_type="tanh")]), given)
    for _ in range(3):
        exe.forward()
        assert np.allclose(exe.outputs[1].asnumpy(), np.tanh(6.0), rtol=1e-6)


def test_layers_follow_a_range_that_changes():
    given = values(1, False)
    exe = bound(summed(1), given)
    exe.forward()
    for name, end in (("data_max", 1.0), ("sum_max", 5.0)):
        given[name][:] = end
        exe.arg_dict[name][:] = end
        found = exe.forward()[0].asnumpy()
        assert abs(found.astype(int) - by_function(given, 1).astype(int)).max() <= 1


@pytest.mark.parametrize("shuffles", [True, False])
@pytest.mark.parametrize("batch, channels", [(1, 3), (1, 1), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5)])
@pytest.mark.parametrize("kind", ["int8", "uint8"])
def test_images_are_quantized_into_the_same_bytes(kind, batch, channels, shuffles, monkeypatch):
    if not shuffles:
        monkeypatch.setattr(quantization_tensors, "shuffles_bytes", lambda: False)
    shape = (batch, channels, 17, 19)
    data = np.random.RandomState(1).uniform(-1 if kind == "int8" else 0, 1, shape).astype("float32")
    data[0, 0, 0, :4] = 9, -9, np.nan, np.inf
    given = {"out_type": kind, "min_calib_range": -1.0 if kind == "int8" else 0.0, "max_calib_range": 1.0}
    symbol = mx.sym.contrib.quantize_v2(mx.sym.Variable("data"), **given)
    found = [out.asnumpy() for out in bound(symbol, {"data": data}).forward()]
    for one, other in zip(found, mx.nd.contrib.quantize_v2(mx.nd.array(data), **given)):
        assert (one == other.asnumpy()).all()


@pytest.mark.parametrize("kind", ["int8", "uint8"])
def test_products_of_bytes_are_exact_by_the_kernel_for_gpus(monkeypatch, kind):
    """That kernel is there on a CPU too, where it is not used: floats are as exact, and fast."""
    import torch

    from mxnet.core.ops import quantization_layers
    if quantization_layers.byte_product is None:
        pytest.skip("this torch has no product of bytes")
    info = torch.iinfo(getattr(torch, kind))
    rows = torch.randint(info.min, info.max + 1, (2, 20, 64), dtype=getattr(torch, kind))
    weight = torch.randint(-128, 128, (24, 64), dtype=torch.int8)
    rows[0, 0], weight[0] = info.max, -128
    wanted = quantization_layers.product(rows, weight)
    monkeypatch.setattr(quantization_layers, "multiplies_bytes", lambda rows, weight: True)
    found = quantization_layers.product(rows, weight)
    assert found.dtype is torch.int32 and found.shape == (2, 20, 24) and bool((found == wanted).all())
    assert bool((wanted == torch.einsum("abk,nk->abn", rows.double(), weight.double())).all())


@pytest.mark.gpu
@pytest.mark.parametrize("kind", ["int8", "uint8"])
def test_a_gpu_gives_the_same_sums(kind):
    import torch

    from mxnet.core.ops.quantization_layers import convolved, multiplies_bytes
    info = torch.iinfo(getattr(torch, kind))
    data = torch.randint(info.min, info.max + 1, (4, 16, 9, 9), dtype=getattr(torch, kind))
    weight = torch.randint(-128, 128, (24, 16, 1, 1), dtype=torch.int8)
    assert multiplies_bytes(data.cuda().movedim(1, -1), weight.cuda().flatten(1))
    window = 2, (1, 1), (0, 0), (1, 1)
    assert bool((convolved(data.cuda(), weight.cuda(), window).cpu() == convolved(data, weight, window)).all())
