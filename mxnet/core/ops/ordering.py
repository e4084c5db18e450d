"""Sorting, the largest elements, and histograms. Equal elements keep their order."""
from typing import Literal

import torch

from ..errors import MXNetError, NotYet
from ..op import Array, DType, Floats, op, types
from .arithmetic import to_whole


def _checked(axis: int | None, data: Array) -> tuple:
    """Return (array, axis counted from zero); None means the flattened array."""
    if axis is None:
        return data.reshape(-1), 0
    rank = data.dim()
    if not -rank <= axis < rank:
        raise MXNetError(f"Invalid axis! axis should be between 0 and {rank}, found axis={axis}")
    return data, axis % rank


def ranked(data: Array, axis: int, k: int, is_ascend: bool) -> tuple:
    """Return the first ``k`` values and their positions in order."""
    size = data.shape[axis]
    live = data.is_cpu and data.__class__ is Array and not torch.compiler.is_compiling()
    if live and k < size // 16:  # a few of many: no need to sort the rest
        values, places = torch.topk(data, k + 1, axis, largest=not is_ascend, sorted=True)
        found, rest = values.narrow(axis, 0, k), values.narrow(axis, 1, k)
        if (found < rest if is_ascend else found > rest).all():  # torch gives equal elements in any order
            return found.contiguous(), places.narrow(axis, 0, k)
    values, places = torch.sort(data, dim=axis, descending=not is_ascend, stable=True)
    return (values, places) if k == size else (values.narrow(axis, 0, k).contiguous(),
                                               places.narrow(axis, 0, k))


def sort_type(types, p) -> None:
    if types.ins[0] is None:
        raise NotYet
    types.set_out(0, types.ins[0])
    types.set_out(1, torch.int32)


@op("sort", outputs=2, visible=1, types=sort_type)
def sort(data: Array, *, axis: int | None = -1, is_ascend: bool = True):
    """Sort the elements along an axis; equal elements keep their order.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axis to sort along; a negative one counts from the last; None sorts the flattened array.
    is_ascend
        Whether the smallest element comes first or the largest.

    Returns
    -------
    Array of the shape of ``data``, or a vector if ``axis`` is None.

    Examples
    --------
    >>> x = mx.nd.array([[3, 1, 2]])
    >>> mx.nd.sort(x).asnumpy().tolist()
    [[1.0, 2.0, 3.0]]
    >>> mx.nd.sort(x, axis=None, is_ascend=False).asnumpy().tolist()
    [3.0, 2.0, 1.0]
    """
    data, axis = _checked(axis, data)
    values, places = ranked(data, axis, data.shape[axis], is_ascend)
    return values, places.to(torch.int32)


@op("argsort", types=types.from_param, differentiable=False)
def argsort(data: Array, *, axis: int | None = -1, is_ascend: bool = True, dtype: DType = torch.float32):
    """Return the indices that sort an array along an axis; equal elements keep their order.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axis to sort along; a negative one counts from the last; None sorts the flattened array.
    is_ascend
        Whether the smallest element comes first or the largest.
    dtype
        Type of the indices.

    Returns
    -------
    Array of the shape of ``data``, or a vector if ``axis`` is None.

    Examples
    --------
    >>> mx.nd.argsort(mx.nd.array([30, 10, 20])).asnumpy().tolist()
    [1.0, 2.0, 0.0]
    """
    data, axis = _checked(axis, data)
    return torch.sort(data, dim=axis, descending=not is_ascend, stable=True)[1].to(dtype)


def _gives_both(p) -> bool:
    return p.ret_typ in ("both", "value")


def topk_type(types, p) -> None:
    if p.ret_typ == "indices":
        types.set_out(0, p.dtype)
    elif types.ins[0] is None:
        raise NotYet
    else:
        types.set_out(0, types.ins[0])
    if _gives_both(p):
        types.set_out(1, p.dtype)


@op("topk", outputs=lambda p: 2 if _gives_both(p) else 1, visible=lambda p: 2 if p.ret_typ == "both" else 1,
    types=topk_type, differentiable=_gives_both, constant_outputs=(1,), strided=True)  # positions
