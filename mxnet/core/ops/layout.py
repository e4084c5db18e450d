"""Operators that change the shape or order of elements: reshape, transpose, flip, diag."""
from functools import lru_cache
from math import prod

import torch

from .. import npmode
from ..errors import MXNetError, NotYet
from ..op import Array, Ints, Params, Shape, op, types
from ..op.shapes import ShapeFrame, known, show
from ..op.shapes import same as same_shape
from ..order import permuted
from ..reshape import old_target, open_target, reshape_target
from ..tuning import REORDER_FROM_ELEMENTS


def axis_of(axis: int, rank: int, what: str = "axis") -> int:
    """Resolve a negative axis; one that does not exist raises."""
    if not -rank <= axis < rank:
        raise MXNetError(f"{what} {axis} exceeds the input dimension of {rank}")
    return axis % rank


# ---- reshape ------------------------------------------------------------------------------------

def _new_shape(old: tuple, codes: tuple, reverse: bool, target: tuple, keep_highest: bool) -> tuple:
    if codes:
        try:
            return reshape_target(old, codes, reverse)
        except TypeError:
            return open_target(old, codes, reverse)
    if target:
        return old_target(old, target, keep_highest)
    if npmode.get_shape():
        return reshape_target(old, ())
    raise MXNetError("reshape: the new shape is missing")


@op("Reshape", aliases=("reshape",), view=True, cheap=True)
def reshape(data: Array, *, shape: Ints = (), reverse: bool = False, target_shape: Shape = (),
            keep_highest: bool = False) -> Array:
    """Reshape an array: the same elements in the same order, in another shape.

    The product of the sizes stays the same. Besides sizes, ``shape`` takes codes that refer to the sizes of ``data``,
    read from left to right:

    - ``0`` copies the size at this position.
    - ``-1`` is the inferred size; at most once.
    - ``-2`` copies all remaining sizes.
    - ``-3`` merges the next two sizes into their product.
    - ``-4`` splits the next size into the two numbers that follow, one of which may be ``-1``.

    Parameters
    ----------
    data
        Array of any shape.
    shape
        The new shape: sizes and the codes above.
    reverse
        Read sizes and codes from right to left.
    target_shape
        The new shape in programs of old releases, used if ``shape`` is not given; 0 stands for the size that is
        left over.
    keep_highest
        Keep the first size whatever ``target_shape`` says of it; of old releases too.

    Returns
    -------
    Array with the elements of ``data`` in the new shape.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3, 4))
    >>> mx.nd.reshape(x, shape=(4, -1)).shape
    (4, 6)
    >>> mx.nd.reshape(x, shape=(-3, 0)).shape
    (6, 4)
    >>> mx.nd.reshape(x, shape=(0, 0, -4, 2, -1)).shape
    (2, 3, 2, 2)
    """
    return data.reshape(_new_shape(tuple(data.shape), shape, reverse, target_shape, keep_highest))


