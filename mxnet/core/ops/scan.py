"""Running totals along an axis."""
import numpy as np
import torch

from ..op import Array, DType, op
from ..op.frames import TypeFrame
from .layout import axis_of


def _cumsum_type(types: TypeFrame, p) -> None:
    types.out = p.dtype or (torch.int64 if types.a is torch.bool else types.a)


@op("_np_cumsum", aliases=("cumsum",), types=_cumsum_type)
def cumsum(a: Array, *, axis: int | None = None, dtype: DType | None = None) -> Array:
    """Compute the cumulative sum of elements along an axis.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis to add along; by default the array is flattened first.
    dtype
        Type of the sums; that of ``a`` by default, int64 for bool.

    Returns
    -------
    An array of every partial sum, of the shape of ``a``, or a vector.

    Examples
    --------
    >>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]), axis=0).tolist()
    [[1.0, 2.0], [4.0, 6.0]]
    """
    dtype = dtype or (torch.int64 if a.dtype is torch.bool else a.dtype)
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = axis_of(axis, a.dim())
    if dtype is torch.float16 and a.device.type == "cpu":  # each partial sum is rounded
        return torch.from_numpy(np.cumsum(a.detach().numpy(), axis, dtype=np.float16))
    wide = torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype
    return a.cumsum(axis, dtype=wide).to(dtype)


@cumsum.gradient
def cumsum_gradient(grad, a, *, p):
    if p.axis is None:
        return grad.flip(0).cumsum(0).flip(0).reshape(a.shape).to(a.dtype)
    return grad.flip(p.axis).cumsum(p.axis).flip(p.axis).to(a.dtype)
