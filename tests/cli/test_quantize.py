"""remixnet convert --quantize and bench --dtype."""
import json
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import main
from tests.quantization import networks


@pytest.fixture
def model(tmp_path):
    args, aux, data = networks.arrays()
    mx.model.save_checkpoint(str(tmp_path / "net"), 3, networks.network(mx),
                             {k: mx.nd.array(v) for k, v in args.items()}, {k: mx.nd.array(v) for k, v in aux.items()})
    np.savez(tmp_path / "data.npz", data=data, labels=np.arange(16) % 10)
    np.save(tmp_path / "data.npy", data)
    return tmp_path


@pytest.mark.parametrize("kind, file", [("int8", "data.npz"), ("bfloat16", "data.npy")])
def test_a_checkpoint_becomes_narrow(model, capsys, kind, file):
    words = ["convert", str(model / "net"), "--quantize", kind, "--calibrate", str(model / file)]
    assert main([*words, "--calibration", "naive", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same_class"] >= 0.9
    assert ("accuracy" in told["models"]["float32"]) == (kind == "int8")
    symbol, args, aux = mx.model.load_checkpoint(str(model / f"net-{kind}"), 0)
    data = networks.arrays()[2][:4]
    found = networks.predict(mx, symbol, args, aux, data)
    floats = mx.model.load_checkpoint(str(model / "net"), 3)
    assert abs(found - networks.predict(mx, *floats, data)).max() < 0.03
    assert told["in_floats"] == (["softmax: SoftmaxOutput has no form on 8 bits"] if kind == "int8" else [])


def test_a_table_compares_both(model, capsys):
    assert main(["convert", str(model / "net"), "--quantize", "int8", "--calibrate", str(model / "data.npz"),
                 "--calibration", "naive", "--exclude", "conv2", "--output", str(model / "out")]) == 0
    told = capsys.readouterr()
    assert all(word in told.out for word in ("float32", "int8", "size", "accuracy", "ms per batch of 16", "speed"))
    assert "conv2" in told.err or "sg_mkldnn_conv_add_act" in told.err
    assert "is excluded" in told.err
    assert (model / "out-symbol.json").exists() and (model / "out-0000.params").exists()


@pytest.mark.parametrize("words, text", [
    (["--quantize", "int8"], "needs --calibrate"),
    ([], "--to FORMAT or --quantize TYPE"),
    (["--quantize", "int8", "--to", "onnx"], "one of them"),
    (["--quantize", "int8", "--calibrate", "data.csv"], "expected .npy or .npz"),
    (["--quantize", "int8", "--calibrate", "{}/wrong.npz"], "the model's inputs are data, of which the file has none"),
    (["--quantize", "int8", "--calibrate", "{}/nan.npy", "--calibration", "naive"], "no range"),
    (["--quantize", "int8", "--calibrate", "{}/data.npz", "--calibration", "naive", "--output", "{}/net"], "is read"),
])
def test_what_cannot_be_is_refused(model, capsys, words, text):
    np.savez(model / "wrong.npz", left=np.zeros(3), right=np.zeros(3))
    np.save(model / "nan.npy", np.full((4, 3, 8, 8), np.nan, "float32"))
    mx.model.save_checkpoint(str(model / "net"), 0, *mx.model.load_checkpoint(str(model / "net"), 3))
    words = [word.format(model) for word in words]
    assert main(["convert", str(model / "net"), "--epoch", "0", *words]) != 0
    assert text in capsys.readouterr().err


def test_bench_in_three_types(model, capsys):
    assert main(["bench", str(model / "net"), "--batch", "2", "--seconds", "0.01", "--shape", "data=2,3,8,8",
                 "--dtype", "float32,bfloat16,int8", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["batches"]
    assert [row["dtype"] for row in rows] == ["float32", "bfloat16", "int8"]
    assert all(row["latency_ms"] > 0 for row in rows)


def test_times_leave_out_the_first_calls():
    """They pack weights and write scripts: an 8-bit model of one example was shown as slower than a float one."""
    from mxnet.cli.timing import median, repeated
    calls = []

    def call():
        calls.append(len(calls))
        time.sleep(0.05 if len(calls) < 4 else 0)
    times = repeated(call, 0.01)
    assert len(calls) == len(times) + 3 and times == sorted(times) and median(times) < 0.04
