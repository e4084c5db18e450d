"""What training keeps in memory: cheap values come back in backward, and dead ones lend theirs to the next."""
import mmap
import os
import pathlib
import re
import resource

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.core.ownership import is_unique
from mxnet.core.passes import reuse
from mxnet.core.program import Program
from mxnet.core.tiers import glue
from mxnet.core.tiers.memory import keep, keeping_large, keeps_large, untouched_zeros
from mxnet.core.tuning import REMATERIALIZE_UP_TO_CALLS
from mxnet.gluon import nn

from .test_mirror import kept_bytes

SHAPE = (4, 8, 16, 16)


def unit(x, index, dropout=0.0):
    """A residual unit: three values that convolutions give are kept in any case, and two that are not."""
    y = x
    for part in range(2):
        y = mx.sym.Convolution(y, num_filter=8, kernel=(3, 3), pad=(1, 1), name=f"conv{index}_{part}")
        y = mx.sym.BatchNorm(y, fix_gamma=bool(part), name=f"bn{index}_{part}")
        y = mx.sym.Activation(y, act_type="relu") if part == 0 else y
    y = mx.sym.Dropout(y, p=dropout) if dropout else y
    return mx.sym.Activation(y + x, act_type="relu")


def network(units=3, **kwargs):
    x = mx.sym.BatchNorm(mx.sym.Convolution(mx.sym.var("data"), num_filter=8, kernel=(1, 1), name="first"), name="bn")
    for index in range(units):
        x = unit(x, index, **kwargs)
    return mx.sym.SoftmaxOutput(mx.sym.Flatten(x), name="softmax")


def trained(symbol, shape=SHAPE):
    """Run two steps from the same numbers; give the executor and the bytes that forward kept."""
    executor = symbol.simple_bind(mx.cpu(), data=shape)
    rng = np.random.RandomState(3)
    for array in (*executor.arg_arrays, *executor.aux_arrays):
        array[:] = rng.uniform(0.1, 1.0, array.shape)
    mx.random.seed(3)
    for _ in range(2):
        executor.forward(is_train=True)
        kept = kept_bytes(executor._saved)
        executor.backward()
    return executor, kept


def assert_equal(one, other):
    for ours, theirs in ((one.grad_dict, other.grad_dict), (one.aux_dict, other.aux_dict)):
        for name, array in ours.items():
            assert torch.equal(array._data, theirs[name]._data), name
    assert torch.equal(one.outputs[0]._data, other.outputs[0]._data)


@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_residual_units_come_back_to_the_last_bit(monkeypatch, dropout):
    plain, before = trained(network(dropout=dropout))
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again, after = trained(network(dropout=dropout))
    assert "BatchNorm_again" in again.code and "Dropout_again" not in again.code
    # a sum with random numbers in it is kept: else they would be
    assert ("elemwise_add_again" in again.code) is (dropout == 0)
    assert after < (0.7 if not dropout else 0.9) * before
    assert_equal(plain, again)


def test_a_long_chain_comes_back_in_parts(monkeypatch):
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    units = REMATERIALIZE_UP_TO_CALLS  # two calls each
    code = trained(network(units), (1, 8, 4, 4))[0].code
    assert units // 2 <= len(set(re.findall(r"(_plus\d+) = elemwise_add_again", code))) < units - 1


def test_dead_values_lend_their_memory(monkeypatch):
    """Forward and backward give the same to the last bit whether or not calls write into dead values."""
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    plain, _ = trained(network())
    monkeypatch.setattr(reuse, "REUSE_FROM_BYTES", 1)
    written, taken = [], glue.is_unique
    monkeypatch.setattr(glue, "is_unique", lambda tensor: written.append(taken(tensor)) or written[-1])
    lent, _ = trained(network())
    assert "BatchNorm_train_into" in lent.code and "BatchNorm_again_into" in lent.code
    assert "_into" not in plain.code
    assert written.count(True) > 4 * written.count(False)  # torch 2.6 holds the memory of a flattened value longer
    assert_equal(plain, lent)


def halves(x):
    """Batch norms of slices of an array, which have gaps in memory."""
    for index in range(3):
        x = mx.sym.Convolution(x, num_filter=16, kernel=(3, 3), pad=(1, 1), name=f"conv{index}")
        one, other = mx.sym.split(x, num_outputs=2, name=f"split{index}")
        x = mx.sym.relu(mx.sym.BatchNorm(one, name=f"one{index}") + mx.sym.BatchNorm(other, name=f"other{index}"))
    return mx.sym.SoftmaxOutput(mx.sym.Flatten(x), name="softmax")


