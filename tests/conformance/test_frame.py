"""The comparison itself: it finds what differs, and the walk is the same every time."""
import json

import numpy as np
import pytest

import mxnet as mx
from tests.conformance import walk
from tests.conformance.compare import array_difference, difference
from tests.conformance.worker import compute, decode, draw, encode, from_text, to_text

WALKS = walk.load()


def result(*outputs, grads=(), changed=None):
    return {"outputs": list(outputs), "grads": list(grads), "changed": changed or {}}


@pytest.mark.parametrize("ours, theirs, words", [
    ([1.0], [1.0], None),
    ([1.0 + 1e-7], [1.0], None),
    ([1.0 + 1e-4], [1.0], "differ"),
    ([np.nan], [np.nan], None),
    ([np.nan], [1.0], "finite"),
    ([np.inf], [-np.inf], "finite"),
    ([1e-9, 1.0], [0.0, 1.0], None),  # noise beside a large element
    ([1e-3, 1.0], [0.0, 1.0], "differ"),
])
def test_numbers(ours, theirs, words):
    found = array_difference(np.array(ours, "float32"), np.array(theirs, "float32"))
    assert found is None if words is None else words in found


def test_types_shapes_and_integers():
    ones = np.ones((2, 3), "float32")
    assert "float64" in array_difference(ones.astype("float64"), ones)
    assert "[3, 2]" in array_difference(ones.T.copy(), ones)
    assert "1 of 2" in array_difference(np.array([1, 2]), np.array([1, 3]))


def test_results():
    ones, error = np.ones(2, "float32"), {"error": "MXNetError: no"}

    def found(ours, theirs, dtype="float32"):
        return difference({"inputs": [walk.array([2], dtype=dtype)]}, ours, theirs)
    assert found(result(ones), result(ones)) is None
    assert "refuses" in found(error, result(ones))
    assert found(error, {"error": "MXNetError: other words"}) is None
    assert "grads" in found(result(ones, grads=[ones]), result(ones, grads=[ones * 2]))
    assert "in place" in found(result(ones, changed={"0": ones}), result(ones))
    # what was computed in half precision cannot be held to single
    assert found(result(ones + 5e-4), result(ones), "float16") is None
    assert "differ" in found(result(ones + 5e-4), result(ones))


def test_text_keeps_every_bit():
    for dtype in ("float16", "float32", "float64", "int8", "int64", "uint8", "bool"):
        array = draw({"shape": [3, 2], "draw": "integers", "low": 0, "high": 2, "dtype": dtype}, 1)
        assert decode(encode(array)).tobytes() == array.tobytes() and decode(encode(array)).dtype == dtype
    for shape in ((0, 3), (), (2, 1)):
        assert decode(encode(np.zeros(shape, "float32"))).shape == shape
    turned = np.arange(6.0).reshape(2, 3).T
    assert (decode(encode(turned)) == turned).all()


@pytest.mark.parametrize("name", sorted(WALKS))
def test_every_walk_gives_cases(name):
    first, again = (list(walk.cases([name], 3)) for _ in range(2))
    assert json.dumps(first) == json.dumps(again)  # as text: NaN is not equal to itself
    for case in first:
        assert all(draw(spec, case["seed"]).shape == tuple(spec["shape"]) for spec in case["inputs"])


def test_a_case_is_computed():
    case = walk.Draw("broadcast_mul", 0).case([walk.array([2, 1]), walk.array([1, 3])])
    left, right = (draw(spec, case["seed"] + i) for i, spec in enumerate(case["inputs"]))
    found = from_text(to_text(compute(mx, case)))
    np.testing.assert_allclose(found["outputs"][0], left * right, rtol=1e-6)
    head = draw({"shape": [2, 3]}, case["seed"] + 1000)
    np.testing.assert_allclose(found["grads"][0], (head * right).sum(1, keepdims=True), rtol=1e-5)


def test_an_error_is_an_answer():
    case = walk.Draw("broadcast_mul", 0).case([walk.array([2]), walk.array([3])])
    assert "MXNetError" in compute(mx, case)["error"] or "OperatorError" in compute(mx, case)["error"]
