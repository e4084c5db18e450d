"""Functions of `mx.nd` that are more than one operator: they take arrays and numbers alike."""
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


def _two(key: str, text: str, name: str | None = None) -> Binary:
    def function(lhs, rhs):
        return binary(key, lhs, rhs)
    function.__name__ = function.__qualname__ = name or key
    function.__doc__ = text
    return function


add: Binary = _two("add", "Add with broadcasting.")
subtract: Binary = _two("sub", "Subtract with broadcasting.", "subtract")
multiply: Binary = _two("mul", "Multiply with broadcasting.", "multiply")
divide: Binary = _two("div", "Divide with broadcasting.", "divide")
true_divide: Binary = divide
modulo: Binary = _two("mod", "Take the remainder with broadcasting.", "modulo")


def power(base: NDArray | float, exp: NDArray | float) -> NDArray:
    """Raise to a power with broadcasting."""
    return binary("power", base, exp)


maximum: Binary = _two("maximum", "Take the larger element with broadcasting.")
minimum: Binary = _two("minimum", "Take the smaller element with broadcasting.")
equal: Binary = _two("equal", "Give 1 where elements are equal, else 0.")
not_equal: Binary = _two("not_equal", "Give 1 where elements differ, else 0.")
greater: Binary = _two("greater", "Give 1 where the left is greater, else 0.")
greater_equal: Binary = _two("greater_equal", "Give 1 where the left is at least the right, else 0.")
lesser: Binary = _two("lesser", "Give 1 where the left is smaller, else 0.")
lesser_equal: Binary = _two("lesser_equal", "Give 1 where the left is at most the right, else 0.")
logical_and: Binary = _two("logical_and", "Give 1 where both are non-zero, else 0.")
logical_or: Binary = _two("logical_or", "Give 1 where either is non-zero, else 0.")
logical_xor: Binary = _two("logical_xor", "Give 1 where exactly one is non-zero, else 0.")


def moveaxis(tensor: NDArray, source: int | Sequence[int], destination: int | Sequence[int]) -> NDArray:
    """Move axes to new positions; the others keep their order."""
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
    """Join arrays along an axis; a single one is returned as it is where no copy is asked for."""
    if not isinstance(arrays, (list, tuple)) or not arrays \
            or not all(isinstance(a, NDArray) for a in arrays):
        raise MXNetError("concatenate takes a list of at least one NDArray")
    if not always_copy and len(arrays) == 1:
        return arrays[0]
    return invoke(find("Concat").bind({"dim": axis}), tuple(arrays))


def histogram(a: NDArray, bins: int | NDArray = 10, range: tuple[float, float] | None = None) -> Sequence[NDArray]:
    """Count elements in bins; ``bins`` is a number or an array of edges. Gives (counts, edges).

    Without ``range`` NumPy does it, and the counts are float32.
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
    """Split along an axis into equal sections, or at indices."""
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
    """Write one-hot rows of ``indices`` into ``out``."""
    out._data.zero_().scatter_(1, indices._data.long().reshape(-1, 1), 1)
    return out


def waitall() -> None:
    """Block until every computation that was started has ended."""
    if torch.cuda.is_initialized():
        for index in range(torch.cuda.device_count()):
            torch.cuda.synchronize(index)
    check_all()


def imdecode(str_img: bytes | str, clip_rect: tuple[int, int, int, int] = (0, 0, 0, 0), out: NDArray | None = None,
             index: int = 0, channels: int = 3, mean: NDArray | None = None) -> NDArray:
    """Decode an encoded image; kept for old programs, see `mx.image.imdecode`."""
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
