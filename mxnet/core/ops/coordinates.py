"""Operators that read and write at coordinates: gather, scatter, ravel, and coordinates themselves."""
import torch

from ..errors import MXNetError
from ..op import Array, Ints, Shape, op, types
from ..op.shapes import ShapeFrame, like_first, show
from .indexing import whole_index
from .layout import axis_of


def _coordinates(indices: Array) -> tuple:
    return whole_index(indices).unbind(0)


def safe_coordinates(indices: Array, sizes) -> tuple[tuple, Array]:
    """Return valid coordinates and which of them were requested: invalid ones would kill a GPU context."""
    places, inside = [], None
    for place, size in zip(_coordinates(indices), sizes):
        kept = place.clamp(-size, max(size - 1, 0))
        inside = kept == place if inside is None else inside & (kept == place)
        places.append(kept)
    return tuple(places), inside


def _put(out: Array, indices: Array, values: Array) -> Array:
    """Write slices at coordinates, in place; on a GPU invalid ones are skipped."""
    if out.is_cpu or out.is_meta:
        out[_coordinates(indices)] = values
        return out
    places, inside = safe_coordinates(indices, out.shape)
    kept = inside.nonzero(as_tuple=True)
    out[tuple(place[kept] for place in places)] = values[kept]
    return out


def _check_coordinates(indices: tuple, data: tuple, name: str) -> None:
    if len(indices) < 2:
        raise MXNetError(f"{name} requires indices of at least 2 dimensions")
    if indices[0] > len(data):
        raise MXNetError(f"Number of indices exceeds data dimension: {indices[0]} indices for "
                         f"{show(data)}")


@op("gather_nd", constant=("indices",), types=types.free)
def gather_nd(data: Array, indices: Array) -> Array:
    """Gather elements or slices at coordinates.

    The first axis of ``indices`` holds the coordinates:
    ``out[j] = data[indices[0, j], ..., indices[M - 1, j]]``.

    Parameters
    ----------
    data
        Array of shape ``(X0, ..., XN-1)``.
    indices
        Coordinates, of shape ``(M, Y0, ..., YK-1)`` with ``M <= N``; negative ones count from the end.

    Returns
    -------
    Array of shape ``(Y0, ..., YK-1, XM, ..., XN-1)``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.gather_nd(x, mx.nd.array([[1, 0], [0, 1]])).asnumpy().tolist()
    [3.0, 2.0]
    >>> mx.nd.gather_nd(x, mx.nd.array([[1]])).asnumpy().tolist()
    [[3.0, 4.0]]
    """
    _check_coordinates(tuple(indices.shape), tuple(data.shape), "gather_nd")
    if data.is_cpu or data.is_meta:
        return data[_coordinates(indices)]
    places, inside = safe_coordinates(indices, data.shape)
    found = data[places]
    return found.masked_fill(~inside.view(inside.shape + (1,) * (found.dim() - inside.dim())), 0)


@gather_nd.infer_shape
def gather_nd_shape(shape: ShapeFrame, p) -> None:
    index = shape.indices
    _check_coordinates(index, shape.data, "gather_nd")
    shape.out = (*index[1:], *shape.data[index[0]:])


def _check_scatter(data: tuple, indices: tuple, out: tuple) -> None:
    _check_coordinates(indices, out, "scatter_nd")
    if data != (*indices[1:], *out[indices[0]:]):
        raise MXNetError("Invalid data, indices, and output shape combination for scatter_nd: "
                         f"{show(data)}, {show(indices)}, {show(out)}")


def _first_and_param(shape: ShapeFrame, p) -> None:
    shape.set_out(0, p.shape)


