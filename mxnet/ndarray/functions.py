"""Functions of `mx.nd` that are more than one operator; they accept arrays and numbers."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Protocol

import numpy as np
import torch

from ..core.errors import MXNetError
from ..core.op import find
from .arithmetic import binary
from .array import NDArray
from .creation import array
from .invoke import invoke
from .unread import check_all

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["add", "concatenate", "divide", "equal", "greater", "greater_equal", "histogram", "imdecode",
           "lesser", "lesser_equal", "logical_and", "logical_or", "logical_xor", "maximum", "minimum",
           "modulo", "moveaxis", "multiply", "not_equal", "onehot_encode", "power", "split_v2", "subtract",
           "true_divide", "waitall"]


class Binary(Protocol):
    """A function of two arrays, one of which may be a number."""

    def __call__(self, lhs: NDArray | float, rhs: NDArray | float) -> NDArray: ...


_WORDS = """{text}

Parameters
----------
lhs, rhs : NDArray or float
    The operands, of which one may be a number. Shapes broadcast.

Returns
-------
NDArray
    An array of the operands' type.

Examples
--------
>>> mx.nd.{name}(mx.nd.array([6, 2]), mx.nd.array([4, 2])).asnumpy().tolist()
{found}
"""


def _two(key: str, text: str, found: list[float], name: str | None = None) -> Binary:
    """Make a function of two operands; ``found`` is the result of its example."""
    def function(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
        return binary(key, lhs, rhs)
    function.__name__ = function.__qualname__ = name or key
    function.__doc__ = _WORDS.format(text=text, name=function.__name__, found=found)
    return function


add: Binary = _two("add", "Add two operands, element by element.", [10.0, 4.0])
subtract: Binary = _two("sub", "Subtract one operand from the other, element by element.", [2.0, 0.0], "subtract")
multiply: Binary = _two("mul", "Multiply two operands, element by element.", [24.0, 4.0], "multiply")
divide: Binary = _two("div", "Divide one operand by the other, element by element.", [1.5, 1.0], "divide")
true_divide: Binary = divide
modulo: Binary = _two("mod", "Compute the remainder of a division, element by element.", [2.0, 0.0], "modulo")


def power(base: NDArray | float, exp: NDArray | float) -> NDArray:
    """Raise one operand to the power of the other, with broadcasting.

    Parameters
    ----------
    base : NDArray or float
        Array or number.
    exp : NDArray or float
        Array or number.

    Returns
    -------
    NDArray
        The powers.
    """
    return binary("power", base, exp)


maximum: Binary = _two("maximum", "Take the larger of two operands, element by element.", [6.0, 2.0])
minimum: Binary = _two("minimum", "Take the smaller of two operands, element by element.", [4.0, 2.0])
equal: Binary = _two("equal", "Give 1 where elements are equal, else 0.", [0.0, 1.0])
not_equal: Binary = _two("not_equal", "Give 1 where elements differ, else 0.", [1.0, 0.0])
greater: Binary = _two("greater", "Give 1 where the left is greater, else 0.", [1.0, 0.0])
greater_equal: Binary = _two("greater_equal", "Give 1 where the left is at least the right, else 0.", [1.0, 1.0])
lesser: Binary = _two("lesser", "Give 1 where the left is smaller, else 0.", [0.0, 0.0])
lesser_equal: Binary = _two("lesser_equal", "Give 1 where the left is at most the right, else 0.", [0.0, 1.0])
logical_and: Binary = _two("logical_and", "Give 1 where both are non-zero, else 0.", [1.0, 1.0])
logical_or: Binary = _two("logical_or", "Give 1 where either is non-zero, else 0.", [1.0, 1.0])
logical_xor: Binary = _two("logical_xor", "Give 1 where exactly one is non-zero, else 0.", [0.0, 0.0])


def moveaxis(tensor: NDArray, source: int | Sequence[int], destination: int | Sequence[int]) -> NDArray:
    """Move axes to other positions, while the others keep their order.

    Parameters
    ----------
    tensor : NDArray
        Input array.
    source : int or Sequence[int]
        Axis or axes to move.
    destination : int or Sequence[int]
        Position of each of them in the result.

    Returns
    -------
    NDArray
        A new array.

    Examples
    --------
    >>> mx.nd.moveaxis(mx.nd.zeros((2, 3, 4)), 0, 2).shape
    (3, 4, 2)
    """
    source = [source] if isinstance(source, int) else list(source)
    destination = [destination] if isinstance(destination, int) else list(destination)
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of "
                         "elements")
    rank = tensor.ndim
    for axis in source + destination:
        if not -rank <= axis < rank:
            raise ValueError(f"moveaxis: axis {axis} is out of range for {rank} dimensions")
    source = [a % rank for a in source]
    destination = [a % rank for a in destination]
    if len(set(source)) != len(source) or len(set(destination)) != len(destination):
        raise ValueError("moveaxis: repeated axis")
    order = [a for a in range(rank) if a not in source]
    for place, axis in sorted(zip(destination, source)):
        order.insert(place, axis)
    return invoke(find("transpose").bind({"axes": tuple(order)}), (tensor,))


def concatenate(arrays: Sequence[NDArray], axis: int = 0, always_copy: bool = True) -> NDArray:
    """Join arrays along an axis.

    Parameters
    ----------
    arrays : Sequence[NDArray]
        Arrays with equal shapes except along the axis.
    axis : int, default=0
        The axis.
    always_copy : bool, default=True
        Whether a single array is copied too.

    Returns
    -------
    NDArray
        The concatenated arrays.

    Examples
    --------
    >>> mx.nd.concatenate([mx.nd.ones(2), mx.nd.zeros(1)]).asnumpy().tolist()
    [1.0, 1.0, 0.0]
    """
    if not isinstance(arrays, (list, tuple)) or not arrays \
            or not all(isinstance(a, NDArray) for a in arrays):
        raise MXNetError("concatenate takes a list of at least one NDArray")
    if not always_copy and len(arrays) == 1:
        return arrays[0]
    return invoke(find("Concat").bind({"dim": axis}), tuple(arrays))


def histogram(a: NDArray, bins: int | NDArray = 10, range: tuple[float, float] | None = None) -> Sequence[NDArray]:
    """Count the elements that fall into bins.

    Parameters
    ----------
    a : NDArray
        Input array.
    bins : int or NDArray, default=10
        Number of bins of equal width, or an array of their edges.
    range : tuple[float, float], optional
        Lower and upper end of the bins; by default the extremes of ``a``, and counts are then float32.

    Returns
    -------
    tuple of two NDArray
        Counts and edges.
    """
    if isinstance(bins, NDArray):
        return invoke(find("_histogram").bind({}), (a, bins))
    if not isinstance(bins, int):
        raise ValueError("bins argument should be either an integer or an NDArray")
    if range is None:
        warnings.warn("range is not specified, using numpy's result to ensure consistency with numpy",
                      stacklevel=2)
        return tuple(array(found) for found in np.histogram(a.asnumpy(), bins))
    return invoke(find("_histogram").bind({"bin_cnt": bins, "range": tuple(range)}), (a,))


def split_v2(ary: NDArray, indices_or_sections: int | Sequence[int], axis: int = 0,
             squeeze_axis: bool = False) -> list[NDArray]:
    """Split an array along an axis.

    Parameters
    ----------
    ary : NDArray
        Array to split.
    indices_or_sections : int or Sequence[int]
        A number of equal parts, or the indices at which new parts start.
    axis : int, default=0
        Axis to split along.
    squeeze_axis : bool, default=False
        Whether to drop the axis of parts of size one.

    Returns
    -------
    list of NDArray
        The parts.

    Examples
    --------
    >>> [part.shape for part in mx.nd.split_v2(mx.nd.zeros((4, 2)), (1, 3))]
    [(1, 2), (2, 2), (1, 2)]
    """
    if isinstance(indices_or_sections, int):
        if ary.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        indices, sections = (), indices_or_sections
    elif isinstance(indices_or_sections, (tuple, list)):
        indices, sections = (0, *indices_or_sections), 0
    else:
        raise ValueError("indices_or_sections must either int or tuple of ints")
    given = {"indices": indices, "axis": axis, "squeeze_axis": squeeze_axis, "sections": sections}
    return invoke(find("_split_v2").bind(given), (ary,))


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write one-hot rows to an array.

    Parameters
    ----------
    indices : NDArray
        Position of the one in each row.
    out : NDArray
        Matrix to write to.

    Returns
    -------
    NDArray
        The matrix.
    """
    out._data.zero_().scatter_(1, indices._data.long().reshape(-1, 1), 1)
    return out


