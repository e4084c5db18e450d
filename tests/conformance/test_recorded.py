"""Results of the real MXNet 1.9.1, recorded by `make record`, are met here without it."""
import gzip
import json
from collections import defaultdict
from pathlib import Path

import pytest

import mxnet as mx
from tests.conformance.compare import difference
from tests.conformance.worker import compute, from_text

FILE = Path(__file__).resolve().parents[1] / "data" / "conformance.jsonl.gz"


def recorded():
    """Give operator -> its recorded (case, result) pairs."""
    found = defaultdict(list)
    with gzip.open(FILE, "rt") as stream:
        for line in stream:
            entry = json.loads(line)
            found[entry["case"]["op"]].append((entry["case"], entry["result"]))
    return found


RECORDED = recorded()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_agrees_with_the_reference(name):
    differing = []
    for case, result in RECORDED[name]:
        if line := difference(case, compute(mx, case), from_text(result)):
            differing.append(f"{case['params']} {[s['shape'] for s in case['inputs']]}: {line}")
    assert not differing
