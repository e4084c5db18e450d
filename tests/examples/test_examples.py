"""Every example in a short form: it runs, learns, and says so."""
import importlib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from tests.examples.conftest import EXAMPLES

FASHION = Path("/usr/share/datasets/fashion-mnist")


def test_letters_mlp(example, capsys):
    assert example("letters_mlp")(["--by-hand", "1", "--epochs", "3"]) > 0.7
    shown = capsys.readouterr().out
    assert "by hand" in shown and "loaded, trained for one more epoch" in shown


@pytest.mark.skipif(not FASHION.exists(), reason="Debian's package dataset-fashion-mnist is not installed")
def test_fashion_lenet(example, capsys):
    assert example("fashion_lenet")(["--rows", "1500", "--epochs", "2"]) > 0.6
    assert "ankle boot" in capsys.readouterr().out


def test_fashion_lenet_says_what_is_missing(example, tmp_path):
    with pytest.raises(SystemExit, match="dataset-fashion-mnist.*--data"):
        example("fashion_lenet")(["--data", str(tmp_path)])


def test_fashion_lenet_reads_a_folder(example, tmp_path):
    rng = np.random.RandomState(0)
    for part in ("train", "t10k"):
        classes = rng.randint(0, 10, 64).astype("u1")
        images = np.zeros((64, 28, 28), "u1")
        for row, kind in enumerate(classes):  # a bar whose place is the class
            images[row, 2 * kind:2 * kind + 4] = 255
        for name, array, magic in ((f"{part}-images-idx3-ubyte", images, 3), (f"{part}-labels-idx1-ubyte", classes, 1)):
            header = bytes([0, 0, 8, magic]) + np.array(array.shape, ">i4").tobytes()
            (tmp_path / name).write_bytes(header + array.tobytes())
    assert example("fashion_lenet")(["--data", str(tmp_path), "--epochs", "8", "--batch-size", "16"]) > 0.9


@pytest.mark.parametrize("fused", [[], ["--fused"]], ids=["cells", "fused"])
def test_bucketing_lstm(example, fused, capsys):
    small = ["--sentences", "1000", "--epochs", "4", "--layers", "1", "--hidden", "24", "--buckets", "8", "12"]
    found, same, best = example("bucketing_lstm")(small + fused)
    assert best < found < 10 and same == pytest.approx(found, rel=1e-5)
    assert "the hungry fox" in capsys.readouterr().out


def test_model_parallel_lstm(example, capsys):
    small = ["--sentences", "150", "--epochs", "2", "--layers", "2", "--hidden", "16", "--length", "8"]
    spread, single = example("model_parallel_lstm")(small)
    assert spread == pytest.approx(single, rel=1e-5) and spread[1] < spread[0] < 40
    assert "lstm1_i2h_weight lives on cpu(1)" in capsys.readouterr().out


def test_custom_operator(example):
    assert example("custom_operator")(["--epochs", "4"]) > 0.8


def test_multi_task(example):
    found = example("multi_task")(["--epochs", "4"])
    assert found["digit"] > 0.9 and found["odd"] > 0.85


def test_gan(example, tmp_path):
    drawn, images = example("gan")(["--epochs", "4"])
    assert drawn.min() >= 0 and drawn.max() <= 1
    assert drawn.mean() == pytest.approx(images.mean(), abs=0.1)
    assert drawn.std(axis=0).max() > 0.1  # not the same image again and again
    texts = [node.text for node in ElementTree.parse(tmp_path / "out" / "gan.svg").iter() if node.tag.endswith("text")]
    assert texts == ["Digits nobody wrote"]


def test_matrix_factorization(example):
    small = ["--users", "60", "--films", "40", "--ratings", "6000", "--epochs", "8"]
    assert example("matrix_factorization")(small) < 0.4  # guessing the mean is off by about 0.7


def test_executor_training(example, capsys):
    assert example("executor_training")(["--epochs", "3", "--rows", "8000"]) > 0.6
    assert "fc1_weight (128, 16)" in capsys.readouterr().out


def test_distributed(example, capsys, tmp_path):
    file = str(tmp_path / "run.resume")
    example("distributed")(["--epochs", "2", "--resume", file])
    assert example("distributed")(["--epochs", "4", "--resume", file]) > 0.85
    assert "worker 0 of 1" in capsys.readouterr().out


def test_the_grammar_is_as_likely_as_it_says(example):
    example("bucketing_lstm")  # puts the examples on the path
    tales = importlib.import_module("tales")
    sentences, surprise = tales.tell(2000, seed=3)
    again, same = tales.tell(2000, seed=3)
    assert sentences == again and surprise == same
    # The commonest sentence: its probability as the grammar says it, and as it comes about.
    share = sentences.count(["the", "fox", "saw", "the", "fox", "."]) / 2000
    fox, saw = (1 / sum(1.5 ** -i for i in range(n)) for n in (len(tales.NAMES), len(tales.DEEDS)))
    assert share == pytest.approx((0.7 * 0.7 * fox) ** 2 * saw * 0.75, abs=0.006)


def test_every_example_is_told_of_and_tested():
    programs = {path.stem for path in EXAMPLES.glob("*.py") if "argparse" in path.read_text()}
    readme = (EXAMPLES / "README.md").read_text()
    assert {name for name in programs if f"`{name}.py`" in readme} == programs
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert {name for name in programs if f'"{name}"' in tests} == programs
