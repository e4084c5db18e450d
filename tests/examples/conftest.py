"""How examples are run in tests: in this process, each in a folder of its own."""
import importlib
import logging
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def example(monkeypatch, tmp_path):
    """Give a function that finds the main function of an example by name."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    root = logging.getLogger()
    level = root.level

    def find(name):
        return importlib.import_module(name).main
    yield find
    root.setLevel(level)
