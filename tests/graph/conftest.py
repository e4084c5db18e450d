"""Every graph that a test here binds is verified after each pass."""
import pytest

from mxnet.core import compile as compiler
from tests.verify import verify_pass


@pytest.fixture(autouse=True)
def verified_passes(request, monkeypatch):
    """Let a pass that breaks an invariant be named; where time is measured it would be measured too."""
    if request.path.name != "test_scaling.py":
        monkeypatch.setattr(compiler, "after_pass", verify_pass)