@op("scatter_nd", constant=("indices",), types=types.free, shapes=_first_and_param)
def scatter_nd(data: Array, indices: Array, *, shape: Shape) -> Array:
    """Scatter elements or slices to coordinates of an array of zeros; the inverse of `gather_nd`.

    ``out[indices[0, j], ..., indices[M - 1, j]] = data[j]``. If coordinates occur twice, one of the values wins.

    Parameters
    ----------
    data
        Values, of shape ``(Y0, ..., YK-1, XM, ..., XN-1)``.
    indices
        Coordinates, of shape ``(M, Y0, ..., YK-1)``.
    shape
        Shape ``(X0, ..., XN-1)`` of the result.

    Returns
    -------
    Array of shape ``shape``, zero where nothing was written.

    Examples
    --------
    >>> values, places = mx.nd.array([7, 8]), mx.nd.array([[0, 1], [1, 0]])
    >>> mx.nd.scatter_nd(values, places, shape=(2, 2)).asnumpy().tolist()
    [[0.0, 7.0], [8.0, 0.0]]
    """
    _check_scatter(tuple(data.shape), tuple(indices.shape), shape)
    return _put(data.new_zeros(shape), indices, data)


@op("_scatter_set_nd", held=True, constant=("indices",), types=types.free)
def scatter_set_nd(lhs: Array, rhs: Array, indices: Array, *, shape: Shape) -> Array:
    """Return a copy of ``lhs`` with the elements or slices at coordinates replaced.

    Parameters
    ----------
    lhs
        Array of shape ``(X0, ..., XN-1)``.
    rhs
        New values, of shape ``(Y0, ..., YK-1, XM, ..., XN-1)``.
    indices
        Coordinates, of shape ``(M, Y0, ..., YK-1)``, as in `scatter_nd`.
    shape
        Shape of ``lhs``.

    Returns
    -------
    Array of the shape of ``lhs``.

    Examples
    --------
    >>> x, values, places = mx.nd.ones((2, 2)), mx.nd.array([5]), mx.nd.array([[0], [1]])
    >>> mx.nd._internal._scatter_set_nd(x, values, places, shape=(2, 2), out=x).asnumpy().tolist()
    [[1.0, 5.0], [1.0, 1.0]]
    """
    _check_scatter(tuple(rhs.shape), tuple(indices.shape), tuple(lhs.shape))
    return _put(lhs.clone(), indices, rhs)


@scatter_set_nd.infer_shape
def scatter_set_nd_shape(shape: ShapeFrame, p) -> None:
    shape.lhs = p.shape
    shape.out = shape.lhs


def _ravel_shape(shape: tuple) -> tuple:
    if not shape:
        raise MXNetError("Empty shape parameter for ravel operator.")
    return shape


@op("_ravel_multi_index", aliases=("ravel_multi_index",), differentiable=False)
def ravel_multi_index(data: Array, *, shape: Ints | None = None) -> Array:
    """Convert coordinates to positions in the flattened array.

    Parameters
    ----------
    data
        Coordinates, of shape ``(len(shape), n)``: column ``j`` holds one of each axis.
    shape
        Shape of the array that the coordinates belong to. Its first size does not matter.

    Returns
    -------
    Array of shape ``(n,)`` with the type of ``data``.

    Examples
    --------
    >>> places = mx.nd.array([[3, 6], [4, 5]])
    >>> mx.nd.ravel_multi_index(places, shape=(7, 6)).asnumpy().tolist()
    [22.0, 41.0]
    """
    sizes = _ravel_shape(shape or ())
    if data.dim() != 2 or data.shape[0] != len(sizes):
        raise MXNetError("First dimension of input of ravel operator does not match shape "
                         f"parameter dimension: {show(data.shape)} and {show(sizes)}")
    rows = whole_index(data)
    place = rows[0]
    for size, row in zip(sizes[1:], rows[1:]):
        place = place * size + row
    return place.to(data.dtype, copy=True)


@ravel_multi_index.infer_shape
def ravel_multi_index_shape(shape: ShapeFrame, p) -> None:
    rank = len(_ravel_shape(p.shape or ()))
    out = shape.peek("out")
    shape.data = (rank, -1 if out is None else out[0])
    shape.out = (shape.data[1],)


