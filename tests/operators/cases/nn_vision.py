"""Cases of the layers that vision networks sample and compare images with."""
import numpy as np

from tests.operators.harness import RECORDED, Case, distinct, uniform

SINGLE = ("float32",)
_BOXES = np.array([[0, 0, 0, 4, 4], [1, 2.4, 1, 7, 9], [0, -2, 3, 20, 5], [1, 5, 5, 2, 2]], "float32")


def _near(*data, scale, multi_input_mode="concat", **_):
    height = data[0].shape[2] * scale
    large = [d.repeat(height // d.shape[2], 2).repeat(height // d.shape[2], 3) for d in data]
    return np.concatenate(large, 1) if multi_input_mode == "concat" else sum(large)


def _columns(data, kernel, stride=(1, 1), **_):
    blocks = np.lib.stride_tricks.sliding_window_view(data, kernel, tuple(range(2, data.ndim)))
    rank = len(kernel)
    blocks = blocks[(slice(None), slice(None), *(slice(None, None, s) for s in stride))]
    order = (0, 1, *range(2 + rank, 2 + 2 * rank), *range(2, 2 + rank))
    return blocks.transpose(order).reshape(len(data), data.shape[1] * np.prod(kernel), -1)


CASES = [
    Case("UpSampling", [(1, 2, 2, 3)], {"scale": 2, "sample_type": "nearest", "num_args": 1}, _near),
    Case("UpSampling", [(1, 2, 2, 3), (1, 2, 4, 6)], {
        "scale": 2, "sample_type": "nearest", "num_args": 2, "multi_input_mode": "sum"}, _near),
    Case("UpSampling", [(1, 2, 2, 3), (1, 1, 2, 3)], {"scale": 2, "sample_type": "nearest", "num_args": 2},
         _near),
    *(Case("UpSampling", [(1, 2, 3, 3), (2, 1, size, size)], {
        "scale": scale, "sample_type": "bilinear", "num_filter": 2, "num_args": 2}, RECORDED, SINGLE,
        RECORDED) for scale, size in ((2, 4), (3, 5))),
    Case("Crop", [(1, 2, 5, 6)], {"h_w": (3, 2), "offset": (1, 2), "num_args": 1},
         lambda x, **_: x[:, :, 1:4, 2:4]),
    Case("Crop", [(1, 2, 5, 6), (1, 1, 3, 3)], {"center_crop": True, "num_args": 2},
         lambda x, *_, **__: x[:, :, 1:4, 1:4]),
    Case("Crop", [(1, 2, 5, 6)], {"h_w": (6, 2), "num_args": 1}, raises="does not fit"),
    Case("GridGenerator", [(2, 6)], {"transform_type": "affine", "target_shape": (3, 4)}, RECORDED, SINGLE,
         RECORDED),
    Case("GridGenerator", [(2, 2, 3, 4)], {"transform_type": "warp"}, RECORDED, SINGLE, RECORDED),
    Case("GridGenerator", [(2, 5)], {"transform_type": "affine", "target_shape": (3, 4)},
         raises="affine matrix"),
    Case("BilinearSampler", [(2, 3, 4, 5), uniform((2, 2, 3, 3), -1.2, 1.2)], {}, RECORDED, SINGLE, RECORDED),
    Case("SpatialTransformer", [(2, 2, 4, 5), (2, 6)], {
        "transform_type": "affine", "sampler_type": "bilinear", "target_shape": (3, 4)}, RECORDED, SINGLE,
        RECORDED),
    Case("ROIPooling", [distinct((2, 3, 8, 9)), _BOXES], {"pooled_size": (2, 3), "spatial_scale": 1.0},
         RECORDED, SINGLE, RECORDED, wrt=(0,)),
    Case("ROIPooling", [distinct((2, 3, 8, 9)), _BOXES], {"pooled_size": (3, 3), "spatial_scale": 0.7},
         RECORDED, SINGLE, RECORDED, wrt=(0,)),
    *(Case("Correlation", [(1, 2, 6, 7), (1, 2, 6, 7)], {
        "kernel_size": kernel, "max_displacement": 2, "stride1": 2, "stride2": 1, "pad_size": 3,
        "is_multiply": multiply}, RECORDED, SINGLE, RECORDED)
      for kernel, multiply in ((1, True), (3, True), (3, False))),
    Case("Correlation", [(1, 2, 3, 3), (1, 2, 3, 3)], {"max_displacement": 4}, raises="don't fit"),
    Case("im2col", [(2, 2, 5, 4)], {"kernel": (2, 3), "stride": (2, 1)}, _columns),
    Case("im2col", [(2, 2, 6)], {"kernel": (3,)}, lambda x, kernel: _columns(x, kernel, (1,))),
    Case("im2col", [(1, 2, 5, 5)], {"kernel": (2, 3), "pad": (1, 0), "dilate": (2, 1)}, RECORDED, SINGLE,
         RECORDED),
    Case("col2im", [(1, 12, 9)], {"output_size": (5, 5), "kernel": (2, 3), "pad": (1, 0), "dilate": (2, 1),
                                   "stride": (2, 1)}, RECORDED, SINGLE, RECORDED),
    Case("col2im", [(1, 12, 7)], {"output_size": (5, 5), "kernel": (2, 3)}, raises="data has shape"),
]
