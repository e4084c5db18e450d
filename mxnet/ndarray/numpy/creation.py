"""Makes arrays of values."""
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
    """Make an array without setting its values."""
    row_order(order, "empty")
    ctx = home_context(ctx)
    sizes = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(size) for size in shape)
    kind = torch.float32 if dtype is None else to_torch(dtype)
    return wrap(torch.empty(sizes, dtype=kind, device=ctx.torch_device), ctx, ndarray)


def array(object: Any, dtype: DTypeLike | None = None, ctx: Context | None = None) -> ndarray:
    """Make an array with a copy of the values.

    Those of an array, NumPy's too, keep their type; numbers and lists give float32.

    Examples
    --------
    >>> mx.np.array([1, 2])
    array([1., 2.])
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
