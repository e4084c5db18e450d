"""Runs the operator tables on a GPU and holds the results to the CPU's."""
import numpy as np
import pytest
import torch

import mxnet as mx
from tests.operators.harness import call_imperative, load

# What another order of additions may cost; cuDNN's float32 layers may use TF32 there.
TOLERANCE = {"float16": 5e-3, "float32": 2e-4, "float64": 1e-7}
TF32 = ("RNN", "Convolution", "Deconvolution", "Convolution_v1", "_contrib_DeformableConvolution",
        "_contrib_ModulatedDeformableConvolution")

# Images of whole numbers are computed in float32, and fractions cut off: 126.99999 may be 127 elsewhere.
ROUNDED = ("_image_random_hue",)

# Without a GPU there is one skipped test, not thousands.
CASES = [case for case in load() if case.raises is None and case.check is None and torch.cuda.is_available()]


@pytest.mark.gpu
@pytest.mark.parametrize(("case", "dtype"), [
    pytest.param(case, dtype, id=f"{case.id}-{dtype}") for case in CASES for dtype in case.dtypes])
def test_gpu(case, dtype):
    arrays = case.draw(dtype)
    heads = case.heads if case.grad else None
    expected = call_imperative(mx, case, arrays, heads)
    with mx.gpu(0):
        found = call_imperative(mx, case, arrays, heads)
    for kind, ours, theirs in zip(("output", "gradient", "input"), found, expected, strict=True):
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert a.dtype == b.dtype and a.shape == b.shape, f"{kind} {index}"
            tolerance = 1e-2 if case.op in TF32 and b.dtype == np.float32 else TOLERANCE.get(b.dtype.name, 0)
            apart = 1 if case.op in ROUNDED and b.dtype == np.uint8 else tolerance
            np.testing.assert_allclose(a.astype("float64"), b.astype("float64"), rtol=tolerance, atol=apart,
                                       err_msg=f"{kind} {index}")
