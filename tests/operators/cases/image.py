"""Cases of image operators. What draws at random is given bounds that leave no choice, or is checked roughly."""
import numpy as np

from tests.operators.harness import RECORDED, Case, integers, uniform

SINGLE = ("float32",)
DRAWN = {"grad": False, "symbolic": False}


def photo(*shape, kind="float64"):
    return integers(shape, 0, 256, dtype=kind)


def _through(heads, *inputs, **params):
    """Augmentations let gradients pass as if nothing had happened."""
    return heads[0]


def _planes(x):
    return np.moveaxis(x, -1, -3).astype("float32") / np.float32(255)


def _one_of(*functions):
    def check(outputs, inputs, params):
        found = [np.allclose(outputs[0], function(inputs[0])) for function in functions]
        assert any(found), outputs[0]
    return check


def _jittered(outputs, inputs, params):
    assert outputs[0].shape == inputs[0].shape and not np.array_equal(outputs[0], inputs[0])


def _bright(outputs, inputs, params):
    factor = outputs[0] / inputs[0]
    assert np.allclose(factor, factor[0, 0, 0], rtol=1e-5)
    assert params["min_factor"] <= factor[0, 0, 0] <= params["max_factor"]


def _lit(outputs, inputs, params):
    change = (outputs[0] - inputs[0]).reshape(-1, 3)
    assert np.allclose(change, change[0], atol=1e-3) and np.abs(change).max() > 0


_NAMES = ("brightness", "contrast", "saturation", "hue")

