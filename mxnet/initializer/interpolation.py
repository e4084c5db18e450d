"""The bilinear kernel of upsampling layers."""
import math

import numpy


def bilinear_kernel(shape: tuple[int, ...]) -> numpy.ndarray:
    """Return the interpolation kernel, the same for every pair of channels; shape is NCHW.

    As in MXNet the width alone determines the kernel's centre and slope, even if the height differs.
    """
    if len(shape) != 4:
        raise ValueError(f"a bilinear kernel has 4 axes; got shape {shape}")
    half = math.ceil(shape[3] / 2.0)
    centre = (2 * half - 1 - half % 2) / (2.0 * half)
    column, row = (1 - abs(numpy.arange(size) / half - centre) for size in shape[2:])
    return numpy.broadcast_to(numpy.outer(column, row).astype("float32"), shape).copy()
