"""The examples on digits learn, say so, and draw a picture."""
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


EXAMPLES = ("demo", "autograd_digits")


def run(name, *arguments, folder):
    return subprocess.run([sys.executable, "-W", "error", str(ROOT / "examples" / f"{name}.py"), *arguments],
                          cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
                          capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_learns_and_draws(name, tmp_path):
    done = run(name, "--epochs", "5", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    epochs = [line for line in done.stdout.splitlines() if line.startswith("epoch")]
    assert len(epochs) == 5
    assert float(epochs[-1].split()[-1]) > 0.93
    (picture,) = (line.split()[-1] for line in done.stdout.splitlines() if line.startswith("picture"))
    texts = [node.text for node in ElementTree.parse(tmp_path / picture).iter() if node.tag.endswith("text")]
    assert any("unseen images read right" in text for text in texts)


def test_the_demo_leaves_a_model_and_its_picture(example, tmp_path):
    example("demo")(["--epochs", "1"])
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "demo.svg", "network.svg", "digits-symbol.json", "digits-0001.params"}
    ElementTree.parse(tmp_path / "out" / "network.svg")


@pytest.mark.parametrize("name", EXAMPLES)
def test_same_seed_same_numbers(name, example, capsys):
    def epoch():
        example(name)(["--epochs", "1"])
        return [line for line in capsys.readouterr().out.splitlines() if line.startswith("epoch")]
    first, second = epoch(), epoch()
    assert first == second and len(first) == 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bad_option_is_refused(name, example, capsys):
    with pytest.raises(SystemExit):
        example(name)(["--epochs", "0"])
    assert "at least 1" in capsys.readouterr().err