CASES = [
    Case("_image_to_tensor", [photo(4, 5, 3)], {}, _planes, SINGLE,
         lambda heads, x: np.moveaxis(heads[0], 0, 2) / 255),
    Case("_image_to_tensor", [photo(2, 4, 5, 3, kind="uint8")], {}, _planes, grad=False),
    Case("_image_to_tensor", [(4, 5)], {}, raises="height, width, channels"),
    Case("_image_normalize", [(3, 4, 5)], {"mean": (0.0, 1.0, 2.0), "std": (3.0, 2.0, 1.0)},
         lambda x, mean, std: (x - np.reshape(mean, (3, 1, 1))) / np.reshape(std, (3, 1, 1))),
    Case("_image_normalize", [(2, 1, 4, 5)], {"mean": (0.5,), "std": (2.0,)}, lambda x, mean, std: (x - 0.5) / 2),
    Case("_image_normalize", [(3, 4, 5)], {}, raises="Invalid mean"),
    Case("_image_normalize", [(2, 4, 5)], {"mean": (0.0,), "std": (1.0,)}, raises="1 or 3"),
    Case("_image_crop", [(5, 6, 3)], {"x": 1, "y": 2, "width": 4, "height": 3}, lambda a, **_: a[2:5, 1:5]),
    Case("_image_crop", [(2, 5, 6, 1)], {"x": 0, "y": 0, "width": 6, "height": 1}, lambda a, **_: a[:, :1]),
    Case("_image_crop", [(5, 6, 3)], {"x": 3, "y": 2, "width": 4, "height": 3}, raises="greater than input width"),
    *(Case("_image_resize", [uniform((5, 6, 3), 0, 1)], params, RECORDED, SINGLE, False)
      for params in ({"size": 3}, {"size": (4, 7)}, {"size": 3, "keep_ratio": True}, {"size": (9, 8), "interp": 2},
                     {"size": (3, 2), "interp": 3}, {"size": (9, 8), "interp": 0})),
    Case("_image_resize", [uniform((2, 5, 6, 3), 0, 1)], {"size": (4, 7)}, RECORDED, SINGLE, False),
    Case("_image_resize", [(5, 6, 3)], {}, raises="dimension must be 1 or 2"),
    Case("_image_resize", [(5, 6, 3)], {"size": 3, "interp": 9}, raises="interpolation"),
    Case("_image_flip_left_right", [(4, 5, 3)], {}, lambda x: x[:, ::-1], grad=_through),
    Case("_image_flip_top_bottom", [(4, 5, 1)], {}, lambda x: x[::-1], grad=_through),
    Case("_image_flip_left_right", [(4, 5)], {}, raises="height, width, channels"),
    Case("_image_flip_top_bottom", [(4, 5, 2)], {}, raises="1 or 3"),
    Case("_image_random_flip_left_right", [(4, 5, 3)], {}, check=_one_of(np.array, np.fliplr), **DRAWN),
    Case("_image_random_flip_top_bottom", [(4, 5, 3)], {}, check=_one_of(np.array, np.flipud), **DRAWN),
    *(Case(f"_image_random_{name}", [photo(4, 6, channels, kind=kind)], {"min_factor": factor, "max_factor": factor},
           RECORDED, SINGLE, False)
      for name, factor in zip(_NAMES, (1.3, 0.7, 1.6, 0.4)) for kind in ("float64", "uint8")
      for channels in ((3,) if name == "hue" else (1, 3))),
    *(Case(f"_image_random_{name}", [photo(2, 2, 3)], {"min_factor": -0.5, "max_factor": 0.5}, raises="at least 0")
      for name in _NAMES),
    Case("_image_random_brightness", [photo(4, 5, 3)], {"min_factor": 1.0, "max_factor": 1.0}, lambda x, **_: x,
         grad=_through),
    Case("_image_random_hue", [photo(4, 5, 1)], {"min_factor": 0.5, "max_factor": 0.5}, lambda x, **_: x, grad=False),
    Case("_image_random_brightness", [integers((4, 5, 3), 1, 256)], {"min_factor": 0.5, "max_factor": 1.5},
         check=_bright, dtypes=SINGLE, **DRAWN),
    Case("_image_random_color_jitter", [photo(4, 5, 3)], dict.fromkeys(_NAMES, 0.3), check=_jittered, **DRAWN),
    Case("_image_random_color_jitter", [photo(4, 5, 3)], dict.fromkeys(_NAMES, 0.0), lambda x, **_: x, **DRAWN),
    Case("_image_adjust_lighting", [photo(4, 5, 3)], {"alpha": (0.1, -0.2, 0.3)}, RECORDED, SINGLE, False),
    Case("_image_adjust_lighting", [photo(4, 5, 3, kind="uint8")], {"alpha": (0.1, -0.2, 0.3)}, RECORDED,
         SINGLE, False),
    Case("_image_adjust_lighting", [photo(4, 5, 3)], {"alpha": (0.1, -0.2)}, raises="three numbers"),
    Case("_image_random_lighting", [photo(4, 5, 3)], {"alpha_std": 0.5}, check=_lit, **DRAWN),
    Case("_cvimresize", [photo(5, 6, 3)], {"w": 4, "h": 7}, RECORDED, SINGLE, False, symbolic=False),
    Case("_cvimresize", [photo(5, 6, 3)], {"w": 0, "h": 7}, raises="at least 1"),
    *(Case("_cvcopyMakeBorder", [photo(3, 4, 3, kind=kind)], {
        "top": 5, "bot": 1, "left": 0, "right": 6, "type": border, **more}, RECORDED, SINGLE, False, symbolic=False)
      for border, kind, more in ((0, "uint8", {"value": 7.0}), (0, "float32", {"values": (1.5, 2.5, 3.5, 0.0)}),
                                 (0, "uint8", {"values": (1.5, 2.5, 300.0, 0.0)}), (1, "uint8", {}), (2, "uint8", {}),
                                 (3, "uint8", {}), (4, "float32", {}))),
    Case("_cvcopyMakeBorder", [photo(3, 4, 3)], {"top": -1, "bot": 0, "left": 0, "right": 0}, raises="negative"),
    Case("_cvcopyMakeBorder", [photo(3, 4, 3)], {"top": 1, "bot": 0, "left": 0, "right": 0, "type": 7},
         raises="0 to 4"),
]
