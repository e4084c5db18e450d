"""How examples are run in tests: in this process, each in a folder of its own."""
import importlib.util
import logging
import sys
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

    def find(name):  # by its file: `distributed` is a folder of the tests too
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)  # workers and pickles look there
        spec.loader.exec_module(module)
        return module.main
    yield find
    root.setLevel(level)
