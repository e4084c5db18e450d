"""FeedForward and the steps of training that programs import do what the reference did when it was recorded."""
import json
from pathlib import Path

import numpy as np
import pytest

from .estimator import CASES, run

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "estimator_values.json").read_text())


def compare(ours, recorded):
    if isinstance(recorded, float) or (isinstance(recorded, list) and recorded
                                       and all(isinstance(one, float) for one in recorded)):
        np.testing.assert_allclose(ours, recorded, rtol=3e-4, atol=3e-5)
    elif isinstance(recorded, list):
        assert len(ours) == len(recorded)
        for one, other in zip(ours, recorded):
            compare(one, other)
    elif isinstance(recorded, dict):
        assert list(ours) == list(recorded)
        for key, value in recorded.items():
            compare(ours[key], value)
    else:
        assert ours == recorded


@pytest.mark.parametrize("name", CASES)
def test_as_recorded(name):
    ours, recorded = json.loads(json.dumps(run(name))), RECORDED[name]
    if "raised" in recorded:
        assert recorded["raised"][0] in ours["raised"]
    else:
        compare(ours["gave"], recorded["gave"])
        assert ours["log"] == recorded["log"]


def test_every_case_is_recorded():
    assert set(CASES) == set(RECORDED)
