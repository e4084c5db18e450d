"""Pooling in one to three dimensions.

torch's pooling kernels are used where their windows equal MXNet's. They differ for padding over half the kernel, for
the "same" convention, and where the "full" one has windows that begin past the data: in these cases data is padded
first, and averages are divided by the counts of MXNet's windows.
"""
from functools import cached_property, lru_cache
from math import prod
from typing import Annotated, Literal, NamedTuple

import torch
from torch.nn import functional

from ... import order
from ...errors import MXNetError
from ...op import Array, Extent, Params, Shape, op, types
from ...torch_private import tape_gradients
from ...tuning import NARROW_PLACES_FROM_ELEMENTS, POOL_OUR_WAY_FROM_ELEMENTS
from ..arithmetic import indicator
from .spatial import channels_last, first, last, per_axis, spread, to_first

_aten = torch.ops.aten
_MAX = {2: _aten.max_pool2d_with_indices.default, 3: _aten.max_pool3d_with_indices.default}
_MAX_BACKWARD = {2: _aten.max_pool2d_with_indices_backward.default,
                 3: _aten.max_pool3d_with_indices_backward.default}
_MAX_PREDICT = {2: torch.max_pool2d, 3: torch.max_pool3d}
_AVERAGE = {2: functional.avg_pool2d, 3: functional.avg_pool3d}
_compiling = torch.compiler.is_compiling
_exporting = getattr(torch.compiler, "is_exporting", _compiling)
_AVERAGE_BACKWARD = {2: _aten.avg_pool2d_backward.default, 3: _aten.avg_pool3d_backward.default}


