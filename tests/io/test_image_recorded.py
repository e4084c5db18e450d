"""The image readers give the reference's pixels, labels and orders, random augmentations included."""
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

from .image_cases import CASES, batches

pytest.importorskip("cv2", reason="images need the extra `images`")
RECORDED = np.load(Path(__file__).parents[1] / "data" / "images" / "batches.npz")

# OpenCV rounds these differently from release to release: name -> grey levels, share of pixels.
# The reference's own OpenCV is of 2019.
ROUNDED = {"cubic": (1, 0.2), "by_size": (2, 0.2), "any_method": (3, 0.1), "jitter": (3, 0.02),
           "hls": (6, 0.01), "detection_recoloured": (1, 0.001)}


@pytest.mark.parametrize("name", CASES)
def test_batches_are_the_references(name):
    data, labels = batches(mx, name)
    expected = RECORDED[f"{name}/data"]
    assert data.dtype == (np.float32 if f"{name}/whole" in RECORDED else expected.dtype)
    np.testing.assert_array_equal(labels, RECORDED[f"{name}/label"])
    assert data.shape == expected.shape
    difference = np.abs(data.astype(np.float64) - expected)
    levels, share = ROUNDED.get(name, (0, 0))
    assert difference.max() <= levels and (difference > 0).mean() <= share


def test_every_case_is_recorded():
    assert {key.split("/")[0] for key in RECORDED.files} == set(CASES)