@pytest.mark.parametrize("symbol, dtype", [(network(), "float16"), (halves(mx.sym.var("data")), "float32")],
                         ids=["half", "slices"])
def test_dead_values_of_other_types_and_orders_lend_theirs(monkeypatch, symbol, dtype):
    """The statistics of half precision are in float32, and those of slices are taken of a copy."""
    typed = mx.sym.Cast(mx.sym.var("data"), dtype=dtype)
    plain, _ = trained(symbol(data=typed))
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    monkeypatch.setattr(reuse, "REUSE_FROM_BYTES", 1)
    lent, _ = trained(symbol(data=typed))
    assert "BatchNorm_train_into" in lent.code and "BatchNorm_again_into" in lent.code
    assert_equal(plain, lent)


@pytest.mark.parametrize("held", ["not", "object", "view"])
def test_memory_that_somebody_holds_stays(held):
    program, holder = Program("probe"), []
    program.inputs("values", ["memory"], consumed=True)
    call = glue.Reusing(lambda: torch.ones(3), lambda memory: memory.fill_(7), (12, torch.float32))
    program.call(call, "call", ["memory"], ["out"])
    program.returns = [["out"]]
    values = [torch.zeros(3)]
    if held != "not":
        holder.append(values[0] if held == "object" else values[0][1:])
    out, = program.run(values)
    assert out.tolist() == ([7, 7, 7] if held == "not" else [1, 1, 1])
    assert not holder or not holder[0].any()


def test_what_is_less_than_its_form_says_lends_nothing(monkeypatch):
    """The mask of a dropout that drops nothing is empty."""
    data = mx.sym.var("data")
    net = mx.sym.BatchNorm(mx.sym.Dropout(mx.sym.BlockGrad(data), p=0.0), fix_gamma=False, name="bn")
    net = mx.sym.SoftmaxOutput(mx.sym.Flatten(net), name="softmax")
    plain, _ = trained(net)
    monkeypatch.setattr(reuse, "REUSE_FROM_BYTES", 1)
    lent, _ = trained(net)
    assert re.search(r"BatchNorm_train_into\(.*, dropout\d+_1\)", lent.code)
    assert_equal(plain, lent)


# ---- gluon --------------------------------------------------------------------------------------

def dense(size=256):
    net = nn.HybridSequential()
    net.add(nn.Dense(size, activation="relu", in_units=size), nn.Dense(size, in_units=size))
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    return net


def backward(net, data):
    with autograd.record():
        value = net(data).sum()
    value.backward()
    return {name: param.grad().asnumpy().copy() for name, param in net.collect_params().items()
            if param.grad_req != "null"}


def test_large_gradients_stay_where_they_are():
    net, data = dense(), mx.nd.random.normal(shape=(4, 256))
    weights = [param for name, param in net.collect_params().items() if name.endswith("weight")]
    expected = backward(net, data)
    places = [param.grad()._data.data_ptr() for param in weights]
    for _ in range(3):
        found = backward(net, data)
    assert [param.grad()._data.data_ptr() for param in weights] == places
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value)
    for param in net.collect_params().values():
        param.grad_req = "add"
    backward(net, data)
    for name, value in backward(net, data).items():
        np.testing.assert_allclose(value, 2 * expected[name], rtol=1e-5, atol=1e-5)


def test_a_gradient_that_is_read_in_backward_is_not_written_early():
    """The gradient of the last weight goes in as data, and is there until the first weight's gradient is made."""
    net, data = dense(), mx.nd.random.normal(shape=(256, 256))
    backward(net, data)
    last = list(net.collect_params().values())[-2]
    before = last.grad().copy()
    with autograd.record():
        value = net(last.grad()).sum()
    value.backward()
    found = {name: param.grad().asnumpy() for name, param in net.collect_params().items()}
    for name, value in backward(net, before).items():
        np.testing.assert_allclose(found[name], value, rtol=1e-5, atol=1e-5)


def test_what_prediction_derives_from_weights_is_freed_in_training():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(64, 3, padding=1, in_channels=64), nn.BatchNorm(in_channels=64))
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    data = mx.nd.random.normal(shape=(1, 64, 8, 8))
    before = net(data).asnumpy()
    kernels = list(net._cached_op._evaluator._deriving)
    assert kernels and all(kernel.derived is not None for kernel in kernels)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.0})
    backward(net, data)
    assert all(kernel.derived is None for kernel in kernels)
    trainer.step(1)
    after = net(data).asnumpy()
    assert after.shape == before.shape and all(kernel.derived is not None for kernel in kernels)


