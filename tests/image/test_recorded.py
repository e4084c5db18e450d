"""mx.image gives the reference's pixels; with the same seeds, the same random ones."""
import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

from .cases import descriptions, results

pytest.importorskip("cv2", reason="images need the extra `images`")
RECORDED = np.load(Path(__file__).parents[1] / "data" / "images" / "transforms.npz")


@pytest.fixture(scope="module")
def found():
    return results(mx)


@pytest.mark.parametrize("name", [name for name in RECORDED.files if name != "descriptions"])
def test_result_is_the_references(name, found):
    expected = RECORDED[name]
    assert found[name].shape == expected.shape and found[name].dtype == expected.dtype
    if expected.dtype == np.uint8:
        np.testing.assert_array_equal(found[name], expected)
    else:
        # sines and cosines of angles differ in the last bit, and images are steep
        slack = 2e-4 if name.startswith("rotate") else 1e-5
        np.testing.assert_allclose(found[name], expected, rtol=1e-5,
                                   atol=slack * max(np.abs(expected).max(), 1))


def test_every_result_is_recorded(found):
    assert set(found) == set(RECORDED.files) - {"descriptions"}


def test_augmenters_describe_themselves_as_there():
    assert descriptions(mx) == json.loads(str(RECORDED["descriptions"]))
