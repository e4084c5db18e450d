"""Reads untrusted bytes. Called by the readers of .params and .safetensors."""
import struct
from math import prod
from typing import Any, NoReturn

import numpy as np

from ..core.errors import MXNetError

MAX_DIMS = 32          # what every supported NumPy can hold
MAX_BYTES = 2**63 - 1
_U64 = struct.Struct("<Q")
_ALIGNMENT = 64
_BLOCK = 16 << 20


class ByteSource:
    """A stream of known size: every length is checked against the remaining bytes before it is used."""

    file: Any
    kind: str
    size: int
    source: str

    __slots__ = ("block", "file", "kind", "offset", "size", "source")

    def __init__(self, file: Any, size: int, source: str, kind: str = "NDArray file") -> None:
        self.file, self.size, self.source, self.kind = file, size, source, kind
        self.offset: int = 0
        self.block: np.ndarray = np.empty(0, np.uint8)

    def fail(self, problem: str, at: int) -> NoReturn:
        raise MXNetError(f"Invalid {self.kind} format: {self.source}, byte {at}: {problem}")

    def need(self, count: int, what: str) -> None:
        left = self.size - self.offset
        if count > left:
            self.fail(f"{what} takes {count} bytes; got the end of the file after {left}",
                      self.offset)

    def take(self, count: int, what: str) -> bytes:
        self.need(count, what)
        data = self.file.read(count)
        if len(data) != count:
            self.fail(f"{what}: the file became shorter while it was read", self.offset)
        self.offset += count
        return data

    def unpack(self, form: struct.Struct, what: str) -> tuple[Any, ...]:
        return form.unpack(self.take(form.size, what))

    def count(self, smallest: int, what: str) -> int:
        """Read how many items follow, each at least ``smallest`` bytes long."""
        (number,) = self.unpack(_U64, what)
        left = self.size - self.offset
        if number * smallest > left:
            self.fail(f"{what} says {number}; the {left} bytes that follow cannot hold so many",
                      self.offset - 8)
        return number

    def array(self, shape: tuple[int, ...], dtype: np.dtype, what: str) -> np.ndarray:
        """Read an array into writable memory, after checking that the file holds it."""
        nbytes = prod(shape) * dtype.itemsize
        self.need(nbytes, what)
        # (0, 2**62, 9) takes no bytes in the file, but no array library can address it.
        if prod(max(dim, 1) for dim in shape) * dtype.itemsize > MAX_BYTES:
            self.fail(f"{what}: no memory is large enough", self.offset)
        raw = self.room(nbytes)
        if self.file.readinto(raw) != nbytes:
            self.fail(f"{what}: the file became shorter while it was read", self.offset)
        self.offset += nbytes
        if dtype.kind == "b":
            np.not_equal(raw, 0, out=raw.view(np.bool_))    # NumPy trusts a bool to be 0 or 1
        return raw.view(dtype).reshape(shape)

    def room(self, nbytes: int) -> np.ndarray:
        """Return uninitialized bytes from a block that the arrays of a file share.

        Blocks are large enough to be backed by huge pages: 50 MB of 2 MB arrays are read three times as fast as into
        separate allocations. They are no larger than the remaining bytes.
        """
        if nbytes > _BLOCK // 4:
            return _aligned_bytes(nbytes)
        padded = nbytes + -nbytes % _ALIGNMENT
        if padded > self.block.size:
            self.block = _aligned_bytes(max(padded, min(_BLOCK, self.size - self.offset)))
        raw, self.block = self.block[:nbytes], self.block[padded:]
        return raw


def _aligned_bytes(nbytes: int) -> np.ndarray:
    # Aligned as torch aligns its own memory, so that vector loads do not straddle cache lines.
    block = np.empty(nbytes + _ALIGNMENT, np.uint8)
    start = -block.ctypes.data % _ALIGNMENT
    return block[start:start + nbytes]
