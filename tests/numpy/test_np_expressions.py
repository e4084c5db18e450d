"""Expressions of mx.np are answered as MXNet 1.9.1 answered them: `expressions.json`, by `np_expressions.py` there."""
import json
import warnings
from pathlib import Path

import pytest

from tests.numpy import np_expressions

RECORDED = json.loads((Path(__file__).parent / "expressions.json").read_text())


@pytest.fixture(scope="module")
def found():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, about functions that it is going to drop
        return np_expressions.answers()


@pytest.mark.parametrize("expression", RECORDED)
def test_answer(expression, found):
    assert same(found[expression], RECORDED[expression])


def same(ours, theirs):
    """Compare two answers; numbers may differ in the last digit that is kept."""
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if not isinstance(theirs, dict) or not isinstance(ours, dict):
        return ours == theirs
    return ours["type"] == theirs["type"] and ours["shape"] == theirs["shape"] and all(
        a == b or abs(float(a) - float(b)) < 2e-3 for a, b in zip(ours["values"], theirs["values"], strict=True))
