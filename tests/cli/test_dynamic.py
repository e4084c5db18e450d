"""Converted models take other sizes than the ones they were converted with, or it is said which node does not."""
import json
import shutil

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.cli import main
from mxnet.convert.axes import CannotVary, batch_axes, image_axes
from tests.models.zoo import OWN

KINDS = ["torch", "onnx"]


def need(kind):
    if kind == "onnx":
        pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")


def save(net, folder, **shapes):
    """Write a checkpoint with random parameters; the shapes are those of its inputs."""
    args, _, aux = net.infer_shape(**shapes)
    rng = np.random.RandomState(0)
    values = {f"arg:{name}": mx.nd.array(rng.uniform(-1, 1, shape))
              for name, shape in zip(net.list_arguments(), args) if name not in shapes}
    values.update((f"aux:{name}", mx.nd.ones(shape)) for name, shape in zip(net.list_auxiliary_states(), aux))
    net.save(f"{folder}/m-symbol.json")
    mx.nd.save(f"{folder}/m-0000.params", values)
    return f"{folder}/m"


def report(capsys, *words, expect=0):
    code = main([*map(str, words), "--json"])
    out = capsys.readouterr()
    assert code == expect, out.err
    return json.loads(out.out) if out.out else out.err


def run_file(path, value):
    if path.endswith(".pt2"):
        return torch.export.load(path).module()(torch.from_numpy(value)).detach().numpy()
    import onnxruntime
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: value})[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_batch_is_dynamic(kind, tmp_path, capsys):
    need(kind)
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="c")
    x = mx.sym.Reshape(mx.sym.BatchNorm(x, name="bn"), shape=(-3, -2))        # batch and channels joined
    x = mx.sym.Reshape(x, shape=(-4, -1, 4, -2))                              # and apart again
    net = mx.sym.FullyConnected(mx.sym.Activation(x, act_type="relu"), num_hidden=2, name="fc")
    prefix = save(net, tmp_path, data=(1, 3, 8, 8))
    found = report(capsys, "convert", prefix, "--to", kind, "--shape", "1,3,8,8")
    assert found["verified"] and found["dynamic"] == {"data": {"0": "batch"}} and "static_because" not in found
    assert found["run_with"] == [{"data": [1, 3, 8, 8]}, {"data": [3, 3, 8, 8]}]
    data = np.random.RandomState(1).randn(5, 3, 8, 8).astype("float32")
    whole = run_file(found["files"][0], data)
    assert whole.shape == (5, 2)
    np.testing.assert_allclose(np.concatenate([run_file(found["files"][0], data[i:i + 1]) for i in range(5)]), whole,
                               rtol=1e-4, atol=1e-5)
    fixed = report(capsys, "convert", prefix, "--to", kind, "--shape", "2,3,8,8", "--static")
    assert fixed["verified"] and fixed["dynamic"] == {} and len(fixed["run_with"]) == 1
    with pytest.raises(Exception, match="(?i)expected|invalid|guard"):
        run_file(fixed["files"][0], data)


@pytest.mark.parametrize("kind", KINDS)
def test_first_states_are_as_large_as_the_batch(kind, tmp_path, capsys):
    need(kind)
    cell = mx.rnn.FusedRNNCell(4, mode="lstm", prefix="l_")
    net, _ = cell.unroll(5, mx.sym.SwapAxis(mx.sym.var("data"), dim1=0, dim2=1), layout="TNC", merge_outputs=True)
    prefix = save(mx.sym.sum(net, axis=0), tmp_path, data=(1, 5, 3))
    found = report(capsys, "convert", prefix, "--to", kind, "--shape", "1,5,3")
    assert found["verified"] and found["dynamic"] == {"data": {"0": "batch"}}
    assert run_file(found["files"][0], np.ones((4, 5, 3), "float32")).shape == (4, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_fixed_batch_is_named(kind, tmp_path, capsys):
    need(kind)
    net = mx.sym.FullyConnected(mx.sym.Reshape(mx.sym.var("data"), shape=(2, 12), name="flattened"), num_hidden=3,
                                name="fc")
    prefix = save(net, tmp_path, data=(2, 3, 4))
    found = report(capsys, "convert", prefix, "--to", kind, "--shape", "2,3,4")
    assert found["verified"] and found["dynamic"] == {} and "flattened" in found["static_because"]
    error = report(capsys, "convert", prefix, "--to", kind, "--shape", "2,3,4", "--dynamic", expect=2)
    assert "batch cannot vary" in error and "flattened" in error
    main(["convert", prefix, "--to", kind, "--shape", "2,3,4"])
    assert "for these sizes only: batch cannot vary" in capsys.readouterr().err


@pytest.mark.parametrize("kind", KINDS)
def test_height_and_width(kind, tmp_path, capsys):
    need(kind)
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=4, name="c")
    x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = mx.sym.UpSampling(x, scale=2, sample_type="nearest")
    net = mx.sym.broadcast_like(mx.sym.mean(x, axis=1, keepdims=True), x)
    prefix = save(net, tmp_path, data=(1, 3, 8, 6))
    found = report(capsys, "convert", prefix, "--to", kind, "--shape", "1,3,8,6", "--dynamic-axes", "height,width")
    assert found["verified"] and found["dynamic"] == {"data": {"0": "batch", "2": "height", "3": "width"}}
    assert found["run_with"][1] == {"data": [3, 3, 16, 12]}
    data = np.random.RandomState(1).randn(2, 3, 10, 14).astype("float32")
    assert run_file(found["files"][0], data).shape == (2, 4, 10, 14)
    numbers = report(capsys, "convert", prefix, "--to", kind, "--shape", "1,3,8,6", "--dynamic-axes", "data=2",
                     "--static")
    assert numbers["dynamic"] == {"data": {"2": "data_2"}}


