"""Arrays joined along an axis, and cut along one."""
import numpy as np

from .functions import function, listed


@function()
def concatenate(F, seq, axis=0, out=None):
    """Join arrays along an axis that exists; None joins their elements."""
    return F.call("_npi_concatenate", *seq, axis=axis, out=out)


@function()
def append(F, arr, values, axis=None):
    """Join values to the end of an array."""
    return F.call("_npi_concatenate", arr, values, axis=axis)


@function()
def stack(F, arrays, axis=0, out=None):
    """Join arrays of one shape along a new axis."""
    return F.call("_npi_stack", *listed(arrays), axis=axis, out=out)


@function()
def vstack(F, arrays, out=None):
    """Stack arrays as rows."""
    return F.call("_npi_vstack", *listed(arrays), out=out)


@function()
def row_stack(F, arrays):
    """Stack arrays as rows."""
    return F.call("_npi_vstack", *listed(arrays))


@function()
def column_stack(F, tup):
    """Stack vectors as columns of a matrix."""
    return F.call("_npi_column_stack", *tup)


@function()
def hstack(F, arrays):
    """Join arrays along the second axis; vectors along their only one."""
    return F.call("_npi_hstack", *arrays)


@function()
def dstack(F, arrays):
    """Join arrays along the third axis."""
    return F.call("_npi_dstack", *arrays)


def _cuts(given) -> dict:
    """Give the params that say where to cut: a number of sections, or the indices at which parts start."""
    if isinstance(given, (int, np.integer)):
        return {"indices": [], "sections": int(given)}
    if isinstance(given, (list, set, tuple)):
        return {"indices": [0, *given], "sections": 0}
    raise ValueError("indices_or_sections must be either int, or tuple / list / set of ints")


def _parts(F, operator: str, ary, given, axis: int):
    cuts = _cuts(given)
    made = F.call(operator, ary, indices=cuts["indices"], axis=axis, squeeze_axis=False, sections=cuts["sections"])
    if F.symbolic:
        return list(made) if made.num_outputs > 1 else [made]
    return made if isinstance(made, list) else [made]


@function()
def split(F, ary, indices_or_sections, axis=0):
    """Cut an array into parts along an axis; a number of them must divide it."""
    if not F.symbolic and isinstance(indices_or_sections, (int, np.integer)) \
            and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return _parts(F, "_npi_split", ary, indices_or_sections, axis)


@function()
def array_split(F, ary, indices_or_sections, axis=0):
    """Cut an array into parts along an axis that may differ by one in size."""
    return _parts(F, "_npi_split", ary, indices_or_sections, axis)


def _needs(F, ary, rank: int, name: str) -> None:
    if not F.symbolic and len(ary.shape) < rank:
        raise ValueError(f"{name} only works on arrays of {rank} or more dimensions")


@function()
def hsplit(F, ary, indices_or_sections):
    """Cut an array into parts along its second axis; a vector along its only one."""
    _needs(F, ary, 1, "hsplit")
    return _parts(F, "_npi_hsplit", ary, indices_or_sections, 1)


@function()
def vsplit(F, ary, indices_or_sections):
    """Cut an array into parts along its first axis."""
    _needs(F, ary, 2, "vsplit")
    return split(F, ary, indices_or_sections, 0)


@function()
def dsplit(F, ary, indices_or_sections):
    """Cut an array into parts along its third axis."""
    _needs(F, ary, 3, "dsplit")
    return _parts(F, "_npi_dsplit", ary, indices_or_sections, 2)
