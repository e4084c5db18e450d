"""The site, built once for all tests that look at it."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def built_site(tmp_path_factory):
    """Build the documents without the reference, which takes most of the time; give the folder of the pages."""
    pytest.importorskip("sphinx.application", reason="Sphinx is part of the docs extra")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
               "-d", str(folder / "doctrees"), "-D", "exclude_patterns=api/*,operators/*",
               "-D", "suppress_warnings=toc.excluded", str(ROOT / "docs"), str(folder / "html")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return folder / "html"
