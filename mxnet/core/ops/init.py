"""Arrays from nothing: zeros, ones, full, ranges, identity."""
from math import ceil

import torch

from ..op import Array, Device, DType, Shape, op, shapes, types


def _shape_from_param(shape, p) -> None:
    if p.shape is not None:
        shape.out = tuple(-1 if size == 0 else size for size in p.shape) if p.shape else None


@op("_zeros", types=types.from_param, differentiable=False)
def zeros(*, shape: Shape | None = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make an array of zeros."""
    return torch.zeros(shape or (), dtype=dtype, device=device)


@op("_ones", types=types.from_param, differentiable=False)
def ones(*, shape: Shape | None = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make an array of ones."""
    return torch.ones(shape or (), dtype=dtype, device=device)


@op("_full", types=types.from_param, differentiable=False)
def full(*, shape: Shape | None = None, ctx: str = "", dtype: DType = torch.float32, value: float, device: Device):
    """Make an array with one value everywhere."""
    return torch.full(shape or (), value if dtype.is_floating_point else int(value), dtype=dtype, device=device)
