"""The examples in the docstrings of recordio and serialization run and print what they say."""
import doctest
import importlib

import pytest

import mxnet as mx


@pytest.mark.parametrize("name", ["mxnet.recordio", "mxnet.ndarray.serialization"])
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(name), extraglobs={"mx": mx})
    assert result.attempted and not result.failed
