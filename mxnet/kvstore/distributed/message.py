"""The wire format between workers: numbers and raw bytes; received data is never unpickled.

A message is a header of 64 integers and, if that is not enough, a body: more numbers, then pieces of arrays, each
aligned to eight bytes. Over a link, a large body is sent as two parts, so that arrays for several workers are packed
once. Between workers on one machine it is in shared memory (`shared`).
"""
from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

import torch

from ...core.errors import MXNetError
from ...core.params import plain
from ...core.torch_private import foreach
from ...core.tuning import SEND_APART_FROM_BYTES

HEAD = 64       # numbers in a header
_FIXED = 8      # of which this many have a fixed meaning
_INLINE = HEAD - _FIXED
_MOST = 1 << 40  # bytes of a body; more is not a message of ours


class Kind(IntEnum):
    """What a message is for."""

    OPEN = 1        # a store was created: its type
    INIT = 2        # rank 0 to an owner: the value of a key
    DESCRIBE = 3    # rank 0 to all: shape, type and owners of a key
    PUSH = 4        # to an owner: contributions, with a number if their sum or the new value is requested
    ASK = 5         # to an owner: values of keys, after this many rounds
    ROWS = 6        # to an owner: some rows of a key
    STATES = 7      # to an owner: optimizer states
    ANSWER = 8      # to the requester
    REFUSE = 9      # to the requester: why there is no answer
    OPTIMIZER = 10  # to all: an optimizer was set, and which
    BARRIER = 11    # to rank 0
    RELEASE = 12    # from rank 0
    WHO = 13        # to an owner, or to rank 0: which ranks does this request wait for?
    COMMAND = 14    # to all: `_send_command_to_servers`
    FAIL = 15       # to all: why no worker can continue
    LEAVE = 16      # to all: no more pushes or requests will come from here, only answers
    BYE = 17        # to all: nothing more will come from here; the text is an error or empty
    PING = 18       # to one that is waited for at the end: is it still there?
    PONG = 19       # it is


Layout = tuple[tuple[torch.dtype, torch.Size], ...]


class Packing:
    """Tensors that are adjacent in a body, each aligned to eight bytes, once the destination is known."""

    tensors: list[torch.Tensor]

    def __init__(self, tensors: Iterable[torch.Tensor]) -> None:
        self.tensors = list(tensors)
        self._size = sum([aligned(tensor.nbytes) for tensor in self.tensors])
        self._joined: torch.Tensor | None = None

    def numel(self) -> int:
        """Return the number of bytes."""
        return self._size

    def joined(self) -> torch.Tensor:
        """Return them in newly allocated memory, which is filled once."""
        if self._joined is None:
            self._joined = torch.empty(self.numel(), dtype=torch.uint8)
            copy_all(placed(self._joined, layout_of(self.tensors)), self.tensors)
        return self._joined


def layout_of(tensors: Iterable[torch.Tensor]) -> Layout:
    """Return what determines the positions of tensors in a body."""
    return tuple((tensor.dtype, tensor.shape) for tensor in tensors)


def placed(memory: torch.Tensor, layout: Layout) -> list[torch.Tensor]:
    """Return the tensors of a layout in memory, adjacent, each aligned to eight bytes."""
    found, at = [], 0
    for dtype, shape in layout:
        size = dtype.itemsize * prod(shape)
        found.append(memory[at:at + size].view(dtype).view(shape))
        at += aligned(size)
    return found


def copy_all(targets: Sequence[torch.Tensor], sources: Sequence[torch.Tensor]) -> None:
    """Copy tensors into others, on the host in one call."""
    if targets and all(tensor.is_cpu for tensor in sources) and all(tensor.is_cpu for tensor in targets):
        foreach.copy_(targets, sources)
        return
    for target, source in zip(targets, sources):
        target.copy_(source)


class Message(NamedTuple):
    """One message: kind, number of the store, number of the request, numbers, and bytes if any."""

    kind: int
    store: int = 0
    number: int = 0
    ints: Any = ()
    data: Any = None    # a tensor of bytes, or when sending a `Packing`
    mark: int = 0       # how many optimizers the sender has set

    def text(self) -> Any:
        """Read the bytes as JSON."""
        return json.loads(bytes(self.data.numpy())) if self.data is not None and len(self.data) else None

    def body(self) -> int:
        """Return the number of bytes that do not fit the header."""
        size = 0 if self.data is None else self.data.numel()
        return 8 * len(self.ints) + size if size or len(self.ints) > _INLINE else 0


