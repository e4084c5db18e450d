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


def test_the_demo_leaves_a_model_and_its_picture(tmp_path):
    assert run("demo", "--epochs", "1", folder=tmp_path).returncode == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "demo.svg", "network.svg", "digits-symbol.json", "digits-0001.params"}
    ElementTree.parse(tmp_path / "out" / "network.svg")


@pytest.mark.parametrize("name", EXAMPLES)
def test_same_seed_same_numbers(name, tmp_path):
    first, second = (run(name, "--epochs", "1", folder=tmp_path).stdout.splitlines()[1] for _ in range(2))
    assert first == second and first.startswith("epoch")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bad_option_is_refused(name, tmp_path):
    done = run(name, "--epochs", "0", folder=tmp_path)
    assert done.returncode == 2 and "at least 1" in done.stderr