def test_what_a_dense_layer_fixes(tmp_path, capsys):
    net = mx.sym.FullyConnected(mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=2, name="c"),
                                num_hidden=3, name="top")
    prefix = save(net, tmp_path, data=(1, 3, 8, 8))
    words = ["convert", prefix, "--to", "torch", "--shape", "1,3,8,8", "--dynamic-axes"]
    error = report(capsys, *words, "height", expect=2)
    assert "batch and height cannot vary: Error in operator top" in error
    assert "no axis 5" in report(capsys, *words, "data=5", expect=2)
    assert "the model's inputs are data" in report(capsys, *words, "dta=2", expect=2)
    assert "--dynamic is for onnx and torch" in report(capsys, "convert", prefix, "--to", "mxnet", "--shape",
                                                       "1,3,8,8", "--dynamic", expect=2)
    with pytest.raises(SystemExit):
        main([*words, "depth"])


def test_the_call_at_which_torch_fixes_a_size_is_named(tmp_path, capsys):
    """Where inference sees nothing, the calls are exported piece by piece."""
    class Looking(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0])

    @mx.operator.register("looking_at_rows")
    class LookingProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Looking()

    net = mx.sym.tanh(mx.sym.Custom(mx.sym.sin(mx.sym.var("data"), name="a"), op_type="looking_at_rows", name="b"))
    prefix = save(net, tmp_path, data=(2, 3))
    found = report(capsys, "convert", prefix, "--to", "torch", "--shape", "2,3")
    assert found["verified"] and "torch.export fixes sizes at Custom(b)" in found["static_because"]


def test_a_written_module_is_run_with_three_sizes(tmp_path, capsys):
    pytest.importorskip("safetensors", reason="convert --to python writes .safetensors")
    x = mx.sym.Pooling(mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="c"), kernel=(2, 2),
                       stride=(2, 2), pool_type="max")
    prefix = save(mx.sym.Reshape(x, shape=(0, 0, -3)), tmp_path, data=(1, 3, 8, 8))
    found = report(capsys, "convert", prefix, "--to", "python")        # the size is a guess: no file says one
    assert found["verified"] and found["dynamic"] == {"data": {"0": "batch", "2": "height", "3": "width"}}
    assert [run["data"] for run in found["run_with"]] == [[1, 3, 224, 224], [3, 3, 256, 288], [2, 3, 225, 226]]
    assert found["fixed"]["data"]["1"][0] == "3" and found["fixed"]["data"]["1"][1].startswith("c: weight")
    assert main(["convert", prefix, "--to", "python"]) == 0
    out = capsys.readouterr().out
    assert "dynamic axis 0 (batch), axis 2 (height), axis 3 (width); run with 1x3x224x224 and 3x3x256x288 and" in out
    assert "data: axis 1 must be 3 (c)" in out


def test_a_module_that_fails_with_other_sizes_is_not_verified(tmp_path, capsys, monkeypatch):
    pytest.importorskip("safetensors", reason="convert --to python writes .safetensors")
    from mxnet.convert.python import pieces

    monkeypatch.setitem(pieces.RULES, "Reshape", lambda call: pieces.Piece(f"{{0}}.reshape{call.results[0]}"))
    prefix = save(mx.sym.FullyConnected(mx.sym.Reshape(mx.sym.var("data"), shape=(0, -1)), num_hidden=2, name="fc"),
                  tmp_path, data=(2, 3, 4))
    found = report(capsys, "convert", prefix, "--to", "python", "--shape", "2,3,4", expect=1)
    assert not found["verified"] and "does not run with data 3x3x4" in found["problems"][0]
    assert main(["convert", prefix, "--to", "python", "--shape", "2,3,4"]) == 1
    assert "NOT THE SAME" in capsys.readouterr().out


# ---- which axis is the batch --------------------------------------------------------------------------------------

