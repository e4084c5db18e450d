"""Creates arrays from values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ...core.device import Context, home_context
from ...core.dtype import to_torch
from ...core.numpy.functions import row_order
from ..array import NDArray
from ..creation import array as legacy_array
from ..invoke import wrap
from .array import ndarray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike



def empty(shape: int | Sequence[int], dtype: DTypeLike = np.float32, order: str = "C",
          ctx: Context | None = None) -> ndarray:
    """Create an array without setting its values.

    Parameters
    ----------
    shape : int or Sequence[int]
        Size of each dimension; a number makes a vector.
    dtype : DTypeLike, default=np.float32
        Element type; float32 by default, whereas NumPy uses float64.
    order : str, default='C'
        Memory layout. Only ``"C"``, row by row, is supported.
    ctx : Context, optional
        Device to create the array on; the current context by default.

    Returns
    -------
    ndarray
        An array with arbitrary contents.

    Examples
    --------
    >>> mx.np.empty((2, 3)).shape
    (2, 3)
    """
    row_order(order, "empty")
    ctx = home_context(ctx)
    sizes = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise OverflowError(f"empty: sizes must not be negative, got {sizes}")
    kind = torch.float32 if dtype is None else to_torch(dtype)
    return wrap(torch.empty(sizes, dtype=kind, device=ctx.torch_device), ctx, ndarray)


def array(object: Any, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Create an array from values, which are copied.

    Parameters
    ----------
    object
        Number, nested lists, or an array: of mx.np, mx.nd or NumPy.
    dtype : DTypeLike, optional
        Element type. By default arrays keep theirs, numbers and lists give float32, while NumPy has int64 or float64.
    ctx : Context, optional
        Device to create the array on; by default that of an array given, else the current context.

    Returns
    -------
    ndarray
        A new array.

    Examples
    --------
    >>> mx.np.array([1, 2])
    array([1., 2.])
    >>> mx.np.array([[1, 2], [3, 4]], dtype="int32").tolist()
    [[1, 2], [3, 4]]
    """
    if isinstance(object, NDArray):
        kind = object._data.dtype if dtype is None else dtype
        made = legacy_array(object, ctx if ctx is not None else object._ctx, kind)
        found = wrap(made._data, made._ctx, ndarray)
        found._ag = made._ag
        return found
    if dtype is None:
        dtype = object.dtype if hasattr(object, "dtype") else np.float32
    made = legacy_array(_values(object), ctx, dtype)
    return wrap(made._data, made._ctx, ndarray)


def _values(given):
    if isinstance(given, (list, tuple)):
        try:
            return np.array(_plain(given))
        except (TypeError, ValueError) as error:
            raise TypeError(f"{error}") from None
    return given


def _plain(item):
    if isinstance(item, NDArray):
        return item.asnumpy()
    return [_plain(one) for one in item] if isinstance(item, (list, tuple)) else item
