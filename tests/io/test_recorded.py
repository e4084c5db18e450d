"""Iterators give the reference's batches: data, labels, pad, index, dtypes and descriptions."""
import json
from pathlib import Path

import pytest

import mxnet as mx

from .cases import KINDS

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "io_batches.json").read_text())


@pytest.mark.parametrize("key", [key for key in RECORDED if key != "_"])
def test_batches_are_the_references(key):
    kind, name = key.split("/")
    found = json.loads(json.dumps(KINDS[kind][1](mx, name)))
    assert found["provide"] == RECORDED[key]["provide"]
    assert found == RECORDED[key]


def test_every_case_is_recorded():
    wanted = {f"{kind}/{name}" for kind, (table, _) in KINDS.items() for name in table}
    assert wanted == set(RECORDED) - {"_"}
