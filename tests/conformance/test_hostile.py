"""Calls that make no sense end as in the real MXNet 1.9.1: refused or not, and never by a bare error of Python."""
import gzip
import json

import pytest

import mxnet as mx
from tests.conformance import walk
from tests.conformance.hostile import RECORDED, differing, hostile_cases
from tests.conformance.worker import compute

TABLE = json.loads(gzip.decompress(RECORDED.read_bytes()))
BARE = ("ZeroDivisionError", "OverflowError", "AttributeError", "KeyError", "RuntimeError", "MemoryError",
        "NotImplementedError", "RecursionError")
walk.load()
pytestmark = pytest.mark.filterwarnings("ignore")  # of NumPy, about numbers that are none


@pytest.mark.parametrize("name", sorted(TABLE["reference"]))
def test_ends_as_in_the_reference(name):
    row, known = TABLE["reference"][name], TABLE["known"].get(name, [])
    assert [label for label in differing(name, row) if label not in known] == []


@pytest.mark.parametrize("name", sorted(TABLE["reference"]))
def test_errors_are_of_one_family(name):
    cases = hostile_cases(name)
    bare = {label: answer for label in TABLE["reference"][name]
            if (answer := compute(mx, cases[label]).get("error", "")).startswith(BARE)}
    assert bare == {}
