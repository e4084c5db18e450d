"""Runs of convolutions as graphs of oneDNN give the bits of single calls."""
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core.tiers import fused

SHAPE = (2, 16, 20, 20)  # more than one core computes


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    if fused.fuse_graphs is None or fused.script_function is None:
        pytest.skip("this torch fuses no graphs")
    monkeypatch.setattr(fused, "FUSE_AFTER_CALLS", 1)


def layer(name, data, act="relu", added=None, norm=True, channels=16, kernel=(3, 3), **how):
    net = mx.sym.Convolution(data, num_filter=channels, kernel=kernel, pad=tuple(k // 2 for k in kernel), no_bias=norm,
                             name=name, **how)
    if norm:
        net = mx.sym.BatchNorm(net, fix_gamma=False, name=f"{name}_norm")
    if added is not None:
        net = net + added
    return mx.sym.Activation(net, act_type=act, name=f"{name}_act") if act else net


def residual():
    """Branches, sums, depthwise filters and strides; two values leave the run."""
    start = layer("start", mx.sym.var("data"), norm=False)
    first = layer("first", start, kernel=(1, 1))
    depthwise = layer("depthwise", first, num_group=16)
    total = layer("total", depthwise, added=start)
    small = layer("small", total, act="sigmoid", stride=(2, 2))
    branch = layer("branch", total, act=None, stride=(2, 2), kernel=(1, 1))
    return mx.sym.Group([layer("last", small, added=branch, norm=False), layer("other", total, norm=False)])


def bound(net, dtype="float32", shape=SHAPE, seed=1):
    exe = net.simple_bind(mx.cpu(), grad_req="null", data=shape, type_dict={"data": dtype})
    random = np.random.RandomState(seed)
    for name, array in {**exe.arg_dict, **exe.aux_dict}.items():
        low = 0.5 if "var" in name or "gamma" in name else -0.3
        array[:] = mx.nd.array(random.uniform(low, low + 0.7, array.shape)).astype(array.dtype)
    return exe


def runs(exe):
    program = exe._compiled.inference()
    return [function for function in program.deriving if isinstance(function, fused.Fused)]


def outputs(exe):
    return [tensor_bits(out) for out in exe.forward()]


def tensor_bits(array):
    return array.astype("float32").asnumpy().view(np.int32)


def plain(net, monkeypatch, *args, **how):
    with monkeypatch.context() as patch:
        patch.setattr(fused, "fuse_graphs", None)
        exe = bound(net, *args, **how)
        found = outputs(exe)
        assert not runs(exe)
    return found


def same(found, wanted):
    return len(found) == len(wanted) and all((a == b).all() for a, b in zip(found, wanted))


def is_compiled(exe):
    run, = runs(exe)
    return run._made is not None


def test_runs_hide_no_nan():
    exe, watched = bound(residual()), bound(residual())
    watched.set_monitor_callback(lambda name, array: None)  # so that operators are called one by one
    for _ in range(3):
        exe.forward()
    for value in (np.nan, np.inf, 1):
        for each in (exe, watched):
            array = each.arg_dict["data"].asnumpy()
            array[1, 2, 3, 4] = value
            each.arg_dict["data"][:] = array
        assert runs(exe) and all(run._made is not None for run in runs(exe)), "no graph is in use"
        for here, wanted in zip(exe.forward(), watched.forward()):
            assert np.isnan(wanted.asnumpy()).any() == (value != 1)
            np.testing.assert_allclose(here.asnumpy(), wanted.asnumpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("dtype, shape", [("float32", SHAPE), ("float32", (1, 16, 20, 20)), ("bfloat16", SHAPE)])
def test_bits_are_those_of_single_calls(dtype, shape, monkeypatch):
    wanted = plain(residual(), monkeypatch, dtype, shape)
    exe = bound(residual(), dtype, shape)
    code = exe.code
    for _ in range(5):
        assert same(outputs(exe), wanted)
    if dtype == "float32":
        assert is_compiled(exe)
    assert exe.code == code and code.count("Convolution") >= 8
    exe.arg_dict["data"][:] = exe.arg_dict["data"] * -2
    other = outputs(exe)
    exe.arg_dict["start_weight"][:] = exe.arg_dict["start_weight"] * 1  # step by step again
    assert not same(other, wanted) and same(outputs(exe), other)


@pytest.mark.parametrize("batch", [1, 3])
def test_images_of_one_channel_give_the_same_order_in_memory(batch, monkeypatch):
    """In which the mean is summed; their strides alone do not say that channels are last."""
    net = layer("two", layer("one", mx.sym.var("data")))
    net = mx.sym.Pooling(net, global_pool=True, pool_type="avg")
    wanted = plain(net, monkeypatch, shape=(batch, 1, 25, 14))
    exe = bound(net, shape=(batch, 1, 25, 14))
    assert all(same(outputs(exe), wanted) for _ in range(5)) and is_compiled(exe)


@pytest.mark.parametrize("number", [np.nan, np.inf, 0.0])
def test_numbers_that_are_none_go_the_same_way(number, monkeypatch):
    exe = bound(residual())
    exe.arg_dict["data"][0, 3] = number
    first = outputs(exe)
    assert all(same(outputs(exe), first) for _ in range(4)) and is_compiled(exe)


@pytest.mark.parametrize("name", ["first_weight", "start_bias", "total_norm_moving_var"])
def test_written_parameters_are_seen(name):
    exe, other = bound(residual()), bound(residual())
    for _ in range(4):
        before = outputs(exe)
    for changed in (exe, other):
        array = {**changed.arg_dict, **changed.aux_dict}[name]
        array[:] = array * 0.5
    wanted = outputs(other)
    assert not same(before, wanted)
    for _ in range(4):
        assert same(outputs(exe), wanted)
    assert is_compiled(exe)


def test_exported_parameters_are_read_at_every_call():
    exe = bound(residual())
    weight = torch.from_dlpack(exe.arg_dict["first_weight"].to_dlpack_for_write())
    before = [outputs(exe) for _ in range(4)][-1]
    weight.mul_(0.5)
    assert not same(outputs(exe), before) and not is_compiled(exe)


def test_other_batches_and_numbers_of_threads():
    exe = bound(residual())
    first = [outputs(exe) for _ in range(4)][-1]
    other = exe.reshape(data=(1, *SHAPE[1:]))
    for _ in range(4):
        outputs(other)
    assert is_compiled(other)
    cores = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        assert all(same(outputs(exe), first) for _ in range(4)) and is_compiled(exe)
        assert runs(exe)[0]._made.threads == torch.get_num_threads()
    finally:
        torch.set_num_threads(cores)
    assert same(outputs(exe), first)


def test_equal_layers_are_not_joined():
    """The fuser would compute both at once, and a sum could then overwrite what the other still reads."""
    start = layer("start", mx.sym.var("data"), norm=False)
    one, two = (layer(name, start, norm=False) for name in ("one", "two"))
    net = mx.sym.Group([layer("three", start, added=one, norm=False), layer("four", start, added=two, norm=False)])
    exe = bound(net)
    for kind in ("weight", "bias"):
        exe.arg_dict[f"two_{kind}"][:] = exe.arg_dict[f"one_{kind}"]
    first = outputs(exe)
    assert all(same(outputs(exe), first) for _ in range(4))


def test_a_graph_that_fails_is_left_to_the_steps():
    exe = bound(residual())
    first = [outputs(exe) for _ in range(4)][-1]
    run, = runs(exe)

    def broken(*_):
        raise RuntimeError("no memory")
    run._made = run._made._replace(call=broken)
    assert same(outputs(exe), first)


def test_an_error_names_the_layer(monkeypatch):
    exe = bound(residual())
    for _ in range(4):
        outputs(exe)
    run, = runs(exe)

    def broken(*_):
        raise RuntimeError("no memory")
    run._made = run._made._replace(call=broken)
    step = run.program.steps[2]
    monkeypatch.setattr(type(step.function), "__call__", broken)
    with pytest.raises(mx.MXNetError, match=r"Convolution\(start\): no memory"):
        exe.forward()


def test_forgetting_frees_what_was_compiled():
    exe = bound(residual())
    first = [outputs(exe) for _ in range(4)][-1]
    for function in exe._compiled.inference().deriving:
        function.forget()
    run, = runs(exe)
    assert run._made is None and all(step.function.derived is None for step in run.program.steps)
    assert same(outputs(exe), first)


def test_parameters_that_keep_changing_are_compiled_ever_later(monkeypatch):
    made, fuse = [], fused.fuse_graphs
    monkeypatch.setattr(fused, "fuse_graphs", lambda *args: made.append(1) or fuse(*args))
    exe = bound(residual())
    for _ in range(30):
        exe.arg_dict["first_weight"][:] = exe.arg_dict["first_weight"] * 0.9
        for _ in range(6):
            outputs(exe)
    assert len(made) == 3


def test_several_threads_predict():
    net = mx.gluon.nn.HybridSequential()
    for _ in range(4):
        net.add(mx.gluon.nn.Conv2D(16, 3, padding=1, activation="relu"))
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    data = mx.nd.random.uniform(shape=SHAPE)
    wanted, wrong = net(data).asnumpy(), []

    def predict():
        for _ in range(20):
            if not (net(data).asnumpy() == wanted).all():
                wrong.append(1)
    threads = [threading.Thread(target=predict) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_predicts():
    exe = bound(residual())
    first = [outputs(exe) for _ in range(4)][-1]
    child = os.fork()
    if child == 0:
        os._exit(0 if all(same(outputs(exe), first) for _ in range(4)) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_the_profiler_sees_every_layer(tmp_path):
    exe = bound(residual())
    for _ in range(4):
        outputs(exe)
    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "profile.json"))
    mx.profiler.set_state("run")
    outputs(exe)
    mx.profiler.set_state("stop")
    assert "Convolution_BatchNorm" in mx.profiler.dumps(reset=True)


_BOUND_AGAIN = """
import gc
import mxnet as mx
from mxnet.core.tiers import fused
fused.FUSE_AFTER_CALLS = 1
net = mx.sym.var("data")
for name in "abcd":
    net = mx.sym.Convolution(net, num_filter=256, kernel=(3, 3), pad=(1, 1), name=name)
def resident():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * 4096
for count in range(28):
    executor = net.simple_bind(mx.cpu(), grad_req="null", data=(1, 256, 8, 8))
    for _ in range(4):
        executor.forward()[0].wait_to_read()
    del executor
    gc.collect()
    if count == 11:
        before = resident()
print(resident() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="this system does not say how much memory is used")
def test_networks_that_are_gone_leave_no_graphs():
    ran = subprocess.run([sys.executable, "-c", _BOUND_AGAIN], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 8 << 20  # 16 networks of 9 MiB of weights, a quarter of which stayed