def windows(sizes, kernel, stride, pad, convention: str) -> tuple:
    """Count the windows along each axis; an unknown size (-1) has an unknown count."""
    counts = []
    for size, k, s, q in zip(sizes, kernel, stride, pad):
        if size == -1:
            counts.append(-1)
        elif convention == "same":
            counts.append(-(-size // s))
        elif k > size + 2 * q:
            raise MXNetError(f"kernel size ({k}) exceeds input ({size} padded to {size + 2 * q})")
        else:
            room = size + 2 * q - k
            counts.append(1 + (room // s if convention == "valid" else -(-room // s)))
    return tuple(counts)


class Plan:
    """How one shape is pooled with given params, channels first."""

    def __init__(self, shape: tuple, p) -> None:
        rank = len(shape) - 2
        if rank not in (1, 2, 3):
            raise MXNetError("Pooling: Input data should be 3D in (batch, channel, x) Or 4D in (batch, "
                             f"channel, y, x)  Or 5D in (batch, channel, d, y, x); got {rank + 2} axes")
        self.turned = channels_last(p.get("layout"), rank)
        sizes = (to_first(shape) if self.turned else tuple(shape))[2:]
        self.kind, self.convention = p.pool_type, p.pooling_convention
        self.power = self._power(p)
        self.everything = p.global_pool
        if p.global_pool:
            self.kernel, self.stride, self.pad = sizes, (1,) * rank, (0,) * rank
            self.convention = "valid"
        else:
            if len(p.kernel) != rank:
                raise MXNetError(f"Pooling: kernel has {len(p.kernel)} axes, data of shape {list(shape)} "
                                 f"needs {rank}")
            self.kernel = p.kernel
            self.stride = per_axis(p.stride, rank, 1, "stride")
            self.pad = per_axis(p.pad[:rank], rank, 0, "pad")  # MXNet reads no further
        if self.kind in ("avg", "max") and "layout" in p and any(q >= k for k, q in zip(self.kernel, self.pad)):
            raise MXNetError(f"pad {self.pad} has to be less than kernel {self.kernel}: a window of padding alone "
                             "has no elements")
        if self.convention == "same" and (rank > 1 or any(self.pad)):
            raise MXNetError("Same pooling convention is for 1-D data and disables the use of pad parameter")
        include = p.get("count_include_pad")
        self.include_pad = include is None or include
        self.sizes = sizes
        self.counts = (1,) * rank if p.global_pool else windows(sizes, self.kernel, self.stride, self.pad,
                                                                self.convention)

    @staticmethod
    def _power(p) -> int:
        if p.pool_type != "lp":
            return 1
        if p.p_value not in (1, 2, 3):
            raise MXNetError(f"p value of {p.p_value} is not supported yet; expected 1, 2 or 3")
        return p.p_value

    def out_shape(self, shape: tuple) -> tuple:
        if self.turned:
            return (shape[0], *self.counts, shape[-1])
        return (*shape[:2], *self.counts)

    @cached_property
    def fits_torch(self) -> bool:
        """Return whether torch's own windows are the required ones."""
        if self.convention == "same" or any(2 * q > k for k, q in zip(self.kernel, self.pad)):
            return False
        if len(self.kernel) == 3 and self.kind != "max" and any(k > size for k, size in zip(self.kernel, self.sizes)):
            return False  # windows that are larger than the data without its padding
        return all((count - 1) * s < size + q
                   for count, s, size, q in zip(self.counts, self.stride, self.sizes, self.pad))

    def geometry(self) -> tuple:
        """Return kernel, stride and pad for torch's 2-D and 3-D kernels; 1-D data gets an extra axis."""
        if len(self.kernel) == 1:
            return (1, *self.kernel), (1, *self.stride), (0, *self.pad)
        return self.kernel, self.stride, self.pad

    def ceil(self) -> bool:
        return self.convention == "full"

    def divisor(self) -> int | None:
        return None if self.kind == "avg" else 1

    @cached_property
    def separable(self) -> bool:
        """Return whether windows may be reduced by rows and then by columns, whole arrays at a time."""
        if len(self.kernel) != 2 or not 1 < max(self.kernel) <= 5:
            return False
        if self.kind == "max":
            return True
        ends = [right <= q for (_, right), q in zip(reach(self), self.pad)]
        return all(ends) and (self.include_pad or not any(self.pad))

    @cached_property
    def tiles(self) -> bool:
        """Return whether windows of two axes tile the data."""
        return len(self.kernel) == 2 and self.kernel == self.stride and not any(self.pad) \
            and all(k * count == size for k, count, size in zip(self.kernel, self.counts, self.sizes))


_PARAMS = ("kernel", "pool_type", "global_pool", "pooling_convention", "stride", "pad", "p_value",
           "count_include_pad", "layout")


@lru_cache(maxsize=1024)
def _kept(shape, *params) -> Plan:
    return Plan(shape, Params(zip(_PARAMS, params)))


def planned(shape, *params) -> Plan:
    """Return the cached plan for a shape; a tracer's symbolic shapes cannot be looked up."""
    return Plan(shape, Params(zip(_PARAMS, params))) if _exporting() or _compiling() else _kept(shape, *params)


# torch's CPU kernels are slow on large channels-first images: one window at a time, element by element. Images from
# POOL_OUR_WAY_FROM_ELEMENTS on use one of the two methods below, and so does max pooling by tiles with channels last,
# where torch also finds the places of maxima, which prediction does not need.


def _is_large(data: Array) -> bool:
    if _exporting():  # an exported program is for any batch, and other kernels are chosen there
        return False
    return data.numel() >= POOL_OUR_WAY_FROM_ELEMENTS and data.is_cpu and data.dim() == 4


def _is_planar(data: Array) -> bool:
    return _is_large(data) and data.is_contiguous()


def _is_tiled(data: Array, plan: Plan) -> bool:
    """Return whether maxima are taken of tiles of images with their channels last."""
    return plan.kind == "max" and plan.tiles and plan.separable and _is_large(data) \
        and data.is_contiguous(memory_format=torch.channels_last)


def _joined(data: Array, plan: Plan) -> Array:
    """Pool images with a few operations on slices; the result has their order in memory."""
    maximum = plan.kind == "max"
    amounts = [side for pair in reversed(reach(plan)) for side in pair]
    if any(amount > 0 for amount in amounts):
        data = functional.pad(data, amounts, value=-torch.inf if maximum else 0)
    join, everything = torch.maximum if maximum else torch.add, slice(None)
    for after, k, s, count in zip((1, 0), plan.kernel, plan.stride, plan.counts):
        whole, rest = data, (everything,) * after
        for begin in range(k):
            place = (..., slice(begin, begin + (count - 1) * s + 1, s), *rest)
            data = join(data, whole[place]) if begin else whole[place]
    if plan.kind == "avg":
        return data * (1 / prod(plan.kernel))
    return data if data.is_contiguous(memory_format=torch.channels_last) else data.contiguous()


def _pooled(data: Array, plan: Plan) -> Array:
    """Pool channels-first data of at least two spatial axes with torch's windows."""
    kernel, stride, pad = plan.geometry()
    rank = len(kernel)
    taped = data.requires_grad and torch.is_grad_enabled()
    if not taped and _is_tiled(data, plan):
        return _joined(data, plan)
    if _is_planar(data):
        if plan.separable and (not taped or plan.kind != "max" and not plan.tiles):
            return _joined(data, plan)
        if taped and (plan.kind == "max" and data.shape[1] >= 4 or plan.separable):
            return _PlanarFunction.apply(data, plan)
    if plan.kind == "max":
        return _MAX_PREDICT[rank](data, kernel, stride, pad, 1, plan.ceil())
    return _AVERAGE[rank](data, kernel, stride, pad, plan.ceil(), plan.include_pad, plan.divisor())


def reach(plan: Plan) -> list[tuple[int, int]]:
    """Return (left, right) padding along each axis that completes every window."""
    return [(q, (count - 1) * s + k - size - q)
            for size, k, s, q, count in zip(plan.sizes, plan.kernel, plan.stride, plan.pad, plan.counts)]


def _padded(data: Array, plan: Plan) -> Array:
    """Pool with MXNet's windows where they differ from torch's."""
    kernel, stride, _ = plan.geometry()
    amounts = [side for pair in reversed(reach(plan)) for side in pair]
    rank = len(kernel)
    if plan.kind == "max":
        filled = functional.pad(data, amounts, value=torch.finfo(data.dtype).min)
        return _MAX_PREDICT[rank](filled, kernel, stride)
    total = _AVERAGE[rank](functional.pad(data, amounts), kernel, stride, 0, False, True, 1)
    return total / members(plan, data) if plan.kind == "avg" else total


def members(plan: Plan, like: Array) -> Array:
    """Count the elements of each window: those in data, or in data and its declared padding."""
    whole = torch.ones((), dtype=like.dtype, device=like.device)
    for size, k, s, q, count in zip(plan.sizes, plan.kernel, plan.stride, plan.pad, plan.counts):
        begin = torch.arange(count, device=like.device) * s - q
        end = (begin + k).clamp(max=size + q)
        if not plan.include_pad:
            begin, end = begin.clamp(min=0), end.clamp(max=size)
        whole = whole.unsqueeze(-1) * (end - begin).clamp(min=1).to(like.dtype)
    if len(plan.sizes) == 1:
        whole = whole.unsqueeze(0)
    return whole


def _rooted(total: Array, power: int) -> Array:
    """Take the p-th root; zero has a zero gradient, as in MXNet."""
    if power == 1:
        return total
    empty = total == 0
    safe = torch.where(empty, torch.ones_like(total), total)
    root = safe.sqrt() if power == 2 else safe.sign() * safe.abs().pow(1 / 3)
    return torch.where(empty, torch.zeros_like(total), root)


def pool(data: Array, plan: Plan) -> Array:
    """Pool data of any layout."""
    dtype = data.dtype
    if dtype is torch.float16 and data.device.type == "cpu":
        data = data.float()
    if plan.turned:
        data = first(data)
    if plan.power > 1:
        data = data.pow(plan.power)
    if plan.everything and plan.kind != "max":
        axes = tuple(range(2, data.dim()))
        out = data.mean(axes, keepdim=True) if plan.kind == "avg" else data.sum(axes, keepdim=True)
    else:
        single = data.dim() == 3
        out = (_pooled if plan.fits_torch else _padded)(data.unsqueeze(2) if single else data, plan)
        out = out.squeeze(2) if single else out
    out = _rooted(out, plan.power).to(dtype)
    return last(out) if plan.turned else out


# ---- training -------------------------------------------------------------------------------------

class _Taped:
    """A pooling on torch's tape, for cases without a single backward kernel."""

    __slots__ = ("data", "out")

    def __init__(self, data: Array, plan: Plan) -> None:
        with torch.enable_grad():
            self.data = data.data.requires_grad_()  # .data: it may be overwritten before backward
            self.out = pool(self.data, plan)

    def gradient(self, grad: Array) -> Array:
        found, = tape_gradients((self.out,), (self.data,), (grad,), True)
        return found.contiguous() if 0 in found.stride() else found  # its own memory, all of it


def _simple(data: Array, plan: Plan) -> bool:
    """Return whether one backward kernel suffices."""
    half = data.dtype is torch.float16 and data.device.type == "cpu"
    return plan.fits_torch and plan.power == 1 and not (plan.turned or half or data.dim() == 3)


class _Layout(NamedTuple):
    """All that gradients read of the data: kernels take a tensor, but none of its values."""

    shape: torch.Size
    stride: tuple[int, ...]
    dtype: torch.dtype

    def tensor(self) -> Array:
        """Return a tensor of this layout whose memory is never accessed."""
        return torch.empty_strided(self.shape, self.stride, dtype=self.dtype, device="cpu")

    def order(self) -> torch.memory_format:
        """Return the order in which gradients meet those of other layers."""
        last = len(self.shape) == 4 and self.stride[1] == 1 != self.shape[1]
        return torch.channels_last if last else torch.contiguous_format


def _layout(data: Array) -> Array | _Layout:
    """Return what is kept of the data; a device would have to allocate it again, so there it is the data itself."""
    if not data.is_cpu or torch.compiler.is_compiling():
        return data
    return _Layout(data.shape, data.stride(), data.dtype)


def pool_train(data: Array, plan: Plan) -> tuple:
    """Return the output and what `pool_gradient` needs."""
    if not _simple(data, plan):
        taped = _Taped(data, plan)
        return taped.out.data, taped
    if plan.kind == "max":
        return _maxima(data, plan)
    kept = _layout(data)
    return pool(data, plan), (data.shape if plan.everything and kept is data else kept, None)


def _maxima(data: Array, plan: Plan) -> tuple:
    """Return the maxima of channels-first data, its layout, and the places of the maxima."""
    kernel, stride, pad = plan.geometry()
    if _is_planar(data) and data.shape[1] >= 4:
        out, places = _MAX[2](order.channels_last(data), kernel, stride, pad, 1, plan.ceil())
        return order.contiguous(out), (_layout(data), places.contiguous())
    out, places = _MAX[len(kernel)](data, kernel, stride, pad, 1, plan.ceil())
    return out, (_layout(data), _narrow(places, plan))


def _narrow(places: Array, plan: Plan) -> Array:
    """Return the indices of maxima as they are saved; each is less than the size of an image plane."""
    fits = prod(plan.sizes) <= torch.iinfo(torch.int16).max
    narrow = fits and places.is_cuda and places.numel() >= NARROW_PLACES_FROM_ELEMENTS
    return places.to(torch.int16) if narrow else places


def pool_gradient(grad: Array, saved) -> Array:
    (kept, places), plan = saved
    if plan.everything and plan.kind != "max":
        share = 1 / prod(plan.sizes) if plan.kind == "avg" else 1
        if not isinstance(kept, _Layout):  # but a shape: the gradient of a mean or sum needs no values
            return (grad * share).expand(kept).contiguous()
        return torch.empty(kept.shape, dtype=kept.dtype, device="cpu", memory_format=kept.order()).copy_(grad * share)
    if plan.kind != "max" and plan.tiles and grad.is_cpu and grad.is_contiguous():
        return spread(grad / prod(plan.kernel) if plan.kind == "avg" else grad, *plan.kernel)
    kernel, stride, pad = plan.geometry()
    rank = len(kernel)
    if isinstance(kept, _Layout):
        kept = kept.tensor()
    if plan.kind == "max":
        if rank == 2 and grad.is_cpu:
            grad = _ordered_like(kept, grad)
        return _MAX_BACKWARD[rank](grad, kept, kernel, stride, pad, [1] * rank, plan.ceil(), places.long())
    return _AVERAGE_BACKWARD[rank](grad, kept, kernel, stride, pad, plan.ceil(), plan.include_pad,
                                   plan.divisor())


def _ordered_like(data: Array, grad: Array) -> Array:
    """Return the output gradient in the memory order of the data: else the kernel copies its own output, both ways."""
    last = data.is_contiguous(memory_format=torch.channels_last) and not data.is_contiguous()
    return order.channels_last(grad) if last else order.contiguous(grad)


class _PlanarFunction(torch.autograd.Function):
    """Puts large planar images on the tape with this module's own training forward and gradient."""

    @staticmethod
    def forward(ctx, data, plan):
        # Channels are first here, and roots come later, whatever the plan says.
        out, (_, places) = _maxima(data, plan) if plan.kind == "max" else (_pooled(data, plan), (None, None))
        ctx.plan = plan
        ctx.save_for_backward(data, *([] if places is None else [places]))
        return out

    @staticmethod
    def backward(ctx, grad):
        data, places = (*ctx.saved_tensors, None)[:2]
        return pool_gradient(grad, ((data.detach(), places), ctx.plan)), None


# ---- the operators --------------------------------------------------------------------------------

def _takes_largest(p) -> bool:
    """Return whether windows contain only data; other conventions may include padding, which counts."""
    return p.pool_type == "max" and (p.global_pool or p.pooling_convention == "valid")


@op("Pooling", accepts=types.FLOATING, named_input=True, fresh_gradients=True, takes_largest=_takes_largest)
def pooling(data: Array, *, kernel: Annotated[Shape, Extent()] = (),
            pool_type: Literal["avg", "lp", "max", "sum"] = "max", global_pool: bool = False, cudnn_off: bool = False,
            pooling_convention: Literal["full", "same", "valid"] = "valid", stride: Annotated[Shape, Extent()] = (),
            pad: Shape = (), p_value: int | None = None, count_include_pad: bool | None = None,
            layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"] | None = None):
    """Reduce each window of the spatial axes to its maximum, mean, sum or p-norm.

    The p-norm is ``sum(abs(x) ** p_value) ** (1 / p_value)``. Along each axis there are
    ``(size + 2 * pad - kernel) / stride + 1`` windows, rounded as ``pooling_convention`` says.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, *sizes)``, with one to three axes of size, or as ``layout`` has it.
    kernel
        Size of a window, per axis. It may be left out with ``global_pool``.
    pool_type
        What a window is reduced to: its mean ``avg``, its p-norm ``lp``, its maximum or its sum.
    global_pool
        Let one window cover the whole image; kernel, stride and pad are then ignored.
    pooling_convention
        How the number of windows is rounded: down by ``valid``, up by ``full``. With ``same`` there are
        ``size / stride`` windows, rounded up, of one axis only.
    stride
        Distance between windows, per axis; 1 by default.
    pad
        Padding on both sides, per axis; it is never a maximum. 0 by default.
    p_value
        The power of ``lp``: 1, 2 or 3.
    count_include_pad
        Whether a mean counts padding, as zeros. True by default.
    layout
        The order of axes: batch N, channels C, depth D, height H, width W. Channels come after the batch by default.

    Returns
    -------
    Array of shape ``(batch, channels, *windows)``, or in the layout of the data.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mx.nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type="max")[0, 0].asnumpy().tolist()
    [[5.0, 7.0], [13.0, 15.0]]
    >>> mx.nd.Pooling(image, global_pool=True, pool_type="avg").asnumpy().tolist()
    [[[[7.5]]]]
    """
    return pool(data, planned(data.shape, kernel, pool_type, global_pool, pooling_convention, stride, pad,
                              p_value, count_include_pad, layout))


@pooling.infer_shape
def pooling_shape(shape, p) -> None:
    shape.out = Plan(shape.data, p).out_shape(shape.data)


@pooling.forward_train
def pooling_train(data, **params):
    plan = planned(data.shape, *[params[name] for name in _PARAMS])
    out, kept = pool_train(data, plan)
    return out, kept if isinstance(kept, _Taped) else (kept, plan)


pooling_train.keeps_output = lambda p: p.pool_type == "lp"  # whose root torch differentiates from its result
pooling_train.keeps_input = True


@pooling.fast_gradient
def pooling_gradient(grad, saved):
    return saved.gradient(grad) if isinstance(saved, _Taped) else pool_gradient(grad, saved)


@pooling.lower
def pooling_kernel(call):
    shape, dtype = call.specs[0]
    plan = Plan(shape, call.p)
    if dtype is not torch.float16 and len(shape) > 3 and plan.fits_torch and plan.power == 1 \
            and not plan.turned and not plan.everything:
        kernel, stride, pad = plan.geometry()
        ceil, rank = plan.ceil(), len(kernel)
        if prod(shape) >= POOL_OUR_WAY_FROM_ELEMENTS and rank == 2 and (plan.separable or plan.kind == "max"):
            return lambda data: _pooled(data, plan)
        if plan.kind == "max":
            maximum = _MAX_PREDICT[rank]
            return lambda data: maximum(data, kernel, stride, pad, 1, ceil)
        average, include, divisor = _AVERAGE[rank], plan.include_pad, plan.divisor()
        return lambda data: average(data, kernel, stride, pad, ceil, include, divisor)
    return lambda data: pool(data, plan)


@op("Pooling_v1", accepts=types.FLOATING)
def pooling_v1(data: Array, *, kernel: Annotated[Shape, Extent()] = (), pool_type: Literal["avg", "max", "sum"] = "max",
               global_pool: bool = False, pooling_convention: Literal["full", "valid"] = "valid",
               stride: Annotated[Shape, Extent()] = (), pad: Shape = ()):
    """Reduce each window of two spatial axes, as in MXNet's first releases.

    Padding holds zeros, for a maximum too, and a mean divides by the whole kernel.

    Parameters
    ----------
    data
        Images of shape ``(batch, channels, height, width)``.
    kernel
        Height and width of a window. It may be left out with ``global_pool``.
    pool_type
        What a window is reduced to: its mean ``avg``, its maximum or its sum.
    global_pool
        Let one window cover the whole image.
    pooling_convention
        How the number of windows is rounded: down by ``valid``, up by ``full``.
    stride
        Distance between windows, per axis; 1 by default.
    pad
        Zeros on both sides, per axis; none by default.

    Returns
    -------
    Array of shape ``(batch, channels, rows, columns)``.

    Examples
    --------
    >>> image = mx.nd.array([[-1, -2], [-3, -4]]).reshape((1, 1, 2, 2))
    >>> mx.nd.Pooling_v1(image, kernel=(2, 2), stride=(2, 2), pad=(1, 1)).asnumpy().ravel().tolist()
    [0.0, 0.0, 0.0, 0.0]
    >>> mx.nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pad=(1, 1)).asnumpy().ravel().tolist()
    [-1.0, -2.0, -3.0, -4.0]
    """
    plan = _v1_plan(data.shape, Params(kernel=kernel, pool_type=pool_type, global_pool=global_pool,
                                       pooling_convention=pooling_convention, stride=stride, pad=pad))
    padded = _v1_padded(data, plan)
    if pool_type == "max":
        return torch.max_pool2d(padded, plan.kernel, plan.stride)
    total = _AVERAGE[2](padded, plan.kernel, plan.stride, 0, False, True, 1)
    return total / prod(plan.kernel) if pool_type == "avg" else total


def _v1_padded(data: Array, plan: Plan) -> Array:
    """Pad with zeros; "full" windows may reach beyond that, where nothing counts."""
    padded = functional.pad(data, [side for q in reversed(plan.pad) for side in (q, q)])
    beyond = [side for pair, q in zip(reversed(reach(plan)), reversed(plan.pad))
              for side in (0, max(pair[1] - q, 0))]
    return functional.pad(padded, beyond, value=-torch.inf if plan.kind == "max" else 0)


def _v1_max_gradient(grad, data, out, *, p):
    """Give all elements that equal the maximum of a window, ties included, the whole gradient of that window."""
    plan = _v1_plan(data.shape, p)
    if plan.everything:
        return indicator(torch.eq, data, out).mul_(grad)
    padded = _v1_padded(data, plan)
    found, (rows, columns), (down, right) = torch.zeros_like(padded), out.shape[2:], plan.stride
    for i in range(plan.kernel[0]):
        for j in range(plan.kernel[1]):
            place = ..., slice(i, i + down * (rows - 1) + 1, down), slice(j, j + right * (columns - 1) + 1, right)
            found[place] += indicator(torch.eq, padded[place], out).mul_(grad)
    (top, left), (height, width) = plan.pad, data.shape[2:]
    return found[..., top:top + height, left:left + width].contiguous()


pooling_v1.fast_gradient(_v1_max_gradient, when=lambda p: p.pool_type == "max")


def _v1_plan(shape, p) -> Plan:
    if len(shape) != 4:
        raise MXNetError(f"Pooling: Input data should be 4D in (batch, channel, y, x); got {len(shape)} axes")
    return Plan(shape, p)


@pooling_v1.infer_shape
def pooling_v1_shape(shape, p) -> None:
    shape.out = _v1_plan(shape.data, p).out_shape(shape.data)
