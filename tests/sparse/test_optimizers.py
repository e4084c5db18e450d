"""Optimizers on row-sparse weights and gradients against MXNet 1.9.1: which rows move, how far, and the states."""
import importlib.util
import json
import pathlib

import numpy as np
import pytest

import mxnet as mx

FOLDER = pathlib.Path(__file__).parent.parent / "data" / "sparse"
VALUES = json.loads((FOLDER / "optimizers.json").read_text())
_spec = importlib.util.spec_from_file_location("optimizer_cases", FOLDER / "optimizer_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)


def test_all_cases_are_recorded():
    assert [name for name, *_ in cases.cases()] == list(VALUES)


def same(ours, wanted, rtol, atol):
    if wanted is None:
        assert ours is None
    elif isinstance(wanted, list):
        assert len(ours) == len(wanted)
        for one, other in zip(ours, wanted, strict=True):
            same(one, other, rtol, atol)
    else:
        assert ours["stype"] == wanted["stype"]
        np.testing.assert_allclose(ours["values"], wanted["values"], rtol=rtol, atol=atol)


@pytest.mark.parametrize("optimizer", cases.OPTIMIZERS)
def test_as_recorded(optimizer):
    for name, kind, *rest in cases.cases():
        if kind == optimizer:
            rtol, atol = (1e-3, 1e-3) if name.endswith("mixed") else (1e-5, 1e-6)
            made = cases.run(mx, kind, *rest)
            try:
                same(made["weight"], VALUES[name]["weight"], rtol, atol)
                same(made["state"], VALUES[name]["state"], rtol, atol)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error