def texted(value: Any) -> torch.Tensor:
    """Write a value as JSON."""
    return torch.frombuffer(bytearray(json.dumps(value, default=plain).encode()), dtype=torch.uint8)


def aligned(count: int) -> int:
    """Round a number of bytes up to a multiple of eight."""
    return (count + 7) & ~7


def raw(tensor: torch.Tensor) -> torch.Tensor:
    """Return the bytes of a tensor, without copying those of a contiguous one on the host."""
    return tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)


def encode(message: Message, returned: int = 0, slot: int | None = None,
           places: Callable[[Layout], list[torch.Tensor]] | None = None) -> list[torch.Tensor]:
    """Return what a link carries: the header and, unless stored elsewhere, the body, in one or two parts.

    Parameters
    ----------
    message : what is said.
    returned : slots of shared memory that the sender gives back, one bit each.
    slot, places : where the body is put: the number of the slot, and what gives the places of tensors in it.
    """
    ints, data = list(message.ints), message.data
    size = 0 if data is None else data.numel()
    fixed = [int(message.kind), message.store, message.number, message.mark, len(ints), size,
             0 if slot is None else slot + 1, returned]
    if not message.body():
        return [torch.tensor(fixed + ints + [0] * (_INLINE - len(ints)), dtype=torch.int64)]
    head = torch.tensor(fixed + [0] * _INLINE, dtype=torch.int64)
    numbers = torch.tensor(ints, dtype=torch.int64)
    if places is not None:
        parts = [numbers, *(data.tensors if isinstance(data, Packing) else () if data is None else (data,))]
        copy_all(places(layout_of(parts)), parts)
        return [head]
    if isinstance(data, Packing):
        data = data.joined()
    pieces = [part for part in (numbers.view(torch.uint8), data) if part is not None and part.numel()]
    return [head, *pieces] if size >= SEND_APART_FROM_BYTES else [head, torch.cat(pieces)]


def body_sizes(head: list[int]) -> list[int]:
    """Return the sizes of the tensors that follow a header on a link, or of the one in a slot."""
    count, size, slot = head[4], head[5], head[6]
    if count < 0 or size < 0 or 8 * count + size > _MOST:
        raise MXNetError(f"a message announces {count} numbers and {size} bytes: no worker of this group sent that")
    if count <= _INLINE and not size:
        return []
    apart = size >= SEND_APART_FROM_BYTES and not slot
    return [part for part in (8 * count, size) if part] if apart else [8 * count + size]


def places(head: list[int]) -> tuple[int | None, int]:
    """Return the slot that holds the body of a message, if any, and those that the sender returns."""
    return (head[6] - 1 if head[6] else None), head[7]


def decode(head: list[int], bodies: list[torch.Tensor]) -> Message:
    """Read a message from its header, as numbers, and its body."""
    kind, store, number, mark, count, size = head[:6]
    if not bodies:
        return Message(kind, store, number, head[_FIXED:_FIXED + count], torch.empty(0, dtype=torch.uint8), mark)
    data = bodies[-1] if len(bodies) > 1 else bodies[0][8 * count:]
    return Message(kind, store, number, bodies[0][:8 * count].view(torch.int64).tolist() if count else (),
                   data if size else data[:0], mark)


def joined(pieces: Iterable[torch.Tensor]) -> torch.Tensor:
    """Concatenate the bytes of tensors, each aligned to eight bytes."""
    return Packing(pieces).joined()


def taken(data: torch.Tensor, at: int, dtype: torch.dtype, shape: tuple[Any, ...]) -> tuple[torch.Tensor, int]:
    """Return a tensor in a body, and where the next one begins."""
    count = dtype.itemsize * prod(shape)
    if at + count > data.numel():
        raise MXNetError(f"a message of {data.numel()} bytes ends before a piece of {count} at {at}")
    return data[at:at + count].view(dtype).view(shape), at + aligned(count)
