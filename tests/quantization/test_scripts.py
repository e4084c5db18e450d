"""Runs of 8-bit layers run as one script, with the numbers of single calls."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops import quantization_kernels
from mxnet.core.tiers import scripts

from .test_tensors import RANGE, SIGNED, bound, images, layer, pooled, residual, tensors  # noqa: F401 - a fixture


@pytest.fixture(autouse=True)
def interpreter():
    if scripts.script_function is None:
        pytest.skip("this torch runs no scripts")


def lengths(exe):
    """Return how many steps each script of a program has."""
    found = [step.function for step in scripts.scripted(exe._compiled.inference()).steps]
    return [len(function.program.steps) for function in found if isinstance(function, scripts.Script)]


def outputs(exe, times=3):
    """Run a program several times: the first run is plain, the second makes the script."""
    return [[out.asnumpy() for out in exe.forward()] for _ in range(times)]


def plain(body, monkeypatch, *args):
    monkeypatch.setattr(scripts, "script_function", None)
    exe = bound(body, *args)
    assert lengths(exe) == []
    found, = outputs(exe, 1)
    monkeypatch.undo()
    return found


@pytest.mark.parametrize("signed", [False, True])
def test_layers_and_pooling_run_as_one_script(signed, monkeypatch):
    body = layer("next", pooled(residual(signed), kernel=(4, 4), pool_type="avg"))[0]
    exe = bound(body, signed)
    assert lengths(exe) == [8]  # the last layer gives plain bytes
    wanted, = plain(body, monkeypatch, signed)
    for found, in outputs(exe):
        assert (found == wanted).all() and len(np.unique(wanted)) > 5


def test_a_script_gives_every_value_that_others_read(monkeypatch):
    """Two values leave the script, and one is added to twice."""
    start = layer("start", images())
    total = layer("sum", layer("first", start), added=start)
    ends = [layer("one", total), layer("two", start), layer("three", start, added=total)]
    body = mx.sym.Group([end[0] for end in ends])
    exe = bound(body)
    assert lengths(exe) == [3]
    wanted = plain(body, monkeypatch)
    for found in outputs(exe):
        assert all((a == b).all() for a, b in zip(found, wanted))


def test_written_parameters_are_seen(monkeypatch):
    body = residual()[0]
    exe = bound(body)
    before = outputs(exe)[-1][0]
    exe.arg_dict["first_weight"][:] = exe.arg_dict["first_weight"] * -0.5
    after = outputs(exe)
    other = bound(body)
    other.arg_dict["first_weight"][:] = other.arg_dict["first_weight"] * -0.5
    wanted, = outputs(other, 1)[0]
    assert (before != wanted).any()
    assert all((found == wanted).all() for found, in after)


def test_the_profiler_sees_every_layer(tmp_path):
    exe = bound(residual()[0])
    outputs(exe)
    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "profile.json"))
    mx.profiler.set_state("run")
    outputs(exe, 1)
    mx.profiler.set_state("stop")
    assert "_joined_quantized_convolution" in mx.profiler.dumps(reset=True)
    assert exe._compiled.inference().code.count("_joined_quantized_convolution") == 6


def test_layers_of_other_activations_stay_outside(monkeypatch):
    """A bound below the greatest byte has no quantized kernel: what it reads and gives is plain bytes."""
    bent = {**RANGE, "activation": "clip", "bound": 3.0}
    start = layer("second", layer("first", layer("stem", images())))
    body = layer("end", layer("fourth", layer("third", layer("bent", start, **bent)), **SIGNED))[0]
    exe = bound(body)
    assert lengths(exe) == [2]
    wanted, = plain(body, monkeypatch)
    assert all((found == wanted).all() for found, in outputs(exe))


@pytest.mark.parametrize("window, leaves", [((8, 8), False), ((2, 2), False), ((2, 2), True)])
def test_flattened_bytes_are_those_of_the_function(window, leaves, monkeypatch):
    """A dense layer reads them, or they leave as plain bytes, signed ones too."""
    second = layer("second", layer("first", images()), **(SIGNED if leaves else RANGE))
    flat = mx.sym.contrib.quantized_flatten(*pooled(second, kernel=window, stride=window, pool_type="max"))
    body = flat if leaves else mx.sym._internal._joined_quantized_fully_connected(
        flat[0], min_data=flat[1], max_data=flat[2], num_hidden=5, no_bias=True, float_output=True, channel_wise=True,
        name="dense")
    exe = bound(body)
    assert lengths(exe) == [3 if leaves else 4]
    wanted = plain(body, monkeypatch)
    monkeypatch.setattr(quantization_kernels, "are_quantized", lambda: False)
    other, = outputs(bound(body), 1)
    for found in outputs(exe):
        assert all((a == b).all() and a.dtype == b.dtype for a, b in zip(found, wanted))
        assert np.abs(found[0].astype(float) - other[0]).max() <= (1 if leaves else 0.1 * np.abs(other[0]).max())
