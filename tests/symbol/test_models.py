"""Checkpoints of real programs, saved by every version since 0.8: lists and shapes as recorded."""
import json
from pathlib import Path

import pytest

import mxnet as mx
from tests.verify import verify

SHARED = Path(__file__).parents[3] / "shared" / "models"
MODELS = sorted(path.parent for path in SHARED.glob("*/meta.json"))


@pytest.mark.skipif(not MODELS, reason="needs the models beside the repository")
@pytest.mark.parametrize("folder", MODELS, ids=lambda path: path.name)
def test_model(folder):
    meta = json.loads((folder / "meta.json").read_text())
    net = mx.sym.load(str(folder / "model-symbol.json"))
    verify(net.graph)
    assert len(net.list_arguments()) == meta["num_args"]
    assert len(net.list_auxiliary_states()) == meta["num_aux"]
    shapes = {name: tuple(shape) for name, shape in meta["inputs"].items()}
    found = net.infer_shape(**shapes)
    assert {name: list(shape) for name, shape in zip(net.list_outputs(), found[1])} \
        == meta["outputs"]
    stored = {key.partition(":")[2]: value.shape for key, value
              in mx.nd.load(str(folder / "model-0000.params")).items()}
    inferred = dict(zip(net.list_arguments() + net.list_auxiliary_states(), found[0] + found[2]))
    assert {name: inferred[name] for name in stored if name in inferred} \
        == {name: shape for name, shape in stored.items() if name in inferred}
    counts = {}
    for node in net.graph.nodes:
        if node.op is not None:
            counts[node.op_name] = counts.get(node.op_name, 0) + 1
    assert counts == meta["operators"]
