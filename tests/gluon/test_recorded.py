"""Networks as MXNet 1.9.1 has them: names, graphs byte for byte, files, outputs, gradients. See `networks`."""
import json
from pathlib import Path

import pytest

from .networks import NETWORKS, record

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "gluon_networks.json").read_text())


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", NETWORKS)
def test_network(name, compiled, tmp_path):
    found, expected = record(name, str(tmp_path), compiled), RECORDED[name]
    for part in ("names", "graph", "text", "exported", "saved"):
        assert found[part] == expected[part], part
    for mine, theirs in zip(found["outputs"], expected["outputs"], strict=True):
        assert mine == pytest.approx(theirs, rel=1e-5, abs=1e-6)
    assert found["gradients"] == pytest.approx(expected["gradients"], rel=1e-4, abs=1e-4)
