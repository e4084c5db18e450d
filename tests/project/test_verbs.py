"""Outside `mxnet/ndarray` nobody touches an array's tensor but by the verbs of `ndarray.tensors`, so that writes show.

`tensor_of` gives a tensor to read, `buffer_of` one to write into: what ends in an underscore needs the second.
"""
import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "mxnet"
FILES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))
         if path.relative_to(PACKAGE).parts[0] != "ndarray"}

# Files that may name `_data`, and why.
EXCEPTIONS = {
    "core/ownership.py": "counts the references to a tensor as an array holds it, on a probe like an array",
    "core/torch_modes.py": "stands below ndarray, and asks whether a transform made the tensors of arrays",
    "core/donation.py": "stands below ndarray, and exchanges the tensors of arrays that it is given",
    "gluon/param.py": "a parameter's `_data` is a list of arrays, under the name that client libraries read it by",
    "gluon/data/dataset.py": "`_data` of a data set is what it holds, under the name that derived classes use",
    "gluon/data/vision/datasets.py": "the same",
    "gluon/hybrid.py": "asks parameters for `_data`, which is a list of arrays",
    "gluon/trainer.py": "asks parameters for `_data`, which is a list of arrays",
}


def touches(source):
    """Give the line numbers where a program names `_data`, as an attribute or as text."""
    return [node.lineno for node in ast.walk(ast.parse(source))
            if (isinstance(node, ast.Attribute) and node.attr == "_data")
            or (isinstance(node, ast.Constant) and node.value == "_data")]


def writes(source):
    """Give the line numbers where a program writes into what it asked for to read."""
    return [node.lineno for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            and node.func.attr.endswith("_") and not node.func.attr.endswith("__")
            and isinstance(node.func.value, ast.Call) and isinstance(node.func.value.func, ast.Name)
            and node.func.value.func.id == "tensor_of"]


# Who wrote to a tensor and who holds it is asked of core.ownership; these are what it finds out by.
PRIVATE_ANSWERS = {"_version", "data_ptr", "getrefcount", "_use_count", "_storage_Use_Count", "_cdata", "version_of"}
ANSWERING = {
    "core/ownership.py": "is who answers",
    "core/torch_private.py": "names what torch has for it",
    "core/ops/nn/packing.py": "finds a kept layout under the address; the bytes themselves are compared",
    "ndarray/shared.py": "finds the mapped memory that begins at the address",
}


def answers(source):
    """Give the line numbers where a program finds out by itself who wrote to a tensor or who holds it."""
    return [node.lineno for node in ast.walk(ast.parse(source))
            if (isinstance(node, ast.Attribute) and node.attr in PRIVATE_ANSWERS)
            or (isinstance(node, ast.Name) and node.id in PRIVATE_ANSWERS)]


@pytest.mark.parametrize("name", [path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py"))])
def test_ownership_is_asked(name):
    found = answers((PACKAGE / name).read_text())
    assert bool(found) == (name in ANSWERING), f"lines {found}: ask mxnet.core.ownership"


@pytest.mark.parametrize("name", [name for name in FILES if name not in EXCEPTIONS])
def test_arrays_are_reached_by_verbs(name):
    source = FILES[name].read_text()
    assert not touches(source), "take a verb of mxnet.ndarray.tensors"
    assert not writes(source), "buffer_of, not tensor_of, gives what is written into"


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_exceptions_are_needed(name):
    assert touches(FILES[name].read_text()), "it needs no exception any more"


@pytest.mark.parametrize("look, line", [
    (touches, "weight._data.copy_(value)"), (touches, "getattr(label, '_data', None)"),
    (writes, "tensor_of(weight).add_(1)"), (answers, "seen == window._version"),
    (answers, "sys.getrefcount(array) < 3"),
])
def test_a_private_way_is_seen(look, line):
    assert look(line) == [1]
    assert not look("buffer_of(weight).add_(tensor_of(grad).exp())")
