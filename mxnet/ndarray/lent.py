"""Outputs of captured calls: arrays whose values stay in a CUDA graph's memory until they are read.

Accessing such an array's tensor makes a copy, and the array is then like any other. A captured call that takes the
array reads the values in place.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch

from ..core.captured_calls import Loan, constant
from ..core.device import Context
from ..core.dtype import TORCH_TO_NUMPY
from .array import NDArray
from .invoke import wrap

_slot: Any = vars(NDArray)["_data"]  # where an array keeps its tensor; here, the loan


class _Lent(NDArray):
    """An array with a loan instead of a tensor."""

    __slots__ = ()
    _makes = NDArray

    @property
    def _data(self) -> torch.Tensor:  # type: ignore[override]
        tensor = _slot.__get__(self).take()
        self._data = tensor
        return tensor

    @_data.setter
    def _data(self, tensor: torch.Tensor) -> None:
        self.__class__ = NDArray  # type: ignore[assignment]
        self._data = tensor

    @property
    def shape(self) -> tuple:
        return tuple(_slot.__get__(self).shape)

    @property
    def ndim(self) -> int:
        return len(_slot.__get__(self).shape)

    @property
    def size(self) -> int:
        return _slot.__get__(self).shape.numel()

    @property
    def dtype(self):
        return TORCH_TO_NUMPY[_slot.__get__(self).dtype]

    def __len__(self) -> int:
        return len(_slot.__get__(self).shape) and _slot.__get__(self).shape[0] or super().__len__()

    def __reduce__(self):
        return self.copy().__reduce__()


_Lent.__name__ = _Lent.__qualname__ = "NDArray"  # the name it is shown under


def lent(value: Any, ctx: Context, cls: type[Any] | None) -> NDArray:
    """Make an array around a tensor or a loan."""
    if value.__class__ is not Loan:
        return wrap(value, ctx, cls)
    if cls is not None and cls is not NDArray:
        return wrap(value.take(), ctx, cls)
    made = object.__new__(_Lent)
    _slot.__set__(made, value)
    made._ctx, made._ag = ctx, None
    return made


value_of = _slot.__get__  # returns an array's tensor, or its loan


def values_of(arrays: Any) -> list[Any]:
    """Return the tensors of arrays, or their loans."""
    return list(map(value_of, arrays))


def is_array(array: Any) -> bool:
    """Return whether an object is a dense `mx.nd` array."""
    return array.__class__ is NDArray or array.__class__ is _Lent


def is_lent_array(array: Any) -> bool:
    """Return whether an array's values are still in a graph's memory."""
    return array.__class__ is _Lent


def ones_for(array: NDArray) -> torch.Tensor | None:
    """Return the gradient that a backward from a lent array starts with, shared per shape; None for others."""
    if array.__class__ is not _Lent:
        return None
    loan = _slot.__get__(array)
    return _ones(loan.shape, loan.dtype, array._ctx.torch_device)


@lru_cache(maxsize=64)
def _ones(shape: torch.Size, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    return constant(torch.ones(shape, dtype=dtype, device=device))
