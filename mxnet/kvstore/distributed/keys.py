"""Ownership: each key, or each block of rows of a large one, has one owner, which keeps its value and states."""
from __future__ import annotations

import os
from enum import Enum
from math import prod
from typing import Any, NamedTuple

import torch

from ...core.dtype import dtype_name, to_torch
from ...core.errors import MXNetError
from ...core.tuning import BLOCK_ELEMENTS


class Division(Enum):
    """What may have several owners."""

    ROWS = "rows"   # of a key
    KEYS = "keys"   # each as a whole
    NONE = "none"   # rank 0 owns all keys: an update depends on those before it, of other keys too


class Block(NamedTuple):
    """Rows ``start`` to ``stop`` of a key, and the rank that owns them."""

    owner: int
    start: int
    stop: int


class Key(NamedTuple):
    """What all workers know about a key."""

    number: int
    name: Any
    shape: tuple[int, ...]
    dtype: torch.dtype
    stype: str
    blocks: tuple[Block, ...]

    @property
    def whole(self) -> bool:
        """Whether one rank owns all of it."""
        return len(self.blocks) == 1

    def is_fit_for(self, division: Division) -> bool:
        """Return whether its owners are such that a division allows them."""
        return division is Division.ROWS or self.whole and (division is Division.KEYS or self.blocks[0].owner == 0)

    def block_shape(self, block: Block) -> tuple[int, ...]:
        """Return the shape of a block."""
        return self.shape if self.whole else (block.stop - block.start, *self.shape[1:])

    def cut(self, tensor: torch.Tensor, block: Block) -> torch.Tensor:
        """Return the view of a block in a tensor of the key's shape."""
        return tensor if self.whole else tensor[block.start:block.stop]

    def owned_by(self, rank: int) -> Block | None:
        """Return the block of a rank, which has at most one."""
        return next((block for block in self.blocks if block.owner == rank), None)

    def described(self) -> list[Any]:
        """Describe it in plain values, for a message."""
        return [self.number, self.name, list(self.shape), dtype_name(self.dtype), self.stype,
                [list(block) for block in self.blocks]]

    @staticmethod
    def read(found: list[Any]) -> Key:
        """Make a key from the result of `described`."""
        number, name, shape, dtype, stype, blocks = found
        return Key(number, name, tuple(shape), to_torch(dtype), stype, tuple(Block(*block) for block in blocks))


def most_blocks(elements: int, size: int) -> int:
    """Return how many owners an array may have: as many as get a block worth a separate message.

    ``MXNET_KVSTORE_BIGARRAY_BOUND`` is the number of elements from which on every worker gets a block, and below which
    one worker gets all.
    """
    text = os.environ.get("MXNET_KVSTORE_BIGARRAY_BOUND")
    if text is None:
        return max(1, min(size, elements // BLOCK_ELEMENTS))
    try:
        return size if elements >= int(text) else 1
    except ValueError:
        raise MXNetError(f"MXNET_KVSTORE_BIGARRAY_BOUND must be a number of elements, it is {text!r}") from None


class Shares:
    """Divides keys among ranks so that each has about as many bytes. Rank 0 decides and tells the others."""

    def __init__(self, size: int) -> None:
        self._loads = [0] * size

    def divide(self, shape: tuple[int, ...], itemsize: int, division: Division) -> tuple[Block, ...]:
        """Choose the owner of an array, or one for each of its blocks of rows."""
        size, rows, total = len(self._loads), shape[0] if shape else 1, prod(shape)
        count = min(most_blocks(total, size), rows) if division is Division.ROWS else 1
        if count < 2:
            owner = 0 if division is Division.NONE else min(range(size), key=self._loads.__getitem__)
            self._loads[owner] += total * itemsize
            return (Block(owner, 0, rows),)
        # start with the ranks that have least: with fewer rows than ranks, only they get one
        owners = sorted(sorted(range(size), key=self._loads.__getitem__)[:count])
        blocks = []
        for place, owner in enumerate(owners):
            start, stop = rows * place // count, rows * (place + 1) // count
            self._loads[owner] += (stop - start) * (total // rows) * itemsize
            blocks.append(Block(owner, start, stop))
        return tuple(blocks)
