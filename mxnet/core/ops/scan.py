"""Running totals along an axis."""
import torch

from ..op import Array, DType, op
from ..op.frames import TypeFrame
from .layout import axis_of


def _cumsum_type(types: TypeFrame, p) -> None:
    types.out = p.dtype or (torch.int64 if types.a is torch.bool else types.a)


@op("_np_cumsum", aliases=("cumsum",), types=_cumsum_type)
def cumsum(a: Array, *, axis: int | None = None, dtype: DType | None = None) -> Array:
    """Add up elements along an axis, or over the flattened array, keeping every partial sum."""
    dtype = dtype or (torch.int64 if a.dtype is torch.bool else a.dtype)
    if axis is None:
        a, axis = a.reshape(-1), 0
    wide = torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype
    return a.cumsum(axis_of(axis, a.dim()), dtype=wide).to(dtype)
