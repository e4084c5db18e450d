"""A worker's contribution to a block of a key, as stored in a message: all elements, two bits each, or some rows."""
from __future__ import annotations

from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

import torch

from ...core.device import Context
from ...core.dtype import dtype_name
from ...core.errors import MXNetError
from ...ndarray.storage import RowSparseNDArray, row_sparse_array
from ...ndarray.tensors import wrap
from ..compression import TwoBits
from .keys import Block, Key
from .message import taken


class Form(IntEnum):
    """The encoding of a piece."""

    ALL = 0
    TWO_BITS = 1
    ROWS = 2


class Rows(NamedTuple):
    """Some rows of a block, by their indices in it."""

    numbers: torch.Tensor
    values: torch.Tensor

    def array(self, shape: tuple[Any, ...], context: Context) -> Any:
        """Make a row-sparse array."""
        device = context.torch_device
        return row_sparse_array((wrap(self.values.to(device), context), wrap(self.numbers.to(device), context)),
                                shape=shape, ctx=context, dtype=dtype_name(self.values.dtype))


class Lent(NamedTuple):
    """A block in an array of the program's, which is read but not written to."""

    values: torch.Tensor


Piece = torch.Tensor | Rows | Lent


def pieces_of(key: Key, value: Any) -> list[tuple[Block, Any]]:
    """Split what was pushed for a key into one piece per block."""
    if isinstance(value, RowSparseNDArray):
        values, numbers = value._stored()
        if key.whole:
            return [(key.blocks[0], Rows(numbers, values))]
        bounds = torch.searchsorted(numbers, torch.tensor([[block.start, block.stop] for block in key.blocks],
                                                          device=numbers.device)).tolist()
        return [(block, Rows(numbers[low:high] - block.start, values[low:high]))
                for block, (low, high) in zip(key.blocks, bounds)]
    return [(block, key.cut(value, block)) for block in key.blocks]


def written(piece: torch.Tensor | Rows | TwoBits, dtype: torch.dtype) -> tuple[Form, int, list[torch.Tensor]]:
    """Return the form of a piece, its number of rows, and the tensors that a message holds for it."""
    if isinstance(piece, Rows):
        return Form.ROWS, len(piece.numbers), [piece.numbers, piece.values]
    if isinstance(piece, TwoBits):
        return Form.TWO_BITS, 0, [torch.tensor([piece.threshold], dtype=torch.float64), piece.codes]
    return Form.ALL, 0, [piece if piece.dtype is dtype else piece.to(dtype)]


def read(form: int, count: int, key: Key, block: Block, data: torch.Tensor,
         at: int) -> tuple[torch.Tensor | Rows, int]:
    """Read a piece from a message; also return where the next one begins."""
    shape = key.block_shape(block)
    if form == Form.ALL:
        return taken(data, at, key.dtype, shape)
    if form == Form.TWO_BITS:
        threshold, at = taken(data, at, torch.float64, (1,))
        codes, at = taken(data, at, torch.uint8, ((prod(shape) + 3) // 4,))
        return TwoBits(codes, float(threshold)).expanded(shape), at
    if form != Form.ROWS or not shape or not 0 <= count <= shape[0]:
        raise MXNetError(f"a piece of key {key.name} in no known form ({form}, {count} rows)")
    numbers, at = taken(data, at, torch.int64, (count,))
    values, at = taken(data, at, key.dtype, (count, *shape[1:]))
    if count and not 0 <= int(numbers.min()) <= int(numbers.max()) < shape[0]:
        raise MXNetError(f"a piece of key {key.name} has rows that are not in its block of {shape[0]}")
    return Rows(numbers, values), at


def kept(piece: Any) -> Any:
    """Copy a piece whose array the program may write to."""
    if isinstance(piece, Rows):
        return Rows(piece.numbers.clone(), piece.values.clone())
    if isinstance(piece, Lent):
        return piece.values.clone()
    return piece if isinstance(piece, TwoBits) else piece.clone()
