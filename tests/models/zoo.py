"""The checkpoints that model tests run on: small ones of our own, and real ones beside the repository."""
import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.convert.losses import label_names

OWN = Path(__file__).parents[1] / "data" / "models"
SHARED = Path(__file__).parents[3] / "shared" / "models"
NAMES = sorted(path.name for path in OWN.iterdir() if path.is_dir())
REAL = sorted(path.parent.name for path in SHARED.glob("*/meta.json"))


class Checkpoint:
    """One checkpoint with its inputs and the reference's numbers."""

    def __init__(self, folder):
        self.folder, self.prefix = folder, str(folder / "model")
        own = folder / "expected.npz"
        recorded = dict(np.load(own)) if own.exists() else {
            **np.load(folder / "inputs.npz"), **np.load(folder / "output.npz")}
        self.outputs = [recorded.pop(f"out{i}") for i in range(sum(key.startswith("out") and key[3:].isdigit()
                                                                   for key in recorded))]
        self.gradients = {key[5:]: value for key, value in recorded.items() if key.startswith("grad:")}
        self.inputs = {key: value for key, value in recorded.items() if not key.startswith("grad:")}
        self.shapes = {name: value.shape for name, value in self.inputs.items()}

    def load(self):
        return mx.model.load_checkpoint(self.prefix, 0)

    def data(self, symbol):
        """Give the inputs that are no labels."""
        labels = label_names(symbol.graph)
        return {name: value for name, value in self.inputs.items() if name not in labels}

    def executor(self, grad_req="null"):
        symbol, args, aux = self.load()
        bound = symbol.simple_bind(mx.cpu(), grad_req=grad_req, **self.shapes)
        bound.copy_params_from(args, aux, allow_extra_params=True)
        for name, value in self.inputs.items():
            bound.arg_dict[name][:] = value
        return bound

    def meta(self):
        return json.loads((self.folder / "meta.json").read_text())


def own(name):
    return Checkpoint(OWN / name)


def relative(value, expected):
    """Give the largest difference in shares of the largest value."""
    value, expected = np.asarray(value), np.asarray(expected)
    assert value.shape == expected.shape
    return float(np.abs(value - expected).max() / max(np.abs(expected).max(), 1e-30))


on_own = pytest.mark.parametrize("model", [Checkpoint(OWN / name) for name in NAMES], ids=NAMES)
on_real = [pytest.mark.skipif(not REAL, reason="needs the models beside the repository"),
           pytest.mark.parametrize("model", [Checkpoint(SHARED / name) for name in REAL], ids=REAL)]
on_all = pytest.mark.parametrize("model", [Checkpoint(OWN / name) for name in NAMES]
                                 + [Checkpoint(SHARED / name) for name in REAL], ids=NAMES + REAL)
