"""Programs that use names with underscores give what they gave on the reference when it was recorded."""
import json
from pathlib import Path

import pytest

from tests.module.test_estimator import compare

from .clients import PROGRAMS, run

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "client_values.json").read_text())


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_recorded(name):
    compare(json.loads(json.dumps(run(name))), RECORDED[name])
