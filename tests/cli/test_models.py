"""remixnet inspect, predict, convert, doctor and bench on small checkpoints."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import commands, main
from tests.models.zoo import SHARED, on_real, own, relative


@pytest.fixture
def model(tmp_path):
    """A copy of a checkpoint, so that what is written beside it goes away."""
    found = own("lenet")
    for path in found.folder.iterdir():
        shutil.copy(path, tmp_path / path.name)
    np.save(tmp_path / "x.npy", found.inputs["data"])
    found.folder, found.prefix = tmp_path, str(tmp_path / "model")
    return found


def run(*argv, expect=0):
    code = main([str(word) for word in argv])
    assert code == expect
    return code


def test_help_teaches(capsys):
    for name in commands():
        with pytest.raises(SystemExit) as done:
            main([name, "--help"])
        assert done.value.code == 0
        text = capsys.readouterr().out
        assert "examples:" in text and len(text) > 500
    assert main([]) == 2 and "exit codes" in capsys.readouterr().out.lower()


def test_python_m_mxnet():
    root = Path(mx.__file__).parents[1]
    done = subprocess.run([sys.executable, "-m", "mxnet", "--version"], capture_output=True, text=True, cwd=root)
    assert done.returncode == 0 and "MXNet 1.9.1" in done.stdout
    done = subprocess.run([sys.executable, "-m", "mxnet", "inspect", "nowhere"], capture_output=True, text=True,
                          cwd=root)
    assert done.returncode == 2 and done.stderr == "remixnet inspect: there is no file nowhere-symbol.json\n"


# ---- inspect ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("word", ["{prefix}", "{prefix}-symbol.json", "{prefix}-0000.params", "{folder}"])
def test_inspect_finds_the_files(model, capsys, word):
    run("inspect", word.format(prefix=model.prefix, folder=model.folder))
    text = capsys.readouterr().out
    assert "saved by  MXNet 1.9.1" in text and "data 1x3x6x6  (guessed; say --shape)" in text
    assert "softmax_label  (not needed for prediction)" in text and "softmax_output 1x5" in text
    assert re.search(r"conv1 +Convolution +1x4x6x6 +112 +448 B +7.92 K +576 B", text)
    assert re.search(r"total +8 layers +329 +1\.\d KB", text)


def test_inspect_json(model, capsys):
    run("inspect", model.prefix, "--json", "--shape", "data=4,3,6,6")
    facts = json.loads(capsys.readouterr().out)
    assert facts["version"] == "1.9.1" and facts["inputs"] == {"data": [4, 3, 6, 6]} and not facts["guessed_inputs"]
    assert facts["operators"]["BatchNorm"] == 2 and facts["totals"]["parameters"] == 329
    layers = {row["name"]: row for row in facts["layers"]}
    # 4 images x 4 filters x 36 places x (3 channels x 9 weights, multiply and add) and a bias each
    assert layers["conv1"]["flops"] == 4 * 4 * 36 * (2 * 27 + 1)
    assert layers["fc1"]["flops"] == 4 * 5 * (2 * 36 + 1)
    assert layers["pool1"]["output_shapes"] == [[4, 4, 3, 3]]


def test_inspect_tells_what_is_wrong(model, capsys):
    loaded = mx.nd.load(model.prefix + "-0000.params")
    loaded.pop("arg:fc1_bias")
    loaded["arg:stray"] = mx.nd.ones(3)
    mx.nd.save(model.prefix + "-0003.params", loaded)
    run("inspect", model.prefix, "--operators")           # the newest epoch
    text = capsys.readouterr().out
    assert "missing  fc1_bias" in text and "unused  stray" in text
    run("inspect", model.prefix, "--operators", "--epoch", "0")
    assert "missing" not in capsys.readouterr().out
    run("inspect", model.prefix, "--epoch", "7", expect=2)
    assert "no params file of epoch 7" in capsys.readouterr().err
    run("inspect", model.prefix, "--shape", "dta=1,3,6,6", expect=2)
    assert "inputs are data" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["inspect", model.prefix, "--shape", "data=1,x"])


def test_inspect_shows_quirks(tmp_path, capsys):
    from tests.models.test_quirks import pooling
    (tmp_path / "old-symbol.json").write_text(pooling())
    run("inspect", tmp_path / "old", "--shape", "1,1,8,8")
    text = capsys.readouterr().out
    assert "MXNet 0.7.0 (not stated; by the params in it)" in text
    assert "pooling-rounds-up at 1 node: computed as 0.7.0 did" in text and "1x1x4x4" in text
    run("inspect", tmp_path / "old", "--shape", "1,1,8,8", "--saved-by", "1.9.1")
    text = capsys.readouterr().out
    assert "computed as" not in text and "1x1x3x3" in text


# ---- predict ------------------------------------------------------------------------------------------

def test_predict(model, capsys, tmp_path):
    (tmp_path / "labels.txt").write_text("\n".join("abcde"))
    run("predict", model.prefix, "--input", tmp_path / "x.npy", "--labels", tmp_path / "labels.txt", "--top", 2,
        "--output", tmp_path / "out.npz")
    text = capsys.readouterr().out
    best = int(model.outputs[0][0].argmax())
    shown = re.search(rf"\[0\] +([\d.]+) +{best}  {'abcde'[best]}", text)
    assert abs(float(shown.group(1)) - model.outputs[0][0].max()) < 1e-5
    assert relative(np.load(tmp_path / "out.npz")["softmax_output"], model.outputs[0]) < 1e-5
    run("predict", model.prefix, "--input", f"data={tmp_path / 'x.npy'}", "--layer", "fc1", "--json",
        "--output", tmp_path / "fc.npy")
    found = json.loads(capsys.readouterr().out)
    assert np.allclose(found["fc1_output"], np.load(tmp_path / "fc.npy"), rtol=1e-6)


def test_predict_an_image(model, capsys, tmp_path):
    cv2 = pytest.importorskip("cv2", reason="needs the extra remixnet[images]")
    picture = np.random.RandomState(0).randint(0, 255, (9, 12, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "p.png"), picture)
    run("predict", model.prefix, "--input", tmp_path / "p.png", "--mean", "10,20,30", "--std", "2", "--scale", "0.5",
        "--json")
    found = json.loads(capsys.readouterr().out)["softmax_output"]
    small = cv2.resize(picture, (6, 6))[:, :, ::-1].astype("float32")
    data = ((small - np.array([10, 20, 30], "float32")) / 2 * 0.5).transpose(2, 0, 1)[None]
    predictor = mx.predictor.Predictor(model.prefix + "-symbol.json", model.prefix + "-0000.params",
                                       {"data": data.shape})
    predictor.forward(data=data)
    assert relative(found, predictor.get_output(0)) < 1e-5
    run("predict", model.prefix, "--input", tmp_path / "model-0000.params", expect=2)
    assert "expected .npy, .npz or an image" in capsys.readouterr().err


# ---- convert ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind, files", [("onnx", ["model.onnx"]), ("torch", ["model.pt2"]),
                                         ("safetensors", ["model-0000.safetensors"]),
                                         ("mxnet", ["model-converted-symbol.json", "model-converted-0000.params"])])
def test_convert(model, capsys, kind, files):
    if kind == "onnx":
        pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")
    before = {path.name: path.read_bytes() for path in model.folder.iterdir()}
    run("convert", model.prefix, "--to", kind)
    text = capsys.readouterr()
    assert "verified: largest difference" in text.out and "softmax_output: largest difference" in text.out
    assert "guessed from the parameters" in text.err
    assert {path.name for path in model.folder.iterdir()} == {*before, *files}
    assert all((model.folder / name).read_bytes() == content for name, content in before.items())


def test_convert_there_and_back(model, capsys):
    pytest.importorskip("onnxruntime", reason="needs the extra remixnet[onnx]")
    run("convert", model.prefix, "--to", "onnx", "--dynamic", "--opset", "15", "--output", model.folder / "x.onnx")
    run("convert", model.folder / "x.onnx", "--to", "mxnet", "--shape", "2,3,6,6", "--output", model.folder / "back")
    capsys.readouterr()
    run("predict", model.folder / "back", "--input", model.folder / "x.npy", "--json")
    assert relative(json.loads(capsys.readouterr().out)["softmax_output"], model.outputs[0]) < 1e-5
    run("convert", model.folder / "back", "--to", "safetensors", "--json")
    assert json.loads(capsys.readouterr().out)["verified"] is True


def test_a_conversion_that_differs_is_told(model, capsys, monkeypatch):
    from mxnet.cli import convert
    original = convert._CONVERTERS["safetensors"]

    def wrong(*args):
        paths, there = original(*args)
        return paths, lambda inputs: {name: value * 1.01 for name, value in there(inputs).items()}
    monkeypatch.setitem(convert._CONVERTERS, "safetensors", wrong)
    run("convert", model.prefix, "--to", "safetensors", expect=1)
    assert "NOT THE SAME: largest difference 1.0e-02" in capsys.readouterr().out


def test_operators_that_cannot_go_are_listed(tmp_path, capsys):
    pytest.importorskip("onnx", reason="needs the extra remixnet[onnx]")
    data = mx.sym.var("data")
    net = mx.sym.broadcast_add(mx.sym.linalg.potrf(data), mx.sym.linalg.potri(data))
    net.save(str(tmp_path / "m-symbol.json"))
    run("convert", tmp_path / "m", "--to", "onnx", "--shape", "3,3", expect=2)
    assert "no translation for _linalg_potrf (1), _linalg_potri (1)" in capsys.readouterr().err


# ---- doctor -------------------------------------------------------------------------------------------

PROGRAM = '''\
import mxnet as mx
from mxnet import nd as arrays
import numpy as np
import package_that_is_not_there
from mxnet.contrib.quantization import quantize_models
import beside

symbols = mx.sym

def train():
    net = symbols.Convolutoin(mx.sym.Variable("data"))
    again = symbols.Convolutoin(net)
    x = arrays.zeros((2, 3)).astype(np.float)
    data = mx.io.ImageRecordIter(path_imgrec="train.rec", data_shape=(3, 8, 8))
    args = mx.model.load_checkpoint("gone", 3)
    here = mx.nd.load("there.params")
    mx.mod.Module(net).fit(data, optimizer="sgd")
'''


def test_doctor_of_a_program(tmp_path, capsys):
    (tmp_path / "train.py").write_text(PROGRAM)
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "there.params").write_text("")
    run("doctor", tmp_path / "train.py", "--json", expect=1)
    report, beside = json.loads(capsys.readouterr().out)
    assert beside["problems"] == []  # of the module that it imports
    found = {(item["what"], item["name"]): item for item in report["problems"]}
    assert set(found) == {("name", "mx.contrib.quantization.quantize_models"), ("name", "mx.sym.Convolutoin"),
                          ("package", "package_that_is_not_there"), ("numpy", "np.float"), ("file", "train.rec"),
                          ("file", "gone-0003.params"), ("file", "gone-symbol.json")}
    assert found["name", "mx.sym.Convolutoin"]["lines"] == [11, 12]
    assert "did you mean 'Convolution'" in found["name", "mx.sym.Convolutoin"]["why"]
    assert found["numpy", "np.float"]["lines"] == [13]
    run("doctor", tmp_path / "beside.py")
    assert "will run" in capsys.readouterr().out


def test_doctor_never_runs_a_program(tmp_path, capsys):
    (tmp_path / "bad.py").write_text("import mxnet\nopen('trace', 'w')\nraise SystemExit(3)\n")
    run("doctor", tmp_path / "bad.py")
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize("source, words", [("import mxnet\nprint 'x'\n", "line 2: this is Python 2"),
                                           ("try:\n  1\nexcept A, e:\n  2\n", "line 3: this is Python 2"),
                                           ("def f(:\n", "line 1: not Python 3"), ("x = \0", "not Python 3"),
                                           ("(" * 5000, "not Python 3")])
def test_doctor_of_what_is_no_program(tmp_path, capsys, source, words):
    (tmp_path / "old.py").write_text(source)
    run("doctor", tmp_path / "old.py", expect=1)
    assert words in capsys.readouterr().out


def test_doctor_of_models(model, capsys, tmp_path):
    run("doctor", model.prefix)
    assert "runs on data 1x3x6x6 (guessed)" in capsys.readouterr().out
    loaded = mx.nd.load(model.prefix + "-0000.params")
    mx.nd.save(model.prefix + "-0001.params", {key: value for key, value in loaded.items() if "fc1" not in key})
    run("doctor", model.prefix, expect=1)
    text = capsys.readouterr().out
    assert "2 problems" in text and "fc1_weight the params file does not have it" in text
    loaded["arg:fc1_bias"] = mx.nd.array([np.nan] * 5)
    mx.nd.save(model.prefix + "-0002.params", loaded)
    run("doctor", model.prefix, expect=1)
    assert "softmax_output holds values that are not numbers" in capsys.readouterr().out
    document = json.loads((tmp_path / "model-symbol.json").read_text())
    document["nodes"][3]["op"] = "TorchModule"
    document["nodes"][-1]["op"] = "CaffeLoss"
    (tmp_path / "model-symbol.json").write_text(json.dumps(document))
    (tmp_path / "lone-symbol.json").write_text("{}")
    run("doctor", tmp_path, expect=1)
    text = capsys.readouterr().out
    assert "TorchModule" in text and "CaffeLoss" in text and "0 of 2 will run" in text
    run("doctor", tmp_path / "nothing.json", expect=1)
    assert "there is no file" in capsys.readouterr().out


# ---- bench --------------------------------------------------------------------------------------------

def test_bench(model, capsys, tmp_path):
    run("bench", model.prefix, "--batch", "1,4", "--seconds", "0.01", "--plot", tmp_path / "b.svg")
    text = capsys.readouterr().out
    assert "latency ms" in text and len(re.findall(r"^ +[14] +\d", text, re.M)) == 2
    drawn = (tmp_path / "b.svg").read_text()
    assert drawn.startswith("<svg") and drawn.count("<circle") == 4
    run("bench", model.prefix, "--batch", "2", "--seconds", "0.01", "--json", "--threads", "1", "--shape", "9,3,6,6")
    facts = json.loads(capsys.readouterr().out)
    assert facts["threads"] == 1 and facts["batches"][0]["batch"] == 2 and facts["batches"][0]["runs"] >= 3


# ---- all of it on real models -----------------------------------------------------------------------------

@on_real[0]
def test_doctor_of_real_models(capsys):
    run("doctor", SHARED)
    text = capsys.readouterr().out
    assert re.search(r"(\d+) of \1 will run", text)


def test_doctor_reads_past_python_2(tmp_path, capsys):
    path = tmp_path / "old.py"
    path.write_text("import mxnet as mx\nimport cPickle\ntry:\n    print 'hello', mx\nexcept ValueError, e:\n    pass\n"
                    "mode = 0755\nnet = mx.sym.NoSuchLayer()\n")
    run("doctor", str(path), expect=1)
    out = capsys.readouterr().out
    assert "line 4, 5, 7: this is Python 2" in out
    assert "line 8: mx.sym.NoSuchLayer is not here" in out and "line 2: cPickle was Python 2's; pickle now" in out


def test_doctor_knows_a_project(tmp_path, capsys):
    for name, text in (("README.md", ""), ("nets/lenet.py", ""),
                       ("train/fit.py", "import lenet\nfrom nets import lenet\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for given in (tmp_path, tmp_path / "train" / "fit.py"):
        run("doctor", str(given))
        assert "not installed" not in capsys.readouterr().out
