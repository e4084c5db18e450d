"""The RecordIO format (``.rec``): a sequence of byte strings. Called by recordio and the data readers.

A part is ``magic u32, kind << 29 | length u32, bytes, zeros up to a multiple of 4``. If a record contains the magic
number at a multiple of 4, it is split there and the number is left out, so that the magic number at such a position
always starts a part: kind 0 is a whole record, 1 the first of several parts, 2 a middle one, 3 the last. This also lets
a reader resynchronize in a damaged file.
"""
import contextlib
import os
import struct
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from ..core.errors import MXNetError
from ..core.location import local_path
from ..core.opening import failed, open_input, size_of
from .atomic import writable_target
from .background_sync import background_sync

MAGIC = 0xCED7230A
MAGIC_BYTES = struct.pack("<I", MAGIC)
MAX_LENGTH = (1 << 29) - 1
WHOLE, FIRST, MIDDLE, LAST = range(4)
_HEAD = struct.Struct("<II")
_SEARCH_STEP = 1 << 20      # a multiple of 4: no magic number spans two steps
_READ_AHEAD = 1 << 14


class CorruptRecord(MXNetError):
    """There is no complete record in a file where one should begin."""


class RecordSpan(NamedTuple):
    """The position of a record in its file: first byte, first byte after it, number of content bytes."""

    start: int
    end: int
    size: int


def encode_record(payload: bytes) -> bytes:
    """Return the bytes of a record in a file, exactly as MXNet writes them."""
    if len(payload) > MAX_LENGTH:
        raise MXNetError(f"a record must be shorter than 2**29 bytes; got {len(payload)}")
    pieces: list[bytes] = []
    start = 0
    found = payload.find(MAGIC_BYTES)
    while found >= 0:
        if found % 4:
            found = payload.find(MAGIC_BYTES, found + 1)
            continue
        kind = MIDDLE if start else FIRST
        pieces += _HEAD.pack(MAGIC, kind << 29 | found - start), payload[start:found]
        start = found + 4
        found = payload.find(MAGIC_BYTES, start)
    kind = LAST if start else WHOLE
    rest = payload[start:] if start else payload
    pieces += _HEAD.pack(MAGIC, kind << 29 | len(rest)), rest, bytes(-len(rest) % 4)
    return b"".join(pieces)