def axes_of(net, params=(), **shapes):
    args, _, aux = net.infer_shape(**shapes)
    known = {name: shape for name, shape in zip([*net.list_arguments(), *net.list_auxiliary_states()], [*args, *aux])
             if name not in shapes}
    return batch_axes(net.graph, shapes, known)


def test_the_batch_of_a_sequence_is_found():
    data, state = mx.sym.var("data"), mx.sym.var("state")
    net = mx.sym.RNN(data, mx.sym.var("w"), state, state_size=4, num_layers=1, mode="rnn_tanh")
    assert axes_of(net, data=(5, 2, 3), state=(1, 2, 4)) == {"data": {1: "batch"}, "state": {1: "batch"}}
    first = mx.sym.SwapAxis(data, dim1=0, dim2=1)
    net = mx.sym.RNN(first, mx.sym.var("w"), state, state_size=4, num_layers=1, mode="rnn_tanh")
    assert axes_of(net, data=(2, 5, 3), state=(1, 2, 4)) == {"data": {0: "batch"}, "state": {1: "batch"}}
    stated = mx.sym.var("data", attr={"__layout__": "TN"})
    assert axes_of(mx.sym.exp(stated), data=(5, 2)) == {"data": {1: "batch"}}


def test_inputs_without_a_batch():
    data, table = mx.sym.var("data"), mx.sym.var("table")
    net = mx.sym.broadcast_add(mx.sym.Reshape(table, shape=(1, 3)), data)
    assert axes_of(net, data=(2, 3), table=(3,)) == {"data": {0: "batch"}}
    with pytest.raises(CannotVary, match="batch cannot vary: Error in operator fixed"):
        axes_of(mx.sym.Reshape(data, shape=(6,), name="fixed"), data=(2, 3))


def test_height_and_width_follow_the_layout():
    data = mx.sym.var("data")
    net = mx.sym.Convolution(data * 2, kernel=(3, 3), num_filter=2, layout="NHWC")
    assert image_axes(net.graph, "data", 4) == {"height": 1, "width": 2}
    assert image_axes(mx.sym.exp(data).graph, "data", 4) == {"height": 2, "width": 3}
    assert image_axes(net.graph, "data", 3) == {} and image_axes(net.graph, "other", 4) == {}


# ---- folders ------------------------------------------------------------------------------------------------------

@pytest.fixture
def models(tmp_path):
    folder = tmp_path / "models"
    for name in ("lenet", "lstm"):
        shutil.copytree(OWN / name, folder / name)
    return folder


def test_inspect_of_a_folder(models, capsys, tmp_path):
    assert main(["inspect", str(models)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["model", "saved", "by"] and lines[-1] == "2 of 2 read"
    assert any("lenet" in line and "data 1x3x6x6" in line and "329" in line for line in lines)
    (models / "broken-symbol.json").write_text("{}")
    (tmp_path / "pages").mkdir()
    found = report(capsys, "inspect", models, "--html", tmp_path / "pages", expect=1)
    assert [("error" in item) for item in found] == [True, False, False]
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["lenet-model.html", "lstm-model.html"]
    assert main(["inspect", str(models)]) == 1
    out = capsys.readouterr().out
    assert "broken-symbol.json: " in out and out.endswith("2 of 3 read\n")
    assert main(["inspect", str(models), "--html", str(tmp_path / "a.html")]) == 2
    assert "must be a folder" in capsys.readouterr().err


def test_convert_of_a_folder(models, capsys, tmp_path):
    (tmp_path / "out").mkdir()
    assert main(["convert", str(models), "--to", "safetensors", "--output", str(tmp_path / "out")]) == 0
    out = capsys.readouterr()
    assert out.out.endswith("2 of 2 converted and verified\n") and out.err.count("verified, wrote") == 2
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"{name}-model-{rest}" for name in ("lenet", "lstm") for rest in ("symbol.json", "0000.safetensors")}
    (models / "broken-symbol.json").write_text("{}")
    found = report(capsys, "convert", models, "--to", "safetensors", expect=1)
    assert [item["verified"] for item in found] == [False, True, True] and "error" in found[0]
    for words, why in ((["--to", "torch", "--output", "x.pt2"], "must be a folder"),
                       (["--quantize", "int8"], "takes one of them")):
        assert main(["convert", str(models), *words]) == 2
        assert why in capsys.readouterr().err


def test_python_from_an_onnx_file(tmp_path, capsys):
    need("onnx")
    pytest.importorskip("safetensors", reason="needs the extra remixnet[safetensors]")
    shutil.copytree(OWN / "lenet", tmp_path / "lenet")
    report(capsys, "convert", tmp_path / "lenet", "--to", "onnx", "--output", tmp_path / "m.onnx")
    found = report(capsys, "convert", tmp_path / "m.onnx", "--to", "python")
    assert found["verified"] and "Conv2d" in (tmp_path / "m.py").read_text()
