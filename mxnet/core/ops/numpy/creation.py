"""Array creation, from scratch or like another array."""
import math

import torch

from ...op import Array, Device, Double, DType, Long, Shape, op, types
from ..arithmetic import to_whole, wrap_scalar
from ..init import progression


def _given_shape(shape, p) -> None:
    if all(size >= 0 for size in p.shape):
        shape.out = tuple(p.shape)
    else:
        shape.out = tuple(-1 if size < 0 else size for size in p.shape)



def _declare_filled(name: str, kernel, text: str) -> None:
    def body(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
        return kernel(shape, dtype=dtype, device=device)
    body.__doc__ = text
    op(name, shapes=_given_shape, types=types.from_param, differentiable=False)(body)


_declare_filled("_npi_zeros", torch.zeros, "Make an array of zeros.")
_declare_filled("_npi_ones", torch.ones, "Make an array of ones.")


@op("_npi_identity", shapes=_given_shape, types=types.from_param, differentiable=False)
def identity(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make a square matrix with ones on its diagonal."""
    return torch.eye(shape[0], dtype=dtype, device=device)


@op("_npi_full_like", types=types.from_param, differentiable=False)
def full_like(a: Array, *, fill_value: Double, ctx: str = "", dtype: DType | None = None):
    """Make an array of another one's shape with one value everywhere."""
    kind = dtype or a.dtype
    if kind is torch.bool:
        fill_value = bool(fill_value)
    elif not kind.is_floating_point:
        fill_value = wrap_scalar(fill_value, kind)
    return torch.full(a.shape, fill_value, dtype=kind, device=a.device)


@full_like.infer_shape
def full_like_shape(shape, p) -> None:
    shape.out = shape.a


@op("_npi_arange", types=types.from_param, differentiable=False)
def arange(*, start: Double, stop: Double | None = None, step: Double = 1.0, repeat: int = 1,
           infer_range: bool = False, ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make evenly spaced numbers from ``start`` up to but not including ``stop``; possibly none."""
    start, stop = (0.0, start) if stop is None else (start, stop)
    return progression(start, step, _count(start, stop, step), repeat, dtype, device)


def _count(start: float, stop: float, step: float) -> int:
    return max(math.ceil((stop - start) / step), 0)


@arange.infer_shape
def arange_shape(shape, p) -> None:
    start, stop = (0.0, p.start) if p.stop is None else (p.start, p.stop)
    shape.out = (_count(start, stop, p.step) * p.repeat,)


@op("_npi_eye", types=types.from_param, differentiable=False)
def eye(*, N: Long, M: Long | None = None, k: Long = 0, ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Make ones on the diagonal that is ``k`` to the right of the main one, and zeros elsewhere."""
    columns = N if M is None else M
    made = torch.zeros(N, columns, dtype=dtype, device=device)
    if -N < k < columns:
        made.diagonal(k).fill_(1)
    return made


@op("_npi_indices", types=types.from_param, differentiable=False)
def indices(*, dimensions: Shape, dtype: DType = torch.int32, ctx: str = "", device: Device):
    """Return for each axis of a grid the index of every element along it."""
    axes = torch.meshgrid(*[torch.arange(size, device=device) for size in dimensions], indexing="ij") \
        if dimensions else ()
    return torch.stack(axes).to(dtype) if axes else torch.zeros(0, dtype=dtype, device=device)


def _spaced(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    return values.to(dtype) if dtype.is_floating_point else to_whole(values, dtype)


@op("_npi_logspace", types=types.from_param, differentiable=False)
def logspace(*, start: Double, stop: Double, num: int, endpoint: bool = True, base: Double = 10.0, ctx: str = "",
             dtype: DType = torch.float32, device: Device):
    """Make numbers evenly spaced on a logarithmic scale, from ``base ** start`` to ``base ** stop``."""
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    powers = torch.arange(num, dtype=torch.float64, device=device) * step + start
    return _spaced(torch.pow(base, powers), dtype)


# ---- windows ------------------------------------------------------------------------------------

_WINDOWS = {"hanning": (0.5, 0.5, 0.0), "hamming": (0.54, 0.46, 0.0), "blackman": (0.42, 0.5, 0.08)}


def _declare_window(name: str, level: float, first: float, second: float) -> None:
    def body(*, M: Long | None = None, ctx: str = "", dtype: DType = torch.float32, device: Device):
        if M is None or M <= 0:
            return torch.empty(0, dtype=dtype, device=device)
        if M == 1:
            return torch.ones(1, dtype=dtype, device=device)
        angle = torch.arange(M, dtype=torch.float64, device=device) * (2 * math.pi / (M - 1))
        return _spaced(level - first * torch.cos(angle) + second * torch.cos(2 * angle), dtype)
    body.__doc__ = f"Make the {name} window of ``M`` points."
    op(f"_npi_{name}", types=types.from_param, differentiable=False)(body)


for _name, _row in _WINDOWS.items():
    _declare_window(_name, *_row)