def resident():
    """Give the bytes of this process that are in memory; nothing where the system does not tell."""
    told = pathlib.Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if told.exists() else 0


def test_gradients_take_no_memory_before_they_are_written():
    param = gluon.Parameter("weight", shape=(4096, 4096), grad_req="null")
    param.initialize(mx.init.Zero())
    before = resident()  # malloc may keep what the initialization freed, so the value counts for nothing here
    param.grad_req = "write"
    gradient = param.grad()
    assert resident() - before < 32 << 20  # its 64 MiB are mapped, not touched
    assert gradient.shape == (4096, 4096) and gradient.dtype == np.float32 and not gradient.asnumpy().any()
    with autograd.record():
        value = (param.data() * 3).sum()
    value.backward()
    assert (param.grad().asnumpy() == 3).all()
    gradient[:] = 2
    assert param.grad().asnumpy().sum() == 2 * 4096 * 4096


def test_binding_takes_no_memory_before_arrays_are_written():
    weights = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4096, no_bias=True)
    before = resident()
    bound = weights.simple_bind(mx.cpu(), data=(1, 4096))
    module = mx.mod.Module(weights, label_names=())
    module.bind([("data", (1, 4096))])
    assert resident() - before < 64 << 20  # five arrays of 64 MiB are mapped, not touched
    bound.arg_dict["data"][:] = 1
    bound.arg_dict[weights.list_arguments()[1]][:] = 0.5
    assert (bound.forward(is_train=True)[0].asnumpy() == 2048).all()
    bound.backward(mx.nd.ones((1, 4096)))
    assert all((gradient.asnumpy() == value).all() for gradient, value in zip(bound.grad_arrays, (2048, 1)))


@pytest.mark.parametrize("dtype", ["float16", "float64", "float32"])
@pytest.mark.parametrize("shape", [(3,), (300, 500), (0, 4)])
def test_untouched_zeros(shape, dtype):
    kind = getattr(torch, dtype)
    zeros = untouched_zeros(shape, kind)
    assert zeros.shape == shape and zeros.dtype is kind and not zeros.any()
    assert zeros.add_(1).eq(1).all() and is_unique(zeros)


@pytest.mark.skipif(not keep(), reason="the C library keeps nothing, or what it keeps is decided outside")
def test_a_program_of_few_large_values_keeps_their_pages():
    size = 9 << 20  # of floats, more than is kept of every program
    executor = mx.sym.FullyConnected(mx.sym.exp(mx.sym.var("data")), num_hidden=2, flatten=False).simple_bind(
        mx.cpu(), data=(size // 8, 8))
    assert executor._call is keeping_large
    faults = []
    for _ in range(6):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((size // 8, 2)))
        faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    # Once through one of the values would be twice as many, in every step. Where others use the machine too, the system
    # may take pages away between two steps, which says nothing about what the program keeps.
    assert min(faults) < 4 * size // mmap.PAGESIZE // 2, faults


def test_a_program_of_many_large_values_keeps_none():
    assert not keeps_large([32 << 20] * 17) and not keeps_large([31 << 20] * 4) and not keeps_large([])


@pytest.mark.parametrize("kind", ["max", "avg", "sum"])
@pytest.mark.parametrize("shape", [(2, 2, 16, 16), (2, 8, 16, 16), (2, 3, 8, 8, 8)])
def test_pooling_keeps_no_values_of_its_input(kind, shape):
    rank = len(shape) - 2
    net = mx.sym.Pooling(mx.sym.sin(mx.sym.var("data")), kernel=(3,) * rank, stride=(2,) * rank, pad=(1,) * rank,
                         pool_type=kind)
    data = mx.nd.random.normal(shape=shape)
    data.attach_grad()
    executor = net.bind(mx.cpu(), {"data": data}, {"data": mx.nd.zeros(shape)})
    executor.forward(is_train=True)
    indices = 8 * executor.outputs[0].size if kind == "max" else 0
    assert kept_bytes(executor._saved) <= indices
    executor.backward(mx.nd.ones(executor.outputs[0].shape))
    with autograd.record():
        value = mx.nd.Pooling(mx.nd.sin(data), kernel=(3,) * rank, stride=(2,) * rank, pad=(1,) * rank, pool_type=kind)
    value.backward()
    np.testing.assert_allclose(executor.grad_dict["data"].asnumpy(), data.grad.asnumpy(), rtol=1e-5, atol=1e-6)
