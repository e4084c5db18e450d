"""Text files in blocks of whole lines. Used by the readers of CSV and LibSVM files."""
import os
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.opening import failed, open_input, reading
from ..core.tuning import PARSE_AT_ONCE_NUMBERS

SPACE = 8                       # bytes before the text, so that every number has a word
_u = np.uint64
_FIRST_BLOCK = 1 << 16
_LARGEST_BLOCK = 1 << 22
_USUAL_LINE = 1 << 12
_LONGEST_LINE = 1 << 28
_OPEN_FILES = 64


class Block:
    """Some whole lines, with their line ends, in memory that can be read as eight-byte words.

    Attributes
    ----------
    path, offset : the file they are of, and where in it they begin.
    bytes : the memory; `SPACE` zeros, the text, and at least eight zeros more.
    words : the same memory.
    stop : where the text ends in it.
    """

    words: np.ndarray
    stop: int
    path: str
    offset: int

    def __init__(self, words: np.ndarray, length: int, path: str = "", offset: int = 0) -> None:
        self.words, self.stop = words, SPACE + length
        self.bytes: np.ndarray = words.view(np.uint8)
        self.path, self.offset = path, offset

    @classmethod
    def of(cls, text: bytes, path: str = "", offset: int = 0) -> "Block":
        """Return a block with a copy of some text."""
        words = _room(len(text))
        words.view(np.uint8)[SPACE:SPACE + len(text)] = np.frombuffer(text, np.uint8)
        return cls(words, len(text), path, offset)

    def text(self) -> bytes:
        """Return the lines as bytes."""
        return self.bytes[SPACE:self.stop].tobytes()

    def line_number(self) -> int:
        """Return the number of the block's first line in its file. It reads the file: for errors only."""
        feeds = returns = 0
        with reading(self.path) as file:
            for piece in _pieces(file, self.offset):
                feeds += piece.count(b"\n")
                returns += piece.count(b"\r")
        return 1 + (feeds or returns)


def _room(length: int) -> np.ndarray:
    return np.zeros((SPACE + length) // 8 + 3, _u)


def _pieces(file, length: int) -> Iterator[bytes]:
    while length > 0 and (piece := file.read(min(length, _LARGEST_BLOCK))):
        length -= len(piece)
        yield piece


class TextFile:
    """A file that stays open, with its length fixed: every epoch reads the same, as in MXNet, even if it is moved,
    removed or appended to meanwhile.
    """

    def __init__(self, path: str, keep: bool = True) -> None:
        self.path = path
        self.size: int = os.path.getsize(path)
        self._lock = threading.Lock()
        self._file: Any = open_input(path, buffering=0) if keep else None

    def read_into(self, memory: np.ndarray, offset: int) -> int:
        """Fill memory from a position in the file; return how many bytes there were."""
        if self._file is None:
            with reading(self.path, buffering=0) as file:
                file.seek(offset)
                return file.readinto(memory)
        try:
            if hasattr(os, "preadv"):       # a forked process shares the file position
                return os.preadv(self._file.fileno(), [memory.data], offset)
            with self._lock:
                self._file.seek(offset)
                return self._file.readinto(memory)
        except OSError as error:
            raise failed("cannot read", self.path, error) from error

    def close(self) -> None:
        """Close it; a later read opens it again."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def __del__(self) -> None:
        # a reader that refuses its parameters is never closed
        if getattr(self, "_file", None) is not None:
            self.close()


def text_files(paths: list[str]) -> list[TextFile]:
    """Open some files, keeping the first few open."""
    return [TextFile(path, number < _OPEN_FILES) for number, path in enumerate(paths)]


def blocks(file: TextFile, separators: bytes, begin: int = 0,
           end: int | None = None) -> Iterator[Block]:
    """Yield a file, or part of it, in blocks with as many numbers as are best parsed at once.

    The last line may lack its end. Lines end in a line feed; in a file that has none, in a carriage
    return.
    """
    path, offset = file.path, begin
    at, end = begin, file.size if end is None else end
    left, size = end - offset, _FIRST_BLOCK
    rest = np.empty(0, np.uint8)            # of an incomplete line
    first = True
    while left > 0:
        words = _room(len(rest) + size)
        memory = words.view(np.uint8)
        memory[SPACE:SPACE + len(rest)] = rest
        stop = SPACE + len(rest)
        count = file.read_into(memory[stop:stop + min(size, left)], at)
        if not count:
            break
        left -= count
        at += count
        stop += count
        whole = _end_of_lines(memory, stop)
        rest = memory[whole:stop].copy()
        if first:
            size, first = _best_size(memory[SPACE:stop].tobytes(), separators), False
        if whole == SPACE:
            if len(rest) > _LONGEST_LINE or not rest.all():
                raise MXNetError(f"{path}, byte {offset}: expected lines of text; got {len(rest)} bytes "
                                 "without the end of one, or zero bytes")
            size = max(size, len(rest))     # a very long line is not copied too often
            continue
        memory[whole:stop] = 0
        yield Block(words, whole - SPACE, path, offset)
        offset += whole - SPACE
    if len(rest):
        yield Block.of(rest.tobytes() + b"\n", path, offset)


def _best_size(text: bytes, separators: bytes) -> int:
    count = 1 + sum(text.count(bytes([mark])) for mark in separators)
    return min(max(PARSE_AT_ONCE_NUMBERS * len(text) // count, 4096), _LARGEST_BLOCK)


def _end_of_lines(memory: np.ndarray, stop: int) -> int:
    """Return where the last whole line ends; `SPACE` if there is none."""
    for begin in (max(SPACE, stop - _USUAL_LINE), SPACE):
        found = memory[begin:stop].tobytes().rfind(b"\n")
        if found >= 0:
            return begin + found + 1
    return SPACE + memory[SPACE:stop].tobytes().rfind(b"\r", 0, -1) + 1
