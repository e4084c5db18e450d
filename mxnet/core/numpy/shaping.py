"""The same elements in another shape or order, where an operator by itself is not the whole function."""
import numpy as np

from .creation import full
from .functions import function, is_number


@function()
def expand_dims(F, a, axis):
    """Insert a dimension of size one."""
    return F.call("_npi_expand_dims", a, axis=axis)


@function()
def broadcast_to(F, array, shape):
    """Repeat along dimensions of size one, and along new ones, up to a shape."""
    if np.isscalar(array):
        return full(F, shape, array)
    return F.call("_npi_broadcast_to", array, shape=shape)


@function()
def tile(F, A, reps):
    """Repeat an array along each axis."""
    if is_number(A):
        return np.tile(A, reps)
    if not F.is_array(A):
        raise TypeError(f"type {type(A)} not supported")
    return F.call("_npi_tile", A, reps=reps)


@function()
def swapaxes(F, a, axis1, axis2):
    """Exchange two axes."""
    return F.call("_npi_swapaxes", a, dim1=axis1, dim2=axis2)


@function()
def ravel(F, x, order="C"):
    """Give the elements in one dimension."""
    if order == "F":
        raise NotImplementedError(f"order {order} is not supported")
    if is_number(x):
        return np.reshape(x, -1)
    if not F.is_array(x):
        raise TypeError(f"type {type(x)} not supported")
    return F.call("_npi_reshape", x, newshape=-1)


@function()
def flip(F, m, axis=None, out=None):
    """Turn the order of elements along axes round."""
    if is_number(m):
        return np.flip(m, axis)
    if not F.is_array(m):
        raise TypeError(f"type {type(m)} not supported")
    return F.call("_npi_flip", m, axis=axis, out=out)


@function()
def flipud(F, m):
    """Turn the order of rows round."""
    return flip(F, m, 0)


@function()
def fliplr(F, m):
    """Turn the order of columns round."""
    return flip(F, m, 1)


@function()
def rot90(F, m, k=1, axes=(0, 1)):
    """Rotate by quarter turns in the plane of two axes."""
    return F.call("_npi_rot90", m, k=k, axes=axes)


# what each mode of `pad` takes beside the widths
_PAD = {"constant": ("constant_values",), "edge": (), "maximum": ("stat_length",), "minimum": ("stat_length",),
        "reflect": ("reflect_type",), "symmetric": ("reflect_type",)}


@function()
def pad(F, x, pad_width, mode="constant", **kwargs):
    """Put elements around an array: a constant, the edge, a reflection, or the extreme of each line."""
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if callable(mode) or mode not in _PAD:
        raise ValueError(f"pad: mode {mode!r} is not supported; expected one of {', '.join(_PAD)}")
    unknown = set(kwargs) - set(_PAD[mode])
    if unknown:
        raise ValueError(f"pad: unsupported keyword arguments for mode {mode!r}: {sorted(unknown)}")
    params = {}
    if mode == "constant":
        value = kwargs.get("constant_values", 0)
        if isinstance(value, tuple):
            raise TypeError("unsupported constant_values type: {'tuple'}.")
        params["constant_value"] = value
    elif kwargs.get("stat_length") is not None or kwargs.get("reflect_type", "even") not in ("even", None):
        raise ValueError(f"pad: {kwargs} is not supported for mode {mode!r}")
    elif mode in ("reflect", "symmetric"):
        params["reflect_type"] = "even"
    return F.call("_npi_pad", x, pad_width=_pairs(pad_width), mode=mode, **params)


def _pairs(given: tuple) -> tuple:
    """Give widths as pairs: ``(1, 2)`` is one pair for every axis."""
    if all(isinstance(width, (int, np.integer)) for width in given):
        return (given if len(given) == 2 else (given[0], given[0]),)
    return tuple(tuple(pair) for pair in given)


@function()
def diag_indices_from(F, arr):
    """Give the indices of the main diagonal, an array for each axis."""
    made = F.call("_npi_diag_indices_from", arr)
    return made if F.symbolic else tuple(made)


@function(arrays_only=True)
def shape(F, a):
    """Give the shape of an array."""
    return a.shape