def topk(data: Array, *, axis: int | None = -1, k: int = 1,
         ret_typ: Literal["both", "indices", "mask", "value"] = "indices", is_ascend: bool = False,
         dtype: DType = torch.float32):
    """Find the ``k`` largest elements along an axis, or the smallest, in order.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axis to search along; a negative one counts from the last; None searches the flattened array.
    k
        How many elements; a number below 1 means all.
    ret_typ
        What is returned: ``"indices"``, ``"value"``, ``"both"`` values and indices, or ``"mask"``, ones at these
        elements and zeros elsewhere.
    is_ascend
        Find the smallest elements instead of the largest.
    dtype
        Type of the indices.

    Returns
    -------
    Array of the shape of ``data`` with size ``k`` along ``axis``; a list of values and indices for ``"both"``; an
    array of the shape of ``data`` for ``"mask"``.

    Examples
    --------
    >>> x = mx.nd.array([[30, 10, 20]])
    >>> mx.nd.topk(x, k=2).asnumpy().tolist()
    [[0.0, 2.0]]
    >>> mx.nd.topk(x, k=2, ret_typ="value", is_ascend=True).asnumpy().tolist()
    [[10.0, 20.0]]
    >>> mx.nd.topk(x, k=2, ret_typ="mask").asnumpy().tolist()
    [[1.0, 0.0, 1.0]]
    """
    shape = data.shape
    data, axis = _checked(axis, data)
    size = data.shape[axis]
    if k > size:
        raise MXNetError(f"k must be smaller than {size}, get k = {k}")
    k = k if k >= 1 else size
    if ret_typ in ("indices", "mask"):
        with torch.no_grad():
            places = ranked(data, axis, k, is_ascend)[1]
            if ret_typ == "indices":
                return places.to(dtype)
            return torch.zeros_like(data).scatter_(axis, places, 1).reshape(shape)
    values, places = ranked(data, axis, k, is_ascend)
    return values, places.to(dtype)


# ---- histograms ---------------------------------------------------------------------------------

def histogram_type(types, p) -> None:
    types.set_out(0, torch.int64)
    if types.ins[0] is not None:
        types.set_out(1, types.ins[0])


@op("_histogram", accepts=types.NUMBERS, no_gradient=True, outputs=2, omit={"bins": lambda p: p.bin_cnt is not None},
    types=histogram_type, rename={"limits": "range"}, differentiable=False)
def histogram(data: Array, bins: Array | None = None, *, bin_cnt: int | None = None,
              limits: Floats | None = None):
    """Count how many elements fall into each bin.

    Bin ``i`` holds the elements with ``edges[i] <= x < edges[i + 1]``, the last one its upper edge too; others are
    not counted. `mx.nd.histogram` is the function to call.

    Parameters
    ----------
    data
        Array of any shape.
    bins
        Edges of the bins in ascending order, one more than there are bins; not given together with ``bin_cnt``.
    bin_cnt
        Number of bins of equal width.
    range
        Lower edge of the first and upper edge of the last of these bins.

    Returns
    -------
    Two arrays: the counts, of type int64, and the edges, of the type of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([0, 1, 1, 2, 4])
    >>> counts, edges = mx.nd._internal._histogram(x, bin_cnt=2, range=(0, 4))
    >>> counts.asnumpy().tolist(), edges.asnumpy().tolist()
    ([3, 2], [0.0, 2.0, 4.0])
    """
    if data.dtype is torch.bool or (bins is not None and bins.dtype is not data.dtype):
        raise MXNetError("takes numbers, and edges of their type; got "
                         + " and ".join(str(item.dtype)[6:] for item in (data, bins) if item is not None))
    if bins is None:
        if bin_cnt is None or limits is None or len(limits) != 2:
            raise MXNetError("give either the edges as bins, or bin_cnt and a range of two numbers")
        low, high = limits
        if not low < high or bin_cnt < 1:
            raise MXNetError(f"expected a rising range and at least one bin, got ({low}, {high}), {bin_cnt}")
        steps = torch.arange(bin_cnt + 1, dtype=torch.float64, device=data.device)
        bins = steps * ((high - low) / bin_cnt) + low
        bins[-1] = high
        if not data.is_floating_point():
            return _whole_histogram(data, to_whole(bins, data.dtype), low, high)
    values, edges = data.reshape(-1).double(), bins.double()
    count = edges.shape[0] - 1
    place = torch.searchsorted(edges, values, right=True) - 1
    place = torch.where(values == edges[-1], count - 1, place)
    return _counts(place, count), bins.to(data.dtype, copy=True)


def _counts(place: Array, count: int) -> Array:
    """Count the values from 0 to ``count``; those outside are counted separately and dropped."""
    place = torch.where((place < 0) | (place >= count), count, place)
    counts = torch.zeros(count + 1, dtype=torch.int64, device=place.device)
    counts.index_add_(0, place, torch.ones_like(place))
    return counts[:count].clone()


def _whole_histogram(data: Array, bins: Array, low: float, high: float) -> tuple[Array, Array]:
    """Count integers in equal parts of a range whose edges are truncated to integers.

    As in MXNet, a number is binned by the range, and then moved by one bin if an edge requires it.
    """
    values, edges, count = data.reshape(-1).double(), bins.double(), bins.shape[0] - 1
    place = ((values - low) * count / (high - low)).floor().clamp(0, count - 1).long()
    below, above = values < edges[place], (values >= edges[place + 1]) & (place + 1 < count)
    place = place - below.long() + (above & ~below).long()
    return _counts(torch.where((values < low) | (values > high), count, place), count), bins
