"""Operators stay on the device of their inputs. No such device is needed to see it: see `placement`."""
import json
import subprocess
import sys
from pathlib import Path

import pytest
from torch.utils import backend_registration

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(backend_registration, "_setup_privateuseone_for_python_backend"),
                    reason="this torch cannot register a device from Python")
def test_results_are_where_the_inputs_are():
    done = subprocess.run([sys.executable, "-m", "tests.operators.placement"], cwd=ROOT, text=True,
                          capture_output=True, timeout=400)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert not found["bad"]
    assert found["good"] > 280
