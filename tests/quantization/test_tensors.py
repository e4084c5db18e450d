"""Bytes go between layers as quantized tensors where all who read them can; the numbers are those of plain bytes."""
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.ops import quantization_between, quantization_kernels, quantization_tensors
from mxnet.core.ops.quantization_tensors import are_quantized, bytes_of, quantized

RANGE = {"min_calib_range": 0.0, "max_calib_range": 6.0, "unsigned": True, "activation": "relu"}
SIGNED = {"min_calib_range": -5.0, "max_calib_range": 4.0}


@pytest.fixture(autouse=True)
def tensors():
    if not quantization_kernels.sums_exactly() or not are_quantized():
        pytest.skip("this processor, or this torch, has no kernels for quantized tensors")


def images(signed=False):
    data = mx.sym.Variable("data")
    low = -1.0 if signed else 0.0
    return mx.sym.contrib.quantize_v2(data, out_type="auto", min_calib_range=low, max_calib_range=1.0, name="images")


def layer(name, data, added=None, kernel=1, filters=8, **params):
    made = mx.sym._internal._joined_quantized_convolution
    more = {} if added is None else {"sum": added[0], "sum_min": added[1], "sum_max": added[2], "with_sum": True}
    return made(data=data[0], data_min=data[1], data_max=data[2], kernel=(kernel,) * 2, pad=(kernel // 2,) * 2,
                num_filter=filters, no_bias=True, name=name, **more, **(params or RANGE))


def pooled(data, **params):
    return mx.sym.contrib.quantized_pooling(data[0], data[1], data[2], **params)


def residual(signed=False):
    """Two blocks with sums: onto a layer of signed bytes, and onto what the first block gave."""
    start = pooled(layer("stem", images(signed), kernel=3), kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
    body = layer("second", layer("first", start), added=layer("side", start, **SIGNED), kernel=3)
    return layer("last", layer("third", body), added=body, kernel=3)


def bound(symbol, signed=False, size=8):
    random = np.random.RandomState(5)
    shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape(data=(2, 3, size, size))[0]))
    given = {name: mx.nd.array(random.uniform(-1 if signed or name != "data" else 0, 1, shape))
             for name, shape in shapes.items()}
    return symbol.bind(mx.cpu(), given, grad_req="null")


def passed(exe, monkeypatch):
    """Run a program; gives for each of its convolutions whether its data was quantized."""
    seen = []
    run = quantization_kernels.QuantizedConvolution.source

    def source(self, data):
        seen.append(data.is_quantized)
        return run(self, data)
    monkeypatch.setattr(quantization_kernels.QuantizedConvolution, "source", source)
    outputs = [out.asnumpy() for out in exe.forward()]
    monkeypatch.undo()
    return seen, outputs


def without(symbol, monkeypatch, *args):
    for module in (quantization_kernels, quantization_tensors, quantization_between):
        monkeypatch.setattr(module, "are_quantized", lambda: False)
    outputs = [out.asnumpy() for out in bound(symbol, *args).forward()]
    monkeypatch.undo()
    return outputs


@pytest.mark.parametrize("signed", [False, True])
def test_layers_pass_quantized_tensors_and_give_plain_bytes(signed, monkeypatch):
    body = residual(signed)[0]
    seen, (out,) = passed(bound(body, signed), monkeypatch)
    assert seen == [True] * 6
    wanted, = without(body, monkeypatch, signed)
    assert out.dtype == np.uint8 and abs(out.astype(int) - wanted.astype(int)).max() <= 1 and 5 < wanted.mean() < 250


@pytest.mark.parametrize("later", [True, False])
def test_a_sum_leaves_what_others_read(later, monkeypatch):
    """What is added is read by a layer after the sum, or is the data of the sum's own layer."""
    start = layer("start", images())
    total = layer("sum", layer("first", start) if later else start, added=start)
    body = layer("end", total, added=layer("again", start))[0] if later else total[0]
    seen, (out,) = passed(bound(body), monkeypatch)
    assert seen == ([True] * 5 if later else [True, False])
    assert (out == without(body, monkeypatch)[0]).all()


def test_bytes_that_leave_the_program_are_plain(monkeypatch):
    start = images()
    stem = layer("stem", start)
    seen, (out, bytes_, low, high) = passed(bound(mx.sym.Group([layer("next", stem)[0], stem])), monkeypatch)
    assert seen == [True, False] and bytes_.dtype == np.uint8 and (low[0], high[0]) == (0.0, 6.0)
    wanted = without(mx.sym.Group([layer("next", stem)[0], stem]), monkeypatch)
    assert (bytes_ == wanted[1]).all() and (out == wanted[0]).all()


