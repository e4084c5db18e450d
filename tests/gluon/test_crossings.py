"""Programs in which two features of Gluon meet give what MXNet 1.9.1 gives; see `crossings`."""
import json
from pathlib import Path

import pytest

from .crossings import PROGRAMS

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "gluon_crossings.json").read_text())


def alike(found, expected):
    if isinstance(expected, list) and expected and isinstance(expected[0], float):
        return found == pytest.approx(expected, rel=1e-5, abs=1e-6)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(alike, found, expected))
    return found == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program):
    assert alike(program(), RECORDED[program.__name__])