def waitall() -> None:
    """Block until all submitted work has finished."""
    if torch.cuda.is_initialized():
        for index in range(torch.cuda.device_count()):
            torch.cuda.synchronize(index)
    check_all()


def imdecode(str_img: bytes | str, clip_rect: tuple[int, int, int, int] = (0, 0, 0, 0), out: NDArray | None = None,
             index: int = 0, channels: int = 3, mean: NDArray | None = None) -> NDArray:
    """Decode an encoded image; kept for old programs, see `mx.image.imdecode`.

    Parameters
    ----------
    str_img : bytes or str
        The bytes.
    clip_rect : tuple[int, int, int, int], default=(0, 0, 0, 0)
        Left, top, right and bottom of the part to cut out; zeros for the whole.
    out : NDArray, optional
        Array to write to.
    index : int, default=0
        Where in ``out``, a batch, to write.
    channels : int, default=3
        3 for colours, 1 for greys.
    mean : NDArray, optional
        Mean image to subtract.

    Returns
    -------
    NDArray
        The image.
    """
    from .. import image
    found = image.imdecode(str_img, flag=1 if channels == 3 else 0)
    left, top, right, bottom = clip_rect
    if right or bottom:
        found = found[top:bottom, left:right]
    found = invoke(find("transpose").bind({"axes": (2, 0, 1)}), (found,)).astype("float32")
    if mean is not None:
        found = found - mean
    if out is None:
        return found.expand_dims(0)
    out[index] = found
    return out