@op("_unravel_index", aliases=("unravel_index",), differentiable=False)
def unravel_index(data: Array, *, shape: Ints | None = None) -> Array:
    """Convert positions in a flattened array to coordinates.

    Parameters
    ----------
    data
        Positions, an array of shape ``(n,)`` or of several axes.
    shape
        Shape of the array that the positions belong to. Its first size does not matter.

    Returns
    -------
    Array of shape ``(len(shape), n)`` with the type of ``data``: row ``i`` holds the coordinates along axis ``i``.
    Further axes of ``data`` stay, unless all of them have one element.

    Examples
    --------
    >>> mx.nd.unravel_index(mx.nd.array([22, 41]), shape=(7, 6)).asnumpy().tolist()
    [[3.0, 6.0], [4.0, 5.0]]
    """
    place, rows = whole_index(data).reshape(_positions(data.shape)), []
    for size in reversed(_ravel_shape(shape or ())[1:]):
        whole = torch.div(place, size, rounding_mode="trunc")
        rows.append(place - whole * size)
        place = whole
    return torch.stack([place, *rows[::-1]]).to(data.dtype)


@unravel_index.infer_shape
def unravel_index_shape(shape: ShapeFrame, p) -> None:
    rank = len(_ravel_shape(p.shape or ()))
    out = shape.peek("out")
    if out is not None and shape.peek("data") is None:
        shape.data = out[1:]
    shape.out = (rank, *_positions(shape.data))


def _positions(shape: tuple) -> tuple:
    """Return the axes of the positions in the result: the first, if no other has more than one element.

    That is where MXNet stays within its result, of shape ``(rank, n)``; for more positions it writes past the end.
    """
    return shape if any(size != 1 for size in shape[1:]) else shape[:1]


@op("_contrib_index_copy", constant=("index_vector",), types=types.free, shapes=like_first)
def index_copy(old_tensor: Array, index_vector: Array, new_tensor: Array) -> Array:
    """Return a copy of an array with some of its rows replaced: ``out[index_vector[i]] = new_tensor[i]``.

    Parameters
    ----------
    old_tensor
        Array of any shape.
    index_vector
        Which slices of the first axis are replaced; a vector.
    new_tensor
        The new slices: of shape ``index_vector.shape + old_tensor.shape[1:]``.

    Returns
    -------
    Array of the shape of ``old_tensor``.

    Examples
    --------
    >>> x, rows = mx.nd.zeros((3, 2)), mx.nd.array([[1, 2], [3, 4]])
    >>> mx.nd.contrib.index_copy(x, mx.nd.array([2, 0]), rows).asnumpy().tolist()
    [[3.0, 4.0], [0.0, 0.0], [1.0, 2.0]]
    """
    if index_vector.dim() != 1 or index_vector.shape[0] != new_tensor.shape[0] \
            or new_tensor.shape[1:] != old_tensor.shape[1:]:
        raise MXNetError(f"{show(new_tensor.shape)} cannot be copied to rows "
                         f"{show(index_vector.shape)} of {show(old_tensor.shape)}")
    if old_tensor.is_cpu or old_tensor.is_meta:
        return old_tensor.index_copy(0, whole_index(index_vector), new_tensor)
    return _put(old_tensor.clone(), index_vector.unsqueeze(0), new_tensor)


@op("_contrib_index_array", types=types.always(torch.int64), differentiable=False)
def index_array(data: Array, *, axes: Ints | None = None) -> Array:
    """Return each position's own coordinates: ``out[i, j, ...] = (i, j, ...)``.

    Parameters
    ----------
    data
        Array of any shape; its values are not read.
    axes
        Axes whose coordinates are returned, in this order; None means all.

    Returns
    -------
    Array of type int64 and shape ``data.shape + (len(axes),)``.

    Examples
    --------
    >>> x = mx.nd.ones((2, 2))
    >>> mx.nd.contrib.index_array(x).asnumpy().tolist()
    [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    >>> mx.nd.contrib.index_array(x, axes=(1,)).asnumpy().tolist()
    [[[0], [1]], [[0], [1]]]
    """
    rank = data.dim()
    chosen = range(rank) if axes is None else [axis_of(axis, rank) for axis in axes]
    rows = []
    for axis in chosen:
        line = torch.arange(data.shape[axis], device=data.device)
        rows.append(line.reshape(-1, *(1,) * (rank - axis - 1)).expand(data.shape))
    if not rows:  # a zero-dimensional array has no coordinates
        return torch.empty(*data.shape, 0, dtype=torch.int64, device=data.device)
    return torch.stack(rows, -1)
