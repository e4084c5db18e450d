"""Both columns of the table of idioms run, from top to bottom."""
import re
from pathlib import Path

import pytest
import torch

import mxnet as mx

PAGE = Path(__file__).resolve().parents[2] / "docs" / "coming-from-mxnet.md"


def columns():
    """Give the lines of MXNet and those of PyTorch."""
    part = PAGE.read_text().partition("## MXNet and PyTorch side by side")[2].partition("What looks alike")[0]
    rows = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("|")][2:]
    return [[code for row in rows for code in re.findall(r"^ ?`(.+)` ?$", row[place])] for place in (1, 2)]


@pytest.mark.parametrize("place", [0, 1], ids=["mxnet", "torch"])
def test_a_column_runs(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space = {"mx": mx, "torch": torch, "gluon": mx.gluon}
    lines = columns()[place]
    assert len(lines) >= 40
    for line in lines:
        if "torch.compile" not in line:  # makes a wrapper, and imports a compiler for it
            exec(compile(line, line, "exec"), space)
    assert space["g"].shape == (2, 2) and space["n"] == 10
