"""Sums of products."""
from collections.abc import Sequence

import numpy as np

from .functions import function


@function()
def matmul(F, a, b, out=None, **kwargs):
    """Multiply matrices in the last two axes; the others broadcast."""
    return F.call("_npi_matmul", a, b, out=out)


def _axes(given) -> tuple:
    return (int(given),) if isinstance(given, (int, np.integer)) else tuple(given)


@function()
def tensordot(F, a, b, axes=2):
    """Sum products over pairs of axes, or over so many last and first ones."""
    if isinstance(axes, (int, np.integer)):
        return F.call("_npi_tensordot_int_axes", a, b, axes=int(axes))
    if not isinstance(axes, Sequence) or len(axes) != 2:
        raise ValueError("Axes must consist of two arrays.")
    left, right = map(_axes, axes)
    if len(left) != len(right):
        raise ValueError("Axes length mismatch")
    return F.call("_npi_tensordot", a, b, a_axes_summed=left, b_axes_summed=right)


@function()
def inner(F, a, b):
    """Sum products over the last axes."""
    return tensordot(F, a, b, [-1, -1])


def _flat(F, a):
    return F.call("_np_reshape", a, newshape=(-1,), order="C") if F.symbolic else \
        F.call("_np_reshape", a, newshape=(-1,))


@function()
def outer(F, a, b):
    """Multiply every element with every element."""
    return tensordot(F, _flat(F, a), _flat(F, b), 0)


@function()
def vdot(F, a, b):
    """Sum products of all elements."""
    return tensordot(F, _flat(F, a), _flat(F, b), 1)


@function()
def einsum(F, *operands, **kwargs):
    """Sum products over the axes that a text, the first argument, names."""
    subscripts, *arrays = operands
    return F.call("_npi_einsum", *arrays, subscripts=subscripts, out=kwargs.get("out"),
                  optimize=int(bool(kwargs.get("optimize", False))))


@function()
def polyval(F, p, x):
    """Compute a polynomial, given by its coefficients from the highest down, at each element."""
    if F.is_array(p) and F.is_array(x):
        return F.call("_npi_polyval", p, x)
    if not F.is_array(p) and not F.is_array(x):
        return np.polyval(p, x)
    raise TypeError("polyval: both arguments must be arrays, or none of them")
