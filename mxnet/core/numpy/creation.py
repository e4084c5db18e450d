"""Array creation, from scratch or like another array."""
from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from .functions import Array, function, refuse, row_order

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ..device import Context


def kind_of(dtype):
    """Return the type to create, float32 by default."""
    return "float32" if dtype is None else dtype


@function()
def zeros(F, shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str = "C",
          ctx: Context | None = None) -> Array:
    """Create an array filled with zeros.

    Parameters
    ----------
    shape
        Size of each dimension; a number makes a vector, ``()`` a zero-dimensional array.
    dtype
        Element type; None means float32, whereas NumPy would choose float64.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A new array of the given shape and type.

    Examples
    --------
    >>> mx.np.zeros((2, 3)).tolist()
    [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    row_order(order, "zeros")
    return F.call("_npi_zeros", shape=shape, dtype=kind_of(dtype), ctx=ctx)


@function()
def ones(F, shape: int | Sequence[int], dtype: DTypeLike | None = np.float32, order: str = "C",
         ctx: Context | None = None) -> Array:
    """Create an array filled with ones.

    Parameters
    ----------
    shape
        Size of each dimension; a number makes a vector, ``()`` a zero-dimensional array.
    dtype
        Element type; None means float32, whereas NumPy would choose float64.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A new array of the given shape and type.

    Examples
    --------
    >>> mx.np.ones(3, dtype="int32").tolist()
    [1, 1, 1]
    """
    row_order(order, "ones")
    return F.call("_npi_ones", shape=shape, dtype=kind_of(dtype), ctx=ctx)


@function()
def full(F, shape: int | Sequence[int], fill_value: Any, dtype: DTypeLike | None = None, order: str = "C",
         ctx: Context | None = None, out: Array | None = None) -> Array:
    """Create an array with the same value everywhere, or an array broadcast to a shape.

    Parameters
    ----------
    shape
        Size of each dimension.
    fill_value
        Number to fill the array with, or an array that broadcasts to ``shape``.
    dtype
        Element type. By default float32 for a number, bool for a truth value, and that of an array given as
        ``fill_value``; NumPy would take the type of the number.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Device to create the array on; the current context by default.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        An array of the given shape.

    Examples
    --------
    >>> mx.np.full((2, 2), 7).tolist()
    [[7.0, 7.0], [7.0, 7.0]]
    """
    row_order(order, "full")
    if F.is_array(fill_value):
        made = F.call("_npi_broadcast_to", fill_value, shape=shape)
        return made if dtype is None else made.astype(dtype)
    if isinstance(fill_value, bool):
        fill_value, dtype = int(fill_value), "bool" if dtype is None else dtype
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    return F.call("_npi_full", shape=shape, value=fill_value, dtype=kind_of(dtype), ctx=ctx, out=out)


@function()
def full_like(F, a: Array, fill_value: float | bool, dtype: DTypeLike | None = None, order: str = "C",
              ctx: Context | None = None, out: Array | None = None) -> Array:
    """Create an array of the shape of another one, with the same value everywhere.

    Parameters
    ----------
    a
        Array whose shape, type and device are taken.
    fill_value
        Number to fill the array with.
    dtype
        Element type; that of ``a`` by default.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Accepted and ignored: the result is on the context of ``a``.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        An array of the shape of ``a``.

    Examples
    --------
    >>> mx.np.full_like(mx.np.zeros((1, 3)), 5).tolist()
    [[5.0, 5.0, 5.0]]
    """
    row_order(order, "full_like")
    more = {} if dtype is None else {"dtype": dtype}
    return F.call("_npi_full_like", a, fill_value=int(fill_value) if isinstance(fill_value, bool) else fill_value,
                  out=out, **more)


@function()
def zeros_like(F, a: Array, dtype: DTypeLike | None = None, order: str = "C", ctx: Context | None = None,
               out: Array | None = None) -> Array:
    """Create an array of zeros of the shape of another one.

    Parameters
    ----------
    a
        Array whose shape, type and device are taken.
    dtype
        Element type; that of ``a`` by default.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Accepted and ignored: the result is on the context of ``a``.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        Zeros of the shape of ``a``.

    Examples
    --------
    >>> mx.np.zeros_like(mx.np.array([1, 2])).tolist()
    [0.0, 0.0]
    """
    return full_like(F, a, 0, dtype, order, ctx, out)


@function()
def ones_like(F, a: Array, dtype: DTypeLike | None = None, order: str = "C", ctx: Context | None = None,
              out: Array | None = None) -> Array:
    """Create an array of ones of the shape of another one.

    Parameters
    ----------
    a
        Array whose shape, type and device are taken.
    dtype
        Element type; that of ``a`` by default.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx
        Accepted and ignored: the result is on the context of ``a``.
    out
        Array to write the result to.

    Returns
    -------
    ndarray
        Ones of the shape of ``a``.

    Examples
    --------
    >>> mx.np.ones_like(mx.np.array([[3, 4]])).tolist()
    [[1.0, 1.0]]
    """
    return full_like(F, a, 1, dtype, order, ctx, out)


@function()
def empty_like(F, prototype: Array, dtype: DTypeLike | None = None, order: str = "C", subok: bool = False,
               shape: Any = None) -> Array:
    """Create an array of the shape of another one, to be filled later.

    Parameters
    ----------
    prototype
        Array whose shape, type and device are taken.
    dtype
        Element type; that of ``prototype`` by default.
    order
        Memory layout. Only ``"C"``, row by row, is supported.
    subok
        NumPy's flag for subclasses; only False is supported.
    shape
        NumPy's way to ask for another shape; not supported.

    Returns
    -------
    ndarray
        An array of the shape of ``prototype``. Do not rely on its values, which happen to be zeros.

    Examples
    --------
    >>> mx.np.empty_like(mx.np.ones((2, 5))).shape
    (2, 5)
    """
    row_order(order, "empty_like")
    refuse("empty_like", subok=subok, shape=shape is not None)
    return full_like(F, prototype, 0, dtype)


@function()
def identity(F, n: int, dtype: DTypeLike | None = None, ctx: Context | None = None) -> Array:
    """Create the identity matrix.

    Parameters
    ----------
    n
        Number of rows, and of columns.
    dtype
        Element type; None means float32, whereas NumPy would choose float64.
    ctx
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        A matrix of shape ``(n, n)`` with ones on its diagonal.

    Raises
    ------
    TypeError
        If ``n`` is not an integer.
    ValueError
        If ``n`` is negative.

    Examples
    --------
    >>> mx.np.identity(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    if not isinstance(n, (int, np.integer)):
        raise TypeError("Input 'n' should be an integer")
    if n < 0:
        raise ValueError("Input 'n' cannot be negative")
    return F.call("_npi_identity", shape=(n, n), dtype=kind_of(dtype), ctx=ctx)


@function()
def eye(F, N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = np.float32, **kwargs: Any) -> Array:
    """Create a matrix with ones on one diagonal and zeros elsewhere.

    Parameters
    ----------
    N
        Number of rows.
    M
        Number of columns; as many as rows by default.
    k
        Which diagonal: 0 is the main one, positive numbers are above it, negative ones below.
    dtype
        Element type; None means float32, whereas NumPy would choose float64.
    **kwargs
        ``ctx``, the device to create the array on. NumPy's ``order`` is not supported.

    Returns
    -------
    ndarray
        A matrix of shape ``(N, M)``.

    Examples
    --------
    >>> mx.np.eye(2, 3, k=1).tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    if "order" in kwargs:
        raise NotImplementedError("function eye does not support parameter order")
    return F.call("_npi_eye", N=N, M=M, k=k, dtype=kind_of(dtype), ctx=kwargs.get("ctx"))


@function()
def tril(F, m: Array, k: int = 0) -> Array:
    """Keep the lower triangle of matrices and set the rest to zero.

    Parameters
    ----------
    m
        Array whose last two axes are matrices.
    k
        Diagonal up to which elements are kept: 0 is the main one, positive numbers are above it.

    Returns
    -------
    ndarray
        A copy of the shape and type of ``m``.

    Examples
    --------
    >>> mx.np.tril(mx.np.ones((2, 2))).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    return F.call("_npi_tril", m, k=k)


@function()
def resize(F, a: Array, new_shape: int | Sequence[int]) -> Array:
    """Return the elements in another shape, repeated as often as needed or truncated.

    Parameters
    ----------
    a
        Input array.
    new_shape
        Shape of the result, of any number of elements.

    Returns
    -------
    ndarray
        The elements of ``a`` row by row, from the start again when they run out; zeros if ``a`` is empty.

    Examples
    --------
    >>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2)).tolist()
    [[1.0, 2.0], [3.0, 1.0]]
    """
    if F.symbolic:
        return F.call("_npi_Custom", a, op_type="resize_fallback", new_shape=new_shape)
    shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    wanted, flat = prod(shape), F.call("_npi_reshape", a, newshape=(-1,))
    if not wanted or not a.size:
        return F.call("_npi_zeros", shape=shape, dtype=a.dtype, ctx=a.ctx)
    repeated = F.call("_npi_tile", flat, reps=(-(-wanted // a.size),))
    return F.call("_npi_reshape", repeated[:wanted], newshape=shape)
