"""Cases of features of regions, and of deformable layers."""
import numpy as np

from tests.operators.harness import RECORDED, Case, uniform

SINGLE = ("float32",)
REGIONS = np.array([[0, 0, 0, 4, 4], [1, 2.4, 1, 7, 9], [0, -2, 3, 20, 5], [1, 5, 5, 7.5, 6]], "float64")
ROTATED = np.array([[0, 4, 4, 5, 3, 30], [1, 2, 6, 3, 8, -75], [0, 8, 8, 0, 0, 0]], "float64")
FIRST = {"wrt": (0,)}


def _deformable(offset_scale=1.0, modulated=False, bias=True, **params):
    kernel, parts = params["kernel"], params.get("num_deformable_group", 1)
    stride, pad, dilate = (params.get(key, (default,) * 2)
                           for key, default in (("stride", 1), ("pad", 0), ("dilate", 1)))
    size = [(n + 2 * q - d * (k - 1) - 1) // s + 1 for n, k, s, q, d in zip((6, 7), kernel, stride, pad, dilate)]
    taps = kernel[0] * kernel[1]
    inputs = [(1, 4, 6, 7), lambda rng: rng.standard_normal((1, 2 * parts * taps, *size)) * offset_scale]
    if modulated:
        inputs.append(uniform((1, parts * taps, *size), 0, 1))
    inputs.append((params["num_filter"], 4 // params.get("num_group", 1), *kernel))
    if bias:
        inputs.append((params["num_filter"],))
    return inputs, {"no_bias": not bias, **params}


def _plain(*more, **params):
    return Case("_contrib_DeformableConvolution", *_deformable(*more, **params), RECORDED, SINGLE, RECORDED)


def _modulated(**params):
    """The reference has its gradient on GPUs only: central differences here."""
    inputs, params = _deformable(modulated=True, **params)
    return [Case("_contrib_ModulatedDeformableConvolution", inputs, params, RECORDED, SINGLE, False),
            Case("_contrib_ModulatedDeformableConvolution", inputs, params, check=lambda *_: None, dtypes="float64")]


CASES = [
    *(Case("_contrib_ROIAlign", [(2, 12 if params.get("position_sensitive") else 3, 8, 9), REGIONS],
           {"pooled_size": (2, 3), "spatial_scale": 0.7, **params}, RECORDED, ("float32", "float64"), RECORDED, **FIRST,
           tolerance={"float64": 1e-6})
      for params in ({}, {"sample_ratio": 2}, {"aligned": True}, {"sample_ratio": 2, "position_sensitive": True})),
    Case("_contrib_ROIAlign", [(2, 3, 8, 9), np.array([[-1, 0, 0, 4, 4.0]])],
         {"pooled_size": (2, 2), "spatial_scale": 1.0}, lambda x, rois, **_: np.zeros((1, 3, 2, 2)), **FIRST,
         note="a region on no image"),
    Case("_contrib_ROIAlign", [(2, 3, 8, 9), (0, 5)], {"pooled_size": (2, 2), "spatial_scale": 1.0},
         lambda x, rois, **_: np.zeros((0, 3, 2, 2)), grad=False),
    Case("_contrib_ROIAlign", [(2, 3, 8, 9), (1, 4)], {"pooled_size": (2, 2), "spatial_scale": 1.0}, raises="bbox"),
    Case("_contrib_ROIAlign", [(2, 3, 8, 9), np.array([[2, 0, 0, 4, 4.0]])],
         {"pooled_size": (2, 2), "spatial_scale": 1.0}, raises="on image 2"),
    Case("_contrib_ROIAlign", [(2, 3, 8, 9), REGIONS], {
        "pooled_size": (2, 2), "spatial_scale": 1.0, "position_sensitive": True}, raises="divided"),
    *(Case("_contrib_RROIAlign", [(2, 3, 8, 9), ROTATED], {"pooled_size": (2, 3), "spatial_scale": 0.7, **params},
           RECORDED, SINGLE, False) for params in ({}, {"sampling_ratio": 2})),
    Case("_contrib_RROIAlign", [(2, 2, 5, 6), ROTATED], {"pooled_size": (2, 2), "spatial_scale": 0.5},
         check=lambda *_: None, dtypes="float64", **FIRST, note="the reference has no gradient"),
    Case("_contrib_RROIAlign", [(2, 3, 8, 9), (1, 5)], {"pooled_size": (2, 2), "spatial_scale": 1.0}, raises="bbox"),
    *(Case("_contrib_PSROIPooling", [(2, 2 * groups ** 2, 8, 9), REGIONS],
           {"spatial_scale": 0.7, "output_dim": 2, "pooled_size": 3, **params}, RECORDED, SINGLE, RECORDED, **FIRST)
      for groups, params in ((3, {}), (2, {"group_size": 2}), (1, {"group_size": 1}))),
    Case("_contrib_PSROIPooling", [(2, 3, 8, 9), REGIONS], {"spatial_scale": 1.0, "output_dim": 2, "pooled_size": 3},
         raises="18 channels"),
    *(Case("_contrib_DeformablePSROIPooling", [(2, 8, 8, 9), REGIONS, *trans],
           {"spatial_scale": 0.7, "output_dim": 2, "group_size": 2, "pooled_size": 3, **params}, RECORDED, SINGLE,
           RECORDED, wrt=(0, 2) if trans else (0,))
      for trans, params in (([], {"no_trans": True, "sample_per_part": 2}),
                            ([(4, 2, 3, 3)], {"trans_std": 0.1, "sample_per_part": 2}),
                            ([(4, 4, 2, 2)], {"trans_std": 0.3, "part_size": 2, "sample_per_part": 3}))),
    Case("_contrib_DeformablePSROIPooling", [(2, 8, 8, 9), REGIONS, (4, 2, 2, 2)], {
        "spatial_scale": 1.0, "output_dim": 2, "group_size": 2, "pooled_size": 3}, raises="trans has shape"),
    _plain(kernel=(3, 3), num_filter=2),
    _plain(kernel=(3, 2), num_filter=4, stride=(2, 1), pad=(1, 2), dilate=(1, 2), num_group=2, num_deformable_group=2,
           bias=False),
    _plain(0.0, kernel=(3, 3), num_filter=2, pad=(1, 1)),
    Case("_contrib_DeformableConvolution", [(1, 4, 6, 7), (1, 18, 3, 4), (2, 4, 3, 3)],
         {"kernel": (3, 3), "num_filter": 2, "no_bias": True}, raises="offset: Shape inconsistent"),
    Case("_contrib_DeformableConvolution", [(1, 4, 6), (1, 18, 3), (2, 4, 3)],
         {"kernel": (3,), "num_filter": 2, "no_bias": True}, raises="2-D|4D"),
    *_modulated(kernel=(3, 3), num_filter=2),
    *_modulated(kernel=(2, 2), num_filter=2, pad=(1, 1), num_deformable_group=2, bias=False),
    Case("_contrib_ModulatedDeformableConvolution", [(1, 4, 6, 7), (1, 18, 4, 5), (1, 8, 4, 5), (2, 4, 3, 3)],
         {"kernel": (3, 3), "num_filter": 2, "no_bias": True}, raises="mask has shape"),
]
