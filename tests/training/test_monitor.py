"""Monitor: what it collects from executors, when, and how it prints."""
import numpy as np
import pytest

import mxnet as mx


def executor():
    data = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(data, num_hidden=2, no_bias=True, name="fc")
    net = mx.sym.BatchNorm(mx.sym.Activation(net, act_type="relu", name="relu"), name="bn")
    exe = net.simple_bind(mx.cpu(), data=(2, 3), grad_req="null")
    exe.arg_dict["data"][:] = 1
    exe.arg_dict["fc_weight"][:] = 2
    return exe


def test_outputs_then_arguments_of_every_interval():
    exe = executor()
    monitor = mx.monitor.Monitor(2, pattern=".*output|.*weight|.*moving_mean")
    monitor.install(exe)
    seen = []
    for _ in range(3):
        monitor.tic()
        exe.forward()
        seen.append(monitor.toc())
    names = ["fc_output", "relu_output", "bn_output", "fc_weight", "bn_moving_mean"]
    assert [[(step, name) for step, name, _ in found] for found in seen] == [
        [(1, name) for name in names], [], [(3, name) for name in names]]
    assert seen[0][0][2] == "6.0\t" and seen[0][3][2] == "2.0\t"


def test_inputs_too():
    exe = executor()
    monitor = mx.monitor.Monitor(1, pattern="fc_.*|data|bn_data", monitor_all=True, sort=True)
    monitor.install(exe)
    monitor.tic()
    exe.forward()
    names = [name for _, name, _ in monitor.toc()]
    assert names == sorted(names)
    assert {"data", "fc_weight", "fc_output", "bn_data"} <= set(names)


def test_own_statistics_and_lines(caplog):
    exe = executor()
    monitor = mx.mon.Monitor(1, stat_func=lambda x: [x.max(), x.shape and mx.nd.array([1, 2])],
                         pattern="fc_weight")
    monitor.install(exe)
    monitor.tic()
    exe.forward()
    caplog.set_level("INFO")
    monitor.toc_print()
    assert [record.getMessage() for record in caplog.records] == [
        "Batch:       1 fc_weight                      2.0\t[1. 2.]\t"]


def test_nothing_without_tic():
    exe = executor()
    monitor = mx.monitor.Monitor(1)
    monitor.install(exe)
    exe.forward()
    assert monitor.toc() == []
    assert monitor.stat_func(mx.nd.array([3, 4])).asscalar() == pytest.approx(np.sqrt(12.5))
