"""The committed stubs are what the registry says, and a type checker understands them."""
import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet as mx
from tools import stubs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made():
    return stubs.stubs()


def test_up_to_date(made):
    old = [str(path.relative_to(ROOT)) for path, text in made.items()
           if not path.exists() or path.read_text() != text]
    assert not old, "run `make stubs` and commit the result"


def test_every_stub_is_python(made):
    for path, text in made.items():
        ast.parse(text, filename=str(path))


@pytest.mark.parametrize("front", stubs.FRONT_ENDS, ids=lambda front: front.package)
def test_every_function_is_declared(front, made):
    tree = ast.parse(made[front.folder / "op.pyi"])
    declared = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    there = {name for name, value in vars(front.module("op")).items()
             if callable(value) and not name.startswith("_")}
    assert there and declared == there


def test_a_type_checker_reads_them(tmp_path):
    pytest.importorskip("mypy", reason="the type checker is part of the dev extra")
    program = tmp_path / "program.py"
    program.write_text(
        "import mxnet as mx\n"
        "a = mx.nd.ones((2, 3))\n"
        "reveal_type(mx.nd.transpose(a))\n"
        "reveal_type(a.transpose())\n"
        "reveal_type(a + 1)\n"
        "reveal_type(mx.sym.Variable('x') + 1)\n"
        "mx.mod.Module, mx.io.NDArrayIter, mx.init.Xavier, mx.MXNetError, mx.__version__\n"
        "mx.nd.no_such_operator(a)\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--ignore-missing-imports",
         "--cache-dir", str(tmp_path / "cache"), str(program)],
        cwd=tmp_path, env={"PATH": "", "MYPYPATH": str(ROOT)}, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert sum('"mxnet.ndarray.array.NDArray"' in line for line in lines) == 3, done.stdout + done.stderr
    assert any('"mxnet.symbol.symbol.Symbol"' in line for line in lines), done.stdout
    assert any("no_such_operator" in line and "attr-defined" in line for line in lines)
    assert len([line for line in lines if ": error:" in line]) == 1, done.stdout


def test_docstring_and_signature_come_from_the_declaration():
    assert "axes" in mx.nd.transpose.__doc__
    assert list(inspect.signature(mx.nd.transpose).parameters) == [
        "data", "axes", "out", "name", "kwargs"]