def test_other_readers_get_plain_bytes(monkeypatch):
    stem = layer("stem", images())
    floats = mx.sym.contrib.dequantize(stem[0], stem[1], stem[2])
    seen, (out, values) = passed(bound(mx.sym.Group([layer("next", stem)[0], floats])), monkeypatch)
    assert seen == [True, False] and values.dtype == np.float32 and values.max() > 0.1 and out.dtype == np.uint8


def test_a_range_of_other_bytes_is_looked_at(monkeypatch):
    """A quantized tensor has its own range, so it is given only to readers of that."""
    first, second = layer("first", images()), layer("second", images(), min_calib_range=0.0, max_calib_range=3.0,
                                                    unsigned=True, activation="relu")
    mixed = layer("mixed", (first[0], second[1], second[2]))
    seen, (out,) = passed(bound(mixed[0]), monkeypatch)
    assert seen[-1] is False and (out == without(mixed[0], monkeypatch)[0]).all()


def test_parameters_that_are_written_to_are_packed_anew():
    exe = bound(layer("next", layer("stem", images()))[0])
    before = exe.forward()[0].asnumpy()
    exe.arg_dict["next_weight"][:] *= -1
    after = exe.forward()[0].asnumpy()
    assert (before > 0).any() and (after[before > 0] == 0).all() and (after > 0).any()


@pytest.mark.parametrize("bound_at, kernel", [(6.0, "QuantizedConvolution"), (5.0, "JoinedConvolution")])
def test_a_bound_at_the_greatest_byte_needs_no_kernel_of_its_own(bound_at, kernel, monkeypatch):
    clipped = {**RANGE, "activation": "clip", "bound": bound_at}
    body = layer("next", layer("stem", images(), **clipped))[0]
    exe = bound(body)
    names = [type(step.function).__name__ for step in exe._compiled.inference().steps]
    assert names[1:3] == [kernel, "QuantizedConvolution"]
    assert (exe.forward()[0].asnumpy() == without(body, monkeypatch)[0]).all()


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("kernel, runs", [((7, 7), True), ((2, 2), True), ((3, 5), True), ((2, 3), False)])
def test_means_are_those_of_the_function(kernel, runs, signed):
    random = np.random.RandomState(2)
    low, high = (-128, 128) if signed else (0, 256)
    data = random.randint(low, high, (40, 16, 14, 15)).astype("int8" if signed else "uint8")
    params = {"kernel": kernel, "stride": kernel, "pool_type": "avg"}
    names = [mx.sym.Variable(name) for name in ("data", "low", "high")]
    values = [mx.nd.array(data, dtype=data.dtype), mx.nd.array([-1.0]), mx.nd.array([1.0])]
    exe = mx.sym.contrib.quantized_pooling(*names, **params).bind(
        mx.cpu(), dict(zip(("data", "low", "high"), values)), grad_req="null")
    assert isinstance(exe._compiled.inference().steps[0].function, quantization_between.Pooling) is runs
    wanted = mx.nd.contrib.quantized_pooling(*values, **params)[0].asnumpy()
    assert (exe.forward()[0].asnumpy() == wanted).all() and exe.outputs[0].dtype == data.dtype


def test_a_network_pools_quantized_tensors(monkeypatch):
    body = layer("next", pooled(layer("stem", images()), global_pool=True, pool_type="avg"))[0]
    seen, (out,) = passed(bound(body), monkeypatch)
    assert seen == [True, True] and (out == without(body, monkeypatch)[0]).all()


def test_the_engine_of_torch_stays_as_it_was():
    before = torch.backends.quantized.engine
    bound(residual()[0]).forward()[0].wait_to_read()
    assert torch.backends.quantized.engine == before


def test_the_engine_is_held_until_the_last_leaves():
    before, engine = torch.backends.quantized.engine, quantization_tensors._Engine()
    inside, leave = threading.Event(), threading.Event()

    def other():
        with engine:
            inside.set()
            leave.wait(10)
    thread = threading.Thread(target=other)
    with engine:
        thread.start()
        inside.wait(10)
    assert torch.backends.quantized.engine == "onednn"
    leave.set()
    thread.join()
    assert torch.backends.quantized.engine == before


