"""What an editor knows of programs: mypy and pyright find the types of arrays, symbols, blocks, layers and parameters,
and tell a name that is misspelt."""
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BEGINNING = """
import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn, rnn
a = mx.nd.ones((2, 3))
net = nn.HybridSequential()
net.add(nn.Conv2D(8, 3), nn.BatchNorm(), nn.Dense(10))
params = net.collect_params()
trainer = gluon.Trainer(params, "sgd", {"learning_rate": 0.1})
mx.mod.Module, mx.io.NDArrayIter, mx.init.Xavier, mx.MXNetError, mx.__version__
class Net(gluon.HybridBlock):
    def __init__(self, units: int) -> None:
        super().__init__()
        self.dense = nn.Dense(units)
        self.scale = self.params.get("scale", shape=(1,))
    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(self.dense(x), scale)
"""
# expression -> the end of its type's name
TYPES = {
    "mx.nd.transpose(a)": "NDArray", "a.transpose()": "NDArray", "a + 1": "NDArray",
    "mx.sym.Variable('x') + 1": "Symbol",
    "params": "ParameterDict", "params['w']": "Parameter", "params['w'].data()": "NDArray",
    "params['w'].list_grad()": "list[NDArray]", "params['w'].list_ctx()": "list[Context]",
    "nn.Dense(3).weight": "Parameter", "nn.Dense(3).bias": "Parameter | None", "nn.Conv2D(3, 3).weight": "Parameter",
    "nn.BatchNorm().running_mean": "Parameter", "nn.LayerNorm().gamma": "Parameter",
    "nn.Embedding(3, 4).weight": "Parameter", "rnn.LSTM(4)": "LSTM", "rnn.LSTMCell(4).i2h_weight": "Parameter",
    "Net(3).dense.weight": "Parameter", "Net(3).scale": "Parameter", "Net(3).name": "str",
    "trainer": "Trainer", "trainer.learning_rate": "float", "gluon.loss.L2Loss()": "L2Loss",
    "gluon.model_zoo.vision.resnet18_v1()": "Classifier", "gluon.model_zoo.vision.get_model('vgg11')": "Classifier",
    "gluon.contrib.nn.Identity()": "Identity", "gluon.SymbolBlock.imports('a', ['data'])": "SymbolBlock",
    "gluon.data.DataLoader(gluon.data.ArrayDataset([1]), batch_size=1)": "DataLoader",
    "gluon.utils.split_and_load(a, [mx.cpu()])": "list[NDArray]",
}
WRONG = ["mx.nd.no_such_operator(a)", "nn.Dens(3)", "gluon.Blok", "params['w'].dat()", "net.hybridise()",
         "gluon.loss.L3Loss()", "rnn.LSTMM(3)", "gluon.model_zoo.vision.resnet19_v1()", "nn.Dense('three')",
         "trainer.stp(1)"]
PROGRAM = [*BEGINNING.splitlines(), *(f"reveal_type({expression})" for expression in TYPES), *WRONG]


def mypy(folder, program):
    command = ["mypy", "--follow-imports=silent", "--ignore-missing-imports", "--cache-dir", str(folder / "cache")]
    done = subprocess.run([sys.executable, "-m", *command, str(program)], cwd=folder, capture_output=True, text=True,
                          env={"PATH": "", "MYPYPATH": str(ROOT)})
    return done.stdout, r'program\.py:(\d+): note: Revealed type is "(.*)"', r"program\.py:(\d+): error:"


def pyright(folder, program):
    (folder / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT.as_posix()}"]}}')
    done = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(program)], cwd=folder,
                          capture_output=True, text=True)
    return done.stdout, r'program\.py:(\d+):\d+ - information: Type of .* is "(.*)"', r"program\.py:(\d+):\d+ - error:"


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_type_checker_understands_programs(tmp_path, checker):
    pytest.importorskip(checker.__name__, reason="the type checkers are part of the dev extra")
    program = tmp_path / "program.py"
    program.write_text("\n".join(PROGRAM))
    told, revealed, errors = checker(tmp_path, program)
    lines = {int(number): re.sub(r"[\w.]+\.(?=\w)", "", kind) for number, kind in re.findall(revealed, told)}
    found = {line.removeprefix("reveal_type(")[:-1]: lines.get(number) for number, line in enumerate(PROGRAM, 1)
             if line.startswith("reveal_type(")}
    assert found == TYPES, told
    assert [PROGRAM[int(number) - 1] for number in re.findall(errors, told)] == WRONG, told
