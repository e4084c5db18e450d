"""The same elements in another shape or order."""
from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import Any, Literal

import torch

from ...errors import MXNetError, RefusedValue
from ...op import Array, Double, Ints, Shape, Shapes, document, op, shapes, types
from ...op.shapes import known
from ..layout import axis_of, copies, reshapes

# ---- reshape ------------------------------------------------------------------------------------


def _kept(function: Callable[..., tuple]) -> Callable[..., tuple]:
    """Cache the shapes that a function computes, except for sizes that a tracer leaves symbolic, which do not hash."""
    kept = lru_cache(maxsize=4096)(function)

    def work_out(*args: Any) -> tuple:
        try:
            return kept(*args)
        except TypeError:
            return function(*args)
    return work_out


@_kept
def target(old: tuple, new: tuple) -> tuple:
    """Compute a shape in which one size may be -1."""
    if new.count(-1) > 1 or any(size < -1 for size in new):
        raise MXNetError(f"cannot reshape array of shape {list(old)} into shape {list(new)}: "
                         "One and only one dim can be inferred")
    rest = prod(size for size in new if size != -1)
    if -1 in old:
        return new
    if -1 in new:
        if not rest or prod(old) % rest:
            raise MXNetError(f"cannot reshape array of shape {list(old)} into shape {list(new)}")
        return tuple(prod(old) // rest if size == -1 else size for size in new)
    if rest != prod(old):
        raise MXNetError(f"cannot reshape array of shape {list(old)} into shape {list(new)}: "
                         "Target shape size is different to source")
    return new


def _row_order(order: str) -> None:
    if order != "C":
        raise MXNetError(f"only supports C-order, while received {order}")


@op("_np_reshape", view=True, cheap=True)
def reshape(a: Array, *, newshape: Ints, order: str = "C"):
    """Reshape an array.

    Parameters
    ----------
    a
        Input array.
    newshape
        Size of each axis, as many elements in all as ``a`` has; one size may be -1, and is inferred.
    order
        How elements are read and placed. Only ``'C'``, row by row, is supported.

    Returns
    -------
    ndarray
        A copy of the given shape, where NumPy gives a view if it can.

    Examples
    --------
    >>> mx.np.reshape(mx.np.arange(6), (2, -1)).shape
    (2, 3)
    """
    _row_order(order)
    return a.reshape(target(tuple(a.shape), newshape))


@reshape.infer_shape
def reshape_shape(shape, p) -> None:
    shape.out = target(shape.a, p.newshape)


reshapes(reshape)


@_kept
def coded(old: tuple, codes: tuple, reverse: bool) -> tuple:
    """Compute a shape from mx.npx's codes.

    -1 infers a size, -2 copies one, -3 drops one that is 1, -4 copies all that are left, -5 merges two and -6
    splits one into the two that follow.
    """
    if reverse:
        turned = _turned(codes)
        return coded(old[::-1], turned, False)[::-1]
    new: list = []
    source, place = 0, 0
    while place < len(codes):
        code = codes[place]
        if code == -4:
            new.extend(old[source:])
            source = len(old)
        elif code == -6:
            new.extend(_split(old[source], *codes[place + 1:place + 3]))
            source, place = source + 1, place + 2
        elif code == -5:
            new.append(-1 if -1 in old[source:source + 2] else old[source] * old[source + 1])
            source += 2
        else:
            new.extend(_single(code, old, source, codes))
            source += 1
        place += 1
    return target(old, tuple(new)) if known(old) or new.count(-1) <= 1 else tuple(new)


def _single(code: int, old: tuple, source: int, codes: tuple) -> tuple:
    if code in (-2, -3) and source >= len(old):
        raise MXNetError(f"npx.reshape {list(codes)}: code {code} has no dimension of {list(old)} left")
    if code == -2:
        return (old[source],)
    if code == -3:
        if old[source] not in (1, -1):
            raise MXNetError(f"npx.reshape {list(codes)}: -3 drops a dimension of size 1, and dimension {source} of "
                             f"{list(old)} is {old[source]}")
        return ()
    if code < -6:
        raise MXNetError(f"npx.reshape: {code} is not one of the codes -1 to -6")
    return (code,)


def _split(whole: int, left: int, right: int) -> tuple:
    if left == -1 and right == -1:
        raise MXNetError("npx.reshape: the two parts of a split cannot both be inferred")
    if whole != -1:
        left = whole // right if left == -1 and right else left
        right = whole // left if right == -1 and left else right
        if left * right != whole:
            raise MXNetError(f"npx.reshape: {left} and {right} do not divide {whole}")
    return left, right


def _turned(codes: tuple) -> tuple:
    """Read codes from right to left; a -6 stays before its two factors."""
    found: list = []
    for place in range(len(codes) - 1, -1, -1):
        if codes[place] == -6:
            found[-2:] = [-6, *found[-2:]]
        else:
            found.append(codes[place])
    return tuple(found)


@op("_npx_reshape", aliases=("_npi_reshape",), view=True, cheap=True)
def coded_reshape(a: Array, *, newshape: Ints, reverse: bool = False, order: str = "C"):
    """Reshape an array to a shape given by sizes and codes.

    Parameters
    ----------
    a
        Input array.
    newshape
        Sizes and codes, read from the left. -1 infers a size, -2 copies one, -3 drops one that is 1, -4 copies all
        that are left, -5 merges two, and -6 splits one into the two that follow (one of which may be -1).
    reverse
        Whether the codes are read from the right.
    order
        How elements are read and placed. Only ``'C'``, row by row, is supported.

    Returns
    -------
    ndarray
        A copy of the resulting shape.

    Examples
    --------
    >>> mx.npx.reshape(mx.np.zeros((2, 3, 8)), (-5, -6, 4, -1)).shape
    (6, 4, 2)
    """
    _row_order(order)
    return a.reshape(coded(tuple(a.shape), newshape, reverse))


@coded_reshape.infer_shape
def coded_reshape_shape(shape, p) -> None:
    shape.out = coded(shape.a, p.newshape, p.reverse)


reshapes(coded_reshape)


@op("_np_squeeze", view=True)
def squeeze(a: Array, *, axis: Shape | None = None):
    """Drop axes of size one.

    Parameters
    ----------
    a
        Input array.
    axis
        Axis or axes to drop, each of size one; all of them by default.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.squeeze(mx.np.zeros((1, 3, 1))).shape
    (3,)
    """
    if axis is None:
        return a.squeeze()
    if not a.dim() and set(axis) <= {0, -1}:  # as in NumPy
        return a
    axes = [axis_of(place, a.dim()) for place in axis]
    for place in axes:
        if a.shape[place] != 1:
            raise MXNetError("cannot select an axis to squeeze out which has size not equal to one: axis "
                             f"{place} of {list(a.shape)}")
    return a.reshape([size for place, size in enumerate(a.shape) if place not in axes])


reshapes(squeeze)


_RAISED = {1: "A number becomes a vector of one element.", 2: "A vector becomes a row.",
           3: "A vector of n elements becomes (1, n, 1), and a matrix gets a third axis."}


def _declare_atleast(rank: int) -> None:
    def body(*arys: Array, num_args: int):
        made = tuple([raised(item, rank) for item in arys])
        return made if len(made) > 1 else made[0]
    body.__doc__ = document(
        f"Give arrays at least {rank} dimension{'s' if rank > 1 else ''}, by axes of size one.",
        parameters={"arys": "Arrays; numbers and lists, which NumPy takes, are refused."},
        returns="\nndarray or list of ndarray\n    One array for one given, else a list of them. " + _RAISED[rank],
        example=f">>> mx.np.atleast_{rank}d(mx.np.array([1, 2])).shape\n{(2,) if rank == 1 else (1, 2, 1)[:rank]}")
    op(f"_np_atleast_{rank}d", outputs=lambda p: p.num_args, types=_each_type, view=True)(body)


def _each_type(types, p) -> None:
    for place, kind in enumerate(types.ins):
        types.set_out(place, kind)


def raised(item: Array, rank: int) -> Array:
    """Add dimensions to an array up to a minimum number."""
    if item.dim() >= rank:
        return item
    if not item.dim():
        return item.reshape((1,) * rank)
    if item.dim() == 1:
        return item.reshape(1, -1) if rank == 2 else item.reshape(1, -1, 1)
    return item.unsqueeze(2)


for _rank in (1, 2, 3):
    _declare_atleast(_rank)


# ---- order of axes ------------------------------------------------------------------------------

@op("_np_transpose", view=True)
def transpose(a: Array, *, axes: Ints | None = None):
    """Permute the axes of an array.

    Parameters
    ----------
    a
        Input array.
    axes
        For each axis of the result, the axis of ``a`` that it is; the order is reversed by default.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.transpose(mx.np.zeros((2, 3, 4)), (1, 0, 2)).shape
    (3, 2, 4)
    """
    return a.permute(_order(axes, a.dim()))


@lru_cache(maxsize=1024)
def _order(axes: tuple | None, rank: int) -> tuple:
    if not axes:
        return tuple(range(rank - 1, -1, -1))
    if len(axes) != rank:
        raise MXNetError(f"axes don't match array: {list(axes)} for {rank} dimensions")
    order = tuple([axis_of(axis, rank) for axis in axes])
    if len(set(order)) < rank:
        raise RefusedValue(f"repeated axis in transpose: {list(axes)}")
    return order


copies(transpose, lambda p, rank: _order(p.axes, rank))


@transpose.infer_shape
def transpose_shape(shape, p) -> None:
    data = shape.a
    shape.out = tuple(data[axis] for axis in p.axes) if p.axes else data[::-1]


@op("_np_moveaxis", view=True)
def moveaxis(a: Array, *, source: Ints, destination: Ints):
    """Move axes to other positions, while the others keep their order.

    Parameters
    ----------
    a
        Input array.
    source
        Axis or axes to move.
    destination
        Position of each of them in the result.

    Returns
    -------
    ndarray
        A copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return a.permute(_moved(source, destination, a.dim()))


@lru_cache(maxsize=1024)
def _moved(source: tuple, destination: tuple, rank: int) -> tuple:
    """Compute the order of axes after some were moved."""
    if len(source) != len(destination):
        raise MXNetError("`source` and `destination` arguments must have the same number of elements")
    places = {axis_of(place, rank): axis_of(axis, rank) for place, axis in zip(destination, source)}
    if not len(places) == len(set(places.values())) == len(source):
        raise MXNetError(f"moveaxis: repeated axis in {list(source)} or {list(destination)}")
    rest = iter([axis for axis in range(rank) if axis not in places.values()])
    return tuple([places[place] if place in places else next(rest) for place in range(rank)])


copies(moveaxis, lambda p, rank: _moved(p.source, p.destination, rank))


@op("_np_roll", shapes=shapes.same)
def roll(data: Array, *, shift: Ints | None = None, axis: Ints | None = None):
    """Roll elements along axes: what leaves at one end enters at the other.

    Parameters
    ----------
    data
        Input array.
    shift
        How far to roll, towards higher indices; one number, or one per axis.
    axis
        Axis or axes to roll along; by default the array is flattened, rolled and reshaped back.

    Returns
    -------
    ndarray
        An array of the shape and type of ``data``.

    Examples
    --------
    >>> mx.np.roll(mx.np.arange(4), 1).tolist()
    [3.0, 0.0, 1.0, 2.0]
    """
    if shift is None:
        raise MXNetError("roll: shift is missing")
    if axis is None:
        return data.reshape(-1).roll(sum(shift)).reshape(data.shape)
    if len(shift) == 1:
        shift = shift * len(axis)
    if len(shift) != len(axis):
        raise MXNetError(f"roll: shift and axis must have one length, got {list(shift)} and {list(axis)}")
    return data.roll(shift, [axis_of(place, data.dim()) for place in axis])


@op("_npi_flip", shapes=shapes.same)
def flip(data: Array, *, axis: Ints | None = None):
    """Reverse the order of elements along axes."""
    axes = range(data.dim()) if axis is None else [axis_of(place, data.dim()) for place in axis]
    return data.flip(list(axes))


@op("_npi_rot90", strided=True)
def rot90(data: Array, *, k: int = 1, axes: Ints | None = None):
    """Rotate by quarter turns in the plane of two axes."""
    axes = (0, 1) if axes is None else axes
    if len(axes) != 2:
        raise MXNetError(f"rot90: two axes are needed, got {list(axes)}")
    if axis_of(axes[0], data.dim()) == axis_of(axes[1], data.dim()):
        raise MXNetError(f"rot90: the axes must differ, got {list(axes)}")
    return torch.rot90(data, k, axes)


@op("_npi_broadcast_to")
def broadcast_to(array: Array, *, shape: Shape = ()):
    """Repeat along dimensions of size one, and along new ones, up to a shape; -2 in it keeps a dimension."""
    lead = len(shape) - array.dim()
    if lead < 0:
        raise MXNetError(f"cannot broadcast {list(array.shape)} to {list(shape)}")
    wanted = [array.shape[place - lead] if size == -2 and place >= lead else size for place, size in enumerate(shape)]
    try:
        return array.expand(wanted).clone(memory_format=torch.contiguous_format)
    except RuntimeError:
        raise MXNetError(f"cannot broadcast {list(array.shape)} to {list(shape)}") from None


# ---- diagonals and triangles --------------------------------------------------------------------

@op("_np_diag")
def diag(data: Array, *, k: int = 0):
    """Take a diagonal of a matrix, or build a matrix from its diagonal.

    Parameters
    ----------
    data
        Matrix to take from, or vector to put on the diagonal.
    k
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.

    Returns
    -------
    ndarray
        A vector of a matrix, a square matrix of a vector; a copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.diag(mx.np.array([[1, 2], [3, 4]])).tolist()
    [1.0, 4.0]
    >>> mx.np.diag(mx.np.array([1, 2])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    if data.dim() not in (1, 2):
        raise MXNetError(f"Input must be 1- or 2-d, got {data.dim()} dimensions")
    return torch.diag(data, k).clone()


@op("_np_diagflat")
def diagflat(data: Array, *, k: int = 0):
    """Build a matrix with the elements of an array on its diagonal.

    Parameters
    ----------
    data
        Array of any shape, which is flattened.
    k
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.

    Returns
    -------
    ndarray
        A square matrix with zeros elsewhere.

    Examples
    --------
    >>> mx.np.diagflat(mx.np.array([[1, 2]])).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    return torch.diagflat(data, k)


@op("_np_diagonal")
def diagonal(data: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Take the diagonal of the matrices in two axes.

    Parameters
    ----------
    data
        Array of at least two dimensions.
    offset
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    axis1
        Axis of the rows.
    axis2
        Axis of the columns.

    Returns
    -------
    ndarray
        The two axes are gone, and the diagonal is the last axis; a copy, whereas NumPy returns a view.

    Examples
    --------
    >>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]), offset=1).tolist()
    [2.0]
    """
    return torch.diagonal(data, offset, axis1, axis2).clone(memory_format=torch.contiguous_format)


@op("_np_trace")
def trace(data: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Sum the diagonal of the matrices in two axes.

    Parameters
    ----------
    data
        Array of at least two dimensions.
    offset
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    axis1
        Axis of the rows.
    axis2
        Axis of the columns.

    Returns
    -------
    ndarray
        The sums, without the two axes; for a matrix a zero-dimensional array.

    Examples
    --------
    >>> mx.np.trace(mx.np.array([[1, 2], [3, 4]])).item()
    5.0
    """
    if data.dim() < 2:
        raise MXNetError(f"trace takes arrays of at least two dimensions, got {data.dim()}")
    if data.dtype is torch.bool:
        raise MXNetError("bool arrays have no trace; cast first")
    return torch.diagonal(data, offset, axis1, axis2).sum(-1).to(data.dtype)


@op("_npi_tril")
def tril(data: Array, *, k: int = 0):
    """Zero the elements above a diagonal."""
    if data.dim() == 1:
        data = data.expand(data.shape[0], data.shape[0])
    return torch.tril(data, k)


@op("_npi_diag_indices_from", types=types.always(torch.int64), differentiable=False)
def diag_indices_from(data: Array):
    """Return the indices of the main diagonal, a row for each axis."""
    if data.dim() < 2:
        raise RefusedValue("input array should be at least 2-d")
    if len(set(data.shape)) > 1:
        raise RefusedValue("all dimensions of input must be of equal length")
    return torch.arange(data.shape[0], device=data.device).expand(data.dim(), -1).contiguous()


# ---- pad ----------------------------------------------------------------------------------------

def _places(size: int, before: int, after: int, mode: str, device) -> Array:
    """Return, for each position of a padded axis, the position that its value comes from."""
    places = torch.arange(-before, size + after, device=device)
    if mode == "edge":
        return places.clamp_(0, size - 1)
    if mode == "symmetric":
        places = places.remainder_(2 * size)
        return torch.minimum(places, 2 * size - 1 - places)
    if size == 1:
        return torch.zeros_like(places)
    places = places.remainder_(2 * size - 2)
    return torch.minimum(places, 2 * size - 2 - places)


@op("_npi_pad")
def pad(data: Array, *, pad_width: Shapes,
        mode: Literal["constant", "edge", "maximum", "minimum", "reflect", "symmetric"] = "constant",
        constant_value: Double = 0.0, reflect_type: str = "even"):
    """Pad an array: with a constant, the edge, a reflection, or the extreme of each line."""
    widths = _widths(pad_width, data.dim())
    if mode == "constant":
        flat = [width for pair in reversed(widths) for width in pair]
        return torch.nn.functional.pad(data, flat, "constant", constant_value)
    for axis, (before, after) in enumerate(widths):
        if not before and not after:
            continue
        if mode in ("maximum", "minimum"):
            value = (torch.amax if mode == "maximum" else torch.amin)(data, axis, True)
            sizes = list(data.shape)
            parts = [value.expand([*sizes[:axis], before, *sizes[axis + 1:]]), data,
                     value.expand([*sizes[:axis], after, *sizes[axis + 1:]])]
            data = torch.cat(parts, axis)
        else:
            data = data.index_select(axis, _places(data.shape[axis], before, after, mode, data.device))
    return data.clone() if not any(any(pair) for pair in widths) else data


def _widths(given: tuple, rank: int) -> list:
    found = [pair if len(pair) == 2 else (pair[0], pair[0]) for pair in given]
    if len(found) == 1:
        found = found * rank
    elif len(found) == 2 and rank != 2 and all(len(pair) == 1 for pair in given):
        found = [(given[0][0], given[1][0])] * rank
    if len(found) != rank or any(width < 0 for pair in found for width in pair):
        raise MXNetError(f"pad_width {given} does not fit {rank} dimensions")
    return found