@reshape.infer_shape
def reshape_shape(shape: ShapeFrame, p) -> None:
    if p.shape or p.target_shape:
        shape.out = _new_shape(shape.data, p.shape, p.reverse, p.target_shape, p.keep_highest)
    out, data = shape.out, shape.data
    if known(out) and data.count(-1) == 1:
        rest = prod(size for size in data if size != -1)
        if rest:
            shape.data = tuple(prod(out) // rest if size == -1 else size for size in data)


def reshapes(made) -> None:
    """Reshape a gradient to the shape of the operator's input, of which nothing else is saved."""
    made.forward_train(lambda data, **params: (made.function(data, **params), data.shape))
    made.fast_gradient(lambda grad, saved: grad.reshape(saved))


reshapes(reshape)


@op("Flatten", aliases=("flatten",), view=True, cheap=True)
def flatten(data: Array) -> Array:
    """Flatten all axes but the first, so that each sample becomes one row.

    Parameters
    ----------
    data
        Array of shape ``(d0, d1, ..., dk)``.

    Returns
    -------
    Array of shape ``(d0, d1 * ... * dk)``.

    Examples
    --------
    >>> mx.nd.flatten(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """
    return data.reshape(_flat(data.shape))


def _flat(shape: tuple) -> tuple:
    return (shape[0], prod(shape[1:]))


@flatten.infer_shape
def flatten_shape(shape: ShapeFrame, p) -> None:
    if not known(shape.data):
        shape.out = (shape.data[0], -1)
        raise NotYet
    shape.out = _flat(shape.data)


reshapes(flatten)


def _span(rank: int, begin: int | None, end: int | None, side: str) -> tuple[int, int]:
    first = 0 if begin is None else begin + rank if begin < 0 else begin
    last = rank if end is None else end + rank if end < 0 else end
    if not 0 <= first < last <= rank:
        raise MXNetError(f"Invalid begin, end, get {side}_begin={begin}, {side}_end={end} "
                         f"for {rank} dimensions")
    return first, last


def _like(lhs: tuple, rhs: tuple, p) -> tuple:
    first, last = _span(len(lhs), p["lhs_begin"], p["lhs_end"], "lhs")
    start, stop = _span(len(rhs), p["rhs_begin"], p["rhs_end"], "rhs")
    new = (*lhs[:first], *rhs[start:stop], *lhs[last:])
    if -1 not in lhs and -1 not in new and prod(new) != prod(lhs):
        raise MXNetError(f"Cannot reshape lhs with shape {show(lhs)} to new shape {show(new)} "
                         "because they have different size.")
    return new


@op("reshape_like", constant=("rhs",), types=types.free, view=True)
def reshape_like(lhs: Array, rhs: Array, *, lhs_begin: int | None = None,
                 lhs_end: int | None = None, rhs_begin: int | None = None,
                 rhs_end: int | None = None) -> Array:
    """Replace a range of axes of ``lhs`` by a range of axes of ``rhs``.

    Without any range ``lhs`` gets the whole shape of ``rhs``. A negative number counts from the last axis; a
    range does not include its end. The number of elements has to stay the same.

    Parameters
    ----------
    lhs
        Array to reshape.
    rhs
        Array whose sizes are taken; its values are not read.
    lhs_begin
        First axis of ``lhs`` that is replaced; None means the first of all.
    lhs_end
        End of the replaced axes of ``lhs``; None means after the last.
    rhs_begin
        First axis of ``rhs`` whose size is taken; None means the first of all.
    rhs_end
        End of the axes taken from ``rhs``; None means after the last.

    Returns
    -------
    Array with the elements of ``lhs``, of shape
    ``lhs.shape[:lhs_begin] + rhs.shape[rhs_begin:rhs_end] + lhs.shape[lhs_end:]``.

    Examples
    --------
    >>> x, like = mx.nd.ones((30, 7)), mx.nd.ones((15, 2, 4))
    >>> mx.nd.reshape_like(x, like, lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2).shape
    (15, 2, 7)
    """
    p = {"lhs_begin": lhs_begin, "lhs_end": lhs_end, "rhs_begin": rhs_begin, "rhs_end": rhs_end}
    return lhs.reshape(_like(tuple(lhs.shape), tuple(rhs.shape), p))


@reshape_like.infer_shape
def reshape_like_shape(shape: ShapeFrame, p) -> None:
    whole = p.lhs_begin is p.lhs_end is p.rhs_begin is p.rhs_end is None
    if whole and shape.peek("lhs") is None:
        shape.lhs = shape.peek("out")
    shape.out = _like(shape.lhs, shape.rhs, p)


# ---- order of axes ------------------------------------------------------------------------------

@lru_cache(maxsize=1024)
def _order(axes: tuple, rank: int) -> tuple:
    if not axes:
        return tuple(range(rank))[::-1]
    if sorted(axes) != list(range(rank)):
        raise MXNetError(f"axes {tuple(axes)} are no permutation of the {rank} dimensions")
    return axes


@lru_cache(maxsize=1024)
def _inverse(order: tuple) -> tuple:
    return tuple([order.index(axis) for axis in range(len(order))])


def copies(made, order_of) -> None:
    """Make an operator that permutes axes copy arrays, where torch would make a view and copy slowly later.

    ``order_of(p, rank)`` returns the order. Programs keep views: the next operator rarely needs a copy.
    """
    def train(data, **params):
        return permuted(data, order_of(Params(params), data.dim())), ()

    def gradient(grad, *, p):
        return permuted(grad, _inverse(order_of(p, grad.dim())))

    def gradient_view(call):
        back = _inverse(order_of(call.p, len(call.specs[0][0])))
        return lambda grad: grad.permute(back)

    def short(call):
        p = call.p
        orders: dict[int, tuple] = {}  # by rank: computing one takes as long as a small copy

        def kernel(data):
            rank = data.dim()
            if rank not in orders:
                orders[rank] = order_of(p, rank)
            copy = torch.permute_copy if data.numel() < REORDER_FROM_ELEMENTS else permuted
            return copy(data, orders[rank])
        return kernel
    made.lower("eager")(short)
    made.forward_train(train)
    made.fast_gradient(gradient)
    made.lower("backward")(gradient_view)


@op("transpose", view=True)
def transpose(data: Array, *, axes: Ints = ()) -> Array:
    """Permute the axes: axis ``i`` of the result is axis ``axes[i]`` of ``data``.

    Parameters
    ----------
    data
        Array of any shape.
    axes
        A permutation of the axes; empty reverses their order.

    Returns
    -------
    Array of shape ``(data.shape[axes[0]], data.shape[axes[1]], ...)``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.transpose(x).asnumpy().tolist()
    [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
    >>> mx.nd.transpose(mx.nd.ones((2, 3, 4)), axes=(1, 2, 0)).shape
    (3, 4, 2)
    """
    return data.permute(_order(axes, data.dim()))


@transpose.infer_shape
def transpose_shape(shape: ShapeFrame, p) -> None:
    data, out = shape.peek("data"), shape.peek("out")
    if data is None and out is None:
        raise NotYet
    order = _order(p.axes, len(data if data is not None else out))
    if data is not None:
        shape.out = tuple(data[axis] for axis in order)
    shape.data = tuple(shape.out[order.index(axis)] for axis in range(len(order)))


copies(transpose, lambda p, rank: _order(p.axes, rank))


def _swapped(shape: tuple, p) -> tuple:
    one, two = (axis_of(p[name], len(shape), name) for name in ("dim1", "dim2"))
    new = list(shape)
    new[one], new[two] = new[two], new[one]
    return tuple(new)


@op("SwapAxis", aliases=("swapaxes",), view=True, named_input=True)
def swapaxes(data: Array, *, dim1: int = 0, dim2: int = 0) -> Array:
    """Swap two axes.

    Parameters
    ----------
    data
        Array of any shape.
    dim1
        One of the axes; a negative number counts from the last.
    dim2
        The other one.

    Returns
    -------
    Array of the shape of ``data`` with the sizes of the two axes swapped.

    Examples
    --------
    >>> mx.nd.swapaxes(mx.nd.ones((2, 3, 4)), dim1=0, dim2=2).shape
    (4, 3, 2)
    """
    return data.transpose(axis_of(dim1, data.dim(), "dim1"), axis_of(dim2, data.dim(), "dim2"))


@swapaxes.infer_shape
def swapaxes_shape(shape: ShapeFrame, p) -> None:
    if shape.known("data"):
        shape.out = _swapped(shape.data, p)
    shape.data = _swapped(shape.out, p)


copies(swapaxes, lambda p, rank: _swapped(tuple(range(rank)), p))


# ---- dimensions of size one ---------------------------------------------------------------------

def _insertion(axis: int, rank: int) -> int:
    if not -rank - 1 <= axis <= rank:
        raise MXNetError(f"axis must be in the range [{-rank}, {rank}] ({axis} provided)")
    return axis if axis >= 0 else axis + rank + 1


@op("expand_dims", view=True)
def expand_dims(data: Array, *, axis: int) -> Array:
    """Insert an axis of size one.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Position of the new axis in the result; a negative number counts from its last axis.

    Returns
    -------
    Array with the elements of ``data`` and one more axis.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3))
    >>> mx.nd.expand_dims(x, axis=1).shape, mx.nd.expand_dims(x, axis=-1).shape
    ((2, 1, 3), (2, 3, 1))
    """
    return data.unsqueeze(_insertion(axis, data.dim()))


@expand_dims.infer_shape
def expand_dims_shape(shape: ShapeFrame, p) -> None:
    if shape.known("data"):
        axis = _insertion(p.axis, len(shape.data))
        shape.out = (*shape.data[:axis], 1, *shape.data[axis:])
    out = shape.out
    axis = _insertion(p.axis, len(out) - 1)
    shape.data = (*out[:axis], *out[axis + 1:])


@expand_dims.fast_gradient
def expand_dims_gradient(grad, *, p):
    return grad.squeeze(_insertion(p.axis, grad.dim() - 1))


def squeezed(shape: tuple, axes: tuple | None) -> tuple:
    """Compute the shape without dimensions of size one; at least one dimension stays."""
    rank = len(shape)
    if axes is None:
        drop = {axis for axis, size in enumerate(shape) if size == 1}
    else:
        drop = set()
        for axis in axes:
            if not -rank <= axis < rank:
                raise MXNetError(f"axis {axis} is out of bounds for array of dimension {rank}")
            if axis % rank in drop:
                raise MXNetError("duplicate value in axis")
            if shape[axis] != 1:
                raise MXNetError("cannot select an axis to squeeze out which has size="
                                 f"{shape[axis]} not equal to one")
            drop.add(axis % rank)
    kept = tuple(size for axis, size in enumerate(shape) if axis not in drop)
    return kept or (1,)


@op("squeeze", view=True, named_input=True)
def squeeze(data: Array, *, axis: Ints | None = None) -> Array:
    """Remove axes of size one.

    At least one axis stays, so an array of one element has the shape ``(1,)``.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        Axes to remove, each of size one; None removes all of them.

    Returns
    -------
    Array with the elements of ``data`` and fewer axes.

    Examples
    --------
    >>> x = mx.nd.ones((1, 3, 1))
    >>> mx.nd.squeeze(x).shape, mx.nd.squeeze(x, axis=2).shape
    ((3,), (1, 3))
    """
    return data.reshape(squeezed(tuple(data.shape), axis))


reshapes(squeeze)


# ---- order of elements --------------------------------------------------------------------------

@op("reverse", aliases=("flip",), shapes=same_shape)
def reverse(data: Array, *, axis: Ints) -> Array:
    """Flip an array: reverse the order of elements along each of the axes.

    Parameters
    ----------
    data
        Array of any shape.
    axis
        One axis or several, counted from zero.

    Returns
    -------
    Array of the shape of ``data``.

    Examples
    --------
    >>> mx.nd.reverse(mx.nd.array([[1, 2, 3], [4, 5, 6]]), axis=1).asnumpy().tolist()
    [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]
    """
    for one in axis:
        if not 0 <= one < data.dim():
            raise MXNetError(f"axis {one} must be in the range [0, {data.dim()})")
    return data.flip(axis)


@reverse.fast_gradient
def reverse_gradient(grad, *, p):
    return grad.flip(p.axis)


def _blocks(rank: int, block: int) -> None:
    if rank != 4:
        raise MXNetError(f"an input of exactly 4 dimensions is expected, got {rank}")
    if block <= 0:
        raise MXNetError("block_size must be a positive integer value")


@op("depth_to_space", view=True)
def depth_to_space(data: Array, *, block_size: int) -> Array:
    """Rearrange channels into blocks of the two spatial dimensions.

    With ``b`` for ``block_size`` and ``C' = C / b**2``:
    ``out[n, c, h * b + i, w * b + j] = data[n, (i * b + j) * C' + c, h, w]``. `space_to_depth` is the inverse.

    Parameters
    ----------
    data
        Array of shape ``(N, C, H, W)``; ``C`` is a multiple of ``block_size**2``.
    block_size
        Side of the square block that the channels of one pixel fill.

    Returns
    -------
    Array of shape ``(N, C / block_size**2, H * block_size, W * block_size)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 4, 1, 1))
    >>> mx.nd.depth_to_space(x, block_size=2).asnumpy().tolist()
    [[[[0.0, 1.0], [2.0, 3.0]]]]
    """
    _blocks(data.dim(), block_size)
    count, depth, height, width = data.shape
    if not data.numel() or depth % block_size**2:
        raise MXNetError("Dimension:1(depth dimension) should be a multiple of 'block^2', got "
                         f"{show(data.shape)} and block_size {block_size}")
    parts = data.reshape(count, block_size, block_size, -1, height, width)
    return parts.permute(0, 3, 4, 1, 5, 2).reshape(count, -1, height * block_size,
                                                   width * block_size)


@op("space_to_depth", view=True)
def space_to_depth(data: Array, *, block_size: int) -> Array:
    """Rearrange square blocks of the two spatial dimensions into channels.

    With ``b`` for ``block_size``: ``out[n, (i * b + j) * C + c, h, w] = data[n, c, h * b + i, w * b + j]``.
    `depth_to_space` is the inverse.

    Parameters
    ----------
    data
        Array of shape ``(N, C, H, W)``; ``H`` and ``W`` are multiples of ``block_size``.
    block_size
        Side of the blocks.

    Returns
    -------
    Array of shape ``(N, C * block_size**2, H / block_size, W / block_size)``.

    Examples
    --------
    >>> x = mx.nd.arange(4).reshape((1, 1, 2, 2))
    >>> mx.nd.space_to_depth(x, block_size=2).shape
    (1, 4, 1, 1)
    """
    _blocks(data.dim(), block_size)
    count, depth, height, width = data.shape
    for axis, size in ((2, height), (3, width)):
        if not data.numel() or size % block_size:
            raise MXNetError(f"Dimension:{axis}(space dimension) should be a multiple of 'block', "
                             f"got {show(data.shape)} and block_size {block_size}")
    height, width = height // block_size, width // block_size
    parts = data.reshape(count, depth, height, block_size, width, block_size)
    return parts.permute(0, 3, 5, 1, 2, 4).reshape(count, -1, height, width)


@op("diag", view=True)
def diag(data: Array, *, k: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """Extract a diagonal of an array, or make a matrix that has a vector on its diagonal.

    Parameters
    ----------
    data
        Vector, or array of at least two axes.
    k
        Which diagonal: 0 is the main one, positive numbers lie above it and negative ones below.
    axis1
        Axis that holds the rows of the matrices whose diagonal is taken; not used for a vector.
    axis2
        Axis that holds their columns; not used for a vector.

    Returns
    -------
    For a vector of ``n`` elements a matrix of ``n + abs(k)`` rows and columns. Otherwise an array without ``axis1``
    and ``axis2``, the diagonals in a new last axis.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    >>> mx.nd.diag(x).asnumpy().tolist(), mx.nd.diag(x, k=1).asnumpy().tolist()
    ([1.0, 5.0], [2.0, 6.0])
    >>> mx.nd.diag(mx.nd.array([1, 2])).asnumpy().tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    if data.dim() == 1:
        return torch.diag_embed(data, k)
    one, two = axis_of(axis1, data.dim(), "axis1"), axis_of(axis2, data.dim(), "axis2")
    if one == two:
        raise MXNetError(f"axis1 and axis2 cannot refer to the same axis {one}")
    found = min(data.shape[one] + min(k, 0), data.shape[two] - max(k, 0))
    if found < 0:
        raise MXNetError("Diagonal does not exist.")
    return data.diagonal(k, one, two)
