"""Graphs of mixed precision against the reference's, byte for byte."""
import hashlib
import json
import logging
from pathlib import Path

import pytest

from . import graphs

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "amp_graphs.json").read_text())
RECORDED.pop("")
CONVERTED = [key for key, text in RECORDED.items() if text is not None and not key.startswith("init|")]


@pytest.mark.parametrize("key", CONVERTED)
def test_conversion(key):
    assert graphs.converted(*key.split("|")) == RECORDED[key]


def test_the_table_is_not_thin():
    assert len(CONVERTED) > 80


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_symbols_made_after_init(init, kind, caplog):
    init(kind)
    with caplog.at_level(logging.WARNING):
        text = graphs.made_under_init()
    assert hashlib.sha256(text.encode()).hexdigest() == RECORDED[f"init|{kind}"]
    assert "SoftmaxOutput does not support dynamic loss scaling" in caplog.text
