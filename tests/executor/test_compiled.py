"""The compiled tier: the same numbers, whatever stays outside."""
import logging
import shutil

import numpy as np
import pytest
import torch
from torch._dynamo.utils import counters

import mxnet as mx
from mxnet.core import torch_private
from mxnet.core.program import Program
from mxnet.core.tiers import inductor as compiled

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None and not torch.cuda.is_available(),
                                    reason="TorchInductor needs a C++ compiler")


def network():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="bn"), act_type="relu")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.Dropout(mx.sym.FullyConnected(net, num_hidden=16, name="fc1"), p=0.5)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=5, name="fc2"), name="softmax")


def history(ctx, compile):
    executor = network().simple_bind(ctx, data=(4, 2, 8, 8), softmax_label=(4,), grad_req="write", compile=compile)
    rng = np.random.RandomState(0)
    for name, array in executor.arg_dict.items():
        array[:] = rng.randint(0, 5, 4) if name == "softmax_label" else rng.uniform(-1, 1, array.shape)
    executor.aux_dict["bn_moving_var"][:] = 1
    mx.random.seed(3)
    found = []
    for _ in range(5):
        executor.forward(is_train=True)
        executor.backward()
        found.append([executor.outputs[0].asnumpy(), *(a.asnumpy() for a in executor.grad_arrays),
                      *(a.asnumpy() for a in executor.aux_arrays)])
        executor.arg_dict["conv_weight"][:] -= 0.1 * executor.grad_dict["conv_weight"]
    found.append([executor.forward()[0].asnumpy()])
    return found, executor


@needs_compiler
@pytest.mark.parametrize("ctx", [mx.cpu(), pytest.param(mx.gpu(), marks=pytest.mark.gpu)], ids=str)
def test_same_numbers(ctx, caplog, monkeypatch):
    monkeypatch.setenv("MXNET_CUDA_ALLOW_TENSOR_CORE", "0")  # TF32's roundings hide worse
    caplog.set_level(logging.INFO, "mxnet")
    bypassed = counters["inductor"]["fxgraph_cache_bypass"]
    ours, executor = history(ctx, True)
    theirs, _ = history(ctx, False)
    assert counters["inductor"]["fxgraph_cache_bypass"] == bypassed  # the next process finds the kernels on disk
    for step, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        for index, (left, right) in enumerate(zip(a, b, strict=True)):
            np.testing.assert_allclose(left, right, rtol=2e-4, atol=2e-5, err_msg=f"step {step}, array {index}")
    assert "stays uncompiled" not in caplog.text
    assert "compiled forward_train_0 in" in caplog.text  # the user hears what the first step costs
    assert "Dropout_train(" in executor.code and "compiled_forward_train_0(boxed)" in executor.code


@needs_compiler
def test_same_numbers_without_kernels_on_disk(monkeypatch, caplog):
    monkeypatch.setattr(torch_private, "_without", {"kept_kernels"})
    bypassed = counters["inductor"]["fxgraph_cache_bypass"]
    assert torch_private.compile_lists(lambda values: [values[0] + 1], [torch.ones(2)])([torch.ones(2)])[0].sum() == 4
    assert counters["inductor"]["fxgraph_cache_bypass"] == bypassed + 1


@needs_compiler
def test_same_numbers_by_torch_compile(monkeypatch, caplog):
    """Where torch's own entrance to Inductor is gone, the public one is taken."""
    asked = []
    monkeypatch.setattr(torch_private, "_without", {"inductor", "trace"})
    monkeypatch.setattr(torch, "compile", lambda traced, plain=torch.compile: asked.append(traced) or plain(traced))
    program = Program("forward")
    program.inputs("args", ["a"])
    program.call(torch.neg, "neg", ["a"], ["b"])
    program.call(torch.abs, "abs", ["b"], ["c"])
    program.returns = [["c"]]
    made = compiled.compiled(program)
    assert [made.run([torch.tensor([-2.0, 3.0])])[0].tolist() for _ in range(2)] == [[2, 3]] * 2
    assert len(asked) == 1 and "stays uncompiled" not in caplog.text


def test_the_environment_asks(monkeypatch):
    monkeypatch.setenv("MXNET_COMPILE", "1")
    assert compiled.wanted(None) and not compiled.wanted(False)
    executor = network().simple_bind(mx.cpu(), data=(4, 2, 8, 8))
    assert "compiled_" in executor.code
    monkeypatch.delenv("MXNET_COMPILE")
    assert not compiled.wanted(None)


def test_what_fails_to_compile_runs_as_it_is(monkeypatch, caplog):
    def fail(*args):
        raise RuntimeError("no compiler here")
    monkeypatch.setattr(compiled, "compile_lists", fail)
    program = Program("forward")
    program.inputs("args", ["a"])
    program.call(torch.neg, "neg", ["a"], ["b"])
    program.call(torch.abs, "abs", ["b"], ["c"])
    program.returns = [["c"]]
    twin = compiled.compiled(program)
    assert twin.run([torch.tensor([-2.0])])[0].item() == 2
    assert "forward_0 stays uncompiled: RuntimeError: no compiler here" in caplog.text


def test_an_input_named_compile_is_an_input():
    executor = (mx.sym.Variable("compile") * 2).simple_bind(mx.cpu(), compile=(2, 3))
    assert executor.arg_dict["compile"].shape == (2, 3)


@needs_compiler
def test_a_compiled_executor_leaves_what_others_derive_from_its_arrays():
    data = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="conv")
    symbol = mx.sym.BatchNorm(data, fix_gamma=False, name="norm")
    plain = symbol.simple_bind(mx.cpu(), data=(1, 2, 8, 8))
    for array in plain.arg_arrays:
        array[:] = mx.nd.random.normal(shape=array.shape)
    compiled = symbol.bind(mx.cpu(), plain.arg_dict, args_grad=plain.grad_dict, aux_states=plain.aux_dict, compile=True)

    def versions(arrays):
        return [array._data._version for array in arrays]

    before = versions([*plain.arg_arrays, *plain.aux_arrays])
    compiled.forward()
    assert versions([*plain.arg_arrays, *plain.aux_arrays]) == before, "predicting writes to nothing"
    outputs = compiled.forward(is_train=True)
    compiled.backward([mx.nd.ones(output.shape) for output in outputs])
    after = versions([*plain.arg_arrays, *plain.aux_arrays])
    count = len(plain.arg_arrays)
    assert after[:count] == before[:count] and all(a > b for a, b in zip(after[count:], before[count:]))
