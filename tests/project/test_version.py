"""The version stands in one place, and everything that shows it agrees."""
import re
from pathlib import Path

import mxnet as mx

ROOT = Path(__file__).resolve().parents[2]


def test_interface_version_is_mxnets():
    assert mx.__version__ == "1.9.1"


def test_own_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|rc\d+)?", mx.remixnet_version)


def test_changelog_opens_with_it():
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first and first.group(1) in ("Unreleased", mx.remixnet_version)


def test_stands_in_one_file():
    pattern = re.compile(rf"""remixnet_version\s*=\s*["']\d|^version\s*=\s*["']{mx.remixnet_version}""", re.MULTILINE)
    files = [*(ROOT / "mxnet").rglob("*.py"), ROOT / "pyproject.toml"]
    assert [str(f.relative_to(ROOT)) for f in files if pattern.search(f.read_text())] == ["mxnet/version.py"]