class RecordWriter:
    """Appends records to a new file, under its final name: it may be read while it grows.

    Each record is atomic. It is in the file when `write` returns; if the disk is full, the partial record is removed,
    and the file ends with the last complete one. A closed file is on disk within a second.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: str = local_path(path)
        target, _ = writable_target(self.path)
        try:
            # Unbuffered: after a fork, parent and child must not both hold half a record.
            self._file = open(target, "wb", buffering=0)
        except OSError as error:
            raise failed("cannot write", self.path, error) from error
        self._regular = size_of(self._file) is not None
        self._pid = os.getpid()
        self._offset = 0

    def write(self, payload: bytes) -> None:
        record = memoryview(encode_record(payload))
        written = 0
        try:
            while written < len(record):
                written += self._file.write(record[written:]) or 0
        except OSError as error:
            self._take_back()
            raise failed("cannot write", self.path, error) from error
        self._offset += written

    def _take_back(self) -> None:
        """Remove the partial record that could not be written."""
        if self._regular:
            with contextlib.suppress(OSError):
                self._file.seek(self._offset)
                self._file.truncate()

    def tell(self) -> int:
        """Return the position at which the next record will begin."""
        return self._offset

    def close(self) -> None:
        # a forked child that drops its copy has nothing to sync
        if not self._file.closed and self._regular and os.getpid() == self._pid:
            background_sync.add(os.path.realpath(self.path), os.dup(self._file.fileno()))
        self._file.close()


class RecordReader:
    """Reads records sequentially, or from a position given by an index.

    Parameters
    ----------
    skip_corrupt : skip a damaged record and continue with the next whole one, instead of raising ``CorruptRecord``;
        ``skipped`` counts how often that happened.
    """

    def __init__(self, path: str | os.PathLike[str], *, skip_corrupt: bool = False) -> None:
        self.path: str = local_path(path)
        self.skip_corrupt = skip_corrupt
        self.skipped: int = 0
        self._file = open_input(self.path, buffering=_READ_AHEAD)
        # A pipe has no size to check lengths against, and cannot be rewound.
        size = size_of(self._file)
        self._seekable = size is not None
        self._size = size or 0
        self._offset = 0

    def read(self) -> bytes | None:
        """Return the next record, None at the end; after an error the position is unchanged."""
        while True:
            start = self._offset
            try:
                return self._read_record()
            except CorruptRecord:
                if self._seekable:
                    self.seek(start)
                if not self.skip_corrupt:
                    raise
                self.skipped += 1
                if not self.skip():
                    return None

    def skip(self) -> bool:
        """Move from a damaged record to the next whole one; False, at the end, if none is left."""
        if not self._seekable:
            self._fail(self._offset, "only a regular file can be searched for the next record")
        at = self._offset + 4 - self._offset % 4
        while (found := self._find_magic(at)) is not None:
            if self._is_whole(found):
                self.seek(found)
                return True
            at = found + 4
        self.seek(self._file_size())
        return False

    def spans(self) -> Iterator[RecordSpan]:
        """Yield the position of each following record, reading only the headers of its parts."""
        while True:
            start = self._offset
            try:
                span = self._span(start)
            except CorruptRecord:
                if not self.skip_corrupt:
                    raise
                self.skipped += 1
                if not self.skip():
                    return
                continue
            if span is None:
                return
            self.seek(span.end)
            yield span

    def find(self, offset: int) -> int:
        """Return where the first record at or after a position begins; the file's size if there is none.

        Only headers are examined, so that every process splits a file at the same positions.
        """
        at = offset + -offset % 4
        try:
            while (found := self._find_magic(at)) is not None:
                self._file.seek(found)
                head = self._file.read(8)
                if len(head) == 8 and _HEAD.unpack(head)[1] >> 29 in (WHOLE, FIRST):
                    return found
                at = found + 4
        finally:
            self._file.seek(self._offset)
        return self._file_size()

    def seek(self, offset: int) -> None:
        """Go to a position at which a record begins."""
        if not 0 <= offset <= self._file_size(offset):
            self._fail(offset, f"expected a position in a file of {self._size} bytes")
        try:
            self._file.seek(offset)
        except OSError as error:
            self._fail(offset, f"cannot go there: {error.strerror or error}")
        self._offset = offset

    def tell(self) -> int:
        """Return the position of the next record."""
        return self._offset

    def close(self) -> None:
        self._file.close()

    def _read_record(self) -> bytes | None:
        part = self._read_part(first=True)
        if part is None:
            return None
        kind, payload = part
        if kind == WHOLE:
            return payload
        pieces = [payload]
        while kind != LAST:
            part = self._read_part(first=False)
            if part is None:
                self._fail(self._offset, "expected the next part of a record; got the file's end")
            kind, payload = part
            pieces.append(payload)
        return MAGIC_BYTES.join(pieces)

    def _read_part(self, first: bool) -> tuple[int, bytes] | None:
        at = self._offset
        head = self._file.read(8)
        if not head:
            return None
        kind, length = self._checked_head(at, head, first)
        padded = length + -length % 4
        data = self._file.read(padded)
        if len(data) != padded:
            self._fail(at, f"expected {padded} bytes of record; got {len(data)}")
        self._offset = at + 8 + padded
        return kind, data if padded == length else data[:length]

    def _checked_head(self, at: int, head: bytes, first: bool) -> tuple[int, int]:
        """Return kind and length of a part, after checking both."""
        if len(head) != 8:
            self._fail(at, f"expected the 8 bytes that head a record; got {len(head)}")
        magic, word = _HEAD.unpack(head)
        if magic != MAGIC:
            self._fail(at, f"expected the magic number {MAGIC:#x}; got {magic:#x}")
        kind, length = word >> 29, word & MAX_LENGTH
        if kind not in ((WHOLE, FIRST) if first else (MIDDLE, LAST)):
            wanted = "the first part of a record" if first else "the next part of a record"
            self._fail(at, f"expected {wanted}; got a part of kind {kind}")
        end = at + 8 + length + -length % 4
        if self._seekable and end > self._file_size(end):
            left = self._size - at - 8
            self._fail(at, f"expected a record of {length} bytes; got {left} to the file's end")
        return kind, length

    def _file_size(self, wanted: int | None = None) -> int:
        """Return the size, updated if ``wanted`` is beyond it: files grow."""
        if self._seekable and (wanted is None or wanted > self._size):
            self._size = os.fstat(self._file.fileno()).st_size
        return self._size

    def _span(self, start: int) -> RecordSpan | None:
        at, size, first = start, 0, True
        while True:
            self._file.seek(at)
            head = self._file.read(8)
            if first and not head:
                return None
            kind, length = self._checked_head(at, head, first)
            at += 8 + length + -length % 4
            size += length if first else length + 4
            if kind in (WHOLE, LAST):
                return RecordSpan(start, at, size)
            first = False

    def _is_whole(self, start: int) -> bool:
        """Return whether a record begins here that ends at another one or at the end of the file."""
        try:
            span = self._span(start)
        except CorruptRecord:
            return False
        if span is None:
            return False
        self._file.seek(span.end)
        return self._file.read(4) in (b"", MAGIC_BYTES)

    def _find_magic(self, at: int) -> int | None:
        """Return the first multiple of 4, from ``at`` on, that has the magic number."""
        size = self._file_size()
        while at < size:
            self._file.seek(at)
            chunk = self._file.read(min(_SEARCH_STEP, size - at))
            found = chunk.find(MAGIC_BYTES)
            while found >= 0 and found % 4:
                found = chunk.find(MAGIC_BYTES, found + 1)
            if found >= 0:
                return at + found
            at += _SEARCH_STEP
        return None

    def _fail(self, at: int, problem: str) -> NoReturn:
        raise CorruptRecord(f"Invalid RecordIO File: {self.path}, byte {at}: {problem}")