@pytest.mark.parametrize("kind", [torch.int8, torch.uint8])
def test_floats_are_rounded_as_products_with_a_scale(kind):
    """Where a step from a byte to the next is moved by the last bit of a float, the product is computed first."""
    random, info, exact = np.random.RandomState(4), torch.iinfo(kind), 0
    for scale in torch.tensor(random.uniform(0.01, 500, 40).astype("float32")).tolist():
        unit = quantization_tensors.exact_unit(scale, kind)
        exact += unit is not None
        steps = (torch.arange(info.min - 2, info.max + 2) + 0.5) / scale
        data = torch.cat([(steps.view(torch.int32) + offset).view(torch.float32) for offset in range(-6, 7)])
        data = torch.cat([data, torch.tensor([0.0, -0.0, 1e38, -1e38, torch.inf, -torch.inf])])
        for values in (data, torch.cat([data, torch.tensor([torch.nan])])):
            wanted = (values * scale).round().clamp(info.min, info.max).nan_to_num(0).to(kind)
            assert torch.equal(quantization_tensors.to_levels(values, scale, unit, kind).view(kind), wanted)
    assert 20 < exact < 40


def test_quantized_tensors_share_the_memory_of_their_bytes():
    data = torch.randint(0, 256, (2, 3, 4, 5), dtype=torch.uint8).contiguous(memory_format=torch.channels_last)
    made = quantized(data, 0.5, 128)
    assert made.data_ptr() == data.data_ptr() and made.stride() == data.stride()
    assert torch.equal(made.dequantize(), (data.float() - 128) / 2) and torch.equal(bytes_of(made), data)


def test_a_layer_refuses_negative_numbers_in_unsigned_bytes_every_time():
    start = mx.sym.contrib.quantize_v2(mx.sym.Variable("data"), out_type="uint8", min_calib_range=-1.0,
                                       max_calib_range=1.0)
    exe = bound(layer("stem", start)[0])
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="Expect int8 when data_min < 0"):
            exe.forward()[0].wait_to_read()


def test_threads_that_meet_in_a_first_call_wait_for_its_weights(monkeypatch):
    """The second thread comes while the first packs the weights, and finds them ready or packs its own."""
    packing, met = quantization_kernels.packed, threading.Barrier(2, timeout=10)
    monkeypatch.setattr(quantization_kernels, "packed", lambda *args: (met.wait(), packing(*args))[1])
    exe = bound(layer("stem", images())[0])
    program = exe._compiled.inference().ready()
    given = [[array._data for array in arrays] for arrays in (exe.arg_arrays, exe.aux_arrays)]
    found = []
    threads = [threading.Thread(target=lambda: found.append(program.run(*given)[0])) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2 and torch.equal(*found)


def test_signed_bytes_that_are_only_added_have_no_zero_point(monkeypatch):
    """The bias of both layers has it instead; a layer that reads such bytes as data needs the zero point."""
    start = layer("start", images())
    side, bent = layer("side", start, **SIGNED), layer("side", start, activation="relu", **SIGNED)
    added, read = layer("sum", layer("first", start), added=side), layer("next", side)
    for body, zero in ((added[0], 0), (read[0], 128), (layer("sum", layer("first", start), added=bent)[0], 128)):
        exe = bound(body)
        kernels = {step.results[0]: step.function for step in exe._compiled.inference().steps}
        assert kernels["side_0"].zero == zero
        found, wanted = exe.forward()[0].asnumpy().astype(int), without(body, monkeypatch)[0].astype(int)
        assert abs(found - wanted).max() <= 1 and wanted.max() > 20


@pytest.mark.parametrize("start", [lambda: images(), lambda: images(True),
                                   lambda: pooled(layer("stem", images(), filters=3), kernel=(2, 2), pool_type="max")])
def test_sums_know_the_unit_that_their_addend_goes_by(start, monkeypatch):
    """Values that layers read go by the unit 1, and weights have the rest; here they are added to as well."""
    start = start()
    body = layer("end", layer("sum", layer("first", start, kernel=3), added=start, filters=3))[0]
    exe = bound(body, True)
    found, wanted = exe.forward()[0].asnumpy().astype(int), without(body, monkeypatch, True)[0].astype(int)
    assert abs(found - wanted).max() <= 1 and (found == wanted).mean() > 0.99 and len(np.unique(wanted)) > 20
    kernels = {step.results[0]: step.function for step in exe._compiled.inference().steps}
    assert kernels["first_0"].given_unit == 1.0 != kernels["sum_0"].given_unit
