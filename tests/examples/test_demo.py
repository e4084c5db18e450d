"""The demo learns, says so, and draws a picture."""
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, folder):
    return subprocess.run([sys.executable, "-W", "error", str(ROOT / "examples" / "demo.py"), *arguments],
                          cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=240)


def test_it_learns_and_draws(tmp_path):
    done = run("--epochs", "5", "--out", "picture.svg", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    epochs = [line for line in done.stdout.splitlines() if line.startswith("epoch")]
    assert len(epochs) == 5
    assert float(epochs[-1].split()[-1]) > 0.93
    texts = [node.text for node in ElementTree.parse(tmp_path / "picture.svg").iter()
             if node.tag.endswith("text")]
    assert any("unseen images read right" in text for text in texts)


def test_same_seed_same_numbers(tmp_path):
    first, second = (run("--epochs", "1", folder=tmp_path).stdout.splitlines()[1] for _ in range(2))
    assert first == second and first.startswith("epoch")


def test_a_bad_option_is_refused(tmp_path):
    done = run("--epochs", "0", folder=tmp_path)
    assert done.returncode == 2 and "at least 1" in done.stderr
