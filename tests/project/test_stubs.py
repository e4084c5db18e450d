"""The committed stubs are what the registry says; test_types has what type checkers make of them."""
import ast
import inspect
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


def test_docstring_and_signature_come_from_the_declaration():
    assert "axes" in mx.nd.transpose.__doc__
    assert list(inspect.signature(mx.nd.transpose).parameters) == [
        "data", "axes", "out", "name", "kwargs"]


@pytest.mark.parametrize("front", stubs.FRONT_ENDS, ids=lambda front: front.package)
@pytest.mark.parametrize("space,name", [
    ("op", "Convolution"), ("op", "LeakyReLU"), ("op", "Concat"), ("contrib", "box_nms")])
def test_editors_show_what_help_shows(front, space, name, made):
    tree = ast.parse(made[front.folder / f"{space}.pyi"])
    shown = [text for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name
             if (text := ast.get_docstring(node))]
    assert shown == [inspect.getdoc(getattr(front.module(space), name))]
    assert "Examples\n--------\n>>> " in shown[0]


@pytest.mark.parametrize("name", ["add", "unique", "where", "sum", "stack"])
def test_editors_show_what_help_shows_of_numpy(name, made):
    tree = ast.parse(made[ROOT / "mxnet" / "numpy" / "__init__.pyi"])
    shown = [text for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name
             if (text := ast.get_docstring(node))]
    assert shown == [inspect.getdoc(getattr(mx.np, name))]
