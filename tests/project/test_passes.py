"""Passes know operators by what they declare, not by their names: a new operator takes part without touching a pass."""
import ast
from pathlib import Path

import pytest

import mxnet  # noqa: F401  declares all operators
from mxnet.core.op import operators

PASSES = Path(__file__).resolve().parents[2] / "mxnet" / "core" / "passes"

# Files that are about the operators they name.
ABOUT = {
    "storage.py": "the operators whose kernels torch has for csr matrices, and those of users",
}


def named(source):
    """Give the operators' names in a file's strings, but for `find("...")`: who makes a node names its operator."""
    tree = ast.parse(source)
    made = {id(argument) for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "find"
            for argument in node.args}
    made |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    return sorted({node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in made
                   and isinstance(node.value, str) and node.value in operators()})


def test_names_are_found():
    assert named("if node.op.name in ('Dropout', 'other'): find('Concat')") == ["Dropout"]


@pytest.mark.parametrize("path", sorted(PASSES.glob("*.py")), ids=lambda path: path.name)
def test_no_operator_is_named(path):
    found = named(path.read_text())
    assert bool(found) == (path.name in ABOUT), f"{path.name} names {found}: let the operators declare what is asked"
