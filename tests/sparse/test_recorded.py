"""Sparse arrays against MXNet 1.9.1: storage types, stored parts and values of what operators give."""
import importlib.util
import json
import pathlib

import numpy as np
import pytest

import mxnet as mx

FOLDER = pathlib.Path(__file__).parent.parent / "data" / "sparse"
VALUES = json.loads((FOLDER / "values.json").read_text())
_spec = importlib.util.spec_from_file_location("sparse_cases", FOLDER / "cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)


def test_all_cases_are_recorded():
    assert list(cases.CASES) == list(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_as_recorded(name):
    made = cases.CASES[name](mx)
    made = made if isinstance(made, tuple) else (made,)
    assert len(made) == len(VALUES[name])
    for array, wanted in zip(made, VALUES[name], strict=True):
        assert array.stype == wanted["stype"]
        assert array.shape == tuple(wanted["shape"]) and array.dtype.__name__ == wanted["dtype"]
        if array.stype == "default":
            np.testing.assert_allclose(array.asnumpy(), wanted["data"], rtol=2e-6, atol=1e-7)
            continue
        array.check_format()
        assert array.indices.asnumpy().tolist() == wanted["indices"]
        if array.stype == "csr":
            assert array.indptr.asnumpy().tolist() == wanted["indptr"]
        np.testing.assert_allclose(array.data.asnumpy().reshape(-1), np.ravel(wanted["data"]), rtol=2e-6, atol=1e-7)
