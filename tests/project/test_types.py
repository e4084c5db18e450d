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


# Programs as people write them: one in which every type is known, and one with mistakes, each told on its line.
FOLDER = Path(__file__).with_name("programs")
TYPICAL, MISTAKES = (FOLDER / name for name in ("typical.py", "mistakes.py"))


def mypy(folder, programs):
    command = ["mypy", "--follow-imports=silent", "--ignore-missing-imports", "--check-untyped-defs",
               "--disallow-any-generics", "--cache-dir", str(folder / "cache")]
    done = subprocess.run([sys.executable, "-m", *command, *programs], cwd=folder, capture_output=True, text=True,
                          env={"PATH": "", "MYPYPATH": str(ROOT)})
    return done, r'%s:(\d+): note: Revealed type is "(.*)"', r"%s:(\d+): error:"


def pyright(folder, programs):
    (folder / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT.as_posix()}"]}}')
    done = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *programs], cwd=folder,
                          capture_output=True, text=True)
    return done, r'%s:(\d+):\d+ - information: Type of .* is "(.*)"', r"%s:(\d+):\d+ - error:"


class Told:
    """What a checker says of all programs, in one run."""

    def __init__(self, checker, folder):
        (folder / "program.py").write_text("\n".join(PROGRAM))
        for path in (TYPICAL, MISTAKES):
            (folder / path.name).write_text(path.read_text())
        done, self._revealed, self._errors = checker(folder, ["program.py", TYPICAL.name, MISTAKES.name])
        self.text = done.stdout
        if not re.search(self._errors % r"program\.py", self.text):
            pytest.skip(f"{checker.__name__} does not run here: {(done.stderr or done.stdout).strip()[-300:]}")

    def types(self, name):
        """Give line -> type, the paths of modules left out."""
        return {int(number): re.sub(r"[\w.]+\.(?=\w)", "", kind)
                for number, kind in re.findall(self._revealed % re.escape(name), self.text)}

    def errors(self, name):
        """Give the numbers of lines with an error, each once."""
        return sorted({int(number) for number in re.findall(self._errors % re.escape(name), self.text)})


@pytest.fixture(scope="module", params=[mypy, pyright])
def told(request, tmp_path_factory):
    pytest.importorskip(request.param.__name__, reason="the type checkers are part of the dev extra")
    return Told(request.param, tmp_path_factory.mktemp(request.param.__name__))


def test_a_type_checker_understands_programs(told):
    lines = told.types("program.py")
    found = {line.removeprefix("reveal_type(")[:-1]: lines.get(number) for number, line in enumerate(PROGRAM, 1)
             if line.startswith("reveal_type(")}
    assert found == TYPES, told.text
    assert [PROGRAM[number - 1] for number in told.errors("program.py")] == WRONG, told.text


def test_a_type_checker_knows_every_type_of_a_typical_program(told):
    assert told.errors(TYPICAL.name) == [], told.text


def test_a_type_checker_tells_every_mistake_on_its_line(told):
    lines = MISTAKES.read_text().splitlines()
    wrong = [number for number, line in enumerate(lines, 1) if "  # " in line]
    found = told.errors(MISTAKES.name)
    assert [lines[number - 1] for number in wrong if number not in found] == []
    assert [lines[number - 1] for number in found if number not in wrong] == []
    assert len(wrong) >= 67


def test_a_typical_program_runs(tmp_path):
    done = subprocess.run([sys.executable, str(TYPICAL)], cwd=tmp_path, capture_output=True, text=True,
                          env={"PATH": "", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
