"""Sums of products."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import RefusedValue
from .functions import Array, function


@function()
def matmul(F, a: Array, b: Array, out: Array | None = None, **kwargs: Any) -> Array:
    """Multiply matrices in the last two axes, with the others broadcast: ``a @ b``.

    Parameters
    ----------
    a
        Left operand of a floating point type, of shape ``(..., n, k)``; a vector counts as one row. NumPy takes whole
        numbers as well.
    b
        Right operand, of shape ``(..., k, m)``; a vector counts as one column.
    out
        Array to write the result to.
    **kwargs
        NumPy's other keywords, which are ignored.

    Returns
    -------
    ndarray
        Products of shape ``(..., n, m)``; the axis that a vector got for the product is dropped again.

    Examples
    --------
    >>> mx.np.matmul(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """
    return F.call("_npi_matmul", a, b, out=out)


def _axes(given) -> tuple:
    return (int(given),) if isinstance(given, (int, np.integer)) else tuple(given)


@function()
def tensordot(F, a: Array, b: Array, axes: int | Sequence[Any] = 2) -> Array:
    """Sum the products of two arrays over pairs of their axes.

    Parameters
    ----------
    a
        Left operand, of a floating point type: NumPy takes integers as well.
    b
        Right operand, of the same type.
    axes
        A number n: the last n axes of ``a`` with the first n of ``b``. Or a pair: the axes of ``a``, and those of
        ``b`` in the order in which they belong together, each an int or a sequence of them.

    Returns
    -------
    ndarray
        The remaining axes of ``a``, then those of ``b``.

    Raises
    ------
    ValueError
        If ``axes`` is not a pair, or names more axes of one array than of the other.

    Examples
    --------
    >>> mx.np.tensordot(mx.np.ones((2, 3, 4)), mx.np.ones((4, 3, 5)), axes=([1, 2], [1, 0])).shape
    (2, 5)
    """
    if isinstance(axes, (int, np.integer)):
        return F.call("_npi_tensordot_int_axes", a, b, axes=int(axes))
    if not isinstance(axes, Sequence) or len(axes) != 2:
        raise ValueError("Axes must consist of two arrays.")
    left, right = map(_axes, axes)
    if len(left) != len(right):
        raise ValueError("Axes length mismatch")
    return F.call("_npi_tensordot", a, b, a_axes_summed=left, b_axes_summed=right)


@function()
def inner(F, a: Array, b: Array) -> Array:
    """Sum the products of two arrays over their last axes.

    Parameters
    ----------
    a
        Left operand, of a floating point type: NumPy takes integers as well.
    b
        Right operand of the same type, whose last axis is as long as that of ``a``.

    Returns
    -------
    ndarray
        Shape ``a.shape[:-1] + b.shape[:-1]``; for two vectors a zero-dimensional array.

    Examples
    --------
    >>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4])).item()
    11.0
    """
    return tensordot(F, a, b, [-1, -1])


def _flat(F, a):
    return F.call("_np_reshape", a, newshape=(-1,), order="C") if F.symbolic else \
        F.call("_np_reshape", a, newshape=(-1,))


@function()
def outer(F, a: Array, b: Array) -> Array:
    """Multiply every element of one array with every element of another.

    Parameters
    ----------
    a
        Left operand of a floating point type, flattened.
    b
        Right operand of the same type, flattened.

    Returns
    -------
    ndarray
        A matrix of shape ``(a.size, b.size)``.

    Examples
    --------
    >>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4])).tolist()
    [[3.0, 4.0], [6.0, 8.0]]
    """
    return tensordot(F, _flat(F, a), _flat(F, b), 0)


@function()
def vdot(F, a: Array, b: Array) -> Array:
    """Sum the products of all elements of two arrays.

    Parameters
    ----------
    a
        Left operand of a floating point type, flattened.
    b
        Right operand of the same type and of as many elements, flattened.

    Returns
    -------
    ndarray
        The sum, a zero-dimensional array.

    Examples
    --------
    >>> mx.np.vdot(mx.np.array([[1, 2]]), mx.np.array([[3], [4]])).item()
    11.0
    """
    return tensordot(F, _flat(F, a), _flat(F, b), 1)


@function()
def einsum(F, *operands: Any, **kwargs: Any) -> Array:
    """Sum products over axes named by letters, in Einstein's notation.

    Parameters
    ----------
    *operands
        The subscripts, such as ``"ij,jk->ik"``, and then the arrays. NumPy's form with lists of axes is not
        supported.
    **kwargs
        ``out``, an array to write the result to, and ``optimize``, whether to choose the order of the products.

    Returns
    -------
    ndarray
        Axes in the order of the letters after ``->``; without an arrow, the letters that occur once, in
        alphabetical order.

    Examples
    --------
    >>> mx.np.einsum("ij,j->i", mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 1])).tolist()
    [3.0, 7.0]
    """
    subscripts, *arrays = operands
    return F.call("_npi_einsum", *arrays, subscripts=subscripts, out=kwargs.get("out"),
                  optimize=int(bool(kwargs.get("optimize", False))))


@function()
def polyval(F, p: Array, x: Array) -> Array:
    """Evaluate a polynomial at each element.

    Parameters
    ----------
    p
        Vector of coefficients, that of the highest power first.
    x
        Points to evaluate at; an array if ``p`` is one, else NumPy's own function answers.

    Returns
    -------
    ndarray
        Values of the shape of ``x``.

    Raises
    ------
    TypeError
        If one of the arguments is an array and the other is not.
    ValueError
        If ``p`` is not a vector.

    Examples
    --------
    >>> mx.np.polyval(mx.np.array([2, 0, 1]), mx.np.array([0, 1, 2])).tolist()
    [1.0, 3.0, 9.0]
    """
    if F.is_array(p) and F.is_array(x):
        if not F.symbolic and len(p.shape) != 1:
            raise RefusedValue(f"polyval: the coefficients must be 1-D, got {len(p.shape)} dimensions")
        return F.call("_npi_polyval", p, x)
    if not F.is_array(p) and not F.is_array(x):
        return np.polyval(p, x)
    raise TypeError("polyval: both arguments must be arrays, or none of them")
